//! What the lines say, searched.

use crate::{CUT, INIT, command, corpus, folder, runlex, runlex_with};
use regex::Regex;
use runlex::dialects::Dialect;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A line of each kind that says something, all of them about an owl.
const STREAM: &str = r#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[],"cwd":"/owl"}
{"type":"user","message":{"role":"user","content":[{"type":"text","text":"find the owl"}]},"session_id":"T-1"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"which owl?"},{"type":"text","text":"I look for an owl\nand an OWL"},{"type":"tool_use","id":"c1","name":"Bash","input":{"cmd":"ls owl","deep":[{"er":"owl owl"}],"owl":1}}]},"session_id":"T-1"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"owl.txt"},{"type":"image","source":{"type":"base64","data":"owl="}},{"type":"owl","note":"\u006fwl"}]}]},"session_id":"T-2"}
{"type":"result","subtype":"success","is_error":false,"result":"the owl is here","session_id":"T-2"}
"#;

fn grep(args: &[&str]) -> crate::Ran {
    runlex_with(STREAM.as_bytes(), &[&["grep"], args, &["-"]].concat())
}

/// `line kind start..end` of each match.
fn places(args: &[&str]) -> Vec<String> {
    let document = grep(&[args, &["-o", "json"]].concat()).json();
    let matches = document["matches"].as_array().expect("a list").iter();
    let place = |found: &Value| {
        let kind = found["kind"].as_str().expect("a kind");
        format!("{} {kind} {}..{}", found["line"], found["start"], found["end"])
    };
    matches.map(place).collect()
}

#[test]
fn parts_and_filters() {
    let calls = &["3 tool_call 3..6", "3 tool_call 0..3", "3 tool_call 4..7"];
    let results = &["4 tool_result 0..3", "4 tool_result 0..3", "4 tool_result 0..3"];
    for (args, want) in [
        (
            &["owl"][..],
            &[
                &["2 user_text 9..12", "3 thinking 6..9", "3 assistant_text 14..17"][..],
                calls,
                results,
                &["5 result 4..7"],
            ]
            .concat()[..],
        ),
        (&["owl", "--in", "text"], &["2 user_text 9..12", "3 assistant_text 14..17"]),
        (
            &["owl", "--in", "text", "-i"],
            &["2 user_text 9..12", "3 assistant_text 14..17", "3 assistant_text 25..28"],
        ),
        (
            &["(?i)OWL", "--in", "text", "--role", "assistant"],
            &["3 assistant_text 14..17", "3 assistant_text 25..28"],
        ),
        (&["owl", "--in", "thinking"], &["3 thinking 6..9"]),
        (&["owl", "--in", "input"], calls),
        (&["owl", "--in", "output"], results),
        (&["owl", "--in", "output", "--in", "thinking"], &[&["3 thinking 6..9"][..], results].concat()),
        (&["owl", "--tool", "Bash"], &[&calls[..], results].concat()),
        (&["owl", "--tool", "Read"], &[]),
        (&["owl", "--kind", "result"], &["5 result 4..7"]),
        (&["owl", "--session", "T-2", "--kind", "result"], &["5 result 4..7"]),
        (&["owl", "--session", "T-3"], &[]),
        (&["owl", "--dialect", "afk"], &[]),
        (&["owl", "--type", "result"], &["5 result 4..7"]),
        (&["^and"], &["3 assistant_text 18..21"]),
        (&["owl$", "--in", "text"], &["2 user_text 9..12", "3 assistant_text 14..17"]),
        (&["(?-m)^and"], &[]),
        (&["o.l.?", "-F"], &[]),
        (&["owl.txt", "-F"], &["4 tool_result 0..7"]),
        (&["l[ .]t"], &["4 tool_result 2..5"]),
        // With nothing in it, a match says no more than that the text is there.
        (&["x*", "--in", "thinking"], &["3 thinking 0..0"]),
        (&["w*", "--in", "thinking"], &["3 thinking 0..1", "3 thinking 7..8"]),
        // Not text, but names, types and what is encoded.
        (&["base64|owl=|Bash|tool_use|deep|T-1|/owl"], &[]),
    ] {
        assert_eq!(places(args), want, "{args:?}");
    }
}

