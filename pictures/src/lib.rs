//! Pictures of exact covers and Sudoku.
//!
//! Every picture is one self-contained text: no fonts, scripts or images are loaded. SVG has a
//! `viewBox`, a `<title>` and `role="img"`; lines and text are drawn in `currentColor`, so that a
//! picture in a page is readable in light and dark.

pub mod trace;
mod xml;
