//! The scheduler: keeps a state of some puzzle in each of sixteen lanes.
//!
//! All lanes are propagated together. A lane whose state is solved, contradictory or stuck receives
//! another state at once, so that no pass is wasted. Stuck states gather in a batch of their own;
//! when there are sixteen, all of them branch together. Of the two branches of a guess, one is
//! ready for a lane, and the other is deferred until no other state of its puzzle runs: where two
//! solutions suffice, it may never be needed. It is resumed early only where lanes would stay
//! empty.
//!
//! ```text
//!   puzzles -> ready -> lanes -> solved, contradictory
//!               ^ ^       |             |
//!               | |       v             v
//!               | +--- branch <- stuck  |
//!               |        |              |
//!               |        v              |
//!               +---- deferred <--------+
//! ```

use super::branch::branch;
use super::deferred::DeferredStates;
use super::drivers::{Driver, PASSES_PER_CHECK};
use super::input::InputBuffer;
use super::lane_batch::{LaneBatch, lowest};
use super::layout::SingleState;
use super::propagate::propagate;
use super::queue::{NONE, PuzzleQueue, PuzzleState};
use super::result::EndReason;
use super::stack::StateStack;
use super::stats::BatchStats;
use super::vector::{Backend, LANES, LaneSet, LaneWords, each_lane};

/// The most puzzles in progress. Where the first of them takes long, up to this many are searched
/// meanwhile; after that its own branches fill the lanes.
const MAX_IN_PROGRESS: usize = 4096;

/// From this number of puzzles in progress, all branches of the first one are resumed together, so
/// that the others do not wait for it.
const RESUME_FIRST_FROM: usize = 1024;

/// The limit of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The number of solutions at which the search of a puzzle ends.
    pub(super) limit: u64,
    /// The least limit for a puzzle whose branches were resumed early. With 2, it is known whether
    /// the solution that is found first is the only one.
    pub(super) least: u64,
}

/// The end of the search of a puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct FinishedPuzzle {
    pub(super) solutions: u64,
    pub(super) end: EndReason,
    /// Whether the solution that was found first is the first in depth-first order.
    pub(super) is_first: bool,
}

/// The states of a search.
#[derive(Debug)]
pub(super) struct Scheduler {
    lanes: LaneBatch,
    stuck: LaneBatch,
    ready: StateStack,
    deferred: DeferredStates,
    puzzles: PuzzleQueue,
    pub(super) input: InputBuffer,
    goal: Goal,
    /// The number of running states whose puzzle has reached its limit.
    unwanted: u32,
    is_stopped: bool,
    pub(super) stats: BatchStats,
}

impl Scheduler {
    pub(super) fn new() -> Self {
        Self {
            lanes: LaneBatch::EMPTY,
            stuck: LaneBatch::EMPTY,
            ready: StateStack::default(),
            deferred: DeferredStates::default(),
            puzzles: PuzzleQueue::default(),
            input: InputBuffer::new(),
            goal: Goal { limit: 0, least: 0 },
            unwanted: 0,
            is_stopped: false,
            stats: BatchStats::default(),
        }
    }

    /// Drops all puzzles and sets the goal for the next ones.
    pub(super) fn clear(&mut self, goal: Goal) {
        self.lanes.used = 0;
        self.stuck.used = 0;
        self.ready.clear();
        self.deferred.clear();
        self.puzzles.clear();
        self.input.clear();
        self.goal = goal;
        self.unwanted = 0;
        self.is_stopped = false;
    }

    /// Drops all puzzles, and continues the depth-first search of one. The last of its states is
    /// searched first.
    pub(super) fn resume(&mut self, goal: Goal, solutions: u64, states: &[SingleState]) {
        self.clear(goal);
        let number = self.puzzles.push(PuzzleState::new(goal.limit, false));
        for states in states.chunks(LANES) {
            let (batch_number, batch) = self.deferred.free_batch();
            batch.owners = LaneWords([number; LANES]);
            for (lane, state) in states.iter().enumerate() {
                for (word, row) in batch.block.0.iter_mut().enumerate() {
                    row.0[lane] = state.word(word);
                }
            }
            let lanes = LaneSet::MAX >> (LANES - states.len());
            self.deferred.push(batch_number, lanes, &mut self.puzzles);
        }
        let puzzle = self.puzzles.get(number);
        puzzle.solutions = solutions;
        self.ready.push_deferred(&mut self.deferred, &mut puzzle.deferred);
    }

