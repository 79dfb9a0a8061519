//! The lines that `docs/faults.md` shows get the answers that it gives.

mod common;

use common::{Seen, scan_from};
use runlex_core::{At, Keys, Options};
use std::path::Path;

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split(" | ").map(str::trim).collect()
}

/// The bytes of an example: `<00>` is one byte in hex, `<CR>` and `<TAB>` are themselves, `<[ x 9>` is `[` nine times.
fn bytes(example: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), example);
    while let Some((before, behind)) = rest.split_once('<') {
        bytes.extend_from_slice(before.as_bytes());
        let (inner, behind) = behind.split_once('>').expect("a closed placeholder");
        match inner.split_once(" x ") {
            Some((what, times)) => {
                bytes.extend_from_slice(what.repeat(times.parse().expect("a count")).as_bytes());
            }
            None if inner == "CR" => bytes.push(b'\r'),
            None if inner == "TAB" => bytes.push(b'\t'),
            None => bytes.push(u8::from_str_radix(inner, 16).expect("a byte in hex")),
        }
        rest = behind;
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn code(cell: &str) -> Option<&str> {
    cell.strip_prefix('`')?.strip_suffix('`')
}

/// Answer, places and spans of one example, as the page writes them.
fn answer(example: &str, max_line: u64) -> [String; 3] {
    // Not at the start of a stream, where a mark would be no content.
    const START: u64 = 100;
    let text = [&bytes(example)[..], b"\n"].concat();
    let options = Options { max_line, ..Options::new(&Keys::NONE) };
    let entries = scan_from(options, &text, At { offset: START, line: 2 });
    assert_eq!(entries.len(), 1, "{example}");
    let entry = &entries[0];
    let (answer, places) = match entry.seen {
        Seen::Event(_) => ("event".to_string(), entry.notes.clone()),
        Seen::Blank => ("blank".to_string(), Vec::new()),
        Seen::Fault(kind, at) => (kind.to_string(), vec![at]),
    };
    let join = |parts: Vec<String>| if parts.is_empty() { "-".to_string() } else { parts.join(", ") };
    let places = places.iter().map(|at| (at - START).to_string()).collect();
    let spans =
        entry.salvage.iter().map(|span| format!("{}..{}", span.start - START, span.end - START)).collect();
    [answer, join(places), join(spans)]
}

#[test]
fn the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/faults.md");
    let Ok(page) = std::fs::read_to_string(&page) else {
        #[allow(clippy::print_stderr)]
        {
            eprintln!("skipped: no page at {}", page.display());
        }
        return;
    };
    let (mut kinds, mut lines) = (0, 0);
    for row in page.lines().filter(|row| row.starts_with('|')) {
        match cells(row)[..] {
            // Kind, meaning, place, example, at: one cap in words.
            [kind, _, _, example, at] if code(kind).is_some() && code(example).is_some() => {
                let (kind, example) = (code(kind).unwrap_or(""), code(example).unwrap_or(""));
                let max_line = if kind == "too-long" { 10 } else { u64::MAX };
                let [got, place, _] = answer(example, max_line);
                assert_eq!((&*got, place), (kind, at.replace(',', "")), "{row}");
                kinds += 1;
            }
            // Line, answer, at, salvage, reason.
            [example, answered, at, spans, _] if code(example).is_some() && code(answered).is_some() => {
                let example = code(example).unwrap_or("");
                let want = [code(answered).unwrap_or(""), at, spans].map(String::from);
                assert_eq!(answer(example, u64::MAX), want, "{row}");
                lines += 1;
            }
            _ => {}
        }
    }
    assert_eq!(kinds, runlex_core::FaultKind::ALL.len());
    assert!(lines >= 20, "{lines} lines");
}
