//! The views of Qwen Code's session files: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// A record (section 5).
    Record["type"] {
        /// Of `system`: of what kind. Of `user`: who else wrote it.
        subtype: string,
        /// Of this record.
        uuid: string,
        /// The record before; null on the first.
        parent_uuid = "parentUuid": string,
        /// The session.
        session_id = "sessionId": string,
        /// RFC 3339.
        timestamp: string,
        /// Working directory.
        cwd: string,
        /// The program's version.
        version: string,
        /// The branch.
        git_branch = "gitBranch": string,
        /// The prompt.
        prompt_id = "promptId": string,
        /// Who made it. Newer builds.
        provenance: string,
        /// `role` and `parts`.
        message: object,
        /// Of `assistant`: what it used.
        usage_metadata = "usageMetadata": object,
        /// Of `assistant`: the model.
        model: string,
        /// How much the model can read.
        context_window_size = "contextWindowSize": number,
        /// Of `tool_result`: what is shown of it.
        tool_call_result = "toolCallResult": object,
        /// Of `system`, and of some of `user`.
        system_payload = "systemPayload": object,
        /// The sub-agent that speaks.
        agent_id = "agentId": string,
        /// Its name.
        agent_name = "agentName": string,
        /// How it is shown.
        agent_color = "agentColor": string,
        /// True on what a sub-agent says.
        is_sidechain = "isSidechain": bool,
        /// `sessionId` and `messageUuid` of what this was copied from.
        forked_from = "forkedFrom": object,
    }

    /// An element of `parts`.
    MessagePart[] {
        /// What is said or thought.
        text: string,
        /// It is thought.
        thought: bool,
        /// A call.
        function_call = "functionCall": object,
        /// What came of one.
        function_response = "functionResponse": object,
    }

    /// `functionCall`.
    FunctionCall[] {
        /// Joins it to its response.
        id: string,
        /// The tool.
        name: string,
        /// What it was called with.
        args: object,
    }

    /// `functionResponse`.
    FunctionResponse[] {
        /// The call.
        id: string,
        /// The tool.
        name: string,
        /// `output` or `error`.
        response: object,
    }

    /// `usageMetadata`.
    UsageMetadata[] {
        /// Read, with what was cached.
        prompt_token_count = "promptTokenCount": number,
        /// Produced, with thoughts.
        candidates_token_count = "candidatesTokenCount": number,
        /// The part of it that is thought.
        thoughts_token_count = "thoughtsTokenCount": number,
        /// The part of the prompt that was read from the cache.
        cached_content_token_count = "cachedContentTokenCount": number,
        /// Of both.
        total_token_count = "totalTokenCount": number,
    }

    /// `systemPayload.uiEvent` of `ui_telemetry`.
    UiEvent[] {
        /// `qwen-code.api_response`, `qwen-code.tool_call` ...
        name = "event.name": string,
        /// RFC 3339.
        timestamp = "event.timestamp": string,
        /// The answer of the model.
        response_id: string,
        /// The model.
        model: string,
        /// Of the answer.
        status_code: any,
        /// Milliseconds.
        duration_ms: number,
        /// Read, with what was cached.
        input_token_count: number,
        /// Produced, with thoughts.
        output_token_count: number,
        /// The part of the input that was read from the cache.
        cached_content_token_count: number,
        /// The part of the output that is thought.
        thoughts_token_count: number,
        /// Of tools.
        tool_token_count: number,
        /// Of both.
        total_token_count: number,
        /// The prompt.
        prompt_id: string,
        /// How the program is known to the provider.
        auth_type: string,
    }
}
