//! Reports of progress on stderr: a bar for people, lines for logs, JSON objects for programs.
//!
//! The bar is removed when the search has ended or was stopped.

use super::bar::{clear, draw};
use super::json::Object;
use super::message::message;
use super::stats::units::counted;
use clap::ValueEnum;
use quadrille::{Progress, Solver, StopReason, SymmetryStage};
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The argument of `--progress`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ProgressArg {
    /// Like bar if stderr is a terminal, otherwise none
    Auto,
    /// A bar, for searches of more than a second
    Bar,
    /// A line each second, and at the end
    Lines,
    /// A JSON object each second, and at the end
    Json,
    /// Nothing
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Bar,
    Lines,
    Json,
}

/// The age of a search at which a bar is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// The interval at which a bar is drawn.
const DRAW: Duration = Duration::from_millis(100);

/// The reporter of the progress of a run. Clones share their state.
#[derive(Clone, Debug)]
pub(super) struct Reporter {
    shape: Option<Shape>,
    every: Duration,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    begun: Instant,
    pace: Pace,
    /// The times of the last reports of records and of nodes, if there was one.
    records: Option<Instant>,
    nodes: Option<Instant>,
    /// The bytes of a proof that were written.
    written: u64,
}

impl Reporter {
    pub(super) fn new(arg: ProgressArg, every: Duration, quiet: bool) -> Self {
        let shape = match arg {
            ProgressArg::Auto if quiet || !io::stderr().is_terminal() => None,
            ProgressArg::Auto | ProgressArg::Bar => Some(Shape::Bar),
            ProgressArg::Lines => Some(Shape::Lines),
            ProgressArg::Json => Some(Shape::Json),
            ProgressArg::None => None,
        };
        let every = if shape == Some(Shape::Bar) { every.min(DRAW) } else { every };
        let (begun, pace) = (Instant::now(), Pace::default());
        let state = State { begun, pace, records: None, nodes: None, written: 0 };
        Self { shape, every, state: Arc::new(Mutex::new(state)) }
    }

    pub(super) fn silent() -> Self {
        Self::new(ProgressArg::None, PATIENCE, true)
    }

    /// Reports the progress of a solver. In lines, `has_end` adds a report at its end.
    pub(super) fn solver(&self, solver: Solver, has_end: bool) -> Solver {
        let reporter = self.clone();
        match self.shape {
            Some(shape) => solver.progress(self.every, move |progress| {
                reporter.report(shape, progress, has_end);
            }),
            None => solver,
        }
    }

    /// The same for a solver that resumes a search, of which this share is done.
    pub(super) fn resumed(&self, solver: Solver, share: f64) -> Solver {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.pace = Pace { share, ..Pace::default() };
        drop(state);
        self.solver(solver, true)
    }

    fn report(&self, shape: Shape, progress: &Progress, has_end: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let report = ProgressReport::new(progress, &mut state.pace);
        match (shape, progress.stop()) {
            (Shape::Bar, Some(_)) => clear(),
            (Shape::Bar, None) if progress.elapsed() < PATIENCE => {}
            (Shape::Bar, None) => draw(report.share, report.text()),
            (_, Some(_)) if !has_end => {}
            (Shape::Lines, _) => message(report.text()),
            (Shape::Json, _) => message(report.json()),
        }
    }

    /// Reports the number of finished records, at most once in an interval. Reads the clock.
    pub(super) fn tick(&self, records: u64) {
        let Some(shape) = self.shape else { return };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = state.begun;
        if state.records.get_or_insert(begun).elapsed() >= self.every {
            state.records = Some(Instant::now());
            report_records(shape, records, begun.elapsed());
        }
    }

    /// Reports the progress of a solver that searches for a proof.
    pub(super) fn proof(&self, solver: Solver) -> Solver {
        if self.shape.is_none() {
            return solver;
        }
        let reporter = self.clone();
        solver.progress(Duration::ZERO, move |progress| {
            if matches!(progress.stop(), None | Some(StopReason::Exhausted)) {
                reporter.nodes(progress.nodes(), progress.share());
            }
        })
    }

    /// Reports how many nodes of a proof are done, and the share of all if that is known: at most
    /// once in an interval, and at the end. Reads the clock.
    pub(super) fn nodes(&self, done: u64, share: Option<f64>) {
        let Some(shape) = self.shape else { return };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (begun, now) = (state.begun, Instant::now());
        let is_due = now.duration_since(*state.nodes.get_or_insert(begun)) >= self.every;
        if !is_due && share != Some(1.0) {
            return;
        }
        state.nodes = Some(now);
        let elapsed = begun.elapsed();
        let left = share.and_then(|share| state.pace.left(elapsed.as_secs_f64(), share));
        drop(state);
        let report = ProgressReport::of_proof(share, done, elapsed, left);
        match shape {
            Shape::Bar if elapsed < PATIENCE => {}
            Shape::Bar => draw(share, report.text()),
            Shape::Lines => message(report.text()),
            Shape::Json => message(report.json()),
        }
    }

