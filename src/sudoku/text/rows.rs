//! One line of a drawing: is it a row of cells, a rule between rows, or text?
//!
//! A line is cut into *tokens* at blanks, bars, commas, brackets and whatever else people draw frames with.
//! Either each token is a cell (`. . 3 | . 2 .`, `10 0 7`) or each sign is (`..3 .2. 6..`, `..3.2.6..`),
//! whichever makes a row of a possible size.
//!
//! Dashes are blanks to some people and rules to others. A line of nothing but dashes is a row if each
//! stands alone and there are as many as a row has cells; if they are run together, it is a row only if there
//! are as many as cells, none is joined to a `+`, and the grid is known to have `-` for its blanks (or
//! has no rules at all). Otherwise it is a rule. The same holds for `_` and `*`.

use super::alphabet::Alphabet;
use super::{Span, is_separator, is_size};
use crate::sudoku::geometry::box_shape;

/// What a line of a drawing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// A blank line, or one of bars and brackets only.
    Nothing,
    /// A line that separates rows.
    Rule,
    /// A row of `size` cells: each token, or each sign if they are `joined`.
    Row {
        /// The number of cells.
        size: usize,
        /// Whether each sign is a cell.
        joined: bool,
    },
    /// What would be a row if it had as many cells as the others.
    BadRow {
        /// The number of its cells.
        found: usize,
    },
    /// Anything else: a heading, a comment.
    Text,
}

/// What is known of a drawing when one of its lines is looked at.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Context {
    /// The number of cells of its rows.
    pub(super) size: Option<usize>,
    /// The size of the drawing before it, or the guessed one: likely, but not sure.
    pub(super) likely: Option<usize>,
    /// The alphabet in which it is written, if that need not be guessed.
    pub(super) alphabet: Option<Alphabet>,
    /// Whether some of its rows were seen.
    pub(super) inside: bool,
    /// The sign that is a blank, and so makes a row even when it is run together.
    pub(super) blank: char,
    /// Whether it has no rules, so that `-`, `_` and `*` are always blanks.
    pub(super) plain: bool,
}

/// The tokens of a line.
#[derive(Default, Debug)]
pub(super) struct Tokens {
    label: Option<Span>,
    tokens: Vec<Span>,
    signs: usize,
    has_corner: bool,
}

