//! AFK `chat --format stream-json` output. Every rule here is from `docs/formats/afk.md`; sections are named at each.
//!
//! # What AFK's own guide does with `jq`
//!
//! Its recipes, each in five lines. They all begin with a scanner over the stream, here one that was kept in memory:
//!
//! ```
//! use runlex_core::{At, Node, Options, Scanner, What};
//! use runlex_dialects::KEYS;
//! use runlex_dialects::afk::Event;
//!
//! let stream = b"{\"type\":\"resumed\",\"hotSwapped\":true}\n{\"type\":\"done\"}\n";
//! let mut nodes = [Node::EMPTY; 4096];
//! let mut scanner = Scanner::new(Options::new(&KEYS), stream, At::START, &mut nodes);
//! # let mut seen = 0;
//! while let Some(record) = scanner.next() {
//!     if let What::Event(object) = record.what {
//!         match Event::read(object) {
//!             Event::Resumed(view) => assert!(view.hot_swapped().or(false)),
//!             Event::Done(view) => assert!(view.details().is_none()),
//!             other => panic!("{other:?}"),
//!         }
//! #       seen += 1;
//!     }
//! }
//! # assert_eq!(seen, 2);
//! ```
//!
//! **Print only the text of chunk events**: `select(.type == "chunk" and .chunk.type == "content") | .chunk.content`
//!
//! ```
//! # use runlex_core::{At, Node, Options, Scanner, What};
//! # use runlex_dialects::{KEYS, afk::{Chunk, Event}};
//! # let stream = br#"{"type":"chunk","chunk":{"type":"content","content":"Hel"}}
//! # {"type":"chunk","chunk":{"type":"thinking","content":"hm"}}
//! # {"type":"chunk","chunk":{"type":"content","content":"lo\n"}}"#;
//! # let mut nodes = [Node::EMPTY; 64];
//! # let mut scanner = Scanner::new(Options::new(&KEYS), stream, At::START, &mut nodes);
//! # let mut printed = String::new();
//! # use std::fmt::Write;
//! # while let Some(record) = scanner.next() {
//! # let What::Event(object) = record.what else { continue };
//! if let Event::Chunk(line) = Event::read(object)
//!     && let Some(Chunk::Content(piece)) = line.details()
//!     && let Some(text) = piece.content().ok()
//! {
//!     write!(printed, "{text}")?; // escapes resolved on the way, no string in between
//! }
//! # }
//! # assert_eq!(printed, "Hello\n");
//! # Ok::<(), std::fmt::Error>(())
//! ```
//!
//! **Extract the final token usage**: `select(.type == "done") | .metadata.usage`
//!
//! ```
//! # use runlex_core::{At, Node, Options, Scanner, What};
//! # use runlex_dialects::{Count, KEYS, afk::Event};
//! # let stream = br#"{"type":"done","metadata":{"usage":{"input_tokens":14,"output_tokens":5,"total_tokens":19}}}"#;
//! # let mut nodes = [Node::EMPTY; 64];
//! # let mut scanner = Scanner::new(Options::new(&KEYS), stream, At::START, &mut nodes);
//! # let mut usage = None;
//! # while let Some(record) = scanner.next() {
//! # let What::Event(object) = record.what else { continue };
//! if let Event::Done(done) = Event::read(object)
//!     && let Some(metadata) = done.details()
//! {
//!     usage = metadata.usage_details().map(|usage| usage.counters());
//! }
//! # }
//! # let usage = usage.expect("usage");
//! # assert_eq!((usage.input, usage.output), (Count::Is(14), Count::Is(5)));
//! ```
//!
//! **Detect tool use**: `select(.type == "chunk" and .chunk.type == "tool_use")`. That chunk has a name and no input; the
//! guide does not know of the one that has both:
//!
//! ```
//! # use runlex_core::{At, Node, Options, Scanner, What};
//! # use runlex_dialects::{KEYS, afk::{Chunk, Event}};
//! # let stream = br#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"t1","toolName":"bash","toolInput":" ...","pending":true}}
//! # {"type":"chunk","chunk":{"type":"tool_use","content":"bash"}}
//! # {"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"t1","toolName":"bash","toolInput":" ls","toolInputRaw":"{\"command\":\"ls\"}"}}"#;
//! # let mut nodes = [Node::EMPTY; 64];
//! # let mut scanner = Scanner::new(Options::new(&KEYS), stream, At::START, &mut nodes);
//! # let (mut summaries, mut calls) = (0, Vec::new());
//! # while let Some(record) = scanner.next() {
//! # let What::Event(object) = record.what else { continue };
//! match Event::read(object).chunk() {
//!     Some(Chunk::ToolUse(_)) => summaries += 1,
//!     Some(Chunk::ToolUseDetail(call)) if !call.pending().or(false) => calls.extend(call.tool_name().ok()),
//!     _ => {}
//! }
//! # }
//! # assert_eq!((summaries, calls.len()), (1, 1));
//! # assert!(calls[0] == "bash");
//! ```
//!
//! **Stop where the run ends**, with the exit status that the program itself has:
//!
//! ```
//! # use runlex_core::{At, Node, Options, Scanner, What};
//! # use runlex_dialects::{KEYS, afk::Event};
//! # let stream = br#"{"type":"chunk","chunk":{"type":"content","content":"par"}}
//! # {"type":"error","error":{"message":"provider failure","name":"Error"}}
//! # {"type":"done"}"#;
//! # let mut nodes = [Node::EMPTY; 64];
//! # let mut scanner = Scanner::new(Options::new(&KEYS), stream, At::START, &mut nodes);
//! # let mut said = String::new();
//! let mut status = None; // stays so when the stream stops before its end
//! while let Some(record) = scanner.next() {
//!     # let What::Event(object) = record.what else { continue };
//!     match Event::read(object) {
//!         Event::Done(_) => status = Some(0),
//!         Event::Error(line) => {
//!             # if let Some(error) = line.details() { said = error.message().ok().expect("a message").to_string() }
//!             status = Some(1);
//!         }
//!         _ => continue,
//!     }
//!     break; // the first of them is final
//! }
//! # assert_eq!((status, &*said), (Some(1), "provider failure"));
//! ```

