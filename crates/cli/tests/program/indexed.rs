//! What an index answers over whole archives and of each session, and what it says where there is none.

use crate::{INIT, Ran, corpus, folder, runlex};
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What one knows of a run of a verb that answers: its output but for how long it took, and its status.
pub(crate) fn said(
    args: &[&str],
    more: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> (String, Option<i32>) {
    let more = more.into_iter().map(|arg| arg.as_ref().to_owned());
    let ran = runlex(args.iter().map(OsString::from).chain(more));
    let mut out = ran.out;
    if args[0] == "stats" {
        if let Some(at) = out.find("\"elapsed_seconds\"") {
            out.truncate(at);
        } else if out.ends_with(" GB/s\n") {
            out.truncate(out.trim_end().rfind('\n').unwrap_or(0));
        }
    }
    (out, ran.status)
}

/// All that an index can be asked by a verb and its options alone.
pub(crate) const ASKED: [&[&str]; 33] = [
    &["stats"],
    &["stats", "-o", "json"],
    &["stats", "--by", "file"],
    &["stats", "--by", "file", "-o", "csv"],
    &["stats", "--by", "session", "-o", "csv"],
    &["stats", "--by", "session", "-o", "json"],
    &["stats", "--by", "run", "-o", "csv"],
    &["stats", "--by", "tool"],
    &["stats", "--by", "tool", "-o", "csv"],
    &["stats", "--by", "model", "-o", "csv"],
    &["stats", "--by", "model", "-o", "json"],
    &["stats", "--by", "dialect"],
    &["stats", "--by", "dialect", "-o", "csv"],
    &["stats", "--by", "type", "-o", "csv"],
    &["stats", "--by", "day", "-o", "csv"],
    &["stats", "--by", "session,model", "-o", "json"],
    &["stats", "--by", "file,day,model", "-o", "csv"],
    &["stats", "--by", "dialect,run", "-o", "csv"],
    &["stats", "--by", "tool,session", "-o", "csv"],
    &["stats", "--by", "day,tool,run,dialect", "-o", "csv"],
    &["stats", "--by", "type,file", "-o", "csv"],
    &["ls"],
    &["ls", "-o", "csv"],
    &["ls", "-o", "json"],
    &["check"],
    &["check", "-o", "json"],
    &["tools"],
    &["tools", "-o", "csv"],
    &["tools", "-o", "json"],
    &["tools", "--errors", "-o", "json"],
    &["tools", "--calls"],
    &["tools", "--calls", "-o", "csv"],
    &["tools", "--tool", "Bash", "--calls", "-o", "json"],
];

pub(crate) fn index(paths: &[PathBuf], to: &Path) -> Ran {
    let args = ["index".as_ref(), "--to".as_ref(), to.as_os_str()];
    runlex(args.into_iter().chain(paths.iter().map(AsRef::as_ref)))
}

fn indexed(to: &Path) -> [&OsStr; 2] {
    ["--index".as_ref(), to.as_os_str()]
}

/// The corpus, and other people's files where they are.
fn archives() -> Vec<Vec<PathBuf>> {
    let root = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let mut archives = vec![["cases", "streams"].map(|name| corpus().join(name)).to_vec()];
    match root.join("samples") {
        samples if samples.is_dir() => archives.push(vec![samples]),
        samples => crate::faults::skipped(&format!("no data at {}", samples.display())),
    }
    archives
}

#[test]
fn every_answer() {
    for paths in archives() {
        let place = folder(&[]);
        let to = place.path().join("index");
        let made = index(&paths, &to);
        assert_eq!(made.status, Some(0), "{}", made.err);
        for args in ASKED {
            let want = said(args, &paths);
            assert!(!want.0.is_empty(), "{args:?}");
            assert!(said(args, indexed(&to)) == want, "{args:?} of {paths:?}");
        }
        // Nothing more, and the same again.
        let again = index(&[], &to);
        assert_eq!(again.status, Some(0), "{}", again.err);
        assert!(!again.out.contains("read"), "{}", again.out);
    }
    let cases = [corpus().join("cases")];
    assert_eq!(said(&["check"], &cases).1, Some(3), "a broken line is told in the status too");
}

fn sessions(of: &[PathBuf]) -> Vec<String> {
    let groups = serde_json::from_str::<Value>(
        &runlex(
            ["stats", "--by", "session", "-o", "json"]
                .map(OsString::from)
                .into_iter()
                .chain(of.iter().map(Into::into)),
        )
        .out,
    );
    let groups = groups.expect("JSON")["groups"].take();
    let keys = groups
        .as_array()
        .expect("a list")
        .iter()
        .map(|group| group["key"].as_str().expect("a key").to_owned());
    keys.filter(|key| key != "(none)").collect()
}

/// What a session says, found by the index and by reading all.
#[test]
fn every_session() {
    for (number, paths) in archives().into_iter().enumerate() {
        let place = folder(&[]);
        let to = place.path().join("index");
        assert_eq!(index(&paths, &to).status, Some(0));
        let sessions = sessions(&paths);
        assert!(sessions.len() > 20, "{}", sessions.len());
        for (at, id) in sessions.iter().enumerate() {
            let mut asked = vec![vec![]];
            // All of them of the corpus; of other archives, which are larger, one in turn, for every third session.
            let more =
                [&["--events"][..], &["--kind", "tool_call"], &["--tool", "Bash"], &["--role", "user"]];
            match number {
                0 => asked.extend(more.map(<[_]>::to_vec)),
                _ if at % 3 == 0 => asked.push(more[at / 3 % more.len()].to_vec()),
                _ => {}
            }
            for more in asked {
                let args = [&["cat", "-q", "--session", id][..], &more].concat();
                assert!(said(&args, indexed(&to)) == said(&args, &paths), "{args:?}");
            }
        }
    }
}

/// A line may carry several ids, and carry one deeper than at its top: by each of them it is found.
#[test]
fn every_id_of_a_line() {
    let place = folder(&[(
        "runs/a.jsonl",
        concat!(
            "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"S-1\",\"tools\":[],\"mcp_servers\":[]}\n",
            "{\"type\":\"user\",\"session_id\":\"S-1\",\"sessionId\":\"S-2\",\"message\":{\"role\":\"user\",\"content\":\"a\"}}\n",
            "{\"type\":\"user\",\"thread_id\":\"S-4\",\"sessionID\":\"S-3\",\"message\":{\"role\":\"user\",\"content\":\"b\"}}\n",
        ),
    )]);
    let (runs, to) = ([place.path().join("runs")], place.path().join("index"));
    assert_eq!(index(&runs, &to).status, Some(0));
    for id in ["S-1", "S-2", "S-3", "S-4", "S-5"] {
        let args = ["cat", "--session", id];
        let want = said(&args, &runs);
        assert_eq!(want.0.is_empty(), id == "S-5", "{id}");
        assert_eq!(said(&args, indexed(&to)), want, "{id}");
    }
}

/// Plain, packed, in UTF-16; also once a file is another than it was.
#[test]
fn sessions_of_files_that_changed() {
    let text = |name: &str| fs::read_to_string(corpus().join("streams/amp").join(name)).expect("a stream");
    let (one, other) = (text("amp-simple.jsonl"), text("amp-failed-run.jsonl"));
    let place = folder(&[("runs/a.jsonl", &format!("{other}{one}{other}")), ("runs/b.jsonl", &other)]);
    let (runs, to) = ([place.path().join("runs")], place.path().join("index"));
    let path = |name: &str| runs[0].join(name);
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).expect("memory");
        encoder.finish().expect("memory")
    };
    fs::write(path("c.jsonl.gz"), gzip(&format!("{other}{one}"))).expect("a file");
    fs::write(path("d.jsonl.zst"), zstd::encode_all(one.as_bytes(), 1).expect("memory")).expect("a file");
    assert_eq!(index(&runs, &to).status, Some(0));
    let ids = sessions(&runs);
    assert!(ids.len() >= 2, "{ids:?}");
    let look = |what: &str| {
        for id in &ids {
            for more in [&[][..], &["--events"], &["--kind", "result"]] {
                let args = [&["cat", "--session", id][..], more].concat();
                assert_eq!(said(&args, indexed(&to)), said(&args, &runs), "{what}: {args:?}");
            }
        }
    };
    look("as indexed");
    let mut more = fs::OpenOptions::new().append(true).open(path("a.jsonl")).expect("a file");
    more.write_all(one.as_bytes()).expect("it can be written");
    look("longer");
    // What lies at the places that are known is something else now.
    fs::write(path("a.jsonl"), format!("{one}{one}{other}")).expect("a file");
    look("another");
    let told =
        runlex(["cat".as_ref(), "--session".as_ref(), ids[0].as_ref(), "--index".as_ref(), to.as_os_str()]);
    assert!(told.err.contains("it changed since it was indexed"), "{}", told.err);
    fs::write(path("c.jsonl.gz"), gzip(&other)).expect("a file");
    look("packed anew");
    let of_it = sessions(&[path("b.jsonl")]);
    fs::remove_file(path("b.jsonl")).expect("removed");
    let gone =
        runlex(["cat".as_ref(), "--session".as_ref(), of_it[0].as_ref(), "--index".as_ref(), to.as_os_str()]);
    assert_eq!(gone.status, Some(4), "{}", gone.err);
    assert!(gone.err.contains("b.jsonl"), "{}", gone.err);
    assert_eq!(index(&[], &to).status, Some(0));
    look("brought up to date");
}

