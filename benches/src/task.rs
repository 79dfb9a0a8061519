//! The index task: what every contestant finds in a file, and the one place where all of them put it.
//!
//! For every line its offset, length, `type`, `subtype` and session (`session_id`, else `sessionId`; strings only). In
//! `assistant` lines the four counters of `message.usage` and the names of `tool_use` blocks; in `user` lines the
//! `tool_result` blocks whose `is_error` is `true`; in `result` lines `duration_ms`, `num_turns` and `is_error`. All of
//! it is summed by session.
//!
//! Escapes in names and values are resolved, of repeated members the last counts, what is missing or of another type
//! counts as nothing. A whole float counts as the integer it is. A line that is not one JSON object is blank or refused.

use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::hash::BuildHasher;

/// The four counters of `message.usage`, in the order of [`COUNTERS`].
pub type Usage = [u64; 4];

/// Names of the counters in [`Usage`].
pub const COUNTERS: [&str; 4] =
    ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];

/// What a line's `type` means for the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Usage and tool calls are read.
    Assistant,
    /// Failed tool results are read.
    User,
    /// Duration, turns and failure are read.
    Result,
    /// Nothing more is read.
    Other,
}

impl Class {
    /// The class of a `type`.
    #[inline]
    pub fn of(kind: &[u8]) -> Class {
        match kind {
            b"assistant" => Class::Assistant,
            b"user" => Class::User,
            b"result" => Class::Result,
            _ => Class::Other,
        }
    }
}

/// A float as a count: whole and within `u64`, or nothing.
#[inline]
pub fn whole(value: f64) -> u64 {
    // 2^64 itself is the first float beyond the range.
    if value.fract() == 0.0 && (0.0..18_446_744_073_709_551_616.0).contains(&value) {
        value as u64
    } else {
        0
    }
}

/// Calls `each` with offset, length (newline included) and content of every line that is not blank; blank lines go to
/// `out` at once. For the contestants that do not split lines themselves.
#[inline]
pub fn each_line<'a>(
    data: &'a [u8],
    base: u64,
    out: &mut Index,
    mut each: impl FnMut(u64, usize, &'a [u8], &mut Index),
) {
    let mut at = 0;
    while at < data.len() {
        let (end, next) = match memchr::memchr(b'\n', &data[at..]) {
            Some(len) => (at + len, at + len + 1),
            None => (data.len(), data.len()),
        };
        let content = &data[at..end];
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        let offset = base + at as u64;
        if content.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            out.blank(offset, next - at);
        } else {
            each(offset, next - at, content, out);
        }
        at = next;
    }
}

/// What is kept of a line: 24 bytes.
#[derive(Clone, Copy, Debug)]
struct Row {
    offset: u64,
    len: u32,
    session: u32,
    kind: u16,
    subtype: u16,
}

/// Ids that stand for no name.
const BLANK: u16 = u16::MAX;
const REFUSED: u16 = u16::MAX - 1;

/// The sums of one session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Sums {
    lines: u64,
    bytes: u64,
    usage: Usage,
    tool_calls: u64,
    failed_tools: u64,
    results: u64,
    failed_results: u64,
    duration_ms: u64,
    num_turns: u64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.lines += other.lines;
        self.bytes += other.bytes;
        for (sum, more) in self.usage.iter_mut().zip(other.usage) {
            *sum = sum.wrapping_add(more);
        }
        self.tool_calls += other.tool_calls;
        self.failed_tools += other.failed_tools;
        self.results += other.results;
        self.failed_results += other.failed_results;
        self.duration_ms = self.duration_ms.wrapping_add(other.duration_ms);
        self.num_turns = self.num_turns.wrapping_add(other.num_turns);
    }
}

/// Ids for short names that come again and again: types, subtypes, tools. Id 0 is the empty name.
#[derive(Debug)]
struct Names {
    ids: HashMap<Box<[u8]>, u16, FixedState>,
    names: Vec<Box<[u8]>>,
    counts: Vec<u64>,
    /// The id last seen for a length and last byte; saves the hash nearly always.
    recent: [u16; 64],
}

