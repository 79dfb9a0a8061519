//! Every line that is printed is JSON, and says what the items say, read a second time and slowly.

use super::lines;
use crate::{corpus, runlex};
use runlex::dialects::{Content, Count, Dialect, Hint, Item, ItemKind, KEYS, Time, TimeOrigin, items, sniff};
use runlex::{At, Field, Lines, Node, Options, RawStr, Reader, Scanner, Value as RawValue, What};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// What is expected of a line: a whole output line, and bytes that stand in it as they stood in the input.
struct Want {
    line: Value,
    raw: Vec<Vec<u8>>,
}

#[test]
fn corpus_pages_and_samples() {
    let mut files = Vec::new();
    find(&corpus(), &mut files);
    // What readers may take otherwise, the reader that is asked here takes otherwise: it has limits on nesting and numbers.
    files.retain(|path| !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"i_")));
    let pages = tempfile::tempdir().expect("a folder");
    for page in [
        "afk",
        "amp",
        "amp-input",
        "claude-code",
        "claude-transcript",
        "gemini",
        "gemini-chat",
        "droid",
        "goose",
    ] {
        let path = pages.path().join(format!("{page}.jsonl"));
        fs::write(&path, examples(page)).expect("a file");
        files.push(path);
    }
    // What no program prints, so that every kind is met.
    let odd = pages.path().join("odd.jsonl");
    fs::write(&odd, r#"{"type":"assistant","message":{"content":[7]},"session_id":"T-1"}"#).expect("a file");
    files.push(odd);
    let root = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let before = files.len();
    if root.join("samples").is_dir() {
        find(&root.join("samples"), &mut files);
    } else {
        skipped(&format!("no samples in {}; set RUNLEX_DATA", root.display()));
    }
    assert!(before > 50);
    let mut kinds = std::collections::BTreeSet::new();
    for path in files {
        let bytes = fs::read(&path).expect("a readable file");
        let ran = runlex(["cat".as_ref(), path.as_os_str()]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", path.display());
        let got = lines(&ran.out);
        let want = expected(path.to_str().expect("UTF-8"), &bytes);
        assert_eq!(got.len(), want.len(), "{}", path.display());
        for ((got, out), want) in got.iter().zip(ran.out.lines()).zip(want) {
            assert_eq!(*got, want.line, "{}", path.display());
            for raw in want.raw {
                let stands = out.as_bytes().windows(raw.len()).any(|piece| piece == raw);
                assert!(stands, "{}: {out}", String::from_utf8_lossy(&raw));
            }
            kinds.insert(got["kind"].as_str().expect("a kind").to_owned());
        }
    }
    assert_eq!(kinds.len(), 13, "{kinds:?}");
}

#[allow(clippy::print_stderr)]
fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "jsonl" || ending == "bin") {
            files.push(path);
        }
    }
}

/// The example lines of a page.
fn examples(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/formats/{page}.md"));
    let text = fs::read_to_string(path).expect("a page");
    let mut fenced = false;
    let mut examples = String::new();
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = line == "```json";
        } else if fenced {
            examples += &format!("{line}\n");
        }
    }
    assert!(!examples.is_empty(), "{page}");
    examples
}

