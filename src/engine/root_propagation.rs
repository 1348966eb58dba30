//! Root propagation: the assumptions, and the options that they force, before the search.
//!
//! An item with one option left at the root has it in every solution. So the option is chosen, and
//! those that conflict with it are removed, which can leave other items with one option. This is
//! never undone, and so needs no links: a flag for each option, and a number for each item. An
//! engine then builds its data structure of the remaining problem, which is often small or empty.
//!
//! Both steps matter for Sudoku, where the assumptions are the clues: docs/measurements.md has the
//! figures.

use super::subproblem::Subproblem;
use super::unchecked::Unchecked;
use crate::ids::{Color, ItemId, OptionId, as_index};
use crate::problem::{Entry, Problem, Reduction};

/// In [`State::fixed`]: the item is covered or idle. Any other number but 0 is the colour of the
/// item.
const COVERED: u32 = u32::MAX;

/// The root of the search tree of a problem.
#[derive(Clone, Debug)]
pub(super) struct Root {
    problem: Problem,
    /// The options of item `i` that can ever be chosen are `options[starts[i]..starts[i + 1]]`.
    starts: Unchecked<Vec<u32>>,
    options: Vec<u32>,
    /// The state before the first choice, and the current one.
    first: State,
    state: State,
    /// Whether there are idle items.
    has_idle: bool,
}

/// The problem that the chosen options leave.
#[derive(Clone, Debug)]
struct State {
    /// Whether an option is left: it is not chosen, and conflicts with none that is.
    left: Unchecked<Vec<bool>>,
    /// For each item, the number of options that are left.
    counts: Unchecked<Vec<u32>>,
    /// For each item: 0 if no chosen option has it, [`COVERED`], or its colour.
    fixed: Unchecked<Vec<u32>>,
    /// The options that the last choice removed.
    struck: Vec<u32>,
    /// Primary items with one option left.
    forced: Vec<u32>,
    /// The chosen options, the assumptions first.
    chosen: Vec<OptionId>,
    /// Whether some open primary item has no option left.
    wiped_out: bool,
}

impl Root {
    /// The root of a problem, without what is known to be in no solution.
    #[allow(unsafe_code)]
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let is_left = |option| Reduction::leaves(reduction, problem, option);
        let items = problem.items().len();
        let mut first = State::new(problem.options().map(is_left).collect(), items);
        first.wiped_out = reduction.is_some_and(Reduction::has_no_solution);
        let idle = reduction.into_iter().flat_map(Reduction::redundant_items);
        idle.for_each(|item| first.fixed[item.index()] = COVERED);
        let has_idle = first.fixed.contains(&COVERED);
        // SAFETY: there is an element for each item, and one more for the end of the last.
        let starts = unsafe { Unchecked::new(vec![0; items + 1]) };
        let state = first.clone();
        let mut root =
            Self { problem: problem.clone(), starts, options: Vec::new(), first, state, has_idle };
        root.sort_options_by_item();
        root.count_options();
        root.settle(&Subproblem::default());
        root
    }

    /// Fills `starts` and `options`, by counting.
    fn sort_options_by_item(&mut self) {
        let (problem, left) = (&self.problem, &self.first.left);
        let choosable = || problem.options().filter(|option| left[option.index()]);
        for entry in choosable().flat_map(|option| problem.entries(option)) {
            self.starts[entry.item.index() + 1] += 1;
        }
        for item in 1..self.starts.len() {
            self.starts[item] += self.starts[item - 1];
        }
        let mut ends = self.starts.clone();
        self.options = vec![0; as_index(ends[ends.len() - 1])];
        for option in choosable() {
            for entry in problem.entries(option) {
                let end = &mut ends[entry.item.index()];
                self.options[as_index(*end)] = option.number();
                *end += 1;
            }
        }
    }

    fn count_options(&mut self) {
        for (count, ends) in self.first.counts.iter_mut().zip(self.starts.windows(2)) {
            *count = ends[1] - ends[0];
        }
        for item in self.problem.primary_items() {
            match self.first.counts[item.index()] {
                0 => self.first.wiped_out = true,
                1 => self.first.forced.push(item.number()),
                _ => {}
            }
        }
    }

    /// Excludes and includes the options of a subproblem, and then includes all that are forced. If
    /// one of those included is known to be in no solution, none is left.
    pub(super) fn settle(&mut self, root: &Subproblem) {
        self.state.begin(&self.first);
        self.state.struck.clear();
        for option in root.exclude.iter().map(|option| option.number()) {
            if std::mem::take(&mut self.state.left[option]) {
                self.state.struck.push(option);
            }
        }
        self.state.count_struck(&self.problem);
        for &option in &root.include {
            match self.state.left[option.number()] {
                true => self.choose(option),
                false => self.state.wiped_out = true,
            }
        }
        while let Some(item) = self.state.forced.pop()
            && !self.state.wiped_out
        {
            if self.state.fixed[item] == 0
                && let Some(option) = self.last_option(item)
            {
                self.choose(option);
            }
        }
    }

    /// The first option that is left to an item.
    fn last_option(&self, item: u32) -> Option<OptionId> {
        let options = &self.options[as_index(self.starts[item])..as_index(self.starts[item + 1])];
        let option = options.iter().find(|&&option| self.state.left[option]);
        option.map(|&option| OptionId::new(as_index(option)))
    }

    /// Whether no solution is left.
    pub(super) fn is_wiped_out(&self) -> bool {
        self.state.wiped_out
    }

    /// The options chosen for good.
    pub(super) fn chosen(&self) -> &[OptionId] {
        &self.state.chosen
    }

    /// Whether the item is still to be looked at: to be covered, or to be coloured.
    pub(super) fn is_open(&self, item: ItemId) -> bool {
        self.state.fixed[item.number()] == 0
    }

    /// Whether there are items that are not open, though nothing covers them: they need not be
    /// looked at, and options that are left have them.
    pub(super) fn has_idle(&self) -> bool {
        self.has_idle
    }

    /// The items that are not open from the beginning.
    pub(super) fn idle(&self) -> impl Iterator<Item = ItemId> {
        let items = self.problem.items().zip(self.first.fixed.iter());
        items.filter(|&(_, &fixed)| fixed != 0).map(|(item, _)| item)
    }

    /// Of an item that is open, the number of options that are left.
    pub(super) fn count(&self, item: ItemId) -> u32 {
        self.state.counts[item.number()]
    }

    /// The options that are left, each with its entries. An entry whose item is not open agrees
    /// with what is chosen, or its item need not be looked at.
    pub(super) fn options(&self) -> impl Iterator<Item = (OptionId, &[Entry])> {
        let (starts, entries) = self.problem.arrays();
        let ends = starts.windows(2).zip(self.problem.options());
        let left = ends.zip(self.state.left.iter()).filter(|&(_, &left)| left);
        left.map(move |((ends, option), _)| {
            (option, &entries[as_index(ends[0])..as_index(ends[1])])
        })
    }

    fn choose(&mut self, option: OptionId) {
        let Self { problem, starts, options, state, .. } = self;
        state.chosen.push(option);
        state.left[option.number()] = false;
        let entries = problem.entries(option);
        state.struck.clear();
        for entry in entries {
            let item = entry.item.number();
            let is_open = state.fixed[item] == 0;
            state.fixed[item] = entry.color.map_or(COVERED, Color::number);
            state.counts[item] -= 1;
            // What disagrees with a colour was struck out when the item got it.
            if is_open && state.counts[item] > 0 {
                let options = &options[as_index(starts[item])..as_index(starts[item + 1])];
                state.strike(options, |other| !agree(problem, other, entry));
            }
        }
        state.count_struck(problem);
    }
}

