//! Sessions as Claude Code keeps them on disk: `type` deep in the line, ids and patches, output told twice.

use std::collections::VecDeque;

use crate::put::Put;
use crate::rng::Rng;
use crate::sizes::Sizes;
use crate::text::{Kind, Text};

const PROMPTS: Sizes = Sizes(&[(0, 1), (500_000, 3), (900_000, 16), (1_000_000, 70)]);
const PROMPT: Sizes = Sizes(&[
    (0, 8),
    (100_000, 14),
    (500_000, 94),
    (750_000, 270),
    (900_000, 750),
    (950_000, 2_200),
    (990_000, 9_000),
    (1_000_000, 24_000),
]);
const TEXT: Sizes = Sizes(&[
    (0, 10),
    (100_000, 42),
    (250_000, 65),
    (500_000, 107),
    (750_000, 344),
    (900_000, 987),
    (950_000, 1_450),
    (990_000, 2_948),
    (1_000_000, 9_900),
]);
const THINKING: Sizes = Sizes(&[
    (0, 0),
    (120_000, 0),
    (500_000, 115),
    (750_000, 330),
    (900_000, 885),
    (950_000, 1_500),
    (990_000, 3_455),
    (1_000_000, 21_000),
]);
const SIGNATURE: Sizes = Sizes(&[
    (0, 180),
    (100_000, 280),
    (500_000, 400),
    (750_000, 850),
    (900_000, 1_900),
    (950_000, 3_300),
    (990_000, 7_500),
    (1_000_000, 40_000),
]);
const COMMAND: Sizes = Sizes(&[
    (0, 0),
    (550_000, 0),
    (750_000, 110),
    (900_000, 290),
    (950_000, 500),
    (990_000, 1_350),
    (1_000_000, 8_000),
]);
const STRING: Sizes = Sizes(&[
    (0, 60),
    (100_000, 110),
    (500_000, 330),
    (750_000, 690),
    (900_000, 1_350),
    (950_000, 2_100),
    (990_000, 4_200),
    (1_000_000, 13_000),
]);
const WRITTEN: Sizes = Sizes(&[
    (0, 300),
    (100_000, 563),
    (500_000, 3_973),
    (750_000, 7_500),
    (900_000, 13_127),
    (990_000, 31_000),
    (1_000_000, 39_000),
]);
const READ: Sizes = Sizes(&[
    (0, 300),
    (100_000, 767),
    (250_000, 1_100),
    (500_000, 1_900),
    (750_000, 4_600),
    (900_000, 12_500),
    (950_000, 27_000),
    (985_000, 78_000),
    (1_000_000, 130_000),
]);
const BASH: Sizes = Sizes(&[
    (0, 0),
    (100_000, 25),
    (250_000, 90),
    (500_000, 324),
    (750_000, 1_060),
    (900_000, 3_052),
    (950_000, 5_500),
    (990_000, 15_100),
    (1_000_000, 30_000),
]);
const GREP: Sizes = Sizes(&[
    (0, 16),
    (250_000, 120),
    (500_000, 470),
    (750_000, 1_600),
    (900_000, 4_763),
    (950_000, 7_600),
    (990_000, 17_000),
    (1_000_000, 20_000),
]);
/// A file before its edit.
const ORIGINAL: Sizes = Sizes(&[
    (0, 300),
    (250_000, 1_200),
    (500_000, 3_000),
    (750_000, 9_500),
    (900_000, 24_000),
    (950_000, 75_000),
    (985_000, 170_000),
    (1_000_000, 240_000),
]);
/// One file in this many is of a megabyte.
const GIANT: usize = 3_500;
const OUTPUT: Sizes =
    Sizes(&[(0, 0), (500_000, 15), (750_000, 90), (900_000, 420), (990_000, 1_250), (1_000_000, 14_000)]);
const AGENT: Sizes = Sizes(&[
    (0, 80),
    (250_000, 500),
    (500_000, 1_250),
    (750_000, 4_000),
    (900_000, 15_000),
    (950_000, 48_000),
    (985_000, 100_000),
    (1_000_000, 150_000),
]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    Bash,
    Read,
    Edit,
    Grep,
    Todo,
    Write,
    Task,
    Other,
}

