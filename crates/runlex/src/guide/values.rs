//! Values: members, types, numbers, and how to keep them.
//!
//! An event is an [`Object`](crate::Object): a handle of a few words into the line. Nothing of it was parsed into a tree.
//! Ask for what you need:
//!
//! ```
//! use runlex::dialects::KEYS;
//! use runlex::{Field, Pick, Reader, Value, What};
//!
//! const WANTED: Pick<3> = KEYS.pick(["type", "is_error", "result"]);
//!
//! let mut reader = Reader::new(&br#"{"type":"result","is_error":null,"turns":2}"#[..]);
//! let What::Event(object) = reader.next()?.unwrap().what else { panic!() };
//!
//! // Declared names by a prepared pick: found on the tape, without comparing text.
//! let [kind, is_error, result] = object.pick(&WANTED);
//! assert!(Field::of(kind, Value::string).ok().unwrap() == "result");
//!
//! // Four answers that differ: missing, null, of another type, and the value.
//! assert_eq!(Field::of(is_error, Value::bool).is_present(), true);
//! assert!(matches!(Field::of(is_error, Value::bool), Field::Null));
//! assert!(matches!(Field::of(result, Value::string), Field::Missing));
//! assert!(matches!(Field::of(kind, Value::number), Field::Wrong(_)));
//!
//! // Any other name by a walk over the object.
//! let turns = object.get("turns").and_then(|turns| turns.number().ok()).unwrap();
//! assert_eq!(turns.to_u64(), Ok(2));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Of a name that is repeated the last value counts; [`Object::members`](crate::Object::members) yields them all, in the order
//! of the line.
//!
//! # Numbers
//!
//! A [`RawNumber`](crate::RawNumber) is the number as written. It converts exactly or not at all: `5.0` is the integer 5,
//! `5.5` is none, and 2^70 is too large. Nothing goes by way of a float.
//!
//! # Keeping a value
//!
//! A text is kept as a `String`, everything else as its bytes: [`OwnedRecord`](crate::OwnedRecord) for a line,
//! [`OwnedValue`](crate::OwnedValue) for a value. Reading it again costs a check of these bytes, and no tree is built.
//!
//! # Into a type of yours
//!
//! With the feature `serde` any value becomes any type that implements `Deserialize`. Take it for small objects whose shape
//! you know, not for whole lines: it reads the bytes a second time and allocates what the type does.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! use runlex::{from_value, slice};
//!
//! #[derive(serde::Deserialize)]
//! struct Edit<'a> {
//!     path: &'a str,
//!     count: Option<u32>,
//! }
//! let line = br#"{"name":"edit","input":{"path":"a.rs","more":true}}"#;
//! let (_, object) = slice::events(line).next().unwrap();
//! let edit: Edit<'_> = from_value(object.get("input").unwrap()).unwrap();
//! assert_eq!((edit.path, edit.count), ("a.rs", None));
//! # }
//! ```
//!
//! # A document
//!
//! With the feature `dom` a value is copied into scratch that is reused and becomes a document of simd-json's: for a payload
//! that is looked into again and again.
//!
//! ```
//! # #[cfg(feature = "dom")] {
//! use runlex::dom::{Dom, simd_json::prelude::*};
//! use runlex::slice;
//!
//! let mut dom = Dom::new();
//! let line = br#"{"input":{"todos":[{"done":true},{"done":false}]}}"#;
//! let (_, object) = slice::events(line).next().unwrap();
//! let document = dom.load(object.get("input").unwrap()).unwrap();
//! let todos = document.root().get("todos").unwrap();
//! assert_eq!(todos.get_idx(1).unwrap().get_bool("done"), Some(false));
//! # }
//! ```
