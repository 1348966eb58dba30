//! Hard puzzles of 16x16: a local search among puzzles of which no clue can go.

use super::random::Random;
use quadrille::StopReason;
use quadrille::sudoku::{Encoding, Geometry, GeometryError, Grid, SudokuSolver};
use std::error::Error;

/// The steps of a search. In the first half of them the puzzle loses clues, and in the second half
/// it becomes harder.
const STEPS: usize = 240;

/// The clues that the second half may add to the fewest.
const MORE: usize = 4;

/// A clue does not go if more nodes than this are needed to see whether it can.
const NODES: u64 = 500_000;

/// Searches for hard puzzles.
pub(crate) struct Sixteen {
    seed: u64,
    solver: SudokuSolver,
}

impl Sixteen {
    pub(crate) fn new(seed: u64) -> Result<Self, GeometryError> {
        let encoding = Encoding::new(Geometry::of_size(16)?);
        let solver = SudokuSolver::new(&encoding);
        let solver = solver.configure(|solver| solver.limit(2).node_limit(NODES));
        Ok(Self { seed, solver })
    }

    /// A puzzle with its count and its solution.
    pub(crate) fn line(&mut self, number: usize) -> Result<String, Box<dyn Error>> {
        let puzzle = self.puzzle(number)?;
        let solution = self.solver.solve(&puzzle)?.into_first().ok_or("there is no solution")?;
        Ok(format!("{puzzle}:1:{solution}"))
    }

    /// The result of a search. A step takes up to four clues away, adds clues of the solution until
    /// it is the only one, and takes away what can go. At first it is accepted if there are as many
    /// clues or fewer, and then if there are as many nodes or more.
    fn puzzle(&mut self, number: usize) -> Result<Grid, Box<dyn Error>> {
        let mut random = Random::new(self.seed, number);
        let full = Self::full(&mut random)?;
        let (mut best, mut most) = self.minimal(full.clone(), &mut random)?;
        let mut fewest = best.clues();
        for step in 0..STEPS {
            let mut puzzle = best.clone();
            for _ in 0..=random.below(4) {
                let clues: Vec<_> = (0..256).filter(|&cell| puzzle.cells()[cell] != 0).collect();
                puzzle.set(clues[random.below(clues.len())], 0)?;
            }
            while self.nodes(&puzzle)?.is_none() {
                let blank: Vec<_> = (0..256).filter(|&cell| puzzle.cells()[cell] == 0).collect();
                let cell = blank[random.below(blank.len())];
                puzzle.set(cell, full.cells()[cell])?;
            }
            let (puzzle, nodes) = self.minimal(puzzle, &mut random)?;
            let is_better = match step < STEPS / 2 {
                true => puzzle.clues() <= best.clues(),
                false => puzzle.clues() <= fewest + MORE && nodes >= most,
            };
            if is_better {
                fewest = fewest.min(puzzle.clues());
                (best, most) = (puzzle, nodes);
            }
        }
        Ok(best)
    }

    /// A full grid: a regular pattern, with its values, and the rows and columns of each band, in a
    /// random order. Its puzzles have fewer clues than those of other grids.
    fn full(random: &mut Random) -> Result<Grid, Box<dyn Error>> {
        let values = random.order(16);
        let [rows, columns] = [(); 2].map(|()| {
            let band = |band: usize| random.order(4).into_iter().map(move |line| 4 * band + line);
            (0..4).flat_map(band).collect::<Vec<_>>()
        });
        let value = |row: usize, column: usize| values[(row % 4 * 4 + row / 4 + column) % 16];
        let value = |cell: usize| u8::try_from(value(rows[cell / 16], columns[cell % 16]) + 1);
        Ok(Grid::from_cells(16, (0..256).map(value).collect::<Result<_, _>>()?)?)
    }

    /// Takes clues away, in a random order. Also returns the nodes of the last count.
    fn minimal(
        &mut self,
        mut puzzle: Grid,
        random: &mut Random,
    ) -> Result<(Grid, u64), Box<dyn Error>> {
        let mut most = 0;
        for cell in random.order(256) {
            let value = puzzle.cells()[cell];
            if value != 0 {
                puzzle.set(cell, 0)?;
                match self.nodes(&puzzle)? {
                    Some(nodes) => most = nodes,
                    None => puzzle.set(cell, value)?,
                }
            }
        }
        Ok((puzzle, most))
    }

    /// The nodes that it takes to see that a puzzle has one solution; `None` if it has another
    /// number, or this takes too many.
    fn nodes(&mut self, puzzle: &Grid) -> Result<Option<u64>, Box<dyn Error>> {
        let solver = self.solver.load(puzzle)?;
        let count = solver.count();
        let is_unique = count.solutions == 1 && count.stop == StopReason::Exhausted;
        Ok(is_unique.then(|| solver.stats().nodes))
    }
}
