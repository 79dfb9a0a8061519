//! Claude Code `--output-format stream-json`. Every rule here is from `docs/formats/claude-code.md`; sections are named at
//! each.
//!
//! What differs from Amp: one message comes as several lines, one a block, with the same id and the same usage; the output
//! counted there is too low. A `result` ends a turn, not the run. Its `usage` is the turn's main agent's, its `modelUsage`
//! and `total_cost_usd` are of everything so far, so that of two results the later one counts.

mod items;
mod views;

pub use crate::message::{Message, Usage};
pub use views::*;

use crate::block::Content;
use crate::denial::Denials;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::Outcome;
use crate::rule::{Counting, Part, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::Field;

/// What was cached stands beside the input; reasoning is in the output.
pub const COUNTING: Counting = Counting { cached: Part::Outside, reasoning: Part::Inside };

/// Reports know these lines themselves.
pub const RUNS: Option<RunRule> = None;

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

events! {
    /// One line of Claude Code's stream (section 4).
    enum Event;

    /// One finished block of a message.
    Assistant(Assistant) = "assistant",
    /// Tool results, replayed input, what the program writes in the user's place.
    User(User) = "user",
    /// A piece of a message that also comes whole.
    StreamEvent(StreamEvent) = "stream_event",
    /// The end of a turn.
    Result(RunResult) = "result",
    /// An estimate of thinking.
    ThinkingTokens(ThinkingTokens) = "system" / "thinking_tokens",
    /// The start of a turn.
    Init(Init) = "system" / "init",
    /// The conversation was made shorter.
    CompactBoundary(CompactBoundary) = "system" / "compact_boundary",
    /// What it does just now.
    Status(Status) = "system" / "status",
    /// A hook began.
    HookStarted(HookStarted) = "system" / "hook_started",
    /// A hook printed.
    HookProgress(HookProgress) = "system" / "hook_progress",
    /// A hook ended.
    HookResponse(HookResponse) = "system" / "hook_response",
    /// A task began.
    TaskStarted(TaskStarted) = "system" / "task_started",
    /// A task goes on.
    TaskProgress(TaskProgress) = "system" / "task_progress",
    /// A task changed.
    TaskUpdated(TaskUpdated) = "system" / "task_updated",
    /// A task ended.
    TaskNotification(TaskNotification) = "system" / "task_notification",
    /// Which tasks run in the background.
    BackgroundTasksChanged(BackgroundTasksChanged) = "system" / "background_tasks_changed",
    /// A request is tried again.
    ApiRetry(ApiRetry) = "system" / "api_retry",
    /// A call was refused.
    PermissionDenied(PermissionDenied) = "system" / "permission_denied",
    /// Idle, running, waiting.
    SessionStateChanged(SessionStateChanged) = "system" / "session_state_changed",
    /// Other news, known by name.
    Notice(Notice) = "system"
        / "informational"
        | "notification"
        | "local_command_output"
        | "memory_recall"
        | "commands_changed"
        | "files_persisted"
        | "elicitation_complete"
        | "plugin_install"
        | "mirror_error"
        | "model_refusal_fallback"
        | "model_refusal_no_fallback"
        | "control_request_progress"
        | "worker_shutting_down"
        | "session_writes_lost",
    /// How far a limit is used.
    RateLimitEvent(RateLimitEvent) = "rate_limit_event",
    /// A tool runs on.
    ToolProgress(ToolProgress) = "tool_progress",
    /// Calls in words.
    ToolUseSummary(ToolUseSummary) = "tool_use_summary",
    /// A login goes on.
    AuthStatus(AuthStatus) = "auth_status",
    /// What might be asked next.
    PromptSuggestion(PromptSuggestion) = "prompt_suggestion",
    /// All totals begin anew.
    ConversationReset(ConversationReset) = "conversation_reset",
    /// What it works towards.
    ActiveGoal(ActiveGoal) = "active_goal",
    /// Says nothing.
    KeepAlive(KeepAlive) = "keep_alive",
    /// A question between program and host.
    ControlRequest(ControlRequest) = "control_request",
    /// Its answer.
    ControlResponse(ControlResponse) = "control_response",
    /// It is taken back.
    ControlCancelRequest(ControlCancelRequest) = "control_cancel_request",
    /// Lines of the session file.
    TranscriptMirror(TranscriptMirror) = "transcript_mirror",
    /// Short text.
    StreamlinedText(Streamlined) = "streamlined_text",
    /// Calls in short text.
    StreamlinedToolUseSummary(Streamlined) = "streamlined_tool_use_summary",
}

impl<'a, 't> Assistant<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message::of)
    }

    /// Whether the line stands for an error and no model wrote it.
    pub fn is_error(&self) -> bool {
        self.error().ok().is_some() || self.is_api_error_message().or(false)
    }
}

impl<'a, 't> User<'a, 't> {
    /// The message's content: a string or blocks.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.message().ok().and_then(|message| message.get("content")))
    }
}

impl<'a, 't> StreamEvent<'a, 't> {
    /// The piece.
    pub fn partial(&self) -> Option<Partial<'a, 't>> {
        self.event().ok().map(Partial)
    }
}

impl<'a, 't> RateLimitEvent<'a, 't> {
    /// The limit.
    pub fn info(&self) -> Option<RateLimitInfo<'a, 't>> {
        self.rate_limit_info().ok().map(RateLimitInfo)
    }
}

impl<'a, 't> RunResult<'a, 't> {
    /// How the turn ended (sections 4.4 and 7). It failed if `is_error` is true, whatever the subtype, and if the subtype
    /// is another than `success`; it went well if at least one of the two says so and neither says otherwise. If neither
    /// says anything it is unknown.
    pub fn outcome(&self) -> Outcome {
        let success = self.subtype().ok().map(|subtype| subtype == "success");
        match (self.is_error(), success) {
            (Field::Is(true), _) | (_, Some(false)) => Outcome::Failed,
            (Field::Is(false), _) | (_, Some(true)) => Outcome::Ok,
            (Field::Missing | Field::Null | Field::Wrong(_), None) => Outcome::Unknown,
        }
    }

    /// What was refused.
    pub fn denials(&self) -> Denials<'a, 't> {
        Denials::of(self.permission_denials().ok())
    }
}

/// What one line tells of its dialect (section 9, and `docs/formats/README.md` for the order of all dialects).
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    const RESULT: u32 = Member::set([Member::TotalCost, Member::ModelUsage]);
    let Some(name) = marks.name() else { return Hint::Open };
    if marks.has(Member::Uuid) && (marks.kind().is_shared() || marks.has(Member::SessionId)) {
        return CLAUDE;
    }
    let is_own = match marks.kind() {
        LineKind::Result => marks.has_any(RESULT),
        LineKind::System => marks.is_system("init") && is_init(marks),
        LineKind::Other => {
            let own = ["stream_event", "rate_limit_event", "control_request", "control_response"];
            own.iter().any(|known| name == *known)
        }
        _ => false,
    };
    if is_own { CLAUDE } else { Hint::Open }
}

/// An init without `uuid`, of an older build: it has tools, and a member that Amp's never has.
fn is_init(marks: &Marks<'_, '_>) -> bool {
    const MARKED: u32 = Member::set([Member::ApiKeySource, Member::Model, Member::PermissionMode]);
    marks.has(Member::Version)
        || marks.has(Member::Tools) && marks.has_any(MARKED)
        || marks.has(Member::ApiKeySource) && marks.object().get("slash_commands").is_some()
}

const CLAUDE: Hint = Hint::Is(Dialect::ClaudeStream);
