//! What is read is what was written, and what serde_json reads.

use crate::common::with_object;
use crate::text::{NAMES, Text, Tree, gaps, members, sound, write};
use proptest::prelude::*;
use runlex_core::{Field, Keys, Object, Options, RawStr, Value};
use std::collections::BTreeMap;

fn same_text(got: RawStr<'_>, want: &Text) {
    assert_eq!(got.raw(), want.written().as_bytes());
    assert_eq!(got.is_escaped(), want.is_escaped());
    assert_eq!(got.chars().collect::<String>(), want.says());
}

fn same_value(got: Value<'_, '_>, want: &Tree) {
    match want {
        Tree::Word("null") => assert!(got.is_null() && matches!(got.string(), Field::Null)),
        Tree::Word(word) => assert_eq!(got.bool().ok(), Some(*word == "true")),
        Tree::Number(lexeme) => {
            assert_eq!(got.number().ok().map(|number| number.lexeme()), Some(&**lexeme));
            assert!(matches!(got.string(), Field::Wrong(_)));
        }
        Tree::String(text) => {
            same_text(got.string().ok().expect("a string"), text);
            assert!(matches!(got.number(), Field::Wrong(_)));
        }
        Tree::Array(elements) => {
            let got: Vec<_> = got.array().ok().expect("an array").elements().collect();
            assert_eq!(got.len(), elements.len());
            got.into_iter().zip(elements).for_each(|(got, want)| same_value(got, want));
        }
        Tree::Object(members) => same_object(got.object().ok().expect("an object"), members),
    }
}

/// All members in order, repeats included, and by name the last of each.
fn same_object(got: Object<'_, '_>, want: &[(Text, Tree)]) {
    let found: Vec<_> = got.members().collect();
    assert_eq!(found.len(), want.len());
    for ((name, value), (want_name, want)) in found.iter().zip(want) {
        same_text(*name, want_name);
        same_value(*value, want);
    }
    for name in NAMES {
        let last = want.iter().rfind(|(text, _)| !text.has_lone() && text.says() == *name);
        match (got.get(name), last) {
            (Some(got), Some((_, want))) => same_value(got, want),
            (got, want) => assert!(got.is_none() && want.is_none(), "{name}"),
        }
    }
}

fn same_as_serde(got: Value<'_, '_>, want: &serde_json::Value) {
    use serde_json::Value as Serde;
    match want {
        Serde::Null => assert!(got.is_null()),
        Serde::Bool(want) => assert_eq!(got.bool().ok(), Some(*want)),
        Serde::Number(want) => {
            let number = got.number().ok().expect("a number");
            // serde_json has integers as such only where they are written without fraction and exponent, and its quick
            // floats may be off by a bit.
            match (want.as_u64(), want.as_i64()) {
                (None, None) => {
                    let (got, want) = (number.to_f64().expect("finite"), want.as_f64().expect("a float"));
                    assert!((got - want).abs() <= want.abs() * 1e-15, "{got} {want}");
                }
                (unsigned, signed) => {
                    assert_eq!(number.to_u64().ok(), unsigned);
                    assert_eq!(number.to_i64().ok(), signed);
                }
            }
        }
        Serde::String(want) => assert!(got.string().ok().expect("a string") == want.as_str()),
        Serde::Array(want) => {
            let got: Vec<_> = got.array().ok().expect("an array").elements().collect();
            assert_eq!(got.len(), want.len());
            got.into_iter().zip(want).for_each(|(got, want)| same_as_serde(got, want));
        }
        Serde::Object(want) => {
            let object = got.object().ok().expect("an object");
            let last: BTreeMap<String, Value<'_, '_>> =
                object.members().map(|(name, value)| (name.to_string(), value)).collect();
            assert!(last.keys().eq(want.keys()));
            for (name, want) in want {
                same_as_serde(last[name], want);
                same_as_serde(object.get(name).expect("a member"), want);
            }
        }
    }
}

proptest! {
    #[test]
    fn read_as_written(members in members(true), gaps in gaps(), nodes in prop_oneof![Just(0), Just(1_000)]) {
        let line = write(&members, &gaps);
        for keys in [&Keys::ALL, &Keys::NONE] {
            with_object(line.as_bytes(), Options::new(keys), nodes, |object| same_object(object, &members));
        }
    }

    #[test]
    fn read_as_serde_json_reads(line in sound(false), nodes in prop_oneof![Just(0), Just(1_000)]) {
        let want: serde_json::Value = serde_json::from_str(&line).expect("sound");
        with_object(line.as_bytes(), Options::new(&Keys::NONE), nodes, |object| {
            same_as_serde(object.as_value(), &want);
        });
    }

    /// The raw bytes of every value are JSON, and say what the value says.
    #[test]
    fn raw_bytes_stand_alone(line in sound(false)) {
        with_object(line.as_bytes(), Options::new(&Keys::NONE), 100, |object| {
            assert_eq!(object.raw(), line.trim().as_bytes());
            for (_, value) in object.members() {
                assert_eq!(value.raw(), &line.as_bytes()[value.span()]);
                same_as_serde(value, &serde_json::from_slice(value.raw()).expect("JSON"));
            }
        });
    }
}
