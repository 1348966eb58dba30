//! The bit set engine: options and items are bits of a few machine words.
//!
//! Dancing links hide an option node by node. Here a set of options is a row of bits, and one AND
//! removes all options that conflict with another. That is fast for short rows, and rows become
//! short, because a few choices remove most options. So whenever the subproblem fits into half as
//! many words, the search *packs* it into a narrower one: from sixteen words down to one, where a
//! node takes a few dozen instructions, and where most nodes are.
//!
//! [`Matrix`] is a problem as bits, at any width. [`Wide`] searches it while more than 1024 options
//! are left; if the matrix would be too large, [`dancing_cells`] searches without one. [`Narrow`]
//! searches a part of it at a constant width, from which the next part is packed. Parts are nested,
//! with at most one of each width, so that no node allocates memory after the first branches.

mod budget;
pub(super) mod cpu;
mod matrix;
mod narrow;
#[cfg(test)]
mod tests;
mod wide;

use super::dancing_cells::{self, Descent, Handoff};
use super::root_propagation::Root;
use super::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{ItemId, OptionId, as_index, to_u64};
use crate::problem::{Problem, Reduction};
use budget::Budget;
use cpu::{Any, Cpu, CpuTask};
use matrix::{Matrix, Source};
use narrow::{Exit, MOST, Narrow, Shared, WIDEST};
use wide::Wide;

/// The bits of the largest matrix: 64 MiB.
const MOST_BITS: usize = 1 << 29;

/// The kinds of parts, by the search that they use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Cells,
    Wide,
    Sixteen,
    Eight,
    Four,
    Two,
    One,
}

impl Part {
    /// The narrowest part of at least `words` words.
    fn of(words: usize) -> Self {
        match words {
            0 | 1 => Self::One,
            2 => Self::Two,
            3..=4 => Self::Four,
            5..=8 => Self::Eight,
            9..=WIDEST => Self::Sixteen,
            _ => Self::Wide,
        }
    }
}

/// The engine, for a set of processor features. An update is an option that it packs into a part,
/// an entry of a matrix from which parts are packed, some words that are read while the search is
/// wide, or an update of cells above: it takes some five nanoseconds.
#[derive(Debug)]
pub(super) struct Bits<C> {
    cpu: C,
    root: Root,
    source: Source,
    shared: Shared,
    /// For a problem too large for a matrix: the engine that searches down to nodes of at most this
    /// many options.
    cells: Option<(Box<dyn Handoff>, u32)>,
    wide: Wide,
    sixteen: Narrow<16>,
    eight: Narrow<8>,
    four: Narrow<4>,
    two: Narrow<2>,
    one: Narrow<1>,
    /// The parts that are being searched, each within the one before.
    parts: Vec<Part>,
    assumed: Subproblem,
    /// Whether the search stands at the root of what is given.
    is_at_root: bool,
}

/// Whether the matrix of a problem can exceed [`MOST_BITS`].
pub(super) fn is_large(problem: &Problem) -> bool {
    most_matrices(problem) == 0
}

/// The number of matrices of a problem that together are at most as large as the largest one.
pub(super) fn most_matrices(problem: &Problem) -> usize {
    let bits = matrix::most_rows(problem).saturating_mul(problem.options().len());
    MOST_BITS / bits.max(1)
}

/// A search that can be restricted to solutions within a budget.
pub(super) trait BudgetedSearch: SearchEngine {
    /// Goes back to the root of a part of the problem, with a cost for each option and an unlimited
    /// budget. Costs are not negative, and their sum fits into an `i64`. The problem is not
    /// [large](is_large).
    fn restart_with_costs(&mut self, root: &Subproblem, costs: Vec<i64>);

    /// Sets the greatest sum of costs of the solutions that are searched from now on. Solutions
    /// that cost more can still be visited.
    fn set_budget(&mut self, most: i64);

    /// Gives the untried choices of a level of the path to another engine, which continues with
    /// these. No level before it has any: its choices would be lost.
    fn fork(&mut self, level: usize) -> Box<dyn BudgetedSearch>;
}