impl Tokens {
    /// Cuts a line into tokens. What stands before a `=` is a label, and what stands behind a `#` is a
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
        self.signs = self.tokens.iter().map(|token| token.len()).sum();
    }

    fn push(&mut self, start: usize, end: usize) {
        if start < end {
            self.tokens.push(Span { start, end });
        }
    }

    /// What stands before the row in its line: the name in `name = [`.
    pub(super) fn label(&self) -> Option<Span> {
        self.label
    }

    /// Whether some token has more than one sign.
    pub(super) fn has_long(&self) -> bool {
        self.signs > self.tokens.len()
    }

    /// The tokens.
    pub(super) fn as_slice(&self) -> &[Span] {
        &self.tokens
    }

    /// The cells of a row: the tokens, or every sign of them.
    pub(super) fn cells(&self, joined: bool) -> impl Iterator<Item = Span> {
        let parts = move |token: &Span| {
            let width = if joined { 1 } else { token.len() };
            let &Span { start, end } = token;
            (start..end).step_by(width).map(move |start| Span { start, end: start + width })
        };
        self.tokens.iter().flat_map(parts)
    }

    /// Whether the line is a row, and of which size.
    pub(super) fn sort(&self, line: &[u8], context: Context) -> Sort {
        if self.tokens.is_empty() {
            return Sort::Nothing;
        }
        if let Some(sign) = self.only_sign(line) {
            return self.sort_repeated(sign, context);
        }
        if let Some(size) = context.size {
            return match self.row(line, size, context.alphabet) {
                Some(row) => row,
                None if context.inside && !self.has_word(line, size, context.alphabet) => {
                    Sort::BadRow { found: self.count(size) }
                }
                None => Sort::Text,
            };
        }
        if let Some((size, joined)) = self.shape()
            && self.fits(line, size, joined)
        {
            return Sort::Row { size, joined };
        }
        let likely = context.likely.and_then(|size| self.row(line, size, context.alphabet));
        likely.unwrap_or(Sort::Text)
    }

    /// The row of this size, if the line has as many cells and no word.
    fn row(&self, line: &[u8], size: usize, alphabet: Option<Alphabet>) -> Option<Sort> {
        let joined = self.tokens.len() != size;
        let is_row = !joined || self.signs == size;
        (is_row && !self.has_word(line, size, alphabet)).then_some(Sort::Row { size, joined })
    }

    /// The `-`, `_` or `*` that is the only sign of the line.
    fn only_sign(&self, line: &[u8]) -> Option<u8> {
        let sign = line[self.tokens[0].start];
        let same = |token: &Span| token.of(line).iter().all(|&other| other == sign);
        (b"-_*".contains(&sign) && self.tokens.iter().all(same)).then_some(sign)
    }

    fn sort_repeated(&self, sign: u8, context: Context) -> Sort {
        let apart = self.signs == self.tokens.len();
        let is_blank = context.plain || context.blank == char::from(sign);
        let size = context.size.unwrap_or(self.signs);
        let known = context.size.is_some() || is_size(size);
        if self.signs == size && known && (apart || is_blank) && !self.has_corner {
            return Sort::Row { size, joined: true };
        }
        Sort::Rule
    }

    /// The number of cells of what is no row of this size: of signs or of tokens, whichever is nearer.
    fn count(&self, size: usize) -> usize {
        let counts = [self.tokens.len(), self.signs];
        counts.into_iter().min_by_key(|count| count.abs_diff(size)).unwrap_or(0)
    }

    /// The size of the row, and whether its cells are joined, by the lengths of the tokens.
    fn shape(&self) -> Option<(usize, bool)> {
        let (tokens, signs) = (self.tokens.len(), self.signs);
        let even = self.tokens.iter().all(|token| token.len() * tokens == signs);
        let boxes = tokens == 1 || box_shape(signs).is_some_and(|(rows, _)| rows == tokens);
        if tokens == signs && is_size(tokens) {
            Some((tokens, false))
        } else if even && is_size(signs) && (boxes || !is_size(tokens)) {
            Some((signs, true))
        } else {
            is_size(tokens).then_some((tokens, false))
        }
    }

    /// Whether every cell holds what a grid of this size could hold.
    fn fits(&self, line: &[u8], size: usize, joined: bool) -> bool {
        self.cells(joined).all(|cell| match cell.of(line) {
            &[sign] => is_sign(sign, size),
            digits if size > 9 => number(digits).is_some_and(|number| number <= size),
            digits => are_candidates(digits, size),
        })
    }

    /// Whether some token is a word: more than one sign, among them a letter that is no symbol.
    fn has_word(&self, line: &[u8], size: usize, alphabet: Option<Alphabet>) -> bool {
        let is_known = |sign: u8| match alphabet {
            Some(alphabet) => alphabet.value(char::from(sign)).is_some() || is_blank(sign, size),
            None => is_sign(sign, size),
        };
        let is_foreign = |&sign: &u8| sign.is_ascii_alphabetic() && !is_known(sign);
        self.tokens.iter().any(|token| token.len() > 1 && token.of(line).iter().any(is_foreign))
    }

    /// Whether the line is one token, with nothing around it.
    pub(super) fn is_plain(&self, line: &[u8]) -> bool {
        matches!(self.tokens[..], [token] if token.len() == line.len())
    }

    /// Whether the line is a whole grid of this size, in numbers or single signs.
    pub(super) fn is_grid(&self, line: &[u8], size: usize) -> bool {
        self.tokens.len() == size * size
            && self.tokens.iter().all(|token| match token.of(line) {
                &[sign] => is_sign(sign, size),
                digits => number(digits).is_some_and(|number| number <= size),
            })
    }
}

