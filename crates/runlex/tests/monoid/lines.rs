//! Lines of every program and every kind of damage, from so few ids and numbers that they collide all the time.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A stream: lines with either line end, the last one perhaps without.
pub(crate) fn stream() -> impl Strategy<Value = Vec<u8>> {
    let ends = prop_oneof![5 => Just("\n"), 1 => Just("\r\n")];
    (vec((line(), ends), 0..40), any::<bool>()).prop_map(|(lines, ended)| {
        let last = lines.len();
        let mut bytes = Vec::new();
        for (at, (line, end)) in lines.into_iter().enumerate() {
            bytes.extend(line);
            if ended || at + 1 < last {
                bytes.extend(end.bytes());
            }
        }
        bytes
    })
}

fn line() -> BoxedStrategy<Vec<u8>> {
    prop_oneof![
        3 => begins(),
        6 => assistant(),
        4 => tool_results(),
        3 => ends(),
        2 => progress(),
        2 => between(),
        3 => other_programs(),
        1 => odd(),
        1 => damage(),
    ]
    .boxed()
}

/// `,"session_id":...` under one of its names, or nothing.
fn session() -> impl Strategy<Value = String> {
    let name =
        select(&["session_id", "session_id", "sessionId", "sessionID", "thread_id", r"session\u005fid"][..]);
    let id = select(&["T-1", "T-2", r"T\u002d1", "S-1", ""][..]);
    prop_oneof![
        1 => Just(String::new()),
        4 => (name, id).prop_map(|(name, id)| format!(r#","{name}":"{id}""#)),
        1 => Just(r#","session_id":"T-3","thread_id":"S-3""#.to_owned()),
    ]
}

/// What tells of a program other than Amp, or whose line it is and when, or nothing.
fn mark() -> impl Strategy<Value = &'static str> {
    let marks = select(
        &[
            r#","uuid":"u""#,
            r#","uuid":"v","timestamp":"2026-05-01T10:00:00.000Z""#,
            r#","uuid":"w","parent_tool_use_id":"a""#,
            r#","timestamp_ms":1"#,
            r#","isSidechain":false,"timestamp":"2026-05-02T01:00:00Z""#,
            r#","isSidechain":false,"requestId":"r","uuid":"u""#,
            r#","isSidechain":true,"requestId":"s","agentId":"g""#,
            r#","isSidechain":false,"isApiErrorMessage":true"#,
        ][..],
    );
    prop_oneof![2 => Just(""), 2 => marks]
}

fn begins() -> impl Strategy<Value = Vec<u8>> {
    const CLAUDE: &str = r#","tools":[],"model":"m","apiKeySource":"none""#;
    let more = select(
        &["", r#","tools":[],"mcp_servers":[]"#, r#","model":"m","apiKeySource":"none""#, CLAUDE, CLAUDE][..],
    );
    (session(), more, mark())
        .prop_map(|(session, more, mark)| bytes(r#""system","subtype":"init""#, &[&session, more, mark]))
}

/// Few values, so that the highest output is often a tie; some that are no counts, some that only a wide sum holds.
fn usage() -> impl Strategy<Value = String> {
    let count = || prop_oneof![8 => select(&["0", "1", "2", "2.0"][..]), 1 => select(&["-1", "1.5", "\"2\"", "null", "18446744073709551615"][..])];
    let more = select(&["", "", r#","max_tokens":9"#][..]);
    (count(), count(), count(), more).prop_map(|(input, output, cached, more)| {
        format!(r#","usage":{{"input_tokens":{input},"output_tokens":{output},"cache_read_input_tokens":{cached}{more}}}"#)
    })
}

fn maybe_usage() -> impl Strategy<Value = String> {
    prop_oneof![1 => Just(String::new()), 4 => usage()]
}

/// A member with an id out of three (one of them also written with an escape), or no id, or one that is no string.
fn id(name: &'static str) -> impl Strategy<Value = String> {
    let id = select(&[r#""a""#, r#""b""#, r#""c""#, r#""\u0061""#, "null", "7"][..]);
    prop_oneof![1 => Just(String::new()), 6 => id.prop_map(move |id| format!(r#","{name}":{id}"#))]
}

fn assistant() -> impl Strategy<Value = Vec<u8>> {
    let name = select(&[r#","name":"Bash""#, r#","name":"Read""#, ""][..]);
    let block = prop_oneof![
        1 => Just(r#"{"type":"text","text":"x"}"#.to_owned()),
        3 => (id("id"), name).prop_map(|(id, name)| format!(r#"{{"type":"tool_use"{id}{name},"input":{{}}}}"#)),
    ];
    (id("id"), model(), maybe_usage(), vec(block, 0..4), session(), mark()).prop_map(
        |(id, model, usage, blocks, session, mark)| {
            let content = blocks.join(",");
            let message =
                format!(r#","message":{{"role":"assistant"{id}{model}{usage},"content":[{content}]}}"#);
            bytes(r#""assistant""#, &[&message, &session, mark])
        },
    )
}

fn model() -> impl Strategy<Value = &'static str> {
    select(&["", r#","model":"m""#, r#","model":"n""#, r#","model":"<synthetic>""#][..])
}

/// A message of a sub-agent within a line of progress.
fn progress() -> impl Strategy<Value = Vec<u8>> {
    let request = select(&["", r#","requestId":"r""#, r#","requestId":"s""#][..]);
    (id("id"), model(), maybe_usage(), request, session(), mark()).prop_map(
        |(id, model, usage, request, session, mark)| {
            let data = format!(
                r#","data":{{"type":"agent_progress","message":{{"type":"assistant","message":{{"role":"assistant"{id}{model}{usage}}}{request}}}}}"#
            );
            bytes(r#""progress""#, &[&data, &session, mark])
        },
    )
}

/// What stands between turns.
fn between() -> impl Strategy<Value = Vec<u8>> {
    let lines = [
        r#""conversation_reset","new_conversation_id":"S-1","uuid":"u","session_id":"T-9""#,
        r#""conversation_reset","uuid":"u","session_id":"S-1""#,
        r#""system","subtype":"turn_duration","durationMs":5,"isSidechain":false"#,
        r#""system","subtype":"turn_duration","isSidechain":false"#,
        r#""rate_limit_event""#,
    ];
    (0..lines.len()).prop_map(move |at| bytes(lines[at], &[]))
}

fn tool_results() -> impl Strategy<Value = Vec<u8>> {
    let error = select(&["", r#","is_error":true"#, r#","is_error":false"#, r#","is_error":"true""#][..]);
    let block = (id("tool_use_id"), error)
        .prop_map(|(id, error)| format!(r#"{{"type":"tool_result"{id}{error},"content":"x"}}"#));
    (vec(block, 0..4), session(), mark()).prop_map(|(blocks, session, mark)| {
        let message = format!(r#","message":{{"role":"user","content":[{}]}}"#, blocks.join(","));
        bytes(r#""user""#, &[&message, &session, mark])
    })
}

/// Results, with usage of their own or not.
fn ends() -> impl Strategy<Value = Vec<u8>> {
    let how = select(
        &[
            r#","subtype":"success","is_error":false"#,
            r#","subtype":"error_during_execution","is_error":true,"error":"x""#,
            r#","subtype":"success""#,
            r#","subtype":"success","is_error":true,"duration_ms":7.5,"num_turns":2"#,
            r#","subtype":"success","is_error":false,"duration_ms":7,"num_turns":3"#,
            "",
        ][..],
    );
    let cost = select(
        &[
            "",
            "",
            r#","total_cost_usd":0.1"#,
            r#","total_cost_usd":0.25"#,
            r#","cost_usd":0.1"#,
            r#","total_cost_usd":-1"#,
        ][..],
    );
    let models = select(
        &[
            "",
            "",
            r#","modelUsage":{}"#,
            r#","modelUsage":{"m":{"inputTokens":1,"outputTokens":2,"costUSD":0.1}}"#,
            r#","modelUsage":{"n":{"inputTokens":3,"cacheReadInputTokens":1},"o":{"input_tokens":9}}"#,
            r#","modelUsage":{"m":{"inputTokens":-1,"outputTokens":5},"n":7}"#,
        ][..],
    );
    (how, cost, models, maybe_usage(), session(), mark()).prop_map(
        |(how, cost, models, usage, session, mark)| {
            bytes(r#""result""#, &[how, cost, models, &usage, &session, mark])
        },
    )
}

/// AFK, Codex, OpenCode, Cursor, Qwen Code, Gemini, Droid, Goose.
fn other_programs() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        Just(bytes(r#""chunk","chunk":{"type":"content","content":"x"}"#, &[])),
        afk_chunk(),
        Just(bytes(r#""message","message":{"content":"x","timestamp":"2026-05-01T10:00:00.000Z"}"#, &[])),
        Just(bytes(r#""done""#, &[])),
        usage().prop_map(|usage| bytes(
            r#""done""#,
            &[r#","metadata":{"sessionId":"S-3","durationMs":1.5,"totalCostUsd":0.01"#, &usage, "}"]
        )),
        usage().prop_map(|usage| bytes(r#""done""#, &[r#","metadata":{"x":1"#, &usage, "}"])),
        Just(bytes(r#""error""#, &[r#","error":{"message":"x"}"#])),
        Just(bytes(r#""error""#, &[r#","error":"x""#])),
        Just(bytes(r#""thread.started","thread_id":"S-2""#, &[])),
        usage().prop_map(|usage| bytes(r#""turn.completed""#, &[&usage])),
        Just(bytes(r#""turn.failed""#, &[])),
        codex_item(),
        cursor(),
        cursor(),
        qwen(),
        qwen(),
        rollout(),
        rollout(),
        rollout(),
        opencode(),
        opencode(),
        pi(),
        pi(),
        copilot(),
        gemini(),
        gemini(),
        gemini_chat(),
        gemini_chat(),
        droid(),
        goose(),
    ]
}

/// OpenCode, with few messages and steps.
fn opencode() -> impl Strategy<Value = Vec<u8>> {
    let count = || select(&["0", "1", "2", "-1"][..]);
    let reason =
        select(&["", r#","reason":"stop""#, r#","reason":"tool-calls""#, r#","reason":"length""#][..]);
    let cost = select(&["", r#","cost":0.1"#, r#","cost":-1"#][..]);
    let step = (id("id"), reason, cost, count(), count(), count()).prop_map(|(id, reason, cost, input, read, reasoning)| {
        format!(
            r#""step_finish","part":{{"messageID":"m"{id}{reason}{cost},"tokens":{{"input":{input},"output":1,"reasoning":{reasoning},"cache":{{"read":{read}}}}}}}"#
        )
    });
    let status = select(&["completed", "error", "running"][..]);
    let tool = (id("callID"), status).prop_map(|(id, status)| {
        format!(r#""tool_use","part":{{"tool":"Bash"{id},"state":{{"status":"{status}","input":{{}}}}}}"#)
    });
    let other = select(
        &[
            r#""step_start","part":{}"#,
            r#""text","part":{"text":"x"}"#,
            r#""step_finish""#,
            r#""error","error":{"name":"E","data":{"message":"x"}}"#,
            r#""error","error":"x""#,
            r#""new""#,
        ][..],
    );
    let kind = prop_oneof![3 => step, 2 => tool, 2 => other.prop_map(str::to_owned)];
    let time = select(&["1777629600000", "1777629600001", "\"new\""][..]);
    let session = select(&["S-1", "S-2"][..]);
    (kind, time, session).prop_map(|(kind, time, session)| {
        bytes(&kind, &[&format!(r#","timestamp":{time},"sessionID":"{session}""#)])
    })
}

/// Pi's streams and session files, with few times, so that some are older than a copy.
fn pi() -> impl Strategy<Value = Vec<u8>> {
    let count = || select(&["0", "1", "2", "-1"][..]);
    let role = select(&["user", "assistant", "assistant", "toolResult", "custom", "other"][..]);
    let content = select(&[r#""x""#, r#"[{"type":"text","text":"x"}]"#, "[]", "7"][..]);
    let stop = select(&["stop", "toolUse", "error"][..]);
    let number = select(&["1777629600000", "1777629601000"][..]);
    let usage = (count(), count(), count()).prop_map(|(input, read, output)| {
        format!(r#","model":"m","usage":{{"input":{input},"cacheRead":{read},"output":{output},"cost":{{"total":0.1}}}}"#)
    });
    let usage = prop_oneof![2 => usage, 1 => Just(String::new())];
    let call =
        id("id").prop_map(|id| format!(r#"[{{"type":"toolCall","name":"Bash","arguments":{{}}{id}}}]"#));
    let content = prop_oneof![3 => content.prop_map(str::to_owned), 1 => call];
    let message = (role, content, stop, number, usage, id("toolCallId")).prop_map(
        |(role, content, stop, time, usage, id)| {
            format!(
                r#"{{"role":"{role}","content":{content},"stopReason":"{stop}","timestamp":{time}{usage}{id},"isError":true}}"#
            )
        },
    )
    .boxed();
    let kind = select(&["message_start", "message_end", "message_end", "turn_end"][..]);
    let time =
        select(&["2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.900Z", "2026-05-01T10:00:01.000Z"][..]);
    let other = select(
        &[
            r#""session","id":"S-1","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/w""#,
            r#""session","id":"S-2","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/w","parentSession":"p""#,
            r#""agent_start""#,
            r#""tool_execution_start","toolCallId":"a","toolName":"Bash""#,
            r#""tool_execution_end","toolCallId":"a","isError":true"#,
            r#""message_update","assistantMessageEvent":{"type":"text_delta","delta":"x"}"#,
            r#""model_change","timestamp":"2026-05-01T10:00:01.000Z","modelId":"n""#,
            r#""custom_message","timestamp":"2026-05-01T10:00:01.000Z","customType":"c","content":"x""#,
        ][..],
    );
    prop_oneof![
        3 => (kind, message.clone()).prop_map(|(kind, message)| format!(r#""{kind}","message":{message}"#)),
        3 => (message.clone(), time, id("id")).prop_map(|(message, time, id)| {
            format!(r#""message","timestamp":"{time}","message":{message}{id}"#)
        }),
        1 => message.prop_map(|message| format!(r#""agent_end","messages":[{message}]"#)),
        2 => other.prop_map(str::to_owned),
    ]
    .prop_map(|line| bytes(&line, &[]))
}

/// Copilot, with few models and calls.
fn copilot() -> impl Strategy<Value = Vec<u8>> {
    let usage = || {
        let count = || select(&["0", "1", "2", "-1"][..]);
        (count(), count()).prop_map(|(input, output)| {
            format!(r#""inputTokens":{input},"outputTokens":{output},"cacheReadTokens":1"#)
        })
    };
    let model = select(&["m", "n"][..]);
    let kind = select(&["routine", "error"][..]);
    let shutdown = (kind, model.clone(), usage()).prop_map(|(kind, model, usage)| {
        format!(
            r#""session.shutdown","data":{{"shutdownType":"{kind}","modelMetrics":{{"{model}":{{"usage":{{{usage}}}}}}}}}"#
        )
    });
    let called = (model, usage())
        .prop_map(|(model, usage)| format!(r#""assistant.usage","data":{{"model":"{model}",{usage}}}"#));
    let other = select(
        &[
            r#""session.start","data":{"sessionId":"S-1","context":{"cwd":"/w"}}"#,
            r#""session.start","data":{"sessionId":"S-2"}"#,
            r#""session.resume","data":{}"#,
            r#""session.shutdown","data":{}"#,
            r#""session.task_complete","data":{"success":true}"#,
            r#""user.message","data":{"content":"x"}"#,
            r#""assistant.message","data":{"content":"","toolRequests":[{"toolCallId":"a","name":"Bash"}]}"#,
            r#""assistant.message","data":{"content":"x","model":"m"}"#,
            r#""tool.execution_start","data":{"toolCallId":"a","toolName":"Bash"}"#,
            r#""tool.execution_complete","data":{"toolCallId":"a","success":false}"#,
            r#""abort","data":{}"#,
        ][..],
    );
    prop_oneof![2 => shutdown, 2 => called, 4 => other.prop_map(str::to_owned)]
        .prop_map(|line| bytes(&line, &[r#","timestamp":"2026-05-01T10:00:00.000Z","parentId":null"#]))
}

/// Items of `codex exec`.
fn codex_item() -> impl Strategy<Value = Vec<u8>> {
    let stage = select(&["item.started", "item.completed"][..]);
    let item = select(
        &[
            r#""type":"command_execution","status":"failed","exit_code":1"#,
            r#""type":"command_execution","status":"completed","exit_code":0"#,
            r#""type":"mcp_tool_call","tool":"Read","error":{"message":"x"}"#,
            r#""type":"agent_message","text":"x""#,
            r#""type":"new""#,
        ][..],
    );
    (stage, item, id("id"))
        .prop_map(|(stage, item, id)| bytes(&format!(r#""{stage}","item":{{{item}{id}}}"#), &[]))
}

/// Lines of Codex's session files, with few times, so that some are those of a fork's start.
fn rollout() -> impl Strategy<Value = Vec<u8>> {
    let usage = || {
        let count = || select(&["0", "1", "2", "3", "-1"][..]);
        (count(), count()).prop_map(|(input, output)| {
            format!(r#"{{"input_tokens":{input},"output_tokens":{output},"cached_input_tokens":1}}"#)
        })
    };
    let meta = select(
        &[
            r#""session_meta","payload":{"id":"S-1","cwd":"/w"}"#,
            r#""session_meta","payload":{"id":"S-2","forked_from_id":"S-1"}"#,
            r#""session_meta","payload":{"id":"S-1","source":{"subagent":{"thread_spawn":{"parent_thread_id":"S-2"}}}}"#,
        ][..],
    );
    let said = select(
        &[
            r#""turn_context","payload":{"model":"m"}"#,
            r#""turn_context","payload":{"model":"n"}"#,
            r#""event_msg","payload":{"type":"task_complete","turn_id":"t","duration_ms":3}"#,
            r#""event_msg","payload":{"type":"turn_aborted","reason":"interrupted"}"#,
            r#""event_msg","payload":{"type":"user_message","message":"x"}"#,
            r#""event_msg","payload":{"type":"token_count","info":null}"#,
            r#""response_item","payload":{"type":"function_call","call_id":"a","name":"Bash","arguments":"{}"}"#,
            r#""response_item","payload":{"type":"function_call_output","call_id":"a","output":"Exit code: 1\nOutput:\nx"}"#,
            r#""response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}"#,
            r#""world_state","payload":{"full":true}"#,
        ][..],
    );
    let counted = (usage(), usage()).prop_map(|(total, last)| {
        format!(r#""event_msg","payload":{{"type":"token_count","info":{{"total_token_usage":{total},"last_token_usage":{last}}}}}"#)
    });
    let recorded = (usage(), id("response_id")).prop_map(|(usage, id)| {
        format!(r#""token_usage_record","payload":{{"thread_id":"S-1","usage":{usage}{id}}}"#)
    });
    let kind = prop_oneof![
        2 => meta.prop_map(str::to_owned),
        4 => said.prop_map(str::to_owned),
        4 => counted,
        1 => recorded,
    ];
    let time = select(
        &["2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.900Z", "2026-05-01T10:00:01.000Z", "new"][..],
    );
    (kind, time).prop_map(|(kind, time)| bytes(&kind, &[&format!(r#","timestamp":"{time}""#)]))
}

/// Lines of Cursor, of which some say nothing of their program.
fn cursor() -> impl Strategy<Value = Vec<u8>> {
    let tool = select(
        &[
            r#","subtype":"started","tool_call":{"shellToolCall":{"args":{}}}"#,
            r#","subtype":"completed","tool_call":{"shellToolCall":{"result":{"failure":{}}}}"#,
            r#","subtype":"completed","tool_call":{"function":{"name":"f","result":{"success":{}}}}"#,
            r#","subtype":"started","tool_call":{"x":1}"#,
        ][..],
    );
    let count = || select(&["0", "1", "2", "-1"][..]);
    let usage = (count(), count()).prop_map(|(input, output)| {
        format!(r#","usage":{{"inputTokens":{input},"outputTokens":{output},"cacheReadTokens":1,"totalCost":0.5}}"#)
    });
    let how = select(
        &[
            r#","subtype":"success","is_error":false,"duration_ms":5"#,
            r#","subtype":"error","is_error":true"#,
            "",
        ][..],
    );
    let request = select(&[r#","request_id":"r""#, ""][..]);
    let lines = select(
        &[
            r#""system","subtype":"init","apiKeySource":"login","model":"m","session_id":"S-1""#,
            r#""system","subtype":"init","apiKeySource":"env","model":"n","session_id":"S-2""#,
            r#""thinking","subtype":"delta","text":"x","timestamp_ms":1800000000000"#,
            r#""assistant","message":{"content":[{"type":"text","text":"x"}]},"timestamp_ms":1800000000001"#,
            r#""assistant","message":{"content":[{"type":"text","text":"x"}]},"session_id":"S-1""#,
            r#""user","message":{"content":[{"type":"text","text":"x"}]},"session_id":"S-1""#,
        ][..],
    );
    prop_oneof![
        3 => lines.prop_map(|line| bytes(line, &[])),
        2 => (tool, id("call_id")).prop_map(|(tool, id)| bytes(r#""tool_call""#, &[tool, &id])),
        2 => (how, usage, request)
            .prop_map(|(how, usage, request)| bytes(r#""result""#, &[how, &usage, request])),
    ]
}

/// Qwen Code: the first line of a stream, whose others are Claude Code's, and records of session files.
fn qwen() -> impl Strategy<Value = Vec<u8>> {
    let init = select(
        &[
            r#""system","subtype":"init","qwen_code_version":"1","model":"m","uuid":"u","session_id":"S-1""#,
            r#""system","subtype":"init","permission_mode":"yolo","tools":[],"uuid":"u","session_id":"S-2""#,
        ][..],
    );
    let count = || select(&["0", "1", "2", "-1"][..]);
    let parent = select(&["null", "\"p\"", "\"p\"", "\"p\""][..]);
    let beside = select(
        &[
            r#","sessionId":"S-1","timestamp":"2026-05-01T10:00:00.000Z""#,
            r#","sessionId":"S-2","timestamp":"2026-05-01T10:00:01.000Z""#,
            r#","sessionId":"S-2","forkedFrom":{"sessionId":"S-1"}"#,
            r#","sessionId":"S-1","agentId":"g","isSidechain":true"#,
        ][..],
    );
    let said = select(
        &[
            r#""user","message":{"parts":[{"text":"x"}]}"#,
            r#""user","subtype":"cron","message":{"parts":[]}"#,
            r#""assistant","model":"m","message":{"parts":[{"functionCall":{"id":"a","name":"Bash"}}]}"#,
            r#""tool_result","message":{"parts":[{"functionResponse":{"id":"a","response":{"error":"x"}}}]}"#,
            r#""tool_result","message":{"parts":[{"functionResponse":{"id":"b","response":{"output":"x"}}}]}"#,
            r#""system","subtype":"slash_command","systemPayload":{}"#,
        ][..],
    );
    let used = (count(), count(), model()).prop_map(|(input, output, model)| {
        format!(r#""assistant","message":{{"parts":[{{"text":"x"}}]}},"usageMetadata":{{"promptTokenCount":{input},"candidatesTokenCount":{output},"thoughtsTokenCount":1}}{model}"#)
    });
    let told = (count(), count(), model(), id("response_id")).prop_map(|(input, output, model, id)| {
        format!(r#""system","subtype":"ui_telemetry","systemPayload":{{"uiEvent":{{"input_token_count":{input},"output_token_count":{output}{model}{id}}}}}"#)
    });
    let record = prop_oneof![3 => said.prop_map(str::to_owned), 3 => used, 1 => told];
    let uuid = select(&[r#","uuid":"u""#, r#","uuid":"v""#, ""][..]);
    prop_oneof![
        2 => init.prop_map(|line| bytes(line, &[])),
        3 => (record, parent, beside, uuid)
            .prop_map(|(record, parent, beside, uuid)| bytes(&record, &[",\"parentUuid\":", parent, beside, uuid])),
    ]
}

/// Gemini CLI's stream, with models that add up to the figures or not, and lines that nobody claims without their time.
fn gemini() -> impl Strategy<Value = Vec<u8>> {
    let figures = |of: [&str; 4]| {
        format!(
            r#""total_tokens":{},"input_tokens":{},"output_tokens":{},"cached":{}"#,
            of[0], of[1], of[2], of[3]
        )
    };
    let stats =
        select(
            &[
                ["5", "3", "1", "1"],
                ["9", "6", "2", "0"],
                ["2", "3", "1", "0"],
                ["-1", "\"3\"", "1.5", "null"],
            ][..],
        )
        .prop_flat_map(move |of| {
            let (own, twice) = (figures(of), figures(["10", "6", "2", "2"]));
            select(vec![
                format!("{{{own}}}"),
                format!(r#"{{{own},"models":{{"m":{{{own}}}}},"duration_ms":3}}"#),
                format!(r#"{{{twice},"models":{{"m":{{{own}}},"n":{{{own}}},"x":7}}}}"#),
                format!(r#"{{{own},"models":{{}}}}"#),
                "7".to_owned(),
            ])
        });
    let said = select(
        &[
            r#""init","session_id":"S-1","model":"m""#,
            r#""init","session_id":"S-2""#,
            r#""message","role":"user","content":"x""#,
            r#""message","role":"assistant","content":"x","delta":true"#,
            r#""tool_use","tool_id":"a","tool_name":"Bash","parameters":{}"#,
            r#""tool_use","tool_id":"b","tool_name":"Read""#,
            r#""tool_result","tool_id":"a","status":"error","error":{"message":"x"}"#,
            r#""tool_result","tool_id":"c","status":"success","output":"x""#,
            r#""error","severity":"warning","message":"x""#,
        ][..],
    );
    let status = select(&["success", "error", "new"][..]);
    let ended = (status, stats)
        .prop_map(|(status, stats)| format!(r#""result","status":"{status}","stats":{stats}"#));
    let kind = prop_oneof![3 => said.prop_map(str::to_owned), 1 => ended];
    let time = select(&[r#","timestamp":"2026-05-01T10:00:00.000Z""#, r#","timestamp":"new""#][..]);
    (kind, time).prop_map(|(kind, time)| bytes(&kind, &[time]))
}

/// Gemini CLI's recordings: records of few ids that are written again, with other figures or calls.
fn gemini_chat() -> impl Strategy<Value = Vec<u8>> {
    let log = select(
        &[
            r#"{"sessionId":"S-1","projectHash":"h","startTime":"2026-05-01T10:00:00.000Z"}"#,
            r#"{"sessionId":"S-2","projectHash":"h"}"#,
            r#"{"$set":{"sessionId":"S-1","messages":[]}}"#,
            r#"{"$rewindTo":"a"}"#,
        ][..],
    );
    let tokens = select(
        &[
            "",
            r#","tokens":null"#,
            r#","tokens":{"input":3,"output":1,"cached":1,"thoughts":2,"tool":1}"#,
            r#","tokens":{"input":-1,"output":2}"#,
        ][..],
    );
    let calls = select(
        &[
            "",
            r#","toolCalls":[{"id":"a","name":"Bash","status":"executing"}]"#,
            r#","toolCalls":[{"id":"a","name":"Bash","status":"success"},{"id":"b","name":"Read","status":"cancelled"}]"#,
            r#","toolCalls":[{"name":"Bash","status":"error"},7]"#,
        ][..],
    );
    let id = select(&["a", "b", r"\u0061"][..]);
    let content = select(&[r#""""#, r#""x""#, r#"[{"text":"x"},"y"]"#][..]);
    let record =
        (select(&["gemini", "gemini", "user", "info", "error"][..]), id, content, model(), tokens, calls)
            .prop_map(|(kind, id, content, model, tokens, calls)| {
                let more = if kind == "gemini" { [model, tokens, calls].concat() } else { String::new() };
                bytes(
                    &format!(r#""{kind}","id":"{id}","content":{content}"#),
                    &[r#","timestamp":"2026-05-01T10:00:01.000Z""#, &more],
                )
            });
    prop_oneof![2 => log.prop_map(|line| line.as_bytes().to_vec()), 4 => record]
}

/// Factory Droid, with lines that nobody claims without their time.
fn droid() -> impl Strategy<Value = Vec<u8>> {
    let kind = select(
        &[
            r#""system","subtype":"init","tools":[],"model":"m","reasoning_effort":"high""#,
            r#""message","role":"assistant","text":"x""#,
            r#""reasoning","id":"a","text":"x""#,
            r#""tool_call","id":"a","toolId":"Bash","toolName":"Bash""#,
            r#""tool_result","id":"a","toolId":"Bash","isError":true"#,
            r#""tool_result","id":"b","toolId":"Read","isError":false"#,
            r#""error","source":"cli","message":"x""#,
            r#""completion","finalText":"x","durationMs":7.5,"numTurns":2"#,
        ][..],
    );
    let time = select(&["", r#","timestamp":1777629600000"#, r#","timestamp":1777629600900.5"#][..]);
    let session = select(&[r#","session_id":"S-1""#, r#","session_id":"S-2""#][..]);
    (kind, time, session, maybe_usage()).prop_map(|(kind, time, session, usage)| {
        let usage = if kind.starts_with(r#""completion"#) { usage } else { String::new() };
        bytes(kind, &[time, session, &usage])
    })
}

/// Goose.
fn goose() -> impl Strategy<Value = Vec<u8>> {
    let blocks = select(
        &[
            r#"{"type":"text","text":"x"}"#,
            r#"{"type":"toolRequest","id":"a","toolCall":{"status":"success","value":{"name":"Bash","arguments":{}}}}"#,
            r#"{"type":"toolResponse","id":"a","toolResult":{"status":"success","value":{"isError":true}}}"#,
            r#"{"type":"toolResponse","id":"b","toolResult":{"status":"error","error":"x"}},{"type":"thinking"}"#,
        ][..],
    );
    let said = (blocks, select(&["user", "assistant"][..])).prop_map(|(blocks, role)| {
        format!(
            r#""message","message":{{"id":"a","role":"{role}","created":1777629600.5,"content":[{blocks}]}}"#
        )
    });
    let other = select(
        &[
            r#""notification","extension_id":"x","log":{"message":"y"}"#,
            r#""model_change","model":"n","mode":"auto""#,
            r#""complete","total_tokens":9"#,
            r#""complete","total_tokens":null,"input_tokens":3,"output_tokens":1,"cost_usd":0.25"#,
            r#""complete","total_tokens":4,"input_tokens":-1,"output_tokens":2,"cache_read_input_tokens":1"#,
        ][..],
    );
    prop_oneof![said, other.prop_map(str::to_owned)].prop_map(|kind| bytes(&kind, &[]))
}

fn afk_chunk() -> impl Strategy<Value = Vec<u8>> {
    let id = select(&[r#","toolUseId":"a""#, r#","toolUseId":"b""#, ""][..]);
    let kind = select(
        &[
            r#""tool_use_detail","toolName":"bash","pending":true"#,
            r#""tool_use_detail","toolName":"bash""#,
            r#""tool_result","isError":true"#,
            r#""tool_result","isError":false"#,
        ][..],
    );
    (kind, id).prop_map(|(kind, id)| bytes(&format!(r#""chunk","chunk":{{"type":{kind}{id}}}"#), &[]))
}

/// Sound lines that say little: unknown types, types that are no strings, notes, blanks.
fn odd() -> impl Strategy<Value = Vec<u8>> {
    let lines: &[&str] = &[
        "{}",
        r#"{"type":7}"#,
        r#"{"type":"new","subtype":"x"}"#,
        r#"{"type":"new","subtype":"\u0078"}"#,
        r#"{"type":"\ud800","a":"\udc00\ud800"}"#,
        "",
        " \t\r",
    ];
    select(lines).prop_map(|line| line.as_bytes().to_vec())
}

fn damage() -> impl Strategy<Value = Vec<u8>> {
    let lines: &[&[u8]] = &[
        br#"{"type":"assist"#,
        br#"{"type":"as{"type":"user"}"#,
        br#"{"type":"user"}{"type":"user"}"#,
        br#"{"type":"user"} x"#,
        br#"data: {"type":"user"}"#,
        b"npm warn old",
        b"[{}]",
        b"{'type':1}",
        b"{\"a\":\"\x01\"}",
        b"{\"a\":\"\xFF\"}",
        b"{\"a\":\"x\0\0\0\0\"}",
        b"\xEF\xBB\xBF{}",
    ];
    select(lines).prop_map(<[u8]>::to_vec)
}

/// A line of a type, with what else it holds.
fn bytes(kind: &str, more: &[&str]) -> Vec<u8> {
    format!(r#"{{"type":{kind}{}}}"#, more.concat()).into_bytes()
}