/// Builds the engine for this processor.
pub(super) fn start(problem: &Problem, reduction: Option<&Reduction>) -> Box<dyn BudgetedSearch> {
    #[cfg(target_arch = "x86_64")]
    if let Some(recent) = cpu::Recent::detect() {
        return Box::new(Bits::new(problem, reduction, recent));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(modern) = cpu::Modern::detect() {
        return Box::new(Bits::new(problem, reduction, modern));
    }
    Box::new(Bits::new(problem, reduction, Any))
}

impl<C: Cpu> Bits<C> {
    fn new(problem: &Problem, reduction: Option<&Reduction>, cpu: C) -> Self {
        let cells =
            || (dancing_cells::start(problem, dancing_cells::Heuristic::Fewest, reduction), MOST);
        let cells = is_large(problem).then(cells);
        Self::below(cells, problem, reduction, cpu)
    }

    /// Builds the engine, with or without cells that hand off to it.
    fn below(
        cells: Option<(Box<dyn Handoff>, u32)>,
        problem: &Problem,
        reduction: Option<&Reduction>,
        cpu: C,
    ) -> Self {
        let root = Root::new(problem, reduction);
        let mut bits = Self {
            cpu,
            source: Source::new(problem, root.idle()),
            root,
            shared: Shared::default(),
            cells,
            wide: Wide::default(),
            sixteen: Narrow::default(),
            eight: Narrow::default(),
            four: Narrow::default(),
            two: Narrow::default(),
            one: Narrow::default(),
            parts: Vec::new(),
            assumed: Subproblem::default(),
            is_at_root: false,
        };
        bits.begin();
        bits
    }

    /// Starts at the root of the problem that the given options leave.
    fn begin(&mut self) {
        self.is_at_root = true;
        self.shared.begin();
        self.forget();
        self.parts.clear();
        if self.root.is_wiped_out() {
            return;
        }
        let matrix = &mut self.shared.matrix;
        matrix.options.clear();
        matrix.options.extend(self.root.options().map(|(option, _)| option.number()));
        self.shared.budget.sort(&mut matrix.options);
        self.shared.budget.begin(self.root.chosen());
        let items = self.source.problem().primary_items();
        let open = items.filter(|&item| self.root.is_open(item)).map(ItemId::number);
        matrix.items.clear();
        matrix.items.extend(open);
        if matrix.words() <= WIDEST {
            self.enter_matrix();
        } else if let Some((cells, _)) = &mut self.cells {
            cells.restart(&self.assumed);
            self.parts.push(Part::Cells);
        } else {
            self.wide.begin(matrix, &mut self.source);
            self.parts.push(Part::Wide);
        }
    }

    /// Resets the search lengths of all widths.
    fn forget(&mut self) {
        self.sixteen.forget();
        self.eight.forget();
        self.four.forget();
        self.two.forget();
        self.one.forget();
    }

    /// Searches the shared matrix, whose options and items are set.
    fn enter_matrix(&mut self) {
        let Self { shared, source, .. } = self;
        shared.path.clear();
        shared.budget.enter(&shared.above);
        shared.matrix.build(source);
        shared.updates += to_u64(shared.matrix.entry_count());
        let part = Part::of(shared.matrix.words());
        match part {
            Part::Cells | Part::Wide => {}
            Part::Sixteen => self.sixteen.take_all(shared),
            Part::Eight => self.eight.take_all(shared),
            Part::Four => self.four.take_all(shared),
            Part::Two => self.two.take_all(shared),
            Part::One => self.one.take_all(shared),
        }
        self.parts.push(part);
    }

    /// Searches a part.
    fn search(&mut self, part: Part) -> Exit {
        let Self { cpu, shared, .. } = self;
        match part {
            Part::Cells => self.search_cells(),
            Part::Wide => cpu.run(SearchWide { wide: &mut self.wide, shared }),
            Part::Sixteen => cpu.run(Search { cpu: *cpu, narrow: &mut self.sixteen, shared }),
            Part::Eight => cpu.run(Search { cpu: *cpu, narrow: &mut self.eight, shared }),
            Part::Four => cpu.run(Search { cpu: *cpu, narrow: &mut self.four, shared }),
            Part::Two => cpu.run(Search { cpu: *cpu, narrow: &mut self.two, shared }),
            Part::One => cpu.run(Search { cpu: *cpu, narrow: &mut self.one, shared }),
        }
    }

    /// Searches the cells.
    fn search_cells(&mut self) -> Exit {
        let (Some((cells, most)), shared) = (&mut self.cells, &mut self.shared) else {
            return Exit::Exhausted;
        };
        let before = cells.work();
        let descent = cells.descend(shared.last.saturating_sub(shared.nodes), *most);
        let work = cells.work();
        shared.nodes += work.nodes - before.nodes;
        shared.updates += work.updates - before.updates;
        match descent {
            Descent::Small => Exit::Narrow,
            Descent::Outcome(Outcome::Solution) => Exit::Solution,
            Descent::Outcome(Outcome::Paused) => Exit::Paused,
            Descent::Outcome(Outcome::Exhausted) => Exit::Exhausted,
        }
    }

    /// Packs the current node of a part into a narrower part.
    fn narrow(&mut self, part: Part) {
        let needs = match part {
            Part::Cells => {
                let Matrix { options, items, .. } = &mut self.shared.matrix;
                options.clear();
                items.clear();
                if let Some((cells, _)) = &self.cells {
                    cells.left(options, items);
                }
                return self.enter_matrix();
            }
            Part::Wide => {
                self.wide.select(&mut self.shared.matrix);
                return self.enter_matrix();
            }
            Part::Sixteen => self.sixteen.needs(),
            Part::Eight => self.eight.needs(),
            Part::Four => self.four.needs(),
            Part::Two => self.two.needs(),
            Part::One => return,
        };
        let Self { cpu, shared, sixteen, eight, four, two, one, .. } = self;
        let (cpu, to) = (*cpu, Part::of(needs));
        match (part, to) {
            (Part::Sixteen, Part::Eight) => pack(cpu, sixteen, eight, shared),
            (Part::Sixteen, Part::Four) => pack(cpu, sixteen, four, shared),
            (Part::Sixteen, Part::Two) => pack(cpu, sixteen, two, shared),
            (Part::Sixteen, _) => pack(cpu, sixteen, one, shared),
            (Part::Eight, Part::Four) => pack(cpu, eight, four, shared),
            (Part::Eight, Part::Two) => pack(cpu, eight, two, shared),
            (Part::Eight, _) => pack(cpu, eight, one, shared),
            (Part::Four, Part::Two) => pack(cpu, four, two, shared),
            (Part::Four, _) => pack(cpu, four, one, shared),
            _ => pack(cpu, two, one, shared),
        }
        self.parts.push(to);
    }

    /// Appends the untried options of a level, if it belongs to this narrow part.
    fn untried(&self, part: Part, level: usize, to: &mut Vec<OptionId>) {
        let matrix = &self.shared.matrix;
        match part {
            Part::Cells | Part::Wide => {}
            Part::Sixteen => self.sixteen.untried(level, matrix, to),
            Part::Eight => self.eight.untried(level, matrix, to),
            Part::Four => self.four.untried(level, matrix, to),
            Part::Two => self.two.untried(level, matrix, to),
            Part::One => self.one.untried(level, matrix, to),
        }
    }

    /// The same search, without cells above it.
    fn copy(&self) -> Self {
        let Self { cpu, ref root, ref source, ref shared, ref assumed, is_at_root, .. } = *self;
        Self {
            cpu,
            root: root.clone(),
            source: source.clone(),
            shared: shared.clone(),
            cells: None,
            wide: self.wide.clone(),
            sixteen: self.sixteen.clone(),
            eight: self.eight.clone(),
            four: self.four.clone(),
            two: self.two.clone(),
            one: self.one.clone(),
            parts: self.parts.clone(),
            assumed: assumed.clone(),
            is_at_root,
        }
    }

    /// Drops the untried choices of all levels but one.
    fn keep_only(&mut self, level: usize) {
        self.wide.keep_only(level);
        // No level of a narrow part has so many choices before it.
        let in_parts = level.checked_sub(self.shared.above.len()).unwrap_or(usize::MAX);
        for part in &self.parts {
            match part {
                Part::Cells | Part::Wide => {}
                Part::Sixteen => self.sixteen.keep_only(in_parts),
                Part::Eight => self.eight.keep_only(in_parts),
                Part::Four => self.four.keep_only(in_parts),
                Part::Two => self.two.keep_only(in_parts),
                Part::One => self.one.keep_only(in_parts),
            }
        }
    }

    /// Makes the innermost part continue with its next branch.
    fn go_back(&mut self) {
        match self.parts.last() {
            Some(Part::Cells) => {
                self.shared.path.clear();
                if let Some((cells, _)) = &mut self.cells {
                    cells.pass();
                }
            }
            Some(Part::Wide) => {
                self.shared.path.clear();
                self.wide.go_back();
            }
            Some(Part::Sixteen) => self.sixteen.go_back(),
            Some(Part::Eight) => self.eight.go_back(),
            Some(Part::Four) => self.four.go_back(),
            Some(Part::Two) => self.two.go_back(),
            Some(Part::One) => self.one.go_back(),
            None => {}
        }
    }
}

impl<C: Cpu + 'static> BudgetedSearch for Bits<C> {
    fn restart_with_costs(&mut self, root: &Subproblem, costs: Vec<i64>) {
        self.shared.budget = Budget::new(costs);
        self.is_at_root = false;
        self.restart(root);
    }

    fn set_budget(&mut self, most: i64) {
        self.shared.budget.set(most);
    }

    fn fork(&mut self, level: usize) -> Box<dyn BudgetedSearch> {
        let mut other = self.copy();
        other.keep_only(level);
        other.go_back();
        self.keep_below(level + 1);
        Box::new(other)
    }
}

