//! For people's eyes: nothing from a file reaches a terminal as a control sequence.

use crate::args::Output;
use crate::interrupt;
use crate::layout::Grid;
/// What there is to know besides.
pub(crate) use crate::message::remark as complain;
use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use console::Term;
use std::fmt::{self, Display, Formatter, Write as _};
use std::io::{BufWriter, IsTerminal, Write};
use unicode_width::UnicodeWidthChar;

/// Standard output for `output`: plain for programs, with colour only on a terminal for people.
///
/// Not one stream for both: what takes colour away from text also takes control bytes away from data.
pub(crate) fn stdout(output: Output) -> BufWriter<Box<dyn Write>> {
    BufWriter::with_capacity(
        64 * 1024,
        match output {
            // There is no colour to be taken away.
            Output::Table if is_plain() => Box::new(std::io::stdout().lock()),
            Output::Table => Box::new(anstream::stdout().lock()),
            Output::Json | Output::Ndjson if std::io::stdout().is_terminal() => {
                Box::new(JsonForEyes(std::io::stdout().lock()))
            }
            Output::Json | Output::Ndjson | Output::Csv => Box::new(std::io::stdout().lock()),
        },
    )
}

/// Whether standard output takes no colour, because of what it is or what the user wants.
fn is_plain() -> bool {
    AutoStream::choice(&std::io::stdout()) == ColorChoice::Never
}

/// A style for what goes to [`stdout`]: none where it takes no colour.
pub(crate) fn style(style: Style) -> Style {
    if is_plain() { Style::new() } else { style }
}

/// How many columns of characters the terminal has; more than enough where there is none.
pub(crate) fn width() -> usize {
    Term::stdout().size_checked().map_or(usize::MAX, |(_, columns)| columns.into())
}

/// Writes it as wide as the terminal allows, the headings in bold.
pub(crate) fn write_table(out: &mut impl Write, grid: &Grid) -> std::io::Result<()> {
    grid.write(out, width(), style(Style::new().bold()))
}

/// The same with an empty line behind it; nothing for no rows.
pub(crate) fn write_section(out: &mut impl Write, grid: &Grid) -> std::io::Result<()> {
    write_table(out, grid)?;
    if grid.is_empty() { Ok(()) } else { writeln!(out) }
}

/// Says below a table that not all was read, where that is so.
pub(crate) fn write_partial(out: &mut impl Write) -> std::io::Result<()> {
    match interrupt::is_partial() {
        true => writeln!(out, "\npartial: interrupted before all was read"),
        false => Ok(()),
    }
}

/// What a closure writes.
fn displayed(write: impl Fn(&mut Formatter<'_>) -> fmt::Result) -> impl Display {
    Displayed(write)
}

struct Displayed<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Displayed<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

/// Shows JSON by [`json`]. What is written at once are whole characters: a buffer hands on what it was given, piece by piece.
struct JsonForEyes<W>(W);

impl<W: Write> Write for JsonForEyes<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write_all(json(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// Broken lines that were passed over, and the files that have some.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeftOut {
    lines: u64,
    files: u64,
}

impl LeftOut {
    /// Takes in those of the next file.
    pub(crate) fn add(&mut self, lines: u64) {
        self.lines += lines;
        self.files += u64::from(lines > 0);
    }

    /// Says so, if there were any.
    pub(crate) fn tell(self, quiet: bool) {
        let Self { lines, files } = self;
        if lines > 0 && !quiet {
            let lines = counted(lines, "line with a fault", "lines with faults");
            let files = counted(files, "file", "files");
            complain(&format!("left out: {lines} in {files} (runlex check names each)"));
        }
    }
}

/// Text with control, direction and zero-width characters, and blanks other than the space, shown as escapes. A
/// backslash is doubled, so that no text looks like an escape.
pub(crate) fn visible(text: &str) -> impl Display {
    displayed(
        move |f| {
            if is_plain_text(text) { f.write_str(text) } else { text.chars().try_for_each(|c| show(c, f)) }
        },
    )
}

/// Whether it is shown as it is. Most texts are.
fn is_plain_text(text: &str) -> bool {
    // Without an end before the last byte it is a vector at a time.
    text.bytes().fold(true, |plain, byte| plain & (matches!(byte, b' '..=b'~') & (byte != b'\\')))
}

/// The same line by line.
pub(crate) fn visible_lines(text: &str) -> String {
    text.split('\n').map(|line| visible(line).to_string()).collect::<Vec<_>>().join("\n")
}

/// Text of several lines as people read it: like [`visible`], but new lines and tabs stay what they are, and so does a
/// backslash, of which code is full.
pub(crate) fn readable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    put_readable(text, &mut shown);
    shown
}

/// The same behind what there is.
pub(crate) fn put_readable(text: &str, shown: &mut String) {
    if is_plain_text(text) {
        shown.push_str(text);
        return;
    }
    for c in text.chars() {
        match c {
            '\n' | '\t' | '\\' => shown.push(c),
            // In a text, other than in a name, blanks of any width do no harm, and joiners and variants are how emoji and
            // some scripts are written.
            '\u{A0}'
            | '\u{2000}'..='\u{200A}'
            | '\u{200C}'
            | '\u{200D}'
            | '\u{202F}'
            | '\u{205F}'
            | '\u{FE00}'..='\u{FE0F}' => shown.push(c),
            // A text takes all there is.
            _ => _ = show(c, shown),
        }
    }
}

/// JSON for a terminal, whole lines of it: what [`visible`] shows is an escape of JSON here, so that the text says the same.
pub(crate) fn json(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => shown.push(c),
            // In sound JSON these stand between tokens only.
            '\t' | '\r' => shown.push(' '),
            _ if c.is_control() || is_unseen(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    _ = write!(shown, "\\u{unit:04x}");
                }
            }
            _ => shown.push(c),
        }
    }
    shown
}

