//! The machine: sixteen lanes, and in each a state of some puzzle.
//!
//! All lanes make their passes together. A lane whose state has come to its end, or is stuck, gets another at once, so
//! that no pass is wasted. Stuck states gather on a page of their own; once there are sixteen, all of them
//! branch together. Of the two branches of a guess, one is ready to go on, and the other is held back until nothing else
//! of its puzzle runs: where two solutions are enough, it may never be needed. Only if lanes would stay
//! empty is it taken up before.
//!
//! ```text
//!   puzzles -> ready -> lanes -> solved, dead
//!               ^ ^       |             |
//!               | |       v             v
//!               | +--- branch <- stuck  |
//!               |        |              |
//!               |        v              |
//!               +------ held <----------+
//! ```

use super::answer::{Answer, End};
use super::branch::branch;
use super::held::{Held, NONE};
use super::load::Tray;
use super::page::{Page, Stack, lowest};
use super::pass::pass;
use super::puzzles::{Puzzle, Puzzles};
use super::vector::{Backend, LANES, LaneSet, each_lane};
use super::work::Work;

/// How many puzzles are under way at most. Where the first of them takes long, so many others are answered before it;
/// then its own branches fill the lanes.
const WINDOW: usize = 4096;

/// From so many puzzles on, the branches of the first one are taken up together, so that the others need not wait for it.
const CROWD: usize = 1024;

/// How many passes are made before the client is asked again whether to go on.
const PATIENCE: u64 = 256;

/// Where puzzles come from, and where solutions go.
pub(super) trait Client {
    /// Lays up to sixteen puzzles on the tray, and says how many.
    fn feed(&mut self, tray: &mut Tray) -> usize;

    /// A lane has a solution of the puzzle before which so many others are under way. Says whether to go on.
    fn solved(&mut self, index: usize, lanes: &Page, lane: usize) -> bool;

    /// Asked now and then whether to go on.
    fn goes_on(&mut self) -> bool;
}

/// What is searched for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// At so many solutions, the rest of a puzzle does not matter.
    pub(super) limit: u64,
    /// At fewer solutions no search is ended of a puzzle whose branches were taken up before their turn: with two, it is
    /// known whether the first that is found is the only one.
    pub(super) least: u64,
    pub(super) order: Order,
}

/// When branches that are held back may be taken up before their turn, to fill lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// At any time.
    Any,
    /// Once there is a solution of the puzzle: the first solution is the first in depth-first order.
    FirstFirst,
    /// Never.
    Depth,
}

/// The states of a search.
#[derive(Debug)]
pub(super) struct Machine {
    lanes: Page,
    stuck: Page,
    ready: Stack,
    held: Held,
    puzzles: Puzzles,
    tray: Tray,
    task: Task,
    /// How many states run of puzzles that have all the solutions that matter.
    unwanted: u32,
    is_stopped: bool,
    pub(super) work: Work,
}

impl Machine {
    pub(super) fn new() -> Self {
        Self {
            lanes: Page::EMPTY,
            stuck: Page::EMPTY,
            ready: Stack::default(),
            held: Held::default(),
            puzzles: Puzzles::default(),
            tray: Tray::new(),
            task: Task { limit: 0, least: 0, order: Order::Any },
            unwanted: 0,
            is_stopped: false,
            work: Work::default(),
        }
    }

    /// Forgets all puzzles, and has another task for those that come.
    pub(super) fn clear(&mut self, task: Task) {
        self.lanes.used = 0;
        self.stuck.used = 0;
        self.ready.clear();
        self.held.clear();
        self.puzzles.clear();
        self.tray.clear();
        self.task = task;
        self.unwanted = 0;
        self.is_stopped = false;
    }

