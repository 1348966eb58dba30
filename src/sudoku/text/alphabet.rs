//! Alphabets: which sign stands for which value.
//!
//! A Sudoku of up to nine values is written with digits, and everybody agrees. Beyond nine there are several
//! customs, and a text does not say which one it follows. [`Census`] looks at the signs of one grid and
//! guesses: a sign that only one custom has decides; otherwise the likelier custom is taken, unless an
//! earlier grid of the same text has decided already.

use std::fmt;
use std::str::FromStr;

/// What is in a byte table for a sign that is neither a symbol nor a blank.
pub(super) const NO_SIGN: u8 = u8::MAX;

/// The largest size whose alphabets leave `x` free to be a blank.
const LAST_SIZE_WITH_X: u8 = 16;

/// All symbols, in the order in which every alphabet has them.
const SIGNS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL_SIGNS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// A custom of writing values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Style {
    /// The digits from 1, then letters: `1-9A-G`. At most 35 values.
    FromOne,
    /// The digits from 0, then letters: `0-9A-F`. At most 36 values.
    FromZero,
    /// Letters alone: `A-P`. At most 26 values.
    Letters,
    /// Decimal numbers from 1, with blanks or commas between them: `1-16`. Any number of values.
    Numbers,
}

impl Style {
    const ALL: [Self; 4] = [Self::FromOne, Self::FromZero, Self::Letters, Self::Numbers];

    /// The largest size that can be written in this style.
    fn most(self) -> usize {
        match self {
            Self::FromOne => 35,
            Self::FromZero | Self::Numbers => 36,
            Self::Letters => 26,
        }
    }
}

/// The symbols of the values `1..=size`, in one of the [styles](Style).
///
/// Its `Display` is its [name](Self::name), from which it can be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alphabet {
    style: Style,
    size: u8,
    lower: bool,
}

impl Alphabet {
    /// The alphabet of this style for a Sudoku of this size, with capital letters. `None` if the style has
    /// too few symbols, or the size is below 1.
    ///
    /// Numbers up to 9 are digits: that alphabet is the same as [`Style::FromOne`].
    #[must_use]
    pub fn new(style: Style, size: usize) -> Option<Self> {
        let known = (1..=style.most()).contains(&size);
        let style = if style == Style::Numbers && size <= 9 { Style::FromOne } else { style };
        let size = u8::try_from(size).ok()?;
        known.then_some(Self { style, size, lower: false })
    }

    /// What a Sudoku of this size is written with if nothing speaks against it: `1-9A-G` and its like, and
    /// `0-9A-Z` for 36 values. `None` if there are more.
    #[must_use]
    pub fn of_size(size: usize) -> Option<Self> {
        (1..=36).contains(&size).then(|| Self::usual(size))
    }

    /// The same, for a size that the caller has checked.
    pub(super) fn usual(size: usize) -> Self {
        let size = u8::try_from(size.clamp(1, 36)).unwrap_or(36);
        let style = if size <= 35 { Style::FromOne } else { Style::FromZero };
        Self { style, size, lower: false }
    }

    /// The same with small letters, if it has letters.
    #[must_use]
    pub fn in_lower_case(self) -> Self {
        Self { lower: self.has_letters(), ..self }
    }

    fn has_letters(self) -> bool {
        match self.style {
            Style::FromOne => self.size > 9,
            Style::FromZero => self.size > 10,
            Style::Letters => true,
            Style::Numbers => false,
        }
    }

    /// The custom that it follows.
    #[must_use]
    pub fn style(self) -> Style {
        self.style
    }

    /// The number of values.
    #[must_use]
    pub fn size(self) -> usize {
        usize::from(self.size)
    }

    /// The value, from 1, that a symbol stands for. Letters are taken in either case. Of numbers, only
    /// those of one digit are one character.
    #[must_use]
    pub fn value(self, symbol: char) -> Option<u8> {
        let digit = u8::try_from(symbol.to_digit(36)?).ok()?;
        let value = match self.style {
            Style::FromOne => digit,
            Style::FromZero => digit + 1,
            Style::Letters => digit.checked_sub(9)?,
            Style::Numbers => Some(digit).filter(|&digit| digit <= 9)?,
        };
        (1..=self.size).contains(&value).then_some(value)
    }

