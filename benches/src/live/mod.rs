//! The live path: a line of Amp arrives, and a program wants to know what it says.
//!
//! | you want | take |
//! |---|---|
//! | runlex: `LineDecoder`, scan, view, items | [`Ours`] |
//! | serde_json: the line as an event that owns all its parts | [`Owned`] |
//! | what was in the lines, to compare | [`Seen`] |

mod ours;
mod owned;

pub use ours::Ours;
pub use owned::Owned;

/// Who reads a line, with the memory that it uses again.
pub trait Live {
    /// What tables call it.
    fn name(&self) -> String;

    /// Reads a line, its newline included, that begins at `offset` of its stream.
    fn line(&mut self, line: &[u8], offset: u64, seen: &mut Seen);
}

/// What the lines said, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are named as what is counted")]
pub struct Seen {
    pub faults: u64,
    pub starts: u64,
    pub user_texts: u64,
    pub assistant_texts: u64,
    pub thoughts: u64,
    pub calls: u64,
    /// Bytes of the arguments, as written.
    pub arguments: u64,
    pub results: u64,
    pub failed_results: u64,
    /// Bytes of all texts, names and outputs, escapes resolved.
    pub text: u64,
    pub usage: [u64; 4],
    pub ends: u64,
    pub failed_ends: u64,
    pub duration_ms: u64,
    pub others: u64,
}

impl Seen {
    /// The same but for the bytes of texts, which who leaves them as written does not know.
    pub fn without_text(&self) -> Seen {
        Seen { text: 0, ..self.clone() }
    }
}
