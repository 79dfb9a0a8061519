//! Which runs filters choose: the same in every verb, and as if nothing else were there.

use crate::indexed::{index, said};
use crate::{CUT, Ran, corpus, folder, runlex, runlex_with};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Run filters that leave something of the archive and take something away.
const FILTERS: [&[&str]; 15] = [
    &["--dialect", "amp"],
    &["--dialect", "claude-stream", "--dialect", "afk"],
    &["--dialect", "unknown"],
    &["--outcome", "failed"],
    &["--outcome", "ok", "--outcome", "open"],
    &["--model", "claude-x"],
    &["--model", "claude-x", "--outcome", "ok"],
    &["--session", "11111111-1111-4111-8111-000000000201"],
    &["--tool", "Bash"],
    &["--tool", "Bash", "--dialect", "amp", "--outcome", "failed"],
    &["--type", "result"],
    &["--type", "result/success", "--type", "done"],
    &["--role", "user"],
    &["--role", "assistant", "--type", "system/init"],
    &["--since", "2026-05-01", "--until", "2026-05-01"],
];

/// Every stream of the corpus alone, and all of them in one file, with broken lines between and at both ends; twice over, once
/// packed.
fn archive() -> tempfile::TempDir {
    let place = folder(&[("none.jsonl", CUT), ("empty.jsonl", "")]);
    let mut all = CUT.to_owned();
    let mut streams: Vec<PathBuf> = Vec::new();
    for dialect in ["amp", "afk", "claude-stream", "claude-transcript", "amp-input"] {
        let entries = fs::read_dir(corpus().join("streams").join(dialect)).expect("the corpus");
        streams.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    streams.sort();
    // Runs of different programs side by side.
    streams.sort_by_key(|path| {
        path.file_name().map(|name| name.to_string_lossy().chars().rev().collect::<String>())
    });
    for (number, path) in streams.iter().enumerate() {
        let text = fs::read_to_string(path).expect("a stream");
        fs::write(place.path().join(path.file_name().expect("a name")), &text).expect("a file");
        // Their first lines would go on with another run of the same program, if nothing were between.
        if !["claude-two-turns.jsonl", "transcript-agent-progress.jsonl"]
            .iter()
            .any(|name| path.ends_with(name))
        {
            all += &text;
            all += ["", CUT, "\n"][number % 3];
        }
    }
    all += "{\"type\":\"a.new\",\"usage\":{\"input_tokens\":7},\"thread_id\":\"C-1\"}\n";
    fs::write(place.path().join("all.jsonl"), &all).expect("a file");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(all.as_bytes()).expect("memory");
    fs::write(place.path().join("packed.jsonl.gz"), gzip.finish().expect("memory")).expect("a file");
    place
}

fn run(verb: &[&str], filter: &[&str], path: &Path) -> Ran {
    let words = verb.iter().chain(filter).map(OsString::from);
    runlex(words.chain([path.as_os_str().to_owned()]))
}

fn runs(filter: &[&str], path: &Path) -> Vec<Value> {
    let ran = run(&["ls", "-o", "json"], filter, path);
    assert_eq!(ran.status, Some(0), "{}", ran.err);
    ran.json()["runs"].as_array().expect("a list").clone()
}

fn texts(run: &Value, key: &str) -> Vec<String> {
    let texts = run[key].as_array().into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// Whether a run is what is asked for, by what `ls` says of it and `cat` of its lines.
fn fits(run: &Value, filter: &[&str], lines: &[Value]) -> bool {
    let mut by_option = std::collections::BTreeMap::<&str, Vec<&str>>::new();
    filter.chunks(2).for_each(|pair| by_option.entry(pair[0]).or_default().push(pair[1]));
    by_option.iter().all(|(option, asked)| match *option {
        "--dialect" => asked.iter().any(|asked| run["dialect"] == **asked),
        "--outcome" => asked.iter().any(|asked| run["outcome"] == **asked),
        "--session" => asked.iter().any(|asked| run["session"] == **asked),
        "--model" => texts(run, "models").iter().any(|model| asked.contains(&model.as_str())),
        "--tool" => asked.iter().any(|asked| run["tools"][asked]["calls"].as_u64() > Some(0)),
        "--since" | "--until" => run["started"].as_str().is_some_and(|time| time.starts_with("2026-05-01")),
        "--type" | "--role" => {
            lines.iter().any(|line| line["path"] == run["path"] && line["run"] == run["line"])
        }
        other => panic!("{other}"),
    })
}

/// Each event that `cat` takes by this option alone, with the first line of its run.
fn events(filter: &[&str], option: &str, path: &Path, runs: &[Value]) -> Vec<Value> {
    let words: Vec<&str> = filter.chunks(2).filter(|pair| pair[0] == option).flatten().copied().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let out = run(&["cat", "-q"], &words, path).out;
    let items = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    items
        .map(|item| {
            let of_file = runs.iter().filter(|run| run["path"] == item["path"]);
            let mut before = of_file.filter(|run| run["line"].as_u64() <= item["line"].as_u64());
            json!({ "path": item["path"], "run": before.next_back().expect("a run")["line"] })
        })
        .collect()
}

/// `ls` lists those runs that fit, and no other.
#[test]
fn listed_runs() {
    let place = archive();
    let all = runs(&[], place.path());
    assert!(all.len() > 40, "{}", all.len());
    for filter in FILTERS {
        let by_type = events(filter, "--type", place.path(), &all);
        let by_role = events(filter, "--role", place.path(), &all);
        let is_wanted = |run: &&Value| {
            let of = |option: &str| filter.chunks(2).any(|pair| pair[0] == option);
            let rest: Vec<&str> = filter
                .chunks(2)
                .filter(|pair| !matches!(pair[0], "--type" | "--role"))
                .flatten()
                .copied()
                .collect();
            fits(run, &rest, &[])
                && (!of("--type") || fits(run, &["--type", ""], &by_type))
                && (!of("--role") || fits(run, &["--role", ""], &by_role))
        };
        let want: Vec<Value> = all.iter().filter(is_wanted).cloned().collect();
        assert_eq!(runs(filter, place.path()), want, "{filter:?}");
        assert!(!want.is_empty() && want.len() < all.len(), "{filter:?}: {} of {}", want.len(), all.len());
        for threads in ["1", "3"] {
            let again = [filter, &["--threads", threads]].concat();
            assert_eq!(runs(&again, place.path()), want, "{again:?}");
        }
    }
}

/// `result` tells of the same runs, and `text` and `show` only of these.
#[test]
fn other_verbs() {
    let place = archive();
    for filter in FILTERS {
        let places = |runs: &[Value]| -> Vec<Value> {
            runs.iter().map(|run| json!([run["path"], run["line"], run["outcome"]])).collect()
        };
        let told = run(&["result", "-o", "json"], filter, place.path());
        let results = told.json()["results"].take();
        assert_eq!(
            places(results.as_array().expect("a list")),
            places(&runs(filter, place.path())),
            "{filter:?}"
        );
    }
    let path = place.path().join("all.jsonl");
    for filter in [&["--outcome", "failed"][..], &["--model", "claude-x"]] {
        let (texts, all) = (run(&["text"], filter, &path), run(&["text"], &[], &path));
        assert_eq!(texts.status, Some(0), "{}", texts.err);
        let lines = |ran: &Ran| ran.out.lines().map(str::to_owned).collect::<Vec<_>>();
        let (texts, all) = (lines(&texts), lines(&all));
        assert!(!texts.is_empty() && texts.len() < all.len(), "{filter:?}: {} of {}", texts.len(), all.len());
        assert!(texts.iter().all(|text| all.contains(text)), "{filter:?}");
        let shown = run(&["show"], filter, &path);
        let heads = shown.out.lines().filter(|line| line.starts_with(path.to_str().expect("plain"))).count();
        assert_eq!((shown.status, heads), (Some(0), runs(filter, &path).len()), "{filter:?}: {}", shown.out);
    }
}

/// The bytes of a file, unpacked.
fn bytes(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).expect("a file");
    if !bytes.starts_with(&[0x1F, 0x8B]) {
        return bytes;
    }
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&bytes[..]), &mut plain).expect("gzip");
    plain
}

