//! Which program printed a line, by the rules of `docs/formats/README.md`.

use super::line::{Line, seen};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    ClaudeTranscript,
    Afk,
    ClaudeStream,
    Amp,
    AmpInput,
}

impl Dialect {
    pub(super) fn name(self) -> &'static str {
        match self {
            Dialect::ClaudeTranscript => "claude-transcript",
            Dialect::Afk => "afk",
            Dialect::ClaudeStream => "claude-stream",
            Dialect::Amp => "amp",
            Dialect::AmpInput => "amp-input",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    Is(Dialect),
    Perhaps(Dialect),
    /// Of a program that the fold does not know.
    Foreign,
    /// Several programs print such lines.
    Open,
}

/// The types that the fold reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    System,
    Assistant,
    User,
    Result,
    ConversationReset,
    Progress,
    Chunk,
    Message,
    Done,
    Error,
    TurnCompleted,
    TurnFailed,
    StepFinish,
    Other,
}

impl Kind {
    pub(super) fn of(line: &Line<'_>) -> Kind {
        match line.kind.bytes() {
            b"system" => Kind::System,
            b"assistant" => Kind::Assistant,
            b"user" => Kind::User,
            b"result" => Kind::Result,
            b"conversation_reset" => Kind::ConversationReset,
            b"progress" => Kind::Progress,
            b"chunk" => Kind::Chunk,
            b"message" => Kind::Message,
            b"done" => Kind::Done,
            b"error" => Kind::Error,
            b"turn.completed" => Kind::TurnCompleted,
            b"turn.failed" => Kind::TurnFailed,
            b"step_finish" => Kind::StepFinish,
            _ => Kind::Other,
        }
    }

    /// Printed by several programs, each with its own members.
    fn is_shared(self) -> bool {
        matches!(self, Kind::System | Kind::Assistant | Kind::User | Kind::Result)
    }
}

pub(super) fn is_init(line: &Line<'_>, kind: Kind) -> bool {
    kind == Kind::System && line.subtype.get() == Some("init")
}

/// A place or a time at the top level.
const PLACE_OR_TIME: u32 = seen::SessionId
    | seen::Uuid
    | seen::Timestamp
    | seen::TimestampMs
    | seen::SessionIdCamel
    | seen::SessionIdCapital
    | seen::ThreadId
    | seen::ParentUuid
    | seen::IsSidechain
    | seen::Subagent;

pub(super) fn sniff(line: &Line<'_>, kind: Kind) -> Hint {
    if let Some(hint) = transcript(line, kind) {
        return hint;
    }
    if foreign(line, kind) {
        return Hint::Foreign;
    }
    if let Some(hint) = afk(line, kind) {
        return hint;
    }
    if claude_stream(line, kind) {
        return Hint::Is(Dialect::ClaudeStream);
    }
    if amp(line, kind) {
        return Hint::Is(Dialect::Amp);
    }
    if cursor(line, kind) {
        return Hint::Foreign;
    }
    amp_input(line, kind)
}

fn transcript(line: &Line<'_>, kind: Kind) -> Option<Hint> {
    if line.has_any(seen::ParentUuid | seen::IsSidechain | seen::SessionIdCamel) {
        let is_history = line.kind.get().is_none()
            && line.has(seen::Display)
            && line.has(seen::Project)
            && !line.has(seen::ParentUuid);
        return Some(if is_history { Hint::Foreign } else { Hint::Is(Dialect::ClaudeTranscript) });
    }
    let is_own = !kind.is_shared()
        && match line.kind.get()? {
            "file-history-snapshot" | "queue-operation" => true,
            "summary" => line.has(seen::Leaf),
            _ => false,
        };
    is_own.then_some(Hint::Is(Dialect::ClaudeTranscript))
}

/// Codex, OpenCode, Gemini.
fn foreign(line: &Line<'_>, kind: Kind) -> bool {
    if line.has_any(seen::ThreadId | seen::SessionIdCapital) {
        return true;
    }
    let Some(name) = line.kind.get() else { return false };
    match kind {
        Kind::Result => line.timestamp.0,
        Kind::System | Kind::Assistant | Kind::User => false,
        _ => {
            name.as_bytes().contains(&b'.')
                || line.timestamp.0 && matches!(name, "init" | "message" | "tool_use" | "tool_result")
        }
    }
}

