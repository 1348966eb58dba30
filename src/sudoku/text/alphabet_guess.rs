//! [`AlphabetGuess`]: infers the alphabet of a grid from its symbols.
//!
//! A symbol that only one custom uses decides. Otherwise the alphabet that an earlier grid of the
//! same text has decided holds, or else the more common custom.

use super::alphabet::{Alphabet, AlphabetStyle, LAST_SIZE_WITH_X};

/// Those properties of the symbols of a grid that distinguish alphabets.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct AlphabetGuess {
    zeros: usize,
    digits: bool,
    other_blanks: bool,
    last_letter: u8,
    lower: bool,
}

impl AlphabetGuess {
    /// Collects the properties of the symbols of a grid of this size. Other characters are ignored.
    pub(super) fn of(size: usize, symbols: impl Iterator<Item = u8>) -> Self {
        let x_is_blank = size <= usize::from(LAST_SIZE_WITH_X);
        let mut guess = Self::default();
        for symbol in symbols {
            match symbol {
                b'0' => guess.zeros += 1,
                b'1'..=b'9' => guess.digits = true,
                b'.' | b'_' | b'*' | b'-' => guess.other_blanks = true,
                b'x' | b'X' if x_is_blank => guess.other_blanks = true,
                b'A'..=b'Z' => guess.letter(symbol - b'A', false),
                b'a'..=b'z' => guess.letter(symbol - b'a', true),
                _ => {}
            }
        }
        guess
    }

    fn letter(&mut self, index: u8, lower: bool) {
        if self.last_letter == 0 {
            self.lower = lower;
        }
        self.last_letter = self.last_letter.max(index + 1);
    }

    /// The alphabet of a grid of this size with these symbols, and whether they decide it. If they
    /// do not, the alphabet `before`, which an earlier grid has decided, holds.
    pub(super) fn alphabet(self, size: usize, before: Option<Alphabet>) -> (Alphabet, bool) {
        let (style, decided) = self.style(size);
        let has_letters = self.last_letter > 0;
        let holds = |before: &Alphabet| {
            !decided && before.size() == size && !(has_letters && before.is_numbers())
        };
        let usual = || Alphabet::new(style, size).unwrap_or(Alphabet::usual(size));
        let alphabet = before.filter(holds).unwrap_or_else(usual);
        (if has_letters { alphabet.in_case(self.lower) } else { alphabet }, decided)
    }

    fn style(self, size: usize) -> (AlphabetStyle, bool) {
        let last = usize::from(self.last_letter);
        // For size 16, the last letter is G with digits from 1, and F with digits from 0.
        let (last_from_one, has_letters) = (size.saturating_sub(9), last > 0);
        if size <= 9 {
            (AlphabetStyle::FromOne, true)
        } else if last > last_from_one {
            (AlphabetStyle::Letters, true)
        } else if has_letters && !self.digits {
            (AlphabetStyle::Letters, false)
        } else if last == last_from_one {
            (AlphabetStyle::FromOne, true)
        } else if self.zeros > 0 && self.other_blanks {
            (AlphabetStyle::FromZero, true)
        } else if self.zeros == size && !self.other_blanks {
            // A full grid has each symbol `size` times and no blank.
            (AlphabetStyle::FromZero, false)
        } else {
            (AlphabetStyle::FromOne, false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alphabet_is_inferred_from_the_symbols() {
        // The symbols, the alphabet of a grid of size 16 that contains them, and whether it is
        // decided.
        let cases = [
            ("12AG..", "1-9A-G", true),
            ("12ag..", "1-9a-g", true),
            ("12AG00", "1-9A-G", true),
            ("12AG0.", "1-9A-G", true),
            ("ABH...", "A-P", true),
            ("abp000", "a-p", true),
            ("12AF0.", "0-9A-F", true),
            ("12af0_", "0-9a-f", true),
            ("12AF00", "1-9A-G", false),
            ("12AF..", "1-9A-G", false),
            ("ABC...", "A-P", false),
            ("ABG...", "A-P", false),
            ("......", "1-9A-G", false),
            ("123x45", "1-9A-G", false),
        ];
        for (symbols, name, decided) in cases {
            let found = AlphabetGuess::of(16, symbols.bytes()).alphabet(16, None);
            assert_eq!((found.0.name().as_str(), found.1), (name, decided), "{symbols}");
        }
        let full = "0123456789abcdef".repeat(16);
        let (alphabet, decided) = AlphabetGuess::of(16, full.bytes()).alphabet(16, None);
        assert_eq!((alphabet.name().as_str(), decided), ("0-9a-f", false));
    }

    #[test]
    fn a_decided_alphabet_holds_for_later_grids_that_decide_nothing() {
        let from_zero: Alphabet = "0-9A-F".parse().unwrap();
        let after = |symbols: &str, size| {
            let guess = AlphabetGuess::of(size, symbols.bytes());
            guess.alphabet(size, Some(from_zero)).0.name()
        };
        assert_eq!(after("12AF..", 16), "0-9A-F");
        assert_eq!(after("12af00", 16), "0-9a-f");
        assert_eq!(after("12AG..", 16), "1-9A-G");
        assert_eq!(after("120...", 9), "1-9");
    }

    #[test]
    fn a_guess_has_the_size_of_the_grid() {
        for size in 1..=36 {
            for symbols in ["", "ABC", "XYZ", "0.", "019"] {
                let (alphabet, _) = AlphabetGuess::of(size, symbols.bytes()).alphabet(size, None);
                assert_eq!(alphabet.size(), size);
            }
        }
    }
}
