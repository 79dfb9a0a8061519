//! The dialects there are, and **the one place where they are registered**: a dialect is a module and a line below.

use crate::fields::Fields;
use crate::item::Item;
use crate::neighbours;
use crate::rule::{Counting, RunRule};
use crate::sniff::{Hint, LineKind, Marks};
use core::fmt;
use runlex_core::Object;

/// Registers dialects in the order of sniffing (`docs/formats/README.md`): the first that knows a line as its own has it.
/// `= "name"` is the name in reports, `in` its module, with `Event`, `Items`, `FIELDS`, `COUNTING`, `RUNS` and `hint`; `of` the kinds
/// of lines that `hint` may claim, all without it; `then` a rule that comes next and tells lines of programs there is no module for.
macro_rules! dialects {
    ($($(#[$doc:meta])* $dialect:ident = $name:literal in $module:ident $(of [$($kind:ident),+])? $(then $rule:path)?;)*) => {
        /// The event vocabulary of one producer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Dialect {
            $($(#[$doc])* $dialect,)*
        }

        impl Dialect {
            /// Every dialect, in the order of sniffing.
            pub const ALL: &[Dialect] = &[$(Dialect::$dialect),*];

            /// The name that reports use.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Dialect::$dialect => $name,)*
                }
            }

            /// The dialect of this name.
            pub fn named(name: &str) -> Option<Dialect> {
                Dialect::ALL.iter().copied().find(|dialect| dialect.as_str() == name)
            }

            /// What its token counters hold.
            pub const fn counting(self) -> Counting {
                match self {
                    $(Dialect::$dialect => crate::$module::COUNTING,)*
                }
            }

            /// How a report makes runs of its items; `None` where reports know its lines themselves.
            pub const fn runs(self) -> Option<RunRule> {
                match self {
                    $(Dialect::$dialect => crate::$module::RUNS,)*
                }
            }

            /// Whether a line that tells this other dialect, and begins no run, may stand in a run of this one. Qwen Code prints the lines
            /// of Claude Code: its first one alone tells it.
            pub const fn takes(self, told: Dialect) -> bool {
                self as u8 == told as u8
                    || matches!((self, told), (Dialect::QwenStream, Dialect::ClaudeStream))
            }

            /// Whether a record may be written again, whole, with what has come since. Of usage the last counts then, of a call's
            /// results one, and what is said in the same words is said once.
            pub const fn writes_again(self) -> bool {
                matches!(self, Dialect::GeminiChat)
            }

            /// Whether a session's file may begin with a copy of another's history, behind that one's own start.
            pub const fn copies_history(self) -> bool {
                matches!(self, Dialect::CodexRollout)
            }

            /// The table of all fields that the dialect's views know.
            pub const fn fields(self) -> &'static [Fields] {
                match self {
                    $(Dialect::$dialect => crate::$module::FIELDS,)*
                }
            }
        }

        /// What the first rule says that says anything. Never in line: it is long, and who asks for each line grows slow around it.
        #[inline(never)]
        pub(crate) fn hint(marks: &Marks<'_, '_>) -> Hint {
            $(
                // Which kinds a dialect knows costs next to nothing to ask, and lines of others leave by it.
                if true $(&& matches!(marks.kind(), $(LineKind::$kind)|+))? {
                    let hint = crate::$module::hint(marks);
                    if hint != Hint::Open {
                        return hint;
                    }
                } else {
                    debug_assert_eq!(crate::$module::hint(marks), Hint::Open, $name);
                }
                $(
                    if $rule(marks) {
                        return Hint::Foreign;
                    }
                )?
            )*
            Hint::Open
        }

        #[derive(Clone, Copy)]
        enum Inner<'a, 't> {
            $($dialect(crate::$module::Items<'a, 't>),)*
        }

        /// What a line says in a given dialect, piece by piece. Never fails: what the dialect does not know is an item of
        /// its own. Costs what reading the pieces costs, and allocates nothing.
        pub fn items<'a, 't>(dialect: Dialect, object: Object<'a, 't>) -> Items<'a, 't> {
            Items(match dialect {
                $(Dialect::$dialect => Inner::$dialect(crate::$module::Event::read(object).items()),)*
            })
        }

        impl<'a, 't> Iterator for Items<'a, 't> {
            type Item = Item<'a, 't>;

            fn next(&mut self) -> Option<Item<'a, 't>> {
                match &mut self.0 {
                    $(Inner::$dialect(items) => items.next(),)*
                }
            }
        }
    };
}

dialects! {
    /// Qwen Code's session files.
    QwenChat = "qwen-chat" in qwen_chat of [User, Assistant, System, Other];
    /// Claude Code's session files.
    ClaudeTranscript = "claude-transcript" in claude_transcript;
    /// Codex's session files.
    CodexRollout = "codex-rollout" in codex_rollout of [Other];
    /// `codex exec --json` output.
    CodexExec = "codex-exec" in codex_exec of [TurnCompleted, TurnFailed, Other];
    /// `opencode run --format json` output.
    OpenCode = "opencode" in opencode of [StepFinish, Error, Done, Other];
    /// Pi's `--mode json` output and session files.
    Pi = "pi" in pi of [Message, Other];
    /// GitHub Copilot CLI's events.
    Copilot = "copilot" in copilot of [Other];
    /// Gemini CLI's `-o stream-json` output.
    Gemini = "gemini" in gemini of [Message, Result, Error, Other];
    /// Factory Droid's `droid exec -o stream-json` output.
    Droid = "droid" in droid of [System, Message, Error, Other];
    /// Goose's `goose run --output-format stream-json` output.
    Goose = "goose" in goose of [Message, Other];
    /// Gemini CLI's chat recordings.
    GeminiChat = "gemini-chat" in gemini_chat of [User, Error, Other] then neighbours::early;
    /// AFK `--format stream-json` output.
    Afk = "afk" in afk;
    /// Qwen Code `--output-format stream-json` output.
    QwenStream = "qwen-stream" in qwen_stream of [System];
    /// Claude Code `--output-format stream-json` output.
    ClaudeStream = "claude-stream" in claude_stream;
    /// Amp `--stream-json` output.
    Amp = "amp" in amp;
    /// `cursor-agent --output-format stream-json` output.
    Cursor = "cursor" in cursor;
    /// Lines that Amp reads: `--stream-json-input`.
    AmpInput = "amp-input" in amp_input;
}

/// The items of a line in a given dialect: see [`items`].
#[derive(Clone, Copy)]
pub struct Items<'a, 't>(Inner<'a, 't>);

impl fmt::Debug for Items<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