#[test]
fn wrong_usage() {
    let place = folder(&[("runs/a.jsonl", INIT)]);
    let (runs, to) = (place.path().join("runs"), place.path().join("index"));
    assert_eq!(index(std::slice::from_ref(&runs), &to).status, Some(0));
    let (runs, to) = (runs.to_str().expect("a plain path"), to.to_str().expect("a plain path"));
    for args in [
        &["stats", "--index", to, "-"][..],
        &["stats", "--index"],
        &["stats", "--index", to, "-o", "csv"],
        &["cat", "--index", to, "--session", "T-1", runs],
        &["index"],
        &["index", runs],
        &["index", "verify"],
        &["index", "info", "--no-such-option", to],
        &["index", "compact", to, to],
        &["index", runs, "--to", to, "--threads", "0"],
    ] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}: {}", ran.err);
        assert!(!ran.err.is_empty(), "{args:?}");
    }
    let ran = runlex(["index", "-", "--to", to]);
    assert_eq!(ran.status, Some(4));
    assert!(ran.err.contains("standard input"), "{}", ran.err);
}

/// What asks an index, as command lines without its folder.
const VERBS: [&[&str]; 8] = [
    &["stats", "--index"],
    &["ls", "--index"],
    &["check", "--index"],
    &["tools", "--index"],
    &["cat", "--session", "T-1", "--index"],
    &["index", "verify"],
    &["index", "compact"],
    &["index", "info"],
];

