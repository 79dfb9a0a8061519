//! What an index holds of what people wrote, and who may read it.

use super::*;
use crate::{corpus, runlex};
use serde_json::Value;

/// Names that are of the form and not of a person: what the tables and reports are made of.
const KEPT: [&str; 43] = [
    "type",
    "subtype",
    "id",
    "session_id",
    "sessionId",
    "sessionID",
    "thread_id",
    "uuid",
    "parent_tool_use_id",
    "tool_use_id",
    "call_id",
    "model_call_id",
    "callID",
    "messageID",
    "messageId",
    "parentToolCallId",
    "toolCallId",
    "modelId",
    "stopReason",
    "response_id",
    "agentId",
    "agent_id",
    "requestId",
    "request_id",
    "name",
    "tool",
    "model",
    "timestamp",
    "ts",
    "time",
    "role",
    "stop_reason",
    "kind",
    "status",
    "event",
    "version",
    "reason",
    "outcome",
    "terminal_reason",
    "toolName",
    "tool_name",
    "tool_id",
    "startTime",
];

/// Puts a canary in the place of every text that is not one of these.
fn plant(value: &mut Value, key: &str, next: &mut u64) {
    match value {
        Value::String(text) if !KEPT.contains(&key) => {
            *next += 1;
            *text = format!("CANARY-{next}-{text}");
        }
        Value::Array(values) => values.iter_mut().for_each(|value| plant(value, key, next)),
        Value::Object(members) => members.iter_mut().for_each(|(key, value)| plant(value, key, next)),
        _ => {}
    }
}

fn has_canary(folder: &Path) -> bool {
    tree(folder).values().any(|(_, bytes)| bytes.windows(6).any(|window| window == b"CANARY"))
}

/// E1: a thousand canaries in all that people, models and tools write, in sound lines and broken ones, in keys, and beside calls: none
/// is in the index, unless it was asked to keep text.
#[test]
fn e1_no_text_in_the_index() {
    let place = Place::new();
    let mut next = 0;
    let mut streams = vec![corpus().join("streams")];
    let mut number = 0;
    while let Some(folder) = streams.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                streams.push(path);
                continue;
            }
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let mut planted = String::new();
            for line in text.lines() {
                match serde_json::from_str::<Value>(line) {
                    Ok(mut value) => {
                        plant(&mut value, "", &mut next);
                        planted += &value.to_string();
                    }
                    Err(_) => {
                        next += 1;
                        planted += &format!("CANARY-{next} {line}");
                    }
                }
                planted.push('\n');
            }
            number += 1;
            place.write(format!("{number}.jsonl"), planted);
        }
    }
    // Over and over, so that there are enough of them, with escapes and half lines.
    let mut more = String::new();
    while next < 1_000 {
        next += 4;
        more += &format!(
            "{{\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":\"\\u0043ANARY CANARY-{next}\"}},\"CANARY-{next}\":\"CANARY\"}}\n"
        );
        more += &format!(
            "{{\"type\":\"assistant\",\"message\":{{\"content\":[{{\"type\":\"tool_use\",\"id\":\"c{next}\",\"name\":\"Bash\",\"input\":{{\"cmd\":\"CANARY-{next}\",\"CANARY\":[\"CANARY\"]}}}},{{\"type\":\"thinking\",\"thinking\":\"CANARY\"}}]}}}}\n"
        );
        more += &format!(
            "{{\"type\":\"user\",\"message\":{{\"content\":[{{\"type\":\"tool_result\",\"tool_use_id\":\"c{next}\",\"content\":\"CANARY-{next}\",\"is_error\":true}}]}}}}\n"
        );
        more += &format!("CANARY-{next} {{\"type\":\"result\",\"result\":\"CANARY\"}}{{\"CANARY\n");
    }
    place.write("more.jsonl", more + "{\"type\":\"user\",\"text\":\"CANARY open end");
    assert!(next >= 1_000 && number > 15, "{next} in {number} files");
    assert!(has_canary(&place.runs));
    place.assert_mends();
    tick();
    place.append("more.jsonl", " CANARY\"}\n");
    place.assert_mends();
    assert!(!has_canary(&place.index), "text of a line is in the index");
    let info = runlex(["index".as_ref(), "info".as_ref(), "--sql".as_ref(), place.index.as_os_str()]);
    assert!(info.status == Some(0) && !info.out.contains("CANARY"));

    // Asked for, it is there: the test would see it.
    let kept = runlex(["index".as_ref(), "--with-text".as_ref(), "--to".as_ref(), place.index.as_os_str()]);
    assert!(kept.status == Some(0) && has_canary(&place.index), "{}", kept.err);
}

/// E4: whatever the mask, nobody else may look at any file of an index, and a folder that was opened to others is closed again.
#[cfg(unix)]
#[test]
fn e4_permissions() {
    use std::os::unix::fs::PermissionsExt;
    for mask in ["022", "000"] {
        let mut place = Place::new();
        place.index = place.folder.path().join("deep/er/index");
        place.write("a.jsonl", run_of("1"));
        let update = || {
            let program = command().get_program().to_owned();
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("umask {mask}; exec \"$@\""), "sh"]).arg(program).args(place.update());
            let ran = Ran::of(shell.stdin(Stdio::null()).output().expect("a shell"));
            assert_eq!(ran.status, Some(0), "{}", ran.err);
            let deep = place.folder.path().join("deep");
            for (path, (mode, _)) in tree(&deep) {
                assert_eq!(mode & 0o077, 0, "mask {mask}: {}: {mode:o}", path.display());
            }
            tree(&place.index).len()
        };
        assert!(update() > 5);
        place.append("a.jsonl", run_of("2"));
        update();
        fs::set_permissions(&place.index, PermissionsExt::from_mode(0o777)).expect("permissions");
        place.append("a.jsonl", run_of("3"));
        update();
        fs::set_permissions(&place.index, PermissionsExt::from_mode(0o755)).expect("permissions");
        let compacted = runlex(["index".as_ref(), "compact".as_ref(), place.index.as_os_str()]);
        assert_eq!(compacted.status, Some(0));
        let mode = fs::metadata(&place.index).expect("a folder").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }
}
