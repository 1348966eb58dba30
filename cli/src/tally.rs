//! [`Tally`]: the totals of a run, and its exit code.

use super::exit::{Exit, ExitStyle};
use super::number::Number;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

/// The outcomes of a record, in the order in which the totals have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Verdict {
    /// `check`: it has one solution.
    Unique,
    /// `check`: it has more than one.
    Multiple,
    /// `check`: it has none.
    None,
    /// `solve` and `count`: it has a solution.
    Solved,
    /// `solve` and `count`: it has none.
    Unsolvable,
    /// The run was stopped before the answer was known.
    Unknown,
    /// It was written in another format.
    Converted,
    /// A verb for Sudoku puzzles has answered it.
    Answered,
    /// A verb for Sudoku puzzles has answered it, and prints only others.
    LeftOut,
    /// `generate`, `grid`: it was generated.
    Generated,
    /// `hunt`: it was found.
    Found,
    /// `estimate`: the size of the tree was estimated, or counted.
    Estimated,
    /// `work`: the solutions of a unit were counted.
    Counted,
    /// `bench`: all engines that support it have the same answer.
    Measured,
    /// `compat`: a document and an engine have the same answer.
    Agreed,
    /// `compat`, `bench`: two answers contradict each other. Other verbs: the solution that the
    /// input gives is wrong.
    Disagreed,
    /// `compat`: the document's program does not support it.
    NotRun,
    /// It could not be read, or no engine supports it.
    Error,
}

impl Verdict {
    fn label(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Solved => "solved",
            Self::Unsolvable => "without a solution",
            Self::Unknown => "unknown",
            Self::Converted => "converted",
            Self::Answered => "answered",
            Self::LeftOut => "left out",
            Self::Generated => "generated",
            Self::Found => "found",
            Self::Estimated => "estimated",
            Self::Counted => "counted",
            Self::Measured => "measured",
            Self::Agreed => "agreed",
            Self::Disagreed => "disagreed",
            Self::NotRun => "not run",
            Self::Error => "failed",
        }
    }
}

#[derive(Debug)]
pub(super) struct Tally {
    begin: Instant,
    verdicts: BTreeMap<Verdict, u64>,
    /// Whether any record was an exact cover.
    pub(super) has_covers: bool,
    /// What the records are, if the verdicts do not say it: a plural.
    pub(super) noun: Option<&'static str>,
    /// The number of all solutions, if they were counted.
    solutions: Option<Number>,
    /// Whether the time limit or a signal stopped the run.
    stopped: bool,
    /// Whether a search ended at its limit of solutions, nodes or memory.
    pub(super) is_cut: bool,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self {
            begin: Instant::now(),
            verdicts: BTreeMap::new(),
            has_covers: false,
            noun: None,
            solutions: None,
            stopped: false,
            is_cut: false,
        }
    }

    pub(super) fn add(&mut self, verdict: Verdict) {
        *self.verdicts.entry(verdict).or_default() += 1;
    }

    /// Adds the totals of other records of the run.
    pub(super) fn add_all(&mut self, other: &Self) {
        for (verdict, count) in &other.verdicts {
            *self.verdicts.entry(*verdict).or_default() += count;
        }
        if let Some(solutions) = &other.solutions {
            self.add_solutions(solutions);
        }
        self.has_covers |= other.has_covers;
        self.stopped |= other.stopped;
        self.is_cut |= other.is_cut;
    }

    pub(super) fn add_solutions(&mut self, solutions: &Number) {
        *self.solutions.get_or_insert(Number::Small(0)) += solutions;
    }

    pub(super) fn saw_stop(&mut self) {
        self.stopped = true;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether no search was stopped.
    pub(super) fn is_complete(&self) -> bool {
        !self.stopped && !self.is_cut && !self.has(Verdict::Unknown)
    }

    /// The number of all records, including those that could not be read.
    pub(super) fn records(&self) -> u64 {
        self.verdicts.values().sum()
    }

    fn has(&self, wanted: Verdict) -> bool {
        self.verdicts.contains_key(&wanted)
    }

    /// The exit code. A disagreement has priority, then a stop, then an error, then the answers.
    pub(super) fn exit(&self, style: ExitStyle) -> Exit {
        if self.has(Verdict::Disagreed) {
            Exit::Refuted
        } else if self.stopped
            || self.is_cut && style == ExitStyle::Usual
            || self.has(Verdict::Unknown)
        {
            Exit::Stopped
        } else if self.has(Verdict::Error) || self.has(Verdict::NotRun) {
            Exit::Bad
        } else if style == ExitStyle::Sat {
            let none = self.has(Verdict::None) || self.has(Verdict::Unsolvable);
            if none { Exit::Unsatisfiable } else { Exit::Satisfiable }
        } else if self.has(Verdict::Multiple) || self.has(Verdict::None) {
            Exit::Refuted
        } else {
            Exit::Fine
        }
    }
}

