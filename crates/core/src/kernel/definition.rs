//! Lines by the definition: for machines without vectors, for tapes too small for a pass, and for the rare lines that a pass
//! does not do itself.

use crate::check::{self, skip_blank};
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::{Node, Verdict};
use crate::tape::Writer;
use memchr::memchr;

/// What is said of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// Position of the newline, or the end of the batch.
    pub(super) end: usize,
    pub(super) verdict: Verdict,
    /// A surrogate escape was seen.
    pub(super) surrogate: bool,
    /// Notes written.
    pub(super) notes: usize,
}

/// The head of a line that has no room for notes.
pub(crate) fn head(content: &[u8], keys: &Keys, mode: Mode) -> Node {
    let said = line(content, 0, keys, mode, &mut []);
    Node::head(0, said.verdict, said.surrogate, 0)
}

/// The line that begins at `at`, noted on `nodes`.
pub(super) fn line(batch: &[u8], at: usize, keys: &Keys, mode: Mode, nodes: &mut [Node]) -> Said {
    let rest = &batch[at..];
    let content = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
    let mut said = Said { end: at + content.len(), verdict: Verdict::Blank, surrogate: false, notes: 0 };
    if content.len() > u32::MAX as usize {
        said.verdict = Verdict::Long;
        return said;
    }
    let start = skip_blank(content, 0);
    if start == content.len() {
        return said;
    }
    let mut writer = Writer::new(nodes, keys, content);
    let sound = match mode {
        Mode::Checked => is_object(content, start, &mut writer),
        Mode::Skim => check::skim(content, &mut writer),
    };
    said.surrogate = writer.surrogate;
    (said.verdict, said.notes) = match (sound, writer.used()) {
        (false, _) => (Verdict::Bad, 0),
        (true, Some(used)) => (Verdict::Sound, used),
        (true, None) => (Verdict::Untaped, 0),
    };
    said
}

/// One object that fills the line but for white space.
fn is_object(content: &[u8], start: usize, writer: &mut Writer<'_, '_>) -> bool {
    content[start] == b'{'
        && check::value(content, start, writer).is_ok_and(|end| skip_blank(content, end) == content.len())
}

/// The position behind the number or literal that begins at `at`, if it is one and ends where one may.
pub(super) fn word_end(batch: &[u8], at: usize) -> Option<usize> {
    #[cfg(test)]
    super::walk::tests::WORDS_ENDED.set(super::walk::tests::WORDS_ENDED.get() + 1);
    let end = check::scalar(batch, at).ok()?;
    matches!(batch.get(end), None | Some(b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n')).then_some(end)
}
