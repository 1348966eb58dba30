//! [`ExtraRule`]: the rules that variants of Sudoku add, as units of a [`Geometry`].

use super::geometry::{Geometry, Unit, UnitKind};
use super::geometry_error::GeometryError;
use std::fmt;
use std::str::FromStr;

/// A rule beyond rows, columns and boxes. Any of them can be combined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ExtraRule {
    /// Both long diagonals hold each value once.
    Diagonal,
    /// Squares between the boxes hold each value once: four in a 9x9 grid, known as windoku or
    /// hypersudoku.
    Windows,
    /// Cells that are a knight's move apart hold different values.
    AntiKnight,
    /// Cells that touch at a corner hold different values.
    AntiKing,
}

impl ExtraRule {
    /// All rules, in the order in which texts have them.
    pub const ALL: [Self; 4] = [Self::Diagonal, Self::Windows, Self::AntiKnight, Self::AntiKing];

    /// The name: `diagonal`, `windows`, `anti-knight` or `anti-king`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Diagonal => "diagonal",
            Self::Windows => "windows",
            Self::AntiKnight => "anti-knight",
            Self::AntiKing => "anti-king",
        }
    }

    /// The units of the rule in a grid of a size, created one by one.
    fn units(self, size: usize) -> Result<Box<dyn Iterator<Item = Unit>>, GeometryError> {
        Ok(match self {
            Self::Diagonal => Box::new(diagonals(size)),
            Self::Windows => Box::new(windows(size)?),
            Self::AntiKnight => Box::new(knight_pairs(size)),
            Self::AntiKing => Box::new(corner_squares(size)),
        })
    }
}

impl fmt::Display for ExtraRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ExtraRule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        let unknown = || UnknownRule { name: name.to_owned() };
        Self::ALL.into_iter().find(|rule| rule.name() == name).ok_or_else(unknown)
    }
}

/// The error for a name that no [`ExtraRule`] has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRule {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ExtraRule::ALL.map(ExtraRule::name).join(", ");
        write!(f, "the variant is {}: expected one or more of {names}", self.name)
    }
}

impl std::error::Error for UnknownRule {}

impl Geometry {
    /// Adds the units of a rule, except those whose cells are in one unit already.
    ///
    /// ```
    /// use quadrille::sudoku::{ExtraRule, Geometry};
    ///
    /// let geometry = Geometry::of_size(9)?.with_rule(ExtraRule::Windows)?;
    /// assert_eq!(geometry.regions().len(), 4);
    /// assert!(geometry.has_rule(ExtraRule::Windows) && !geometry.has_rule(ExtraRule::AntiKing));
    /// # Ok::<(), quadrille::sudoku::GeometryError>(())
    /// ```
    ///
    /// # Errors
    /// If there are no windows in grids of this size.
    pub fn with_rule(mut self, rule: ExtraRule) -> Result<Self, GeometryError> {
        for unit in rule.units(self.size())? {
            self.add_new_unit(unit);
        }
        Ok(self)
    }

    /// Whether the cells of each unit of a rule are in one unit, whatever its name.
    #[must_use]
    pub fn has_rule(&self, rule: ExtraRule) -> bool {
        let is_kept = |unit: &Unit| self.has_unit_around(unit);
        !self.regions().is_empty()
            && rule.units(self.size()).is_ok_and(|mut units| units.all(|unit| is_kept(&unit)))
    }

    /// Adds both diagonals as units: `diagonal 1` from the top left to the bottom right, and
    /// `diagonal 2` from the top right to the bottom left. A diagonal that is a unit already is not
    /// added again.
    #[must_use]
    pub fn diagonal(mut self) -> Self {
        diagonals(self.size()).for_each(|unit| self.add_new_unit(unit));
        self
    }

    /// Adds the windows as units, as [`with_rule`](Self::with_rule) does: squares as large as those
    /// of a square box, one row and column apart from each other and from the edges.
    ///
    /// # Errors
    /// If the size is not a square.
    pub fn windows(self) -> Result<Self, GeometryError> {
        self.with_rule(ExtraRule::Windows)
    }

