//! A JSON document that is one list, written entry by entry.

use anyhow::Result;
use serde::Serialize;
use std::io::Write;

pub(crate) struct Entries {
    /// The key of the list.
    key: &'static str,
    is_begun: bool,
}

impl Entries {
    pub(crate) fn new(key: &'static str) -> Entries {
        Entries { key, is_begun: false }
    }

    pub(crate) fn add(&mut self, out: &mut impl Write, entry: &impl Serialize) -> Result<()> {
        if self.is_begun {
            write!(out, ",")?;
        } else {
            self.begin(out)?;
        }
        serde_json::to_writer(out, entry)?;
        Ok(())
    }

    /// Ends the list and the document.
    pub(crate) fn end(&mut self, out: &mut impl Write) -> Result<()> {
        if !self.is_begun {
            self.begin(out)?;
        }
        writeln!(out, "]}}")?;
        Ok(())
    }

    fn begin(&mut self, out: &mut impl Write) -> Result<()> {
        self.is_begun = true;
        write!(out, "{{\"schema_version\":1,\"{}\":[", self.key)?;
        Ok(())
    }
}
