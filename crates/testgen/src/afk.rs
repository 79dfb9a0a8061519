//! Runs as AFK's `--format stream-json` prints them: mostly small pieces of text, one line each.

use crate::put::Put;
use crate::rng::Rng;
use crate::sizes::Sizes;
use crate::text::{Kind, Text};

/// Escaped bytes of one streamed piece.
const PIECE: Sizes = Sizes(&[
    (0, 24),
    (60_000, 33),
    (250_000, 44),
    (500_000, 57),
    (750_000, 69),
    (900_000, 85),
    (990_000, 109),
    (1_000_000, 125),
]);
const MESSAGE: Sizes = Sizes(&[(0, 60), (500_000, 300), (900_000, 1_000), (1_000_000, 5_000)]);
const ROUNDS: Sizes = Sizes(&[(0, 1), (500_000, 6), (900_000, 25), (1_000_000, 120)]);
const PIECES: Sizes = Sizes(&[(0, 20), (500_000, 260), (900_000, 900), (1_000_000, 2_500)]);

#[derive(Clone, Copy, Debug)]
enum Step {
    Start,
    Thinking(usize),
    Content(usize),
    Pending,
    Named,
    Called,
    Returned,
    Diff,
    Progress,
    Message,
    Done,
}

#[derive(Debug)]
pub(crate) struct Afk {
    step: Step,
    rounds_left: usize,
    metadata: bool,
    call: Vec<u8>,
    tool: usize,
    tools_used: usize,
    now: u64,
}

const TOOLS: [&str; 6] = ["bash", "read_file", "edit_file", "grep", "write_file", "agent"];

impl Afk {
    pub(crate) fn new() -> Self {
        Afk {
            step: Step::Start,
            rounds_left: 0,
            metadata: false,
            call: Vec::new(),
            tool: 0,
            tools_used: 0,
            now: 1_780_000_000_000,
        }
    }

    pub(crate) fn between_runs(&self) -> bool {
        matches!(self.step, Step::Start)
    }

    /// Makes the next message the last.
    pub(crate) fn hurry(&mut self) {
        self.rounds_left = 0;
        if let Step::Thinking(left) | Step::Content(left) = &mut self.step {
            *left = (*left).min(1);
        }
    }

