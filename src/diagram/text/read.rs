//! Reading the text of a diagram.

use super::error::{DiagramErrorKind, Expected};
use super::header::{NAME, VERSION};
use crate::diagram::verify::verify_options;
use crate::diagram::{Diagram, DiagramBuilder, DiagramError, NodeId};
use crate::ids::{OptionId, to_u64};
use crate::location::{Location, ParseError};

/// The byte order mark that some editors write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads a diagram from a [text](super).
///
/// The reader checks that nodes refer to earlier nodes, that options exist, and that no solution is
/// repeated or takes an option twice. The text does not name its problem: see [`Diagram::verify`].
///
/// ```
/// use quadrille::diagram::Diagram;
///
/// let text = "quadrille-diagram 1\noptions 3\nnodes 2\n2: 3 0 1\n3: 1 2 1\nroot 3\n";
/// let diagram = Diagram::parse(text)?;
/// assert_eq!(diagram.count(), 2u32.into());
/// assert_eq!(diagram.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first error in the text, with its line and column.
pub fn parse(text: impl AsRef<[u8]>) -> Result<Diagram, ParseError<DiagramErrorKind>> {
    let text = text.as_ref();
    let mut lines = Lines::new(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    header(&mut lines)?;
    let options = counted(&mut lines, "options", Expected::Options)?;
    let nodes = counted(&mut lines, "nodes", Expected::Nodes)?;
    let mut reader = Reader {
        builder: DiagramBuilder::new(options),
        options,
        nodes: vec![NodeId::NONE, NodeId::UNIT],
        numbers: Vec::new(),
    };
    for _ in 0..nodes {
        reader.node(&mut lines)?;
    }
    let root = reader.root(&mut lines)?;
    if let Some(mut line) = lines.next() {
        return Err(line.wrong_token(Expected::EndOfText));
    }
    reader.verify(lines.text)?;
    Ok(reader.builder.finish(root))
}

fn header(lines: &mut Lines<'_>) -> Result<(), ParseError<DiagramErrorKind>> {
    let mut line = lines.expect(Expected::Name)?;
    line.word(NAME, Expected::Name)?;
    let (at, found) = line.number(Expected::Version)?;
    if found != VERSION {
        return Err(line.wrong(at, DiagramErrorKind::UnknownVersion { found }));
    }
    line.end()
}

/// Reads a line of a word and a 32-bit number.
fn counted(
    lines: &mut Lines<'_>,
    word: &str,
    expected: Expected,
) -> Result<usize, ParseError<DiagramErrorKind>> {
    let mut line = lines.expect(expected)?;
    line.word(word, expected)?;
    let (at, number) = line.number(expected)?;
    let narrow = u32::try_from(number).ok().and_then(|number| usize::try_from(number).ok());
    let Some(number) = narrow else {
        let found = number.to_string();
        return Err(line.wrong(at, DiagramErrorKind::Expected { expected, found }));
    };
    line.end()?;
    Ok(number)
}

/// The part of a diagram that was read.
struct Reader {
    builder: DiagramBuilder,
    options: usize,
    /// By their numbers in the text.
    nodes: Vec<NodeId>,
    /// The line numbers of the nodes, without the terminals.
    numbers: Vec<u64>,
}

impl Reader {
    fn node(&mut self, lines: &mut Lines<'_>) -> Result<(), ParseError<DiagramErrorKind>> {
        let expected = Expected::Node(to_u64(self.nodes.len()));
        let mut line = lines.expect(expected)?;
        let (at, token) = line.token();
        let number = token.strip_suffix(b":").and_then(digits);
        if number != Some(to_u64(self.nodes.len())) {
            return Err(line.unexpected(at, token, expected));
        }
        let (at, token) = line.token();
        let node = match digits(token) {
            _ if token == b"&" => self.conjunction(&mut line)?,
            Some(option) => self.choice(&mut line, at, option)?,
            None => return Err(line.unexpected(at, token, Expected::OptionOrAnd)),
        };
        let too_large = || line.wrong(at, DiagramErrorKind::Diagram(DiagramError::TooLarge));
        self.nodes.push(node.ok_or_else(too_large)?);
        self.numbers.push(line.number);
        Ok(())
    }

    fn choice(
        &mut self,
        line: &mut Line<'_>,
        at: usize,
        found: u64,
    ) -> Result<Option<NodeId>, ParseError<DiagramErrorKind>> {
        let options = self.options;
        let index = found.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        let Some(index) = index.filter(|&index| index < options) else {
            return Err(line.wrong(at, DiagramErrorKind::NoSuchOption { found, options }));
        };
        let without = self.child(line, Expected::Child)?;
        let with = self.child(line, Expected::Child)?;
        line.end()?;
        Ok(self.builder.choice(OptionId::new(index), without, with))
    }

    fn conjunction(
        &mut self,
        line: &mut Line<'_>,
    ) -> Result<Option<NodeId>, ParseError<DiagramErrorKind>> {
        let mut parts = Vec::new();
        while !line.is_at_end() {
            parts.push(self.child(line, Expected::Child)?);
        }
        Ok(self.builder.and(&parts))
    }

    fn child(
        &self,
        line: &mut Line<'_>,
        expected: Expected,
    ) -> Result<NodeId, ParseError<DiagramErrorKind>> {
        let (at, found) = line.number(expected)?;
        let node = usize::try_from(found).ok().and_then(|number| self.nodes.get(number));
        node.copied().ok_or_else(|| line.wrong(at, DiagramErrorKind::NotBefore { found }))
    }

    fn root(&self, lines: &mut Lines<'_>) -> Result<NodeId, ParseError<DiagramErrorKind>> {
        let mut line = lines.expect(Expected::Root)?;
        line.word("root", Expected::Root)?;
        let root = self.child(&mut line, Expected::Root)?;
        line.end()?;
        Ok(root)
    }

    /// Checks that no solution is repeated. An error is reported at the first line of its node.
    fn verify(&self, text: &[u8]) -> Result<(), ParseError<DiagramErrorKind>> {
        verify_options(self.builder.nodes()).map_err(|(wrong, error)| {
            let of_nodes = self.nodes.iter().skip(2).zip(&self.numbers);
            let number = of_nodes.into_iter().find(|(node, _)| **node == wrong).map(|(_, at)| *at);
            let mut lines = Lines::new(text);
            let line = lines.find(|line| Some(line.number) == number).unwrap_or_default();
            line.wrong(0, DiagramErrorKind::Diagram(error))
        })
    }
}

/// The lines that are not comments.
struct Lines<'t> {
    text: &'t [u8],
    /// The remaining text, and the number of the last line.
    rest: Option<&'t [u8]>,
    number: u64,
}