impl<C: Cpu> SearchEngine for Bits<C> {
    fn restart(&mut self, root: &Subproblem) {
        if self.assumed != *root {
            self.assumed.clone_from(root);
            self.root.settle(root);
        } else if self.is_at_root {
            return;
        }
        self.begin();
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        self.is_at_root = false;
        self.shared.last = self.shared.nodes.saturating_add(budget.max(1));
        while let Some(&part) = self.parts.last() {
            match self.search(part) {
                Exit::Solution => return Outcome::Solution,
                Exit::Paused => return Outcome::Paused,
                Exit::Narrow => self.narrow(part),
                Exit::Exhausted => {
                    self.parts.pop();
                    self.go_back();
                }
            }
        }
        Outcome::Exhausted
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        match (self.parts.first(), &self.cells) {
            (Some(Part::Cells), Some((cells, _))) => cells.solution(options),
            _ => options.extend(self.root.chosen()),
        }
        options.extend(self.shared.above.iter().map(|&option| OptionId::new(as_index(option))));
        options.extend(self.shared.chosen());
    }

    fn work(&self) -> Work {
        Work { nodes: self.shared.nodes, updates: self.shared.updates }
    }

    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        if let (Some(Part::Cells), Some((cells, _))) = (self.parts.first(), &self.cells) {
            cells.path(path);
        }
        let mut untried = Vec::new();
        let Shared { above, alternatives, .. } = &self.shared;
        for (level, (&option, &alternatives)) in above.iter().zip(alternatives).enumerate() {
            self.wide.untried(level, &mut untried);
            path.push(OptionId::new(as_index(option)), alternatives, untried.drain(..));
        }
        for (level, (option, alternatives)) in self.shared.levels().enumerate() {
            self.parts.iter().for_each(|&part| self.untried(part, level, &mut untried));
            path.push(option, alternatives, untried.drain(..));
        }
        true
    }

    fn keep_below(&mut self, levels: usize) {
        let mut below = levels;
        if let (Some(Part::Cells), Some((cells, _))) = (self.parts.first(), &mut self.cells) {
            cells.keep_below(levels);
            below = levels.saturating_sub(cells.levels());
        }
        let below_wide = below.saturating_sub(self.shared.above.len());
        for &part in &self.parts {
            match part {
                Part::Cells => {}
                Part::Wide => self.wide.keep_below(below),
                Part::Sixteen => self.sixteen.keep_below(below_wide),
                Part::Eight => self.eight.keep_below(below_wide),
                Part::Four => self.four.keep_below(below_wide),
                Part::Two => self.two.keep_below(below_wide),
                Part::One => self.one.keep_below(below_wide),
            }
        }
    }
}

