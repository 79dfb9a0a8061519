//! Tool calls, and what came of them.

use super::{Line, Talk};
use crate::conversation::brief;
use crate::conversation::page::STEP;
use crate::show::{name, thousands};
use runlex::dialects::{Content, ContentBlock, ToolOutcome};
use runlex::{RawStr, TextIn, Value};

/// A call that was made.
pub(super) struct Call {
    /// By which its result is known.
    pub(super) label: String,
    pub(super) depth: usize,
}

impl Talk<'_> {
    /// What came of a call: beneath it, or under a heading that names it.
    pub(super) fn result(
        &mut self,
        line: &Line<'_>,
        indent: usize,
        above: Option<&str>,
        id: Option<RawStr<'_>>,
        outcome: ToolOutcome,
        content: Content<'_, '_>,
    ) {
        let id = id.map(|id| id.text_in(line.bump));
        let word = match outcome {
            ToolOutcome::Error => "error",
            ToolOutcome::Declined => "declined",
            ToolOutcome::Ok | ToolOutcome::Unknown => "",
        };
        let is_beneath = id.is_some() && above == id;
        let style = if word.is_empty() { self.page.styles.call } else { self.page.styles.bad };
        match (is_beneath, word) {
            (true, "") => {}
            (true, word) => self.page.heading(indent + STEP, style, &format!("← {word}"), ""),
            (false, word) => {
                let call = id.and_then(|id| self.calls.get(id));
                let label = match (call, id) {
                    (Some(call), _) => call.label.clone(),
                    (None, Some(id)) => format!("a call that is not here: {}", name(id)),
                    (None, None) => "a call without an id".to_owned(),
                };
                let word = if word.is_empty() { word.to_owned() } else { format!(": {word}") };
                let what = format!("← {label}{word}");
                self.page.heading(indent + STEP, style, &what, &format!("line {}", thousands(line.number)));
            }
        }
        let indent = indent + 2 * STEP;
        match content {
            Content::Text(text) => self.content(indent, text.text_in(line.bump)),
            Content::Blocks(blocks) if blocks.elements().next().is_some() => {
                for (block, value) in content.blocks().zip(blocks.elements()) {
                    match block {
                        ContentBlock::Text(block) if block.text().ok().is_some() => {
                            let text = block.text().ok().map_or("", |text| text.text_in(line.bump));
                            self.content(indent, text);
                        }
                        _ => match value.object().ok() {
                            Some(object) => self.other(indent, object),
                            None => self.raw(indent, value.raw()),
                        },
                    }
                }
            }
            Content::Missing | Content::Null | Content::Blocks(_) => self.content(indent, ""),
            Content::Other(value) => self.raw(indent, value.raw()),
        }
    }

    pub(super) fn content(&mut self, indent: usize, text: &str) {
        match text.is_empty() {
            true => self.page.text(indent, self.page.styles.beside, "(nothing)"),
            false => self.page.folded(indent, self.page.styles.plain, text),
        }
    }

    /// What a call was given, whole.
    pub(super) fn input(&mut self, line: &Line<'_>, indent: usize, input: Option<Value<'_, '_>>) {
        let Some(object) = input.and_then(|input| input.object().ok()) else {
            if let Some(text) = input.and_then(|input| input.string().ok()) {
                self.page.text(indent, self.page.styles.beside, text.text_in(line.bump));
            } else if let Some(input) = input {
                self.raw(indent, input.raw());
            }
            return;
        };
        for (name, value) in object.members() {
            let name = brief::line(name);
            match value.string().ok().map(|text| text.text_in(line.bump)) {
                Some(text) if text.contains('\n') => {
                    self.page.text(indent, self.page.styles.beside, &format!("{name}:"));
                    self.page.text(indent + STEP, self.page.styles.beside, text);
                }
                Some(text) => self.page.text(indent, self.page.styles.beside, &format!("{name}: {text}")),
                None => {
                    let value = String::from_utf8_lossy(value.raw());
                    self.page.text(indent, self.page.styles.beside, &format!("{name}: {value}"));
                }
            }
        }
    }
}

/// A tool's name, and so much of what it is given, in few words.
pub(super) fn label(name: Option<RawStr<'_>>, input: Option<Value<'_, '_>>, most: usize) -> String {
    let name = name.map_or("(none)".to_owned(), brief::line);
    let input = input.map(|input| brief::input(input, most)).unwrap_or_default();
    if input.is_empty() { name } else { format!("{name}  {input}") }
}
