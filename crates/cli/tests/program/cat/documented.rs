//! The pages against the program.

use super::{cat, lines};
use crate::{command, corpus, folder};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).expect("a page")
}

/// Every key and kind that is printed stands in the page, in backquotes; and its example is what is printed.
#[test]
fn keys_and_kinds() {
    let page = page("items.md");
    let ran =
        command().args(["cat", "cases", "streams"]).current_dir(corpus()).output().expect("the program runs");
    let mut words = BTreeSet::new();
    for line in lines(&String::from_utf8(ran.stdout).expect("UTF-8")) {
        words.extend(line.as_object().expect("an object").keys().cloned());
        words.insert(line["kind"].as_str().expect("a kind").to_owned());
    }
    words.extend(["progress", "other_value", "error", "injected", "replay", "declined"].map(String::from));
    for word in words {
        assert!(page.contains(&format!("`{word}`")), "{word} stands in no row");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let example = page.split_once("$ runlex ").expect("an example").1.split_once("```").expect("its end").0;
    let (args, want) = example.split_once('\n').expect("its output");
    let ran = command().args(args.split(' ')).current_dir(root).output().expect("the program runs");
    assert_eq!(String::from_utf8(ran.stdout).expect("UTF-8"), want);
}

/// A program named `afk` that prints what AFK would.
const AFK: &str = r#"#!/bin/sh
cat <<'END'
{"type":"chunk","chunk":{"type":"thinking","content":"hm"}}
{"type":"chunk","chunk":{"type":"content","content":"Hel"}}
{"type":"chunk","chunk":{"type":"tool_use","content":"bash","metadata":{"precedingToolUseIds":["t1"]}}}
{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"t1","toolName":"bash","toolInput":" ls","toolInputRaw":"{\"command\":\"ls\"}"}}
{"type":"chunk","chunk":{"type":"content","content":"lo\n"}}
{"type":"message","message":{"role":"assistant","content":"Hello\n","timestamp":"2026-06-10T12:00:01.234Z"}}
{"type":"done","metadata":{"durationMs":812,"usage":{"input_tokens":14,"output_tokens":5,"total_tokens":19}}}
END
"#;

/// Every command of AFK's page, as it stands there.
#[cfg(unix)]
#[test]
#[allow(clippy::print_stderr)]
fn recipes_of_afk() {
    use std::os::unix::fs::PermissionsExt;
    if Command::new("jq").arg("--version").output().is_err() {
        eprintln!("skipped: no `jq`");
        return;
    }
    let page = page("formats/afk.md");
    let recipes = page.split_once("```sh\n").expect("recipes").1.split_once("```").expect("their end").0;
    let folder = folder(&[("bin/afk", AFK)]);
    fs::set_permissions(folder.path().join("bin/afk"), fs::Permissions::from_mode(0o755)).expect("a program");
    let program = Path::new(env!("CARGO_BIN_EXE_runlex")).parent().expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{}:{path}", folder.path().join("bin").display(), program.display());
    let said: Vec<_> = recipes
        .split("\n\n")
        .map(|recipe| {
            let output = Command::new("sh")
                .args(["-c", recipe])
                .env("PATH", &path)
                .current_dir(folder.path())
                .output()
                .expect("a shell");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{recipe}");
            String::from_utf8(output.stdout).expect("UTF-8")
        })
        .collect();
    let want = [
        "Hello\n",
        "Hello\n\n",
        "{\"input\":14,\"output\":5}\n",
        "{\"input_tokens\":14,\"output_tokens\":5,\"total_tokens\":19}\n",
        "bash {\"command\":\"ls\"}\n",
        "true\nit went well\n",
        "5\n",
    ];
    assert_eq!(said, want);
}

/// What a page shows as typed is understood.
#[test]
fn what_stands_in_the_help() {
    let afk = "{\"type\":\"chunk\",\"chunk\":{\"type\":\"content\",\"content\":\"c\"}}\n";
    assert_eq!(cat(afk, &["--kind", "assistant_text"])[0]["text"], "c");
}
