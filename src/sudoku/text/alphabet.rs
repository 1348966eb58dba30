//! [`Alphabet`]: which symbol stands for which value.
//!
//! Up to nine values are always written with digits. For larger grids there are several customs,
//! and a text does not state which one it follows; [`alphabet_guess`](super::alphabet_guess) infers
//! it.

use std::fmt;
use std::str::FromStr;

/// The entry of a byte table for a byte that is neither a symbol nor a blank.
pub(super) const NO_SYMBOL: u8 = u8::MAX;

/// The largest size at which no alphabet uses `x` as a symbol, so that it may be a blank.
pub(super) const LAST_SIZE_WITH_X: u8 = 16;

/// All symbols, in the order of every alphabet.
const SYMBOLS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL_SYMBOLS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// The blanks that are not symbols of any alphabet.
const BLANKS: &[u8] = b"._*-";

/// A way of writing values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AlphabetStyle {
    /// The digits from 1, then letters: `1-9A-G`. At most 35 values.
    FromOne,
    /// The digits from 0, then letters: `0-9A-F`. At most 36 values.
    FromZero,
    /// Letters alone: `A-P`. At most 26 values.
    Letters,
    /// Decimal numbers from 1, separated by spaces or commas: `1-16`. Any number of values.
    Numbers,
}

impl AlphabetStyle {
    const ALL: [Self; 4] = [Self::FromOne, Self::FromZero, Self::Letters, Self::Numbers];

    /// The largest size that this style can write.
    fn max_size(self) -> usize {
        match self {
            Self::FromOne => 35,
            Self::FromZero | Self::Numbers => 36,
            Self::Letters => 26,
        }
    }
}

/// The symbols of the values `1..=size`, in one of the [styles](AlphabetStyle).
///
/// Its `Display` is its [name](Self::name), from which it can be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alphabet {
    style: AlphabetStyle,
    size: u8,
    lower: bool,
}

impl Alphabet {
    /// The alphabet of this style for a Sudoku of this size, with capital letters. `None` if the
    /// style has too few symbols or the size is 0.
    ///
    /// Up to size 9, [`AlphabetStyle::Numbers`] is the same as [`AlphabetStyle::FromOne`].
    #[must_use]
    pub fn new(style: AlphabetStyle, size: usize) -> Option<Self> {
        let known = (1..=style.max_size()).contains(&size);
        let style = if style == AlphabetStyle::Numbers && size <= 9 {
            AlphabetStyle::FromOne
        } else {
            style
        };
        let size = u8::try_from(size).ok()?;
        known.then_some(Self { style, size, lower: false })
    }

    /// The usual alphabet for a Sudoku of this size: digits from 1, then letters; `0-9A-Z` for size
    /// 36. `None` for other sizes than 1 to 36.
    #[must_use]
    pub fn of_size(size: usize) -> Option<Self> {
        (1..=36).contains(&size).then(|| Self::usual(size))
    }

    /// [`of_size`](Self::of_size) for a size that the caller has checked; other sizes are clamped.
    pub(super) fn usual(size: usize) -> Self {
        let size = u8::try_from(size.clamp(1, 36)).unwrap_or(36);
        let style = if size <= 35 { AlphabetStyle::FromOne } else { AlphabetStyle::FromZero };
        Self { style, size, lower: false }
    }

    /// The same alphabet with small letters, if it has letters.
    #[must_use]
    pub fn in_lower_case(self) -> Self {
        self.in_case(true)
    }

    /// The same alphabet with small letters or capitals, if it has letters.
    pub(super) fn in_case(self, lower: bool) -> Self {
        Self { lower: lower && self.has_letters(), ..self }
    }

    /// The alphabet in which each value is one symbol: the same one, or the usual one instead of
    /// numbers.
    pub(super) fn in_symbols(self) -> Self {
        if self.is_numbers() { Self::usual(self.size()) } else { self }
    }

    fn has_letters(self) -> bool {
        match self.style {
            AlphabetStyle::FromOne => self.size > 9,
            AlphabetStyle::FromZero => self.size > 10,
            AlphabetStyle::Letters => true,
            AlphabetStyle::Numbers => false,
        }
    }

    /// The style.
    #[must_use]
    pub fn style(self) -> AlphabetStyle {
        self.style
    }

    /// The number of values.
    #[must_use]
    pub fn size(self) -> usize {
        usize::from(self.size)
    }

    /// The value of a symbol, from 1. Letters are accepted in either case. In the numbers style,
    /// only the numbers of one digit are symbols.
    #[must_use]
    pub fn value(self, symbol: char) -> Option<u8> {
        let digit = u8::try_from(symbol.to_digit(36)?).ok()?;
        let value = match self.style {
            AlphabetStyle::FromOne => digit,
            AlphabetStyle::FromZero => digit + 1,
            AlphabetStyle::Letters => digit.checked_sub(9)?,
            AlphabetStyle::Numbers => Some(digit).filter(|&digit| digit <= 9)?,
        };
        (1..=self.size).contains(&value).then_some(value)
    }

