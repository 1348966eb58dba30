//! [`CsvColumns`]: which column of a table is the puzzle, and which ones its solution and its name.
//!
//! The first line decides: by the names that it has, or by its fields. Then the first field that is
//! a grid is the puzzle, and the next one that is a full grid with the clues of the puzzle is its
//! solution.

use super::csv_fields::{CsvField, split};
use super::field_grid;
use super::field_names::{FieldRole, role};
use super::puzzle_line::WantedSizes;
use super::symbols::{ParsedGrid, SymbolReader};

/// The delimiters, of which the most frequent one of the first line is taken.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The delimiter of a line that has none of the others, as in `puzzle:count:solution`.
const COLON: u8 = b':';

/// The columns of a table, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CsvColumns {
    pub(super) delimiter: u8,
    pub(super) puzzle: usize,
    pub(super) solution: Option<usize>,
    /// The column of names. Without it, the name is the text before the puzzle.
    pub(super) name: Option<usize>,
    /// The column of the shape of boxes.
    pub(super) boxes: Option<usize>,
    pub(super) variant: Option<usize>,
}

impl CsvColumns {
    /// The columns by the names in a line; `None` if no name is that of a puzzle.
    pub(super) fn of_names(line: &[u8]) -> Option<Self> {
        let (delimiter, fields) = first_line(line);
        let roles: Vec<_> = fields.iter().map(|field| role(&field.content(line))).collect();
        let place = |wanted: fn(FieldRole) -> Option<usize>| {
            let ranked = roles.iter().enumerate().filter_map(|(at, role)| {
                let rank = role.and_then(wanted)?;
                Some((rank, at))
            });
            ranked.min().map(|(_, at)| at)
        };
        let puzzle = |role| if let FieldRole::Puzzle(rank) = role { Some(rank) } else { None };
        let name = |role| if let FieldRole::Name(rank) = role { Some(rank) } else { None };
        let solution = |role| (role == FieldRole::Solution).then_some(0);
        let boxes = place(|role| (role == FieldRole::Box).then_some(0));
        let variant = place(|role| (role == FieldRole::Variant).then_some(0));
        let (puzzle, solution, name) = (place(puzzle)?, place(solution), place(name));
        Some(Self { delimiter, puzzle, solution, name, boxes, variant })
    }

    /// The columns by the fields of a line; `None` if none is a grid.
    pub(super) fn of_fields(
        line: &[u8],
        sizes: WantedSizes,
        symbols: &mut SymbolReader,
    ) -> Option<Self> {
        let (delimiter, fields) = first_line(line);
        let mut grid =
            |field: &CsvField| field_grid::parse(&field.content(line), b"", sizes, symbols).ok();
        let mut grids = fields.iter().map(&mut grid).enumerate();
        let (puzzle, found) = grids.find_map(|(at, parsed)| Some((at, parsed?)))?;
        let solves =
            |parsed: &ParsedGrid| parsed.grid.is_full() && parsed.grid.extends(&found.grid);
        let solution = grids.find(|(_, parsed)| parsed.as_ref().is_some_and(solves));
        let solution = solution.map(|(at, _)| at);
        Some(Self { delimiter, puzzle, solution, name: None, boxes: None, variant: None })
    }
}

/// The delimiter and the fields of the first line of a table.
fn first_line(line: &[u8]) -> (u8, Vec<CsvField>) {
    let (mut best, mut fields) = (b',', Vec::new());
    for delimiter in DELIMITERS.into_iter().chain([COLON]) {
        let mut cut = Vec::new();
        let is_possible = delimiter != COLON || fields.len() < 2;
        if is_possible && split(line, delimiter, &mut cut).is_ok() && cut.len() > fields.len() {
            (best, fields) = (delimiter, cut);
        }
    }
    (best, fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1..4.4....4.3..1";
    const SOLVED: &str = "1234341221434321";

    #[test]
    fn columns_are_found_by_their_names() {
        let columns = |line: &str| {
            let found = CsvColumns::of_names(line.as_bytes())?;
            Some((found.puzzle, found.solution, found.name, char::from(found.delimiter)))
        };
        assert_eq!(columns("puzzle,solution"), Some((0, Some(1), None, ',')));
        assert_eq!(columns("quizzes;solutions"), Some((0, Some(1), None, ';')));
        assert_eq!(columns("\"ID\"\t\"Puzzle\"\t\"x\""), Some((1, None, Some(0), '\t')));
        assert_eq!(columns("puzzle"), Some((0, None, None, ',')));
        assert_eq!(columns("id,clues,puzzle,solution"), Some((2, Some(3), Some(0), ',')));
        assert_eq!(columns("clues,rating"), Some((0, None, None, ',')));
        assert_eq!(columns("source,question,answer,rating"), Some((1, Some(2), None, ',')));
        assert_eq!(columns("puzzle:count:solution"), Some((0, Some(2), None, ':')));
        assert_eq!(columns("grid: a,b:c:d"), None);
        assert_eq!(columns("a,b"), None);
        assert_eq!(columns(""), None);
    }

    #[test]
    fn columns_are_found_by_their_fields() {
        let columns = |line: &str| {
            let mut symbols = SymbolReader::new(None);
            let sizes = WantedSizes::default();
            let found = CsvColumns::of_fields(line.as_bytes(), sizes, &mut symbols)?;
            Some((found.puzzle, found.solution))
        };
        let puzzle: String =
            SOLVED.char_indices().map(|(at, c)| if at % 3 == 0 { c } else { '.' }).collect();
        assert_eq!(columns(&format!("{puzzle},{SOLVED}")), Some((0, Some(1))));
        assert_eq!(columns(&format!("7,{puzzle},easy,\"{SOLVED}\"")), Some((1, Some(3))));
        // It is full, and has other clues.
        assert_eq!(columns(&format!("{PUZZLE},{}", "1".repeat(16))), Some((0, None)));
        assert_eq!(columns(&format!("{puzzle};{SOLVED}")), Some((0, Some(1))));
        assert_eq!(columns(&format!("{puzzle}:1:{SOLVED}")), Some((0, Some(2))));
        assert_eq!(columns(&format!("{puzzle},{SOLVED},12:30:45:00")), Some((0, Some(1))));
        assert_eq!(columns(PUZZLE), Some((0, None)));
        assert_eq!(columns("a,b"), None);
    }
}
