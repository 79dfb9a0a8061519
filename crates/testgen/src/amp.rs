//! Runs as Amp's `--stream-json` prints them: init, prompt, assistant and result lines in turn, summary.

use crate::put::Put;
use crate::rng::Rng;
use crate::sizes::Sizes;
use crate::text::{Kind, Text};

/// Escaped bytes of one tool result.
const RESULT: Sizes = Sizes(&[
    (0, 180),
    (60_000, 290),
    (250_000, 480),
    (500_000, 960),
    (750_000, 1_900),
    (900_000, 4_700),
    (970_000, 12_300),
    (990_000, 28_000),
    (998_000, 86_000),
    (1_000_000, 275_000),
]);
/// One tool result in this many is a file of a megabyte.
const GIANT: usize = 40_000;
const TEXT: Sizes =
    Sizes(&[(0, 40), (250_000, 95), (500_000, 150), (750_000, 480), (900_000, 1_200), (1_000_000, 5_000)]);
const THINKING: Sizes = Sizes(&[(0, 60), (500_000, 400), (900_000, 2_500), (1_000_000, 9_000)]);
/// One string of an edit.
const EDIT: Sizes = Sizes(&[
    (0, 40),
    (500_000, 260),
    (750_000, 800),
    (900_000, 2_100),
    (980_000, 6_000),
    (1_000_000, 24_000),
]);
const FILE: Sizes = Sizes(&[(0, 200), (500_000, 1_800), (900_000, 8_000), (1_000_000, 36_000)]);
const FAILURE: Sizes = Sizes(&[(0, 90), (500_000, 240), (1_000_000, 900)]);
const PROMPT: Sizes = Sizes(&[(0, 90), (250_000, 190), (500_000, 320), (900_000, 1_500), (1_000_000, 9_000)]);
const TURNS: Sizes = Sizes(&[
    (0, 1),
    (100_000, 2),
    (500_000, 10),
    (750_000, 26),
    (900_000, 60),
    (980_000, 140),
    (1_000_000, 400),
]);

const TOOLS: [&str; 8] =
    ["Bash", "Read", "edit_file", "Grep", "create_file", "todo_write", "Task", "mcp__tracker__find_issue"];
const TOOL_SHARES: [u32; 8] = [36, 24, 19, 10, 4, 3, 2, 2];

/// In what order a run's lines carry their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// `type, message, parent_tool_use_id, session_id`: as documented.
    Message,
    /// `type, session_id, message`: as an old cheat sheet has it, with results as lists of text blocks.
    Session,
    /// `type, parent_tool_use_id, session_id, message`.
    Parent,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Init,
    Prompt,
    Assistant,
    Results,
    Result,
}

#[derive(Debug)]
pub(crate) struct Amp {
    session: Vec<u8>,
    cwd: Vec<u8>,
    order: Order,
    thinking: bool,
    cache_split: bool,
    step: Step,
    turns_left: usize,
    turns_done: usize,
    context: usize,
    parent: Option<Vec<u8>>,
    calls: Vec<(Vec<u8>, usize)>,
    body: Vec<u8>,
}

impl Amp {
    pub(crate) fn new() -> Self {
        Amp {
            session: Vec::new(),
            cwd: Vec::new(),
            order: Order::Message,
            thinking: false,
            cache_split: false,
            step: Step::Init,
            turns_left: 0,
            turns_done: 0,
            context: 0,
            parent: None,
            calls: Vec::new(),
            body: Vec::new(),
        }
    }

    pub(crate) fn between_runs(&self) -> bool {
        matches!(self.step, Step::Init)
    }

    /// Makes the next answer the last.
    pub(crate) fn hurry(&mut self) {
        self.turns_left = self.turns_left.min(1);
    }

