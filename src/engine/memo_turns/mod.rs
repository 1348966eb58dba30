//! [`Engine::Auto`] where solutions are rare: a search with a memo takes turns.
//!
//! The engines without a memo search the same subproblem again and again where different choices
//! leave it. If they find few solutions, a [memo](super::memo) can answer many times sooner: that a
//! board can't be tiled, or that pigeons don't fit into holes. Whether it does shows soon, because
//! it knows how many nodes it has saved. So if few solutions are found in about a tenth of a
//! second, a [`MemoTrial`] begins, and goes on as long as it saves enough. It counts solutions up
//! to [`MANY`]. If it is finished first, these are found by their indices. If they are fewer than
//! [`MANY`], the search ends with them; otherwise the engine goes on alone.
//!
//! A solution that was found in turns is passed over when it is found again. Like
//! [`turns`](super::turns), this counts nodes and updates and reads no clock. While turns are
//! taken, the search is not split.
//!
//! [`Engine::Auto`]: super::Engine::Auto

#[cfg(test)]
pub(super) mod tests;
mod trial;

use super::adaptive::MANY;
use super::select::EngineSelection;
use super::turns::Rate;
use super::{EngineChoice, EngineReason, Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, to_u64};
use crate::problem::{Problem, Reduction};
use std::collections::BTreeSet;
use trial::{ENTRY, MemoTrial, TrialRoot, TrialStatus};

/// The cost of the engine after which the memo is tried, in some five nanoseconds.
const FIRST_TURN: u64 = 1 << 24;
/// The nodes of the engine after which its cost is compared with the end of its turn again.
const INTERVAL: u64 = 1 << 10;
/// The most items and entries of a problem for which a memo is tried: keys take a few bits for each
/// item, and a deep search can hold as many keys as there are items.
const MOST_ITEMS: usize = 1 << 15;
const MOST_ENTRIES: usize = 1 << 20;
/// The nodes that finding a solution by its index may take in the first attempt, whatever the
/// budget is. What is counted in one attempt is in the memo at the next, unless it was evicted. So
/// the number of attempts that fail is limited, too.
const LISTING: u64 = 1 << 12;
const DOUBLINGS: u32 = 3;
const FAILURES: u32 = 256;

/// The search that runs next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The engine, in its turn.
    Engine,
    /// The memo, in its turn.
    Memo,
    /// The memo, which has counted the solutions, and finds them by their indices.
    Listing,
    /// The engine, to the end.
    Alone,
    /// Neither: all solutions are found.
    End,
}

/// An engine and a memo. See the module documentation.
#[derive(Debug)]
pub(super) struct MemoTurns {
    problem: Problem,
    reduction: Option<Reduction>,
    assumed: Subproblem,
    engine: Box<dyn SearchEngine>,
    rate: Rate,
    /// The engine that was chosen at first.
    choice: EngineChoice,
    /// Whether the problem is small enough for a memo, and whether the next search from the root
    /// may have one.
    is_small: bool,
    uses_memo: bool,
    stage: Stage,
    /// The cost of the engine at which its turn ends.
    turn_end: u64,
    first_turn: u64,
    /// The nodes of the engine at which its cost is compared with that next, and from one
    /// comparison to the next.
    next_comparison: u64,
    interval: u64,
    /// From the first turn of the memo to the last.
    memo: Option<MemoTrial>,
    /// The work of a memo that was dropped.
    done: Work,
    /// The number of solutions that the memo has counted, and how many it has listed.
    counted: u64,
    listed: u64,
    /// The attempts to find one that have failed, and the nodes of the first attempt.
    failures: u32,
    listing: u64,
    /// Whether the memo has ended the search.
    is_ended_by_memo: bool,
    /// The solutions that one has found and the other has not.
    by_engine: BTreeSet<Vec<OptionId>>,
    by_memo: BTreeSet<Vec<OptionId>>,
    /// The solutions that the engine has found in its turns.
    found: u64,
    /// The last solution, unless the engine is at it.
    solution: Option<Vec<OptionId>>,
}

