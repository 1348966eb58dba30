//! SHA-256, of texts and of files while they are written.

use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// SHA-256 of lines, as 64 hexadecimal digits.
pub(super) fn sha256<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut sha = Sha256::new();
    for line in lines {
        sha.update(line);
        sha.update("\n");
    }
    format!("{:x}", sha.finalize())
}

/// A file that grows at its end, with its length and hash. Errors of writing name it.
#[derive(Debug)]
pub(super) struct HashedFile {
    name: String,
    file: File,
    /// The number of bytes that were read and written.
    pub(super) length: u64,
    sha: Sha256,
}

impl HashedFile {
    /// Reads the first bytes of a file; after that, it is positioned after them. If it is shorter,
    /// its length is less.
    pub(super) fn read(mut file: File, name: &str, length: u64) -> io::Result<Self> {
        let mut sha = Sha256::new();
        file.seek(SeekFrom::Start(0))?;
        let length = io::copy(&mut (&file).take(length), &mut sha)?;
        Ok(Self { name: name.to_owned(), file, length, sha })
    }

    /// Removes everything after what was read and written.
    pub(super) fn truncate(&self) -> io::Result<()> {
        self.file.set_len(self.length)
    }

    pub(super) fn hash(&self) -> String {
        format!("{:x}", self.sha.clone().finalize())
    }

    fn error(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.name))
    }

    /// Waits until all bytes are on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data().map_err(|error| self.error(&error))
    }
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes).map_err(|error| self.error(&error))?;
        self.sha.update(&bytes[..written]);
        self.length += u64::try_from(written).unwrap_or(0);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: usize = 64 * 1024;

    #[test]
    fn a_file_has_the_hash_of_its_bytes() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![b'x'; 3 * BLOCK / 2]).unwrap();
        file.write_all(b"\ntail").unwrap();
        let length = u64::try_from(3 * BLOCK / 2 + 1).unwrap();
        let mut file = HashedFile::read(file, "list", length).unwrap();
        assert_eq!(
            (file.length, file.hash()),
            (length, sha256(["x".repeat(3 * BLOCK / 2).as_str()]))
        );
        file.truncate().unwrap();
        file.write_all(b"line\n").unwrap();
        let text = "x".repeat(3 * BLOCK / 2) + "\nline\n";
        assert_eq!(file.hash(), sha256(text.lines()));
        let again = HashedFile::read(file.file, "list", u64::MAX).unwrap();
        assert_eq!((again.length, again.hash()), (length + 5, sha256(text.lines())));
    }
    #[cfg(target_os = "linux")]
    #[test]
    fn errors_name_the_file() {
        let full = File::options().read(true).write(true).open("/dev/full").unwrap();
        let mut file = HashedFile::read(full, "list", 0).unwrap();
        let error = file.write(b"x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(error.to_string().starts_with("list: No space left on device"), "{error}");
        assert_eq!((file.length, file.hash()), (0, sha256([])));
    }
}