/// The totals: `49158 puzzles in 0.50 s: 49158 unique`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by_verdict = match self.has_covers {
            _ if self.has(Verdict::Measured) => "rows",
            _ if self.has(Verdict::Counted) => "units",
            true => "problems",
            false => "puzzles",
        };
        let noun = self.noun.unwrap_or(by_verdict);
        let seconds = self.begin.elapsed().as_secs_f64();
        write!(f, "{} {noun} in {seconds:.2} s", self.records())?;
        let mut before = ": ";
        for (verdict, count) in &self.verdicts {
            write!(f, "{before}{count} {}", verdict.label())?;
            before = ", ";
        }
        if let Some(solutions) = &self.solutions {
            write!(f, "; {solutions} solutions")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(verdicts: &[Verdict]) -> Tally {
        let mut tally = Tally::new();
        verdicts.iter().for_each(|&verdict| tally.add(verdict));
        tally
    }

    #[test]
    fn the_worst_decides_the_exit_code() {
        use Verdict::{Error, Multiple, None, Unique};
        let cases: [(&[Verdict], Exit, Exit); 5] = [
            (&[Unique], Exit::Fine, Exit::Satisfiable),
            (&[Unique, Multiple], Exit::Refuted, Exit::Satisfiable),
            (&[Multiple, None], Exit::Refuted, Exit::Unsatisfiable),
            (&[None, Error, Unique], Exit::Bad, Exit::Bad),
            (&[Verdict::Converted], Exit::Fine, Exit::Satisfiable),
        ];
        for (verdicts, usual, sat) in cases {
            let mut tally = tally(verdicts);
            assert_eq!((tally.exit(ExitStyle::Usual), tally.exit(ExitStyle::Sat)), (usual, sat));
            tally.saw_stop();
            assert_eq!(tally.exit(ExitStyle::Usual), Exit::Stopped);
            assert_eq!(tally.exit(ExitStyle::Sat), Exit::Stopped);
        }
    }

    #[test]
    fn nothing_hides_a_disagreement() {
        let mut tally = tally(&[Verdict::Agreed, Verdict::Error]);
        assert_eq!(tally.exit(ExitStyle::Usual), Exit::Bad);
        tally.add(Verdict::Disagreed);
        tally.saw_stop();
        assert_eq!(tally.exit(ExitStyle::Usual), Exit::Refuted);
    }

    #[test]
    fn a_problem_without_solutions_is_no_failure_of_counting() {
        let mut counted = tally(&[Verdict::Unsolvable]);
        assert_eq!(counted.exit(ExitStyle::Usual), Exit::Fine);
        counted.is_cut = true;
        assert_eq!(counted.exit(ExitStyle::Usual), Exit::Stopped);
        assert_eq!(counted.exit(ExitStyle::Sat), Exit::Unsatisfiable);
    }

    #[test]
    fn a_sum_of_tallies_is_the_tally_of_all() {
        let (mut one, mut other) =
            (tally(&[Verdict::Unique]), tally(&[Verdict::Error, Verdict::Unique]));
        other.add_solutions(&3.into());
        one.add_all(&other);
        assert_eq!((one.records(), one.exit(ExitStyle::Usual)), (3, Exit::Bad));
        assert!(one.to_string().ends_with(": 2 unique, 1 failed; 3 solutions"), "{one}");
        other.is_cut = true;
        one.add_all(&other);
        assert_eq!(one.exit(ExitStyle::Sat), Exit::Bad);
        assert_eq!((one.exit(ExitStyle::Usual), one.is_stopped()), (Exit::Stopped, false));
        other.saw_stop();
        one.add_all(&other);
        assert!(one.is_stopped() && one.to_string().ends_with("; 9 solutions"), "{one}");
    }
}
