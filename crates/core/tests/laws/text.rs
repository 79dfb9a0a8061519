//! Random JSON that knows what it says, and random damage to it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A string as a row of characters and of how each is written.
#[derive(Clone, Debug)]
pub(crate) struct Text(Vec<Letter>);

#[derive(Clone, Copy, Debug)]
enum Letter {
    /// As itself.
    Plain(char),
    /// With a letter behind a backslash.
    Short(char),
    /// A unit of UTF-16 in hex digits, the bits choose upper case.
    Hex(u16, u8),
}

impl Text {
    /// As written between quotes.
    pub(crate) fn written(&self) -> String {
        let mut out = String::new();
        for letter in &self.0 {
            match *letter {
                Letter::Plain(c) => out.push(c),
                Letter::Short(c) => out.extend(['\\', c]),
                Letter::Hex(unit, upper) => {
                    out.push_str("\\u");
                    for (at, digit) in format!("{unit:04x}").chars().enumerate() {
                        let upper = upper >> at & 1 == 1;
                        out.push(if upper { digit.to_ascii_uppercase() } else { digit });
                    }
                }
            }
        }
        out
    }

    /// What it says, in units of UTF-16, as the standard of JSON defines it.
    fn units(&self) -> Vec<u16> {
        let mut units = Vec::new();
        for letter in &self.0 {
            let c = match *letter {
                Letter::Hex(unit, _) => {
                    units.push(unit);
                    continue;
                }
                Letter::Plain(c) => c,
                Letter::Short('b') => '\u{8}',
                Letter::Short('f') => '\u{c}',
                Letter::Short('n') => '\n',
                Letter::Short('r') => '\r',
                Letter::Short('t') => '\t',
                Letter::Short(c) => c,
            };
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        }
        units
    }

    /// What it says, a lone surrogate as U+FFFD.
    pub(crate) fn says(&self) -> String {
        String::from_utf16_lossy(&self.units())
    }

    /// What it says, a lone surrogate as the three bytes of its value.
    pub(crate) fn says_wtf8(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for item in char::decode_utf16(self.units()) {
            match item {
                Ok(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(lone) => {
                    let unit = lone.unpaired_surrogate();
                    out.extend([0xED, 0x80 | (unit >> 6 & 0x3F) as u8, 0x80 | (unit & 0x3F) as u8]);
                }
            }
        }
        out
    }

    pub(crate) fn has_lone(&self) -> bool {
        String::from_utf16(&self.units()).is_err()
    }

    pub(crate) fn is_escaped(&self) -> bool {
        self.0.iter().any(|letter| !matches!(letter, Letter::Plain(_)))
    }
}

/// Units around the borders of the surrogates, and some that a short escape could say as well.
fn unit() -> impl Strategy<Value = u16> {
    prop_oneof![
        select(vec![0, 0x22, 0x5C, 0x41, 0xE9, 0x20AC, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF]),
        0xD800..0xDC00u16,
        0xDC00..0xE000u16,
        any::<u16>(),
    ]
}

fn letter(surrogates: bool) -> impl Strategy<Value = Letter> {
    prop_oneof![
        6 => select("abtype{}[]:,'/ \u{7f}\u{80}é€\u{2028}\u{fffd}😀𝄞".chars().collect::<Vec<_>>()).prop_map(Letter::Plain),
        1 => any::<char>()
            .prop_filter("must be escaped", |c| *c >= ' ' && !matches!(c, '"' | '\\'))
            .prop_map(Letter::Plain),
        2 => select("\"\\/bfnrt".chars().collect::<Vec<_>>()).prop_map(Letter::Short),
        3 => (unit(), any::<u8>())
            .prop_filter("no surrogates wanted", move |(unit, _)| surrogates || !(0xD800..0xE000).contains(unit))
            .prop_map(|(unit, upper)| Letter::Hex(unit, upper)),
    ]
}

/// Any string, `surrogates` with and without partners included.
pub(crate) fn text(surrogates: bool) -> impl Strategy<Value = Text> {
    vec(letter(surrogates), 0..12).prop_map(Text)
}

/// Names that repeat, each character perhaps written in hex.
pub(crate) const NAMES: &[&str] = &["", "a", "b", "ab", "type", "session_id", "é"];

fn name(surrogates: bool) -> impl Strategy<Value = Text> {
    let known = (select(NAMES), prop_oneof![3 => Just(0), 1 => any::<u16>()]).prop_map(|(name, hex)| {
        let letters = name.chars().enumerate().map(|(at, c)| match hex >> at & 1 {
            0 => Letter::Plain(c),
            _ => Letter::Hex(c as u16, 0),
        });
        Text(letters.collect())
    });
    prop_oneof![4 => known, 1 => text(surrogates)]
}

#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Word(&'static str),
    Number(String),
    String(Text),
    Array(Vec<Tree>),
    Object(Vec<(Text, Tree)>),
}

