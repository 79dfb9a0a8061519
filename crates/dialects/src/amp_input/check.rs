//! Whether Amp would take a line of input (sections 1 to 3), by the schema of its manual. The order of the questions is
//! that of [`InputErrorKind`]; the first that is answered no is the error.

use super::base64;
use super::media::MediaType;
use super::write::LONGEST_REQUEST_ID;
use super::{Event, User};
use crate::block::Blocks;
use core::fmt;
use runlex_core::{
    At, FaultKind, Field, Keys, Line, Lines, Object, Options, RawStr, Scanner, Value, What, check_value,
};

/// A line that Amp would take. Allocates nothing; borrows from the line.
#[derive(Clone, Copy, Debug)]
pub struct InputView<'a> {
    user: User<'a, 'static>,
}

impl<'a> InputView<'a> {
    /// The line as an event, with all it holds.
    pub fn event(&self) -> Event<'a, 'static> {
        Event::User(self.user)
    }

    /// Whether the message be taken at the next interruption point.
    pub fn steer(&self) -> bool {
        self.user.steer().or(false)
    }

    /// The caller's id, 1 to 256 characters.
    pub fn request_id(&self) -> Option<RawStr<'a>> {
        self.user.request_id().ok()
    }

    /// The blocks: text and images.
    pub fn blocks(&self) -> Blocks<'a, 'static> {
        self.user.content().blocks()
    }
}

/// Why Amp would not take a line, and where. `Copy`, no text of the line in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputError {
    /// What is wrong.
    pub kind: InputErrorKind,
    /// Offset into the checked bytes: of the value that is wrong, of the object in which one is missing, of the first
    /// letter that is none of base64, or of the byte at which the line stops being JSON.
    pub at: usize,
}

impl InputError {
    /// What is wrong, in one line; without the place.
    pub const fn message(&self) -> &'static str {
        self.kind.message()
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.kind, self.at, self.message())
    }
}

impl core::error::Error for InputError {}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident $(($inner:ident))? = $name:literal, $message:expr;)*) => {
        /// What can be wrong with a line of input, in the order in which it is looked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum InputErrorKind {
            $($(#[$doc])* $variant $(($inner))?,)*
        }

        impl InputErrorKind {
            /// The names of all kinds, in order.
            pub const NAMES: &[&str] = &[$($name),*];

            /// The name that reports use.
            pub const fn as_str(self) -> &'static str {
                match self { $(kinds!(@any $variant $($inner)?) => $name,)* }
            }

            /// What is wrong, in one line.
            pub const fn message(self) -> &'static str {
                if let InputErrorKind::NotJson(fault) = self {
                    return not_json(fault);
                }
                match self {
                    $(kinds!(@any $variant $($inner)?) => $message,)*
                }
            }
        }
    };
    (@any $variant:ident) => { InputErrorKind::$variant };
    (@any $variant:ident $inner:ident) => { InputErrorKind::$variant(_) };
}

kinds! {
    /// There is nothing but white space. Amp passes over such lines, so [`check_line`] does not tell of it.
    Blank = "blank", "there is no message on the line";
    /// An object begins and does not end on its line: the line stops between two tokens. A document that was printed over
    /// several lines looks so; `jq -c` makes one line of it.
    SpansLines = "spans-lines", "the object spans several lines: a message must be one line";
    /// The line is not JSON; the fault says in what way.
    NotJson(FaultKind) = "not-json", "the line is not JSON";
    /// JSON, but no object.
    NotObject = "not-object", "a message must be an object";
    /// There is more behind the object.
    TrailingData = "trailing-data", "there is more behind the object: one message a line";
    /// `type` is not `"user"`.
    WrongType = "wrong-type", "type must be \"user\"";
    /// `steer` is there and no truth value; null is none.
    WrongSteer = "wrong-steer", "steer must be true or false";
    /// `request_id` is there and no string.
    WrongRequestId = "wrong-request-id", "request_id must be a string";
    /// `request_id` is empty or has more than 256 characters.
    RequestIdLength = "request-id-length", "request_id must have 1 to 256 characters";
    /// `message` is no object.
    MissingMessage = "missing-message", "message must be an object";
    /// `message.role` is not `"user"`.
    WrongRole = "wrong-role", "message.role must be \"user\"";
    /// `message.content` is no array; a plain string is Claude Code's.
    MissingContent = "missing-content", "message.content must be an array of blocks";
    /// A block is no object, or its `type` is neither `text` nor `image`.
    BadBlockType = "bad-block-type", "a block must be of the type text or image";
    /// `text` of a text block is no string.
    MissingText = "missing-text", "a text block must have a string text";
    /// `source_path` of an image is there and no string.
    WrongSourcePath = "wrong-source-path", "source_path must be a string";
    /// `source` of an image is no object.
    MissingSource = "missing-source", "an image must have an object source";
    /// `source.type` of an image is not `"base64"`; there is no form with a URL.
    WrongSourceType = "wrong-source-type", "source.type must be \"base64\"";
    /// `source.media_type` is none of the four.
    BadMediaType = "bad-media-type", "media_type must be image/jpeg, image/png, image/gif or image/webp";
    /// `source.data` is no string.
    MissingData = "missing-data", "source.data must be a string";
    /// `source.data` is not base64.
    Base64 = "base64", "source.data is not base64, with padding";
    /// The bytes begin as another kind of image, or as none.
    MediaTypeMismatch = "media-type-mismatch", "media_type is not what the bytes of the image are";
}

