//! Damage touches the lines it names, and leaves there the fault it names.
#![allow(clippy::unwrap_used)]

use runlex_testgen::damage::{Damager, Kind, count, damage};
use runlex_testgen::{Generator, Shape};
use serde_json::Value;

fn sound(shape: Shape, bytes: usize) -> Vec<u8> {
    let mut out = Vec::new();
    Generator::new(shape, 2).fill(&mut out, bytes);
    out
}

fn lines(stream: &[u8]) -> Vec<&[u8]> {
    stream.split_inclusive(|&c| c == b'\n').collect()
}

/// What a line is, told with another parser as far as these tests need it.
fn verdict(line: &[u8]) -> Option<&'static str> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let has_nuls = line.windows(4).any(|w| w == [0; 4]);
    if line.iter().all(|c| b" \t\r".contains(c)) {
        return None;
    }
    let odd_nuls = line.iter().skip(1).step_by(2).filter(|&&c| c == 0).count();
    if line.len() >= 8 && !has_nuls && odd_nuls * 10 >= line.len() / 2 * 8 {
        return Some("encoding");
    }
    if line[0] != b'{' {
        return Some(if serde_json::from_slice::<Value>(line).is_ok() {
            "not-object"
        } else if has_nuls {
            "nul-run"
        } else if line.contains(&b'{') {
            "prefixed"
        } else {
            "noise"
        });
    }
    if line.starts_with(b"{\"type\":[[[[[[[[[[[[") && line.iter().filter(|&&c| c == b'[').count() > 1024 {
        return Some("too-deep");
    }
    let mut values = serde_json::Deserializer::from_slice(line).into_iter::<Value>();
    match values.next().unwrap() {
        Ok(Value::Object(_)) => {
            let rest = line[values.byte_offset()..].trim_ascii_start();
            match rest.first() {
                None => None,
                Some(b'{') => Some("concatenated"),
                Some(0) => Some("nul-run"),
                Some(_) => Some("trailing-bytes"),
            }
        }
        Ok(_) => Some("not-object"),
        Err(_) if has_nuls => Some("nul-run"),
        // The parser reports a lone surrogate as an error; it is none.
        Err(e) if e.to_string().contains("surrogate") => None,
        Err(e) if e.to_string().contains("hex escape") => None,
        Err(e) if e.to_string().contains("control character") => Some("control-char"),
        Err(e) if e.is_eof() => Some("truncated"),
        Err(_) if std::str::from_utf8(line).is_err() => Some("invalid-utf8"),
        Err(_) => {
            // A torn line ends with a whole object that starts in its middle.
            let torn = (1..line.len()).any(|at| {
                line[at] == b'{'
                    && line[at + 1..].starts_with(b"\"")
                    && matches!(serde_json::from_slice(&line[at..]), Ok(Value::Object(_)))
            });
            Some(if torn { "torn-join" } else { "syntax" })
        }
    }
}

#[test]
fn faults_are_as_told_and_other_lines_untouched() {
    let mut all = Vec::new();
    for (shape, bytes) in [(Shape::Amp, 3_000_000), (Shape::Afk, 400_000), (Shape::Transcript, 3_000_000)] {
        for seed in 0..3 {
            let before = sound(shape, bytes);
            let mut after = before.clone();
            let done = damage(&mut after, seed, 0.2);
            let (before, after) = (lines(&before), lines(&after));
            let (mut at, mut source) = (0, 0);
            for d in &done {
                let (line, from) = (d.line as usize - 1, d.source_line as usize - 1);
                assert_eq!(after[at..line], before[source..from], "lines before {d:?}");
                let told = verdict(after[line]);
                assert_eq!(told, d.kind.fault(), "{shape:?} {d:?}: {}", String::from_utf8_lossy(after[line]));
                (at, source) = (line + 1, from + d.source_lines as usize);
            }
            assert_eq!(after[at..], before[source..], "lines after the last damage");
            let share = done.len() as f64 / before.len() as f64;
            assert!((0.15..0.25).contains(&share), "{share}");
            all.extend(done);
        }
    }
    let counts = count(&all);
    // Only a last line can lose its end, so that kind is rare.
    assert!(counts.len() >= 21, "{counts:?}");
    assert_eq!(counts.values().sum::<u64>(), all.len() as u64);
}

#[test]
fn the_last_line_can_lose_its_end() {
    let whole = sound(Shape::Afk, 300);
    let cut = (0..400).any(|seed| {
        let mut stream = whole.clone();
        let done = damage(&mut stream, seed, 1.0);
        done.iter().any(|d| d.kind == Kind::TailCut) && !stream.ends_with(b"\n")
    });
    assert!(cut);
}

#[test]
fn same_seed_same_damage_in_parts_too() {
    let stream = sound(Shape::Transcript, 600_000);
    let run = |seed| {
        let mut damager = Damager::new(seed, 0.1);
        let half = lines(&stream)[..100].concat().len();
        let (mut a, mut b) = (stream[..half].to_vec(), stream[half..].to_vec());
        let mut done = damager.part(&mut a, false);
        let first = lines(&a).len() as u64;
        let more = damager.part(&mut b, true);
        assert!(more[0].line > first && more[0].source_line > 100);
        assert!(a.ends_with(b"\n"));
        done.extend(more);
        a.extend(b);
        (a, done)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn no_rate_no_damage_and_odd_streams_are_no_trouble() {
    for stream in [&b""[..], b"\n", b"\n\n{}\n", b"{}", b"x", b"\xff\n{\"a\":\"\\", b"{\"\":\"\"}\n"] {
        let mut same = stream.to_vec();
        assert!(damage(&mut same, 1, 0.0).is_empty() && same == stream);
        for seed in 0..300 {
            damage(&mut stream.to_vec(), seed, 1.0);
        }
    }
}
