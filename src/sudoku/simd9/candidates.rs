//! [`Candidates`]: a grid in which each cell has a set of possible digits (pencil marks).

use super::layout::{Cells, bit, word};
use std::fmt;
use std::str::FromStr;

/// The candidates of each cell of a 9x9 grid: bit `d - 1` of a mask stands for digit `d`.
///
/// The text form has 729 characters: nine for each cell, row by row, each the digit or, if the cell
/// cannot have it, `.` or `0`.
///
/// ```
/// use quadrille::sudoku::simd9::Candidates;
///
/// let mut candidates = Candidates::ALL;
/// candidates.forbid(0, 1);
/// assert!(!candidates.allows(0, 1) && candidates.allows(0, 2));
/// let text = candidates.to_string();
/// assert_eq!((text.len(), &text[..18]), (729, ".23456789123456789"));
/// assert_eq!(text.parse(), Ok(candidates));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Candidates([u16; 81]);

impl Candidates {
    /// All digits in all cells.
    pub const ALL: Self = Self([0x1ff; 81]);

    /// Creates candidates from masks. Bits above the ninth are ignored.
    #[must_use]
    pub fn from_masks(masks: [u16; 81]) -> Self {
        Self(masks.map(|mask| mask & 0x1ff))
    }

    /// The masks of all cells, row by row.
    #[must_use]
    pub fn masks(&self) -> &[u16; 81] {
        &self.0
    }

    /// Returns whether a cell can have a digit, 1 to 9; `false` if there is no such cell or digit.
    #[must_use]
    pub fn allows(&self, cell: usize, digit: u8) -> bool {
        self.0.get(cell).is_some_and(|mask| mask & mask_of(digit) != 0)
    }

    /// Adds a digit to the candidates of a cell.
    pub fn allow(&mut self, cell: usize, digit: u8) {
        if let Some(mask) = self.0.get_mut(cell) {
            *mask |= mask_of(digit);
        }
    }

    /// Removes a digit from the candidates of a cell.
    pub fn forbid(&mut self, cell: usize, digit: u8) {
        if let Some(mask) = self.0.get_mut(cell) {
            *mask &= !mask_of(digit);
        }
    }

    /// Removes all other digits from the candidates of a cell.
    pub fn fix(&mut self, cell: usize, digit: u8) {
        if let Some(mask) = self.0.get_mut(cell) {
            *mask &= mask_of(digit);
        }
    }

    /// Word `9g + 3i + j` of the state.
    pub(super) fn word(&self, index: usize) -> u32 {
        let (g, i, j) = (index / 9, index / 3 % 3, index % 3);
        let mut all = 0;
        for b in 0..3 {
            for k in 0..3 {
                let (row, column) = (3 * b + i, 3 * k + j);
                debug_assert!(word(row, column, g) == index);
                let digits = u32::from(self.0[9 * row + column]) >> (3 * g);
                for t in 0..3 {
                    all |= (digits >> t & 1) << (9 * t + bit(row, column));
                }
            }
        }
        all
    }
}

/// The bit of a digit; 0 if there is no such digit.
fn mask_of(digit: u8) -> u16 {
    if (1..=9).contains(&digit) { 1 << (digit - 1) } else { 0 }
}

/// Each clue is the only candidate of its cell. A value above 9 is no digit and leaves no
/// candidate.
impl From<&Cells> for Candidates {
    fn from(cells: &Cells) -> Self {
        Self(cells.map(|value| if value == 0 { 0x1ff } else { mask_of(value) }))
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(729);
        for cell in 0..81 {
            for digit in 1..=9 {
                let mark = if self.allows(cell, digit) { char::from(b'0' + digit) } else { '.' };
                text.push(mark);
            }
        }
        f.pad(&text)
    }
}

impl FromStr for Candidates {
    type Err = CandidatesError;

    fn from_str(text: &str) -> Result<Self, CandidatesError> {
        let mut masks = [0; 81];
        let mut marks = text.chars().enumerate();
        for mask in &mut masks {
            for digit in 1..=9 {
                match marks.next() {
                    Some((_, '.' | '0')) => {}
                    Some((_, mark)) if mark == char::from(b'0' + digit) => *mask |= mask_of(digit),
                    Some((at, found)) => {
                        return Err(CandidatesError::Mark { at, expected: digit, found });
                    }
                    None => return Err(CandidatesError::Length { found: text.chars().count() }),
                }
            }
        }
        match marks.next() {
            Some(_) => Err(CandidatesError::Length { found: text.chars().count() }),
            None => Ok(Self(masks)),
        }
    }
}

/// The error for a text that is not in the format of [`Candidates`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CandidatesError {
    /// There are not 729 characters.
    Length {
        /// The number of characters.
        found: usize,
    },
    /// A character is neither the digit of its position nor a blank.
    Mark {
        /// The number of characters before it.
        at: usize,
        /// The digit of the position.
        expected: u8,
        /// The character.
        found: char,
    },
}

impl fmt::Display for CandidatesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found } => write!(f, "expected 729 characters, found {found}"),
            Self::Mark { at, expected, found } => {
                write!(
                    f,
                    "expected {expected}, `.` or `0` at character {}, found {found:?}",
                    at + 1
                )
            }
        }
    }
}

impl std::error::Error for CandidatesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_texts_are_refused_with_the_reason() {
        let table = [
            (String::new(), "expected 729 characters, found 0"),
            (".".repeat(728), "expected 729 characters, found 728"),
            (".".repeat(730), "expected 729 characters, found 730"),
            (format!("1.4{}", ".".repeat(726)), "expected 3, `.` or `0` at character 3, found '4'"),
            (format!(".é{}", ".".repeat(727)), "expected 2, `.` or `0` at character 2, found 'é'"),
        ];
        for (text, message) in table {
            assert_eq!(text.parse::<Candidates>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn unknown_cells_and_digits_are_ignored() {
        let mut candidates = Candidates::ALL;
        candidates.forbid(81, 1);
        candidates.forbid(0, 0);
        candidates.forbid(0, 10);
        candidates.fix(81, 1);
        candidates.allow(81, 1);
        candidates.allow(0, 10);
        assert_eq!(candidates, Candidates::ALL);
        assert!(!candidates.allows(81, 1) && !candidates.allows(0, 0) && !candidates.allows(0, 10));
        candidates.fix(80, 9);
        assert_eq!(candidates.masks()[80], 0x100);
        assert_eq!(Candidates::from_masks([u16::MAX; 81]), Candidates::ALL);
    }

    #[test]
    fn every_candidate_is_one_bit_of_the_state() {
        let mut seen = [0; 27];
        for cell in 0..81 {
            for digit in 1..=9 {
                let mut one = Candidates::from_masks([0; 81]);
                one.0[cell] = mask_of(digit);
                let words: Vec<_> = (0..27).filter(|&word| one.word(word) != 0).collect();
                let &[word] = &words[..] else { panic!("{words:?}") };
                assert_eq!(one.word(word).count_ones(), 1);
                assert_eq!(seen[word] & one.word(word), 0);
                seen[word] |= one.word(word);
            }
        }
        assert_eq!(seen, [super::super::layout::FULL; 27]);
    }
}
