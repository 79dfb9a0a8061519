//! A line in the shape that the fold asks for: typed, borrowed, everything else passed over.
//!
//! Of repeated members the last counts, what has another type counts as nothing. Names are told apart by length and bytes
//! (a derive compares them one after the other), and of a message's blocks only calls and results are kept, so that most
//! lines allocate nothing.

use crate::lenient::{Count, Flag, Text, lenient};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A whole line. Ids of sessions stand in the order of [`Line::ids`].
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    /// Which of the members below [`seen`] were there.
    pub(super) seen: u32,
    pub(super) kind: Text<'a>,
    pub(super) subtype: Text<'a>,
    /// `session_id`, `sessionId`, `sessionID`, `thread_id`, each with its place among the members.
    ids: [(u32, Text<'a>); 4],
    members: u32,
    pub(super) message: Message<'a>,
    pub(super) request: Text<'a>,
    pub(super) uuid: Text<'a>,
    pub(super) is_sidechain: Flag,
    pub(super) is_api_error: Flag,
    pub(super) is_error: Flag,
    pub(super) usage: Counters,
    pub(super) models: Models,
    pub(super) cost: Dollars,
    pub(super) old_cost: Dollars,
    pub(super) data: Data<'a>,
    pub(super) chunk: Chunk<'a>,
    pub(super) metadata: Metadata,
    pub(super) error: Failure,
    pub(super) new_conversation: Text<'a>,
    pub(super) progress: Task,
    pub(super) spec: Spec,
    pub(super) timestamp: IsText,
    pub(super) suggestion: IsText,
    pub(super) text: IsText,
    pub(super) word: IsText,
    pub(super) retry_after: Count,
}

impl Line<'_> {
    pub(super) fn has(&self, bit: u32) -> bool {
        self.seen & bit != 0
    }

    pub(super) fn has_any(&self, bits: u32) -> bool {
        self.seen & bits != 0
    }

    /// `session_id`, where it is a string.
    pub(super) fn session_id(&self) -> Option<&str> {
        self.ids[0].1.get()
    }

    /// Its session ids.
    pub(super) fn sessions(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().filter_map(|(_, id)| id.get())
    }

    /// The one that stands first.
    pub(super) fn session(&self) -> Option<&str> {
        let ids = self.ids.iter().filter_map(|(place, id)| Some((place, id.get()?)));
        ids.min_by_key(|(place, _)| **place).map(|(_, id)| id)
    }
}

/// A message of a model, or what it was given.
#[derive(Debug, Default)]
pub(super) struct Message<'a> {
    pub(super) is_object: bool,
    pub(super) has_id: bool,
    pub(super) has_model: bool,
    pub(super) id: Text<'a>,
    pub(super) model: Text<'a>,
    pub(super) usage: Counters,
    pub(super) content: Content<'a>,
}

/// The counters of a `usage` object.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    pub(super) is_object: bool,
    pub(super) has_max_tokens: bool,
    /// Input, cache creation, cache read, output.
    pub(super) counts: [u64; 4],
    /// Codex's name for what was read from the cache.
    pub(super) cached: u64,
}

#[derive(Debug, Default)]
pub(super) struct Content<'a> {
    pub(super) is_text: bool,
    pub(super) is_array: bool,
    /// Calls and results.
    pub(super) blocks: Vec<Block<'a>>,
}

impl<'a> Content<'a> {
    pub(super) fn calls(&self) -> impl Iterator<Item = &Block<'a>> {
        self.blocks.iter().filter(|block| block.kind == BlockKind::ToolUse)
    }

    pub(super) fn results(&self) -> impl Iterator<Item = &Block<'a>> {
        self.blocks.iter().filter(|block| block.kind == BlockKind::ToolResult)
    }
}

#[derive(Debug, Default)]
pub(super) struct Block<'a> {
    pub(super) kind: BlockKind,
    pub(super) id: Text<'a>,
    pub(super) name: Text<'a>,
    pub(super) tool_use_id: Text<'a>,
    pub(super) is_error: Flag,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BlockKind {
    ToolUse,
    ToolResult,
    #[default]
    Other,
}

/// What a result says of all models: whether it names any with counters, and their sum.
#[derive(Debug, Default)]
pub(super) struct Models(pub(super) Option<[u128; 4]>);

#[derive(Clone, Copy, Debug, Default)]
struct Model {
    says_something: bool,
    counts: [u64; 4],
}

/// Micro-dollars.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dollars(pub(super) Option<u64>);

