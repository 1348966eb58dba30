//! [`Pieces`]: which piece an option is, for its colour and its label.
//!
//! The piece of an option depends on the problem alone, so that it has one colour in all solutions:
//!
//! - If each option on the board has one primary item besides its cells, the items are the pieces.
//! - Otherwise, if each option has one cell, and all its other items are pairs with the same last
//!   part, these are the pieces: the values of a Latin square (`r1c2 r1#3 c2#3` is a 3).
//! - Otherwise, pieces are the shapes of options: equal up to a translation. They have no label.

use super::board::Board;
use super::coordinates::number;
use super::names::readings;
use quadrille::{OptionId, Problem};
use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// The piece of each option.
    of_option: Vec<usize>,
    /// The label of each piece. No labels for shapes.
    labels: Vec<String>,
    /// Whether no option has more than one cell.
    are_single: bool,
}

impl Pieces {
    pub(super) fn new(problem: &Problem, board: &Board) -> Self {
        let cells = |option| board.cells(problem.entries(option)).len();
        let are_single = problem.options().all(|option| cells(option) < 2);
        let names = own_items(problem, board)
            .or_else(|| if are_single { values(problem, board) } else { None });
        let (of_option, labels) = match names {
            Some(names) => numbered(&names),
            None => (shapes(problem, board), Vec::new()),
        };
        Self { of_option, labels, are_single }
    }

    pub(super) fn piece(&self, option: OptionId) -> usize {
        self.of_option[option.index()]
    }

    /// The label of a piece; empty for a shape.
    pub(super) fn label(&self, piece: usize) -> &str {
        self.labels.get(piece).map_or("", String::as_str)
    }

    /// The number of pieces with labels.
    pub(super) fn labels(&self) -> usize {
        self.labels.len()
    }

    /// Whether no option has more than one cell.
    pub(super) fn are_single(&self) -> bool {
        self.are_single
    }
}

/// The key by which pieces are ordered, and the label. `None` for options that are not on the
/// board.
type PieceName<'a> = Option<(i64, &'a str)>;

/// Numbers pieces by their keys.
fn numbered(names: &[PieceName<'_>]) -> (Vec<usize>, Vec<String>) {
    let different: BTreeSet<_> = names.iter().flatten().collect();
    let index: HashMap<_, _> = different.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    let of_option = names.iter().map(|name| name.as_ref().map_or(0, |name| index[name])).collect();
    (of_option, different.iter().map(|(_, label)| (*label).to_owned()).collect())
}

/// The only primary item of each option besides its cells.
fn own_items<'a>(problem: &'a Problem, board: &Board) -> Option<Vec<PieceName<'a>>> {
    let name = |option| {
        let entries = problem.entries(option);
        if board.cells(entries).is_empty() {
            return Some(None);
        }
        let items = entries.iter().map(|entry| entry.item);
        let mut others = items.filter(|&item| problem.is_primary(item) && !board.has_item(item));
        let (only, more) = (others.next()?, others.next());
        let order = i64::try_from(only.index()).ok()?;
        more.is_none().then(|| Some((order, problem.item_name(only))))
    };
    problem.options().map(name).collect()
}

/// The last part that all other items of each option have in common.
fn values<'a>(problem: &'a Problem, board: &Board) -> Option<Vec<PieceName<'a>>> {
    let name = |option| {
        let entries = problem.entries(option);
        if board.cells(entries).is_empty() {
            return Some(None);
        }
        let mut others = entries.iter().filter(|entry| !board.has_item(entry.item));
        let first = last_parts(problem.item_name(others.next()?.item));
        let rest: Vec<_> = others.map(|entry| last_parts(problem.item_name(entry.item))).collect();
        let is_common =
            |part: &&str| !rest.is_empty() && rest.iter().all(|parts| parts.contains(part));
        let value = first.into_iter().find(is_common)?;
        Some(Some((number(value)?, value)))
    };
    problem.options().map(name).collect()
}

/// The last coordinates of a name in all schemes that have several.
fn last_parts(name: &str) -> Vec<&str> {
    let pairs = readings(name).into_iter().filter(|reading| reading.parts.len() > 1);
    pairs.filter_map(|reading| reading.parts.last().copied()).collect()
}

/// Numbers options by their shapes, in the order in which the shapes occur.
fn shapes(problem: &Problem, board: &Board) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let number = |option| {
        let cells = board.cells(problem.entries(option)).into_iter();
        let mut shape: Vec<_> = cells.map(|(position, _)| board.coordinates(position)).collect();
        shape.sort_unstable();
        for axis in 0..3 {
            let least = shape.iter().map(|cell| cell[axis]).min().unwrap_or(0);
            shape.iter_mut().for_each(|cell| cell[axis] -= least);
        }
        let next = numbers.len();
        *numbers.entry(shape).or_insert(next)
    };
    problem.options().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::super::scheme;
    use super::*;

    /// The piece of each option with its label.
    fn pieces(text: &str) -> Vec<(usize, String)> {
        let problem: Problem = text.parse().unwrap();
        let board = Board::new(&problem, &scheme::cells(&problem).unwrap()).unwrap();
        let pieces = Pieces::new(&problem, &board);
        let of = |option| {
            let piece = pieces.piece(option);
            (piece, pieces.label(piece).to_owned())
        };
        problem.options().map(of).collect()
    }

    fn labelled(pieces: &[(usize, &str)]) -> Vec<(usize, String)> {
        pieces.iter().map(|&(piece, label)| (piece, label.to_owned())).collect()
    }

    #[test]
    fn items_values_and_shapes_are_pieces() {
        let items = "F I 00 01 10 11 border | x\nI 00 01\nF 10 11\nI 10 11\nF 00\nborder x\n";
        let expected = [(1, "I"), (0, "F"), (1, "I"), (0, "F"), (0, "F")];
        assert_eq!(pieces(items), labelled(&expected));
        let latin = "r1c1 r1c2 r1#1 r1#2 c1#1 c1#2 c2#1 c2#2\nr1c1 r1#2 c1#2\nr1c2 r1#1 c2#1\n";
        assert_eq!(pieces(latin), labelled(&[(1, "2"), (0, "1")]));
        let dominoes = "00 01 10 11\n00 01\n00 10\n10 11\n01 11\n";
        assert_eq!(pieces(dominoes), labelled(&[(0, ""), (1, ""), (0, ""), (1, "")]));
        // Two items besides the cells are no piece.
        let two = "00 01 A B\n00 A B\n01\n";
        assert_eq!(pieces(two), labelled(&[(0, ""), (0, "")]));
    }
}
