//! Boxes with labels, the units that they form, and their peers.
//!
//! Three of the documents name things so: a *box* is a single square of the grid, `A1` to `I9`; a *unit* is a
//! row, a column or a square of boxes, in which each digit occurs once; the *peers* of a box are all others
//! that share a unit with it. (Elsewhere in this library, a box is what they call a square.)

use std::fmt;

/// All labels of a letter of `a` followed by one of `b`: `cross("ab", "12")` is `a1 a2 b1 b2`.
#[must_use]
pub fn cross(a: &str, b: &str) -> Vec<String> {
    a.chars().flat_map(|s| b.chars().map(move |t| format!("{s}{t}"))).collect()
}

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnitKind {
    /// Boxes side by side.
    Row,
    /// Boxes below each other.
    Column,
    /// Boxes in a square.
    Square,
    /// Boxes from one corner of the grid to the opposite one.
    Diagonal,
}

impl fmt::Display for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Square => "square",
            Self::Diagonal => "diagonal",
        })
    }
}

/// Which unit it is: its kind, and its number among those of its kind, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnitName {
    /// What it is.
    pub kind: UnitKind,
    /// Its number: rows from above, columns from the left, squares row by row; the diagonal that falls before
    /// the one that rises.
    pub number: usize,
}

/// Some boxes in which each digit occurs once.
#[derive(Clone, Debug)]
pub struct Unit {
    name: UnitName,
    boxes: Vec<usize>,
}

impl Unit {
    /// Which unit it is.
    #[must_use]
    pub fn name(&self) -> UnitName {
        self.name
    }

    /// The numbers of its boxes.
    #[must_use]
    pub fn boxes(&self) -> &[usize] {
        &self.boxes
    }
}

/// The boxes of a grid, numbered row by row from 0, with their labels, units and peers.
#[derive(Clone, Debug)]
pub struct Layout {
    rows: String,
    columns: String,
    /// The side of a square.
    side: usize,
    labels: Vec<String>,
    unitlist: Vec<Unit>,
    /// For each box the numbers of its units.
    units: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Layout {
    /// The layout with these letters for rows and columns, equally many and a square number of them, and with
    /// the units of these kinds, in this order.
    pub(super) fn new(rows: &str, columns: &str, kinds: &[UnitKind]) -> Self {
        let (size, labels) = (rows.len(), cross(rows, columns));
        let side = size.isqrt();
        debug_assert!(side * side == size && columns.len() == size);
        let unitlist: Vec<_> = kinds.iter().flat_map(|&kind| units_of(kind, size, side)).collect();
        let units: Vec<Vec<usize>> = (0..labels.len())
            .map(|b| (0..unitlist.len()).filter(|&u| unitlist[u].boxes.contains(&b)).collect())
            .collect();
        let peers = units.iter().enumerate().map(|(own, units)| {
            let of_units = units.iter().flat_map(|&u| &unitlist[u].boxes).copied();
            let mut peers: Vec<_> = of_units.filter(|&peer| peer != own).collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        });
        let peers = peers.collect();
        let (rows, columns) = (rows.to_owned(), columns.to_owned());
        Self { rows, columns, side, labels, unitlist, units, peers }
    }

    /// The number of rows.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// The letters of the rows.
    #[must_use]
    pub fn rows(&self) -> &str {
        &self.rows
    }

    /// The letters of the columns.
    #[must_use]
    pub fn columns(&self) -> &str {
        &self.columns
    }

    /// The number of rows of a square.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// The labels of all boxes, row by row.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The number of the box with a label.
    #[must_use]
    pub fn number(&self, label: &str) -> Option<usize> {
        self.labels.iter().position(|known| known == label)
    }

    /// All units, in the document's order.
    #[must_use]
    pub fn unitlist(&self) -> &[Unit] {
        &self.unitlist
    }

    /// The units of one kind.
    pub fn units_of_kind(&self, kind: UnitKind) -> impl Iterator<Item = &Unit> {
        self.unitlist.iter().filter(move |unit| unit.name.kind == kind)
    }

    /// The units of a box, in the document's order; none for a number that is no box.
    pub fn units(&self, number: usize) -> impl DoubleEndedIterator<Item = &Unit> {
        self.units.get(number).into_iter().flatten().map(|&unit| &self.unitlist[unit])
    }

    /// The other boxes of the units of a box, in ascending order. The documents keep them in a set, which
    /// has no order.
    #[must_use]
    pub fn peers(&self, number: usize) -> &[usize] {
        self.peers.get(number).map_or(&[], Vec::as_slice)
    }
}

/// The units of a kind in a grid of a size whose squares have this side.
fn units_of(kind: UnitKind, size: usize, side: usize) -> Vec<Unit> {
    let unit = |number| {
        let number_of = |index: usize| match kind {
            UnitKind::Row => number * size + index,
            UnitKind::Column => index * size + number,
            UnitKind::Square => {
                let (row, column) = (number / side * side, number % side * side);
                (row + index / side) * size + column + index % side
            }
            UnitKind::Diagonal if number == 0 => index * (size + 1),
            UnitKind::Diagonal => (index + 1) * (size - 1),
        };
        let mut boxes: Vec<_> = (0..size).map(number_of).collect();
        boxes.sort_unstable();
        Unit { name: UnitName { kind, number }, boxes }
    };
    let count = if kind == UnitKind::Diagonal { 2 } else { size };
    (0..count).map(unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [UnitKind; 4] =
        [UnitKind::Row, UnitKind::Column, UnitKind::Square, UnitKind::Diagonal];

    fn labels(layout: &Layout, boxes: &[usize]) -> String {
        let labels: Vec<_> = boxes.iter().map(|&b| layout.labels()[b].as_str()).collect();
        labels.join(" ")
    }

    #[test]
    fn cross_concatenates() {
        let all = ["ad", "ae", "af", "bd", "be", "bf", "cd", "ce", "cf"];
        assert_eq!(cross("abc", "def"), all);
    }

    #[test]
    fn units_are_in_the_order_that_was_asked_for() {
        let layout = Layout::new("ABCD", "1234", &ALL);
        let told: Vec<_> =
            layout.unitlist().iter().map(|unit| labels(&layout, unit.boxes())).collect();
        assert_eq!(told[0], "A1 A2 A3 A4");
        assert_eq!(told[4], "A1 B1 C1 D1");
        assert_eq!(told[9], "A3 A4 B3 B4");
        assert_eq!(told[12], "A1 B2 C3 D4");
        assert_eq!(told[13], "A4 B3 C2 D1");
        assert_eq!(told.len(), 14);
    }

    #[test]
    fn peers_share_a_unit() {
        let layout = Layout::new("ABCD", "1234", &ALL[..3]);
        let number = layout.number("B2").unwrap();
        assert_eq!(labels(&layout, layout.peers(number)), "A1 A2 B1 B3 B4 C2 D2");
        let layout = Layout::new("ABCD", "1234", &ALL);
        assert_eq!(labels(&layout, layout.peers(number)), "A1 A2 B1 B3 B4 C2 C3 D2 D4");
        assert_eq!(layout.units(number).count(), 4);
        assert!(layout.peers(99).is_empty());
    }
}