/// The `data` of a progress line of a session file.
#[derive(Debug, Default)]
pub(super) struct Data<'a> {
    pub(super) kind: Text<'a>,
    pub(super) outer: Outer<'a>,
}

/// The line that it embeds. Boxed, because few lines have it.
#[derive(Debug, Default)]
pub(super) struct Outer<'a>(pub(super) Option<Box<Embedded<'a>>>);

#[derive(Debug, Default)]
pub(super) struct Embedded<'a> {
    pub(super) kind: Text<'a>,
    pub(super) request: Text<'a>,
    pub(super) uuid: Text<'a>,
    pub(super) is_api_error: Flag,
    pub(super) message: Message<'a>,
}

/// The `chunk` of AFK.
#[derive(Debug, Default)]
pub(super) struct Chunk<'a> {
    pub(super) kind: Text<'a>,
    pub(super) id: Text<'a>,
    pub(super) name: Text<'a>,
    pub(super) pending: Flag,
    pub(super) is_error: Flag,
}

/// The `metadata` of AFK's `done`.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    pub(super) is_object: bool,
    pub(super) usage: Counters,
    pub(super) subtype: Ending,
    pub(super) stop: Ending,
    pub(super) is_error: Flag,
    pub(super) cost: Dollars,
}

/// A word for how something ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ending {
    #[default]
    Unsaid,
    Success,
    /// `end_turn` or `stop_sequence`.
    Natural,
    Other,
}

/// An `error`, which is text or an object.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failure {
    pub(super) is_text: bool,
    pub(super) is_object: bool,
    pub(super) message: IsText,
    pub(super) name: IsText,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Task {
    pub(super) id: IsText,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spec {
    pub(super) kind: IsText,
}

/// Whether a value is a string.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IsText(pub(super) bool);

/// An enum of member names, read by length and bytes.
macro_rules! names {
    ($names:ident { $($bytes:literal $name:ident)* }) => {
        enum $names {
            $($name,)*
            Other,
        }
        impl<'de> Deserialize<'de> for $names {
            #[inline]
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Own;
                impl Visitor<'_> for Own {
                    type Value = $names;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a name")
                    }
                    #[inline]
                    fn visit_str<E: Error>(self, name: &str) -> Result<$names, E> {
                        Ok(match name.as_bytes() {
                            $($bytes => $names::$name,)*
                            _ => $names::Other,
                        })
                    }
                }
                deserializer.deserialize_identifier(Own)
            }
        }
    };
}

/// A type that reads members of an object; of another value it is the default.
macro_rules! members {
    ($type:ty, |$own:ident| $start:expr, $names:ident { $($bytes:literal $name:ident => $field:expr;)* }) => {
        names!($names { $($bytes $name)* });
        lenient!($type, {
            #[inline]
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                #[allow(unused_mut, reason = "not all of them are changed by a member")]
                let mut $own: $type = $start;
                while let Some(name) = map.next_key()? {
                    match name {
                        $($names::$name => $field = map.next_value()?,)*
                        $names::Other => _ = map.next_value::<IgnoredAny>()?,
                    }
                }
                Ok($own)
            }
        }, null bool number string array);
    };
}

lenient!(IsText, {
    #[inline]
    fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> {
        Ok(IsText(true))
    }
}, null bool number array object);

lenient!(Ending, {
    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(match text {
            "success" => Ending::Success,
            "end_turn" | "stop_sequence" => Ending::Natural,
            _ => Ending::Other,
        })
    }
}, null bool number array object);

lenient!(Dollars, {
    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Dollars(value.checked_mul(1_000_000)))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Dollars(u64::try_from(value).ok().and_then(|value| value.checked_mul(1_000_000))))
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Dollars((value >= 0.0).then(|| (value * 1e6).round() as u64)))
    }
}, null bool string array object);

lenient!(BlockKind, {
    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(match text {
            "tool_use" => BlockKind::ToolUse,
            "tool_result" => BlockKind::ToolResult,
            _ => BlockKind::Other,
        })
    }
}, null bool number array object);

members!(Block<'a>, |block| Block::default(), BlockName {
    b"type" Type => block.kind;
    b"id" Id => block.id;
    b"name" Name => block.name;
    b"tool_use_id" ToolUseId => block.tool_use_id;
    b"is_error" IsError => block.is_error;
});

lenient!(Content<'a>, {
    #[inline]
    fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Content { is_text: true, ..Content::default() })
    }
    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut blocks = Vec::new();
        while let Some(block) = seq.next_element::<Block<'_>>()? {
            if block.kind != BlockKind::Other {
                blocks.push(block);
            }
        }
        Ok(Content { is_text: false, is_array: true, blocks })
    }
}, null bool number object);

