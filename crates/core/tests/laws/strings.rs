//! All ways to read a string agree, with each other and with what was written.

use crate::common::with_bytes;
use crate::text::{Text, text};
use proptest::prelude::*;
use runlex_core::{Field, Needed, RawStr, Value};

fn with_string<R>(written: &str, look: impl FnOnce(RawStr<'_>) -> R) -> R {
    let line = format!("{{\"s\":\"{written}\"}}");
    with_bytes(line.as_bytes(), |object| {
        look(Field::of(object.get("s"), Value::string).ok().expect("a string"))
    })
}

/// Whether the value says this, and whether the string that it is does.
fn says(written: &str, text: &str) -> (bool, bool) {
    let line = format!("{{\"s\":\"{written}\",\"n\":1}}");
    with_bytes(line.as_bytes(), |object| {
        let value = object.get("s").expect("a string");
        assert!(!object.get("n").expect("a number").says(text));
        (value.says(text), Field::of(Some(value), Value::string).ok().expect("a string") == *text)
    })
}

fn check(got: RawStr<'_>, want: &Text) -> Result<(), TestCaseError> {
    let says = want.says();
    let lone = want.has_lone();
    prop_assert_eq!(got.chars().collect::<String>(), &says[..]);
    prop_assert_eq!(got.to_string(), &says[..]);
    prop_assert_eq!(got.unescaped_len(), says.len());
    prop_assert_eq!(got.has_lone_surrogate(), lone);
    prop_assert_eq!(got.as_plain(), (!want.is_escaped()).then_some(&says[..]));
    // U+FFFD in place of half a pair is a way to show it, not what the string says.
    prop_assert_eq!(got == says.as_str(), !lone);

    // Exactly enough room, what the raw bytes take, and every room that is too small.
    let wtf8 = want.says_wtf8();
    for room in [says.len(), got.raw().len()] {
        let mut out = vec![0xFF; room];
        prop_assert_eq!(got.unescape_into(&mut out), Ok(&says[..]));
        prop_assert_eq!(got.unescape_wtf8_into(&mut out), Ok(&wtf8[..]));
    }
    for room in 0..says.len() {
        let mut out = vec![0xFF; room];
        let Err(Needed { bytes }) = got.unescape_into(&mut out) else {
            panic!("{room} bytes are not enough")
        };
        prop_assert!(bytes >= says.len());
        prop_assert!(got.unescape_wtf8_into(&mut out).is_err());
        prop_assert!(got.unescape_into(&mut vec![0; bytes]).is_ok());
    }
    Ok(())
}

proptest! {
    #[test]
    fn all_ways_agree(want in text(true)) {
        with_string(&want.written(), |got| check(got, &want))?;
    }

    /// Without lone surrogates, which serde_json refuses, it says the same.
    #[test]
    fn as_serde_json(want in text(false)) {
        let says: String = serde_json::from_str(&format!("\"{}\"", want.written())).expect("sound");
        prop_assert_eq!(&says, &want.says());
        with_string(&want.written(), |got| check(got, &want))?;
    }

    /// Equal to no other text: one character more, less, or changed.
    #[test]
    fn unequal(want in text(true), other in text(true)) {
        let (says, other) = (want.says(), other.says());
        with_string(&want.written(), |got| {
            let more = says.clone() + "x";
            prop_assert!(got != more.as_str());
            let mut less = says.clone();
            prop_assert!(less.pop().is_none() || got != less.as_str());
            prop_assert_eq!(got == other.as_str(), !want.has_lone() && says == other);
            Ok(())
        })?;
        let raw = want.written();
        for text in [&says, &other, &(says.clone() + "x"), &raw] {
            let (value, string) = self::says(&raw, text);
            prop_assert_eq!(value, string, "{} and {}", raw, text);
        }
    }
}

/// A backslash that is written as one and the start of an escape are the same byte.
#[test]
fn a_backslash() {
    for (raw, text, want) in [
        (r"\u005c", r"\", true),
        (r"\\", r"\", true),
        (r"a\\b", r"a\b", true),
        (r"\\", r"\\", false),
        (r"\u005cn", r"\n", true),
        (r"\n", r"\n", false),
    ] {
        assert_eq!(says(raw, text), (want, want), "{raw} and {text}");
    }
}

/// Each of the 65,536 units alone, and each kind of pair.
#[test]
fn every_unit() {
    for unit in 0..=u16::MAX {
        with_string(&format!("\\u{unit:04X}"), |got| {
            let want = char::from_u32(u32::from(unit));
            assert_eq!(got.chars().collect::<Vec<_>>(), [want.unwrap_or('\u{FFFD}')]);
            assert_eq!(got.has_lone_surrogate(), want.is_none());
        });
    }
    for high in (0xD7F0..=0xE00F).step_by(7) {
        for low in (0xD7F0..=0xE00Fu16).step_by(11) {
            with_string(&format!("\\u{high:04x}\\u{low:04x}"), |got| {
                assert_eq!(got.to_string(), String::from_utf16_lossy(&[high, low]));
                assert_eq!(got.has_lone_surrogate(), String::from_utf16(&[high, low]).is_err());
            });
        }
    }
}