    /// The answer to the first puzzle under way, without its first solution, if it is known or all is stopped. Says
    /// also whether the solution that was found first is the first in depth-first order.
    pub(super) fn pop(&mut self) -> Option<(Answer, bool)> {
        let puzzle = *self.puzzles.first()?;
        let end = match puzzle {
            _ if !puzzle.is_over() && !self.is_stopped => return None,
            Puzzle { clashes: true, .. } => End::Clash,
            _ if puzzle.solutions >= self.task.limit => End::Limit,
            _ if puzzle.is_over() => End::Exhausted,
            _ => End::Stopped,
        };
        self.puzzles.pop();
        let is_only = puzzle.is_over() && puzzle.solutions == 1 && puzzle.is_wanted();
        let solutions = puzzle.solutions.min(self.task.limit);
        Some((Answer { solutions, first: None, end }, is_only || !puzzle.is_mixed))
    }

    /// Whether it was stopped, or no puzzle is under way.
    pub(super) fn is_idle(&self) -> bool {
        self.is_stopped || self.puzzles.len() == 0
    }

    /// Runs until the first puzzle under way is answered, no puzzle is left, or the client stops it.
    #[inline(always)]
    pub(super) fn run<B: Backend, const DIAGONAL: bool>(
        &mut self,
        backend: B,
        client: &mut dyn Client,
    ) {
        while self.puzzles.first().is_none_or(|puzzle| !puzzle.is_over()) {
            if self.lanes.used != LaneSet::MAX {
                self.refill::<B, DIAGONAL>(backend, client);
            }
            let used = self.lanes.used;
            if used == 0 {
                break;
            }
            if self.work.passes.is_multiple_of(PATIENCE) && !client.goes_on() {
                self.is_stopped = true;
                break;
            }
            let found = pass::<B, DIAGONAL>(backend, &mut self.lanes.block, used);
            self.work.passes += 1;
            self.work.lane_passes += u64::from(used.count_ones());
            let mut goes_on = true;
            if found.dead | found.full | found.still != 0 {
                goes_on = self.end(client, found.dead, found.full);
                self.set_aside(backend, found.still);
            }
            if !goes_on {
                self.is_stopped = true;
                break;
            }
        }
    }

    /// Frees the lanes of states that have come to their end. Says whether to go on.
    #[inline(always)]
    fn end(&mut self, client: &mut dyn Client, dead: LaneSet, solved: LaneSet) -> bool {
        self.lanes.used &= !(dead | solved);
        for lane in each_lane(solved) {
            let number = self.lanes.owner(lane);
            let index = self.puzzles.index(number);
            let puzzle = self.puzzles.get(number);
            if !puzzle.is_wanted() {
                continue;
            }
            puzzle.solutions += 1;
            if !puzzle.is_wanted() {
                self.held.drop_chain(&mut puzzle.held);
                self.unwanted += puzzle.running;
            }
            if !client.solved(index, &self.lanes, lane) {
                return false;
            }
        }
        for lane in each_lane(dead | solved) {
            self.leave(self.lanes.owner(lane));
        }
        self.drop_unwanted(LaneSet::MAX);
        true
    }

    /// A state of a puzzle runs no more. If it was the last, one that was held back takes its place.
    #[inline(always)]
    fn leave(&mut self, number: u32) {
        let puzzle = self.puzzles.get(number);
        puzzle.running -= 1;
        self.unwanted -= u32::from(!puzzle.is_wanted());
        if puzzle.running == 0 && puzzle.held != NONE {
            puzzle.running = 1;
            self.ready.push_held(&mut self.held, &mut puzzle.held);
        }
    }

    /// Moves stuck states to their page, and lets them branch when it is full.
    #[inline(always)]
    fn set_aside(&mut self, backend: impl Backend, stuck: LaneSet) {
        let mut stuck = stuck & self.lanes.used;
        while stuck != 0 {
            let some = lowest(stuck, self.stuck.room());
            self.stuck.take(backend, &mut self.lanes, some);
            stuck &= !some;
            if self.stuck.used == LaneSet::MAX {
                self.branch(backend);
            }
        }
    }