    /// Adds a unit for each two cells that are a knight's move apart and in no unit yet. They hold
    /// different values.
    #[must_use]
    pub fn anti_knight(mut self) -> Self {
        knight_pairs(self.size()).for_each(|unit| self.add_new_unit(unit));
        self
    }

    /// Adds a unit for each square of 2x2 cells that is in no unit yet. Its cells hold different
    /// values: so do all cells that touch at a corner.
    #[must_use]
    pub fn anti_king(mut self) -> Self {
        corner_squares(self.size()).for_each(|unit| self.add_new_unit(unit));
        self
    }

    /// Whether all cells of a unit are in one unit. A square of a [move](UnitKind::Move) may be a
    /// whole window, and does not stand for it.
    fn has_unit_around(&self, unit: &Unit) -> bool {
        let has_all = |&index: &usize| {
            let own = &self.units()[index];
            let is_kind = own.kind() != UnitKind::Move || unit.kind() == UnitKind::Move;
            is_kind && unit.cells().iter().all(|cell| own.cells().contains(cell))
        };
        unit.cells().first().is_some_and(|&first| self.units_of(first).iter().any(has_all))
    }

    fn add_new_unit(&mut self, unit: Unit) {
        if !self.has_unit_around(&unit) {
            self.add_unit(unit);
        }
    }
}

fn diagonals(size: usize) -> impl Iterator<Item = Unit> {
    (1..=2).map(move |number| {
        let column = |i: usize| if number == 1 { i } else { size - 1 - i };
        let cells = (0..size).map(|i| i * size + column(i)).collect();
        Unit::new(UnitKind::Region, format!("diagonal {number}"), cells)
    })
}

fn windows(size: usize) -> Result<impl Iterator<Item = Unit>, GeometryError> {
    let side = size.isqrt();
    if side * side != size {
        return Err(GeometryError::Windows { size });
    }
    let firsts = move || (1..size - 1).step_by(side + 1);
    let corners = firsts().flat_map(move |row| firsts().map(move |column| row * size + column));
    let unit = move |(number, corner): (usize, usize)| {
        let cells = (0..size).map(|i| corner + i / side * size + i % side).collect();
        Unit::new(UnitKind::Region, format!("window {number}"), cells)
    };
    Ok((1..).zip(corners).map(unit))
}

/// The pairs of cells that are a knight's move apart.
fn knight_pairs(size: usize) -> impl Iterator<Item = Unit> {
    let moves = [(1, -2), (1, 2), (2, -1), (2, 1)];
    let pair = move |cell: usize, (down, right): (usize, isize)| {
        let column = (cell % size).checked_add_signed(right).filter(|&column| column < size)?;
        let row = Some(cell / size + down).filter(|&row| row < size)?;
        Some(move_unit("anti-knight", size, vec![cell, row * size + column]))
    };
    (0..size * size).flat_map(move |cell| moves.into_iter().filter_map(move |to| pair(cell, to)))
}

/// All squares of 2x2 cells.
fn corner_squares(size: usize) -> impl Iterator<Item = Unit> {
    let corners = (0..size * (size - 1)).filter(move |cell| cell % size < size - 1);
    corners.map(move |cell| {
        move_unit("anti-king", size, vec![cell, cell + 1, cell + size, cell + size + 1])
    })
}