names!(MessageName {
    b"id" Id
    b"model" Model
    b"usage" Usage
    b"content" Content
});

lenient!(Message<'a>, {
    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut message = Message { is_object: true, ..Message::default() };
        while let Some(name) = map.next_key()? {
            match name {
                MessageName::Id => {
                    message.has_id = true;
                    message.id = map.next_value()?;
                }
                MessageName::Model => {
                    message.has_model = true;
                    message.model = map.next_value()?;
                }
                MessageName::Usage => message.usage = map.next_value()?,
                MessageName::Content => message.content = map.next_value()?,
                MessageName::Other => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        Ok(message)
    }
}, null bool number string array);

names!(CounterName {
    b"input_tokens" Input
    b"cache_creation_input_tokens" CacheCreation
    b"cache_read_input_tokens" CacheRead
    b"output_tokens" Output
    b"cached_input_tokens" Cached
    b"max_tokens" MaxTokens
});

lenient!(Counters, {
    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut usage = Counters { is_object: true, ..Counters::default() };
        while let Some(name) = map.next_key()? {
            let count = match name {
                CounterName::Input => &mut usage.counts[0],
                CounterName::CacheCreation => &mut usage.counts[1],
                CounterName::CacheRead => &mut usage.counts[2],
                CounterName::Output => &mut usage.counts[3],
                CounterName::Cached => &mut usage.cached,
                CounterName::MaxTokens => {
                    usage.has_max_tokens = true;
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
                CounterName::Other => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *count = map.next_value::<Count>()?.or_zero();
        }
        Ok(usage)
    }
}, null bool number string array);

names!(ModelName {
    b"inputTokens" Input
    b"cacheCreationInputTokens" CacheCreation
    b"cacheReadInputTokens" CacheRead
    b"outputTokens" Output
});

lenient!(Model, {
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut model = Model::default();
        while let Some(name) = map.next_key()? {
            let which = match name {
                ModelName::Input => 0,
                ModelName::CacheCreation => 1,
                ModelName::CacheRead => 2,
                ModelName::Output => 3,
                ModelName::Other => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            let count = map.next_value::<Count>()?;
            model.says_something |= count.0.is_some();
            model.counts[which] = count.or_zero();
        }
        Ok(model)
    }
}, null bool number string array);

lenient!(Models, {
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut models: Vec<(Text<'_>, Model)> = Vec::new();
        while let Some((name, model)) = map.next_entry::<Text<'_>, Model>()? {
            models.retain(|(known, _)| known.0 != name.0);
            models.push((name, model));
        }
        models.retain(|(_, model)| model.says_something);
        let sum = models.iter().fold([0; 4], |mut sum, (_, model)| {
            super::add(&mut sum, model.counts);
            sum
        });
        Ok(Models((!models.is_empty()).then_some(sum)))
    }
}, null bool number string array);

members!(Embedded<'a>, |embedded| Embedded::default(), EmbeddedName {
    b"type" Type => embedded.kind;
    b"requestId" RequestId => embedded.request;
    b"uuid" Uuid => embedded.uuid;
    b"isApiErrorMessage" IsApiError => embedded.is_api_error;
    b"message" Message => embedded.message;
});

impl<'de: 'a, 'a> Deserialize<'de> for Outer<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Embedded::deserialize(deserializer).map(|embedded| Outer(Some(Box::new(embedded))))
    }
}

members!(Data<'a>, |data| Data::default(), DataName {
    b"type" Type => data.kind;
    b"message" Message => data.outer;
});

members!(Chunk<'a>, |chunk| Chunk::default(), ChunkName {
    b"type" Type => chunk.kind;
    b"toolUseId" Id => chunk.id;
    b"toolName" Name => chunk.name;
    b"pending" Pending => chunk.pending;
    b"isError" IsError => chunk.is_error;
});

members!(Metadata, |metadata| Metadata { is_object: true, ..Metadata::default() }, MetadataName {
    b"usage" Usage => metadata.usage;
    b"resultSubtype" Subtype => metadata.subtype;
    b"stopReason" Stop => metadata.stop;
    b"isError" IsError => metadata.is_error;
    b"totalCostUsd" Cost => metadata.cost;
});

names!(FailureName {
    b"message" Message
    b"name" Name
});

