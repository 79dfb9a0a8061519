//! What is shown of a stream by what its lines say. How its run went does not depend on it.

use super::{FAILED, OK, SAID, end, start, streams};
use crate::{CUT, INIT, Ran, command, folder, runlex, runlex_with};
use std::fs::File;
use std::io::Write;

const RESULT: &str = r#"{"type":"user","session_id":"T-1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"no","is_error":true}]}}
"#;
const OTHER: &str = r#"{"type":"assistant","session_id":"T-2","message":{"role":"assistant","model":"m-2","content":[{"type":"text","text":"Bye."},{"type":"tool_use","id":"t2","name":"Read","input":{"path":"a"}}]}}
"#;

fn stream() -> String {
    [INIT, SAID, RESULT, OTHER, FAILED].concat()
}

#[test]
fn text() {
    for (filter, want) in [
        (&["--tool", "Bash"][..], "[Bash] {\"cmd\":\"ls\"}\n[error] no\n"),
        (&["--tool", "Read"], "[Read] {\"path\":\"a\"}\n"),
        (&["--kind", "assistant_text"], "Hello.\nBye.\n"),
        (&["--kind", "assistant_text", "--session", "T-2"], "Bye.\n"),
        (&["--model", "m-2"], "Bye.\n[Read] {\"path\":\"a\"}\n"),
        (&["--model", "m-2", "--model", "m-3", "--kind", "tool_call"], "[Read] {\"path\":\"a\"}\n"),
        (&["--role", "user"], "[error] no\n"),
        (&["--type", "result"], "[failed] no way\n"),
        (&["--type", "result/error", "--dialect", "amp"], "[failed] no way\n"),
    ] {
        let ran = runlex_with(stream().as_bytes(), &[&["tail"], filter].concat());
        assert_eq!((ran.out.as_str(), ran.err.as_str()), (want, ""), "{filter:?}");
        // The run failed, shown or not.
        assert_eq!(ran.status, Some(1), "{filter:?}");
    }
    let went_well = stream().replace(FAILED, OK);
    let ran = runlex_with(went_well.as_bytes(), &["tail", "--tool", "Read"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "[Read] {\"path\":\"a\"}\n"));
}

#[test]
fn nothing_fits() {
    for form in [&[][..], &["-o", "table"], &["--events"], &["--pass"]] {
        let args = [&["tail", "--tool", "Grep", "--model", "m-9"], form].concat();
        let ran = runlex_with(stream().as_bytes(), &args);
        assert_eq!(
            (ran.status, ran.err.as_str()),
            (Some(1), "runlex: nothing fits --tool Grep --model m-9\n")
        );
        // Who comes next gets all.
        assert_eq!(ran.out, if form == ["--pass"] { stream() } else { String::new() }, "{form:?}");
        assert_eq!(runlex_with(stream().as_bytes(), &[&args[..], &["-q"]].concat()).err, "");
    }
    // A broken line is told: nobody knows what it would have been.
    let ran = runlex_with(format!("{INIT}{CUT}{OK}").as_bytes(), &["tail", "--type", "result"]);
    assert!(ran.err.starts_with("runlex: -:2: truncated") && ran.out.starts_with("Hello."), "{}", ran.err);
}

/// As JSON and as lines what the same filters let through of the whole.
#[test]
fn the_same_as_cat() {
    let mut some = 0;
    for path in streams() {
        for filter in [
            &["--kind", "tool_call"][..],
            &["--tool", "Bash"],
            &["--type", "assistant", "--role", "assistant"],
            &["--session", "T-00000000-0000-4000-8000-000000000103"],
            &["--dialect", "amp", "--dialect", "afk"],
        ] {
            let of = |verb: &str, form: &[&str]| {
                let mut command = command();
                command.args([&[verb, "-q"], form, filter].concat());
                let out = command.stdin(File::open(&path).expect("a file")).output();
                Ran::of(out.expect("the program runs")).out
            };
            let want = of("cat", &[]);
            assert_eq!(of("tail", &["-o", "ndjson"]), want, "{}, {filter:?}", path.display());
            assert_eq!(of("tail", &["--events"]), of("cat", &["--events"]), "{}, {filter:?}", path.display());
            some += usize::from(!want.is_empty());
        }
    }
    assert!(some > 20, "{some}");
}

/// Of a file the last events that fit, and results are their calls' also where these stand before.
#[test]
fn the_last_ones() {
    let call = |at: usize| SAID.replace("\"t1\"", &format!("\"c{at}\"")).replace("Hello.", &format!("n{at}"));
    let calls: String = (0..50).map(call).collect();
    let late = RESULT.replace("\"t1\"", "\"c3\"");
    let folder = folder(&[("a.jsonl", &format!("{INIT}{calls}{late}{OTHER}{OK}"))]);
    let path = folder.path().join("a.jsonl");
    let path = path.to_str().expect("plain");
    let ran = runlex(["tail", "-n", "2", "--kind", "assistant_text", path]);
    assert_eq!(ran.out, "n49\nBye.\n");
    let ran = runlex(["tail", "-n", "1", "--tool", "Bash", path]);
    assert_eq!(ran.out, "[error] no\n");
}

/// It is shown as it comes.
#[test]
fn live() {
    let mut child = start(&["--tool", "Bash"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut line = super::lines(&mut child);
    for (text, want) in
        [(INIT, None), (SAID, Some("[Bash] {\"cmd\":\"ls\"}\n")), (RESULT, Some("[error] no\n"))]
    {
        input.write_all(text.as_bytes()).expect("written");
        if let Some(want) = want {
            assert_eq!(line(), want);
        }
    }
    drop(input);
    assert_eq!(end(child).status, Some(1));
    assert_eq!(line(), "");
}
