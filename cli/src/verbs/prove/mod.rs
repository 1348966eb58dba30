//! The verb `prove`: writes a proof of the number of solutions of a problem, or of the least cost.

use crate::args::{CanonicalArgs, CommonArgs, MemoArgs, ProgressArgs, ReadingArgs, limit};
use crate::encodings::Rules;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::input;
use crate::output::Form;
use crate::problem_input::ProblemInput;
use crate::run;
use crate::session::Session;
use crate::settings::Settings;
use crate::tally::Verdict;
use crate::whole_file::WholeFile;
use clap::{Args, ValueEnum};
use quadrille::proof::export::{self, ExportError};
use quadrille::proof::{Claim, ClaimKind, Proof};
use quadrille::{CanonicalMode, NoProof, Problem, Solver, dlx};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct ProveArgs {
    /// The file with the problem; without it, or for `-`, standard input
    #[arg(value_name = "PROBLEM", default_value = "-", hide_default_value = true)]
    problem_file: PathBuf,
    /// What is proved
    #[arg(long, value_name = "CLAIM", default_value = "count", value_enum)]
    claim: ClaimArg,
    /// The file of the proof, compressed if its name ends in .gz or .zst; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format of the proof; others than proof need --output, and write a formula beside it
    #[arg(long, value_name = "FORMAT", default_value = "proof", value_enum)]
    to: ProofForm,
    /// Write the exact cover that is proved to FILE, in Knuth's format
    #[arg(long, value_name = "FILE")]
    problem: Option<PathBuf>,
    #[command(flatten)]
    memo: MemoArgs,
    #[command(flatten)]
    canonical: CanonicalArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Stop the search after about N nodes, and exit with 3
    #[arg(long, value_name = "N", value_parser = limit)]
    nodes: Option<u64>,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    common: CommonArgs,
}

const NO_CLAUSES: &str =
    "items that are not covered exactly once can't be expressed in CNF: --to veripb can";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ClaimArg {
    /// That there is no solution
    None,
    /// That there is exactly one solution
    Unique,
    /// The number of solutions
    Count,
    /// The least cost of a solution, and how many solutions have it
    Cheapest,
}

/// A format of proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ProofForm {
    /// The format that `verify` checks
    Proof,
    /// For VeriPB: all claims; the formula is in OPB, and excludes the solutions that are counted
    Veripb,
    /// For checkers of LRAT: none; the formula is in CNF
    Lrat,
    /// For checkers of CPOG: count; the formula is in CNF
    Cpog,
    /// For checkers of SCPOG, such as `cake_scpog`: count; the formula is in CNF
    Scpog,
}

impl ProofForm {
    /// The claims that it can express.
    fn claims(self) -> &'static [ClaimArg] {
        match self {
            Self::Proof | Self::Veripb => ClaimArg::value_variants(),
            Self::Lrat => &[ClaimArg::None],
            Self::Cpog | Self::Scpog => &[ClaimArg::Count],
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The suffix of the formula; `None` if there is none.
    fn formula(self) -> Option<&'static str> {
        match self {
            Self::Proof => None,
            Self::Veripb => Some("opb"),
            Self::Lrat | Self::Cpog | Self::Scpog => Some("cnf"),
        }
    }
}

impl ProveArgs {
    /// Whether the arguments contradict each other.
    fn check(&self) -> Result<(), String> {
        let Self { to, claim, .. } = *self;
        if to != ProofForm::Proof && self.output.is_none() {
            return Err("expected --output FILE: the formula is written beside it".to_owned());
        }
        if !to.claims().contains(&claim) {
            let names: Vec<_> = to.claims().iter().map(|claim| claim.name()).collect();
            return Err(format!("--to {} is for --claim {}", to.name(), names.join(" or ")));
        }
        let files = [self.output.clone(), self.problem.clone(), self.formula()];
        let mut files: Vec<_> = files.into_iter().flatten().collect();
        files.sort();
        match files.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("two outputs are the same file, {}", pair[0].display())),
            None => Ok(()),
        }
    }

    /// The file of the formula: that of the proof with another suffix, before one that compresses.
    fn formula(&self) -> Option<PathBuf> {
        let (path, suffix) = (self.output.as_ref()?, self.to.formula()?);
        let compression = path.extension().filter(|own| *own == "gz" || *own == "zst");
        let plain = if compression.is_some() { path.with_extension("") } else { path.clone() };
        let mut formula = plain.with_extension(suffix).into_os_string();
        if let Some(compression) = compression {
            formula.push(".");
            formula.push(compression);
        }
        Some(formula.into())
    }
}

