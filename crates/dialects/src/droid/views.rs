//! The views of Factory Droid's stream: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `system` / `init` (section 2): the first line.
    Init["type", "subtype"] {
        /// Working directory.
        cwd: string,
        /// The session.
        session_id: string,
        /// Names of tools.
        tools: array,
        /// The model.
        model: string,
        /// How hard it thinks.
        reasoning_effort: string,
        /// Milliseconds since 1970. Some builds.
        timestamp: number,
    }

    /// `message` (section 2): a whole text.
    Message["type"] {
        /// The message.
        id: string,
        /// `user`, `assistant`.
        role: string,
        /// The text.
        text: string,
        /// Milliseconds since 1970.
        timestamp: number,
        /// The session.
        session_id: string,
    }

    /// `reasoning` (section 2).
    Reasoning["type"] {
        /// The message.
        id: string,
        /// The text.
        text: string,
        /// Milliseconds since 1970.
        timestamp: number,
        /// The session.
        session_id: string,
    }

    /// `tool_call` (section 2).
    ToolCall["type"] {
        /// Joins the call to its result.
        id: string,
        /// The message that calls.
        message_id = "messageId": string,
        /// The tool.
        tool_id = "toolId": string,
        /// The tool.
        tool_name = "toolName": string,
        /// The arguments.
        parameters: object,
        /// Milliseconds since 1970.
        timestamp: number,
        /// The session.
        session_id: string,
    }

    /// `tool_result` (section 2).
    ToolResult["type"] {
        /// The call.
        id: string,
        /// The message that has it.
        message_id = "messageId": string,
        /// The tool.
        tool_id = "toolId": string,
        /// Whether it failed.
        is_error = "isError": bool,
        /// What it gave.
        value: any,
        /// `type`, `message`.
        error: object,
        /// Milliseconds since 1970.
        timestamp: number,
        /// The session.
        session_id: string,
    }

    /// `error` (section 2): something went wrong.
    Failure["type"] {
        /// `cli`, `agent_loop`.
        source: string,
        /// What.
        message: string,
        /// Milliseconds since 1970.
        timestamp: number,
        /// The session.
        session_id: string,
    }

    /// `completion` (section 2): the end.
    Completion["type"] {
        /// What the agent said last.
        final_text = "finalText": string,
        /// Turns.
        num_turns = "numTurns": number,
        /// Wall clock in milliseconds.
        duration_ms = "durationMs": number,
        /// Of the run.
        usage: object,
        /// Milliseconds since 1970.
        timestamp: number,
        /// The session.
        session_id: string,
    }

    /// `usage` of [`Completion`] (section 3).
    Usage[] {
        /// Read.
        input_tokens: number,
        /// Produced.
        output_tokens: number,
        /// Read from the cache.
        cache_read_input_tokens: number,
        /// Written to the cache.
        cache_creation_input_tokens: number,
        /// Of thinking.
        thinking_tokens: number,
        /// Units in which Factory charges.
        factory_credits: number,
        /// How long the first token took, in milliseconds.
        ttft_ms: number,
    }
}