/// The faults that a message's author meets, in words for him.
const fn not_json(fault: FaultKind) -> &'static str {
    match fault {
        FaultKind::Truncated => {
            "the line stops inside a string or a word; a line break in a text is written \\n"
        }
        FaultKind::ControlChar => {
            "a raw control byte in a string; a tab is written \\t, others \\u and four digits"
        }
        FaultKind::InvalidUtf8 => "the line is not UTF-8",
        FaultKind::Encoding => "the line is UTF-16; a message must be UTF-8",
        FaultKind::Prefixed | FaultKind::Noise => "the line does not begin as an object does",
        FaultKind::TooDeep => "brackets are nested too deeply",
        FaultKind::NulRun => "the line holds NUL bytes",
        FaultKind::TornJoin => "an object that is cut, and another one behind it",
        _ => "the line is not JSON",
    }
}

impl fmt::Display for InputErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Holds one line of a stream against the schema: `None` if Amp would take it or pass over it (a blank line; also one that
/// a reader passed over as too long, of which nothing is known). [`InputError::at`] counts from the first byte of
/// [`Line::content`]; add [`Line::content_offset`]. Costs and rules as of [`check_input_line`].
pub fn check_line(line: Line<'_>) -> Option<InputError> {
    match check_input_line(line.content()) {
        Ok(_) | Err(InputError { kind: InputErrorKind::Blank, .. }) => None,
        Err(error) => Some(error),
    }
}

/// Holds a message against the schema of Amp's manual. Unknown members are allowed, since Amp drops them; unknown blocks
/// are not. A line end and blank lines around the message are allowed, a mark in front of it is not.
///
/// Linear in the line. Allocates nothing; of an image, all letters are looked at and sixteen are decoded.
///
/// # Errors
///
/// The first breach, in the order of [`InputErrorKind`] and then of the blocks.
pub fn check_input_line(bytes: &[u8]) -> Result<InputView<'_>, InputError> {
    let (line, behind) = only_line(bytes);
    let Some((line, start)) = line else {
        return Err(InputError { kind: InputErrorKind::Blank, at: 0 });
    };
    let from_start = |error: InputError| InputError { at: start + error.at, ..error };
    let object = object_of(line).map_err(from_start)?;
    match behind {
        Some(at) => Err(InputError { kind: InputErrorKind::TrailingData, at }),
        None => check_user(object).map_err(from_start),
    }
}

fn check_user<'a>(object: Object<'a, 'static>) -> Result<InputView<'a>, InputError> {
    let [kind, steer, request_id, message] = object.pick(&["type", "steer", "request_id", "message"]);
    must_be(object, kind, "user", InputErrorKind::WrongType)?;
    optional(steer, Value::bool, InputErrorKind::WrongSteer)?;
    if let Some(id) = optional(request_id, Value::string, InputErrorKind::WrongRequestId)? {
        let characters = id.chars().take(LONGEST_REQUEST_ID + 1).count();
        if !(1..=LONGEST_REQUEST_ID).contains(&characters) {
            return Err(error(InputErrorKind::RequestIdLength, object, request_id));
        }
    }
    let message = required(object, message, Value::object, InputErrorKind::MissingMessage)?;
    let [role, content] = message.pick(&["role", "content"]);
    must_be(message, role, "user", InputErrorKind::WrongRole)?;
    let content = required(message, content, Value::array, InputErrorKind::MissingContent)?;
    for block in content.elements() {
        check_block(block)?;
    }
    Ok(InputView { user: User(object) })
}

