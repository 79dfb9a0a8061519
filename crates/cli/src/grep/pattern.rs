//! What is looked for, and how a line is told that cannot hold it without a look at what it says.

use super::window::around;
use crate::args::Grep;
use crate::message::{self, Kind};
use crate::show::{complain, width_of};
use memchr::memmem;
use regex::{Regex, RegexBuilder, bytes};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::literal::Extractor;
use regex_syntax::hir::{Hir, HirKind};

/// An expression, and what of it can be looked for in lines as they are written.
pub(super) struct Pattern {
    pub(super) regex: Regex,
    needle: Option<Needle>,
}

impl Pattern {
    /// Says what is wrong with it, if something is.
    pub(super) fn new(args: &Grep) -> Option<Pattern> {
        let escaped = args.fixed_strings.then(|| regex::escape(&args.pattern));
        let pattern = escaped.as_deref().unwrap_or(&args.pattern);
        let parsed =
            ParserBuilder::new().case_insensitive(args.ignore_case).multi_line(true).build().parse(pattern);
        let hir = match parsed {
            Ok(hir) => hir,
            Err(error) => {
                tell(pattern, &error);
                return None;
            }
        };
        match RegexBuilder::new(pattern).case_insensitive(args.ignore_case).multi_line(true).build() {
            Ok(regex) => Some(Pattern { regex, needle: Needle::of(&hir) }),
            Err(_) => {
                message::error(Kind::Usage, "the pattern is too large");
                None
            }
        }
    }

    /// False if nothing matches of what a line, or a string of it, says as it is written.
    pub(super) fn may_match(&self, written: &[u8]) -> bool {
        self.needle.as_ref().is_none_or(|needle| needle.may_be_in(written))
    }
}

/// What is wrong, the pattern, and below it where.
fn tell(pattern: &str, error: &regex_syntax::Error) {
    let (what, at) = match error {
        regex_syntax::Error::Parse(error) => (error.kind().to_string(), error.span().start.offset),
        regex_syntax::Error::Translate(error) => (error.kind().to_string(), error.span().start.offset),
        _ => (error.to_string(), 0),
    };
    let window = around(pattern, at..at, 100);
    let before: usize = pattern[window.start..at].chars().map(width_of).sum();
    message::error(Kind::Usage, &format!("the pattern is no regular expression: {what}"));
    if message::are_for_programs() {
        return;
    }
    complain(&format!("  {}", &pattern[window]));
    complain(&format!("  {:before$}^", ""));
}

/// So many literals are looked for at once.
const MOST: usize = 48;
/// So much of a pattern is looked at for some.
const PARTS: usize = 64;

/// Of these literals every match holds one, so a line of JSON that a match is in holds one as well: as it is, or with characters
/// of it written as escapes.
struct Needle {
    /// As they are written where only what must be is escaped.
    literals: bytes::Regex,
    /// UTF-16 units that an escape of one of their characters can have.
    units: Vec<u16>,
    /// One has a slash, which alone of all characters has an escape of its own and need not be escaped.
    has_slash: bool,
}

impl Needle {
    fn of(hir: &Hir) -> Option<Needle> {
        let literals = literals(hir)?;
        let written: Vec<String> = literals.iter().map(|text| regex::escape(&written(text))).collect();
        let mut units: Vec<u16> = literals.iter().flat_map(|text| text.encode_utf16()).collect();
        units.sort_unstable();
        units.dedup();
        Some(Needle {
            literals: bytes::Regex::new(&written.join("|")).ok()?,
            units,
            has_slash: literals.iter().any(|text| text.contains('/')),
        })
    }

    fn may_be_in(&self, line: &[u8]) -> bool {
        self.literals.is_match(line)
            || (self.has_slash && memmem::find(line, b"\\/").is_some())
            || memmem::find_iter(line, b"\\u").any(|at| self.has_unit(line, at + 2))
    }

    /// Whether one of the characters may be what the four digits at `at` stand for.
    fn has_unit(&self, line: &[u8], at: usize) -> bool {
        let digits = line.get(at..at + 4).and_then(|digits| std::str::from_utf8(digits).ok());
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        unit.is_some_and(|unit| self.units.binary_search(&unit).is_ok())
    }
}

