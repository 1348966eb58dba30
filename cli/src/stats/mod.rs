//! `--stats`: the engine of each answer, the reason for its choice, its work, and the time of each
//! phase.
//!
//! The phases divide the time of a run without gaps: *reading* (which includes waiting and
//! printing), *reducing*, *building* and *searching*. Each call records the time since the last
//! one. Without `--stats` there is no [`Statistics`], and no clock is read.
//!
//! With several threads, the times are sums over the workers, without the thread that waits for
//! them.
//!
//! The work of the 9x9 solver is known for all puzzles together only, and is printed at the end.

mod lanes;
mod sums;
pub(super) mod units;

use super::choice::{Choice, Choices};
use super::json::{self, Object};
use quadrille::search::SetupTime;
use quadrille::sudoku::simd9::BatchStats;
use quadrille::{Solver, Stats};
use serde::Serialize;
use std::time::{Duration, Instant};
use sums::{Effort, Memo, Reductions, Times};
use units::{counted, shown};

/// The statistics of one problem.
#[derive(Clone, Debug, Serialize)]
struct Answered {
    #[serde(flatten)]
    choice: Choice,
    #[serde(flatten)]
    effort: Effort,
    memo: Option<Memo>,
    reduction: Option<Reductions>,
    #[serde(flatten)]
    times: Times,
}

/// The sums over all problems.
#[derive(Clone, Default, Debug, Serialize)]
struct Sums {
    #[serde(rename = "engines")]
    choices: Choices,
    #[serde(flatten)]
    effort: Effort,
    memo: Option<Memo>,
    #[serde(serialize_with = "lanes::serialize")]
    lanes: Option<BatchStats>,
    reduction: Option<Reductions>,
    #[serde(flatten)]
    times: Times,
}

/// The statistics of a run. Each problem [begins](Self::begin), is [built](Self::built) and then
/// answered.
#[derive(Debug)]
pub(super) struct Statistics {
    mark: Instant,
    /// The times of the current problem, and its reduction.
    times: Times,
    reduction: Option<Reductions>,
    /// The last problem that was answered.
    last: Option<Answered>,
    total: Sums,
    /// The number of problems whose nodes were not counted.
    uncounted: u64,
}

impl Statistics {
    pub(super) fn new() -> Self {
        Self {
            mark: Instant::now(),
            times: Times::default(),
            reduction: None,
            last: None,
            total: Sums::default(),
            uncounted: 0,
        }
    }

    /// Records that a problem was read. Input without a problem counts for the next one.
    pub(super) fn begin(&mut self) {
        self.times.reading += lap(&mut self.mark);
    }

    pub(super) fn built(&mut self) {
        self.times.building += lap(&mut self.mark);
    }

    /// Records the answer of a solver, which had this setup time before.
    pub(super) fn searched(&mut self, solver: &Solver, before: SetupTime) {
        self.prepared(solver, before);
        let choice = solver.chosen().map_or(Choice::Clash, Choice::Engine);
        self.answered(choice, solver.stats().into(), None);
    }

    /// Records the answer of a solver with a memo.
    pub(super) fn counted(&mut self, solver: &Solver, before: SetupTime) {
        self.prepared(solver, before);
        let choice = solver.strategy().map_or(Choice::Clash, Choice::Memo);
        let work = Effort { nodes: Some(solver.stats().nodes), updates: None };
        self.answered(choice, work, solver.count_stats().and_then(Memo::of));
    }

    /// Records the answer of a solver, new for it, to a question up to symmetry. The nodes of a
    /// classification are partial solutions.
    pub(super) fn classified(&mut self, solver: &Solver) {
        let none = SetupTime::default();
        if solver.strategy().is_some() {
            return self.counted(solver, none);
        }
        if solver.chosen().is_some() {
            return self.searched(solver, none);
        }
        self.prepared(solver, none);
        let work = Effort { nodes: Some(solver.stats().nodes), updates: None };
        self.answered(Choice::Classification, work, None);
    }

    /// Records the answer of a search for the cheapest solutions.
    pub(super) fn ranked(&mut self, solver: &Solver) {
        self.times.searching += lap(&mut self.mark);
        self.answered(Choice::Best, solver.stats().into(), None);
    }

    /// Divides the time since the mark into setup and search, and records the reduction, if there
    /// was one.
    fn prepared(&mut self, solver: &Solver, before: SetupTime) {
        let after = solver.setup_time();
        let reducing = after.reducing.saturating_sub(before.reducing);
        let building = after.building.saturating_sub(before.building);
        self.times.reducing += reducing;
        self.times.building += building;
        self.times.searching += lap(&mut self.mark).saturating_sub(reducing + building);
        self.reduction = solver.reduction().map(|found| Reductions::of(solver.problem(), found));
        if after.reducing > before.reducing {
            sums::add(&mut self.total.reduction, self.reduction);
        }
    }

    pub(super) fn clashed(&mut self) {
        self.answered(Choice::Clash, Stats::default().into(), None);
    }

    /// Records an answer without a count of nodes.
    pub(super) fn answered_by(&mut self, choice: Choice) {
        self.times.searching += lap(&mut self.mark);
        self.uncounted += 1;
        self.answered(choice, Effort::default(), None);
    }

    /// Adds the work of the 9x9 solver, if there was one.
    pub(super) fn add_work_of_lanes(&mut self, work: Option<BatchStats>) {
        if let Some(work) = work {
            self.total.lanes = Some(self.total.lanes.unwrap_or_default() + work);
        }
    }

    /// Ignores the time since the mark, in which this thread waited for workers.
    pub(super) fn skip(&mut self) {
        lap(&mut self.mark);
    }

