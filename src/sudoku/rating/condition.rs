//! [`Condition`]: what the numbers of a puzzle have to be.

use super::error::{RatingError, RatingNumber};
use super::rater::Rating;
use super::technique::{HardestTechnique, Technique, write_names};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A condition on the numbers of a puzzle, such as `technique>=x-wing, guesses<2.5`.
///
/// It is a list of comparisons, all of which have to hold, with `,` or `and` between them. A
/// comparison is a [name](RatingNumber::name), one of `=`, `!=`, `<`, `<=`, `>`, `>=`, and a value:
/// a decimal number for `guesses`, the name of a technique, `none` or `beyond` for `technique`, and
/// a whole number for the others. Spaces do not matter.
///
/// ```
/// use quadrille::sudoku::{Geometry, Grid, rating::{Condition, Rater}};
///
/// let condition: Condition = "backdoor<=1 and technique>=x-wing, technique<beyond".parse()?;
/// let puzzle: Grid =
///     "..5....9..81...2...7..5..8...31.4.......3..6..9...84..9........5..97...8....23..7".parse()?;
/// let mut rater = Rater::new(&Geometry::of_size(9)?);
/// assert!(condition.holds(&mut rater.rate(&puzzle)?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    /// In the order in which they are evaluated.
    comparisons: Vec<Comparison>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Comparison {
    number: RatingNumber,
    relation: Relation,
    value: ComparedValue,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum ComparedValue {
    Count(usize),
    Mean(f64),
    Technique(HardestTechnique),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Relation {
    /// All relations; one whose text begins with another one comes first.
    const ALL: [Self; 6] = [
        Self::Equal,
        Self::NotEqual,
        Self::LessOrEqual,
        Self::Less,
        Self::GreaterOrEqual,
        Self::Greater,
    ];

    const fn text(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }

    /// Whether it makes no difference if a number is equal to the value or greater.
    fn is_strict_at_value(self) -> bool {
        matches!(self, Self::Less | Self::GreaterOrEqual)
    }
}

impl Condition {
    /// Returns whether the condition holds for a puzzle. The cheapest numbers come first; no number
    /// is found if one before it decides, or only as far as it matters: `depth<2` needs no search
    /// at depth 2.
    ///
    /// # Errors
    /// If a number that matters is not known.
    pub fn holds(&self, rating: &mut Rating<'_>) -> Result<bool, RatingError> {
        for comparison in &self.comparisons {
            if !comparison.relation.holds(comparison.order(rating)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Comparison {
    /// How the number of a puzzle compares with the value. It may be `Greater` instead of `Equal`
    /// if that makes no difference.
    fn order(&self, rating: &mut Rating<'_>) -> Result<Ordering, RatingError> {
        let is_strict = self.relation.is_strict_at_value();
        match self.value {
            ComparedValue::Count(value) => {
                let limit = value.checked_sub(usize::from(is_strict));
                let Some(limit) = limit else { return Ok(Ordering::Greater) };
                let found = match self.number {
                    RatingNumber::Depth => rating.depth_within(limit)?,
                    RatingNumber::Backdoor => {
                        rating.backdoor_within(limit)?.map(|cells| cells.len())
                    }
                    _ => Some(rating.clues()),
                };
                Ok(found.map_or(Ordering::Greater, |found| found.cmp(&value)))
            }
            ComparedValue::Mean(value) => Ok(rating.guesses()?.mean.total_cmp(&value)),
            ComparedValue::Technique(value) => {
                let needed = |technique: &&Technique| {
                    let technique = HardestTechnique::Needed(**technique);
                    if is_strict { technique < value } else { technique <= value }
                };
                let limit = Technique::ALL.iter().rfind(needed).or(Technique::ALL.first());
                let found = match limit {
                    Some(&limit) => rating.technique_within(limit)?,
                    None => rating.technique()?,
                };
                Ok(found.cmp(&value))
            }
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Comparison { number, relation, value }) in self.comparisons.iter().enumerate() {
            let joint = if at == 0 { "" } else { ", " };
            write!(f, "{joint}{number}{}", relation.text())?;
            match value {
                ComparedValue::Count(value) => value.fmt(f)?,
                ComparedValue::Mean(value) => value.fmt(f)?,
                ComparedValue::Technique(value) => value.fmt(f)?,
            }
        }
        Ok(())
    }
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let mut parser = ConditionParser { text, rest: text.trim_start() };
        let mut comparisons = vec![parser.comparison()?];
        while !parser.rest.is_empty() {
            parser.joint()?;
            comparisons.push(parser.comparison()?);
        }
        comparisons.sort_by_key(|comparison| comparison.number);
        Ok(Self { comparisons })
    }
}

/// A text and the part of it that is not read. Spaces before that part are skipped.
struct ConditionParser<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> ConditionParser<'a> {
    fn comparison(&mut self) -> Result<Comparison, ConditionError> {
        let start = self.rest;
        let name = self.word();
        let number = RatingNumber::ALL.into_iter().find(|number| number.name() == name);
        let number = number.ok_or_else(|| self.error(start, ExpectedPart::Number))?;
        let start = self.rest;
        let found = Relation::ALL.into_iter().find(|other| start.starts_with(other.text()));
        let relation = found.ok_or_else(|| self.error(start, ExpectedPart::Relation))?;
        self.skip(relation.text().len());
        let start = self.rest;
        let word = self.word();
        let (value, expected) = match number {
            RatingNumber::Technique => {
                (word.parse().ok().map(ComparedValue::Technique), ExpectedPart::Technique)
            }
            RatingNumber::Guesses => {
                let is_decimal = word.chars().all(|c| c.is_ascii_digit() || c == '.');
                let value = word.parse().ok().filter(|_| is_decimal);
                (value.map(ComparedValue::Mean), ExpectedPart::Decimal)
            }
            _ => (word.parse().ok().map(ComparedValue::Count), ExpectedPart::Count),
        };
        let value = value.ok_or_else(|| self.error(start, expected))?;
        Ok(Comparison { number, relation, value })
    }

    fn joint(&mut self) -> Result<(), ConditionError> {
        let start = self.rest;
        if start.starts_with(',') {
            self.skip(1);
            return Ok(());
        }
        if self.word() == "and" { Ok(()) } else { Err(self.error(start, ExpectedPart::Joint)) }
    }

    /// Reads a name or a number.
    fn word(&mut self) -> &'a str {
        let word = first_word(self.rest);
        self.skip(word.len());
        word
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    fn error(&self, start: &str, expected: ExpectedPart) -> ConditionError {
        let read = &self.text[..self.text.len() - start.len()];
        let word = first_word(start);
        let symbol = start.chars().next().map(String::from).unwrap_or_default();
        let found = if word.is_empty() { symbol } else { word.to_owned() };
        ConditionError { column: read.chars().count() + 1, expected, found }
    }
}

/// The letters, digits, points and hyphens at the beginning of a text.
fn first_word(text: &str) -> &str {
    let is_other = |c: char| !(c.is_alphanumeric() || c == '-' || c == '.');
    &text[..text.find(is_other).unwrap_or(text.len())]
}

/// What a part of a [`Condition`] has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExpectedPart {
    /// The name of a number.
    Number,
    /// `=`, `!=`, `<`, `<=`, `>` or `>=`.
    Relation,
    /// A whole number.
    Count,
    /// A decimal number.
    Decimal,
    /// The name of a technique, `none` or `beyond`.
    Technique,
    /// `,` or `and`.
    Joint,
}

impl fmt::Display for ExpectedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => {
                f.write_str("one of ")?;
                let names = RatingNumber::ALL.map(RatingNumber::name);
                f.write_str(&names.join(", "))
            }
            Self::Relation => f.write_str("one of =, !=, <, <=, >, >="),
            Self::Count => f.write_str("a whole number"),
            Self::Decimal => f.write_str("a number such as 2.5"),
            Self::Technique => {
                f.write_str("one of ")?;
                write_names(f)
            }
            Self::Joint => f.write_str("`,` or `and`"),
        }
    }
}