/// As JSON has it, and writes nothing as an escape that need not be.
fn written(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            '\r' => written.push_str("\\r"),
            '\u{8}' => written.push_str("\\b"),
            '\u{c}' => written.push_str("\\f"),
            _ => written.push(c),
        }
    }
    written
}

/// Texts of which every match holds one; nothing if none are found.
fn literals(hir: &Hir) -> Option<Vec<String>> {
    let mut hir = hir;
    while let HirKind::Capture(group) = hir.kind() {
        hir = &group.sub;
    }
    let parts = match hir.kind() {
        HirKind::Concat(parts) => &parts[..],
        _ => std::slice::from_ref(hir),
    };
    // From each part on, what a match goes on with.
    let from = 0..parts.len().min(PARTS);
    let found = from.filter_map(|from| beginnings(&parts[from..parts.len().min(from + PARTS)]));
    found.max_by_key(|literals| {
        let shortest = literals.iter().map(String::len).min();
        (shortest.map(|len| len.min(8)), std::cmp::Reverse(literals.len()), shortest)
    })
}

fn beginnings(parts: &[Hir]) -> Option<Vec<String>> {
    let mut all = Extractor::new().extract(&Hir::concat(parts.to_vec()));
    for bytes in [6, 4, 3] {
        if all.len()? > MOST {
            all.keep_first_bytes(bytes);
            all.sort();
            all.dedup();
        }
    }
    let texts = all.literals()?.iter().map(|literal| plain(literal.as_bytes()));
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty() && texts.len() <= MOST && texts.iter().all(|text| !text.is_empty()))
        .then(|| texts.into_iter().map(str::to_owned).collect())
}

