//! What `stats --by` asks for: nothing, sums by one key ([`by`](crate::by)), or by several ([`cross`](crate::cross)).

use crate::Exit;
use crate::args::By;
use crate::by::Rows;
use crate::cross::{Counted, Cross};
use crate::indexed;
use crate::inputs::PathText;
use crate::sheet::Sheet;
use anyhow::Result;
use runlex::report::{CallRecord, Group, Key, KeyValue, TotalsReport};
use runlex::{FileReport, Totals};
use runlex_index::Index;
use std::collections::BTreeMap;

pub(crate) enum Groups {
    None,
    One(Rows),
    Several(Cross),
}

impl Groups {
    /// Says why there is no such sum, if there is none.
    pub(crate) fn new(by: &[By]) -> Result<Groups, String> {
        Ok(match by {
            [] => Groups::None,
            [by] => Groups::One(Rows::new(*by)),
            several => Groups::Several(Cross::new(several)?),
        })
    }

    /// The keys by which totals are to sum up usage.
    pub(crate) fn keys(&self) -> Option<Vec<Key>> {
        match self {
            Groups::Several(cross) => cross.keys().map(<[Key]>::to_vec),
            Groups::None | Groups::One(_) => None,
        }
    }

    /// Whether each file is to be taken in.
    pub(crate) fn need_files(&self) -> bool {
        match self {
            Groups::None => false,
            Groups::One(rows) => rows.need_files(),
            Groups::Several(_) => true,
        }
    }

    /// Whether with its calls.
    pub(crate) fn need_calls(&self) -> bool {
        matches!(self, Groups::Several(Cross { counted: Counted::Calls, .. }))
    }

    /// Takes in the next file. `is_read` says that it counts as one.
    pub(crate) fn file(
        &mut self,
        path: &PathText,
        file: &FileReport,
        calls: Option<&[CallRecord]>,
        is_read: bool,
    ) {
        match self {
            Groups::None => {}
            Groups::One(rows) => rows.file(path, file),
            Groups::Several(cross) => {
                if is_read {
                    cross.file(path);
                    cross.events(file);
                    cross.calls(calls.unwrap_or_default(), &file.run_list);
                }
            }
        }
    }

    /// All rows; nothing if none were asked for. `usage` is what falls to the combinations of [`keys`](Self::keys).
    pub(crate) fn finish(
        self,
        totals: &TotalsReport,
        usage: &BTreeMap<Vec<KeyValue>, Group>,
    ) -> Option<Sheet> {
        match self {
            Groups::None => None,
            Groups::One(rows) => Some(rows.finish(totals)),
            Groups::Several(cross) => Some(cross.finish(usage)),
        }
    }

    /// The same of an index, whose sums these are.
    pub(crate) fn of_index(
        mut self,
        index: &Index,
        totals: &TotalsReport,
        exit: &mut Exit,
    ) -> Result<Option<Sheet>> {
        let mut usage = BTreeMap::new();
        match &mut self {
            Groups::None => {}
            Groups::One(rows) => {
                if rows.need_files() {
                    indexed::reports(index, None, exit, |indexed, _| {
                        rows.file(&indexed.path, &indexed.report.finish());
                        Ok(())
                    })?;
                }
            }
            Groups::Several(cross) if matches!(cross.counted, Counted::Calls) => {
                index.calls(|file, log, runs| {
                    cross.file(&PathText::of(file.path()));
                    cross.calls(&log.finish(&runs), &runs);
                    anyhow::Ok(())
                })?;
            }
            Groups::Several(cross) => {
                let mut sums: Option<Totals> = None;
                index.reports(|file, report| {
                    cross.file(&PathText::of(file.path()));
                    let Some(keys) = cross.keys() else {
                        cross.events(&report.finish());
                        return anyhow::Ok(());
                    };
                    let key = report.key();
                    let (one, _) = Totals::of_by(report, keys);
                    sums.get_or_insert_with(|| Totals::new(key)).merge(one);
                    Ok(())
                })?;
                usage = sums.map(|sums| sums.finish_by().1).unwrap_or_default();
            }
        }
        Ok(self.finish(totals, &usage))
    }
}
