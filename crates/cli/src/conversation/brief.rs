//! The short form of what is long: one line that can be shown.

use crate::show::{put_readable, short};
use runlex::dialects::{Count, Counters};
use runlex::{RawStr, Value};
use std::fmt::Write as _;

/// So many characters of a line, and of one of several values in it.
const MOST: usize = 100;
const MOST_OF_A_VALUE: usize = 60;

/// The first line of a text, cut where it is long.
pub(super) fn line(text: RawStr<'_>) -> String {
    let mut shown = String::new();
    put(text.chars(), MOST, &mut shown);
    shown
}

/// A value as written.
pub(super) fn value(value: &[u8]) -> String {
    let mut shown = String::new();
    // No character has more bytes.
    let begin = String::from_utf8_lossy(&value[..value.len().min(4 * (MOST + 1))]);
    put(begin.chars(), MOST, &mut shown);
    shown
}

/// What a tool is given: the names and values of an object, so many of them, and the first one's value alone if it is a text.
pub(super) fn input(given: Value<'_, '_>, most: usize) -> String {
    if let Some(text) = given.string().ok() {
        return line(text);
    }
    let Some(object) = given.object().ok() else { return value(given.raw()) };
    let mut shown = String::new();
    for (name, member) in object.members().take(most) {
        let text = member.string().ok();
        if !shown.is_empty() {
            shown.push_str(", ");
        }
        if shown.len() > MOST {
            shown.push('…');
            break;
        }
        if !shown.is_empty() || text.is_none() {
            put(name.chars(), MOST_OF_A_VALUE, &mut shown);
            shown.push_str(": ");
        }
        match text {
            Some(text) => {
                put(text.chars(), if shown.is_empty() { MOST } else { MOST_OF_A_VALUE }, &mut shown)
            }
            None => shown.push_str(&value(member.raw())),
        }
    }
    shown
}

/// `14 in, 500 cache+, 20 cached, 27 out`; nothing where none was counted.
pub(super) fn tokens(counters: Counters, is_lower_bound: bool) -> String {
    let mut shown = String::new();
    if counters.all().iter().all(|count| count.or_zero() == 0) {
        return shown;
    }
    let names = ["in", "cache+", "cached", "out"];
    for (name, count) in names.into_iter().zip(counters.all()) {
        let Count::Is(count) = count else { continue };
        if count == 0 && name.starts_with("cache") {
            continue;
        }
        let sign = if is_lower_bound && name == "out" { "≥" } else { "" };
        let before = if shown.is_empty() { "" } else { ", " };
        // A text takes all there is.
        _ = write!(shown, "{before}{sign}{} {name}", short(count.into()));
    }
    shown
}

fn put(text: impl Iterator<Item = char>, most: usize, shown: &mut String) {
    let mut text = text.skip_while(|c| c.is_whitespace());
    for _ in 0..most {
        match text.next() {
            None => return,
            Some('\n') => {
                if text.any(|c| !c.is_whitespace()) {
                    shown.push_str(" …");
                }
                return;
            }
            Some('\t') => shown.push(' '),
            Some(c) => put_readable(c.encode_utf8(&mut [0; 4]), shown),
        }
    }
    if text.next().is_some() {
        shown.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runlex::{Field, slice};

    #[test]
    fn inputs() {
        let long = "x".repeat(101);
        for (given, want) in [
            (r#"{}"#.to_owned(), String::new()),
            (r#"{"cmd":"ls -l"}"#.to_owned(), "ls -l".to_owned()),
            (r#"{"cmd":"a\n","why":"b"}"#.to_owned(), "a, why: b".to_owned()),
            (r#"{"cmd":"a\nb\u001b[2J"}"#.to_owned(), "a …".to_owned()),
            (
                r#"{"n":1.50,"path":"\u001b\t\u202e"}"#.to_owned(),
                "n: 1.50, path: \\u{1b} \\u{202e}".to_owned(),
            ),
            (format!(r#"{{"a":"{long}","b":1,"c":2}}"#), "x".repeat(100) + "…, …"),
            (r#"{"a":{"b":[1, null]}}"#.to_owned(), r#"a: {"b":[1, null]}"#.to_owned()),
            (r#""{\"command\":\"ls\"}""#.to_owned(), r#"{"command":"ls"}"#.to_owned()),
            (r#"[1,2]"#.to_owned(), "[1,2]".to_owned()),
            (format!("\"{}\"", "é".repeat(300)), "é".repeat(100) + "…"),
        ] {
            let line = format!("{{\"input\":{given}}}");
            let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
            assert_eq!(input(object.get("input").expect("a value"), 9), want, "{given}");
        }
        let line = format!(r#"{{"a":[{}]}}"#, "\"é😀\",".repeat(99) + "1");
        let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
        let cut = value(Field::of(object.get("a"), Value::array).ok().expect("an array").as_value().raw());
        assert!(cut.starts_with("[\"é😀\",\"é") && cut.ends_with('…'), "{cut}");
        assert!(!cut.contains('\u{fffd}'), "{cut}");
    }
}
