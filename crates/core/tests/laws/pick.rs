//! The answers of `pick` depend on nothing but the line: not on the declared names, not on the lent memory.

use crate::common::with_object;
use crate::text::{NAMES, gaps, members, sound, write};
use proptest::prelude::*;
use runlex_core::{Field, Found, Keys, Object, Options, Pick, Value};
use std::ops::Range;

const SOME: Keys = Keys::new(&["type", "ab"]);
/// As many names as a set holds, those that are asked for first and last.
const MOST: Keys = Keys::new(&[
    "type", "k00", "k01", "k02", "k03", "k04", "k05", "k06", "k07", "k08", "k09", "k10", "k11", "k12", "k13",
    "k14", "k15", "k16", "k17", "k18", "k19", "k20", "k21", "k22", "k23", "k24", "k25", "k26", "k27", "k28",
    "k29", "k30", "k31", "k32", "k33", "k34", "k35", "k36", "k37", "k38", "k39", "k40", "k41", "k42", "k43",
    "k44", "k45", "k46", "k47", "k48", "k49", "k50", "k51", "k52", "k53", "k54", "k55", "k56", "k57", "k58",
    "k59", "k60", "k61", "k62", "k63", "k64", "k65", "k66", "k67", "k68", "k69", "k70", "k71", "k72", "k73",
    "k74", "k75", "k76", "k77", "k78", "k79", "k80", "k81", "k82", "k83", "k84", "k85", "k86", "k87", "k88",
    "k89", "k90", "k91", "k92", "k93", "ab",
]);
static BOTH: Pick<2> = SOME.pick(["ab", "type"]);

/// Where the values of all names lie, asked together and one by one, in this object and in those inside it.
fn answers(object: Object<'_, '_>) -> Vec<Option<Range<usize>>> {
    let span = |value: Option<Value<'_, '_>>| value.map(|value| value.span());
    let together = object.pick(&["a", "type", "", "é", "session_id", "missing", "ab", "b"]);
    let mut all: Vec<_> = together.into_iter().map(span).collect();
    all.extend(NAMES.iter().map(|name| span(object.get(name))));
    let mut found = Found::nothing(object);
    found.look_up(&BOTH);
    let [ab, kind] = object.pick(&BOTH);
    assert_eq!([found.get(0), found.get(1), found.get(2)].map(span), [ab, kind, None].map(span));
    assert_eq!([ab, kind].map(span), [span(object.get("ab")), span(object.get("type"))]);
    assert_eq!(object.has(&BOTH), [ab.is_some(), kind.is_some()]);
    assert_eq!(found.seen(), u32::from(ab.is_some()) | u32::from(kind.is_some()) << 1);
    for value in together.into_iter().flatten() {
        if let Field::Is(inner) = value.object() {
            all.extend(answers(inner));
        }
        if let Field::Is(array) = value.array() {
            for inner in array.elements().filter_map(|element| element.object().ok()) {
                all.extend(answers(inner));
            }
        }
    }
    all
}

proptest! {
    #[test]
    fn keys_and_nodes_do_not_matter(line in sound(true)) {
        let ask = |keys, nodes| with_object(line.as_bytes(), Options::new(keys), nodes, answers);
        let want = ask(&Keys::NONE, 0);
        for keys in [&Keys::ALL, &Keys::NONE, &SOME, &MOST] {
            for nodes in [0, 3, 1_000] {
                prop_assert_eq!(&want, &ask(keys, nodes), "{:?}, {} nodes", keys, nodes);
            }
        }
    }

    /// A slice of the tape too small by any number of nodes, down to none.
    #[test]
    fn any_number_of_nodes(line in sound(true), nodes in 0usize..60) {
        let ask = |nodes| with_object(line.as_bytes(), Options::new(&Keys::ALL), nodes, answers);
        prop_assert_eq!(ask(0), ask(nodes));
    }

    /// Where a name is repeated, the last counts, in whatever way each is written.
    #[test]
    fn the_last_repeat(members in members(true), gaps in gaps()) {
        let line = write(&members, &gaps);
        for keys in [&Keys::ALL, &Keys::NONE, &SOME] {
            with_object(line.as_bytes(), Options::new(keys), 1_000, |object| {
                for name in NAMES {
                    let last = object.members().filter(|(key, _)| key == name).last();
                    assert_eq!(object.get(name).map(|value| value.span()), last.map(|(_, value)| value.span()));
                }
            });
        }
    }
}

/// A name written with escapes is found even if nothing but the other spelling is declared, and the later one wins.
#[test]
fn escaped_names() {
    for (line, want) in [
        (r#"{"\u0074ype":1}"#, Some("1")),
        (r#"{"type":1,"t\u0079pe":2}"#, Some("2")),
        (r#"{"t\u0079pe":1,"type":2}"#, Some("2")),
        (r#"{"x":{"\u0074ype":1}}"#, None),
        (r#"{"\\u0074ype":1}"#, None),
        (r#"{"type\u0000":1}"#, None),
        (r#"{"\u0054ype":1}"#, None),
    ] {
        for keys in [&Keys::ALL, &Keys::NONE, &SOME] {
            for nodes in [0, 3, 1_000] {
                with_object(line.as_bytes(), Options::new(keys), nodes, |object| {
                    let raw = object.get("type").map(|value| value.raw());
                    assert_eq!(raw, want.map(str::as_bytes), "{line} {keys:?} {nodes}");
                });
            }
        }
    }
}

/// A name that only looks like the asked one: inside another object, as a value, in a string.
#[test]
fn only_members_of_the_object_itself() {
    let line = br#"{"m":{"type":"no"},"l":[{"type":"no"}],"v":"type","s":"\"type\":1"}"#;
    for keys in [&Keys::ALL, &Keys::NONE, &SOME] {
        with_object(line, Options::new(keys), 100, |object| assert!(object.get("type").is_none()));
    }
}

#[test]
fn declared_names() {
    assert!(
        SOME.contains(b"type") && !SOME.contains(b"") && !SOME.contains(b"typ") && !SOME.contains(b"typE")
    );
    assert!(Keys::ALL.contains(b"x") && Keys::ALL.contains(b"") && !Keys::NONE.contains(b""));
    // Beyond the length up to which lengths are told apart.
    const LONG: &str = "0123456789012345678901234567890123456789012345678901234567890123456789";
    const KEYS: Keys = Keys::new(&[LONG]);
    assert!(KEYS.contains(LONG.as_bytes()) && !KEYS.contains(&LONG.as_bytes()[1..]));
}
