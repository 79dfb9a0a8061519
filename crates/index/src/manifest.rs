//! `manifest.json`: what an index is made of. Its form is described in `docs/index-format.md`.
//!
//! The last member is a checksum over all before it, so that any damage is told by name.

use crate::error::IndexError;
use crate::folder::{Folder, MANIFEST, is_ours};
use crate::paths::PathText;
use crate::schema::Table;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_128;

/// The version of the form. Raised with every change that an older program would misread.
pub(crate) const VERSION: u32 = 4;

/// Behind the members that it covers.
const CHECKSUM: &str = ",\"xxh3\":\"";
/// So that whoever reads the beginning knows what it is.
const BEGIN: &[u8] = b"{\"runlex_index\":";
const CHECKSUM_LEN: usize = CHECKSUM.len() + 32 + "\"}\n".len();

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// First, so that whoever reads the beginning knows what it is.
    pub(crate) runlex_index: u32,
    /// Of the saved folds.
    pub(crate) state_version: u32,
    pub(crate) written_by: String,
    /// Counts up; the files of a commit have its number in their names.
    pub(crate) commit: u64,
    /// Of the hashes of ids in the saved folds.
    #[serde(with = "crate::hex")]
    pub(crate) id_key: u64,
    pub(crate) settings: Settings,
    /// What was given to be indexed.
    pub(crate) roots: Vec<PathText>,
    /// The number that the next file gets.
    pub(crate) next_file: u64,
    pub(crate) segments: Vec<Segment>,
    pub(crate) totals: Option<Blob>,
    /// In the order of files.
    pub(crate) runs: Vec<Blob>,
    /// The list of files.
    pub(crate) sources: Option<Segment>,
    pub(crate) failed: Vec<Failed>,
}

/// What the answers depend on besides the bytes of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) max_line: u64,
    pub(crate) max_unpacked: u64,
    pub(crate) skim: bool,
    pub(crate) with_text: bool,
}

/// A file of the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Segment {
    pub(crate) name: String,
    /// `None` for what is no table.
    #[serde(with = "table")]
    pub(crate) table: Option<Table>,
    pub(crate) commit: u64,
    pub(crate) bytes: u64,
    pub(crate) rows: u64,
    #[serde(with = "crate::hex")]
    pub(crate) xxh3: u128,
}

/// A piece of a file of saved folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Blob {
    /// The commit whose file it is in.
    pub(crate) commit: u64,
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    #[serde(with = "crate::hex")]
    pub(crate) xxh3: u64,
}

/// A file that could not be read to its end, and is not in the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failed {
    pub(crate) path: PathText,
    pub(crate) error: String,
}

/// The names of a commit's files.
pub(crate) fn segment_name(table: Table, commit: u64) -> String {
    format!("{}-{commit:08}.parquet", table.as_str())
}

pub(crate) fn state_name(commit: u64) -> String {
    format!("state-{commit:08}.bin")
}

pub(crate) fn sources_name(commit: u64) -> String {
    format!("sources-{commit:08}.json")
}

impl Manifest {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // Plain data with string keys: there is nothing in it that JSON cannot hold.
        let mut text = serde_json::to_vec(self).unwrap_or_default();
        let sum = xxh3_128(&text);
        text.pop();
        text.extend_from_slice(format!("{CHECKSUM}{sum:032x}\"}}\n").as_bytes());
        text
    }

    /// `None` where there is none.
    pub(crate) fn read(folder: &Folder) -> Result<Option<Manifest>, IndexError> {
        let path = folder.join(MANIFEST);
        let Some(mut file) = folder.open_file(MANIFEST)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(IndexError::io(&path))?;
        Manifest::of_bytes(bytes, &path).map(Some)
    }

    /// Whether the one in this folder begins as one of ours, of whatever version.
    pub(crate) fn begins(folder: &Folder) -> bool {
        let mut start = [0; BEGIN.len()];
        let Ok(Some(mut file)) = folder.open_file(MANIFEST) else { return false };
        file.read_exact(&mut start).is_ok() && start == BEGIN
    }

    pub(crate) fn of_bytes(mut bytes: Vec<u8>, path: &Path) -> Result<Manifest, IndexError> {
        let damaged = |what: &str| IndexError::damaged(path, what);
        // A later version may be sealed in another way.
        match version(&bytes) {
            None => return Err(damaged("it is not the manifest of an index")),
            Some(found) if found != u64::from(VERSION) => {
                return Err(IndexError::Version { path: path.to_path_buf(), found, known: VERSION });
            }
            Some(_) => {}
        }
        let covered = bytes.len().checked_sub(CHECKSUM_LEN).ok_or_else(|| damaged("it is cut short"))?;
        let seal = bytes.split_off(covered);
        bytes.push(b'}');
        if seal != format!("{CHECKSUM}{:032x}\"}}\n", xxh3_128(&bytes)).as_bytes() {
            return Err(damaged("its checksum is another"));
        }
        let manifest: Manifest =
            serde_json::from_slice(&bytes).map_err(|error| damaged(&error.to_string()))?;
        if !manifest.names().all(is_ours) {
            return Err(damaged("it names a file that is none of an index"));
        }
        Ok(manifest)
    }

    /// All files that it names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().chain(&self.sources).map(|segment| segment.name.as_str())
    }

    /// Bytes of these.
    pub(crate) fn bytes(&self) -> u64 {
        self.segments.iter().chain(&self.sources).map(|segment| segment.bytes).sum()
    }

    pub(crate) fn of_table(&self, table: Table) -> impl Iterator<Item = &Segment> {
        self.segments.iter().filter(move |segment| segment.table == Some(table))
    }
}

/// The version that a manifest begins with.
fn version(bytes: &[u8]) -> Option<u64> {
    let rest = bytes.strip_prefix(BEGIN)?;
    let digits = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

mod table {
    use crate::schema::Table;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::borrow::Cow;

    pub(super) fn serialize<S: Serializer>(table: &Option<Table>, serializer: S) -> Result<S::Ok, S::Error> {
        table.map(Table::as_str).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Table>, D::Error> {
        let name = Option::<Cow<'de, str>>::deserialize(deserializer)?;
        name.map(|name| {
            Table::named(&name).ok_or_else(|| serde::de::Error::custom("a table is none of an index"))
        })
        .transpose()
    }
}
