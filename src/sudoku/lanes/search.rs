//! [`Lanes`]: searches many puzzles, or one.

use super::answer::{Answer, End};
use super::backend::{Instructions, Kind};
use super::clients::{Batch, Visit, Watch};
use super::load::Tray;
use super::machine::{Client, Machine, Order, Task};
use super::vector::{Backend, LANES, Program};
use super::work::Work;
use super::{Candidates, Cells};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Which units there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Rules {
    /// Rows, columns and 3x3 boxes.
    #[default]
    Plain,
    /// The two diagonals too.
    Diagonal,
}

/// What can be searched: a grid with clues ([`Cells`]), or one in which each cell has [`Candidates`].
pub trait Puzzle: Clone {
    #[doc(hidden)]
    fn put(&self, lane: usize, tray: &mut Tray);
}

impl Puzzle for Cells {
    fn put(&self, lane: usize, tray: &mut Tray) {
        tray.put_cells(lane, self);
    }
}

impl Puzzle for Candidates {
    fn put(&self, lane: usize, tray: &mut Tray) {
        tray.put_candidates(lane, self);
    }
}

/// Searches puzzles of one kind: many of them together, or one whose branches fill the lanes.
///
/// Nothing is allocated for a puzzle; what is kept between two calls is memory only.
#[derive(Debug)]
pub struct Lanes {
    kind: Kind,
    rules: Rules,
    limit: Option<u64>,
    keeps_firsts: bool,
    watch: Watch,
    machine: Machine,
    alone: Machine,
}

impl Lanes {
    /// A machine for the instructions of this processor that are fastest.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::of_kind(rules, Kind::best())
    }

    /// A machine for instructions of one's choice, if this processor has them.
    #[must_use]
    pub fn with_instructions(rules: Rules, instructions: Instructions) -> Option<Self> {
        Kind::detect(instructions).map(|kind| Self::of_kind(rules, kind))
    }

    fn of_kind(rules: Rules, kind: Kind) -> Self {
        Self {
            kind,
            rules,
            limit: None,
            keeps_firsts: true,
            watch: Watch(None),
            machine: Machine::new(),
            alone: Machine::new(),
        }
    }

    /// Ends the search of each puzzle when so many solutions were found. At first there is no limit.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limit = Some(solutions);
        self
    }

    /// Sets the limit, or lifts it, for what is asked from now on.
    pub fn set_limit(&mut self, solutions: Option<u64>) {
        self.limit = solutions;
    }

    /// Whether answers have a first solution; at first they do. Counting alone is faster.
    #[must_use]
    pub fn keep_first(mut self, keep: bool) -> Self {
        self.keeps_firsts = keep;
        self
    }

    /// Asks now and then whether to go on: before the first pass, and then before every 256th, which is many times a
    /// second. When the answer is no, what is under way ends as [`End::Stopped`], and no more puzzles are taken.
    #[must_use]
    pub fn watch(mut self, go_on: impl FnMut() -> bool + Send + 'static) -> Self {
        self.watch = Watch(Some(Box::new(go_on)));
        self
    }

    /// What was done since this was made.
    #[must_use]
    pub fn work(&self) -> Work {
        self.machine.work + self.alone.work
    }

    /// Answers puzzles, in their order. Some are taken ahead, and some thousands where one takes long.
    pub fn answers<I>(&mut self, puzzles: I) -> Answers<'_, I::IntoIter>
    where
        I: IntoIterator<Item: Puzzle>,
    {
        self.machine.clear(self.task(Order::Any));
        Answers {
            lanes: self,
            puzzles: puzzles.into_iter(),
            taken: VecDeque::new(),
            firsts: VecDeque::new(),
            is_over: false,
            is_idle: false,
        }
    }

    /// Answers one puzzle. Its branches fill the lanes.
    pub fn answer(&mut self, puzzle: &impl Puzzle) -> Answer {
        let task = self.task(Order::Any);
        let (answer, is_first) = self.run_alone(puzzle, task, &mut |_| ControlFlow::Continue(()));
        if is_first || !self.keeps_firsts { answer } else { self.with_first(answer, puzzle) }
    }

    /// Shows the solutions of one puzzle until the limit is reached or the visitor breaks. They come in the order in
    /// which they are found, which is the same on every processor.
    pub fn visit(
        &mut self,
        puzzle: &impl Puzzle,
        mut visitor: impl FnMut(&Cells) -> ControlFlow<()>,
    ) -> Answer {
        self.run_alone(puzzle, self.task(Order::FirstFirst), &mut visitor).0
    }

    /// The answer with the first solution in depth-first order.
    fn with_first(&mut self, answer: Answer, puzzle: &impl Puzzle) -> Answer {
        if answer.end == End::Stopped {
            return answer;
        }
        let task = Task { limit: 1, least: 0, order: Order::Depth };
        let (found, _) = self.run_alone(puzzle, task, &mut |_| ControlFlow::Break(()));
        Answer { first: found.first.or(answer.first), ..answer }
    }

    fn task(&self, order: Order) -> Task {
        let limit = self.limit.unwrap_or(u64::MAX);
        Task { limit, least: if self.keeps_firsts { 2 } else { 0 }, order }
    }

    /// Searches one puzzle. Says also whether the solution that was found first is the first in depth-first order.
    fn run_alone(
        &mut self,
        puzzle: &impl Puzzle,
        task: Task,
        visitor: &mut dyn FnMut(&Cells) -> ControlFlow<()>,
    ) -> (Answer, bool) {
        let mut waits = true;
        let mut source = |tray: &mut Tray| {
            if waits {
                puzzle.put(0, tray);
            }
            usize::from(std::mem::take(&mut waits))
        };
        let Self { kind, rules, keeps_firsts, alone, watch, .. } = self;
        alone.clear(task);
        let mut visit = Visit { source: &mut source, visitor, first: None, watch, end: None };
        run(*kind, *rules, alone, &mut visit);
        let (first, end) = (visit.first.filter(|_| *keeps_firsts), visit.end);
        match alone.pop() {
            Some((answer, is_first)) => {
                (Answer { first, end: end.unwrap_or(answer.end), ..answer }, is_first)
            }
            None => (Answer { solutions: 0, first, end: End::Stopped }, true),
        }
    }
}

