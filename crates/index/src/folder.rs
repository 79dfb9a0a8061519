//! The folder that an index lies in: its files, its lock, and how a commit becomes the index.
//!
//! Files other than the manifest are written once, under a name that no earlier commit used, and count only when a manifest
//! names them. That is renamed into place when all it names is safe on the disk, so a reader sees the old index or the new one.

use crate::error::IndexError;
use crate::manifest::Manifest;
use std::collections::HashSet;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The manifest's name.
pub(crate) const MANIFEST: &str = "manifest.json";
const NEW_MANIFEST: &str = "manifest.json.new";
const LOCK: &str = "lock";
const NO_FILE: &str = "it is no file";

#[derive(Clone, Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

/// Held by the one that writes; the system lets go of it when its process ends, however it does.
pub(crate) struct Lock {
    _file: File,
}

impl Folder {
    pub(crate) fn new(path: &Path) -> Folder {
        Folder { path: path.to_path_buf() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Makes the folder, for its owner only, or takes one that is empty or holds an index.
    pub(crate) fn create(&self) -> Result<(), IndexError> {
        let error = || IndexError::io(&self.path);
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        private_folder(&mut builder);
        builder.create(&self.path).map_err(error())?;
        let is_foreign = |name: &str| name != LOCK && name != MANIFEST && !is_ours(name);
        let (mut has_others, mut has_manifest, mut has_ours) = (false, false, false);
        for entry in fs::read_dir(&self.path).map_err(error())? {
            let name = entry.map_err(error())?.file_name();
            has_manifest |= name == MANIFEST;
            has_ours |= name.to_str().is_some_and(is_ours);
            has_others |= name.to_str().is_none_or(is_foreign);
        }
        // Others have files of this name, too.
        let is_index = has_manifest && Manifest::begins(self);
        if !is_index && (has_others || has_manifest && !has_ours) {
            return Err(IndexError::Foreign(self.path.clone()));
        }
        Ok(())
    }

    /// Closes the folder to others, and waits until nobody else writes. `waiting` is told who does, if it has to.
    pub(crate) fn lock(&self, waiting: &dyn Fn(&str)) -> Result<Lock, IndexError> {
        let path = self.join(LOCK);
        tighten(&self.path).map_err(IndexError::io(&self.path))?;
        // It is written to, so a link would lead to a file of somebody else.
        if fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file()) {
            return Err(IndexError::damaged(&path, NO_FILE));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        private_file(&mut options);
        let mut file = options.open(&path).map_err(IndexError::io(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                _ = Read::by_ref(&mut file).take(64).read_to_string(&mut owner);
                waiting(owner.trim());
                file.lock().map_err(IndexError::io(&path))?;
            }
            Err(TryLockError::Error(cause)) => return Err(IndexError::io(&path)(cause)),
        }
        let told = (|| {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            writeln!(file, "process {}", std::process::id())
        })();
        told.map_err(IndexError::io(&path))?;
        Ok(Lock { _file: file })
    }

    /// A file of the index, to be read. `None` where there is none. In an index that comes from somebody else there may be a pipe
    /// or a device in its place, which would hold who reads it for ever.
    pub(crate) fn open_file(&self, name: &str) -> Result<Option<File>, IndexError> {
        let path = self.join(name);
        let opened = || match fs::metadata(&path)?.is_file() {
            true => File::open(&path).map(Some),
            false => Ok(None),
        };
        match opened() {
            Ok(None) => Err(IndexError::damaged(&path, NO_FILE)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            opened => opened.map_err(IndexError::io(&path)),
        }
    }

    /// A new file of the index, which must not be there.
    pub(crate) fn create_file(&self, name: &str) -> Result<File, IndexError> {
        let path = self.join(name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        private_file(&mut options);
        options.open(&path).map_err(IndexError::io(&path))
    }

    /// Makes `bytes` the manifest. All that it names must be safe on the disk.
    pub(crate) fn commit(&self, bytes: &[u8]) -> Result<(), IndexError> {
        let (new, path) = (self.join(NEW_MANIFEST), self.join(MANIFEST));
        match fs::remove_file(&new) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(IndexError::io(&new)(error)),
            _ => {}
        }
        let mut file = self.create_file(NEW_MANIFEST)?;
        file.write_all(bytes).and_then(|()| file.sync_all()).map_err(IndexError::io(&new))?;
        // The names of what it names.
        self.sync()?;
        fs::rename(&new, &path).map_err(IndexError::io(&path))?;
        self.sync()
    }

    fn sync(&self) -> Result<(), IndexError> {
        #[cfg(unix)]
        File::open(&self.path).and_then(|folder| folder.sync_all()).map_err(IndexError::io(&self.path))?;
        Ok(())
    }

    /// Removes what commits behind this one left, which came to no end.
    pub(crate) fn remove_unfinished(&self, commit: u64) {
        self.remove(|name| commit_of(name).is_none_or(|of| of > commit));
    }

    /// Removes what no manifest names: of commits that came to no end, and of those before. What cannot be removed is tried
    /// again with the next commit.
    pub(crate) fn remove_others(&self, kept: &HashSet<&str>) {
        self.remove(|name| !kept.contains(name));
    }

    /// Those of our own files.
    fn remove(&self, is_over: impl Fn(&str) -> bool) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for entry in entries.flatten() {
            if entry.file_name().to_str().is_some_and(|name| is_ours(name) && is_over(name)) {
                _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Whether a name is one that is given here: `lines-00000001.parquet`, `state-00000001.bin`, `sources-00000001.json`, a manifest that was not renamed.
pub(crate) fn is_ours(name: &str) -> bool {
    name == NEW_MANIFEST || commit_of(name).is_some()
}

/// The commit whose file it is, if it is one of a commit.
fn commit_of(name: &str) -> Option<u64> {
    let (stem, kind) = name.rsplit_once('.')?;
    let (table, commit) = stem.rsplit_once('-')?;
    let is_table = match kind {
        "parquet" => crate::schema::Table::named(table).is_some(),
        "bin" => table == "state",
        "json" => table == "sources",
        _ => false,
    };
    let is_number = commit.len() >= 8 && commit.bytes().all(|digit| digit.is_ascii_digit());
    if is_table && is_number { commit.parse().ok() } else { None }
}

#[cfg(unix)]
fn private_folder(builder: &mut DirBuilder) {
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
}

#[cfg(unix)]
fn private_file(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

/// Takes from others what they may do in the folder.
#[cfg(unix)]
fn tighten(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path)?.permissions().mode();
    match mode & 0o077 {
        0 => Ok(()),
        _ => fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o7700)),
    }
}

#[cfg(not(unix))]
fn private_folder(_: &mut DirBuilder) {}
#[cfg(not(unix))]
fn private_file(_: &mut OpenOptions) {}
#[cfg(not(unix))]
fn tighten(_: &Path) -> io::Result<()> {
    Ok(())
}
