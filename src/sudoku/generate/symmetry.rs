//! [`PatternSymmetry`]: symmetries of the cells that have clues.

use std::fmt;
use std::str::FromStr;

/// A symmetry of the cells that have clues. Values need not be symmetric.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PatternSymmetry {
    /// No symmetry is required.
    #[default]
    None,
    /// The rotation by 180 degrees.
    Rotate180,
    /// The rotations by 90, 180 and 270 degrees.
    Rotate90,
    /// The reflection that exchanges the left and the right side.
    Horizontal,
    /// The reflection that exchanges top and bottom.
    Vertical,
    /// The reflection in the diagonal from the top left: rows become columns.
    Diagonal,
    /// The reflection in the diagonal from the top right.
    Antidiagonal,
    /// All rotations and reflections.
    All,
}

/// A cell, as row and column, and the size of the grid.
type Map = fn((usize, usize), usize) -> (usize, usize);

const ROTATE_90: Map = |(row, column), size| (column, size - 1 - row);
const ROTATE_180: Map = |(row, column), size| (size - 1 - row, size - 1 - column);
const HORIZONTAL: Map = |(row, column), size| (row, size - 1 - column);
const VERTICAL: Map = |(row, column), size| (size - 1 - row, column);
const DIAGONAL: Map = |(row, column), _| (column, row);
const ANTIDIAGONAL: Map = |(row, column), size| (size - 1 - column, size - 1 - row);

impl PatternSymmetry {
    /// All symmetries.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::Rotate180,
        Self::Rotate90,
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::Antidiagonal,
        Self::All,
    ];

    /// The name: `none`, `rotate180`, `rotate90`, `horizontal`, `vertical`, `diagonal`,
    /// `antidiagonal` or `all`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rotate180 => "rotate180",
            Self::Rotate90 => "rotate90",
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
            Self::All => "all",
        }
    }

    /// The maps that generate the symmetry.
    fn generators(self) -> &'static [Map] {
        match self {
            Self::None => &[],
            Self::Rotate180 => &[ROTATE_180],
            Self::Rotate90 => &[ROTATE_90],
            Self::Horizontal => &[HORIZONTAL],
            Self::Vertical => &[VERTICAL],
            Self::Diagonal => &[DIAGONAL],
            Self::Antidiagonal => &[ANTIDIAGONAL],
            Self::All => &[ROTATE_90, HORIZONTAL],
        }
    }

    /// The sets of cells of a grid that the symmetry maps to each other. Each cell is in one of
    /// them.
    #[must_use]
    pub fn orbits(self, size: usize) -> Vec<Vec<usize>> {
        let (mut orbits, mut seen) = (Vec::new(), vec![false; size * size]);
        for cell in 0..size * size {
            if std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            let mut orbit = vec![cell];
            let mut done = 0;
            while let Some(&from) = orbit.get(done) {
                for map in self.generators() {
                    let (row, column) = map((from / size, from % size), size);
                    let to = row * size + column;
                    if !std::mem::replace(&mut seen[to], true) {
                        orbit.push(to);
                    }
                }
                done += 1;
            }
            orbits.push(orbit);
        }
        orbits
    }
}

impl fmt::Display for PatternSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not that of a [`PatternSymmetry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSymmetry {
    name: String,
}

impl fmt::Display for UnknownSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PatternSymmetry::ALL.map(PatternSymmetry::name);
        write!(f, "unknown symmetry '{}': expected one of {}", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownSymmetry {}

impl FromStr for PatternSymmetry {
    type Err = UnknownSymmetry;

    fn from_str(name: &str) -> Result<Self, UnknownSymmetry> {
        let found = Self::ALL.into_iter().find(|symmetry| symmetry.name() == name);
        found.ok_or_else(|| UnknownSymmetry { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn orbits_are_kept_by_the_maps_and_have_every_cell_once() {
        let expected = [(81, 1), (41, 2), (21, 4), (45, 2), (45, 2), (45, 2), (45, 2), (15, 8)];
        for (symmetry, (orbits, longest)) in PatternSymmetry::ALL.into_iter().zip(expected) {
            assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
            for size in [4, 6, 9, 25] {
                let found = symmetry.orbits(size);
                let cells: BTreeSet<_> = found.iter().flatten().collect();
                assert_eq!(cells.len(), size * size);
                assert_eq!(found.iter().map(Vec::len).sum::<usize>(), size * size);
                for orbit in &found {
                    for map in symmetry.generators() {
                        let mapped = orbit.iter().map(|cell| {
                            let (row, column) = map((cell / size, cell % size), size);
                            row * size + column
                        });
                        assert_eq!(
                            mapped.collect::<BTreeSet<_>>(),
                            orbit.iter().copied().collect()
                        );
                    }
                }
                if size == 9 {
                    assert_eq!(found.len(), orbits, "{symmetry}");
                    assert_eq!(found.iter().map(Vec::len).max(), Some(longest));
                }
            }
        }
        let error = "turn".parse::<PatternSymmetry>().unwrap_err().to_string();
        assert!(error.starts_with("unknown symmetry 'turn': expected one of none, rotate180,"));
    }
}
