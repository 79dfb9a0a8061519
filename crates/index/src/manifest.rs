//! `manifest.json`: what an index is made of. Its form is described in `docs/index-format.md`.
//!
//! The last member is a checksum over all before it, so that any damage is told by name.

use crate::error::IndexError;
use crate::folder::{Folder, MANIFEST, is_ours};
use crate::schema::Table;
use runlex_scan::Stamp;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_128;

/// The version of the form. Raised with every change that an older program would misread.
pub(crate) const VERSION: u32 = 1;

/// Behind the members that it covers.
const CHECKSUM: &str = ",\"xxh3\":\"";
/// So that whoever reads the beginning knows what it is.
const BEGIN: &[u8] = b"{\"runlex_index\":";
const CHECKSUM_LEN: usize = CHECKSUM.len() + 32 + "\"}\n".len();

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// First, so that whoever reads the beginning knows what it is.
    pub(crate) runlex_index: u32,
    /// Of the saved folds.
    pub(crate) state_version: u32,
    pub(crate) written_by: String,
    /// Counts up; the files of a commit have its number in their names.
    pub(crate) commit: u64,
    /// Of the hashes of ids in the saved folds.
    #[serde(with = "hex")]
    pub(crate) id_key: u64,
    pub(crate) settings: Settings,
    /// What was given to be indexed.
    pub(crate) roots: Vec<PathText>,
    /// The number that the next file gets.
    pub(crate) next_file: u64,
    pub(crate) segments: Vec<Segment>,
    pub(crate) totals: Option<Blob>,
    pub(crate) runs: Option<Blob>,
    /// In the order of paths.
    pub(crate) sources: Vec<Source>,
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
    /// `None` for saved folds.
    #[serde(with = "table")]
    pub(crate) table: Option<Table>,
    pub(crate) commit: u64,
    pub(crate) bytes: u64,
    pub(crate) rows: u64,
    #[serde(with = "hex")]
    pub(crate) xxh3: u128,
}

/// A piece of a file of saved folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Blob {
    /// The commit whose file it is in.
    pub(crate) commit: u64,
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    #[serde(with = "hex")]
    pub(crate) xxh3: u64,
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
    #[serde(with = "hex")]
    pub(crate) head: u64,
    #[serde(with = "hex")]
    pub(crate) tail: u64,
}

/// A file that could not be read to its end, and is not in the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failed {
    pub(crate) path: PathText,
    pub(crate) error: String,
}

impl Source {
    pub(crate) fn is_as(&self, stamp: Stamp) -> bool {
        let Stamp { device, inode, len, modified, changed } = stamp;
        (self.device, self.inode, self.size, self.modified, self.changed)
            == (device, inode, len, modified, changed)
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The names of a commit's files.
pub(crate) fn segment_name(table: Table, commit: u64) -> String {
    format!("{}-{commit:08}.parquet", table.as_str())
}

pub(crate) fn state_name(commit: u64) -> String {
    format!("state-{commit:08}.bin")
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
        manifest.check().map_err(damaged)?;
        Ok(manifest)
    }

    /// What all that reads it relies on.
    fn check(&self) -> Result<(), &'static str> {
        if !self.segments.iter().all(|segment| is_ours(&segment.name)) {
            return Err("it names a file that is none of an index");
        }
        if !self.sources.is_sorted_by(|one, other| one.path.0 < other.path.0) {
            return Err("its sources are in no order");
        }
        let is_sound = |source: &Source| {
            source.whole <= source.bytes
                && source.whole_lines <= source.lines
                && source.file < self.next_file
                && source.commit <= self.commit
        };
        if !self.sources.iter().all(is_sound) {
            return Err("a source has figures that do not fit");
        }
        Ok(())
    }

    /// All files that it names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().map(|segment| segment.name.as_str())
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

/// A path as JSON: text, or where it is no UTF-8 an object with its bytes in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PathText(pub(crate) PathBuf);

#[derive(Serialize)]
#[serde(untagged)]
enum PathForm<'a> {
    Text(&'a str),
    Bytes(PathBytes),
}

#[derive(Serialize, Deserialize)]
struct PathBytes {
    hex: String,
}

impl Serialize for PathText {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match self.0.to_str() {
            Some(text) => PathForm::Text(text),
            None => PathForm::Bytes(PathBytes { hex: to_hex(self.0.as_os_str().as_encoded_bytes()) }),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PathText {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PathText, D::Error> {
        deserializer.deserialize_any(PathVisitor)
    }
}

/// There are many, so none is kept anywhere before it is a path.
struct PathVisitor;

impl<'de> Visitor<'de> for PathVisitor {
    type Value = PathText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a path")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<PathText, E> {
        Ok(PathText(PathBuf::from(text)))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<PathText, M::Error> {
        let PathBytes { hex } = PathBytes::deserialize(MapAccessDeserializer::new(map))?;
        let bytes = of_hex(&hex).ok_or_else(|| de::Error::custom("a path is no hexadecimal"))?;
        path_of_bytes(bytes).map(PathText).ok_or_else(|| de::Error::custom("a path is none here"))
    }
}

#[cfg(unix)]
fn path_of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

#[cfg(not(unix))]
fn path_of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

fn to_hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

fn of_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.len().is_multiple_of(2).then(|| digits.chunks(2).map(pair).collect()).flatten()
}

/// Numbers that are no counts: as text, which every reader of JSON keeps exactly.
mod hex {
    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};
    use std::fmt;
    use std::marker::PhantomData;

    pub(super) trait Hex: Copy {
        fn to_text(self) -> String;
        fn of_text(text: &str) -> Option<Self>;
    }

    impl Hex for u64 {
        fn to_text(self) -> String {
            format!("{self:016x}")
        }
        fn of_text(text: &str) -> Option<u64> {
            (text.len() == 16).then(|| u64::from_str_radix(text, 16).ok()).flatten()
        }
    }

    impl Hex for u128 {
        fn to_text(self) -> String {
            format!("{self:032x}")
        }
        fn of_text(text: &str) -> Option<u128> {
            (text.len() == 32).then(|| u128::from_str_radix(text, 16).ok()).flatten()
        }
    }

    pub(super) fn serialize<T: Hex, S: Serializer>(number: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_text())
    }

    pub(super) fn deserialize<'de, T: Hex, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(Digits(PhantomData))
    }

    struct Digits<T>(PhantomData<T>);

    impl<T: Hex> Visitor<'_> for Digits<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("hexadecimal digits")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            T::of_text(text).ok_or_else(|| E::custom("a number is no hexadecimal"))
        }
    }
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