/// The longest piece without what is written in several ways: control characters that have no short escape, and U+FFFD, which
/// lone surrogates are as well. A character that is cut at the end is left off.
fn plain(literal: &[u8]) -> &str {
    let text = match std::str::from_utf8(literal) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&literal[..error.valid_up_to()]).unwrap_or_default(),
    };
    let is_odd = |c: char| {
        c == char::REPLACEMENT_CHARACTER || (c < ' ' && !matches!(c, '\n' | '\t' | '\r' | '\u{8}' | '\u{c}'))
    };
    text.split(is_odd).max_by_key(|piece| piece.len()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Characters with a way to be written that is not themselves, that fold to others, and that look like parts of an escape.
    const CHARS: [char; 18] = [
        'a', 'S', 'k', '\u{17f}', '\u{212a}', '/', '"', '\\', '\n', '\t', '\u{1b}', '\u{fffd}', 'é', '😀',
        'u', '0', ' ', '5',
    ];

    fn pattern(text: &str, ignore_case: bool) -> Option<Pattern> {
        let hir =
            ParserBuilder::new().case_insensitive(ignore_case).multi_line(true).build().parse(text).ok()?;
        let regex = RegexBuilder::new(text).case_insensitive(ignore_case).multi_line(true).build().ok()?;
        Some(Pattern { regex, needle: Needle::of(&hir) })
    }

    #[test]
    fn literals_of_patterns() {
        for (text, want) in [
            ("error", Some(&["error"][..])),
            ("^ *error: \\d+", Some(&["error: "])),
            ("(fatal|error): x", Some(&["error: x", "fatal: x"])),
            ("\\w+Error\\b", Some(&["Error"])),
            ("(abc)+d?", Some(&["abc"])),
            ("a{3}", Some(&["aaa"])),
            ("x\u{1b}abc", Some(&["abc"])),
            ("x?", None),
            ("", None),
            ("\\w+", None),
            ("a|", None),
            ("\u{fffd}", None),
        ] {
            let hir = regex_syntax::parse(text).expect("a pattern");
            let mut literals = literals(&hir);
            literals.iter_mut().for_each(|literals| literals.sort());
            assert_eq!(
                literals.as_deref(),
                want.map(|want| want.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()).as_deref(),
                "{text}"
            );
        }
    }

    /// What is passed over, and what is not: else all would be looked into.
    #[test]
    fn lines_that_cannot_match() {
        for (text, line, want) in [
            ("error", r#"{"a":"no \n \u00e9 \u001b\\u"}"#, false),
            ("error", r#"{"a":"an error"}"#, true),
            ("error", r#"{"a":"an err\u006fr"}"#, true),
            ("error", r#"{"a":"\u006F"}"#, true),
            ("error", r#"{"a":"\u00"}"#, false),
            ("a/b", r#"{"a":"b/a"}"#, false),
            ("a/b", r#"{"a":"a\/b"}"#, true),
            ("say \"hi\"", r#"{"a":"say \"hi\""}"#, true),
            ("say \"hi\"", r#"{"a":"say hi"}"#, false),
            ("é", r#"{"a":"\u00e8"}"#, false),
            ("é", r#"{"a":"\u00E9"}"#, true),
            ("😀", r#"{"a":"\ud83d\ude00"}"#, true),
            ("(?i)kilo", r#"{"a":"KILO"}"#, true),
            ("(?i)kilo", r#"{"a":"\u212Ailo"}"#, true),
            ("(?i)kilo", r#"{"a":"mega"}"#, false),
        ] {
            let pattern = pattern(text, false).expect("a pattern");
            assert_eq!(pattern.may_match(line.as_bytes()), want, "{text} in {line}");
        }
    }

    fn expression() -> impl Strategy<Value = String> {
        let class = prop::collection::vec(prop::sample::select(&CHARS[..]), 1..4).prop_map(|chars| {
            format!("[{}]", chars.iter().map(|c| regex::escape(&c.to_string())).collect::<String>())
        });
        let leaf = prop_oneof![
            6 => prop::collection::vec(prop::sample::select(&CHARS[..]), 1..4)
                .prop_map(|chars| regex::escape(&String::from_iter(chars))),
            1 => class,
            1 => prop::sample::select(vec![".", "\\w", "^", "$", "\\b", "[^a]"]).prop_map(str::to_owned),
        ];
        leaf.prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                4 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| parts.concat()),
                1 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("(?:{})", parts.join("|"))),
                1 => inner.clone().prop_map(|part| format!("({part})")),
                1 => (inner, prop::sample::select(vec!["*", "+", "?", "{2}"]))
                    .prop_map(|(part, often)| format!("(?:{part}){often}")),
            ]
        })
    }

    /// A character in one of the ways in which JSON writes it.
    fn written_as(c: char, way: u8) -> String {
        let must = c < ' ' || matches!(c, '"' | '\\');
        let units = |upper: bool| {
            let unit = |unit: &u16| if upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
            c.encode_utf16(&mut [0; 2]).iter().map(unit).collect::<String>()
        };
        let short =
            ['"', '\\', '/', '\n', '\t'].iter().position(|with| *with == c).map(|at| &"\"\\/nt"[at..=at]);
        match (way % 4, short) {
            (0, _) if !must => c.to_string(),
            (0 | 1, Some(short)) => format!("\\{short}"),
            (2, _) => units(true),
            // A lone half says the same.
            (3, _) if c == '\u{fffd}' => "\\udc00".to_owned(),
            _ if way < 128 && !must => c.to_string(),
            _ => units(false),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        /// However a text is written, a line that holds a match is never passed over.
        #[test]
        fn no_match_is_missed(
            text in prop::collection::vec((prop::sample::select(&CHARS[..]), any::<u8>()), 0..16),
            expression in expression(),
            from in 0..16_usize,
            len in 1..6_usize,
            ignore_case in any::<bool>(),
        ) {
            let said: String = text.iter().map(|(c, _)| c).collect();
            let line: String = text.iter().map(|(c, way)| written_as(*c, *way)).collect();
            let line = format!("{{\"a\":\"{line}\"}}");
            let parsed: serde_json::Value = serde_json::from_str(&line.replace("\\udc00", "\\ufffd")).expect("JSON");
            prop_assert_eq!(parsed["a"].as_str(), Some(&said[..]));
            // Any expression, and a piece of the text itself.
            let piece: String = said.chars().skip(from.min(said.len() / 2)).take(len).collect();
            for expression in [expression, regex::escape(&piece)] {
                let Some(pattern) = pattern(&expression, ignore_case) else { continue };
                if pattern.regex.is_match(&said) {
                    prop_assert!(pattern.may_match(line.as_bytes()), "{:?} in {}", expression, line);
                }
            }
        }
    }
}
