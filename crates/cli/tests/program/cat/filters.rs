//! What the filters let through.

use super::{cat, each};
use crate::runlex_with;

/// A run of Amp's and one of AFK's.
const STREAM: &str = r#"{"type":"system","subtype":"init","session_id":"T-1","cwd":"/w","tools":["Bash"]}
{"type":"user","session_id":"T-1","message":{"role":"user","content":[{"type":"text","text":"ask"},{"type":"image","source":{}}]}}
{"type":"assistant","session_id":"T-1","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"say"},{"type":"tool_use","id":"c1","name":"Bash","input":{}},{"type":"tool_use","id":"c\u0032","name":"Re\u0061d","input":{}}],"usage":{"input_tokens":1}}}
{"type":"assistant","session_id":"T-1","message":{"role":"assistant","content":[]}}
{"type":"user","session_id":"T-1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"},{"type":"tool_result","tool_use_id":"c2","content":"y"},{"type":"tool_result","tool_use_id":"c3"}]}}
{"type":"result","subtype":"success","session_id":"T-1","is_error":false,"result":"end"}
{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"a1","toolName":"Bash","toolInputRaw":"{}"}}
{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"a1","content":"z","isError":false}}
{"type":"done","metadata":{"sessionId":"S-9"}}
{"subtype":"success","a":1}
{"type":"x/y"}
"#;

/// Numbers of lines whose items come through, and of lines that come through, by their type alone where that is enough.
#[test]
fn which_lines() {
    for (args, items, events) in [
        (&[][..], "1 2 2 3 3 3 3 3 5 5 5 6 7 8 9 10 11", "1 2 3 4 5 6 7 8 9 10 11"),
        (&["--type", "result"], "6", "6"),
        (&["--type", "result", "--type", "done"], "6 9", "6 9"),
        (&["--type", "system/init"], "1", "1"),
        (&["--type", "system/finit"], "", ""),
        (&["--type", "result/success", "--type", "system/x"], "6", "6"),
        (&["--type", "(none)"], "10", "10"),
        (&["--type", "x/y"], "11", "11"),
        (&["--type", "x"], "", ""),
        (&["--type", ""], "", ""),
        (&["--kind", "tool_call"], "3 3 7", "3 7"),
        (&["--kind", "usage", "--kind", "result"], "3 6 9", "3 6 9"),
        (&["--kind", "fault"], "", ""),
        (&["--tool", "Bash"], "3 5 7 8", "3 5 7 8"),
        (&["--tool", "Read"], "3 5", "3 5"),
        (&["--tool", "bash"], "", ""),
        (&["--tool", "Read", "--tool", "Bash"], "3 3 5 5 7 8", "3 5 7 8"),
        // The calls are known although they are not asked for.
        (&["--tool", "Read", "--type", "user"], "5", "5"),
        (&["--tool", "Bash", "--kind", "tool_result"], "5 8", "5 8"),
        (&["--tool", "Bash", "--role", "user"], "5 8", "5 8"),
        (&["--session", "T-1"], "1 2 2 3 3 3 3 3 5 5 5 6", "1 2 3 4 5 6"),
        (&["--session", "S-9"], "9", "9"),
        (&["--session", "S-9", "--session", "T-1", "--type", "done"], "9", "9"),
        (&["--session", "T"], "", ""),
        (&["--role", "user"], "2 2 5 5 5 8", "2 5 8"),
        (&["--role", "assistant"], "3 3 3 3 3 7", "3 4 7"),
        (&["--role", "assistant", "--kind", "usage"], "3", "3"),
        (&["--role", "assistant", "--role", "user", "--type", "chunk"], "7 8", "7 8"),
        (&["--dialect", "afk"], "7 8 9 10 11", "7 8 9 10 11"),
        (&["--dialect", "amp", "--kind", "result"], "6", "6"),
        (&["--dialect", "unknown", "--dialect", "amp-input"], "", ""),
    ] {
        let out = cat(STREAM, args);
        assert_eq!(each(&out, "line").join(" "), items, "{args:?}");
        let ran = runlex_with(STREAM.as_bytes(), &[&["cat", "--events", "-"], args].concat());
        let number = |line: &str| STREAM.lines().position(|known| known == line).expect("a line") + 1;
        let got: Vec<_> = ran.out.lines().map(|line| number(line).to_string()).collect();
        assert_eq!(got.join(" "), events, "--events {args:?}");
        let nothing = if events.is_empty() { "runlex: nothing fits " } else { "" };
        assert!(ran.status == Some(0) && ran.err.starts_with(nothing), "{args:?}: {}", ran.err);
        assert_eq!(ran.err.is_empty(), nothing.is_empty(), "{args:?}: {}", ran.err);
    }
}

/// A program that is not known has one item a line, and roles and sessions as far as they are common.
#[test]
fn of_an_unknown_program() {
    let stream = "{\"type\":\"session.opened\",\"thread_id\":\"x\\u0031\"}\n{\"type\":\"m.n\",\"message\":{\"role\":\"user\"}}\n";
    for (args, want) in [
        (&[][..], "1 2"),
        (&["--dialect", "unknown"], "1 2"),
        (&["--kind", "other"], "1 2"),
        (&["--kind", "user_text"], ""),
        (&["--role", "user"], "2"),
        (&["--session", "x1"], "1"),
        (&["--tool", "x"], ""),
    ] {
        assert_eq!(each(&cat(stream, args), "line").join(" "), want, "{args:?}");
    }
}

/// A fault has a kind and nothing else to be asked for; what is left out is told.
#[test]
fn faults() {
    let stream = "oops\n{\"type\":\"user\"}\n{\"type\":\"us\n";
    for (args, want, left_out) in [
        (&[][..], "1 2 3", 0),
        (&["--kind", "fault"], "1 3", 0),
        (&["--kind", "fault", "--kind", "other"], "1 2 3", 0),
        (&["--kind", "other"], "2", 2),
        (&["--type", "user"], "2", 2),
        (&["--dialect", "unknown"], "2", 2),
        (&["--kind", "fault", "--type", "user"], "", 2),
    ] {
        let ran = runlex_with(stream.as_bytes(), &[&["cat", "-"], args].concat());
        assert_eq!(each(&super::lines(&ran.out), "line").join(" "), want, "{args:?}");
        let told = "runlex: left out: 2 lines with faults in 1 file (runlex check names each)\n";
        let nothing = if want.is_empty() {
            "runlex: nothing fits --type user --kind fault\n".to_owned()
        } else {
            String::new()
        };
        assert_eq!(ran.err, nothing + if left_out == 2 { told } else { "" }, "{args:?}");
        let quiet = runlex_with(stream.as_bytes(), &[&["cat", "-q", "-"], args].concat());
        assert_eq!((quiet.out, quiet.err), (ran.out, String::new()), "{args:?}");
    }
}

/// Calls of one file are not those of another.
#[test]
fn calls_are_known_by_file() {
    let call = r#"{"type":"assistant","session_id":"T-1","message":{"content":[{"type":"tool_use","id":"c","name":"Bash"}]}}"#;
    let result = r#"{"type":"user","session_id":"T-1","message":{"content":[{"type":"tool_result","tool_use_id":"c"}]}}"#;
    let folder = crate::folder(&[("a.jsonl", &format!("{result}\n{call}\n{result}\n")), ("b.jsonl", result)]);
    let ran = crate::runlex(["cat".as_ref(), "--tool".as_ref(), "Bash".as_ref(), folder.path().as_os_str()]);
    assert_eq!(each(&super::lines(&ran.out), "line"), ["2", "3"]);
}
