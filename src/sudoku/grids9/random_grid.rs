//! [`random_grid`]: uniform random solution grids.

use super::band_classes::value;
use super::partition::{
    ARRANGEMENTS, AVOIDING, BANDS, COLUMNS, ROWS, Thirds, are_orthogonal, arranged,
    arranged_avoiding, avoiding, missing,
};
use crate::ids::{to_u64, word_as_index};
use crate::sudoku::grid::Grid;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// The number of ways to draw the choices for a grid whose box 1 has the values 1 to 9 in order.
const WAYS: u64 = BANDS * BANDS * to_u64(AVOIDING * AVOIDING * 8 * 8);

/// A random solution grid of standard 9x9 Sudoku. Each of the 6670903752021072936960 grids has the
/// same probability.
///
/// All choices of the [decomposition](super) are drawn at once, uniformly. If they contradict each
/// other, all are drawn again. Each grid corresponds to one way to draw the choices and one
/// relabelling, so that all grids have the same probability. About 75 draws are needed for a grid,
/// and most are abandoned after a few operations.
///
/// ```
/// use quadrille::sudoku::{Geometry, grids9};
/// use rand::SeedableRng;
/// use rand::rngs::ChaCha20Rng;
///
/// let mut rng = ChaCha20Rng::seed_from_u64(1);
/// let grid = grids9::random_grid(&mut rng);
/// assert!(grid.is_solution(&Geometry::of_size(9)?));
/// assert_ne!(grid, grids9::random_grid(&mut rng));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn random_grid<R: Rng + ?Sized>(rng: &mut R) -> Grid {
    let boxes = loop {
        if let Some(boxes) = boxes(rng.random_range(0..WAYS)) {
            break boxes;
        }
    };
    let mut labels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    labels.shuffle(rng);
    Grid::from_checked_9x9(std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        let (rows, columns) = boxes[row / 3 * 3 + column / 3];
        labels[usize::from(value(rows[row % 3] & columns[column % 3])) - 1]
    }))
}

/// The rows and columns of the nine boxes for a number of choices below [`WAYS`]; `None` if these
/// contradict each other.
fn boxes(number: u64) -> Option<[(Thirds, Thirds); 9]> {
    let mut rest = number;
    let mut choice = |ways: usize| {
        let number = rest % to_u64(ways);
        rest /= to_u64(ways);
        word_as_index(number)
    };
    let rows_2 = avoiding(&ROWS, choice(AVOIDING));
    let columns_2 = arranged(&rows_2, choice(ARRANGEMENTS));
    let columns_4 = avoiding(&COLUMNS, choice(AVOIDING));
    let rows_4 = arranged(&columns_4, choice(ARRANGEMENTS));
    let rows_5 = avoiding(&rows_4, choice(AVOIDING));
    let columns_5 = avoiding(&columns_2, choice(AVOIDING));
    if !are_orthogonal(&rows_5, &columns_5) {
        return None;
    }
    let rows_3 = missing(&ROWS, &rows_2);
    let columns_3 = arranged(&rows_3, choice(ARRANGEMENTS));
    let rows_6 = missing(&rows_4, &rows_5);
    let columns_6 = arranged_avoiding(&rows_6, &columns_3, choice(8))?;
    let columns_7 = missing(&COLUMNS, &columns_4);
    let rows_7 = arranged(&columns_7, choice(ARRANGEMENTS));
    let columns_8 = missing(&columns_2, &columns_5);
    let rows_8 = arranged_avoiding(&columns_8, &rows_7, choice(8))?;
    let (rows_9, columns_9) = (missing(&rows_7, &rows_8), missing(&columns_3, &columns_6));
    are_orthogonal(&rows_9, &columns_9).then_some([
        (ROWS, COLUMNS),
        (rows_2, columns_2),
        (rows_3, columns_3),
        (rows_4, columns_4),
        (rows_5, columns_5),
        (rows_6, columns_6),
        (rows_7, columns_7),
        (rows_8, columns_8),
        (rows_9, columns_9),
    ])
}
