//! [`Picture`]: a drawing of a certain size, and how its parts are written.

use crate::xml::{Attributes, XmlWriter};

/// A drawing of a certain size, for a [`Sheet`](crate::Sheet) or a document of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    width: u32,
    height: u32,
    description: String,
    /// The elements, in lines.
    body: String,
}

impl Picture {
    pub(crate) fn new((width, height): (u32, u32), description: String, body: XmlWriter) -> Self {
        Self { width, height, description, body: body.finish() }
    }

    /// The width, in the unit of the `viewBox`.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height, in the unit of the `viewBox`.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// What is drawn, in words, as a screen reader says it.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    pub(crate) fn body(&self) -> &str {
        &self.body
    }

    /// An SVG document of this picture alone.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut xml = XmlWriter::new();
        let size = (self.width.into(), self.height.into());
        open_document(&mut xml, size, &self.description);
        xml.lines(&self.body);
        xml.close();
        xml.finish()
    }
}

/// Opens the root element of a document, and writes its title.
pub(crate) fn open_document(xml: &mut XmlWriter, (width, height): (u64, u64), title: &str) {
    xml.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("viewBox", &format_args!("0 0 {width} {height}")),
            ("width", &width),
            ("height", &height),
            ("role", &"img"),
        ],
    );
    xml.text("title", &[], title);
    xml.code("style", STYLE);
}

/// A document of its own is light on dark where the reader wants that. In a page, where it is not
/// the root, it has the colour of the text around it.
const STYLE: &str =
    "@media (prefers-color-scheme: dark) { svg:root { color: #ddd; background: #181818; } }";

/// The width of a line between cells of different pieces or boxes.
pub(crate) const THICK: u32 = 3;

/// The space around the cells, in which half of a thick line lies.
pub(crate) const EDGE: u32 = 2;

/// A number of cells, lines or layers: a board has at most 65536 cells.
pub(crate) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The path of a square with its corner at the top left.
pub(crate) fn square((x, y): (u32, u32), side: u32) -> String {
    format!("M{x} {y}h{side}v{side}h-{side}z")
}

/// The middle of one of some equal parts of a side.
pub(crate) fn place(side: u32, index: usize, parts: usize) -> u32 {
    (2 * to_u32(index) + 1) * side / (2 * to_u32(parts))
}

/// A number and a noun: `1 clue`, `2 clues`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Writes lines in the colour of the text around the picture. The width is a number, and the
/// opacity one from 0 to 1.
pub(crate) fn lines(xml: &mut XmlWriter, path: &str, width: u32, opacity: &str) {
    if path.is_empty() {
        return;
    }
    let fixed: Attributes<'_> = &[
        ("d", &path),
        ("fill", &"none"),
        ("stroke", &"currentColor"),
        ("stroke-width", &width),
        ("stroke-opacity", &opacity),
        ("stroke-linecap", &"square"),
    ];
    xml.empty("path", fixed);
}

/// Opens a group of texts of one size, each centred on its position.
pub(crate) fn open_texts(xml: &mut XmlWriter, size: u32, fill: &str, weight: &str) {
    xml.open(
        "g",
        &[
            ("font-family", &"sans-serif"),
            ("font-size", &size),
            ("font-weight", &weight),
            ("text-anchor", &"middle"),
            ("fill", &fill),
        ],
    );
}

/// Writes a text of such a group. Its middle is at a position.
pub(crate) fn text(xml: &mut XmlWriter, (x, y): (u32, u32), size: u32, text: &str) {
    // Half the height of a capital letter or a digit, which is 0.72 of the size of the font.
    xml.text("text", &[("x", &x), ("y", &(y + size * 36 / 100))], text);
}
