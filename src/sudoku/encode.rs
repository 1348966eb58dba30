//! Sudoku as an exact cover, there and back.
//!
//! An option is a value in a cell. It covers the cell, and for each unit that has the cell, the value in that
//! unit. So a 9x9 Sudoku is 729 options over 81 + 3 * 81 = 324 items, a 16x16 one 4096 over 1024, and each
//! diagonal adds 9 items: 342. A region with fewer cells than there are values holds each value at most
//! once: its items are secondary.
//!
//! Items are named `r1c2` for a cell, and `r1#5`, `c1#5`, `b1#5`, `x1#5` for the value 5 in a row, column, box
//! or extra region. Option `cell * size + value - 1` is the value in the cell.

use super::geometry::{Geometry, Unit, UnitKind};
use super::grid::{Clash, Grid};
use crate::ids::{ItemId, OptionId};
use crate::problem::{BuildError, Entry, Problem, ProblemBuilder};
use crate::solution::Solution;
use std::fmt;

/// The exact cover of all grids of a geometry.
///
/// ```
/// use quadrille::sudoku::{Encoding, Geometry};
///
/// let encoding = Encoding::new(Geometry::of_size(9)?.diagonal());
/// assert_eq!(encoding.problem().options().len(), 729);
/// assert_eq!(encoding.problem().items().len(), 342);
/// # Ok::<(), quadrille::sudoku::GeometryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoding {
    geometry: Geometry,
    problem: Problem,
}

impl Encoding {
    /// Encodes a geometry, without any givens.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        let problem =
            build(&geometry).expect("names and entries follow from the geometry and are distinct");
        Self { geometry, problem }
    }

    /// The geometry.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The exact cover whose solutions are the full grids.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The option that is a value, `1..=size`, in a cell; none if there is no such cell or value.
    #[must_use]
    pub fn option(&self, cell: usize, value: u8) -> Option<OptionId> {
        let (size, value) = (self.geometry.size(), usize::from(value));
        let exists = cell < self.geometry.cells() && (1..=size).contains(&value);
        exists.then(|| OptionId::new(cell * size + value - 1))
    }

    /// The cell and the value that an option is; none if there is no such option.
    #[must_use]
    pub fn placement(&self, option: OptionId) -> Option<(usize, u8)> {
        let size = self.geometry.size();
        let value = u8::try_from(option.index() % size + 1).ok()?;
        (option.index() < self.problem.options().len()).then_some((option.index() / size, value))
    }

    /// The options that are the clues of a grid, to be [given](crate::Solver::give) to a solver: so the matrix
    /// stays whole, and is built once for any number of grids.
    ///
    /// # Errors
    /// If the grid has another size, or its clues clash.
    pub fn givens(&self, grid: &Grid) -> Result<Vec<OptionId>, PuzzleError> {
        let mut givens = Vec::new();
        self.read_givens(grid, &mut givens)?;
        Ok(givens)
    }

    /// The same into a vector that is used again.
    pub(super) fn read_givens(
        &self,
        grid: &Grid,
        givens: &mut Vec<OptionId>,
    ) -> Result<(), PuzzleError> {
        if grid.size() != self.geometry.size() {
            let (expected, found) = (self.geometry.size(), grid.size());
            return Err(PuzzleError::WrongSize { expected, found });
        }
        if let Some(clash) = grid.clash(&self.geometry) {
            return Err(PuzzleError::Clash(clash));
        }
        givens.clear();
        givens.extend(
            grid.cells().iter().enumerate().filter_map(|(cell, &value)| self.option(cell, value)),
        );
        Ok(())
    }

    /// The grid that a solution of [`problem`](Self::problem) is, checked by the rules of Sudoku.
    ///
    /// # Errors
    /// If the options, in any order, are no full grid that obeys the geometry.
    pub fn decode(&self, options: &[OptionId]) -> Result<Grid, NotAGrid> {
        let mut cells = vec![0; self.geometry.cells()];
        for &option in options {
            let (cell, value) = self.placement(option).ok_or(NotAGrid)?;
            cells[cell] = value;
        }
        let grid = Grid::from_checked(self.geometry.size(), cells);
        if grid.is_solution(&self.geometry) { Ok(grid) } else { Err(NotAGrid) }
    }

    /// A problem of its own for one grid, with all items: a cell that has a clue keeps only that option.
    ///
    /// # Errors
    /// If the grid has another size, or its clues clash.
    pub fn whole(&self, grid: &Grid) -> Result<Encoded, PuzzleError> {
        self.givens(grid)?;
        let keep = |option| {
            self.placement(option)
                .is_some_and(|(cell, value)| [0, value].contains(&grid.cells()[cell]))
        };
        Ok(self.part(|_| true, keep, Vec::new()))
    }

    /// A problem of its own for one grid, without the items that the clues cover and without the options that
    /// conflict with them.
    ///
    /// # Errors
    /// If the grid has another size, its clues clash, or it has no blank cell, so that no item is left.
    pub fn shrunk(&self, grid: &Grid) -> Result<Encoded, PuzzleError> {
        let givens = self.givens(grid)?;
        if grid.is_full() {
            return Err(PuzzleError::NothingLeft);
        }
        let mut covered = vec![false; self.problem.items().len()];
        for entry in givens.iter().flat_map(|&option| self.problem.entries(option)) {
            covered[entry.item.index()] = true;
        }
        let free = |item: ItemId| !covered[item.index()];
        let keep = |option| self.problem.entries(option).iter().all(|entry| free(entry.item));
        Ok(self.part(free, keep, givens))
    }

    /// The problem of some items and of some options, which have only such items.
    fn part(
        &self,
        keep_item: impl Fn(ItemId) -> bool,
        keep_option: impl Fn(OptionId) -> bool,
        givens: Vec<OptionId>,
    ) -> Encoded {
        let options: Vec<_> =
            self.problem.options().filter(|&option| keep_option(option)).collect();
        let problem = self
            .copy(self.problem.items().filter(|&item| keep_item(item)), &options)
            .expect("a part of a problem has distinct names and known items");
        Encoded { problem, options, givens }
    }

    fn copy(
        &self,
        items: impl Iterator<Item = ItemId>,
        options: &[OptionId],
    ) -> Result<Problem, BuildError> {
        let mut builder = ProblemBuilder::new();
        let mut numbers: Vec<Option<ItemId>> = vec![None; self.problem.items().len()];
        for item in items {
            let name = self.problem.item_name(item);
            let primary = self.problem.is_primary(item);
            numbers[item.index()] =
                Some(if primary { builder.primary(name) } else { builder.secondary(name) }?);
        }
        for &option in options {
            let entries = self.problem.entries(option).iter();
            builder.option(entries.filter_map(|entry| numbers[entry.item.index()]))?;
        }
        builder.build()
    }
}

