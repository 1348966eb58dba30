//! [`Guesses`]: the guesses of `simd9`, averaged over random forms of a puzzle.
//!
//! A guess splits a state of the search in two. The number for one form is that of the whole search
//! tree, which proves that the solution is the only one; it does not depend on the order in which
//! the tree is searched. It depends on which of several equally good cells and values is tried, and
//! so on the names and places of things: the average over forms does not.

use super::unique_solution::UniqueSolver;
use crate::ids::{to_f64, to_u64};
use crate::search::StopReason;
use crate::splitmix;
use crate::sudoku::simd9::{Cells, Variant};
use crate::sudoku::stop_poll::StopPoll;

/// An average number of guesses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guesses {
    /// The average over the forms.
    pub mean: f64,
    /// The standard error of the average: how far it typically is from the average over all forms.
    /// 0 if each form was searched without a guess; infinite of one form with guesses.
    pub standard_error: f64,
    /// The number of forms.
    pub forms: u32,
}

impl Guesses {
    /// The average over random forms of a puzzle with one solution; `None` if `simd9` does not
    /// solve the puzzles of the geometry.
    ///
    /// If one form is searched without a guess, so is each other one: what propagation removes does
    /// not depend on the form.
    pub(super) fn estimate(
        solver: &mut UniqueSolver,
        (puzzle, variant): (&Cells, Variant),
        (seed, forms): (u64, u32),
        poll: &StopPoll,
    ) -> Option<Result<Self, StopReason>> {
        let mut random = FormSource { state: seed, variant };
        let (mut sum, mut squares) = (0.0, 0.0);
        for form in 0..forms {
            let guesses = match solver.guesses(&random.form(puzzle), poll)? {
                Ok(0) if form == 0 => {
                    return Some(Ok(Self { mean: 0.0, standard_error: 0.0, forms }));
                }
                Ok(guesses) => to_f64(guesses),
                Err(stop) => return Some(Err(stop)),
            };
            sum += guesses;
            squares += guesses * guesses;
        }
        let forms_real = f64::from(forms);
        let mean = sum / forms_real;
        let variance = (squares - sum * mean).max(0.0) / (forms_real - 1.0);
        let standard_error =
            if forms == 1 { f64::INFINITY } else { (variance / forms_real).sqrt() };
        Some(Ok(Self { mean, standard_error, forms }))
    }
}

/// Draws forms of a puzzle: the values are renamed, and rows and columns permuted in a way that
/// keeps the units, all with the same probability.
struct FormSource {
    state: u64,
    variant: Variant,
}

impl FormSource {
    fn form(&mut self, puzzle: &Cells) -> Cells {
        let mut values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        self.shuffle(&mut values[1..]);
        let (rows, columns) = match self.variant {
            Variant::Standard => (self.lines(), self.lines()),
            Variant::Diagonal => {
                let rows = self.mirrored_lines();
                let mut columns = rows;
                if self.below(2) == 1 {
                    columns.reverse();
                }
                (rows, columns)
            }
        };
        let is_transposed = self.below(2) == 1;
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let from = if is_transposed { 9 * column + row } else { 9 * row + column };
            values[usize::from(puzzle[from]).min(9)]
        })
    }

    /// A permutation of nine rows that keeps the bands.
    fn lines(&mut self) -> [usize; 9] {
        let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        self.shuffle(&mut bands);
        for band in &mut bands {
            self.shuffle(band);
        }
        std::array::from_fn(|line| bands[line / 3][line % 3])
    }

    /// One that also keeps the pairs of rows that are mirrored to each other.
    fn mirrored_lines(&mut self) -> [usize; 9] {
        let mut band = [0, 1, 2];
        self.shuffle(&mut band);
        let middle = if self.below(2) == 1 { [5, 4, 3] } else { [3, 4, 5] };
        let [a, b, c] = band;
        let [d, e, f] = middle;
        let mut lines = [a, b, c, d, e, f, 8 - c, 8 - b, 8 - a];
        if self.below(2) == 1 {
            lines = [8 - a, 8 - b, 8 - c, d, e, f, c, b, a];
        }
        lines
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }

    /// A number below a small one. The remainder favours none by more than 2^-59.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(splitmix::next(&mut self.state) % to_u64(bound)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::simd9::BatchSolver;
    use crate::sudoku::{Geometry, Grid, solve_grid};
    use std::collections::BTreeSet;

    #[test]
    fn forms_are_puzzles_of_the_geometry() {
        let nine = Geometry::of_size(9).unwrap();
        // Some cells, and the number of places to which symmetries move them. Three cells of a row
        // and a box go to 27 such triples of rows and 27 of columns; the other ones are the same
        // only where they are.
        let cases = [(nine.clone(), &[0, 1, 2][..], 54), (nine.diagonal(), &[0, 1, 5, 12, 33], 96)];
        for (geometry, marked, number) in cases {
            let variant = Variant::of(&geometry).unwrap();
            let full = solve_grid(&Grid::blank(9), &geometry).unwrap().into_first().unwrap();
            let mut random = FormSource { state: 1, variant };
            let cells = *full.cells().first_chunk().unwrap();
            let mut shapes = BTreeSet::new();
            for _ in 0..4000 {
                let form = random.form(&cells);
                assert!(Grid::try_from(form).unwrap().is_solution(&geometry));
                let marks = std::array::from_fn(|cell| u8::from(marked.contains(&cell)));
                shapes.insert(random.form(&marks).map(|value| value > 0));
            }
            assert_eq!(shapes.len(), number);
        }
    }

    #[test]
    fn a_form_has_the_same_guesses_alone_and_with_others() {
        let puzzle =
            "..18..57..8.7...1.9...4........8.....6..7.3...5.4....82.3....9.....3..........2.1";
        let puzzle = *puzzle.parse::<Grid>().unwrap().cells().first_chunk().unwrap();
        let mut random = FormSource { state: 1, variant: Variant::Standard };
        let forms: Vec<_> = (0..20).map(|_| random.form(&puzzle)).collect();
        let new = || BatchSolver::new(Variant::Standard).limit(2).keep_first(false);
        let (mut alone, mut together) = (new(), new());
        for form in &forms {
            alone.solve(form);
        }
        assert!(together.solve_all(forms).all(|result| result.solutions == 1));
        assert!(alone.stats().guesses > 100);
        assert_eq!(alone.stats().guesses, together.stats().guesses);
    }
}