mod items;

use crate::ask;
use crate::count::Counters;
use crate::event::events;
use crate::rule::{Counting, Part, RunRule};
use crate::view::views;
use crate::{Content, KEYS};
use runlex_core::{Elements, Object, Pick, RawStr};

pub use items::hint;

events! {
    /// One line of AFK's output (section 3).
    enum Event;
    /// A piece of text or of reasoning, or news of a tool call.
    Chunk(ChunkLine) = "chunk",
    /// The whole text of one round of the model. Repeats the `content` chunks before it.
    Message(MessageLine) = "message",
    /// Running figures of a sub-agent or of the main agent.
    Progress(ProgressLine) = "progress",
    /// The last line of a run that was finished, which is not to say that it reached its goal.
    Done(Done) = "done",
    /// The last line of a failed run.
    Error(ErrorLine) = "error",
    /// What to ask next.
    Suggestion(Suggestion) = "suggestion",
    /// A card for humans.
    Panel(PanelLine) = "panel",
    /// A usage limit was hit.
    Paused(Paused) = "paused",
    /// The wait is over.
    Resumed(Resumed) = "resumed",
    /// The text streamed in this round is void and will be streamed again. Undocumented.
    StreamRetry(StreamRetry) = "stream_retry",
    /// A wait between tries; text stays valid. Undocumented.
    RateLimit(RateLimit) = "rate_limit",
    /// A truncation or a refusal. Undocumented.
    Notice(Notice) = "notice",
}

/// What was cached stands beside the input (section 5); of reasoning the page knows nothing.
pub const COUNTING: Counting = Counting { cached: Part::Outside, reasoning: Part::Unknown };