    /// Reports that more bytes of a proof were written, at most once in an interval. Reads the
    /// clock.
    pub(super) fn written(&self, more: u64) {
        let Some(shape) = self.shape else { return };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.written = state.written.saturating_add(more);
        let (begun, bytes) = (state.begun, state.written);
        if state.nodes.get_or_insert(begun).elapsed() < self.every {
            return;
        }
        state.nodes = Some(Instant::now());
        drop(state);
        let text = format!("{} MB written", bytes / 1_000_000);
        match shape {
            Shape::Bar if begun.elapsed() < PATIENCE => {}
            Shape::Bar => draw(None, text),
            Shape::Lines => message(text),
            Shape::Json => message(written_json(bytes, begun.elapsed())),
        }
    }

    /// Ends the run: removes the bar, and reports the number of records if there was a report of
    /// records before.
    pub(super) fn finish(&self, records: u64) {
        clear();
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(shape @ (Shape::Lines | Shape::Json)), Some(_)) = (self.shape, state.records) {
            report_records(shape, records, state.begun.elapsed());
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct ProgressReport {
    share: Option<f64>,
    /// `None` for a proof, or its check.
    solutions: Option<u64>,
    nodes: u64,
    elapsed: Duration,
    /// The estimated time that is left, in seconds.
    left: Option<f64>,
    /// What a run up to symmetry does. Its share is not known.
    stage: Option<SymmetryStage>,
    /// The least cost, and the bound, of a search for the cheapest solutions.
    least_cost: Option<u128>,
    bound: Option<u128>,
}

impl ProgressReport {
    /// A search that has reached its limit of solutions counts as complete.
    fn new(progress: &Progress, pace: &mut Pace) -> Self {
        let elapsed = progress.elapsed();
        let is_done =
            matches!(progress.stop(), Some(StopReason::Exhausted | StopReason::SolutionLimit));
        let stage = progress.stage();
        let share = if is_done { Some(1.0) } else { progress.share() };
        let share = share.filter(|_| is_done || stage.is_none());
        let left = share.and_then(|share| pace.left(elapsed.as_secs_f64(), share));
        Self {
            share,
            solutions: Some(progress.solutions()),
            nodes: progress.nodes(),
            elapsed,
            left,
            stage,
            least_cost: progress.least_cost(),
            bound: progress.bound(),
        }
    }

    /// The report of a proof.
    fn of_proof(share: Option<f64>, nodes: u64, elapsed: Duration, left: Option<f64>) -> Self {
        let (least_cost, bound) = (None, None);
        Self { share, solutions: None, nodes, elapsed, left, stage: None, least_cost, bound }
    }

    /// A line for people: `12.3 %, 15 solutions, 2 M nodes/s, 0:42 left`, with the nodes where
    /// solutions are not counted. A search for the cheapest also has its costs, as in `cost 120,
    /// bound 114, gap 5.0 %`; a run up to symmetry says what it does.
    fn text(&self) -> String {
        let mut text = String::new();
        push_share(self.share, &mut text);
        if let Some(stage) = self.stage {
            text += &self.stage_text(stage);
            return text;
        }
        let rate = short(rate(self.nodes, self.elapsed));
        // Writing to a `String` does not fail.
        let found = match self.solutions {
            Some(solutions) => counted(solutions, "solution"),
            None => counted(self.nodes, "node"),
        };
        let _ = write!(text, "{found}, ");
        self.push_costs(&mut text);
        let _ = write!(text, "{rate} nodes/s");
        push_left(self.left, &mut text);
        text
    }

    /// Appends the least cost, the bound of all other solutions, and the part of the cost between
    /// the two.
    fn push_costs(&self, text: &mut String) {
        // Writing to a `String` does not fail.
        if let Some(cost) = self.least_cost {
            let _ = write!(text, "cost {cost}, ");
        }
        if let Some(bound) = self.bound {
            let _ = write!(text, "bound {bound}, ");
        }
        if let (Some(cost), Some(bound)) = (self.least_cost, self.bound) {
            let _ = write!(text, "gap {} %, ", gap(cost, bound));
        }
    }

    fn stage_text(&self, stage: SymmetryStage) -> String {
        let solutions = counted(self.solutions.unwrap_or_default(), "solution");
        match stage {
            SymmetryStage::Burnside { class, of } => {
                format!("conjugacy class {class} of {of}: {solutions}")
            }
            SymmetryStage::Classification { classes, options } => {
                let partial = counted(self.nodes, "partial solution");
                let options = counted(u64::try_from(options).unwrap_or(u64::MAX), "option");
                let classes = counted(classes, "class");
                format!("{classes}, {solutions}; {partial}, now those with {options}")
            }
            _ => "looking for conjugacy classes of symmetries".to_owned(),
        }
    }

    fn json(&self) -> String {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        object.plain("progress", number(self.share, 6));
        match self.stage {
            Some(SymmetryStage::Group) => {
                object.text("stage", "group");
            }
            Some(SymmetryStage::Burnside { class, of }) => {
                object.text("stage", "burnside").plain("class", class).plain("of", of);
            }
            Some(SymmetryStage::Classification { classes, options }) => {
                object.text("stage", "classification");
                object.plain("classes", classes).plain("options", options);
            }
            _ => {}
        }
        if let Some(solutions) = self.solutions {
            object.plain("solutions", solutions);
        }
        object.plain("nodes", self.nodes);
        if let Some(cost) = self.least_cost {
            object.plain("cost", cost);
        }
        if let Some(bound) = self.bound {
            object.plain("bound", bound);
        }
        object.plain("seconds", format_args!("{:.3}", self.elapsed.as_secs_f64()));
        object.plain("left", number(self.left, 1)).end();
        text
    }
}

/// By how much a bound is less than a cost, in per cent of the cost. Rounded up, so that it is 0.0
/// only if the bound is not less.
fn gap(cost: u128, bound: u128) -> String {
    // Costs of 2^32 options have less than a hundred bits.
    let tenths = cost.saturating_sub(bound).saturating_mul(1000).div_ceil(cost.max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Appends the share that is done, if it is known.
fn push_share(share: Option<f64>, text: &mut String) {
    if let Some(share) = share {
        // Writing to a `String` does not fail.
        let _ = write!(text, "{:.1} %, ", 100.0 * share);
    }
}

/// Appends the seconds that are left, if they are known.
fn push_left(left: Option<f64>, text: &mut String) {
    if let Some(left) = left.and_then(|left| Duration::try_from_secs_f64(left).ok()) {
        // Writing to a `String` does not fail.
        let _ = write!(text, ", {} left", clock(left.as_secs()));
    }
}

/// A number with so many digits after the point, or `null`.
fn number(number: Option<f64>, digits: usize) -> String {
    number.map_or("null".to_owned(), |number| format!("{number:.digits$}"))
}

/// Reports records. Their total is unknown.
fn report_records(shape: Shape, records: u64, elapsed: Duration) {
    match shape {
        Shape::Bar if elapsed < PATIENCE => {}
        Shape::Bar => draw(None, records_text(records, elapsed)),
        Shape::Lines => message(records_text(records, elapsed)),
        Shape::Json => message(records_json(records, elapsed)),
    }
}

fn records_text(records: u64, elapsed: Duration) -> String {
    format!("{}, {}/s", counted(records, "record"), short(rate(records, elapsed)))
}

fn records_json(records: u64, elapsed: Duration) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    object.plain("records", records);
    object.plain("seconds", format_args!("{:.3}", elapsed.as_secs_f64()));
    object.plain("rate", rate(records, elapsed)).end();
    text
}

fn written_json(bytes: u64, elapsed: Duration) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    object.plain("bytes", bytes);
    object.plain("seconds", format_args!("{:.3}", elapsed.as_secs_f64())).end();
    text
}

/// The rate at which the share grows: an exponential moving average.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    seconds: f64,
    share: f64,
    rate: Option<f64>,
}

impl Pace {
    /// The half-life of the average, in seconds.
    const HALF: f64 = 15.0;

