//! Which member names are worth noting on the tape.

/// A set of member names, built in a constant. What is asked for most should be declared: [`Object::pick`] of declared
/// names reads only the tape, other names cost a walk over the object's own bytes. The answers are the same for every
/// set.
///
/// ```
/// use runlex_core::Keys;
/// const KEYS: Keys = Keys::new(&["type", "session_id"]);
/// assert!(KEYS.contains(b"type") && !KEYS.contains(b"uuid"));
/// ```
///
/// [`Object::pick`]: crate::Object::pick
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    names: &'static [&'static str],
    /// Bit `n` is set when some name has `n` bytes (63 stands for all longer ones).
    lengths: u64,
    all: bool,
}

impl Keys {
    /// Notes every name.
    pub const ALL: Keys = Keys { names: &[], lengths: 0, all: true };

    /// Notes none (but for names written with escapes, which are always noted).
    pub const NONE: Keys = Keys::new(&[]);

    /// Notes the given names.
    pub const fn new(names: &'static [&'static str]) -> Keys {
        let mut lengths = 0;
        let mut at = 0;
        while at < names.len() {
            lengths |= length_bit(names[at].len());
            at += 1;
        }
        Keys { names, lengths, all: false }
    }

    /// True when a name with these raw bytes (between its quotes, no escapes) is noted.
    pub fn contains(&self, raw: &[u8]) -> bool {
        self.all
            || (self.lengths & length_bit(raw.len()) != 0
                && self.names.iter().any(|name| name.as_bytes() == raw))
    }
}

const fn length_bit(len: usize) -> u64 {
    1 << if len < 63 { len } else { 63 }
}
