//! The judge: what a line says, from the words of the pages, over `serde_json` values.

use serde_json::Value;

/// An item, as far as it is judged.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Piece {
    pub(crate) kind: &'static str,
    pub(crate) session: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) texts: Vec<Option<String>>,
    pub(crate) value: Option<Value>,
    pub(crate) counts: [u64; 4],
    pub(crate) outcome: &'static str,
}

impl Piece {
    pub(crate) fn of(kind: &'static str) -> Piece {
        Piece { kind, ..Piece::default() }
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

fn counts(usage: &Value, names: [&str; 4]) -> [u64; 4] {
    names.map(|name| count(&usage[name]))
}

const SNAKE: [&str; 4] =
    ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];
const CAMEL: [&str; 4] = ["inputTokens", "cacheCreationInputTokens", "cacheReadInputTokens", "outputTokens"];

fn usage(usage: &Value, model: Option<String>, scope: &'static str) -> Option<Piece> {
    usage.is_object().then(|| Piece {
        counts: counts(usage, SNAKE),
        texts: vec![model],
        outcome: scope,
        ..Piece::of("Usage")
    })
}

/// The blocks of a message, or its string.
fn content(message: &Value, user: Option<bool>, bare: bool) -> Vec<Piece> {
    let said = |said: Option<String>| Piece {
        texts: vec![said],
        outcome: if user == Some(true) { "injected" } else { "" },
        ..Piece::of(if user.is_some() { "UserText" } else { "AssistantText" })
    };
    if !message.is_object() {
        return if message.is_null() { Vec::new() } else { vec![Piece::of("OtherValue")] };
    }
    match &message["content"] {
        Value::Null => Vec::new(),
        Value::String(text) => vec![said(Some(text.clone()))],
        Value::Array(blocks) => blocks
            .iter()
            .map(|block| match block["type"].as_str() {
                Some("text") if block["text"].is_string() => said(text(&block["text"])),
                Some("thinking") => Piece { texts: vec![text(&block["thinking"])], ..Piece::of("Thinking") },
                Some("redacted_thinking") => Piece { texts: vec![None], ..Piece::of("Thinking") },
                Some("tool_use" | "server_tool_use" | "mcp_tool_use") => Piece {
                    texts: vec![text(&block["id"]), text(&block["name"])],
                    value: block.get("input").cloned(),
                    ..Piece::of("ToolCall")
                },
                Some(
                    kind @ ("tool_result"
                    | "web_search_tool_result"
                    | "advisor_tool_result"
                    | "mcp_tool_result"),
                ) => {
                    let failed = kind != "tool_result" && block["content"].get("error_code").is_some();
                    Piece {
                        texts: vec![text(&block["tool_use_id"])],
                        value: block.get("content").cloned(),
                        outcome: match &block["is_error"] {
                            _ if failed => "error",
                            Value::Bool(true) => "error",
                            Value::Bool(false) | Value::Null => "ok",
                            _ => "unknown",
                        },
                        ..Piece::of("ToolResult")
                    }
                }
                _ if block.is_string() && bare => said(text(block)),
                _ if block.is_object() => Piece::of("Other"),
                _ => Piece::of("OtherValue"),
            })
            .collect(),
        _ => vec![Piece::of("OtherValue")],
    }
}

/// A model's message: its content, then its usage; both under its id.
fn message(message: &Value) -> Vec<Piece> {
    let mut pieces = content(message, None, false);
    pieces.extend(usage(&message["usage"], text(&message["model"]), "message"));
    for piece in &mut pieces {
        piece.message = text(&message["id"]);
    }
    pieces
}

fn in_session(line: &Value, name: &str, mut pieces: Vec<Piece>) -> Vec<Piece> {
    for piece in &mut pieces {
        piece.session = text(&line[name]);
    }
    pieces
}

pub(crate) fn amp(line: &Value) -> Vec<Piece> {
    let pieces = match (line["type"].as_str(), line["subtype"].as_str()) {
        (Some("user"), _) => content(&line["message"], Some(line["subagent_tool_use_id"].is_string()), false),
        (Some("assistant"), _) => message(&line["message"]),
        (Some("system"), Some("init")) => {
            vec![Piece { texts: vec![text(&line["cwd"]), None, None], ..Piece::of("SessionStart") }]
        }
        (Some("result"), subtype) => {
            let failed = line["is_error"].as_bool().unwrap_or(subtype != Some("success"));
            let [said, error] = [text(&line["result"]), text(&line["error"])];
            let mut pieces = vec![Piece {
                texts: vec![if failed { error.or(said) } else { said.or(error) }],
                outcome: if failed { "failed" } else { "ok" },
                ..Piece::of("Result")
            }];
            pieces.extend(usage(&line["usage"], None, "run"));
            pieces
        }
        _ => vec![Piece::of("Other")],
    };
    in_session(line, "session_id", pieces)
}

pub(crate) fn claude_stream(line: &Value) -> Vec<Piece> {
    let pieces = match (line["type"].as_str(), line["subtype"].as_str()) {
        (Some("assistant"), _) => {
            let mut pieces = message(&line["message"]);
            if line["error"].is_string() || line["is_api_error_message"] == true {
                pieces.push(Piece { message: text(&line["message"]["id"]), ..Piece::of("Error") });
            }
            pieces
        }
        (Some("user"), _) => content(&line["message"], Some(line["isSynthetic"] == true), false),
        (Some("result"), subtype) => stream_result(line, subtype),
        (Some("stream_event"), _) => stream_event(&line["event"]),
        (Some("system"), Some("init")) => vec![Piece {
            texts: vec![text(&line["cwd"]), text(&line["model"]), text(&line["claude_code_version"])],
            ..Piece::of("SessionStart")
        }],
        (Some("system"), Some("state")) => vec![Piece::of("Other")],
        (Some("system" | "rate_limit_event" | "tool_progress" | "keep_alive"), _) => {
            vec![Piece::of("Progress")]
        }
        _ => vec![Piece::of("Other")],
    };
    in_session(line, "session_id", pieces)
}

fn stream_result(line: &Value, subtype: Option<&str>) -> Vec<Piece> {
    let outcome = match line["is_error"].as_bool() {
        Some(true) => "failed",
        _ if subtype.is_some_and(|subtype| subtype != "success") => "failed",
        Some(false) => "ok",
        None if subtype.is_some() => "ok",
        None => "unknown",
    };
    let [said, error] = [text(&line["result"]), text(&line["error"]).or(text(&line["errors"][0]))];
    let mut pieces = vec![Piece {
        texts: vec![if outcome == "failed" { error.or(said) } else { said.or(error) }],
        outcome,
        ..Piece::of("Result")
    }];
    pieces.extend(usage(&line["usage"], None, "turn"));
    // `serde_json` sorts names.
    for (model, usage) in line["modelUsage"].as_object().into_iter().flatten() {
        pieces.push(Piece {
            counts: counts(usage, CAMEL),
            texts: vec![Some(model.clone())],
            outcome: "run",
            ..Piece::of("Usage")
        });
    }
    pieces
}

fn stream_event(event: &Value) -> Vec<Piece> {
    let delta = &event["delta"];
    match (event["type"].as_str(), delta["type"].as_str()) {
        (Some("message_start"), _) => message(&event["message"]),
        (Some("content_block_start"), _) => {
            content(&serde_json::json!({ "content": [event["content_block"]] }), None, false)
        }
        (Some("content_block_delta"), Some("text_delta")) => {
            vec![Piece { texts: vec![text(&delta["text"])], ..Piece::of("AssistantText") }]
        }
        (Some("content_block_delta"), Some("thinking_delta")) => {
            vec![Piece { texts: vec![text(&delta["thinking"])], ..Piece::of("Thinking") }]
        }
        (Some("message_delta"), _) => {
            let mut pieces = vec![Piece::of("Progress")];
            pieces.extend(usage(&event["usage"], None, "message"));
            pieces
        }
        (Some("content_block_delta" | "content_block_stop" | "message_stop" | "ping"), _) => {
            vec![Piece::of("Progress")]
        }
        (Some("error"), _) => vec![Piece::of("Error")],
        _ => vec![Piece::of("Other")],
    }
}

pub(crate) fn claude_transcript(line: &Value) -> Vec<Piece> {
    let pieces = match (line["type"].as_str(), line["subtype"].as_str()) {
        (Some("assistant"), _) => {
            let mut pieces = message(&line["message"]);
            if !line["error"].is_null() || line["isApiErrorMessage"] == true {
                pieces.push(Piece { message: text(&line["message"]["id"]), ..Piece::of("Error") });
            }
            pieces
        }
        (Some("user"), _) => {
            let injected = line["isMeta"] == true || line["isCompactSummary"] == true;
            content(&line["message"], Some(injected), true)
        }
        (Some("system"), Some("api_error")) => vec![Piece::of("Error")],
        (Some("progress"), _) => {
            let quoted = &line["data"]["message"]["message"];
            let mut pieces = vec![Piece::of("Progress")];
            pieces.extend(usage(&quoted["usage"], text(&quoted["model"]), "progress"));
            for piece in &mut pieces {
                piece.message = text(&quoted["id"]);
            }
            pieces
        }
        (
            Some(
                "system"
                | "attachment"
                | "summary"
                | "file-history-snapshot"
                | "queue-operation"
                | "pr-link"
                | "custom-title"
                | "ai-title"
                | "agent-name"
                | "agent-setting"
                | "last-prompt"
                | "permission-mode"
                | "mode"
                | "bridge-session"
                | "worktree-state"
                | "tag"
                | "agent_metadata",
            ),
            _,
        ) => vec![Piece::of("Progress")],
        _ => vec![Piece::of("Other")],
    };
    in_session(line, "sessionId", pieces)
}