/// The law: sums over the chosen runs are those of files that hold nothing but the lines of these. What stands before the
/// first run of a file goes with it.
#[test]
fn sums_are_of_the_chosen_runs() {
    let place = archive();
    let all = runs(&[], place.path());
    for filter in FILTERS {
        let chosen = runs(filter, place.path());
        let parts = folder(&[]);
        for entry in fs::read_dir(place.path()).expect("the archive") {
            let path = entry.expect("an entry").path();
            let (name, text) = (path.to_str().expect("plain"), bytes(&path));
            let of_file: Vec<&Value> = all.iter().filter(|run| run["path"] == name).collect();
            let offset =
                |run: &Value| usize::try_from(run["offset"].as_u64().expect("a number")).expect("small");
            let mut kept = Vec::new();
            for (number, run) in of_file.iter().enumerate() {
                if chosen.iter().any(|chosen| chosen == *run) {
                    let start = if number == 0 { 0 } else { offset(run) };
                    let end = of_file.get(number + 1).map_or(text.len(), |next| offset(next));
                    kept.extend_from_slice(&text[start..end]);
                }
            }
            if !kept.is_empty() {
                let name = path.file_name().expect("a name").to_str().expect("plain").replace(".gz", "");
                fs::write(parts.path().join(name), kept).expect("a file");
            }
        }
        for verb in [
            &["stats", "-o", "json", "--by", "session"][..],
            &["stats", "-o", "json", "--by", "model"],
            &["stats", "--by", "day"],
            &["stats", "--by", "tool"],
            &["stats", "--by", "type"],
        ] {
            let args = [verb, filter].concat();
            let (ours, theirs) = (said(&args, [place.path()]), said(verb, [parts.path()]));
            assert_eq!(ours, theirs, "{args:?}");
        }
        let check = |filter: &[&str], path: &Path| {
            let ran = run(&["check", "-o", "json"], filter, path);
            let mut files = ran.json()["files"].take();
            for file in files.as_array_mut().expect("a list") {
                let name = file["path"]
                    .as_str()
                    .and_then(|path| path.rsplit('/').next())
                    .map(|name| name.replace(".gz", ""));
                file["path"] = name.into();
                without_places(file);
            }
            (ran.status, files)
        };
        assert_eq!(check(filter, place.path()), check(&[], parts.path()), "{filter:?}");
    }
}

