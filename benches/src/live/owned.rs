//! serde_json: a line as an event that owns all its parts, as a client library for Amp would hand it out.
//!
//! One type for all events and one for all blocks, with what is missing as `None`: an enum with a `tag` would first copy
//! each value to choose. Arguments are kept as written, which costs less than a document of them.

use super::{Live, Seen};
use crate::contestants::REFERENCE;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor, value::SeqAccessDeserializer};
use serde_json::value::RawValue;
use std::fmt;
use std::hint::black_box;

/// `serde_json::from_slice` of the line.
#[derive(Clone, Copy, Debug)]
pub struct Owned;

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "owned for whoever wants it")]
struct Event {
    #[serde(rename = "type")]
    kind: Kind,
    subtype: Option<String>,
    session_id: Option<String>,
    parent_tool_use_id: Option<String>,
    message: Option<Message>,
    cwd: Option<String>,
    tools: Option<Vec<String>>,
    is_error: Option<bool>,
    duration_ms: Option<u64>,
    num_turns: Option<u64>,
    result: Option<String>,
    error: Option<String>,
    usage: Option<Usage>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    System,
    User,
    Assistant,
    Result,
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "owned for whoever wants it")]
struct Message {
    id: Option<String>,
    model: Option<String>,
    stop_reason: Option<String>,
    content: Option<Content>,
    usage: Option<Usage>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct Usage {
    input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    output_tokens: Option<u64>,
}

/// Text, or blocks.
#[derive(Debug)]
enum Content {
    Text(String),
    Blocks(Vec<Block>),
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "owned for whoever wants it")]
struct Block {
    #[serde(rename = "type")]
    kind: BlockKind,
    text: Option<String>,
    thinking: Option<String>,
    id: Option<String>,
    name: Option<String>,
    input: Option<Box<RawValue>>,
    tool_use_id: Option<String>,
    content: Option<Content>,
    is_error: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BlockKind {
    Text,
    Thinking,
    RedactedThinking,
    ToolUse,
    ToolResult,
    #[serde(other)]
    Other,
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Own;
        impl<'de> Visitor<'de> for Own {
            type Value = Content;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text or blocks")
            }
            fn visit_str<E>(self, text: &str) -> Result<Content, E> {
                Ok(Content::Text(text.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Content, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(seq)).map(Content::Blocks)
            }
        }
        deserializer.deserialize_any(Own)
    }
}

impl Live for Owned {
    fn name(&self) -> String {
        format!("{REFERENCE}, owned events")
    }

    fn line(&mut self, line: &[u8], _: u64, seen: &mut Seen) {
        match serde_json::from_slice::<Event>(line) {
            Ok(event) => {
                event.count(seen);
                // All of it is there for whoever wants it.
                black_box(&event);
            }
            Err(_) => seen.faults += 1,
        }
    }
}

impl Event {
    fn count(&self, seen: &mut Seen) {
        let message = self.message.as_ref();
        let content = message.and_then(|message| message.content.as_ref());
        match self.kind {
            Kind::System if self.subtype.as_deref() == Some("init") => seen.starts += 1,
            Kind::System | Kind::Other => seen.others += 1,
            Kind::User => said(content, &mut |seen| &mut seen.user_texts, seen),
            Kind::Assistant => {
                said(content, &mut |seen| &mut seen.assistant_texts, seen);
                usage(message.and_then(|message| message.usage), seen);
            }
            Kind::Result => {
                let failed = self.is_error.unwrap_or(self.subtype.as_deref() != Some("success"));
                let [result, error] = [&self.result, &self.error].map(Option::as_deref);
                let text = if failed { error.or(result) } else { result.or(error) };
                seen.ends += 1;
                seen.failed_ends += u64::from(failed);
                seen.duration_ms += self.duration_ms.unwrap_or(0);
                seen.text += len(text);
                usage(self.usage, seen);
            }
        }
    }
}

fn len(text: Option<&str>) -> u64 {
    text.map_or(0, |text| text.len() as u64)
}

fn usage(usage: Option<Usage>, seen: &mut Seen) {
    let Some(usage) = usage else { return };
    let counts = [
        usage.input_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
        usage.output_tokens,
    ];
    seen.usage.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count.unwrap_or(0));
}

fn said(content: Option<&Content>, texts: &mut impl FnMut(&mut Seen) -> &mut u64, seen: &mut Seen) {
    let blocks = match content {
        None => return,
        Some(Content::Text(text)) => {
            *texts(seen) += 1;
            seen.text += text.len() as u64;
            return;
        }
        Some(Content::Blocks(blocks)) => blocks,
    };
    for block in blocks {
        match block.kind {
            BlockKind::Text => {
                *texts(seen) += 1;
                seen.text += len(block.text.as_deref());
            }
            BlockKind::Thinking | BlockKind::RedactedThinking => {
                seen.thoughts += 1;
                seen.text += len(block.thinking.as_deref());
            }
            BlockKind::ToolUse => {
                seen.calls += 1;
                seen.arguments += block.input.as_ref().map_or(0, |input| input.get().len() as u64);
                seen.text += len(block.name.as_deref());
            }
            BlockKind::ToolResult => {
                seen.results += 1;
                seen.failed_results += u64::from(block.is_error == Some(true));
                match &block.content {
                    None => {}
                    Some(Content::Text(text)) => seen.text += text.len() as u64,
                    Some(Content::Blocks(blocks)) => {
                        let texts = blocks.iter().filter(|block| block.kind == BlockKind::Text);
                        seen.text += texts.map(|block| len(block.text.as_deref())).sum::<u64>();
                    }
                }
            }
            BlockKind::Other => seen.others += 1,
        }
    }
}