/// The length of the piece of a frame at the beginning of these bytes: a separator, `+`, `~`, or a character
/// for drawing boxes (U+2500 to U+257F, in UTF-8).
fn frame(bytes: &[u8]) -> usize {
    match bytes {
        &[byte, ..] if is_separator(byte) || byte == b'+' || byte == b'~' => 1,
        [0xe2, 0x94 | 0x95, _, ..] => 3,
        _ => 0,
    }
}

/// Whether this sign is a symbol or a blank in an alphabet that grids of this size usually have.
fn is_sign(sign: u8, size: usize) -> bool {
    match sign {
        b'0'..=b'9' => usize::from(sign - b'0') <= size,
        b'A'..=b'Z' if size > 9 => usize::from(sign - b'A') < size || is_blank(sign, size),
        b'a'..=b'z' if size > 9 => usize::from(sign - b'a') < size || is_blank(sign, size),
        _ => is_blank(sign, size),
    }
}

fn is_blank(sign: u8, size: usize) -> bool {
    Alphabet::usual(size).is_blank(char::from(sign))
}

fn number(digits: &[u8]) -> Option<usize> {
    let digits = digits.iter().all(u8::is_ascii_digit).then(|| str::from_utf8(digits).ok())??;
    digits.parse().ok()
}

/// Whether these are several values, as people note the candidates of a cell.
fn are_candidates(digits: &[u8], size: usize) -> bool {
    digits.is_sorted_by(|a, b| a < b)
        && digits
            .iter()
            .all(|&digit| digit.is_ascii_digit() && digit != b'0' && is_sign(digit, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sort(line: &str, context: Context) -> Sort {
        let mut tokens = Tokens::default();
        tokens.cut(line.as_bytes());
        tokens.sort(line.as_bytes(), context)
    }

    fn row(size: usize, joined: bool) -> Sort {
        Sort::Row { size, joined }
    }

    #[test]
    fn a_line_shows_what_it_is_when_nothing_is_known() {
        let cases = [
            ("", Sort::Nothing),
            ("     ]  ", Sort::Nothing),
            ("===============", Sort::Nothing),
            ("\u{2551} \u{2502} \u{2551}", Sort::Nothing),
            ("------+------+------", Sort::Rule),
            ("- - - + - - - + - - -", Sort::Rule),
            ("---------", Sort::Rule),
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
            ("Grid 01", Sort::Text),
            ("solution", Sort::Text),
            ("A1 A2 A3 A4 |A5 A6 A7 A8 |A9 Aa Ab Ac |Ad Ae Af Ag", Sort::Text),
            ("00 01 02 03 04 05 06 07 10 11 12 13 14 15 16 17", Sort::Text),
        ];
        for (line, expected) in cases {
            assert_eq!(sort(line, Context::default()), expected, "{line}");
        }
    }

    #[test]
    fn a_line_inside_a_grid_is_a_row_unless_it_has_a_word() {
        let inside = Context { size: Some(9), inside: true, ..Context::default() };
        let cases = [
            ("53? .7. ...", row(9, true)),
            ("1 2 3 4 5 6 7 8", Sort::BadRow { found: 8 }),
            ("53..7...", Sort::BadRow { found: 8 }),
            ("53..7....9", Sort::BadRow { found: 10 }),
            ("5 3 . | . 7 . | . . . 1", Sort::BadRow { found: 10 }),
            ("Grid 02", Sort::Text),
            ("---------", Sort::Rule),
        ];
        for (line, expected) in cases {
            assert_eq!(sort(line, inside), expected, "{line}");
        }
    }

    #[test]
    fn a_run_of_blanks_is_a_row_only_where_they_are_known_to_be_blanks() {
        let dashes = Context { size: Some(9), inside: true, blank: '-', ..Context::default() };
        assert_eq!(sort("---------", dashes), row(9, true));
        assert_eq!(sort("---|---|---", dashes), row(9, true));
        assert_eq!(sort("---+---+---", dashes), Sort::Rule);
        assert_eq!(sort("----------", dashes), Sort::Rule);
        assert_eq!(sort("_________", dashes), Sort::Rule);
        let plain = Context { plain: true, ..Context::default() };
        assert_eq!(sort("*********", plain), row(9, true));
        assert_eq!(sort("***********", plain), Sort::Rule);
    }
}
