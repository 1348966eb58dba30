//! Classifies one line of a grid: a row of cells, a rule between rows, or text.
//!
//! A line is cut into *tokens* at spaces, bars, commas, brackets and other frame characters. Either
//! each token is a cell (`. . 3 | . 2 .`, `10 0 7`) or each symbol is (`..3 .2. 6..`, `..3.2.6..`),
//! whichever gives a row of a possible size.
//!
//! Dashes are used both as blanks and as rules. A line of dashes alone is a row if they are
//! separate and as many as the cells of a row. If they are joined, it is a row only if they are as
//! many as the cells, none touches a `+`, and the grid is known to use `-` for blanks (or has no
//! rules at all). Otherwise it is a rule. The same holds for `_` and `*`.

use super::alphabet::Alphabet;
use super::candidate_cells::PLACED;
use super::sizes::is_size;
use super::span::{Span, is_separator};
use crate::sudoku::geometry::usual_box_shape;

/// The kind of a line of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    /// An empty line, or one of bars and brackets only.
    Nothing,
    /// A line that separates rows.
    Rule,
    /// A row of `size` cells: the tokens, or the symbols if they are `joined`.
    Row {
        /// The number of cells.
        size: usize,
        /// Whether each symbol is a cell.
        joined: bool,
    },
    /// A row with a wrong number of cells.
    BadRow {
        /// The number of its cells.
        found: usize,
    },
    /// Any other line: a heading, a comment.
    Text,
}

/// What is known of a grid when one of its lines is classified.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct GridContext {
    /// The number of cells of its rows.
    pub(super) size: Option<usize>,
    /// The size of the previous grid, or the guessed one: likely, but not certain.
    pub(super) likely: Option<usize>,
    /// The alphabet, if it is given.
    pub(super) alphabet: Option<Alphabet>,
    /// Whether some of its rows were read.
    pub(super) inside: bool,
    /// The character that is a blank, so that a joined run of it is a row.
    pub(super) blank: char,
    /// Whether it has no rules, so that `-`, `_` and `*` are always blanks.
    pub(super) plain: bool,
    /// Whether a cell may be a `u` and a value that a player has placed.
    pub(super) placed: bool,
}

/// The tokens of a line.
#[derive(Default, Debug)]
pub(super) struct Tokens {
    label: Option<Span>,
    tokens: Vec<Span>,
    symbols: usize,
    has_corner: bool,
}

impl Tokens {
    /// Cuts a line into tokens. The part before a `=` is a label, and the part after a `#` is a
    /// comment.
    pub(super) fn cut(&mut self, line: &[u8]) {
        let end = line.iter().position(|&byte| byte == b'#').unwrap_or(line.len());
        let equals = line[..end].iter().rposition(|&byte| byte == b'=');
        let is_named = |at: &usize| line[..*at].iter().any(|&byte| !is_separator(byte));
        let start = equals.filter(is_named).map_or(0, |at| at + 1);
        self.label = (start > 0).then_some(Span { start: 0, end: start });
        self.tokens.clear();
        self.has_corner = false;
        let (mut at, mut token) = (start, start);
        while at < end {
            let frame = frame(&line[at..end]);
            if frame > 0 {
                self.push(token, at);
                self.has_corner |= line[at] == b'+';
                token = at + frame;
            }
            at += frame.max(1);
        }
        self.push(token, end);
        self.symbols = self.tokens.iter().map(|token| token.len()).sum();
    }

    fn push(&mut self, start: usize, end: usize) {
        if start < end {
            self.tokens.push(Span { start, end });
        }
    }

    /// The part of the line before the row, such as `name = [`.
    pub(super) fn label(&self) -> Option<Span> {
        self.label
    }

    /// Returns whether a token has more than one symbol.
    pub(super) fn has_long(&self) -> bool {
        self.symbols > self.tokens.len()
    }

    /// The tokens.
    pub(super) fn as_slice(&self) -> &[Span] {
        &self.tokens
    }

