//! The views of Claude Code's session files. Sections are those of `docs/formats/claude-transcript.md`.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `user`: a prompt, tool results, or what the program writes in the user's place.
    User["type"] {
        /// `role` and `content`.
        message: object,
        /// The tool's own output, once more: an object, an array, a string.
        tool_use_result = "toolUseResult": any,
        /// The entry with the call.
        source_tool_assistant_uuid = "sourceToolAssistantUUID": string,
        /// The call.
        source_tool_use_id = "sourceToolUseID": string,
        /// The program wrote it.
        is_meta = "isMeta": bool,
        /// The text is a summary of what was cut off.
        is_compact_summary = "isCompactSummary": bool,
        /// The model does not see it.
        is_visible_in_transcript_only = "isVisibleInTranscriptOnly": bool,
        /// What may be done without asking.
        permission_mode = "permissionMode": string,
        /// How hard to think.
        thinking_metadata = "thinkingMetadata": object,
        /// The list of what is to be done.
        todos: array,
        /// Images.
        image_paste_ids = "imagePasteIds": array,
        /// A plan.
        plan_content = "planContent": string,
        /// The prompt.
        prompt_id = "promptId": string,
        /// Where it came from: an object with `kind`.
        origin: object,
        /// Of a tool's server.
        mcp_meta = "mcpMeta": object,
        /// Who refused the call, or what stopped it. Seen, though in no schema.
        tool_denial_kind = "toolDenialKind": string,
        /// Of this entry.
        uuid: string,
        /// The entry before; null on the first.
        parent_uuid = "parentUuid": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
        /// ISO 8601, UTC.
        timestamp: string,
        /// The program's version.
        version: string,
        /// Working directory.
        cwd: string,
        /// A sub-agent or a side question.
        is_sidechain = "isSidechain": bool,
        /// `external`.
        user_type = "userType": string,
        /// Perhaps empty.
        git_branch = "gitBranch": string,
        /// The sub-agent; in files of sub-agents.
        agent_id = "agentId": string,
        /// A name for the session.
        slug: string,
        /// How it was started.
        entrypoint: string,
        /// What kind of session.
        session_kind = "sessionKind": string,
        /// The team.
        team_name = "teamName": string,
        /// The entry before, of a side question.
        sidechain_parent_uuid = "sidechainParentUuid": string,
    }

    /// `assistant`: one block of a message, or the message as far as it had come; further entries share its id.
    Assistant["type"] {
        /// The message; [`details`](Self::details) reads it.
        message: object,
        /// The request that it answers.
        request_id = "requestId": string,
        /// The entry stands for an error.
        is_api_error_message = "isApiErrorMessage": bool,
        /// Which one: a string or an object.
        error: any,
        /// More of it.
        error_details = "errorDetails": any,
        /// Status of the failed request, as number or string.
        api_error_status = "apiErrorStatus": any,
        /// The model that gave advice.
        advisor_model = "advisorModel": string,
        /// Whose doing it is.
        attribution_agent = "attributionAgent": string,
        /// Whose doing it is.
        attribution_plugin = "attributionPlugin": string,
        /// Whose doing it is.
        attribution_skill = "attributionSkill": string,
        /// Dollars; early builds only.
        cost_usd = "costUSD": number,
        /// Milliseconds; early builds only.
        duration_ms = "durationMs": number,
        /// The program wrote it.
        is_meta = "isMeta": bool,
        /// Of this entry.
        uuid: string,
        /// The entry before; null on the first.
        parent_uuid = "parentUuid": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
        /// ISO 8601, UTC.
        timestamp: string,
        /// The program's version.
        version: string,
        /// Working directory.
        cwd: string,
        /// A sub-agent or a side question.
        is_sidechain = "isSidechain": bool,
        /// `external`.
        user_type = "userType": string,
        /// Perhaps empty.
        git_branch = "gitBranch": string,
        /// The sub-agent; in files of sub-agents.
        agent_id = "agentId": string,
        /// A name for the session.
        slug: string,
        /// How it was started.
        entrypoint: string,
        /// What kind of session.
        session_kind = "sessionKind": string,
        /// The team.
        team_name = "teamName": string,
        /// The entry before, of a side question.
        sidechain_parent_uuid = "sidechainParentUuid": string,
    }

    /// `system`: news by `subtype`; old entries have none.
    System["type"] {
        /// `local_command`, `turn_duration`, `api_error`, `stop_hook_summary`, `compact_boundary` ...
        subtype: string,
        /// What it says, mostly a string.
        raw_content = "content": any,
        /// How important it is.
        level: string,
        /// The program wrote it.
        is_meta = "isMeta": bool,
        /// How long the turn took.
        duration_ms = "durationMs": number,
        /// `trigger` and `preTokens`.
        compact_metadata = "compactMetadata": object,
        /// The entry before, across a cut; not to be followed.
        logical_parent_uuid = "logicalParentUuid": string,
        /// Hooks that ran.
        hook_count = "hookCount": number,
        /// What they are.
        hook_infos = "hookInfos": array,
        /// What went wrong in them.
        hook_errors = "hookErrors": array,
        /// What they added.
        hook_additional_context = "hookAdditionalContext": any,
        /// A hook stopped the turn.
        prevented_continuation = "preventedContinuation": bool,
        /// Why.
        stop_reason = "stopReason": string,
        /// Whether hooks printed.
        has_output = "hasOutput": bool,
        /// What went wrong, as object or string.
        error: any,
        /// Why.
        cause: any,
        /// How long it waits; may be a fraction.
        retry_in_ms = "retryInMs": number,
        /// From 1.
        retry_attempt = "retryAttempt": number,
        /// How often at most.
        max_retries = "maxRetries": number,
        /// The call it belongs to.
        tool_use_id = "toolUseID": string,
        /// Messages so far.
        message_count = "messageCount": number,
        /// Where it is seen.
        url: string,
        /// Of this entry.
        uuid: string,
        /// The entry before; null on the first.
        parent_uuid = "parentUuid": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
        /// ISO 8601, UTC.
        timestamp: string,
        /// The program's version.
        version: string,
        /// Working directory.
        cwd: string,
        /// A sub-agent or a side question.
        is_sidechain = "isSidechain": bool,
        /// `external`.
        user_type = "userType": string,
        /// Perhaps empty.
        git_branch = "gitBranch": string,
        /// The sub-agent; in files of sub-agents.
        agent_id = "agentId": string,
        /// A name for the session.
        slug: string,
        /// How it was started.
        entrypoint: string,
        /// What kind of session.
        session_kind = "sessionKind": string,
        /// The team.
        team_name = "teamName": string,
        /// The entry before, of a side question.
        sidechain_parent_uuid = "sidechainParentUuid": string,
    }

    /// `progress`: a tool, a hook or a sub-agent goes on.
    Progress["type"] {
        /// What goes on, by `type`; [`details`](Self::details) reads it.
        data: object,
        /// What goes on.
        tool_use_id = "toolUseID": string,
        /// The call it belongs to.
        parent_tool_use_id = "parentToolUseID": string,
        /// Of this entry.
        uuid: string,
        /// The entry before; null on the first.
        parent_uuid = "parentUuid": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
        /// ISO 8601, UTC.
        timestamp: string,
        /// The program's version.
        version: string,
        /// Working directory.
        cwd: string,
        /// A sub-agent or a side question.
        is_sidechain = "isSidechain": bool,
        /// `external`.
        user_type = "userType": string,
        /// Perhaps empty.
        git_branch = "gitBranch": string,
        /// The sub-agent; in files of sub-agents.
        agent_id = "agentId": string,
        /// A name for the session.
        slug: string,
        /// How it was started.
        entrypoint: string,
        /// What kind of session.
        session_kind = "sessionKind": string,
        /// The team.
        team_name = "teamName": string,
        /// The entry before, of a side question.
        sidechain_parent_uuid = "sidechainParentUuid": string,
    }

    /// `data` of a [`Progress`] entry.
    ProgressData["type"] {
        /// Of `agent_progress`: an entry with a whole message; read it with [`quoted`](Self::quoted).
        message: object,
        /// Of `agent_progress`: what the sub-agent was asked for.
        prompt: string,
        /// Of `agent_progress`: the sub-agent.
        agent_id = "agentId": string,
        /// Of `bash_progress`: the newest output.
        output: string,
        /// Of `bash_progress`: all output.
        full_output = "fullOutput": string,
        /// Of `bash_progress`.
        elapsed_time_seconds = "elapsedTimeSeconds": number,
        /// Of `bash_progress`.
        total_lines = "totalLines": number,
        /// Of `hook_progress`.
        hook_event = "hookEvent": string,
        /// Of `hook_progress`.
        hook_name = "hookName": string,
        /// Of `hook_progress`.
        command: string,
    }

    /// The entry that an `agent_progress` quotes: a message of a sub-agent, which mostly stands in the sub-agent's own file as well.
    Quoted["type"] {
        /// The message.
        message: object,
        /// The request that it answers.
        request_id = "requestId": string,
        /// ISO 8601, UTC.
        timestamp: string,
        /// Of this entry.
        uuid: string,
    }

    /// `attachment`: what the program adds to the conversation.
    Attachment["type"] {
        /// By `type`, of which there are many.
        attachment: object,
        /// Of this entry.
        uuid: string,
        /// The entry before; null on the first.
        parent_uuid = "parentUuid": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
        /// ISO 8601, UTC.
        timestamp: string,
        /// The program's version.
        version: string,
        /// Working directory.
        cwd: string,
        /// A sub-agent or a side question.
        is_sidechain = "isSidechain": bool,
        /// `external`.
        user_type = "userType": string,
        /// Perhaps empty.
        git_branch = "gitBranch": string,
        /// The sub-agent; in files of sub-agents.
        agent_id = "agentId": string,
        /// A name for the session.
        slug: string,
        /// How it was started.
        entrypoint: string,
        /// What kind of session.
        session_kind = "sessionKind": string,
        /// The team.
        team_name = "teamName": string,
        /// The entry before, of a side question.
        sidechain_parent_uuid = "sidechainParentUuid": string,
    }

    /// `summary`: what a conversation was about. No time, no session.
    Summary["type"] {
        /// In words.
        summary: string,
        /// Its last entry, perhaps in another file.
        leaf_uuid = "leafUuid": string,
    }

    /// `file-history-snapshot`: files as they were.
    FileHistorySnapshot["type"] {
        /// The entry.
        message_id = "messageId": string,
        /// `trackedFileBackups` by path, and `timestamp`.
        snapshot: object,
        /// Whether it replaces one.
        is_snapshot_update = "isSnapshotUpdate": bool,
    }

    /// `queue-operation`: input that waits.
    QueueOperation["type"] {
        /// `enqueue`, `dequeue`, `remove` or `popAll`.
        operation: string,
        /// What waits: a string or an array.
        raw_content = "content": any,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
        /// ISO 8601, UTC.
        timestamp: string,
    }

    /// `pr-link`.
    PrLink["type"] {
        /// Its number.
        pr_number = "prNumber": number,
        /// Its address.
        pr_url = "prUrl": string,
        /// Where it is.
        pr_repository = "prRepository": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
        /// ISO 8601, UTC.
        timestamp: string,
    }

    /// `custom-title`.
    CustomTitle["type"] {
        /// The session's name, by its user.
        custom_title = "customTitle": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `ai-title`.
    AiTitle["type"] {
        /// The session's name, by a model.
        ai_title = "aiTitle": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `agent-name`.
    AgentName["type"] {
        /// The agent's name.
        agent_name = "agentName": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `agent-setting`.
    AgentSetting["type"] {
        /// The agent.
        agent_setting = "agentSetting": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `last-prompt`.
    LastPrompt["type"] {
        /// What was asked last.
        last_prompt = "lastPrompt": string,
        /// The last entry.
        leaf_uuid = "leafUuid": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `permission-mode`.
    PermissionMode["type"] {
        /// What may be done without asking.
        permission_mode = "permissionMode": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `mode`.
    Mode["type"] {
        /// How it works.
        mode: string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `bridge-session`.
    BridgeSession["type"] {
        /// The session elsewhere.
        bridge_session_id = "bridgeSessionId": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `worktree-state`.
    WorktreeState["type"] {
        /// The work tree.
        worktree_session = "worktreeSession": any,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `tag`.
    Tag["type"] {
        /// The tag.
        tag: string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }

    /// `agent_metadata`: what stands in a file of its own beside a sub-agent's.
    AgentMetadata["type"] {
        /// The sub-agent; in files of sub-agents.
        agent_id = "agentId": string,
        /// The call that started it.
        tool_use_id = "toolUseId": string,
        /// Who started it.
        parent_agent_id = "parentAgentId": string,
        /// The session that the entry was written in; history copied from elsewhere keeps the older one.
        session_id = "sessionId": string,
    }
}