/// A problem of its own for one grid: see [`Encoding::whole`] and [`Encoding::shrunk`].
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The problem.
    pub problem: Problem,
    /// Of each of its options, the one of the [`Encoding`] that it is.
    options: Vec<OptionId>,
    /// The clues that are no part of the problem any more.
    givens: Vec<OptionId>,
}

impl Encoded {
    /// A solution of this problem as one of the [`Encoding`]'s, with the clues that were left out: what
    /// [`Encoding::decode`] takes. Options that the problem does not have are passed over.
    #[must_use]
    pub fn restore(&self, solution: &Solution) -> Solution {
        let kept = solution.options().iter().filter_map(|option| self.options.get(option.index()));
        Solution::new(kept.chain(&self.givens).copied().collect())
    }
}

/// Builds the matrix: items of cells and of units that hold every value, then those of smaller regions.
fn build(geometry: &Geometry) -> Result<Problem, BuildError> {
    let size = geometry.size();
    let mut builder = ProblemBuilder::new();
    let cells = (0..geometry.cells())
        .map(|cell| builder.primary(&format!("r{}c{}", cell / size + 1, cell % size + 1)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut firsts = vec![None; geometry.units().len()];
    let complete = |unit: &Unit| unit.cells().len() == size;
    for primary in [true, false] {
        for (index, unit) in
            geometry.units().iter().enumerate().filter(|(_, unit)| complete(unit) == primary)
        {
            let letter = letter(unit.kind());
            let number =
                1 + if unit.kind() == UnitKind::Region { index - 3 * size } else { index % size };
            for value in 1..=size {
                let name = format!("{letter}{number}#{value}");
                let item = if primary { builder.primary(&name) } else { builder.secondary(&name) }?;
                firsts[index].get_or_insert(item);
            }
        }
    }
    for (cell, &item) in cells.iter().enumerate() {
        for value in 0..size {
            let of_unit =
                |&unit: &usize| firsts[unit].map(|first| ItemId::new(first.index() + value));
            let units = geometry.units_of(cell).iter().filter_map(of_unit);
            builder.option(std::iter::once(item).chain(units).map(Entry::from))?;
        }
    }
    builder.build()
}

fn letter(kind: UnitKind) -> char {
    match kind {
        UnitKind::Row => 'r',
        UnitKind::Column => 'c',
        UnitKind::Box => 'b',
        UnitKind::Region => 'x',
    }
}

/// Why a grid is no puzzle for an [`Encoding`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The grid has not the size of the geometry.
    WrongSize {
        /// The size of the geometry.
        expected: usize,
        /// The size of the grid.
        found: usize,
    },
    /// Two clues break a rule, so that there is no solution.
    Clash(Clash),
    /// The grid has no blank cell, and a shrunk problem would have no items.
    NothingLeft,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongSize { expected, found } => {
                write!(
                    f,
                    "expected a grid of {expected}x{expected} cells, found one of {found}x{found}"
                )
            }
            Self::Clash(clash) => write!(f, "{clash}"),
            Self::NothingLeft => {
                write!(f, "the grid has no blank cell: nothing is left to be covered")
            }
        }
    }
}