const TOOLS: [Tool; 8] =
    [Tool::Bash, Tool::Read, Tool::Edit, Tool::Grep, Tool::Todo, Tool::Write, Tool::Task, Tool::Other];
const TOOL_SHARES: [u32; 8] = [32, 23, 20, 11, 5, 3, 3, 3];

#[derive(Clone, Copy, Debug)]
enum Step {
    Prompt,
    Thinking,
    Text,
    Call(Tool),
    Hook(Tool),
    Output(usize),
    Agent(usize),
    Answer(Tool),
    Snapshot,
    HookSuccess,
    StopHooks,
    Duration,
    Small,
}

#[derive(Debug, Default)]
pub(crate) struct Transcript {
    queue: VecDeque<Step>,
    prompts_left: usize,
    session: Vec<u8>,
    /// The keys that are equal on every chained line of the session.
    common: Vec<u8>,
    /// Newer clients write the common keys at the end of the line, older ones at the start.
    newer: bool,
    with_session_id: bool,
    last: Vec<u8>,
    message: Vec<u8>,
    request: Vec<u8>,
    usage: Vec<u8>,
    call: Vec<u8>,
    /// The project's folder, with its slash.
    path: Vec<u8>,
    body: Vec<u8>,
    file: Vec<u8>,
    context: usize,
    now: u64,
}

impl Transcript {
    pub(crate) fn new() -> Self {
        Transcript { now: 1_768_000_000_000, ..Transcript::default() }
    }

    pub(crate) fn between_runs(&self) -> bool {
        self.queue.is_empty() && self.prompts_left == 0
    }

    /// Makes this prompt the last, and its rounds few.
    pub(crate) fn hurry(&mut self) {
        self.prompts_left = 0;
        let answer = self.queue.iter().position(|step| matches!(step, Step::Answer(_)));
        self.queue.truncate(answer.map_or(self.queue.len(), |at| at + 1));
    }

    pub(crate) fn line(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        if self.between_runs() {
            self.begin(rng, text);
        }
        if self.queue.is_empty() {
            self.plan(rng);
        }
        self.now += rng.below(9_000) as u64;
        let start = out.len();
        match self.queue.pop_front().expect("a plan is never empty") {
            Step::Prompt => self.prompt(rng, text, out),
            Step::Thinking => self.assistant(None, true, rng, text, out),
            Step::Text => self.assistant(None, false, rng, text, out),
            Step::Call(tool) => self.assistant(Some(tool), false, rng, text, out),
            Step::Hook(tool) => self.hook(tool, rng, text, out),
            Step::Output(n) => self.output(n, rng, text, out),
            Step::Agent(n) => self.agent(n, rng, text, out),
            Step::Answer(tool) => self.answer(tool, rng, text, out),
            Step::Snapshot => self.snapshot(rng, text, out),
            Step::HookSuccess => self.hook_success(rng, text, out),
            Step::StopHooks => self.stop_hooks(rng, text, out),
            Step::Duration => self.duration(rng, out),
            Step::Small => self.small(rng, text, out),
        }
        if rng.one_in(1_280) {
            space_out(out, start);
        }
        out.push(b'\n');
    }

