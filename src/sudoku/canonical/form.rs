//! [`CanonicalForm`]: the least form of a grid, and how it comes from the grid.

use super::automorphisms::Automorphisms;
use super::transformation::Transformation;
use crate::sudoku::grid::Grid;

/// The least of the grids that are equivalent to a grid, and how it comes from the grid. The
/// [`grid`](Self::grid) alone is equal for two grids if and only if these are equivalent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CanonicalForm {
    grid: Grid,
    transformation: Transformation,
    automorphisms: Automorphisms,
}

impl CanonicalForm {
    /// Creates the form from a transformation of the grid to it, and for each choice that led to
    /// the transformation the transformations to the same form that choose otherwise.
    pub(super) fn new(
        grid: Grid,
        transformation: Transformation,
        choices: impl IntoIterator<Item = Vec<Transformation>>,
    ) -> Self {
        let mut automorphisms = Automorphisms::new(grid.size());
        for mut choice in choices {
            if !choice.is_empty() {
                let back = transformation.inverse();
                choice.iter_mut().for_each(|other| *other = other.followed_by(&back));
                automorphisms.push(choice);
            }
        }
        Self { grid, transformation, automorphisms }
    }

    /// The least form.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The least form alone.
    #[must_use]
    pub fn into_grid(self) -> Grid {
        self.grid
    }

    /// A transformation that maps the grid to its form. The other ones are the
    /// [automorphisms](Self::automorphisms), each followed by this one.
    #[must_use]
    pub fn transformation(&self) -> &Transformation {
        &self.transformation
    }

    /// The transformations that keep the grid.
    #[must_use]
    pub fn automorphisms(&self) -> &Automorphisms {
        &self.automorphisms
    }
}
