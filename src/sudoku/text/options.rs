//! [`ReadOptions`]: what the caller states about a text.

use super::alphabet::Alphabet;
use super::common_rules::CommonRules;
use super::format::Format;
use super::stated_rules::StatedRules;

/// What is known about a text before it is read. By default nothing is known, and the reader
/// guesses.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    pub(super) format: Option<Format>,
    pub(super) size: Option<usize>,
    pub(super) alphabet: Option<Alphabet>,
    pub(super) file: Option<String>,
    pub(super) rules: CommonRules,
}

impl ReadOptions {
    /// Nothing is known: the default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the format of the text.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Sets the size of all grids, clamped to the range from 1 to 36.
    #[must_use]
    pub fn size(mut self, size: usize) -> Self {
        self.size = Some(size.clamp(1, 36));
        self
    }

    /// Sets the alphabet of all grids. Its size takes precedence over [`size`](Self::size).
    #[must_use]
    pub fn alphabet(mut self, alphabet: Alphabet) -> Self {
        self.alphabet = Some(alphabet);
        self
    }

    /// Sets the rules of all grids: a puzzle for which the text states others is an error. Boxes
    /// are those of grids of their size, and others have the usual ones.
    #[must_use]
    pub fn rules(mut self, rules: StatedRules) -> Self {
        self.rules = CommonRules::Given(rules);
        self
    }

    /// Requires that all grids have the rules that the text states for the first one: a puzzle for
    /// which it states others, or nothing where it states some for the first, is an error.
    ///
    /// ```
    /// use quadrille::sudoku::text::{ReadOptions, Reader};
    ///
    /// let table = "puzzle,variant\n1...............,diagonal\n2...............,\n";
    /// let mut reader = Reader::new(table.as_bytes(), ReadOptions::new().rules_of_first());
    /// assert!(reader.next().expect("a row").is_ok());
    /// assert_eq!(reader.rules().expect("its rules").to_string(), "diagonals");
    /// let error = reader.next().expect("a row").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "3:18: the puzzle has the usual rules, and the first one has diagonals"
    /// );
    /// ```
    #[must_use]
    pub fn rules_of_first(mut self) -> Self {
        self.rules = CommonRules::OfFirst;
        self
    }

    /// Sets the name of the file, for the [`Location`](crate::location::Location)s of errors.
    #[must_use]
    pub fn file(mut self, name: &str) -> Self {
        self.file = Some(name.to_owned());
        self
    }
}