/// Reports know these lines themselves.
pub const RUNS: Option<RunRule> = None;

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// The chunk of a `chunk` line; `None` for any other, and where `chunk` is no object.
    pub fn chunk(&self) -> Option<Chunk<'a, 't>> {
        match self {
            Event::Chunk(line) => line.details(),
            _ => None,
        }
    }

    /// True for the two types that end a run, `done` and `error` (section 6). The first of them is final.
    pub fn ends_run(&self) -> bool {
        matches!(self, Event::Done(_) | Event::Error(_))
    }

    /// What the event says, piece by piece. A line of AFK gives one item; a `done` that states usage gives two.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }
}

views! {
    /// The views of AFK.
    const FIELDS;

    /// `chunk` (section 3).
    ChunkLine["type"] {
        /// Read it with [`details`](Self::details).
        chunk: object,
    }

    /// A chunk that is a text: `content`, `thinking`, `tool_use`, and `done` and `error` that were never seen.
    TextChunk["type"] {
        /// The piece, never trimmed; of a `tool_use` a summary, which can be just the tool's name.
        content: string,
        /// See [`Chunk::metadata`].
        metadata: object,
    }

    /// `metadata` of a chunk; an open object.
    ChunkMetadata[] {
        /// `delta`, `tool_use_summary`, or what comes later.
        event_type = "eventType": string,
        /// `text_delta`, or what comes later.
        delta_type = "deltaType": string,
        /// The calls that a `tool_use` chunk sums up; array of strings.
        preceding_tool_use_ids = "precedingToolUseIds": array,
    }

    /// A `tool_use_detail` chunk. One call is told by up to three lines: this one as pending, a `tool_use`, and this one
    /// complete. Count the complete ones, by their id.
    ToolUseDetail["type"] {
        /// Joins the lines of a call, and its result.
        tool_use_id = "toolUseId": string,
        /// The tool's name.
        tool_name = "toolName": string,
        /// The input in words, for humans; a placeholder while pending.
        tool_input = "toolInput": string,
        /// The input as JSON, in a string.
        tool_input_raw = "toolInputRaw": string,
        /// Only ever `true`: the complete line is still to come.
        pending: bool,
        /// See [`Chunk::metadata`].
        metadata: object,
    }

    /// A `tool_result` chunk. What it shows is a preview; the output itself is not in the stream.
    ToolResultChunk["type"] {
        /// The call.
        tool_use_id = "toolUseId": string,
        /// The first line of the output, at most 80 characters and marks.
        content: string,
        /// Written always, though optional.
        is_error = "isError": bool,
        /// The tool's own limit on output was hit; says nothing of the preview.
        truncated: bool,
        /// Size of the whole output.
        size_bytes = "sizeBytes": number,
        /// The same in words.
        size_label = "sizeLabel": string,
        /// Lines of the whole output.
        line_count = "lineCount": number,
        /// Where the whole output was kept; an absolute path.
        persisted_path = "persistedPath": string,
        /// How to show it; of any form.
        display: any,
        /// Place among the calls that ran at once.
        batch_index = "batchIndex": number,
        /// How many calls ran at once.
        batch_size = "batchSize": number,
        /// Why it failed: `timeout`, `permission-denied` ...; an open set.
        failure_class = "failureClass": string,
        /// See [`Chunk::metadata`].
        metadata: object,
    }

    /// A `tool_diff` chunk; follows the `tool_result` of the same call.
    ToolDiff["type"] {
        /// The call.
        tool_use_id = "toolUseId": string,
        /// Read it with [`details`](Self::details).
        diff: object,
        /// See [`Chunk::metadata`].
        metadata: object,
    }

    /// `diff` of a [`ToolDiff`].
    Diff[] {
        /// Read them with [`each_hunk`](Self::each_hunk).
        hunks: array,
        /// Lines added.
        added_lines = "addedLines": number,
        /// Lines removed.
        removed_lines = "removedLines": number,
    }

    /// One hunk of a [`Diff`].
    Hunk[] {
        /// First line before, from 1.
        old_start = "oldStart": number,
        /// Number of lines before.
        old_lines = "oldLines": number,
        /// First line after, from 1.
        new_start = "newStart": number,
        /// Number of lines after.
        new_lines = "newLines": number,
        /// Read them with [`each_line`](Self::each_line).
        lines: array,
    }

    /// One line of a [`Hunk`].
    DiffLine[] {
        /// A space, `+` or `-`.
        kind: string,
        /// The line without its end.
        text: string,
    }

    /// `message` (section 3).
    MessageLine["type"] {
        /// Read it with [`details`](Self::details).
        message: object,
    }

    /// `message` of a [`MessageLine`].
    Message[] {
        /// `assistant`; undocumented, and missing in what the documents show.
        role: string,
        /// The whole text of one round.
        content: string,
        /// ISO 8601 in UTC, with milliseconds.
        timestamp: string,
        /// An open object.
        metadata: object,
    }

    /// `done` (section 3).
    Done["type"] {
        /// Read it with [`details`](Self::details). May be missing.
        metadata: object,
    }

    /// `metadata` of a [`Done`] (section 5); an open object, in which all is optional.
    Metadata[] {
        /// The only place of a stream that names its session.
        session_id = "sessionId": string,
        /// `end_turn` ...; null is possible.
        stop_reason = "stopReason": string,
        /// `success`, `interrupted`, or what comes later.
        result_subtype = "resultSubtype": string,
        /// True when the turn failed although it was finished.
        is_error = "isError": bool,
        /// Wall clock in milliseconds, possibly a fraction.
        duration_ms = "durationMs": number,
        /// The part of it spent waiting for the provider.
        duration_api_ms = "durationApiMs": number,
        /// In dollars; missing when the price of the model is not known, which is not zero.
        /// [`to_millionths`](runlex_core::RawNumber::to_millionths) makes it whole, without a float.
        total_cost_usd = "totalCostUsd": number,
        /// Turns; the Anthropic provider does not fill it.
        num_turns = "numTurns": number,
        /// Read it with [`usage_details`](Self::usage_details).
        usage: object,
        /// Usage by model; the Anthropic provider does not fill it.
        model_usage = "modelUsage": object,
        /// Of any form; the Anthropic provider does not fill it.
        permission_denials = "permissionDenials": array,
        /// Array of strings.
        errors: array,
        /// Array of strings, a tool once for each call that went well.
        successful_tool_names = "successfulToolNames": array,
    }

    /// `usage` of a [`Metadata`] (section 5): the last call's own object, with some members replaced. It may hold arrays
    /// and objects beside.
    Usage[] {
        /// Of all calls of the turn together.
        input_tokens: number,
        /// Of all calls of the turn together.
        output_tokens: number,
        /// Of the **last call** only: never to be added up.
        cache_read_input_tokens: number,
        /// Of the **last call** only: never to be added up.
        cache_creation_input_tokens: number,
        /// `input_tokens` and `output_tokens`, without what was cached.
        total_tokens: number,
        /// How full the context is; no consumption.
        context_window_tokens: number,
    }

    /// `error` (section 3).
    ErrorLine["type"] {
        /// Read it with [`details`](Self::details).
        error: object,
    }

    /// `error` of an [`ErrorLine`]; an open object.
    ErrorDetails[] {
        /// In the program's words.
        message: string,
        /// Name of the error's class; undocumented.
        name: string,
    }

    /// `progress` (section 3).
    ProgressLine["type"] {
        /// Read it with [`details`](Self::details).
        progress: object,
    }

    /// `progress` of a [`ProgressLine`]. Running figures: each replaces the one before, none is ever added up.
    Progress[] {
        /// The task; the main agent has one, too.
        task_id = "taskId": string,
        /// `Working` for the main agent.
        description: string,
        /// Tokens so far.
        total_tokens = "totalTokens": number,
        /// Tool calls so far.
        tool_uses = "toolUses": number,
        /// Milliseconds so far.
        duration_ms = "durationMs": number,
        /// What was done.
        summary: string,
        /// The tool that was called last.
        last_tool_name = "lastToolName": string,
    }

    /// `suggestion` (section 3).
    Suggestion["type"] {
        /// What to ask next; often a copy of a short answer.
        suggestion: string,
    }

    /// `panel` (section 3).
    PanelLine["type"] {
        /// Read it with [`details`](Self::details).
        spec: object,
    }

    /// `spec` of a [`PanelLine`].
    Panel[] {
        /// `info`, or what comes later.
        kind: string,
        /// May be missing.
        title: string,
        /// A string, or an array of strings; read it with [`body_lines`](Self::body_lines).
        body: any,
    }

    /// `paused` (section 3).
    Paused["type"] {
        /// `usage-limit`
        reason: string,
        /// When the limit is lifted, ISO 8601 in UTC.
        resets_at = "resetsAt": string,
        /// The account that hit it.
        account_id = "accountId": string,
        /// `false` announces that the next line is an `error`. Undocumented.
        auto_resume = "autoResume": bool,
    }

    /// `resumed` (section 3).
    Resumed["type"] {
        /// True when another account took over.
        hot_swapped = "hotSwapped": bool,
        /// The account that goes on.
        account_id = "accountId": string,
    }

    /// `stream_retry` (section 3): has no fields.
    StreamRetry["type"] {}

    /// `rate_limit` (section 3).
    RateLimit["type"] {
        /// Milliseconds until the next try.
        retry_after_ms = "retryAfterMs": number,
    }

    /// `notice` (section 3).
    Notice["type"] {
        /// For humans.
        text: string,
        /// `truncation` or `refusal`.
        kind: string,
    }
}

