//! `sources-*.json`: the indexed files. A file of its own, for there may be many and most questions need none of them.

use crate::error::IndexError;
use crate::folder::Folder;
use crate::manifest::{Blob, Manifest, Segment, sources_name};
use crate::paths::PathText;
use crate::saved;
use crate::segment::{self, Blobs};
use runlex::{IdKey, Report};
use runlex_scan::Stamp;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Those of a manifest, in the order of paths.
pub(crate) fn read(folder: &Folder, manifest: &Manifest) -> Result<Vec<Source>, IndexError> {
    // Before the first commit there are none.
    let Some(segment) = &manifest.sources else { return Ok(Vec::new()) };
    let damaged = |what: &str| IndexError::damaged(&folder.join(&segment.name), what);
    let bytes = segment::whole(folder, segment)?;
    let sources: Vec<Source> = serde_json::from_slice(&bytes).map_err(|error| damaged(&error.to_string()))?;
    if !sources.is_sorted_by(|one, other| one.path.0 < other.path.0) {
        return Err(damaged("its files are in no order"));
    }
    match sources.iter().all(|source| source.is_within(manifest)) {
        true => Ok(sources),
        false => Err(damaged("a file has figures that do not fit")),
    }
}

/// Writes those of a commit.
pub(crate) fn write(folder: &Folder, commit: u64, sources: &[Source]) -> Result<Segment, IndexError> {
    // Plain data with string keys: there is nothing in it that JSON cannot hold.
    let mut json = serde_json::to_vec(sources).unwrap_or_default();
    json.push(b'\n');
    segment::write(folder, sources_name(commit), commit, &json, sources.len() as u64)
}

/// A file that is indexed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Source {
    pub(crate) path: PathText,
    /// Its number in the tables.
    pub(crate) file: u64,
    /// The commit that read it last.
    pub(crate) commit: u64,
    /// The commits whose segments have rows of it.
    pub(crate) rows_in: Vec<u64>,
    pub(crate) device: u64,
    pub(crate) inode: u64,
    pub(crate) size: u64,
    pub(crate) modified: i64,
    pub(crate) changed: i64,
    /// It was written to so shortly before it was read that its times do not tell whether it was after.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) racy: bool,
    /// A line of it carries several session ids, of which its row has the first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) more_sessions: bool,
    /// Unpacked bytes, with an unfinished last line.
    pub(crate) bytes: u64,
    /// Lines, with an unfinished last one.
    pub(crate) lines: u64,
    /// Where the last line that has its newline ends: what is saved is of the bytes before.
    pub(crate) whole: u64,
    /// Lines up to there.
    pub(crate) whole_lines: u64,
    /// Of the first 4 KiB of these bytes, and of the last: what is added to a file leaves them as they are. Of plain files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ends: Option<Ends>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) compression: Option<Cow<'static, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) encoding: Option<Cow<'static, str>>,
    pub(crate) state: Blob,
    /// The fold of an unfinished last line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tail: Option<Blob>,
}

/// Checksums of the two ends of what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ends {
    #[serde(with = "crate::hex")]
    pub(crate) head: u64,
    #[serde(with = "crate::hex")]
    pub(crate) tail: u64,
}

impl Source {
    fn is_within(&self, manifest: &Manifest) -> bool {
        self.whole <= self.bytes
            && self.whole_lines <= self.lines
            && self.file < manifest.next_file
            && self.commit <= manifest.commit
    }

    /// Its saved report.
    pub(crate) fn report(&self, blobs: &mut Blobs<'_>, key: IdKey) -> Result<Report, IndexError> {
        let mut report = saved::report(blobs.read(self.state)?, key)?;
        if let Some(tail) = self.tail {
            report.merge(saved::report(blobs.read(tail)?, key)?);
        }
        Ok(report)
    }

    pub(crate) fn is_as(&self, stamp: Stamp) -> bool {
        let Stamp { device, inode, len, modified, changed } = stamp;
        (self.device, self.inode, self.size, self.modified, self.changed)
            == (device, inode, len, modified, changed)
    }
}

fn is_false(value: &bool) -> bool {
    !value
}
