//! What the types promise to the compiler: that this file compiles is most of the test.

use runlex_core::{
    Array, At, Chars, Elements, Fault, FaultKind, Field, Framed, Keys, Line, LineDecoder, Lines, Members,
    Node, Notes, Object, Options, RawNumber, RawStr, Record, Salvage, Scanner, TooLong, Value, What,
};

fn shared<T: Send + Sync + Copy>() {}
fn sent<T: Send + Sync + Clone>() {}

/// Handles are small words that go anywhere.
#[test]
fn send_sync_copy() {
    shared::<Record<'_, '_>>();
    shared::<What<'_, '_>>();
    shared::<Object<'_, '_>>();
    shared::<Array<'_, '_>>();
    shared::<Value<'_, '_>>();
    shared::<Members<'_, '_>>();
    shared::<Elements<'_, '_>>();
    shared::<RawStr<'_>>();
    shared::<RawNumber<'_>>();
    shared::<Line<'_>>();
    shared::<Framed<'_>>();
    shared::<TooLong>();
    shared::<Fault>();
    shared::<FaultKind>();
    shared::<At>();
    shared::<Node>();
    shared::<Options<'_>>();
    shared::<Field<RawStr<'_>, Value<'_, '_>>>();
    sent::<Lines<'_>>();
    sent::<Notes<'_>>();
    sent::<Salvage<'_>>();
    sent::<Chars<'_>>();
    const { assert!(size_of::<Node>() == 8) };
}

/// Strings borrow from the batch alone: they outlive the nodes, the scanner and the keys they were found with.
fn names<'a>(batch: &'a [u8]) -> Vec<(RawStr<'a>, &'a str, &'a [u8])> {
    let keys = Keys::new(&["type"]);
    let mut nodes = [Node::EMPTY; 16];
    let mut scanner = Scanner::new(Options::new(&keys), batch, At::START, &mut nodes);
    let mut names = Vec::new();
    while let Some(record) = scanner.next() {
        if let What::Event(object) = record.what
            && let Field::Is(name) = Field::of(object.get("type"), Value::string)
            && let Some(plain) = name.as_plain()
        {
            names.push((name, plain, object.raw()));
        }
    }
    names
}

/// Numbers, names of members, lines, notes and salvage do so, too.
fn the_rest<'a>(
    line: Line<'a>,
) -> (Option<RawNumber<'a>>, Option<RawStr<'a>>, &'a [u8], Notes<'a>, Salvage<'a>) {
    let mut nodes = [Node::EMPTY; 16];
    let record = Scanner::once(Options::new(&Keys::ALL), line, &mut nodes);
    let (mut number, mut name) = (None, None);
    if let What::Event(object) = record.what {
        name = object.members().next().map(|(name, _)| name);
        number = Field::of(object.get("n"), Value::number).ok();
    }
    (number, name, record.line.content(), record.notes(), record.salvage())
}

/// Handles stay usable together while the record of their line is at hand.
fn both<'a, 't>(line: Line<'a>, nodes: &'t mut [Node]) -> [Option<Value<'a, 't>>; 2] {
    match Scanner::once(Options::new(&Keys::ALL), line, nodes).what {
        What::Event(object) => object.pick(&["n", "m"]),
        What::Blank | What::Fault(_) => [None, None],
    }
}

#[test]
fn strings_outlive_the_nodes() {
    let batch = b"{\"type\":\"one\"}\nx\n{\"n\":1,\"type\":\"two\"}\n".to_vec();
    let names = names(&batch);
    assert_eq!(names.iter().map(|(_, plain, _)| *plain).collect::<Vec<_>>(), ["one", "two"]);
    assert!(names[0].0 == "one" && names[1].2 == b"{\"n\":1,\"type\":\"two\"}");

    let text = b"{\"n\":1,\"m\":\"\\ud800\"}".to_vec();
    let line = Lines::new(&text, At::START).next().expect("a line");
    let (number, name, content, notes, salvage) = the_rest(line);
    assert_eq!((number.map(|number| number.to_u64()), content), (Some(Ok(1)), &text[..]));
    assert!(name.is_some_and(|name| name == "n"));
    assert_eq!((notes.count(), salvage.count()), (1, 0));

    let mut nodes = [Node::EMPTY; 16];
    let [n, m] = both(line, &mut nodes);
    assert_eq!(n.map(|value| value.raw()), Some(&b"1"[..]));
    assert_eq!(m.map(|value| value.raw()), Some(&b"\"\\ud800\""[..]));
}

/// A line that lies whole in its chunk still borrows from the decoder, so the chunk may be shorter-lived than the
/// stream but the loop over it must borrow-check: several chunks, one decoder, records in between.
#[test]
fn the_loop_over_chunks() {
    let mut carry = [0; 32];
    let mut nodes = [Node::EMPTY; 8];
    let mut decoder = LineDecoder::new(&mut carry);
    let mut kinds = Vec::new();
    for at in 0..3 {
        let owned = format!("{{\"n\":{at}}}\n{{\"n\"");
        let mut chunk = owned.as_bytes();
        while let Some(framed) = decoder.next(&mut chunk) {
            let Framed::Line(line) = framed else { panic!("{framed:?}") };
            kinds.push(match Scanner::once(Options::new(&Keys::NONE), line, &mut nodes).what {
                What::Event(_) => None,
                What::Fault(fault) => Some(fault.kind),
                What::Blank => panic!("blank"),
            });
        }
    }
    assert_eq!(kinds, [None, Some(FaultKind::TornJoin), Some(FaultKind::TornJoin)]);
    assert!(matches!(decoder.finish(), Some(Framed::Line(line)) if line.content() == b"{\"n\""));
}