impl<'a, 't> ChunkLine<'a, 't> {
    /// What kind of chunk it is.
    pub fn details(&self) -> Option<Chunk<'a, 't>> {
        const CHUNK: Pick<1> = KEYS.pick(["chunk"]);
        let [chunk] = self.0.pick(&CHUNK);
        ask::object(chunk).map(Chunk::read)
    }
}

/// `chunk` of a [`ChunkLine`] (section 4).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Chunk<'a, 't> {
    /// `content`: a piece of the answer.
    Content(TextChunk<'a, 't>),
    /// `thinking`: a piece of reasoning.
    Thinking(TextChunk<'a, 't>),
    /// `tool_use`: says in a word that a tool is called. Without an input, and not printed by every provider.
    ToolUse(TextChunk<'a, 't>),
    /// `tool_use_detail`: a tool call with its id and input. Printed twice by one provider, first as `pending`.
    ToolUseDetail(ToolUseDetail<'a, 't>),
    /// `tool_result`: what came of a call, as a preview.
    ToolResult(ToolResultChunk<'a, 't>),
    /// `tool_diff`: what a call changed in a file.
    ToolDiff(ToolDiff<'a, 't>),
    /// `done` as a chunk; not the end of the run. Never seen.
    Done(TextChunk<'a, 't>),
    /// `error` as a chunk; not the end of the run. Never seen.
    Error(TextChunk<'a, 't>),
    /// Another type, or none.
    Unknown(Object<'a, 't>),
}

