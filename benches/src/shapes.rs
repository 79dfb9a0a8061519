//! Single lines for the small questions: of a given size, and the worst that a line can be.

use runlex_testgen::{Generator, Shape};

/// Sizes of the lines that [`of_size`] is asked for, with their names.
pub const SIZES: [(&str, usize); 4] =
    [("0.1KB", 100), ("1KB", 1_000), ("10KB", 10_000), ("1000KB", 1_000_000)];

/// A batch of lines of about `size` bytes that has at least `bytes` bytes. Text and its escapes come from the generator.
pub fn batch(size: usize, bytes: usize) -> Vec<u8> {
    let line = of_size(size);
    line.repeat(bytes.div_ceil(line.len()).max(1))
}

/// An assistant line of about `size` bytes, newline included; the usage stands at its end.
pub fn of_size(size: usize) -> Vec<u8> {
    if size < 300 {
        let text = "x".repeat(size.saturating_sub(74));
        return format!("{{\"type\":\"chunk\",\"session_id\":\"s\",\"chunk\":{{\"type\":\"content\",\"content\":\"{text}\"}}}}\n").into();
    }
    let head = "{\"type\":\"assistant\",\"message\":{\"id\":\"msg_1\",\"role\":\"assistant\",\"content\":[";
    let tail = "],\"usage\":{\"input_tokens\":12,\"cache_creation_input_tokens\":345,\"cache_read_input_tokens\":\
                6789,\"output_tokens\":10}},\"parent_tool_use_id\":null,\"session_id\":\"T-5f4c1a2e\"}\n";
    let around = "{\"type\":\"text\",\"text\":\"\"},".len();
    let room = size.saturating_sub(head.len() + tail.len());
    let text = escaped_text(room);
    let mut line = head.as_bytes().to_vec();
    // Blocks of at most 4 KB.
    let mut left = room;
    let mut from = 0;
    while left > around {
        let to = piece_end(&text, from, (left - around).min(4_000));
        if from > 0 {
            line.push(b',');
        }
        line.extend_from_slice(b"{\"type\":\"text\",\"text\":\"");
        line.extend_from_slice(&text[from..to]);
        line.extend_from_slice(b"\"}");
        left = left.saturating_sub(to - from + around);
        if to == from {
            break;
        }
        from = to;
    }
    line.extend_from_slice(tail.as_bytes());
    line
}

/// About `len` bytes of escaped text as stands between the quotes of generated tool results.
pub fn escaped_text(len: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let mut generator = Generator::new(Shape::Amp, 11);
    let mut line = Vec::new();
    while text.len() < len {
        line.clear();
        generator.line(&mut line);
        // The longest string of the line.
        let mut best = 0..0;
        let mut at = 0;
        while let Some(open) = memchr::memchr(b'"', &line[at..]).map(|found| at + found + 1) {
            let mut close = open;
            while line[close] != b'"' {
                close += if line[close] == b'\\' { 2 } else { 1 };
            }
            if close - open > best.len() {
                best = open..close;
            }
            at = close + 1;
        }
        text.extend_from_slice(&line[best]);
    }
    let end = piece_end(&text, 0, len);
    text.truncate(end);
    text
}

/// The last place within `len` bytes behind `from` that parts neither an escape nor a character.
fn piece_end(text: &[u8], from: usize, len: usize) -> usize {
    let mut at = from;
    while at < text.len() {
        let step = match text[at] {
            b'\\' if text[at + 1] == b'u' => 6,
            b'\\' => 2,
            0..0x80 => 1,
            0x80..0xE0 => 2,
            0xE0..0xF0 => 3,
            0xF0.. => 4,
        };
        if at + step > from + len {
            break;
        }
        at += step;
    }
    at
}

/// The worst lines of about `size` bytes, with their names; every one is an event.
pub fn worst(size: usize) -> Vec<(&'static str, Vec<u8>)> {
    let string = |unit: &str| format!("{{\"a\":\"{}\"}}\n", unit.repeat(size / unit.len())).into_bytes();
    let array = |unit: &str| {
        let list = vec![unit; size / (unit.len() + 1)].join(",");
        format!("{{\"a\":[{list}]}}\n").into_bytes()
    };
    // The limit of nesting is 1,024, the line's own object included.
    let deep = |open: &str, close: &str, levels: usize| {
        let one = format!("{}{}", open.repeat(levels), close.repeat(levels));
        let list = vec![one.as_str(); size.div_ceil(one.len() + 1)].join(",");
        format!("{{\"a\":[{list}]}}\n").into_bytes()
    };
    vec![
        ("plain", string("x")),
        ("escaped quotes", string("\\\"")),
        ("backslashes", string("\\\\")),
        ("unicode escapes", string("\\u00e9")),
        ("surrogate pairs", string("\\ud83d\\ude00")),
        ("two-byte characters", string("\u{e9}")),
        ("four-byte characters", string("\u{1f600}")),
        ("mixed characters", string("a\u{e9}\u{20ac}\u{1f600}")),
        ("empty strings", array("\"\"")),
        ("empty objects", array("{}")),
        ("digits", array("7")),
        ("literals", array("null")),
        ("members", array("{\"k\":0}")),
        ("deep arrays", deep("[", "]", 1_000)),
        ("deep objects", {
            let one = format!("{}0{}", "{\"a\":".repeat(1_000), "}".repeat(1_000));
            let list = vec![one.as_str(); size.div_ceil(one.len() + 1)].join(",");
            format!("{{\"a\":[{list}]}}\n").into_bytes()
        }),
        ("braces in a string", string("{}[]:,")),
    ]
}
