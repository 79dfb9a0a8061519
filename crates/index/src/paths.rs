//! Paths in JSON and in bytes, also those that are no UTF-8.

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

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
            None => PathForm::Bytes(PathBytes { hex: to_hex(to_bytes(&self.0)) }),
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
        let path = of_bytes(&bytes).ok_or_else(|| de::Error::custom("a path is none here"))?;
        Ok(PathText(path.to_path_buf()))
    }
}

/// The bytes of a path, of which [`of_bytes`] makes it again.
pub(crate) fn to_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

/// `None` for bytes that are no path on this system.
#[cfg(unix)]
pub(crate) fn of_bytes(bytes: &[u8]) -> Option<&Path> {
    use std::os::unix::ffi::OsStrExt;
    Some(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
pub(crate) fn of_bytes(bytes: &[u8]) -> Option<&Path> {
    std::str::from_utf8(bytes).ok().map(Path::new)
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