#[test]
fn json() {
    let document = grep(&["ls owl", "-o", "json"]).json();
    let offset = STREAM.lines().take(2).map(|line| line.len() + 1).sum::<usize>();
    let want = json!({"schema_version": 1, "matches": [{
        "path": "-", "line": 3, "offset": offset, "dialect": "amp", "kind": "tool_call", "session": "T-1",
        "role": "assistant", "tool": "Bash", "id": "c1", "start": 0, "end": 6, "text_at": 0, "text": "ls owl",
    }]});
    assert_eq!(document, want);
    for (args, want) in [
        (&["owl", "-c"][..], json!([{"path": "-", "count": 10}])),
        (&["owl", "-l"], json!([{"path": "-"}])),
        (&["heron", "-c"], json!([])),
    ] {
        assert_eq!(grep(&[args, &["-o", "json"]].concat()).json()["files"], want, "{args:?}");
    }
    assert_eq!(grep(&["heron", "-o", "json"]).json()["matches"], json!([]));
    // A line of a program that is not known is one text after the other.
    let line = "{\"type\":\"session.opened\",\"thread_id\":\"T-9\",\"a\":[\"owl\"]}\n";
    let found = &runlex_with(line.as_bytes(), &["grep", "owl", "-o", "json", "-"]).json()["matches"][0];
    assert_eq!(
        (&found["dialect"], &found["kind"], &found["session"]),
        (&"unknown".into(), &"other".into(), &"T-9".into())
    );
    // An index of bytes of the whole text, of which a window is shown.
    let line = format!("{{\"type\":\"session.opened\",\"a\":\"{}owl{0}\"}}\n", "é".repeat(400));
    let found = &runlex_with(line.as_bytes(), &["grep", "owl", "-o", "json", "-"]).json()["matches"][0];
    let (start, at) =
        (found["start"].as_u64().expect("a place"), found["text_at"].as_u64().expect("a place"));
    let text = found["text"].as_str().expect("a text");
    assert_eq!((start, text.chars().count(), &text[(start - at) as usize..][..3]), (800, 160, "owl"));
}

/// Every key that is printed stands in the page, in backquotes.
#[test]
fn documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.md");
    let page = fs::read_to_string(page).expect("a page");
    let section = page.split_once("## `grep -o json`").expect("a section").1;
    let section = section.split_once("## Rules").expect("its end").0;
    let mut keys = 0;
    for args in [&["owl"][..], &["-c", "owl"], &["-v", "heron"]] {
        let document = grep(&[args, &["-o", "json"]].concat()).json();
        let entries = document["matches"].as_array().or(document["files"].as_array()).expect("a list");
        for key in entries.iter().flat_map(|entry| entry.as_object().expect("an object").keys()) {
            assert!(section.contains(&format!("`{key}`")), "{key} stands in no row");
            keys += 1;
        }
    }
    assert!(keys > 100, "{keys}");
}

#[test]
fn inverted() {
    assert_eq!(places(&["-v", "owl"]), [""; 0]);
    let ran = grep(&["-v", "look", "--in", "text"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "-:2: user_text: find the owl\n"));
    assert_eq!(places(&["-v", "look", "--in", "text"]), ["2 user_text null..null"]);
    assert_eq!(grep(&["-v", "-c", "owl.txt", "--in", "output", "--in", "text"]).out, "-:2\n");
    assert_eq!(grep(&["-v", "-l", "owl", "--in", "output"]).status, Some(1));
}

#[test]
fn exit_status_and_remarks() {
    let files = folder(&[("a.jsonl", STREAM), ("b.jsonl", &[INIT, CUT, "\n"].concat())]);
    let run = |args: &[&str]| {
        runlex(
            ["grep".as_ref()]
                .into_iter()
                .chain(args.iter().map(AsRef::as_ref))
                .chain([files.path().as_os_str()]),
        )
    };
    let ran = run(&["heron"]);
    let left_out = "runlex: left out: 1 line with a fault in 1 file (runlex check names each)\n";
    assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""));
    assert_eq!(ran.err, format!("runlex: no match in 2 files, 6 events\n{left_out}"));
    let ran = run(&["heron", "-q"]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (Some(1), "", ""));
    let ran = run(&["owl", "-c"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), left_out));
    assert_eq!(ran.out, format!("{}:10\n", files.path().join("a.jsonl").display()));
    assert_eq!(run(&["owl", "-l"]).out, format!("{}\n", files.path().join("a.jsonl").display()));
    // What cannot be read weighs more than that nothing was found.
    let ran = runlex(["grep", "owl", "no-such-file"]);
    assert_eq!((ran.status, ran.err.lines().count()), (Some(4), 1), "{}", ran.err);
    assert_eq!(runlex(["grep"]).status, Some(2));
    assert_eq!(run(&["owl", "-c", "-l"]).status, Some(2));
    assert_eq!(run(&["owl", "-o", "csv"]).status, Some(2));
}

