//! [`SudokuPicture`]: a Sudoku with its clues, its solution or its candidates.

mod layout;

use crate::palette;
use crate::picture::{self, EDGE, Picture, THICK};
use crate::xml::XmlWriter;
use layout::SudokuLayout;
use quadrille::sudoku::text::Alphabet;
use quadrille::sudoku::{BoxLayout, Geometry, Grid, UnitKind};
use std::fmt;

/// A picture of a Sudoku: clues are bold, found digits have a colour, and candidates are small.
///
/// ```
/// use quadrille::sudoku::{Geometry, solve_grid, text};
/// use quadrille_pictures::SudokuPicture;
///
/// let line = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
/// let record = text::parse(line)?;
/// let geometry = Geometry::of_size(9)?;
/// let solution = solve_grid(&record.grid, &geometry)?;
/// let picture = SudokuPicture::new(&geometry, &record.grid, record.alphabet)?
///     .solution(solution.first().expect("a solution"))?
///     .picture();
/// assert_eq!(picture.description(), "Sudoku 9x9, 32 clues, solved");
/// assert!(picture.to_svg().contains("viewBox"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SudokuPicture<'a> {
    geometry: &'a Geometry,
    clues: &'a Grid,
    alphabet: Alphabet,
    solution: Option<&'a Grid>,
    /// The candidates of each cell; empty without candidates.
    candidates: Vec<Vec<u8>>,
}

impl<'a> SudokuPicture<'a> {
    /// A picture of a puzzle.
    ///
    /// # Errors
    /// If the grid is not of the size of the geometry.
    pub fn new(
        geometry: &'a Geometry,
        clues: &'a Grid,
        alphabet: Alphabet,
    ) -> Result<Self, SizeMismatch> {
        check(geometry, clues)?;
        Ok(Self { geometry, clues, alphabet, solution: None, candidates: Vec::new() })
    }

    /// Adds the values of a solution to the cells without a clue.
    ///
    /// # Errors
    /// If the grid is not of the size of the geometry.
    pub fn solution(self, solution: &'a Grid) -> Result<Self, SizeMismatch> {
        check(self.geometry, solution)?;
        Ok(Self { solution: Some(solution), ..self })
    }

    /// Adds candidates: numbers of cells, and a value for each. The only candidate of a cell is
    /// drawn as a found digit. Candidates of cells that do not exist are left out.
    #[must_use]
    pub fn candidates(mut self, candidates: impl IntoIterator<Item = (usize, u8)>) -> Self {
        self.candidates = vec![Vec::new(); self.geometry.cells()];
        for (cell, value) in candidates {
            if let Some(values) = self.candidates.get_mut(cell) {
                values.push(value);
            }
        }
        self
    }

