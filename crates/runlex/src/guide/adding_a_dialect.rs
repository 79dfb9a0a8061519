//! Adding a dialect: a program that is not known here.
//!
//! # In a program of your own
//!
//! You need nothing from this crate but values. Give your module the shape of those here, and it will read like them:
//! an enum of events, `read` that never fails, an accessor for each field that answers with a [`Field`](crate::Field).
//!
//! ```
//! mod parrot {
//!     use runlex::{Field, Keys, Object, Pick, RawStr, Value};
//!
//!     /// What the scanner should note: what is asked for most.
//!     pub const KEYS: Keys = Keys::new(&["kind", "text", "bye"]);
//!
//!     #[derive(Clone, Copy, Debug)]
//!     pub enum Event<'a, 't> {
//!         Said(Said<'a, 't>),
//!         Bye(Object<'a, 't>),
//!         /// Never an error: what is new is kept.
//!         Unknown(Object<'a, 't>),
//!     }
//!
//!     #[derive(Clone, Copy, Debug)]
//!     pub struct Said<'a, 't>(Object<'a, 't>);
//!
//!     impl<'a, 't> Event<'a, 't> {
//!         pub fn read(object: Object<'a, 't>) -> Event<'a, 't> {
//!             const EVENT: Pick<1> = KEYS.pick(["kind"]);
//!             let [kind] = object.pick(&EVENT);
//!             match Field::of(kind, Value::string).ok() {
//!                 Some(kind) if kind == "said" => Event::Said(Said(object)),
//!                 Some(kind) if kind == "bye" => Event::Bye(object),
//!                 _ => Event::Unknown(object),
//!             }
//!         }
//!     }
//!
//!     impl<'a, 't> Said<'a, 't> {
//!         pub fn text(&self) -> Field<RawStr<'a>, Value<'a, 't>> {
//!             Field::of(self.0.get("text"), Value::string)
//!         }
//!     }
//! }
//!
//! use runlex::{Object, Options, Reader, Records, What};
//!
//! let stream = b"{\"kind\":\"said\",\"text\":\"hello\"}\n{\"kind\":\"bye\"}\n{\"kind\":\"said\",\"text\":\"too late\"}\n";
//! static KEYS: runlex::Keys = parrot::KEYS;
//! let is_bye = |object: Object<'_, '_>| matches!(parrot::Event::read(object), parrot::Event::Bye(_));
//! let mut records = Reader::with_options(&stream[..], Options::new(&KEYS)).until(is_bye);
//! let mut said = Vec::new();
//! while let Some(record) = records.next()? {
//!     if let What::Event(object) = record.what
//!         && let parrot::Event::Said(event) = parrot::Event::read(object)
//!     {
//!         said.extend(event.text().ok().map(|text| text.to_string()));
//!     }
//! }
//! assert_eq!(said, ["hello"]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # In this repository
//!
//! 1. **The page first.** `docs/formats/NAME.md`: fields with their presence, where documents and programs disagree, what ends
//!    a run, what may be added up, how to recognise a line. Each rule of the code names its section.
//! 2. **One module** in `crates/dialects/src`: `Event` by the macro `events!`, views by `views!` (the documentation of a field
//!    is a part of the table), `Event::items()`, and `hint(marks)`, which says what one line tells of its dialect.
//! 3. **One line** in the list of `dialect.rs`, at its place in the order of sniffing.
//!
//! Everything else follows: `items`, `sniff` and `Dialect::ALL` from that list, and from them
//! [`DialectTracker`](crate::DialectTracker), [`Records::until_result`](crate::Records::until_result),
//! [`run`](crate::run()) and [`Process`](crate::process::Process). For these two rules hold: an event that begins a run gives
//! `SessionStart` as its first item, and one that ends a run or turn gives `Result` as its first item. What the order of a run
//! promises stands in `order.rs` of this crate, what may be added up in `report`.
//!
//! `CONTRIBUTING.md` has the whole list, tests and streams included.
