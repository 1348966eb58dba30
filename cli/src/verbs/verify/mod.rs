//! The verb `verify`: checks a proof, or a certificate of Sudoku puzzles.

mod report;
mod sudoku;

use crate::args::{CommonArgs, ProgressArgs, ReadingArgs};
use crate::claim_record::describe_claim;
use crate::encodings::{Encodings, Rules};
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::input;
use crate::output::Form;
use crate::problem_input::ProblemInput;
use crate::run;
use crate::session::Session;
use crate::tally::Verdict;
use crate::whole_file;
use clap::Args;
use quadrille::proof::{self, CheckError};
use quadrille::{Problem, StopReason};
use std::io::{self, BufRead, Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The file with the problem; for `-`, standard input
    #[arg(value_name = "PROBLEM")]
    problem: PathBuf,
    /// The file with the proof, decompressed if its name ends in .gz or .zst; for `-`, standard
    /// input
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print a JSON object about what was verified
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    common: CommonArgs,
}

pub(crate) fn run(args: &VerifyArgs) -> Exit {
    let rules = match args.reading.sudoku.rules() {
        Ok(rules) => rules,
        Err(error) => return usage_error(&error),
    };
    if input::is_stdin(&args.problem) && input::is_stdin(&args.proof) {
        return usage_error("the problem and the proof can't both be standard input");
    }
    let session = run::session(&args.common, Form::json_or(args.json, Form::Text));
    let session = session.with_progress(args.progress.reporter(&args.common));
    run::in_session(&args.common, session, ExitStyle::Usual, |session| {
        let name = input::label(&args.proof);
        match open(&args.proof, session).and_then(with_beginning) {
            Ok((beginning, proof)) if beginning == CERTIFICATE => {
                let puzzles = (&args.problem, &args.reading);
                sudoku::verify((proof, &name), puzzles, (&Encodings::new(rules), session))
            }
            Ok((beginning, _)) if beginning != PROOF => {
                session.contradict(&Failure::of_record(&name, 1, NO_PROOF))
            }
            Ok((_, proof)) => verify(args, (proof, &name), rules, session),
            Err(error) => session.fail(&Failure::of_file(&name, error)),
        }
    })
}

/// Opens a proof.
fn open(path: &Path, session: &Session) -> io::Result<Box<dyn BufRead>> {
    if !input::is_stdin(path) {
        return whole_file::open(path);
    }
    input::invite(path, session);
    Ok(Box::new(input::open(path, session)?))
}

/// The beginning of a certificate of Sudoku puzzles.
const CERTIFICATE: &[u8] = b"sudoku-proof ";

/// The beginning of any other proof, of the same length.
const PROOF: &[u8] = b"exact-cover-p";

const NO_PROOF: &str = "expected `exact-cover-proof 1`, or `sudoku-proof` and a version";

/// The first bytes of an input, as many as those of a certificate, and the whole input.
fn with_beginning(mut input: impl BufRead) -> io::Result<(Vec<u8>, impl BufRead)> {
    let mut beginning = Vec::new();
    let length = u64::try_from(CERTIFICATE.len()).unwrap_or(u64::MAX);
    input.by_ref().take(length).read_to_end(&mut beginning)?;
    let whole = Cursor::new(beginning.clone()).chain(input);
    Ok((beginning, whole))
}

fn verify(
    args: &VerifyArgs,
    (proof, name): (impl BufRead, &str),
    rules: Rules,
    session: &mut Session,
) -> io::Result<()> {
    let Some(input) = ProblemInput::read(&args.problem, &args.reading, rules, session)? else {
        return Ok(());
    };
    let file = input::label(&args.problem);
    let subject = input.subject(&file);
    let problem = match input.whole_problem() {
        Ok(problem) => problem,
        Err(error) => return session.fail(&subject.failure(error)),
    };
    match check(&problem, proof, session) {
        Ok(claim) => {
            session.tally.add(Verdict::Answered);
            report::verified(session, &claim, |object| {
                subject.describe(object);
                object.text("proof", name);
                describe_claim(&claim, object);
            })
        }
        Err(CheckError::Io(error)) => session.fail(&Failure::of_file(name, error)),
        Err(CheckError::Proof(error)) => {
            session.contradict(&Failure::of_record(name, error.line, error.fault))
        }
        Err(CheckError::Stopped) => {
            session.tally.add(Verdict::Unknown);
            session.ended(StopReason::Cancelled, &subject);
            report::unknown(session, &file, name)
        }
    }
}

fn check(
    problem: &Problem,
    proof: impl BufRead,
    session: &Session,
) -> Result<proof::Claim, CheckError> {
    let stop = session.stop.token();
    proof::verify(problem, proof, |done, all| {
        // The share is shown with one digit after the point.
        let share =
            done.saturating_mul(1000).checked_div(all).and_then(|part| u32::try_from(part).ok());
        session.progress.nodes(done, share.map(|part| f64::from(part) / 1000.0));
        if stop.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}