    /// Draws it.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let layout = SudokuLayout::new(self.geometry, !self.candidates.is_empty());
        let mut xml = XmlWriter::new();
        // Moves of chess are too many to be drawn.
        let regions = self.geometry.regions().iter().filter(|unit| unit.kind() != UnitKind::Move);
        for (region, unit) in regions.enumerate() {
            let path: String = unit.cells().iter().map(|&cell| layout.square(cell)).collect();
            let fill = palette::color(region).fill();
            xml.empty("path", &[("d", &path), ("fill", &fill), ("fill-opacity", &"0.3")]);
        }
        self.write_lines(&layout, &mut xml);
        self.write_digits(&layout, &mut xml);
        self.write_marks(&layout, &mut xml);
        let side = layout.side() + 2 * EDGE;
        Picture::new((side, side), self.description(), xml)
    }

    fn description(&self) -> String {
        let (size, clues) = (self.geometry.size(), self.clues.clues());
        let state = match self.solution {
            Some(_) => ", solved",
            None if !self.candidates.is_empty() => ", with candidates",
            None => "",
        };
        format!("Sudoku {size}x{size}, {}{state}", picture::counted(clues, "clue"))
    }

    fn write_lines(&self, layout: &SudokuLayout, xml: &mut XmlWriter) {
        let (mut thin, mut thick) = (String::new(), String::new());
        let (rows, columns) = self.geometry.band_and_stack();
        let side = layout.side();
        for line in 0..=layout.size {
            let offset = layout.offset(line);
            let paths = [
                (rows, format!("M{EDGE} {offset}h{side}")),
                (columns, format!("M{offset} {EDGE}v{side}")),
            ];
            for (every, path) in paths {
                let lines = if line.is_multiple_of(every) { &mut thick } else { &mut thin };
                lines.push_str(&path);
            }
        }
        self.write_edges(layout, &mut thick);
        picture::lines(xml, &thin, 1, "0.5");
        picture::lines(xml, &thick, THICK, "1");
    }

    /// Adds a line between each two cells that are in different irregular boxes.
    fn write_edges(&self, layout: &SudokuLayout, thick: &mut String) {
        let (size, units) = (layout.size, self.geometry.units());
        if !matches!(self.geometry.boxes(), BoxLayout::Irregular(_)) {
            return;
        }
        let is_box = |unit: &&usize| units[**unit].kind() == UnitKind::Box;
        let box_of = |cell: usize| self.geometry.units_of(cell).iter().find(is_box);
        let side = layout.offset(1) - layout.offset(0);
        for cell in 0..self.geometry.cells() {
            let (row, column) = (cell / size, cell % size);
            if column + 1 < size && box_of(cell) != box_of(cell + 1) {
                let (x, y) = (layout.offset(column + 1), layout.offset(row));
                thick.push_str(&format!("M{x} {y}v{side}"));
            }
            if row + 1 < size && box_of(cell) != box_of(cell + size) {
                let (x, y) = (layout.offset(column), layout.offset(row + 1));
                thick.push_str(&format!("M{x} {y}h{side}"));
            }
        }
    }

    /// Writes clues and found digits, each in a group of their own.
    fn write_digits(&self, layout: &SudokuLayout, xml: &mut XmlWriter) {
        let (mut clues, mut found) = (Vec::new(), Vec::new());
        for cell in 0..self.geometry.cells() {
            match (self.clues.get(cell), self.found(cell)) {
                (Some(clue), _) if clue > 0 => clues.push((cell, clue)),
                (_, Some(value)) => found.push((cell, value)),
                _ => {}
            }
        }
        let groups = [(clues, "currentColor", "bold"), (found, palette::FOUND, "normal")];
        for (digits, fill, weight) in groups {
            if digits.is_empty() {
                continue;
            }
            let size = layout.font();
            picture::open_texts(xml, size, fill, weight);
            for (cell, value) in digits {
                picture::text(xml, layout.middle(cell), size, &self.symbol(value));
            }
            xml.close();
        }
    }

    /// The value that was found for a cell: that of the solution, or the only candidate.
    fn found(&self, cell: usize) -> Option<u8> {
        let only = || match self.candidates.get(cell).map(Vec::as_slice) {
            Some(&[value]) => Some(value),
            _ => None,
        };
        let solved = self.solution.and_then(|solution| solution.get(cell));
        solved.filter(|&value| value > 0).or_else(only)
    }

    /// Writes the candidates of the cells that have several, each at the place of its value.
    fn write_marks(&self, layout: &SudokuLayout, xml: &mut XmlWriter) {
        if self.candidates.iter().all(|values| values.len() < 2) {
            return;
        }
        let size = layout.mark * 4 / 5;
        picture::open_texts(xml, size, "currentColor", "normal");
        for (cell, values) in self.candidates.iter().enumerate() {
            if values.len() < 2 || self.clues.get(cell).is_some_and(|clue| clue > 0) {
                continue;
            }
            for &value in values {
                picture::text(xml, layout.mark(cell, value), size, &self.symbol(value));
            }
        }
        xml.close();
    }

    fn symbol(&self, value: u8) -> String {
        let mut text = String::new();
        self.alphabet.push(value, &mut text);
        text
    }
}

fn check(geometry: &Geometry, grid: &Grid) -> Result<(), SizeMismatch> {
    let (expected, found) = (geometry.size(), grid.size());
    if expected == found { Ok(()) } else { Err(SizeMismatch { expected, found }) }
}

/// The error for a grid that is not of the size of its geometry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeMismatch {
    /// The number of rows of the geometry.
    pub expected: usize,
    /// The number of rows of the grid.
    pub found: usize,
}

impl fmt::Display for SizeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found } = self;
        write!(f, "the grid is {found}x{found}: expected {expected}x{expected}")
    }
}

impl std::error::Error for SizeMismatch {}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::sudoku::text;

    #[test]
    fn a_grid_of_another_size_is_refused() {
        let (nine, four) = (Geometry::of_size(9).unwrap(), Grid::blank(4));
        let alphabet = Alphabet::of_size(9).unwrap();
        let error = SudokuPicture::new(&nine, &four, alphabet).unwrap_err();
        assert_eq!(error.to_string(), "the grid is 4x4: expected 9x9");
        let blank = Grid::blank(9);
        assert!(SudokuPicture::new(&nine, &blank, alphabet).unwrap().solution(&four).is_err());
    }

    #[test]
    fn clues_and_found_digits_are_apart() {
        let record = text::parse("1...2...3...4...").unwrap();
        let geometry = Geometry::of_size(4).unwrap();
        let picture = SudokuPicture::new(&geometry, &record.grid, record.alphabet).unwrap();
        let picture = picture.candidates([(0, 1), (1, 2), (2, 3), (2, 4), (99, 1)]);
        let svg = picture.picture().to_svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let digits = |key: &str, value: &str| -> Vec<String> {
            let is_group = |node: &roxmltree::Node<'_, '_>| node.attribute(key) == Some(value);
            let groups = document.descendants().filter(is_group);
            let texts = groups.flat_map(|group| {
                group
                    .children()
                    .filter_map(|node| node.text().filter(|_| node.is_element()).map(str::to_owned))
            });
            texts.collect()
        };
        assert_eq!(digits("font-weight", "bold"), ["1", "2", "3", "4"]);
        assert_eq!(digits("fill", palette::FOUND), ["2"]);
        assert_eq!(digits("font-size", "16"), ["3", "4"]);
    }
}
