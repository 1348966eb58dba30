//! How a document writes cells, units and values, and the sentence for each step of a trace.

use super::digits::sign;
use super::trace::{Contradiction, StepReason, TraceStep};
use super::units::{UnitName, UnitShape};

/// How a document names cells and units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Notation {
    /// A letter for the row and a sign for the column: `A1`, `row A`, `column 1`, `square 1`.
    Labels,
    /// Two indices from 0 in parentheses, the row first: `(0, 0)`, `row 0`, `column 0`, `square 0`.
    Tuples,
    /// Two indices from 0 in brackets, the row first: `s[0][0]`, `row 0`, `column 0`, `square 0`.
    Indices,
}

impl Notation {
    /// Returns the name of a cell of a grid of a size.
    pub(super) fn cell(self, cell: usize, size: usize) -> String {
        let (row, column) = (cell / size.max(1), cell % size.max(1));
        match self {
            Self::Labels => letter(row) + &one_based(column),
            Self::Tuples => format!("({row}, {column})"),
            Self::Indices => format!("s[{row}][{column}]"),
        }
    }

    fn unit(self, UnitName { shape, number }: UnitName) -> String {
        match (self, shape) {
            (Self::Labels, UnitShape::Row) => format!("{shape} {}", letter(number)),
            (Self::Labels, UnitShape::Column) => format!("{shape} {}", one_based(number)),
            (Self::Labels, _) => format!("{shape} {}", number + 1),
            _ => format!("{shape} {number}"),
        }
    }

    fn value(self, value: u8) -> String {
        let sign = sign(value).filter(|_| self == Self::Labels);
        sign.map_or_else(|| value.to_string(), String::from)
    }

    /// Returns a step as a sentence, for a grid of a size.
    pub(super) fn describe(self, step: TraceStep, size: usize) -> String {
        let of = |cell| self.cell(cell, size);
        match step {
            TraceStep::Eliminated { cell, value, reason } => {
                format!("{} is not {}: {}", of(cell), self.value(value), self.reason(reason, size))
            }
            TraceStep::Placed { cell, value, reason } => {
                format!("{} = {}: {}", of(cell), self.value(value), self.reason(reason, size))
            }
            TraceStep::Guessed { cell, value } => {
                format!("try {} = {}", of(cell), self.value(value))
            }
            TraceStep::TakenBack { cell, value } => {
                format!("take back {} = {}", of(cell), self.value(value))
            }
            TraceStep::Contradiction(Contradiction::NoCandidate(cell)) => {
                format!("contradiction: nothing can be in {}", of(cell))
            }
            TraceStep::Contradiction(Contradiction::NoPlace(unit, value)) => {
                let (value, unit) = (self.value(value), self.unit(unit));
                format!("contradiction: {value} has no place in {unit}")
            }
            TraceStep::Solved => "solved".to_owned(),
        }
    }

    fn reason(self, reason: StepReason, size: usize) -> String {
        let of = |cell| self.cell(cell, size);
        match reason {
            StepReason::Given => "it is given".to_owned(),
            StepReason::Peer(peer) => format!("{} has it", of(peer)),
            StepReason::OnlyCandidate => "nothing else is left".to_owned(),
            StepReason::OnlyPlace(unit) => format!("its only place in {}", self.unit(unit)),
            StepReason::Taken(value) => format!("it is {}", self.value(value)),
            StepReason::Twins(a, b) => format!("{} and {} are twins", of(a), of(b)),
        }
    }
}

/// Returns the letter of a row, whose number is from 0.
fn letter(row: usize) -> String {
    let letter = u8::try_from(row).ok().filter(|&row| row < 26).map(|row| char::from(b'A' + row));
    letter.map_or_else(|| format!("R{row}"), String::from)
}

/// Returns the sign of a column, whose number is from 0.
fn one_based(column: usize) -> String {
    let sign = u8::try_from(column + 1).ok().and_then(sign);
    sign.map_or_else(|| (column + 1).to_string(), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_written_in_the_notation_of_the_document() {
        let unit = |shape| UnitName { shape, number: 1 };
        let only_place = StepReason::OnlyPlace(unit(UnitShape::Row));
        let no_place = Contradiction::NoPlace(unit(UnitShape::Square), 4);
        let no_candidate = Contradiction::NoCandidate(9);
        let table = [
            (
                TraceStep::Eliminated { cell: 10, value: 5, reason: StepReason::Peer(12) },
                "B2 is not 5: B4 has it",
                "(1, 1) is not 5: (1, 3) has it",
            ),
            (
                TraceStep::Placed { cell: 0, value: 3, reason: only_place },
                "A1 = 3: its only place in row B",
                "(0, 0) = 3: its only place in row 1",
            ),
            (TraceStep::Guessed { cell: 80, value: 9 }, "try I9 = 9", "try (8, 8) = 9"),
            (
                TraceStep::TakenBack { cell: 80, value: 9 },
                "take back I9 = 9",
                "take back (8, 8) = 9",
            ),
            (
                TraceStep::Contradiction(no_place),
                "contradiction: 4 has no place in square 2",
                "contradiction: 4 has no place in square 1",
            ),
            (
                TraceStep::Contradiction(no_candidate),
                "contradiction: nothing can be in B1",
                "contradiction: nothing can be in (1, 0)",
            ),
            (TraceStep::Solved, "solved", "solved"),
        ];
        for (step, labels, tuples) in table {
            assert_eq!(Notation::Labels.describe(step, 9), labels);
            assert_eq!(Notation::Tuples.describe(step, 9), tuples);
        }
        assert_eq!(Notation::Labels.cell(255, 16), "Pg");
        assert_eq!(Notation::Labels.value(16), "g");
        assert_eq!(Notation::Indices.cell(3, 9), "s[0][3]");
        assert_eq!(Notation::Indices.value(16), "16");
    }
}
