//! [`Shape`]: measures of a problem, for the choice of an engine before the search.

use crate::engine::root_propagation::Root;
use crate::ids::{ItemId, OptionId, to_u64};
use crate::problem::{Entry, Problem};

/// The most words of all rows for which bits are used: those of an empty Sudoku of 16x16. On an
/// empty grid of 25x25, bits take 17 times as long as links.
const MOST_WORDS: u64 = 1 << 16;

/// The number of options from which a solution is large.
const LARGE_SOLUTION: u64 = 64;

/// The mean number of colours of an option from which options are lines of cells.
const COLORS_OF_LINE: u64 = 5;

/// The cost of choosing an option, and the size of a solution: bits read the rows of all primary
/// items, dancing cells remove the cells of all conflicting options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// The words of all rows.
    words: u64,
    /// The approximate number of cells that a choice removes.
    cells: u64,
    /// The approximate number of options of a solution, if items are covered no more often than
    /// they must be.
    solution: u64,
    /// The mean number of colours that an option gives, rounded down.
    colors: u64,
}

impl Shape {
    /// The shape of a problem.
    pub(super) fn of_problem(problem: &Problem) -> Self {
        let choosable = problem.options().filter(|&option| problem.is_choosable(option));
        let options = choosable.map(|option| (option, problem.entries(option)));
        Self::new(problem, options, |_| true)
    }

    /// The shape of the problem left at a root.
    pub(super) fn of_root(problem: &Problem, root: &Root) -> Self {
        Self::new(problem, root.options(), |item| root.is_open(item))
    }

    fn new<'p>(
        problem: &Problem,
        left: impl Iterator<Item = (OptionId, &'p [Entry])>,
        is_open: impl Fn(ItemId) -> bool,
    ) -> Self {
        let (mut options, mut entries, mut required_entries, mut colors) = (0, 0, 0, 0);
        let low = |item| if problem.is_primary(item) { problem.bounds(item).low } else { 0 };
        let mut counts = vec![0u32; problem.items().len()];
        for (_, own) in left {
            options += 1;
            for entry in own.iter().filter(|entry| is_open(entry.item)) {
                entries += 1;
                required_entries += u64::from(low(entry.item) > 0);
                colors += u64::from(entry.color.is_some());
                counts[entry.item.index()] += 1;
            }
        }
        let open = || problem.primary_items().filter(|&item| is_open(item));
        let (rows, required) =
            (open().count(), open().map(|item| u64::from(low(item))).sum::<u64>());
        let squares: u128 = counts.iter().map(|&count| u128::from(count).pow(2)).sum();
        // An option conflicts with about `squares / options` others, which have `entries / options`
        // cells each.
        let cells =
            squares * u128::from(to_u64(entries)) / u128::from(to_u64(options).max(1)).pow(2);
        Self {
            words: to_u64(rows).saturating_mul(to_u64(options.div_ceil(64))),
            cells: u64::try_from(cells).unwrap_or(u64::MAX),
            solution: required.saturating_mul(to_u64(options)) / required_entries.max(1),
            colors: colors / to_u64(options).max(1),
        }
    }

    /// Whether reading all rows costs not much more than removing the cells.
    ///
    /// Words for each cell, and the speed of bits relative to cells, on problems of DESIGN.md:
    /// queens, words and packings less than 1, and 2 to 8 times; dominoes 9, and 4 times; Latin
    /// squares 9, and 3 times. An empty Sudoku has 27 words in 9x9, where both are equally fast,
    /// and 260 in 16x16, where bits are slower.
    pub(super) fn is_dense(self) -> bool {
        self.words <= self.cells.saturating_mul(16)
    }

    /// Whether solutions have many options. Random sets, whose solutions have fewer, take learning
    /// 13 to 34 times as long as bits. Little killer Sudoku has more, and takes bits over a minute.
    pub(super) fn has_large_solutions(self) -> bool {
        self.solution >= LARGE_SOLUTION
    }

    /// Whether options give colours to many cells, as the lines of a nonogram do. Options of edge
    /// matching, which takes learning 3 to 80 times as long as bits, give four.
    pub(super) fn has_lines(self) -> bool {
        self.colors >= COLORS_OF_LINE
    }

    /// Whether the rows are short enough for bits.
    pub(super) fn is_narrow(self) -> bool {
        self.words <= MOST_WORDS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::queens;

    fn shape(text: &str) -> Shape {
        Shape::of_problem(&text.parse().unwrap())
    }

    #[test]
    fn words_and_cells_are_counted() {
        // Three items in two options each: the squares add up to 12, an option has two of the six
        // cells.
        assert_eq!(
            shape("a b c\na b\nb c\nc a\n"),
            Shape { words: 3, cells: 8, solution: 1, colors: 0 }
        );
        // What is never chosen does not count, nor does a secondary item have a row.
        assert_eq!(shape("a | x\na x\nx\n"), Shape { words: 1, cells: 4, solution: 1, colors: 0 });
        assert_eq!(shape("a\n"), Shape { words: 0, cells: 0, solution: 0, colors: 0 });
    }

    #[test]
    fn queens_are_dense_and_sudoku_is_not() {
        assert!(shape(&queens(8)).is_dense());
        let items: String = (0..640).map(|item| format!("{item} ")).collect();
        let pairs: String = (0..639).map(|item| format!("{item} {}\n", item + 1)).collect();
        assert!(!shape(&format!("{items}\n{pairs}")).is_dense());
    }

    #[test]
    fn the_root_leaves_less() {
        let problem: Problem = "a b c\na b\nb c\nc a\na\nb\nc\n".parse().unwrap();
        let mut root = Root::new(&problem, None);
        assert_eq!(Shape::of_root(&problem, &root), Shape::of_problem(&problem));
        root.settle(&crate::engine::Subproblem::from(&[OptionId::new(3)]));
        // b c, b and c are left, with four cells.
        assert_eq!(
            Shape::of_root(&problem, &root),
            Shape { words: 2, cells: 8 * 4 / 9, solution: 1, colors: 0 }
        );
    }
}
