//! `--stats`: the engine of each answer, the reason for its choice, its work, and the time of each
//! phase.
//!
//! The phases divide the time of a run without gaps: *reading* (which includes waiting and printing), *reducing*,
//! *building* and *searching*. Each call records the time since the last one. Without `--stats` there is no
//! [`Statistics`], and no clock is read.
//!
//! With several threads, the times are sums over the workers, without the thread that waits for
//! them.
//!
//! The work of the 9x9 solver is known for all puzzles together only, and is printed at the end.

mod found;
mod lanes;
mod memo;
pub(super) mod units;

use super::choice::{Choice, Choices};
use super::json::Object;
use found::Found;
use lanes::LaneWork;
use memo::Memo;
use quadrille::search::SetupTime;
use quadrille::sudoku::simd9::BatchStats;
use quadrille::{Solver, Stats};
use std::ops::AddAssign;
use std::time::{Duration, Instant};
use units::{counted, shown};

/// The time of each phase.
#[derive(Clone, Copy, Default, Debug)]
struct Times {
    reading: Duration,
    reducing: Duration,
    building: Duration,
    searching: Duration,
}

impl Times {
    /// The times with their names.
    fn named(&self) -> [(&'static str, Duration); 4] {
        let Self { reading, reducing, building, searching } = *self;
        [
            ("reading", reading),
            ("reducing", reducing),
            ("building", building),
            ("searching", searching),
        ]
    }
}

impl AddAssign for Times {
    fn add_assign(&mut self, other: Self) {
        self.reading += other.reading;
        self.reducing += other.reducing;
        self.building += other.building;
        self.searching += other.searching;
    }
}

/// The work of an answer.
#[derive(Clone, Copy, Default, Debug)]
struct Effort {
    /// `None` for the 9x9 solver.
    nodes: Option<u64>,
    /// `None` for the 9x9 solver and for memos.
    updates: Option<u64>,
}

impl Effort {
    fn of(Stats { nodes, updates }: Stats) -> Self {
        Self { nodes: Some(nodes), updates: Some(updates) }
    }

    fn write(self, object: &mut Object<'_>) {
        for (name, number) in [("nodes", self.nodes), ("updates", self.updates)] {
            match number {
                Some(number) => object.plain(name, number),
                None => object.plain(name, "null"),
            };
        }
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
        (self.nodes, self.updates) =
            (sum(self.nodes, other.nodes), sum(self.updates, other.updates));
    }
}

/// The statistics of one problem.
#[derive(Clone, Debug)]
struct Answered {
    choice: Choice,
    work: Effort,
    memo: Option<Memo>,
    found: Option<Found>,
    times: Times,
}

/// The statistics of a run. Each problem [begins](Self::begin), is [built](Self::built) and then
/// answered.
#[derive(Debug)]
pub(super) struct Statistics {
    mark: Instant,
    /// The times of the current problem, and its reduction.
    times: Times,
    known: Option<Found>,
    /// The last problem that was answered.
    last: Option<Answered>,
    choices: Choices,
    work: Effort,
    /// The number of problems whose nodes were not counted.
    uncounted: u64,
    lanes: Option<LaneWork>,
    memo: Option<Memo>,
    found: Found,
    total: Times,
}

impl Statistics {
    pub(super) fn new() -> Self {
        Self {
            mark: Instant::now(),
            times: Times::default(),
            known: None,
            last: None,
            choices: Choices::default(),
            work: Effort::default(),
            uncounted: 0,
            lanes: None,
            memo: None,
            found: Found::default(),
            total: Times::default(),
        }
    }

