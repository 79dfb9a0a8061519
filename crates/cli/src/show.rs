//! For people's eyes: nothing from a file reaches a terminal as a control sequence.

use crate::args::Output;
use anstyle::Style;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use std::fmt::Write as _;
use std::io::{BufWriter, IsTerminal, Write};

/// Standard output for `output`: plain for programs, with colour only on a terminal for people.
///
/// Not one stream for both: what takes colour away from text also takes control bytes away from data.
pub(crate) fn stdout(output: Output) -> BufWriter<Box<dyn Write>> {
    BufWriter::with_capacity(
        64 * 1024,
        match output {
            Output::Table => Box::new(anstream::stdout().lock()),
            Output::Json if std::io::stdout().is_terminal() => {
                Box::new(JsonForEyes(std::io::stdout().lock()))
            }
            Output::Json | Output::Csv => Box::new(std::io::stdout().lock()),
        },
    )
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

/// A message on standard error.
pub(crate) fn complain(text: &str) {
    _ = writeln!(anstream::stderr(), "runlex: {}", visible(text));
}

/// Text with control, direction and zero-width characters, and blanks other than the space, shown as escapes. A
/// backslash is doubled, so that no text looks like an escape.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        show(c, &mut shown);
    }
    shown
}

/// The same line by line.
pub(crate) fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
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
pub(crate) fn name(text: &str) -> String {
    const LONGEST: usize = 60;
    let quote = if text.is_empty() || text.trim() != text { "\"" } else { "" };
    let mut shown = quote.to_owned();
    let mut room = LONGEST;
    for c in text.chars() {
        let before = shown.len();
        show(c, &mut shown);
        match room.checked_sub(shown[before..].chars().count()) {
            Some(rest) => room = rest,
            None => {
                shown.truncate(before);
                return format!("{shown}{quote}… ({} bytes)", thousands(text.len() as u64));
            }
        }
    }
    shown + quote
}

fn show(c: char, shown: &mut String) {
    if c == '\\' {
        shown.push_str("\\\\");
    } else if c.is_control() || is_unseen(c) {
        shown.extend(c.escape_unicode());
    } else {
        shown.push(c);
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
pub(crate) fn thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// How many of what: `1 file`, `2 files`.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

/// Micro-dollars as `$1.23`, to the cent; sums below a dollar to the hundredth of a cent.
pub(crate) fn dollars(micros: u64) -> String {
    let (unit, places) = if micros < 1_000_000 { (100, 4) } else { (10_000, 2) };
    let (whole, rest) = {
        let rounded = (u128::from(micros) + unit / 2) / unit;
        let one = 1_000_000 / unit;
        (rounded / one, rounded % one)
    };
    format!("${}.{rest:0places$}", thousands(whole))
}

/// A number in few characters: `999`, `1.2k`, `35M`.
pub(crate) fn short(number: u128) -> String {
    if number < 1000 {
        return number.to_string();
    }
    let mut unit = 1000;
    for name in ["k", "M", "G", "T", "P", "E"] {
        let tenths = (number * 10 + unit / 2) / unit;
        if tenths < 100 {
            return format!("{}.{}{name}", tenths / 10, tenths % 10);
        }
        let whole = (number + unit / 2) / unit;
        if whole < 1000 {
            return format!("{whole}{name}");
        }
        unit *= 1000;
    }
    thousands(number)
}

/// `1` of `3` as `33%`, to the tenth where it is below one.
pub(crate) fn share(part: u64, whole: u64) -> String {
    let percent = part as f64 / whole as f64 * 100.0;
    // No share is rounded away, to nothing or to all.
    match () {
        () if part == 0 || part == whole => format!("{percent:.0}%"),
        () if percent < 1.0 => format!("{:.1}%", percent.max(0.1)),
        () => format!("{:.0}%", percent.min(99.0)),
    }
}

/// A span of time in its two largest units: `40ms`, `0.9s`, `2m 46s`, `3h 05m`, `2d 01h`.
pub(crate) fn span(millis: u64) -> String {
    let seconds = millis / 1000;
    match seconds {
        0 if millis < 100 => format!("{millis}ms"),
        0..60 => format!("{seconds}.{}s", millis % 1000 / 100),
        60..3600 => format!("{}m {:02}s", seconds / 60, seconds % 60),
        3600..86_400 => format!("{}h {:02}m", seconds / 3600, seconds / 60 % 60),
        _ => format!("{}d {:02}h", seconds / 86_400, seconds / 3600 % 24),
    }
}

/// A table without lines: the first column to the left, all others to the right, as wide as the terminal allows. Only names
/// are broken there: a number on two lines reads as two numbers.
pub(crate) fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    let widths = least_widths(header, &rows);
    let is_tight = table.width().is_some_and(|width| widths.iter().sum::<usize>() > width.into());
    table.set_header(header.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for (at, column) in table.column_iter_mut().enumerate() {
        let least = u16::try_from(widths[at]).unwrap_or(u16::MAX);
        if at > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if at > 0 || is_tight {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
        }
    }
    table
}

/// How many columns of characters the terminal has; more than enough where there is none.
pub(crate) fn width() -> usize {
    Table::new().set_content_arrangement(ContentArrangement::Dynamic).width().map_or(usize::MAX, usize::from)
}

/// The columns that have something to show, fewer of them until they fit: those with the highest number go first, those with
/// 0 stay.
pub(crate) fn fitting(columns: &[(&str, u32)], rows: &[Vec<String>], width: usize) -> Vec<usize> {
    let mut shown: Vec<usize> = (0..columns.len()).collect();
    shown.retain(|at| rows.iter().any(|row| !row[*at].is_empty()));
    let wide = |at: &usize| {
        let cells = rows.iter().map(|row| row[*at].chars().count());
        // A blank stands on both sides.
        cells.chain([columns[*at].0.len()]).max().unwrap_or(0) + 2
    };
    while shown.iter().map(wide).sum::<usize>() > width
        && let Some(least) = shown.iter().copied().max_by_key(|at| columns[*at].1)
        && columns[least].1 > 0
    {
        shown.retain(|at| *at != least);
    }
    shown
}

/// What the columns take at least, with a blank on both sides: the first, and any with long names, some of a name; others
/// their whole cells.
fn least_widths(header: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    /// No number is longer.
    const LONGEST: usize = 30;
    const OF_A_NAME: usize = 12;
    let least = |(at, name): (usize, &&str)| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count());
        let cells = cells.max().unwrap_or(0);
        let cells = if at == 0 || cells > LONGEST { cells.min(OF_A_NAME) } else { cells };
        let word = name.split(' ').map(str::len).max().unwrap_or(0);
        cells.max(word) + 2
    };
    header.iter().enumerate().map(least).collect()
}

