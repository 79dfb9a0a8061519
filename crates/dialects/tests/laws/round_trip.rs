//! What is written reads the same: items, events, extras, values; and is written the same again.

use crate::{DIALECTS, common, event, lines};
use runlex_core::Object;
use runlex_dialects::{Json, amp, claude_stream, claude_transcript, items};
use serde_json::Value;

/// Everything that a line says, in every dialect.
fn said(object: Object<'_, '_>) -> Vec<String> {
    let mut said = Vec::new();
    for dialect in DIALECTS.iter().copied() {
        // Where a value is shown raw the whole line may stand, whose repeats and blanks are gone.
        let whole = object.raw();
        said.extend(items(dialect, object).map(|item| {
            let kind = if item.value.raw() == whole && item.kind.name() == "Other" {
                "the line".to_owned()
            } else {
                common::kind(&item.kind)
            };
            format!("{} {kind}", common::frame(&item))
        }));
        let (name, extras) = event(dialect, object);
        said.push(name.to_owned());
        let mut last: Vec<(String, Vec<u8>)> = Vec::new();
        for (name, value) in extras {
            last.retain(|(known, _)| *known != name.to_string());
            last.push((name.to_string(), value.raw().to_vec()));
        }
        said.push(format!("{last:?}"));
    }
    said
}

fn written(line: &str) -> String {
    common::of(line, |object: Object<'_, '_>| {
        let mut texts = [String::new(), String::new(), String::new()];
        claude_stream::Event::read(object).write_json(&mut texts[0]).expect("a String takes all");
        claude_transcript::Event::read(object).write_json(&mut texts[1]).expect("a String takes all");
        amp::Event::read(object).write_json(&mut texts[2]).expect("a String takes all");
        assert!(texts.iter().all(|text| *text == texts[0]));
        assert_eq!(Json::of(object).to_string(), texts[0]);
        texts[0].clone()
    })
}

/// The law, for one line.
fn check(line: &str) {
    let once = written(line);
    assert_eq!(common::of(&once, said), common::of(line, said), "{line}\n{once}");
    assert_eq!(written(&once), once, "{line}");
    // serde_json keeps the last of repeated names, too; it refuses lone surrogates and far exponents.
    if let Ok(was) = serde_json::from_str::<Value>(line) {
        let is: Value = serde_json::from_str(&once).expect("JSON");
        assert_eq!(was, is, "{line}\n{once}");
    }
}

#[test]
fn all_lines() {
    for line in lines() {
        check(&line);
        let compact = !line.contains(": ") && !line.contains(", ") && !line.contains("{ ");
        if compact {
            assert_eq!(written(&line), line, "a line without blanks and repeats is written as it was");
        }
    }
}

#[test]
fn spelling_order_and_repeats() {
    for (line, want) in [
        ("{}", "{}"),
        (" { } ", "{}"),
        ("{ \"type\" : \"user\" ,\t\"n\" : [ 1.0 , 2e+5 ] }", r#"{"type":"user","n":[ 1.0 , 2e+5 ]}"#),
        (
            r#"{"a":1e400,"b":-0,"c":0.10,"d":123456789012345678901234567890}"#,
            r#"{"a":1e400,"b":-0,"c":0.10,"d":123456789012345678901234567890}"#,
        ),
        (r#"{"a":1,"b":2,"a":3}"#, r#"{"b":2,"a":3}"#),
        (r#"{"a":1,"\u0061":2}"#, r#"{"\u0061":2}"#),
        (r#"{"\u0061":1,"a":2,"a":3}"#, r#"{"a":3}"#),
        (r#"{"":1,"":2}"#, r#"{"":2}"#),
        (r#"{"\ud800":1,"\ud801":2,"\ud800":3,"\ufffd":4,"�":5}"#, r#"{"\ud801":2,"\ud800":3,"�":5}"#),
        (
            r#"{"type":"result","type":"user","message":{"content":"a","content":"b"}}"#,
            r#"{"type":"user","message":{"content":"a","content":"b"}}"#,
        ),
    ] {
        assert_eq!(written(line), want, "{line}");
        check(line);
    }
}

/// Beyond the window of names that is looked at in one walk: the same as by a table of all names.
#[test]
fn many_members() {
    let mut seed = 7u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    for (members, names) in [(255, 900), (256, 256), (257, 40), (600, 10_000), (1_500, 700), (3_000, 3)] {
        let list: Vec<(String, u64)> = (0..members)
            .map(|value| {
                let name = format!("n{}", next(names));
                let escaped = next(5) == 0;
                (if escaped { name.replace('n', "\\u006e") } else { name }, value)
            })
            .collect();
        let text = |list: &[(String, u64)]| {
            let list: Vec<_> = list.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
            format!("{{{}}}", list.join(","))
        };
        let plain = |name: &str| name.replace("\\u006e", "n");
        let mut kept = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for member in list.iter().rev() {
            if seen.insert(plain(&member.0)) {
                kept.push(member.clone());
            }
        }
        kept.reverse();
        assert_eq!(written(&text(&list)), text(&kept), "{members} members, {names} names");
    }
}

/// A sink that fails is told of.
#[test]
fn errors_of_the_sink() {
    struct Full;
    impl std::fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    common::of("{\"type\":\"user\"}", |object: Object<'_, '_>| {
        assert!(claude_stream::Event::read(object).write_json(&mut Full).is_err());
    });
}
