//! What strings say: against serde_json where it has an answer, in buffers of any length, and compared without unescaping.

use crate::{Choices, events};
use runlex_core::{RawStr, Value};

pub(crate) fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    events(data, |_, object| each_string(object.as_value(), &mut |string| check(string, &mut choices)));
}

/// Every string below `value`, names too. Not by recursion.
fn each_string<'a>(value: Value<'a, '_>, each: &mut impl FnMut(RawStr<'a>)) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if let Some(string) = value.string().ok() {
            each(string);
        }
        if let Some(object) = value.object().ok() {
            for (name, value) in object.members() {
                each(name);
                open.push(value);
            }
        }
        if let Some(array) = value.array().ok() {
            open.extend(array.elements());
        }
    }
}

fn check(string: RawStr<'_>, choices: &mut Choices<'_>) {
    let said = string.to_string();
    assert_eq!(string.unescaped_len(), said.len());
    assert_eq!(string.chars().collect::<String>(), said);
    // No text is the same as half of a pair, not even the one that stands for it.
    assert_eq!(string == said.as_str(), !string.has_lone_surrogate());
    assert_eq!(string.is_escaped(), string.raw().contains(&b'\\'));
    match string.as_plain() {
        Some(plain) => assert_eq!(plain, said),
        None => assert!(string.is_escaped()),
    }
    // Another text is not the same, whatever differs.
    assert!(string != format!("{said}x").as_str());
    if let Some(last) = said.chars().next_back() {
        assert!(string != said[..said.len() - last.len_utf8()]);
    }
    for len in [choices.below(said.len() + 2), said.len().saturating_sub(1), said.len(), string.raw().len()] {
        let mut buffer = vec![0xFF; len];
        match string.unescape_into(&mut buffer) {
            Ok(text) => assert_eq!(text, said),
            Err(needed) => {
                assert!(len < said.len(), "{len} bytes are enough for {}", said.len());
                assert_eq!(needed.bytes, said.len());
            }
        }
    }
    let mut buffer = vec![0; string.raw().len()];
    let wtf8 = string.unescape_wtf8_into(&mut buffer).expect("as written is enough").to_vec();
    let quoted = [b"\"", string.raw(), b"\""].concat();
    match serde_json::from_slice::<String>(&quoted) {
        Ok(theirs) => {
            assert_eq!(said, theirs);
            assert_eq!(wtf8, theirs.as_bytes());
            assert!(!string.has_lone_surrogate());
        }
        // All that it refuses of a string that is checked.
        Err(_) => assert!(string.has_lone_surrogate()),
    }
    // The judge of lone surrogates: it keeps them in bytes.
    let theirs: Bytes = serde_json::from_slice(&quoted).expect("bytes");
    assert_eq!(wtf8, theirs.0);
}

/// What a JSON string has in bytes.
struct Bytes(Vec<u8>);

impl<'de> serde::Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Bytes, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bytes;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }
        from.deserialize_bytes(Visitor)
    }
}