/// The caret stands below what is wrong, whatever stands before it.
#[test]
fn wrong_patterns() {
    for (pattern, what, under) in [
        ("a(b", "unclosed group", "("),
        ("\\d+[z-a]", "invalid character class range, the start must be <= the end", "z"),
        ("é\u{1b}\\p{Owl}", "Unicode property not found", "\\"),
        ("a**{2", "unclosed counted repetition", "{"),
        (&("x".repeat(500) + ")y"), "unopened group", ")"),
    ] {
        let ran = runlex_with(STREAM.as_bytes(), &["grep", pattern, "-"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{pattern}");
        let lines: Vec<&str> = ran.err.lines().collect();
        assert_eq!(lines[0], format!("runlex: the pattern is no regular expression: {what}"), "{pattern}");
        let at = lines[2].chars().position(|c| c == '^').expect("a caret");
        let below: String = lines[1].chars().skip(at).collect();
        assert!(below.starts_with(under) && lines[1].len() < 160, "{}", ran.err);
    }
    let ran = grep(&["\\w{9999}{9999}"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(2), "runlex: the pattern is too large\n"));
    // As plain text nothing is wrong with it.
    assert_eq!(grep(&["-F", "a(b"]).status, Some(1));
}

#[cfg(unix)]
#[test]
fn rows() {
    let mut all = String::new();
    for args in [
        &["wheel|north"][..],
        &["-i", "the"],
        &["--in", "input", "."],
        &["-c", "\\d"],
        &["-l", "Bash|ls"],
        &["-v", "--in", "output", "[a-z]"],
    ] {
        let mut command = command();
        command.arg("grep").args(args).args(["amp", "claude-stream", "claude-transcript"]);
        let output = command.current_dir(corpus().join("streams")).output().expect("the program runs");
        all += &format!("-- {}\n{}\n", args.join(" "), String::from_utf8(output.stdout).expect("UTF-8"));
    }
    assert_data_eq!(all, file!["golden/grep.txt"].raw());
}

/// Matches that are seen in the row of another one have none of their own.
#[test]
fn marked() {
    let line = format!("{{\"type\":\"session.opened\",\"a\":\"owl owl{}owl\"}}\n", " \\u001b".repeat(100));
    let files = folder(&[("a.jsonl", &line)]);
    let mut command = command();
    command.args(["grep", "owl", "a.jsonl"]).current_dir(files.path()).env("CLICOLOR_FORCE", "1");
    let out = String::from_utf8(command.output().expect("the program runs").stdout).expect("UTF-8");
    let owl = "\u{1b}[1m\u{1b}[31mowl\u{1b}[0m";
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows.len(), 2, "{out}");
    assert!(
        rows[0].starts_with(&format!("a.jsonl:1: other: {owl} {owl} \\u{{1b}} ")) && rows[0].ends_with('…'),
        "{out}"
    );
    assert!(rows[1].starts_with("a.jsonl:1: other: …") && rows[1].ends_with(owl), "{out}");
    let ran = runlex_with(line.as_bytes(), &["grep", "-c", "owl", "-"]);
    assert_eq!(ran.out, "-:3\n");
}

/// Texts that also come in pieces are searched as a whole.
#[test]
fn pieces() {
    let path = corpus().join("streams/afk/afk-minimal.jsonl");
    let found = runlex(["grep".as_ref(), "-c".as_ref(), "world".as_ref(), path.as_os_str()]);
    assert!(found.out.ends_with(":1\n"), "{}", found.out);
}

/// Every string of `cat`'s items, unescaped by another parser and searched one by one, has the same matches; also where the
/// same is written with escapes.
#[test]
#[allow(clippy::print_stderr)]
fn as_slow_as_can_be() {
    let mut files = Vec::new();
    find(&corpus(), &mut files);
    let data = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let data = data.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    if data.join("samples").is_dir() {
        find(&data.join("samples"), &mut files);
    } else {
        eprintln!("skipped: no data at {}", data.display());
    }
    // What is a matter of choice is so for the other parser, too: numbers of thousands of digits.
    let is_choice =
        |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("i_"));
    files.retain(|path| !is_choice(path) && path.metadata().is_ok_and(|metadata| metadata.len() < 1 << 19));
    let escaped = tempfile::tempdir().expect("a folder");
    let patterns = [
        "the",
        "(?i)ERROR",
        "[0-9]+",
        "/",
        "\"",
        "\\\\n",
        "^.",
        "[^ -~]",
        "e$",
        "T-|north",
        "\\w+ing",
        "agent",
    ];
    let mut found = 0;
    for (at, path) in files.iter().enumerate() {
        let twin = escaped.path().join(format!("{at}.jsonl"));
        fs::write(&twin, with_escapes(&fs::read(path).expect("a readable file"))).expect("a file");
        let cat = runlex(["cat".as_ref(), path.as_os_str()]);
        let items: Vec<Tree> =
            cat.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let pattern = patterns[at % patterns.len()];
        let want = slowly(&items, &Regex::new(&format!("(?m){pattern}")).expect("a pattern"));
        for path in [path, &twin] {
            let args = ["grep", "-q", "-o", "json", pattern].map(AsRef::as_ref);
            let document = runlex(args.into_iter().chain([path.as_os_str()])).json();
            let got = document["matches"].as_array().expect("a list").iter();
            let got = got.map(|found| {
                let number = |key: &str| found[key].as_u64().expect("a number");
                (
                    number("line"),
                    found["kind"].as_str().expect("a kind").to_owned(),
                    number("start"),
                    number("end"),
                )
            });
            let got: Vec<Place> = got.collect();
            let first = got.iter().zip(&want).position(|(got, want)| got != want);
            let first = first.map(|at| (&got[at], &want[at]));
            assert_eq!((got.len(), first), (want.len(), None), "{pattern} in {}", path.display());
        }
        found += want.len();
    }
    assert!(found > 500, "{found}");
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            files.push(path);
        }
    }
}

