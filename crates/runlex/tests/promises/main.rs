//! P1 to P15: what Amp's Elixir SDK promises of a stream, kept here. `docs/formats/amp-sdk.md` has the list; each test names
//! the promise that it holds.

mod deadlines;
mod failures;
mod halting;
mod order;
mod patterns;
mod process;
mod reading;

/// A session in Amp's words, by lines.
pub(crate) const INIT: &str = r#"{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"T-1","tools":["Bash"],"mcp_servers":[]}"#;
pub(crate) const USER: &str = r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"sum 3 and 5"}]},"parent_tool_use_id":null,"session_id":"T-1"}"#;
pub(crate) const CALL: &str = r#"{"type":"assistant","message":{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"  Reading.\n"},{"type":"tool_use","id":"toolu_B","name":"Bash","input":{"cmd":"ls"}}],"stop_reason":"tool_use","usage":{"input_tokens":10,"output_tokens":1.0e2}},"parent_tool_use_id":null,"session_id":"T-1"}"#;
pub(crate) const ANSWER: &str = r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"It is "},{"type":"text","text":"8 \u2713"}],"stop_reason":"end_turn"},"session_id":"T-1"}"#;
pub(crate) const RESULT: &str = r#"{"type":"result","subtype":"success","duration_ms":5400,"is_error":false,"num_turns":2,"result":"8","session_id":"T-1"}"#;
pub(crate) const FAILED: &str = r#"{"type":"result","subtype":"error_during_execution","duration_ms":90,"is_error":true,"num_turns":0,"error":"no network","session_id":"T-1","permission_denials":["Bash"]}"#;

/// These lines, each with its newline.
pub(crate) fn stream(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}
