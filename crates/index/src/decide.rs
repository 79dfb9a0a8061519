//! The decision: what is to be done with each file that is found.

use crate::error::IndexError;
use crate::fold::ends;
use crate::paths::PathText;
use crate::sources::Source;
use crate::update::Prepared;
use runlex_scan::{FileInfo, Found, Sources, Stamp};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A file that is there.
pub(crate) enum Work {
    /// It is as it was; perhaps under another path.
    Keep(Box<Source>),
    /// There is more at its end.
    Append(FileInfo, Box<Source>),
    Read(FileInfo),
}

impl Work {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Work::Keep(source) => &source.path.0,
            Work::Append(info, _) | Work::Read(info) => info.path(),
        }
    }
}

impl Prepared {
    /// Decides for each file what is to be done.
    pub(crate) fn find(&mut self, old: Vec<Source>) -> Result<(), IndexError> {
        let home = std::path::absolute(self.update.folder.path())
            .map_err(IndexError::io(self.update.folder.path()))?;
        let roots = self.manifest.roots.iter().map(|root| root.0.clone());
        let Found { files, errors, left_out } =
            Sources::new().threads(self.update.threads).paths(roots).find();
        let mut by_path: HashMap<PathBuf, Source> =
            old.into_iter().map(|source| (source.path.0.clone(), source)).collect();
        let here: HashSet<&Path> = files.iter().map(FileInfo::path).collect();
        // Files that are gone from where they were, and may be elsewhere.
        let mut gone: HashMap<(u64, u64), Source> = HashMap::new();
        let mut kept = Vec::new();
        for (path, source) in by_path.extract_if(|path, _| !here.contains(&**path)) {
            match errors.iter().any(|error| path.starts_with(&error.path)) {
                true => kept.push(source),
                false => {
                    gone.insert((source.device, source.inode), source);
                }
            }
        }
        drop(here);
        self.removed = gone.len() as u64;
        for info in files {
            if info.path().starts_with(&home) {
                continue;
            }
            let Some(stamp) = info.stamp() else {
                self.fail(info.path(), why_not(info.path()));
                continue;
            };
            if info.is_stream() && is_made_up(info.path()) {
                self.fail(
                    info.path(),
                    "the system makes it up as it is read, so it cannot be indexed".to_owned(),
                );
                continue;
            }
            let known = by_path.remove(info.path()).or_else(|| {
                let moved = gone.get(&(stamp.device, stamp.inode)).filter(|source| {
                    source.size == stamp.len && source.modified == stamp.modified && source.ends.is_some()
                });
                moved.filter(|source| has_ends(&info, source))?;
                gone.remove(&(stamp.device, stamp.inode))
            });
            let work = self.what(info, stamp, known);
            self.work.push(work);
        }
        self.removed -= self.summary.moved;
        for source in kept {
            // Where it is cannot be looked at.
            let at = self.work.partition_point(|work| work.path() < &*source.path.0);
            self.work.insert(at, Work::Keep(Box::new(source)));
        }
        self.summary.not_searched = errors;
        self.summary.left_out = left_out;
        Ok(())
    }

    fn fail(&mut self, path: &Path, error: String) {
        self.summary.failed.push((path.to_path_buf(), error));
    }

    fn what(&mut self, info: FileInfo, stamp: Stamp, known: Option<Source>) -> Work {
        let Some(mut known) = known.filter(|known| !self.update.reads_all && !known.racy) else {
            return Work::Read(info);
        };
        if known.path.0 != info.path() {
            // A new name changes the time of change, and nothing else.
            (known.changed, known.racy) = (stamp.changed, is_racy(stamp, self.looked_at));
            known.path = PathText(info.path().to_path_buf());
            self.summary.moved += 1;
            return Work::Keep(Box::new(known));
        }
        if known.is_as(stamp) {
            return Work::Keep(Box::new(known));
        }
        let is_longer = (known.device, known.inode) == (stamp.device, stamp.inode)
            && stamp.len > known.size
            && known.encoding.is_none();
        match is_longer && has_ends(&info, &known) {
            true => Work::Append(info.starting_at(known.whole), Box::new(known)),
            false => Work::Read(info),
        }
    }
}

/// Whether the file still has what was read of it, by its ends.
fn has_ends(info: &FileInfo, source: &Source) -> bool {
    let found = source.ends.map(|known| (known, ends(info.path(), source.whole)));
    matches!(found, Some((known, Ok(Some(found)))) if known == found)
}

/// Whether a file that has no bytes gives some.
fn is_made_up(path: &Path) -> bool {
    use std::io::Read;
    std::fs::File::open(path).is_ok_and(|mut file| file.read(&mut [0]).is_ok_and(|got| got > 0))
}

fn why_not(path: &Path) -> String {
    match path.metadata() {
        Err(error) => error.to_string(),
        Ok(_) => "it is no regular file, so it cannot be indexed".to_owned(),
    }
}

/// Nanoseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map(|since| since.as_nanos());
    since.ok().and_then(|since| i64::try_from(since).ok()).unwrap_or(i64::MAX)
}

/// Whether a file may be written to again, after it was looked at, without its time telling: clocks of file systems stand
/// still between ticks. Some count whole or even seconds only.
pub(crate) fn is_racy(stamp: Stamp, looked_at: i64) -> bool {
    const TICK: i64 = 50_000_000;
    const COARSE: i64 = 2_000_000_000;
    let window = if stamp.changed % 1_000_000_000 == 0 { COARSE } else { TICK };
    stamp.changed.saturating_add(window) >= looked_at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D9: what was written to within a tick of the clock, or after it was looked at, or in the future.
    #[test]
    fn d9_when_times_do_not_tell() {
        const SECOND: i64 = 1_000_000_000;
        let now = 1_000 * SECOND;
        for (changed, want) in [
            (now - SECOND - 1, false),
            (now - 50_000_001, false),
            (now - 50_000_000, true),
            (now - 1, true),
            (now + 1, true),
            (now + 1_000 * SECOND, true),
            (i64::MAX, true),
            // A clock that counts whole seconds, or even ones.
            (now - 2 * SECOND, true),
            (now - 3 * SECOND, false),
        ] {
            let stamp = Stamp { device: 1, inode: 1, len: 1, modified: 0, changed };
            assert_eq!(is_racy(stamp, now), want, "{}", changed - now);
        }
    }
}
