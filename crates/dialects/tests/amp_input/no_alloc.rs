//! Reading, checking and writing allocate nothing.

use crate::words::Sink;
use crate::{allocations, common, describe, items, views, words};
use runlex_core::{At, Lines};
use runlex_dialects::amp_input::{InputBlock, InputImage, InputMessage, check_input_line, check_line};
use runlex_dialects::{Dialect, sniff};
use std::fmt::Write;
use std::hint::black_box;

fn text() -> Vec<u8> {
    let lines = views::ROWS.iter().map(|row| row.1).chain(items::ROWS.iter().map(|row| row.1));
    lines.flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
}

#[test]
fn reading() {
    let (mut count, mut events, mut said) = (0, 0, Sink::default());
    common::each(&text(), |_, object| {
        events += 1;
        count += allocations::of(|| {
            black_box(sniff(object));
            describe::event(&mut said, object).expect("a sink takes all");
            for item in runlex_dialects::items(Dialect::AmpInput, object) {
                words::item(&mut said, &item).expect("a sink takes all");
            }
        });
    });
    assert_eq!(count, 0);
    assert!(events > 15 && said.0 > 2_000, "{events} {}", said.0);
}

#[test]
fn checking() {
    let mut text = text();
    text.extend_from_slice(b"{\n\"cut\n[]\n{}{}\nnoise\n\x00\n");
    let (mut good, mut bad, mut said) = (0, 0, Sink::default());
    let count = allocations::of(|| {
        for line in Lines::new(&text, At::START) {
            match check_line(line) {
                None => good += 1,
                Some(error) => {
                    bad += 1;
                    write!(said, "{error} {error:?}").expect("a sink takes all");
                }
            }
            if let Ok(view) = check_input_line(line.content()) {
                black_box((view.steer(), view.request_id(), view.blocks().count()));
            }
        }
    });
    assert_eq!(count, 0);
    assert!(good >= 8 && bad >= 12 && said.0 > 500, "{good} {bad} {}", said.0);
}

#[test]
fn writing() {
    let image = [b"GIF89a".as_slice(), &[7; 10_000]].concat();
    let mut said = Sink::default();
    let count = allocations::of(|| {
        let image = InputImage::of_bytes(&image).expect("a GIF").source_path("a\"b");
        let blocks = [InputBlock::Text("a\n\u{1}\u{2028}b"), InputBlock::Image(image)];
        let message = InputMessage::new(&blocks).steer(true).escape_separators(true);
        let message = message.request_id("r\t1").expect("an id");
        message.write_line(&mut said).expect("a sink takes all");
        writeln!(said, "{message}").expect("a sink takes all");
    });
    assert_eq!(count, 0);
    assert!(said.0 > 26_000, "{}", said.0);
}
