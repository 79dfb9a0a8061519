//! runlex: over a slice, and over chunks as a pipe gives them.

use super::Contestant;
use crate::task::{COUNTERS, Class, Index};
use runlex_core::{
    Array, At, Elements, Field, Framed, Kernel, Keys, LineDecoder, Memory, Mode, Node, Object, Options, Pick,
    RawStr, Record, Scanner, Value, What,
};
use std::borrow::Cow;

/// All names that the task asks for.
const KEYS: Keys = Keys::new(&[
    "type",
    "subtype",
    "session_id",
    "sessionId",
    "message",
    "duration_ms",
    "num_turns",
    "is_error",
    "usage",
    "content",
    "name",
    COUNTERS[0],
    COUNTERS[1],
    COUNTERS[2],
    COUNTERS[3],
]);

const EVENT: Pick<8> = KEYS.pick([
    "type",
    "subtype",
    "session_id",
    "sessionId",
    "message",
    "duration_ms",
    "num_turns",
    "is_error",
]);
const MESSAGE: Pick<2> = KEYS.pick(["usage", "content"]);
const CONTENT: Pick<1> = KEYS.pick(["content"]);
const USAGE: Pick<4> = KEYS.pick(COUNTERS);
const CALL: Pick<2> = KEYS.pick(["type", "name"]);
const RESULT: Pick<2> = KEYS.pick(["type", "is_error"]);

/// Nodes lent; 512 KiB, of which a line touches what it needs.
const NODES: usize = 1 << 16;

/// The name of a kernel in tables and on command lines.
pub fn kernel_name(kernel: Kernel) -> String {
    kernel.name().to_owned()
}

/// The scanner over a slice.
#[derive(Debug)]
pub struct Ours {
    options: Options<'static>,
    nodes: Vec<Node>,
    memory: Box<Memory>,
}

impl Ours {
    /// With this kernel and mode.
    pub fn new(kernel: Kernel, mode: Mode) -> Ours {
        Ours {
            options: Options { kernel, mode, ..Options::new(&KEYS) },
            nodes: vec![Node::EMPTY; NODES],
            memory: Box::default(),
        }
    }
}

impl Contestant for Ours {
    fn name(&self) -> String {
        let mode = match self.options.mode {
            Mode::Checked => "checked",
            Mode::Skim => "skim",
        };
        format!("runlex {mode}, {}", kernel_name(self.options.kernel))
    }

    fn run(&mut self, data: &[u8], base: u64, out: &mut Index) {
        let at = At { offset: base, ..At::START };
        let mut scanner = Scanner::new(self.options, data, at, &mut self.nodes).with_memory(&mut self.memory);
        while let Some(record) = scanner.next() {
            read(&record, out);
        }
    }
}

/// The decoder over chunks, then the scanner a line at a time: the live path.
#[derive(Debug)]
pub struct Chunked {
    options: Options<'static>,
    chunk: usize,
    nodes: Vec<Node>,
    memory: Box<Memory>,
    carry: Vec<u8>,
}

/// Longest line that the live path takes.
const CARRY: usize = 16 << 20;

impl Chunked {
    /// Chunks of what a read from a pipe gives at most.
    pub const PIPE: usize = 64 << 10;

    /// Checked, with this kernel, over chunks of this many bytes; `usize::MAX` for all at once.
    pub fn new(kernel: Kernel, chunk: usize) -> Chunked {
        Chunked {
            options: Options { kernel, ..Options::new(&KEYS) },
            chunk,
            nodes: vec![Node::EMPTY; NODES],
            memory: Box::default(),
            carry: vec![0; CARRY],
        }
    }
}

impl Contestant for Chunked {
    fn name(&self) -> String {
        let how = if self.chunk == usize::MAX { "decoder" } else { "by chunks" };
        format!("runlex checked, {}, {how}", kernel_name(self.options.kernel))
    }

    fn run(&mut self, data: &[u8], base: u64, out: &mut Index) {
        let mut decoder = LineDecoder::starting(&mut self.carry, At { offset: base, ..At::START });
        for mut chunk in data.chunks(self.chunk) {
            while let Some(framed) = decoder.next(&mut chunk) {
                take(self.options, framed, &mut self.nodes, &mut self.memory, out);
            }
        }
        if let Some(framed) = decoder.finish() {
            take(self.options, framed, &mut self.nodes, &mut self.memory, out);
        }
    }
}

