//! Dancing cells: Algorithms X and C over sparse sets, as in Knuth's SSXCC (2023).
//!
//! [`sets`] has the structure and the steps of the dance; this file has the search. Where dancing links undo
//! every step by its reverse, here nothing is undone step by step: the sizes of all sets are saved before
//! something is tried, and copied back before the next is. An item that has one option left is covered by it
//! at once, and nothing is saved: whatever led there is undone together with it. A level is kept only as long
//! as something remains to be tried there, so that going back is one step, however many options were chosen
//! since. What is saved takes eight bytes for each active item and level.
//!
//! # What is not in the books
//!
//! As in [`links`](super::links), items that come down to one option are *noted*, an option must have all the
//! items that ran *dry* when its level was entered, and what is forced before anything is tried is settled in
//! [`Root`]. Moreover the item that ran dry last is asked first: if all its options conflict with the one about
//! to be chosen, nothing needs to be hidden to see that it fails. Brothers often fail for the same reason.

mod above;
mod choice;
mod sets;
#[cfg(test)]
mod tests;

use super::root::Root;
use super::{Event, Machine, Path, Work};
use crate::ids::{OptionId, at, narrow};
use crate::problem::{Problem, Reduction};
pub(super) use above::{Above, Descent};
pub(super) use choice::Rule;
use sets::{Mark, Sets};

/// A level of the search: an item that was covered, and has options that have not been tried.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// The places of these options in the set of the item.
    next: u32,
    end: u32,
    /// The number of options chosen before.
    chosen: u32,
    mark: Mark,
}

/// Where the search stands between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    /// An option was chosen, or none yet: another item is to be covered.
    Enter,
    /// All below was searched, or was a solution: another option is to be tried.
    Passed,
    /// Nothing is left to be tried.
    Exhausted,
}

/// The machine. Its updates are the cells removed from a set; what undoes them is not counted.
#[derive(Debug)]
pub(super) struct Cells<'p, const COLORS: bool> {
    problem: &'p Problem,
    rule: Rule,
    root: Root<'p>,
    sets: Sets<COLORS>,
    levels: Vec<Level>,
    /// The cells of the options chosen since the root.
    chosen: Vec<u32>,
    given: Vec<OptionId>,
    nodes: u64,
    stand: Stand,
}

/// The machine for a problem with or without colours.
pub(super) fn start<'p>(
    problem: &'p Problem,
    rule: Rule,
    reduction: Option<&Reduction>,
) -> Box<dyn Above + 'p> {
    if problem.features().colors {
        Box::new(Cells::<true>::new(problem, rule, reduction))
    } else {
        Box::new(Cells::<false>::new(problem, rule, reduction))
    }
}

impl<'p, const COLORS: bool> Cells<'p, COLORS> {
    fn new(problem: &'p Problem, rule: Rule, reduction: Option<&Reduction>) -> Self {
        let mut cells = Self {
            problem,
            rule,
            root: Root::new(problem, reduction),
            sets: Sets::new(problem, rule),
            levels: Vec::new(),
            chosen: Vec::new(),
            given: Vec::new(),
            nodes: 0,
            stand: Stand::Enter,
        };
        cells.begin();
        cells
    }

    /// Builds the structure of what the root leaves anew: a search leaves its sets in another order, and would
    /// find the same solutions in another order the next time.
    fn begin(&mut self) {
        self.sets.build(&self.root, self.problem);
        self.levels.clear();
        self.chosen.clear();
        self.nodes = 1;
        self.stand = self.first_stand();
    }

    fn first_stand(&self) -> Stand {
        if self.root.is_dry() { Stand::Exhausted } else { Stand::Enter }
    }

    /// Covers an item, by its only option or by the first that can be chosen. If there is none, by another
    /// option of an earlier level. Says whether there was one.
    fn enter(&mut self, item: u32) -> bool {
        self.sets.cover(item);
        let (next, end) = self.sets.set(item);
        if end - next > 1 {
            let chosen = narrow(self.chosen.len());
            self.levels.push(Level { item, next, end, chosen, mark: self.sets.save() });
            return self.next_option();
        }
        let cell = self.sets.cell(next);
        self.nodes += 1;
        self.chosen.push(cell);
        let can = self.sets.commit(cell, 0);
        self.sets.learn(item, can);
        can || self.next_option()
    }

    /// Chooses the next option of the last level that can be chosen. Says whether there was one.
    fn next_option(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            let (item, cell, mark) = (level.item, self.sets.cell(level.next), level.mark);
            self.sets.restore(&mark);
            self.chosen.truncate(at(level.chosen));
            level.next += 1;
            // The last option is tried as part of the level before.
            if level.next == level.end {
                self.sets.drop_saved(&mark);
                self.levels.pop();
            }
            self.nodes += 1;
            let can = self.sets.commit(cell, mark.dry);
            self.sets.learn(item, can);
            if can {
                self.chosen.push(cell);
                return true;
            }
        }
        false
    }
}

impl<const COLORS: bool> Machine for Cells<'_, COLORS> {
    fn restart(&mut self, given: &[OptionId]) {
        if self.given != given {
            self.given.clear();
            self.given.extend(given);
            self.root.settle(given);
        } else if self.nodes == 1 {
            // Every step from the root tries an option: nothing has been done yet.
            self.stand = self.first_stand();
            return;
        }
        self.begin();
    }

    fn advance(&mut self, budget: u64) -> Event {
        match self.descend(budget, 0) {
            Descent::Event(event) => event,
            // With at most no option, nothing is little.
            Descent::Little => Event::Paused,
        }
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(self.root.chosen());
        let chosen = self.chosen.iter().map(|&cell| self.sets.option_of(cell));
        options.extend(chosen.map(|option| OptionId::new(at(option))));
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.sets.updates() }
    }

    /// The set of an item stays as it is while the item is covered, so that each chosen cell tells how many others
    /// there were, though its level is no longer kept when the last of them is tried.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        let mut levels = self.levels.iter().peekable();
        for (number, &cell) in self.chosen.iter().enumerate() {
            let option = |cell| OptionId::new(at(self.sets.option_of(cell)));
            let level = levels.next_if(|level| at(level.chosen) == number);
            let untried = level.map_or(0..0, |level| level.next..level.end);
            let (start, end) = self.sets.set(self.sets.item_of(cell));
            let untried = untried.map(|place| option(self.sets.cell(place)));
            path.push(option(cell), end - start, untried);
        }
        true
    }

    /// What was saved for a level that is not kept lies below the rest, and is dropped with it.
    fn keep_below(&mut self, levels: usize) {
        let kept = self.levels.partition_point(|level| at(level.chosen) < levels);
        self.levels.drain(..kept);
    }

    fn forgets(&self) -> bool {
        self.rule == Rule::Fewest
    }
}
