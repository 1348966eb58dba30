//! [`Caption`]: the lines of a text below a picture.

use crate::xml::XmlWriter;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

const FONT: u64 = 14;
pub(crate) const LINE_HEIGHT: u64 = 18;

/// The width of a character, on average. Wide characters are two.
const CHARACTER: u64 = 8;

/// The most lines.
const MOST_LINES: usize = 8;

/// A text in lines of a width.
#[derive(Debug)]
pub(crate) struct Caption {
    lines: Vec<String>,
}

impl Caption {
    pub(crate) fn new(text: &str, width: u64) -> Self {
        let length = usize::try_from(width / CHARACTER).unwrap_or(usize::MAX);
        Self { lines: wrapped(text, length) }
    }

    pub(crate) fn height(&self) -> u64 {
        to_u64(self.lines.len()) * LINE_HEIGHT
    }

    /// Writes the lines, each centred, from a position on.
    pub(crate) fn write(&self, (x, y): (u64, u64), xml: &mut XmlWriter) {
        let baselines = (0..).map(|line| y + line * LINE_HEIGHT + FONT);
        for (line, y) in self.lines.iter().zip(baselines) {
            xml.text(
                "text",
                &[
                    ("x", &x),
                    ("y", &y),
                    ("font-family", &"sans-serif"),
                    ("font-size", &FONT),
                    ("text-anchor", &"middle"),
                    ("fill", &"currentColor"),
                ],
                line,
            );
        }
    }
}

pub(crate) fn to_u64(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// The text with U+FFFD for characters that change the direction of the text after them: a name
/// must not turn the rest of a caption around.
pub(crate) fn without_directions(text: &str) -> String {
    let visible = |character| match character {
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        _ => character,
    };
    text.chars().map(visible).collect()
}

/// The lines of a caption, broken between words where that is possible.
fn wrapped(caption: &str, length: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in caption.split_whitespace() {
        for (index, part) in parts(word, length).into_iter().enumerate() {
            if !line.is_empty() && (index > 0 || line.width() + 1 + part.width() > length) {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&part);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines[MOST_LINES - 1].push('…');
    }
    lines
}

/// A word, cut where it is longer than a line.
fn parts(word: &str, length: usize) -> Vec<String> {
    let (mut parts, mut width) = (vec![String::new()], 0);
    for character in word.chars() {
        let more = character.width().unwrap_or(1);
        if width > 0 && width + more > length {
            parts.push(String::new());
            width = 0;
        }
        width += more;
        if let Some(part) = parts.last_mut() {
            part.push(character);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(
            wrapped("\u{6570}\u{72ec} \u{89e3}\u{7b54} k", 5),
            ["\u{6570}\u{72ec}", "\u{89e3}\u{7b54}", "k"]
        );
        assert_eq!(wrapped("\u{6570}\u{72ec}\u{89e3}", 4), ["\u{6570}\u{72ec}", "\u{89e3}"]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
        assert_eq!(wrapped(" ", 4), [""; 0]);
        let long = wrapped(&"word ".repeat(100), 4);
        assert_eq!((long.len(), long.last().unwrap().as_str()), (MOST_LINES, "word…"));
    }
}
