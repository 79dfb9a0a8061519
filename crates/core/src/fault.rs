//! The vocabulary of what can be wrong with a line. Definitions, order of decision, examples: `docs/faults.md`.

use core::fmt;

macro_rules! kinds {
    ($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// Every kind, in the order of declaration.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The name that reports and the corpus use.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

kinds! {
    /// What is wrong with a line that is not one whole JSON object. The place of each is given in parentheses.
    FaultKind {
        /// Begins as an object and could go on, but the line ends (end of the content).
        Truncated = "truncated",
        /// A cut object with a whole object behind it that runs to the line end (first byte that does not fit).
        TornJoin = "torn-join",
        /// A whole object, then another `{` (that `{`).
        Concatenated = "concatenated",
        /// A whole object, then other bytes (the first of them).
        TrailingBytes = "trailing-bytes",
        /// Does not begin with `{`, but from some `{` on it is one whole object (first non-blank byte).
        Prefixed = "prefixed",
        /// Does not begin with `{` and holds no such object (first non-blank byte).
        Noise = "noise",
        /// A whole JSON value that is no object (its first byte).
        NotObject = "not-object",
        /// Any other breach of the grammar (first byte that does not fit).
        Syntax = "syntax",
        /// A raw byte below `20` inside a string (that byte).
        ControlChar = "control-char",
        /// Ill-formed UTF-8 inside a string (start of the sequence).
        InvalidUtf8 = "invalid-utf8",
        /// Four or more NULs, or NULs up to the line end (the first NUL).
        NulRun = "nul-run",
        /// UTF-16 (start of the line, or 0 for a marked file).
        Encoding = "encoding",
        /// Brackets nested deeper than [`MAX_DEPTH`](crate::MAX_DEPTH) (the bracket that exceeds it).
        TooDeep = "too-deep",
        /// A line beyond the cap that the caller set, or of 4 GiB and more (start of the line).
        TooLong = "too-long",
    }
}

kinds! {
    /// Something odd in a sound line. A note is not a fault: the line stays an event.
    NoteKind {
        /// A surrogate escape without its partner (its backslash). That string unescapes to U+FFFD there.
        LoneSurrogate = "lone-surrogate",
    }
}

/// What is wrong with a line, and where. `Copy`, no text: say it with [`FaultKind::as_str`] and the offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Stream offset of the first byte that no sound line could have there (see each kind).
    pub at: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.at)
    }
}

impl core::error::Error for Fault {}

/// Something odd in a sound line, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// What is odd.
    pub kind: NoteKind,
    /// Stream offset.
    pub at: u64,
}