    fn begin(&mut self, rng: &mut Rng, text: &Text) {
        self.prompts_left = PROMPTS.draw(rng);
        self.session.clear();
        self.session.uuid(rng);
        self.newer = rng.percent(28);
        self.with_session_id = self.newer && rng.percent(40);
        self.context = rng.between(12_000, 25_000);
        self.last.clear();
        self.path.clear();
        let common = &mut self.common;
        common.clear();
        if self.with_session_id {
            common.s(r#""session_id":""#).b(&self.session).s("\",");
        }
        common.s(r#""userType":"external","#);
        if self.newer {
            common.s(r#""entrypoint":"cli","#);
        }
        let base = common.len();
        common.s(r#""cwd":"/home/dev/work/"#).b(rng.bytes(&text.names));
        self.path.b(&common[base + 7..]).s("/");
        common.s(r#"","sessionId":""#).b(&self.session).s(r#"","version":"2."#);
        common.n(rng.below(2)).s(".").n(rng.below(150)).s(r#"","gitBranch":""#);
        common.s(rng.str(&["main", "main", "", "dev/retry-queue", "feature/ledger-export"])).s("\"");
        if rng.percent(80) {
            common.s(r#","slug":""#);
            for word in ["-", "-", "\""] {
                let name = rng.bytes(&text.names);
                common.b(&name[..name.len().min(9)]).s(word);
            }
        }
    }

    /// Queues one prompt and the lines of its rounds.
    fn plan(&mut self, rng: &mut Rng) {
        self.prompts_left -= 1;
        let queue = &mut self.queue;
        queue.push_back(Step::Prompt);
        if rng.percent(18) {
            queue.push_back(Step::Snapshot);
        }
        for _ in 0..rng.between(1, 11) {
            if rng.percent(56) {
                queue.push_back(Step::Thinking);
            }
            if rng.percent(38) {
                queue.push_back(Step::Text);
            }
            for _ in 0..[1, 2, 3][rng.weighted(&[80, 14, 6])] {
                let tool = TOOLS[rng.weighted(&TOOL_SHARES)];
                queue.push_back(Step::Call(tool));
                if rng.percent(37) {
                    queue.push_back(Step::Hook(tool));
                }
                if tool == Tool::Bash && rng.percent(30) {
                    (1..rng.between(2, 12)).for_each(|n| queue.push_back(Step::Output(n)));
                }
                if tool == Tool::Task {
                    (1..rng.between(2, 20)).for_each(|n| queue.push_back(Step::Agent(n)));
                }
                queue.push_back(Step::Answer(tool));
                if rng.percent(13) {
                    queue.push_back(Step::HookSuccess);
                }
                if rng.percent(13) {
                    queue.push_back(Step::Snapshot);
                }
                if rng.percent(22) {
                    queue.push_back(Step::Small);
                }
            }
        }
        queue.push_back(Step::Text);
        if rng.percent(50) {
            queue.push_back(Step::StopHooks);
        }
        if rng.percent(34) {
            queue.push_back(Step::Duration);
        }
    }

    /// Opens a chained line: its first keys, up to a comma.
    fn head(&mut self, out: &mut Vec<u8>) {
        out.s(r#"{"parentUuid":"#);
        if self.last.is_empty() {
            out.s("null");
        } else {
            out.s("\"").b(&self.last).s("\"");
        }
        out.s(r#","isSidechain":false,"#);
        if !self.newer {
            out.b(&self.common).s(",");
        }
    }

    /// The line's own id and time, after a comma; it becomes the parent of the next line.
    fn stamp(&mut self, rng: &mut Rng, out: &mut Vec<u8>) {
        self.last.clear();
        self.last.uuid(rng);
        let back = if rng.percent(3) { 2_500 } else { 0 };
        out.s(r#","uuid":""#).b(&self.last).s(r#"","timestamp":""#).time(self.now - back).s("\"");
    }

    /// Closes a chained line.
    fn tail(&self, out: &mut Vec<u8>) {
        if self.newer {
            out.s(",").b(&self.common);
        }
        out.s("}");
    }

    fn prompt(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        self.head(out);
        if self.newer {
            out.s(r#""promptId":""#).uuid(rng).s("\",");
        }
        out.s(r#""type":"user","message":{"role":"user","content":"#);
        let list = rng.percent(30);
        out.s(if list { r#"[{"type":"text","text":""# } else { "\"" });
        text.body(prose(rng), rng, out, PROMPT);
        out.s(if list { "\"}]}" } else { "\"}" });
        self.stamp(rng, out);
        if rng.percent(40) {
            out.s(r#","thinkingMetadata":{"level":"high","disabled":false,"triggers":[]},"todos":[],"permissionMode":"default""#);
        }
        self.tail(out);
    }

    fn assistant(
        &mut self,
        tool: Option<Tool>,
        thinking: bool,
        rng: &mut Rng,
        text: &Text,
        out: &mut Vec<u8>,
    ) {
        if self.message.is_empty() || rng.percent(46) {
            self.message.clear();
            self.message.s("msg_01").alnum(rng, 22);
            self.request.clear();
            self.request.s("req_011").alnum(rng, 21);
            let fresh = rng.between(90, 2_600);
            let u = &mut self.usage;
            u.clear();
            u.s(r#"{"input_tokens":"#).n(rng.between(1, 9)).s(r#","cache_creation_input_tokens":"#).n(fresh);
            u.s(r#","cache_read_input_tokens":"#).n(self.context);
            u.s(r#","cache_creation":{"ephemeral_5m_input_tokens":"#).n(fresh);
            u.s(r#","ephemeral_1h_input_tokens":0},"output_tokens":"#).n(rng.between(1, 700));
            u.s(r#","server_tool_use":{"web_search_requests":0,"web_fetch_requests":0}"#);
            u.s(r#","service_tier":"standard""#);
            if self.newer {
                u.s(r#","inference_geo":"not_available","iterations":[],"speed":"standard""#);
            } else if rng.percent(50) {
                u.s(r#","inference_geo":"not_available""#);
            }
            u.s("}");
            self.context += fresh;
        }
        self.head(out);
        out.s(r#""message":{"model":"model-large-5-20260101","id":""#).b(&self.message);
        out.s(r#"","type":"message","role":"assistant","content":[{"type":""#);
        match tool {
            Some(tool) => {
                self.call.clear();
                self.call.s("toolu_01").alnum(rng, 22);
                out.s(r#"tool_use","id":""#)
                    .b(&self.call)
                    .s(r#"","name":""#)
                    .s(name(tool))
                    .s(r#"","input":"#);
                self.input(tool, rng, text, out);
                if self.newer {
                    out.s(r#","caller":{"type":"direct"}"#);
                }
            }
            None if thinking => {
                out.s(r#"thinking","thinking":""#);
                text.body(prose(rng), rng, out, THINKING);
                out.s(r#"","signature":""#);
                text.body(Kind::Base64, rng, out, SIGNATURE);
                out.s("\"");
            }
            None => {
                out.s(r#"text","text":""#);
                text.body(prose(rng), rng, out, TEXT);
                out.s("\"");
            }
        }
        out.s(r#"}],"stop_reason":"#).s(if rng.percent(15) { "\"tool_use\"" } else { "null" });
        out.s(r#","stop_sequence":null,"usage":"#).b(&self.usage);
        if self.newer {
            out.s(r#","context_management":null"#);
        }
        out.s(r#"},"requestId":""#).b(&self.request).s(r#"","type":"assistant""#);
        self.stamp(rng, out);
        self.tail(out);
    }

    fn input(&self, tool: Tool, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        let path = rng.bytes(&text.paths);
        match tool {
            Tool::Bash => {
                out.s(r#"{"command":""#).b(rng.bytes(&text.commands));
                let more = COMMAND.draw(rng);
                if more > 80 {
                    out.s("\\n");
                    text.body(Kind::Spaces, rng, out, more);
                }
                out.s(r#"","description":""#);
                text.line(Kind::Prose, rng, out, 42);
                out.s("\"}")
            }
            Tool::Read => {
                out.s(r#"{"file_path":""#).b(&self.path).b(path).s("\"");
                if rng.percent(45) {
                    out.s(r#","offset":"#).n(rng.between(1, 900)).s(r#","limit":"#).n(rng.between(10, 200));
                }
                out.s("}")
            }
            Tool::Edit => {
                out.s(r#"{"file_path":""#).b(&self.path).b(path).s(r#"","old_string":""#);
                text.body(Kind::Tabs, rng, out, STRING);
                out.s(r#"","new_string":""#);
                text.body(Kind::Tabs, rng, out, STRING);
                out.s(r#"","replace_all":false}"#)
            }
            Tool::Grep => {
                out.s(r#"{"pattern":""#).b(rng.bytes(&text.names)).s(r#"","path":""#).b(&self.path).b(path);
                out.s(r#"","output_mode":"content","-n":true}"#)
            }
            Tool::Todo => {
                out.s(r#"{"todos":"#);
                todos(rng, text, out);
                out.s("}")
            }
            Tool::Write => {
                out.s(r#"{"file_path":""#).b(&self.path).b(path).s(r#"","content":""#);
                text.body(Kind::Tabs, rng, out, WRITTEN);
                out.s("\"}")
            }
            Tool::Task => {
                out.s(r#"{"description":""#)
                    .b(rng.bytes(&text.names))
                    .s(r#"","subagent_type":"explore","prompt":""#);
                text.body(Kind::Prose, rng, out, STRING);
                out.s("\"}")
            }
            Tool::Other => out.s(r#"{"query":""#).b(rng.bytes(&text.commands)).s("\"}"),
        };
    }

    /// A user line with one tool result, and the same output as the client keeps it.
    fn answer(&mut self, tool: Tool, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        let failed = rng.percent(6);
        let parent = self.last.clone();
        self.body.clear();
        self.file.clear();
        self.outcome(tool, failed, rng, text);
        self.head(out);
        if self.newer {
            out.s(r#""promptId":""#).uuid(rng).s("\",");
        }
        out.s(r#""type":"user","message":{"role":"user","content":[{"tool_use_id":""#).b(&self.call);
        out.s(r#"","type":"tool_result","content":"#);
        let list = rng.percent(2);
        out.s(if list { r#"[{"type":"text","text":""# } else { "\"" }).b(&self.body);
        out.s(if list { "\"}]" } else { "\"" });
        if failed {
            out.s(r#","is_error":true"#);
        } else if rng.percent(40) {
            out.s(r#","is_error":false"#);
        }
        out.s("}]}");
        self.stamp(rng, out);
        out.s(r#","toolUseResult":"#).b(&self.file);
        if rng.percent(88) {
            out.s(r#","sourceToolAssistantUUID":""#).b(&parent).s("\"");
        }
        self.tail(out);
    }

    /// The text of the result in `body`, the client's view of it as JSON in `file`.
    fn outcome(&mut self, tool: Tool, failed: bool, rng: &mut Rng, text: &Text) {
        let (body, file) = (&mut self.body, &mut self.file);
        let path = rng.bytes(&text.paths);
        if failed {
            body.s("Error: ");
            text.body(Kind::Log, rng, body, TEXT);
            file.s("\"").b(body).s("\"");
            return;
        }
        match tool {
            Tool::Bash | Tool::Other => {
                if rng.one_in(300) {
                    body.s("\\u001b[1mok\\u001b[22m ");
                }
                let kind = [Kind::Log, Kind::Tabs, Kind::Json, Kind::Foreign][rng.weighted(&[72, 16, 11, 1])];
                text.body(kind, rng, body, BASH);
                file.s(r#"{"stdout":""#).b(body).s(r#"","stderr":"","interrupted":false,"isImage":false"#);
                if rng.percent(55) {
                    file.s(r#","noOutputExpected":false"#);
                }
                file.s("}");
            }
            Tool::Read => {
                let kind =
                    [Kind::Listing, Kind::Tabs, Kind::Prose, Kind::Foreign][rng.weighted(&[78, 2, 19, 1])];
                text.body(kind, rng, body, READ);
                let lines = body.len() / 40 + 1;
                file.s(r#"{"type":"text","file":{"filePath":""#).b(&self.path).b(path).s(r#"","content":""#);
                let size = body.len();
                text.body(if kind == Kind::Listing { Kind::Spaces } else { kind }, rng, file, size * 9 / 10);
                file.s(r#"","numLines":"#).n(lines).s(r#","startLine":"#).n(rng.between(1, 400));
                file.s(r#","totalLines":"#).n(lines + 400).s("}}");
            }
            Tool::Edit | Tool::Write => {
                body.s("The file ").b(&self.path).b(path).s(" has been updated.");
                if rng.percent(30) {
                    body.s(" Here is the result of `cat -n` on a part of it:\\n");
                    text.body(Kind::Listing, rng, body, STRING);
                }
                file.s(r#"{"filePath":""#).b(&self.path).b(path).s(r#"","oldString":""#);
                text.body(Kind::Tabs, rng, file, STRING);
                file.s(r#"","newString":""#);
                text.body(Kind::Tabs, rng, file, STRING);
                file.s(r#"","originalFile":"#);
                let len =
                    if rng.one_in(GIANT) { rng.between(1_000_000, 1_400_000) } else { ORIGINAL.draw(rng) };
                if rng.percent(8) {
                    file.s("null");
                } else {
                    file.s("\"");
                    let kind = [Kind::Tabs, Kind::Spaces, Kind::Prose][rng.weighted(&[40, 28, 32])];
                    text.body(kind, rng, file, len);
                    file.s("\"");
                }
                file.s(r#","structuredPatch":"#);
                patch(rng, text, file);
                file.s(r#","userModified":false,"replaceAll":false}"#);
            }
            Tool::Grep => {
                let len = GREP.draw(rng);
                while body.len() < len {
                    body.b(rng.bytes(&text.paths)).s(":").n(rng.below(3_000)).s(":");
                    text.line(Kind::Tabs, rng, body, 90);
                    body.s("\\n");
                }
                file.s(r#"{"mode":"content","numFiles":0,"filenames":[],"content":""#).b(body);
                file.s(r#"","numLines":"#).n(body.len() / 80).s("}");
            }
            Tool::Todo => {
                body.s("Todos have been modified successfully. Ensure that you continue to use the list.");
                file.s(r#"{"oldTodos":"#);
                todos(rng, text, file);
                file.s(r#","newTodos":"#);
                todos(rng, text, file);
                file.s("}");
            }
            Tool::Task => {
                text.body(prose(rng), rng, body, GREP);
                file.s(r#"{"status":"completed","prompt":""#);
                text.body(Kind::Prose, rng, file, STRING);
                file.s(r#"","agentId":""#).alnum(rng, 7).s(r#"","content":[{"type":"text","text":""#).b(body);
                file.s(r#""}],"totalDurationMs":"#).n(rng.between(900, 400_000)).s(r#","totalTokens":"#);
                file.n(rng.between(4_000, 90_000)).s(r#","totalToolUseCount":"#).n(rng.between(1, 60)).s("}");
            }
        }
    }

    fn hook(&mut self, tool: Tool, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        let event = rng.str(&["PreToolUse", "PostToolUse"]);
        self.head(out);
        out.s(r#""type":"progress","data":{"type":"hook_progress","hookEvent":""#).s(event);
        out.s(r#"","hookName":""#)
            .s(event)
            .s(":")
            .s(name(tool))
            .s(r#"","command":""#)
            .b(rng.bytes(&text.commands));
        out.s(r#""},"parentToolUseID":""#).b(&self.call).s(r#"","toolUseID":""#).b(&self.call).s("\"");
        self.stamp(rng, out);
        self.tail(out);
    }

    fn output(&mut self, n: usize, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        self.head(out);
        out.s(r#""type":"progress","data":{"type":"bash_progress","output":""#);
        let start = out.len();
        text.body(Kind::Log, rng, out, OUTPUT);
        let again = out[start..].to_vec();
        out.s(r#"","fullOutput":""#).b(&again).s(r#"","elapsedTimeSeconds":"#).n(n + 2);
        out.s(r#","totalLines":"#).n(again.len() / 50).s(r#"},"toolUseID":"bash-progress-"#).n(n);
        out.s(r#"","parentToolUseID":""#).b(&self.call).s("\"");
        self.stamp(rng, out);
        self.tail(out);
    }

    fn agent(&mut self, n: usize, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        self.head(out);
        out.s(r#""type":"progress","data":{"message":{"type":""#);
        if rng.percent(52) {
            out.s(r#"user","message":{"role":"user","content":[{"tool_use_id":"toolu_01"#).alnum(rng, 22);
            out.s(r#"","type":"tool_result","content":""#);
            text.body(if rng.percent(60) { Kind::Listing } else { Kind::Log }, rng, out, AGENT);
            out.s("\"}]}");
        } else {
            out.s(r#"assistant","message":{"model":"model-small-5-20260101","id":"msg_01"#).alnum(rng, 22);
            out.s(r#"","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01"#)
                .alnum(rng, 22);
            out.s(r#"","name":"Grep","input":{"pattern":""#).b(rng.bytes(&text.names)).s(r#"","path":""#);
            out.b(&self.path).b(rng.bytes(&text.paths));
            out.s(r#""}}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":"#)
                .n(rng.between(1, 9));
            out.s(r#","cache_creation_input_tokens":"#).n(rng.between(90, 3_000));
            out.s(r#","cache_read_input_tokens":"#).n(rng.between(4_000, 60_000));
            out.s(r#","output_tokens":"#)
                .n(rng.between(1, 300))
                .s(r#"}},"requestId":"req_011"#)
                .alnum(rng, 21)
                .s("\"");
        }
        out.s(r#","uuid":""#).uuid(rng).s(r#"","timestamp":""#).time(self.now);
        out.s(r#""},"normalizedMessages":[],"type":"agent_progress","prompt":""#);
        text.body(Kind::Prose, rng, out, STRING);
        out.s(r#"","agentId":""#)
            .alnum(rng, 7)
            .s(r#""},"toolUseID":"agent_msg_01"#)
            .alnum(rng, 22)
            .s("_")
            .n(n);
        out.s(r#"","parentToolUseID":""#).b(&self.call).s("\"");
        self.stamp(rng, out);
        self.tail(out);
    }

    fn snapshot(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        out.s(r#"{"type":"file-history-snapshot","messageId":""#).b(&self.last);
        out.s(r#"","snapshot":{"messageId":""#).b(&self.last).s(r#"","trackedFileBackups":{"#);
        let files = [0, rng.between(1, 4), rng.between(5, 20)][rng.weighted(&[38, 46, 16])];
        for i in 0..files {
            out.s(if i > 0 { ",\"" } else { "\"" }).b(rng.bytes(&text.paths)).s("\":{\"backupFileName\":\"");
            out.alnum(rng, 16)
                .s("@v")
                .n(i + 1)
                .s(r#"","version":"#)
                .n(i + 1)
                .s(r#","backupTime":""#)
                .time(self.now)
                .s("\"}");
        }
        out.s(r#"},"timestamp":""#).time(self.now).s(r#""},"isSnapshotUpdate":"#).s(if files > 0 {
            "true}"
        } else {
            "false}"
        });
    }

    fn hook_success(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        self.head(out);
        out.s(r#""attachment":{"type":"hook_success","hookName":"PostToolUse:Edit","toolUseID":""#)
            .b(&self.call);
        out.s(r#"","hookEvent":"PostToolUse","content":"","stdout":""#);
        text.line(Kind::Log, rng, out, 120);
        out.s(r#"","stderr":"","exitCode":0,"command":""#).b(rng.bytes(&text.commands));
        out.s(r#"","durationMs":"#).n(rng.between(8, 900)).s(r#"},"type":"attachment""#);
        self.stamp(rng, out);
        self.tail(out);
    }

    fn stop_hooks(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        self.head(out);
        out.s(r#""type":"system","subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":""#);
        out.b(rng.bytes(&text.commands)).s(r#"","durationMs":"#).n(rng.between(8, 900));
        out.s(r#"}],"hookErrors":[],"preventedContinuation":false,"stopReason":"","hasOutput":false,"level":"suggestion""#);
        self.stamp(rng, out);
        out.s(r#","toolUseID":""#).uuid(rng).s("\"");
        self.tail(out);
    }

    fn duration(&mut self, rng: &mut Rng, out: &mut Vec<u8>) {
        self.head(out);
        out.s(r#""type":"system","subtype":"turn_duration","durationMs":"#).n(rng.between(9_000, 900_000));
        self.stamp(rng, out);
        out.s(r#","isMeta":false"#);
        self.tail(out);
    }

    /// The short kinds without a place in the chain.
    fn small(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        match rng.weighted(&[24, 23, 20, 20, 18, 11, 8, 6]) {
            0 => {
                out.s(r#"{"type":"last-prompt","lastPrompt":""#);
                text.line(Kind::Prose, rng, out, 120);
                out.s("\"");
            }
            1 => {
                out.s(r#"{"type":"permission-mode","permissionMode":"default""#);
            }
            2 => {
                out.s(r#"{"type":"queue-operation","operation":"#);
                if rng.percent(40) {
                    out.s(r#""enqueue","timestamp":""#).time(self.now).s(r#"","content":""#);
                    text.body(Kind::Prose, rng, out, PROMPT);
                } else {
                    out.s(r#""dequeue","timestamp":""#).time(self.now);
                }
                out.s("\"");
            }
            3 => {
                out.s(r#"{"type":"ai-title","aiTitle":""#);
                text.line(Kind::Prose, rng, out, 40);
                out.s("\"");
            }
            4 => {
                out.s(r#"{"type":"mode","mode":"normal""#);
            }
            5 => {
                out.s(r#"{"type":"bridge-session","bridgeSessionId":"session_01"#).alnum(rng, 22).s("\"");
            }
            6 => {
                out.s(r#"{"type":"summary","summary":""#);
                text.line(Kind::Prose, rng, out, 50);
                out.s(r#"","leafUuid":""#).b(&self.last).s("\"}");
                return;
            }
            _ => {
                out.s(r#"{"type":"pr-link","prNumber":"#).n(rng.between(1, 900));
                out.s(r#","prUrl":"https://forge.example/dev/ledger/pull/7","prRepository":"dev/ledger","timestamp":""#);
                out.time(self.now).s("\"");
            }
        }
        out.s(r#","sessionId":""#).b(&self.session).s("\"}");
    }
}

fn name(tool: Tool) -> &'static str {
    match tool {
        Tool::Bash => "Bash",
        Tool::Read => "Read",
        Tool::Edit => "Edit",
        Tool::Grep => "Grep",
        Tool::Todo => "TodoWrite",
        Tool::Write => "Write",
        Tool::Task => "Task",
        Tool::Other => "WebSearch",
    }
}

fn prose(rng: &mut Rng) -> Kind {
    if rng.one_in(60) { Kind::Foreign } else { Kind::Prose }
}

fn todos(rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
    out.s("[");
    for i in 0..rng.between(2, 8) {
        out.s(if i > 0 { r#",{"content":""# } else { r#"{"content":""# });
        text.line(Kind::Prose, rng, out, 40);
        out.s(r#"","status":""#)
            .s(rng.str(&["completed", "in_progress", "pending"]))
            .s(r#"","activeForm":""#);
        text.line(Kind::Prose, rng, out, 42);
        out.s("\"}");
    }
    out.s("]");
}

fn patch(rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
    out.s("[");
    for i in 0..[1, 2, 5][rng.weighted(&[75, 18, 7])] {
        let (line, lines) = (rng.between(1, 1_200), rng.between(7, 24));
        out.s(if i > 0 { r#",{"oldStart":"# } else { r#"{"oldStart":"# })
            .n(line)
            .s(r#","oldLines":"#)
            .n(lines);
        out.s(r#","newStart":"#).n(line).s(r#","newLines":"#).n(lines).s(r#","lines":["#);
        for j in 0..lines {
            out.s(if j > 0 { ",\"" } else { "\"" }).s(rng.str(&[" ", " ", " ", "+", "-"]));
            text.line(Kind::Tabs, rng, out, 200);
            out.s("\"");
        }
        out.s("]}");
    }
    out.s("]");
}

/// Rewrites the line from `start` with a blank after each comma and colon, as some writers do.
fn space_out(out: &mut Vec<u8>, start: usize) {
    let line = out.split_off(start);
    let (mut inside, mut escaped) = (false, false);
    for c in line {
        out.push(c);
        if escaped {
            escaped = false;
        } else if inside && c == b'\\' {
            escaped = true;
        } else if c == b'"' {
            inside = !inside;
        } else if !inside && (c == b',' || c == b':') {
            out.push(b' ');
        }
    }
}