    /// Adds a point, and estimates the seconds that are left; `None` without any progress.
    fn left(&mut self, seconds: f64, share: f64) -> Option<f64> {
        if seconds < self.seconds || share < self.share {
            // Another search has begun.
            *self = Self::default();
        }
        let (time, gain) = (seconds - self.seconds, share - self.share);
        if time > 0.0 {
            let keep = (-time / Self::HALF).exp2();
            let rate =
                self.rate.map_or(gain / time, |rate| keep * rate + (1.0 - keep) * gain / time);
            *self = Self { seconds, share, rate: Some(rate) };
        }
        let rate = self.rate.filter(|rate| *rate > 0.0);
        if share >= 1.0 { Some(0.0) } else { rate.map(|rate| (1.0 - share) / rate) }
    }
}

fn rate(number: u64, time: Duration) -> u64 {
    let rate = u128::from(number) * 1000 / time.as_millis().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// A number with a unit, in four digits or fewer up to 9999 G.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} k", number / 1000),
        10_000_000..10_000_000_000 => format!("{} M", number / 1_000_000),
        _ => format!("{} G", number / 1_000_000_000),
    }
}

/// Formats seconds: `0:07`, `1:02:03`.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(share: Option<f64>, left: Option<f64>) -> ProgressReport {
        let elapsed = Duration::from_millis(2500);
        let report = ProgressReport::of_proof(share, 40_000_000, elapsed, left);
        ProgressReport { solutions: Some(1), ..report }
    }

    #[test]
    fn a_line_says_what_is_known() {
        let text = report(Some(0.1234), Some(3725.9)).text();
        assert_eq!(text, "12.3 %, 1 solution, 16 M nodes/s, 1:02:05 left");
        assert_eq!(report(None, None).text(), "1 solution, 16 M nodes/s");
        assert_eq!(
            report(Some(1.0), Some(f64::INFINITY)).text(),
            "100.0 %, 1 solution, 16 M nodes/s"
        );
    }

    #[test]
    fn a_run_up_to_symmetry_says_what_it_does() {
        let stage = |stage| ProgressReport { stage: Some(stage), ..report(None, None) };
        let burnside = stage(SymmetryStage::Burnside { class: 2, of: 7 });
        assert_eq!(burnside.text(), "conjugacy class 2 of 7: 1 solution");
        let json = burnside.json();
        assert!(json.contains(r#""stage":"burnside","class":2,"of":7,"solutions":1,"#), "{json}");
        let classification = stage(SymmetryStage::Classification { classes: 3, options: 1 });
        let text = "3 classes, 1 solution; 40000000 partial solutions, now those with 1 option";
        assert_eq!(classification.text(), text);
        let json = classification.json();
        assert!(json.contains(r#""stage":"classification","classes":3,"options":1,"#), "{json}");
        let group = stage(SymmetryStage::Group);
        assert_eq!(group.text(), "looking for conjugacy classes of symmetries");
    }

    #[test]
    fn a_search_for_the_cheapest_says_how_far_the_bound_is() {
        let costs = |least_cost, bound| ProgressReport { least_cost, bound, ..report(None, None) };
        let text = |least_cost, bound| costs(least_cost, bound).text();
        let line = "1 solution, cost 120, bound 114, gap 5.0 %, 16 M nodes/s";
        assert_eq!(text(Some(120), Some(114)), line);
        let json = costs(Some(120), Some(114)).json();
        assert!(json.contains(r#""nodes":40000000,"cost":120,"bound":114,"seconds":"#), "{json}");
        assert_eq!(text(None, Some(114)), "1 solution, bound 114, 16 M nodes/s");
        assert_eq!(text(Some(7), None), "1 solution, cost 7, 16 M nodes/s");
        // The cheapest is proved, and others are searched.
        assert!(text(Some(7), Some(9)).contains("gap 0.0 %"));
        assert!(text(Some(0), Some(0)).contains("gap 0.0 %"));
        assert!(text(Some(1 << 97), Some(0)).contains("gap 100.0 %"));
        assert!(text(Some(1 << 97), Some(1 << 96)).contains("gap 50.0 %"));
        assert!(text(Some(100_000), Some(99_999)).contains("gap 0.1 %"));
    }

    #[test]
    fn records_have_a_rate() {
        let time = Duration::from_millis(500);
        assert_eq!(records_text(1, time), "1 record, 2/s");
        assert_eq!(records_text(10_000, time), "10000 records, 20 k/s");
        assert_eq!(records_json(7, time), r#"{"records":7,"seconds":0.500,"rate":14}"#);
    }

    #[test]
    fn what_is_left_follows_the_pace() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(0.0, 0.0), None);
        assert_eq!(pace.left(1.0, 0.1), Some(9.0));
        let slower = pace.left(16.0, 0.1).unwrap();
        assert!((slower - 18.0).abs() < 1e-9, "half of the rate is forgotten: {slower}");
        assert_eq!(pace.left(17.0, 1.0), Some(0.0));
        assert_eq!(pace.left(0.5, 0.5), Some(0.5), "another search");
        assert_eq!(Pace::default().left(3.0, 0.0), None, "nothing is done");
    }

    #[test]
    fn numbers_are_short() {
        let cases = [(9999, "9999"), (10_000, "10 k"), (1 << 30, "1073 M"), (1 << 40, "1099 G")];
        assert!(cases.iter().all(|&(number, text)| short(number) == text));
        assert_eq!(
            (clock(7), clock(3599), clock(3600)),
            ("0:07".into(), "59:59".into(), "1:00:00".into())
        );
        assert_eq!(rate(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
