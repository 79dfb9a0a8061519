//! The payload of a `response_item` line: what the model was sent and answered (section 3).

use super::views::{
    CallOutput, CustomToolCall, FunctionCall, Housekeeping, LocalShellCall, Message, ProviderCall, Reasoning,
    SearchOutput,
};
use crate::event::events;

events! {
    /// The payload of a `response_item` line.
    enum Event;

    /// The model calls a tool.
    FunctionCall(FunctionCall) = "function_call",
    /// What came of it.
    FunctionCallOutput(CallOutput) = "function_call_output",
    /// A message of anyone.
    Message(Message) = "message",
    /// Reasoning, most often sealed.
    Reasoning(Reasoning) = "reasoning",
    /// A call whose input is free text.
    CustomToolCall(CustomToolCall) = "custom_tool_call",
    /// What came of it.
    CustomToolCallOutput(CallOutput) = "custom_tool_call_output",
    /// A command, in the form of older builds.
    LocalShellCall(LocalShellCall) = "local_shell_call",
    /// A search that the provider runs.
    WebSearchCall(ProviderCall) = "web_search_call",
    /// A picture that the provider makes.
    ImageGenerationCall(ProviderCall) = "image_generation_call",
    /// The model looks for a tool.
    ToolSearchCall(FunctionCall) = "tool_search_call",
    /// The tools that it found.
    ToolSearchOutput(SearchOutput) = "tool_search_output",
    /// Housekeeping.
    GhostSnapshot(Housekeeping) = "ghost_snapshot",
    /// Housekeeping.
    Compaction(Housekeeping) = "compaction",
    /// Housekeeping.
    ContextCompaction(Housekeeping) = "context_compaction",
    /// Housekeeping.
    ConfigurationUpdate(Housekeeping) = "configuration_update",
    /// Housekeeping.
    CompactionTrigger(Housekeeping) = "compaction_trigger",
}