    /// The cells of a row: the tokens, or their symbols if they are `joined`.
    pub(super) fn cells(&self, joined: bool) -> impl Iterator<Item = Span> {
        let parts = move |token: &Span| {
            let width = if joined { 1 } else { token.len() };
            let &Span { start, end } = token;
            (start..end).step_by(width).map(move |start| Span { start, end: start + width })
        };
        self.tokens.iter().flat_map(parts)
    }

    /// Classifies the line.
    pub(super) fn classify(&self, line: &[u8], context: GridContext) -> LineKind {
        if self.tokens.is_empty() {
            return LineKind::Nothing;
        }
        if let Some(symbol) = self.only_symbol(line) {
            return self.classify_repeated(symbol, context);
        }
        if !context.plain && self.is_frame(line, context.size) {
            return LineKind::Rule;
        }
        if let Some(size) = context.size {
            return match self.row(line, size, context) {
                Some(row) => row,
                None if context.inside && !self.has_word(line, size, context) => {
                    LineKind::BadRow { found: self.count(size) }
                }
                None => LineKind::Text,
            };
        }
        if let Some((size, joined)) = self.shape()
            && self.fits(line, size, joined, context.placed)
        {
            return LineKind::Row { size, joined };
        }
        let likely = context.likely.and_then(|size| self.row(line, size, context));
        likely.unwrap_or(LineKind::Text)
    }

    /// The row of this size, if the line has this number of cells and no word.
    fn row(&self, line: &[u8], size: usize, context: GridContext) -> Option<LineKind> {
        let joined = self.tokens.len() != size;
        let is_row = !joined || self.symbols == size;
        (is_row && !self.has_word(line, size, context)).then_some(LineKind::Row { size, joined })
    }

    /// Returns whether the line is the top, the bottom or a rule of a frame with corners, such as
    /// `*-----------*`, `.-----.-----.` or `:----+----:`. A line that has the length of a row may
    /// be one of different blanks.
    fn is_frame(&self, line: &[u8], size: Option<usize>) -> bool {
        let drawn = |byte: &u8| b"-=_*.:'`,+|~ \t".contains(byte);
        let is_row = size.map_or_else(|| is_size(self.symbols), |size| self.symbols == size);
        let has_rule = |rule: &[u8]| line.windows(3).any(|three| three == rule);
        !is_row && line.iter().all(drawn) && (has_rule(b"---") || has_rule(b"==="))
    }

    /// The `-`, `_` or `*` that is the only symbol of the line.
    fn only_symbol(&self, line: &[u8]) -> Option<u8> {
        let symbol = line[self.tokens[0].start];
        let same = |token: &Span| token.of(line).iter().all(|&other| other == symbol);
        (b"-_*".contains(&symbol) && self.tokens.iter().all(same)).then_some(symbol)
    }

    fn classify_repeated(&self, symbol: u8, context: GridContext) -> LineKind {
        let apart = self.symbols == self.tokens.len();
        let is_blank = context.plain || context.blank == char::from(symbol);
        let size = context.size.unwrap_or(self.symbols);
        let known = context.size.is_some() || is_size(size);
        if self.symbols == size && known && (apart || is_blank) && !self.has_corner {
            return LineKind::Row { size, joined: true };
        }
        LineKind::Rule
    }

    /// The number of cells of a bad row: the number of symbols or of tokens, whichever is nearer to
    /// the size.
    fn count(&self, size: usize) -> usize {
        let counts = [self.tokens.len(), self.symbols];
        counts.into_iter().min_by_key(|count| count.abs_diff(size)).unwrap_or(0)
    }

    /// The size of the row and whether its cells are joined, from the lengths of the tokens.
    fn shape(&self) -> Option<(usize, bool)> {
        let (tokens, symbols) = (self.tokens.len(), self.symbols);
        let even = self.tokens.iter().all(|token| token.len() * tokens == symbols);
        let boxes = tokens == 1 || usual_box_shape(symbols).is_some_and(|(rows, _)| rows == tokens);
        if tokens == symbols && is_size(tokens) {
            Some((tokens, false))
        } else if even && is_size(symbols) && (boxes || !is_size(tokens)) {
            Some((symbols, true))
        } else {
            is_size(tokens).then_some((tokens, false))
        }
    }

