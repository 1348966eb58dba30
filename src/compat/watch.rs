//! Watching a re-enactment: the steps that it takes, as data.
//!
//! Whoever runs one hands it a [`Watch`]. It is told every step, it is asked before each node of a search whether
//! to go on, and it is shown each solution, which it may decline: then the search goes on as if it had come to a
//! dead end, and finds the next one. That is how a search that was written to find one solution counts them all.

use super::digits::sign;
use super::layout::{UnitKind, UnitName};
use std::fmt;

/// Something that a re-enactment does. Cells are numbered row by row from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A cell can't hold a value.
    Eliminated {
        /// The cell.
        cell: usize,
        /// The value that it lost.
        value: u8,
        /// Why it can't hold it.
        why: Why,
    },
    /// A cell holds a value: all others are out of the question.
    Placed {
        /// The cell.
        cell: usize,
        /// Its value.
        value: u8,
        /// Why it must be there.
        why: Why,
    },
    /// The search tries a value in a cell. Steps up to the one that takes it back, or up to the end, follow
    /// from it.
    Guessed {
        /// The cell.
        cell: usize,
        /// The value that is tried.
        value: u8,
    },
    /// A guess led nowhere: the grid is as before it.
    TakenBack {
        /// The cell.
        cell: usize,
        /// The value that was tried.
        value: u8,
    },
    /// What is wrong with the grid as it is: it has no solution.
    Contradiction(Wrong),
    /// All cells hold a value.
    Solved,
}

/// Why a value is in a cell, or can't be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Why {
    /// It was there from the beginning.
    Given,
    /// A cell of the same row, column or square has the value.
    Peer(usize),
    /// The cell has no other candidate left.
    OnlyCandidate,
    /// No other cell of a unit can hold the value.
    OnlyPlace(UnitName),
    /// Another value was placed there.
    Taken(u8),
    /// Two cells of a unit hold two values between them, this one and another.
    Twins(usize, usize),
}

/// What shows that a grid has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wrong {
    /// No value can be in this cell.
    NoCandidate(usize),
    /// A value has no place in a unit.
    NoPlace(UnitName, u8),
}

/// Looks on while a re-enactment runs, and says how far it may go.
pub trait Watch {
    /// Is told a step.
    fn step(&mut self, step: Step) {
        let _ = step;
    }

    /// Is asked before each node of a search whether to go on. After the first no, the search finds nothing more
    /// and soon ends; what steps it still tells are those of leaving.
    fn enter(&mut self) -> bool {
        true
    }

    /// Is shown a solution, as values row by row. To decline it makes the search look for the next.
    fn accept(&mut self, solution: &[u8]) -> bool {
        let _ = solution;
        true
    }
}

/// Takes no notice of anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {}

/// Keeps every step.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// What was done, in order.
    pub steps: Vec<Step>,
}

impl Watch for Recorder {
    fn step(&mut self, step: Step) {
        self.steps.push(step);
    }
}

/// Counts the nodes of a search that another watches, and remembers whether that one ended it.
#[derive(Debug)]
pub(super) struct Meter<'w, W> {
    inner: &'w mut W,
    /// Nodes of the search that were entered.
    pub(super) nodes: u64,
    /// Whether the other said no.
    pub(super) stopped: bool,
}

impl<'w, W: Watch> Meter<'w, W> {
    pub(super) fn new(inner: &'w mut W) -> Self {
        Self { inner, nodes: 0, stopped: false }
    }
}

impl<W: Watch> Watch for Meter<'_, W> {
    fn step(&mut self, step: Step) {
        if !self.stopped {
            self.inner.step(step);
        }
    }

    fn enter(&mut self) -> bool {
        self.stopped = self.stopped || !self.inner.enter();
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    fn accept(&mut self, solution: &[u8]) -> bool {
        self.inner.accept(solution)
    }
}

/// How a document names cells and units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Naming {
    /// By a letter for the row and a sign for the column: `A1`, `row A`, `column 1`, `square 1`.
    Labels,
    /// By two indices from 0 in parentheses, the row first: `(0, 0)`, `row 0`, `column 0`, `square 0`.
    Tuples,
    /// By two indices from 0 in brackets, the row first: `s[0][0]`, `row 0`, `column 0`, `square 0`.
    Indices,
}

impl Naming {
    /// The name of a cell of a grid of a size.
    #[must_use]
    pub fn cell(self, cell: usize, size: usize) -> String {
        let (row, column) = (cell / size.max(1), cell % size.max(1));
        match self {
            Self::Labels => letter(row) + &one_based(column),
            Self::Tuples => format!("({row}, {column})"),
            Self::Indices => format!("s[{row}][{column}]"),
        }
    }

    /// The name of a unit.
    #[must_use]
    pub fn unit(self, unit: UnitName) -> String {
        let UnitName { kind, number } = unit;
        match (self, kind) {
            (Self::Labels, UnitKind::Row) => format!("{kind} {}", letter(number)),
            (Self::Labels, UnitKind::Column) => format!("{kind} {}", one_based(number)),
            (Self::Labels, _) => format!("{kind} {}", number + 1),
            _ => format!("{kind} {number}"),
        }
    }

    /// A value as the document writes it.
    #[must_use]
    pub fn value(self, value: u8) -> String {
        match self {
            Self::Labels => sign(value).map_or_else(|| value.to_string(), String::from),
            Self::Tuples | Self::Indices => value.to_string(),
        }
    }
}

/// The letter of a row, from 0.
fn letter(row: usize) -> String {
    let letter = u8::try_from(row).ok().filter(|&row| row < 26).map(|row| char::from(b'A' + row));
    letter.map_or_else(|| format!("R{row}"), String::from)
}

