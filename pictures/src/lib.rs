//! Pictures of exact covers and Sudoku.
//!
//! Every picture is one self-contained text: no fonts, scripts or images are loaded. SVG has a
//! `viewBox`, a `<title>` and `role="img"`; lines and text are drawn in `currentColor`, so that a
//! picture in a page is readable in light and dark. By itself it follows the reader's preference.
//!
//! - [`SudokuPicture`]: a Sudoku of any size, with its clues, its solution or its candidates.
//! - [`Tiling`]: an exact cover whose items are the cells of a board, as SVG or as text. It finds
//!   out from the names of the items where the cells are, or a [`CellPattern`] says so.
//! - [`Sheet`]: several pictures with captions in one SVG document.
//! - [`trace`]: the steps of dancing links as a picture, a page, a tree, text and JSON.
//!
//! ```
//! use quadrille::sudoku::{Geometry, text};
//! use quadrille::{Problem, Solver};
//! use quadrille_pictures::{Sheet, SudokuPicture, Tiling};
//!
//! let record = text::parse("1...2...3...4...")?;
//! let geometry = Geometry::of_size(record.grid.size())?;
//! let picture = SudokuPicture::new(&geometry, &record.grid, record.alphabet)?.picture();
//!
//! // Two dominoes on a board of two rows and two columns.
//! let problem: Problem = "00 01 10 11\n00 01\n10 11\n00 10\n01 11".parse()?;
//! let tiling = Tiling::new(&problem)?;
//! let solution = Solver::new(&problem).solutions().next().expect("a tiling");
//!
//! let mut sheet = Sheet::new();
//! sheet.push(picture, "a puzzle")?;
//! sheet.push(tiling.picture(solution.options()), "a tiling")?;
//! assert!(sheet.to_svg().contains("<title>2 pictures</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod caption;
mod palette;
mod picture;
mod sheet;
mod sudoku;
mod tiling;
pub mod trace;
mod xml;

pub use picture::Picture;
pub use sheet::{Sheet, SheetFull};
pub use sudoku::{SizeMismatch, SudokuPicture};
pub use tiling::{CellPattern, PatternError, Tiling, TilingError};

/// The examples of the guide are tests. They use all packages.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/rust.md")]
struct RustGuide;
