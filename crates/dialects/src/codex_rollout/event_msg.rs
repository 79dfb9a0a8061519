//! The payload of an `event_msg` line: what the program's users were shown (section 4).

use super::views::{
    AgentMessage, AgentReasoning, Failure, Housekeeping, ItemCompleted, TaskComplete, TaskStarted,
    TokenCount, TurnAborted, UserMessage,
};
use crate::event::events;

events! {
    /// The payload of an `event_msg` line.
    enum Event;

    /// What was used so far.
    TokenCount(TokenCount) = "token_count",
    /// Reasoning; the response item has it, too.
    AgentReasoning(AgentReasoning) = "agent_reasoning",
    /// The same, unabridged.
    AgentReasoningRaw(AgentReasoning) = "agent_reasoning_raw_content",
    /// Text of the agent; the response item has it, too.
    AgentMessage(AgentMessage) = "agent_message",
    /// The prompt, without what the program adds to it.
    UserMessage(UserMessage) = "user_message",
    /// Anything that is done, in newer builds.
    ItemCompleted(ItemCompleted) = "item_completed",
    /// A turn begins.
    TaskStarted(TaskStarted) = "task_started",
    /// The same by its other name.
    TurnStarted(TaskStarted) = "turn_started",
    /// A turn is done.
    TaskComplete(TaskComplete) = "task_complete",
    /// The same by its other name.
    TurnComplete(TaskComplete) = "turn_complete",
    /// A turn was stopped.
    TurnAborted(TurnAborted) = "turn_aborted",
    /// Something went wrong.
    Error(Failure) = "error",
    /// The connection did, and is taken up again.
    StreamError(Failure) = "stream_error",
    /// Something is odd.
    Warning(Failure) = "warning",
    /// The context was made shorter.
    ContextCompacted(Housekeeping) = "context_compacted",
    /// Turns were taken back.
    ThreadRolledBack(Housekeeping) = "thread_rolled_back",
    /// A review begins.
    EnteredReviewMode(Housekeeping) = "entered_review_mode",
    /// It is over.
    ExitedReviewMode(Housekeeping) = "exited_review_mode",
    /// Settings.
    ThreadSettingsApplied(Housekeeping) = "thread_settings_applied",
    /// The session's name.
    ThreadNameUpdated(Housekeeping) = "thread_name_updated",
    /// A command is over; the response item has its output.
    ExecCommandEnd(Housekeeping) = "exec_command_end",
    /// A patch was applied; the response item has what came of it.
    PatchApplyEnd(Housekeeping) = "patch_apply_end",
    /// A call to a server is over; the response item has what came of it.
    McpToolCallEnd(Housekeeping) = "mcp_tool_call_end",
    /// A search is over.
    WebSearchEnd(Housekeeping) = "web_search_end",
    /// A picture was looked at.
    ViewImageToolCall(Housekeeping) = "view_image_tool_call",
}