    /// Adds the statistics of a worker, which have [ended](Self::ended), and ignores the time since
    /// the mark.
    pub(super) fn add_all(&mut self, other: &Self) {
        self.skip();
        self.uncounted += other.uncounted;
        self.total.choices.add_all(&other.total.choices);
        self.total.effort += other.total.effort;
        sums::add(&mut self.total.memo, other.total.memo);
        self.add_work_of_lanes(other.total.lanes);
        sums::add(&mut self.total.reduction, other.total.reduction);
        self.total.times += other.total.times;
    }

    fn answered(&mut self, choice: Choice, effort: Effort, memo: Option<Memo>) {
        let (times, reduction) = (std::mem::take(&mut self.times), self.reduction.take());
        self.total.choices.add(choice);
        self.total.effort += effort;
        sums::add(&mut self.total.memo, memo);
        self.total.times += times;
        self.last = Some(Answered { choice, effort, memo, reduction, times });
    }

    /// Writes the statistics of the last problem as the key `stats`.
    pub(super) fn write(&self, object: &mut Object<'_>) {
        if let Some(last) = &self.last {
            json::push(object.key("stats"), last);
        }
    }

    /// Ends the run. The time since the mark counts as reading.
    pub(super) fn ended(mut self) -> Self {
        self.times.reading += lap(&mut self.mark);
        self.total.times += std::mem::take(&mut self.times);
        self
    }

    /// The totals for people: a few lines.
    pub(super) fn summary(&self) -> String {
        let Sums { memo, lanes, reduction, times, .. } = &self.total;
        let times = times.named().map(|(name, time)| format!("{name} {}", shown(time)));
        let memo = memo.map(|memo| format!("memo     {memo}\n")).unwrap_or_default();
        let lanes = lanes.map(|work| format!("lanes    {}\n", lanes::text(work)));
        let reduced = reduction.map_or("not at all".to_owned(), |sums| sums.to_string());
        format!(
            "engine   {}\nreduced  {reduced}\nsearch   {}\n{memo}{}time     {}",
            self.engines(),
            self.nodes(),
            lanes.unwrap_or_default(),
            times.join(", "),
        )
    }

    /// The totals for programs: an object in a line.
    pub(super) fn object(&self) -> String {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        json::push(object.key("totals"), &Sums { effort: self.effort(), ..self.total.clone() });
        object.end();
        text
    }

    /// The sums of the work: 0 without any problem. There is no sum of updates if one of the
    /// problems had a memo or was classified.
    fn effort(&self) -> Effort {
        let Sums { choices, effort, .. } = &self.total;
        if choices.problems() == 0 {
            return Stats::default().into();
        }
        let lacks_updates = |choice| matches!(choice, Choice::Memo(_) | Choice::Classification);
        let is_partial = choices.iter().any(|(choice, _)| lacks_updates(choice));
        Effort { updates: effort.updates.filter(|_| !is_partial), ..*effort }
    }

    fn nodes(&self) -> String {
        let Effort { nodes, updates } = self.effort();
        let Some(nodes) = nodes else { return "lanes count no nodes".to_owned() };
        let updates = updates.map(|updates| format!(", {}", counted(updates, "update")));
        let lanes = if self.uncounted == 0 { "" } else { ", without those of the lanes" };
        format!("{}{}{lanes}", counted(nodes, "node"), updates.unwrap_or_default())
    }

    /// The choices, one a line, with the numbers of problems if there are several.
    fn engines(&self) -> String {
        let choices = &self.total.choices;
        let is_one = choices.problems() == 1;
        let lines = choices.iter().map(|(choice, count)| match is_one {
            true => choice.to_string(),
            false => format!("{choice}; {}", counted(count, "problem")),
        });
        let lines: Vec<_> = lines.collect();
        if lines.is_empty() { "none: nothing was searched".to_owned() } else { lines.join(INDENT) }
    }
}

/// Sets the mark to the current time. Returns the time since the last mark.
fn lap(mark: &mut Instant) -> Duration {
    let now = Instant::now();
    now - std::mem::replace(mark, now)
}

/// The separator of the lines below one heading.
const INDENT: &str = "\n         ";

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::Problem;

    fn searched(statistics: &mut Statistics) {
        let problem: Problem = "a b c\na\na b\nb\nb c\nc a\n".parse().unwrap();
        statistics.begin();
        let mut solver = Solver::new(&problem);
        statistics.built();
        let before = solver.setup_time();
        solver.count();
        statistics.searched(&solver, before);
    }

    #[test]
    fn what_two_threads_noted_is_added() {
        let (mut one, mut other) = (Statistics::new(), Statistics::new());
        searched(&mut one);
        searched(&mut other);
        other.clashed();
        let lanes = Choice::Lanes { asked: false };
        other.answered_by(lanes);
        let mut work = BatchStats::default();
        (work.passes, work.guesses) = (3, 2);
        other.add_work_of_lanes(Some(work));
        one.add_work_of_lanes(Some(work));
        let (nodes, other) = (one.effort().nodes.unwrap(), other.ended());
        one.add_all(&other);
        assert_eq!((one.total.choices.problems(), one.uncounted), (4, 1));
        assert_eq!(one.effort().nodes, Some(2 * nodes));
        assert_eq!(one.total.lanes.map(|work| (work.passes, work.guesses)), Some((6, 4)));
        assert!(one.summary().contains("\nreduced  2 times: 2 of 10 options"), "{}", one.summary());
        assert!(one.total.times.reading >= other.total.times.reading);
    }

    #[test]
    fn what_was_not_done_is_said_so() {
        let summary = Statistics::new().summary();
        assert!(summary.starts_with("engine   none: nothing was searched\nreduced  not at all\n"));
    }
}
