//! Section 7: costs, exact to the micro-dollar.

use crate::common;
use runlex_dialects::afk::Event;

fn read(number: &str) -> Option<u64> {
    let line = format!(r#"{{"type":"done","metadata":{{"totalCostUsd":{number}}}}}"#);
    common::of(&line, |object| match Event::read(object) {
        Event::Done(done) => {
            let cost = done.details().expect("metadata").total_cost_usd().ok().expect("a number");
            cost.to_millionths().ok()
        }
        other => panic!("{other:?}"),
    })
}

#[test]
fn dollars() {
    for (number, want) in [
        ("0", Some(0)),
        ("-0", Some(0)),
        ("-0.000", Some(0)),
        ("0.0123", Some(12_300)),
        ("1", Some(1_000_000)),
        ("12.5", Some(12_500_000)),
        ("1e2", Some(100_000_000)),
        ("1E+2", Some(100_000_000)),
        ("1.5e-3", Some(1_500)),
        ("0.000001", Some(1)),
        ("1e-6", Some(1)),
        // Sums of floats, as programs print them.
        ("0.30000000000000004", Some(300_000)),
        ("0.28000000000000003", Some(280_000)),
        ("0.0000004999999", Some(0)),
        ("0.0000005", Some(1)),
        ("5e-7", Some(1)),
        ("4.9e-7", Some(0)),
        ("9.9999995", Some(10_000_000)),
        ("9.9999994", Some(9_999_999)),
        ("5e-8", Some(0)),
        ("9e-4000000000000000000000", Some(0)),
        ("0e4000000000000000000000", Some(0)),
        ("0.0000000000000000000000000000000000000001e34", Some(1)),
        ("0.000000000000000000000000000000000000000049e34", Some(0)),
        // The largest, and the first beyond it.
        ("18446744073709.551615", Some(u64::MAX)),
        ("18446744073709.5516154", Some(u64::MAX)),
        ("18446744073709.5516155", None),
        ("18446744073709.551616", None),
        ("1e40", None),
        ("1e4000000000000000000000", None),
        ("-1", None),
        ("-0.0000001", None),
    ] {
        assert_eq!(read(number), want, "{number}");
    }
}

/// Held against whole arithmetic: thousandths of a micro-dollar, rounded half upwards.
#[test]
fn against_whole_numbers() {
    let mut state = 7u64;
    for _ in 0..2_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let nanos = state >> (20 + state % 40);
        let written = format!("{}.{:09}", nanos / 1_000_000_000, nanos % 1_000_000_000);
        assert_eq!(read(&written), Some((nanos + 500) / 1_000), "{written}");
        assert_eq!(read(&format!("{nanos}e-9")), Some((nanos + 500) / 1_000), "{nanos}e-9");
    }
}
