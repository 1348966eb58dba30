//! `Display` and `FromStr` of a [`Transformation`].

use super::transformation::{Transformation, TransformationError};
use crate::sudoku::text::Alphabet;
use std::fmt;
use std::str::FromStr;

/// The word before the lists if rows and columns are exchanged.
const TRANSPOSE: &str = "transpose";

/// The beginnings of the words with the lists.
const LISTS: [&str; 3] = ["rows=", "columns=", "values="];

/// Writes the [text form](Transformation#text-form).
impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if self.is_transposed() {
            text += TRANSPOSE;
        }
        let values = (1..).take(self.size()).filter_map(|value| self.value(value));
        let from_one = |list: &[u8]| list.iter().map(|number| number + 1).collect::<Vec<_>>();
        let lists = [from_one(self.rows()), from_one(self.columns()), values.collect()];
        let alphabet = Alphabet::of_size(self.size().max(1));
        for (name, list) in LISTS.into_iter().zip(lists) {
            let space = if text.is_empty() { "" } else { " " };
            text = text + space + name;
            text.extend(list.iter().filter_map(|&number| alphabet?.symbol(number)));
        }
        f.pad(&text)
    }
}

/// Parses the [text form](Transformation#text-form). The words are separated by white space, and
/// letters may be small. The number of rows is the size.
impl FromStr for Transformation {
    type Err = TransformationError;

    fn from_str(text: &str) -> Result<Self, TransformationError> {
        let mut words = text.split_whitespace().peekable();
        let transposed = words.next_if_eq(&TRANSPOSE).is_some();
        let mut lists = [const { Vec::new() }; 3];
        let mut size = None;
        let mut word = 1 + usize::from(transposed);
        for (expected, list) in LISTS.into_iter().zip(&mut lists) {
            let found = words.next().unwrap_or_default();
            let symbols = found.strip_prefix(expected).ok_or_else(|| {
                TransformationError::Word { word, expected, found: found.to_owned() }
            })?;
            let size = *size.get_or_insert_with(|| symbols.chars().count());
            *list = numbers(word, symbols, size)?;
            word += 1;
        }
        if let Some(found) = words.next() {
            let found = found.to_owned();
            return Err(TransformationError::Word { word, expected: "", found });
        }
        let [mut rows, mut columns, values] = lists;
        rows.iter_mut().chain(&mut columns).for_each(|number| *number -= 1);
        Self::new(transposed, &rows, &columns, &values)
    }
}

/// The numbers from 1 that the symbols of a word stand for.
fn numbers(word: usize, symbols: &str, size: usize) -> Result<Vec<u8>, TransformationError> {
    let alphabet = Alphabet::of_size(size.max(1)).ok_or(TransformationError::Size { size })?;
    let number = |found: char| {
        let number = alphabet.value(found);
        number.ok_or(TransformationError::Symbol { word, found, size })
    };
    symbols.chars().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Random;

    #[test]
    fn parsing_is_the_inverse_of_display_for_every_size() {
        let mut random = Random(2);
        for size in 0..=36 {
            let map = random.transformation(size);
            let text = map.to_string();
            assert_eq!(text.parse(), Ok(map), "{text}");
            let lists = text.replace(TRANSPOSE, "");
            let small = lists.replace("rows=", "R=").to_lowercase().replace("r=", " rows=");
            assert_eq!(small.parse::<Transformation>().unwrap().rows(), map.rows());
        }
        let text = "rows=21 columns=12 values=12";
        assert_eq!(format!("{:30}", text.parse::<Transformation>().unwrap()), format!("{text}  "));
    }

    #[test]
    fn errors_state_the_word() {
        let texts = [
            ("", "the text has no word 1: expected rows="),
            ("transpose", "the text has no word 2: expected rows="),
            ("rows=12 values=12", "word 2 is values=12: expected columns="),
            ("rows=12 columns=12 values=12 rows=", "word 4 is rows=: expected the end of the text"),
            ("rows=13 columns=12 values=12", "word 1 has '3': expected the symbols of 2 values"),
            (
                "rows=12 columns=12 values=1",
                "the values are not a permutation: expected each of 2 values once",
            ),
        ];
        for (text, message) in texts {
            assert_eq!(text.parse::<Transformation>().unwrap_err().to_string(), message, "{text}");
        }
        let large = "rows=".to_owned() + &"1".repeat(37);
        assert_eq!(large.parse::<Transformation>(), Err(TransformationError::Size { size: 37 }));
    }
}