/// A name from a stream for a cell of a table: cut where it is long, and quoted where its ends would not be seen.
pub(crate) fn name(text: &str) -> impl Display {
    const LONGEST: usize = 60;
    displayed(move |f| {
        let is_quoted = text.is_empty() || text.trim() != text;
        if !is_quoted && text.len() <= LONGEST && is_plain_text(text) {
            return f.write_str(text);
        }
        let quote = if is_quoted { "\"" } else { "" };
        let mut shown = quote.to_owned();
        let mut room = LONGEST;
        for c in text.chars() {
            let before = shown.len();
            show(c, &mut shown)?;
            match room.checked_sub(shown[before..].chars().count()) {
                Some(rest) => room = rest,
                None => {
                    let whole = &shown[..before];
                    return write!(f, "{whole}{quote}… ({} bytes)", thousands(text.len() as u64));
                }
            }
        }
        write!(f, "{shown}{quote}")
    })
}

fn show(c: char, shown: &mut impl fmt::Write) -> fmt::Result {
    match c {
        '\\' => shown.write_str("\\\\"),
        '\n' => shown.write_str("\\n"),
        '\r' => shown.write_str("\\r"),
        '\t' => shown.write_str("\\t"),
        c if c.is_control() || is_unseen(c) => write!(shown, "{}", c.escape_unicode()),
        c => shown.write_char(c),
    }
}

/// How many columns of a terminal it takes as [`visible`] shows it.
pub(crate) fn width_of(c: char) -> usize {
    match c {
        ' '..='~' if c != '\\' => 1,
        '\\' => 2,
        _ if c.is_control() || is_unseen(c) => c.escape_unicode().len(),
        _ => c.width().unwrap_or(0),
    }
}

/// Characters that change how others look, are not seen at all, or look like a space.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{180E}'
        | '\u{2000}'..='\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{205F}'..='\u{2069}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}' | '\u{E0100}'..='\u{E01EF}')
}

/// `1234567` as `1,234,567`.
pub(crate) fn thousands(number: impl Into<u128>) -> impl Display {
    let number = number.into();
    displayed(move |f| {
        let digits = number.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at) % 3 == 0 {
                f.write_char(',')?;
            }
            f.write_char(digit)?;
        }
        Ok(())
    })
}

/// How many of what: `1 file`, `2 files`.
pub(crate) fn counted(number: u64, one: &'static str, many: &'static str) -> impl Display {
    displayed(move |f| write!(f, "{} {}", thousands(number), if number == 1 { one } else { many }))
}

/// Micro-dollars as `$1.23`, to the cent; sums below a dollar to the hundredth of a cent.
pub(crate) fn dollars(micros: u64) -> impl Display {
    let (unit, places) = if micros < 1_000_000 { (100, 4) } else { (10_000, 2) };
    let (whole, rest) = {
        let rounded = (u128::from(micros) + unit / 2) / unit;
        let one = 1_000_000 / unit;
        (rounded / one, rounded % one)
    };
    displayed(move |f| write!(f, "${}.{rest:0places$}", thousands(whole)))
}

