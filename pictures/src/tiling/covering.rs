//! [`Covering`]: which options of a choice cover each cell, and what follows for the drawing.

use super::board::Board;
use super::pieces::Pieces;
use quadrille::{OptionId, Problem};

/// The line between two neighbouring cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edge {
    /// There is no cell.
    None,
    /// Both cells have the same options.
    Inside,
    /// A line of the board that is no border of a piece.
    Grid,
    /// The border of a piece or of the board.
    Border,
}

#[derive(Clone, Debug)]
pub(super) struct Covering<'a> {
    board: &'a Board,
    pieces: &'a Pieces,
    /// The options that cover each position, in ascending order.
    options: Vec<Vec<OptionId>>,
    /// The names of the colours that they give to each position, without repetition.
    letters: Vec<Vec<&'a str>>,
    /// Whether all lines between cells are lines of the grid.
    is_grid: bool,
}

impl<'a> Covering<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        board: &'a Board,
        pieces: &'a Pieces,
        chosen: &[OptionId],
    ) -> Self {
        let positions = board.size.iter().product();
        let (mut options, mut letters) = (vec![Vec::new(); positions], vec![Vec::new(); positions]);
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        chosen.dedup();
        for option in chosen {
            for (position, color) in board.cells(problem.entries(option)) {
                options[position].push(option);
                let letters: &mut Vec<_> = &mut letters[position];
                if let Some(letter) = color.map(|color| problem.color_name(color))
                    && !letters.contains(&letter)
                {
                    letters.push(letter);
                }
            }
        }
        let is_grid = pieces.are_single() || letters.iter().any(|letters| !letters.is_empty());
        Self { board, pieces, options, letters, is_grid }
    }

    /// The options that cover a position.
    pub(super) fn options(&self, position: usize) -> &[OptionId] {
        &self.options[position]
    }

    /// The colours that options give to a position: the letters of crossing words.
    pub(super) fn letters(&self, position: usize) -> &[&'a str] {
        &self.letters[position]
    }

    /// The only option that covers a position.
    pub(super) fn only_option(&self, position: usize) -> Option<OptionId> {
        match self.options(position) {
            [option] => Some(*option),
            _ => None,
        }
    }

    /// The piece whose colour a position has: that of the only option that covers it. Letters and
    /// marks at the crossings of rows and columns have none, unless these have a label.
    pub(super) fn piece(&self, position: usize) -> Option<usize> {
        let only = self.only_option(position).filter(|_| self.letters(position).is_empty())?;
        let piece = self.pieces.piece(only);
        (!self.board.has_lines() || self.pieces.labels() > 0).then_some(piece)
    }

    /// Whether several options cover a position, and do not agree on a letter.
    pub(super) fn is_shared(&self, position: usize) -> bool {
        self.options(position).len() > 1 && self.letters(position).is_empty()
    }

    /// The text in a cell: the colour that it has, the label of its piece, or how many options
    /// cover it. Empty where there is none.
    pub(super) fn label(&self, position: usize) -> String {
        match (self.letters(position), self.options(position)) {
            ([], []) => String::new(),
            ([], [option]) => self.pieces.label(self.pieces.piece(*option)).to_owned(),
            ([], several) => format!("×{}", several.len()),
            (letters, _) => letters.join(" "),
        }
    }

    /// The line between two neighbouring cells.
    pub(super) fn edge(&self, one: Option<usize>, other: Option<usize>) -> Edge {
        match (one, other) {
            (None, None) => Edge::None,
            (Some(one), Some(other)) => {
                let (one, other) = (self.options(one), self.options(other));
                match () {
                    () if self.is_grid || one.is_empty() && other.is_empty() => Edge::Grid,
                    () if one == other => Edge::Inside,
                    () => Edge::Border,
                }
            }
            _ => Edge::Border,
        }
    }

    /// The line above the cell at a layer, row and column. There is one more row of such lines.
    pub(super) fn above(&self, [layer, row, column]: [usize; 3]) -> Edge {
        let before = row.checked_sub(1).and_then(|row| self.board.cell([layer, row, column]));
        self.edge(before, self.board.cell([layer, row, column]))
    }

    /// The line to the left of the cell at a layer, row and column.
    pub(super) fn left(&self, [layer, row, column]: [usize; 3]) -> Edge {
        let before = column.checked_sub(1).and_then(|column| self.board.cell([layer, row, column]));
        self.edge(before, self.board.cell([layer, row, column]))
    }
}