fn check_block(block: Value<'_, '_>) -> Result<(), InputError> {
    let bad_block = InputError { kind: InputErrorKind::BadBlockType, at: block.span().start };
    let object = block.object().ok().ok_or(bad_block)?;
    let [kind, text, source, source_path] = object.pick(&["type", "text", "source", "source_path"]);
    let name = required(object, kind, Value::string, InputErrorKind::BadBlockType)?;
    if name == "text" {
        return required(object, text, Value::string, InputErrorKind::MissingText).map(|_| ());
    }
    if name != "image" {
        return Err(error(InputErrorKind::BadBlockType, object, kind));
    }
    optional(source_path, Value::string, InputErrorKind::WrongSourcePath)?;
    let source = required(object, source, Value::object, InputErrorKind::MissingSource)?;
    let [kind, media_type, data] = source.pick(&["type", "media_type", "data"]);
    must_be(source, kind, "base64", InputErrorKind::WrongSourceType)?;
    let declared = required(source, media_type, Value::string, InputErrorKind::BadMediaType)?;
    let declared = MediaType::ALL.iter().copied().find(|known| declared == known.as_str());
    let Some(declared) = declared else {
        return Err(error(InputErrorKind::BadMediaType, source, media_type));
    };
    let letters = required(source, data, Value::string, InputErrorKind::MissingData)?;
    let mut front = [0; MediaType::ENOUGH];
    match base64::check(letters, &mut front) {
        Err(at) => {
            // Behind the quote.
            let start = error(InputErrorKind::Base64, source, data).at + 1;
            Err(InputError { kind: InputErrorKind::Base64, at: start + at })
        }
        Ok(len) if MediaType::of_bytes(&front[..len]) != Some(declared) => {
            Err(error(InputErrorKind::MediaTypeMismatch, source, media_type))
        }
        Ok(_) => Ok(()),
    }
}

/// The place of the member, or where there is none of the object that lacks it.
fn error(kind: InputErrorKind, object: Object<'_, '_>, member: Option<Value<'_, '_>>) -> InputError {
    InputError { kind, at: member.unwrap_or(object.as_value()).span().start }
}

fn required<'a, 't, T>(
    object: Object<'a, 't>,
    member: Option<Value<'a, 't>>,
    ask: impl FnOnce(Value<'a, 't>) -> Field<T, Value<'a, 't>>,
    kind: InputErrorKind,
) -> Result<T, InputError> {
    Field::of(member, ask).ok().ok_or_else(|| error(kind, object, member))
}

fn optional<'a, 't, T>(
    member: Option<Value<'a, 't>>,
    ask: impl FnOnce(Value<'a, 't>) -> Field<T, Value<'a, 't>>,
    kind: InputErrorKind,
) -> Result<Option<T>, InputError> {
    match member {
        None => Ok(None),
        Some(value) => match ask(value).ok() {
            Some(answer) => Ok(Some(answer)),
            None => Err(InputError { kind, at: value.span().start }),
        },
    }
}

fn must_be(
    object: Object<'_, '_>,
    member: Option<Value<'_, '_>>,
    want: &str,
    kind: InputErrorKind,
) -> Result<(), InputError> {
    match Field::of(member, Value::string).ok() {
        Some(text) if text == want => Ok(()),
        _ => Err(error(kind, object, member)),
    }
}

/// Names need no noting: without a tape, each object's own bytes are read.
const KEYS: &Keys = &Keys::NONE;
/// A mark is one at the start of a stream alone, and here it is none: so the bytes lie elsewhere.
const ELSEWHERE: At = At { offset: 1, line: 1 };

/// The only line that is not blank, and where its content begins.
fn only_line(bytes: &[u8]) -> (Option<(Line<'_>, usize)>, Option<usize>) {
    let mut lines = Lines::new(bytes, ELSEWHERE).filter(|line| !line.is_blank());
    let start = |line: &Line<'_>| (line.content_offset() - ELSEWHERE.offset) as usize;
    let first = lines.next().map(|line| (line, start(&line)));
    // What is behind it begins with its first byte that is not blank.
    let behind = lines.next().map(|line| {
        let blanks = line.content().iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        start(&line) + blanks
    });
    (first, behind)
}

fn object_of(line: Line<'_>) -> Result<Object<'_, 'static>, InputError> {
    match Scanner::once(Options::new(KEYS), line, &mut []).what {
        What::Event(object) => Ok(object),
        What::Blank => Err(InputError { kind: InputErrorKind::Blank, at: 0 }),
        What::Fault(fault) => {
            let kind = match fault.kind {
                FaultKind::Concatenated | FaultKind::TrailingBytes => InputErrorKind::TrailingData,
                FaultKind::NotObject => InputErrorKind::NotObject,
                FaultKind::Truncated if stops_between_tokens(line.content()) => InputErrorKind::SpansLines,
                other => InputErrorKind::NotJson(other),
            };
            Err(InputError { kind, at: fault.at.saturating_sub(line.content_offset()) as usize })
        }
    }
}

/// Whether JSON that is cut at the end of `content` is cut outside of strings, words and numbers.
fn stops_between_tokens(content: &[u8]) -> bool {
    let (mut in_string, mut escaped, mut token) = (false, false, None);
    for (at, byte) in content.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => (in_string, token) = (!in_string, None),
            _ if in_string => {}
            b'{' | b'}' | b'[' | b']' | b',' | b':' | b' ' | b'\t' | b'\r' => token = None,
            _ => token = token.or(Some(at)),
        }
    }
    !in_string && token.and_then(|from| content.get(from..)).is_none_or(|token| check_value(token).is_ok())
}
