//! simd-json's tape. It unescapes in place and wants padding, so each line is copied once into a buffer that has both;
//! buffers and tape are used again, which spares it all allocation.

use super::Contestant;
use crate::task::{COUNTERS, Class, Index, Usage, each_line, whole};
use simd_json::{Buffers, INPUT_PADDING, Node, StaticNode, Tape, fill_tape_padded};

/// The reused memory.
#[allow(missing_debug_implementations, reason = "the buffers have none")]
pub struct SimdJson {
    line: Vec<u8>,
    buffers: Buffers,
    tape: Tape<'static>,
}

impl SimdJson {
    /// With room for lines of 64 KiB, growing for longer ones.
    pub fn new() -> SimdJson {
        SimdJson { line: Vec::new(), buffers: Buffers::new(1 << 16), tape: Tape::null() }
    }
}

impl Default for SimdJson {
    fn default() -> SimdJson {
        SimdJson::new()
    }
}

impl Contestant for SimdJson {
    fn name(&self) -> String {
        "simd-json tape".into()
    }

    fn run(&mut self, data: &[u8], base: u64, out: &mut Index) {
        let SimdJson { line, buffers, tape } = self;
        each_line(data, base, out, |offset, len, content, out| {
            line.clear();
            line.extend_from_slice(content);
            line.extend_from_slice(&[b' '; INPUT_PADDING]);
            let mut filled = std::mem::replace(tape, Tape(Vec::new())).reset();
            match fill_tape_padded(line, content.len(), buffers, &mut filled) {
                Ok(()) => match filled.0.first() {
                    Some(Node::Object { .. }) => event(&filled.0, offset, len, out),
                    _ => out.refused(offset, len),
                },
                Err(_) => out.refused(offset, len),
            }
            *tape = filled.reset();
        });
    }
}

/// The nodes of one value within a tape.
type Nodes<'t, 'i> = &'t [Node<'i>];

/// The nodes of a container's own values, one after the other.
struct Values<'t, 'i>(Nodes<'t, 'i>);

impl<'t, 'i> Values<'t, 'i> {
    /// Those of an object (names and values in turn).
    fn of_object(value: Nodes<'t, 'i>) -> Option<Self> {
        match value.first()? {
            Node::Object { .. } => Some(Values(&value[1..])),
            _ => None,
        }
    }

    /// Those of an array.
    fn of_array(value: Nodes<'t, 'i>) -> Option<Self> {
        match value.first()? {
            Node::Array { .. } => Some(Values(&value[1..])),
            _ => None,
        }
    }

    /// Name and value of the next member.
    #[inline]
    fn member(&mut self) -> Option<(&'i str, Nodes<'t, 'i>)> {
        let [Node::String(name), rest @ ..] = self.0 else { return None };
        self.0 = rest;
        Some((name, self.next()?))
    }
}

impl<'t, 'i> Iterator for Values<'t, 'i> {
    type Item = Nodes<'t, 'i>;

    #[inline]
    fn next(&mut self) -> Option<Nodes<'t, 'i>> {
        let below = match self.0.first()? {
            Node::Object { count, .. } | Node::Array { count, .. } => *count,
            Node::String(_) | Node::Static(_) => 0,
        };
        let (value, rest) = self.0.split_at(below + 1);
        self.0 = rest;
        Some(value)
    }
}

fn text<'i>(value: Nodes<'_, 'i>) -> Option<&'i str> {
    match value {
        [Node::String(text)] => Some(text),
        _ => None,
    }
}

fn count(value: Nodes<'_, '_>) -> u64 {
    match value {
        [Node::Static(StaticNode::U64(value))] => *value,
        [Node::Static(StaticNode::I64(value))] => (*value).try_into().unwrap_or(0),
        [Node::Static(StaticNode::F64(value))] => whole(*value),
        _ => 0,
    }
}

fn flag(value: Nodes<'_, '_>) -> bool {
    matches!(value, [Node::Static(StaticNode::Bool(true))])
}

fn event(line: Nodes<'_, '_>, offset: u64, len: usize, out: &mut Index) {
    let Some(mut members) = Values::of_object(line) else { return };
    let (mut kind, mut subtype, mut session, mut other_session) = (None, None, None, None);
    let (mut message, mut duration_ms, mut num_turns, mut is_error): (Nodes<'_, '_>, _, _, _) =
        (&[], 0, 0, false);
    while let Some((name, value)) = members.member() {
        match name {
            "type" => kind = text(value),
            "subtype" => subtype = text(value),
            "session_id" => session = text(value),
            "sessionId" => other_session = text(value),
            "message" => message = value,
            "duration_ms" => duration_ms = count(value),
            "num_turns" => num_turns = count(value),
            "is_error" => is_error = flag(value),
            _ => {}
        }
    }
    let kind = kind.unwrap_or("").as_bytes();
    let session = session.or(other_session).unwrap_or("");
    out.event(offset, len, kind, subtype.unwrap_or("").as_bytes(), session.as_bytes());
    match Class::of(kind) {
        Class::Result => return out.result(duration_ms, num_turns, is_error),
        Class::Other => return,
        Class::Assistant | Class::User => {}
    }
    let (mut usage, mut content): (Nodes<'_, '_>, Nodes<'_, '_>) = (&[], &[]);
    let Some(mut members) = Values::of_object(message) else { return };
    while let Some((name, value)) = members.member() {
        match name {
            "usage" => usage = value,
            "content" => content = value,
            _ => {}
        }
    }
    let assistant = Class::of(kind) == Class::Assistant;
    if assistant && let Some(mut members) = Values::of_object(usage) {
        let mut usage = Usage::default();
        while let Some((name, value)) = members.member() {
            if let Some(which) = COUNTERS.iter().position(|counter| *counter == name) {
                usage[which] = count(value);
            }
        }
        out.usage(usage);
    }
    for block in Values::of_array(content).into_iter().flatten() {
        let Some(mut members) = Values::of_object(block) else { continue };
        let (mut kind, mut tool, mut failed) = (None, None, false);
        while let Some((name, value)) = members.member() {
            match name {
                "type" => kind = text(value),
                "name" => tool = text(value),
                "is_error" => failed = flag(value),
                _ => {}
            }
        }
        match kind {
            Some("tool_use") if assistant => out.tool(tool.unwrap_or("").as_bytes()),
            Some("tool_result") if !assistant && failed => out.failed_tool(),
            _ => {}
        }
    }
}
