//! Going to a member by its name is the same as reading all: against the values of serde_json, in which the last of repeated
//! members counts.

use runlex_core::{At, Keys, Node, Object, Options, Scanner, Type, Value, What};
use serde_json::Value as Json;

/// Some names that are noted, among them those that most lines have.
const SOME: Keys = Keys::new(&["type", "message", "content", "usage", "id", "a", "session_id", "text"]);

pub(crate) fn hold(data: &[u8]) {
    for keys in [&Keys::ALL, &Keys::NONE, &SOME] {
        let mut nodes = [Node::EMPTY; 512];
        let mut scanner = Scanner::new(Options::new(keys), data, At::START, &mut nodes);
        while let Some(record) = scanner.next() {
            let What::Event(object) = record.what else { continue };
            // It refuses lone surrogates, numbers beyond its range, and what nests deeper than its stack.
            if let Ok(theirs) = serde_json::from_slice(record.line.content()) {
                same(object.as_value(), &theirs);
            }
        }
    }
}

fn same(ours: Value<'_, '_>, theirs: &Json) {
    // Not by recursion: what is still to be compared.
    let mut open = vec![(ours, theirs)];
    while let Some((ours, theirs)) = open.pop() {
        match (ours.kind(), theirs) {
            (Type::Object, Json::Object(members)) => {
                let object = ours.object().ok().expect("an object");
                absent(object);
                for (name, value) in members {
                    open.push((object.get(name).expect("a member"), value));
                    let [picked] = object.pick(&[name.as_str()]);
                    assert_eq!(picked.map(|value| value.span()), object.get(name).map(|value| value.span()));
                }
                let names: std::collections::BTreeSet<String> =
                    object.members().map(|(name, _)| name.to_string()).collect();
                assert!(names.iter().eq(members.keys()), "{names:?}");
            }
            (Type::Array, Json::Array(elements)) => {
                let array = ours.array().ok().expect("an array");
                assert_eq!(array.elements().count(), elements.len());
                open.extend(array.elements().zip(elements));
            }
            (Type::String, Json::String(text)) => {
                assert!(ours.string().ok().expect("a string") == text.as_str())
            }
            (Type::Number, Json::Number(number)) => {
                let ours = ours.number().ok().expect("a number");
                match number.as_u64() {
                    Some(number) => assert_eq!(ours.to_u64(), Ok(number)),
                    // It rounds on its own; that ours is the nearest is a law of numbers.
                    None => {
                        let (ours, theirs) =
                            (ours.to_f64().expect("in range"), number.as_f64().expect("a float"));
                        assert!(
                            (ours - theirs).abs() <= theirs.abs() * 1e-9 + 1e-300,
                            "{ours} here, {theirs} there"
                        );
                    }
                }
            }
            (Type::Bool, Json::Bool(is)) => assert_eq!(ours.bool().ok(), Some(*is)),
            (Type::Null, Json::Null) => assert!(ours.is_null()),
            (ours, theirs) => panic!("{ours:?} here, {theirs} there"),
        }
    }
}

/// A name that is not there is not found.
fn absent(object: Object<'_, '_>) {
    for name in ["", "typ", "type\u{0}", "Type", "a much longer name than any that was seen in a stream"] {
        let is_there = object.members().any(|(member, _)| member == name);
        assert_eq!(object.get(name).is_some(), is_there);
    }
}