fn run(kind: Kind, rules: Rules, machine: &mut Machine, client: &mut dyn Client) {
    match rules {
        Rules::Plain => kind.run(Run::<false> { machine, client }),
        Rules::Diagonal => kind.run(Run::<true> { machine, client }),
    }
}

struct Run<'a, const DIAGONAL: bool> {
    machine: &'a mut Machine,
    client: &'a mut dyn Client,
}

impl<const DIAGONAL: bool> Program for Run<'_, DIAGONAL> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        self.machine.run::<B, DIAGONAL>(backend, self.client);
    }
}

/// The answers to puzzles, in their order: see [`Lanes::answers`].
#[derive(Debug)]
pub struct Answers<'l, I: Iterator> {
    lanes: &'l mut Lanes,
    puzzles: I,
    /// The puzzles under way and a solution of each, where firsts are kept.
    taken: VecDeque<I::Item>,
    firsts: VecDeque<Option<Cells>>,
    /// Whether no puzzle is left to take.
    is_over: bool,
    /// Whether nothing is left to search.
    is_idle: bool,
}

impl<I: Iterator<Item: Puzzle>> Iterator for Answers<'_, I> {
    type Item = Answer;

    fn next(&mut self) -> Option<Answer> {
        loop {
            if let Some((answer, is_first)) = self.lanes.machine.pop() {
                return Some(self.finished(answer, is_first));
            }
            if self.is_idle {
                return None;
            }
            self.run();
            self.is_idle = self.lanes.machine.is_idle();
        }
    }
}

impl<I: Iterator<Item: Puzzle>> Answers<'_, I> {
    /// Runs until the first puzzle under way is answered, or no puzzle is left.
    fn run(&mut self) {
        let Self { puzzles, taken, firsts, is_over, .. } = self;
        let Lanes { kind, rules, keeps_firsts, machine, watch, .. } = &mut *self.lanes;
        let mut source = |tray: &mut Tray| {
            let mut count = 0;
            while count < LANES && !*is_over {
                let Some(puzzle) = puzzles.next() else {
                    *is_over = true;
                    break;
                };
                puzzle.put(count, tray);
                count += 1;
                if *keeps_firsts {
                    taken.push_back(puzzle);
                }
            }
            count
        };
        let firsts = keeps_firsts.then_some(firsts);
        run(*kind, *rules, machine, &mut Batch { source: &mut source, firsts, watch });
    }

    /// The answer with its first solution.
    fn finished(&mut self, mut answer: Answer, is_first: bool) -> Answer {
        answer.first = self.firsts.pop_front().flatten();
        match self.taken.pop_front() {
            Some(puzzle) if !is_first => self.lanes.with_first(answer, &puzzle),
            _ => answer,
        }
    }
}