/// No index, none of this program, a damaged one, one of a later version: what is wrong with which file, what to do, and the
/// status; nothing is changed.
#[test]
fn d11_no_index_and_others() {
    let place = folder(&[
        ("empty/x/y", ""),
        ("other/manifest.txt", "of another product"),
        ("foreign/manifest.json", "{\"name\":\"of another product\",\"version\":3}"),
        ("nothing/manifest.json", ""),
        ("runs/a.jsonl", INIT),
    ]);
    let runs = [place.path().join("runs")];
    for name in ["later", "cut", "without"] {
        assert_eq!(index(&runs, &place.path().join(name)).status, Some(0));
    }
    let manifest = |name: &str| place.path().join(name).join("manifest.json");
    let edit = |name: &str, of: &dyn Fn(String) -> String| {
        let text = fs::read_to_string(manifest(name)).expect("a manifest");
        fs::write(manifest(name), of(text)).expect("a file");
    };
    edit("later", &|text| text.replacen("{\"runlex_index\":4,", "{\"runlex_index\":70,\"new\":[],", 1));
    edit("cut", &|text| text[..text.len() / 2].to_owned());
    for entry in fs::read_dir(place.path().join("without")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if !path.ends_with("manifest.json") && !path.ends_with("lock") {
            fs::remove_file(path).expect("removed");
        }
    }
    for (name, file, told, advice) in [
        ("missing", "missing", "no index is here", "runlex index PATH... --to"),
        ("empty", "empty", "no index is here", "runlex index PATH... --to"),
        ("other", "other", "no index is here", "runlex index PATH... --to"),
        (
            "foreign",
            "foreign/manifest.json",
            "damaged: it is not the manifest of an index",
            "index to another folder",
        ),
        (
            "nothing",
            "nothing/manifest.json",
            "damaged: it is not the manifest of an index",
            "index to another folder",
        ),
        ("cut", "cut/manifest.json", "damaged: its checksum is another", "index to another folder"),
        (
            "later",
            "later/manifest.json",
            "the index has version 70, and this program reads version 4",
            "use the runlex that made it",
        ),
        ("without", "without/", "it is gone", "index to another folder"),
        ("runs/a.jsonl", "runs/a.jsonl", "", ""),
    ] {
        let to = place.path().join(name);
        let before = crate::faults::tree(place.path());
        for args in VERBS {
            let ran = runlex(args.iter().map(OsStr::new).chain([to.as_os_str()]));
            assert_eq!(ran.status, Some(4), "{args:?} {name}: {}", ran.err);
            let path = place.path().join(file).display().to_string();
            assert!(
                ran.err.contains(&path) && ran.err.contains(told) && ran.err.contains(advice),
                "{args:?}: {}",
                ran.err
            );
            assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        }
        if name == "without" {
            continue;
        }
        let made = index(&runs, &to);
        if name == "missing" {
            assert_eq!(made.status, Some(0), "{}", made.err);
            fs::remove_dir_all(&to).expect("removed");
        } else {
            assert_eq!(made.status, Some(4), "{name}: {}", made.err);
            assert!(made.err.contains(name), "{name}: {}", made.err);
            assert_eq!(crate::faults::tree(place.path()), before, "{name}");
        }
    }
}
