//! [`NeighbourhoodSearch`]: a search for better solutions near the best one.
//!
//! This is large neighbourhood search (Shaw, "Using constraint programming and local search methods
//! to solve vehicle routing problems", 1998). A *neighbourhood* of the best solution is a part of
//! the problem: some options of the solution are free, and all others are chosen. [`LeastCost`]
//! searches it, up to a number of nodes. If the search ends before, the next neighbourhood is
//! larger, otherwise it is smaller.
//!
//! Free options are connected, so that others can replace several of them: the first one is chosen
//! at random, and the next ones share an item with a random option of an item of a free one.

#[cfg(test)]
mod tests;

use super::search_part::{SearchPart, SearchTurn, effort};
use crate::engine::least_cost::LeastCost;
use crate::engine::{Subproblem, Work};
use crate::ids::{ItemId, OptionId, to_u64};
use crate::problem::Problem;
use crate::splitmix;

/// The most nodes of a neighbourhood.
const NODES: u64 = 512;

/// The free options of the first neighbourhood.
const FIRST_SIZE: usize = 10;

/// The random options in a row that free no other one, after which one is freed at random.
const MISSES: u32 = 20;

/// The part of the effort of a round that a turn has, given as a divisor: at first, at least and at
/// most. A turn that finds a better solution doubles the effort of the next one, and one that does
/// not halves it.
const FIRST_DIVISOR: u64 = 4;
const DIVISORS: (u64, u64) = (2, 16);

/// The updates for each entry of the problem that it takes to begin in a neighbourhood.
const UPDATES_OF_BEGIN: u64 = 2;

/// The search. See the head of this file.
#[derive(Debug)]
pub(super) struct NeighbourhoodSearch {
    part: SearchPart<LeastCost>,
    neighbourhoods: Neighbourhoods,
    root: Subproblem,
    best: Vec<OptionId>,
    /// Solutions that cost less are better ones.
    limit: u128,
    /// The free options of the next neighbourhood.
    size: usize,
    /// The part of the effort of a round, given as a divisor.
    divisor: u64,
    /// The effort that is left. A turn that takes more shortens the next ones.
    effort: i64,
    /// The nodes that are left of the turn.
    nodes: u64,
    /// The work in earlier neighbourhoods.
    earlier: Work,
}

impl NeighbourhoodSearch {
    /// A search with the multipliers of an engine, in a part of its problem.
    pub(super) fn new(engine: LeastCost, root: &Subproblem) -> Self {
        let neighbourhoods = Neighbourhoods::new(engine.problem());
        Self {
            part: SearchPart::new(engine, None),
            neighbourhoods,
            root: root.clone(),
            best: Vec::new(),
            limit: u128::MAX,
            size: FIRST_SIZE,
            divisor: FIRST_DIVISOR,
            effort: 0,
            nodes: 0,
            earlier: Work::default(),
        }
    }

    /// Goes on with the multipliers of another engine.
    pub(super) fn replace_engine(&mut self, engine: LeastCost) {
        self.earlier += self.part.work();
        self.part = SearchPart::new(engine, None);
    }

    /// Begins a turn of at most so many nodes, for solutions that cost less than the limit. A round
    /// has this effort.
    pub(super) fn begin_turn(
        &mut self,
        best: &[OptionId],
        limit: u128,
        effort_of_round: u64,
        nodes: u64,
    ) {
        self.best.clear();
        self.best.extend_from_slice(best);
        (self.limit, self.nodes) = (limit, nodes);
        self.effort = self.effort.saturating_add_unsigned(effort_of_round / self.divisor);
    }

    pub(super) fn work(&self) -> Work {
        let mut work = self.earlier;
        work += self.part.work();
        work
    }

    /// Removes the solutions of the last turn.
    pub(super) fn take_found(&mut self) -> impl Iterator<Item = Vec<OptionId>> {
        self.part.take_found()
    }

    /// Goes to the root of the next neighbourhood.
    fn begin_neighbourhood(&mut self) {
        let problem = self.part.engine().problem().clone();
        let is_free = self.neighbourhoods.next(&problem, &self.best, self.size);
        let mut subproblem = self.root.clone();
        for (&option, is_free) in self.best.iter().zip(is_free) {
            if !is_free && !self.root.include.contains(&option) {
                subproblem.include.push(option);
            }
        }
        self.earlier += self.part.work();
        self.part.begin().retry(&subproblem);
        self.part.set_limit(self.limit);
        self.part.begin_turn(NODES.min(self.nodes), 1);
    }

