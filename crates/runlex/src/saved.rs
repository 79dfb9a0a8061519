//! Reports as bytes, and back: so that the fold over a file goes on where it stood, on another day or on another machine.
//!
//! | saved | for |
//! |---|---|
//! | [`Report`] | to go on: observe what was appended, [`merge`](Report::merge) what follows, or finish |
//! | [`TotalsReport`] | finished sums, with the `groups` and `event_tools` that JSON leaves out |
//! | `Vec<RunRecord>` | finished runs; [`brief`] gives them in short |
//!
//! ```
//! use runlex::{IdKey, Report, Slice, saved};
//!
//! let stream = b"{\"type\":\"user\"}\n{\"type\":\"result\"}\n";
//! let (mut first, key) = (Slice::new(&stream[..16]), IdKey::random());
//! let mut report = Report::new(key);
//! while let Some(record) = first.next() {
//!     report.observe(&record);
//! }
//! let mut bytes = Vec::new();
//! saved::save(&report, &mut bytes);
//!
//! let mut report: Report = saved::load(&bytes)?;
//! let mut rest = Slice::new(&stream[16..]);
//! while let Some(record) = rest.next() {
//!     report.observe(&record);
//! }
//! assert_eq!(report.finish().events, 2);
//! # Ok::<(), saved::LoadError>(())
//! ```
//!
//! # What a saved report holds
//!
//! No text of messages, no input of tools and no output. The texts in it are those that reports show, as the stream has
//! them: session ids, types and subtypes, the names of tools and models, ids of sub-agents and of calls that are not paired
//! yet (all other ids as keyed hashes), the first and the last time, and the word by which a run's end says why: `subtype` of a result,
//! `error.name`, `resultSubtype` or `stopReason` of AFK. No length is set to any of these, so a stream that abuses such a
//! member has its text there. The key of the hashes is in it, too: whoever has it can try whether an id occurs.
//!
//! # Bytes of others
//!
//! [`load`] takes any bytes: it gives an error or a value, never panics, and takes no more memory than the saved value would, at
//! most about a hundred times the bytes. Nor does what is made of a loaded value panic: sums stop at the end of their
//! range. It is no proof that the bytes are those that were saved; keep a checksum beside them for that, and hold
//! [`Report::key`] against the key of the reports to merge.

pub(crate) mod form;

use crate::report::{Report, RunBrief, RunRecord, TotalsReport};
use form::{Form, In, Out};
use std::error::Error;
use std::fmt;

/// The version of the form. To be raised whenever bytes saved before would be read otherwise or not at all: a field added, left
/// out, moved or of another type, another order of [`EndKind`](crate::report::EndKind) or
/// [`Told`](crate::report::Told), another hash of ids, and where a field comes to mean something else. Not for a new dialect, rule or
/// kind of fault: these are known by their names.
pub const VERSION: u32 = 9;

/// What can be saved.
pub trait Saved: Form {
    /// Tells one from the other.
    #[doc(hidden)]
    const KIND: u8;
}

impl Saved for Report {
    const KIND: u8 = 1;
}

impl Saved for TotalsReport {
    const KIND: u8 = 2;
}

impl Saved for Vec<RunRecord> {
    const KIND: u8 = 3;
}

/// Appends `value`, with its version before it. Equal values give equal bytes; reports are equal if they took in the same
/// parts in the same order. Sorts what the value keeps by hashes, and allocates for that alone.
pub fn save<T: Saved>(value: &T, bytes: &mut Vec<u8>) {
    let mut out = Out::new(bytes);
    VERSION.write(&mut out);
    T::KIND.write(&mut out);
    value.write(&mut out);
}

/// Reads what [`save`] wrote: all of `bytes`, and nothing else. Copies what it keeps.
///
/// # Errors
///
/// Where the bytes are of another version, or no saved `T`.
pub fn load<T: Saved>(bytes: &[u8]) -> Result<T, LoadError> {
    let mut input = open::<T>(bytes)?;
    let value = T::read(&mut input)?;
    if input.ends() { Ok(value) } else { Err(LoadError::Damaged) }
}

/// Goes through a saved `Vec<RunRecord>` and gives each run in short, borrowed from `bytes`: copies no text, and allocates for
/// the list of a run's models only.
///
/// # Errors
///
/// Where the bytes are of another version, or no such list. What is wrong behind their beginning is the last item.
pub fn brief(bytes: &[u8]) -> Result<impl Iterator<Item = Result<RunBrief<'_>, LoadError>>, LoadError> {
    let mut input = open::<Vec<RunRecord>>(bytes)?;
    let mut left = u64::read(&mut input)?;
    let mut rest = Some(input);
    Ok(std::iter::from_fn(move || {
        if left == 0 {
            let is_whole = rest.take()?.ends();
            return (!is_whole).then_some(Err(LoadError::Damaged));
        }
        left -= 1;
        let run = RunBrief::read(rest.as_mut()?);
        if run.is_err() {
            rest = None;
        }
        Some(run)
    }))
}

/// The bytes behind what [`save`] wrote before a `T`.
fn open<T: Saved>(bytes: &[u8]) -> Result<In<'_>, LoadError> {
    let mut input = In::new(bytes);
    let version = u32::read(&mut input)?;
    if version != VERSION {
        return Err(LoadError::OtherVersion(version));
    }
    match u8::read(&mut input)? == T::KIND {
        true => Ok(input),
        false => Err(LoadError::Damaged),
    }
}

/// Why bytes could not be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// They are of this version, and not of [`VERSION`]. Damage can look like it.
    OtherVersion(u32),
    /// They are not what was saved, or were saved from something else than was asked for.
    Damaged,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::OtherVersion(version) => {
                write!(f, "saved in version {version} of the form, which is {VERSION} here")
            }
            LoadError::Damaged => f.write_str("the saved bytes are damaged"),
        }
    }
}

impl Error for LoadError {}
