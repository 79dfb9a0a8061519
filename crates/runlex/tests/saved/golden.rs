//! The form in bytes, kept: it changes with its version only.

use crate::{bytes_of, common, totals};
use common::scan;
use runlex::IdKey;
use runlex::saved::VERSION;
use std::fmt::Write as _;
use std::path::Path;

/// Something of everything that a report keeps.
pub(crate) const STREAM: &[u8] = br#"{"type":"noted","timestamp":"2026-05-01T10:00:00Z","a":"\ud800"}
{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}
{"type":"assistant","session_id":"T-1","message":{"id":"m1","model":"model-a","usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":300,"max_tokens":4},"content":[{"type":"tool_use","id":"c1","name":"Bash","input":{}},{"type":"tool_use","name":"Read","input":{}}]}}
{"type":"assistant","session_id":"T-1","parent_tool_use_id":"c1","message":{"model":"model-b","usage":{"output_tokens":-1},"content":[{"type":"tool_use","id":"c2","name":"Bash","input":{}}]}}
{"type":"user","session_id":"T-1","message":{"content":[{"type":"tool_result","tool_use_id":"c1","is_error":true},{"type":"tool_result","tool_use_id":"c3"},{"type":"tool_result"}]}}
{"type":"result","subtype":"error_during_execution","session_id":"T-1","is_error":true,"duration_ms":5,"num_turns":2,"usage":{"input_tokens":1}}
{}{}
{"type":"system","subtype":"init","session_id":"s","uuid":"u0"}
{"type":"conversation_reset","uuid":"u1","new_conversation_id":"n"}
{"type":"result","subtype":"success","is_error":false,"uuid":"u2","session_id":"n","total_cost_usd":0.5,"usage":{"output_tokens":7},"modelUsage":{"model-a":{"inputTokens":3,"costUSD":0.25}}}
{"type":"result","subtype":"success","is_error":false,"uuid":"u3","session_id":"n","total_cost_usd":0.25,"modelUsage":{"model-b":{"outputTokens":3}}}

{"type":"turn.completed","usage":{"input_tokens":5,"cached_input_tokens":2}}
"#;

/// The programs that the other has no line of.
pub(crate) const OTHER: &[u8] = br#"{"type":"assistant","sessionId":"s","uuid":"u1","parentUuid":null,"isSidechain":true,"agentId":"a","requestId":"r1","timestamp":"2026-05-01T23:30:00-01:00","message":{"id":"m1","model":"model-a","usage":{"output_tokens":20}}}
{"type":"assistant","sessionId":"s","uuid":"u2","parentUuid":"u1","isSidechain":false,"message":{"model":"<synthetic>","usage":{"output_tokens":20}}}
{"type":"progress","sessionId":"s","uuid":"u3","parentUuid":"u2","isSidechain":false,"data":{"type":"agent_progress","message":{"type":"assistant","message":{"id":"m2","usage":{"output_tokens":"x"}}}}}
{"type":"system","subtype":"turn_duration","sessionId":"s","uuid":"u4","parentUuid":"u3","isSidechain":false,"durationMs":70000}
{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"t1","toolName":"bash","metadata":{}}}
{"type":"message","message":{"role":"assistant","content":"x","timestamp":"2026-05-02T10:00:00Z"}}
{"type":"done","metadata":{"sessionId":"k","stopReason":"max_tokens","durationMs":9,"numTurns":1,"totalCostUsd":0.1,"usage":{"input_tokens":1,"output_tokens":2}}}
{"type":"suggestion","suggestion":"x"}
{"type":"cut"#;

#[test]
fn the_form() {
    let key = IdKey::from_u64(7);
    let mut now = format!("version {VERSION}\n");
    for (name, stream) in [("stream", STREAM), ("other", OTHER)] {
        let report = scan(key, stream, 0, stream.len());
        let forms = [
            ("report", bytes_of(&report)),
            ("runs", bytes_of(&report.clone().finish().run_list)),
            ("totals", bytes_of(&totals(key, [report]))),
        ];
        for (kind, bytes) in forms {
            _ = write!(now, "{name} {kind} ");
            bytes.iter().for_each(|byte| _ = write!(now, "{byte:02x}"));
            now.push('\n');
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saved/golden.txt");
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let is_renewed = kept.lines().next() != now.lines().next();
    if is_renewed && std::env::var_os("RUNLEX_RENEW").is_some() {
        std::fs::write(&path, now).expect("a writable file");
        return;
    }
    assert!(!is_renewed, "the version is another: renew {} with RUNLEX_RENEW=1", path.display());
    assert!(kept == now, "the form has changed: raise saved::VERSION\n{now}");
}
