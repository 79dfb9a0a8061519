//! An update: what it is asked for, and what it starts from.

use crate::decide::{Work, now};
use crate::error::IndexError;
use crate::folder::{Folder, Lock};
use crate::manifest::{Manifest, Settings, VERSION};
use crate::paths::PathText;
use crate::sources;
use runlex::{IdKey, Mode, Options};
use runlex_scan::{Io, LeftOut, NotSearched};
use std::path::{Path, PathBuf};

/// Makes an index, or brings one up to date.
///
/// An index is of the files and folders that it was ever given, as they are now: files that are gone leave it, changed ones are
/// read again, and of those that were only added to the added lines are read. See `docs/index-format.md`.
#[derive(Clone)]
pub struct Update {
    pub(crate) folder: Folder,
    paths: Vec<PathBuf>,
    pub(crate) options: Options<'static>,
    pub(crate) io: Io,
    pub(crate) threads: usize,
    pub(crate) cut: Option<u64>,
    pub(crate) max_unpacked: u64,
    with_text: Option<bool>,
    pub(crate) reads_all: bool,
}

/// What is to be done, found and locked: [`run`](Prepared::run) does it.
pub struct Prepared {
    pub(crate) update: Update,
    _lock: Lock,
    pub(crate) manifest: Manifest,
    /// In the order of paths.
    pub(crate) work: Vec<Work>,
    pub(crate) removed: u64,
    /// When the files were looked at.
    pub(crate) looked_at: i64,
    pub(crate) summary: Summary,
}

/// What an update did.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// Files in the index.
    pub files: u64,
    /// Files that were read from their beginning: new ones, changed ones.
    pub read: u64,
    /// Files that were read on from where they were read to before.
    pub appended: u64,
    /// Files that are as they were.
    pub unchanged: u64,
    /// Of these the ones that have another path now.
    pub moved: u64,
    /// Files that are gone.
    pub removed: u64,
    /// Files that could not be read to their end, each with the reason. They are not in the index; the next update tries again.
    pub failed: Vec<(PathBuf, String)>,
    /// Folders that could not be looked at. What the index has of them stays.
    pub not_searched: Vec<NotSearched>,
    /// What was passed over in folders.
    pub left_out: LeftOut,
    /// Why all files were read again.
    pub rebuilt: Option<&'static str>,
    /// The number of the commit; that of the last one if nothing was to be done.
    pub commit: u64,
    /// Bytes of all files of the index but the manifest.
    pub bytes: u64,
}

impl Update {
    /// Of the index in this folder, which is made if it is not there.
    pub fn new(folder: impl AsRef<Path>) -> Update {
        Update {
            folder: Folder::new(folder.as_ref()),
            paths: Vec::new(),
            options: Options::new(&runlex::dialects::KEYS),
            io: Io::Auto,
            threads: 0,
            cut: None,
            max_unpacked: u64::MAX,
            with_text: None,
            reads_all: false,
        }
    }