/// Line, kind, start and end of a match.
type Place = (u64, String, u64, u64);

/// The matches in the strings of these items.
fn slowly(items: &[Tree], regex: &Regex) -> Vec<Place> {
    let mut found = Vec::new();
    // Those that reports know by their items tell texts twice, or copy them from other files.
    let tells_twice = |item: &&Tree| {
        item.text("dialect").and_then(Dialect::named).is_some_and(|dialect| dialect.runs().is_some())
    };
    let is_repeat =
        |item: &&Tree| item.get("delta").is_some() || tells_twice(item) && item.get("replay").is_some();
    for item in items.iter().filter(|item| !is_repeat(item)) {
        let mut texts = Vec::new();
        let kind = item.text("kind").expect("a kind");
        let mut all = |key: &str| item.get(key).into_iter().for_each(|value| value.inside(&mut texts));
        match (kind, item.get("content")) {
            ("tool_call", _) => all("input"),
            ("tool_result", Some(Tree::List(blocks))) => {
                for block in blocks {
                    match block.text("text").filter(|_| block.text("type") == Some("text")) {
                        Some(text) => texts.push(text),
                        None => block.inside(&mut texts),
                    }
                }
            }
            ("tool_result", _) => all("content"),
            ("other" | "other_value", _) => all("value"),
            ("error", _) => ["code", "text"].into_iter().for_each(all),
            _ => all("text"),
        }
        let Some(Tree::Number(line)) = item.get("line") else { panic!("a line") };
        let matches = texts.iter().flat_map(|text| regex.find_iter(text));
        found.extend(matches.map(|found| (*line, kind.to_owned(), found.start() as u64, found.end() as u64)));
    }
    found
}

/// JSON with all its members, in order.
enum Tree {
    Text(String),
    Number(u64),
    List(Vec<Tree>),
    Members(Vec<(String, Tree)>),
    Other,
}

impl Tree {
    fn get(&self, name: &str) -> Option<&Tree> {
        match self {
            Tree::Members(members) => members.iter().rfind(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Tree::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn inside<'a>(&'a self, texts: &mut Vec<&'a str>) {
        match self {
            Tree::Text(text) => texts.push(text),
            Tree::List(elements) => elements.iter().for_each(|element| element.inside(texts)),
            Tree::Members(members) if self.text("type") != Some("base64") => {
                members.iter().for_each(|(_, member)| member.inside(texts));
            }
            _ => {}
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tree, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Tree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
                Ok(Tree::Text(text.to_owned()))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
                Ok(Tree::Number(number))
            }
            fn visit_i64<E>(self, _: i64) -> Result<Tree, E> {
                Ok(Tree::Other)
            }
            fn visit_f64<E>(self, _: f64) -> Result<Tree, E> {
                Ok(Tree::Other)
            }
            fn visit_bool<E>(self, _: bool) -> Result<Tree, E> {
                Ok(Tree::Other)
            }
            fn visit_unit<E>(self) -> Result<Tree, E> {
                Ok(Tree::Other)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Tree, A::Error> {
                let mut elements = Vec::new();
                while let Some(element) = seq.next_element()? {
                    elements.push(element);
                }
                Ok(Tree::List(elements))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Tree::Members(members))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// The same with a third of the letters and all slashes in strings as escapes, in lines that are JSON.
fn with_escapes(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let line = |line: &[u8]| match serde_json::from_slice::<Value>(line) {
        Ok(_) => escaped(line),
        Err(_) => line.to_vec(),
    };
    lines.flat_map(line).collect()
}

fn escaped(line: &[u8]) -> Vec<u8> {
    let (mut out, mut in_string, mut rest) = (Vec::new(), false, line);
    while let Some(byte) = rest.first() {
        let len = match rest {
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => 1,
        };
        let (piece, behind) = rest.split_at(len);
        in_string ^= *byte == b'"';
        match byte {
            b'/' if in_string => out.extend_from_slice(b"\\/"),
            b'a'..=b'z' if in_string && rest.len() % 3 == 0 => {
                out.extend_from_slice(format!("\\u{byte:04X}").as_bytes());
            }
            _ => out.extend_from_slice(piece),
        }
        rest = behind;
    }
    out
}
