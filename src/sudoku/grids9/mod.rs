//! All solution grids of standard 9x9 Sudoku: counted by classes of bands, and drawn uniformly.
//!
//! # Decomposition
//!
//! ```text
//! 1 2 3     A grid has nine boxes. The values of box 1 can be 1 to 9 in order: there are 9!
//! 4 5 6     relabellings. Boxes 2 and 3 are then filled in 2612736 ways, which are the first
//! 7 8 9     bands, and boxes 4 and 7 in as many ways, which are the first stacks.
//! ```
//!
//! The three rows of a box are a partition of the values into sets of three,
//! and so are its columns. A partition into rows and one into columns make a box if each row and
//! each column share exactly one value: they are *orthogonal*. In a band, the rows of two boxes
//! determine those of the third: each row of the band has the values that are missing. The same
//! holds for columns in a stack.
//!
//! Given a band and a stack, the other four boxes are completed in four choices:
//!
//! 1. The rows of box 5, which share no value with those of box 4: 56 ways. The rows of box 6
//!    follow.
//! 2. The columns of box 5, which share no value with those of box 2: 56 ways. The columns of box 8
//!    follow. Rows and columns of box 5 must be orthogonal.
//! 3. The columns of box 6, which share no value with those of box 3. Each row of the box can be
//!    distributed over the columns in two ways or not at all, so there are 8 ways or none. The
//!    columns of box 9 follow.
//! 4. The rows of box 8 in the same way, and with them the rows of box 9. Rows and columns of box 9
//!    must be orthogonal.
//!
//! [`BandClasses`] counts the completions by tables of these choices, and all grids with them.
//! `random_grid` (feature `generate`) draws the choices uniformly and starts again if they
//! contradict each other.
//!
//! The number of bands is that of B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I" (2006),
//! and so is the idea to count by classes of bands.

mod band_classes;
mod completions;
mod partition;
#[cfg(feature = "generate")]
mod random_grid;

#[cfg(test)]
mod tests;

pub use band_classes::{BandClass, BandClasses};
pub use partition::{BANDS, RELABELLINGS};
#[cfg(feature = "generate")]
pub use random_grid::random_grid;
