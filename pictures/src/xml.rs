//! A writer of XML: elements, attributes and escaped text.

use std::fmt::{Display, Write as _};

/// Attributes of an element: names and values.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// An XML text that is written from its first element to its last. Each element is on a line of its
/// own, indented by its depth; an element that holds text is on one line with it.
#[derive(Debug, Default)]
pub(crate) struct XmlWriter {
    text: String,
    open: Vec<&'static str>,
}

impl XmlWriter {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Opens an element, to be [closed](Self::close) later.
    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.tag(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last. There must be one.
    pub(crate) fn close(&mut self) {
        let name = self.open.pop().expect("an element is open");
        self.indent();
        self.put(format_args!("</{name}>\n"));
    }

    /// An element without content.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.tag(name, attributes);
        self.text.push_str("/>\n");
    }

    /// An element that holds a text.
    pub(crate) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) {
        self.tag(name, attributes);
        self.text.push('>');
        escape(text, false, &mut self.text);
        self.put(format_args!("</{name}>\n"));
    }

    /// An element that holds lines of code, which stay lines.
    pub(crate) fn code(&mut self, name: &'static str, text: &str) {
        self.tag(name, &[]);
        self.text.push('>');
        escape(text, true, &mut self.text);
        self.put(format_args!("</{name}>\n"));
    }

    /// Appends lines that another writer has finished, indented like an element.
    pub(crate) fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.indent();
            self.put(format_args!("{line}\n"));
        }
    }

    /// Takes the text up to here.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The whole text. All elements must be closed.
    pub(crate) fn finish(self) -> String {
        assert!(self.open.is_empty(), "all elements are closed");
        self.text
    }

    fn tag(&mut self, name: &str, attributes: Attributes<'_>) {
        self.indent();
        self.put(format_args!("<{name}"));
        for (key, value) in attributes {
            self.put(format_args!(" {key}=\""));
            escape(&value.to_string(), false, &mut self.text);
            self.text.push('"');
        }
    }

    fn indent(&mut self) {
        for _ in &self.open {
            self.text.push_str("  ");
        }
    }

    fn put(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a `String` does not fail.
        let _ = self.text.write_fmt(arguments);
    }
}

/// Appends a text such that a reader of XML gets it back, as content and, unless it is code, as the
/// value of an attribute. XML has no way to write control characters other than tab and line ends:
/// they become U+FFFD.
fn escape(text: &str, is_code: bool, out: &mut String) {
    for character in text.chars() {
        match character {
            '"' | '\t' | '\n' if is_code => out.push(character),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_another_writer_are_indented() {
        let mut inner = XmlWriter::new();
        inner.open("g", &[]);
        inner.text("text", &[], "a\nb");
        inner.close();
        let mut xml = XmlWriter::new();
        xml.open("svg", &[]);
        xml.lines(&inner.finish());
        xml.close();
        assert_eq!(xml.finish(), "<svg>\n  <g>\n    <text>a&#10;b</text>\n  </g>\n</svg>\n");
    }

    #[test]
    fn a_reader_gets_back_what_was_written() {
        let strange = "a <b> & \"c\" 'd'\t\n\r é \u{1}";
        let mut xml = XmlWriter::new();
        xml.open("svg", &[("width", &7), ("title", &strange)]);
        xml.text("text", &[], strange);
        xml.code("script", strange);
        xml.empty("rect", &[("x", &1.5)]);
        xml.close();
        let text = xml.finish();
        let document = roxmltree::Document::parse(&text).unwrap();
        let svg = document.root_element();
        let read = strange.replace('\u{1}', "\u{fffd}");
        assert_eq!(svg.attribute("title"), Some(read.as_str()));
        let elements: Vec<_> = svg.children().filter(roxmltree::Node::is_element).collect();
        assert_eq!(elements[0].text(), Some(read.as_str()));
        assert_eq!(elements[1].text(), Some(read.as_str()));
        assert_eq!(elements[2].attribute("x"), Some("1.5"));
    }
}