    /// Removes the first puzzle of the queue if its search is over or all searches are stopped.
    /// Returns how its search ended.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<FinishedPuzzle> {
        let puzzle = *self.puzzles.first()?;
        let end = match puzzle {
            _ if !puzzle.is_over() && !self.is_stopped => return None,
            PuzzleState { clashes: true, .. } => EndReason::Clash,
            _ if puzzle.solutions >= self.goal.limit => EndReason::Limit,
            _ if puzzle.is_over() => EndReason::Exhausted,
            _ => EndReason::Stopped,
        };
        self.puzzles.pop();
        let is_only = puzzle.is_over() && puzzle.solutions == 1 && puzzle.is_wanted();
        let solutions = puzzle.solutions.min(self.goal.limit);
        Some(FinishedPuzzle { solutions, end, is_first: is_only || !puzzle.is_reordered })
    }

    /// Returns whether all searches are stopped or no puzzle is in progress.
    pub(super) fn is_idle(&self) -> bool {
        self.is_stopped || self.puzzles.len() == 0
    }

    /// Runs until the search of the first puzzle is over, no puzzle is left, or the driver stops
    /// it.
    #[inline(always)]
    pub(super) fn run<B: Backend, const DIAGONAL: bool>(
        &mut self,
        backend: B,
        driver: &mut dyn Driver,
    ) {
        while self.puzzles.first().is_none_or(|puzzle| !puzzle.is_over()) {
            if self.lanes.used != LaneSet::MAX {
                self.refill::<B, DIAGONAL>(backend, driver);
            }
            let used = self.lanes.used;
            if used == 0 {
                break;
            }
            if self.stats.passes.is_multiple_of(PASSES_PER_CHECK) && !driver.may_continue() {
                self.is_stopped = true;
                break;
            }
            let outcome = propagate::<B, DIAGONAL>(backend, &mut self.lanes.block, used);
            self.stats.passes += 1;
            self.stats.lane_passes += u64::from(used.count_ones());
            let mut may_continue = true;
            if outcome.contradictory | outcome.solved | outcome.stuck != 0 {
                may_continue = self.finish_lanes(driver, outcome.contradictory, outcome.solved);
                self.collect_stuck(backend, outcome.stuck);
            }
            if !may_continue {
                self.is_stopped = true;
                break;
            }
        }
    }

    /// Frees the lanes of solved and contradictory states. Returns whether to continue.
    #[inline(always)]
    fn finish_lanes(
        &mut self,
        driver: &mut dyn Driver,
        contradictory: LaneSet,
        solved: LaneSet,
    ) -> bool {
        self.lanes.used &= !(contradictory | solved);
        for lane in each_lane(solved) {
            let number = self.lanes.owner(lane);
            let index = self.puzzles.index(number);
            let puzzle = self.puzzles.get(number);
            if !puzzle.is_wanted() {
                continue;
            }
            puzzle.solutions += 1;
            if !puzzle.is_wanted() {
                self.deferred.clear_chain(&mut puzzle.deferred);
                self.unwanted += puzzle.running;
            }
            if !driver.solved(index, &self.lanes, lane) {
                return false;
            }
        }
        for lane in each_lane(contradictory | solved) {
            self.finish_state(self.lanes.owner(lane));
        }
        self.drop_unwanted(LaneSet::MAX);
        true
    }

    /// Records that a state of a puzzle is finished. If it was the last running one, a deferred
    /// state takes its place.
    #[inline(always)]
    fn finish_state(&mut self, number: u32) {
        let puzzle = self.puzzles.get(number);
        puzzle.running -= 1;
        self.unwanted -= u32::from(!puzzle.is_wanted());
        if puzzle.running == 0 && puzzle.deferred != NONE {
            puzzle.running = 1;
            self.ready.push_deferred(&mut self.deferred, &mut puzzle.deferred);
        }
    }

    /// Moves stuck states to their batch, and lets them branch when it is full.
    #[inline(always)]
    fn collect_stuck(&mut self, backend: impl Backend, stuck: LaneSet) {
        let mut stuck = stuck & self.lanes.used;
        while stuck != 0 {
            let moved = lowest(stuck, self.stuck.free_lanes());
            self.stuck.take(backend, &mut self.lanes, moved);
            stuck &= !moved;
            if self.stuck.used == LaneSet::MAX {
                self.branch(backend);
            }
        }
    }

    /// Fills the free lanes: with ready states, else with new puzzles, else with branches of stuck
    /// states, else with deferred states.
    #[inline(always)]
    fn refill<B: Backend, const DIAGONAL: bool>(&mut self, backend: B, driver: &mut dyn Driver) {
        loop {
            let before = self.lanes.used;
            self.ready.fill(backend, &mut self.lanes);
            self.drop_unwanted(self.lanes.used & !before);
            if self.lanes.used == LaneSet::MAX {
                return;
            }
            if self.puzzles.len() >= RESUME_FIRST_FROM {
                self.resume_deferred(1, self.lanes.free_lanes());
            }
            if self.ready.len() == 0 {
                self.feed::<B, DIAGONAL>(backend, driver);
            }
            if self.ready.len() == 0 {
                self.branch(backend);
                let free = self.lanes.free_lanes().saturating_sub(self.ready.len());
                self.resume_deferred(MAX_IN_PROGRESS, free);
            }
            if self.ready.len() == 0 {
                return;
            }
        }
    }

    /// Takes up to sixteen new puzzles, unless too many are in progress.
    #[inline(always)]
    fn feed<B: Backend, const DIAGONAL: bool>(&mut self, backend: B, driver: &mut dyn Driver) {
        if self.puzzles.len() >= MAX_IN_PROGRESS {
            return;
        }
        let count = driver.feed(&mut self.input).min(LANES);
        if count == 0 {
            return;
        }
        let lanes = LaneSet::MAX >> (LANES - count);
        let batch = self.ready.next();
        let clashes = self.input.unload::<B, DIAGONAL>(backend, lanes, batch);
        batch.used &= !clashes;
        for lane in 0..count {
            let puzzle = PuzzleState::new(self.goal.limit, clashes >> lane & 1 == 1);
            self.unwanted += if puzzle.is_wanted() { 0 } else { puzzle.running };
            batch.owners.0[lane] = self.puzzles.push(puzzle);
        }
        self.ready.push();
    }

    /// Makes up to `count` deferred states of the first `puzzles` puzzles ready.
    #[inline(always)]
    fn resume_deferred(&mut self, puzzles: usize, count: u32) {
        let mut count = count.min(self.deferred.len());
        for puzzle in self.puzzles.iter_mut().take(puzzles) {
            while puzzle.deferred != NONE {
                if count == 0 {
                    return;
                }
                count -= 1;
                puzzle.running += 1;
                if puzzle.solutions == 0 {
                    puzzle.is_reordered = true;
                    puzzle.limit = puzzle.limit.max(self.goal.least);
                }
                self.ready.push_deferred(&mut self.deferred, &mut puzzle.deferred);
            }
        }
    }

    /// Splits each stuck state in two.
    #[inline(always)]
    fn branch(&mut self, backend: impl Backend) {
        let unwanted = if self.unwanted == 0 { 0 } else { self.stuck.used };
        for lane in each_lane(unwanted) {
            let number = self.stuck.owner(lane);
            if !self.puzzles.get(number).is_wanted() {
                self.stuck.used &= !(1 << lane);
                self.finish_state(number);
            }
        }
        let states = self.stuck.used;
        if states == 0 {
            return;
        }
        self.stats.guesses += u64::from(states.count_ones());
        self.stats.branches += 1;
        let (number, without) = self.deferred.free_batch();
        let with = self.ready.next();
        branch(backend, &self.stuck.block, states, &mut with.block, &mut without.block);
        with.used = states;
        with.owners = self.stuck.owners;
        without.owners = self.stuck.owners;
        self.ready.push();
        self.deferred.push(number, states, &mut self.puzzles);
        self.stuck.used = 0;
    }

    /// Frees the lanes whose puzzle has reached its limit.
    #[inline(always)]
    fn drop_unwanted(&mut self, lanes: LaneSet) {
        if self.unwanted == 0 {
            return;
        }
        for lane in each_lane(self.lanes.used & lanes) {
            let number = self.lanes.owner(lane);
            if !self.puzzles.get(number).is_wanted() {
                self.lanes.used &= !(1 << lane);
                self.finish_state(number);
            }
        }
    }
}