/// A number in few characters: `999`, `1.2k`, `35M`.
pub(crate) fn short(number: u128) -> impl Display {
    displayed(move |f| put_short(number, f))
}

/// The same, written: a list has many.
pub(crate) fn put_short(number: u128, out: &mut impl fmt::Write) -> fmt::Result {
    if number < 1000 {
        return put_digits(number as u64, out);
    }
    let mut unit = 1000;
    for name in ["k", "M", "G", "T", "P", "E"] {
        let tenths = (number * 10 + unit / 2) / unit;
        if tenths < 100 {
            put_digits(tenths as u64 / 10, out)?;
            out.write_char('.')?;
            put_digits(tenths as u64 % 10, out)?;
            return out.write_str(name);
        }
        let whole = (number + unit / 2) / unit;
        if whole < 1000 {
            put_digits(whole as u64, out)?;
            return out.write_str(name);
        }
        unit *= 1000;
    }
    write!(out, "{}", thousands(number))
}

/// `1` of `3` as `33%`, to the tenth where it is below one.
pub(crate) fn share(part: u64, whole: u64) -> impl Display {
    let percent = part as f64 / whole as f64 * 100.0;
    // No share is rounded away, to nothing or to all.
    displayed(move |f| match () {
        () if part == 0 || part == whole => write!(f, "{percent:.0}%"),
        () if percent < 1.0 => write!(f, "{:.1}%", percent.max(0.1)),
        () => write!(f, "{:.0}%", percent.min(99.0)),
    })
}

/// A span of time in its two largest units: `40ms`, `0.9s`, `2m 46s`, `3h 05m`, `2d 01h`.
pub(crate) fn span(millis: u64) -> impl Display {
    displayed(move |f| put_span(millis, f))
}

/// The same, written.
pub(crate) fn put_span(millis: u64, out: &mut impl fmt::Write) -> fmt::Result {
    let seconds = millis / 1000;
    let (large, between, small, behind) = match seconds {
        0 if millis < 100 => (millis, "ms", None, ""),
        0..60 => (seconds, ".", Some(millis % 1000 / 100), "s"),
        60..3600 => (seconds / 60, "m ", Some(seconds % 60), "s"),
        3600..86_400 => (seconds / 3600, "h ", Some(seconds / 60 % 60), "m"),
        _ => (seconds / 86_400, "d ", Some(seconds / 3600 % 24), "h"),
    };
    put_digits(large, out)?;
    out.write_str(between)?;
    if let Some(small) = small {
        if seconds >= 60 && small < 10 {
            out.write_char('0')?;
        }
        put_digits(small, out)?;
    }
    out.write_str(behind)
}

/// A number as it is. The way by way of a `Formatter` takes several times as long.
pub(crate) fn put_digits(number: u64, out: &mut impl fmt::Write) -> fmt::Result {
    match number {
        0..10 => out.write_char(digit(number)),
        10..100 => {
            out.write_char(digit(number / 10))?;
            out.write_char(digit(number % 10))
        }
        100..1000 => {
            out.write_char(digit(number / 100))?;
            out.write_char(digit(number / 10 % 10))?;
            out.write_char(digit(number % 10))
        }
        _ => write!(out, "{number}"),
    }
}

