//! [`Mark`]: what is drawn at the crossing of a row and a column.

use super::board::Board;
use quadrille::Problem;

/// The mark of an option without a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Queen,
    Dot,
}

impl Mark {
    /// The mark of a problem: a queen if the secondary items are diagonals. `None` if options are
    /// not at crossings.
    pub(super) fn of(problem: &Problem, board: &Board) -> Option<Self> {
        if !board.has_lines() {
            return None;
        }
        let mut cells = vec![Vec::new(); problem.items().len()];
        for option in problem.options() {
            let entries = problem.entries(option);
            let Some(&(position, _)) = board.cells(entries).first() else { continue };
            for entry in entries {
                cells[entry.item.index()].push(board.coordinates(position));
            }
        }
        let is_diagonal = |cells: &[[usize; 3]]| {
            is_same(cells.iter().map(|[_, row, column]| row + column))
                || is_same(cells.iter().map(|[_, row, column]| row + board.size[2] - column))
        };
        let mut diagonals = problem.secondary_items().map(|item| is_diagonal(&cells[item.index()]));
        let has_diagonals = problem.secondary_items().len() > 0;
        Some(if has_diagonals && diagonals.all(|it| it) { Self::Queen } else { Self::Dot })
    }

    /// The mark as a character.
    pub(super) fn character(self) -> char {
        match self {
            Self::Queen => '♛',
            Self::Dot => '●',
        }
    }
}

fn is_same(mut numbers: impl Iterator<Item = usize>) -> bool {
    let first = numbers.next();
    numbers.all(|number| Some(number) == first)
}

#[cfg(test)]
mod tests {
    use super::super::scheme;
    use super::*;

    #[test]
    fn queens_are_known_by_their_diagonals() {
        let mark = |text: &str| {
            let problem: Problem = text.parse().unwrap();
            Mark::of(&problem, &Board::new(&problem, &scheme::cells(&problem).unwrap()).unwrap())
        };
        let cells = "r0 c0 a0 b1\nr0 c1 a1 b0\nr1 c0 a1 b2\nr1 c1 a2 b1\n";
        assert_eq!(mark(&format!("r0 r1 c0 c1 | a0 a1 a2 b0 b1 b2\n{cells}")), Some(Mark::Queen));
        let others = cells.replace("r1 c1 a2", "r1 c1 a1");
        assert_eq!(mark(&format!("r0 r1 c0 c1 | a0 a1 a2 b0 b1 b2\n{others}")), Some(Mark::Dot));
        assert_eq!(mark("r0 r1 c0 c1\nr0 c0\nr1 c1\n"), Some(Mark::Dot));
        assert_eq!(mark("00 01\n00 01\n"), None);
    }
}
