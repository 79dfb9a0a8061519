//! Characters, numbers and forms that are not of every day.

use super::{cat, each, lines};
use crate::{command, folder, runlex, runlex_with};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};
use std::fs;

/// Strings, keys, numbers and white space come out as they were written; only lone surrogates do not.
#[test]
fn as_written() {
    let stream = concat!(
        r#"{"type":"assistant","session_id":"T-\u0041\"\\","message":{"content":["#,
        r#"{"type":"text","text":"\u0000 \u001b[2J \u007f \n \/ é 😀 \ud83d\ude00 \u2028"},"#,
        "{\"type\":\"text\",\"text\":\"\u{7f}\u{9b}2J\u{202e}\u{feff}\u{2028}\"},",
        r#"{"type":"tool_use","id":"","name":"a\tb","input":{"a" : 1.50 , "a":1e400,"b":[ ],"\u0063":-0}},"#,
        "{\"type\":\"tool_use\",\"input\":\t[\r1,\t2]},",
        r#"null,"x",3],"usage":{"input_tokens":-1,"output_tokens":5.0,"cache_read_input_tokens":1.5}}}"#,
        "\n",
        r#"{"type":"result","session_id":"T-1","is_error":"no","duration_ms":1.5e3,"num_turns":12345678901234567890123,"result":"\ud83d x"}"#,
        "\n",
        r#"{"type":"new","session_id":"T-1","\udc00":{"a":"\ud83d\ud83d\ude00","b":"\\ud83d"}}"#,
    );
    let ran = runlex_with(stream.as_bytes(), &["cat", "-"]);
    lines(&ran.out.replace("1e400", "1").replace("12345678901234567890123", "1"));
    assert_data_eq!(ran.out, file!["../golden/cat-odd.ndjson"].raw());
    // The lines themselves are not touched.
    let ran = runlex_with(stream.as_bytes(), &["cat", "--events", "-"]);
    assert_eq!(ran.out, format!("{stream}\n"));
}

/// What no other test has: costs that are none, times as numbers and in other places.
#[test]
fn costs_and_times() {
    let result = |cost: &str| {
        let line = format!(
            r#"{{"type":"result","subtype":"success","session_id":"s","uuid":"u","total_cost_usd":{cost}}}"#
        );
        cat(&line, &["--kind", "result"])[0].get("cost_usd_micros").cloned()
    };
    for (cost, want) in [
        ("0.0123456", Some(json!(12346))),
        ("1e-7", Some(json!(0))),
        ("3", Some(json!(3_000_000))),
        ("-1", Some(Value::Null)),
        ("1e30", Some(Value::Null)),
        ("\"1\"", None),
        ("null", None),
    ] {
        assert_eq!(result(cost), want, "{cost}");
    }
}

/// One line in, whatever its bytes, and as many out as it has items.
#[test]
fn a_long_line() {
    let text = "x\\n".repeat(3 << 20);
    let line = format!(
        r#"{{"type":"user","session_id":"T-1","message":{{"content":[{{"type":"text","text":"{text}"}},{{"type":"text","text":"{text}"}}]}}}}"#
    );
    let folder = folder(&[("a.jsonl", &line)]);
    let ran = runlex(["cat".as_ref(), folder.path().as_os_str()]);
    let out = lines(&ran.out);
    assert_eq!(out.len(), 2);
    assert!(each(&out, "text").iter().all(|got| *got == "x\n".repeat(3 << 20)));
    let ran = runlex(["cat".as_ref(), "--max-line".as_ref(), "1M".as_ref(), folder.path().as_os_str()]);
    assert_eq!(each(&lines(&ran.out), "fault"), ["too-long"]);
}

#[test]
fn utf16_and_marks() {
    let out = cat("\u{feff}{\"type\":\"result\",\"session_id\":\"T-1\"}\n", &[]);
    assert_eq!((each(&out, "offset"), each(&out, "line")), (vec!["0".to_owned()], vec!["1".to_owned()]));
    let ran = runlex_with(b"\xff\xfe{\0}\0\n\0", &["cat", "-"]);
    assert_eq!(
        lines(&ran.out),
        [json!({"v":1,"path":"-","line":1,"offset":0,"kind":"fault","fault":"encoding","at":0})]
    );
}

/// Skimmed lines may hold what is no JSON; then so does the output, and nothing worse happens.
#[test]
fn skimmed() {
    let stream = "{\"type\":\"assistant\",\"session_id\":\"T-1\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"input\":tru}]}}\n";
    let ran = runlex_with(stream.as_bytes(), &["cat", "--skim", "-"]);
    assert!(ran.out.ends_with("\"input\":tru}\n"), "{}", ran.out);
    assert_eq!(each(&cat(stream, &[]), "fault"), ["syntax"]);
}

#[cfg(unix)]
#[test]
fn paths() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for (name, lossy) in [(&b"a\n\x1b\"\\.jsonl"[..], false), (b"\xff.jsonl", true)] {
        let folder = folder(&[]);
        let path = folder.path().join(OsStr::from_bytes(name));
        fs::write(&path, "{}\noops\n").expect("a file");
        let out = lines(&runlex(["cat".as_ref(), path.as_os_str()]).out);
        assert_eq!(out.len(), 2);
        for line in out {
            assert_eq!(line["path"], path.to_string_lossy().as_ref());
            assert_eq!(line.get("path_is_lossy"), lossy.then_some(&Value::Bool(true)));
        }
    }
}

/// On a terminal nothing is printed that it would obey, and what is printed says the same.
#[cfg(target_os = "linux")]
#[test]
#[allow(clippy::print_stderr)]
fn on_a_terminal() {
    use std::process::{Command, Stdio};
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: no `script`, which makes a terminal");
        return;
    }
    let line = "{\"type\":\"result\",\t\"session_id\":\"T-\u{9b}2J\u{7f}\u{202e}\",\r\"result\":\"\\u001b[2J\u{e0041}é\"}\n";
    let folder = folder(&[("a.jsonl", line)]);
    let program = command().get_program().to_owned();
    let program = program.to_str().expect("a plain path");
    for more in ["", "--events"] {
        let mut script = Command::new("script");
        script.args(["-q", "-e", "-c", &format!("{program} cat {more} a.jsonl"), "/dev/null"]);
        let output = script.current_dir(folder.path()).stdin(Stdio::null()).output().expect("a terminal");
        let shown = String::from_utf8(output.stdout).expect("UTF-8").replace("\r\n", "\n");
        assert!(shown.contains(r"\u009b2J\u007f\u202e") && shown.contains(r"\udb40\udc41é"), "{shown:?}");
        let harmless = |c: char| c == '\n' || c == 'é' || matches!(c, ' '..='~');
        assert!(shown.chars().all(harmless), "{shown:?}");
        let args = ["cat", "a.jsonl", more];
        let piped = command()
            .args(args.iter().filter(|arg| !arg.is_empty()))
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        let piped = String::from_utf8(piped.stdout).expect("UTF-8");
        assert!(piped.contains('\u{9b}'), "{piped:?}");
        assert_eq!(lines(&shown), lines(&piped));
    }
}