    /// Returns whether every cell could be a cell of a grid of this size.
    fn fits(&self, line: &[u8], size: usize, joined: bool, placed: bool) -> bool {
        self.cells(joined).all(|cell| match cell.of(line) {
            &[symbol] => is_symbol(symbol, size),
            &[PLACED, symbol] if placed => is_symbol(symbol, size),
            digits if size > 9 => number(digits).is_some_and(|number| number <= size),
            digits => are_candidates(digits, size),
        })
    }

    /// Returns whether a token is a word: longer than one character, with a letter that is not a
    /// symbol.
    fn has_word(&self, line: &[u8], size: usize, context: GridContext) -> bool {
        let is_known = |symbol: u8| match context.alphabet {
            Some(alphabet) => {
                alphabet.value(char::from(symbol)).is_some() || is_blank(symbol, size)
            }
            None => is_symbol(symbol, size),
        };
        let is_foreign = |&symbol: &u8| symbol.is_ascii_alphabetic() && !is_known(symbol);
        let is_placed =
            |cell: &[u8]| matches!(cell, &[PLACED, symbol] if context.placed && is_known(symbol));
        self.tokens
            .iter()
            .map(|token| token.of(line))
            .any(|token| token.len() > 1 && !is_placed(token) && token.iter().any(is_foreign))
    }

    /// Returns whether a token is a `u` and a symbol: a value that a player has placed.
    pub(super) fn has_placed(&self, line: &[u8]) -> bool {
        self.tokens.iter().any(|token| matches!(token.of(line), [PLACED, _]))
    }

    /// Returns whether the line is a single token without anything around it.
    pub(super) fn is_plain(&self, line: &[u8]) -> bool {
        matches!(self.tokens[..], [token] if token.len() == line.len())
    }

    /// Returns whether the line is a whole grid of this size, in numbers or single symbols.
    pub(super) fn is_grid(&self, line: &[u8], size: usize) -> bool {
        self.tokens.len() == size * size
            && self.tokens.iter().all(|token| match token.of(line) {
                &[symbol] => is_symbol(symbol, size),
                digits => number(digits).is_some_and(|number| number <= size),
            })
    }
}

/// The length of the frame character at the beginning of these bytes: a separator, `+`, `~`, or a
/// box-drawing character (U+2500 to U+257F, in UTF-8). 0 if there is none.
fn frame(bytes: &[u8]) -> usize {
    match bytes {
        &[byte, ..] if is_separator(byte) || byte == b'+' || byte == b'~' => 1,
        [0xe2, 0x94 | 0x95, _, ..] => 3,
        _ => 0,
    }
}

/// Returns whether this character is a symbol or a blank in any usual alphabet of this size.
fn is_symbol(symbol: u8, size: usize) -> bool {
    match symbol {
        b'0'..=b'9' => usize::from(symbol - b'0') <= size,
        b'A'..=b'Z' if size > 9 => usize::from(symbol - b'A') < size || is_blank(symbol, size),
        b'a'..=b'z' if size > 9 => usize::from(symbol - b'a') < size || is_blank(symbol, size),
        _ => is_blank(symbol, size),
    }
}

fn is_blank(symbol: u8, size: usize) -> bool {
    Alphabet::usual(size).is_blank(char::from(symbol))
}

fn number(digits: &[u8]) -> Option<usize> {
    let digits = digits.iter().all(u8::is_ascii_digit).then(|| str::from_utf8(digits).ok())??;
    digits.parse().ok()
}

