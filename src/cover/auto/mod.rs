//! The machine of [`Engine::Auto`]: it begins with what suits the shape of a problem, and changes its mind when
//! the search shows that it should.
//!
//! # By the shape
//!
//! [`shape`] compares what a choice costs. On dense problems, whose options conflict with a large part of the
//! others, as in packings, on queens and among words, bits are two to thirteen times as fast as cells. On sparse
//! ones, as in Sudoku, cells are about as fast, and can learn besides.
//!
//! # By the search
//!
//! Two things are known only when a search has gone on for a while: whether solutions are many, and whether it goes
//! round in the same failures again and again. Weights cure that, by factors of hundreds on hard large Sudoku, and
//! cost up to a fifth more nodes where there is nothing to cure. So
//! - a sparse problem is begun with weights. If solutions come easily, there is nothing to be cured, and bits
//!   list the many better, as long as what is left at the root is not too wide for them;
//! - a dense problem is begun with bits. If solutions are still few after some thousand nodes, weights get a share of
//!   the nodes, until either comes to the end or solutions are many.
//!
//! # Nothing twice, nothing lost
//!
//! Each of the two machines begins at the root, and comes by every solution. Those that it finds when the other one
//! already has are [`known`], and passed over. They are few, because nobody takes turns where solutions are many.
//!
//! All of this is counted in nodes and solutions, never in time: a problem is always searched in the same way.

mod known;
mod shape;
#[cfg(test)]
mod tests;

use super::bits;
use super::root::Root;
use super::{Chosen, Engine, Event, Machine, Path, Why, Work};
use crate::ids::{OptionId, wide};
use crate::problem::{Problem, Reduction};
use known::Known;
use shape::Shape;

/// When a search changes its mind.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// So many solutions are many.
    many: u64,
    /// Solutions come easily if so many nodes suffice for those.
    easy: u64,
    /// The nodes after which a search that has found few solutions is a long one.
    trial: u64,
    /// The nodes of a turn of the plain machine, and of one that learns.
    turns: [u64; 2],
}

const PACE: Pace = Pace { many: 64, easy: 64 * 256, trial: 1 << 14, turns: [1 << 15, 1 << 10] };

/// The items up to which cells are used: the sizes of all their sets are saved at each level, which takes memory
/// with the square of their number where a search is deep.
const MOST_ITEMS: usize = 1 << 13;

/// The machines, by their places.
const PLAIN: usize = 0;
const LEARNING: usize = 1;

/// How the machines share the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// One alone, and for good.
    Alone,
    /// One alone, until more is known.
    First,
    /// Both in turn.
    Turns,
}

/// One or two machines. See the head of this file.
#[derive(Debug)]
pub(super) struct Auto<'p> {
    problem: &'p Problem,
    reduction: Option<Reduction>,
    given: Vec<OptionId>,
    runners: [Runner<'p>; 2],
    pace: Pace,
    first: Start,
    phase: Phase,
    why: Why,
    /// Whose turn it is, and the number of its nodes at which the turn ends.
    current: usize,
    turn: u64,
    known: Known,
    /// Scratch: a solution.
    solution: Vec<OptionId>,
    is_over: bool,
}

/// A machine that takes part.
#[derive(Debug)]
struct Runner<'p> {
    engine: Engine,
    /// Built when it is needed first.
    machine: Option<Box<dyn Machine + 'p>>,
    /// Whether it has begun since the last restart.
    runs: bool,
    /// The solutions that nobody had found before it.
    found: u64,
}

impl<'p> Runner<'p> {
    fn new(engine: Engine) -> Self {
        Self { engine, machine: None, runs: false, found: 0 }
    }

    /// The machine, which stands at the root if it had not begun.
    fn machine(
        &mut self,
        problem: &'p Problem,
        reduction: Option<&Reduction>,
        given: &[OptionId],
    ) -> &mut (dyn Machine + 'p) {
        let is_new = self.machine.is_none();
        let start = || self.engine.start(problem, reduction);
        let machine = self.machine.get_or_insert_with(start);
        // A new one stands at the root, and some would build all that they have again.
        let stands_there = self.runs || is_new && given.is_empty();
        self.runs = true;
        if !stands_there {
            machine.restart(given);
        }
        machine.as_mut()
    }

