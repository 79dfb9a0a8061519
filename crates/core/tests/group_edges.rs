//! A name whose colon begins a group of blocks, behind white space that ends the one before: at every place of a group.

use runlex_core::{At, Field, Kernel, Keys, Node, Options, Pick, Scanner, Value, What};

const KEYS: Keys = Keys::new(&["type", "needle"]);
const NEEDLE: Pick<1> = KEYS.pick(["needle"]);

#[test]
fn a_declared_name_is_noted_at_every_place() {
    for kernel in Kernel::every() {
        for blanks in 0..4 {
            for before in 0..1100 {
                let pad = "x".repeat(before);
                let gap = " ".repeat(blanks);
                // Long enough for the pass that takes eight blocks at once, and without white space behind the colon.
                let line =
                    format!("{{\"pad\":\"{pad}\",\"needle\"{gap}:7,\"rest\":\"{}\"}}\n", "y".repeat(1200));
                let mut nodes = [Node::EMPTY; 1024];
                let options = Options { kernel, ..Options::new(&KEYS) };
                let mut scanner = Scanner::new(options, line.as_bytes(), At::START, &mut nodes);
                let record = scanner.next().expect("a line");
                let What::Event(object) = record.what else {
                    panic!("{kernel} {before} {blanks}: {record:?}")
                };
                let [needle] = object.pick(&NEEDLE);
                let number = Field::of(needle, Value::number).ok().and_then(|number| number.to_u64().ok());
                assert_eq!(number, Some(7), "{kernel} {before} {blanks}");
            }
        }
    }
}
