//! The progress bar: one for the process, since there is one terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const PARTS: u64 = 1000;

/// The bar, while one is shown.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Writes to the terminal above the bar. It does not wait for a thread that is drawing the bar,
/// which may never end.
pub(super) fn above<T>(write: impl FnOnce() -> T) -> T {
    match BAR.try_lock().as_deref() {
        Ok(Some(bar)) => bar.suspend(write),
        _ => write(),
    }
}

/// Removes the bar, if there is one.
pub(super) fn clear() {
    if let Ok(mut bar) = BAR.try_lock()
        && let Some(bar) = bar.take()
    {
        bar.finish_and_clear();
    }
}

/// Draws the bar, filled up to `share` if that is known, with a text.
pub(super) fn draw(share: Option<f64>, text: String) {
    let mut shown = BAR.lock().unwrap_or_else(PoisonError::into_inner);
    let bar = shown.get_or_insert_with(|| ProgressBar::new(PARTS));
    let template = if share.is_some() { "[{bar:30}] {msg}" } else { "{spinner} {msg}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    // A second has as many milliseconds as the bar has parts.
    let part = Duration::try_from_secs_f64(share.unwrap_or(0.0)).unwrap_or_default().as_millis();
    bar.set_message(text);
    bar.set_position(u64::try_from(part).unwrap_or(PARTS));
    bar.tick();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_bar_texts_are_written_at_once() {
        assert_eq!(above(|| 7), 7);
        clear();
        assert_eq!(above(|| above(|| 8)), 8);
    }
}
