//! The heuristics that choose the next item, and the failures that they learn from.
//!
//! The classical heuristic chooses an item with the fewest options. Two others divide the number of
//! options by a learned failure score, so that the search branches on items that fail soon:
//! - *weights* (Boussemart, Hemery, Lecoutre and Sais 2004; WTD in Knuth's later programs): one
//!   more than the number of times that the item lost its last option;
//! - *failure rates* (Li, Yin and Li 2021; FRB there): the share of the item's options that failed
//!   at once.
//!
//! Both begin like the classical heuristic, and forget nothing on backtracking. They depend on the
//! search alone, so that a search is the same each time.

use crate::engine::unchecked::Unchecked;
use crate::ids::to_f32;

/// The score of an item; the search covers an item with the least score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Heuristic {
    /// The fewest options.
    Fewest,
    /// The fewest options for its weight.
    Weights,
    /// The fewest options for its failure rate.
    Failures,
}

/// The failures of an item.
#[derive(Clone, Copy, Debug)]
struct FailureRecord {
    tried: u32,
    failed: u32,
    /// The factor of its number of options in the score.
    scale: f32,
}

/// The record at the start of a search.
const FRESH: FailureRecord = FailureRecord { tried: 0, failed: 0, scale: 1.0 };

/// A heuristic, and the failures of all items.
#[derive(Clone, Debug)]
pub(super) struct HeuristicState {
    heuristic: Heuristic,
    /// A record for each primary item. Empty if the heuristic does not learn.
    records: Unchecked<Vec<FailureRecord>>,
}

impl HeuristicState {
    #[allow(unsafe_code)]
    pub(super) fn new(heuristic: Heuristic, primary: usize) -> Self {
        let learning = if heuristic == Heuristic::Fewest { 0 } else { primary };
        // SAFETY: a heuristic that learns has a record for each primary item; the other one reads
        // none.
        let records = unsafe { Unchecked::new(vec![FRESH; learning]) };
        Self { heuristic, records }
    }

    /// Forgets what was learned.
    pub(super) fn begin(&mut self) {
        self.records.fill(FRESH);
    }

    /// The lowest of the items with the least score, where `size` is the number of an item's
    /// options.
    ///
    /// The items are in no order, so that all are read: score and number are compared as one
    /// integer. (The bits of floating-point numbers from 0 on, read as an integer, are in the order
    /// of the numbers.)
    pub(super) fn best(&self, items: &[u32], size: impl Fn(u32) -> u32) -> Option<u32> {
        let join = |high: u32, item: u32| u64::from(high) << 32 | u64::from(item);
        let best = if self.heuristic == Heuristic::Fewest {
            items.iter().map(|&item| join(size(item), item)).min()
        } else {
            let scaled = |item| (to_f32(size(item)) * self.records[item].scale).to_bits();
            items.iter().map(|&item| join(scaled(item), item)).min()
        };
        u32::try_from(best? & u64::from(u32::MAX)).ok()
    }

    /// Records a try of an option of an item, and, if it failed, the item that lost its last
    /// option.
    #[inline(always)]
    pub(super) fn learn(&mut self, tried: u32, failed: Option<u32>) {
        match (self.heuristic, failed) {
            (Heuristic::Fewest, _) | (Heuristic::Weights, None) => {}
            (Heuristic::Weights, Some(conflict)) => {
                let record = &mut self.records[conflict];
                record.failed = record.failed.saturating_add(1);
                record.scale = 1.0 / (1.0 + to_f32(record.failed));
            }
            (Heuristic::Failures, failed) => {
                let record = &mut self.records[tried];
                record.tried = record.tried.saturating_add(1);
                record.failed = record.failed.saturating_add(u32::from(failed.is_some()));
                // The prior is half a failure in one try.
                record.scale = (1.0 + to_f32(record.tried)) / (0.5 + to_f32(record.failed));
            }
        }
    }
}
