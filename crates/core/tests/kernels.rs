//! Every kernel gives the answers of the scalar one, record by record: on random streams, and on rows of inputs that put
//! whatever a kernel carries from one block to the next across every edge of a block.
//!
//! Blocks have 64 bytes; where there are registers of 512 bits, batches from 1,024 bytes on are taken in groups of eight. A
//! batch that is a line and [`behind`] it something long goes the second way, the line alone the first.

mod common;

use common::agree::{Ask, ENDLESS, SETS, agree};
use runlex_core::{At, Keys};

/// Random numbers that are the same each time (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Declared names of all sets, and names that nearly are such.
const NAMES: &[&str] = &[
    "type",
    "type",
    "session_id",
    "a",
    "a",
    "b",
    "ab",
    "\u{e9}",
    ",",
    ":",
    "{",
    "",
    "x",
    "n0",
    "n7",
    "n19",
    "key_00",
    "key_07",
    "key_19",
    "key_20",
    "some_longer_name_3",
    "some_longer_name_11",
    "some_longer_name_12",
    "usage",
    "tokens",
    "alpha_tokens",
    "gamma_tokens",
    "delta_tokens",
    "lpha_tokens",
    "parent_tool_use_id",
    "parent_tool_use_id_of_the_session",
    "parent_tool_use_id_of_the_sessioN",
    "Parent_tool_use_id_of_the_session",
    "parent_tool_usE_id_of_the_session",
    "arent_tool_use_id_of_the_session",
    "cache_creation_input_tokens_of_all_models",
    "cache_creation_inpuT_tokens_of_all_models",
    "cache_creation_output_tokens_of_every_model",
    "exactly_16_bytes",
    "Exactly_16_bytes",
    "exactly_17_bytes_",
    "Exactly_17_bytes_",
    "a name of rather more than sixty-four bytes, so that a whole block can lie within it and its ends far away",
    "t\\u0079pe",
    "\\u0061",
    "s\\u0065ssion_id",
    "\\\\type",
    "type\\\"",
    "\\ud800",
];

const WORDS: &[&str] = &[
    "0",
    "-0",
    "1",
    "10",
    "-7",
    "42",
    "1.5",
    "-1.25e+10",
    "1E5",
    "3e-7",
    "0.0",
    "0e0",
    "true",
    "false",
    "null",
    "12345678901234567890",
    "123456789012345678901234567890123456789012345678901234567890123456789012345",
    "-0.00000000000000000000000000000000000000000000000000000000000000000000001e-99",
];

const NO_WORDS: &[&str] = &[
    "01",
    "-",
    "+1",
    "1.",
    ".5",
    "1e",
    "1e+",
    "1.e5",
    "-01",
    "0x10",
    "1-2",
    "1 2",
    "00",
    "1.5.5",
    "12345678901234567890e",
    "123456789012345678901234567890123456789012345678901234567890123456789012345x",
    "0123456789012345678901234567890123456789012345678901234567890123456789012345",
    "tru",
    "nul",
    "fals",
    "trues",
    "nulll",
    "falsee",
    "truefalse",
    "True",
    "NaN",
    "t",
    "true\0",
    "1\u{b}",
    "\u{e9}",
    "'a'",
    "1\u{a0}",
];

/// What damage puts into a line.
const RUBBISH: &[&[u8]] = &[
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\0",
    b"\x1F",
    b"\r",
    b"\t",
    b" ",
    b"\x0B",
    b"\x7F",
    b"\x80",
    b"\xC3",
    b"\xE2\x82",
    b"\xF0\x9F\x98",
    b"\xED\xA0\x80",
    b"\xFF",
    b"\xEF\xBB\xBF",
    b"\\u12",
    b"\\q",
    b"\\\"",
    b"0",
    b"e",
    b"true",
    b"\0\0\0\0",
    b"{}",
    b"\"a\":1",
    b"{\"a\":1}",
];

/// Writes random JSON: how much white space, how long texts are and how much is nested differs from line to line.
struct Pen {
    random: Random,
    out: Vec<u8>,
    spaced: usize,
    long: usize,
}

