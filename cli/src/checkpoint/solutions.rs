//! The file of the solutions that a search has found, and what a checkpoint knows of it.
//!
//! A checkpoint has the length and the hash of what the file contained when it was written. A
//! search that is resumed removes what follows and finds it again; a file that begins with anything
//! else is another one, and is left as it is. A file of which nothing was known yet is recognised
//! by the time when it was created.

use super::file::lock;
use crate::failure::Failure;
use crate::hashing::HashedFile;
use crate::input::label;
use crate::output::Form;
use crate::replaced_file::{check_outputs, check_regular, real_path};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

const NOTE: &str = "--output names the file of the solutions that were found before";
const NOT_EMPTY: &str =
    "the file is not empty, and the search has not begun: remove it, or choose another name";
const UNKNOWN: &str = "the file is not empty, and it was when the checkpoint was written: remove it, or choose another name";

/// Where solutions go, and how they are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Destination {
    /// The path from the folder of the checkpoint.
    pub(super) path: String,
    pub(super) form: Form,
}

/// What a checkpoint knows of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// The number of bytes of the solutions that were found.
    pub(super) bytes: u64,
    /// SHA-256 of these bytes.
    pub(super) sha256: String,
    /// When the file was created, in nanoseconds since 1970, if the file system knows.
    pub(super) created: Option<u64>,
}

/// Opens the file, locked and with nothing after what is known of it; an empty one, if nothing has
/// begun.
pub(super) fn open(
    path: &Path,
    checkpoint: &Path,
    known: Option<&Written>,
) -> Result<(HashedFile, Written), Failure> {
    let failure = |error: io::Error| Failure::of_file(&label(path), error);
    let wrong = |message: &str| Failure::of_file(&label(path), message);
    let bytes = known.map_or(0, |known| known.bytes);
    check_outputs(&[path, checkpoint], &[]).map_err(|error| wrong(&error))?;
    match check_regular(path) {
        Err(error) if error.kind() == ErrorKind::NotFound && bytes == 0 => {}
        Err(error) if known.is_some() => return Err(failure(error).with_note(NOTE)),
        checked => checked.map_err(failure)?,
    }
    let mut options = OpenOptions::new();
    let opened = options.read(true).write(true).create(bytes == 0).truncate(false).open(path);
    let file = opened.map_err(failure)?;
    lock(&file).map_err(failure)?;
    let created = created(&file);
    let is_empty = file.metadata().map_err(failure)?.len() == 0;
    match known {
        None if !is_empty => return Err(wrong(NOT_EMPTY)),
        Some(Written { bytes: 0, created: then, .. })
            if !is_empty && (created.is_none() || created != *then) =>
        {
            return Err(wrong(UNKNOWN));
        }
        _ => {}
    }
    let file = HashedFile::read(file, &label(path), bytes).map_err(failure)?;
    let (length, sha256) = (file.length, file.hash());
    if let Some(known) = known.filter(|known| known.bytes != length || known.sha256 != sha256) {
        let message = match known.bytes == length {
            true => format!("the first {bytes} bytes are not the solutions that were found before"),
            false => {
                format!("expected the {bytes} bytes that were found before, and there are {length}")
            }
        };
        return Err(wrong(&message).with_note(NOTE));
    }
    file.truncate().map_err(failure)?;
    Ok((file, Written { bytes, sha256, created }))
}

/// When a file was created, if that is known.
fn created(file: &File) -> Option<u64> {
    let created = file.metadata().and_then(|metadata| metadata.created()).ok()?;
    u64::try_from(created.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
}

/// The path by which a checkpoint names a file: from its own folder, unless the path is absolute.
/// It is text, and therefore must be UTF-8.
pub(super) fn relative(path: &Path, checkpoint: &Path) -> Result<String, String> {
    let relative = match path.is_absolute() {
        true => path.to_owned(),
        false => {
            let (to, from) = (real_path(path), real_path(checkpoint));
            let from = from.parent().unwrap_or(Path::new(""));
            let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
            let up = from.components().skip(common).map(|_| Component::ParentDir);
            up.chain(to.components().skip(common)).collect::<PathBuf>()
        }
    };
    let text = relative.into_os_string().into_string();
    text.map_err(|path| format!("{}: --output needs a path in UTF-8", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_checkpoint() {
        let table = [
            ("src/list", "state", "src/list"),
            ("list", "./state", "list"),
            ("src/list", "src/state", "list"),
            ("list", "src/stats/state", "../../list"),
            ("tests/../src/list", "tests/cli/state", "../../src/list"),
            ("/list", "src/state", "/list"),
            ("src/no/folder", "src/state", "no/folder"),
        ];
        for (path, checkpoint, expected) in table {
            let relative = relative(Path::new(path), Path::new(checkpoint)).unwrap();
            assert_eq!(relative, expected, "{path} from {checkpoint}");
        }
    }
}