impl<'a, 't> Chunk<'a, 't> {
    /// Reads the chunk. Never fails.
    pub fn read(object: Object<'a, 't>) -> Chunk<'a, 't> {
        const CHUNK: Pick<1> = KEYS.pick(["type"]);
        let [kind] = object.pick(&CHUNK);
        let Some(kind) = ask::text(kind) else { return Chunk::Unknown(object) };
        if kind == "content" {
            Chunk::Content(TextChunk(object))
        } else if kind == "thinking" {
            Chunk::Thinking(TextChunk(object))
        } else if kind == "tool_use_detail" {
            Chunk::ToolUseDetail(ToolUseDetail(object))
        } else if kind == "tool_use" {
            Chunk::ToolUse(TextChunk(object))
        } else if kind == "tool_result" {
            Chunk::ToolResult(ToolResultChunk(object))
        } else if kind == "tool_diff" {
            Chunk::ToolDiff(ToolDiff(object))
        } else if kind == "done" {
            Chunk::Done(TextChunk(object))
        } else if kind == "error" {
            Chunk::Error(TextChunk(object))
        } else {
            Chunk::Unknown(object)
        }
    }

    /// The object of the chunk.
    pub fn object(&self) -> Object<'a, 't> {
        match self {
            Chunk::Content(view)
            | Chunk::Thinking(view)
            | Chunk::ToolUse(view)
            | Chunk::Done(view)
            | Chunk::Error(view) => view.0,
            Chunk::ToolUseDetail(view) => view.0,
            Chunk::ToolResult(view) => view.0,
            Chunk::ToolDiff(view) => view.0,
            Chunk::Unknown(object) => *object,
        }
    }

