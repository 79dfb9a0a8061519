//! How careful a scan is.

/// How much of a line is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// The whole line is validated: RFC 8259 grammar and UTF-8.
    #[default]
    Checked,
    /// Only strings, escapes, control bytes, UTF-8 and nesting. Every sound line gives the same answers as
    /// [`Checked`](Mode::Checked); some broken lines pass as events, and what is read from those is unspecified.
    Skim,
}