impl Pen {
    fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn gap(&mut self) {
        if self.spaced == 0 || !self.random.one_in(self.spaced) {
            return;
        }
        let most = if self.random.one_in(20) { 150 } else { 4 };
        for _ in 0..self.random.below(most) {
            self.out.push(*self.random.of(b"   \t\r"));
        }
    }

    fn text(&mut self) {
        self.put("\"");
        for _ in 0..self.random.below(self.long) {
            match self.random.below(12) {
                0..4 => {
                    for _ in 0..self.random.below(40) {
                        self.out.push(*self.random.of(b"abc xyz{}[]:,0/"));
                    }
                }
                4 => {
                    for _ in 0..self.random.below(70) {
                        self.put("\\\\");
                    }
                }
                5 => self.put("\\\""),
                6 => {
                    let escape =
                        self.random.of(&["\\n", "\\t", "\\/", "\\u00e9", "\\u0000", "\\ud83d\\ude00"]);
                    self.put(escape);
                }
                7 => {
                    let lone = self.random.of(&["\\ud800", "\\uDFFF", "\\uDbFf\\n", "\\\\ud800", "\\ud7ff"]);
                    self.put(lone);
                }
                8 => self.put("\u{e9}"),
                9 => self.put("\u{20ac}"),
                10 => self.put("\u{1f600}"),
                _ => {
                    let c = self.random.of(&[
                        '\u{80}',
                        '\u{7ff}',
                        '\u{800}',
                        '\u{d7ff}',
                        '\u{e000}',
                        '\u{10ffff}',
                    ]);
                    self.out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
        }
        self.put("\"");
    }

    fn value(&mut self, depth: usize) {
        match self.random.below(if depth > 5 { 7 } else { 10 }) {
            0..4 => self.text(),
            4..7 => {
                let word = self.random.of(WORDS);
                self.put(word);
            }
            7 => {
                self.put("[");
                self.gap();
                for at in 0..self.random.below(6) {
                    if at > 0 {
                        self.put(",");
                        self.gap();
                    }
                    self.value(depth + 1);
                    self.gap();
                }
                self.put("]");
            }
            _ => self.object(depth + 1),
        }
    }

    fn object(&mut self, depth: usize) {
        self.put("{");
        self.gap();
        for at in 0..self.random.below(8) {
            if at > 0 {
                self.put(",");
                self.gap();
            }
            let name = self.random.of(NAMES);
            self.put("\"");
            self.put(name);
            self.put("\"");
            self.gap();
            self.put(":");
            self.gap();
            self.value(depth);
            self.gap();
        }
        self.put("}");
    }

    fn line(&mut self) {
        self.spaced = *self.random.of(&[0, 0, 0, 2, 10]);
        self.long = *self.random.of(&[2, 4, 12]);
        self.gap();
        self.object(0);
        self.gap();
    }

    fn damage(&mut self, from: usize) {
        let len = self.out.len() - from;
        if len == 0 {
            return;
        }
        let at = from + self.random.below(len);
        match self.random.below(6) {
            0 => self.out.truncate(at),
            1 => drop(self.out.drain(from..at)),
            2 => drop(self.out.remove(at)),
            3 => self.out[at] ^= 1 << self.random.below(8),
            4 => {
                let rubbish = *self.random.of(RUBBISH);
                self.out.splice(at..at, rubbish.iter().copied());
            }
            _ => {
                let rubbish = *self.random.of(RUBBISH);
                self.out.splice(at..at + 1, rubbish.iter().copied());
            }
        }
    }
}

/// A random stream. `damage`: one line in so many is damaged.
fn stream(seed: u64, lines: usize, damage: usize) -> Vec<u8> {
    let mut pen = Pen { random: Random(seed), out: Vec::new(), spaced: 0, long: 2 };
    if pen.random.one_in(3) {
        pen.out.extend_from_slice(b"\xEF\xBB\xBF");
    }
    // A first line of any length puts all others at any place within a block.
    let front = pen.random.below(130);
    if front > 0 {
        pen.out.extend(std::iter::repeat_n(b' ', front - 1));
        pen.out.push(b'\n');
    }
    for _ in 0..lines {
        let from = pen.out.len();
        match pen.random.below(30) {
            0 => pen.gap(),
            1 => pen.put("npm warn something"),
            2 => pen.put("[1,{\"a\":2}]"),
            _ => pen.line(),
        }
        while pen.random.one_in(damage) {
            pen.damage(from);
        }
        let end = *pen.random.of(&["\n", "\n", "\n", "\r\n"]);
        pen.put(end);
    }
    if pen.random.one_in(2) {
        pen.line();
    }
    pen.out
}

const TAPES: [usize; 9] = [1, 2, 3, 17, 191, 192, 193, 1_000, 65_536];

fn ask(keys: &Keys, nodes: usize) -> Ask<'_> {
    Ask { keys, nodes, at: At::START, once: false }
}

/// A line behind which a batch is long.
fn behind(line: &[u8]) -> Vec<u8> {
    [line, b"\n{\"type\":1}\n", " ".repeat(1_100).as_bytes(), b"\n{\"a\":2}"].concat()
}

/// Alone, and in a long batch.
fn both(keys: &Keys, line: &[u8]) {
    agree(Ask { once: true, ..ask(keys, 300) }, line);
    agree(ask(keys, 300), &behind(line));
}

/// Lines at many places in few batches: each behind a line that is as long as it takes.
#[derive(Default)]
struct Pile(Vec<u8>);

impl Pile {
    fn add(&mut self, line: &[u8]) {
        self.0.extend_from_slice(line);
        self.0.push(b'\n');
        if self.0.len() > 48 << 10 {
            self.ask();
        }
    }