/// The sign of a column, whose index is from 0.
fn one_based(column: usize) -> String {
    let sign = u8::try_from(column + 1).ok().and_then(sign);
    sign.map_or_else(|| (column + 1).to_string(), String::from)
}

impl Step {
    /// What it is in a word for programs, such as `taken-back`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eliminated { .. } => "eliminated",
            Self::Placed { .. } => "placed",
            Self::Guessed { .. } => "guessed",
            Self::TakenBack { .. } => "taken-back",
            Self::Contradiction(_) => "contradiction",
            Self::Solved => "solved",
        }
    }

    /// The cell that it is about, if it is about one.
    #[must_use]
    pub const fn cell(self) -> Option<usize> {
        match self {
            Self::Eliminated { cell, .. }
            | Self::Placed { cell, .. }
            | Self::Guessed { cell, .. }
            | Self::TakenBack { cell, .. }
            | Self::Contradiction(Wrong::NoCandidate(cell)) => Some(cell),
            Self::Contradiction(Wrong::NoPlace(..)) | Self::Solved => None,
        }
    }

    /// The value that it is about, if it is about one.
    #[must_use]
    pub const fn value(self) -> Option<u8> {
        match self {
            Self::Eliminated { value, .. }
            | Self::Placed { value, .. }
            | Self::Guessed { value, .. }
            | Self::TakenBack { value, .. }
            | Self::Contradiction(Wrong::NoPlace(_, value)) => Some(value),
            Self::Contradiction(Wrong::NoCandidate(_)) | Self::Solved => None,
        }
    }

    /// The step as a sentence, in the names of a document, for a grid of a size.
    #[must_use]
    pub fn tell(self, naming: Naming, size: usize) -> Told {
        Told { step: self, naming, size }
    }
}

/// A step that can be written. See [`Step::tell`].
#[derive(Clone, Copy, Debug)]
pub struct Told {
    step: Step,
    naming: Naming,
    size: usize,
}

impl Told {
    fn reason(&self, why: Why) -> String {
        let (naming, cell) = (self.naming, |cell| self.naming.cell(cell, self.size));
        match why {
            Why::Given => "it is given".to_owned(),
            Why::Peer(peer) => format!("{} has it", cell(peer)),
            Why::OnlyCandidate => "nothing else is left".to_owned(),
            Why::OnlyPlace(unit) => format!("its only place in {}", naming.unit(unit)),
            Why::Taken(value) => format!("it is {}", naming.value(value)),
            Why::Twins(a, b) => format!("{} and {} are twins", cell(a), cell(b)),
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, naming, size } = *self;
        let (cell, value) = (|cell| naming.cell(cell, size), |value| naming.value(value));
        match step {
            Step::Eliminated { cell: c, value: v, why } => {
                write!(f, "{} is not {}: {}", cell(c), value(v), self.reason(why))
            }
            Step::Placed { cell: c, value: v, why } => {
                write!(f, "{} = {}: {}", cell(c), value(v), self.reason(why))
            }
            Step::Guessed { cell: c, value: v } => write!(f, "try {} = {}", cell(c), value(v)),
            Step::TakenBack { cell: c, value: v } => {
                write!(f, "take back {} = {}", cell(c), value(v))
            }
            Step::Contradiction(Wrong::NoCandidate(c)) => {
                write!(f, "contradiction: nothing can be in {}", cell(c))
            }
            Step::Contradiction(Wrong::NoPlace(unit, v)) => {
                write!(f, "contradiction: {} has no place in {}", value(v), naming.unit(unit))
            }
            Step::Solved => f.write_str("solved"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_told_in_the_names_of_the_document() {
        let unit = |kind| UnitName { kind, number: 1 };
        let table = [
            (
                Step::Eliminated { cell: 10, value: 5, why: Why::Peer(12) },
                "B2 is not 5: B4 has it",
                "(1, 1) is not 5: (1, 3) has it",
            ),
            (
                Step::Placed { cell: 0, value: 3, why: Why::OnlyPlace(unit(UnitKind::Row)) },
                "A1 = 3: its only place in row B",
                "(0, 0) = 3: its only place in row 1",
            ),
            (Step::Guessed { cell: 80, value: 9 }, "try I9 = 9", "try (8, 8) = 9"),
            (Step::TakenBack { cell: 80, value: 9 }, "take back I9 = 9", "take back (8, 8) = 9"),
            (
                Step::Contradiction(Wrong::NoPlace(unit(UnitKind::Square), 4)),
                "contradiction: 4 has no place in square 2",
                "contradiction: 4 has no place in square 1",
            ),
            (
                Step::Contradiction(Wrong::NoCandidate(9)),
                "contradiction: nothing can be in B1",
                "contradiction: nothing can be in (1, 0)",
            ),
            (Step::Solved, "solved", "solved"),
        ];
        for (step, labels, tuples) in table {
            assert_eq!(step.tell(Naming::Labels, 9).to_string(), labels);
            assert_eq!(step.tell(Naming::Tuples, 9).to_string(), tuples);
        }
        assert_eq!(Naming::Labels.cell(255, 16), "Pg");
        assert_eq!(Naming::Labels.value(16), "g");
        assert_eq!(Naming::Indices.cell(3, 9), "s[0][3]");
        assert_eq!(Naming::Indices.value(16), "16");
    }

    #[test]
    fn a_meter_says_no_for_good() {
        struct Two(u32);
        impl Watch for Two {
            fn enter(&mut self) -> bool {
                self.0 += 1;
                self.0 != 3
            }
        }
        let mut two = Two(0);
        let mut meter = Meter::new(&mut two);
        let entered = [(); 5].map(|()| meter.enter());
        assert_eq!(entered, [true, true, false, false, false]);
        assert_eq!((meter.nodes, meter.stopped), (2, true));
    }
}