    /// Counts the effort of a neighbourhood, and adapts the size of the next one. Returns whether
    /// a better solution was found.
    fn end_neighbourhood(&mut self) -> bool {
        let step = 1 + self.size / 8;
        self.size = match self.part.is_exhausted() {
            true => (self.size + step).min(self.best.len()),
            false => self.size.saturating_sub(step).max(2),
        };
        let (problem, work) = (self.part.engine().problem(), self.part.work());
        let begin = UPDATES_OF_BEGIN * to_u64(self.part.engine().entry_count());
        self.effort = self.effort.saturating_sub_unsigned(effort(work) + begin);
        self.nodes = self.nodes.saturating_sub(work.nodes);
        // Each solution lowers the limit, so the last one is the best.
        let best = self.part.found().last().map(|best| (problem.total_cost(best), best));
        match best.filter(|&(cost, _)| cost < self.limit) {
            Some((cost, best)) => {
                self.limit = cost;
                self.best.clone_from(best);
                true
            }
            None => false,
        }
    }
}

impl SearchTurn for NeighbourhoodSearch {
    fn run(&mut self, is_stopped: &dyn Fn() -> bool) {
        let (mut is_better, mut has_searched) = (false, false);
        while self.effort > 0 && self.nodes > 0 {
            self.begin_neighbourhood();
            self.part.run(is_stopped);
            if is_stopped() {
                return;
            }
            is_better |= self.end_neighbourhood();
            has_searched = true;
        }
        if has_searched {
            let divisor = if is_better { self.divisor / 2 } else { self.divisor * 2 };
            self.divisor = divisor.clamp(DIVISORS.0, DIVISORS.1);
        }
    }
}

/// A sequence of random neighbourhoods, the same on every computer.
#[derive(Debug)]
struct Neighbourhoods {
    /// The options of each item.
    options: Vec<Vec<OptionId>>,
    random: u64,
}

impl Neighbourhoods {
    fn new(problem: &Problem) -> Self {
        let mut options = vec![Vec::new(); problem.items().len()];
        for option in problem.options() {
            for entry in problem.entries(option) {
                options[entry.item.index()].push(option);
            }
        }
        Self { options, random: 0 }
    }

    /// Chooses the free options of the next neighbourhood: so many, or all. Returns whether each
    /// option of the solution is free.
    fn next(&mut self, problem: &Problem, solution: &[OptionId], size: usize) -> Vec<bool> {
        // For each item, the position of an option of the solution that has it.
        let mut positions = vec![None; problem.items().len()];
        for (position, &option) in solution.iter().enumerate() {
            for entry in problem.entries(option) {
                positions[entry.item.index()] = Some(position);
            }
        }
        let mut is_free = vec![false; solution.len()];
        let (mut left, mut misses) = (size.min(solution.len()), MISSES);
        // The items of the free options, and the next options to be free.
        let (mut items, mut next) = (Vec::<ItemId>::new(), Vec::new());
        while left > 0 {
            next.clear();
            match self.random_option(&items).filter(|_| misses < MISSES) {
                Some(option) => {
                    let entries = problem.entries(option).iter();
                    next.extend(entries.filter_map(|entry| positions[entry.item.index()]));
                }
                None => next.extend(below(&mut self.random, solution.len())),
            }
            misses += 1;
            for &position in &next {
                if left > 0 && !is_free[position] {
                    is_free[position] = true;
                    items.extend(problem.entries(solution[position]).iter().map(|e| e.item));
                    (left, misses) = (left - 1, 0);
                }
            }
        }
        is_free
    }

    /// A random option of a random one of these items.
    fn random_option(&mut self, items: &[ItemId]) -> Option<OptionId> {
        let item = items[below(&mut self.random, items.len())?];
        let options = &self.options[item.index()];
        below(&mut self.random, options.len()).map(|index| options[index])
    }
}

/// A random number less than `n`; `None` if that is 0.
fn below(random: &mut u64, n: usize) -> Option<usize> {
    let number = splitmix::next(random).checked_rem(to_u64(n))?;
    usize::try_from(number).ok()
}
