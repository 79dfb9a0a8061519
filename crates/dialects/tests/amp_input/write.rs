//! Sections 1, 2 and 5: what is written, letter by letter, and what cannot be built.

use runlex_dialects::amp_input::{
    BuildError, InputBlock, InputImage, InputMessage, MediaType, check_input_line,
};

fn line(message: InputMessage<'_>) -> String {
    let mut line = String::new();
    message.write_line(&mut line).expect("a String takes all");
    assert_eq!(line, format!("{message}\n"));
    assert_eq!(check_input_line(line.as_bytes()).err(), None, "{line}");
    line
}

#[test]
fn the_page_s_examples() {
    let gif = [b"GIF89a".as_slice(), &[1, 0, 1, 0, 0, 0, 0, 44]].concat();
    let gif = InputImage::new(MediaType::Gif, &gif).expect("a GIF").source_path("file:///pics/a.gif");
    let see = [InputBlock::Text("see"), InputBlock::Image(gif)];
    let written = [
        line(InputMessage::new(&[InputBlock::Text("what is 2+2?")])),
        line(InputMessage::new(&[InputBlock::Text("stop and explain")]).steer(true)),
        line(InputMessage::new(&[InputBlock::Text("retry me")]).request_id("job-7-try-2").expect("an id")),
        line(InputMessage::new(&see)),
    ];
    let want: Vec<_> =
        crate::pages::examples("amp-input.md").iter().map(|line| format!("{line}\n")).collect();
    assert_eq!(written.as_slice(), want);
}

#[test]
fn every_character_that_needs_it_is_escaped() {
    for (text, want) in [
        ("plain é€😀 /", "plain é€😀 /"),
        ("\"quoted\" \\back\\", r#"\"quoted\" \\back\\"#),
        ("\n\r\t\u{8}\u{C}", r"\n\r\t\b\f"),
        ("\0\u{1}\u{B}\u{1F}", r"\u0000\u0001\u000b\u001f"),
        // Not asked for by JSON.
        ("\u{7F}\u{80}\u{2028}\u{2029}\u{FEFF}", "\u{7F}\u{80}\u{2028}\u{2029}\u{FEFF}"),
        ("", ""),
    ] {
        let blocks = [InputBlock::Text(text)];
        let line = line(InputMessage::new(&blocks));
        assert_eq!(
            line,
            format!(
                "{}{want}{}\n",
                r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":""#, r#""}]}}"#
            )
        );
    }
    // All of them, by the judge.
    for c in '\0'..='\u{FF}' {
        let text = format!("a{c}b{c}{c}");
        let blocks = [InputBlock::Text(&text)];
        let line = line(InputMessage::new(&blocks).request_id(&text).expect("an id"));
        assert_eq!(line.matches('\n').count(), 1);
        let read: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(read["message"]["content"][0]["text"], *text);
        assert_eq!(read["request_id"], *text);
    }
}

#[test]
fn separators_on_request() {
    let blocks = [InputBlock::Text("a\u{2028}b\u{2029}\u{2027}")];
    let line = line(InputMessage::new(&blocks).escape_separators(true));
    assert!(line.contains("a\\u2028b\\u2029\u{2027}"), "{line}");
}

#[test]
fn no_blocks_and_no_steer() {
    let empty = r#"{"type":"user","message":{"role":"user","content":[]}}"#;
    assert_eq!(line(InputMessage::new(&[])).trim_end(), empty);
    assert_eq!(line(InputMessage::new(&[]).steer(true).steer(false)).trim_end(), empty);
}

/// Against the vectors of RFC 4648, section 10, behind the first bytes of a GIF.
#[test]
fn base64_of_the_standard() {
    for (bytes, want) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ] {
        let image = format!("GIF89a{bytes}");
        let blocks = [InputBlock::Image(InputImage::of_bytes(image.as_bytes()).expect("a GIF"))];
        let line = line(InputMessage::new(&blocks));
        assert!(line.contains(&format!("\"data\":\"R0lGODlh{want}\"")), "{line}");
    }
}

