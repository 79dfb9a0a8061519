//! Strings: as written, and what they say.
//!
//! A [`RawStr`](crate::RawStr) is the bytes between the quotes. Most strings hold no escape and need no work; the others are
//! resolved where, and only where, their text is wanted.
//!
//! | you want | take | cost |
//! |---|---|---|
//! | to compare | `raw == "type"` | resolves escapes on the fly, copies nothing |
//! | a `&str`, if there is one as it stands | [`as_plain`](crate::RawStr::as_plain) | a check of UTF-8 |
//! | to print | `write!(out, "{raw}")` | pieces go straight to the writer |
//! | characters | [`chars`](crate::RawStr::chars) | on the fly |
//! | text in a buffer of yours | [`unescape_into`](crate::RawStr::unescape_into) | `raw().len()` bytes are always enough |
//! | a `String` | `raw.to_string()` | one allocation, or several as it grows |
//! | a `&str` in any case, many of them | `text_in(&bump)`, feature `bump` | borrowed where plain, else written to the arena |
//! | the bytes as written | [`raw`](crate::RawStr::raw) | free |
//!
//! ```
//! use runlex::{Field, Value, slice};
//!
//! let (_, object) = slice::events(br#"{"text":"a \"b\"\n\ud83d\ude00"}"#).next().unwrap();
//! let text = Field::of(object.get("text"), Value::string).ok().unwrap();
//! assert!(text == "a \"b\"\n\u{1F600}");
//! assert_eq!(text.as_plain(), None);
//! assert_eq!(text.to_string(), "a \"b\"\n\u{1F600}");
//!
//! let mut buffer = [0; 64];
//! assert_eq!(text.unescape_into(&mut buffer)?.len(), 10);
//! # Ok::<(), runlex::Needed>(())
//! ```
//!
//! # An arena
//!
//! ```
//! # #[cfg(feature = "bump")] {
//! use bumpalo::Bump;
//! use runlex::dialects::{Dialect, ItemKind, items};
//! use runlex::{TextIn, slice};
//!
//! let stream = br#"{"type":"assistant","message":{"content":[{"type":"text","text":"one"},{"type":"text","text":"t\u0077o"}]}}"#;
//! let mut bump = Bump::new();
//! let texts: Vec<&str> = slice::events(stream)
//!     .flat_map(|(_, object)| items(Dialect::Amp, object))
//!     .filter_map(|item| match item.kind {
//!         ItemKind::AssistantText(text) => Some(text.text_in(&bump)),
//!         _ => None,
//!     })
//!     .collect();
//! assert_eq!(texts, ["one", "two"]);
//! drop(texts);
//! bump.reset(); // all of it is free again, for the next stream
//! # }
//! ```
//!
//! # Lone surrogates
//!
//! Programs that count in UTF-16 cut text in the middle of a character and print half of a pair, as in `"\ud83d"`. No UTF-8
//! text can hold that. The line stays an event: the half reads as U+FFFD, [`Record::notes`](crate::Record::notes) tells its
//! place, and [`unescape_wtf8_into`](crate::RawStr::unescape_wtf8_into) keeps its value. It equals no other text, also not
//! one with U+FFFD in it.
//!
//! ```
//! use runlex::{NoteKind, Reader, Value, What};
//! let mut reader = Reader::new(&br#"{"text":"cut \ud83d"}"#[..]);
//! let record = reader.next()?.unwrap();
//! let What::Event(object) = record.what else { panic!() };
//! let text = object.get("text").and_then(|text| text.string().ok()).unwrap();
//! assert_eq!(text.to_string(), "cut \u{FFFD}");
//! assert!(text.has_lone_surrogate() && text != "cut \u{FFFD}");
//! let note = record.notes().next().unwrap();
//! assert_eq!((note.kind, note.at), (NoteKind::LoneSurrogate, 13));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Text is never trimmed
//!
//! Leading indentation and final newlines are what the agent wrote. And text may hold control bytes: escape it before it
//! reaches a terminal.
