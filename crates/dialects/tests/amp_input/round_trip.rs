//! What is built is a line that Amp takes, and reading it gives what was put in; for any texts and images.

use crate::common;
use proptest::prelude::*;
use runlex_core::{At, Lines};
use runlex_dialects::amp_input::{
    InputBlock, InputImage, InputMessage, MediaType, check_input_line, check_line,
};
use runlex_dialects::{ContentBlock, Dialect, ItemKind, items};

#[derive(Clone, Debug)]
enum Block {
    Text(String),
    Image(MediaType, Vec<u8>, Option<String>),
}

fn text() -> impl Strategy<Value = String> {
    // Any characters, and many of those that are special somewhere.
    prop_oneof![
        any::<String>(),
        "[\\x00-\\x20\"\\\\/u\u{7F}\u{80}\u{2028}\u{2029}\u{FEFF}\u{FFFD}\u{10FFFF}é]{0,20}",
    ]
}

fn block() -> impl Strategy<Value = Block> {
    let front = prop_oneof![
        Just((MediaType::Jpeg, &b"\xFF\xD8\xFF"[..])),
        Just((MediaType::Png, &b"\x89PNG\r\n\x1A\n"[..])),
        Just((MediaType::Gif, &b"GIF87a"[..])),
        Just((MediaType::Gif, &b"GIF89a"[..])),
        Just((MediaType::Webp, &b"RIFF\x04\0\0\0WEBP"[..])),
    ];
    prop_oneof![
        3 => text().prop_map(Block::Text),
        1 => (front, prop::collection::vec(any::<u8>(), 0..2_000), prop::option::of(text())).prop_map(
            |((media_type, front), rest, path)| Block::Image(media_type, [front, &rest].concat(), path)
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_built_is_read(
        blocks in prop::collection::vec(block(), 0..4),
        steer in any::<bool>(),
        id in prop::option::of(text().prop_filter("1 to 256", |id| (1..=256).contains(&id.chars().count()))),
        separators in any::<bool>(),
    ) {
        let built: Vec<_> = blocks
            .iter()
            .map(|block| match block {
                Block::Text(text) => InputBlock::Text(text),
                Block::Image(media_type, bytes, path) => {
                    let image = InputImage::new(*media_type, bytes).expect("an image");
                    InputBlock::Image(match path {
                        Some(path) => image.source_path(path),
                        None => image,
                    })
                }
            })
            .collect();
        let mut message = InputMessage::new(&built).steer(steer).escape_separators(separators);
        if let Some(id) = &id {
            message = message.request_id(id).expect("an id");
        }
        let mut line = String::new();
        message.write_line(&mut line).expect("a String takes all");

        // One line, which Amp takes.
        prop_assert_eq!(Lines::new(line.as_bytes(), At::START).map(|line| check_line(line)).collect::<Vec<_>>(), [None]);
        prop_assert_eq!(line.matches('\n').count(), 1);
        let has_separators = line.contains(['\u{2028}', '\u{2029}']);
        prop_assert!(!separators || !has_separators);
        let view = check_input_line(line.as_bytes()).expect("a message");
        prop_assert_eq!(view.steer(), steer);
        prop_assert_eq!(view.request_id().map(|id| id.to_string()), id);
        let read: Vec<_> = view.blocks().collect();
        prop_assert_eq!(read.len(), blocks.len());
        for (read, block) in read.iter().zip(&blocks) {
            match (read, block) {
                (ContentBlock::Text(read), Block::Text(text)) => {
                    let read = read.text().ok().map(|text| text.to_string());
                    prop_assert_eq!(read.as_ref(), Some(text));
                }
                (ContentBlock::Image(read), Block::Image(media_type, bytes, path)) => {
                    let source = read.details().expect("a source");
                    prop_assert!(source.media_type().ok().is_some_and(|read| read == media_type.as_str()));
                    let letters = source.data().ok().expect("data").raw().len();
                    prop_assert_eq!(letters, bytes.len().div_ceil(3) * 4);
                    prop_assert_eq!(&read.source_path().ok().map(|path| path.to_string()), path);
                }
                other => prop_assert!(false, "{:?}", other),
            }
        }

        // And the texts are its items, each with the index of its block.
        let texts = common::of(line.trim_end_matches('\n'), |object| {
            items(Dialect::AmpInput, object)
                .filter_map(|item| match item.kind {
                    ItemKind::UserText { text, injected: false } => Some((item.block, text.to_string())),
                    _ => None,
                })
                .collect::<Vec<_>>()
        });
        let want: Vec<_> = blocks
            .iter()
            .enumerate()
            .filter_map(|(index, block)| match block {
                Block::Text(text) => Some((Some(index as u32), text.clone())),
                Block::Image(..) => None,
            })
            .collect();
        prop_assert_eq!(texts, want);
    }

    /// Whatever the bytes: an answer, a place within them, and the same for the line of a stream.
    #[test]
    fn any_bytes_have_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(error) = check_input_line(&bytes) {
            prop_assert!(error.at <= bytes.len());
        }
    }

    /// A message with one byte changed, or cut, is told with a place within it.
    #[test]
    fn damage_has_a_place(text in text(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let blocks = [InputBlock::Text(&text)];
        let mut line = InputMessage::new(&blocks).to_string().into_bytes();
        let at = at.index(line.len());
        match cut {
            true => line.truncate(at),
            false => line[at] = byte,
        }
        match check_input_line(&line) {
            Ok(_) => prop_assert!(!cut),
            Err(error) => prop_assert!(error.at <= line.len()),
        }
    }
}
