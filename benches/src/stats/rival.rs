//! The fold with serde_json: a file read by chunks, lines cut by memchr, each read into a `Line` and added up.

use super::Answers;
use super::calls::Calls;
use super::line::{Counters, Line, Message};
use super::messages::{Messages, Telling, Told};
use super::runs::Runs;
use super::sniff::{Kind, sniff};
use super::{NONE, Sums, add};
use foldhash::fast::RandomState;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes of a read.
const CHUNK: usize = 256 << 10;

/// Reads the file. `utf8`: checks that of the whole line first, as runlex does, which serde_json leaves out for what it passes
/// over.
///
/// # Errors
///
/// Of reading.
pub fn file(path: &Path, utf8: bool) -> io::Result<Answers> {
    let mut file = File::open(path)?;
    let mut fold = Fold { utf8, ..Fold::default() };
    let mut buffer = vec![0; CHUNK];
    let mut held = 0;
    loop {
        if buffer.len() - held < CHUNK {
            buffer.resize((buffer.len() * 2).max(held + CHUNK), 0);
        }
        let got = file.read(&mut buffer[held..])?;
        if got == 0 {
            break;
        }
        // What was held has no newline.
        let from = held;
        held += got;
        let Some(end) = memchr::memrchr(b'\n', &buffer[from..held]).map(|end| from + end + 1) else {
            continue;
        };
        fold.lines(&buffer[..end]);
        buffer.copy_within(end..held, 0);
        held -= end;
    }
    fold.lines(&buffer[..held]);
    Ok(fold.finish())
}

/// The same of bytes in memory.
pub fn bytes(data: &[u8]) -> Answers {
    let mut fold = Fold { utf8: true, ..Fold::default() };
    fold.lines(data);
    fold.finish()
}

#[derive(Debug, Default)]
struct Fold {
    utf8: bool,
    bytes: u64,
    lines: u64,
    blank: u64,
    events: u64,
    faults: u64,
    ends: u64,
    types: HashMap<Box<str>, Type, RandomState>,
    sessions: HashSet<Box<str>, RandomState>,
    /// The id seen last: lines of one session come in a row.
    session: String,
    runs: Runs,
    messages: Messages,
    calls: Calls,
    /// Messages without an id, and ends of AFK.
    single: Sums,
    /// The last state of Codex.
    codex: Option<[u64; 4]>,
    plain: Sums,
}

#[derive(Debug, Default)]
struct Type {
    events: u64,
    subtypes: HashMap<Box<str>, u64, RandomState>,
}

