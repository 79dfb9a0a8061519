//! The native half of the Python package `runlex`: what it needs of the crates, as functions and a few classes. The other half, in
//! `python/runlex`, is what people call.
//!
//! The Python lock is let go while files are read. A panic becomes an exception.

mod decoder;
mod error;
mod files;
mod index;
mod parts;
mod reports;
mod table;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::decoder::Decoder;
    #[pymodule_export]
    use crate::error::{_panic, RunlexError};
    #[pymodule_export]
    use crate::index::Index;
    #[pymodule_export]
    use crate::parts::{merge, plan, report, runs, usage};
    #[pymodule_export]
    use crate::reports::{check, stats};
    #[pymodule_export]
    use crate::table::{Table, scan, tables};
}
