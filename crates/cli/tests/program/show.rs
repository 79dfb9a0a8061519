//! `show`: runs as conversations. `SNAPSHOTS=overwrite cargo test -p runlex-cli` renews the files in `golden/`.

use crate::{INIT, Ran, command, corpus, folder, runlex, runlex_with};
use snapbox::{assert_data_eq, file};
use std::path::Path;
use unicode_width::UnicodeWidthStr;

fn within(folder: &Path, args: &[&str]) -> Ran {
    Ran::of(command().arg("show").args(args).current_dir(folder).output().expect("the program runs"))
}

fn in_corpus(args: &[&str]) -> Ran {
    within(&corpus().join("streams"), args)
}

/// Of a stream, without the heading.
fn shown(lines: &[&str], args: &[&str]) -> String {
    let input = lines.join("\n") + "\n";
    let ran = runlex_with(input.as_bytes(), &[&["show"], args, &["-"]].concat());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{lines:?}");
    ran.out.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

/// An answer of the agent with these blocks.
fn answer(blocks: &str) -> String {
    format!(r#"{{"type":"assistant","session_id":"T-1","message":{{"content":[{blocks}]}}}}"#)
}

fn call(id: &str, name: &str, input: &str) -> String {
    format!(r#"{{"type":"tool_use","id":"{id}","name":"{name}","input":{input}}}"#)
}

fn came(id: &str, content: &str, more: &str) -> String {
    format!(
        r#"{{"type":"user","session_id":"T-1","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","content":{content}{more}}}]}}}}"#
    )
}

const OK: &str = r#"{"type":"result","subtype":"success","is_error":false,"result":"done","session_id":"T-1","duration_ms":1200,"num_turns":1}"#;

/// The folders of the corpus.
const ALL: [&str; 5] = ["afk", "amp", "amp-input", "claude-stream", "claude-transcript"];

#[test]
fn every_dialect() {
    let ran = in_corpus(&ALL);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_data_eq!(ran.out, file!["golden/show.txt"].raw());
}

/// What `ls` prints of a run can be pasted, and shows that run: together they are the file.
#[test]
fn what_ls_prints() {
    let runs = Ran::of(
        command()
            .args(["ls", "-o", "json"])
            .args(ALL)
            .current_dir(corpus().join("streams"))
            .output()
            .expect("it runs"),
    );
    let runs = runs.json()["runs"].take();
    let mut whole = String::new();
    for run in runs.as_array().expect("a list") {
        let (path, line) = (run["path"].as_str().expect("a path"), &run["line"]);
        let ran = in_corpus(&[&format!("{path}:{line}")]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{run}");
        assert!(ran.out.starts_with(&format!("{path}:{line}  ")), "{}", ran.out);
        if !whole.is_empty() {
            whole += "\n";
        }
        whole += &ran.out;
    }
    assert_eq!(whole, in_corpus(&ALL).out);
}

/// A pipe is shown as it comes, so its heading knows less.
#[test]
fn a_pipe() {
    for path in ["amp/amp-subagents.jsonl", "amp/amp-tool.jsonl", "claude-stream/claude-two-turns.jsonl"] {
        let input = std::fs::read(corpus().join("streams").join(path)).expect("the corpus");
        let lines: Vec<String> = String::from_utf8_lossy(&input).lines().map(str::to_owned).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let folder = folder(&[("a.jsonl", &(lines.join("\n") + "\n"))]);
        let file = within(folder.path(), &["a.jsonl"]).out;
        let (_, rest) = file.split_once('\n').expect("a heading");
        if input.len() <= 4096 {
            assert_eq!(shown(&lines, &[]), rest, "{path}");
        }
    }
    let two = std::fs::read(corpus().join("streams/amp/amp-two-runs.jsonl")).expect("the corpus");
    let out = runlex_with(&two, &["show"]).out;
    assert!(out.starts_with("-:1  amp  T-00000000-") && out.contains("\n\n-:5  amp  T-00000000-"), "{out}");
}

#[test]
fn by_session() {
    let id = "T-d2fc4acc-dd1d-497f-9609-ed0da22a7c95";
    let want = in_corpus(&["amp/amp-tool.jsonl"]).out;
    for word in [id, "T-d2fc4a", "T-d2fc4acc-d…"] {
        let ran = in_corpus(&[word, "amp"]);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (Some(0), want.as_str(), ""), "{word}");
        // Wherever it stands.
        assert_eq!(in_corpus(&["amp", word]).out, want, "{word}");
    }
    // All its runs.
    let two = in_corpus(&["T-00000000-0000-4000-8000-000000000103", "amp"]);
    assert_eq!(two.out, in_corpus(&["amp/amp-two-runs.jsonl"]).out);
    for (args, status, said) in [
        (&["T-00000000", "amp"][..], 2, "4 sessions begin so: T-00000000-0000-4000-8000-000000000101 "),
        (&["T-ffffffff", "amp"], 1, "no run's session id begins so"),
        (&["T-d2fc4", "amp"], 2, "at least 8 characters"),
        (&["T-d2fc4acc"], 2, "name the files or folders to search"),
        (&["T-d2fc4acc", "amp", "-"], 2, "a pipe is read only once"),
        (&["amp/gone.jsonl"], 4, "No such file"),
        (&["amp/gone.jsonl:3"], 4, "No such file"),
        (&["gone.jsonl"], 4, "No such file"),
        (&["--", "-:3"], 2, "a pipe is read only once"),
        (&[], 2, "name a file or a folder"),
    ] {
        let ran = in_corpus(args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(status), ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_line_within_a_run() {
    let run = in_corpus(&["amp/amp-two-runs.jsonl:5"]).out;
    let ran = in_corpus(&["amp/amp-two-runs.jsonl:7"]);
    let (before, behind) = run.split_once("\nassistant  line 7").expect("line 7");
    assert_eq!(ran.out, format!("{before}\n▶ line 7\nassistant  line 7{behind}"));
    // Several, broken ones as well.
    let ran = in_corpus(&["amp/amp-cheatsheet.jsonl:5", "./amp/amp-cheatsheet.jsonl:4"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("\n▶ line 4\nassistant  line 4"), "{}", ran.out);
    assert!(ran.out.contains("\n▶ line 5\nline 5: syntax at byte 982"), "{}", ran.out);
    for line in ["0", "9", "99"] {
        let ran = in_corpus(&[&format!("amp/amp-two-runs.jsonl:{line}")]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""), "{line}");
        assert!(ran.err.contains("there is no run at this line"), "{}", ran.err);
    }
}

/// Whichever order results come in, each is beneath its call or under its name.
#[test]
fn parallel_calls() {
    let two = answer(&format!(
        "{},{}",
        call("a", "Bash", r#"{"cmd":"ls one"}"#),
        call("b", "Bash", r#"{"cmd":"ls two"}"#)
    ));
    let lines =
        [INIT.trim_end(), &two, &came("a", "\"1\"", ""), &came("b", "\"2\"", r#","is_error":true"#), OK];
    let want = "
assistant  line 2
  → Bash  ls one
  → Bash  ls two
  ← Bash  ls one  line 3
    1
  ← Bash  ls two: error  line 4
    2

result: ok  line 5  1.2s  1 turn
  done
";
    assert_eq!(shown(&lines, &[]), want);
    let lines = [INIT.trim_end(), &two, &came("b", "null", ""), &came("a", "[]", ""), &came("c", "5", "")];
    let want = "
assistant  line 2
  → Bash  ls one
  → Bash  ls two
    (nothing)
  ← Bash  ls one  line 4
    (nothing)
  ← a call that is not here: c  line 5
    5

no result  it was cut, or is still at work
";
    assert_eq!(shown(&lines, &[]), want);
}

/// A text that comes in pieces and whole is shown once; one that was cut, as far as it came.
#[test]
fn pieces() {
    let claude =
        r#"{"type":"system","subtype":"init","session_id":"s-1","uuid":"u","claude_code_version":"2"}"#;
    let piece = |kind: &str, text: &str| {
        let word = if kind == "text_delta" { "text" } else { "thinking" };
        format!(
            r#"{{"type":"stream_event","session_id":"s-1","uuid":"u","event":{{"type":"content_block_delta","index":0,"delta":{{"type":"{kind}","{word}":"{text}"}}}}}}"#
        )
    };
    let whole = r#"{"type":"assistant","session_id":"s-1","uuid":"u","message":{"id":"m","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Hello"}]}}"#;
    let (h, m) = (piece("thinking_delta", "h"), piece("thinking_delta", "m"));
    let (hel, lo) = (piece("text_delta", "Hel"), piece("text_delta", "lo"));
    let begin = "version 2\n\nassistant  ";
    let end = "\n\nno result  it was cut, or is still at work\n";
    let all = [claude, &h, &m, &hel, &lo, whole];
    assert_eq!(shown(&all, &[]), format!("{begin}line 6\n  hm\n  Hello{end}"));
    assert_eq!(shown(&all[..4], &[]), format!("{begin}in pieces\n  hm\n  Hel{end}"));

    let afk = |kind: &str, text: &str| {
        format!(r#"{{"type":"chunk","chunk":{{"type":"{kind}","content":"{text}"}}}}"#)
    };
    let tool = r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"t","toolName":"bash","toolInputRaw":"{\"command\":\"ls\"}"}}"#;
    let result =
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"t","content":"a","isError":false}}"#;
    let (thinks, more) = (afk("thinking", "h"), afk("thinking", "m"));
    let (first, second) = (afk("content", "First. "), afk("content", "Second."));
    for message in ["Second.", "First. Second."] {
        let message = format!(r#"{{"type":"message","message":{{"content":"{message}"}}}}"#);
        let lines =
            [&thinks, &more, &first, tool, result, &second, &message, r#"{"type":"done","metadata":{}}"#];
        let want = "
assistant  in pieces
  hm
  First.\u{20}

assistant  line 4
  → bash  {\"command\":\"ls\"}
    a

assistant  line 7
  Second.

result: ok  line 8
";
        assert_eq!(shown(&lines, &[]), want);
    }
}

#[test]
fn long_results_are_folded() {
    let lines: Vec<String> = (1..=40).map(|line| format!("line {line}")).collect();
    let text = serde_json::to_string(&lines.join("\n")).expect("JSON");
    let asks = answer(&call("a", "Read", r#"{"path":"/a","limit":40,"why":"two\nlines"}"#));
    let stream = |content: &str| [INIT.trim_end().to_owned(), asks.clone(), came("a", content, "")];
    let show = |content: &str, args: &[&str]| {
        let lines = stream(content);
        shown(&lines.iter().map(String::as_str).collect::<Vec<_>>(), args)
    };
    let folded = show(&text, &[]);
    // 30 lines of "line NN" and the newlines between them.
    let want = "  → Read  /a, limit: 40, why: two …\n    line 1\n";
    assert!(
        folded.contains(want) && folded.contains("    line 10\n    … 30 more lines, 239 bytes (--full)\n"),
        "{folded}"
    );
    assert!(!folded.contains("line 11"), "{folded}");
    let full = show(&text, &["--full"]);
    let want = "  → Read  /a, limit: 40, why: two …\n    path: /a\n    limit: 40\n    why:\n      two\n      lines\n    line 1\n";
    assert!(full.contains(want) && full.contains("    line 40\n") && !full.contains("--full"), "{full}");
    // A few more are no trouble.
    let short = serde_json::to_string(&lines[..12].join("\n")).expect("JSON");
    assert!(show(&short, &[]).contains("    line 12\n"));
    let long = show(&format!("\"{}\"", "x".repeat(3000)), &[]);
    assert!(long.contains(&format!("    {}\n    … 1,000 more bytes (--full)\n", "x".repeat(2000))), "{long}");
}

/// No line is wider than the terminal, and nothing is lost.
#[cfg(target_os = "linux")]
#[test]
fn narrow_terminals() {
    let words = "한글 words of a text that goes on and on, with\ttabs and averyveryverylongwordthatisbroken "
        .repeat(4);
    let blocks = format!(
        r#"{{"type":"text","text":{}}},{}"#,
        serde_json::to_string(&words).expect("JSON"),
        call(
            "a",
            "Bash",
            r#"{"cmd":"a command of many words that is longer than a narrow terminal is wide"}"#
        )
    );
    let folder = folder(&[("a.jsonl", &[INIT, &answer(&blocks), "\n", OK].concat())]);
    for columns in [24, 40, 80] {
        let Some(ran) = crate::on_terminal(columns, &["show", "a.jsonl"], folder.path()) else { return };
        for line in ran.out.lines() {
            assert!(line.width() <= columns.into(), "{columns}: {line:?}");
        }
        let text: String = ran.out.split_whitespace().collect();
        let said: String = words.split_whitespace().collect();
        assert!(text.contains(&said), "{columns}: {}", ran.out);
    }
    // In a pipe lines stay whole.
    let piped = within(folder.path(), &["a.jsonl"]).out;
    assert!(piped.lines().any(|line| line.width() > 300), "{piped}");
}

#[test]
fn filters() {
    let only = |args: &[&str]| in_corpus(&[&["amp/amp-cut-run.jsonl"], args].concat()).out;
    let body = |args: &[&str]| only(args).split_once('\n').expect("a heading").1.to_owned();
    let end = "\nno result  it was cut, or is still at work\n";
    assert_eq!(
        body(&["--role", "user", "--kind", "user_text"]),
        format!("\nuser  line 2\n  oil the north wheel\n{end}")
    );
    let bash = body(&["--tool", "Bash"]);
    assert!(bash.contains("→ Bash  ./stop north") && bash.contains("← Bash  ./stop north"), "{bash}");
    assert!(!bash.contains("Read") && !bash.contains("plan"), "{bash}");
    // An end is one also where it is not shown.
    let user = in_corpus(&["amp/amp-simple.jsonl", "--role", "user"]).out;
    assert!(user.ends_with("\nuser  line 2\n  what is 3 + 5?\n"), "{user}");
    // A result is named by its call also where that is not shown.
    assert!(
        body(&["--kind", "tool_result"])
            .contains("  ← Read  /srv/mill/plan.md  line 4\n    1. stop the wheel\n")
    );
}

/// Whatever is broken, there is an end, and nothing that a terminal obeys.
#[test]
fn every_case() {
    for args in [&["show"][..], &["show", "--full"], &["text"], &["result"], &["result", "-o", "json"]] {
        let output = command().args(args).arg(corpus().join("cases")).output().expect("the program runs");
        assert!(output.status.code().is_some_and(|status| status <= 1), "{args:?}: {output:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        // The conversation has them in their places.
        match args[0] {
            "show" => assert_eq!(told, "", "{args:?}"),
            _ => {
                assert!(told.contains("lines with faults in 27 files") && told.lines().count() == 1, "{told}")
            }
        }
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(!out.is_empty(), "{args:?}");
        if args[0] == "show" {
            let controls: Vec<char> = out.chars().filter(|c| c.is_control() && *c != '\n').collect();
            assert_eq!(controls, [], "{args:?}");
        }
    }
}

#[test]
fn nothing_and_faults() {
    for input in ["", "\n\n"] {
        let ran = runlex_with(input.as_bytes(), &["show", "-"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""), "{input:?}");
        assert_eq!(ran.err, "runlex: there is nothing to show\n", "{input:?}");
        let folder = folder(&[("a.jsonl", input)]);
        assert_eq!(within(folder.path(), &["a.jsonl"]).status, Some(1), "{input:?}");
    }
    let fault = "line 1: truncated at byte 20: ";
    let folder =
        folder(&[("a.jsonl", crate::CUT), ("b.jsonl", r#"{"type":"session.opened","thread_id":"1"}"#)]);
    assert!(within(folder.path(), &["a.jsonl"]).out.starts_with(fault));
    let other = "\nline 1  {\"type\":\"session.opened\",\"thread_id\":\"1\"}\n";
    let out = within(folder.path(), &["b.jsonl"]).out;
    assert!(out.starts_with("b.jsonl:1  unknown  unknown  1") && out.ends_with(other), "{out}");
    // A file that is there, beside one that is not.
    let ran = within(folder.path(), &["gone.jsonl", "b.jsonl"]);
    assert_eq!((ran.status, ran.out == out, ran.err.lines().count()), (Some(4), true, 1), "{}", ran.err);
    let ran = runlex(["show".as_ref(), "--tool".as_ref(), "None".as_ref(), folder.path().as_os_str()]);
    assert_eq!(ran.status, Some(0));
}
