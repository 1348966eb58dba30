//! Writes grids as text.

use super::alphabet::Alphabet;
use super::fast_path::write_cells_with_blank;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;

/// Appends a grid in one line, without a line break: one symbol for each cell, or numbers separated
/// by spaces if the alphabet is of numbers. Blank cells are written as `blank`, or as `.` if
/// `blank` could not be read back as a blank.
///
/// A [`Reader`](super::Reader) reads the line back.
pub fn write_line(out: &mut String, grid: &Grid, alphabet: Alphabet, blank: char) {
    let blank = alphabet.blank(blank);
    if alphabet == Alphabet::usual(9)
        && let Ok(cells) = grid.cells().try_into()
        && let Ok(blank) = u8::try_from(blank)
    {
        return write_cells_with_blank(cells, blank, out);
    }
    for (cell, &value) in grid.cells().iter().enumerate() {
        if alphabet.is_numbers() && cell > 0 {
            out.push(' ');
        }
        push(out, value, alphabet, blank);
    }
}

fn push(out: &mut String, value: u8, alphabet: Alphabet, blank: char) {
    match value {
        0 => out.push(blank),
        value => alphabet.push(value, out),
    }
}

/// Formats a grid in one line, like [`write_line`].
#[must_use]
pub fn format_line(grid: &Grid, alphabet: Alphabet, blank: char) -> String {
    let mut out = String::with_capacity(grid.cells().len());
    write_line(&mut out, grid, alphabet, blank);
    out
}

/// Formats a grid with one row in each line, and with bars and rules between the rectangular boxes
/// of a geometry of the same size. Each line ends with a line break. Blank cells are written as by
/// [`write_line`].
///
/// ```text
/// 5 3 . | . 7 . | . . .
/// 6 . . | 1 9 5 | . . .
/// . 9 8 | . . . | . 6 .
/// ------+-------+------
/// ```
#[must_use]
pub fn format_grid(grid: &Grid, geometry: &Geometry, alphabet: Alphabet, blank: char) -> String {
    let blank = alphabet.blank(blank);
    let width = if alphabet.is_numbers() { 2 } else { 1 };
    let (height, box_columns) = geometry.band_and_stack();
    let (mut out, mut cell) = (String::new(), String::new());
    for (row, values) in grid.cells().chunks(grid.size().max(1)).enumerate() {
        if row > 0 && row.is_multiple_of(height) {
            out.push_str(&rule(grid.size(), box_columns, width));
        }
        for (column, &value) in values.iter().enumerate() {
            out.push_str(gap(column, box_columns));
            cell.clear();
            push(&mut cell, value, alphabet, blank);
            out.push_str(&" ".repeat(width.saturating_sub(cell.len())));
            out.push_str(&cell);
        }
        out.push('\n');
    }
    out
}

/// The separator before the cell of a column.
fn gap(column: usize, box_columns: usize) -> &'static str {
    match column {
        0 => "",
        _ if column.is_multiple_of(box_columns) => " | ",
        _ => " ",
    }
}

