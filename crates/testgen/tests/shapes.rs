//! The lines of every shape: the same for ever, sound, and with the figures they promise.
#![allow(clippy::unwrap_used)]

use runlex_testgen::measure::Measure;
use runlex_testgen::{Generator, Shape};

const SHAPES: [Shape; 3] = [Shape::Amp, Shape::Afk, Shape::Transcript];

fn lines(shape: Shape, seed: u64, bytes: usize) -> Vec<u8> {
    let mut out = Vec::new();
    Generator::new(shape, seed).fill(&mut out, bytes);
    out
}

/// FNV-1a of 64 bits: enough to notice a change.
fn print(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, &c| (h ^ u64::from(c)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn bytes_are_fixed_by_shape_and_seed() {
    // Archives made with this crate are named by shape, seed and size alone. A change here renames all of them:
    // change these figures only together with the version.
    let got = SHAPES.map(|shape| print(&lines(shape, 7, 1 << 20)));
    assert_eq!(got, [8035122682693652773, 14629923562172518118, 301756406404533033]);
    assert_ne!(print(&lines(Shape::Amp, 8, 1 << 20)), got[0]);
}

#[test]
fn all_ways_to_write_give_the_same_bytes() {
    for shape in SHAPES {
        let whole = lines(shape, 3, 3 << 20);
        let mut written = Vec::new();
        let n = Generator::new(shape, 3).write_to(&mut written, 3 << 20).unwrap();
        assert_eq!(n, written.len() as u64);
        let mut one_by_one = Vec::new();
        let mut g = Generator::new(shape, 3);
        while one_by_one.len() < 3 << 20 {
            g.line(&mut one_by_one);
        }
        assert!(whole == written && whole == one_by_one, "{shape:?}");
    }
}

#[test]
fn every_line_is_one_object() {
    for shape in SHAPES {
        for seed in 0..4 {
            let stream = lines(shape, seed, 2 << 20);
            assert!(stream.ends_with(b"\n"));
            for line in stream.split_inclusive(|&c| c == b'\n') {
                let value: serde_json::Value = serde_json::from_slice(line)
                    .unwrap_or_else(|e| panic!("{shape:?} {seed}: {e}: {}", String::from_utf8_lossy(line)));
                assert!(value["type"].is_string(), "{shape:?} {seed}: {value}");
            }
        }
    }
}

#[test]
fn amp_runs_are_whole() {
    let mut stream = Vec::new();
    let mut g = Generator::new(Shape::Amp, 5);
    for _ in 0..60 {
        g.line(&mut stream);
        while !g.between_runs() {
            g.line(&mut stream);
        }
    }
    let (mut runs, mut results, mut failed, mut failed_tools, mut nested) = (0, 0, 0, 0, 0);
    let mut open = false;
    for line in stream.split_inclusive(|&c| c == b'\n') {
        let v: serde_json::Value = serde_json::from_slice(line).unwrap();
        assert!(v["session_id"].as_str().unwrap().starts_with("T-"));
        match v["type"].as_str().unwrap() {
            "system" => {
                runs += 1;
                open = true;
            }
            "result" => {
                assert!(open);
                open = false;
                results += 1;
                failed += usize::from(v["is_error"] == true);
            }
            "user" => {
                assert!(open);
                for block in v["message"]["content"].as_array().unwrap() {
                    failed_tools += usize::from(block["is_error"] == true);
                    let text = block["content"].as_str().unwrap_or("");
                    if text.starts_with("{\"output\"") || text.starts_with("[\"") {
                        nested += 1;
                        serde_json::from_str::<serde_json::Value>(text).unwrap();
                    }
                }
            }
            "assistant" => assert!(open && v["message"]["usage"]["output_tokens"].is_u64()),
            other => panic!("{other}"),
        }
    }
    assert_eq!(runs, 60);
    assert!((50..60).contains(&results), "{results} of {runs} runs have a result");
    assert!(failed > 0 && failed_tools > 20 && nested > 200, "{failed} {failed_tools} {nested}");
}

#[test]
fn runs_can_be_brought_to_their_end() {
    for shape in SHAPES {
        let mut g = Generator::new(shape, 6);
        for bytes in [1, 50_000, 300_000, 300_000, 1, 1, 20_000] {
            let mut stream = Vec::new();
            g.fill_runs(&mut stream, bytes);
            assert!(g.between_runs() && stream.len() >= bytes, "{shape:?}");
            // The end takes a few lines, of which one may be long.
            assert!(stream.len() < bytes + 400_000, "{shape:?}: {} for {bytes}", stream.len());
        }
    }
}

/// A figure, its target, and how far off it may be, in percent.
type Figure = (&'static str, f64, f64, f64);

fn check(shape: Shape, figures: impl Fn(&mut Measure) -> Vec<Figure>) {
    let mut m = Measure::default();
    m.add(&lines(shape, 11, 20_000_000));
    for (name, got, target, percent) in figures(&mut m) {
        let off = (got - target).abs() * 100.0 / target;
        assert!(off <= percent, "{shape:?}: {name} is {got:.1}, {off:.0} % off {target}");
    }
}

fn mean(m: &Measure) -> f64 {
    m.counts.bytes as f64 / m.counts.lines as f64
}

#[test]
fn amp_has_its_figures() {
    check(Shape::Amp, |m| {
        let user = m.types["user"] as f64 * 100.0 / m.counts.bytes as f64;
        let (c, b) = (m.counts, m.blocks);
        vec![
            ("mean line", mean(m), 3_250.0, 10.0),
            ("p5", m.line_length(0.05).into(), 429.0, 10.0),
            ("p50", m.line_length(0.5).into(), 1_240.0, 10.0),
            ("p75", m.line_length(0.75).into(), 2_800.0, 12.0),
            ("p95", m.line_length(0.95).into(), 10_500.0, 12.0),
            ("p99", m.line_length(0.99).into(), 28_000.0, 20.0),
            ("% of bytes in user lines", user, 68.0, 6.0),
            ("backslashes", c.per_kb(c.backslashes), 50.0, 10.0),
            ("high bytes", c.per_kb(c.high_bytes), 2.2, 50.0),
            ("tokens", c.per_kb(c.tokens()), 24.1, 12.0),
            ("keys", c.per_kb(c.keys), 5.6, 12.0),
            ("value strings", c.per_kb(c.values), 3.2, 20.0),
            ("integers", c.per_kb(c.integers), 1.01, 15.0),
            ("blocks inside", b.percent(b.inside), 85.0, 5.0),
            ("blocks with backslash", b.percent(b.backslash), 69.0, 10.0),
        ]
    });
}

#[test]
fn afk_has_its_figures() {
    check(Shape::Afk, |m| {
        let (c, b) = (m.counts, m.blocks);
        vec![
            ("mean line", mean(m), 119.0, 4.0),
            ("p5", m.line_length(0.05).into(), 87.0, 4.0),
            ("p50", m.line_length(0.5).into(), 113.0, 4.0),
            ("p90", m.line_length(0.9).into(), 145.0, 5.0),
            ("p99", m.line_length(0.99).into(), 175.0, 15.0),
            ("tokens", c.per_kb(c.tokens()), 145.0, 4.0),
            ("brackets", c.per_kb(c.brackets), 34.0, 4.0),
            ("value strings", c.per_kb(c.values), 25.0, 5.0),
            ("backslashes", c.per_kb(c.backslashes), 27.0, 8.0),
            ("value p90", m.value_length(0.9).into(), 66.0, 6.0),
            ("blocks with bracket", b.percent(b.bracket), 77.0, 4.0),
            ("blocks with backslash", b.percent(b.backslash), 53.0, 8.0),
        ]
    });
}

#[test]
fn transcripts_have_their_figures() {
    check(Shape::Transcript, |m| {
        let (c, b) = (m.counts, m.blocks);
        vec![
            ("mean line", mean(m), 3_150.0, 15.0),
            ("p5", m.line_length(0.05).into(), 235.0, 8.0),
            ("p50", m.line_length(0.5).into(), 1_053.0, 12.0),
            ("p90", m.line_length(0.9).into(), 5_100.0, 20.0),
            ("p99", m.line_length(0.99).into(), 45_000.0, 30.0),
            ("tokens", c.per_kb(c.tokens()), 39.6, 12.0),
            ("brackets", c.per_kb(c.brackets), 3.8, 12.0),
            ("keys", c.per_kb(c.keys), 9.5, 12.0),
            ("value strings", c.per_kb(c.values), 6.4, 12.0),
            ("integers", c.per_kb(c.integers), 1.43, 15.0),
            ("literals", c.per_kb(c.literals), 0.76, 15.0),
            ("backslashes", c.per_kb(c.backslashes), 38.0, 12.0),
            ("high bytes", c.per_kb(c.high_bytes), 10.5, 25.0),
            ("value p25", m.value_length(0.25).into(), 8.0, 0.0),
            ("value p75", m.value_length(0.75).into(), 36.0, 0.0),
            ("blocks inside", b.percent(b.inside), 70.0, 6.0),
            ("blocks with bracket", b.percent(b.bracket), 14.0, 12.0),
            ("blocks with backslash", b.percent(b.backslash), 59.0, 12.0),
            ("blocks with high byte", b.percent(b.high), 14.0, 25.0),
        ]
    });
}
