//! What simd-json takes is an event, and an event is what simd-json takes: but for numbers beyond its types, and nesting.
//!
//! Also the values: its tape against ours, node by node.

use crate::events;
use runlex_core::{At, FaultKind, Field, Keys, Node, Options, Scanner, Type, Value, What};
use simd_json::Node as Theirs;
use simd_json::StaticNode;

pub(crate) fn hold(data: &[u8]) {
    let mut nodes = [Node::EMPTY; 256];
    let mut scanner = Scanner::new(Options::new(&Keys::ALL), data, At::START, &mut nodes);
    while let Some(record) = scanner.next() {
        let content = record.line.content();
        // Depth is what their stack is for.
        if content.iter().filter(|byte| matches!(byte, b'{' | b'[')).count() > 900 {
            continue;
        }
        let mut copy = content.to_vec();
        let theirs = simd_json::to_tape(&mut copy);
        match (record.what, theirs) {
            (What::Event(object), Ok(tape)) => same(object.as_value(), &mut tape.0.iter()),
            (What::Event(_), Err(error)) => {
                assert!(is_beyond(content), "an event that simd-json refuses: {error}");
            }
            (What::Fault(fault), Ok(tape)) => {
                let is_object = matches!(tape.0.first(), Some(Theirs::Object { .. }));
                assert!(!is_object || fault.kind == FaultKind::TooDeep, "simd-json takes a fault: {fault}");
            }
            (What::Fault(_), Err(_)) | (What::Blank, _) => {}
        }
    }
    // Walking what was declared is another way through the same lines.
    events(data, |_, object| assert!(object.members().count() <= object.raw().len()));
}

/// A number that is out of its range: of more than 18 digits, or with an exponent; or a lone surrogate, which it refuses.
fn is_beyond(content: &[u8]) -> bool {
    let mut digits = 0;
    content.iter().any(|byte| {
        digits = if byte.is_ascii_digit() || *byte == b'.' { digits + 1 } else { 0 };
        digits > 18
    }) || content.windows(2).any(|pair| matches!(pair, [b'0'..=b'9' | b'.', b'e' | b'E'] | [b'\\', b'u']))
}

fn same<'n>(ours: Value<'_, '_>, theirs: &mut impl Iterator<Item = &'n Theirs<'n>>) {
    // Not by recursion: what is still to be compared.
    let mut open = vec![Step::Value(ours)];
    while let Some(step) = open.pop() {
        let node = theirs.next().expect("as many nodes");
        match step {
            Step::Name(name) => {
                assert!(matches!(node, Theirs::String(text) if name == **text), "another name");
            }
            Step::Value(value) => match (value.kind(), node) {
                (Type::Object, Theirs::Object { len, .. }) => {
                    let object = value.object().ok().expect("an object");
                    let members: Vec<_> = object.members().collect();
                    assert_eq!(members.len(), *len);
                    for (name, value) in members.into_iter().rev() {
                        open.push(Step::Value(value));
                        open.push(Step::Name(name));
                    }
                }
                (Type::Array, Theirs::Array { len, .. }) => {
                    let elements: Vec<_> = value.array().ok().expect("an array").elements().collect();
                    assert_eq!(elements.len(), *len);
                    open.extend(elements.into_iter().rev().map(Step::Value));
                }
                (Type::String, Theirs::String(text)) => {
                    assert!(value.string().ok().is_some_and(|string| string == **text), "another text");
                }
                (Type::Number, Theirs::Static(number)) => {
                    let Field::Is(ours) = value.number() else { panic!("a number") };
                    match number {
                        StaticNode::U64(theirs) => assert_eq!(ours.to_u64(), Ok(*theirs)),
                        StaticNode::I64(theirs) => assert_eq!(ours.to_i64(), Ok(*theirs)),
                        // They round on their own; ours is held against the standard library.
                        _ => {}
                    }
                }
                (Type::Bool, Theirs::Static(StaticNode::Bool(theirs))) => {
                    assert_eq!(value.bool().ok(), Some(*theirs));
                }
                (Type::Null, Theirs::Static(StaticNode::Null)) => {}
                (ours, theirs) => panic!("{ours:?} here, {theirs:?} there"),
            },
        }
    }
    assert!(theirs.next().is_none(), "more nodes there");
}

enum Step<'a, 't> {
    Name(runlex_core::RawStr<'a>),
    Value(Value<'a, 't>),
}