/// Runs stay what they are, also where the lines of one would go on with another if nothing were between: the sums are those
/// of what `ls` lists.
#[test]
fn runs_stay_apart() {
    let text = |name: &str| fs::read_to_string(corpus().join("streams").join(name)).expect("a stream");
    let names = [
        "claude-stream/claude-cut-run.jsonl",
        "amp/amp-simple.jsonl",
        "claude-stream/claude-two-turns.jsonl",
    ];
    let place = folder(&[("a.jsonl", &names.map(text).concat())]);
    let filter = ["--dialect", "claude-stream"];
    let listed = runs(&filter, place.path());
    assert_eq!(listed.len(), 2);
    let totals = run(&["stats", "-o", "json"], &filter, place.path()).json()["totals"].take();
    assert_eq!(totals["runs"], json!({"ok": 0, "failed": 1, "unterminated": 1, "open": 0, "unknown": 0}));
    let sum = |key: &str| listed.iter().filter_map(|run| run["usage"][key].as_u64()).sum::<u64>();
    for key in ["input", "cache_creation", "cache_read", "output"] {
        assert_eq!(totals["usage"][key], sum(key), "{key}");
    }
    let files = run(&["check", "-o", "json"], &filter, place.path()).json()["files"].take();
    assert_eq!(files[0]["run_list"].as_array().map(Vec::len), Some(2));
}

/// Lines and offsets are those of the whole file.
fn without_places(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for place in ["line", "offset", "line_start", "at"] {
                members.remove(place);
            }
            members.values_mut().for_each(without_places);
        }
        Value::Array(elements) => elements.iter_mut().for_each(without_places),
        _ => {}
    }
}

/// Faults, runs and ends that are told of are told with the lines of the file.
#[test]
fn places_are_those_of_the_file() {
    let place = archive();
    let file = |filter: &[&str], name: &str| {
        let ran = run(&["check", "-o", "json"], filter, &place.path().join(name));
        // None if it has no such run.
        ran.json()["files"].get(0).cloned().unwrap_or_default()
    };
    for name in ["all.jsonl", "packed.jsonl.gz"] {
        let whole = file(&[], name);
        let mut listed = 0;
        for filter in FILTERS {
            let part = file(filter, name);
            for list in ["faults", "run_list", "end_events"] {
                let (part, whole) = (&part[list], whole[list].as_array().expect("a list"));
                for entry in part.as_array().into_iter().flatten() {
                    assert!(whole.contains(entry), "{name} {filter:?}: {entry}");
                    listed += 1;
                }
            }
        }
        assert!(listed > 100, "{listed}");
    }
}

