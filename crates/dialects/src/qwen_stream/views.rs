//! The views of Qwen Code's stream: the table of what is known of each. Messages and their blocks are those of Claude Code.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `system`/`init` (section 2): the first line.
    Init["type", "subtype"] {
        /// Of this line.
        uuid: string,
        /// The session.
        session_id: string,
        /// Working directory.
        cwd: string,
        /// Names of the tools on offer.
        tools: array,
        /// Objects with `name` and `status`.
        mcp_servers: array,
        /// The model.
        model: string,
        /// What may be done without asking.
        permission_mode: string,
        /// Names.
        slash_commands: array,
        /// The program's version.
        qwen_code_version: string,
        /// How to answer.
        output_style: string,
        /// Names.
        agents: array,
        /// Names.
        skills: array,
        /// What the program can.
        capabilities: object,
    }

    /// `system` with any other subtype (section 2).
    System["type"] {
        /// Of what kind.
        subtype: string,
        /// Of this line.
        uuid: string,
        /// The session.
        session_id: string,
        /// Any JSON.
        data: any,
        /// `trigger` and `pre_tokens`.
        compact_metadata: object,
    }

    /// `user` (section 2): what came of a call, or input.
    User["type"] {
        /// Of this line.
        uuid: string,
        /// The session.
        session_id: string,
        /// The call in whose sub-agent this happened.
        parent_tool_use_id: string,
        /// `role` and `content`.
        message: object,
        /// Of input.
        options: object,
    }

    /// `assistant` (section 2): one block of a message.
    Assistant["type"] {
        /// Of this line.
        uuid: string,
        /// The session.
        session_id: string,
        /// The call in whose sub-agent this happened.
        parent_tool_use_id: string,
        /// The message; [`details`](Self::details) reads it.
        message: object,
    }

    /// `stream_event` (section 2): a piece of a message.
    StreamEvent["type"] {
        /// Of this line.
        uuid: string,
        /// The session.
        session_id: string,
        /// The call in whose sub-agent this happened.
        parent_tool_use_id: string,
        /// The piece.
        event: object,
    }

    /// `result` (section 2): the end.
    RunResult["type"] {
        /// `success`, `error_max_turns`, `error_during_execution` ...
        subtype: string,
        /// Of this line.
        uuid: string,
        /// The session.
        session_id: string,
        /// It failed.
        is_error: bool,
        /// Wall clock in milliseconds.
        duration_ms: number,
        /// Of that, waiting for the model.
        duration_api_ms: number,
        /// Turns.
        num_turns: number,
        /// The final text.
        result: string,
        /// `type` and `message`.
        error: object,
        /// Of the run, with agents of which no line tells.
        usage: object,
        /// The same by model.
        model_usage = "modelUsage": object,
        /// What was refused; [`denials`](Self::denials) reads it.
        permission_denials: array,
        /// What was asked for as JSON.
        structured_output: any,
    }

    /// `usage` of messages and of [`RunResult`].
    Usage[] {
        /// Read, with what was cached.
        input_tokens: number,
        /// Produced, with reasoning.
        output_tokens: number,
        /// The part of the input that was written to the cache.
        cache_creation_input_tokens: number,
        /// The part of the input that was read from the cache.
        cache_read_input_tokens: number,
        /// Of both.
        total_tokens: number,
    }

    /// `control_request` (section 2).
    ControlRequest["type"] {
        /// Joins it to its response.
        request_id: string,
        /// What is asked, by `subtype`.
        request: object,
    }

    /// `control_response` (section 2).
    ControlResponse["type"] {
        /// `subtype`, `request_id`, and `response` or `error`.
        response: object,
    }

    /// `control_cancel_request` (section 2).
    ControlCancelRequest["type"] {
        /// The request that is taken back.
        request_id: string,
    }
}
