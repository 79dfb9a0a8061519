//! What adds up over records.

use crate::outcome::FileError;
use runlex_core::Record;

/// A fold over the records of a stream that can be done in parts: a monoid.
///
/// Parts are cut at newlines, anywhere. What comes out must not depend on where: observing all records with one aggregate, and
/// observing the first with one and the rest with another that is merged into it, give the same.
pub trait Aggregate: Send + Sized {
    /// What it comes to in the end.
    type Output;

    /// Takes in the next record. Offsets are those of the stream; **line numbers count from 1 at the start of the part**, since
    /// nobody has counted the lines before it.
    fn observe(&mut self, record: &Record<'_, '_>);

    /// Takes in the aggregate of the part that directly follows. Its line numbers count from its own start: add the number of
    /// lines that this one has seen.
    fn merge(&mut self, later: Self);

    /// The result, once the last part is merged. With an `error` the file was not read to its end, or not at all.
    ///
    /// Called on the thread that merged the last part, while others read on: what has to be done with a whole file is better done
    /// here than where [`Scan::run`](crate::Scan::run) hands it out.
    fn finish(self, error: Option<&FileError>) -> Self::Output;
}
