//! What lines say as JSON, whatever the verb: the same items, as a line each or as a document.

use crate::{CUT, INIT, Ran, command, corpus, folder, runlex, runlex_with};
use serde_json::Value;
use std::fs::{self, File};
use std::path::PathBuf;

fn streams() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for dialect in ["amp", "afk", "claude-stream", "claude-transcript", "amp-input"] {
        let entries = fs::read_dir(corpus().join("streams").join(dialect)).expect("the corpus");
        found.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    found.sort();
    assert!(found.len() > 10);
    found
}

fn of(args: &[&str], path: &PathBuf) -> Ran {
    Ran::of(command().args(args).arg(path).output().expect("the program runs"))
}

fn items(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Of a whole file what `cat` prints; of some runs what stands in them.
#[test]
fn show() {
    for path in streams() {
        let name = path.display();
        let all = of(&["cat"], &path).out;
        let ran = of(&["show", "-o", "ndjson"], &path);
        assert_eq!((ran.status, ran.out.as_str()), (Some(0), all.as_str()), "{name}");
        // A file is its runs.
        let runs = of(&["ls", "-o", "json"], &path).json();
        let mut together = String::new();
        for run in runs["runs"].as_array().expect("a list") {
            let place = format!("{name}:{}", run["line"]);
            together += &runlex(["show", "-q", "-o", "ndjson", &place]).out;
        }
        assert_eq!(together, all, "{name}");
    }
    let path = corpus().join("streams/amp/amp-two-runs.jsonl");
    let second = runlex(["show", "-o", "ndjson", &format!("{}:6", path.display())]).out;
    let lines: Vec<u64> = items(&second).iter().map(|item| item["line"].as_u64().expect("a line")).collect();
    assert_eq!(lines, [5, 6, 7, 7, 8, 8]);
    // From a pipe, too, and filtered as cat does.
    let mut piped = command();
    piped.args(["show", "-o", "ndjson", "--kind", "result"]).stdin(File::open(&path).expect("a file"));
    let piped = Ran::of(piped.output().expect("the program runs"));
    let want = of(&["cat", "--kind", "result"], &path).out;
    assert_eq!(piped.out, want.replace(&*path.to_string_lossy(), "-"));
    // The result of a call is its tool's also where only its run is shown.
    let tool =
        of(&["show", "-o", "ndjson", "--tool", "Bash"], &corpus().join("streams/amp/amp-cut-run.jsonl"));
    assert_eq!(items(&tool.out).len(), 3, "{}", tool.out);
    // Nothing to show is told, and no success.
    for form in ["json", "ndjson"] {
        let ran = of(&["show", "-o", form, "--kind", "fault"], &path);
        assert_eq!(ran.status, Some(1), "{form}");
        assert_eq!(ran.out, if form == "json" { "{\"schema_version\":1,\"items\":[]}\n" } else { "" });
    }
}

/// The items whose texts `text` prints, each text once.
#[test]
fn text() {
    let bare = |text: &str| text.replace('\n', "");
    for path in streams() {
        for more in [&[][..], &["--role", "user"], &["--kind", "thinking"]] {
            let plain = of(&[&["text"], more].concat(), &path).out;
            let listed = of(&[&["text", "-o", "ndjson"], more].concat(), &path).out;
            let texts: String =
                items(&listed).iter().map(|item| item["text"].as_str().expect("a text").to_owned()).collect();
            assert_eq!(bare(&texts), bare(&plain), "{}, {more:?}", path.display());
            let all = of(&["cat"], &path).out;
            assert!(listed.lines().all(|line| all.lines().any(|item| item == line)), "{listed}");
        }
    }
    // A lone surrogate is what it is for text.
    let odd = r#"{"type":"assistant","session_id":"T-1","parent_tool_use_id":"t-1","message":{"role":"assistant","content":[{"type":"text","text":"a\ud83d"}]}}"#;
    let ran = runlex_with(format!("{INIT}{odd}\n").as_bytes(), &["text", "-o", "ndjson"]);
    let item = &items(&ran.out)[0];
    assert_eq!((&item["text"], &item["line"]), (&"a\u{fffd}".into(), &2.into()));
    assert_eq!((&item["session"], &item["parent_tool_use_id"]), (&"T-1".into(), &"t-1".into()));
}

/// The document has what the lines have.
#[test]
fn documents() {
    let place = folder(&[("a.jsonl", &format!("{INIT}{CUT}")), ("b.jsonl", ""), ("c.jsonl", INIT)]);
    for verb in ["cat", "show", "text", "tail"] {
        for path in streams()
            .into_iter()
            .chain(["a", "b", "c"].map(|name| place.path().join(name).with_extension("jsonl")))
        {
            let (document, lines) =
                (of(&[verb, "-q", "-o", "json"], &path), of(&[verb, "-q", "-o", "ndjson"], &path));
            let name = path.display();
            assert_eq!(document.status, lines.status, "{verb} {name}");
            let want = serde_json::json!({"schema_version": 1, "items": items(&lines.out)});
            assert_eq!(document.json(), want, "{verb} {name}");
            assert_eq!(document.out.lines().count(), 1);
        }
        // Of all inputs one.
        let both = Ran::of(
            command()
                .args([verb, "-q", "-o", "json", "a.jsonl"])
                .args((verb != "tail").then_some("c.jsonl"))
                .current_dir(place.path())
                .output()
                .expect("the program runs"),
        );
        assert!(both.json()["items"].is_array(), "{verb}: {}", both.out);
    }
    // What went wrong is JSON, too.
    let ran = runlex(["tail", "-o", "json", "gone.jsonl"]);
    let told: Value = serde_json::from_str(&ran.err).expect("JSON");
    assert_eq!((ran.status, &told["error"]["path"]), (Some(4), &"gone.jsonl".into()));
}

/// What makes no sense is refused, and said in a line.
#[test]
fn refused() {
    let path = corpus().join("streams/amp/amp-simple.jsonl");
    for args in [
        &["show", "-o", "json", "--full"][..],
        &["show", "-o", "ndjson", "--raw"],
        &["show", "-o", "csv"],
        &["text", "-o", "csv"],
        &["tail", "-o", "csv"],
        &["tail", "-o", "json", "--pass"],
        &["tail", "-o", "ndjson", "--events"],
        &["tail", "--items"],
        &["cat", "-o", "table"],
        &["cat", "--events", "-o", "json"],
        &["completions", "-o", "json"],
        &["man", "-o", "json"],
        &["index", "-o", "json"],
        &["tail", "--outcome", "failed"],
        &["tail", "--since", "7d"],
        &["tail", "--until", "today"],
        &["run", "--outcome", "failed", "--"],
    ] {
        let ran = of(args, &path);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(!ran.err.trim().is_empty(), "{args:?}");
    }
}
