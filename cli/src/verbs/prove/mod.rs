//! The verb `prove`: writes a proof of the number of solutions of a problem, or of the least cost.

mod args;
mod output;
mod report;

use crate::encodings::Rules;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::input;
use crate::output::Form;
use crate::problem_input::ProblemInput;
use crate::progress::Reporter;
use crate::run;
use crate::session::Session;
use crate::settings::Settings;
pub(crate) use args::ProveArgs;
use args::{ClaimArg, ProofEngine, ProofForm};
use output::{NotWritten, ProofFiles};
use quadrille::proof::export::DerivationFormat;
use quadrille::{CancelToken, CanonicalMode, Problem, Solver};
use report::{ProofReport, Proved};
use std::io;
use std::time::Instant;

/// Where the memo and learning are both possible: the nodes of the memo before learning begins.
/// They take some 0.03 s.
const FIRST_NODES: u64 = 1 << 14;

/// The conflicts of learning before the memo goes on alone. They take some 2 to 20 s.
const CONFLICTS: u64 = 1 << 17;

const NO_CLAUSES: &str =
    "items that are not covered exactly once can't be expressed in CNF: --to veripb can";

pub(crate) fn run(args: &ProveArgs) -> Exit {
    if let Err(error) = args.check() {
        return usage_error(&error);
    }
    match args.reading.sudoku.rules() {
        Ok(rules) => {
            let session = run::session(&args.common, Form::json_or(args.json, Form::Text));
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
    let (reporter, begun) = (args.progress.reporter(&args.common), Instant::now());
    let prover = Prover { args, problem: &problem, token: session.stop.token(), reporter };
    let written = prover.run(session);
    prover.reporter.finish(0);
    ProofReport { session, subject: &subject, args }.write(written, begun.elapsed())
}

/// What is proved, and with what.
struct Prover<'a> {
    args: &'a ProveArgs,
    problem: &'a Problem,
    token: CancelToken,
    reporter: Reporter,
}

impl Prover<'_> {
    /// Writes a proof.
    fn run(&self, session: &Session) -> Result<Proved, NotWritten> {
        let Self { args, .. } = *self;
        match (args.engine, args.to.learned(args.claim)) {
            (ProofEngine::Learning, Some(format)) => self.by_learning(format, args.nodes, None),
            // A count excludes its solutions one by one, which slows learning down.
            (ProofEngine::Auto, Some(format)) if args.claim != ClaimArg::Count => {
                self.in_turn(format, session)
            }
            _ => self.by_memo(args.nodes, session),
        }
    }

    /// The memo for small searches, learning for long ones, and the memo again if learning does not
    /// end.
    fn in_turn(&self, format: DerivationFormat, session: &Session) -> Result<Proved, NotWritten> {
        let all = self.args.nodes.unwrap_or(u64::MAX);
        match self.by_memo(Some(all.min(FIRST_NODES)), session) {
            Err(error) if error.is_limit() && all > FIRST_NODES => {}
            end => return end,
        }
        match self.by_learning(format, self.args.nodes, Some(CONFLICTS)) {
            Err(error) if error.is_limit() && all > CONFLICTS => {}
            end => return end,
        }
        self.by_memo(self.args.nodes, session)
    }

    fn solver(&self, settings: &Settings) -> Solver {
        self.reporter.proof(settings.solver(Solver::new(self.problem), &self.token))
    }

    fn by_memo(&self, nodes: Option<u64>, session: &Session) -> Result<Proved, NotWritten> {
        let Self { args, problem, .. } = *self;
        let mut settings = Settings { nodes, ..args.memo.of_proof(args.canonical) };
        if args.to != ProofForm::Proof {
            // Other formats can't express that subproblems are the same up to renaming.
            settings.canonical = CanonicalMode::Off;
        }
        let (proof, claim) = self.solver(&settings).proof(args.claim.kind())?;
        let mut files = ProofFiles::new(args, &self.token, Some(&self.reporter));
        files.problem(problem)?;
        files.proof(problem, (&proof, &claim), session)?;
        files.publish()?;
        Ok(Proved { claim, nodes: Some(proof.node_count()) })
    }

    fn by_learning(
        &self,
        format: DerivationFormat,
        nodes: Option<u64>,
        conflicts: Option<u64>,
    ) -> Result<Proved, NotWritten> {
        let settings = Settings { nodes, ..Settings::sequential() };
        let mut solver = self.solver(&settings);
        let proof = solver.learned_proof(self.args.claim.kind(), format);
        let mut proof = proof.map_err(|error| output::not_proved(self.args, error))?;
        if let Some(conflicts) = conflicts {
            proof = proof.conflict_limit(conflicts);
        }
        let claim = proof.claim().clone();
        let mut files = ProofFiles::new(self.args, &self.token, None);
        files.export(|formula, derivation| proof.write(formula, derivation))?;
        files.problem(self.problem)?;
        files.publish()?;
        Ok(Proved { claim, nodes: None })
    }
}
