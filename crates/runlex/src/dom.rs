//! `dom`: one value as a document of simd-json's, for random access to a payload that is looked into again and again.
//!
//! Most readers need none of this: handles find a member at the cost of its object's bytes. A document pays a copy and two
//! passes once, and from then on steps from node to node.

use crate::surrogate;
use runlex_core::Value;
use simd_json::{Buffers, INPUT_PADDING, Tape, fill_tape_padded};
use std::{error, fmt};

/// The crate whose documents these are, for its traits (`simd_json::prelude`).
pub use simd_json;

/// Scratch for documents, reused: once it has grown to the largest value there are no more allocations. Feature `dom`.
///
/// A value is copied into it, since simd-json writes into its input and reads beyond its end.
///
/// ```
/// use runlex::dom::{Dom, simd_json::prelude::*};
/// use runlex::slice;
///
/// let line = br#"{"input":{"edits":[{"old":"a"},{"old":"b\n"}]}}"#;
/// let mut dom = Dom::new();
/// let (_, object) = slice::events(line).next().unwrap();
/// let document = dom.load(object.get("input").unwrap())?;
/// let edits = document.root().get("edits").unwrap();
/// assert_eq!(edits.get_idx(1).unwrap().get_str("old"), Some("b\n"));
/// # Ok::<(), runlex::dom::DomError>(())
/// ```
pub struct Dom {
    text: Vec<u8>,
    buffers: Buffers,
    tape: Tape<'static>,
}

impl Default for Dom {
    fn default() -> Dom {
        Dom::new()
    }
}

impl fmt::Debug for Dom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dom").field("bytes", &self.text.capacity()).finish_non_exhaustive()
    }
}

impl Dom {
    /// Empty scratch.
    pub fn new() -> Dom {
        Dom { text: Vec::new(), buffers: Buffers::new(0), tape: Tape::null().reset() }
    }

    /// The document of `value`, a copy: it borrows from this scratch and not from the line.
    ///
    /// Two answers differ from those of the handles: numbers are converted (64 bits or a float), and of repeated names
    /// simd-json finds the first where an [`Object`](runlex_core::Object) finds the last. Lone surrogates are U+FFFD.
    ///
    /// # Errors
    ///
    /// A number beyond 64 bits, or a value of a skimmed line that is no JSON.
    pub fn load(&mut self, value: Value<'_, '_>) -> Result<Document<'_>, DomError> {
        let raw = value.raw();
        self.text.clear();
        self.text.extend_from_slice(raw);
        let surrogates = surrogate::replace(&mut self.text);
        self.text.resize(raw.len() + INPUT_PADDING, b' ');
        let mut tape = std::mem::replace(&mut self.tape, Tape(Vec::new())).reset();
        let filled = fill_tape_padded(&mut self.text, raw.len(), &mut self.buffers, &mut tape);
        let document = Document { tape, home: &mut self.tape, surrogates };
        match filled {
            Ok(()) if !document.tape.0.is_empty() => Ok(document),
            Ok(()) => Err(DomError { why: "nothing was read".into() }),
            Err(error) => Err(DomError { why: error.to_string() }),
        }
    }
}

/// A value as simd-json's tape. Gives its memory back to the [`Dom`] when dropped.
#[derive(Debug)]
pub struct Document<'s> {
    tape: Tape<'s>,
    home: &'s mut Tape<'static>,
    surrogates: usize,
}

impl<'s> Document<'s> {
    /// The value itself. Strings in it have their escapes resolved.
    pub fn root(&self) -> simd_json::tape::Value<'_, 's> {
        self.tape.as_value()
    }

    /// Lone surrogates that were replaced.
    pub fn surrogates(&self) -> usize {
        self.surrogates
    }
}

impl Drop for Document<'_> {
    fn drop(&mut self) {
        *self.home = std::mem::replace(&mut self.tape, Tape(Vec::new())).reset();
    }
}

/// simd-json refuses a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomError {
    why: String,
}

impl fmt::Display for DomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "simd-json refuses the value ({}): read it by its handles, which keep numbers as written",
            self.why
        )
    }
}

impl error::Error for DomError {}
