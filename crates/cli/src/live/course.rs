//! What is known of a stream as far as it has come: whose it is, and how its last run ended.

use runlex::dialects::{Dialect, Hint, ItemKind, Object, Outcome, RunEnd, items, sniff};
use runlex::{DialectTracker, Mark};

/// A few words of state; a copy is the state at a place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Course {
    tracker: DialectTracker,
    /// The last line that was sure of its program named one without a module.
    is_foreign: bool,
    ended: Option<Outcome>,
    /// Events so far, faults, calls of tools, and events of programs without a module.
    pub(crate) events: u64,
    pub(crate) faults: u64,
    pub(crate) calls: u64,
    pub(crate) foreign: u64,
}

impl Course {
    /// Takes in the next event. Rules: `docs/report.md`, runs; the dialect is what lines told so far.
    pub(crate) fn event(&mut self, object: Object<'_, '_>) {
        let before = self.tracker.dialect();
        let mark = self.tracker.mark(object);
        let hint = sniff(object);
        match hint {
            Hint::Foreign => self.is_foreign = true,
            Hint::Is(_) => self.is_foreign = false,
            Hint::Perhaps(_) | Hint::Open => {}
        }
        self.events += 1;
        self.foreign += u64::from(self.is_foreign);
        let dialect = self.tracker.dialect();
        let is_afk_over = self.ended.is_some() && dialect == Some(Dialect::Afk);
        let is_next_run = mark == Mark::Start
            || (before.is_some() && before != dialect)
            || (is_afk_over && hint == Hint::Is(Dialect::Afk));
        if is_next_run {
            self.ended = None;
        }
        let Some(reading) = self.reading() else { return };
        let mut outcome = None;
        for item in items(reading, object) {
            match item.kind {
                ItemKind::ToolCall { .. } if !(item.delta || item.replay) => self.calls += 1,
                ItemKind::Result { outcome: said, .. } => outcome = outcome.or(Some(said)),
                _ => {}
            }
        }
        // Of AFK's ends the first counts, of the others' the last.
        if mark == Mark::Result && !(self.ended.is_some() && dialect == Some(Dialect::Afk)) {
            self.ended = Some(outcome.unwrap_or(Outcome::Unknown));
        }
    }

    /// The dialect, by the lines so far; `None` for one that is not known.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        self.tracker.dialect()
    }

    /// The dialect to read the event in for people's eyes: as long as no line told one, what several print alike is read as
    /// one of theirs.
    pub(crate) fn reading(&self) -> Option<Dialect> {
        self.dialect().or_else(|| (!self.is_foreign).then_some(Dialect::Amp))
    }

    /// How the last run ended; `None` as long as it is under way.
    pub(crate) fn ended(&self) -> Option<Outcome> {
        self.ended
    }

    /// Whether nothing ends a run of this program.
    pub(crate) fn is_open(&self) -> bool {
        self.dialect().is_some_and(|dialect| match dialect {
            Dialect::ClaudeTranscript | Dialect::AmpInput => true,
            dialect => dialect.runs().is_some_and(|rule| rule.end == RunEnd::Turn),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Course;
    use runlex::dialects::Outcome;
    use runlex::slice;

    const OK: &str = r#"{"type":"result","subtype":"success","is_error":false,"session_id":"T-1"}"#;
    const FAILED: &str = r#"{"type":"result","subtype":"error","is_error":true,"session_id":"T-1"}"#;
    const INIT: &str = r#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}"#;
    const CLAUDE: &str = r#"{"type":"result","subtype":"success","is_error":false,"session_id":"S","uuid":"u","total_cost_usd":1}"#;
    const CHUNK: &str = r#"{"type":"chunk","chunk":{"type":"content","content":"a"}}"#;
    const DONE: &str = r#"{"type":"done","metadata":{"isError":false}}"#;
    const BARE: &str = r#"{"type":"done"}"#;
    const ERROR: &str = r#"{"type":"error","error":{"message":"m","name":"Error"}}"#;
    const CODEX: &str = r#"{"type":"thread.started","thread_id":"t"}"#;

    #[test]
    fn how_the_last_run_ended() {
        let (ok, failed) = (Some(Outcome::Ok), Some(Outcome::Failed));
        for (lines, want) in [
            (&[][..], None),
            (&[INIT], None),
            (&[INIT, OK], ok),
            (&[INIT, FAILED], failed),
            // A result before anything told whose it is.
            (&[r#"{"type":"result","is_error":false}"#], ok),
            // The last one counts, until another run begins.
            (&[INIT, OK, FAILED], failed),
            (&[INIT, FAILED, INIT], None),
            (&[INIT, FAILED, INIT, OK], ok),
            (&[FAILED, CLAUDE], ok),
            (&[OK, CODEX], None),
            // AFK's first end counts.
            (&[CHUNK, DONE], ok),
            (&[CHUNK, ERROR], failed),
            (&[CHUNK, DONE, BARE], ok),
            (&[CHUNK, ERROR, BARE], failed),
            (&[CHUNK, ERROR, CHUNK], None),
            (&[CHUNK, ERROR, CHUNK, DONE], ok),
        ] {
            let mut course = Course::default();
            let stream = lines.join("\n");
            slice::events(stream.as_bytes()).for_each(|(_, object)| course.event(object));
            assert_eq!(course.ended(), want, "{stream}");
            assert_eq!(course.events, lines.len() as u64);
        }
    }
}
