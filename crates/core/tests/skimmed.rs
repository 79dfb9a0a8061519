//! What skim lets pass that is no JSON: such a word is of type number, and no number can be read from it.

use runlex_core::{At, Field, Kernel, Keys, Mode, Node, Options, Scanner, Type, What};

const NO_NUMBERS: &[&str] = &[
    "01",
    "00",
    "-",
    "-01",
    "+1",
    "1.",
    ".5",
    "1e",
    "1e+",
    "1.e5",
    "0x10",
    "1-2",
    "1.5.5",
    "007",
    "1x",
    "12a",
    "1_000",
    "NaN",
    "Infinity",
    "-Infinity",
    "--1",
    "1..2",
    "18446744073709551615x",
];

#[test]
fn no_number_is_read_from_other_words() {
    let mut nodes = [Node::EMPTY; 256];
    for word in NO_NUMBERS {
        for text in [
            format!("{{\"a\":{word}}}"),
            format!("{{\"a\":[{word}],\"b\":0}}"),
            format!("{{\"a\": {word} }}"),
        ] {
            for kernel in Kernel::every() {
                let options = Options { kernel, mode: Mode::Skim, ..Options::new(&Keys::NONE) };
                let mut scanner = Scanner::new(options, text.as_bytes(), At::START, &mut nodes);
                let record = scanner.next().expect("a line");
                let What::Event(object) = record.what else {
                    panic!("{kernel}: skim looks at no words: {text}")
                };
                let value = object.get("a").expect("a member");
                let value = match value.array() {
                    Field::Is(array) => array.elements().next().expect("an element"),
                    _ => value,
                };
                assert_eq!(value.kind(), Type::Number, "{kernel}: {text}");
                assert!(matches!(value.number(), Field::Wrong(_)), "{kernel}: {text}");
                assert_eq!(value.digits(), None, "{kernel}: {text}");
            }
        }
    }
}

/// Words of other types keep their type by their first letter, and their value is not told.
#[test]
fn no_truth_is_read_from_other_words() {
    let mut nodes = [Node::EMPTY; 256];
    for (word, kind) in [("tru", Type::Bool), ("trues", Type::Bool), ("fals", Type::Bool), ("f", Type::Bool)]
    {
        let text = format!("{{\"a\":{word}}}");
        for kernel in Kernel::every() {
            let options = Options { kernel, mode: Mode::Skim, ..Options::new(&Keys::NONE) };
            let mut scanner = Scanner::new(options, text.as_bytes(), At::START, &mut nodes);
            let record = scanner.next().expect("a line");
            let What::Event(object) = record.what else { panic!("{kernel}: skim looks at no words: {text}") };
            let value = object.get("a").expect("a member");
            assert_eq!(value.kind(), kind, "{kernel}: {text}");
            assert!(matches!(value.bool(), Field::Wrong(_)), "{kernel}: {text}");
        }
    }
}
