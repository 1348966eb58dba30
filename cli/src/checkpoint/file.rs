//! The file of a checkpoint: locked while a process works on it, and replaced as a whole.
//!
//! The lock is on the file itself. A new version is locked before it takes the place of the old
//! one, so that the file of this name is locked at any time. A process that has opened the old
//! version and gets its lock when it is released finds that the name is of another file by then.

use crate::failure::Failure;
use crate::input::label;
use crate::jsonl::MAX_LENGTH;
use crate::replaced_file::{check_regular, real_path, temporary_beside};
use same_file::Handle;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

const LOCKED: &str = "another process is using the file";

/// A checkpoint that this process works on.
#[derive(Debug)]
pub(super) struct CheckpointFile {
    /// Where the file is. Links that lead to it stay links when it is replaced.
    pub(super) path: PathBuf,
    /// What messages call it.
    pub(super) name: String,
    /// The file as it is now, locked; `None` if there is none yet.
    current: Option<File>,
}

impl CheckpointFile {
    /// Opens and locks a file, if it exists.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let name = label(path);
        let path = real_path(path);
        let current = match open_locked(&path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::of_file(&name, error)),
        };
        Ok(Self { path, name, current })
    }

    pub(super) fn failure(&self, message: impl fmt::Display) -> Failure {
        Failure::of_file(&self.name, message)
    }

    /// What is in the file; `None` if it does not exist.
    pub(super) fn read(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(file) = &mut self.current else { return Ok(None) };
        let mut text = Vec::new();
        let read = file.take(MAX_LENGTH).read_to_end(&mut text);
        read.map_err(|error| self.failure(error))?;
        Ok(Some(text))
    }

    /// Replaces what is in the file. It has the old content or the new one at any time.
    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        let replaced = self.replace(text);
        let file = replaced.map_err(|error| {
            self.failure(format_args!("the checkpoint can't be written: {error}"))
        })?;
        self.current = Some(file);
        Ok(())
    }

    fn replace(&mut self, text: &[u8]) -> io::Result<File> {
        let (mut file, temporary) = temporary_beside(&self.path)?;
        if let Some(current) = &self.current {
            file.set_permissions(current.metadata()?.permissions())?;
        }
        file.write_all(text)?;
        file.sync_all()?;
        lock(&file)?;
        let is_ours = match &self.current {
            Some(current) => is_at(current, &self.path)?,
            None => false,
        };
        if cfg!(windows) {
            // An open file can't be replaced there.
            self.current = None;
        }
        match is_ours {
            true => temporary.persist(&self.path)?,
            false => temporary.persist_noclobber(&self.path)?,
        }
        Ok(file)
    }
}

/// Opens a file that has this path, and locks it.
fn open_locked(path: &Path) -> io::Result<File> {
    loop {
        check_regular(path)?;
        let file = File::open(path)?;
        lock(&file)?;
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

/// Locks a file until it is closed. File systems without locks are used without.
pub(super) fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(ErrorKind::WouldBlock, LOCKED)),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether a path leads to an open file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Ok(other) => Ok(other == Handle::from_file(file.try_clone()?)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_of_others_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut file = CheckpointFile::open(&path).unwrap();
        file.write(b"1").unwrap();
        fs::remove_file(&path).unwrap();
        file.write(b"2").unwrap();
        fs::remove_file(&path).unwrap();
        fs::write(&path, "theirs").unwrap();
        assert!(file.write(b"3").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        CheckpointFile::open(&link).unwrap().write(b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
