//! [`Sheet`]: several pictures with captions in one SVG document.

use crate::caption::{self, Caption};
use crate::picture::{self, Picture};
use crate::xml::XmlWriter;
use std::fmt;
use std::num::NonZeroUsize;

/// The most pictures of a sheet.
const MOST_PICTURES: usize = 1000;

/// The most bytes of all pictures of a sheet.
const MOST_BYTES: usize = 64 << 20;

/// The space around and between the pictures.
const MARGIN: u64 = 16;

/// The least width of a column, for captions.
const LEAST_WIDTH: u64 = 160;

/// The width of a caption without a picture: an error is a sentence.
const NOTE_WIDTH: u64 = 320;

/// Pictures in rows and columns, with a caption below each.
///
/// ```
/// use quadrille::sudoku::{Geometry, text};
/// use quadrille_pictures::{Sheet, SudokuPicture};
///
/// let record = text::parse("1...2...3...4...")?;
/// let geometry = Geometry::of_size(4)?;
/// let picture = SudokuPicture::new(&geometry, &record.grid, record.alphabet)?.picture();
/// let mut sheet = Sheet::new();
/// sheet.push(picture, "today")?;
/// sheet.push_note("tomorrow: the puzzle can't be read")?;
/// assert_eq!(sheet.len(), 2);
/// assert!(sheet.to_svg().starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Sheet {
    columns: Option<NonZeroUsize>,
    entries: Vec<SheetEntry>,
    bytes: usize,
    footer: String,
}

/// A picture and its caption, or a caption alone.
#[derive(Clone, Debug)]
struct SheetEntry {
    picture: Option<Picture>,
    caption: String,
}

impl SheetEntry {
    fn size(&self) -> (u64, u64) {
        let picture = self.picture.as_ref();
        picture.map_or((NOTE_WIDTH, 0), |picture| (picture.width().into(), picture.height().into()))
    }

    /// What is drawn, and the caption.
    fn title(&self) -> String {
        let description = self.picture.as_ref().map_or("", Picture::description);
        let parts = [self.caption.as_str(), description];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
    }
}

impl Sheet {
    /// An empty sheet. The number of columns makes it about square.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of columns.
    #[must_use]
    pub fn columns(self, columns: NonZeroUsize) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// The number of pictures, captions without a picture included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is neither a picture nor a caption.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a picture. The caption may be empty.
    ///
    /// # Errors
    /// If the sheet has 1000 pictures, or pictures of 64 MiB, already.
    pub fn push(&mut self, picture: Picture, caption: impl Into<String>) -> Result<(), SheetFull> {
        self.add(Some(picture), &caption.into())
    }

    /// Adds a caption in the place of a picture that can't be drawn.
    ///
    /// # Errors
    /// Those of [`push`](Self::push).
    pub fn push_note(&mut self, caption: impl Into<String>) -> Result<(), SheetFull> {
        self.add(None, &caption.into())
    }

    /// Sets a text below all pictures, for example why some are missing.
    pub fn set_footer(&mut self, footer: impl Into<String>) {
        self.footer = caption::without_directions(&footer.into());
    }

    fn add(&mut self, picture: Option<Picture>, caption: &str) -> Result<(), SheetFull> {
        let more = caption.len() + picture.as_ref().map_or(0, |picture| picture.body().len());
        if self.len() == MOST_PICTURES || self.bytes + more > MOST_BYTES {
            return Err(SheetFull { pictures: self.len() });
        }
        self.bytes += more;
        let caption = caption::without_directions(caption);
        self.entries.push(SheetEntry { picture, caption });
        Ok(())
    }

    /// The whole sheet as an SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let columns = self.columns.map_or_else(|| self.square(), NonZeroUsize::get);
        let columns = columns.min(self.len().max(1));
        let in_column = |column| self.entries.iter().skip(column).step_by(columns);
        let widths: Vec<_> = (0..columns).map(|column| widest(in_column(column))).collect();
        let rows: Vec<_> = self.entries.chunks(columns).map(|row| Row::new(row, &widths)).collect();
        let total = widths.iter().map(|width| width + MARGIN).sum::<u64>() + MARGIN;
        let footer = Caption::new(&self.footer, total - 2 * MARGIN);
        let height = rows.iter().map(Row::height).sum::<u64>() + footer.height() + MARGIN;
        let mut xml = XmlWriter::new();
        picture::open_document(&mut xml, (total, height), &self.title());
        let mut y = MARGIN;
        for row in &rows {
            row.write(y, &widths, &mut xml);
            y += row.height();
        }
        footer.write((total / 2, y), &mut xml);
        xml.close();
        xml.finish()
    }

    fn title(&self) -> String {
        match &self.entries[..] {
            [entry] => entry.title(),
            entries => picture::counted(entries.len(), "picture"),
        }
    }

    /// The number of columns that makes the sheet about square.
    fn square(&self) -> usize {
        let width = widest(self.entries.iter());
        let heights = self.entries.iter().map(|entry| entry.size().1 + 2 * caption::LINE_HEIGHT);
        let height = heights.sum::<u64>() / caption::to_u64(self.len().max(1));
        let side = |columns: &usize| {
            let rows = caption::to_u64(self.len().div_ceil(*columns));
            (caption::to_u64(*columns) * width).max(rows * height)
        };
        (1..=self.len().max(1)).min_by_key(side).unwrap_or(1)
    }
}