/// A pipe says what a file says, in every verb, although it can be read once only.
#[test]
fn a_pipe_as_a_file() {
    let text: String =
        ["amp/amp-simple.jsonl", "claude-stream/claude-one-turn.jsonl", "amp/amp-failed-run.jsonl"]
            .map(|name| fs::read_to_string(corpus().join("streams").join(name)).expect("a stream"))
            .concat();
    let mut head = text.as_bytes();
    // As much as the pipe of a test takes.
    head = &head[..head.len().min(4096)];
    let place = folder(&[]);
    let path = place.path().join("a.jsonl");
    fs::write(&path, head).expect("a file");
    for filter in
        [&["--dialect", "amp"][..], &["--outcome", "ok"], &["--model", "claude-x"], &["--outcome", "open"]]
    {
        for verb in [
            &["ls", "-o", "json"][..],
            &["check", "-o", "json"],
            &["stats", "--by", "dialect"],
            &["tools"],
            &["cat"],
            &["cat", "--events"],
        ] {
            let piped = runlex_with(head, &[verb, filter, &["-"]].concat());
            let file = run(verb, filter, &path);
            let name = path.to_str().expect("plain");
            assert_eq!(
                (piped.status, piped.out),
                (file.status, file.out.replace(name, "-")),
                "{verb:?} {filter:?}"
            );
        }
    }
}

/// What lines say in the chosen runs is what all lines say, without the other runs.
#[test]
fn lines_of_the_chosen_runs() {
    let place = archive();
    let all = runs(&[], place.path());
    let whole = run(&["cat"], &[], place.path()).out;
    for filter in [
        &["--outcome", "failed"][..],
        &["--model", "claude-x"],
        &["--outcome", "open", "--outcome", "unknown"],
    ] {
        let chosen = runs(filter, place.path());
        let is_chosen = |line: &&str| {
            let item: Value = serde_json::from_str(line).expect("JSON");
            let of_file: Vec<&Value> = all.iter().filter(|run| run["path"] == item["path"]).collect();
            let before = of_file.iter().rposition(|run| run["line"].as_u64() <= item["line"].as_u64());
            of_file.get(before.unwrap_or(0)).is_some_and(|run| chosen.contains(run))
        };
        let want: String = whole.lines().filter(is_chosen).map(|line| format!("{line}\n")).collect();
        let ran = run(&["cat"], filter, place.path());
        assert_eq!((ran.status, ran.out), (Some(0), want.clone()), "{filter:?}");
        assert!(!want.is_empty() && want.len() < whole.len(), "{filter:?}");
    }
}

/// An index answers as the files do.
#[test]
fn an_index_chooses_alike() {
    let place = archive();
    let to = folder(&[]);
    let to = to.path().join("index");
    let paths = [place.path().to_path_buf()];
    assert_eq!(index(&paths, &to).status, Some(0));
    let indexed = ["--index".as_ref(), to.as_os_str()];
    for filter in FILTERS {
        for verb in [
            &["ls", "-o", "json"][..],
            &["check", "-o", "json"],
            &["stats", "-o", "json", "--by", "run"],
            &["stats", "--by", "day"],
            &["tools", "--calls"],
            &["cat"],
        ] {
            let args = [verb, filter].concat();
            if filter.iter().any(|word| matches!(*word, "--type" | "--role")) && verb[0] != "cat" {
                let ran = runlex(args.iter().map(OsString::from).chain(indexed.map(Into::into)));
                assert_eq!(ran.status, Some(2), "{args:?}");
                assert!(ran.err.contains("name the files instead"), "{}", ran.err);
                continue;
            }
            assert_eq!(said(&args, indexed), said(&args, &paths), "{args:?}");
        }
    }
    // What is there no more as it was is not guessed at.
    fs::write(place.path().join("all.jsonl"), CUT).expect("a file");
    for verb in ["stats", "check", "cat"] {
        let words = [verb, "--outcome", "failed"].map(OsString::from);
        let ran = runlex(words.into_iter().chain(indexed.map(Into::into)));
        assert_eq!(ran.status, Some(4), "{verb}: {}", ran.err);
        assert!(ran.err.contains("all.jsonl: it changed since it was indexed"), "{}", ran.err);
    }
}

const TIMES: &str = r#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[],"timestamp":"2026-05-01T10:00:00Z"}
{"type":"user","session_id":"T-1","message":{"role":"user","content":"a"}}
{"type":"user","session_id":"T-1","timestamp":"2026-05-01T22:30:00.000Z","message":{"role":"user","content":"b"}}
{"type":"system","subtype":"init","session_id":"T-2","tools":[],"mcp_servers":[]}
{"type":"user","session_id":"T-2","message":{"role":"user","content":"c"}}
{"type":"system","subtype":"init","session_id":"T-3","tools":[],"mcp_servers":[],"timestamp":"2026-05-03T12:00:00+02:00"}
{"type":"user","session_id":"T-3","timestamp":null,"message":{"role":"user","content":"d"}}
"#;

