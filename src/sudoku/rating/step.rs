//! [`LogicStep`]: a step of the logical solver, as data and as a sentence.

use super::technique::Technique;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::text::alphabet::Alphabet;
use std::fmt::{self, Write};
use std::sync::Arc;

/// A cell and a value, `1..=size`.
pub type CellValue = (usize, u8);

/// What a step follows from. Cells and units are numbers of the [`Geometry`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Premise {
    /// The value has one place in this unit.
    OnlyPlace {
        /// The unit.
        unit: usize,
    },
    /// The cell has one candidate.
    OnlyCandidate,
    /// A value has only these places in a unit. All of them see the cells that lose it.
    Locked {
        /// The value.
        value: u8,
        /// The unit.
        unit: usize,
        /// Another unit with all these places and with the cells that lose the value, if there is
        /// one.
        within: Option<usize>,
        /// The places.
        cells: Vec<usize>,
    },
    /// These cells of a unit have only these candidates, as many as cells.
    NakedSubset {
        /// The unit.
        unit: usize,
        /// The cells.
        cells: Vec<usize>,
        /// The candidates.
        values: Vec<u8>,
    },
    /// These values have only these places in a unit, as many as values.
    HiddenSubset {
        /// The unit.
        unit: usize,
        /// The places.
        cells: Vec<usize>,
        /// The values.
        values: Vec<u8>,
    },
    /// A value has its places in some rows only in as many columns, or the other way round.
    Fish {
        /// The value.
        value: u8,
        /// The units that have places nowhere else.
        base: Vec<usize>,
        /// The units that lose their other places.
        cover: Vec<usize>,
    },
    /// Whichever value the pivot has, one of the cells has `value`: the pivot itself, or a pincer
    /// that it sees and that has one other candidate, in the pivot as well.
    Wing {
        /// The value.
        value: u8,
        /// The pivot.
        pivot: usize,
        /// The candidates of the pivot: two in an xy-wing; three, `value` among them, in an
        /// xyz-wing.
        pivot_values: Vec<u8>,
        /// The pincers, each with its other candidate.
        pincers: [CellValue; 2],
    },
    /// Two cells have the same two candidates, and a unit has no place for `linked` that sees
    /// neither of them. So one of the cells has `value`.
    WWing {
        /// The value that one of the cells has.
        value: u8,
        /// The value that not both of them have.
        linked: u8,
        /// The cells.
        cells: [usize; 2],
        /// The unit.
        unit: usize,
    },
    /// Either the first of these holds, or the second, therefore not the third, therefore the
    /// fourth, and so on. So the first or the last one holds.
    Chain {
        /// An even number of candidates.
        nodes: Vec<CellValue>,
    },
    /// One of the first candidates of these chains holds. In each case, the second one of the chain
    /// therefore does not hold, the third one holds, and so on; the last one excludes what is
    /// removed.
    Cases {
        /// The unit in which the first candidates are all places of a value; `None` if they are all
        /// candidates of a cell.
        unit: Option<usize>,
        /// The chains, each an odd number of candidates.
        chains: Vec<Vec<CellValue>>,
    },
}

/// A step of the logical solver: it sets a value, or removes candidates.
///
/// Its `Display` is a sentence, with cells like `r1c2`, counted from 1:
///
/// ```text
/// locked candidates: 5 in box 3 is in row 2 only: removes 5 from r2c4 r2c6
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogicStep {
    pub(super) technique: Technique,
    pub(super) premise: Premise,
    pub(super) sets: Option<CellValue>,
    pub(super) removes: Vec<CellValue>,
    pub(super) geometry: Arc<Geometry>,
}

impl LogicStep {
    /// The technique.
    #[must_use]
    pub fn technique(&self) -> Technique {
        self.technique
    }

    /// What the step follows from.
    #[must_use]
    pub fn premise(&self) -> &Premise {
        &self.premise
    }

    /// The value that the step sets: of naked and hidden singles. The candidates that this removes
    /// from other cells are not listed.
    #[must_use]
    pub fn sets(&self) -> Option<CellValue> {
        self.sets
    }

    /// The candidates that the step removes. Empty if it sets a value.
    #[must_use]
    pub fn removes(&self) -> &[CellValue] {
        &self.removes
    }

    /// The sentence with the symbols of an alphabet instead of numbers.
    #[must_use]
    pub fn in_alphabet(&self, alphabet: Alphabet) -> String {
        let symbol = |value: u8| {
            let mut symbol = String::new();
            alphabet.push(value, &mut symbol);
            symbol
        };
        Sentence { step: self, symbol: &symbol }.to_string()
    }
}

impl fmt::Display for LogicStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sentence { step: self, symbol: &|value| value.to_string() }.fmt(f)
    }
}

/// A step and the way in which values are written.
struct Sentence<'a> {
    step: &'a LogicStep,
    symbol: &'a dyn Fn(u8) -> String,
}