/// A unit that is named by its first and last cell.
fn move_unit(rule: &str, size: usize, cells: Vec<usize>) -> Unit {
    let name = |cell: Option<&usize>| {
        cell.map_or_else(String::new, |cell| format!(" r{}c{}", cell / size + 1, cell % size + 1))
    };
    let name = format!("{rule}{}{}", name(cells.first()), name(cells.last()));
    Unit::new(UnitKind::Move, name, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn diagonals_are_added_once() {
        let is_diagonal = |geometry: &Geometry| geometry.has_rule(ExtraRule::Diagonal);
        let plain = Geometry::of_size(4).unwrap();
        let diagonal = plain.clone().diagonal();
        assert_eq!(diagonal.clone().diagonal(), diagonal);
        let named = plain.clone().with_region("diagonal 1", &[0, 1, 2, 3]).unwrap();
        assert!(is_diagonal(&diagonal) && !is_diagonal(&plain) && !is_diagonal(&named));
        let one = plain.with_region("own", &[15, 10, 5, 0]).unwrap();
        assert!(!is_diagonal(&one));
        let own = one.diagonal();
        assert!(is_diagonal(&own));
        let names: Vec<_> = own.regions().iter().map(Unit::name).collect();
        assert_eq!(names, ["own", "diagonal 2"]);
    }

    #[test]
    fn windows_are_one_row_and_column_apart() {
        let cells = |size: usize| -> Vec<Vec<usize>> {
            let geometry = Geometry::latin(size).unwrap().windows().unwrap();
            geometry.regions().iter().map(|unit| unit.cells().to_vec()).collect()
        };
        assert_eq!(cells(4), [[5, 6, 9, 10]]);
        let nine = cells(9);
        assert_eq!(nine.len(), 4);
        assert_eq!(nine[0], [10, 11, 12, 19, 20, 21, 28, 29, 30]);
        assert_eq!(nine[3].last(), Some(&70));
        assert_eq!((cells(16).len(), cells(25).len(), cells(36).len()), (9, 16, 25));
        assert_eq!(cells(16)[8].last(), Some(&(16 * 14 + 14)));
        let error = Geometry::of_size(6).unwrap().windows().unwrap_err();
        assert_eq!(error, GeometryError::Windows { size: 6 });
    }

    /// The pairs of different cells that some unit has.
    fn pairs(geometry: &Geometry) -> BTreeSet<(usize, usize)> {
        let of_unit = |unit: &Unit| -> Vec<(usize, usize)> {
            let cells = unit.cells();
            let pairs = cells.iter().flat_map(|&a| cells.iter().map(move |&b| (a, b)));
            pairs.filter(|(a, b)| a < b).collect()
        };
        geometry.units().iter().flat_map(of_unit).collect()
    }

    #[test]
    fn moves_of_chess_add_their_pairs_and_no_others() {
        let jigsaw = "1112132233243444".parse().unwrap();
        let plain = [
            Geometry::latin(5).unwrap(),
            Geometry::of_size(6).unwrap(),
            Geometry::of_size(9).unwrap().diagonal().windows().unwrap(),
            Geometry::with_boxes(4, jigsaw),
        ];
        for plain in plain {
            let size = plain.size();
            let differ = |cells: (usize, usize), sides: [usize; 2]| {
                let rows = (cells.0 / size).abs_diff(cells.1 / size);
                let columns = (cells.0 % size).abs_diff(cells.1 % size);
                [rows, columns] == sides || [columns, rows] == sides
            };
            let all = || {
                let from = 0..size * size;
                from.flat_map(|a| (a + 1..size * size).map(move |b| (a, b)))
            };
            let moves = [(ExtraRule::AntiKnight, [1, 2]), (ExtraRule::AntiKing, [1, 1])];
            for (rule, sides) in moves {
                let geometry = plain.clone().with_rule(rule).unwrap();
                let mut expected = pairs(&plain);
                expected.extend(all().filter(|&cells| differ(cells, sides)));
                assert_eq!(pairs(&geometry), expected, "{rule}");
                assert!(geometry.has_rule(rule) && !plain.has_rule(rule));
                assert_eq!(geometry.clone().with_rule(rule), Ok(geometry));
            }
        }
    }

    #[test]
    fn pairs_within_a_unit_are_left_out() {
        let nine = || Geometry::of_size(9).unwrap();
        // Of 224 pairs, 8 are in each of 9 boxes; of 64 squares, 4.
        assert_eq!(nine().anti_knight().regions().len(), 224 - 72);
        assert_eq!(nine().anti_king().regions().len(), 64 - 36);
        assert_eq!(Geometry::latin(9).unwrap().anti_knight().regions().len(), 224);
        let name = nine().anti_knight().regions()[0].name().to_owned();
        assert_eq!(name, "anti-knight r1c2 r2c4");
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for rule in ExtraRule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        assert_eq!(
            "killer".parse::<ExtraRule>().unwrap_err().to_string(),
            "the variant is killer: expected one or more of diagonal, windows, anti-knight, anti-king"
        );
    }
}
