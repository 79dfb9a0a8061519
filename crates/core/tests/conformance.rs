//! Files of other projects' test suites, with their verdicts or with those of serde_json and the standard library.
//!
//! The data is not part of this repository. `RUNLEX_DATA` names the folder that holds `conformance`; without it
//! `../shared` beside the workspace is tried. Where there is none, these tests say so and pass.

mod common;

use common::{Seen, depth, is_json, scan, with_object};
use runlex_core::{FaultKind, Field, Keys, MAX_DEPTH, NumberError, Options, Value, check_value};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder `name` of the data, if it is there.
fn data(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let folder = root.join("conformance").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    #[allow(clippy::print_stderr)]
    {
        eprintln!("skipped: no data at {}", folder.display());
    }
    None
}

/// Names and bytes of the files in `folder` that `wanted` picks by name, sorted by name.
fn files(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let entry = entry.expect("a readable entry");
        let name = entry.file_name().into_string().expect("a plain name");
        if entry.file_type().expect("a type").is_file() && wanted(&name) {
            files.push((name, fs::read(entry.path()).expect("a readable file")));
        }
    }
    files.sort();
    files
}

/// The verdict is the judge's, and what is deeper than the limit is said to be so.
fn agrees_with_judge(name: &str, text: &[u8]) {
    let ours = check_value(text);
    if is_json(text) && depth(text) > MAX_DEPTH {
        assert_eq!(ours.map_err(|fault| fault.kind), Err(FaultKind::TooDeep), "{name}");
    } else {
        assert_eq!(ours.is_ok(), is_json(text), "{name}: {ours:?}");
    }
    if let Err(fault) = ours {
        assert!(fault.at <= text.len() as u64, "{name}: {fault}");
    }
}

#[test]
fn json_test_suite_decided() {
    let Some(folder) = data("JSONTestSuite/test_parsing") else { return };
    let (mut accepted, mut refused, mut free) = (0, 0, 0);
    for (name, text) in files(&folder, |name| name.ends_with(".json")) {
        match name.as_bytes()[0] {
            b'y' => {
                assert_eq!(check_value(&text), Ok(()), "{name}");
                accepted += 1;
            }
            b'n' => {
                assert!(check_value(&text).is_err(), "{name}");
                refused += 1;
            }
            _ => free += 1,
        }
    }
    assert_eq!((accepted, refused, free), (95, 188, 35));
}

/// What the standard leaves to us: numbers of any size are numbers (a conversion may overflow, the text does not), a
/// surrogate escape without partner is grammar, bytes that are no UTF-8 are no JSON, neither is UTF-16 nor a mark.
const FREE: &[(&str, Result<(), FaultKind>)] = &[
    ("i_number_double_huge_neg_exp", Ok(())),
    ("i_number_huge_exp", Ok(())),
    ("i_number_neg_int_huge_exp", Ok(())),
    ("i_number_pos_double_huge_exp", Ok(())),
    ("i_number_real_neg_overflow", Ok(())),
    ("i_number_real_pos_overflow", Ok(())),
    ("i_number_real_underflow", Ok(())),
    ("i_number_too_big_neg_int", Ok(())),
    ("i_number_too_big_pos_int", Ok(())),
    ("i_number_very_big_negative_int", Ok(())),
    ("i_object_key_lone_2nd_surrogate", Ok(())),
    ("i_string_1st_surrogate_but_2nd_missing", Ok(())),
    ("i_string_1st_valid_surrogate_2nd_invalid", Ok(())),
    ("i_string_UTF-16LE_with_BOM", Err(FaultKind::Syntax)),
    ("i_string_UTF-8_invalid_sequence", Err(FaultKind::InvalidUtf8)),
    ("i_string_UTF8_surrogate_U+D800", Err(FaultKind::InvalidUtf8)),
    ("i_string_incomplete_surrogate_and_escape_valid", Ok(())),
    ("i_string_incomplete_surrogate_pair", Ok(())),
    ("i_string_incomplete_surrogates_escape_valid", Ok(())),
    ("i_string_invalid_lonely_surrogate", Ok(())),
    ("i_string_invalid_surrogate", Ok(())),
    ("i_string_invalid_utf-8", Err(FaultKind::InvalidUtf8)),
    ("i_string_inverted_surrogates_U+1D11E", Ok(())),
    ("i_string_iso_latin_1", Err(FaultKind::InvalidUtf8)),
    ("i_string_lone_second_surrogate", Ok(())),
    ("i_string_lone_utf8_continuation_byte", Err(FaultKind::InvalidUtf8)),
    ("i_string_not_in_unicode_range", Err(FaultKind::InvalidUtf8)),
    ("i_string_overlong_sequence_2_bytes", Err(FaultKind::InvalidUtf8)),
    ("i_string_overlong_sequence_6_bytes", Err(FaultKind::InvalidUtf8)),
    ("i_string_overlong_sequence_6_bytes_null", Err(FaultKind::InvalidUtf8)),
    ("i_string_truncated-utf-8", Err(FaultKind::InvalidUtf8)),
    ("i_string_utf16BE_no_BOM", Err(FaultKind::Syntax)),
    ("i_string_utf16LE_no_BOM", Err(FaultKind::Syntax)),
    ("i_structure_500_nested_arrays", Ok(())),
    ("i_structure_UTF-8_BOM_empty_object", Err(FaultKind::Syntax)),
];

