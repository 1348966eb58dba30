//! Writing proofs to files.

use super::args::{ProofForm, ProveArgs};
use crate::failure::Failure;
use crate::input;
use crate::session::Session;
use crate::whole_file::WholeFile;
use quadrille::proof::export::{self, ExportError};
use quadrille::proof::{Claim, ClaimKind, Proof};
use quadrille::search::NoLearnedProof;
use quadrille::{NoProof, Problem, StopReason, dlx};
use serde::Serialize;
use std::fmt::{self, Display};
use std::fs;
use std::io::{self, Write};
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

/// Writes the exact cover that is proved, if it is asked for.
pub(super) fn write_problem(args: &ProveArgs, problem: &Problem) -> Result<(), NotWritten> {
    let Some(path) = &args.problem else { return Ok(()) };
    let text = dlx::to_string(problem);
    let text = text.map_err(|error| failure(path, error))?;
    write_file(path, |out| out.write_all(text.as_bytes()))
}

/// Writes a proof by the memo.
pub(super) fn write_proof(
    args: &ProveArgs,
    problem: &Problem,
    proof: &Proof,
    claim: &Claim,
    session: &Session,
) -> Result<(), NotWritten> {
    let kind = args.claim.kind();
    match (args.to, &args.output) {
        (ProofForm::Proof, Some(path)) => write_file(path, |out| proof.write(problem, claim, out)),
        (ProofForm::Proof, None) => {
            let mut out = session.output().bytes();
            proof.write(problem, claim, &mut out).map_err(NotWritten::Output)
        }
        _ => write_export(args, |formula, derivation| {
            Ok(export(args.to, (problem, proof, kind), formula, derivation)?)
        }),
    }
}

/// Writes a proof by the memo in the format of another checker.
fn export(
    to: ProofForm,
    (problem, proof, kind): (&Problem, &Proof, ClaimKind),
    formula: &mut WholeFile,
    derivation: &mut WholeFile,
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

/// Writes the formula and the derivation for another checker.
pub(super) fn write_export(
    args: &ProveArgs,
    write: impl FnOnce(&mut WholeFile, &mut WholeFile) -> Result<(), NoLearnedProof>,
) -> Result<(), NotWritten> {
    let (Some(path), Some(formula_path)) = (&args.output, &args.formula()) else { return Ok(()) };
    let (mut formula, mut derivation) = (create(formula_path)?, create(path)?);
    write(&mut formula, &mut derivation).map_err(|error| not_proved(args, error))?;
    formula.finish().map_err(|error| not_written(formula_path, &error))?;
    derivation.finish().map_err(|error| not_written(path, &error))
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

fn create(path: &Path) -> Result<WholeFile, NotWritten> {
    WholeFile::create(path).map_err(|error| not_written(path, &error))
}

fn write_file(
    path: &Path,
    write: impl FnOnce(&mut WholeFile) -> io::Result<()>,
) -> Result<(), NotWritten> {
    let mut file = create(path)?;
    let written = write(&mut file).and_then(|()| file.finish());
    written.map_err(|error| not_written(path, &error))
}

fn not_written(path: &Path, error: &io::Error) -> NotWritten {
    failure(path, format!("the file can't be written: {error}"))
}

fn failure(path: &Path, message: impl Display) -> NotWritten {
    NotWritten::File(Failure::of_file(&input::label(path), message))
}