    pub(crate) fn line(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        self.now += rng.below(400) as u64;
        if matches!(self.step, Step::Start) {
            self.rounds_left = ROUNDS.draw(rng);
            self.metadata = rng.one_in(400);
            self.tools_used = 0;
            self.step = Step::Thinking(PIECES.draw(rng) / 3);
        }
        if rng.one_in(4000) && matches!(self.step, Step::Thinking(_) | Step::Content(_)) {
            self.interruption(rng, text, out);
            out.push(b'\n');
            return;
        }
        self.step = match self.step {
            Step::Thinking(left) if left > 0 => {
                self.piece("thinking", Kind::Prose, rng, text, out);
                Step::Thinking(left - 1)
            }
            Step::Start | Step::Thinking(_) => {
                self.piece("content", Kind::Prose, rng, text, out);
                Step::Content(if self.rounds_left > 0 { PIECES.draw(rng) } else { 1 })
            }
            Step::Content(left) => {
                let kind = [Kind::Tabs, Kind::Json, Kind::Prose][rng.weighted(&[26, 14, 60])];
                let kind = if rng.one_in(900) { Kind::Foreign } else { kind };
                self.piece("content", kind, rng, text, out);
                match left {
                    0 if self.rounds_left > 0 => Step::Pending,
                    0 => Step::Message,
                    _ => Step::Content(left - 1),
                }
            }
            Step::Pending => {
                self.call.clear();
                self.call.s("toolu_01").alnum(rng, 22);
                self.tool = rng.weighted(&[36, 24, 20, 12, 6, 2]);
                self.tools_used += 1;
                out.s(r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":""#).b(&self.call);
                out.s(r#"","toolName":""#).s(TOOLS[self.tool]).s(r#"","toolInput":" ...","pending":true}}"#);
                Step::Named
            }
            Step::Named => {
                out.s(r#"{"type":"chunk","chunk":{"type":"tool_use","content":""#).s(TOOLS[self.tool]);
                out.s(r#"","metadata":{"eventType":"tool_use_summary","precedingToolUseIds":[""#)
                    .b(&self.call);
                out.s("\"]}}}");
                Step::Called
            }
            Step::Called => {
                self.called(rng, text, out);
                Step::Returned
            }
            Step::Returned => {
                self.returned(rng, text, out);
                if self.tool == 2 { Step::Diff } else { Step::Progress }
            }
            Step::Diff => {
                self.diff(rng, text, out);
                Step::Progress
            }
            Step::Progress => {
                out.s(r#"{"type":"progress","progress":{"taskId":"main","description":"Working","totalTokens":"#);
                out.n(self.tools_used * 2_300 + rng.below(2_000)).s(r#","toolUses":"#).n(self.tools_used);
                out.s(r#","durationMs":"#).n(self.tools_used * 4_000 + rng.below(3_000));
                out.s(r#","lastToolName":""#).s(TOOLS[self.tool]).s("\"}}");
                if rng.percent(30) { Step::Pending } else { Step::Message }
            }
            Step::Message => {
                out.s(r#"{"type":"message","message":{"role":"assistant","content":""#);
                text.body(Kind::Prose, rng, out, MESSAGE);
                out.s(r#"","timestamp":""#).time(self.now).s("\"}}");
                self.rounds_left = self.rounds_left.saturating_sub(1);
                if self.rounds_left > 0 { Step::Content(PIECES.draw(rng)) } else { Step::Done }
            }
            Step::Done => {
                self.done(rng, text, out);
                Step::Start
            }
        };
        out.push(b'\n');
    }

    fn piece(&self, kind: &str, of: Kind, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        out.s(r#"{"type":"chunk","chunk":{"type":""#).s(kind).s(r#"","content":""#);
        text.piece(of, rng, out, PIECE);
        out.s("\"");
        if self.metadata && kind == "content" {
            out.s(r#","metadata":{"eventType":"delta","deltaType":"text_delta"}"#);
        }
        out.s("}}");
    }

    /// The rare lines that tell of waiting and retrying.
    fn interruption(&mut self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        match rng.below(6) {
            0 => out.s(r#"{"type":"stream_retry"}"#),
            1 => out.s(r#"{"type":"rate_limit","retryAfterMs":"#).n(rng.between(500, 90_000)).s("}"),
            2 => {
                out.s(r#"{"type":"paused","reason":"usage-limit","resetsAt":""#).time(self.now + 3_600_000);
                out.s(r#"","autoResume":true}"#)
            }
            3 => out.s(r#"{"type":"resumed","hotSwapped":false}"#),
            4 => out
                .s(r#"{"type":"panel","spec":{"kind":"info","title":"Plan","body":[""#)
                .b(rng.bytes(&text.names))
                .s("\",\"")
                .b(rng.bytes(&text.names))
                .s("\"]}}"),
            _ => out.s(r#"{"type":"notice","text":"Output cut by the token limit.","kind":"truncation"}"#),
        };
    }

    fn called(&self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        out.s(r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":""#).b(&self.call);
        out.s(r#"","toolName":""#).s(TOOLS[self.tool]).s(r#"","toolInput":" "#);
        if self.tool == 0 {
            let command = rng.bytes(&text.commands);
            out.b(command).s(r#"","toolInputRaw":"{\"command\":\""#).b(command).s("\\\"}");
        } else {
            let path = rng.bytes(&text.paths);
            out.b(path).s(r#"","toolInputRaw":"{\"path\":\""#).b(path).s("\\\"}");
        }
        out.s("\"}}");
    }

    fn returned(&self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        let size = rng.between(20, 30_000);
        out.s(r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":""#)
            .b(&self.call)
            .s(r#"","content":""#);
        text.line(Kind::Log, rng, out, 80);
        out.s(r#"","isError":"#).s(if rng.percent(7) { "true" } else { "false" });
        out.s(r#","sizeBytes":"#)
            .n(size)
            .s(r#","sizeLabel":""#)
            .n(size)
            .s(r#"B","lineCount":"#)
            .n(size / 40 + 1)
            .s("}}");
    }

    fn diff(&self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        let (line, lines) = (rng.between(1, 900), rng.between(1, 6));
        out.s(r#"{"type":"chunk","chunk":{"type":"tool_diff","toolUseId":""#).b(&self.call);
        out.s(r#"","diff":{"hunks":[{"oldStart":"#).n(line).s(r#","oldLines":"#).n(lines);
        out.s(r#","newStart":"#).n(line).s(r#","newLines":"#).n(lines).s(r#","lines":["#);
        for kind in ["-", "+"] {
            for _ in 0..lines {
                out.s(r#"{"kind":""#).s(kind).s(r#"","text":""#);
                text.line(Kind::Tabs, rng, out, 60);
                out.s("\"},");
            }
        }
        out.pop();
        out.s(r#"]}],"addedLines":"#).n(lines).s(r#","removedLines":"#).n(lines).s("}}}");
    }

    fn done(&self, rng: &mut Rng, text: &Text, out: &mut Vec<u8>) {
        match rng.below(24) {
            0 => {
                out.s(r#"{"type":"done"}"#);
            }
            1 | 2 => {
                out.s(r#"{"type":"error","error":{"message":""#);
                text.line(Kind::Log, rng, out, 100);
                out.s(r#"","name":"Error"}}"#);
            }
            _ => {
                let (read, written) = (rng.between(500, 90_000), rng.between(20, 9_000));
                out.s(r#"{"type":"done","metadata":{"sessionId":""#).uuid(rng);
                out.s(r#"","stopReason":"end_turn","durationMs":"#).n(rng.between(800, 900_000));
                out.s(r#","totalCostUsd":0."#).padded(rng.between(1, 9_999), 4);
                out.s(r#","usage":{"input_tokens":"#).n(read).s(r#","output_tokens":"#).n(written);
                out.s(r#","total_tokens":"#).n(read + written).s("}}}");
            }
        }
    }
}
