//! runlex over a line that arrives.

use super::{Live, Seen};
use runlex::dialects::{Content, ContentBlock, Counters, ItemKind, KEYS, Outcome, ToolOutcome, amp};
use runlex_core::{At, Framed, Kernel, LineDecoder, Memory, Node, Options, RawStr, Record, Scanner, What};

/// Longest line that it takes.
const CARRY: usize = 16 << 20;

/// `LineDecoder`, `Scanner::once_with`, `amp::Event`, its items.
#[derive(Debug)]
pub struct Ours {
    options: Options<'static>,
    nodes: Vec<Node>,
    memory: Box<Memory>,
    carry: Vec<u8>,
    /// Where texts are unescaped to; nothing for one that leaves them as written.
    text: Option<Vec<u8>>,
}

impl Ours {
    /// With this kernel. `text`: resolves the escapes of all texts.
    pub fn new(kernel: Kernel, text: bool) -> Ours {
        Ours {
            options: Options { kernel, ..Options::new(&KEYS) },
            nodes: vec![Node::EMPTY; 1 << 16],
            memory: Box::default(),
            carry: vec![0; CARRY],
            text: text.then(|| vec![0; CARRY]),
        }
    }

    /// Whether it knows what texts say.
    pub fn has_text(&self) -> bool {
        self.text.is_some()
    }
}

impl Live for Ours {
    fn name(&self) -> String {
        let text = if self.has_text() { ", texts unescaped" } else { "" };
        format!("runlex checked, {}, items{text}", self.options.kernel.name())
    }

    fn line(&mut self, mut line: &[u8], offset: u64, seen: &mut Seen) {
        let mut decoder = LineDecoder::starting(&mut self.carry, At { offset, ..At::START });
        while let Some(framed) = decoder.next(&mut line) {
            let record = match framed {
                Framed::Line(line) => {
                    Scanner::once_with(self.options, line, &mut self.nodes, &mut self.memory)
                }
                Framed::TooLong(long) => Record::from(long),
            };
            read(&record, self.text.as_deref_mut(), seen);
        }
    }
}

fn read(record: &Record<'_, '_>, mut buffer: Option<&mut [u8]>, seen: &mut Seen) {
    let object = match record.what {
        What::Event(object) => object,
        What::Blank => return,
        What::Fault(_) => {
            seen.faults += 1;
            return;
        }
    };
    let mut text = |text: Option<RawStr<'_>>| {
        if let (Some(text), Some(buffer)) = (text, buffer.as_deref_mut()) {
            seen.text += text.unescape_into(buffer).map_or(0, |text| text.len() as u64);
        }
    };
    for item in amp::Event::read(object).items() {
        match item.kind {
            ItemKind::SessionStart { .. } => seen.starts += 1,
            ItemKind::UserText { text: said, .. } => {
                seen.user_texts += 1;
                text(Some(said));
            }
            ItemKind::AssistantText(said) => {
                seen.assistant_texts += 1;
                text(Some(said));
            }
            ItemKind::Thinking(said) => {
                seen.thoughts += 1;
                text(said);
            }
            ItemKind::ToolCall { name, input, .. } => {
                seen.calls += 1;
                seen.arguments += input.map_or(0, |input| input.raw().len() as u64);
                text(name);
            }
            ItemKind::ToolResult { outcome, content, .. } => {
                seen.results += 1;
                seen.failed_results += u64::from(outcome == ToolOutcome::Error);
                match content {
                    Content::Text(said) => text(Some(said)),
                    Content::Blocks(_) => {
                        for block in content.blocks() {
                            if let ContentBlock::Text(block) = block {
                                text(block.text().ok());
                            }
                        }
                    }
                    Content::Missing | Content::Null | Content::Other(_) => {}
                }
            }
            ItemKind::Usage {
                counters: Counters { input, cache_creation, cache_read, output, .. }, ..
            } => {
                let counts = [input, cache_creation, cache_read, output];
                seen.usage.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count.or_zero());
            }
            ItemKind::Result { outcome, text: said, duration_ms, .. } => {
                seen.ends += 1;
                seen.failed_ends += u64::from(outcome == Outcome::Failed);
                seen.duration_ms += duration_ms.and_then(|number| number.to_u64().ok()).unwrap_or(0);
                text(said);
            }
            _ => seen.others += 1,
        }
    }
}