/// The error for a text that is not a [`Condition`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionError {
    column: usize,
    expected: ExpectedPart,
    found: String,
}

impl ConditionError {
    /// The column in which the error is: characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What was expected there.
    #[must_use]
    pub fn expected(&self) -> ExpectedPart {
        self.expected
    }

    /// What is there: a word or a character; empty at the end.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}, found ", self.column, self.expected)?;
        if self.found.is_empty() { f.write_str("the end") } else { write!(f, "`{}`", self.found) }
    }
}

impl std::error::Error for ConditionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_and_written() {
        let cases = [
            ("clues=24", "clues=24"),
            ("  technique >= x-wing ,guesses<2.5 ", "guesses<2.5, technique>=x-wing"),
            ("depth!=1 and backdoor<=1,clues>20", "clues>20, backdoor<=1, depth!=1"),
            ("technique<beyond, technique>none", "technique<beyond, technique>none"),
            ("guesses=0", "guesses=0"),
        ];
        for (text, written) in cases {
            let condition = text.parse::<Condition>();
            assert_eq!(condition.as_ref().map(Condition::to_string).as_deref(), Ok(written));
            assert_eq!(written.parse(), condition);
        }
    }

    #[test]
    fn errors_say_where_and_what_is_expected() {
        let numbers = "one of clues, backdoor, depth, guesses, technique";
        let cases = [
            ("", format!("column 1: expected {numbers}, found the end")),
            ("size<3", format!("column 1: expected {numbers}, found `size`")),
            ("depth=1,", format!("column 9: expected {numbers}, found the end")),
            ("depth = 1 é", "column 11: expected `,` or `and`, found `é`".to_owned()),
            ("depth=1 or depth=2", "column 9: expected `,` or `and`, found `or`".to_owned()),
            ("depth~1", "column 6: expected one of =, !=, <, <=, >, >=, found `~`".to_owned()),
            ("depth=-1", "column 7: expected a whole number, found `-1`".to_owned()),
            ("clues>99999999999999999999", {
                "column 7: expected a whole number, found `99999999999999999999`".to_owned()
            }),
            ("guesses<", "column 9: expected a number such as 2.5, found the end".to_owned()),
            ("guesses<inf", "column 9: expected a number such as 2.5, found `inf`".to_owned()),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Condition>().unwrap_err().to_string(), message, "{text}");
        }
        let error = "technique>ywing".parse::<Condition>().unwrap_err();
        assert_eq!((error.column(), error.found()), (11, "ywing"));
        assert!(error.to_string().contains("none, hidden-single-box, "), "{error}");
        assert_eq!(error.expected(), ExpectedPart::Technique);
    }
}