/// All lines in memory, first their dialects, then their items.
fn expected(path: &str, bytes: &[u8]) -> Vec<Want> {
    let mut kept = Vec::new();
    let mut reader = Reader::new(bytes);
    while let Some(record) = reader.next().expect("bytes in memory can be read") {
        let line = match record.what {
            What::Blank => continue,
            What::Fault(fault) => Err(fault),
            What::Event(object) => {
                let kind =
                    |name| Field::of(object.get(name), RawValue::string).ok().map(|text| text.to_string());
                let at_init =
                    kind("type").as_deref() == Some("system") && kind("subtype").as_deref() == Some("init");
                let mut content = record.line.content().to_vec();
                for note in record.notes() {
                    let at = (note.at - record.line.content_offset()) as usize;
                    content.splice(at..at + 6, *b"\\ufffd");
                }
                Ok((content, sniff(object), at_init))
            }
        };
        kept.push((record.line.at(), line));
    }

    let mut dialects: Vec<Option<Dialect>> = Vec::new();
    let mut run = Vec::new();
    let hints: Vec<(Hint, bool)> = kept
        .iter()
        .filter_map(|(_, line)| line.as_ref().ok().map(|(_, hint, init)| (*hint, *init)))
        .collect();
    for (hint, at_init) in hints {
        let ours = run.iter().copied().find(is_sure);
        // Lines of Claude Code go on with a run of Qwen Code.
        let goes_on = |ours: Hint| match (ours, hint) {
            (Hint::Is(ours), Hint::Is(told)) => ours.takes(told),
            _ => ours == hint,
        };
        if at_init || (is_sure(&hint) && ours.is_some_and(|ours| !goes_on(ours))) {
            close(&mut run, &mut dialects);
        }
        run.push(hint);
    }
    close(&mut run, &mut dialects);

    let mut said: Vec<String> = Vec::new();
    let mut want = Vec::new();
    let mut dialects = dialects.into_iter();
    for (at, line) in kept {
        let head = |kind: &str| {
            let head = json!({"v": 1, "path": path, "line": at.line, "offset": at.offset, "kind": kind});
            head.as_object().expect("an object").clone()
        };
        let content = match line {
            Err(fault) => {
                let mut line = head("fault");
                line.insert("fault".into(), fault.kind.as_str().into());
                line.insert("at".into(), fault.at.into());
                want.push(Want { line: line.into(), raw: Vec::new() });
                continue;
            }
            Ok((content, ..)) => content,
        };
        let dialect = dialects.next().expect("one a line");
        // Without notes on structure: a slower way to the same answers.
        let mut nodes: [Node; 0] = [];
        let line = Lines::new(&content, At::START).next().expect("a line");
        let What::Event(object) = Scanner::once(Options::new(&KEYS), line, &mut nodes).what else {
            panic!("it was an event")
        };
        let Some(dialect) = dialect else {
            let mut line = head("other");
            line.insert("dialect".into(), "unknown".into());
            let ids = ["session_id", "sessionId", "sessionID", "thread_id"];
            let session = ids.iter().find_map(|name| Field::of(object.get(name), RawValue::string).ok());
            insert(&mut line, "session", session);
            line.insert("value".into(), parse(object.raw()));
            want.push(Want { line: line.into(), raw: vec![object.raw().to_vec()] });
            continue;
        };
        for item in items(dialect, object) {
            let mut line = head(&snake(item.kind.name()));
            line.insert("dialect".into(), dialect.as_str().into());
            let mut raw = Vec::new();
            describe(&mut line, &mut raw, &item);
            if item.dialect == Dialect::GeminiChat {
                if matches!(item.kind, ItemKind::SessionStart { .. }) {
                    said.clear();
                }
                // What an earlier line said of the same record, but for when and by whom.
                let mut told = line.clone();
                for key in [
                    "line",
                    "offset",
                    "timestamp",
                    "timestamp_origin",
                    "model",
                    "content",
                    "input",
                    "outcome",
                ] {
                    told.remove(key);
                }
                let told = Value::from(told).to_string();
                if item.message_id.is_some() && said.contains(&told) {
                    line.insert("replay".into(), true.into());
                }
                said.push(told);
            }
            want.push(Want { line: line.into(), raw });
        }
    }
    want
}

fn is_sure(hint: &Hint) -> bool {
    matches!(hint, Hint::Is(_) | Hint::Foreign)
}