pub(crate) fn number() -> impl Strategy<Value = String> {
    let digits = || "0|[1-9][0-9]{0,22}";
    prop_oneof![
        "-?(0|[1-9][0-9]{0,3})",
        (any::<bool>(), digits())
            .prop_map(|(minus, digits)| format!("{}{digits}", if minus { "-" } else { "" })),
        "-?(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?([eE][+-]?0{0,2}[0-9]{1,2})?",
        // Around the borders of both integers, written in several ways.
        (select(vec![u64::MAX as i128, i64::MAX as i128, i64::MIN as i128, 0]), -2i128..3, 0..4).prop_map(
            |(border, step, form)| match (border + step, form) {
                (0, _) => String::from("-0"),
                (value, 0) => format!("{value}"),
                (value, 1) => format!("{value}.00"),
                (value, 2) => format!("{value}00e-2"),
                (value, _) => format!("{value}e+0"),
            }
        ),
    ]
}

fn leaf(surrogates: bool) -> impl Strategy<Value = Tree> {
    prop_oneof![
        select(vec!["null", "true", "false"]).prop_map(Tree::Word),
        number().prop_map(Tree::Number),
        text(surrogates).prop_map(Tree::String),
    ]
}

pub(crate) fn tree(surrogates: bool) -> impl Strategy<Value = Tree> {
    leaf(surrogates).prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Tree::Array),
            vec((name(surrogates), inner), 0..6).prop_map(Tree::Object),
        ]
    })
}

/// The members of an object.
pub(crate) fn members(surrogates: bool) -> impl Strategy<Value = Vec<(Text, Tree)>> {
    vec((name(surrogates), tree(surrogates)), 0..7)
}

/// What is written between the parts: a row of white space that is gone through in a circle.
pub(crate) fn gaps() -> impl Strategy<Value = Vec<&'static str>> {
    vec(select(vec!["", "", "", " ", "\t", "\r", " \t "]), 1..8)
}

/// Writes trees down.
struct Pen<'g> {
    out: String,
    gaps: std::iter::Cycle<std::slice::Iter<'g, &'static str>>,
}

impl Pen<'_> {
    fn gap(&mut self) {
        self.out.push_str(self.gaps.next().copied().unwrap_or(""));
    }

    fn text(&mut self, text: &Text) {
        self.out.push('"');
        self.out.push_str(&text.written());
        self.out.push('"');
    }

    fn tree(&mut self, tree: &Tree) {
        match tree {
            Tree::Word(word) => self.out.push_str(word),
            Tree::Number(lexeme) => self.out.push_str(lexeme),
            Tree::String(text) => self.text(text),
            Tree::Array(elements) => {
                self.out.push('[');
                self.gap();
                for (at, element) in elements.iter().enumerate() {
                    if at > 0 {
                        self.out.push(',');
                        self.gap();
                    }
                    self.tree(element);
                    self.gap();
                }
                self.out.push(']');
            }
            Tree::Object(members) => self.object(members),
        }
    }

    fn object(&mut self, members: &[(Text, Tree)]) {
        self.out.push('{');
        self.gap();
        for (at, (name, value)) in members.iter().enumerate() {
            if at > 0 {
                self.out.push(',');
                self.gap();
            }
            self.text(name);
            self.gap();
            self.out.push(':');
            self.gap();
            self.tree(value);
            self.gap();
        }
        self.out.push('}');
    }
}

/// The line that an object with these members is.
pub(crate) fn write(members: &[(Text, Tree)], gaps: &[&'static str]) -> String {
    let mut pen = Pen { out: String::new(), gaps: gaps.iter().cycle() };
    pen.gap();
    pen.object(members);
    pen.gap();
    pen.out
}

/// A sound line.
pub(crate) fn sound(surrogates: bool) -> impl Strategy<Value = String> {
    (members(surrogates), gaps()).prop_map(|(members, gaps)| write(&members, &gaps))
}

/// A sound line of few bytes, for laws that are tried out at every place.
pub(crate) fn short() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "{}",
            r#"{"a":1}"#,
            r#"{"a":"b\\"}"#,
            r#" {"a" : [ true,null,{"b":-1.5e+3}]}"#,
            r#"{"a":"é😀\ud83d\ude00"}"#,
            r#"{"a":"\ud83d\"","b":[[],{},0]}"#,
            r#"{"{":"}","[":"]"}"#,
            r#"{"a":{"b":{"c":"{\"d\":1}"}}}"#,
        ])
        .prop_map(String::from),
        sound(true).prop_filter("short", |line| line.len() <= 60),
    ]
}

