//! [`Tiling`]: exact covers whose items are the cells of a board, as pictures.
//!
//! ```text
//! coordinates ── names ── family ── scheme ── board ── pieces ── model ── covering
//!             └── pattern                                                 ├── text
//!                                                   layout, labels ───────┴── svg ── candidates
//! ```

mod board;
mod candidates;
mod coordinates;
mod covering;
mod error;
mod family;
mod labels;
mod layout;
mod mark;
mod model;
mod names;
mod pattern;
mod pieces;
mod scheme;
mod svg;
mod text;

pub use error::TilingError;
pub use pattern::{CellPattern, PatternError};

use crate::picture::Picture;
use model::Model;
use quadrille::{OptionId, Problem};
use scheme::CellItems;

/// A problem as a board, of which solutions are drawn.
///
/// The cells are found from the names of the items, all together:
///
/// | names | cells |
/// |---|---|
/// | `r1c2`, `c2r1`, `x3y0z1` | row and column, in any order, and a layer: see below |
/// | `1,2`, `0_7`, `p-1,0`, `1,2,3` | the same with a sign between the numbers |
/// | `(0,3)`, `cell[0][3]` | the same in brackets |
/// | `17`, `0a`, `_012`, `cell17` | the same with one digit or letter (`a` is 10) for each |
/// | `r1`, `c2` in each option | an option is at the crossing of a row and a column |
/// | `a1`, `b3`, `ab12` | column and row of a chessboard or a spreadsheet |
/// | `s12` | a row |
///
/// Before numbers, `r`, `row` and `y` mean a row, and `c`, `col`, `column` and `x` a column, if the
/// names have both; a third number is the layer. Numbers after other letters are the row and the
/// column, or the layer, the row and the column. Numbers may be negative.
///
/// Where several lines of the table fit, a board comes before a row, then primary items before
/// secondary ones, then the letters of a row and a column before other names, and these before
/// beginnings other than `p`, `_` and `cell` and before chessboards. After that, the names decide
/// of which the options have the most entries: cells, and not pieces such as `L1`, `L2`. A row has
/// at least half of the entries of the options.
///
/// Other items are no cells. Where an option has one primary item of them, that is its piece, with
/// its name as the label; in a Latin square (`r1c2 r1#3 c2#3`), the value is. Other options are
/// coloured by their shapes. A piece has the same colour in all solutions.
///
/// ```
/// use quadrille::{Problem, Solver};
/// use quadrille_pictures::Tiling;
///
/// let problem: Problem = "I L 00 01 10 11\nI 00\nI 11\nL 01 10 11\nL 00 01 10".parse()?;
/// let tiling = Tiling::new(&problem)?;
/// let solution = Solver::new(&problem).solutions().next().expect("a solution");
/// let drawing = tiling.text(solution.options(), false);
/// assert_eq!(drawing, "┌───┬───┐\n│ I │ L │\n├───┘   │\n│ L   L │\n└───────┘\n");
/// assert!(tiling.picture(solution.options()).to_svg().contains("viewBox"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tiling {
    model: Model,
}

impl Tiling {
    /// Finds the board from the names of the items.
    ///
    /// # Errors
    /// If the names are no coordinates, or the board is too large.
    pub fn new(problem: &Problem) -> Result<Self, TilingError> {
        Self::of(problem, &scheme::cells(problem)?)
    }

    /// Finds the board by a pattern for the names of cells.
    ///
    /// # Errors
    /// If the pattern matches no name, or two names are the same cell, a coordinate is no number,
    /// or the board is too large.
    pub fn with_pattern(problem: &Problem, pattern: &CellPattern) -> Result<Self, TilingError> {
        let mut cells = Vec::new();
        for item in problem.items() {
            if let Some(cell) = pattern.coordinates(problem.item_name(item))? {
                cells.push((item, cell));
            }
        }
        if cells.is_empty() {
            let first = problem.items().next().map_or("", |item| problem.item_name(item));
            return Err(TilingError::NoMatch { item: first.to_owned() });
        }
        Self::of(problem, &CellItems::Cells(cells))
    }

    fn of(problem: &Problem, items: &CellItems) -> Result<Self, TilingError> {
        Model::new(problem, items).map(|model| Self { model })
    }

    /// The number of layers, which are drawn side by side.
    #[must_use]
    pub fn layers(&self) -> usize {
        self.model.board.size[0]
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.model.board.size[1]
    }

    /// The number of columns of a layer.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.model.board.size[2]
    }

    /// Draws the board with these options on it: those of a solution, or none.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn picture(&self, options: &[OptionId]) -> Picture {
        svg::picture(&self.model, &self.model.covering(options))
    }

    /// Draws in each cell the pieces of these options that cover it; or the number of the options,
    /// if pieces have no labels, more than 36, or labels too long to be read there. The only option
    /// that covers a cell has its label.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn candidates(&self, options: &[OptionId]) -> Picture {
        candidates::picture(&self.model, &self.model.covering(options))
    }

    /// Draws the board with these options on it as lines of text, with colours for a terminal.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn text(&self, options: &[OptionId], color: bool) -> String {
        text::drawing(&self.model, &self.model.covering(options), color)
    }
}
