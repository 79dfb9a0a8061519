//! The short ways. The long ones give the same answers, so no answer tells whether a short one was taken.

use super::{FEW, Object, Place};
use crate::keys::{Keys, Pick};
use crate::node::{Node, Tag};

use crate::{At, Kernel, Options, Scanner, What};
use std::vec;
use std::vec::Vec;

const KEYS: Keys = Keys::new(&["type", "id", "usage"]);
const OTHER: Keys = Keys::new(&["type", "id"]);
const PICK: Pick<2> = KEYS.pick(["usage", "type"]);
const OF_OTHER: Pick<2> = OTHER.pick(["id", "type"]);

/// Has `look` looked at the object of a line.
fn with(line: &str, tape: usize, look: impl Fn(Object<'_, '_>)) {
    for kernel in Kernel::every() {
        let mut nodes = vec![Node::EMPTY; tape];
        let options = Options { kernel, ..Options::new(&KEYS) };
        let mut scanner = Scanner::new(options, line.as_bytes(), At { offset: 0, line: 1 }, &mut nodes);
        let record = scanner.next().expect("a line");
        let What::Event(object) = record.what else { panic!("{line}: {:?}", record.what) };
        look(object);
    }
}

#[test]
fn names_by_their_numbers() {
    for (line, want) in [
        ("{\"type\":1}", [None, Some("1")]),
        ("{\"usage\":1}", [Some("1"), None]),
        ("{\"id\":0,\"usage\":[2],\"type\":{\"usage\":3}}", [Some("[2]"), Some("{\"usage\":3}")]),
        ("{\"x\":{\"usage\":3},\"type\" : 4 ,\"type\":5}", [None, Some("5")]),
        ("{\"us\\u0061ge\":\"a\",\"other\":\"type\"}", [Some("\"a\""), None]),
        ("{}", [None, None]),
    ] {
        with(line, 300, |object| {
            let mut found = [0; FEW];
            let seen = object.find_prepared(&PICK, &mut found).expect("the tape tells");
            for (which, want) in want.into_iter().enumerate() {
                assert_eq!(seen >> which & 1 == 1, want.is_some(), "{line} {which}");
                let place = object.place_of(found[which] as usize * usize::from(want.is_some()));
                let value = object.value_at(place);
                assert_eq!(value.map(|value| value.raw()), want.map(str::as_bytes), "{line} {which}");
                // The node of a value comes behind that of its name.
                assert_eq!(place.node(), if want.is_some() { found[which] + 1 } else { 0 }, "{line} {which}");
            }
        });
    }
    // By names where the tape is too small to tell, and where they are those of other keys.
    with("{\"type\":1}", 1, |object| assert_eq!(object.find_prepared(&PICK, &mut [0; FEW]), None));
    with("{\"type\":1}", 300, |object| assert_eq!(object.find_prepared(&OF_OTHER, &mut [0; FEW]), None));
}

/// Of names that are declared, or noted because they have escapes, the tape tells all.
#[test]
fn names_on_the_tape() {
    with("{\"id\":1,\"\\u0074ype\":2,\"type\":3}", 300, |object| {
        let found = object.places_on_tape(&["type", "usage", "id"]);
        let node = |place: Place| object.value.tape.nodes[place.node() as usize - 1];
        assert_eq!(node(found[0]).at(), 22);
        assert_eq!(found[1].at(), 0);
        assert_eq!((node(found[2]).at(), found[2].at()), (1, 6));
    });
}

/// Each bracket, looked for from any node before it.
#[test]
fn brackets() {
    with("{\"a\":[[],{\"type\":[1]}],\"id\":{}}", 300, |object| {
        let tape = object.value.tape;
        let opens: Vec<usize> =
            (0..tape.nodes.len()).filter(|index| tape.nodes[*index].tag() == Tag::Open).collect();
        for index in opens {
            let at = tape.nodes[index].at();
            for from in 1..=index {
                assert_eq!(tape.bracket(from, at), Some(index));
                assert_eq!(
                    tape.bracket(from, at + 1),
                    tape.nodes.iter().position(|node| { node.tag() == Tag::Open && node.at() == at + 1 })
                );
            }
            assert_eq!(tape.bracket(index + 1, at), None);
        }
    });
}
