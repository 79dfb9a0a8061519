//! The indexed files, as the manifest has them. They are most of it, so they are parsed when they are asked for.

use crate::error::IndexError;
use crate::manifest::Blob;
use crate::paths::PathText;
use runlex_scan::Stamp;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The files of an index, in the order of paths.
#[derive(Debug)]
pub(crate) struct SourceList {
    parsed: OnceLock<Vec<Source>>,
    /// The manifest, whose checksum was right, and where in it their JSON is.
    bytes: Vec<u8>,
    json: Range<usize>,
    /// What all that reads them relies on.
    bounds: Bounds,
    /// Of the manifest.
    path: PathBuf,
}

/// Numbers that those of a source do not reach beyond.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    /// The number that the next file gets.
    pub(crate) next_file: u64,
    /// The last commit.
    pub(crate) commit: u64,
}

impl Default for SourceList {
    fn default() -> SourceList {
        SourceList::of(Vec::new())
    }
}

impl SourceList {
    /// Not parsed yet.
    pub(crate) fn of_json(bytes: Vec<u8>, json: Range<usize>, bounds: Bounds, path: PathBuf) -> SourceList {
        SourceList { parsed: OnceLock::new(), bytes, json, bounds, path }
    }

    pub(crate) fn of(sources: Vec<Source>) -> SourceList {
        let (bytes, bounds, path) = (Vec::new(), Bounds::default(), PathBuf::new());
        SourceList { parsed: OnceLock::from(sources), bytes, json: 0..0, bounds, path }
    }

    pub(crate) fn list(&self) -> Result<&[Source], IndexError> {
        match self.parsed.get() {
            Some(sources) => Ok(sources),
            None => {
                let sources = self.parse()?;
                Ok(self.parsed.get_or_init(|| sources))
            }
        }
    }

    pub(crate) fn into_list(self) -> Result<Vec<Source>, IndexError> {
        self.list()?;
        Ok(self.parsed.into_inner().unwrap_or_default())
    }

    fn parse(&self) -> Result<Vec<Source>, IndexError> {
        let damaged = |what: &str| IndexError::damaged(&self.path, what);
        let json = self.bytes.get(self.json.clone()).unwrap_or_default();
        let sources: Vec<Source> =
            serde_json::from_slice(json).map_err(|error| damaged(&error.to_string()))?;
        if !sources.is_sorted_by(|one, other| one.path.0 < other.path.0) {
            return Err(damaged("its sources are in no order"));
        }
        match sources.iter().all(|source| source.is_within(self.bounds)) {
            true => Ok(sources),
            false => Err(damaged("a source has figures that do not fit")),
        }
    }
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
    fn is_within(&self, bounds: Bounds) -> bool {
        self.whole <= self.bytes
            && self.whole_lines <= self.lines
            && self.file < bounds.next_file
            && self.commit <= bounds.commit
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
