//! Boxes with labels, the units that they form, and their peers.
//!
//! Three of the documents use these words: a *box* is one cell of the grid, `A1` to `I9`; a *unit*
//! is a row, a column or a square of boxes, in which each digit occurs once; the *peers* of a box
//! are all others that share a unit with it. (Elsewhere in this library, a box is what they call a
//! square.)

use std::fmt;

/// Returns all labels of a character of `a` followed by one of `b`: `cross("ab", "12")` is `a1 a2
/// b1 b2`.
#[must_use]
pub fn cross(a: &str, b: &str) -> Vec<String> {
    a.chars().flat_map(|s| b.chars().map(move |t| format!("{s}{t}"))).collect()
}

/// The shape of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnitShape {
    /// Boxes side by side.
    Row,
    /// Boxes one below the other.
    Column,
    /// Boxes in a square.
    Square,
    /// Boxes from one corner of the grid to the opposite one.
    Diagonal,
}

impl fmt::Display for UnitShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Square => "square",
            Self::Diagonal => "diagonal",
        })
    }
}

/// A unit's shape, and its number among those of its shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnitName {
    /// The shape.
    pub shape: UnitShape,
    /// The number from 0: rows from the top, columns from the left, squares row by row; the
    /// diagonal from the top left before the other one.
    pub number: usize,
}

/// A unit: boxes in which each digit occurs once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamedUnit {
    /// Its name.
    pub name: UnitName,
    /// The numbers of its boxes, in ascending order.
    pub boxes: Vec<usize>,
}

/// The boxes of a grid, numbered row by row from 0, with their labels, units and peers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Units {
    size: usize,
    labels: Vec<String>,
    list: Vec<NamedUnit>,
    /// For each box the indices of its units.
    of_box: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Units {
    /// Creates the boxes of a grid with these letters for rows and columns, equally many and a
    /// square number of them, and with the units of these shapes, in this order.
    pub(super) fn new(rows: &str, columns: &str, shapes: &[UnitShape]) -> Self {
        let (size, labels) = (rows.len(), cross(rows, columns));
        debug_assert!(size.isqrt().pow(2) == size && columns.len() == size);
        let list: Vec<_> = shapes.iter().flat_map(|&shape| units_of(shape, size)).collect();
        let of_box: Vec<Vec<usize>> = (0..labels.len())
            .map(|b| (0..list.len()).filter(|&unit| list[unit].boxes.contains(&b)).collect())
            .collect();
        let peers = of_box.iter().enumerate().map(|(own, units)| {
            let of_units = units.iter().flat_map(|&unit| &list[unit].boxes).copied();
            let mut peers: Vec<_> = of_units.filter(|&peer| peer != own).collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        });
        Self { size, labels, peers: peers.collect(), list, of_box }
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the labels of all boxes, row by row.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns the number of the box with a label.
    #[must_use]
    pub fn number(&self, label: &str) -> Option<usize> {
        self.labels.iter().position(|known| known == label)
    }

    /// Returns all units, in the document's order.
    #[must_use]
    pub fn list(&self) -> &[NamedUnit] {
        &self.list
    }

    /// Returns the units of a box, in the document's order; none for a number without a box.
    pub fn of(&self, number: usize) -> impl DoubleEndedIterator<Item = &NamedUnit> {
        self.of_box.get(number).into_iter().flatten().map(|&unit| &self.list[unit])
    }

    /// Returns the other boxes of the units of a box, in ascending order. The documents keep them
    /// in a set, which has no order.
    #[must_use]
    pub fn peers(&self, number: usize) -> &[usize] {
        self.peers.get(number).map_or(&[], Vec::as_slice)
    }
}

/// Returns the units of a shape in a grid of a size.
fn units_of(shape: UnitShape, size: usize) -> Vec<NamedUnit> {
    let side = size.isqrt();
    let unit = |number| {
        let number_of = |index: usize| match shape {
            UnitShape::Row => number * size + index,
            UnitShape::Column => index * size + number,
            UnitShape::Square => {
                let (row, column) = (number / side * side, number % side * side);
                (row + index / side) * size + column + index % side
            }
            UnitShape::Diagonal if number == 0 => index * (size + 1),
            UnitShape::Diagonal => (index + 1) * (size - 1),
        };
        NamedUnit { name: UnitName { shape, number }, boxes: (0..size).map(number_of).collect() }
    };
    let count = if shape == UnitShape::Diagonal { 2 } else { size };
    (0..count).map(unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [UnitShape; 4] =
        [UnitShape::Row, UnitShape::Column, UnitShape::Square, UnitShape::Diagonal];

    fn labels(units: &Units, boxes: &[usize]) -> String {
        let labels: Vec<_> = boxes.iter().map(|&b| units.labels()[b].as_str()).collect();
        labels.join(" ")
    }

    #[test]
    fn cross_concatenates() {
        let all = ["ad", "ae", "af", "bd", "be", "bf", "cd", "ce", "cf"];
        assert_eq!(cross("abc", "def"), all);
    }

    #[test]
    fn units_are_in_the_order_of_their_shapes() {
        let units = Units::new("ABCD", "1234", &ALL);
        let all: Vec<_> = units.list().iter().map(|unit| labels(&units, &unit.boxes)).collect();
        assert_eq!(all[0], "A1 A2 A3 A4");
        assert_eq!(all[4], "A1 B1 C1 D1");
        assert_eq!(all[9], "A3 A4 B3 B4");
        assert_eq!(all[12], "A1 B2 C3 D4");
        assert_eq!(all[13], "A4 B3 C2 D1");
        assert_eq!(all.len(), 14);
    }

    #[test]
    fn peers_share_a_unit() {
        let units = Units::new("ABCD", "1234", &ALL[..3]);
        let number = units.number("B2").unwrap();
        assert_eq!(labels(&units, units.peers(number)), "A1 A2 B1 B3 B4 C2 D2");
        let units = Units::new("ABCD", "1234", &ALL);
        assert_eq!(labels(&units, units.peers(number)), "A1 A2 B1 B3 B4 C2 C3 D2 D4");
        assert_eq!(units.of(number).count(), 4);
        assert!(units.peers(99).is_empty());
    }
}