impl MemoTurns {
    /// Turns with the search of an engine that was chosen.
    pub(super) fn new(
        problem: &Problem,
        reduction: Option<&Reduction>,
        engine: Box<dyn SearchEngine>,
        selection: EngineSelection,
    ) -> Self {
        let entries = problem.entry_count();
        let is_small = problem.items().len() <= MOST_ITEMS && entries <= MOST_ENTRIES;
        let first_turn = FIRST_TURN.max(4 * ENTRY * to_u64(entries));
        Self {
            problem: problem.clone(),
            reduction: reduction.cloned(),
            assumed: Subproblem::default(),
            engine,
            rate: Rate::of(selection.choice.engine),
            choice: selection.choice,
            is_small,
            uses_memo: true,
            stage: if is_small { Stage::Engine } else { Stage::Alone },
            turn_end: first_turn,
            first_turn,
            next_comparison: 0,
            interval: INTERVAL,
            memo: None,
            done: Work::default(),
            counted: 0,
            listed: 0,
            failures: 0,
            listing: LISTING,
            is_ended_by_memo: false,
            by_engine: BTreeSet::new(),
            by_memo: BTreeSet::new(),
            found: 0,
            solution: None,
        }
    }

    /// Goes back to a search that has not begun.
    fn begin(&mut self, root: &Subproblem, stage: Stage) {
        self.assumed.clone_from(root);
        (self.stage, self.turn_end, self.next_comparison) = (stage, self.first_turn, 0);
        (self.memo, self.done, self.is_ended_by_memo) = (None, Work::default(), false);
        (self.counted, self.listed, self.failures) = (0, 0, 0);
        self.by_engine.clear();
        self.by_memo.clear();
        (self.found, self.solution) = (0, None);
    }

    /// The cost of the engine.
    fn engine_cost(&self) -> u64 {
        self.rate.cost(self.engine.work())
    }

    /// Lets the engine search on.
    fn advance_engine(&mut self, budget: u64) -> Outcome {
        let is_alone = self.stage == Stage::Alone;
        let left = self.next_comparison.saturating_sub(self.engine.work().nodes);
        match self.engine.advance(if is_alone { budget } else { budget.min(left) }) {
            Outcome::Solution if is_alone && self.by_memo.is_empty() => Outcome::Solution,
            Outcome::Solution if self.take_solution(is_alone) => Outcome::Solution,
            Outcome::Exhausted => {
                debug_assert!(self.by_memo.is_empty(), "both find all solutions");
                self.drop_memo();
                self.stage = Stage::End;
                Outcome::Exhausted
            }
            Outcome::Solution | Outcome::Paused => Outcome::Paused,
        }
    }

    /// Begins a turn of the memo if that of the engine is over. Costs are compared after numbers of
    /// nodes that do not depend on budgets.
    fn end_turn(&mut self) {
        let nodes = self.engine.work().nodes;
        if self.stage != Stage::Engine || nodes < self.next_comparison {
            return;
        }
        self.next_comparison = nodes + self.interval;
        if self.engine_cost() >= self.turn_end {
            let Self { problem, reduction, assumed, memo, .. } = self;
            let root = TrialRoot { problem, known: reduction.as_ref(), assumed };
            memo.get_or_insert_with(|| MemoTrial::new(root, MANY));
            self.stage = Stage::Memo;
        }
    }

    /// Takes a solution of the engine. Returns whether it is new.
    fn take_solution(&mut self, is_alone: bool) -> bool {
        let mut solution = Vec::new();
        self.engine.solution(&mut solution);
        solution.sort_unstable();
        if self.by_memo.remove(&solution) {
            return false;
        }
        if !is_alone {
            self.by_engine.insert(solution);
            self.found += 1;
            if self.found >= MANY {
                self.end_memo();
            }
        }
        true
    }