/// A line between boxes, of dashes, with `+` in place of bars.
fn rule(size: usize, box_columns: usize, width: usize) -> String {
    let mut rule = String::new();
    for column in 0..size {
        rule.push_str(&gap(column, box_columns).replace(' ', "-").replace('|', "+"));
        rule.push_str(&"-".repeat(width));
    }
    rule + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::sizes::is_size;
    use super::super::{AlphabetStyle, Format, ReadOptions, Reader, guess_format};
    use super::*;

    /// A grid of many different values, with as many blanks as clues.
    fn sample(size: usize) -> Grid {
        let value = |cell: usize| if cell.is_multiple_of(2) { 0 } else { cell / 2 * 7 % size + 1 };
        let cells = (0..size * size).map(|cell| u8::try_from(value(cell)).unwrap());
        Grid::from_cells(size, cells.collect()).unwrap()
    }

    /// The only grid of a text, with its alphabet and blank.
    fn read(text: &str, options: ReadOptions) -> (Grid, Alphabet, char) {
        let records: Vec<_> = Reader::new(text.as_bytes(), options).map(Result::unwrap).collect();
        let [record] = &records[..] else { panic!("{} records in {text}", records.len()) };
        (record.grid.clone(), record.alphabet, record.blank)
    }

    /// All alphabets of all sizes with boxes.
    fn alphabets() -> impl Iterator<Item = (Geometry, Alphabet)> {
        let styles = [
            AlphabetStyle::FromOne,
            AlphabetStyle::FromZero,
            AlphabetStyle::Letters,
            AlphabetStyle::Numbers,
        ];
        let geometries = (4..=36).filter_map(|size| Geometry::of_size(size).ok());
        geometries.flat_map(move |geometry| {
            let named = styles.map(|style| Alphabet::new(style, geometry.size()));
            let cased = named.into_iter().flatten().flat_map(|a| [a, a.in_lower_case()]);
            cased.map(|alphabet| (geometry.clone(), alphabet)).collect::<Vec<_>>()
        })
    }

    #[test]
    fn written_grids_are_read_back_with_a_given_alphabet() {
        for (geometry, alphabet) in alphabets() {
            let grid = sample(geometry.size());
            for blank in ['.', '0', '_', '*', '-', 'x'] {
                let one = format_line(&grid, alphabet, blank);
                let many = format_grid(&grid, &geometry, alphabet, blank);
                let rows: Vec<_> = one.as_bytes().chunks(geometry.size()).collect();
                let euler = format!("Grid 01\n{}\n", String::from_utf8(rows.join(&b'\n')).unwrap());
                let (whole, rows) = match alphabet.is_numbers() {
                    true => (Format::Numbers, Format::Numbers),
                    false => (Format::Line, Format::Euler),
                };
                let mut texts = vec![(one, whole), (many, Format::Grid)];
                if rows == Format::Euler {
                    texts.push((euler, rows));
                }
                let expected = (grid.clone(), alphabet, alphabet.blank(blank));
                for (text, format) in texts {
                    let options = ReadOptions::new().alphabet(alphabet).format(format);
                    assert_eq!(read(&text, options), expected, "{text}");
                }
            }
        }
    }

    #[test]
    fn written_grids_are_read_back_without_options() {
        for (geometry, alphabet) in alphabets() {
            let size = geometry.size();
            let is_usual = size > 9 || alphabet.style() == AlphabetStyle::FromOne;
            if !is_usual || !is_size(size) {
                continue;
            }
            let grid = sample(size);
            for text in
                [format_line(&grid, alphabet, '.'), format_grid(&grid, &geometry, alphabet, '.')]
            {
                let expected = (grid.clone(), alphabet, '.');
                assert_eq!(read(&text, ReadOptions::new()), expected, "{text}");
                assert_eq!(guess_format(text.as_bytes()).map(|guess| guess.size), Some(size));
            }
        }
    }

    #[test]
    fn a_formatted_grid_has_bars_and_rules_between_boxes() {
        let digits = Alphabet::of_size(6).unwrap();
        let text = format_grid(&sample(6), &Geometry::of_size(6).unwrap(), digits, '.');
        let expected = "\
            . 1 . | 2 . 3\n\
            . 4 . | 5 . 6\n\
            ------+------\n\
            . 1 . | 2 . 3\n\
            . 4 . | 5 . 6\n\
            ------+------\n\
            . 1 . | 2 . 3\n\
            . 4 . | 5 . 6\n";
        assert_eq!(text, expected);
        let nine = format_grid(
            &sample(9),
            &Geometry::of_size(9).unwrap(),
            Alphabet::of_size(9).unwrap(),
            '0',
        );
        assert_eq!(nine.lines().nth(3), Some("------+-------+------"));
        assert_eq!(nine.lines().next(), Some("0 1 0 | 8 0 6 | 0 4 0"));
    }

    #[test]
    fn numbers_are_aligned_in_columns() {
        let numbers = Alphabet::new(AlphabetStyle::Numbers, 12).unwrap();
        let text = format_grid(&sample(12), &Geometry::of_size(12).unwrap(), numbers, '.');
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(" .  1  .  8 |  .  3  . 10 |  .  5  . 12"));
        assert_eq!(lines.nth(2), Some("------------+-------------+------------"));
        assert!(!text.contains(" \n"));
    }

    #[test]
    fn a_blank_that_is_a_symbol_is_written_as_a_dot() {
        let grid = Grid::blank(4);
        let from_zero = Alphabet::new(AlphabetStyle::FromZero, 4).unwrap();
        assert_eq!(format_line(&grid, from_zero, '0'), "................");
        assert_eq!(format_line(&grid, from_zero, '_'), "________________");
        assert_eq!(format_line(&grid, from_zero, '#'), "................");
    }
}
