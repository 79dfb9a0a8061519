//! Runs of all dialects in one file: each is told as it is alone.

use crate::{corpus, folder, runlex};
use runlex::dialects::Dialect;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What Amp reads is told apart from what others print only by lines that are sure of it.
const INPUT: &str =
    r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"grind it"}]},"steer":true}"#;

/// The `n`th order of the numbers below `count`.
fn order(count: usize, mut n: usize) -> Vec<usize> {
    let mut rest: Vec<usize> = (0..count).collect();
    let take = |left: usize| {
        let at = n % left;
        n /= left;
        rest.remove(at)
    };
    (1..=count).rev().map(take).collect()
}

/// The streams of a dialect, each with a newline at its end.
fn streams(dialect: Dialect) -> Vec<String> {
    let folder = corpus().join("streams").join(dialect.as_str());
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    // It begins with a line that is anyone's, and falls to the run before.
    paths.retain(|path| !path.ends_with("exec-failed.jsonl"));
    // Its init is not the first line, so that behind Qwen Code the first falls to the run before, too.
    paths.retain(|path| !path.ends_with("claude-two-turns.jsonl"));
    paths.sort();
    let whole = |text: String| if text.ends_with('\n') { text } else { text + "\n" };
    match dialect {
        Dialect::AmpInput => vec![whole(INPUT.to_owned())],
        _ => paths.iter().map(|path| whole(fs::read_to_string(path).expect("a stream"))).collect(),
    }
}

/// The runs of each file, in the order of the files' names, without what the name of the file tells.
fn runs(folder: &Path) -> Vec<(String, Vec<Value>)> {
    let mut files: Vec<(String, Vec<Value>)> = Vec::new();
    let ran = runlex(["ls".as_ref(), "-q".as_ref(), "-o".as_ref(), "json".as_ref(), folder.as_os_str()]);
    for mut run in ran.json()["runs"].take().as_array().expect("a list").clone() {
        let members = run.as_object_mut().expect("an object");
        let path = members.remove("path").expect("a path").as_str().expect("text").to_owned();
        members.remove("file_session");
        match files.last_mut() {
            Some((last, runs)) if *last == path => runs.push(run),
            _ => files.push((path, vec![run])),
        }
    }
    files
}

/// One stream of each dialect, joined in 211 orders in which each dialect stands behind each other.
#[test]
fn in_any_order() {
    let all: Vec<Vec<String>> = Dialect::ALL.iter().map(|dialect| streams(*dialect)).collect();
    let mut alone = Vec::new();
    for (dialect, streams) in all.iter().enumerate() {
        for (at, stream) in streams.iter().enumerate() {
            let place = folder(&[("one.jsonl", stream)]);
            let [(_, runs)] = &runs(place.path())[..] else { panic!("no run in {stream}") };
            let is_own = |run: &Value| run["dialect"] == Dialect::ALL[dialect].as_str();
            assert!(runs.iter().all(is_own), "{stream}");
            alone.push(((dialect, at), runs.clone()));
        }
    }
    let orders: usize = (1..=all.len()).product();
    let (mut pairs, mut files, mut want) = (BTreeSet::new(), Vec::new(), Vec::new());
    for n in 0..211 {
        let order = order(all.len(), n * orders / 211);
        pairs.extend(order.windows(2).map(|pair| (pair[0], pair[1])));
        let (mut text, mut expected) = (String::new(), Vec::new());
        for dialect in order {
            let at = n % all[dialect].len();
            let (_, runs) = alone.iter().find(|(of, _)| *of == (dialect, at)).expect("each was read alone");
            for mut run in runs.iter().cloned() {
                for (key, before) in [("line", text.lines().count()), ("offset", text.len())] {
                    run[key] = Value::from(run[key].as_u64().expect("a place") + before as u64);
                }
                expected.push(run);
            }
            text += &all[dialect][at];
        }
        files.push((format!("{n:03}.jsonl"), text));
        want.push(expected);
    }
    assert_eq!(pairs.len(), all.len() * (all.len() - 1), "each behind each other");
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let place = folder(&files);
    let got = runs(place.path());
    assert_eq!(got.len(), want.len());
    for ((path, got), want) in got.iter().zip(&want) {
        assert_eq!(got.len(), want.len(), "{path}: {got:#?}");
        for (got, want) in got.iter().zip(want) {
            assert_eq!(got, want, "{path}");
        }
    }
}
