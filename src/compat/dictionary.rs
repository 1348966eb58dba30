//! A sudoku in dictionary form: a value for each box, by label.

use super::digits::Digits;
use super::units::Units;
use std::fmt;
use std::ops::{Index, IndexMut};

/// A sudoku in which each box has all digits that it may hold.
pub type Sudoku = Dictionary<Digits>;

/// A value for each box of a grid: its sign in a string (`char`), or all digits that it may hold
/// ([`Digits`]).
///
/// `Display` writes it as Python writes a dictionary, one box per line; [`display`](Self::display)
/// draws it as a grid.
#[derive(Clone)]
pub struct Dictionary<V> {
    units: &'static Units,
    values: Vec<V>,
}

/// Two dictionaries are equal if they have the same values for the boxes of the same grid.
impl<V: PartialEq> PartialEq for Dictionary<V> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.units, other.units) && self.values == other.values
    }
}

impl<V: Eq> Eq for Dictionary<V> {}

impl<V: fmt::Debug> fmt::Debug for Dictionary<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dictionary").field(&self.values).finish()
    }
}

impl<V> Dictionary<V> {
    /// Creates the dictionary with these values, row by row.
    pub(super) fn new(units: &'static Units, values: Vec<V>) -> Self {
        debug_assert_eq!(values.len(), units.labels().len());
        Self { units, values }
    }

    /// Returns the boxes, with their units and peers.
    #[must_use]
    pub fn units(&self) -> &'static Units {
        self.units
    }

    /// Returns all values, row by row.
    #[must_use]
    pub fn values(&self) -> &[V] {
        &self.values
    }

    /// Returns the value of the box with a label.
    #[must_use]
    pub fn get(&self, label: &str) -> Option<&V> {
        self.units.number(label).and_then(|number| self.values.get(number))
    }
}

impl Sudoku {
    /// Returns the number of boxes with exactly one digit.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.values.iter().filter(|digits| digits.count() == 1).count()
    }

    /// Returns the box with the fewest digits of those that have more than one; of several, the
    /// first by label.
    #[must_use]
    pub fn fewest(&self) -> Option<usize> {
        let open = (0..self.values.len()).filter(|&number| self[number].count() > 1);
        open.min_by_key(|&number| self[number].count())
    }

    /// Returns the digit of each box, row by row; 0 where there is not exactly one.
    #[must_use]
    pub fn cells(&self) -> Vec<u8> {
        self.values.iter().map(|digits| digits.single().unwrap_or(0)).collect()
    }
}

impl<V: fmt::Display> Dictionary<V> {
    /// Draws the grid as the documents do: each box as wide as the widest value and a blank, its
    /// value centred, bars and lines between squares. Each line ends with a line break.
    #[must_use]
    pub fn display(&self) -> String {
        let texts: Vec<_> = self.values.iter().map(ToString::to_string).collect();
        drawn(&texts, self.units.size())
    }
}

/// Draws texts, row by row, as a grid with `size` rows, in the layout of [`Dictionary::display`].
pub(super) fn drawn(texts: &[String], size: usize) -> String {
    let side = size.isqrt();
    let width = 1 + texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let line = vec!["-".repeat(width * side); side].join("+");
    let mut out = String::new();
    for (row, texts) in texts.chunks(size).enumerate() {
        for (column, text) in texts.iter().enumerate() {
            let is_edge = (column + 1) % side == 0 && column + 1 < size;
            out += &center(text, width);
            out += if is_edge { "|" } else { "" };
        }
        out.push('\n');
        if (row + 1) % side == 0 && row + 1 < size {
            out += &line;
            out.push('\n');
        }
    }
    out
}

/// Centres a text as Python's `str.center` does: the odd blank is on the left if the width is odd,
/// and on the right otherwise.
fn center(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.chars().count());
    let left = blanks / 2 + (blanks & width & 1);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(blanks - left))
}

impl<V> Index<usize> for Dictionary<V> {
    type Output = V;

    fn index(&self, number: usize) -> &V {
        &self.values[number]
    }
}

impl<V> IndexMut<usize> for Dictionary<V> {
    fn index_mut(&mut self, number: usize) -> &mut V {
        &mut self.values[number]
    }
}

impl<V: fmt::Display> fmt::Display for Dictionary<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "{";
        for (label, value) in self.units.labels().iter().zip(&self.values) {
            write!(f, "{before}'{label}': '{value}'")?;
            before = ",\n ";
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::units::UnitShape;
    use std::sync::LazyLock;

    static UNITS: LazyLock<Units> = LazyLock::new(|| Units::new("ABCD", "1234", &[UnitShape::Row]));

    #[test]
    fn texts_are_centred_as_python_does() {
        let table = [
            ("4", 2, "4 "),
            ("4", 3, " 4 "),
            ("45", 3, " 45"),
            ("45", 7, "   45  "),
            ("4578", 7, "  4578 "),
            ("45", 6, "  45  "),
            ("457", 6, " 457  "),
            ("457", 2, "457"),
            ("·", 2, "· "),
        ];
        for (text, width, centred) in table {
            assert_eq!(center(text, width), centred);
        }
    }

    #[test]
    fn a_dictionary_is_written_as_in_python() {
        let mut values = vec![Digits::all(4); 16];
        values[..4].copy_from_slice(&[
            Digits::one(1),
            Digits::NONE,
            Digits::all(3),
            Digits::all(2),
        ]);
        let sudoku = Dictionary::new(&UNITS, values);
        let text = sudoku.to_string();
        assert!(
            text.starts_with(
                "{'A1': '1',\n 'A2': '',\n 'A3': '123',\n 'A4': '12',\n 'B1': '1234',"
            )
        );
        assert!(text.ends_with("\n 'D4': '1234'}"), "{text}");
        assert_eq!((sudoku.solved(), sudoku.fewest()), (1, Some(3)));
        assert_eq!(sudoku.cells()[..4], [1, 0, 0, 0]);
        assert_eq!(sudoku.get("A3"), Some(&Digits::all(3)));
        assert_eq!(sudoku.get("A5"), None);
    }

    #[test]
    fn a_grid_has_bars_and_lines_between_its_squares() {
        let sudoku = Dictionary::new(&UNITS, "1..2.3......4...".chars().collect());
        assert_eq!(sudoku.display(), "1 . |. 2 \n. 3 |. . \n----+----\n. . |. . \n4 . |. . \n");
        let sudoku = Dictionary::new(&UNITS, "1·· ".repeat(4).chars().collect());
        let line = "1 · |·   \n".repeat(2);
        assert_eq!(sudoku.display(), format!("{line}----+----\n{line}"));
    }
}