/// Of runs whether some of them lies in the window, of lines their own time or the last one before.
#[test]
fn times() {
    for (args, sessions, lines) in [
        (&["--since", "2026-05-01"][..], "T-1 T-3", "1 2 3 6 7"),
        (&["--since", "20260502"], "T-3", "6 7"),
        (&["--since", "9999-12-31"], "", ""),
        (&["--until", "9999-12-31"], "T-1 T-3", "1 2 3 6 7"),
        (&["--until", "2026-05-01"], "T-1", "1 2 3"),
        (&["--until", "2026-05-01T10:00"], "", ""),
        (&["--until", "2026-05-01T10:00:01Z"], "T-1", "1 2"),
        (&["--since", "2026-05-01T10:00:01Z"], "T-1 T-3", "3 6 7"),
        (&["--since", "2026-05-01T15:00Z", "--until", "2026-05-01T16:00Z"], "T-1", ""),
        (&["--since", "2026-05-02", "--tz", "+02:00"], "T-1 T-3", "3 6 7"),
        (&["--since", "2026-05-03", "--until", "2026-05-03", "--tz", "Europe/Berlin"], "T-3", "6 7"),
        (&["--since", "2026-05-03T10:00:00Z"], "T-3", "6 7"),
        (&["--since", "2026-05-03T10:00:00.001Z"], "", ""),
        (&["--since", "1990-01-01", "--until", "now", "--session", "T-1"], "T-1", "1 2 3"),
        (&["--since=-3h"], "", ""),
        (&["--since", "-1h", "--until", "today"], "", ""),
    ] {
        let ran = runlex_with(TIMES.as_bytes(), &[&["ls", "-o", "json", "-"], args].concat());
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.err);
        let runs = ran.json()["runs"].take();
        let told: Vec<&str> =
            runs.as_array().expect("a list").iter().filter_map(|run| run["session"].as_str()).collect();
        assert_eq!(told.join(" "), sessions, "{args:?}");
        let is_timeless_told = ran.err.contains("1 run carries no time and was left out");
        assert_eq!(is_timeless_told, !args.contains(&"--session"), "{args:?}: {}", ran.err);
        let ran = runlex_with(TIMES.as_bytes(), &[&["cat", "--events", "-"], args].concat());
        let number =
            |line: &str| (TIMES.lines().position(|known| known == line).expect("a line") + 1).to_string();
        assert_eq!(ran.out.lines().map(number).collect::<Vec<_>>().join(" "), lines, "{args:?}");
        let told = ran.err.contains("2 events carry no time and were left out");
        assert_eq!(told, !args.contains(&"--session"), "{args:?}: {}", ran.err);
    }
    for args in
        [&["--since", "tomorrow"][..], &["--until", ""], &["--tz", "Mars/Phobos"], &["--outcome", "good"]]
    {
        let ran = runlex_with(TIMES.as_bytes(), &[&["ls", "-"], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}");
    }
}

/// Days of events, of runs and of usage are those of the zone.
#[test]
fn days_of_a_zone() {
    for (zone, want) in [
        (&[][..], "(none),1 2026-05-01,1 2026-05-03,1"),
        (&["--tz", "UTC"], "(none),1 2026-05-01,1 2026-05-03,1"),
        (&["--tz", "+02:00"], "(none),1 2026-05-01,1 2026-05-02,0 2026-05-03,1"),
        (&["--tz", "-11:00"], "(none),1 2026-04-30,1 2026-05-01,0 2026-05-02,1"),
        (&["--tz", "Pacific/Kiritimati"], "(none),1 2026-05-02,1 2026-05-04,1"),
    ] {
        let ran =
            runlex_with(TIMES.as_bytes(), &[&["stats", "--by", "day", "-o", "csv", "-"], zone].concat());
        assert_eq!(ran.status, Some(0), "{zone:?}: {}", ran.err);
        let mut days: Vec<String> =
            ran.out.lines().skip(1).map(|row| row.split(',').take(2).collect::<Vec<_>>().join(",")).collect();
        days.sort();
        assert_eq!(days.join(" "), want, "{zone:?}");
    }
}