    /// The symbols of its values in ascending order, as far as they are single characters.
    fn symbols(self) -> &'static [u8] {
        let (first, most) = match self.style {
            Style::FromOne => (1, 35),
            Style::FromZero => (0, 36),
            Style::Letters => (10, 26),
            Style::Numbers => (1, 9),
        };
        let all = if self.lower { SMALL_SIGNS } else { SIGNS };
        &all[first..][..self.size().min(most)]
    }

    /// The symbol of a value, if it has one that is a single character.
    #[must_use]
    #[inline]
    pub fn symbol(self, value: u8) -> Option<char> {
        let index = usize::from(value).checked_sub(1)?;
        self.symbols().get(index).copied().map(char::from)
    }

    /// Writes a value: its symbol, or its number where it has none.
    pub fn push(self, value: u8, out: &mut String) {
        match self.symbol(value) {
            Some(symbol) => out.push(symbol),
            None => out.push_str(&value.to_string()),
        }
    }

    /// Whether its values are numbers, some of which take two characters.
    #[must_use]
    pub fn is_numbers(self) -> bool {
        self.style == Style::Numbers
    }

    /// Whether this sign is a blank: `.`, `_`, `*` and `-` always, `0` unless it is a symbol, and `x` up to
    /// size 16, where no alphabet has it.
    #[must_use]
    pub fn is_blank(self, sign: char) -> bool {
        match sign {
            '.' | '_' | '*' | '-' => true,
            '0' => self.value('0').is_none(),
            'x' | 'X' => self.size <= LAST_SIZE_WITH_X,
            _ => false,
        }
    }

    /// The sign to write for a blank: the one that is wanted, or `.` if that one could not be read back as
    /// a blank.
    #[must_use]
    pub fn blank(self, wanted: char) -> char {
        if self.is_blank(wanted) { wanted } else { '.' }
    }

    /// What each byte stands for: a value, 0 for a blank, or [`NO_SIGN`].
    pub(super) fn table(self) -> [u8; 256] {
        let mut table = [NO_SIGN; 256];
        for (byte, value) in (0..=u8::MAX).zip(&mut table) {
            let sign = char::from(byte);
            if let Some(symbol) = self.value(sign) {
                *value = symbol;
            } else if self.is_blank(sign) {
                *value = 0;
            }
        }
        table
    }

    /// What people call it: `1-9`, `1-9A-G`, `1-9a-g`, `0-9A-F`, `A-P`, or `1-16` for numbers.
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
        Style::ALL.into_iter().flat_map(sizes).flat_map(|a| [a, a.in_lower_case()])
    }
}

/// A range of symbols: nothing, `A`, or `A-G`.
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

/// A name that is no [`Alphabet`]'s.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAlphabet {
    name: String,
}

impl fmt::Display for UnknownAlphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        write!(
            f,
            "no alphabet '{name}': expected one like 1-9, 1-9A-G, 1-9a-g, 0-9A-F, A-P or 1-16"
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

/// The signs of one grid, as far as they tell alphabets apart.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Census {
    zeros: usize,
    digits: bool,
    other_blanks: bool,
    last_letter: u8,
    lower: bool,
}

impl Census {
    /// Counts the signs of a grid of this size. Signs that no alphabet has count for nothing.
    pub(super) fn of(size: usize, signs: impl Iterator<Item = u8>) -> Self {
        let x_is_blank = size <= usize::from(LAST_SIZE_WITH_X);
        let mut census = Self::default();
        for sign in signs {
            match sign {
                b'0' => census.zeros += 1,
                b'1'..=b'9' => census.digits = true,
                b'.' | b'_' | b'*' | b'-' => census.other_blanks = true,
                b'x' | b'X' if x_is_blank => census.other_blanks = true,
                b'A'..=b'Z' => census.letter(sign - b'A', false),
                b'a'..=b'z' => census.letter(sign - b'a', true),
                _ => {}
            }
        }
        census
    }