    pub(crate) fn line(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        match self.step {
            Step::Init => self.init(rng, text, out),
            Step::Prompt => {
                self.prompt(rng, text);
                self.message_line(b"user", rng, out);
                self.step = Step::Assistant;
            }
            Step::Assistant => {
                self.assistant(rng, text);
                self.message_line(b"assistant", rng, out);
                self.turns_done += 1;
                self.turns_left -= 1;
                self.step = if !self.calls.is_empty() {
                    Step::Results
                } else if self.turns_left > 0 {
                    Step::Prompt
                } else {
                    Step::Result
                };
                if self.turns_left == 0 && rng.one_in(33) {
                    // Killed: nothing more, not even the results of its last calls.
                    self.step = Step::Init;
                }
            }
            Step::Results => {
                self.results(rng, text);
                self.message_line(b"user", rng, out);
                self.step = Step::Assistant;
            }
            Step::Result => self.result(rng, text, out),
        }
        out.push(b'\n');
    }

    fn init(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        if self.session.is_empty() || rng.percent(35) {
            self.session.clear();
            self.session.s("T-").uuid(rng);
            self.cwd.clear();
            self.cwd.s("/home/dev/").b(rng.bytes(&text.names));
        }
        self.order = [Order::Message, Order::Session, Order::Parent][rng.weighted(&[74, 8, 18])];
        self.thinking = rng.percent(15);
        self.cache_split = rng.percent(75);
        self.turns_left = TURNS.draw(rng);
        self.turns_done = 0;
        self.context = rng.between(8_000, 20_000);
        self.parent = None;
        self.calls.clear();
        out.s(r#"{"type":"system","subtype":"init""#);
        if self.order == Order::Session {
            out.s(r#","session_id":""#).b(&self.session).s(r#"","cwd":""#).b(&self.cwd).s("\"");
        } else {
            out.s(r#","cwd":""#).b(&self.cwd).s(r#"","session_id":""#).b(&self.session).s("\"");
        }
        out.s(r#","tools":["#);
        for tool in TOOLS {
            out.s("\"").s(tool).s("\",");
        }
        for _ in 0..rng.between(6, 24) {
            out.s("\"").b(rng.bytes(&text.names)).s("\",");
        }
        out.pop();
        out.s(r#"],"mcp_servers":["#);
        if rng.percent(60) {
            let status = rng.str(&["connected", "connected", "failed", "awaiting-approval"]);
            out.s(r#"{"name":"tracker","status":""#).s(status).s("\"}");
        }
        out.s("]");
        if rng.percent(40) {
            out.s(r#","agent_mode":""#).s(rng.str(&["low", "medium", "high"])).s("\"");
        }
        if rng.percent(15) {
            out.s(r#","subagents":[]"#);
        }
        out.s("}");
        self.step = Step::Prompt;
    }

    /// Puts a line around the message in `self.body`.
    fn message_line(&mut self, kind: &[u8], rng: &mut Rng, out: &mut Vec<u8>) {
        if rng.one_in(12) {
            self.parent = if rng.percent(40) { Some(id(rng)) } else { None };
        }
        let last = rng.percent(2);
        out.s("{");
        if !last {
            out.s(r#""type":""#).b(kind).s("\",");
        }
        match self.order {
            Order::Message => {
                out.s(r#""message":"#).b(&self.body).s(",");
                self.put_parent(out);
                out.s(r#""session_id":""#).b(&self.session).s("\"");
            }
            Order::Session => {
                out.s(r#""session_id":""#).b(&self.session).s(r#"","message":"#).b(&self.body);
            }
            Order::Parent => {
                self.put_parent(out);
                out.s(r#""session_id":""#).b(&self.session).s(r#"","message":"#).b(&self.body);
            }
        }
        if last {
            out.s(r#","type":""#).b(kind).s("\"");
        }
        out.s("}");
    }

    fn put_parent(&self, out: &mut Vec<u8>) {
        match &self.parent {
            Some(id) => out.s(r#""parent_tool_use_id":""#).b(id).s("\","),
            None => out.s(r#""parent_tool_use_id":null,"#),
        };
    }

    fn prompt(&mut self, rng: &mut Rng, text: &Text) {
        let body = &mut self.body;
        body.clear();
        body.s(r#"{"role":"user","content":[{"type":"text","text":""#);
        text.body(prose(rng), rng, body, PROMPT);
        body.s("\"}");
        if rng.one_in(8) {
            body.s(r#",{"type":"text","text":""#);
            text.body(Kind::Log, rng, body, RESULT);
            body.s("\"}");
        }
        body.s("]}");
    }

    fn assistant(&mut self, rng: &mut Rng, text: &Text) {
        let body = &mut self.body;
        body.clear();
        body.s("{");
        if self.order != Order::Session {
            body.s(r#""type":"message","#);
        }
        body.s(r#""role":"assistant","content":["#);
        self.calls.clear();
        let ends = self.turns_left == 1 || rng.one_in(20);
        if self.thinking && rng.percent(70) {
            body.s(r#"{"type":"thinking","thinking":""#);
            text.body(prose(rng), rng, body, THINKING);
            body.s("\"},");
        }
        if ends || rng.percent(55) {
            body.s(r#"{"type":"text","text":""#);
            text.body(prose(rng), rng, body, TEXT);
            body.s("\"},");
        }
        if !ends {
            for _ in 0..[1, 2, 3, 5][rng.weighted(&[66, 20, 9, 5])] {
                let (call, tool) = (id(rng), rng.weighted(&TOOL_SHARES));
                body.s(r#"{"type":"tool_use","id":""#)
                    .b(&call)
                    .s(r#"","name":""#)
                    .s(TOOLS[tool])
                    .s(r#"","input":"#);
                input(tool, rng, text, body);
                body.s("},");
                self.calls.push((call, tool));
            }
        }
        body.pop();
        body.s(r#"],"stop_reason":""#).s(if ends { "end_turn" } else { "tool_use" });
        let (fresh, written) = (rng.between(80, 3000), rng.between(20, 900));
        body.s(r#"","usage":{"input_tokens":"#).n(rng.between(1, 12));
        if self.order == Order::Session {
            body.s(r#","output_tokens":"#).n(written).s("}}");
        } else {
            body.s(r#","cache_creation_input_tokens":"#).n(fresh);
            body.s(r#","cache_read_input_tokens":"#).n(self.context);
            if self.cache_split {
                body.s(r#","cache_creation":{"ephemeral_5m_input_tokens":"#).n(fresh);
                body.s(r#","ephemeral_1h_input_tokens":0}"#);
            }
            body.s(r#","output_tokens":"#).n(written);
            body.s(r#","max_tokens":968000,"service_tier":"standard"}}"#);
        }
        self.context += fresh;
    }

    fn results(&mut self, rng: &mut Rng, text: &Text) {
        let body = &mut self.body;
        body.clear();
        body.s(r#"{"role":"user","content":["#);
        for (call, tool) in self.calls.drain(..) {
            body.s(r#"{"type":"tool_result","tool_use_id":""#).b(&call).s(r#"","content":"#);
            let failed = rng.percent(6);
            let list = self.order == Order::Session;
            body.s(if list { r#"[{"type":"text","text":""# } else { "\"" });
            let len = if rng.one_in(GIANT) { rng.between(1_000_000, 1_400_000) } else { RESULT.draw(rng) };
            output(tool, failed, len, rng, text, body);
            body.s(if list { "\"}]" } else { "\"" });
            if !list || failed {
                body.s(if failed { r#","is_error":true"# } else { r#","is_error":false"# });
            }
            body.s("},");
        }
        body.pop();
        body.s("]}");
    }

    fn result(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        let failed = rng.percent(7);
        let old = self.order == Order::Session;
        out.s(r#"{"type":"result","subtype":""#);
        out.s(match (failed, old) {
            (false, _) => "success",
            (true, true) => "error",
            (true, false) if rng.one_in(4) => "error_max_turns",
            (true, false) => "error_during_execution",
        });
        out.s(r#"","duration_ms":"#).n(self.turns_done * rng.between(1_500, 9_000));
        out.s(r#","is_error":"#).s(if failed { "true" } else { "false" });
        out.s(r#","num_turns":"#).n(self.turns_done);
        if !failed || old {
            out.s(r#","result":""#);
            if !failed {
                text.body(prose(rng), rng, out, TEXT);
            }
            out.s("\"");
        }
        if failed {
            out.s(r#","error":""#);
            text.line(Kind::Prose, rng, out, 120);
            out.s("\"");
        }
        out.s(r#","session_id":""#).b(&self.session).s("\"}");
        self.step = Step::Init;
    }
}

fn id(rng: &mut Rng) -> Vec<u8> {
    let mut id = Vec::with_capacity(30);
    id.s("toolu_01").alnum(rng, 22);
    id
}

fn prose(rng: &mut Rng) -> Kind {
    if rng.one_in(110) { Kind::Foreign } else { Kind::Prose }
}

fn input(tool: usize, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
    let path = rng.bytes(&text.paths);
    match TOOLS[tool] {
        "Bash" => {
            out.s(r#"{"cmd":""#).b(rng.bytes(&text.commands));
            if rng.percent(20) {
                out.s(" <<'EOF'\\n");
                text.body(Kind::Spaces, rng, out, EDIT);
                out.s("\\nEOF");
            }
            out.s("\"}")
        }
        "Read" if rng.percent(40) => {
            let line = rng.below(900);
            out.s(r#"{"path":""#).b(path).s(r#"","read_range":["#).n(line + 1).s(",").n(line + 200).s("]}")
        }
        "edit_file" => {
            out.s(r#"{"path":""#).b(path).s(r#"","old_str":""#);
            text.body(Kind::Tabs, rng, out, EDIT);
            out.s(r#"","new_str":""#);
            text.body(Kind::Tabs, rng, out, EDIT);
            out.s("\"}")
        }
        "create_file" => {
            out.s(r#"{"path":""#).b(path).s(r#"","content":""#);
            text.body(Kind::Spaces, rng, out, FILE);
            out.s("\"}")
        }
        "Grep" => out.s(r#"{"pattern":""#).b(rng.bytes(&text.names)).s(r#"","path":""#).b(path).s("\"}"),
        "todo_write" => {
            out.s(r#"{"todos":["#);
            for i in 0..rng.between(2, 9) {
                out.s(r#"{"id":""#).n(i + 1).s(r#"","content":""#);
                text.line(Kind::Prose, rng, out, 60);
                out.s(r#"","status":""#).s(rng.str(&["completed", "in-progress", "todo"])).s("\"},");
            }
            out.pop();
            out.s("]}")
        }
        "Task" => {
            out.s(r#"{"description":""#).b(rng.bytes(&text.names)).s(r#"","prompt":""#);
            text.body(Kind::Prose, rng, out, EDIT);
            out.s("\"}")
        }
        _ => out.s(r#"{"path":""#).b(path).s("\"}"),
    };
}

/// The text of a tool result, without its quotes: plain text, or JSON inside the string.
fn output(tool: usize, failed: bool, len: usize, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
    if failed && TOOLS[tool] != "Bash" {
        out.s("Error: ");
        text.body(Kind::Log, rng, out, FAILURE);
        return;
    }
    match TOOLS[tool] {
        "Bash" => {
            out.s(r#"{\"output\":\""#);
            text.inner(if rng.percent(75) { Kind::Log } else { Kind::Spaces }, rng, out, len);
            out.s(r#"\",\"exitCode\":"#).s(if failed { "1}" } else { "0}" });
        }
        "Read" | "edit_file" => {
            let kind = [Kind::Tabs, Kind::Spaces, Kind::Prose, Kind::Foreign][rng.weighted(&[47, 55, 97, 1])];
            text.body(kind, rng, out, len);
        }
        "Grep" => {
            out.s("[\\\"");
            let end = out.len() + len;
            while out.len() < end {
                out.b(rng.bytes(&text.paths)).s(":").n(rng.below(3000)).s(":");
                text.inner_line(Kind::Prose, rng, out, 70);
                out.s("\\\",\\\"");
            }
            out.s("\\\"]");
        }
        _ => {
            text.body(if rng.percent(25) { Kind::Json } else { Kind::Prose }, rng, out, len);
        }
    }
}
