//! What a program writes to the standard input of `amp --execute --stream-json --stream-json-input`. Every rule here is
//! from `docs/formats/amp-input.md`; sections are named at each.
//!
//! | you want | take |
//! |---|---|
//! | to read such a line leniently, whatever it holds | [`Event::read`] |
//! | to know whether Amp would take a line, and if not, why and where | [`check_line`], [`check_input_line`] |
//! | to write such a line | [`InputMessage`] |
//!
//! ```
//! use runlex_dialects::amp_input::{InputBlock, InputMessage, check_input_line};
//!
//! let blocks = [InputBlock::Text("what is\n\"2+2\"?")];
//! let line = InputMessage::new(&blocks).steer(true).to_string();
//! let want = r#"{"type":"user","steer":true,"message":{"role":"user","content":[{"type":"text","text":"what is\n\"2+2\"?"}]}}"#;
//! assert_eq!(line, want);
//! assert!(check_input_line(line.as_bytes()).is_ok_and(|view| view.steer()));
//!
//! let error = check_input_line(br#"{"type":"user","message":{"role":"user","content":"hi"}}"#).unwrap_err();
//! assert_eq!(error.to_string(), "missing-content at byte 50: message.content must be an array of blocks");
//! ```

mod base64;
mod check;
mod items;
mod media;
mod write;

use crate::Content;
use crate::event::events;
use crate::rule::{Counting, Part, RunRule};
use crate::view::views;

pub use check::{InputError, InputErrorKind, InputView, check_input_line, check_line};
pub use items::hint;
pub use media::MediaType;
pub use write::{BuildError, InputBlock, InputImage, InputMessage};

events! {
    /// One line of input (section 1), whether Amp would take it or not: that is for [`check_line`] to say.
    enum Event;
    /// A message to the agent.
    User(User) = "user",
}

/// Input counts nothing.
pub const COUNTING: Counting = Counting { cached: Part::Unknown, reasoning: Part::Unknown };

/// Reports know these lines themselves.
pub const RUNS: Option<RunRule> = None;

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }
}

views! {
    /// The views of input. Blocks are those of [`ContentBlock`](crate::ContentBlock).
    const FIELDS;

    /// `user` (section 1).
    User["type"] {
        /// True asks that the message be taken at the next interruption point while the agent is busy.
        steer: bool,
        /// The caller's id, by which a message that is sent again is known; 1 to 256 characters. One SDK only.
        request_id: string,
        /// Read it with [`details`](Self::details).
        message: object,
    }

    /// `message` of a [`User`] line.
    Message[] {
        /// `user`
        role: string,
        /// Read it with [`content`](Self::content).
        raw_content = "content": any,
    }
}

impl<'a, 't> User<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message)
    }

    /// The message's content, in any form.
    pub fn content(&self) -> Content<'a, 't> {
        self.details().map_or(Content::Missing, |message| message.content())
    }
}

impl<'a, 't> Message<'a, 't> {
    /// The blocks; `text` and `image`, of one SDK also `tool_result`.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}
