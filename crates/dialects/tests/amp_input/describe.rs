//! An event in words, to be held against a table.

use crate::words::{fields, raw};
use runlex_core::Object;
use runlex_dialects::amp_input::*;
use runlex_dialects::{Content, ContentBlock, ImageBlock, ImageSource, TextBlock, ToolResultBlock};
use std::fmt::{self, Write};

/// The variant, and every accessor's answer that is not silence; what lies deeper follows a slash.
pub(crate) fn event(out: &mut dyn Write, object: Object<'_, '_>) -> fmt::Result {
    let event = Event::read(object);
    out.write_str(event.name())?;
    match event {
        Event::User(view) => {
            fields!(out, User, view, steer, request_id, message);
            if let Some(message) = view.details() {
                out.write_str(" /")?;
                fields!(out, Message, message, role, raw_content = "content");
                if let Content::Blocks(_) = message.content() {
                    for block in view.content().blocks() {
                        self::block(out, block)?;
                    }
                }
            }
        }
        Event::Unknown(object) => {
            out.write_char(' ')?;
            raw(out, object.as_value())?;
        }
        other => panic!("{other:?} is not described"),
    }
    Ok(())
}

fn block(out: &mut dyn Write, block: ContentBlock<'_, '_>) -> fmt::Result {
    match block {
        ContentBlock::Text(view) => {
            out.write_str(" / Text")?;
            fields!(out, TextBlock, view, text, citations);
        }
        ContentBlock::Image(view) => {
            out.write_str(" / Image")?;
            fields!(out, ImageBlock, view, source, source_path);
            if let Some(source) = view.details() {
                // The name of the kind is the member that tells what it is, so it is no field for `fields`.
                let ImageSource { .. } = source;
                out.write_str(" kind=")?;
                crate::words::Say::say(&source.kind(), out)?;
                out.write_str(" media_type=")?;
                crate::words::Say::say(&source.media_type(), out)?;
                out.write_str(" data=")?;
                crate::words::Say::say(&source.data(), out)?;
            }
        }
        ContentBlock::ToolResult(view) => {
            out.write_str(" / ToolResult")?;
            fields!(out, ToolResultBlock, view, tool_use_id, raw_content = "content", is_error);
        }
        ContentBlock::Unknown(object) => {
            out.write_str(" / Unknown ")?;
            raw(out, object.as_value())?;
        }
        other => write!(out, " / {other:?}")?,
    }
    Ok(())
}