/// The search in a narrow part.
struct Search<'a, C, const W: usize> {
    cpu: C,
    narrow: &'a mut Narrow<W>,
    shared: &'a mut Shared,
}

impl<C: Cpu, const W: usize> CpuTask for Search<'_, C, W> {
    type Output = Exit;

    #[inline(always)]
    fn run(self) -> Exit {
        self.narrow.search(self.cpu, self.shared)
    }
}

/// The search in the whole matrix.
struct SearchWide<'a> {
    wide: &'a mut Wide,
    shared: &'a mut Shared,
}

impl CpuTask for SearchWide<'_> {
    type Output = Exit;

    #[inline(always)]
    fn run(self) -> Exit {
        self.wide.search(self.shared)
    }
}

/// Packs the current node of a part into a narrower part.
fn pack<C: Cpu, const A: usize, const B: usize>(
    cpu: C,
    wide: &Narrow<A>,
    narrow: &mut Narrow<B>,
    shared: &mut Shared,
) {
    cpu.run(Pack { cpu, wide, narrow, shared });
}

/// The packing of a part.
struct Pack<'a, C, const A: usize, const B: usize> {
    cpu: C,
    wide: &'a Narrow<A>,
    narrow: &'a mut Narrow<B>,
    shared: &'a mut Shared,
}

impl<C: Cpu, const A: usize, const B: usize> CpuTask for Pack<'_, C, A, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.narrow.take_from(self.cpu, self.wide, self.shared);
    }
}