    fn ask(&mut self) {
        let batch = std::mem::take(&mut self.0);
        agree(ask(SETS[2].1, 8_192), &batch);
    }
}

#[test]
fn streams() {
    for seed in 0..135 {
        let mut random = Random(seed);
        let lines = 50 + random.below(250);
        let stream = stream(seed, lines, *random.of(&[3, 10, 50]));
        let nodes = TAPES[seed as usize % TAPES.len()];
        let (_, keys) = SETS[random.below(SETS.len())];
        agree(Ask { keys, nodes, at: At::START, once: seed % 4 == 0 }, &stream);
    }
}

/// Small batches: their lines are at the ends, where a block is not whole and words cannot be read backwards.
#[test]
fn short_streams() {
    for seed in 0..6_000 {
        let mut random = Random(seed ^ 0xABCD);
        let stream = stream(seed ^ 0xABCD, random.below(4), *random.of(&[2, 5]));
        let (_, keys) = SETS[random.below(SETS.len())];
        let at = if random.one_in(2) { At::START } else { At { offset: 999, line: 7 } };
        agree(Ask { keys, nodes: *random.of(&TAPES[..8]), at, once: true }, &stream);
    }
}

#[test]
fn every_set_of_names_with_every_tape() {
    let stream = stream(77, 90, 30);
    for (_, keys) in SETS {
        for nodes in TAPES {
            agree(ask(keys, nodes), &stream);
        }
    }
}

/// A dense stream over tapes of every length: cut at any place, in a line and between two.
#[test]
fn every_length_of_the_tape() {
    let mut pen = Pen { random: Random(5), out: Vec::new(), spaced: 0, long: 2 };
    for _ in 0..24 {
        pen.object(0);
        pen.put("\n");
    }
    for nodes in (0..192).step_by(7).chain(192..300).chain((301..700).step_by(9)) {
        agree(ask(&Keys::ALL, nodes), &pen.out);
    }
    // As many notes in a block as there can be; the nested line ends with a block.
    let nested = format!("{{\"a\":[[]{}]}}\n", ",[[]]".repeat(49));
    for dense in ["\n", "{}\n", "{\"\":{}}\n", &nested] {
        let batch = dense.repeat(1_500 / dense.len() + 1);
        for nodes in 192..400 {
            agree(ask(&Keys::ALL, nodes), batch.as_bytes());
        }
    }
}

/// Lines in which everything occurs, at every place within a block and a group.
#[test]
fn every_alignment() {
    let lines: [&[u8]; 8] = [
        br#"{"type":"a","session_id":"b\\\"","a":[1,2.5,{"b":null}],"t\u0079pe":"\ud800"}"#,
        br#" { "type" : "a" , "a" : [ true , { } , [ ] ] , "alpha_tokens" : -1e5 } "#,
        "{\"\u{e9}\":\"\u{20ac}\u{1f600}\",\"ab\":{\"tokens\":0},\"a\":\"\u{7ff}\"}\r".as_bytes(),
        br#"{"type":"a"}{"a":1}"#,
        b"{\"a\":\"\xE2\x82\"}",
        b"{\"a\":\"\x01\"}",
        br#"{"cache_creation_input_tokens_of_all_models":1,"parent_tool_use_id_of_the_session":2,"exactly_16_bytes":3}"#,
        br#"{"a":[1,2}"#,
    ];
    for place in 0..=64usize {
        for (at, line) in lines.iter().enumerate() {
            let front = [&b"x".repeat(place)[..], b"\n"].concat();
            let batch =
                [&front[place.min(1) - usize::from(place > 0)..], line, b"\n", lines[(at + 1) % 8]].concat();
            let (_, keys) = SETS[(place + at) % SETS.len()];
            agree(ask(keys, 300), &batch);
            agree(ask(keys, 300), &behind(&batch));
        }
    }
    // All of them in a row, at every place within a group of eight blocks.
    let row = [lines.join(&b"\n"[..]), b"\n".to_vec(), lines.concat()].concat();
    for place in 0..=512 {
        let batch = [&b" ".repeat(place)[..], b"\n", &row, b"\n", &row].concat();
        agree(ask(SETS[place % SETS.len()].1, 1_000), &batch);
    }
}

/// Lines of lengths around those of blocks, groups and pages, sound and damaged at either end.
#[test]
fn lengths() {
    let lengths = (0..=140).chain(500..=520).chain(1_018..=1_034).chain(1_530..=1_542).chain(4_088..=4_102);
    for len in lengths {
        for (front, back) in
            [("{\"a\":\"", "\"}"), ("{", "}"), ("{\"a\":[", "1]}"), ("", "{}"), ("{\"", "\":0}")]
        {
            let fill = match front {
                "{\"a\":[" => "1,",
                "{" | "" => " ",
                _ => "x",
            };
            let Some(room) = usize::checked_sub(len, front.len() + back.len()) else { continue };
            let mut line =
                [front.as_bytes(), fill.repeat(room.div_ceil(fill.len())).as_bytes(), back.as_bytes()]
                    .concat();
            both(&Keys::ALL, &line);
            line.push(b'\r');
            both(&Keys::NONE, &line);
            line.truncate(len.saturating_sub(1));
            both(&Keys::ALL, &line);
        }
    }
}

/// Backslashes in rows of every length, odd and even, at every place around the edge of a block and of a group, and what
/// follows them: the end of the string, a letter, digits, what is no escape.
#[test]
fn rows_of_backslashes() {
    let ends = ["\"}", "n\"}", "\"\"}", "ud800\"}", "u00e\"}", "q\"}", "\n", ""];
    let mut pile = Pile::default();
    for (places, rows) in [(40..=68, 0..=70), (504..=514, 0..=18), (440..=452, 55..=75), (0..=8, 500..=520)] {
        for place in places {
            for row in rows.clone() {
                for (at, end) in ends.iter().enumerate() {
                    let front = format!("{{\"a\":\"{}", "x".repeat(usize::saturating_sub(place, 6)));
                    let line = format!("{front}{}{end}", "\\".repeat(row));
                    // At the start of a batch the place is exact; in the pile it is any.
                    if (row + place + at) % 3 == 0 {
                        agree(ask(&Keys::NONE, 300), line.as_bytes());
                        agree(ask(&Keys::NONE, 300), &behind(line.as_bytes()));
                    }
                    pile.add(line.as_bytes());
                }
            }
        }
    }
    pile.ask();
}

/// Names and texts with escapes whose ends are blocks away: the mark "has a backslash" is carried, and let go again.
#[test]
fn escaped_names_far_away() {
    for front in 0..140 {
        for back in [0, 1, 50, 63, 64, 65, 120, 128, 500, 512] {
            let name = format!("{}\\n{}", "x".repeat(front), "y".repeat(back));
            let line = format!("{{\"{name}\":\"{name}\",\"type\":\"{name}\" ,\"{name}\" :{{\"{name}\":0}}}}");
            if (front + back) % 3 == 0 {
                both(SETS[front % SETS.len()].1, line.as_bytes());
            } else {
                agree(ask(SETS[2].1, 300), &behind(line.as_bytes()));
            }
        }
    }
}

/// The same with a name that is asked for: wherever its one escape is, it is found.
#[test]
fn escaped_name_of_many_blocks() {
    let (_, keys) = SETS[4];
    for at in 0..ENDLESS.len() {
        let escape = format!("\\u00{:02x}", ENDLESS.as_bytes()[at]);
        let name = [&ENDLESS[..at], &escape, &ENDLESS[at + 1..]].concat();
        for place in [0, 13, 31, 47, 62] {
            let line = format!("{}{{\"{name}\":1,\"type\":\"{name}\"}}", " ".repeat(place));
            agree(ask(keys, 300), line.as_bytes());
            agree(ask(keys, 300), &behind(line.as_bytes()));
        }
    }
}

/// Characters of two to four bytes across every edge, whole, cut short, and with each byte changed.
#[test]
fn utf8_across_edges() {
    let whole = [
        '\u{80}',
        '\u{7ff}',
        '\u{800}',
        '\u{fff}',
        '\u{1000}',
        '\u{d7ff}',
        '\u{e000}',
        '\u{ffff}',
        '\u{10000}',
        '\u{3ffff}',
        '\u{40000}',
        '\u{fffff}',
        '\u{10ffff}',
    ];
    let mut sequences: Vec<Vec<u8>> = Vec::new();
    for c in whole {
        let bytes = c.to_string().into_bytes();
        for cut in 1..bytes.len() {
            sequences.push(bytes[..cut].to_vec());
            sequences.push(bytes[cut..].to_vec());
        }
        for at in 0..bytes.len() {
            for byte in [
                b'"', b'a', b'\\', 0x1F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xED,
                0xF0, 0xF4, 0xF5, 0xFF,
            ] {
                let mut other = bytes.clone();
                other[at] = byte;
                sequences.push(other);
            }
        }
        sequences.push([&bytes[..], b"\x80"].concat());
        sequences.push(bytes);
    }
    let mut pile = Pile::default();
    for (index, sequence) in sequences.iter().enumerate() {
        for edge in [64, 128, 512, 576, 1_024] {
            for before in 0..=4 {
                for (front, back) in
                    [("{\"a\":\"", "\"}"), ("{\"a\":\"", "xx and more\",\"b\":1}"), ("{\"", "\":0}")]
                {
                    let pad = "x".repeat(edge - before - front.len());
                    let line = [front.as_bytes(), pad.as_bytes(), sequence, back.as_bytes()].concat();
                    if edge == 64 && (index + before) % 2 == 0 {
                        agree(ask(&Keys::NONE, 300), &line);
                    }
                    if edge > 64 && (index + before) % 16 == 0 {
                        agree(ask(&Keys::NONE, 300), &behind(&line));
                    }
                    if edge <= 512 {
                        pile.add(&line);
                    }
                }
            }
        }
        // Cut by the end of the line and of the batch, at every place around an edge; outside of a string.
        for before in 0..=4 {
            let cut = [b"{\"a\":\"", &b"x".repeat(58 - before)[..], sequence].concat();
            pile.add(&cut);
            if index % 4 == 0 {
                agree(ask(&Keys::NONE, 300), &cut);
            }
            pile.add(&[b"{\"a\":", &b" ".repeat(59 - before)[..], sequence, b"}"].concat());
        }
    }
    pile.ask();
}

/// Every pair of bytes at the edge of a block, and behind a lead byte before it. Lines of 128 bytes keep the places.
#[test]
fn every_pair_of_bytes() {
    for first in 0..=255u8 {
        let mut batch = Vec::new();
        for second in 0..=255u8 {
            let lead: &[u8] = match second % 4 {
                0 => b"\xF1\x80",
                1 => b"\xE1",
                _ => b"x",
            };
            let mut line = b"{\"a\":\"".to_vec();
            line.resize(63 - lead.len(), b'x');
            line.extend_from_slice(lead);
            line.extend_from_slice(&[first, second, if second % 3 == 0 { 0x80 } else { b'x' }]);
            line.resize(125, b'x');
            line.extend_from_slice(b"\"}\n");
            assert_eq!(line.len(), 128);
            batch.extend_from_slice(&line);
        }
        agree(ask(&Keys::NONE, 300), &batch);
    }
}

/// Every byte behind a backslash, and what may be there at every place of a block. Lines of 192 bytes keep the places.
#[test]
fn every_escape() {
    for place in 0..64 {
        let mut batch = Vec::new();
        for byte in 0..=255u8 {
            if place % 16 != 0 && !b"\"\\/bfnrtuq".contains(&byte) {
                continue;
            }
            let mut line = b"{\"a\":\"".to_vec();
            line.resize(63 + place, b'x');
            line.extend_from_slice(&[b'\\', byte]);
            line.resize(189, b'x');
            line.extend_from_slice(b"\"}\n");
            assert_eq!(line.len(), 192);
            batch.extend_from_slice(&line);
        }
        agree(ask(&Keys::NONE, 1_000), &batch);
    }
}

/// Numbers, literals and what only looks like them, at every place before an edge and with everything behind them.
#[test]
fn words_across_edges() {
    let mut pile = Pile::default();
    let behind_it = ["}", ",\"b\":1}", " }", "\t,\"b\":1}", "]}", "\r}", "", "\r", "\"}", "{}}", ":1}", "x}"];
    for (index, word) in WORDS.iter().chain(NO_WORDS).enumerate() {
        for start in (0..=66usize).filter(|start| start + word.len() >= 60) {
            for (at, behind_it) in behind_it.iter().enumerate() {
                let line = format!("{{\"a\":{}{word}{behind_it}", " ".repeat(start.saturating_sub(5)));
                let tight = format!("{{\"{}\":{word}{behind_it}", "x".repeat(start.saturating_sub(4)));
                if (start + at + index) % 6 == 0 {
                    agree(ask(&Keys::ALL, 300), line.as_bytes());
                    agree(ask(&Keys::ALL, 300), &behind(tight.as_bytes()));
                }
                pile.add(line.as_bytes());
                pile.add(tight.as_bytes());
            }
        }
        for start in 500..=514 {
            let array = format!("{{\"a\":[{}{word},{word}]}}", "1,".repeat((start - 6) / 2));
            let text = format!("{{\"a\":\"{}\",\"b\":{word}}}", "x".repeat(start - 13));
            pile.add(array.as_bytes());
            pile.add(text.as_bytes());
            if (start + index) % 4 == 0 {
                agree(ask(&Keys::ALL, 1_200), &behind(array.as_bytes()));
                agree(ask(&Keys::NONE, 300), &behind(text.as_bytes()));
            }
        }
    }
    pile.ask();
}

/// White space, and what is none, in rows of many lengths between any two tokens.
#[test]
fn gaps() {
    let tokens = [
        "", "{", "\"type\"", ":", "[", "1", ",", "\"x\"", ",", "true", "]", ",", "\"a\"", ":", "{", "}", "}",
        "",
    ];
    let mut pile = Pile::default();
    for at in 1..tokens.len() {
        let (front, back) = (tokens[..at].concat(), tokens[at..].concat());
        for len in (0..10).chain(40..70).chain([100, 127, 128, 129, 440, 512]) {
            for (kind, gap) in [" ", "\t", "\r", " \t\r", "\0", "\u{b}", " \u{c}", "\u{7f}", "\u{a0}", "x"]
                .iter()
                .enumerate()
            {
                let gap: String = gap.chars().cycle().take(len).collect();
                let line = format!("{front}{gap}{back}");
                if (at + len + kind) % 8 == 0 {
                    both(SETS[2].1, line.as_bytes());
                }
                pile.add(line.as_bytes());
            }
        }
        // Every token taken out, doubled, and put in place of the next.
        for other in tokens {
            for gap in ["", " ", &" ".repeat(61)] {
                pile.add(format!("{front}{gap}{other}{gap}{back}").as_bytes());
                pile.add(format!("{front}{gap}{other}{gap}{}", tokens[at + 1..].concat()).as_bytes());
            }
        }
    }
    pile.ask();
}

/// Every depth that the register of kinds can hold, and those it cannot, around both limits; closed well and badly.
#[test]
fn depths() {
    let nest = |depth: usize, kind: usize| {
        let is_object = |level: usize| match kind {
            0 => level == 0,
            1 => true,
            _ => level % 3 != 1,
        };
        let mut text: String =
            (0..depth).map(|level| if is_object(level) { "{\"a\":" } else { "[" }).collect();
        text.push('1');
        text.extend((0..depth).rev().map(|level| if is_object(level) { '}' } else { ']' }));
        text.into_bytes()
    };
    for depth in (1..=70).chain([100, 127, 128, 129, 300]).chain(1_020..=1_028) {
        for kind in 0..3 {
            let line = nest(depth, kind);
            let nodes = [300, 192, 65_536][(depth + kind) % 3];
            agree(ask(SETS[2].1, nodes), &[&line[..], b"\n{\"type\":{\"a\":1}}"].concat());
            agree(ask(&Keys::ALL, nodes), &behind(&line));
            agree(ask(&Keys::ALL, nodes), &[&line[..], b"\n", &line, b"\n", &line].concat());
            // Without the last bracket, with one too many, and with a wrong one at some level.
            agree(ask(&Keys::NONE, nodes), &behind(&line[..line.len() - 1]));
            agree(ask(&Keys::NONE, nodes), &behind(&[&line[..], b"}"].concat()));
            let mut wrong = line.clone();
            let at = line.len() - 1 - depth * 7 / 11 % depth;
            wrong[at] ^= 0x20 ^ 0x02;
            wrong[at] = if line[at] == b'}' { b']' } else { b'}' };
            agree(ask(&Keys::NONE, nodes), &behind(&wrong));
        }
    }
}

/// Depths around that of the register of kinds, with few brackets in each block.
#[test]
fn sparse_depths() {
    for depth in 55..=80 {
        for room in [1, 7, 16, 40, 70] {
            for kind in 0..3 {
                let is_object = |level: usize| level == 0 || [level % 2, 1, level / 3 % 2][kind] == 1;
                let gap = " ".repeat(room);
                let mut line = String::new();
                for level in 0..depth {
                    line += if is_object(level) { "{\"a\":" } else { "[" };
                    line += &gap;
                }
                line += "1";
                for level in (0..depth).rev() {
                    line += &gap;
                    line.push(if is_object(level) { '}' } else { ']' });
                }
                agree(ask(SETS[2].1, 300), line.as_bytes());
                agree(ask(SETS[2].1, 300), &behind(line.as_bytes()));
                let wrong = line.replacen(" }", " ]", 1);
                agree(ask(SETS[2].1, 300), &behind(wrong.as_bytes()));
            }
        }
    }
}

/// Names of every length, declared and not, at every place within a block, tight and with white space before the colon.
#[test]
fn names_at_every_place() {
    for (index, (_, keys)) in SETS.iter().enumerate() {
        for place in 0..66 {
            let mut batch = b" ".repeat(place);
            batch.push(b'{');
            for (at, name) in NAMES.iter().enumerate() {
                let gap = if (at + place) % 7 == 0 { " " } else { "" };
                batch.extend_from_slice(format!("\"{name}\"{gap}:{at},").as_bytes());
            }
            batch.extend_from_slice(b"\"end\":0}\n");
            // Each name alone at the start of the batch, and in the middle.
            let name = NAMES[(place + index) % NAMES.len()];
            let alone = format!("{}{{\"{name}\":1}}", " ".repeat(place % 9));
            agree(ask(keys, 300), alone.as_bytes());
            agree(ask(keys, 300), &behind(alone.as_bytes()));
            agree(ask(keys, 300), &batch);
        }
    }
}

/// Lines far longer than a window, and short ones in numbers, so that a window ends at any of them.
#[test]
fn windows() {
    let long = format!("{{\"type\":\"{}\",\"a\":[{}0]}}", "x".repeat(100_000), "1,".repeat(20_000));
    let mut batch = Vec::new();
    for at in 0..9_000 {
        let text = ["{\"a\":1}", "{}", "", "x", "{\"type\":\"b\",\"a\":{\"a\":[]}}"][at % 5];
        batch.extend_from_slice(text.as_bytes());
        batch.push(b'\n');
        if at % 3_000 == 1_500 {
            batch.extend_from_slice(long.as_bytes());
            batch.extend_from_slice(b"\n");
        }
    }
    for nodes in [192, 1_000, 65_536] {
        agree(ask(SETS[2].1, nodes), &batch);
    }
}