lenient!(Failure, {
    fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Failure { is_text: true, ..Failure::default() })
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut failure = Failure { is_object: true, ..Failure::default() };
        while let Some(name) = map.next_key()? {
            match name {
                FailureName::Message => failure.message = map.next_value()?,
                FailureName::Name => failure.name = map.next_value()?,
                FailureName::Other => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        Ok(failure)
    }
}, null bool number array);

members!(Task, |task| Task::default(), TaskName { b"taskId" Id => task.id; });
members!(Spec, |spec| Spec::default(), SpecName { b"kind" Kind => spec.kind; });

/// The members of a line: `read` are kept, `note` are only known to be there, `both` are both.
macro_rules! line {
    (
        read { $($bytes:literal $name:ident => $field:ident;)* }
        both { $($both_bytes:literal $both:ident => $($both_field:ident).+;)* }
        note { $($note_bytes:literal $note:ident;)* }
        ids { $($id_bytes:literal $id:ident => $place:literal;)* }
    ) => {
        names!(LineName {
            $($bytes $name)* $($both_bytes $both)* $($note_bytes $note)* $($id_bytes $id)*
        });

        /// Which members are there, whatever they are: a bit each.
        #[allow(non_upper_case_globals, reason = "named as the members are")]
        pub(super) mod seen {
            enum Bit { $($both,)* $($note,)* $($id,)* }
            $(pub(in super::super) const $both: u32 = 1 << Bit::$both as u32;)*
            $(pub(in super::super) const $note: u32 = 1 << Bit::$note as u32;)*
            $(pub(in super::super) const $id: u32 = 1 << Bit::$id as u32;)*
        }

        /// Unlike the values within, the line must be an object; a derive would also take an array.
        impl<'de: 'a, 'a> Deserialize<'de> for Line<'a> {
            #[inline]
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Own<'a>(PhantomData<&'a ()>);
                impl<'de: 'a, 'a> Visitor<'de> for Own<'a> {
                    type Value = Line<'a>;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("an object")
                    }
                    #[inline]
                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                        let mut line = Line::default();
                        while let Some(name) = map.next_key()? {
                            match name {
                                $(LineName::$name => line.$field = map.next_value()?,)*
                                $(LineName::$both => {
                                    line.seen |= seen::$both;
                                    line.$($both_field).+ = map.next_value()?;
                                })*
                                $(LineName::$note => {
                                    line.seen |= seen::$note;
                                    map.next_value::<IgnoredAny>()?;
                                })*
                                $(LineName::$id => {
                                    line.seen |= seen::$id;
                                    line.members += 1;
                                    line.ids[$place] = (line.members, map.next_value()?);
                                })*
                                LineName::Other => _ = map.next_value::<IgnoredAny>()?,
                            }
                        }
                        Ok(line)
                    }
                }
                deserializer.deserialize_map(Own(PhantomData))
            }
        }
    };
}

line! {
    read {
        b"type" Type => kind;
        b"subtype" Subtype => subtype;
        b"message" Message => message;
        b"requestId" RequestId => request;
        b"isApiErrorMessage" IsApiError => is_api_error;
        b"is_error" IsError => is_error;
        b"usage" Usage => usage;
        b"cost_usd" OldCost => old_cost;
        b"data" Data => data;
        b"chunk" Chunk => chunk;
        b"new_conversation_id" NewConversation => new_conversation;
        b"progress" Progress => progress;
        b"spec" Spec => spec;
        b"suggestion" Suggestion => suggestion;
        b"text" Text => text;
        b"kind" Word => word;
        b"retryAfterMs" RetryAfter => retry_after;
    }
    both {
        b"uuid" Uuid => uuid;
        b"isSidechain" IsSidechain => is_sidechain;
        b"modelUsage" Models => models;
        b"total_cost_usd" Cost => cost;
        b"metadata" Metadata => metadata;
        b"error" Error => error;
        b"timestamp" Timestamp => timestamp;
    }
    note {
        b"timestamp_ms" TimestampMs;
        b"parentUuid" ParentUuid;
        b"subagent_tool_use_id" Subagent;
        b"parent_tool_use_id" Parent;
        b"request_id" CursorRequest;
        b"model" Model;
        b"apiKeySource" KeySource;
        b"permissionMode" PermissionMode;
        b"claude_code_version" Version;
        b"slash_commands" SlashCommands;
        b"tools" Tools;
        b"leafUuid" Leaf;
        b"display" Display;
        b"project" Project;
        b"steer" Steer;
    }
    ids {
        b"session_id" SessionId => 0;
        b"sessionId" SessionIdCamel => 1;
        b"sessionID" SessionIdCapital => 2;
        b"thread_id" ThreadId => 3;
    }
}