fn afk(line: &Line<'_>, kind: Kind) -> Option<Hint> {
    let name = line.kind.get()?;
    if kind.is_shared() || line.subtype.get().is_some() || line.has_any(PLACE_OR_TIME) {
        return None;
    }
    let perhaps = Some(Hint::Perhaps(Dialect::Afk));
    let is_own = match kind {
        Kind::Chunk => line.chunk.kind.get().is_some(),
        Kind::Progress => line.progress.id.0,
        Kind::Message => line.message.content.is_text,
        Kind::Done if !line.has(seen::Metadata) => return perhaps,
        Kind::Done => line.metadata.is_object,
        Kind::Error => match (line.error.message.0, line.error.name.0) {
            (true, true) => true,
            (true, false) => return perhaps,
            (false, _) => false,
        },
        _ => match name {
            "panel" => line.spec.kind.0,
            "suggestion" => line.suggestion.0,
            "notice" => line.text.0 && line.word.0,
            "rate_limit" if line.retry_after.0.is_none() => return perhaps,
            "rate_limit" | "paused" | "resumed" | "stream_retry" => true,
            _ => false,
        },
    };
    is_own.then_some(Hint::Is(Dialect::Afk))
}

fn claude_stream(line: &Line<'_>, kind: Kind) -> bool {
    let Some(name) = line.kind.get() else { return false };
    if line.has(seen::Uuid) && (kind.is_shared() || line.has(seen::SessionId)) {
        return true;
    }
    match kind {
        Kind::Result => line.has_any(seen::Cost | seen::Models),
        Kind::System if is_init(line, kind) => {
            let is_named =
                line.has(seen::Version) || line.has(seen::KeySource) && line.has(seen::SlashCommands);
            let is_marked = line.has_any(seen::KeySource | seen::Model | seen::PermissionMode);
            is_named || line.has(seen::Tools) && is_marked
        }
        Kind::System | Kind::Assistant | Kind::User => false,
        _ => {
            matches!(name, "stream_event" | "rate_limit_event" | "control_request" | "control_response")
        }
    }
}

fn amp(line: &Line<'_>, kind: Kind) -> bool {
    if line.kind.get().is_none() || line.has(seen::Uuid) {
        return false;
    }
    if kind == Kind::System {
        const CLAUDE: u32 = seen::Model | seen::KeySource | seen::PermissionMode | seen::Version;
        if is_init(line, kind) && line.has_any(CLAUDE) {
            return false;
        }
        if line.subtype.get() == Some("subagent_finished") {
            return true;
        }
    }
    if line.has(seen::Subagent) || line.session_id().is_some_and(|id| id.starts_with("T-")) {
        return true;
    }
    match kind {
        Kind::Assistant => {
            !line.message.has_id && !line.message.has_model && line.message.usage.has_max_tokens
        }
        Kind::Result => !line.has_any(seen::Cost | seen::Models | seen::CursorRequest) && line.error.is_text,
        _ => false,
    }
}

fn cursor(line: &Line<'_>, kind: Kind) -> bool {
    line.has(seen::TimestampMs)
        || match kind {
            Kind::Result => line.has(seen::CursorRequest),
            _ => {
                is_init(line, kind)
                    && !line.has(seen::Tools)
                    && line.has_any(seen::Model | seen::KeySource | seen::PermissionMode)
            }
        }
}

fn amp_input(line: &Line<'_>, kind: Kind) -> Hint {
    if kind != Kind::User || line.has_any(PLACE_OR_TIME) {
        Hint::Open
    } else if line.has_any(seen::Steer | seen::CursorRequest) {
        Hint::Is(Dialect::AmpInput)
    } else if line.message.content.is_array && !line.has(seen::Parent) {
        Hint::Perhaps(Dialect::AmpInput)
    } else {
        Hint::Open
    }
}