impl Sentence<'_> {
    fn cell(&self, cell: usize) -> String {
        let size = self.step.geometry.size();
        format!("r{}c{}", cell / size + 1, cell % size + 1)
    }

    fn cells(&self, cells: &[usize]) -> String {
        join(cells.iter().map(|&cell| self.cell(cell)), " ")
    }

    fn values(&self, values: &[u8]) -> String {
        join(values.iter().map(|&value| (self.symbol)(value)), " ")
    }

    fn unit(&self, unit: usize) -> &str {
        self.step.geometry.units().get(unit).map_or("", |unit| unit.name())
    }

    /// Rows or columns.
    fn lines(&self, units: &[usize]) -> String {
        let size = self.step.geometry.size();
        let is_row = |unit: &usize| *unit < size;
        let kind = if units.iter().all(is_row) { "rows" } else { "columns" };
        let numbers = units.iter().map(|unit| (unit % size + 1).to_string());
        format!("{kind} {}", join(numbers, " "))
    }

    fn premise(&self) -> String {
        match &self.step.premise {
            Premise::OnlyPlace { unit } => {
                let value =
                    self.step.sets.map_or_else(String::new, |(_, value)| (self.symbol)(value));
                format!("{value} has no other place in {}", self.unit(*unit))
            }
            Premise::OnlyCandidate => "no other candidate is left".to_owned(),
            Premise::Locked { value, unit, within, cells } => {
                let places = match within {
                    Some(unit) => format!("{} only", self.unit(*unit)),
                    None => format!("{} only, which see the cells that lose it", self.cells(cells)),
                };
                format!("{} in {} is in {places}", (self.symbol)(*value), self.unit(*unit))
            }
            Premise::NakedSubset { unit, cells, values } => {
                let (unit, cells) = (self.unit(*unit), self.cells(cells));
                format!("{cells} in {unit} have only {}", self.values(values))
            }
            Premise::HiddenSubset { unit, cells, values } => {
                let (unit, cells) = (self.unit(*unit), self.cells(cells));
                format!("{} in {unit} are in {cells} only", self.values(values))
            }
            Premise::Fish { value, base, cover } => {
                let (value, base) = ((self.symbol)(*value), self.lines(base));
                format!("{value} in {base} is in {} only", self.lines(cover))
            }
            Premise::Wing { value, pivot, pivot_values, pincers } => {
                let value = (self.symbol)(*value);
                let leaves = |&(cell, other): &CellValue| {
                    let (cell, other) = (self.cell(cell), (self.symbol)(other));
                    format!("if {other}, {cell} is {value}")
                };
                let (pivot, values) = (self.cell(*pivot), self.values(pivot_values));
                format!("{pivot} is one of {values}: {}", join(pincers.iter().map(leaves), "; "))
            }
            Premise::WWing { value, linked, cells, unit } => {
                let (value, linked) = ((self.symbol)(*value), (self.symbol)(*linked));
                let (unit, cells) = (self.unit(*unit), self.cells(cells));
                format!(
                    "{cells} are {linked} or {value}, not both {linked}: {unit} would have none"
                )
            }
            Premise::Chain { nodes } => {
                let (first, rest) = nodes.split_at(nodes.len().min(1));
                format!("{}, or else {}", self.implications(first), self.implications(rest))
            }
            Premise::Cases { chains, .. } => {
                join(chains.iter().map(|nodes| self.implications(nodes)), "; or ")
            }
        }
    }

    /// Candidates each of which follows from the one before; every other one does not hold.
    fn implications(&self, nodes: &[CellValue]) -> String {
        let parts = nodes.iter().enumerate().map(|(at, &(cell, value))| {
            let is = if at % 2 == 0 { "is" } else { "is not" };
            format!("{} {is} {}", self.cell(cell), (self.symbol)(value))
        });
        join(parts, ", so ")
    }

    fn effect(&self) -> String {
        if let Some((cell, value)) = self.step.sets {
            return format!("{} is {}", self.cell(cell), (self.symbol)(value));
        }
        let mut values: Vec<_> = self.step.removes.iter().map(|&(_, value)| value).collect();
        values.sort_unstable();
        values.dedup();
        let removed = values.into_iter().map(|value| {
            let of_value = self.step.removes.iter().filter(|&&(_, other)| other == value);
            let cells: Vec<_> = of_value.map(|&(cell, _)| cell).collect();
            format!("{} from {}", (self.symbol)(value), self.cells(&cells))
        });
        format!("removes {}", join(removed, ", "))
    }
}

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.step.technique.title(), self.premise(), self.effect())
    }
}

fn join(parts: impl Iterator<Item = String>, separator: &str) -> String {
    let mut all = String::new();
    for part in parts {
        let before = if all.is_empty() { "" } else { separator };
        let written = write!(all, "{before}{part}");
        debug_assert!(written.is_ok(), "a string takes everything");
    }
    all
}
