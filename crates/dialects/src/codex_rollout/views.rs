//! The views of Codex's session files: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// Any line (section 1).
    Line["type"] {
        /// When it was written, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// Its number in the file. Newer builds only.
        ordinal: number,
        /// What it says; its form is the type's.
        payload: object,
        /// Of response items. Newer builds only.
        metadata: object,
    }

    /// `payload` of `session_meta` (section 2).
    SessionMeta[] {
        /// The session; also in the file's name.
        id: string,
        /// When it began.
        timestamp: string,
        /// Working directory.
        cwd: string,
        /// Which of the programs: `codex_cli_rs`, `codex_exec` ...
        originator: string,
        /// Version.
        cli_version: string,
        /// A word, or an object for a sub-agent.
        source: any,
        /// Who runs the model.
        model_provider: string,
        /// Older builds; null is possible.
        instructions: any,
        /// Newer builds.
        base_instructions: object,
        /// Commit, branch, address.
        git: object,
        /// The session whose history was copied.
        forked_from_id: string,
        /// Newer builds: the same as `id`, or the session that a sub-agent works for.
        session_id: string,
        /// The session that a sub-agent works for. Newer builds.
        parent_thread_id: string,
        /// Newer builds.
        thread_source: string,
        /// `legacy`, `paginated` ... Newer builds.
        history_mode: string,
        /// Newer builds.
        context_window: object,
    }

    /// `payload` of `turn_context` (section 2).
    TurnContext[] {
        /// Working directory.
        cwd: string,
        /// The model: only here.
        model: string,
        /// When the user is asked.
        approval_policy: string,
        /// What may be done without.
        sandbox_policy: object,
        /// Of reasoning.
        effort: string,
        /// Of reasoning.
        summary: string,
        /// The turn.
        turn_id: string,
        /// May be missing.
        user_instructions: string,
        /// May be missing.
        truncation_policy: any,
        /// May be missing.
        current_date: string,
        /// May be missing.
        timezone: string,
    }

    /// `payload` of `compacted` (section 2).
    Compacted[] {
        /// The summary.
        message: string,
        /// What stands for the history now: response items.
        replacement_history: array,
    }

    /// `payload` of `world_state` (section 2).
    WorldState[] {
        /// Whether it is all of it.
        full: bool,
        /// The state.
        state: object,
    }

    /// `payload` of `token_usage_record` (sections 2 and 6): exactly one a call of the model.
    TokenUsageRecord[] {
        /// The session.
        thread_id: string,
        /// The turn.
        turn_id: string,
        /// The session that a sub-agent works for.
        session_id: string,
        /// The turn of the topmost session.
        root_turn_id: string,
        /// The call.
        response_id: string,
        /// Of the call.
        usage: object,
        /// Of the turn so far; never to be added up.
        turn_token_usage: object,
        /// Of the session so far; never to be added up.
        thread_token_usage: object,
    }

    /// A usage object (section 5).
    Usage[] {
        /// Read, with what was cached.
        input_tokens: number,
        /// The part of it that was read from the cache.
        cached_input_tokens: number,
        /// The part of it that was written to the cache. Newer builds.
        cache_write_input_tokens: number,
        /// Produced, with reasoning.
        output_tokens: number,
        /// The part of it that is reasoning.
        reasoning_output_tokens: number,
        /// Input and output.
        total_tokens: number,
    }

    /// `message` (section 3).
    Message["type", "role"] {
        /// Objects with `type` (`input_text`, `output_text`, `input_image`) and `text` or `image_url`.
        content: array,
        /// May be missing.
        id: string,
        /// `commentary`, `final_answer`; may be missing.
        phase: string,
    }

    /// `reasoning` (section 3).
    Reasoning["type"] {
        /// Objects with `text`.
        summary: array,
        /// Null or an array.
        content: array,
        /// Sealed.
        encrypted_content: string,
        /// May be missing.
        id: string,
    }

    /// `function_call` (section 3); `tool_search_call` has the same, with an object as `arguments` and no name.
    FunctionCall["type"] {
        /// The tool.
        name: string,
        /// A string that holds JSON.
        arguments: any,
        /// Joins it to its output.
        call_id: string,
        /// Of the tool's name; may be missing.
        namespace: string,
        /// May be missing.
        id: string,
    }

    /// `function_call_output`, `custom_tool_call_output` (section 3).
    CallOutput["type"] {
        /// The call.
        call_id: string,
        /// A string, or an array of objects with `text`. Older builds: a string that holds JSON with the exit code.
        output: any,
    }

    /// `custom_tool_call` (section 3).
    CustomToolCall["type"] {
        /// The tool.
        name: string,
        /// Free text.
        input: string,
        /// Joins it to its output.
        call_id: string,
        /// May be missing.
        status: string,
    }

    /// `local_shell_call` (section 3).
    LocalShellCall["type"] {
        /// Joins it to its output; may be missing.
        call_id: string,
        /// How it went.
        status: string,
        /// `type`, `command` ...
        action: object,
    }

    /// `web_search_call`, `image_generation_call` (section 3): the provider runs them, and nothing joins them to a result.
    ProviderCall["type"] {
        /// How it went.
        status: string,
        /// What was done.
        action: object,
    }

    /// `tool_search_output` (section 3).
    SearchOutput["type"] {
        /// The call.
        call_id: string,
        /// How it went.
        status: string,
    }

    /// What is known by its name only.
    Housekeeping["type"] {}

    /// `user_message` (section 4): the prompt as it was typed.
    UserMessage["type"] {
        /// The text.
        message: string,
        /// May be missing.
        images: array,
        /// May be missing.
        local_images: array,
        /// May be missing.
        text_elements: array,
    }

    /// `agent_message` (section 4).
    AgentMessage["type"] {
        /// The text.
        message: string,
        /// May be missing.
        phase: string,
    }

    /// `agent_reasoning`, `agent_reasoning_raw_content` (section 4).
    AgentReasoning["type"] {
        /// The text.
        text: string,
    }

    /// `token_count` (sections 4 and 6).
    TokenCount["type"] {
        /// Read it with [`details`](Self::details); null where only limits are told.
        info: object,
        /// How much of the allowance is used; null is possible.
        rate_limits: object,
    }

    /// `info` of a [`TokenCount`].
    TokenInfo[] {
        /// Of the session so far.
        total_token_usage: object,
        /// Of the last call; told again while nothing new was used.
        last_token_usage: object,
        /// How much fits.
        model_context_window: number,
    }

    /// `item_completed` (section 4).
    ItemCompleted["type"] {
        /// The session.
        thread_id: string,
        /// The turn.
        turn_id: string,
        /// `type` in Pascal case, and what that has.
        item: object,
        /// Milliseconds since 1970.
        started_at_ms: number,
        /// Milliseconds since 1970.
        completed_at_ms: number,
    }

    /// `task_started`, `turn_started` (section 4).
    TaskStarted["type"] {
        /// The turn; may be missing.
        turn_id: string,
        /// How much fits; null is possible.
        model_context_window: number,
        /// Seconds since 1970; may be missing.
        started_at: any,
    }

    /// `task_complete`, `turn_complete` (section 4).
    TaskComplete["type"] {
        /// The turn.
        turn_id: string,
        /// The final text; null is possible.
        last_agent_message: string,
        /// Milliseconds. Newer builds.
        duration_ms: number,
        /// Milliseconds. Newer builds.
        time_to_first_token_ms: number,
        /// What went wrong. Newest builds.
        error: object,
    }

    /// `turn_aborted` (section 4).
    TurnAborted["type"] {
        /// `interrupted`, `replaced` ...
        reason: string,
        /// May be missing.
        turn_id: string,
        /// Milliseconds. Newer builds.
        duration_ms: number,
    }

    /// `error`, `stream_error`, `warning` (section 4).
    Failure["type"] {
        /// What.
        message: string,
        /// A name for it; of any form.
        codex_error_info: any,
    }
}

impl<'a, 't> TokenCount<'a, 't> {
    /// The figures.
    pub fn details(&self) -> Option<TokenInfo<'a, 't>> {
        self.info().ok().map(TokenInfo)
    }
}