#[test]
fn json_test_suite_free() {
    let Some(folder) = data("JSONTestSuite/test_parsing") else { return };
    let files = files(&folder, |name| name.starts_with("i_"));
    assert_eq!(files.len(), FREE.len());
    for (name, text) in files {
        let want =
            FREE.iter().find(|(free, _)| name.strip_suffix(".json") == Some(free)).map(|(_, want)| *want);
        assert_eq!(Some(check_value(&text).map_err(|fault| fault.kind)), want, "{name}");
    }
}

/// Every text of the suite that is one line is also read as a line: an event where it is an object, else a fault.
#[test]
fn json_test_suite_as_lines() {
    let Some(folder) = data("JSONTestSuite/test_parsing") else { return };
    let (mut lines, mut events) = (0, 0);
    for (name, text) in files(&folder, |name| name.ends_with(".json")) {
        if text.contains(&b'\n') || text.contains(&b'\r') || text.starts_with(b"\xEF\xBB\xBF") {
            continue;
        }
        // Between two good lines, which it must not touch.
        let batch = [b"{}\n", &text[..], b"\n{}\n"].concat();
        let entries = scan(&batch);
        assert_eq!(entries.len(), 3, "{name}");
        assert!(
            matches!(entries[0].seen, Seen::Event(_)) && matches!(entries[2].seen, Seen::Event(_)),
            "{name}"
        );
        lines += 1;
        let event = matches!(entries[1].seen, Seen::Event(_));
        let object = common::without_blanks(&text).starts_with(b"{");
        assert_eq!(event, object && check_value(&text).is_ok(), "{name}");
        events += usize::from(event);
    }
    assert!(lines > 290 && events > 10, "{lines} lines, {events} events");
}

#[test]
fn json_checker() {
    let Some(folder) = data("jsonchecker") else { return };
    // Six are failures for other rules than those of JSON: a string on top, an old limit of depth, a repeated name, an
    // integer beyond 64 bits, floats beyond 64 bits.
    const SOUND: &[&str] =
        &["fail01_EXCLUDE", "fail18_EXCLUDE", "fail39_EXCLUDE", "fail41_toolarge", "fail60", "fail73"];
    let sound = |name: &str| name.starts_with("pass") || SOUND.iter().any(|sound| name.starts_with(sound));
    let (mut passed, mut failed) = (0, 0);
    for (name, text) in files(&folder, |name| name.ends_with(".json")) {
        let ours = check_value(&text);
        assert_eq!(ours.is_ok(), sound(&name), "{name}: {ours:?}");
        agrees_with_judge(&name, &text);
        *if ours.is_ok() { &mut passed } else { &mut failed } += 1;
    }
    assert_eq!((passed, failed), (27 + 6, 81 - 6));
}

/// Line by line: arrays and `null` are JSON but no events, and an object over several lines is not one.
#[test]
fn json_checker_lines() {
    let Some(folder) = data("jsonchecker") else { return };
    use FaultKind::{Noise, NotObject, Truncated};
    let want: &[(&str, &[Option<FaultKind>])] = &[
        (
            "fail01",
            &[
                Some(NotObject),
                Some(Noise),
                Some(NotObject),
                Some(NotObject),
                Some(NotObject),
                Some(NotObject),
                Some(NotObject),
            ],
        ),
        (
            "pass01",
            &[
                Some(Truncated),
                Some(Noise),
                Some(Noise),
                Some(NotObject),
                Some(Noise),
                Some(Noise),
                Some(NotObject),
                None,
                None,
                None,
            ],
        ),
        ("pass02", &[Some(NotObject); 5]),
    ];
    for (name, want) in want {
        let batch = fs::read(folder.join(name).with_extension("ndjson")).expect("a readable file");
        let kinds: Vec<_> = scan(&batch)
            .into_iter()
            .filter(|entry| entry.seen != Seen::Blank)
            .map(|entry| match entry.seen {
                Seen::Fault(kind, _) => Some(kind),
                _ => None,
            })
            .collect();
        assert_eq!(kinds, *want, "{name}");
    }
}