/// Returns whether these digits are the candidates of a cell: several values in ascending order.
fn are_candidates(digits: &[u8], size: usize) -> bool {
    digits.is_sorted_by(|a, b| a < b)
        && digits
            .iter()
            .all(|&digit| digit.is_ascii_digit() && digit != b'0' && is_symbol(digit, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classify(line: &str, context: GridContext) -> LineKind {
        let mut tokens = Tokens::default();
        tokens.cut(line.as_bytes());
        tokens.classify(line.as_bytes(), context)
    }

    fn row(size: usize, joined: bool) -> LineKind {
        LineKind::Row { size, joined }
    }

    #[test]
    fn lines_are_classified_without_context() {
        let cases = [
            ("", LineKind::Nothing),
            ("     ]  ", LineKind::Nothing),
            ("===============", LineKind::Nothing),
            ("\u{2551} \u{2502} \u{2551}", LineKind::Nothing),
            ("------+------+------", LineKind::Rule),
            ("- - - + - - - + - - -", LineKind::Rule),
            ("---------", LineKind::Rule),
            ("- - - | - - - | - - -", row(9, true)),
            (". . 3 |. 2 . |6 . . ", row(9, false)),
            ("0 0 7  || 0 0 0  || 0 1 5", row(9, false)),
            ("s = [[0,0,7, 0,0,0, 0,1,5],", row(9, false)),
            ("[0,0,7, 0,0,0, 0,1,5], # the first", row(9, false)),
            ("| 5 3 . | . 7 . | . . . |", row(9, false)),
            ("\u{2551}5 3 .\u{2502}. 7 .\u{2502}. . .\u{2551}", row(9, false)),
            ("53. .7. ...", row(9, true)),
            ("53.|.7.|...", row(9, true)),
            ("53..7....", row(9, true)),
            ("12 3.", row(4, true)),
            ("  45 4578 3 | 49 2 147 | 6 5789 57", row(9, false)),
            ("10 0 0 4 0 0 16 0 0 1 2 3 0 0 0 9", row(16, false)),
            (".f.1.2aec.......", row(16, true)),
            ("Grid 01", LineKind::Text),
            ("solution", LineKind::Text),
            ("A1 A2 A3 A4 |A5 A6 A7 A8 |A9 Aa Ab Ac |Ad Ae Af Ag", LineKind::Text),
            ("00 01 02 03 04 05 06 07 10 11 12 13 14 15 16 17", LineKind::Text),
        ];
        for (line, expected) in cases {
            assert_eq!(classify(line, GridContext::default()), expected, "{line}");
        }
    }

    #[test]
    fn a_line_inside_a_grid_is_a_row_unless_it_has_a_word() {
        let inside = GridContext { size: Some(9), inside: true, ..GridContext::default() };
        let cases = [
            ("53? .7. ...", row(9, true)),
            ("1 2 3 4 5 6 7 8", LineKind::BadRow { found: 8 }),
            ("53..7...", LineKind::BadRow { found: 8 }),
            ("53..7....9", LineKind::BadRow { found: 10 }),
            ("5 3 . | . 7 . | . . . 1", LineKind::BadRow { found: 10 }),
            ("Grid 02", LineKind::Text),
            ("---------", LineKind::Rule),
        ];
        for (line, expected) in cases {
            assert_eq!(classify(line, inside), expected, "{line}");
        }
    }

    #[test]
    fn a_run_of_dashes_is_a_row_only_where_they_are_known_to_be_blanks() {
        let dashes =
            GridContext { size: Some(9), inside: true, blank: '-', ..GridContext::default() };
        assert_eq!(classify("---------", dashes), row(9, true));
        assert_eq!(classify("---|---|---", dashes), row(9, true));
        assert_eq!(classify("---+---+---", dashes), LineKind::Rule);
        assert_eq!(classify("----------", dashes), LineKind::Rule);
        assert_eq!(classify("_________", dashes), LineKind::Rule);
        let plain = GridContext { plain: true, ..GridContext::default() };
        assert_eq!(classify("*********", plain), row(9, true));
        assert_eq!(classify("***********", plain), LineKind::Rule);
    }
}
