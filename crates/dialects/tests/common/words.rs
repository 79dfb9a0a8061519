//! Answers of views and items in words, to be held against a table. Written to any sink without allocation, so that the
//! same walk over all accessors serves as proof that they allocate nothing.

#![allow(dead_code, unused_macros, unused_imports)]

use runlex_core::{Array, Field, Object, RawNumber, RawStr, Value};
use runlex_dialects::{Content, Count, Item, ItemKind, Time};
use std::fmt::{self, Write};

/// A sink that keeps nothing but the number of bytes.
#[derive(Default)]
pub(crate) struct Sink(pub(crate) usize);

impl Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// One answer.
pub(crate) trait Say {
    /// True where nothing is said.
    fn is_silent(&self) -> bool;
    fn say(&self, out: &mut dyn Write) -> fmt::Result;
}

macro_rules! say_field {
    ($($type:ty, |$it:ident, $out:ident| $say:expr;)*) => { $(
        impl Say for Field<$type, Value<'_, '_>> {
            fn is_silent(&self) -> bool {
                !self.is_present()
            }

            fn say(&self, $out: &mut dyn Write) -> fmt::Result {
                match self {
                    Field::Missing => $out.write_str("missing"),
                    Field::Null => $out.write_str("null"),
                    Field::Wrong(value) => {
                        $out.write_str("wrong:")?;
                        raw($out, *value)
                    }
                    Field::Is($it) => $say,
                }
            }
        }
    )* };
}
say_field! {
    RawStr<'_>, |it, out| write!(out, "'{it}'");
    RawNumber<'_>, |it, out| out.write_str(it.lexeme());
    bool, |it, out| write!(out, "{it}");
    Object<'_, '_>, |_it, out| out.write_str("{}");
    Array<'_, '_>, |it, out| write!(out, "[{}]", it.elements().count());
}

impl Say for Option<Value<'_, '_>> {
    fn is_silent(&self) -> bool {
        self.is_none()
    }

    fn say(&self, out: &mut dyn Write) -> fmt::Result {
        self.map_or(Ok(()), |value| raw(out, value))
    }
}

pub(crate) fn raw(out: &mut dyn Write, value: Value<'_, '_>) -> fmt::Result {
    out.write_str(std::str::from_utf8(value.raw()).expect("UTF-8"))
}

/// ` name=answer` for every field of a view that is not missing; the names must be those that the view lists, its tags apart.
macro_rules! fields {
    ($out:expr, $name:ident, $view:expr $(, $field:ident $(= $wire:literal)?)* $(,)?) => {{
        let (out, view): (&mut dyn std::fmt::Write, $name<'_, '_>) = ($out, $view);
        let names: &[&str] = &[$($crate::words::wire!($field $(, $wire)?)),*];
        assert!($name::FIELDS.names().filter(|name| *name != "type").eq(names.iter().copied()), "{names:?}");
        let _ = (&out, view);
        $(
            let answer = view.$field();
            if !$crate::words::Say::is_silent(&answer) {
                write!(out, " {}=", $crate::words::wire!($field $(, $wire)?))?;
                $crate::words::Say::say(&answer, out)?;
            }
        )*
    }};
}

macro_rules! wire {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident, $wire:literal) => {
        $wire
    };
}

pub(crate) use {fields, wire};

/// What is said of the frame, then the kind with all its fields.
pub(crate) fn item(out: &mut dyn Write, item: &Item<'_, '_>) -> fmt::Result {
    write!(out, "{}", item.dialect)?;
    for (name, text) in [
        ("session", item.session),
        ("agent", item.agent),
        ("parent", item.parent_tool_use),
        ("message", item.message_id),
        ("request", item.request_id),
        ("model", item.model),
    ] {
        if let Some(text) = text {
            write!(out, " {name}={text}")?;
        }
    }
    if let Some(timestamp) = item.timestamp {
        match timestamp.time {
            Time::Text(text) => write!(out, " {:?}={text}", timestamp.origin)?,
            Time::Seconds(number) | Time::Milliseconds(number) => {
                write!(out, " {:?}={}", timestamp.origin, number.lexeme())?;
            }
            _ => out.write_str(" another time")?,
        }
    }
    if let Some(block) = item.block {
        write!(out, " block={block}")?;
    }
    for (name, set) in [("delta", item.delta), ("piece", item.piece), ("replay", item.replay)] {
        if set {
            write!(out, " {name}")?;
        }
    }
    write!(out, " {}", item.kind.name())?;
    kind(out, &item.kind)
}

fn kind(out: &mut dyn Write, kind: &ItemKind<'_, '_>) -> fmt::Result {
    let number = |out: &mut dyn Write, number: &Option<RawNumber<'_>>| match number {
        Some(number) => write!(out, " {}", number.lexeme()),
        None => out.write_str(" -"),
    };
    let text = |out: &mut dyn Write, text: &Option<RawStr<'_>>| match text {
        Some(text) => write!(out, " '{text}'"),
        None => out.write_str(" -"),
    };
    match kind {
        ItemKind::SessionStart { cwd, model, version } => {
            text(out, cwd)?;
            text(out, model)?;
            text(out, version)
        }
        ItemKind::UserText { text, injected } => write!(out, " '{text}' {injected}"),
        ItemKind::AssistantText(text) => write!(out, " '{text}'"),
        ItemKind::Thinking(thought) => text(out, thought),
        ItemKind::ToolCall { id, name, input } => {
            text(out, id)?;
            text(out, name)?;
            out.write_char(' ')?;
            match input {
                Some(input) => raw(out, *input),
                None => out.write_char('-'),
            }
        }
        ItemKind::ToolResult { id, outcome, content } => {
            text(out, id)?;
            write!(out, " {outcome:?} ")?;
            match content {
                Content::Missing => out.write_char('-'),
                Content::Null => out.write_str("null"),
                Content::Text(text) => write!(out, "'{text}'"),
                Content::Blocks(blocks) => write!(out, "[{}]", blocks.elements().count()),
                Content::Other(value) => raw(out, *value),
            }
        }
        ItemKind::Usage { counters, scope, cost_usd } => {
            write!(out, " {scope:?}")?;
            for count in counters.all() {
                match count {
                    Count::Is(count) => write!(out, " {count}")?,
                    Count::Absent => out.write_str(" -")?,
                    Count::Odd => out.write_str(" odd")?,
                }
            }
            number(out, cost_usd)
        }
        ItemKind::Error { message, code } => {
            text(out, message)?;
            text(out, code)
        }
        ItemKind::Progress { what, text: news } => {
            write!(out, " {what}")?;
            text(out, news)
        }
        ItemKind::Result { outcome, is_error, text: last, duration_ms, num_turns, cost_usd } => {
            write!(out, " {outcome:?} ")?;
            is_error.say(out)?;
            text(out, last)?;
            number(out, duration_ms)?;
            number(out, num_turns)?;
            number(out, cost_usd)
        }
        ItemKind::Other(object) => {
            out.write_char(' ')?;
            raw(out, object.as_value())
        }
        ItemKind::OtherValue(value) => {
            out.write_char(' ')?;
            raw(out, *value)
        }
        _ => Ok(()),
    }
}

/// The text that `write` writes.
pub(crate) fn text(write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text).expect("a String takes all");
    text
}
