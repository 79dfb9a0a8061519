//! Section 8: by which single line Amp is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const AMP: Hint = Hint::Is(Dialect::Amp);
const CLAUDE: Hint = Hint::Is(Dialect::ClaudeStream);
const TRANSCRIPT: Hint = Hint::Is(Dialect::ClaudeTranscript);
const CODEX: Hint = Hint::Is(Dialect::CodexExec);
const AFK: Hint = Hint::Is(Dialect::Afk);

#[test]
fn recognised() {
    for (rule, line) in [
        (
            "8, first: init",
            r#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}"#,
        ),
        (
            "8, second: a finished sub-agent",
            r#"{"type":"system","subtype":"subagent_finished","tool_use_id":"a"}"#,
        ),
        ("8, second: a background report", r#"{"type":"user","subagent_tool_use_id":"a","message":{}}"#),
        ("8, third: max_tokens", r#"{"type":"assistant","message":{"usage":{"max_tokens":9}}}"#),
        (
            "8, fourth: assistant",
            r#"{"type":"assistant","session_id":"T-1","message":{"id":"m","model":"x"}}"#,
        ),
        ("8, fourth: user", r#"{"type":"user","session_id":"T-1","message":{}}"#),
        ("8, fourth: result", r#"{"type":"result","session_id":"T-1"}"#),
        (
            "8, fifth: error is a string",
            r#"{"type":"result","session_id":"S-1","is_error":true,"error":"x"}"#,
        ),
        ("7.1: init with a session only", r#"{"type":"system","subtype":"init","session_id":"T-1"}"#),
        ("2: any order", r#"{"session_id":"T-1","message":{},"type":"user"}"#),
        ("2: white space", "{ \"type\" :\t\"user\" , \"session_id\" : \"T-1\" }"),
        ("escapes", r#"{"ty\u0070e":"us\u0065r","session\u005fid":"\u0054\u002d1"}"#),
        ("the last of equal keys", r#"{"type":"user","session_id":"S-1","session_id":"T-1"}"#),
    ] {
        assert_eq!(common::of(line, sniff), AMP, "{rule}: {line}");
    }
}

#[test]
fn not_recognised() {
    for (whose, want, line) in [
        (
            "Claude stream, init",
            CLAUDE,
            r#"{"type":"system","subtype":"init","cwd":"/w","session_id":"01","tools":[],"mcp_servers":[],"model":"m","permissionMode":"default","apiKeySource":"none","uuid":"u"}"#,
        ),
        (
            "Claude stream, old init",
            CLAUDE,
            r#"{"type":"system","subtype":"init","session_id":"01","tools":[],"mcp_servers":[],"model":"m"}"#,
        ),
        (
            "Claude stream, init by its mode",
            Hint::Open,
            r#"{"type":"system","subtype":"init","session_id":"01","permissionMode":"default"}"#,
        ),
        (
            "Claude stream, init by its version",
            CLAUDE,
            r#"{"type":"system","subtype":"init","session_id":"01","claude_code_version":"2"}"#,
        ),
        (
            "Cursor, init with a session like Amp's",
            Hint::Is(Dialect::Cursor),
            r#"{"type":"system","subtype":"init","session_id":"T-1","apiKeySource":"none"}"#,
        ),
        (
            "Claude stream, assistant",
            CLAUDE,
            r#"{"type":"assistant","message":{"usage":{"max_tokens":9}},"session_id":"01","uuid":"u"}"#,
        ),
        (
            "Claude stream, partial",
            CLAUDE,
            r#"{"type":"stream_event","event":{},"session_id":"01","uuid":"u"}"#,
        ),
        (
            "Claude stream, old assistant",
            Hint::Open,
            r#"{"type":"assistant","message":{"id":"m","model":"x","usage":{"max_tokens":9}},"session_id":"01"}"#,
        ),
        ("Claude stream, old user", Hint::Open, r#"{"type":"user","message":{},"session_id":"01"}"#),
        (
            "Claude stream, result",
            CLAUDE,
            r#"{"type":"result","subtype":"success","total_cost_usd":0.1,"session_id":"01"}"#,
        ),
        (
            "Claude stream, result by its models",
            CLAUDE,
            r#"{"type":"result","subtype":"success","modelUsage":{},"error":"x"}"#,
        ),
        (
            "Claude stream, result with errors",
            Hint::Open,
            r#"{"type":"result","subtype":"error_during_execution","errors":["x"],"session_id":"01"}"#,
        ),
        (
            "Claude transcript, entry",
            TRANSCRIPT,
            r#"{"parentUuid":null,"isSidechain":false,"sessionId":"01","type":"user","message":{},"uuid":"u","timestamp":"t"}"#,
        ),
        (
            "Claude transcript, by any of its marks",
            TRANSCRIPT,
            r#"{"type":"assistant","isSidechain":true,"session_id":"T-1"}"#,
        ),
        ("Claude transcript, summary", TRANSCRIPT, r#"{"type":"summary","summary":"x","leafUuid":"u"}"#),
        ("AFK, chunk", AFK, r#"{"type":"chunk","chunk":{"type":"text","text":"x"}}"#),
        ("AFK, done", AFK, r#"{"type":"done","metadata":{"sessionId":"T-1","usage":{}}}"#),
        ("AFK, paused", AFK, r#"{"type":"paused","resetsAt":1}"#),
        ("AFK, resumed", AFK, r#"{"type":"resumed"}"#),
        ("AFK, stream_retry", AFK, r#"{"type":"stream_retry"}"#),
        ("AFK, panel", AFK, r#"{"type":"panel","spec":{"kind":"info","body":"x"}}"#),
        ("AFK, message", Hint::Open, r#"{"type":"message","message":{"role":"assistant"}}"#),
        ("AFK, error", Hint::Perhaps(Dialect::Afk), r#"{"type":"error","error":{"message":"x"}}"#),
        ("Codex, first", CODEX, r#"{"type":"thread.started","thread_id":"01"}"#),
        ("Codex, item", CODEX, r#"{"type":"item.completed","item":{"type":"agent_message"}}"#),
        ("Codex, last", CODEX, r#"{"type":"turn.completed","usage":{"input_tokens":1}}"#),
        (
            "Gemini, init",
            Hint::Is(Dialect::Gemini),
            r#"{"type":"init","timestamp":"2026-01-01T00:00:00Z","session_id":"01","model":"m"}"#,
        ),
        (
            "Gemini, result",
            Hint::Is(Dialect::Gemini),
            r#"{"type":"result","timestamp":"2026-01-01T00:00:00Z","status":"error","error":"x"}"#,
        ),
        ("OpenCode", Hint::Is(Dialect::OpenCode), r#"{"type":"step_finish","sessionID":"ses_1","part":{}}"#),
        (
            "Cursor, init",
            Hint::Is(Dialect::Cursor),
            r#"{"type":"system","subtype":"init","apiKeySource":"login","cwd":"/w","session_id":"01","model":"m","permissionMode":"default"}"#,
        ),
        (
            "Cursor, thinking",
            Hint::Is(Dialect::Cursor),
            r#"{"type":"thinking","subtype":"delta","text":"x","session_id":"01","timestamp_ms":1}"#,
        ),
        (
            "Cursor, result",
            Hint::Is(Dialect::Cursor),
            r#"{"type":"result","subtype":"success","result":"x","session_id":"01","request_id":"r"}"#,
        ),
        (
            "Cursor, user",
            Hint::Open,
            r#"{"type":"user","message":{"role":"user","content":[]},"session_id":"01"}"#,
        ),
        (
            "amp-input",
            Hint::Perhaps(Dialect::AmpInput),
            r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"x"}]}}"#,
        ),
        ("7.11: another family", Hint::Open, r#"{"type":"run_completed","id":"1"}"#),
        // Only members of the line itself count, never text or what a tool put out.
        ("quoted", Hint::Open, r#"{"type":"user","message":{"content":"{\"session_id\":\"T-1\"}"}}"#),
        (
            "nested",
            Hint::Open,
            r#"{"type":"user","message":{"session_id":"T-1","subagent_tool_use_id":"a"}}"#,
        ),
        ("a session that only resembles", Hint::Open, r#"{"type":"user","session_id":"T"}"#),
        ("a session that is no string", Hint::Open, r#"{"type":"user","session_id":["T-1"]}"#),
        ("no type", Hint::Open, r#"{"session_id":"T-1"}"#),
        ("a type that is no string", Hint::Open, r#"{"type":["user"],"session_id":"T-1"}"#),
    ] {
        assert_ne!(want, AMP);
        assert_eq!(common::of(line, sniff), want, "{whose}: {line}");
    }
}
