//! [`ClueTree`]: a depth-first search for the puzzles of a number of clues within a grid.

use super::checker::PuzzleChecker;
use super::clue_branch::{ClueBranch, NextSet};
use super::set_table::{SetBits, SetTable, cells};
use crate::ids::as_index;
use crate::search::StopReason;
use crate::sudoku::stop_poll::StopPoll;
use std::cmp::Reverse;
use std::mem::take;
use std::ops::ControlFlow;

/// When this number of clues is left, the upper table is filled again: many sets are hit by then.
const UPPER_LEFT: usize = 10;

/// When this number of clues is left, the sets of the upper table go into the lower one.
const LOWER_LEFT: usize = 8;

/// The words of both tables for each cell.
const UPPER: usize = 6;
const LOWER: usize = 2;

/// The number of complete choices of clues that are checked together.
const BATCH: usize = 256;

/// The most known sets: no more are learned.
const MOST_KNOWN: usize = 8192;

/// Which table a branch is searched with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Top,
    Upper,
    Lower,
}

/// Searches branches for puzzles.
#[derive(Debug)]
pub(super) struct ClueTree {
    /// The unavoidable sets that are given, and then those that were learned from choices of clues
    /// that are no puzzles.
    known: Vec<u128>,
    given: usize,
    top: SetTable<UPPER>,
    upper: SetTable<UPPER>,
    lower: SetTable<LOWER>,
    checker: PuzzleChecker,
    unchecked: Vec<u128>,
    pub(super) stop: StopPoll,
}

/// Receives the clues of puzzles, and ends the search by breaking.
type Visitor<'a> = dyn FnMut(u128) -> ControlFlow<StopReason> + 'a;

impl ClueTree {
    pub(super) fn new(checker: PuzzleChecker, known: Vec<u128>) -> Self {
        let (given, unchecked) = (known.len(), Vec::with_capacity(BATCH));
        let (top, upper, lower) = Default::default();
        let stop = StopPoll::default();
        Self { known, given, top, upper, lower, checker, unchecked, stop }
    }

    /// Divides a branch, if that is possible. The result depends on the given sets alone.
    pub(super) fn split(&mut self, mut branch: ClueBranch) -> Vec<ClueBranch> {
        self.known.truncate(self.given);
        let unhit = self.known.iter().copied().filter(|set| set & branch.clues == 0);
        if !self.top.fill(unhit, branch.live, true) {
            return Vec::new();
        }
        match branch.next_set(&self.top, &mut self.top.all()) {
            NextSet::None => Vec::new(),
            NextSet::Decided => vec![branch],
            NextSet::Cells(set) => {
                let mut order: Vec<_> = cells(set).collect();
                order.sort_by_key(|&cell| Reverse(self.top.degree(cell)));
                branch.children(order.into_iter()).map(|(_, child)| child).collect()
            }
        }
    }