/// Around the sizes at which the buffer is handed on, every byte value in it.
#[test]
fn images_of_any_size() {
    for size in [0, 1, 2, 3, 761, 762, 763, 767, 768, 769, 1_530, 1_531, 5_000] {
        let image: Vec<u8> =
            b"\xFF\xD8\xFF".iter().copied().chain((0..size).map(|at| (at * 7 % 256) as u8)).collect();
        let blocks = [InputBlock::Image(InputImage::of_bytes(&image).expect("a JPEG"))];
        let line = line(InputMessage::new(&blocks));
        let read: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let data = read["message"]["content"][0]["source"]["data"].as_str().expect("data").to_owned();
        assert_eq!(decode(&data), image, "{size}");
    }
}

/// Base64 the slow way, to judge by.
fn decode(text: &str) -> Vec<u8> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters: Vec<_> =
        text.trim_end_matches('=').chars().map(|c| ALPHABET.find(c).expect("a letter")).collect();
    let bits: Vec<_> =
        letters.iter().flat_map(|value| (0..6).rev().map(move |bit| value >> bit & 1)).collect();
    bits.chunks_exact(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | *bit as u8)).collect()
}

#[test]
fn what_cannot_be_built() {
    let png = b"\x89PNG\r\n\x1A\n....";
    let declared = MediaType::Jpeg;
    assert_eq!(
        InputImage::new(declared, png).err(),
        Some(BuildError::MediaTypeMismatch { declared, found: Some(MediaType::Png) })
    );
    for bytes in [&b""[..], b"GIF8", b"GIF88a", b"RIFF....WAVE", b"\x89PNG\r\n", b"\xFF\xD8", b"BM"] {
        let error = InputImage::new(declared, bytes).expect_err("no such image");
        assert_eq!(error, BuildError::MediaTypeMismatch { declared, found: None });
        assert!(InputImage::of_bytes(bytes).is_none());
    }
    for (media_type, bytes) in [
        (MediaType::Jpeg, &b"\xFF\xD8\xFF"[..]),
        (MediaType::Png, png),
        (MediaType::Gif, b"GIF87a"),
        (MediaType::Gif, b"GIF89a..."),
        (MediaType::Webp, b"RIFF\0\0\0\0WEBP"),
    ] {
        assert_eq!(InputImage::new(media_type, bytes).expect("an image").media_type(), media_type);
    }
    let message = InputMessage::new(&[]);
    assert_eq!(message.request_id("").err(), Some(BuildError::RequestIdLength { characters: 0 }));
    let longest = "€".repeat(256);
    assert!(message.request_id(&longest).is_ok());
    let too_long = longest.clone() + "a";
    assert_eq!(message.request_id(&too_long).err(), Some(BuildError::RequestIdLength { characters: 257 }));
    for (error, want) in [
        (BuildError::RequestIdLength { characters: 0 }, "a request id has 1 to 256 characters, this one 0"),
        (
            BuildError::MediaTypeMismatch { declared, found: Some(MediaType::Png) },
            "the image is declared as image/jpeg, but its bytes are image/png",
        ),
        (
            BuildError::MediaTypeMismatch { declared, found: None },
            "the image is declared as image/jpeg, but its bytes are no kind of image that Amp takes",
        ),
    ] {
        assert_eq!(error.to_string(), want);
    }
}

/// A sink that takes a few bytes and then no more.
struct Full(usize);

impl std::fmt::Write for Full {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(std::fmt::Error)?;
        Ok(())
    }
}

#[test]
fn errors_of_the_sink_are_handed_on() {
    let blocks =
        [InputBlock::Text("a\nb"), InputBlock::Image(InputImage::of_bytes(b"GIF89a").expect("a GIF"))];
    let message = InputMessage::new(&blocks);
    let len = line(message).len();
    for room in 0..len {
        assert!(message.write_line(&mut Full(room)).is_err(), "{room}");
    }
    assert!(message.write_line(&mut Full(len)).is_ok());
}
