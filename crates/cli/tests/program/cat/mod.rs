//! `runlex cat`.

mod agree;
mod dialect;
mod documented;
mod filters;
mod live;
mod odd;

use crate::{CUT, INIT, command, corpus, folder, runlex, runlex_with};
use serde_json::Value;
use snapbox::{assert_data_eq, file};
use std::ffi::OsString;
use std::fs;

/// The lines of an output, each a JSON object.
fn lines(out: &str) -> Vec<Value> {
    assert!(out.is_empty() || out.ends_with('\n'), "{out}");
    let parse = |line: &str| -> Value {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(value.is_object(), "{line}");
        value
    };
    out.lines().map(parse).collect()
}

/// What `cat` prints of a stream on standard input.
fn cat(stream: &str, more: &[&str]) -> Vec<Value> {
    let ran = runlex_with(stream.as_bytes(), &[&["cat", "-"], more].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.err);
    lines(&ran.out)
}

/// A member of each line, as text; nothing where it is missing.
fn each(lines: &[Value], member: &str) -> Vec<String> {
    let text = |line: &Value| match line.get(member) {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    lines.iter().map(text).collect()
}

fn in_streams(args: &[&str]) -> String {
    let output = command().arg("cat").args(args).current_dir(corpus().join("streams")).output();
    String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8")
}

#[test]
fn streams_of_the_corpus() {
    let folders = ["afk", "amp", "amp-input"];
    let out = in_streams(&folders);
    assert_data_eq!(out, file!["../golden/cat-streams.ndjson"].raw());
    assert_data_eq!(
        in_streams(&[&["--events", "--type", "result", "--type", "done"], &folders[..]].concat()),
        file!["../golden/cat-events.ndjson"].raw()
    );
}

/// By path, then by place, standard input first.
#[test]
fn several_files_in_order() {
    let folder = folder(&[
        ("b.jsonl", "{\"a\":1}\n{\"a\":2}\n"),
        ("a/x.jsonl", "{\"a\":3}"),
        ("a.jsonl", "{\"a\":4}\nnot json\n{\"a\":5}\n"),
    ]);
    let args: [OsString; 3] = ["cat".into(), folder.path().join("b.jsonl").into(), folder.path().into()];
    let ran = runlex(args);
    let out = lines(&ran.out);
    let place = |line: &Value| {
        let path = line["path"].as_str().expect("a path").rsplit('/').next().expect("a name").to_owned();
        (path, line["line"].as_u64().expect("a number"), line["offset"].as_u64().expect("a number"))
    };
    let got: Vec<_> = out.iter().map(place).collect();
    let want = [
        ("x.jsonl", 1, 0),
        ("a.jsonl", 1, 0),
        ("a.jsonl", 2, 8),
        ("a.jsonl", 3, 17),
        ("b.jsonl", 1, 0),
        ("b.jsonl", 2, 8),
    ];
    assert_eq!(got, want.map(|(path, line, offset)| (path.to_owned(), line, offset)));
    assert_eq!(each(&out, "kind"), ["other", "other", "fault", "other", "other", "other"]);
}

/// Whatever the events: what is printed are the sound lines, to the byte.
#[test]
fn events_to_the_byte() {
    let stream = "\u{feff}{\"type\":\"a\",\"b\" : \"\\ud800 \\/\"}\r\n\n{\"type\":\"b\"\n{ \"type\":\"b\" }\t\n{\"type\":\"a\"}";
    for (args, want) in [
        (&[][..], "{\"type\":\"a\",\"b\" : \"\\ud800 \\/\"}\r\n{ \"type\":\"b\" }\t\n{\"type\":\"a\"}\n"),
        (&["--type", "a"], "{\"type\":\"a\",\"b\" : \"\\ud800 \\/\"}\r\n{\"type\":\"a\"}\n"),
        // Also where they were held for their dialect.
        (
            &["--dialect", "unknown"],
            "{\"type\":\"a\",\"b\" : \"\\ud800 \\/\"}\r\n{ \"type\":\"b\" }\t\n{\"type\":\"a\"}\n",
        ),
        (&["--dialect", "amp"], ""),
        (&["--kind", "fault"], ""),
    ] {
        let ran = runlex_with(stream.as_bytes(), &[&["cat", "--events", "-"], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (Some(0), want), "{args:?}");
        let nothing = if want.is_empty() {
            format!("runlex: nothing fits {}\n", args.join(" "))
        } else {
            String::new()
        };
        let left_out = "runlex: left out: 1 line with a fault in 1 file (runlex check names each)\n";
        assert_eq!(ran.err, nothing + left_out, "{args:?}");
    }
}

/// The events of a stream make a stream that says the same.
#[test]
fn events_of_events() {
    let once = in_streams(&["--events", "--type", "assistant", "amp"]);
    let folder = folder(&[("assistant.jsonl", &once)]);
    let path = folder.path().join("assistant.jsonl");
    let again = runlex(["cat".as_ref(), "--events".as_ref(), path.as_os_str()]);
    assert_eq!((again.out, again.err), (once.clone(), String::new()));
    assert!(once.lines().count() > 10);
}

/// Every fault has a line, and no line that is one has another.
#[test]
fn damaged_lines() {
    let out = cat(&format!("{INIT}{CUT}npm warn\n[1]\n{{\"a\":1}}{{\"b\":2}}\n{INIT}"), &[]);
    assert_eq!(each(&out, "kind"), ["session_start", "fault", "fault", "fault", "fault", "session_start"]);
    assert_eq!(each(&out, "fault")[1..5], ["truncated", "noise", "not-object", "concatenated"]);
    let start = INIT.len();
    assert_eq!(
        out[1],
        serde_json::json!({"v":1,"path":"-","line":2,"offset":start,"kind":"fault","fault":"truncated","at":start+20})
    );
    // Of all damage in the corpus.
    let cases = corpus().join("cases");
    let ran = runlex(["cat".as_ref(), "--kind".as_ref(), "fault".as_ref(), cases.as_os_str()]);
    let check = runlex(["check".as_ref(), "-o".as_ref(), "json".as_ref(), cases.as_os_str()]).json();
    let mut want = Vec::new();
    for file in check["files"].as_array().expect("a list") {
        for fault in file["faults"].as_array().expect("a list") {
            want.push((
                file["path"].clone(),
                fault["line"].clone(),
                fault["kind"].clone(),
                fault["at"].clone(),
            ));
        }
    }
    let got: Vec<_> = lines(&ran.out)
        .into_iter()
        .map(|line| (line["path"].clone(), line["line"].clone(), line["fault"].clone(), line["at"].clone()))
        .collect();
    assert_eq!(got, want);
    assert!(want.len() > 1000);
}

#[test]
fn exit_statuses() {
    for args in [
        &["cat"][..],
        &["cat", "--kind", "text", "-"],
        &["cat", "--role", "tool", "-"],
        &["cat", "--dialect", "codex", "-"],
        &["cat", "--type"],
        &["cat", "-o", "table", "-"],
        &["cat", "-o", "csv", "-"],
        &["cat", "-o", "ndjson", "--events", "-"],
    ] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}");
    }
    for stream in ["", "\n", CUT, INIT] {
        assert_eq!(runlex_with(stream.as_bytes(), &["cat", "-"]).status, Some(0), "{stream:?}");
    }
    let folder = folder(&[("a.jsonl", INIT), ("z.jsonl", INIT), ("m.jsonl", "")]);
    fs::write(folder.path().join("m.jsonl"), b"\x1f\x8b\x08\0").expect("a file");
    let ran = runlex(["cat".as_ref(), folder.path().as_os_str()]);
    // What can be read is printed.
    assert_eq!((ran.status, lines(&ran.out).len()), (Some(4), 2));
    assert!(
        ran.err.contains("m.jsonl: line 1, byte 0: reading stopped: the gzip data is damaged"),
        "{}",
        ran.err
    );
    assert_eq!(runlex(["cat", "no-such-file"]).status, Some(4));
}

/// Each filter and each kind has its place in the help.
#[test]
fn help() {
    let ran = runlex(["cat", "--help"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    for word in
        ["--events", "--type", "--kind", "--tool", "--session", "--role", "--dialect", "assistant_text"]
    {
        assert!(ran.out.contains(word), "{word}");
    }
}
