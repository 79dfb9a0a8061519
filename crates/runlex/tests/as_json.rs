//! Items as members of a JSON object: of each kind all that it has, and nothing where it has nothing.

use runlex::dialects::{Dialect, items};
use runlex::json;
use runlex::{Slice, What};

/// Members, as an object.
fn object_of(members: Vec<u8>) -> String {
    let text = String::from_utf8(members).expect("text").replacen(',', "{", 1) + "}";
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
    text
}

/// Each item of a line, without the dialect, which all have.
fn said(dialect: Dialect, line: &str) -> Vec<String> {
    let mut slice = Slice::new(line.as_bytes());
    let record = slice.next().expect("a line");
    let What::Event(object) = record.what else { panic!("no event: {line}") };
    let each = items(dialect, object).map(|item| {
        let mut out = Vec::new();
        json::item(&mut out, &item);
        let name = format!(r#""dialect":"{dialect}","#);
        let object = object_of(out);
        assert!(object.starts_with(&format!("{{{name}")), "{object}");
        object.replacen(&name, "", 1)
    });
    each.collect()
}

#[test]
fn items_of_each_kind() {
    use Dialect::{Afk, ClaudeStream, GeminiChat, Goose};
    for (dialect, line, want) in [
        (
            ClaudeStream,
            r#"{"type":"system","subtype":"init","session_id":"S-1","cwd":"/w","model":"m","claude_code_version":"2"}"#,
            &[r#"{"kind":"session_start","session":"S-1","model":"m","cwd":"/w","version":"2"}"#][..],
        ),
        (
            ClaudeStream,
            r#"{"type":"user","session_id":"S-1","message":{"role":"user","content":"h\u0069"}}"#,
            &[r#"{"kind":"user_text","session":"S-1","text":"h\u0069"}"#],
        ),
        (
            ClaudeStream,
            r#"{"type":"assistant","session_id":"S-1","parent_tool_use_id":"t0","message":{"id":"m1","model":"m","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"tool_use","id":"t1","name":"Bash","input":{"cmd": 1}}],"usage":{"input_tokens":1,"cache_read_input_tokens":0,"output_tokens":"x"}}}"#,
            &[
                r#"{"kind":"thinking","session":"S-1","parent_tool_use_id":"t0","message_id":"m1","model":"m","block":0,"text":"hm"}"#,
                r#"{"kind":"assistant_text","session":"S-1","parent_tool_use_id":"t0","message_id":"m1","model":"m","block":1,"text":"a"}"#,
                r#"{"kind":"tool_call","session":"S-1","parent_tool_use_id":"t0","message_id":"m1","model":"m","block":2,"id":"t1","name":"Bash","input":{"cmd": 1}}"#,
                r#"{"kind":"usage","session":"S-1","parent_tool_use_id":"t0","message_id":"m1","model":"m","scope":"message","cached":"outside","reasoned":"inside","tokens":{"input":1,"cache_read":0,"output":null}}"#,
            ],
        ),
        (
            ClaudeStream,
            r#"{"type":"assistant","message":{"id":"m1","content":[],"usage":{}}}"#,
            &[
                r#"{"kind":"usage","message_id":"m1","scope":"message","cached":"outside","reasoned":"inside","tokens":{}}"#,
            ],
        ),
        (
            ClaudeStream,
            r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"no"},{"type":"tool_result","tool_use_id":"t2","content":null},{"type":"tool_result","tool_use_id":"t3"},{"type":"tool_result","tool_use_id":"t4","content":[ ]},{"type":"tool_result","content":7}]}}"#,
            &[
                r#"{"kind":"tool_result","block":0,"id":"t1","outcome":"error","content":"no"}"#,
                r#"{"kind":"tool_result","block":1,"id":"t2","outcome":"ok","content":null}"#,
                r#"{"kind":"tool_result","block":2,"id":"t3","outcome":"ok"}"#,
                r#"{"kind":"tool_result","block":3,"id":"t4","outcome":"ok","content":[ ]}"#,
                r#"{"kind":"tool_result","block":4,"outcome":"ok","content":7}"#,
            ],
        ),
        (
            ClaudeStream,
            r#"{"type":"result","subtype":"success","is_error":false,"duration_ms":5,"num_turns":2,"total_cost_usd":0.25,"result":"8"}"#,
            &[
                r#"{"kind":"result","outcome":"ok","is_error":false,"duration_ms":5,"num_turns":2,"cost_usd_micros":250000,"text":"8"}"#,
            ],
        ),
        (
            ClaudeStream,
            r#"{"type":"result","subtype":"success","is_error":null,"total_cost_usd":-1}"#,
            &[r#"{"kind":"result","outcome":"ok","is_error":null,"cost_usd_micros":null}"#],
        ),
        (
            ClaudeStream,
            r#"{"type":"result","subtype":"error_during_execution","is_error":true}"#,
            &[r#"{"kind":"result","outcome":"failed","is_error":true}"#],
        ),
        (
            ClaudeStream,
            r#"{"type":"result","subtype":"success","is_error":"no"}"#,
            &[r#"{"kind":"result","outcome":"ok","is_error":"no"}"#],
        ),
        (
            Goose,
            r#"{"type":"message","message":{"id":"g1","role":"assistant","created":1800000100,"content":[{"type":"text","text":"I"}]}}"#,
            &[
                r#"{"kind":"assistant_text","message_id":"g1","timestamp":1800000100,"timestamp_unit":"s","timestamp_origin":"message","block":0,"piece":true,"text":"I"}"#,
            ],
        ),
        (
            Goose,
            r#"{"type":"error","error":"no more credit"}"#,
            &[r#"{"kind":"result","outcome":"failed","text":"no more credit"}"#],
        ),
        (
            Dialect::OpenCode,
            r#"{"type":"text","timestamp":1777629600000,"sessionID":"s","part":{"type":"text","text":"I"}}"#,
            &[
                r#"{"kind":"assistant_text","session":"s","timestamp":1777629600000,"timestamp_unit":"ms","text":"I"}"#,
            ],
        ),
        (
            GeminiChat,
            r#"{"id":"m5","timestamp":"2026-04-02T09:10:02.000Z","type":"gemini","content":[{"text":"Shall I?"}],"tokens":{"input":450,"output":3,"cached":400,"thoughts":5},"model":"g"}"#,
            &[
                r#"{"kind":"assistant_text","message_id":"m5","model":"g","timestamp":"2026-04-02T09:10:02.000Z","block":0,"text":"Shall I?"}"#,
                r#"{"kind":"usage","message_id":"m5","model":"g","timestamp":"2026-04-02T09:10:02.000Z","scope":"message","cached":"inside","reasoned":"outside","tokens":{"input":450,"cache_read":400,"output":3,"reasoning":5}}"#,
            ],
        ),
        (
            Afk,
            r#"{"type":"chunk","chunk":{"type":"content","content":"I"}}"#,
            &[r#"{"kind":"assistant_text","delta":true,"text":"I"}"#],
        ),
    ] {
        assert_eq!(said(dialect, line), want, "{line}");
    }
}

#[test]
fn faults_and_events_of_nobody_known() {
    for (line, want) in [
        (r#"{"a":1,}"#, r#"{"kind":"fault","fault":"syntax","at":7}"#),
        ("npm warn", r#"{"kind":"fault","fault":"noise","at":0}"#),
        (
            r#"{"session_id":"S\u002d1","a": 1}"#,
            r#"{"dialect":"unknown","kind":"other","session":"S\u002d1","value":{"session_id":"S\u002d1","a": 1}}"#,
        ),
        (r#"{}"#, r#"{"dialect":"unknown","kind":"other","value":{}}"#),
    ] {
        let (mut slice, mut out) = (Slice::new(line.as_bytes()), Vec::new());
        match slice.next().expect("a line").what {
            What::Event(object) => json::unknown(&mut out, object),
            What::Fault(fault) => json::fault(&mut out, fault),
            What::Blank => panic!("no blank line: {line}"),
        }
        assert_eq!(object_of(out), want, "{line}");
    }
}
