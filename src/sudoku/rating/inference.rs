//! [`Inference`]: what a technique has found.

use super::step::{CellValue, Premise};

/// What a technique has found.
#[derive(Debug)]
pub(super) struct Inference {
    pub(super) premise: Premise,
    pub(super) sets: Option<CellValue>,
    pub(super) removes: Vec<CellValue>,
}

impl Inference {
    /// An inference that removes candidates; `None` if there are none.
    pub(super) fn removing(
        removes: Vec<CellValue>,
        premise: impl FnOnce() -> Premise,
    ) -> Option<Self> {
        (!removes.is_empty()).then(|| Self { premise: premise(), sets: None, removes })
    }
}

/// The value with an index.
pub(super) fn value_of(index: usize) -> u8 {
    u8::try_from(index + 1).unwrap_or(u8::MAX)
}