    /// The work since the last restart.
    fn work(&self) -> Work {
        let machine = self.machine.as_ref().filter(|_| self.runs);
        machine.map_or(Work::default(), |machine| machine.work())
    }
}

/// How a search begins.
#[derive(Clone, Copy, Debug)]
struct Start {
    runner: usize,
    phase: Phase,
    why: Why,
}

impl Start {
    /// The number of nodes at which the first turn ends.
    fn turn(self, pace: &Pace) -> u64 {
        if self.phase == Phase::First && self.runner == PLAIN { pace.trial } else { u64::MAX }
    }
}

impl<'p> Auto<'p> {
    pub(super) fn new(problem: &'p Problem, reduction: Option<&Reduction>) -> Self {
        let (plain, first) = plan(problem);
        Self {
            problem,
            reduction: reduction.cloned(),
            given: Vec::new(),
            runners: [Runner::new(plain), Runner::new(Engine::CellsWtd)],
            pace: PACE,
            first,
            phase: first.phase,
            why: first.why,
            current: first.runner,
            turn: first.turn(&PACE),
            known: Known::default(),
            solution: Vec::new(),
            is_over: false,
        }
    }

    /// One of the machines, which stands at the root if it had not begun.
    fn machine(&mut self, runner: usize) -> &mut (dyn Machine + 'p) {
        self.runners[runner].machine(self.problem, self.reduction.as_ref(), &self.given)
    }

    /// Ends a turn.
    fn take_turns(&mut self) {
        if self.phase == Phase::First {
            (self.phase, self.why) = (Phase::Turns, Why::Few);
        }
        self.current = 1 - self.current;
        let nodes = self.machine(self.current).work().nodes;
        self.turn = nodes + self.pace.turns[self.current];
    }

    /// Notes a solution at which the current machine stands. Says whether it is a new one.
    fn is_new(&mut self) -> bool {
        let is_alone = self.phase == Phase::Alone;
        if is_alone && self.known.is_empty() {
            return true;
        }
        let mark = self.known.mark().filter(|_| is_alone);
        if mark.is_some_and(|mark| !self.has(mark)) {
            return true;
        }
        let mut solution = std::mem::take(&mut self.solution);
        solution.clear();
        self.solution(&mut solution);
        solution.sort_unstable();
        let is_new = if is_alone {
            self.known.is_new(&solution)
        } else {
            self.known.meet(self.current, &solution)
        };
        self.runners[self.current].found += u64::from(is_new);
        self.solution = solution;
        is_new
    }

    /// Whether it is time to decide who goes on alone.
    fn is_decided(&self) -> bool {
        let found: u64 = self.runners.iter().map(|runner| runner.found).sum();
        self.phase != Phase::Alone && found >= self.pace.many
    }

    /// Decides who goes on alone, now that solutions are many.
    fn settle(&mut self) {
        let [plain, learning] = &self.runners;
        let (winner, why) = match (self.phase, self.current) {
            (Phase::Turns, _) if learning.found > plain.found => (LEARNING, Why::Ahead),
            (Phase::Turns, _) | (_, PLAIN) => (PLAIN, Why::Many),
            _ if learning.work().nodes <= self.pace.easy && self.suits_bits() => (PLAIN, Why::Many),
            _ => (LEARNING, self.why),
        };
        self.go_on_with(winner, why);
    }

    /// Whether one machine is at work, and what it comes by is what is told.
    fn is_one_piece(&self) -> bool {
        match self.phase {
            Phase::Alone => self.known.is_empty(),
            Phase::First => true,
            Phase::Turns => false,
        }
    }

    /// Lets one of the machines go on alone.
    fn go_on_with(&mut self, winner: usize, why: Why) {
        (self.current, self.why, self.phase, self.turn) = (winner, why, Phase::Alone, u64::MAX);
        self.known.settle(winner);
        self.machine(winner);
    }

    /// Whether what the given options leave is narrow enough for bits.
    fn suits_bits(&self) -> bool {
        let mut root = Root::new(self.problem, self.reduction.as_ref());
        root.settle(&self.given);
        Shape::of_root(self.problem, &root).is_narrow()
    }
}

