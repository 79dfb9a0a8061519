//! Skim gives the answers of checked on every sound line, and comes to no harm on any other.

use crate::common::{Seen, answer, answer_in, each_record, entry_in, entry_of, with_object};
use crate::text::{any_line, damaged, gaps, members, soup, write};
use proptest::prelude::*;
use runlex_core::{Field, Keys, Mode, Object, Options, Value, What};

const SOME: Keys = Keys::new(&["type", "a"]);

/// Asks everything there is to ask, down to the leaves.
fn ask(value: Value<'_, '_>, left: &mut usize) -> String {
    *left = left.saturating_sub(1);
    if *left == 0 {
        return String::new();
    }
    let mut out = format!("{:?} {:?} {:?} ", value.kind(), value.span(), value);
    match (value.string(), value.number(), value.bool(), value.object(), value.array()) {
        (Field::Is(text), ..) => {
            let mut buffer = vec![0; text.raw().len()];
            out += &format!("{:?} {} {}", text.unescape_into(&mut buffer), text.unescaped_len(), text);
            out += &text.chars().collect::<String>();
            out += &format!("{} {:?}", text.has_lone_surrogate(), text.as_plain());
        }
        (_, Field::Is(number), ..) => {
            out += &format!("{} {:?} {:?} {:?}", number, number.to_u64(), number.to_i64(), number.to_f64());
        }
        (_, _, Field::Is(truth), ..) => out += &truth.to_string(),
        (_, _, _, Field::Is(object), _) => out += &ask_object(object, left),
        (_, _, _, _, Field::Is(array)) => {
            for element in array.elements() {
                out += &ask(element, left);
            }
        }
        _ => {}
    }
    out
}

fn ask_object(object: Object<'_, '_>, left: &mut usize) -> String {
    let mut out = String::new();
    for (name, value) in object.members() {
        out += &name.to_string();
        out += &ask(value, left);
    }
    for value in object.pick(&["type", "a", "b", ""]).into_iter().flatten() {
        out += &ask(value, left);
    }
    out
}

/// A number of questions that no test line comes near; it is there for broken ones.
const MANY: usize = 20_000;

proptest! {
    #[test]
    fn same_on_sound_lines(members in members(true), gaps in gaps(), nodes in prop_oneof![Just(0), Just(500)]) {
        let text = write(&members, &gaps);
        let text = text.as_bytes();
        prop_assert_eq!(answer_in(Mode::Skim, text), answer(text));
        for keys in [&Keys::ALL, &Keys::NONE, &SOME] {
            // Each time the same answers, whatever the mode and the kernel.
            let asked = with_object(text, Options::new(keys), nodes, |object| ask_object(object, &mut MANY.clone()));
            prop_assert!(!asked.is_empty() || members.is_empty());
        }
        prop_assert_eq!(entry_in(Mode::Skim, text), entry_of(text));
    }

    /// A line that skim refuses is refused by checked with the same words; one that it lets pass can be read without
    /// a panic and to an end.
    #[test]
    fn harmless_on_others(text in prop_oneof![any_line(), damaged(), soup().prop_map(|soup| [b"{", &soup[..], b"}"].concat())]) {
        prop_assume!(!text.is_empty());
        let mut refused = false;
        for keys in [&Keys::ALL, &Keys::NONE, &SOME] {
            let options = Options { mode: Mode::Skim, ..Options::new(keys) };
            each_record(options, &text, |record| match record.what {
                What::Event(object) => {
                    let mut left = MANY;
                    ask_object(object, &mut left);
                    assert!(left > 0, "no end");
                    let _ = record.notes().count();
                }
                What::Blank | What::Fault(_) => refused = true,
            });
        }
        if refused {
            prop_assert_eq!(answer_in(Mode::Skim, &text), answer(&text));
        }
    }
}

/// What skim is there to look at: it refuses broken strings, escapes, control bytes, UTF-8 and nesting.
#[test]
fn skim_looks_at_strings_and_nesting() {
    for text in [
        &b"{\"a\":\"b}"[..],
        b"{\"a\":\"\\x\"}",
        b"{\"a\":\"\x01\"}",
        b"{\"a\":\"\xFF\"}",
        b"{\"a\":\xFF}",
        b"{\"a\":[}]",
        b"{\"a\":1",
        b"{\"a\":1}}",
        b"{}{}",
        b"[]",
    ] {
        let seen = answer_in(Mode::Skim, text);
        assert!(matches!(seen, Seen::Fault(..)), "{}", text.escape_ascii());
        assert_eq!(seen, answer(text));
    }
}
