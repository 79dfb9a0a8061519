//! Sections 3 and 7: the variant of each line, and the answer of every accessor. Missing, null and a wrong type differ.

use crate::common::{self, Row};
use crate::describe;

#[test]
fn every_accessor() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, describe::event), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&str>] = &[
    (
        "3.1: init",
        r#"{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"T-00000000-0000-4000-8000-000000000001","tools":["Bash","Read"],"mcp_servers":[{"name":"pg","status":"connected"}]}"#,
        "Init cwd='/srv/app' session_id='T-00000000-0000-4000-8000-000000000001' tools=[2] mcp_servers=[1] agent_mode=missing subagents=missing",
    ),
    (
        "3.1: init of the newest builds",
        r#"{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"T-00000000-0000-4000-8000-000000000001","tools":[],"mcp_servers":[],"agent_mode":"medium","subagents":[{"tool_use_id":"toolu_A","description":"index the repo"}]}"#,
        "Init cwd='/srv/app' session_id='T-00000000-0000-4000-8000-000000000001' tools=[0] mcp_servers=[0] agent_mode='medium' subagents=[1]",
    ),
    (
        "7.1: init with a session only",
        r#"{"type":"system","subtype":"init","session_id":"T-1"}"#,
        "Init cwd=missing session_id='T-1' tools=missing mcp_servers=missing agent_mode=missing subagents=missing",
    ),
    (
        "7.8: init of the cheat sheet, without a mode",
        r#"{"type":"system","subtype":"init","session_id":"T-1","cwd":"/tmp","tools":["Bash"],"mcp_servers":[]}"#,
        "Init cwd='/tmp' session_id='T-1' tools=[1] mcp_servers=[0] agent_mode=missing subagents=missing",
    ),
    (
        "init, null and wrong types",
        r#"{"type":"system","subtype":"init","cwd":null,"session_id":7,"tools":"Bash","mcp_servers":{},"agent_mode":[],"subagents":null}"#,
        "Init cwd=null session_id=wrong:7 tools=wrong:\"Bash\" mcp_servers=wrong:{} agent_mode=wrong:[] subagents=null",
    ),
    (
        "3.2: a prompt",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"sum 3 and 5"}]},"parent_tool_use_id":null,"session_id":"T-1"}"#,
        "User message={} parent_tool_use_id=null subagent_tool_use_id=missing session_id='T-1' content=[1]",
    ),
    (
        "3.2: a tool's result",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_B","content":"{\"output\":\"ok\\n\",\"exitCode\":0}","is_error":false}]},"parent_tool_use_id":null,"session_id":"T-1"}"#,
        "User message={} parent_tool_use_id=null subagent_tool_use_id=missing session_id='T-1' content=[1]",
    ),
    (
        "3.2: a background report",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"background task ended"}]},"parent_tool_use_id":null,"subagent_tool_use_id":"toolu_A","session_id":"T-1"}"#,
        "User message={} parent_tool_use_id=null subagent_tool_use_id='toolu_A' session_id='T-1' content=[1]",
    ),
    (
        "7.4: parent missing",
        r#"{"type":"user","session_id":"T-1","message":{"role":"user","content":"hi"}}"#,
        "User message={} parent_tool_use_id=missing subagent_tool_use_id=missing session_id='T-1' content='hi'",
    ),
    (
        "7.4: parent a string",
        r#"{"type":"user","session_id":"T-1","message":{},"parent_tool_use_id":"toolu_A"}"#,
        "User message={} parent_tool_use_id='toolu_A' subagent_tool_use_id=missing session_id='T-1' content=missing",
    ),
    (
        "7.5: a prompt of images only",
        r#"{"type":"user","session_id":"T-1","message":{"role":"user","content":[]}}"#,
        "User message={} parent_tool_use_id=missing subagent_tool_use_id=missing session_id='T-1' content=[0]",
    ),
    (
        "user, wrong types",
        r#"{"type":"user","message":"hi","parent_tool_use_id":0,"subagent_tool_use_id":null,"session_id":null}"#,
        "User message=wrong:\"hi\" parent_tool_use_id=wrong:0 subagent_tool_use_id=null session_id=null content=missing",
    ),
    (
        "3.3: assistant",
        r#"{"type":"assistant","message":{"type":"message","role":"assistant","content":[{"type":"text","text":"Reading."},{"type":"tool_use","id":"toolu_B","name":"Bash","input":{"cmd":"ls"}}],"stop_reason":"tool_use","usage":{"input_tokens":10,"cache_creation_input_tokens":200,"cache_read_input_tokens":0,"output_tokens":21,"max_tokens":968000,"service_tier":"standard"}},"parent_tool_use_id":null,"session_id":"T-1"}"#,
        "Assistant message={} parent_tool_use_id=null session_id='T-1' / id=missing model=missing stop_reason='tool_use' stop_sequence=missing usage={} content=[{\"type\":\"text\",\"text\":\"Reading.\"},{\"type\":\"tool_use\",\"id\":\"toolu_B\",\"name\":\"Bash\",\"input\":{\"cmd\":\"ls\"}}] content=[2]",
    ),
    (
        "3.3: assistant, cancelled",
        r#"{"type":"assistant","message":{"content":[],"stop_reason":null},"session_id":"T-1"}"#,
        "Assistant message={} parent_tool_use_id=missing session_id='T-1' / id=missing model=missing stop_reason=null stop_sequence=missing usage=missing content=[] content=[0]",
    ),
    (
        "7.6: id and model of older builds, no type",
        r#"{"type":"assistant","message":{"id":"msg_1","model":"m","role":"assistant","content":null,"stop_reason":"refusal"},"session_id":"T-1"}"#,
        "Assistant message={} parent_tool_use_id=missing session_id='T-1' / id='msg_1' model='m' stop_reason='refusal' stop_sequence=missing usage=missing content=null content=null",
    ),
    (
        "7.7: usage missing",
        r#"{"type":"assistant","message":{"content":"hi"}}"#,
        "Assistant message={} parent_tool_use_id=missing session_id=missing / id=missing model=missing stop_reason=missing stop_sequence=missing usage=missing content=\"hi\" content='hi'",
    ),
    (
        "7.7: usage of a wrong type",
        r#"{"type":"assistant","message":{"id":1,"model":{},"stop_reason":0,"usage":[],"content":7}}"#,
        "Assistant message={} parent_tool_use_id=missing session_id=missing / id=wrong:1 model=wrong:{} stop_reason=wrong:0 stop_sequence=missing usage=wrong:[] content=7 content=other:7",
    ),
    (
        "assistant without a message",
        r#"{"type":"assistant","session_id":"T-1"}"#,
        "Assistant message=missing parent_tool_use_id=missing session_id='T-1'",
    ),
    (
        "3.4: subagent_finished",
        r#"{"type":"system","subtype":"subagent_finished","tool_use_id":"toolu_A","status":"completed","session_id":"T-1"}"#,
        "SubagentFinished tool_use_id='toolu_A' status='completed' session_id='T-1'",
    ),
    (
        "3.4: subagent_finished, null and wrong types",
        r#"{"type":"system","subtype":"subagent_finished","tool_use_id":null,"status":1}"#,
        "SubagentFinished tool_use_id=null status=wrong:1 session_id=missing",
    ),
    (
        "3.5: error_during_execution",
        r#"{"type":"system","subtype":"error_during_execution","error":"upstream closed","session_id":"T-1"}"#,
        "SystemError error='upstream closed' session_id='T-1'",
    ),
    (
        "3.5: error_max_turns",
        r#"{"type":"system","subtype":"error_max_turns","error":{"code":1}}"#,
        "SystemError error=wrong:{\"code\":1} session_id=missing",
    ),
    (
        "3.6: success",
        r#"{"type":"result","subtype":"success","duration_ms":5400,"is_error":false,"num_turns":1,"result":"8","session_id":"T-1"}"#,
        "Result subtype='success' is_error=false duration_ms=5400 duration_api_ms=missing num_turns=1 result='8' error=missing session_id='T-1' usage=missing permission_denials=missing failed=false",
    ),
    (
        "3.6: error",
        r#"{"type":"result","subtype":"error_during_execution","duration_ms":90,"is_error":true,"num_turns":0,"error":"no network","session_id":"T-1","permission_denials":["Bash"]}"#,
        "Result subtype='error_during_execution' is_error=true duration_ms=90 duration_api_ms=missing num_turns=0 result=missing error='no network' session_id='T-1' usage=missing permission_denials=[1] failed=true",
    ),
    (
        "7.2: error of the cheat sheet",
        r#"{"type":"result","subtype":"error","is_error":true,"result":"","error":"Authentication failed","session_id":"T-1","duration_ms":100,"num_turns":0}"#,
        "Result subtype='error' is_error=true duration_ms=100 duration_api_ms=missing num_turns=0 result='' error='Authentication failed' session_id='T-1' usage=missing permission_denials=missing failed=true",
    ),
    (
        "3.6: all optional fields",
        r#"{"type":"result","subtype":"success","is_error":false,"duration_ms":1.5,"duration_api_ms":7,"num_turns":null,"usage":{},"permission_denials":{}}"#,
        "Result subtype='success' is_error=false duration_ms=1.5 duration_api_ms=7 num_turns=null result=missing error=missing session_id=missing usage={} permission_denials=wrong:{} failed=false",
    ),
    (
        "3.6: is_error decides, not the subtype",
        r#"{"type":"result","subtype":"success","is_error":true}"#,
        "Result subtype='success' is_error=true duration_ms=missing duration_api_ms=missing num_turns=missing result=missing error=missing session_id=missing usage=missing permission_denials=missing failed=true",
    ),
    (
        "3.6: is_error decides, also for good",
        r#"{"type":"result","subtype":"error","is_error":false}"#,
        "Result subtype='error' is_error=false duration_ms=missing duration_api_ms=missing num_turns=missing result=missing error=missing session_id=missing usage=missing permission_denials=missing failed=false",
    ),
    (
        "3.6: is_error missing, success",
        r#"{"type":"result","subtype":"success"}"#,
        "Result subtype='success' is_error=missing duration_ms=missing duration_api_ms=missing num_turns=missing result=missing error=missing session_id=missing usage=missing permission_denials=missing failed=false",
    ),
    (
        "3.6: is_error no truth value, another subtype",
        r#"{"type":"result","subtype":"error_max_turns","is_error":"false"}"#,
        "Result subtype='error_max_turns' is_error=wrong:\"false\" duration_ms=missing duration_api_ms=missing num_turns=missing result=missing error=missing session_id=missing usage=missing permission_denials=missing failed=true",
    ),
    (
        "3.6: neither, and success is not inferred from silence",
        r#"{"type":"result","is_error":null}"#,
        "Result subtype=missing is_error=null duration_ms=missing duration_api_ms=missing num_turns=missing result=missing error=missing session_id=missing usage=missing permission_denials=missing failed=true",
    ),
    ("7.9: unknown type", r#"{"type":"panel","x":1}"#, r#"Unknown {"type":"panel","x":1}"#),
    (
        "7.9: unknown subtype",
        r#"{"type":"system","subtype":"compact"}"#,
        r#"Unknown {"type":"system","subtype":"compact"}"#,
    ),
    ("7.9: system without a subtype", r#"{"type":"system"}"#, r#"Unknown {"type":"system"}"#),
    ("7.9: no type", r#"{"message":{}}"#, r#"Unknown {"message":{}}"#),
    ("7.9: a type that is no string", r#"{"type":null}"#, r#"Unknown {"type":null}"#),
    (
        "7.11: another family of events",
        r#"{"type":"message_streamed","session_id":"T-1"}"#,
        r#"Unknown {"type":"message_streamed","session_id":"T-1"}"#,
    ),
    (
        "2: white space and any order",
        "{ \"session_id\" : \"T-1\" ,\t\"subtype\" : \"init\" , \"type\" : \"system\" }",
        "Init cwd=missing session_id='T-1' tools=missing mcp_servers=missing agent_mode=missing subagents=missing",
    ),
    (
        "escaped names and values are the same",
        r#"{"ty\u0070e":"syst\u0065m","subtype":"in\u0069t","c\u0077d":"\/srv\u00e9"}"#,
        "Init cwd='/srvé' session_id=missing tools=missing mcp_servers=missing agent_mode=missing subagents=missing",
    ),
    (
        "the last of equal names",
        r#"{"type":"user","type":"system","subtype":"init","cwd":"/a","cwd":"/b"}"#,
        "Init cwd='/b' session_id=missing tools=missing mcp_servers=missing agent_mode=missing subagents=missing",
    ),
];
