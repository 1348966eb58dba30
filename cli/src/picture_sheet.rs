//! The sheet of all pictures of a run, which is written at its end.

use super::stop::Stop;
use quadrille_pictures::{Picture, Sheet, SheetFull};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A sheet that is written also if the program is ended by force.
#[derive(Clone, Debug)]
pub(super) struct PictureSheet {
    sheet: Arc<Mutex<Sheet>>,
}

impl PictureSheet {
    pub(super) fn new(columns: Option<NonZeroUsize>, stop: &Stop) -> Self {
        let sheet = Sheet::new();
        let sheet = match columns {
            Some(columns) => sheet.columns(columns),
            None => sheet,
        };
        let sheet = Self { sheet: Arc::new(Mutex::new(sheet)) };
        let (pending, reason) = (sheet.clone(), stop.clone());
        stop.set_pending(Some(Box::new(move |_| pending.to_svg(Some(reason.to_string())))));
        sheet
    }

    /// Adds a picture, or a caption alone.
    pub(super) fn push(&self, picture: Option<Picture>, caption: &str) -> Result<(), SheetFull> {
        match picture {
            Some(picture) => self.lock().push(picture, caption),
            None => self.lock().push_note(caption),
        }
    }

    /// The document, with a line below all pictures.
    pub(super) fn to_svg(&self, footer: Option<String>) -> String {
        let mut sheet = self.lock();
        sheet.set_footer(footer.unwrap_or_default());
        sheet.to_svg()
    }

    fn lock(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