    /// The symbols of the values in ascending order, as far as they are single characters.
    fn symbols(self) -> &'static [u8] {
        let (first, most) = match self.style {
            AlphabetStyle::FromOne => (1, 35),
            AlphabetStyle::FromZero => (0, 36),
            AlphabetStyle::Letters => (10, 26),
            AlphabetStyle::Numbers => (1, 9),
        };
        let all = if self.lower { SMALL_SYMBOLS } else { SYMBOLS };
        &all[first..][..self.size().min(most)]
    }

    /// The symbol of a value, if it has one that is a single character.
    #[must_use]
    #[inline]
    pub fn symbol(self, value: u8) -> Option<char> {
        let index = usize::from(value).checked_sub(1)?;
        self.symbols().get(index).copied().map(char::from)
    }

    /// Appends the symbol of a value, or its number if it has no symbol.
    pub fn push(self, value: u8, out: &mut String) {
        match self.symbol(value) {
            Some(symbol) => out.push(symbol),
            None => out.push_str(&value.to_string()),
        }
    }

    /// Returns whether the values are written as numbers, some of which have two digits.
    #[must_use]
    pub fn is_numbers(self) -> bool {
        self.style == AlphabetStyle::Numbers
    }

    /// Returns whether this character is a blank: `.`, `_`, `*` and `-` always, `0` unless it is a
    /// symbol, and `x` up to size 16.
    #[must_use]
    pub fn is_blank(self, symbol: char) -> bool {
        match symbol {
            '0' => self.value('0').is_none(),
            'x' | 'X' => self.size <= LAST_SIZE_WITH_X,
            _ => u8::try_from(symbol).is_ok_and(|byte| BLANKS.contains(&byte)),
        }
    }

    /// The character to write for a blank cell: the wanted one, or `.` if that could not be read
    /// back as a blank.
    #[must_use]
    pub fn blank(self, wanted: char) -> char {
        if self.is_blank(wanted) { wanted } else { '.' }
    }

    /// For each byte, its value, 0 for a blank, or [`NO_SYMBOL`].
    pub(super) fn table(self) -> [u8; 256] {
        let mut table = [NO_SYMBOL; 256];
        for &byte in SYMBOLS.iter().chain(SMALL_SYMBOLS).chain(BLANKS) {
            let symbol = char::from(byte);
            let blank = self.is_blank(symbol).then_some(0);
            table[usize::from(byte)] = self.value(symbol).or(blank).unwrap_or(NO_SYMBOL);
        }
        table
    }

    /// The name: `1-9`, `1-9A-G`, `1-9a-g`, `0-9A-F`, `A-P`, or `1-16` for numbers.
    #[must_use]
    pub fn name(self) -> String {
        if self.is_numbers() {
            return format!("1-{}", self.size);
        }
        let symbols = self.symbols();
        let (digits, letters) = symbols.split_at(symbols.partition_point(u8::is_ascii_digit));
        range(digits) + &range(letters)
    }

    fn all() -> impl Iterator<Item = Self> {
        let sizes = |style| (1..=36).filter_map(move |size| Self::new(style, size));
        AlphabetStyle::ALL.into_iter().flat_map(sizes).flat_map(|a| [a, a.in_lower_case()])
    }
}

/// The name of a range of symbols: empty, `A`, or `A-G`.
fn range(symbols: &[u8]) -> String {
    match *symbols {
        [] => String::new(),
        [only] => char::from(only).to_string(),
        [first, .., last] => format!("{}-{}", char::from(first), char::from(last)),
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// The error for a name that is not that of an [`Alphabet`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAlphabet {
    name: String,
}

impl fmt::Display for UnknownAlphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        write!(
            f,
            "unknown alphabet '{name}': expected one like 1-9, 1-9A-G, 1-9a-g, 0-9A-F, A-P or 1-16"
        )
    }
}

impl std::error::Error for UnknownAlphabet {}

impl FromStr for Alphabet {
    type Err = UnknownAlphabet;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::all().find(|alphabet| alphabet.name() == name);
        found.ok_or_else(|| UnknownAlphabet { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alphabet_is_parsed_from_its_name() {
        for alphabet in Alphabet::all() {
            assert_eq!(alphabet.name().parse(), Ok(alphabet), "{alphabet:?}");
        }
        for name in
            ["1-4", "1-9", "1-9A", "1-9A-G", "1-9a-z", "0-9A-F", "0-9A-Z", "A-Y", "a-p", "1-16"]
        {
            assert_eq!(name.parse::<Alphabet>().unwrap().to_string(), name);
        }
        for name in ["", "1-", "B-G", "1-9A-g", "1-37", "1-9A-\u{e9}"] {
            let refused = name.parse::<Alphabet>().unwrap_err().to_string();
            assert!(
                refused.starts_with(&format!("unknown alphabet '{name}': expected")),
                "{refused}"
            );
        }
    }

    #[test]
    fn values_and_symbols_are_inverse() {
        for alphabet in Alphabet::all() {
            for value in 1..=alphabet.size {
                let Some(symbol) = alphabet.symbol(value) else {
                    assert!(alphabet.is_numbers() && value > 9);
                    continue;
                };
                assert_eq!(alphabet.value(symbol), Some(value));
                assert_eq!(alphabet.value(symbol.to_ascii_lowercase()), Some(value));
                assert!(!alphabet.is_blank(symbol), "{alphabet} {symbol}");
            }
            assert_eq!(alphabet.symbol(0), None);
            assert_eq!(alphabet.symbol(alphabet.size + 1), None);
            assert!(alphabet.is_blank(alphabet.blank('0')));
        }
    }

    #[test]
    fn blanks_depend_on_the_alphabet() {
        let blanks = |name: &str| {
            let alphabet: Alphabet = name.parse().unwrap();
            ".0_*-xX?".chars().filter(|&symbol| alphabet.is_blank(symbol)).collect::<String>()
        };
        assert_eq!(blanks("1-9"), ".0_*-xX");
        assert_eq!(blanks("A-P"), ".0_*-xX");
        assert_eq!(blanks("0-9A-F"), "._*-xX");
        assert_eq!(blanks("1-9A-P"), ".0_*-");
    }

    #[test]
    fn every_size_up_to_36_has_an_alphabet() {
        assert_eq!(Alphabet::of_size(36).unwrap().name(), "0-9A-Z");
        assert_eq!(Alphabet::of_size(37), None);
        assert_eq!(Alphabet::new(AlphabetStyle::Letters, 27), None);
    }
}
