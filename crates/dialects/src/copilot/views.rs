//! The views of Copilot's lines: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// Any line (section 1).
    Line["type"] {
        /// By the type of the line: read it with the view of it.
        data: object,
        /// Of the line.
        id: string,
        /// When it happened.
        timestamp: string,
        /// The line before; null for the first.
        parent_id = "parentId": any,
        /// The sub-agent that it is of.
        agent_id = "agentId": string,
        /// It is not written to disk.
        ephemeral: bool,
    }

    /// `data` of `session.start` (section 2).
    SessionStart[] {
        /// The session.
        session_id = "sessionId": string,
        /// Of the form.
        version: number,
        /// Who writes it.
        producer: string,
        /// Of the program.
        copilot_version = "copilotVersion": string,
        /// When it began.
        start_time = "startTime": string,
        /// The model it begins with.
        selected_model = "selectedModel": string,
        /// [`Context`]
        context: object,
    }

    /// `context` of [`SessionStart`].
    Context[] {
        /// Working directory.
        cwd: string,
        /// Of the repository.
        git_root = "gitRoot": string,
        /// Its name.
        repository: string,
        /// Its branch.
        branch: string,
    }

    /// `data` of `session.error` (section 2).
    SessionError[] {
        /// A name for it.
        error_type = "errorType": string,
        /// In words.
        message: string,
        /// Of the provider's answer.
        status_code = "statusCode": number,
    }

    /// `data` of `session.shutdown` (section 2).
    Shutdown[] {
        /// `routine`, `error`.
        shutdown_type = "shutdownType": string,
        /// What went wrong.
        error_reason = "errorReason": string,
        /// Milliseconds since 1970.
        session_start_time = "sessionStartTime": number,
        /// Milliseconds that models took.
        total_api_duration_ms = "totalApiDurationMs": number,
        /// What is paid for.
        total_premium_requests = "totalPremiumRequests": number,
        /// The last one.
        current_model = "currentModel": string,
        /// By model: `usage`, a [`TokenUsage`], and `requests`.
        model_metrics = "modelMetrics": object,
        /// Sums over all models. Newer builds.
        token_details = "tokenDetails": object,
        /// Lines and files.
        code_changes = "codeChanges": object,
    }

    /// Counters of tokens: `usage` of `modelMetrics`, and `data` of `assistant.usage`.
    TokenUsage[] {
        /// The model, of a call.
        model: string,
        /// Read.
        input_tokens = "inputTokens": number,
        /// Produced.
        output_tokens = "outputTokens": number,
        /// Read from the cache.
        cache_read_tokens = "cacheReadTokens": number,
        /// Written to it.
        cache_write_tokens = "cacheWriteTokens": number,
        /// Reasoning.
        reasoning_tokens = "reasoningTokens": number,
        /// No dollars.
        cost: number,
    }

    /// `data` of `user.message` (section 2).
    UserMessage[] {
        /// What was typed.
        content: string,
        /// What the model was sent.
        transformed_content = "transformedContent": string,
        /// Files.
        attachments: array,
    }

    /// `data` of `assistant.message` (section 2).
    AssistantMessage[] {
        /// The message.
        message_id = "messageId": string,
        /// The text; empty beside calls.
        content: string,
        /// Who wrote it.
        model: string,
        /// Tokens produced for this message.
        output_tokens = "outputTokens": number,
        /// The thought behind it.
        reasoning_text = "reasoningText": string,
        /// [`ToolRequest`]s
        tool_requests = "toolRequests": array,
        /// The call in whose sub-agent it was written.
        parent_tool_call_id = "parentToolCallId": string,
        /// The turn.
        turn_id = "turnId": string,
        /// Which part of the message.
        chunk_index = "chunkIndex": number,
        /// Of how many.
        chunk_count = "chunkCount": number,
    }

    /// An element of `toolRequests`.
    ToolRequest[] {
        /// Of the call.
        tool_call_id = "toolCallId": string,
        /// The tool.
        name: string,
        /// An object, or JSON in a string.
        arguments: any,
    }

    /// `data` of `tool.execution_start` (section 2).
    ToolStart[] {
        /// Of the call.
        tool_call_id = "toolCallId": string,
        /// The tool.
        tool_name = "toolName": string,
        /// An object, or JSON in a string.
        arguments: any,
        /// Whose tool.
        mcp_server_name = "mcpServerName": string,
        /// Its name there.
        mcp_tool_name = "mcpToolName": string,
        /// The call in whose sub-agent it works.
        parent_tool_call_id = "parentToolCallId": string,
    }

    /// `data` of `tool.execution_complete` (section 2).
    ToolComplete[] {
        /// Of the call.
        tool_call_id = "toolCallId": string,
        /// Whether it went well.
        success: bool,
        /// `content`, `detailedContent`.
        result: object,
        /// `message`, `code`.
        error: object,
        /// The call in whose sub-agent it works.
        parent_tool_call_id = "parentToolCallId": string,
    }
}