impl std::error::Error for PuzzleError {}

/// Options are not one value for each cell, or the values break the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAGrid;

impl fmt::Display for NotAGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the options are no full grid that obeys the rules")
    }
}

impl std::error::Error for NotAGrid {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Solver, Uniqueness};

    const PUZZLE: &str = "1...3..2...3..2.";

    fn four(text: &str) -> Grid {
        let value =
            |c: char| c.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).unwrap_or(0);
        Grid::from_cells(4, text.chars().map(value).collect()).unwrap()
    }

    fn encoding() -> Encoding {
        Encoding::new(Geometry::of_size(4).unwrap())
    }

    #[test]
    fn the_sizes_are_those_of_the_literature() {
        let table = [(4, 64, 64), (6, 216, 144), (9, 729, 324), (16, 4096, 1024)];
        for (size, options, items) in table {
            let encoding = Encoding::new(Geometry::of_size(size).unwrap());
            assert_eq!(encoding.problem().options().len(), options);
            assert_eq!(encoding.problem().primary_items().len(), items);
            assert_eq!(encoding.problem().secondary_items().len(), 0);
        }
    }

    #[test]
    fn options_and_placements_are_inverse() {
        let encoding = encoding();
        for option in encoding.problem().options() {
            let (cell, value) = encoding.placement(option).unwrap();
            assert_eq!(encoding.option(cell, value), Some(option));
        }
        for (cell, value) in [(16, 1), (0, 0), (0, 5)] {
            assert_eq!(encoding.option(cell, value), None);
        }
        assert_eq!(encoding.placement(OptionId::new(64)), None);
    }

    #[test]
    fn an_option_covers_its_cell_and_its_units() {
        let encoding = Encoding::new(Geometry::of_size(9).unwrap().diagonal());
        let option = encoding.option(8, 5).unwrap();
        let entries = encoding.problem().entries(option).iter();
        let names: Vec<_> = entries.map(|entry| encoding.problem().item_name(entry.item)).collect();
        assert_eq!(names, ["r1c9", "r1#5", "c9#5", "b3#5", "x2#5"]);
    }

    #[test]
    fn a_small_region_is_secondary() {
        let geometry =
            Geometry::of_size(4).unwrap().with_region("cage", &[0, 5]).unwrap().diagonal();
        let encoding = Encoding::new(geometry);
        assert_eq!(encoding.problem().secondary_items().len(), 4);
        assert_eq!(encoding.problem().primary_items().len(), 64 + 8);
        for solution in Solver::new(encoding.problem()).unwrap().solutions() {
            let grid = encoding.decode(solution.options()).unwrap();
            assert_ne!(grid.cells()[0], grid.cells()[5]);
        }
    }

    #[test]
    fn given_whole_and_shrunk_are_the_same_puzzle() {
        let (encoding, grid) = (encoding(), four(PUZZLE));
        let mut given = Solver::new(encoding.problem()).unwrap();
        given.give(&encoding.givens(&grid).unwrap()).unwrap();
        let answer = given.first().unwrap().unwrap();
        assert_eq!(given.is_unique(), Ok(Uniqueness::Unique));
        assert!(encoding.decode(answer.options()).unwrap().extends(&grid));

        let (whole, shrunk) = (encoding.whole(&grid).unwrap(), encoding.shrunk(&grid).unwrap());
        assert_eq!(whole.problem.items().len(), 64);
        assert_eq!(shrunk.problem.items().len(), 64 - 4 * grid.clues());
        for encoded in [whole, shrunk] {
            let mut solver = Solver::new(&encoded.problem).unwrap();
            let found: Vec<_> =
                solver.solutions().map(|solution| encoded.restore(&solution)).collect();
            assert_eq!(found, std::slice::from_ref(&answer));
        }
    }

    #[test]
    fn what_is_no_puzzle_is_named() {
        let encoding = encoding();
        let clash = four("1..1............");
        assert_eq!(encoding.givens(&clash).unwrap_err().to_string(), "row 1 has 1 twice");
        assert_eq!(encoding.whole(&clash).unwrap_err().to_string(), "row 1 has 1 twice");
        let large = encoding.givens(&Grid::blank(9)).unwrap_err();
        assert_eq!(large.to_string(), "expected a grid of 4x4 cells, found one of 9x9");
        let full = encoding.shrunk(&four("1234341221434321")).unwrap_err();
        assert_eq!(full, PuzzleError::NothingLeft);
    }

    #[test]
    fn only_full_grids_are_decoded() {
        let encoding = encoding();
        let all = encoding.givens(&four("1234341221434321")).unwrap();
        assert!(encoding.decode(&all).is_ok());
        assert_eq!(encoding.decode(&all[1..]), Err(NotAGrid));
        let mut wrong = all;
        wrong[0] = encoding.option(0, 2).unwrap();
        assert_eq!(encoding.decode(&wrong), Err(NotAGrid));
    }
}
