//! What each entry says, as items.

use super::{Event, Items, ProgressData};
use crate::KEYS;
use crate::ask::{is_true, number, object, text};
use crate::block::Content;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, UsageScope};
use crate::items::Speaker;
use crate::message;
use crate::time::{TimeOrigin, Timestamp};
use runlex_core::{Object, Pick, RawStr, Value};

impl<'a, 't> Event<'a, 't> {
    /// What the entry says, piece by piece, in the order of the line; a message's usage follows its blocks. A message that
    /// a progress entry quotes gives its usage alone, as [`UsageScope::Progress`].
    pub fn items(&self) -> Items<'a, 't> {
        let line = self.object();
        const FRAME: Pick<6> =
            KEYS.pick(["type", "subtype", "sessionId", "agentId", "requestId", "timestamp"]);
        let [kind, subtype, session, agent, request, timestamp] = line.pick(&FRAME);
        let frame = Item {
            session: text(session),
            agent: text(agent),
            request_id: text(request),
            timestamp: Timestamp::text(timestamp, TimeOrigin::Line),
            ..Item::of(Dialect::ClaudeTranscript, line)
        };
        let mut items = Items::new(frame);
        let what = text(kind);
        let progress = |text: Option<RawStr<'a>>| what.map(|what| ItemKind::Progress { what, text });
        items.whole = match self {
            Event::User(_) => {
                fill_user(&mut items, line);
                return items;
            }
            Event::Assistant(_) => {
                fill_assistant(&mut items, line);
                return items;
            }
            Event::Progress(entry) => match entry.details() {
                Some(data) => {
                    fill_progress(&mut items, data, entry.parent_tool_use_id().ok());
                    items.whole.or(progress(None))
                }
                None => progress(None),
            },
            Event::System(entry) => {
                let what = text(subtype).or(what);
                let said = match entry.content() {
                    Content::Text(text) => Some(text),
                    _ => None,
                };
                if what.is_some_and(|what| what == "api_error") {
                    let (message, code) = deepest(entry.error());
                    Some(ItemKind::Error { message: message.or(said), code: code.or(what) })
                } else {
                    what.map(|what| ItemKind::Progress { what, text: said })
                }
            }
            Event::Attachment(entry) => {
                let [what, content] = match entry.attachment().ok() {
                    Some(attachment) => attachment.pick(&["type", "content"]).map(text),
                    None => [None; 2],
                };
                match what {
                    Some(what) => Some(ItemKind::Progress { what, text: content }),
                    None => progress(None),
                }
            }
            Event::FileHistorySnapshot(entry) => {
                let inner = entry.snapshot().ok().and_then(|snapshot| snapshot.get("timestamp"));
                items.frame.timestamp = Timestamp::text(inner, TimeOrigin::Inner);
                progress(None)
            }
            Event::QueueOperation(entry) => progress(match entry.content() {
                Content::Text(text) => Some(text),
                _ => entry.operation().ok(),
            }),
            Event::Summary(entry) => progress(entry.summary().ok()),
            Event::PrLink(entry) => progress(entry.pr_url().ok()),
            Event::CustomTitle(entry) => progress(entry.custom_title().ok()),
            Event::AiTitle(entry) => progress(entry.ai_title().ok()),
            Event::AgentName(entry) => progress(entry.agent_name().ok()),
            Event::AgentSetting(entry) => progress(entry.agent_setting().ok()),
            Event::LastPrompt(entry) => progress(entry.last_prompt().ok()),
            Event::PermissionMode(entry) => progress(entry.permission_mode().ok()),
            Event::Mode(entry) => progress(entry.mode().ok()),
            Event::BridgeSession(entry) => progress(entry.bridge_session_id().ok()),
            Event::WorktreeState(entry) => progress(text(entry.worktree_session())),
            Event::Tag(entry) => progress(entry.tag().ok()),
            Event::AgentMetadata(_) => progress(None),
            Event::Unknown(object) => Some(ItemKind::Other(*object)),
        };
        items
    }
}

fn fill_user<'a, 't>(items: &mut Items<'a, 't>, line: Object<'a, 't>) {
    const LINE: Pick<3> = KEYS.pick(["message", "isMeta", "isCompactSummary"]);
    let [message, meta, summary] = line.pick(&LINE);
    let speaker = Speaker::User { injected: is_true(meta) || is_true(summary), bare: true };
    items.say_message(speaker, message);
}

fn fill_assistant<'a, 't>(items: &mut Items<'a, 't>, line: Object<'a, 't>) {
    const LINE: Pick<3> = KEYS.pick(["message", "isApiErrorMessage", "error"]);
    let [member, api_error, error] = line.pick(&LINE);
    let content = message::fill(items, member);
    if let Some(ItemKind::Usage { cost_usd, .. }) = &mut items.usage {
        *cost_usd = number(line.get("costUSD"));
    }
    let error = error.filter(|error| !error.is_null());
    if error.is_some() || is_true(api_error) {
        let (message, code) = deepest(error);
        items.last = Some(match message {
            Some(_) => ItemKind::Error { message, code },
            None => message::error_line(code.or(text(error)), content),
        });
    }
}

/// Section 5.7: the usage of a quoted message, under the message's own ids and time.
fn fill_progress<'a, 't>(items: &mut Items<'a, 't>, data: ProgressData<'a, 't>, call: Option<RawStr<'a>>) {
    let Some(what) = text(data.object().get("type")) else { return };
    let output = data.output().ok();
    items.whole = Some(ItemKind::Progress { what, text: output });
    let Some(quoted) = data.quoted() else { return };
    items.frame.parent_tool_use = call;
    items.frame.agent = data.agent_id().ok().or(items.frame.agent);
    items.frame.request_id = quoted.request_id().ok().or(items.frame.request_id);
    let inner = Timestamp::text(quoted.object().get("timestamp"), TimeOrigin::Inner);
    items.frame.timestamp = inner.or(items.frame.timestamp);
    let Some(message) = quoted.details() else { return };
    items.frame.message_id = message.id().ok();
    items.frame.model = message.model().ok();
    items.usage = message.usage().ok().map(|usage| ItemKind::Usage {
        counters: Counters::read(usage),
        scope: UsageScope::Progress,
        cost_usd: None,
    });
}

/// The innermost message of an error that wraps others, and its type. Three levels have been seen.
fn deepest<'a>(error: Option<Value<'a, '_>>) -> (Option<RawStr<'a>>, Option<RawStr<'a>>) {
    let (mut message, mut code) = (None, None);
    let mut next = error;
    for _ in 0..4 {
        let Some(error) = object(next) else { break };
        let [said, kind, inner] = error.pick(&["message", "type", "error"]);
        if let Some(said) = text(said) {
            (message, code) = (Some(said), text(kind));
        }
        next = inner;
    }
    (message, code)
}
