//! What is said about a proof: a line on stderr, or a JSON object.

use super::args::ProveArgs;
use super::output::{NotWritten, WrittenFile, written_files};
use crate::claim_record::describe_claim;
use crate::json::{Object, push};
use crate::output::Form;
use crate::session::Session;
use crate::subject::Subject;
use crate::tally::Verdict;
use quadrille::proof::Claim;
use quadrille::{NoProof, StopReason};
use std::io;
use std::time::Duration;

/// What was proved.
pub(super) struct Proved {
    pub(super) claim: Claim,
    /// The number of nodes of a proof by the memo.
    pub(super) nodes: Option<usize>,
}

/// The report on one problem. Its errors are those of stdout.
pub(super) struct ProofReport<'a> {
    pub(super) session: &'a mut Session,
    pub(super) subject: &'a Subject<'a>,
    pub(super) args: &'a ProveArgs,
}

impl ProofReport<'_> {
    pub(super) fn write(
        self,
        written: Result<Proved, NotWritten>,
        elapsed: Duration,
    ) -> io::Result<()> {
        match written {
            Ok(proved) => self.proved(&proved, elapsed),
            Err(NotWritten::NoProof(NoProof::Stopped(stop))) => self.stopped(stop),
            Err(NotWritten::NoProof(error)) => {
                let message = format!("the claim `{}` is false: {error}", self.args.claim.name());
                self.session.contradict(&self.subject.failure(message))
            }
            Err(NotWritten::Output(error)) => Err(error),
            // Files are not written further once the run is to end.
            Err(NotWritten::File(_)) if self.session.stop.is_requested() => {
                self.stopped(StopReason::Cancelled)
            }
            Err(NotWritten::File(failure)) => self.session.fail(&failure),
        }
    }

    fn proved(self, proved: &Proved, elapsed: Duration) -> io::Result<()> {
        self.session.tally.add(Verdict::Converted);
        let Some(files) = written_files(self.args) else { return Ok(()) };
        let names: Vec<_> = files.iter().map(WrittenFile::to_string).collect();
        let (claim, seconds) = (&proved.claim, elapsed.as_secs_f64());
        let names = names.join(", ");
        self.session.inform(format_args!("{claim} proved in {seconds:.2} s: {names}"));
        self.object("proved", |object| {
            describe_claim(claim, object);
            if let Some(nodes) = proved.nodes {
                object.plain("nodes", nodes);
            }
            push(object.key("files"), &files);
        })
    }

    fn stopped(self, stop: StopReason) -> io::Result<()> {
        self.session.tally.add(Verdict::Unknown);
        let stop = self.session.ended(stop, self.subject);
        let claim = self.args.claim.name();
        self.object("unknown", |object| {
            object.text("claim", &claim).text("stop", stop.name());
        })
    }

    /// Writes the object of the problem, if objects are asked for.
    fn object(self, result: &str, rest: impl FnOnce(&mut Object<'_>)) -> io::Result<()> {
        if self.session.form != Form::Json {
            return Ok(());
        }
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        self.subject.describe(&mut object);
        object.text("result", result);
        rest(&mut object);
        object.end();
        self.session.entry(&(text + "\n"))
    }
}