/// Inputs that crashed other parsers, and seeds of their fuzzers.
#[test]
fn fuzzers_findings() {
    for (name, count) in [
        ("jsonchecker/adversarial/issue150", 1_457),
        ("fuzz-seeds-json/json/corpus", 1_728),
        ("simd-json-crash", 38),
    ] {
        let Some(folder) = data(name) else { return };
        let files = files(&folder, |name| !name.starts_with("LICENSE"));
        assert_eq!(files.len(), count, "{name}");
        for (name, text) in &files {
            agrees_with_judge(name, text);
            // As lines: whatever lies between two good lines, both are seen.
            let batch = [b"{}\n", &text[..], b"\n{}\n"].concat();
            let entries = scan(&batch);
            assert_eq!(entries.iter().map(|entry| entry.len).sum::<u64>(), batch.len() as u64, "{name}");
            for good in [entries.first(), entries.last()] {
                assert!(matches!(good.map(|entry| &entry.seen), Some(Seen::Event(_))), "{name}");
            }
        }
    }
}

#[test]
fn utf8_inside_a_string() {
    let Some(folder) = data("utf8") else { return };
    let tests = fs::read(folder.join("utf8tests.bin")).expect("a readable file");
    let (mut valid, mut invalid) = (0, 0);
    for test in tests.split(|byte| *byte == b'\n').filter(|test| !test.is_empty()) {
        // number:valid:bytes
        let mut parts = test.splitn(3, |byte| *byte == b':');
        let (Some(number), Some(word), Some(bytes)) = (parts.next(), parts.next(), parts.next()) else {
            panic!("not a test: {}", test.escape_ascii());
        };
        // What a string cannot hold as such says nothing of UTF-8.
        if bytes.iter().any(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\')) {
            continue;
        }
        let number = number.escape_ascii();
        let text = [b"{\"s\":\"", bytes, b"\"}"].concat();
        let well_formed = std::str::from_utf8(bytes);
        assert_eq!(well_formed.is_ok(), word == b"valid", "{number}");
        match well_formed {
            Ok(want) => {
                assert_eq!(check_value(&text), Ok(()), "{number}");
                with_object(&text, Options::new(&Keys::NONE), 300, |object| {
                    let text =
                        Field::of(object.get("s"), Value::string).ok().and_then(|text| text.as_plain());
                    assert_eq!(text, Some(want), "{number}");
                });
                valid += 1;
            }
            Err(error) => {
                let fault = check_value(&text).expect_err("ill-formed");
                let place = 6 + error.valid_up_to() as u64;
                assert_eq!((fault.kind, fault.at), (FaultKind::InvalidUtf8, place), "{number}");
                invalid += 1;
            }
        }
    }
    assert!(valid >= 60 && invalid >= 130, "{valid} valid, {invalid} invalid");
}

/// Lines of `f16 f32 f64 text`, the first three as bits.
#[test]
fn numbers_to_the_bit() {
    let Some(folder) = data("numbers") else { return };
    let (mut finite, mut infinite, mut no_json) = (0, 0, 0);
    for (name, lines) in files(&folder, |name| name.ends_with(".txt")) {
        for line in String::from_utf8(lines).expect("ASCII").lines() {
            let mut columns = line.split(' ').skip(2);
            let (Some(bits), Some(text)) = (columns.next(), columns.next()) else { panic!("{name}: {line}") };
            let want = f64::from_bits(u64::from_str_radix(bits, 16).expect("hex"));
            if !is_json(text.as_bytes()) {
                assert!(check_value(text.as_bytes()).is_err(), "{name}: {text}");
                no_json += 1;
                continue;
            }
            let json = format!("{{\"n\":{text}}}");
            with_object(json.as_bytes(), Options::new(&Keys::NONE), 300, |object| {
                let number = Field::of(object.get("n"), Value::number).ok().expect("a number");
                assert_eq!(number.lexeme(), text);
                let want = if want.is_finite() { Ok(want.to_bits()) } else { Err(NumberError::Overflow) };
                assert_eq!(number.to_f64().map(f64::to_bits), want, "{name}: {text}");
            });
            *if want.is_finite() { &mut finite } else { &mut infinite } += 1;
        }
    }
    assert_eq!(finite + infinite + no_json, 10_488);
    assert!(finite > 10_000 && infinite > 10 && no_json > 10, "{finite} {infinite} {no_json}");
}