fn digit(number: u64) -> char {
    char::from(b'0' + number as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_unseen_characters_are_shown() {
        assert_eq!(
            visible("a\u{1b}[2Jb\r\n\u{9b}c\u{202e}d\u{200b}é").to_string(),
            "a\\u{1b}[2Jb\\r\\n\\u{9b}c\\u{202e}d\\u{200b}é"
        );
    }

    #[test]
    fn what_is_not_seen_is_escaped() {
        for c in [
            0xA0, 0xAD, 0x34F, 0x115F, 0x1160, 0x2000, 0x200A, 0x202F, 0x205F, 0x3164, 0xFE00, 0xFE0F,
            0xFFA0, 0xE0100, 0xE01EF,
        ] {
            let text = char::from_u32(c).expect("a character").to_string();
            assert_eq!(visible(&text).to_string(), format!("\\u{{{c:x}}}"));
        }
        assert_eq!(visible("a b\u{301}ｶ한\u{1F600}").to_string(), "a b\u{301}ｶ한\u{1F600}");
    }

    /// Text that spells an escape is told from the character.
    #[test]
    fn a_backslash_is_doubled() {
        assert_eq!(
            (visible("\\u{1b}").to_string(), visible("\u{1b}").to_string()),
            ("\\\\u{1b}".to_owned(), "\\u{1b}".to_owned())
        );
        assert_eq!(visible_lines("a\\\n\u{7}\r\n"), "a\\\\\n\\u{7}\\r\n");
    }

    #[test]
    fn text_to_be_read() {
        for (text, want) in [
            ("a b", "a b"),
            ("if a {\n\tb(\"\\n\")\n}\n", "if a {\n\tb(\"\\n\")\n}\n"),
            (
                "\u{1b}[1ma\r\n\u{9b}\u{202e}\u{200b}\u{feff}\u{7f}é한",
                "\\u{1b}[1ma\\r\n\\u{9b}\\u{202e}\\u{200b}\\u{feff}\\u{7f}é한",
            ),
            ("👩\u{200d}💻 ⚠\u{fe0f} 5\u{202f}%", "👩\u{200d}💻 ⚠\u{fe0f} 5\u{202f}%"),
            ("\u{2066}\u{e0041}\0", "\\u{2066}\\u{e0041}\\u{0}"),
        ] {
            assert_eq!(readable(text), want);
        }
    }

    /// The same text for whoever parses it.
    #[test]
    fn json_for_a_terminal() {
        let c1 = "{\"a\":\"\u{7f}\u{9b}2J\u{202e}\u{e0041}é\",\t\"b\":[1,\r2]}\n";
        let want = r#"{"a":"\u007f\u009b2J\u202e\udb40\udc41é", "b":[1, 2]}"#;
        assert_eq!(json(c1), format!("{want}\n"));
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(value(&json(c1)), value(c1));
    }

    #[test]
    fn long_names_are_cut_and_blank_ends_quoted() {
        let x = |count: usize| "x".repeat(count);
        for (text, want) in [
            (x(60), x(60)),
            (x(61), x(60) + "… (61 bytes)"),
            ("é".repeat(1000), "é".repeat(60) + "… (2,000 bytes)"),
            // An escape is shown whole or not at all.
            (x(54) + "\u{1b}", x(54) + "\\u{1b}"),
            (x(55) + "\u{1b}", x(55) + "… (56 bytes)"),
            (String::new(), "\"\"".to_owned()),
            (" ".to_owned(), "\" \"".to_owned()),
            ("a ".to_owned(), "\"a \"".to_owned()),
            (" a".to_owned(), "\" a\"".to_owned()),
            ("a b".to_owned(), "a b".to_owned()),
            (x(99) + " ", format!("\"{}\"… (100 bytes)", x(60))),
        ] {
            assert_eq!(name(&text).to_string(), want);
        }
    }

    #[test]
    fn thousands_are_parted() {
        for (number, want) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(thousands(number).to_string(), want);
        }
    }

    #[test]
    fn in_few_characters() {
        for (number, want) in [
            (0, "0"),
            (999, "999"),
            (1000, "1.0k"),
            (1250, "1.3k"),
            (9949, "9.9k"),
            (9950, "10k"),
            (34_500, "35k"),
            (999_499, "999k"),
            (999_500, "1.0M"),
            (77_300_000, "77M"),
            (u128::from(u64::MAX), "18E"),
        ] {
            assert_eq!(short(number).to_string(), want, "{number}");
        }
        for (millis, want) in [
            (0, "0ms"),
            (99, "99ms"),
            (100, "0.1s"),
            (1500, "1.5s"),
            (59_999, "59.9s"),
            (166_144, "2m 46s"),
            (11_100_000, "3h 05m"),
            (176_400_000, "2d 01h"),
        ] {
            assert_eq!(span(millis).to_string(), want, "{millis}");
        }
        for (part, whole, want) in [
            (0, 7, "0%"),
            (7, 7, "100%"),
            (1, 3, "33%"),
            (1, 150, "0.7%"),
            (1, 1_000_000, "0.1%"),
            (999_999, 1_000_000, "99%"),
        ] {
            assert_eq!(share(part, whole).to_string(), want, "{part} of {whole}");
        }
        for (micros, want) in [
            (0, "$0.0000"),
            (12_345, "$0.0123"),
            (76_350, "$0.0764"),
            (999_999, "$1.0000"),
            (1_000_000, "$1.00"),
            (1_234_567_000, "$1,234.57"),
        ] {
            assert_eq!(dollars(micros).to_string(), want, "{micros}");
        }
    }
}
