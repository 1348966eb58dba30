//! [`WholeFile`]: an output file that appears when it is complete, compressed if its name says so.

use super::replaced_file::{check_regular, real_path, temporary_beside};
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A file that is written under another name, and takes its own when it is complete. If it is
/// dropped before, nothing is left of it.
pub(super) struct WholeFile {
    path: PathBuf,
    /// Closed before the temporary file is removed.
    encoder: Encoder,
    temporary: TempPath,
}

enum Encoder {
    Plain(BufWriter<File>),
    Gzip(Box<BufWriter<GzEncoder<File>>>),
    Zstd(BufWriter<zstd::Encoder<'static, File>>),
}

impl WholeFile {
    /// A new file, compressed if the name ends in `.gz` or `.zst`.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let place = real_path(path);
        match check_regular(&place) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let (file, temporary) = temporary_beside(&place)?;
        let encoder = match Suffix::of(path) {
            Suffix::None => Encoder::Plain(BufWriter::new(file)),
            Suffix::Gzip => {
                let encoder = GzEncoder::new(file, Compression::default());
                Encoder::Gzip(Box::new(BufWriter::new(encoder)))
            }
            // 0 is the default level.
            Suffix::Zstd => Encoder::Zstd(BufWriter::new(zstd::Encoder::new(file, 0)?)),
        };
        Ok(Self { path: place, encoder, temporary })
    }

    /// Completes the file, in place of an older one of the same name.
    pub(super) fn finish(self) -> io::Result<()> {
        self.close()?.publish()
    }

    /// Writes all of the file to the disk, where it does not yet take its name.
    pub(super) fn close(self) -> io::Result<ClosedFile> {
        let file = match self.encoder {
            Encoder::Plain(file) => file.into_inner()?,
            Encoder::Gzip(file) => file.into_inner()?.finish()?,
            Encoder::Zstd(file) => file.into_inner()?.finish()?,
        };
        file.sync_all()?;
        Ok(ClosedFile { path: self.path, temporary: self.temporary })
    }
}

/// A complete file that does not have its name yet. If it is dropped before, nothing is left of it.
pub(super) struct ClosedFile {
    path: PathBuf,
    temporary: TempPath,
}

impl ClosedFile {
    /// Gives the file its name, in place of an older one.
    pub(super) fn publish(self) -> io::Result<()> {
        Ok(self.temporary.persist(&self.path)?)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.encoder {
            Encoder::Plain(file) => file.write(bytes),
            Encoder::Gzip(file) => file.write(bytes),
            Encoder::Zstd(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.encoder {
            Encoder::Plain(file) => file.flush(),
            Encoder::Gzip(file) => file.flush(),
            Encoder::Zstd(file) => file.flush(),
        }
    }
}

/// Opens a file, which is decompressed if its name ends in `.gz` or `.zst`.
pub(super) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = BufReader::new(File::open(path)?);
    Ok(match Suffix::of(path) {
        Suffix::None => Box::new(file),
        Suffix::Gzip => Box::new(BufReader::new(MultiGzDecoder::new(file))),
        Suffix::Zstd => Box::new(BufReader::new(zstd::Decoder::with_buffer(file)?)),
    })
}

/// The compression that the name of a file asks for.
#[derive(Clone, Copy)]
enum Suffix {
    None,
    Gzip,
    Zstd,
}

impl Suffix {
    fn of(path: &Path) -> Self {
        match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Self::Gzip,
            Some("zst") => Self::Zstd,
            _ => Self::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let text = "line\n".repeat(100_000);
        for (name, is_small) in [("file", false), ("file.gz", true), ("file.zst", true)] {
            let path = folder.path().join(name);
            let mut file = WholeFile::create(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            assert!(!path.exists());
            file.finish().unwrap();
            assert_eq!(fs::metadata(&path).unwrap().len() < 10_000, is_small, "{name}");
            assert_eq!(io::read_to_string(open(&path).unwrap()).unwrap(), text);
        }
        drop(WholeFile::create(&folder.path().join("other")).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