/// The engine that does not learn, and how to begin.
fn plan(problem: &Problem) -> (Engine, Start) {
    let alone = |why| Start { runner: PLAIN, phase: Phase::Alone, why };
    if problem.features().multiplicities {
        return (Engine::Multiple, alone(Why::Multiplicities));
    }
    let shape = Shape::of_problem(problem);
    let are_few = problem.items().len() <= MOST_ITEMS;
    let is_large = bits::is_large(problem);
    match () {
        () if shape.is_dense() && (are_few || !is_large) => {
            let phase = if are_few { Phase::First } else { Phase::Alone };
            (Engine::Bits, Start { runner: PLAIN, phase, why: Why::Dense })
        }
        () if are_few => {
            (Engine::Bits, Start { runner: LEARNING, phase: Phase::First, why: Why::Sparse })
        }
        () if shape.is_narrow() && !is_large => (Engine::Bits, alone(Why::Narrow)),
        () => (Engine::Links, alone(Why::Wide)),
    }
}

/// The engine that begins a search, and why.
pub(super) fn first(problem: &Problem) -> Chosen {
    let (plain, Start { runner, why, .. }) = plan(problem);
    Chosen { engine: if runner == PLAIN { plain } else { Engine::CellsWtd }, why }
}

impl Machine for Auto<'_> {
    fn restart(&mut self, given: &[OptionId]) {
        self.given.clear();
        self.given.extend(given);
        let Start { runner, phase, why } = self.first;
        (self.current, self.phase, self.why, self.is_over) = (runner, phase, why, false);
        self.turn = self.first.turn(&self.pace);
        self.known.clear();
        for runner in &mut self.runners {
            (runner.runs, runner.found) = (false, 0);
        }
        self.machine(runner);
    }

    fn advance(&mut self, budget: u64) -> Event {
        let is_simple = self.phase == Phase::Alone && self.known.is_empty();
        let machine = self.machine(self.current);
        if is_simple {
            // Where solutions are many, a call for each of them is to cost next to nothing.
            return machine.advance(budget);
        }
        let last = self.work().nodes.saturating_add(budget.max(1));
        while !self.is_over {
            if self.is_decided() {
                self.settle();
            }
            let all = self.work().nodes;
            let own = self.runners[self.current].work().nodes;
            if own >= self.turn {
                self.take_turns();
                continue;
            }
            if all >= last {
                return Event::Paused;
            }
            let budget = (self.turn - own).min(last - all);
            match self.machine(self.current).advance(budget) {
                Event::Solution if self.is_new() => return Event::Solution,
                Event::Exhausted => self.is_over = true,
                Event::Solution | Event::Paused => {}
            }
        }
        Event::Exhausted
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        if let Some(machine) = &self.runners[self.current].machine {
            machine.solution(options);
        }
    }

    fn has(&self, option: OptionId) -> bool {
        self.runners[self.current].machine.as_ref().is_some_and(|machine| machine.has(option))
    }

    fn work(&self) -> Work {
        let [plain, learning] = self.runners.each_ref().map(Runner::work);
        Work { nodes: plain.nodes + learning.nodes, updates: plain.updates + learning.updates }
    }

    /// As long as one machine is at work, and passes over nothing, it tells.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        let runner = &self.runners[self.current];
        let machine = runner.machine.as_ref().filter(|_| runner.runs);
        // One that has not begun stands at the root.
        self.is_one_piece() && machine.is_none_or(|machine| machine.path(path))
    }

    fn commit(&mut self) -> u64 {
        let [plain, learning] = self.runners.each_ref().map(|runner| runner.found);
        match self.phase {
            Phase::Alone => {}
            Phase::First => self.go_on_with(self.current, self.why),
            Phase::Turns if learning > plain => self.go_on_with(LEARNING, Why::Shared),
            Phase::Turns => self.go_on_with(PLAIN, Why::Shared),
        }
        let again = wide(self.known.len());
        self.known.clear();
        again
    }

    /// Another machine would begin at the root, and come by what is given up: so this one goes on alone.
    fn keep_below(&mut self, levels: usize) {
        if levels > 0 && self.is_one_piece() {
            self.go_on_with(self.current, self.why);
            self.machine(self.current).keep_below(levels);
        }
    }

    /// Once it has made up its mind.
    fn forgets(&self) -> bool {
        let machine = self.runners[self.current].machine.as_ref();
        let is_alone = self.phase == Phase::Alone && self.known.is_empty();
        is_alone && machine.is_some_and(|machine| machine.forgets())
    }

    fn chosen(&self) -> Option<Chosen> {
        Some(Chosen { engine: self.runners[self.current].engine, why: self.why })
    }
}
