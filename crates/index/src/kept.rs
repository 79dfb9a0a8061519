//! How much of the lines is gathered: an index keeps all, a scan what is asked for.

/// What is kept of records: rows of which tables, and of what costs most in them only what is wanted. It decides what rows say, never how many
/// there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(crate) lines: bool,
    pub(crate) calls: bool,
    pub(crate) stated: bool,
    pub(crate) faults: bool,
    /// Ids of which each row has another.
    pub(crate) ids: bool,
    /// How long what calls are given and what they gave back is.
    pub(crate) bytes: bool,
    /// Lines stand alone, as where the line itself is kept.
    pub(crate) with_text: bool,
    /// The line itself, `with_text`.
    pub(crate) raw: bool,
}

impl Kept {
    /// All that there is, or all but the line itself.
    pub(crate) const fn all(with_text: bool) -> Kept {
        let (lines, calls, stated, faults, ids, bytes) = (true, true, true, true, true, true);
        Kept { lines, calls, stated, faults, ids, bytes, with_text, raw: with_text }
    }

    /// Whether what events say is kept at all.
    pub(crate) const fn of_events(self) -> bool {
        self.lines || self.calls || self.stated
    }
}
