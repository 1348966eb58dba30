//! Verifies a certificate of Sudoku puzzles against the puzzles. Both are streams.

use super::report;
use crate::args::ReadingArgs;
use crate::encodings::Encodings;
use crate::failure::{Failure, RULES};
use crate::handler::Handler;
use crate::input;
use crate::puzzle_verb::NO_CANDIDATES;
use crate::session::Session;
use quadrille::dlx::Parsed;
use quadrille::sudoku::certificate::{
    CertificateChecker, CertificateError, CertificateErrorKind, CertificateVerifier,
    CertifiedTotals,
};
use quadrille::sudoku::text::{Record, StatedRules};
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::slice;

const NO_SUDOKU: &str = "expected the puzzles of a certificate of Sudoku, found an exact cover";

/// Verifies a certificate, which is read from its beginning, against the puzzles of a file.
///
/// Records that can't be read are reported and have no line, as when the certificate was written.
pub(super) fn verify(
    (certificate, name): (impl BufRead, &str),
    (file, reading): (&PathBuf, &ReadingArgs),
    (encodings, session): (&Encodings, &mut Session),
) -> io::Result<()> {
    let verifier = match CertificateVerifier::new(certificate) {
        Ok(verifier) => verifier,
        Err(error) => return refuse(&error, name, encodings, session),
    };
    let mut handler = Verifying { verifier, encodings, checkers: BTreeMap::new() };
    input::each_record(slice::from_ref(file), reading, session, &mut handler)?;
    let puzzles = input::label(file);
    match (session.tally.is_stopped(), handler.verifier.finish()) {
        (true, _) => report::unknown(session, &puzzles, name),
        (false, Ok(totals)) => report::verified(session, words(&totals), |object| {
            let CertifiedTotals { unique, none, several } = totals;
            object.text("file", &puzzles).text("proof", name).plain("puzzles", totals.puzzles());
            object.plain("unique", unique).plain("none", none).plain("multiple", several);
        }),
        (false, Err(error)) => refuse(&error, name, encodings, session),
    }
}

/// The puzzles of a certificate that is right.
fn words(totals: &CertifiedTotals) -> String {
    let CertifiedTotals { unique, none, several } = totals;
    let puzzles = totals.puzzles();
    format!(
        "{puzzles} puzzles: {unique} with one solution, {none} with none, {several} with several"
    )
}

fn refuse(
    error: &CertificateError,
    name: &str,
    encodings: &Encodings,
    session: &mut Session,
) -> io::Result<()> {
    match error {
        CertificateError::Line { line, kind } => {
            let failure = Failure::of_record(name, *line, kind);
            session.contradict(&match depends_on_rules(kind) {
                true => failure.with_note(other_rules(&encodings.rules.stated())),
                false => failure,
            })
        }
        CertificateError::Io(_) => session.fail(&Failure::of_file(name, error)),
        error => session.contradict(&Failure::of_file(name, error)),
    }
}

/// Whether a line with this error may be right for other rules.
fn depends_on_rules(kind: &CertificateErrorKind) -> bool {
    use CertificateErrorKind as Kind;
    let of_text = matches!(
        kind,
        Kind::Syntax { .. }
            | Kind::TooLong
            | Kind::Missing
            | Kind::Surplus
            | Kind::PuzzleSize { .. }
    );
    !of_text
}

fn other_rules(used: &StatedRules) -> String {
    format!("verified with {used}: if the certificate is for other rules, {RULES}")
}

struct Verifying<'e, R> {
    verifier: CertificateVerifier<R>,
    encodings: &'e Encodings,
    /// The checkers of all sizes that occur.
    checkers: BTreeMap<usize, CertificateChecker>,
}

impl<R: BufRead> Handler for Verifying<'_, R> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        if record.candidates.is_some() {
            return session.fail(&Failure::of_record(file, record.line, NO_CANDIDATES));
        }
        let encoding = match self.encodings.of_size(record.grid.size()) {
            Ok(encoding) => encoding,
            Err(error) => {
                return session.fail(&Failure::of_record(file, record.line, error));
            }
        };
        let checkers = self.checkers.entry(record.grid.size());
        let checker = checkers.or_insert_with(|| CertificateChecker::new(encoding));
        self.verifier.add(&record.grid, checker);
        Ok(())
    }

    fn cover(&mut self, session: &mut Session, file: &str, _: &Parsed) -> io::Result<()> {
        session.fail(&Failure::of_file(file, NO_SUDOKU))
    }
}
