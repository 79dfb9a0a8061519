//! Owned twins: what a user keeps beyond the next line.
//!
//! A record is handles into bytes that the reader reuses. To keep one, keep its bytes and read them again: that is one
//! allocation and one copy when kept, and one check of the line when read. Nothing is parsed into a tree.
//!
//! | to keep | take |
//! |---|---|
//! | a line with all that it says | [`OwnedRecord`] |
//! | one value: a tool's input, an object | [`OwnedValue`] |
//! | a text | `raw.to_string()` of the [`RawStr`](crate::RawStr) |
//! | where a line lies | [`At`](crate::At), which is `Copy` |

use runlex_core::{At, Ending, FaultKind, Lines, Node, Options, Record, Scanner, TooLong, Value, What};
use runlex_dialects::KEYS;

/// A line, kept.
///
/// ```
/// use runlex::{OwnedRecord, Reader, What};
/// let mut reader = Reader::new(&b"{\"id\":\"a\"}\n{\"id\":\"b\"}\n"[..]);
/// let mut kept = Vec::new();
/// while let Some(record) = reader.next()? {
///     kept.push(OwnedRecord::from(record));
/// }
/// let What::Event(object) = kept[1].record().what else { panic!() };
/// assert_eq!(object.raw(), b"{\"id\":\"b\"}");
/// assert_eq!(kept[1].record().line.at().offset, 11);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedRecord {
    at: At,
    bytes: Bytes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Bytes {
    /// The line as it stood in the stream: with its mark and its end.
    Line(Box<[u8]>),
    /// A line, or a stream, of which only the length is known.
    Unread { len: u64, ending: Ending, kind: FaultKind },
}

/// Copies the line's bytes; of a line that was passed over only its length.
impl From<Record<'_, '_>> for OwnedRecord {
    fn from(record: Record<'_, '_>) -> OwnedRecord {
        let line = record.line;
        let content = line.content();
        let bytes = match record.what {
            What::Fault(fault) if content.is_empty() && line.len() > line.ending().len() => Bytes::Unread {
                len: line.len() - line.ending().len(),
                ending: line.ending(),
                kind: fault.kind,
            },
            What::Event(_) | What::Blank | What::Fault(_) => {
                let mark: &[u8] =
                    if line.content_offset() > line.at().offset { b"\xEF\xBB\xBF" } else { b"" };
                let ending: &[u8] = match line.ending() {
                    Ending::None => b"",
                    Ending::Lf => b"\n",
                    Ending::CrLf => b"\r\n",
                };
                Bytes::Line([mark, content, ending].concat().into_boxed_slice())
            }
        };
        OwnedRecord { at: line.at(), bytes }
    }
}

impl OwnedRecord {
    /// The record, read anew with the dialects' keys. Without a tape: the line is checked byte by byte, and each look at a
    /// container reads its bytes. Allocates nothing.
    pub fn record(&self) -> Record<'_, 'static> {
        self.record_with(Options::new(&KEYS), &mut [])
    }

    /// The record, read anew with options and a tape of yours, by the fastest kernel. Give the options it was read with
    /// first: a line that a cap or a skim let pass may get another verdict under others.
    pub fn record_with<'s, 't>(&'s self, options: Options<'t>, nodes: &'t mut [Node]) -> Record<'s, 't> {
        match &self.bytes {
            Bytes::Line(bytes) => match Lines::new(bytes, self.at).next() {
                Some(line) => Scanner::once(options, line, nodes),
                None => Record::unread(self.at, 0, FaultKind::Noise),
            },
            Bytes::Unread { len, ending, kind: FaultKind::TooLong } => {
                TooLong { at: self.at, len: *len, ending: *ending }.into()
            }
            Bytes::Unread { len, kind, .. } => Record::unread(self.at, *len, *kind),
        }
    }

    /// Where the line begins.
    pub fn at(&self) -> At {
        self.at
    }

    /// The line as it stood in the stream, its end included; empty for one that was passed over.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Line(bytes) => bytes,
            Bytes::Unread { .. } => &[],
        }
    }
}

/// A value, kept: a tool's input, a content block, an object.
///
/// ```
/// use runlex::{Field, OwnedValue, Slice, Value, What};
/// let kept: Vec<OwnedValue> = Slice::new(b"{\"input\":{\"cmd\":\"ls\"}}")
///     .filter_map(|record| match record.what {
///         What::Event(object) => object.get("input").map(OwnedValue::from),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(kept[0].raw(), b"{\"cmd\":\"ls\"}");
/// let input = kept[0].value().and_then(|value| value.object().ok()).unwrap();
/// assert!(Field::of(input.get("cmd"), Value::string).ok().unwrap() == "ls");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedValue {
    /// The value as the one member of an object, which a scanner can read.
    wrapped: Box<[u8]>,
}

/// What stands around a kept value.
const WRAP: (&[u8], &[u8]) = (b"{\"\":", b"}");

/// Copies the value's bytes.
impl From<Value<'_, '_>> for OwnedValue {
    fn from(value: Value<'_, '_>) -> OwnedValue {
        OwnedValue { wrapped: [WRAP.0, value.raw(), WRAP.1].concat().into_boxed_slice() }
    }
}

impl OwnedValue {
    /// The value, read anew: one check of its bytes. `None` only where the value was no JSON or just too deep, which a
    /// checked line never holds but at the limit of depth.
    pub fn value(&self) -> Option<Value<'_, 'static>> {
        let line = Lines::new(&self.wrapped, At { offset: 1, line: 1 }).next()?;
        match Scanner::once(Options::new(&KEYS), line, &mut []).what {
            What::Event(object) => object.get(""),
            What::Blank | What::Fault(_) => None,
        }
    }

    /// The bytes of the value as written.
    pub fn raw(&self) -> &[u8] {
        &self.wrapped[WRAP.0.len()..self.wrapped.len() - WRAP.1.len()]
    }
}