/// Bytes that mean something to the grammar or to UTF-8.
pub(crate) fn alphabet() -> impl Strategy<Value = u8> {
    prop_oneof![
        4 => select(b"{}[]\":,\\".to_vec()),
        2 => select(b"0123456789-+.eE".to_vec()),
        2 => select(b"truefalsn abDd\t\r/".to_vec()),
        1 => select(vec![0, 0, 0, 1, 8, 0x0B, 0x1F, 0x7F]),
        1 => select(b"\x80\x9F\xA0\xBF\xC0\xC2\xC3\xE0\xE2\xED\xEF\xF0\xF4\xF5\xFF\xBB".to_vec()),
    ]
}

/// Random bytes of the alphabet, without a newline.
pub(crate) fn soup() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        3 => alphabet().prop_map(|byte| vec![byte]),
        1 => select(vec![
            &b"{\"a\":"[..], b"{}", b"\"b\"", b"\\u", b"\\ud83d", b"\\ude00", b"true", b"null", b"\xEF\xBB\xBF",
            b"\0\0\0\0", b"\xC3\xA9", b"\xF0\x9F\x98\x80", b"\"}", b"]}",
        ])
        .prop_map(<[u8]>::to_vec),
    ];
    vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    CutFront(Index),
    Drop(Index, Index),
    Double(Index, Index),
    Put(Index, Vec<u8>),
    Replace(Index, u8),
    Nuls(Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<Index>;
    prop_oneof![
        place().prop_map(Damage::Cut),
        place().prop_map(Damage::CutFront),
        (place(), place()).prop_map(|(a, b)| Damage::Drop(a, b)),
        (place(), place()).prop_map(|(a, b)| Damage::Double(a, b)),
        (place(), soup()).prop_map(|(at, bytes)| Damage::Put(at, bytes)),
        (place(), alphabet()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        (place(), 1usize..6).prop_map(|(at, count)| Damage::Nuls(at, count)),
    ]
}

fn apply(damage: &Damage, bytes: &mut Vec<u8>) {
    let len = bytes.len();
    let span = |a: &Index, b: &Index| {
        let (a, b) = (a.index(len + 1), b.index(len + 1));
        a.min(b)..a.max(b)
    };
    match damage {
        Damage::Cut(at) => bytes.truncate(at.index(len + 1)),
        Damage::CutFront(at) => drop(bytes.drain(..at.index(len + 1))),
        Damage::Drop(a, b) => drop(bytes.drain(span(a, b))),
        Damage::Double(a, b) => {
            let span = span(a, b);
            let again = bytes[span.clone()].to_vec();
            bytes.splice(span.end..span.end, again);
        }
        Damage::Put(at, put) => {
            let at = at.index(len + 1);
            bytes.splice(at..at, put.iter().copied());
        }
        Damage::Replace(at, byte) => {
            if len > 0 {
                bytes[at.index(len)] = *byte;
            }
        }
        Damage::Nuls(at, count) => {
            let at = at.index(len + 1);
            bytes.splice(at..at, std::iter::repeat_n(0, *count));
        }
    }
}

/// A line that was sound once, or two of them glued.
pub(crate) fn damaged() -> impl Strategy<Value = Vec<u8>> {
    (vec(short(), 1..3), vec(damage(), 1..3)).prop_map(|(lines, damages)| {
        let mut bytes = lines.concat().into_bytes();
        for damage in &damages {
            apply(damage, &mut bytes);
        }
        bytes
    })
}

/// A line of any kind.
pub(crate) fn any_line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => damaged(),
        2 => short().prop_map(String::into_bytes),
        2 => soup(),
        1 => vec(select(b" \t\r".to_vec()), 0..4),
        1 => "[0-9a-zA-Z{}\"]{0,12}".prop_map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ]
}

/// Several lines with all kinds of ends, perhaps with a mark in front.
pub(crate) fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = (any_line(), select(vec![&b"\n"[..], b"\n", b"\r\n", b"\r\r\n"]));
    (any::<bool>(), vec(piece, 0..6), any_line()).prop_map(|(mark, pieces, rest)| {
        let mut bytes = if mark { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
        for (line, end) in pieces {
            bytes.extend(line);
            bytes.extend(end);
        }
        bytes.extend(rest);
        bytes
    })
}

/// For laws whose cases are costly: half as many.
pub(crate) fn fewer() -> ProptestConfig {
    let all = ProptestConfig::default();
    ProptestConfig { cases: all.cases / 2, ..all }
}