impl<'t> Lines<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self { text, rest: Some(text), number: 0 }
    }

    /// The next line, or an error if the text ends.
    fn expect(&mut self, expected: Expected) -> Result<Line<'t>, ParseError<DiagramErrorKind>> {
        self.next().ok_or_else(|| {
            let end = Line { text: b"", number: self.number, at: 0 };
            end.unexpected(0, b"", expected)
        })
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        loop {
            let rest = self.rest?;
            self.number += 1;
            let end = rest.iter().position(|&byte| byte == b'\n');
            let text = &rest[..end.unwrap_or(rest.len())];
            self.rest = end.map(|end| &rest[end + 1..]);
            match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
                None | Some(b'|') => {}
                Some(_) => return Some(Line { text, number: self.number, at: 0 }),
            }
        }
    }
}

/// A line, and the offset of the part that is not read yet.
#[derive(Default)]
struct Line<'t> {
    text: &'t [u8],
    number: u64,
    at: usize,
}

impl<'t> Line<'t> {
    /// The next word and its offset; empty at the end.
    fn token(&mut self) -> (usize, &'t [u8]) {
        let blanks = |bytes: &[u8]| bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let begin = self.at + blanks(&self.text[self.at..]);
        let rest = &self.text[begin..];
        let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        self.at = begin + length;
        (begin, &rest[..length])
    }

    fn is_at_end(&self) -> bool {
        self.text[self.at..].iter().all(u8::is_ascii_whitespace)
    }

    fn word(&mut self, word: &str, expected: Expected) -> Result<(), ParseError<DiagramErrorKind>> {
        let (at, token) = self.token();
        if token == word.as_bytes() { Ok(()) } else { Err(self.unexpected(at, token, expected)) }
    }

    fn number(&mut self, expected: Expected) -> Result<(usize, u64), ParseError<DiagramErrorKind>> {
        let (at, token) = self.token();
        let number = digits(token).ok_or_else(|| self.unexpected(at, token, expected))?;
        Ok((at, number))
    }

    fn end(&mut self) -> Result<(), ParseError<DiagramErrorKind>> {
        if self.is_at_end() { Ok(()) } else { Err(self.wrong_token(Expected::EndOfLine)) }
    }

    /// The error for the next word.
    fn wrong_token(&mut self, expected: Expected) -> ParseError<DiagramErrorKind> {
        let (at, token) = self.token();
        self.unexpected(at, token, expected)
    }

    fn unexpected(
        &self,
        at: usize,
        token: &[u8],
        expected: Expected,
    ) -> ParseError<DiagramErrorKind> {
        let found = String::from_utf8_lossy(token).into_owned();
        self.wrong(at, DiagramErrorKind::Expected { expected, found })
    }

    fn wrong(&self, at: usize, kind: DiagramErrorKind) -> ParseError<DiagramErrorKind> {
        ParseError::new(Location::new(self.number, self.text, at), kind)
    }
}

/// A number below 2^64 of decimal digits alone.
fn digits(token: &[u8]) -> Option<u64> {
    let is_number = !token.is_empty() && token.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(token).ok().filter(|_| is_number)?;
    text.parse().ok()
}