    /// Sets the mark to the current time. Returns the time since the last mark.
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.mark, now)
    }

    /// Records that a problem was read. Input without a problem counts for the next one.
    pub(super) fn begin(&mut self) {
        let time = self.lap();
        self.times.reading += time;
    }

    /// Records that its solver was built.
    pub(super) fn built(&mut self) {
        let time = self.lap();
        self.times.building += time;
    }

    /// Records the answer of a solver, which had this setup time before.
    pub(super) fn searched(&mut self, solver: &Solver, before: SetupTime) {
        self.prepared(solver, before);
        let choice = solver.chosen().map_or(Choice::Clash, Choice::Engine);
        self.answered(choice, Effort::of(solver.stats()), None);
    }

    /// Records the answer of a solver with a memo.
    pub(super) fn counted(&mut self, solver: &Solver, before: SetupTime) {
        self.prepared(solver, before);
        let choice = solver.strategy().map_or(Choice::Clash, Choice::Memo);
        let work = Effort { nodes: Some(solver.stats().nodes), updates: None };
        self.answered(choice, work, solver.count_stats().and_then(Memo::of));
    }

    /// Records the answer of a search for the cheapest solutions.
    pub(super) fn ranked(&mut self, solver: &Solver) {
        let time = self.lap();
        self.times.searching += time;
        self.answered(Choice::Best, Effort::of(solver.stats()), None);
    }

    /// Divides the time since the mark into setup and search, and records the reduction, if there
    /// was one.
    fn prepared(&mut self, solver: &Solver, before: SetupTime) {
        let after = solver.setup_time();
        let reducing = after.reducing.saturating_sub(before.reducing);
        let building = after.building.saturating_sub(before.building);
        self.times.reducing += reducing;
        self.times.building += building;
        let time = self.lap();
        self.times.searching += time.saturating_sub(reducing + building);
        self.known = solver.reduction().map(|found| Found::of(solver.problem(), found));
        if let Some(found) = self.known.filter(|_| after.reducing > before.reducing) {
            self.found += found;
        }
    }

    /// Records that the clues clash.
    pub(super) fn clashed(&mut self) {
        self.answered(Choice::Clash, Effort::of(Stats::default()), None);
    }

    /// Records an answer without a count of nodes.
    pub(super) fn answered_by(&mut self, choice: Choice) {
        let time = self.lap();
        self.times.searching += time;
        self.uncounted += 1;
        self.answered(choice, Effort::default(), None);
    }

    /// Adds the work of the 9x9 solver, if there was one.
    pub(super) fn add_work_of_lanes(&mut self, work: Option<BatchStats>) {
        if let Some(work) = work {
            let before = self.lanes.map_or_else(BatchStats::default, |LaneWork(before)| before);
            self.lanes = Some(LaneWork(before + work));
        }
    }

    /// Ignores the time since the mark, in which this thread waited for workers.
    pub(super) fn skip(&mut self) {
        self.lap();
    }

    /// Adds the statistics of a worker, which have [ended](Self::ended), and ignores the time since
    /// the mark.
    pub(super) fn add_all(&mut self, other: &Self) {
        self.skip();
        self.choices.add_all(&other.choices);
        self.work += other.work;
        self.uncounted += other.uncounted;
        self.add_work_of_lanes(other.lanes.map(|LaneWork(work)| work));
        if let Some(memo) = other.memo {
            *self.memo.get_or_insert_default() += memo;
        }
        self.found += other.found;
        self.total += other.total;
    }

    fn answered(&mut self, choice: Choice, work: Effort, memo: Option<Memo>) {
        let (times, found) = (std::mem::take(&mut self.times), self.known.take());
        self.choices.add(choice);
        self.work += work;
        if let Some(memo) = memo {
            *self.memo.get_or_insert_default() += memo;
        }
        self.total += times;
        self.last = Some(Answered { choice, work, memo, found, times });
    }

    /// Writes the statistics of the last problem as the key `stats`.
    pub(super) fn write(&self, object: &mut Object<'_>) {
        let Some(Answered { choice, work, memo, found, times }) = &self.last else { return };
        let mut stats = Object::begin(object.key("stats"));
        match choice.engine() {
            Some(engine) => stats.text("engine", engine),
            None => stats.plain("engine", "null"),
        };
        stats.text("why", &choice.why());
        work.write(&mut stats);
        memo::write(*memo, &mut stats);
        write_found(*found, &mut stats);
        write_times(times, &mut stats);
        stats.end();
    }

    /// Ends the run. The time since the mark counts as reading.
    pub(super) fn ended(mut self) -> Self {
        self.total += std::mem::take(&mut self.times);
        let time = self.lap();
        self.total.reading += time;
        self
    }

    /// The totals for people: a few lines.
    pub(super) fn summary(&self) -> String {
        let times = self.total.named().map(|(name, time)| format!("{name} {}", shown(time)));
        let lanes = self.lanes.map(|lanes| format!("lanes    {lanes}\n")).unwrap_or_default();
        let memo = self.memo.map(|memo| format!("memo     {memo}\n")).unwrap_or_default();
        format!(
            "engine   {}\nreduced  {}\nsearch   {}\n{memo}{lanes}time     {}",
            self.engines(),
            self.found,
            self.nodes(),
            times.join(", "),
        )
    }

    /// The totals for programs: an object in a line.
    pub(super) fn object(&self) -> String {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        let mut totals = Object::begin(object.key("totals"));
        self.choices.write(totals.key("engines"));
        self.totals().write(&mut totals);
        memo::write(self.memo, &mut totals);
        match self.lanes {
            Some(lanes) => lanes.write(totals.key("lanes")),
            None => totals.key("lanes").push_str("null"),
        }
        write_found(Some(self.found).filter(|found| *found != Found::default()), &mut totals);
        write_times(&self.total, &mut totals);
        totals.end();
        object.end();
        text
    }

    /// The sums of the work: 0 without any problem. There is no sum of updates if one of the
    /// problems had a memo.
    fn totals(&self) -> Effort {
        if self.choices.problems() == 0 {
            return Effort::of(Stats::default());
        }
        let has_memos = self.choices.iter().any(|(choice, _)| matches!(choice, Choice::Memo(_)));
        Effort { updates: self.work.updates.filter(|_| !has_memos), ..self.work }
    }

    /// The nodes and updates for people.
    fn nodes(&self) -> String {
        let Effort { nodes, updates } = self.totals();
        let Some(nodes) = nodes else { return "lanes count no nodes".to_owned() };
        let updates = updates.map(|updates| format!(", {}", counted(updates, "update")));
        let lanes = if self.uncounted == 0 { "" } else { ", without those of the lanes" };
        format!("{}{}{lanes}", counted(nodes, "node"), updates.unwrap_or_default())
    }

    /// The choices, one a line, with the numbers of problems if there are several.
    fn engines(&self) -> String {
        let is_one = self.choices.problems() == 1;
        let lines = self.choices.iter().map(|(choice, count)| match is_one {
            true => choice.to_string(),
            false => format!("{choice}; {}", counted(count, "problem")),
        });
        let lines: Vec<_> = lines.collect();
        if lines.is_empty() { "none: nothing was searched".to_owned() } else { lines.join(INDENT) }
    }
}

