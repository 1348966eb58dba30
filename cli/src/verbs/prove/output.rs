//! Writing proofs to files.

use super::args::{ProofForm, ProveArgs};
use crate::failure::Failure;
use crate::input;
use crate::progress::Reporter;
use crate::session::Session;
use crate::whole_file::{ClosedFile, WholeFile};
use quadrille::proof::export::{self, ExportError};
use quadrille::proof::{Claim, ClaimKind, Proof};
use quadrille::search::NoLearnedProof;
use quadrille::{CancelToken, NoProof, Problem, StopReason, dlx};
use serde::Serialize;
use std::fmt::{self, Display};
use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

/// Why no proof was written.
pub(super) enum NotWritten {
    /// There is none.
    NoProof(NoProof),
    /// An error of standard output.
    Output(io::Error),
    /// An error of a file.
    File(Failure),
}

impl NotWritten {
    /// Whether the limit of nodes or of memory was reached.
    pub(super) fn is_limit(&self) -> bool {
        let Self::NoProof(NoProof::Stopped(stop)) = self else { return false };
        matches!(stop, StopReason::NodeLimit | StopReason::MemoryLimit)
    }
}

impl From<NoProof> for NotWritten {
    fn from(error: NoProof) -> Self {
        Self::NoProof(error)
    }
}

/// The files of a proof, which are published together when all of them are complete.
pub(super) struct ProofFiles<'a> {
    args: &'a ProveArgs,
    token: &'a CancelToken,
    reporter: Option<&'a Reporter>,
    closed: Vec<(PathBuf, ClosedFile)>,
}

impl<'a> ProofFiles<'a> {
    /// No files yet. The reporter has their bytes, unless it has the search that writes them.
    pub(super) fn new(
        args: &'a ProveArgs,
        token: &'a CancelToken,
        reporter: Option<&'a Reporter>,
    ) -> Self {
        Self { args, token, reporter, closed: Vec::new() }
    }

    /// Writes the exact cover that is proved, if it is asked for.
    pub(super) fn problem(&mut self, problem: &Problem) -> Result<(), NotWritten> {
        let Some(path) = &self.args.problem else { return Ok(()) };
        let text = dlx::to_string(problem);
        let text = text.map_err(|error| failure(path, error))?;
        self.file(path, |out| out.write_all(text.as_bytes()))
    }

    /// Writes a proof by the memo.
    pub(super) fn proof(
        &mut self,
        problem: &Problem,
        (proof, claim): (&Proof, &Claim),
        session: &Session,
    ) -> Result<(), NotWritten> {
        let (to, kind) = (self.args.to, self.args.claim.kind());
        match (to, &self.args.output) {
            (ProofForm::Proof, Some(path)) => {
                self.file(path, |out| proof.write(problem, claim, out))
            }
            (ProofForm::Proof, None) => {
                let mut out = session.output().bytes();
                proof.write(problem, claim, &mut out).map_err(NotWritten::Output)
            }
            _ => self.export(|formula, derivation| {
                Ok(export(to, (problem, proof, kind), formula, derivation)?)
            }),
        }
    }

    /// Writes the formula and the derivation for another checker.
    pub(super) fn export(
        &mut self,
        write: impl FnOnce(&mut WatchedFile<'_>, &mut WatchedFile<'_>) -> Result<(), NoLearnedProof>,
    ) -> Result<(), NotWritten> {
        let (args, formula) = (self.args, self.args.formula());
        let (Some(path), Some(formula_path)) = (&args.output, formula) else { return Ok(()) };
        let (mut formula, mut derivation) = (self.create(&formula_path)?, self.create(path)?);
        write(&mut formula, &mut derivation).map_err(|error| not_proved(args, error))?;
        self.close(formula_path, formula)?;
        self.close(path.clone(), derivation)
    }

    fn file(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut WatchedFile<'_>) -> io::Result<()>,
    ) -> Result<(), NotWritten> {
        let mut file = self.create(path)?;
        write(&mut file).map_err(|error| not_written(path, &error))?;
        self.close(path.to_owned(), file)
    }

