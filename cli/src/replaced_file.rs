//! Files that are written beside their place and then renamed, so that the place has the old file
//! or the new one at any time.

use super::file_names::{is_stdin, label};
use same_file::{Handle, is_same_file};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

/// A new file in the folder of another one, to take its place. Errors do not name it.
pub(super) fn temporary_beside(path: &Path) -> io::Result<(File, TempPath)> {
    let folder = folder(path);
    let failed = |kind, text: String| io::Error::new(kind, text);
    let name = folder.display();
    if !folder.exists() {
        return Err(failed(ErrorKind::NotFound, format!("the folder {name} does not exist")));
    }
    let mut builder = Builder::new();
    builder.prefix(".quadrille-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file, without the bits of the umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let created = builder.tempfile_in(folder).map_err(|error| {
        let kind = error.kind();
        failed(kind, format!("no file can be created in the folder {name}: {kind}"))
    })?;
    Ok(created.into_parts())
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

/// Refuses outputs that are an input or another output, by whatever path or link.
pub(super) fn check_outputs(outputs: &[&Path], inputs: &[PathBuf]) -> Result<(), String> {
    for (output, others) in outputs.iter().zip((1..).map(|next| &outputs[next..])) {
        if others.iter().any(|other| is_same(output, other)) {
            return Err(format!("two outputs are the same file, {}", output.display()));
        }
        if let Some(input) = inputs.iter().find(|input| is_same_input(output, input)) {
            let (output, input) = (output.display(), label(input));
            return Err(format!("the output {output} is the same file as the input {input}"));
        }
    }
    Ok(())
}

/// Whether two paths lead to the same file, also if it does not exist yet.
fn is_same(one: &Path, other: &Path) -> bool {
    let by_path = || real_path(one) == real_path(other);
    match is_file(one) && is_file(other) {
        true => is_same_file(one, other).unwrap_or_else(|_| by_path()),
        false => by_path(),
    }
}

fn is_same_input(path: &Path, input: &Path) -> bool {
    if !is_stdin(input) {
        return is_same(path, input);
    }
    let handle = |path| if is_file(path) { Handle::from_path(path).ok() } else { None };
    handle(path).is_some_and(|file| Handle::stdin().is_ok_and(|stdin| stdin == file))
}

/// Whether a path leads to a regular file. Opening another one, such as a pipe, could block.
fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Refuses devices, pipes and folders, which may have no end or block.
pub(super) fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path)?.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("expected a regular file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_many_names() {
        let same = |one: &str, other: &str| is_same(Path::new(one), Path::new(other));
        assert!(same("src/no file", "tests/../src/./no file") && same("src", "./tests/../src"));
        assert!(!same("src/no file", "no file") && !same("src/main.rs", "no file"));
    }
}