fn close(run: &mut Vec<Hint>, dialects: &mut Vec<Option<Dialect>>) {
    let perhaps = run.iter().find_map(|hint| match hint {
        Hint::Perhaps(dialect) => Some(*dialect),
        _ => None,
    });
    let verdict = match run.iter().find(|hint| is_sure(hint)) {
        Some(Hint::Is(dialect)) => Some(*dialect),
        Some(_) => None,
        None => perhaps,
    };
    dialects.extend(run.drain(..).map(|_| verdict));
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

fn parse(raw: &[u8]) -> Value {
    serde_json::from_slice(raw).expect("JSON")
}

fn insert(line: &mut Map<String, Value>, name: &str, text: Option<RawStr<'_>>) {
    if let Some(text) = text {
        line.insert(name.into(), text.to_string().into());
    }
}

fn describe(line: &mut Map<String, Value>, raw: &mut Vec<Vec<u8>>, item: &Item<'_, '_>) {
    insert(line, "session", item.session);
    insert(line, "agent", item.agent);
    insert(line, "parent_tool_use_id", item.parent_tool_use);
    insert(line, "message_id", item.message_id);
    insert(line, "request_id", item.request_id);
    insert(line, "model", item.model);
    if let Some(timestamp) = item.timestamp {
        let (time, unit) = match timestamp.time {
            Time::Text(text) => (text.to_string().into(), None),
            Time::Seconds(number) => (parse(number.lexeme().as_bytes()), Some("s")),
            Time::Milliseconds(number) => (parse(number.lexeme().as_bytes()), Some("ms")),
            _ => panic!("a new kind of time"),
        };
        line.insert("timestamp".into(), time);
        line.extend(unit.map(|unit| ("timestamp_unit".into(), unit.into())));
        match timestamp.origin {
            TimeOrigin::Line => None,
            TimeOrigin::Message => line.insert("timestamp_origin".into(), "message".into()),
            TimeOrigin::Inner => line.insert("timestamp_origin".into(), "inner".into()),
            _ => panic!("a new place for times"),
        };
    }
    line.extend(item.block.map(|block| ("block".into(), block.into())));
    for (name, is) in [("delta", item.delta), ("piece", item.piece), ("replay", item.replay)] {
        if is {
            line.insert(name.into(), true.into());
        }
    }
    let mut value = |line: &mut Map<String, Value>, name: &str, value: RawValue<'_, '_>| {
        line.insert(name.into(), parse(value.raw()));
        raw.push([format!("\"{name}\":").as_bytes(), value.raw()].concat());
    };
    let cost = |line: &mut Map<String, Value>, cost: Option<runlex::RawNumber<'_>>| {
        if let Some(cost) = cost {
            let micros = cost.to_millionths().map_or(Value::Null, Value::from);
            line.insert("cost_usd_micros".into(), micros);
        }
    };
    match item.kind {
        ItemKind::SessionStart { cwd, model, version } => {
            insert(line, "cwd", cwd);
            insert(line, "model", model);
            insert(line, "version", version);
        }
        ItemKind::UserText { text, injected } => {
            insert(line, "text", Some(text));
            if injected {
                line.insert("injected".into(), true.into());
            }
        }
        ItemKind::AssistantText(text) => insert(line, "text", Some(text)),
        ItemKind::Thinking(text) => insert(line, "text", text),
        ItemKind::ToolCall { id, name, input } => {
            insert(line, "id", id);
            insert(line, "name", name);
            if let Some(input) = input {
                value(line, "input", input);
            }
        }
        ItemKind::ToolResult { id, outcome, content } => {
            insert(line, "id", id);
            line.insert("outcome".into(), format!("{outcome:?}").to_lowercase().into());
            match content {
                Content::Missing => {}
                Content::Null => _ = line.insert("content".into(), Value::Null),
                Content::Text(text) => insert(line, "content", Some(text)),
                Content::Blocks(blocks) => value(line, "content", blocks.as_value()),
                Content::Other(other) => value(line, "content", other),
            }
        }
        ItemKind::Usage { counters, scope, cost_usd } => {
            line.insert("scope".into(), format!("{scope:?}").to_lowercase().into());
            let counting = item.dialect.counting();
            line.insert("cached".into(), format!("{:?}", counting.cached).to_lowercase().into());
            line.insert("reasoned".into(), format!("{:?}", counting.reasoning).to_lowercase().into());
            let mut tokens = Map::new();
            for (name, count) in [
                ("input", counters.input),
                ("cache_creation", counters.cache_creation),
                ("cache_read", counters.cache_read),
                ("output", counters.output),
                ("reasoning", counters.reasoning),
            ] {
                match count {
                    Count::Absent => {}
                    Count::Is(count) => _ = tokens.insert(name.into(), count.into()),
                    Count::Odd => _ = tokens.insert(name.into(), Value::Null),
                }
            }
            line.insert("tokens".into(), tokens.into());
            cost(line, cost_usd);
        }
        ItemKind::Error { message, code } => {
            insert(line, "text", message);
            insert(line, "code", code);
        }
        ItemKind::Progress { what, text } => {
            insert(line, "what", Some(what));
            insert(line, "text", text);
        }
        ItemKind::Result { outcome, is_error, text, duration_ms, num_turns, cost_usd } => {
            line.insert("outcome".into(), format!("{outcome:?}").to_lowercase().into());
            match is_error {
                Field::Missing => {}
                Field::Null => _ = line.insert("is_error".into(), Value::Null),
                Field::Is(is) => _ = line.insert("is_error".into(), is.into()),
                Field::Wrong(wrong) => value(line, "is_error", wrong),
            }
            insert(line, "text", text);
            for (name, number) in [("duration_ms", duration_ms), ("num_turns", num_turns)] {
                line.extend(number.map(|number| (name.into(), parse(number.lexeme().as_bytes()))));
            }
            cost(line, cost_usd);
        }
        ItemKind::Other(object) => value(line, "value", object.as_value()),
        ItemKind::OtherValue(other) => value(line, "value", other),
        _ => panic!("a new kind"),
    }
}