    fn create(&self, path: &Path) -> Result<WatchedFile<'a>, NotWritten> {
        let file = WholeFile::create(path).map_err(|error| not_written(path, &error))?;
        Ok(WatchedFile { file, token: self.token, reporter: self.reporter, unreported: 0 })
    }

    fn close(&mut self, path: PathBuf, file: WatchedFile<'_>) -> Result<(), NotWritten> {
        let closed = file.file.close().map_err(|error| not_written(&path, &error))?;
        self.closed.push((path, closed));
        Ok(())
    }

    /// Gives all files their names.
    pub(super) fn publish(self) -> Result<(), NotWritten> {
        for (path, file) in self.closed {
            file.publish().map_err(|error| not_written(&path, &error))?;
        }
        Ok(())
    }
}

/// The bytes between two reports of progress.
const REPORTED: u64 = 1 << 20;

/// A file that reports its progress, and is not written further once the run is to end.
pub(super) struct WatchedFile<'a> {
    file: WholeFile,
    token: &'a CancelToken,
    reporter: Option<&'a Reporter>,
    unreported: u64,
}

impl Write for WatchedFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.token.is_cancelled() {
            return Err(io::Error::other("the run was stopped"));
        }
        let written = self.file.write(bytes)?;
        self.unreported += u64::try_from(written).unwrap_or(u64::MAX);
        if let Some(reporter) = self.reporter.filter(|_| self.unreported >= REPORTED) {
            reporter.written(mem::take(&mut self.unreported));
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a proof by the memo in the format of another checker.
fn export(
    to: ProofForm,
    (problem, proof, kind): (&Problem, &Proof, ClaimKind),
    formula: &mut WatchedFile<'_>,
    derivation: &mut WatchedFile<'_>,
) -> Result<(), ExportError> {
    match to {
        ProofForm::Veripb => export::write_veripb(problem, proof, kind, formula, derivation),
        ProofForm::Lrat => export::write_lrat(problem, proof, formula, derivation),
        ProofForm::Drat => export::write_drat(problem, proof, formula, derivation),
        ProofForm::Cpog => export::write_cpog(problem, proof, formula, derivation),
        ProofForm::Scpog => export::write_scpog(problem, proof, formula, derivation),
        // It has no formula.
        ProofForm::Proof => Ok(()),
    }
}

/// A file that was written, and its size if that is known.
#[derive(Debug, Serialize)]
pub(super) struct WrittenFile {
    file: String,
    bytes: Option<u64>,
}

impl WrittenFile {
    fn new(path: &PathBuf) -> Self {
        let bytes = fs::metadata(path).ok().map(|metadata| metadata.len());
        Self { file: path.display().to_string(), bytes }
    }
}

impl Display for WrittenFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        self.bytes.map_or(Ok(()), |bytes| write!(f, " ({bytes} bytes)"))
    }
}

/// The files that were written, if the proof is one of them.
pub(super) fn written_files(args: &ProveArgs) -> Option<Vec<WrittenFile>> {
    let (proof, formula) = (args.output.as_ref()?, args.formula());
    let paths = [Some(proof), formula.as_ref(), args.problem.as_ref()];
    Some(paths.into_iter().flatten().map(WrittenFile::new).collect())
}

pub(super) fn not_proved(args: &ProveArgs, error: NoLearnedProof) -> NotWritten {
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    match error {
        NoLearnedProof::NoProof(error) => error.into(),
        NoLearnedProof::Export(ExportError::Io(error)) => not_written(path, &error),
        error => failure(path, error),
    }
}

fn not_written(path: &Path, error: &io::Error) -> NotWritten {
    failure(path, format!("the file can't be written: {error}"))
}

fn failure(path: &Path, message: impl Display) -> NotWritten {
    NotWritten::File(Failure::of_file(&input::label(path), message))
}