impl State {
    /// The state with these options left and nothing chosen.
    #[allow(unsafe_code)]
    fn new(left: Vec<bool>, items: usize) -> Self {
        Self {
            // SAFETY: there is a flag for each option, and two numbers for each item, as long as
            // the state exists.
            left: unsafe { Unchecked::new(left) },
            counts: unsafe { Unchecked::new(vec![0; items]) },
            fixed: unsafe { Unchecked::new(vec![0; items]) },
            struck: Vec::new(),
            forced: Vec::new(),
            chosen: Vec::new(),
            wiped_out: false,
        }
    }

    /// Copies another state of the same problem, without allocation.
    fn begin(&mut self, first: &Self) {
        self.left.copy_from_slice(&first.left);
        self.counts.copy_from_slice(&first.counts);
        self.fixed.copy_from_slice(&first.fixed);
        self.forced.clone_from(&first.forced);
        self.chosen.clear();
        self.wiped_out = first.wiped_out;
    }

    /// Removes the options that are left and conflict with a chosen one.
    ///
    /// Branches on `left` are hard to predict: so every option is written after those removed
    /// before, and the end is advanced without a branch.
    fn strike(&mut self, options: &[u32], conflicts: impl Fn(u32) -> bool) {
        let mut end = self.struck.len();
        self.struck.resize(end + options.len(), 0);
        for &option in options {
            self.struck[end] = option;
            let left = &mut self.left[option];
            let strike = *left & conflicts(option);
            *left &= !strike;
            end += usize::from(strike);
        }
        self.struck.truncate(end);
    }

    /// Updates the counts of items after options were removed.
    fn count_struck(&mut self, problem: &Problem) {
        let (starts, entries) = problem.arrays();
        for &option in &self.struck {
            for entry in
                &entries[as_index(starts[as_index(option)])..as_index(starts[as_index(option) + 1])]
            {
                let item = entry.item.number();
                let count = &mut self.counts[item];
                *count -= 1;
                if *count <= 1 && self.fixed[item] == 0 && problem.is_primary(entry.item) {
                    self.wiped_out |= *count == 0;
                    self.forced.push(item);
                }
            }
        }
    }
}

/// Whether an option gives the same colour to an item as this entry does.
fn agree(problem: &Problem, option: u32, entry: &Entry) -> bool {
    entry.color.is_some() && problem.entries(OptionId::new(as_index(option))).contains(entry)
}
