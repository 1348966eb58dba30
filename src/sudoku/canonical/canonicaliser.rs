//! [`Canonicaliser`]: the least forms of grids and puzzles of a geometry.

use super::form::CanonicalForm;
use super::region_group::RegionGroup;
use super::region_tree::RegionTree;
use super::row_tree::RowTree;
use super::solution_grid::SolutionSearch;
use super::tree_form::TreeForms;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::encode::PuzzleError;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::stop_poll::StopPoll;
use std::fmt;
use std::time::Instant;

/// Finds the least form of grids and puzzles of one geometry.
///
/// Two grids are equivalent if a [`Transformation`](super::Transformation) that
/// [preserves](super::Transformation::preserves) the geometry maps one to the other. The *form* of
/// a grid is the least of all equivalent ones, read row by row, where a blank is less than each
/// value. So two grids are equivalent if and only if they have the same form.
///
/// Grids can have any clues, also such that have no solution: to compare patterns of clues, write 1
/// into the cell of each clue.
///
/// ```
/// use quadrille::sudoku::{Geometry, Grid, canonical::Canonicaliser};
///
/// let mut canonicaliser = Canonicaliser::new(&Geometry::of_size(9)?);
/// let puzzle: Grid =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let form = canonicaliser.form(&puzzle)?;
/// assert_eq!(form.transformation().apply(&puzzle)?, *form.grid());
/// assert_eq!(canonicaliser.form(&puzzle.transposed())?.grid(), form.grid());
/// assert_eq!(form.automorphisms().order(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canonicaliser {
    geometry: Geometry,
    stop: StopPoll,
    /// For solutions of plain 9x9 Sudoku.
    solutions: Option<SolutionSearch>,
    /// Made when it is first needed.
    forms: Option<Forms>,
}

/// The search for all other grids.
#[derive(Clone, Debug)]
enum Forms {
    /// Plain geometries up to size 9.
    Small(Box<TreeForms<RowTree<9>>>),
    /// Other plain geometries.
    Large(Box<TreeForms<RowTree<36>>>),
    Regions(Box<TreeForms<RegionTree>>),
}

impl Canonicaliser {
    /// A canonicaliser for the grids of a geometry.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let is_plain_9x9 = geometry.box_shape() == Some((3, 3)) && geometry.regions().is_empty();
        Self {
            geometry: geometry.clone(),
            stop: StopPoll::default(),
            solutions: is_plain_9x9.then(SolutionSearch::default),
            forms: None,
        }
    }

    /// Sets a token that ends the searches.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.stop.token = token;
        self
    }

    /// Sets a time at which the searches end.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.stop.deadline = Some(deadline);
        self
    }

    /// The geometry.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The least form of a grid.
    ///
    /// # Errors
    /// If the grid has another size than the geometry, or the search was stopped.
    pub fn form(&mut self, grid: &Grid) -> Result<CanonicalForm, CanonicalError> {
        self.check_size(grid)?;
        self.stop.restart();
        self.stop.step()?;
        match &mut self.solutions {
            Some(solutions) if grid.is_solution(&self.geometry) => Ok(solutions.form(grid)),
            _ => self.searched_form(grid),
        }
    }

    /// The least form of a grid of the right size, by a search of a tree.
    pub(super) fn searched_form(&mut self, grid: &Grid) -> Result<CanonicalForm, CanonicalError> {
        let Self { geometry, stop, forms, .. } = self;
        let forms = match forms {
            Some(forms) => forms,
            None => forms.insert(Forms::new(geometry, stop)?),
        };
        Ok(forms.form(grid, stop)?)
    }

    /// The form of a puzzle by its solution: the least of its images under the transformations that
    /// map the solution to its least form. The result has a transformation to it, and the
    /// automorphisms of the puzzle that keep the solution, too.
    ///
    /// Forms of puzzles with equivalent solutions are parts of the same solution.
    ///
    /// # Errors
    /// If a grid has another size than the geometry, `solution` is not a solution of the puzzle, or
    /// the search was stopped.
    pub fn form_by_solution(
        &mut self,
        puzzle: &Grid,
        solution: &Grid,
    ) -> Result<CanonicalForm, CanonicalError> {
        self.check_size(puzzle)?;
        self.check_size(solution)?;
        if !solution.is_solution(&self.geometry) || !solution.extends(puzzle) {
            return Err(CanonicalError::NotItsSolution);
        }
        let form = self.form(solution)?;
        let mut least = (puzzle.clone(), Vec::new());
        for automorphism in form.automorphisms().iter() {
            self.stop.step()?;
            let map = automorphism.followed_by(form.transformation());
            let image = map.image(puzzle);
            if least.1.is_empty() || image.cells() < least.0.cells() {
                least = (image, vec![map]);
            } else if image == least.0 {
                least.1.push(map);
            }
        }
        let (image, mut maps) = least;
        let last = maps.pop().unwrap_or(*form.transformation());
        Ok(CanonicalForm::new(image, last, [maps]))
    }

    fn check_size(&self, grid: &Grid) -> Result<(), CanonicalError> {
        let (expected, found) = (self.geometry.size(), grid.size());
        match expected == found {
            true => Ok(()),
            false => Err(CanonicalError::Puzzle(PuzzleError::WrongSize { expected, found })),
        }
    }
}

impl Forms {
    fn new(geometry: &Geometry, stop: &mut StopPoll) -> Result<Self, StopReason> {
        Ok(if !geometry.irregular_units().is_empty() {
            let group = RegionGroup::new(geometry, stop)?;
            Self::Regions(Box::new(TreeForms::new(RegionTree::new(group))))
        } else if geometry.size() <= 9 {
            Self::Small(Box::new(TreeForms::new(RowTree::new(geometry))))
        } else {
            Self::Large(Box::new(TreeForms::new(RowTree::new(geometry))))
        })
    }

    fn form(&mut self, grid: &Grid, stop: &mut StopPoll) -> Result<CanonicalForm, StopReason> {
        match self {
            Self::Small(forms) => forms.form(grid, stop),
            Self::Large(forms) => forms.form(grid, stop),
            Self::Regions(forms) => forms.form(grid, stop),
        }
    }
}

/// Why a grid has no canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CanonicalError {
    /// The grid is not one of the geometry.
    Puzzle(PuzzleError),
    /// The second grid is not a solution of the first one.
    NotItsSolution,
    /// The search was stopped before it was over.
    Stopped(StopReason),
}

impl From<StopReason> for CanonicalError {
    fn from(stop: StopReason) -> Self {
        Self::Stopped(stop)
    }
}

impl fmt::Display for CanonicalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Puzzle(error) => error.fmt(f),
            Self::NotItsSolution => {
                f.write_str("the second grid is not a solution of the first one")
            }
            Self::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for CanonicalError {}
