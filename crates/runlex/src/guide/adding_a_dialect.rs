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
//!    is a part of the table), `Event::items()`, `COUNTING` and `RUNS`, which say how it is counted, and `hint(marks)`, which says what one line tells of its
//!    dialect.
//! 3. **One line** in the list of `dialect.rs`, at its place in the order of sniffing; and `pub mod` in `lib.rs`.
//!
//! A whole module, for a program whose lines are `said` and `bye`. The macros are private, so this one is not compiled here;
//! `events!` is explained in `event.rs`, `views!` in `view.rs`, the fields of `Items` in `items.rs`, and `amp.rs` is the
//! shortest real one.
//!
//! ```text
//! //! Parrot's output. Every rule here is from `docs/formats/parrot.md`; sections are named at each.
//!
//! use crate::KEYS;
//! use crate::ask;
//! use crate::count::Counters;
//! use crate::dialect::Dialect;
//! use crate::event::events;
//! use crate::item::{Item, ItemKind, Outcome, UsageScope};
//! use crate::rule::{Counting, Part, RunEnd, RunRule};
//! use crate::sniff::{Hint, Marks};
//! use crate::view::views;
//! use runlex_core::{Field, Pick};
//!
//! events! {
//!     /// One line of Parrot's output (section 3).
//!     enum Event;
//!     /// What the parrot said.
//!     Said(Said) = "said",
//!     /// The end of a run.
//!     Bye(Bye) = "bye",
//! }
//!
//! views! {
//!     /// Every view of this dialect with the members that it knows.
//!     const FIELDS;
//!
//!     /// `said` (section 3.1).
//!     Said["type"] {
//!         /// The session.
//!         cage: string,
//!         /// The words.
//!         text: string,
//!     }
//!
//!     /// `bye` (section 3.2).
//!     Bye["type"] {
//!         /// The session.
//!         cage: string,
//!         /// Whether it went well.
//!         well: bool,
//!         /// Token counters.
//!         usage: object,
//!     }
//! }
//!
//! /// What was cached is in the input (section 5).
//! pub const COUNTING: Counting = Counting { cached: Part::Inside, reasoning: Part::Inside };
//!
//! /// `bye` ends a run, and states what it used (section 5).
//! pub const RUNS: Option<RunRule> = Some(RunRule {
//!     end: RunEnd::Run,
//!     usage: &[UsageScope::Run],
//!     is_of_session: false,
//!     name: "parrot-bye",
//!     is_at_least: false,
//! });
//!
//! /// The items of an [`Event`].
//! pub type Items<'a, 't> = crate::items::Items<'a, 't>;
//!
//! impl<'a, 't> Event<'a, 't> {
//!     /// What the event says, piece by piece, in the order of the line.
//!     pub fn items(&self) -> Items<'a, 't> {
//!         let line = self.object();
//!         let frame = Item { session: ask::text(line.get("cage")), ..Item::of(Dialect::Parrot, line) };
//!         let mut items = Items::new(frame);
//!         items.whole = Some(match self {
//!             Event::Said(said) => said.text().ok().map_or(ItemKind::Other(line), ItemKind::AssistantText),
//!             Event::Bye(bye) => {
//!                 items.usage = bye.usage().ok().map(|usage| ItemKind::Usage {
//!                     counters: Counters::read(usage),
//!                     scope: UsageScope::Run,
//!                     cost_usd: None,
//!                 });
//!                 ItemKind::Result {
//!                     outcome: match bye.well() {
//!                         Field::Is(true) => Outcome::Ok,
//!                         Field::Is(false) => Outcome::Failed,
//!                         Field::Missing | Field::Null | Field::Wrong(_) => Outcome::Unknown,
//!                     },
//!                     is_error: Field::Missing,
//!                     text: None,
//!                     duration_ms: None,
//!                     num_turns: None,
//!                     cost_usd: None,
//!                 }
//!             }
//!             Event::Unknown(object) => ItemKind::Other(*object),
//!         });
//!         items
//!     }
//! }
//!
//! /// What one line tells of its dialect (section 8).
//! pub fn hint(marks: &Marks<'_, '_>) -> Hint {
//!     const CAGE: Pick<1> = KEYS.pick(["cage"]);
//!     let [cage] = marks.object().pick(&CAGE);
//!     match ask::text(cage).is_some() && (marks.is("said") || marks.is("bye")) {
//!         true => Hint::Is(Dialect::Parrot),
//!         false => Hint::Open,
//!     }
//! }
//! ```
//!
//! and in `dialect.rs`, in front of every dialect whose `hint` would take its lines for its own:
//!
//! ```text
//!     /// Parrot's output.
//!     Parrot = "parrot" in parrot;
//! ```
//!
//! A name for `KEYS.pick` has to stand in `KEYS` (`lib.rs`), here `cage`; else it does not compile. `object.get(name)` and
//! `object.pick(&["name"])` take any.
//!
//! Much follows from that line: `items`, `sniff` and `Dialect::ALL`; from them
//! [`DialectTracker`](crate::DialectTracker), [`Records::until_result`](crate::Records::until_result),
//! [`run`](crate::run()) and [`Process`](crate::process::Process); and of the commands `cat` with its filters. For these two rules
//! hold: an event that begins a run gives `SessionStart` as its first item, and one that ends a run or turn gives `Result` as its
//! first item.
//!
//! [`Report`](crate::Report), and with it `ls`, `stats`, `tools` and the index, makes runs of the items by `RUNS`: what ends a run, and of
//! which statements of usage its own is the sum. What the order of a run promises stands in `order.rs`. `CONTRIBUTING.md` has the
//! list, tests and streams included.