    /// Visits the puzzles of a branch. Their order depends on the branch and the given sets alone.
    pub(super) fn search(
        &mut self,
        branch: ClueBranch,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<StopReason> {
        self.known.truncate(self.given);
        self.unchecked.clear();
        let mut table = take(&mut self.top);
        let flow = self.fill_and_descend(&mut table, branch, Level::Top, visitor);
        self.top = table;
        flow?;
        self.check(visitor)
    }

    /// Searches a branch with a table of the known sets that are unhit.
    fn fill_and_descend(
        &mut self,
        table: &mut SetTable<UPPER>,
        branch: ClueBranch,
        level: Level,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<StopReason> {
        let unhit = self.known.iter().copied().filter(|set| set & branch.clues == 0);
        if !table.fill(unhit, branch.live, true) {
            return ControlFlow::Continue(());
        }
        self.descend(table, table.all(), branch, level, visitor)
    }

    fn descend<const W: usize>(
        &mut self,
        table: &SetTable<W>,
        mut unhit: SetBits<W>,
        mut branch: ClueBranch,
        level: Level,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<StopReason> {
        match branch.next_set(table, &mut unhit) {
            NextSet::None => ControlFlow::Continue(()),
            NextSet::Decided if unhit.is_empty() => self.complete(branch, visitor),
            NextSet::Decided => self.add_last(table, unhit, branch, visitor),
            NextSet::Cells(set) => {
                if let Err(stop) = self.stop.step() {
                    return ControlFlow::Break(stop);
                }
                for (cell, child) in branch.children(cells(set)) {
                    let unhit = unhit.and_not(table.hits(cell));
                    self.enter(table, unhit, child, level, visitor)?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// Searches a branch with the table that suits the number of clues that are left.
    #[inline(always)]
    fn enter<const W: usize>(
        &mut self,
        table: &SetTable<W>,
        unhit: SetBits<W>,
        branch: ClueBranch,
        level: Level,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<StopReason> {
        if level == Level::Top && branch.left <= UPPER_LEFT {
            let mut upper = take(&mut self.upper);
            let flow = self.fill_and_descend(&mut upper, branch, Level::Upper, visitor);
            self.upper = upper;
            flow
        } else if level == Level::Upper && branch.left <= LOWER_LEFT {
            let mut lower = take(&mut self.lower);
            let mut flow = ControlFlow::Continue(());
            if lower.fill(unhit.iter().map(|index| table.set(index)), branch.live, false) {
                flow = self.descend(&lower, lower.all(), branch, Level::Lower, visitor);
            }
            self.lower = lower;
            flow
        } else {
            self.descend(table, unhit, branch, level, visitor)
        }
    }

    /// Adds the last clue: a cell of all unhit sets.
    fn add_last<const W: usize>(
        &mut self,
        table: &SetTable<W>,
        unhit: SetBits<W>,
        branch: ClueBranch,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<StopReason> {
        let mut last = if branch.left == 0 { 0 } else { branch.live };
        for index in unhit.iter() {
            last &= table.set(index);
            if last == 0 {
                break;
            }
        }
        cells(last).try_for_each(|cell| self.check_later(branch.clues | 1 << cell, visitor))
    }

    /// Searches a branch whose clues hit all sets of the table: another unhit set is looked for.
    fn complete(
        &mut self,
        branch: ClueBranch,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<StopReason> {
        if branch.left == 0 {
            return self.check_later(branch.clues, visitor);
        }
        if let Err(stop) = self.stop.step() {
            return ControlFlow::Break(stop);
        }
        let known = self.known.iter().copied().find(|set| set & branch.clues == 0);
        match known.or_else(|| self.learn(branch.clues)) {
            Some(set) => {
                let mut children = branch.children(cells(set & branch.live));
                children.try_for_each(|(_, child)| self.complete(child, visitor))
            }
            None => self.add_any(branch, visitor),
        }
    }

    /// Visits a puzzle with any further clues.
    fn add_any(
        &mut self,
        branch: ClueBranch,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<StopReason> {
        if let Err(stop) = self.stop.step() {
            return ControlFlow::Break(stop);
        }
        if branch.left == 0 {
            return visitor(branch.clues);
        }
        for (_, child) in branch.children(cells(branch.live)) {
            if as_index(child.live.count_ones()) < child.left {
                break;
            }
            self.add_any(child, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds a choice of clues to those that are checked together, unless it misses a known set.
    fn check_later(&mut self, clues: u128, visitor: &mut Visitor<'_>) -> ControlFlow<StopReason> {
        if self.known.iter().all(|set| set & clues != 0) {
            self.unchecked.push(clues);
        }
        if self.unchecked.len() < BATCH { ControlFlow::Continue(()) } else { self.check(visitor) }
    }

    /// Visits the puzzles among the unchecked choices of clues, and learns from the others.
    fn check(&mut self, visitor: &mut Visitor<'_>) -> ControlFlow<StopReason> {
        if let Err(stop) = self.stop.look() {
            return ControlFlow::Break(stop);
        }
        let mut batch = take(&mut self.unchecked);
        let is_unique = match self.checker.are_unique(&batch) {
            Ok(is_unique) => is_unique,
            Err(stop) => return ControlFlow::Break(stop),
        };
        let before = self.known.len();
        for (clues, is_unique) in batch.drain(..).zip(is_unique) {
            if is_unique {
                visitor(clues)?;
            } else if self.known[before..].iter().all(|set| set & clues != 0) {
                self.learn(clues);
            }
        }
        self.unchecked = batch;
        ControlFlow::Continue(())
    }

    /// A set that a choice of clues does not hit; `None` if it is a puzzle.
    fn learn(&mut self, clues: u128) -> Option<u128> {
        let set = self.checker.unhit_set(clues);
        self.known.extend(set.filter(|_| self.known.len() < MOST_KNOWN));
        set
    }
}