    /// `metadata`, which every kind of chunk may have.
    pub fn metadata(&self) -> Option<ChunkMetadata<'a, 't>> {
        ask::object(self.object().get("metadata")).map(ChunkMetadata)
    }
}

impl<'a, 't> ChunkMetadata<'a, 't> {
    /// The call that a `tool_use` chunk tells of, where it names exactly one.
    pub fn only_tool_use_id(&self) -> Option<RawStr<'a>> {
        let mut ids = self.preceding_tool_use_ids().ok()?.elements();
        match (ids.next(), ids.next()) {
            (Some(id), None) => id.string().ok(),
            _ => None,
        }
    }
}

impl<'a, 't> ToolDiff<'a, 't> {
    /// The diff.
    pub fn details(&self) -> Option<Diff<'a, 't>> {
        self.diff().ok().map(Diff)
    }
}

impl<'a, 't> Diff<'a, 't> {
    /// The hunks that are objects, in order.
    pub fn each_hunk(&self) -> impl Iterator<Item = Hunk<'a, 't>> + use<'a, 't> {
        objects(self.hunks().ok().map(|hunks| hunks.elements())).map(Hunk)
    }
}

impl<'a, 't> Hunk<'a, 't> {
    /// The lines that are objects, in order.
    pub fn each_line(&self) -> impl Iterator<Item = DiffLine<'a, 't>> + use<'a, 't> {
        objects(self.lines().ok().map(|lines| lines.elements())).map(DiffLine)
    }
}

impl<'a, 't> MessageLine<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message)
    }
}

impl<'a, 't> Done<'a, 't> {
    /// What the run says of itself; `None` for a `done` alone.
    pub fn details(&self) -> Option<Metadata<'a, 't>> {
        self.metadata().ok().map(Metadata)
    }
}

impl<'a, 't> Metadata<'a, 't> {
    /// The token counters of the run.
    pub fn usage_details(&self) -> Option<Usage<'a, 't>> {
        self.usage().ok().map(Usage)
    }
}

impl Usage<'_, '_> {
    /// The four counters as printed. Those of the cache tell of the last call only.
    pub fn counters(&self) -> Counters {
        Counters::read(self.0)
    }
}

impl<'a, 't> ErrorLine<'a, 't> {
    /// What went wrong.
    pub fn details(&self) -> Option<ErrorDetails<'a, 't>> {
        self.error().ok().map(ErrorDetails)
    }
}

impl<'a, 't> ProgressLine<'a, 't> {
    /// The figures.
    pub fn details(&self) -> Option<Progress<'a, 't>> {
        self.progress().ok().map(Progress)
    }
}

impl<'a, 't> PanelLine<'a, 't> {
    /// The card.
    pub fn details(&self) -> Option<Panel<'a, 't>> {
        self.spec().ok().map(Panel)
    }
}

impl<'a, 't> Panel<'a, 't> {
    /// The body: the one string, or the strings of the array in order. What is no string is left out here.
    pub fn body_lines(&self) -> impl Iterator<Item = RawStr<'a>> + use<'a, 't> {
        let (one, many) = match Content::of(self.body()) {
            Content::Text(text) => (Some(text), None),
            Content::Blocks(array) => (None, Some(array.elements())),
            Content::Missing | Content::Null | Content::Other(_) => (None, None),
        };
        one.into_iter().chain(many.into_iter().flatten().filter_map(|element| element.string().ok()))
    }
}

/// The elements that are objects.
fn objects<'a, 't>(elements: Option<Elements<'a, 't>>) -> impl Iterator<Item = Object<'a, 't>> {
    elements.into_iter().flatten().filter_map(|element| element.object().ok())
}
