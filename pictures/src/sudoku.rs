//! [`SudokuPicture`]: a Sudoku with its clues, its solution or its candidates.

use crate::palette;
use crate::picture::{self, EDGE, Picture, THICK};
use crate::xml::XmlWriter;
use quadrille::sudoku::text::Alphabet;
use quadrille::sudoku::{Geometry, Grid};
use std::fmt;

/// The least side of a cell.
const CELL: u32 = 40;

/// The least width and height of a candidate's mark.
const MARK: u32 = 13;

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
        let layout = Layout::new(self.geometry, !self.candidates.is_empty());
        let mut xml = XmlWriter::new();
        for (region, unit) in self.geometry.regions().iter().enumerate() {
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
        let plural = if clues == 1 { "" } else { "s" };
        let state = match self.solution {
            Some(_) => ", solved",
            None if !self.candidates.is_empty() => ", with candidates",
            None => "",
        };
        format!("Sudoku {size}x{size}, {clues} clue{plural}{state}")
    }

    fn write_lines(&self, layout: &Layout, xml: &mut XmlWriter) {
        let (mut thin, mut thick) = (String::new(), String::new());
        let (rows, columns) = (self.geometry.box_rows(), self.geometry.box_columns());
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
        picture::lines(xml, &thin, 1, "0.5");
        picture::lines(xml, &thick, THICK, "1");
    }

    /// Writes clues and found digits, each in a group of their own.
    fn write_digits(&self, layout: &Layout, xml: &mut XmlWriter) {
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
    fn write_marks(&self, layout: &Layout, xml: &mut XmlWriter) {
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

/// The positions of cells and marks.
struct Layout {
    size: usize,
    box_columns: usize,
    /// The side of a cell.
    cell: u32,
    /// The width and height of a mark.
    mark: u32,
}

impl Layout {
    fn new(geometry: &Geometry, has_marks: bool) -> Self {
        let (size, box_columns) = (geometry.size(), geometry.box_columns());
        let marks = to_u32(geometry.box_rows().max(box_columns));
        // Symbols of two digits need more space.
        let least = if size > 9 { MARK + 2 } else { MARK };
        let cell = if has_marks { CELL.max(marks * least) } else { CELL };
        Self { size, box_columns, cell, mark: cell / marks }
    }

    /// The distance of a line from the left or the top.
    fn offset(&self, line: usize) -> u32 {
        to_u32(line) * self.cell + EDGE
    }

    fn side(&self) -> u32 {
        to_u32(self.size) * self.cell
    }

    fn corner(&self, cell: usize) -> (u32, u32) {
        (self.offset(cell % self.size), self.offset(cell / self.size))
    }

    fn middle(&self, cell: usize) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        (x + self.cell / 2, y + self.cell / 2)
    }

    /// The middle of the mark of a value, which has the place in its cell that the box has cells.
    fn mark(&self, cell: usize, value: u8) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        let (index, columns) = (usize::from(value.max(1)) - 1, self.box_columns);
        let rows = self.size / columns;
        let place =
            |index: usize, of: usize| (2 * to_u32(index) + 1) * self.cell / (2 * to_u32(of));
        (x + place(index % columns, columns), y + place(index / columns, rows))
    }

    /// The size of the font of digits.
    fn font(&self) -> u32 {
        self.cell * 3 / 5
    }

    /// The path of the square of a cell.
    fn square(&self, cell: usize) -> String {
        let ((x, y), side) = (self.corner(cell), self.cell);
        format!("M{x} {y}h{side}v{side}h-{side}z")
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a grid has at most 1296 cells")
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
    fn each_candidate_has_a_place_of_its_own_in_its_cell() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (6, 6)] {
            let geometry = Geometry::new(rows, columns).unwrap();
            let layout = Layout::new(&geometry, true);
            let mut places = std::collections::BTreeSet::new();
            for cell in 0..geometry.cells() {
                let (left, top) = layout.corner(cell);
                for value in 1..=u8::try_from(geometry.size()).unwrap() {
                    let (x, y) = layout.mark(cell, value);
                    assert!(x > left && x < left + layout.cell && y > top && y < top + layout.cell);
                    assert!(places.insert((x, y)), "{rows}x{columns}: {cell} {value}");
                }
            }
        }
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