/// Where nothing fits, it is said what there is.
#[test]
fn nothing_fits() {
    let (file, place) = (corpus().join("streams/claude-stream/claude-one-turn.jsonl"), folder(&[]));
    for (args, want) in [
        (&["--model", "opus"][..], "no run matches --model opus: 1 run; models: claude-small, claude-x"),
        (
            &["--outcome", "failed", "--dialect", "afk"],
            "no run matches --dialect afk --outcome failed: 1 run; dialects: 1 claude-stream; outcomes: 1 ok",
        ),
        (&["--tool", "Nope"], "no run matches --tool Nope: 1 run; tools: "),
        (&["--session", "x"], "no run matches --session x: 1 run; 1 with a session"),
        (&["--since", "2026-01-01"], "1 run carries no time and was left out"),
        (&["--since", "2026-01-01"], "no run matches --since 2026-01-01T00:00:00Z: 1 run"),
        (&["--role", "user", "--type", "nope"], "no run matches --type nope --role user: 1 run"),
    ] {
        for verb in ["ls", "stats", "check"] {
            let ran = run(&[verb], args, &file);
            assert_eq!(ran.status, Some(0), "{}", ran.err);
            assert!(ran.err.contains(want), "{verb} {args:?}: {}", ran.err);
            assert_eq!(run(&[verb, "-q"], args, &file).err, "", "{verb} {args:?}");
        }
    }
    let ran = run(&["cat"], &["--model", "opus"], &file);
    assert!(
        ran.err.contains("no run matches --model opus: 1 run; models: claude-small, claude-x"),
        "{}",
        ran.err
    );
    // No file is another matter.
    let ran = run(&["ls"], &["--model", "opus"], place.path());
    assert_eq!((ran.status, ran.err.matches("runlex: ").count()), (Some(4), 1), "{}", ran.err);
}

/// What could not be read is told whatever is asked for, and costs that file only.
#[test]
fn what_cannot_be_read() {
    let place = archive();
    let gone = place.path().join("gone.jsonl");
    for verb in [&["ls"][..], &["stats"], &["check"], &["cat"], &["tools"]] {
        let words = [verb, &["--outcome", "failed"]].concat();
        let ran = runlex(words.iter().map(OsString::from).chain([gone.clone().into(), place.path().into()]));
        assert_eq!(ran.status.max(Some(4)), Some(4), "{verb:?}");
        assert!(ran.err.contains("gone.jsonl") && !ran.out.is_empty(), "{verb:?}: {}", ran.err);
    }
    let words = ["check", "-o", "json", "--outcome", "failed"].map(OsString::from);
    let ran = runlex(words.into_iter().chain([gone.clone().into()]));
    assert!(ran.json()["files"][0]["error"].is_string(), "{}", ran.out);
}

/// Who asks for runs that failed is told of those that nobody knows of.
#[test]
fn unknown_outcomes_are_told() {
    let foreign = |id: &str| format!("{{\"type\":\"new.event\",\"session_id\":\"{id}\"}}\n");
    let failed = "{\"type\":\"result\",\"subtype\":\"error\",\"is_error\":true,\"error\":\"no\",\"session_id\":\"T-1\"}\n";
    let amp = format!("{}{failed}", crate::INIT);
    let place = folder(&[("a.jsonl", &amp), ("b.jsonl", &foreign("C-1")), ("c.jsonl", &foreign("C-2"))]);
    let run = |args: &[&str]| {
        let mut command = crate::command();
        Ran::of(command.args(args).arg(".").current_dir(place.path()).output().expect("the program runs"))
    };
    let told = "runlex: 2 runs of unknown outcome were left out (--outcome unknown lists such runs)\n";
    for verb in [&["ls"][..], &["stats"], &["tools"], &["show"], &["cat"]] {
        for filter in [
            &["--outcome", "failed"][..],
            &["--outcome", "failed", "--dialect", "amp", "--dialect", "unknown"],
        ] {
            let ran = run(&[verb, filter].concat());
            assert_eq!(ran.err.matches(told).count(), 1, "{verb:?}, {filter:?}: {}", ran.err);
            assert!(!run(&[verb, filter, &["-q"]].concat()).err.contains("unknown"), "{verb:?}");
        }
    }
    // Not where they are asked for, where they would not fit anyway, or where it is told what there is instead.
    for filter in [
        &["--outcome", "failed", "--outcome", "unknown"][..],
        &["--outcome", "failed", "--dialect", "amp"],
        &["--outcome", "ok"],
        &["--dialect", "amp"],
    ] {
        let ran = run(&[&["ls"], filter].concat());
        assert!(!ran.err.contains("of unknown outcome"), "{filter:?}: {}", ran.err);
    }
}