fn write_found(found: Option<Found>, object: &mut Object<'_>) {
    let out = object.key("reduction");
    match found {
        Some(found) => found.write(out),
        None => out.push_str("null"),
    }
}

fn write_times(times: &Times, object: &mut Object<'_>) {
    for (name, time) in times.named() {
        object.plain(name, format_args!("{:.6}", time.as_secs_f64()));
    }
}

/// The separator of the lines below one heading.
const INDENT: &str = "\n         ";

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::Problem;

    fn searched(statistics: &mut Statistics, text: &str) {
        let problem: Problem = text.parse().unwrap();
        statistics.begin();
        let mut solver = Solver::new(&problem);
        statistics.built();
        let before = solver.setup_time();
        solver.count();
        statistics.searched(&solver, before);
    }

    #[test]
    fn one_problem_has_no_numbers_of_problems() {
        let mut statistics = Statistics::new();
        searched(&mut statistics, "a b c\na\na b\nb\nb c\nc a\n");
        let summary = statistics.summary();
        let lines: Vec<_> = summary.lines().collect();
        assert!(lines[0].starts_with("engine   bits: "), "{summary}");
        assert!(!lines[0].contains("problem"), "{summary}");
        assert!(lines[1].starts_with("reduced  1 of 5 options removed, "), "{summary}");
        assert!(lines[2].starts_with("search   "), "{summary}");
        assert!(lines[3].starts_with("time     reading 0.") && lines.len() == 4, "{summary}");
    }

    #[test]
    fn problems_are_counted_by_their_engines_and_reasons() {
        let mut statistics = Statistics::new();
        searched(&mut statistics, "a b c\na\na b\nb\nb c\nc a\n");
        searched(&mut statistics, "a b\na\nb\n");
        searched(&mut statistics, "0:2|a\na\n");
        statistics.clashed();
        assert_eq!(statistics.engines().lines().count(), 3);
        let summary = statistics.summary();
        assert!(summary.contains("options conflict with many others; 2 problems\n"), "{summary}");
        assert!(summary.contains("\n         none: clues clash; 1 problem\n"), "{summary}");
        assert!(summary.contains("\nreduced  3 times: 1 of 8 options removed"), "{summary}");
    }

    #[test]
    fn what_two_threads_noted_is_added() {
        let (mut one, mut other) = (Statistics::new(), Statistics::new());
        searched(&mut one, "a b c\na\na b\nb\nb c\nc a\n");
        searched(&mut other, "a b c\na\na b\nb\nb c\nc a\n");
        other.clashed();
        let lanes = Choice::Lanes { asked: false };
        other.answered_by(lanes);
        let mut work = BatchStats::default();
        (work.passes, work.guesses) = (3, 2);
        other.add_work_of_lanes(Some(work));
        one.add_work_of_lanes(Some(work));
        let (nodes, other) = (one.totals().nodes.unwrap(), other.ended());
        one.add_all(&other);
        assert_eq!((one.choices.problems(), one.uncounted), (4, 1));
        assert_eq!(one.totals().nodes, Some(2 * nodes));
        assert_eq!(one.lanes.map(|LaneWork(work)| (work.passes, work.guesses)), Some((6, 4)));
        assert!(one.summary().contains("\nreduced  2 times: 2 of 10 options"), "{}", one.summary());
        assert!(one.total.reading >= other.total.reading);
    }

    #[test]
    fn what_was_not_done_is_said_so() {
        let summary = Statistics::new().summary();
        assert!(summary.starts_with("engine   none: nothing was searched\nreduced  not at all\n"));
    }
}
