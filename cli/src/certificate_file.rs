//! [`CertificateFile`]: the file of `check --certify`.

use super::failure::Failure;
use super::whole_file::WholeFile;
use quadrille::sudoku::certificate::PuzzleDigest;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A certificate that grows line by line, in a file without a name. The header comes before the
/// lines and is known after them: the file is then written in one go, and takes its place.
#[derive(Debug)]
pub(super) struct CertificateFile {
    path: PathBuf,
    name: String,
    lines: BufWriter<File>,
    digest: PuzzleDigest,
}

impl CertificateFile {
    /// A certificate for this place, which must be one where a file can be written.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        match WholeFile::create(path).and(tempfile::tempfile()) {
            Ok(lines) => {
                let (lines, digest) = (BufWriter::new(lines), PuzzleDigest::default());
                Ok(Self { path: path.to_owned(), name, lines, digest })
            }
            Err(error) => Err(Failure::of_file(&name, error)),
        }
    }

    /// Adds lines in turn: a puzzle, and its line of the certificate.
    pub(super) fn add(&mut self, certified: &str) -> io::Result<()> {
        let mut lines = certified.split_inclusive('\n');
        while let (Some(puzzle), Some(line)) = (lines.next(), lines.next()) {
            self.digest.add(puzzle);
            self.lines
                .write_all(line.as_bytes())
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.name)))?;
        }
        Ok(())
    }

    /// Whether no puzzle has a line.
    pub(super) fn is_empty(&self) -> bool {
        self.digest.lines() == 0
    }

    /// The warning where the certificate is not written.
    pub(super) fn is_not_written(&self) -> String {
        let reason = if self.is_empty() { "no puzzle was" } else { "not all puzzles were" };
        format!("{}: not written, because {reason} answered", self.name)
    }

    /// Writes the certificate.
    pub(super) fn write(mut self) -> Result<(), Failure> {
        self.replace().map_err(|error| Failure::of_file(&self.name, error))
    }

    fn replace(&mut self) -> io::Result<()> {
        self.lines.flush()?;
        let lines = self.lines.get_mut();
        lines.seek(SeekFrom::Start(0))?;
        let mut file = WholeFile::create(&self.path)?;
        write!(file, "{}", self.digest.header())?;
        io::copy(&mut BufReader::new(lines), &mut file)?;
        file.finish()
    }
}