#[inline]
fn take(
    options: Options<'static>,
    framed: Framed<'_>,
    nodes: &mut [Node],
    memory: &mut Memory,
    out: &mut Index,
) {
    match framed {
        Framed::Line(line) => read(&Scanner::once_with(options, line, nodes, memory), out),
        Framed::TooLong(long) => read(&Record::from(long), out),
    }
}

#[inline]
fn read(record: &Record<'_, '_>, out: &mut Index) {
    let (offset, len) = (record.line.at().offset, record.line.len() as usize);
    match record.what {
        What::Event(object) => event(object, offset, len, out),
        What::Blank => out.blank(offset, len),
        What::Fault(_) => out.refused(offset, len),
    }
}

#[inline]
fn event(object: Object<'_, '_>, offset: u64, len: usize, out: &mut Index) {
    let [kind, subtype, session, other_session, message, duration_ms, num_turns, is_error] =
        object.pick(&EVENT);
    let kind = text(kind).unwrap_or_default();
    let session = text(session).or_else(|| text(other_session)).unwrap_or_default();
    out.event(offset, len, &kind, &text(subtype).unwrap_or_default(), &session);
    match Class::of(&kind) {
        Class::Assistant => {
            let Some(message) = object_of(message) else { return };
            let [usage, content] = message.pick(&MESSAGE);
            if let Some(usage) = object_of(usage) {
                out.usage(usage.pick(&USAGE).map(count));
            }
            for block in blocks(content) {
                let [kind, name] = block.pick(&CALL);
                if text(kind).is_some_and(|kind| *kind == *b"tool_use") {
                    out.tool(&text(name).unwrap_or_default());
                }
            }
        }
        Class::User => {
            let Some(message) = object_of(message) else { return };
            for block in blocks(message.pick(&CONTENT)[0]) {
                let [kind, is_error] = block.pick(&RESULT);
                if flag(is_error) && text(kind).is_some_and(|kind| *kind == *b"tool_result") {
                    out.failed_tool();
                }
            }
        }
        Class::Result => out.result(count(duration_ms), count(num_turns), flag(is_error)),
        Class::Other => {}
    }
}

/// The elements of a content array; nothing for other content.
#[inline]
fn blocks<'a, 't>(content: Option<Value<'a, 't>>) -> Blocks<'a, 't> {
    Blocks(Field::of(content, Value::array).ok().map(Array::elements))
}

struct Blocks<'a, 't>(Option<Elements<'a, 't>>);

impl<'a, 't> Iterator for Blocks<'a, 't> {
    type Item = Object<'a, 't>;

    #[inline]
    fn next(&mut self) -> Option<Object<'a, 't>> {
        let elements = self.0.as_mut()?;
        loop {
            if let Some(object) = elements.next()?.object().ok() {
                return Some(object);
            }
        }
    }
}

#[inline]
fn object_of<'a, 't>(value: Option<Value<'a, 't>>) -> Option<Object<'a, 't>> {
    Field::of(value, Value::object).ok()
}

#[inline(always)]
fn text<'a>(value: Option<Value<'a, '_>>) -> Option<Cow<'a, [u8]>> {
    Field::of(value, Value::string).ok().map(resolve)
}

#[inline]
fn resolve(string: RawStr<'_>) -> Cow<'_, [u8]> {
    if !string.is_escaped() { Cow::Borrowed(string.raw()) } else { unescape(string) }
}

#[cold]
fn unescape(string: RawStr<'_>) -> Cow<'_, [u8]> {
    let mut buffer = vec![0; string.raw().len()];
    let len = string.unescape_into(&mut buffer).map_or(0, str::len);
    buffer.truncate(len);
    Cow::Owned(buffer)
}

#[inline]
fn count(value: Option<Value<'_, '_>>) -> u64 {
    Field::of(value, Value::number).ok().and_then(|number| number.to_u64().ok()).unwrap_or(0)
}

#[inline]
fn flag(value: Option<Value<'_, '_>>) -> bool {
    Field::of(value, Value::bool).or(false)
}
