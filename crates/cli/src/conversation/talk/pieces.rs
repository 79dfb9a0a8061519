//! Texts that come in pieces, and perhaps once more as a whole.

use super::{ASSISTANT, Line, Speaker, Talk};
use crate::conversation::page::STEP;
use runlex::TextIn;
use runlex::dialects::{Dialect, Item, ItemKind};

/// A text that comes in pieces, held back until it is known whether it also comes whole.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) thinking: String,
    pub(super) text: String,
    /// Text of pieces that was shown since the last whole one.
    pub(super) shown: String,
    /// The reasoning that is held comes in pieces only.
    thinks_only: bool,
    /// The text that is held comes in pieces only: of this message, where the pieces name one.
    comes_only: bool,
    message: Option<String>,
}

/// More bytes are not held back.
const MOST: usize = 1 << 20;

impl Talk<'_> {
    /// Whether the item is to be shown now. Holds it back if it is a piece, and else lets go what is held before it.
    pub(super) fn is_due(&mut self, line: &Line<'_>, item: &Item<'_, '_>) -> bool {
        let is_afk = item.dialect == Dialect::Afk;
        self.come_only(item);
        match item.kind {
            ItemKind::Thinking(Some(text)) if item.piece || item.delta => {
                self.pieces.thinking.push_str(text.text_in(line.bump));
                self.pieces.thinks_only = item.piece;
                if self.pieces.thinking.len() > MOST {
                    self.release_thinking();
                }
                return false;
            }
            ItemKind::AssistantText(text) if item.piece || item.delta => {
                if self.pieces.thinks_only {
                    self.release_thinking();
                }
                self.pieces.text.push_str(text.text_in(line.bump));
                if self.pieces.text.len() > MOST {
                    self.release();
                }
                return false;
            }
            // What was told is told anew.
            ItemKind::Progress { what, .. } if what == "stream_retry" => self.pieces.text.clear(),
            ItemKind::Usage { .. } => {}
            _ if item.delta || item.replay => return false,
            ItemKind::AssistantText(_) => {
                // It would have come whole by now.
                self.release_thinking();
                self.pieces.text.clear();
            }
            ItemKind::Thinking(_) => self.pieces.thinking.clear(),
            ItemKind::UserText { .. } | ItemKind::SessionStart { .. } | ItemKind::Result { .. } => {
                self.release()
            }
            // Elsewhere others speak while a text is still on its way.
            _ if is_afk => self.release(),
            _ if self.pieces.thinks_only => self.release_thinking(),
            _ => {}
        }
        true
    }

    /// Shows what is held of a text that no line brings whole, unless the item goes on with it.
    fn come_only(&mut self, item: &Item<'_, '_>) {
        let is_text = matches!(item.kind, ItemKind::AssistantText(_)) && item.piece;
        let message = item.message_id.filter(|_| is_text).map(|id| id.to_string());
        if self.pieces.comes_only && !(is_text && self.pieces.message == message) {
            self.release();
        }
        (self.pieces.comes_only, self.pieces.message) = (is_text, message);
    }

    /// Shows what is held.
    pub(super) fn release(&mut self) {
        self.release_thinking();
        let text = std::mem::take(&mut self.pieces.text);
        if !text.is_empty() {
            self.in_pieces();
            self.page.text(STEP, self.page.styles.plain, &text);
            // Of more than that nobody remembers the beginning: it is shown once more.
            self.pieces.shown.push_str(if self.pieces.shown.len() < MOST { &text } else { "" });
            self.interrupted();
        }
    }

    pub(super) fn release_thinking(&mut self) {
        if self.pieces.thinking.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.pieces.thinking);
        self.in_pieces();
        self.page.text(STEP, self.page.styles.beside, &text);
        self.interrupted();
    }

    /// A heading for what came in pieces.
    pub(super) fn in_pieces(&mut self) {
        let speaker = Speaker::of_pieces();
        if self.speaker.as_ref() != Some(&speaker) {
            self.page.gap();
            self.page.heading(0, self.page.styles.heading, ASSISTANT, "in pieces");
            self.speaker = Some(speaker);
        }
    }

    /// A whole text, but for what was shown of it in pieces.
    pub(super) fn say(&mut self, line: &Line<'_>, item: &Item<'_, '_>, indent: usize, text: &str) {
        text.clone_into(&mut self.said);
        let shown = std::mem::take(&mut self.pieces.shown);
        let rest = match item.dialect {
            Dialect::Afk => text.strip_prefix(&shown).unwrap_or(text),
            _ => text,
        };
        if rest.trim().is_empty() {
            return;
        }
        self.speak(ASSISTANT, line, item, indent);
        self.page.text(indent + STEP, self.page.styles.plain, rest);
    }
}
