//! The views of Pi's lines: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `session` (sections 2 and 3): the first line.
    Session["type"] {
        /// The session.
        id: string,
        /// Of the form; files of before 2026 have none.
        version: number,
        /// When it began.
        timestamp: string,
        /// Where.
        cwd: string,
        /// The file whose history was copied.
        parent_session = "parentSession": string,
        /// The same, in old files.
        branched_from = "branchedFrom": string,
        /// Old files: whose model.
        provider: string,
        /// Old files: the model it begins with.
        model_id = "modelId": string,
        /// Old files: how much the model is to think.
        thinking_level = "thinkingLevel": string,
    }

    /// `agent_start`, `turn_start` (section 2): have no fields.
    Bare["type"] {}

    /// `message_start`, `message_end` (section 2).
    MessageLine["type"] {
        /// [`Message`]
        message: object,
    }

    /// `message_update` (section 2).
    MessageUpdate["type"] {
        /// [`Message`], as it is so far.
        message: object,
        /// [`Piece`]
        assistant_message_event = "assistantMessageEvent": object,
    }

    /// `assistantMessageEvent` of a [`MessageUpdate`].
    Piece["type"] {
        /// The block.
        content_index = "contentIndex": number,
        /// What is new.
        delta: string,
        /// The block's text, once it is whole.
        content: string,
        /// The call, once it is whole.
        tool_call = "toolCall": object,
        /// The message as it is so far, once more.
        partial: object,
    }

    /// `tool_execution_start` (section 2).
    ToolExecutionStart["type"] {
        /// Of the call.
        tool_call_id = "toolCallId": string,
        /// The tool.
        tool_name = "toolName": string,
        /// The arguments.
        args: any,
    }

    /// `tool_execution_update` (section 2).
    ToolExecutionUpdate["type"] {
        /// Of the call.
        tool_call_id = "toolCallId": string,
        /// The tool.
        tool_name = "toolName": string,
        /// The arguments.
        args: any,
        /// What there is so far.
        partial_result = "partialResult": object,
    }

    /// `tool_execution_end` (section 2).
    ToolExecutionEnd["type"] {
        /// Of the call.
        tool_call_id = "toolCallId": string,
        /// The tool.
        tool_name = "toolName": string,
        /// `content`, `details`.
        result: object,
        /// Whether it failed.
        is_error = "isError": bool,
    }

    /// `turn_end` (section 2): a repeat.
    TurnEnd["type"] {
        /// [`Message`] of the assistant.
        message: object,
        /// Messages with the results of its tools.
        tool_results = "toolResults": array,
    }

    /// `agent_end` (section 2): a repeat.
    AgentEnd["type"] {
        /// All messages of this piece of work.
        messages: array,
        /// It is tried again. Newer builds.
        will_retry = "willRetry": bool,
    }

    /// `auto_retry_start` (section 2).
    RetryStart["type"] {
        /// The how-manieth.
        attempt: number,
        /// Of how many.
        max_attempts = "maxAttempts": number,
        /// Milliseconds until then.
        delay_ms = "delayMs": number,
        /// Why.
        error_message = "errorMessage": string,
    }

    /// `auto_retry_end` (section 2).
    RetryEnd["type"] {
        /// Whether it went well.
        success: bool,
        /// The how-manieth.
        attempt: number,
        /// Why not.
        final_error = "finalError": string,
    }

    /// `auto_compaction_start`, `compaction_start` (section 2).
    CompactionStart["type"] {
        /// `threshold`, `overflow`, `manual`.
        reason: string,
    }

    /// `auto_compaction_end`, `compaction_end` (section 2).
    CompactionEnd["type"] {
        /// Newer builds.
        reason: string,
        /// `summary`, `firstKeptEntryId`, `tokensBefore`, `details`.
        result: object,
        /// It was stopped.
        aborted: bool,
        /// What failed before is tried again.
        will_retry = "willRetry": bool,
        /// Why not.
        error_message = "errorMessage": string,
    }

    /// `message` (section 3): a message of a session file.
    Entry["type"] {
        /// Of the line. Files of before 2026 have none.
        id: string,
        /// The line that it follows; null for the first.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// [`Message`]
        message: object,
    }

    /// A message (section 4).
    Message[] {
        /// `user`, `assistant`, `toolResult`, `custom`, `bashExecution`, ...
        role: string,
        /// A string, or blocks.
        content: any,
        /// Milliseconds since 1970.
        timestamp: number,
        /// Of an assistant: how the model is spoken to.
        api: string,
        /// Of an assistant: whose model.
        provider: string,
        /// Of an assistant: the model.
        model: string,
        /// Of an assistant: [`Usage`].
        usage: object,
        /// Of an assistant: `stop`, `toolUse`, `length`, `error`, `aborted`.
        stop_reason = "stopReason": string,
        /// Of an assistant: what went wrong.
        error_message = "errorMessage": string,
        /// Of a result: the call.
        tool_call_id = "toolCallId": string,
        /// Of a result: the tool.
        tool_name = "toolName": string,
        /// Of a result: whether the tool failed.
        is_error = "isError": bool,
        /// Of a result: the tool's own.
        details: any,
    }

    /// `usage` of a [`Message`].
    Usage[] {
        /// Read, without what was cached.
        input: number,
        /// Produced, with reasoning.
        output: number,
        /// Read from the cache.
        cache_read = "cacheRead": number,
        /// Written to it.
        cache_write = "cacheWrite": number,
        /// All four together.
        total_tokens = "totalTokens": number,
        /// [`Cost`]
        cost: object,
    }

    /// `cost` of [`Usage`], in dollars.
    Cost[] {
        /// Of `input`.
        input: number,
        /// Of `output`.
        output: number,
        /// Of `cacheRead`.
        cache_read = "cacheRead": number,
        /// Of `cacheWrite`.
        cache_write = "cacheWrite": number,
        /// Of all.
        total: number,
    }

    /// `model_change` (section 3).
    ModelChange["type"] {
        /// Of the line.
        id: string,
        /// The line that it follows.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// Whose model.
        provider: string,
        /// The model.
        model_id = "modelId": string,
    }

    /// `thinking_level_change` (section 3).
    ThinkingLevelChange["type"] {
        /// Of the line.
        id: string,
        /// The line that it follows.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// `off`, `low`, ...
        thinking_level = "thinkingLevel": string,
    }

    /// `compaction` (section 3).
    Compaction["type"] {
        /// Of the line.
        id: string,
        /// The line that it follows.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// What takes the place of history.
        summary: string,
        /// The first line that is kept.
        first_kept_entry_id = "firstKeptEntryId": string,
        /// How full it was.
        tokens_before = "tokensBefore": number,
        /// Files that were read and written.
        details: any,
    }

    /// `branch_summary` (section 3).
    BranchSummary["type"] {
        /// Of the line.
        id: string,
        /// The line that it follows.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// Where the branch was left.
        from_id = "fromId": string,
        /// What was done there.
        summary: string,
        /// Files that were read and written.
        details: any,
    }

    /// `custom` (section 3).
    Custom["type"] {
        /// Of the line.
        id: string,
        /// The line that it follows.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// Whose it is.
        custom_type = "customType": string,
        /// The extension's own.
        data: any,
    }

    /// `custom_message` (section 3).
    CustomMessage["type"] {
        /// Of the line.
        id: string,
        /// The line that it follows.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// Whose it is.
        custom_type = "customType": string,
        /// A string, or blocks.
        content: any,
        /// Whether people see it.
        display: bool,
        /// The extension's own.
        details: any,
    }

    /// `label` (section 3).
    Label["type"] {
        /// Of the line.
        id: string,
        /// The line that it follows.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// The line that is marked.
        target_id = "targetId": string,
        /// The mark.
        label: string,
    }

    /// `session_info` (section 3).
    SessionInfo["type"] {
        /// Of the line.
        id: string,
        /// The line that it follows.
        parent_id = "parentId": any,
        /// When it was written.
        timestamp: string,
        /// The session's name.
        name: string,
    }
}
