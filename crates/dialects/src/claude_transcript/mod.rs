//! Claude Code's session files. Every rule here is from `docs/formats/claude-transcript.md`; sections are named at each.
//!
//! No entry ends a session. One message comes as several entries with the same id, and its output tokens are a lower bound.
//! A sub-agent's entries have `isSidechain`; [`Event::is_sidechain`] tells.

mod items;
mod views;

pub use crate::message::{Message, Usage};
pub use views::*;

use crate::KEYS;
use crate::ask::is_true;
use crate::block::Content;
use crate::dialect::Dialect;
use crate::event::events;
use crate::rule::{Counting, Part, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::Pick;

/// What was cached stands beside the input; reasoning is in the output.
pub const COUNTING: Counting = Counting { cached: Part::Outside, reasoning: Part::Inside };

/// Reports know these lines themselves.
pub const RUNS: Option<RunRule> = None;

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

events! {
    /// One entry of a session file (section 4).
    enum Event;

    /// A tool, a hook or a sub-agent goes on.
    Progress(Progress) = "progress",
    /// A block of a message.
    Assistant(Assistant) = "assistant",
    /// A prompt or tool results.
    User(User) = "user",
    /// What the program adds.
    Attachment(Attachment) = "attachment",
    /// News.
    System(System) = "system",
    /// Files as they were.
    FileHistorySnapshot(FileHistorySnapshot) = "file-history-snapshot",
    /// Input that waits.
    QueueOperation(QueueOperation) = "queue-operation",
    /// What a conversation was about.
    Summary(Summary) = "summary",
    /// A pull request.
    PrLink(PrLink) = "pr-link",
    /// The session's name, by its user.
    CustomTitle(CustomTitle) = "custom-title",
    /// The session's name, by a model.
    AiTitle(AiTitle) = "ai-title",
    /// The agent's name.
    AgentName(AgentName) = "agent-name",
    /// The agent.
    AgentSetting(AgentSetting) = "agent-setting",
    /// What was asked last.
    LastPrompt(LastPrompt) = "last-prompt",
    /// What may be done without asking.
    PermissionMode(PermissionMode) = "permission-mode",
    /// How it works.
    Mode(Mode) = "mode",
    /// The session elsewhere.
    BridgeSession(BridgeSession) = "bridge-session",
    /// The work tree.
    WorktreeState(WorktreeState) = "worktree-state",
    /// A tag.
    Tag(Tag) = "tag",
    /// A sub-agent's own data.
    AgentMetadata(AgentMetadata) = "agent_metadata",
}

impl Event<'_, '_> {
    /// Whether the entry is a sub-agent's or a side question's; false where it does not say.
    pub fn is_sidechain(&self) -> bool {
        const SIDE: Pick<1> = KEYS.pick(["isSidechain"]);
        let [side] = self.object().pick(&SIDE);
        is_true(side)
    }
}

impl<'a, 't> User<'a, 't> {
    /// The message's content: a string, or blocks, among them perhaps bare strings.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.message().ok().and_then(|message| message.get("content")))
    }
}

impl<'a, 't> Assistant<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message::of)
    }

    /// Whether no model wrote it (section 5.8): it stands for an error, or its model is `<synthetic>`.
    pub fn is_synthetic(&self) -> bool {
        let model = self.details().and_then(|message| message.model().ok());
        self.is_api_error_message().or(false) || model.is_some_and(|model| model == "<synthetic>")
    }
}

impl<'a, 't> System<'a, 't> {
    /// What it says, in any of its forms.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}

impl<'a, 't> QueueOperation<'a, 't> {
    /// What waits, in any of its forms.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}

impl<'a, 't> Progress<'a, 't> {
    /// What goes on.
    pub fn details(&self) -> Option<ProgressData<'a, 't>> {
        self.data().ok().map(ProgressData)
    }
}

impl<'a, 't> ProgressData<'a, 't> {
    /// The entry that an `agent_progress` quotes.
    pub fn quoted(&self) -> Option<Quoted<'a, 't>> {
        self.message().ok().map(Quoted)
    }
}

impl<'a, 't> Quoted<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message::of)
    }
}

/// What one line tells of its dialect (section 8, and `docs/formats/README.md` for the order of all dialects).
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    const ENTRY: u32 = Member::set([Member::ParentUuid, Member::IsSidechain, Member::SessionIdCamel]);
    if marks.has_any(ENTRY) {
        return if marks.name().is_none() { untyped(marks) } else { TRANSCRIPT };
    }
    if marks.kind() != LineKind::Other {
        return Hint::Open;
    }
    let own = marks.is("file-history-snapshot")
        || marks.is("queue-operation")
        || marks.is("summary") && marks.object().get("leafUuid").is_some();
    if own { TRANSCRIPT } else { Hint::Open }
}

/// A line of the history of prompts has a session, too, and is no entry (section 2); nor is the header of a Gemini CLI's recording.
fn untyped(marks: &Marks<'_, '_>) -> Hint {
    if marks.has(Member::ParentUuid) {
        return TRANSCRIPT;
    }
    let [display, project, hash] = marks.object().pick(&["display", "project", "projectHash"]);
    if display.is_some() && project.is_some() {
        Hint::Foreign
    } else if hash.is_some() {
        Hint::Open
    } else {
        TRANSCRIPT
    }
}

const TRANSCRIPT: Hint = Hint::Is(Dialect::ClaudeTranscript);