    /// Lets the memo search on.
    fn advance_memo(&mut self, budget: u64) {
        let engine = self.engine_cost();
        let Self { problem, reduction, assumed, memo: Some(memo), .. } = self else { return };
        let root = TrialRoot { problem, known: reduction.as_ref(), assumed };
        match memo.advance(root, budget) {
            TrialStatus::Counted(counted) => {
                (self.counted, self.stage) = (counted, Stage::Listing);
            }
            TrialStatus::TurnOver if !memo.is_running() => self.end_memo(),
            TrialStatus::TurnOver if memo.cost() >= memo.allowance(engine) => {
                self.stage = Stage::Engine;
                self.turn_end = engine + engine / 4;
            }
            TrialStatus::Paused | TrialStatus::TurnOver => {}
        }
    }

    /// Drops the memo. What the engine has found need not be known any more.
    fn drop_memo(&mut self) {
        self.done += self.memo.take().map_or_else(Work::default, |memo| memo.work());
        self.by_engine.clear();
    }

    /// The engine goes on alone.
    fn end_memo(&mut self) {
        self.drop_memo();
        self.stage = Stage::Alone;
    }

    /// Finds the next solution by its index. After the last one, the search ends, or the engine
    /// goes on.
    fn list(&mut self) -> Outcome {
        // If the engine has found all that are left, they need not be looked for.
        let left = self.counted - self.listed;
        let is_known = to_u64(self.by_engine.len()) >= left;
        match &mut self.memo {
            Some(memo) if !is_known && self.failures < FAILURES => {
                let nodes = self.listing << self.failures.min(DOUBLINGS);
                let Some(in_order) = memo.solution(self.listed, nodes) else {
                    self.failures += 1;
                    return Outcome::Paused;
                };
                self.listed += 1;
                let mut solution = in_order.clone();
                solution.sort_unstable();
                if self.by_engine.remove(&solution) {
                    return Outcome::Paused;
                }
                self.by_memo.insert(solution);
                self.solution = Some(in_order);
                Outcome::Solution
            }
            _ if is_known && self.counted < MANY => {
                self.drop_memo();
                (self.stage, self.is_ended_by_memo) = (Stage::End, true);
                Outcome::Exhausted
            }
            _ => {
                self.end_memo();
                Outcome::Paused
            }
        }
    }
}

impl SearchEngine for MemoTurns {
    fn restart(&mut self, root: &Subproblem) {
        let has_memo = self.is_small && self.uses_memo;
        let stage = if has_memo { Stage::Engine } else { Stage::Alone };
        self.begin(root, stage);
        self.engine.restart(root);
    }

    fn restart_part(&mut self, root: &Subproblem) {
        self.begin(root, Stage::Alone);
        self.engine.restart_part(root);
    }

    fn use_memo(&mut self, uses_memo: bool) {
        self.uses_memo = uses_memo;
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        self.solution = None;
        self.end_turn();
        match self.stage {
            Stage::Engine | Stage::Alone => self.advance_engine(budget),
            Stage::Memo => {
                self.advance_memo(budget);
                Outcome::Paused
            }
            Stage::Listing => self.list(),
            Stage::End => Outcome::Exhausted,
        }
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        match &self.solution {
            Some(solution) => options.extend_from_slice(solution),
            None => self.engine.solution(options),
        }
    }

    fn work(&self) -> Work {
        let mut work = self.engine.work();
        work += self.done;
        work += self.memo.as_ref().map_or_else(Work::default, MemoTrial::work);
        work
    }

    fn path(&self, path: &mut Path) -> bool {
        if matches!(self.stage, Stage::Listing | Stage::End) {
            path.clear();
            return false;
        }
        self.engine.path(path)
    }

    fn can_split(&self) -> bool {
        self.stage == Stage::Alone && self.by_memo.is_empty() && self.engine.can_split()
    }

    fn keep_below(&mut self, levels: usize) {
        // The memo counts the whole.
        if matches!(self.stage, Stage::Engine | Stage::Memo) {
            self.end_memo();
        }
        self.engine.keep_below(levels);
    }

    fn chosen(&self) -> Option<EngineChoice> {
        if self.stage == Stage::Listing || self.is_ended_by_memo {
            return Some(EngineChoice { why: EngineReason::Repeats, ..self.choice });
        }
        self.engine.chosen()
    }
}
