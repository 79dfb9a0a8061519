//! The views of Claude Code's stream. Sections are those of `docs/formats/claude-code.md`.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `assistant` (section 4.2): one finished block of a message; further lines of the same message carry its other blocks.
    Assistant["type"] {
        /// The message; [`details`](Self::details) reads it.
        message: object,
        /// The call in whose sub-agent this happened; null or missing on the top level.
        parent_tool_use_id: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
        /// On lines that stand for an error: which one.
        error: string,
        /// The line stands for an error. Seen, though in no list of fields.
        is_api_error_message: bool,
        /// The request that it answers.
        request_id: string,
        /// The kind of sub-agent.
        subagent_type: string,
        /// What the sub-agent was asked for.
        task_description: string,
        /// The sub-agent.
        agent_id: string,
        /// The prompt that this answers.
        user_message_uuid: string,
        /// The prompts that this answers.
        user_message_uuids: array,
        /// Why the turn was taken up again.
        resume_reason: string,
        /// Lines that this one replaces, by `uuid`; they were paid for all the same.
        supersedes: array,
        /// Cut by an interrupt.
        aborted: bool,
        /// Rare.
        resumed_from_incomplete_thinking: bool,
        /// ISO 8601; the host's clock, not for ordering.
        timestamp: string,
        /// On the reply to a command of that name.
        context_usage: object,
        /// On the reply to a command of that name.
        usage_report: object,
    }

    /// `user` (section 4.3): tool results, replayed input, what the program writes in the user's place.
    User["type"] {
        /// `role` and `content`.
        message: object,
        /// The call in whose sub-agent this happened; null or missing on the top level.
        parent_tool_use_id: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
        /// The tool's own output, once more: an object, an array, a string.
        tool_use_result: any,
        /// The program wrote it.
        is_synthetic = "isSynthetic": bool,
        /// History, printed again: not of this run.
        is_replay = "isReplay": bool,
        /// ISO 8601; the host's clock, not for ordering.
        timestamp: string,
        /// Where it came from: an object with `kind`.
        origin: object,
        /// `now`, `next` or `later`.
        priority: string,
        /// Whether it starts a turn.
        should_query = "shouldQuery": bool,
        /// The sub-agent.
        agent_id: string,
        /// The kind of sub-agent.
        subagent_type: string,
        /// What the sub-agent was asked for.
        task_description: string,
        /// Files given with it.
        file_attachments: array,
        /// The client put it together.
        client_composed: bool,
        /// What was pasted.
        pasted_content: any,
        /// What was pasted within.
        inline_pastes: any,
    }

    /// `result` (section 4.4): the end of a turn.
    RunResult["type"] {
        /// `success`, `error_max_turns`, `error_during_execution` and more.
        subtype: string,
        /// True also beside `success`; see [`outcome`](Self::outcome).
        is_error: bool,
        /// Wall clock in milliseconds.
        duration_ms: number,
        /// Of that, waiting for the model.
        duration_api_ms: number,
        /// Informative.
        num_turns: number,
        /// The final text, perhaps empty; the error's text where `is_error` is true.
        result: string,
        /// What went wrong, as strings.
        errors: array,
        /// Not in the lists of fields, but seen.
        error: string,
        /// Why the model stopped.
        stop_reason: string,
        /// Dollars of everything, cumulative over the process: never add two.
        total_cost_usd: number,
        /// What very old builds are said to print in its place.
        cost_usd: number,
        /// Counters of this turn's main agent.
        usage: object,
        /// Counters by model, of everything, cumulative over the process: never add two.
        model_usage = "modelUsage": object,
        /// What was refused; read it with [`denials`](Self::denials).
        permission_denials: array,
        /// Output by a schema.
        structured_output: any,
        /// A call that is left to the caller.
        deferred_tool_use: object,
        /// Why the turn ended.
        terminal_reason: string,
        /// Status of the failed request.
        api_error_status: number,
        /// From 0 in each process; a gap is a lost result.
        result_index: number,
        /// Above 0: more turns follow without input.
        queued_turn_count: number,
        /// Time to the first token.
        ttft_ms: number,
        /// The same, as streamed.
        ttft_stream_ms: number,
        /// Time until the request.
        time_to_request_ms: number,
        /// When the request was sent.
        request_sent_wall_ms: number,
        /// Where these times begin.
        time_origin_ms: number,
        /// How the process came to be.
        warm_spare_claimed: bool,
        /// A command that no model answered.
        local_command: any,
        /// When the credential ends.
        credential_expires_at: any,
        /// `off`, `cooldown` or `on`.
        fast_mode_state: string,
        /// Where it came from: an object with `kind`.
        origin: object,
        /// The prompt that this answers.
        user_message_uuid: string,
        /// The prompts that this answers.
        user_message_uuids: array,
        /// Why the turn was taken up again.
        resume_reason: string,
        /// Why nothing began.
        startup_failure_reason: string,
        /// The file that kept it from beginning.
        invalid_config_file: object,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// An entry of [`RunResult::model_usage`]: everything that one model did, cumulative over the process.
    ModelUsage[] {
        /// Without what was cached.
        input_tokens = "inputTokens": number,
        /// Produced.
        output_tokens = "outputTokens": number,
        /// Read from the cache.
        cache_read_input_tokens = "cacheReadInputTokens": number,
        /// Written to the cache.
        cache_creation_input_tokens = "cacheCreationInputTokens": number,
        /// Searches.
        web_search_requests = "webSearchRequests": number,
        /// Dollars.
        cost_usd = "costUSD": number,
        /// The model's size, no usage.
        context_window = "contextWindow": number,
        /// A limit, no usage.
        max_output_tokens = "maxOutputTokens": number,
        /// A part of the output.
        thinking_tokens = "thinkingTokens": number,
        /// A part of what was written to the cache.
        cache_creation_ephemeral_5m_input_tokens = "cacheCreationEphemeral5mInputTokens": number,
        /// The other part.
        cache_creation_ephemeral_1h_input_tokens = "cacheCreationEphemeral1hInputTokens": number,
        /// The model by its full name.
        canonical_model = "canonicalModel": string,
        /// Who ran it.
        provider: string,
        /// How the dollars came about.
        cost_basis = "costBasis": string,
    }

    /// `stream_event` (section 4.5): a piece of a message that also comes whole.
    StreamEvent["type"] {
        /// The piece; [`partial`](Self::partial) reads it.
        event: object,
        /// The call in whose sub-agent this happened; null or missing on the top level.
        parent_tool_use_id: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
        /// Time to the first token.
        ttft_ms: number,
        /// The prompt that this answers.
        user_message_uuid: string,
        /// The prompts that this answers.
        user_message_uuids: array,
        /// Why the turn was taken up again.
        resume_reason: string,
    }

    /// `event` of a [`StreamEvent`].
    Partial[] {
        /// `message_start`, `content_block_delta`, ...
        kind = "type": string,
        /// Of `message_start`: the message without content.
        message: object,
        /// Index of the block.
        index: number,
        /// Of `content_block_start`: the block without content.
        content_block: object,
        /// What is new; its own `type` tells what it is.
        delta: object,
        /// Of `message_delta`: cumulative, with the final output of the message.
        usage: object,
        /// Of `error`: `type` and `message`.
        error: object,
    }

    /// `system` / `init` (section 4.1): the start of a turn.
    Init["type", "subtype"] {
        /// Working directory.
        cwd: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
        /// Names of the tools on offer.
        tools: array,
        /// Objects with `name` and `status`.
        mcp_servers: array,
        /// The main model.
        model: string,
        /// What may be done without asking.
        permission_mode = "permissionMode": string,
        /// Names of commands.
        slash_commands: array,
        /// Where the key came from.
        api_key_source = "apiKeySource": string,
        /// How it writes.
        output_style: string,
        /// Names of agents.
        agents: array,
        /// The program's version.
        claude_code_version: string,
        /// Names of skills.
        skills: array,
        /// Objects with `name` and `path`.
        plugins: array,
        /// Names of trial features.
        betas: array,
        /// What it can do.
        capabilities: array,
        /// Names of commands.
        terminal_slash_commands: array,
        /// What went wrong with plugins.
        plugin_errors: array,
        /// `off`, `cooldown` or `on`.
        fast_mode_state: string,
        /// Why not.
        fast_mode_disabled_reason: string,
        /// How hard it thinks; may be null.
        effort: string,
        /// How it shows.
        view_mode: string,
        /// Seen, though in no list of fields.
        analytics_disabled: bool,
        /// Seen, though in no list of fields.
        product_feedback_disabled: bool,
        /// Seen, though in no list of fields.
        memory_paths: object,
    }

    /// `system` / `compact_boundary`: the conversation was made shorter.
    CompactBoundary["type", "subtype"] {
        /// `trigger`, `pre_tokens` and more.
        compact_metadata: object,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `status`.
    Status["type", "subtype"] {
        /// `compacting`, `requesting` or null.
        status: string,
        /// What may be done without asking.
        permission_mode = "permissionMode": string,
        /// How the shortening went.
        compact_result: string,
        /// How the shortening failed.
        compact_error: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `hook_started`.
    HookStarted["type", "subtype"] {
        /// Joins the lines of one hook.
        hook_id: string,
        /// The hook.
        hook_name: string,
        /// What it hooks on to.
        hook_event: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `hook_progress`.
    HookProgress["type", "subtype"] {
        /// Joins the lines of one hook.
        hook_id: string,
        /// The hook.
        hook_name: string,
        /// What it hooks on to.
        hook_event: string,
        /// What the hook printed.
        stdout: string,
        /// What the hook printed as errors.
        stderr: string,
        /// What the hook put out.
        output: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `hook_response`.
    HookResponse["type", "subtype"] {
        /// Joins the lines of one hook; older builds have none.
        hook_id: string,
        /// The hook.
        hook_name: string,
        /// What it hooks on to.
        hook_event: string,
        /// What the hook printed.
        stdout: string,
        /// What the hook printed as errors.
        stderr: string,
        /// What the hook put out.
        output: string,
        /// The hook's exit status.
        exit_code: number,
        /// `success`, `error` or `cancelled`.
        outcome: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `task_started`.
    TaskStarted["type", "subtype"] {
        /// The task.
        task_id: string,
        /// What the task is, in words.
        description: string,
        /// The call that started it.
        tool_use_id: string,
        /// The kind of sub-agent.
        subagent_type: string,
        /// What kind of task.
        task_type: string,
        /// What it was asked for.
        prompt: string,
        /// The run of the task.
        run_id: string,
        /// The task that started it.
        parent_task_id: string,
        /// How deep it is nested.
        spawn_depth: number,
        /// Whether it runs in the background.
        is_backgrounded: bool,
        /// The workflow.
        workflow_name: string,
        /// Whether it is kept out of the transcript.
        skip_transcript: bool,
        /// Whether it runs on its own.
        ambient: bool,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `task_progress`.
    TaskProgress["type", "subtype"] {
        /// The task.
        task_id: string,
        /// What the task is, in words.
        description: string,
        /// Figures of the task; sizes of its context, never added to tokens.
        usage: object,
        /// The call it belongs to.
        tool_use_id: string,
        /// The tool it used last.
        last_tool_name: string,
        /// What it does.
        summary: string,
        /// The kind of sub-agent.
        subagent_type: string,
        /// The run of the task.
        run_id: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `task_updated`.
    TaskUpdated["type", "subtype"] {
        /// The task.
        task_id: string,
        /// What changed.
        patch: object,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `task_notification`: a task ended.
    TaskNotification["type", "subtype"] {
        /// The task.
        task_id: string,
        /// `completed`, `failed` or `stopped`.
        status: string,
        /// Where its output lies.
        output_file: string,
        /// What came of it.
        summary: string,
        /// The call it belongs to.
        tool_use_id: string,
        /// Figures of the task; sizes of its context, never added to tokens.
        usage: object,
        /// Why.
        reason: string,
        /// What it refers to.
        resource_links: array,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `background_tasks_changed`.
    BackgroundTasksChanged["type", "subtype"] {
        /// All of them; replaces what was said before.
        tasks: array,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `thinking_tokens`: an estimate, very frequent; never added to usage.
    ThinkingTokens["type", "subtype"] {
        /// So far.
        estimated_tokens: number,
        /// Since the last such line.
        estimated_tokens_delta: number,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `api_retry`.
    ApiRetry["type", "subtype"] {
        /// From 1.
        attempt: number,
        /// How often at most.
        max_retries: number,
        /// How long it waits.
        retry_delay_ms: number,
        /// Status of the failed request; may be null.
        error_status: number,
        /// What went wrong.
        error: string,
        /// Whether nothing came back.
        no_response: bool,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `permission_denied`; the record is [`RunResult::denials`].
    PermissionDenied["type", "subtype"] {
        /// The tool.
        tool_name: string,
        /// The call it belongs to.
        tool_use_id: string,
        /// What it says.
        message: string,
        /// The sub-agent.
        agent_id: string,
        /// What kind of reason.
        decision_reason_type: string,
        /// Why.
        decision_reason: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `system` / `session_state_changed`.
    SessionStateChanged["type", "subtype"] {
        /// `idle`, `running` or `requires_action`.
        state: string,
        /// For the host alone.
        sdk_host_only: bool,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// The other subtypes of `system` that are known by name: `notification`, `informational`, `session_writes_lost` ...
    Notice["type"] {
        /// Which one.
        subtype: string,
        /// What it says.
        text: string,
        /// What it says.
        message: string,
        /// What it says.
        content: any,
        /// What it says.
        summary: string,
        /// Lines that are taken back; they were paid for all the same.
        retracted_message_uuids: array,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `rate_limit_event` (section 4.7).
    RateLimitEvent["type"] {
        /// [`info`](Self::info) reads it.
        rate_limit_info: object,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `rate_limit_info` of a [`RateLimitEvent`].
    RateLimitInfo[] {
        /// `allowed`, `allowed_warning` or `rejected`.
        status: string,
        /// Seconds since 1970.
        resets_at = "resetsAt": number,
        /// Which limit.
        rate_limit_type = "rateLimitType": string,
        /// How far it is used.
        utilization: number,
        /// The same for use beyond the limit.
        overage_status = "overageStatus": string,
        /// Seconds since 1970.
        overage_resets_at = "overageResetsAt": number,
        /// Why there is no use beyond the limit.
        overage_disabled_reason = "overageDisabledReason": string,
        /// Whether it is beyond the limit.
        is_using_overage = "isUsingOverage": bool,
    }

    /// `tool_progress`.
    ToolProgress["type"] {
        /// The call it belongs to.
        tool_use_id: string,
        /// The tool.
        tool_name: string,
        /// The call in whose sub-agent this happened; null or missing on the top level.
        parent_tool_use_id: string,
        /// How long it runs.
        elapsed_time_seconds: number,
        /// The task.
        task_id: string,
        /// A sign of life.
        heartbeat: bool,
        /// The kind of sub-agent.
        subagent_type: string,
        /// A sub-agent tries again.
        subagent_retry: any,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `tool_use_summary`.
    ToolUseSummary["type"] {
        /// In words.
        summary: string,
        /// The calls that it sums up.
        preceding_tool_use_ids: array,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `auth_status`.
    AuthStatus["type"] {
        /// Whether it goes on.
        is_authenticating = "isAuthenticating": bool,
        /// What the login printed.
        output: array,
        /// What went wrong.
        error: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `prompt_suggestion`.
    PromptSuggestion["type"] {
        /// What might be asked next.
        suggestion: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `conversation_reset`: all totals begin anew.
    ConversationReset["type"] {
        /// What comes belongs to it.
        new_conversation_id: string,
        /// Why.
        trigger: string,
        /// ISO 8601; the host's clock, not for ordering.
        timestamp: string,
        /// The prompt that this answers.
        user_message_uuid: string,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `active_goal`.
    ActiveGoal["type"] {
        /// The goal, or null.
        value: object,
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }

    /// `keep_alive`: says nothing.
    KeepAlive["type"] {
        /// Sometimes.
        startup_mark: any,
    }

    /// `control_request`: the program asks its host, or the host the program.
    ControlRequest["type"] {
        /// Joins it to its response.
        request_id: string,
        /// What is asked, by `subtype`.
        request: object,
    }

    /// `control_response`.
    ControlResponse["type"] {
        /// `subtype`, `request_id`, and `response` or `error`.
        response: object,
    }

    /// `control_cancel_request`.
    ControlCancelRequest["type"] {
        /// The request that is taken back.
        request_id: string,
    }

    /// `transcript_mirror`: lines of the session file, for a store that is attached.
    TranscriptMirror["type"] {
        /// The file.
        file_path = "filePath": string,
        /// Its lines.
        entries: array,
    }

    /// `streamlined_text` and `streamlined_tool_use_summary`; nothing more is known of them.
    Streamlined["type"] {
        /// The session.
        session_id: string,
        /// Of this line.
        uuid: string,
    }
}