    /// Also these files and folders, besides those that the index was given before.
    pub fn paths<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Update {
        self.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// How lines are checked, and how long they may be. An index that was made in another mode or with another cap is
    /// made anew.
    pub fn options(mut self, options: Options<'static>) -> Update {
        self.options = options;
        self
    }

    /// How regular files are read.
    pub fn io(mut self, io: Io) -> Update {
        self.io = io;
        self
    }

    /// So many threads; 0, the default, for as many as the machine can run at once, but not more than 8. One more writes.
    pub fn threads(mut self, threads: usize) -> Update {
        self.threads = threads;
        self
    }

    /// Large files are cut into parts of so many bytes, by default as a scan does. The index does not depend on it.
    pub fn cut(mut self, bytes: u64) -> Update {
        self.cut = Some(bytes);
        self
    }

    /// A compressed file that unpacks to more than this fails. No cap by default.
    pub fn max_unpacked(mut self, bytes: u64) -> Update {
        self.max_unpacked = bytes;
        self
    }

    /// Whether the lines themselves are kept, as column `raw` of `lines`: with all that people and programs wrote into them. Not by
    /// default, which for an index that is there is as it was made. One that was made otherwise is made anew.
    pub fn with_text(mut self, yes: bool) -> Update {
        self.with_text = Some(yes);
        self
    }

    /// Whether files are read again that look as they did.
    pub fn verify(mut self, yes: bool) -> Update {
        self.reads_all = yes;
        self
    }

    /// The paths, from the root. One that is not there and never was is a mistake, and would be missed by every update from now
    /// on; so is an update of nothing.
    fn roots(&self) -> Result<Vec<PathText>, IndexError> {
        let mut roots = Vec::new();
        for path in &self.paths {
            let root = PathText(std::path::absolute(path).map_err(IndexError::io(path))?);
            if let Err(cause) = path.metadata() {
                let known = Manifest::read(&self.folder)?;
                if !known.is_some_and(|manifest| manifest.roots.contains(&root)) {
                    return Err(IndexError::io(path)(cause));
                }
            }
            roots.push(root);
        }
        match roots.is_empty() && Manifest::read(&self.folder)?.is_none() {
            true => Err(IndexError::Missing(self.folder.path().to_path_buf())),
            false => Ok(roots),
        }
    }

    /// Finds out what is to be done. From here until it is done or dropped nobody else writes to the index; where somebody does,
    /// this waits, and `waiting` is told who it is.
    ///
    /// # Errors
    ///
    /// If the folder cannot be made or holds other things; if the index there is damaged or of another version; if one of the
    /// [`paths`](Self::paths) is not there and never was; if neither an index is there nor a path was given.
    pub fn prepare(self, waiting: impl Fn(&str)) -> Result<Prepared, IndexError> {
        if self.paths.iter().any(|path| path == Path::new("-")) {
            return Err(IndexError::Stdin);
        }
        let roots = self.roots()?;
        self.folder.create()?;
        // Before anything is changed in an index that cannot be used.
        Manifest::read(&self.folder)?;
        let lock = self.folder.lock(&waiting)?;
        let manifest = Manifest::read(&self.folder)?;
        let kept_text = manifest.as_ref().is_some_and(|manifest| manifest.settings.with_text);
        let settings = Settings {
            max_line: self.options.max_line,
            max_unpacked: self.max_unpacked,
            skim: self.options.mode == Mode::Skim,
            with_text: self.with_text.unwrap_or(kept_text),
        };
        let (mut manifest, mut rebuilt) = (manifest.unwrap_or_else(|| empty(settings)), None);
        if manifest.settings != settings {
            rebuilt = Some("it was made with other options");
        } else if manifest.state_version != runlex::saved::VERSION {
            rebuilt = Some("it was made by another version of runlex");
        }
        let old = match rebuilt {
            Some(_) => Vec::new(),
            None => sources::read(&self.folder, &manifest)?,
        };
        (manifest.settings, manifest.state_version) = (settings, runlex::saved::VERSION);
        for root in roots {
            if !manifest.roots.contains(&root) {
                manifest.roots.push(root);
            }
        }
        let mut prepared = Prepared {
            update: self,
            _lock: lock,
            manifest,
            work: Vec::new(),
            removed: 0,
            looked_at: now(),
            summary: Summary { rebuilt, ..Summary::default() },
        };
        prepared.find(old)?;
        Ok(prepared)
    }
}

fn empty(settings: Settings) -> Manifest {
    Manifest {
        runlex_index: VERSION,
        state_version: runlex::saved::VERSION,
        written_by: String::new(),
        commit: 0,
        id_key: IdKey::random().to_u64(),
        settings,
        roots: Vec::new(),
        next_file: 1,
        segments: Vec::new(),
        totals: None,
        runs: Vec::new(),
        sources: None,
        failed: Vec::new(),
    }
}

impl Prepared {
    /// Bytes that are to be read, as they lie on the disk.
    pub fn bytes(&self) -> u64 {
        let left = |work: &Work| match work {
            Work::Keep(_) => 0,
            Work::Append(info, _) | Work::Read(info) => info.len().unwrap_or(0).saturating_sub(info.start()),
        };
        self.work.iter().map(left).sum()
    }
}