impl Names {
    fn new() -> Names {
        Names { ids: HashMap::default(), names: vec![Box::default()], counts: vec![0], recent: [0; 64] }
    }

    #[inline]
    fn id(&mut self, name: &[u8]) -> u16 {
        let Some(last) = name.last() else { return 0 };
        let slot = (name.len() * 5 + usize::from(*last)) & 63;
        let recent = self.recent[slot];
        if *self.names[usize::from(recent)] == *name {
            return recent;
        }
        let id = self.look_up(name);
        self.recent[slot] = id;
        id
    }

    #[cold]
    fn look_up(&mut self, name: &[u8]) -> u16 {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = u16::try_from(self.names.len()).ok().filter(|id| *id < REFUSED);
        let id = id.expect("a file with more than 65,000 different types or tools is not what this measures");
        self.ids.insert(name.into(), id);
        self.names.push(name.into());
        self.counts.push(0);
        id
    }
}

/// Where the answers go, the same for all contestants. Call [`event`](Self::event) first, then what the line holds.
// Aligned so that the indexes of two threads share no cache line.
#[derive(Debug)]
#[repr(align(128))]
pub struct Index {
    rows: Vec<Row>,
    kinds: Names,
    subtypes: Names,
    tools: Names,
    session_ids: HashMap<Box<[u8]>, u32, FixedState>,
    sessions: Vec<(Box<[u8]>, Sums)>,
    /// Session of the latest event.
    current: usize,
}

impl Default for Index {
    fn default() -> Index {
        Index::new()
    }
}

impl Index {
    /// An empty index.
    pub fn new() -> Index {
        Index {
            rows: Vec::new(),
            kinds: Names::new(),
            subtypes: Names::new(),
            tools: Names::new(),
            session_ids: HashMap::default(),
            sessions: vec![Default::default()],
            current: 0,
        }
    }

    /// Empties it for another run, the memory of the rows is kept.
    pub fn clear(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        *self = Index { rows, ..Index::new() };
    }

    /// A line that is one JSON object. Empty text stands for what is missing.
    #[inline]
    pub fn event(&mut self, offset: u64, len: usize, kind: &[u8], subtype: &[u8], session: &[u8]) {
        let kind = self.kinds.id(kind);
        let subtype = self.subtypes.id(subtype);
        // Compare with the previous id first; hash only on a change. Empty slices are never compared.
        let known = &*self.sessions[self.current].0;
        if known.len() != session.len() || (!session.is_empty() && known != session) {
            self.current = self.session(session);
        }
        let sums = &mut self.sessions[self.current].1;
        sums.lines += 1;
        sums.bytes += len as u64;
        self.rows.push(Row { offset, len: len as u32, session: self.current as u32, kind, subtype });
    }

    #[cold]
    fn session(&mut self, session: &[u8]) -> usize {
        if session.is_empty() {
            return 0;
        }
        if let Some(id) = self.session_ids.get(session) {
            return *id as usize;
        }
        let id = self.sessions.len();
        self.session_ids.insert(session.into(), id as u32);
        self.sessions.push((session.into(), Sums::default()));
        id
    }

    /// The counters of an assistant line.
    #[inline]
    pub fn usage(&mut self, usage: Usage) {
        for (sum, more) in self.sessions[self.current].1.usage.iter_mut().zip(usage) {
            *sum = sum.wrapping_add(more);
        }
    }

    /// A tool call of an assistant line.
    #[inline]
    pub fn tool(&mut self, name: &[u8]) {
        let id = self.tools.id(name);
        self.tools.counts[usize::from(id)] += 1;
        self.sessions[self.current].1.tool_calls += 1;
    }

    /// A failed tool result of a user line.
    #[inline]
    pub fn failed_tool(&mut self) {
        self.sessions[self.current].1.failed_tools += 1;
    }

    /// What a result line says.
    #[inline]
    pub fn result(&mut self, duration_ms: u64, num_turns: u64, is_error: bool) {
        let sums = &mut self.sessions[self.current].1;
        sums.results += 1;
        sums.duration_ms = sums.duration_ms.wrapping_add(duration_ms);
        sums.num_turns = sums.num_turns.wrapping_add(num_turns);
        sums.failed_results += u64::from(is_error);
    }

