//! The views of Gemini CLI's stream: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `init` (section 2): the first line.
    Init["type"] {
        /// When, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// The session. No other line names it.
        session_id: string,
        /// The model that was asked for.
        model: string,
    }

    /// `message` (section 2): the prompt, or a piece of what the agent says.
    Message["type"] {
        /// When, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// `user`, `assistant`.
        role: string,
        /// The text.
        content: string,
        /// It is a piece.
        delta: bool,
    }

    /// `tool_use` (section 2): a call.
    ToolUse["type"] {
        /// When, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// The tool.
        tool_name: string,
        /// Joins the call to its result.
        tool_id: string,
        /// The arguments.
        parameters: object,
    }

    /// `tool_result` (section 2): what came of a call.
    ToolResult["type"] {
        /// When, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// The call.
        tool_id: string,
        /// `success`, `error`.
        status: string,
        /// Missing where what is shown of it is no text.
        output: string,
        /// `type`, `message`.
        error: object,
    }

    /// `error` (section 2): no end by itself.
    Failure["type"] {
        /// When, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// `warning`, `error`.
        severity: string,
        /// What.
        message: string,
    }

    /// `result` (section 2): the end.
    RunResult["type"] {
        /// When, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// `success`, `error`.
        status: string,
        /// `type`, `message`.
        error: object,
        /// Of the whole process.
        stats: object,
    }

    /// `stats` of [`RunResult`] (section 3).
    Stats[] {
        /// All tokens, those of thinking among them.
        total_tokens: number,
        /// Read, with what was cached.
        input_tokens: number,
        /// Produced, without thinking.
        output_tokens: number,
        /// The part of the input that came from the cache. Newer builds.
        cached: number,
        /// The part of it that did not. Newer builds.
        input: number,
        /// Wall clock in milliseconds.
        duration_ms: number,
        /// How many calls of tools.
        tool_calls: number,
        /// By model the same five counters. Newer builds.
        models: object,
    }
}
