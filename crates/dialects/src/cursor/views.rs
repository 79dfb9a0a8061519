//! The views of `cursor-agent`: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `system`/`init` (section 2): the first line.
    Init["type", "subtype"] {
        /// Where the key is from: `env`, `flag`, `login`.
        api_key_source = "apiKeySource": string,
        /// Working directory.
        cwd: string,
        /// The session.
        session_id: string,
        /// The model by the name that is shown.
        model: string,
        /// What may be done without asking.
        permission_mode = "permissionMode": string,
    }

    /// `user` (section 2): what the agent was asked.
    User["type"] {
        /// `role` and `content`.
        message: object,
        /// The session.
        session_id: string,
    }

    /// `assistant` (section 2): a piece of an answer, or all of it between two calls.
    Assistant["type"] {
        /// `role` and `content`.
        message: object,
        /// The session.
        session_id: string,
        /// The call of the model. Not on pieces.
        model_call_id: string,
        /// Milliseconds since 1970. Not on the last answer.
        timestamp_ms: number,
    }

    /// `thinking` (section 2): reasoning, in pieces.
    Thinking["type"] {
        /// `delta`, `completed`.
        subtype: string,
        /// The piece.
        text: string,
        /// The session.
        session_id: string,
        /// Milliseconds since 1970.
        timestamp_ms: number,
    }

    /// `tool_call` (section 2): a tool begins, or is done.
    ToolLine["type", "subtype"] {
        /// Joins the two lines of a call. May hold a newline.
        call_id: string,
        /// One member, which names the tool; [`tool`](Self::tool) reads it.
        tool_call: object,
        /// The call of the model.
        model_call_id: string,
        /// The session.
        session_id: string,
        /// Milliseconds since 1970.
        timestamp_ms: number,
    }

    /// What stands under the name of a tool (section 3).
    ToolCall[] {
        /// What it was called with; also when it is done.
        args: any,
        /// When it is done: `success`, `error`, `rejected` ... with an object.
        result: object,
        /// What it does, in words. Newer builds.
        description: string,
        /// Of a `function`: its name.
        name: string,
        /// Of a `function`: JSON as text.
        arguments: any,
    }

    /// `interaction_query` (section 2): a question about leave.
    InteractionQuery["type"] {
        /// `request`, `response`.
        subtype: string,
        /// What is asked for.
        query_type: string,
        /// The question.
        query: any,
        /// The answer.
        response: any,
        /// The session.
        session_id: string,
        /// Milliseconds since 1970.
        timestamp_ms: number,
    }

    /// `result` (section 2): the end.
    RunResult["type"] {
        /// `success`.
        subtype: string,
        /// Wall clock in milliseconds.
        duration_ms: number,
        /// The same, so far.
        duration_api_ms: number,
        /// False.
        is_error: bool,
        /// All texts of the run, one behind the other.
        result: string,
        /// The session.
        session_id: string,
        /// Newer builds.
        request_id: string,
        /// Newer builds.
        usage: object,
    }

    /// `usage` of [`RunResult`].
    Usage[] {
        /// Read, without what was cached.
        input_tokens = "inputTokens": number,
        /// Produced.
        output_tokens = "outputTokens": number,
        /// Read from the cache.
        cache_read_tokens = "cacheReadTokens": number,
        /// Written to the cache.
        cache_write_tokens = "cacheWriteTokens": number,
        /// Dollars. Some builds.
        total_cost = "totalCost": number,
        /// Dollars. Some builds.
        cost: number,
    }
}
