//! Files that are written beside their place and then renamed, so that the place has the old file
//! or the new one at any time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A new file in the folder of another one, to take its place.
pub(super) fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".quadrille-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file, without the bits of the umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(path))
}

pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An absolute path without links; for a file that does not exist, in a folder without links if
/// that exists.
pub(super) fn real_path(path: &Path) -> PathBuf {
    let real = fs::canonicalize(path).or_else(|_| {
        let folder = fs::canonicalize(folder(path))?;
        Ok::<_, io::Error>(path.file_name().map_or(folder.clone(), |name| folder.join(name)))
    });
    real.or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// Refuses devices, pipes and folders, which may have no end or block.
pub(super) fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path)?.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("expected a regular file")),
    }
}
