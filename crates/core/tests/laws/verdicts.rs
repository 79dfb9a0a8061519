//! A line is an event when two other programs say so, blank when it is blank, and a fault otherwise.

use crate::common::{Seen, answer, is_blank, is_json, is_object_line, without_blanks};
use crate::text::{any_line, damaged, sound, soup};
use proptest::prelude::*;
use runlex_core::check_value;

fn agrees(content: &[u8]) -> Result<(), TestCaseError> {
    let seen = answer(content);
    if content.iter().all(|byte| is_blank(*byte)) {
        prop_assert_eq!(seen, Seen::Blank);
    } else if is_object_line(content) {
        let start = content.len() - without_blanks(content).len();
        let end = content.iter().rposition(|byte| *byte == b'}').map_or(0, |at| at + 1);
        prop_assert_eq!(seen, Seen::Event(start as u64..end as u64));
    } else {
        let Seen::Fault(_, at) = seen else { panic!("{seen:?}: {}", content.escape_ascii()) };
        prop_assert!(at <= content.len() as u64);
    }
    prop_assert_eq!(check_value(content).is_ok(), is_json(content));
    Ok(())
}

proptest! {
    #[test]
    fn sound_lines(line in sound(true)) {
        prop_assert!(matches!(answer(line.as_bytes()), Seen::Event(_)));
        agrees(line.as_bytes())?;
    }

    #[test]
    fn damaged_lines(line in damaged()) {
        agrees(&line)?;
    }

    #[test]
    fn soups(line in soup()) {
        agrees(&line)?;
    }

    #[test]
    fn lines_of_all_kinds(line in any_line()) {
        agrees(&line)?;
    }

    /// Any text, newlines included: white space like the others.
    #[test]
    fn texts_of_several_lines(text in sound(true)) {
        let text = text.replace(['\t', '\r'], "\n");
        prop_assert_eq!(check_value(text.as_bytes()), Ok(()));
        prop_assert!(is_json(text.as_bytes()));
    }
}

/// Every byte at every place of a line in turn: the borders of all that the grammar tells apart.
#[test]
fn every_byte_at_every_place() {
    let line = br#" {"a\u00e9":[-1.5e+0,"",true,null,{"b":"\\\ud83d"}],"c":"x"}"#;
    let (mut events, mut faults) = (0, 0);
    for at in 0..line.len() {
        let mut line = line.to_vec();
        for byte in (0..=255).filter(|byte| *byte != b'\n') {
            line[at] = byte;
            agrees(&line).expect("the verdict of the judge");
            *if is_object_line(&line) { &mut events } else { &mut faults } += 1;
        }
    }
    assert!(events > 500 && faults > 10_000, "{events} events, {faults} faults");
}
