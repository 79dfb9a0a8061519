//! For people's eyes: nothing from a file reaches a terminal as a control sequence.

use crate::args::Output;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::io::{BufWriter, Write};

/// Standard output for `output`: plain for programs, with colour only on a terminal for people.
///
/// Not one stream for both: what takes colour away from text also takes control bytes away from data.
pub(crate) fn stdout(output: Output) -> BufWriter<Box<dyn Write>> {
    BufWriter::with_capacity(
        64 * 1024,
        match output {
            Output::Table => Box::new(anstream::stdout().lock()),
            Output::Json => Box::new(std::io::stdout().lock()),
        },
    )
}

/// A message on standard error.
pub(crate) fn complain(text: &str) {
    _ = writeln!(anstream::stderr(), "runlex: {}", visible(text));
}

/// Text with control, direction and zero-width characters shown as escapes.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_unseen(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}

/// Characters that change how others look or are not seen at all.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
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

/// A table without lines: the first column to the left, all others to the right, as wide as the terminal allows.
pub(crate) fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_unseen_characters_are_shown() {
        assert_eq!(
            visible("a\u{1b}[2Jb\r\n\u{9b}c\u{202e}d\u{200b}é"),
            "a\\u{1b}[2Jb\\u{d}\\u{a}\\u{9b}c\\u{202e}d\\u{200b}é"
        );
    }

    #[test]
    fn thousands_are_parted() {
        for (number, want) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(thousands(number), want);
        }
    }
}