    /// Fills the free lanes: with what is ready, else with new puzzles, else with branches of stuck states, else with
    /// what is held back.
    #[inline(always)]
    fn refill<B: Backend, const DIAGONAL: bool>(&mut self, backend: B, client: &mut dyn Client) {
        loop {
            let before = self.lanes.used;
            self.ready.fill(backend, &mut self.lanes);
            self.drop_unwanted(self.lanes.used & !before);
            if self.lanes.used == LaneSet::MAX {
                return;
            }
            if self.puzzles.len() >= CROWD {
                self.take_up(1, self.lanes.room());
            }
            if self.ready.len() == 0 {
                self.feed::<B, DIAGONAL>(backend, client);
            }
            if self.ready.len() == 0 {
                self.branch(backend);
                let room = self.lanes.room().saturating_sub(self.ready.len());
                self.take_up(WINDOW, room);
            }
            if self.ready.len() == 0 {
                return;
            }
        }
    }

    /// Takes up to sixteen new puzzles, if not too many are under way.
    #[inline(always)]
    fn feed<B: Backend, const DIAGONAL: bool>(&mut self, backend: B, client: &mut dyn Client) {
        if self.puzzles.len() >= WINDOW {
            return;
        }
        let count = client.feed(&mut self.tray).min(LANES);
        if count == 0 {
            return;
        }
        let lanes = LaneSet::MAX >> (LANES - count);
        let page = self.ready.next();
        let clashes = self.tray.unload::<B, DIAGONAL>(backend, lanes, page);
        page.used &= !clashes;
        for lane in 0..count {
            let puzzle = Puzzle::new(self.task.limit, clashes >> lane & 1 == 1);
            self.unwanted += if puzzle.is_wanted() { 0 } else { puzzle.running };
            page.owners.0[lane] = self.puzzles.push(puzzle);
        }
        self.ready.push();
    }

    /// Makes states ready that the first of the puzzles held back, up to a number.
    #[inline(always)]
    fn take_up(&mut self, puzzles: usize, count: u32) {
        let mut count = count.min(self.held.len());
        for puzzle in self.puzzles.iter_mut().take(puzzles) {
            let may = match self.task.order {
                Order::Any => true,
                Order::FirstFirst => puzzle.solutions > 0,
                Order::Depth => false,
            };
            if !may {
                continue;
            }
            while puzzle.held != NONE {
                if count == 0 {
                    return;
                }
                count -= 1;
                puzzle.running += 1;
                if puzzle.solutions == 0 {
                    puzzle.is_mixed = true;
                    puzzle.limit = puzzle.limit.max(self.task.least);
                }
                self.ready.push_held(&mut self.held, &mut puzzle.held);
            }
        }
    }

    /// Makes two states of each stuck one.
    #[inline(always)]
    fn branch(&mut self, backend: impl Backend) {
        let unwanted = if self.unwanted == 0 { 0 } else { self.stuck.used };
        for lane in each_lane(unwanted) {
            let number = self.stuck.owner(lane);
            if !self.puzzles.get(number).is_wanted() {
                self.stuck.used &= !(1 << lane);
                self.leave(number);
            }
        }
        let states = self.stuck.used;
        if states == 0 {
            return;
        }
        self.work.guesses += u64::from(states.count_ones());
        self.work.branches += 1;
        let (number, without) = self.held.page();
        let with = self.ready.next();
        branch(backend, &self.stuck.block, states, &mut with.block, &mut without.block);
        with.used = states;
        with.owners = self.stuck.owners;
        without.owners = self.stuck.owners;
        self.ready.push();
        self.held.hold(number, states, &mut self.puzzles);
        self.stuck.used = 0;
    }

    /// Frees those of some lanes whose puzzle has all the solutions that matter.
    #[inline(always)]
    fn drop_unwanted(&mut self, lanes: LaneSet) {
        if self.unwanted == 0 {
            return;
        }
        for lane in each_lane(self.lanes.used & lanes) {
            let number = self.lanes.owner(lane);
            if !self.puzzles.get(number).is_wanted() {
                self.lanes.used &= !(1 << lane);
                self.leave(number);
            }
        }
    }
}