    fn letter(&mut self, index: u8, lower: bool) {
        if self.last_letter == 0 {
            self.lower = lower;
        }
        self.last_letter = self.last_letter.max(index + 1);
    }

    /// The alphabet in which a grid of this size with these signs is written, and whether they decide it.
    /// If they don't, `before` is what an earlier grid has decided.
    pub(super) fn alphabet(self, size: usize, before: Option<Alphabet>) -> (Alphabet, bool) {
        let (style, decided) = self.style(size);
        let has_letters = self.last_letter > 0;
        let holds = |before: &Alphabet| {
            !decided && before.size() == size && !(has_letters && before.is_numbers())
        };
        let usual = || Alphabet::new(style, size).unwrap_or(Alphabet::usual(size));
        let alphabet = before.filter(holds).unwrap_or_else(usual);
        if has_letters {
            let upper = Alphabet { lower: false, ..alphabet };
            return (if self.lower { upper.in_lower_case() } else { upper }, decided);
        }
        (alphabet, decided)
    }

    fn style(self, size: usize) -> (Style, bool) {
        let last = usize::from(self.last_letter);
        // With digits from 1, the last value of 16 is G; with digits from 0 it is F.
        let (last_from_one, has_letters) = (size.saturating_sub(9), last > 0);
        if size <= 9 {
            (Style::FromOne, true)
        } else if last > last_from_one {
            (Style::Letters, true)
        } else if has_letters && !self.digits {
            (Style::Letters, false)
        } else if last == last_from_one {
            (Style::FromOne, true)
        } else if self.zeros > 0 && self.other_blanks {
            (Style::FromZero, true)
        } else if self.zeros == size && !self.other_blanks {
            // As many zeros as there are of each symbol in a full grid, and no blank.
            (Style::FromZero, false)
        } else {
            (Style::FromOne, false)
        }
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
            assert!(refused.starts_with(&format!("no alphabet '{name}': expected")), "{refused}");
        }
    }

    #[test]
    fn a_symbol_is_read_as_the_value_that_it_was_written_for() {
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
            ".0_*-xX?".chars().filter(|&sign| alphabet.is_blank(sign)).collect::<String>()
        };
        assert_eq!(blanks("1-9"), ".0_*-xX");
        assert_eq!(blanks("A-P"), ".0_*-xX");
        assert_eq!(blanks("0-9A-F"), "._*-xX");
        assert_eq!(blanks("1-9A-P"), ".0_*-");
    }

    #[test]
    fn the_signs_of_a_grid_tell_its_alphabet() {
        // The signs, the alphabet of a grid of size 16 that has them, and whether that is decided.
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
        for (signs, name, decided) in cases {
            let found = Census::of(16, signs.bytes()).alphabet(16, None);
            assert_eq!((found.0.name().as_str(), found.1), (name, decided), "{signs}");
        }
        let full = "0123456789abcdef".repeat(16);
        let (alphabet, decided) = Census::of(16, full.bytes()).alphabet(16, None);
        assert_eq!((alphabet.name().as_str(), decided), ("0-9a-f", false));
    }

    #[test]
    fn what_an_earlier_grid_has_decided_holds_for_those_that_decide_nothing() {
        let from_zero: Alphabet = "0-9A-F".parse().unwrap();
        let after = |signs: &str, size| {
            let census = Census::of(size, signs.bytes());
            census.alphabet(size, Some(from_zero)).0.name()
        };
        assert_eq!(after("12AF..", 16), "0-9A-F");
        assert_eq!(after("12af00", 16), "0-9a-f");
        assert_eq!(after("12AG..", 16), "1-9A-G");
        assert_eq!(after("120...", 9), "1-9");
    }

    #[test]
    fn every_size_has_an_alphabet() {
        for size in 1..=36 {
            for signs in ["", "ABC", "XYZ", "0.", "019"] {
                let (alphabet, _) = Census::of(size, signs.bytes()).alphabet(size, None);
                assert_eq!(alphabet.size(), size);
            }
        }
        assert_eq!(Alphabet::of_size(36).unwrap().name(), "0-9A-Z");
        assert_eq!(Alphabet::of_size(37), None);
        assert_eq!(Alphabet::new(Style::Letters, 27), None);
    }
}