/// A table of the columns that fit, those of `text` to the left and all others to the right. Nothing for no rows.
pub(crate) fn write_fitting(
    out: &mut impl Write,
    columns: &[(&str, u32)],
    text: &[&str],
    rows: &[Vec<String>],
) -> std::io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let shown = fitting(columns, rows, width());
    let header: Vec<&str> = shown.iter().map(|at| columns[*at].0).collect();
    let cells = rows.iter().map(|row| shown.iter().map(|at| row[*at].clone()).collect());
    let mut table = table(&header, cells);
    for (column, name) in table.column_iter_mut().zip(&header) {
        if text.contains(name) {
            column.set_cell_alignment(CellAlignment::Left);
        }
    }
    write_table(out, &table)?;
    writeln!(out)
}

/// The beginning of a text.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

const HEAD: Style = Style::new().bold();

/// Writes it, the header in bold.
pub(crate) fn write_table(out: &mut impl Write, table: &Table) -> std::io::Result<()> {
    let text = table.to_string();
    for (at, line) in text.lines().map(str::trim_end).enumerate() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if at == 0 { writeln!(out, "{HEAD}{line}{HEAD:#}")? } else { writeln!(out, "{line}")? }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_fit() {
        let columns = [("outcome", 0), ("session", 3), ("turns", 5), ("input", 1), ("none", 0), ("where", 0)];
        let row = ["failed", "S", "12", "1,000", "", "a.jsonl:1"].map(str::to_owned).to_vec();
        let shown = |width| {
            let at = fitting(&columns, std::slice::from_ref(&row), width);
            at.into_iter().map(|at| columns[at].0).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(usize::MAX), "outcome session turns input where");
        assert_eq!(shown(43), "outcome session turns input where");
        assert_eq!(shown(42), "outcome session input where");
        assert_eq!(shown(30), "outcome input where");
        // What is left stays, however narrow it is.
        assert_eq!(shown(1), "outcome where");
    }

    #[test]
    fn the_beginning() {
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".to_owned(), "ab…".to_owned()));
    }

    #[test]
    fn control_and_unseen_characters_are_shown() {
        assert_eq!(
            visible("a\u{1b}[2Jb\r\n\u{9b}c\u{202e}d\u{200b}é"),
            "a\\u{1b}[2Jb\\u{d}\\u{a}\\u{9b}c\\u{202e}d\\u{200b}é"
        );
    }

    #[test]
    fn what_is_not_seen_is_escaped() {
        for c in [
            0xA0, 0xAD, 0x34F, 0x115F, 0x1160, 0x2000, 0x200A, 0x202F, 0x205F, 0x3164, 0xFE00, 0xFE0F,
            0xFFA0, 0xE0100, 0xE01EF,
        ] {
            let text = char::from_u32(c).expect("a character").to_string();
            assert_eq!(visible(&text), format!("\\u{{{c:x}}}"));
        }
        assert_eq!(visible("a b\u{301}ｶ한\u{1F600}"), "a b\u{301}ｶ한\u{1F600}");
    }

    /// Text that spells an escape is told from the character.
    #[test]
    fn a_backslash_is_doubled() {
        assert_eq!((visible("\\u{1b}"), visible("\u{1b}")), ("\\\\u{1b}".to_owned(), "\\u{1b}".to_owned()));
        assert_eq!(visible_lines("a\\\n\u{7}\r\n"), "a\\\\\n\\u{7}\\u{d}\n");
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
            assert_eq!(name(&text), want);
        }
    }

    #[test]
    fn thousands_are_parted() {
        for (number, want) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(thousands(number), want);
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
            assert_eq!(short(number), want, "{number}");
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
            assert_eq!(span(millis), want, "{millis}");
        }
        for (part, whole, want) in [
            (0, 7, "0%"),
            (7, 7, "100%"),
            (1, 3, "33%"),
            (1, 150, "0.7%"),
            (1, 1_000_000, "0.1%"),
            (999_999, 1_000_000, "99%"),
        ] {
            assert_eq!(share(part, whole), want, "{part} of {whole}");
        }
        for (micros, want) in [
            (0, "$0.0000"),
            (12_345, "$0.0123"),
            (76_350, "$0.0764"),
            (999_999, "$1.0000"),
            (1_000_000, "$1.00"),
            (1_234_567_000, "$1,234.57"),
        ] {
            assert_eq!(dollars(micros), want, "{micros}");
        }
    }
}
