//! A list as JSON, written entry by entry: a document, or a line for each.

use crate::args::Output;
use crate::interrupt;
use anyhow::Result;
use serde::Serialize;
use std::io::Write;

const END: &str = "]}\n";
const PARTIAL_END: &str = "],\"partial\":true}\n";

pub(crate) struct Entries {
    /// The key of the list in the document.
    key: &'static str,
    is_document: bool,
    is_begun: bool,
}

impl Entries {
    pub(crate) fn new(key: &'static str, output: Output) -> Entries {
        Entries { key, is_document: output != Output::Ndjson, is_begun: false }
    }

    pub(crate) fn add(&mut self, out: &mut impl Write, entry: &impl Serialize) -> Result<()> {
        self.before(out)?;
        serde_json::to_writer(&mut *out, entry)?;
        self.behind(out)
    }

    /// Writes what stands before the next entry.
    #[inline]
    pub(crate) fn before(&mut self, out: &mut impl Write) -> Result<()> {
        match (self.is_document, self.is_begun) {
            (false, _) => Ok(()),
            (true, true) => Ok(out.write_all(b",")?),
            (true, false) => self.begin(out),
        }
    }

    /// Writes what stands behind an entry.
    #[inline]
    pub(crate) fn behind(&self, out: &mut impl Write) -> Result<()> {
        if !self.is_document {
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Ends the list and the document.
    pub(crate) fn end(&mut self, out: &mut impl Write) -> Result<()> {
        if !self.is_document {
            return Ok(());
        }
        if !self.is_begun {
            self.begin(out)?;
        }
        out.write_all(if interrupt::is_partial() { PARTIAL_END } else { END }.as_bytes())?;
        Ok(())
    }

    fn begin(&mut self, out: &mut impl Write) -> Result<()> {
        self.is_begun = true;
        interrupt::end_with(PARTIAL_END);
        write!(out, "{{\"schema_version\":1,\"{}\":[", self.key)?;
        Ok(())
    }
}
