//! Facts of archived runs, kept on disk.
//!
//! An index is a folder: a manifest, Parquet files that DuckDB, Polars, pandas and Spark read as they lie, and what runlex saves of
//! its own folds, so that it answers with the same numbers as from the files, and an update reads only what is new. The form
//! is described in `docs/index-format.md`.
//!
//! # Which type do I need?
//!
//! | you want | take |
//! |---|---|
//! | to make an index, or bring one up to date | [`Update`], then [`Prepared::run`] |
//! | sums over all files, runs, reports, rows, the lines of a session | [`Index`] |
//! | the same rows without an index, while files are read | [`Extract`] |
//! | to know whether an index is whole | [`verify`] |
//! | fewer and larger files in it | [`compact`] |
//! | to know the columns of its tables | [`Table`], or `docs/index-format.md` |
//!
//! ```
//! use runlex_index::{Index, Update};
//! use std::sync::atomic::AtomicBool;
//!
//! # let place = tempfile::tempdir()?;
//! # let (runs, folder) = (place.path().join("runs"), place.path().join("index"));
//! # std::fs::create_dir(&runs)?;
//! # std::fs::write(runs.join("a.jsonl"), "{\"type\":\"result\",\"session_id\":\"T-1\"}\noops\n")?;
//! let update = Update::new(&folder).paths([&runs]).prepare(|_| {})?;
//! let done = update.run(&|_bytes| {}, &AtomicBool::new(false))?;
//! assert_eq!((done.files, done.failed.len()), (1, 0));
//!
//! let index = Index::open(&folder)?;
//! assert_eq!(index.totals()?.events, 1);
//! assert_eq!(index.session("T-1")?[0].1[0].line, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is kept
//!
//! Ids, names of tools, models and types, times, sizes, places and counts. What people and programs wrote is not, unless
//! [`Update::with_text`] asks for it. Files and folder are their owner's only.
#![forbid(unsafe_code)]

mod brief;
mod columns;
mod commit;
mod compact;
mod decide;
mod error;
mod extract;
mod fold;
mod folder;
mod hex;
mod index;
mod kept;
mod ledger;
mod manifest;
mod names;
mod paths;
mod rows;
mod saved;
mod schema;
mod scribe;
mod segment;
mod snapshot;
mod sources;
mod sql;
mod update;
mod verify;

pub use brief::{BriefRuns, FileRuns};
pub use compact::compact;
pub use error::IndexError;
pub use extract::{
    Batches, Bound, Comparison, Condition, Extract, ExtractError, ScanTable, run_rows, usage_rows,
};
pub use index::{Index, IndexedFile, Place};
pub use schema::{Column, Kind, Table};
pub use update::{Prepared, Summary, Update};
pub use verify::verify;