/// A row of a sheet, with the lines of its captions.
struct Row<'a> {
    entries: &'a [SheetEntry],
    captions: Vec<Caption>,
}

impl<'a> Row<'a> {
    fn new(entries: &'a [SheetEntry], widths: &[u64]) -> Self {
        let captions = entries.iter().zip(widths);
        let captions = captions.map(|(entry, &width)| Caption::new(&entry.caption, width));
        Self { entries, captions: captions.collect() }
    }

    fn height(&self) -> u64 {
        let entries = self.entries.iter().zip(&self.captions);
        let heights = entries.map(|(entry, caption)| entry.size().1 + caption.height());
        heights.max().unwrap_or(0) + MARGIN
    }

    fn write(&self, y: u64, widths: &[u64], xml: &mut XmlWriter) {
        let mut left = MARGIN;
        for ((entry, caption), width) in self.entries.iter().zip(&self.captions).zip(widths) {
            let x = left + (width - entry.size().0) / 2;
            xml.open("g", &[]);
            xml.text("title", &[], &entry.title());
            if let Some(picture) = &entry.picture {
                xml.open("g", &[("transform", &format_args!("translate({x} {y})"))]);
                xml.lines(picture.body());
                xml.close();
            }
            caption.write((left + width / 2, y + entry.size().1), xml);
            xml.close();
            left += width + MARGIN;
        }
    }
}

/// The width of a column with these pictures.
fn widest<'a>(entries: impl Iterator<Item = &'a SheetEntry>) -> u64 {
    entries.map(|entry| entry.size().0).max().unwrap_or(0).max(LEAST_WIDTH)
}

/// The error for a picture that does not fit on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetFull {
    /// The number of pictures on the sheet.
    pub pictures: usize,
}

impl fmt::Display for SheetFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pictures, size) = (self.pictures, MOST_BYTES >> 20);
        write!(
            f,
            "the sheet is full with {pictures} pictures: expected at most {MOST_PICTURES}, and \
             {size} MiB"
        )
    }
}

impl std::error::Error for SheetFull {}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> Picture {
        Picture::new((width, height), "nothing".to_owned(), XmlWriter::new())
    }

    #[test]
    fn a_sheet_is_about_square() {
        for (pictures, (width, height), columns) in [
            (1, (200, 200), 1),
            (4, (400, 400), 2),
            (9, (400, 364), 3),
            (6, (800, 264), 2),
            (1000, (364, 364), 34),
        ] {
            let mut sheet = Sheet::new();
            (0..pictures).for_each(|_| sheet.push(picture(width, height), "").unwrap());
            assert_eq!(sheet.square(), columns, "{pictures}");
        }
    }

    #[test]
    fn names_do_not_turn_the_text_around() {
        let mut sheet = Sheet::new();
        sheet.push(picture(1, 1), "a\u{202e}b\u{2067}c").unwrap();
        sheet.push_note("d\u{200f}e\u{61c}").unwrap();
        sheet.set_footer("\u{2066}f");
        let svg = sheet.to_svg();
        for caption in ["a\u{fffd}b\u{fffd}c", "d\u{fffd}e\u{fffd}", "\u{fffd}f"] {
            assert!(svg.contains(caption), "{svg}");
        }
    }

    #[test]
    fn an_error_has_space_for_its_sentence() {
        let mut sheet = Sheet::new();
        let sentence = "word ".repeat(60) + "end";
        sheet.push_note(sentence).unwrap();
        assert!(sheet.to_svg().contains(">word word word word end<"), "{}", sheet.to_svg());
    }

    #[test]
    fn a_full_sheet_takes_no_more() {
        let mut sheet = Sheet::new();
        (0..MOST_PICTURES).for_each(|_| sheet.push_note("x").unwrap());
        let error = sheet.push(picture(1, 1), "x").unwrap_err();
        assert_eq!(error, SheetFull { pictures: 1000 });
        assert_eq!(sheet.len(), 1000);
        let mut sheet = Sheet::new();
        sheet.push_note("x".repeat(MOST_BYTES)).unwrap();
        assert!(sheet.push_note("x").is_err());
    }

    #[test]
    fn large_pictures_have_positions_on_a_sheet() {
        let mut sheet = Sheet::new().columns(NonZeroUsize::new(2).unwrap());
        (0..3).for_each(|_| sheet.push(picture(u32::MAX, u32::MAX), "").unwrap());
        let view = format!("viewBox=\"0 0 {0} {0}\"", 2 * (u64::from(u32::MAX) + MARGIN) + MARGIN);
        assert!(sheet.to_svg().contains(&view), "{}", sheet.to_svg());
    }
}