impl Fold {
    /// Whole lines; the last may lack its newline.
    fn lines(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            let (line, rest) = match memchr::memchr(b'\n', data) {
                Some(end) => (&data[..end], &data[end + 1..]),
                None => (data, &data[data.len()..]),
            };
            self.bytes += (data.len() - rest.len()) as u64;
            data = rest;
            self.line(line);
        }
    }

    fn line(&mut self, line: &[u8]) {
        self.lines += 1;
        if line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            self.blank += 1;
            return;
        }
        let line = match self.utf8 {
            true => simdutf8::basic::from_utf8(line).ok().and_then(|line| serde_json::from_str(line).ok()),
            false => serde_json::from_slice(line).ok(),
        };
        match line {
            Some(line) => self.event(&line),
            None => self.faults += 1,
        }
    }

    fn event(&mut self, line: &Line<'_>) {
        self.events += 1;
        let kind = Kind::of(line);
        self.count_type(line);
        for id in line.sessions() {
            if self.session != id {
                id.clone_into(&mut self.session);
                if !self.sessions.contains(id) {
                    self.sessions.insert(id.into());
                }
            }
        }
        self.runs.event(line, kind, sniff(line, kind));
        match kind {
            Kind::Assistant if line.message.is_object => {
                for block in line.message.content.calls() {
                    self.calls.call(block.id.get(), block.name.get());
                }
                let is_synthetic = line.is_api_error.is_true();
                let told = if line.is_sidechain.is_true() { Told::Side } else { Told::Main };
                let usage = line.message.usage;
                if usage.is_object {
                    self.runs.has_usage();
                    add(&mut self.plain, usage.counts);
                    if line.message.id.get().is_none() {
                        add(&mut self.single, usage.counts);
                    }
                    self.message(&line.message, line.request.get(), line.uuid.get(), told, is_synthetic);
                }
            }
            Kind::User => {
                for block in line.message.content.results() {
                    self.calls.result(block.tool_use_id.get(), block.is_error.is_true());
                }
            }
            Kind::Progress => {
                let data = &line.data;
                let outer = data.outer.0.as_deref().filter(|outer| outer.kind.get() == Some("assistant"));
                if let Some(outer) = outer.filter(|_| data.kind.get() == Some("agent_progress")) {
                    let is_synthetic = outer.is_api_error.is_true();
                    let (request, uuid) = (outer.request.get(), outer.uuid.get());
                    if outer.message.usage.is_object {
                        self.message(&outer.message, request, uuid, Told::Progress, is_synthetic);
                    }
                }
            }
            Kind::Done => {
                self.ends += 1;
                if line.metadata.usage.is_object {
                    add(&mut self.plain, line.metadata.usage.counts);
                    add(&mut self.single, line.metadata.usage.counts);
                }
            }
            Kind::TurnCompleted => {
                self.ends += 1;
                if line.usage.is_object {
                    let Counters { counts: [input, _, _, output], cached, .. } = line.usage;
                    let counts = [input, 0, cached, output];
                    add(&mut self.plain, counts);
                    self.codex = Some(counts);
                }
            }
            Kind::Result | Kind::TurnFailed | Kind::StepFinish => self.ends += 1,
            Kind::Error => self.ends += u64::from(line.error.is_object),
            _ => {}
        }
    }

    fn count_type(&mut self, line: &Line<'_>) {
        let name = line.kind.get().unwrap_or(NONE);
        if !self.types.contains_key(name) {
            self.types.insert(name.into(), Type::default());
        }
        let Some(known) = self.types.get_mut(name) else { return };
        known.events += 1;
        if let Some(subtype) = line.subtype.get() {
            match known.subtypes.get_mut(subtype) {
                Some(count) => *count += 1,
                None => _ = known.subtypes.insert(subtype.into(), 1),
            }
        }
    }

    /// A message with usage.
    fn message(
        &mut self,
        message: &Message<'_>,
        request: Option<&str>,
        uuid: Option<&str>,
        told: Told,
        is_synthetic: bool,
    ) {
        let is_synthetic = is_synthetic || message.model.get() == Some("<synthetic>");
        let is_known = self.messages.add(&Telling {
            id: message.id.get(),
            uuid,
            request,
            told,
            is_synthetic,
            counts: message.usage.counts,
            line: self.lines,
            piece: self.runs.piece(),
        });
        if !is_known && !is_synthetic {
            self.runs.loose(message.usage.counts);
        }
    }

    fn finish(mut self) -> Answers {
        let mut usage = self.runs.finish();
        if let Some(usage) = &mut usage {
            let messages = self.messages.usage(&self.runs.whose);
            usage.iter_mut().zip(messages).for_each(|(sum, more)| *sum += more);
        }
        let mut tokens = self.messages.tokens();
        tokens.iter_mut().zip(self.single).for_each(|(sum, more)| *sum += more);
        if let Some(codex) = self.codex {
            add(&mut tokens, codex);
        }
        let mut tools = Default::default();
        self.calls.by_name(&mut tools);
        Answers {
            bytes: self.bytes,
            lines: self.lines,
            blank: self.blank,
            events: self.events,
            faults: self.faults,
            types: self
                .types
                .into_iter()
                .map(|(name, known)| {
                    let subtypes = known.subtypes.into_iter().map(|(name, count)| (name.into(), count));
                    (name.into(), (known.events, subtypes.collect()))
                })
                .collect(),
            sessions: self.sessions.len() as u64,
            dialects: self.runs.dialects.iter().map(|name| (*name).into()).collect(),
            runs: self.runs.outcomes,
            tokens,
            plain: self.plain,
            usage,
            stated: self.runs.stated,
            cost: self.runs.cost,
            tools,
            afk_tools: self.runs.afk_tools,
            orphans: self.calls.orphans(),
            ends: self.ends,
        }
    }
}