    /// A line of white space.
    #[inline]
    pub fn blank(&mut self, offset: u64, len: usize) {
        self.rows.push(Row { offset, len: len as u32, session: 0, kind: BLANK, subtype: 0 });
    }

    /// A line that is neither blank nor one JSON object.
    #[inline]
    pub fn refused(&mut self, offset: u64, len: usize) {
        self.rows.push(Row { offset, len: len as u32, session: 0, kind: REFUSED, subtype: 0 });
    }
}

/// What a run found, in a form that is equal for equal answers however the file was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All lines.
    pub lines: u64,
    /// Bytes of all lines.
    pub bytes: u64,
    /// Lines of white space.
    pub blank: u64,
    /// Lines that are no JSON object.
    pub refused: u64,
    /// Different sessions, that of lines without one left out.
    pub sessions: u64,
    /// Sums of [`COUNTERS`].
    pub usage: Usage,
    /// Tool calls.
    pub tool_calls: u64,
    /// Failed tool results.
    pub failed_tools: u64,
    /// Result lines.
    pub results: u64,
    /// Those that failed.
    pub failed_results: u64,
    /// Their durations.
    pub duration_ms: u64,
    /// Their turns.
    pub num_turns: u64,
    /// Over offset, length, type, subtype and session of every line.
    pub rows_hash: u64,
    /// Over the sums of every session.
    pub sessions_hash: u64,
    /// Over the calls of every tool.
    pub tools_hash: u64,
}

impl Totals {
    /// The totals of a file that was indexed in one or several parts.
    pub fn of<'i>(parts: impl IntoIterator<Item = &'i Index>) -> Totals {
        let hasher = FixedState::default();
        let hashes =
            |names: &Names| -> Vec<u64> { names.names.iter().map(|name| hasher.hash_one(name)).collect() };
        let mut totals = Totals::default();
        let mut sessions: HashMap<&[u8], Sums, FixedState> = HashMap::default();
        let mut tools: HashMap<&[u8], u64, FixedState> = HashMap::default();
        for part in parts {
            let (kinds, subtypes) = (hashes(&part.kinds), hashes(&part.subtypes));
            let ids: Vec<u64> = part.sessions.iter().map(|(id, _)| hasher.hash_one(id)).collect();
            for row in &part.rows {
                totals.lines += 1;
                totals.bytes += u64::from(row.len);
                let kind = match row.kind {
                    BLANK => {
                        totals.blank += 1;
                        1
                    }
                    REFUSED => {
                        totals.refused += 1;
                        2
                    }
                    id => kinds[usize::from(id)],
                };
                let row = (
                    row.offset,
                    row.len,
                    kind,
                    subtypes[usize::from(row.subtype)],
                    ids[row.session as usize],
                );
                // A sum, so that the order of parts does not matter.
                totals.rows_hash = totals.rows_hash.wrapping_add(hasher.hash_one(row));
            }
            for (id, sums) in &part.sessions {
                sessions.entry(id).or_default().add(sums);
            }
            for (name, count) in part.tools.names.iter().zip(&part.tools.counts) {
                *tools.entry(name).or_default() += count;
            }
        }
        let mut all = Sums::default();
        for (id, sums) in &sessions {
            all.add(sums);
            totals.sessions_hash = totals.sessions_hash.wrapping_add(hasher.hash_one((id, sums)));
        }
        for (name, count) in &tools {
            totals.tools_hash = totals.tools_hash.wrapping_add(hasher.hash_one((name, count)));
        }
        totals.sessions = sessions.keys().filter(|id| !id.is_empty()).count() as u64;
        totals.usage = all.usage;
        totals.tool_calls = all.tool_calls;
        totals.failed_tools = all.failed_tools;
        totals.results = all.results;
        totals.failed_results = all.failed_results;
        totals.duration_ms = all.duration_ms;
        totals.num_turns = all.num_turns;
        totals
    }
}
