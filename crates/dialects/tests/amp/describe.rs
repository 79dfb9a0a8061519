//! An event of Amp in words, to be held against a table.

use crate::common::{self, fields};
use runlex_core::Object;
use runlex_dialects::amp::{Assistant, Event, Init, Message, RunResult, SubagentFinished, SystemError, User};

/// The variant, and every accessor's answer.
pub(crate) fn event(object: Object<'_, '_>) -> String {
    match Event::read(object) {
        Event::Init(view) => {
            let fields = fields!(Init, view, cwd: string, session_id: string, tools: array, mcp_servers: array,
                agent_mode: string, subagents: array);
            format!("Init {fields}")
        }
        Event::SubagentFinished(view) => {
            let fields =
                fields!(SubagentFinished, view, tool_use_id: string, status: string, session_id: string);
            format!("SubagentFinished {fields}")
        }
        Event::SystemError(view) => {
            format!("SystemError {}", fields!(SystemError, view, error: string, session_id: string))
        }
        Event::User(view) => {
            let fields = fields!(User, view, message: object_, parent_tool_use_id: string,
                subagent_tool_use_id: string, session_id: string);
            format!("User {fields} content={}", common::content(view.content()))
        }
        Event::Assistant(view) => {
            let fields =
                fields!(Assistant, view, message: object_, parent_tool_use_id: string, session_id: string);
            let details = view.details().map(|message| {
                let fields = fields!(Message, message, id: string, model: string, stop_reason: string, stop_sequence: string,
                    usage: object_, raw_content: any);
                format!(" / {fields} content={}", common::content(message.content()))
            });
            format!("Assistant {fields}{}", details.unwrap_or_default())
        }
        Event::Result(view) => {
            let fields = fields!(RunResult, view, subtype: string, is_error: bool, duration_ms: number,
                duration_api_ms: number, num_turns: number, result: string, error: string, session_id: string,
                usage: object_, permission_denials: array);
            format!("Result {fields} failed={}", view.failed())
        }
        Event::Unknown(object) => {
            format!("Unknown {}", String::from_utf8_lossy(object.as_value().raw()))
        }
        other => panic!("{other:?}"),
    }
}