impl ClaimArg {
    fn kind(self) -> ClaimKind {
        match self {
            Self::None => ClaimKind::None,
            Self::Unique => ClaimKind::Unique,
            Self::Count => ClaimKind::Count,
            Self::Cheapest => ClaimKind::Cheapest,
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

pub(crate) fn run(args: &ProveArgs) -> Exit {
    if let Err(error) = args.check() {
        return usage_error(&error);
    }
    match args.reading.sudoku.rules() {
        Ok(rules) => {
            let session = run::session(&args.common, Form::Text);
            run::in_session(&args.common, session, ExitStyle::Usual, |session| {
                prove(args, rules, session)
            })
        }
        Err(error) => usage_error(&error),
    }
}

fn prove(args: &ProveArgs, rules: Rules, session: &mut Session) -> io::Result<()> {
    let Some(input) = ProblemInput::read(&args.problem_file, &args.reading, rules, session)? else {
        return Ok(());
    };
    let file = input::label(&args.problem_file);
    let subject = input.subject(&file);
    let problem = match input.whole_problem() {
        Ok(problem) => problem,
        Err(error) => return session.fail(&subject.failure(error)),
    };
    if args.to.formula() == Some("cnf") && problem.features().multiplicities {
        return session.fail(&subject.failure(NO_CLAUSES));
    }
    let mut settings = Settings { nodes: args.nodes, ..args.memo.of_proof(args.canonical) };
    if args.to != ProofForm::Proof {
        // Other formats can't express that subproblems are the same up to renaming.
        settings.canonical = CanonicalMode::Off;
    }
    let reporter = args.progress.reporter(&args.common);
    let solver = settings.solver(Solver::new(&problem), &session.stop.token());
    let mut solver = reporter.proof(solver);
    let found = solver.proof(args.claim.kind());
    reporter.finish(0);
    let written = match found {
        Ok((proof, claim)) => write(args, &problem, &proof, &claim, session),
        Err(NoProof::Stopped(stop)) => {
            session.tally.add(Verdict::Unknown);
            session.ended(stop, &subject);
            return Ok(());
        }
        Err(error) => {
            let claim = args.claim.name();
            session
                .disagree(&subject.failure(format_args!("the claim `{claim}` is false: {error}")));
            return Ok(());
        }
    };
    match written {
        Ok(()) => session.tally.add(Verdict::Converted),
        Err(WriteError::Output(error)) => return Err(error),
        Err(WriteError::File(failure)) => session.complain(failure),
    }
    Ok(())
}

/// Why a file, or standard output, could not be written.
enum WriteError {
    /// An error of standard output.
    Output(io::Error),
    /// An error of a file.
    File(Failure),
}

fn write(
    args: &ProveArgs,
    problem: &Problem,
    proof: &Proof,
    claim: &Claim,
    session: &Session,
) -> Result<(), WriteError> {
    if let Some(path) = &args.problem {
        let text = dlx::to_string(problem);
        let text =
            text.map_err(|error| WriteError::File(Failure::of_file(&input::label(path), error)))?;
        write_file(path, |out| out.write_all(text.as_bytes()))?;
    }
    match (&args.output, args.formula()) {
        (Some(path), Some(formula)) => write_export(args, (problem, proof), path, &formula),
        (Some(path), None) => write_file(path, |out| proof.write(problem, claim, out)),
        (None, _) => {
            let mut out = session.output().bytes();
            proof.write(problem, claim, &mut out).map_err(WriteError::Output)
        }
    }
}

/// Writes the formula and the derivation for another checker.
fn write_export(
    args: &ProveArgs,
    (problem, proof): (&Problem, &Proof),
    path: &Path,
    formula_path: &Path,
) -> Result<(), WriteError> {
    let (mut formula, mut derivation) = (create(formula_path)?, create(path)?);
    let (out, kind) = (&mut derivation, args.claim.kind());
    let written = match args.to {
        ProofForm::Veripb => export::write_veripb(problem, proof, kind, &mut formula, out),
        ProofForm::Lrat => export::write_lrat(problem, proof, &mut formula, out),
        ProofForm::Cpog => export::write_cpog(problem, proof, &mut formula, out),
        ProofForm::Scpog => export::write_scpog(problem, proof, &mut formula, out),
        ProofForm::Proof => Ok(()),
    };
    match written {
        Ok(()) => {}
        Err(ExportError::Io(error)) => return Err(not_written(path, &error)),
        Err(error) => return Err(WriteError::File(Failure::of_file(&input::label(path), error))),
    }
    formula.finish().map_err(|error| not_written(formula_path, &error))?;
    derivation.finish().map_err(|error| not_written(path, &error))
}

fn create(path: &Path) -> Result<WholeFile, WriteError> {
    WholeFile::create(path).map_err(|error| not_written(path, &error))
}

fn write_file(
    path: &Path,
    write: impl FnOnce(&mut WholeFile) -> io::Result<()>,
) -> Result<(), WriteError> {
    let mut file = create(path)?;
    let written = write(&mut file).and_then(|()| file.finish());
    written.map_err(|error| not_written(path, &error))
}

fn not_written(path: &Path, error: &io::Error) -> WriteError {
    let message = format!("the file can't be written: {error}");
    WriteError::File(Failure::of_file(&input::label(path), message))
}
