//! Which item is covered next, and what the search learns for that from its failures.
//!
//! The classical choice is an item with the fewest options. Two learned ones divide the number of options by how
//! often an item has failed so far, so that the search branches where it will fail soonest:
//! - *weights* (Boussemart, Hemery, Lecoutre and Sais 2004; the WTD of Knuth's later programs): one more than the
//!   number of times that the item lost its last option, and so ended a branch;
//! - *failure rates* (Li, Yin and Li 2021; his FRB): of the options of the item that were tried, how many failed at
//!   once.
//!
//! Both begin as the classical choice, and nothing is forgotten on backtracking. They depend on the search alone, so that
//! a search is the same each time.

use super::sets::Item;
use crate::engine::unchecked::Unchecked;
use crate::ids::to_f32;

/// How items are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Rule {
    /// The fewest options.
    Fewest,
    /// The fewest options for its weight.
    Weights,
    /// The fewest options for its failure rate.
    Failures,
}

/// What was learned of an item.
#[derive(Clone, Copy, Debug)]
struct Record {
    tried: u32,
    failed: u32,
    /// What the number of its options is multiplied with.
    scale: f32,
}

/// Nothing was learned.
const FRESH: Record = Record { tried: 0, failed: 0, scale: 1.0 };

/// A rule, and what was learned.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    rule: Rule,
    /// Of each primary item. Empty if nothing is to be learned.
    records: Unchecked<Vec<Record>>,
}

impl Choice {
    #[allow(unsafe_code)]
    pub(super) fn new(rule: Rule, primary: usize) -> Self {
        let learning = if rule == Rule::Fewest { 0 } else { primary };
        // SAFETY: with a rule that learns there is a record for each primary item; without one, none is asked for.
        let records = unsafe { Unchecked::new(vec![FRESH; learning]) };
        Self { rule, records }
    }

    /// Forgets what was learned.
    pub(super) fn begin(&mut self) {
        self.records.fill(FRESH);
    }

    /// The first of some items that are best by the rule.
    ///
    /// They are in no order, and so all are looked at: what counts and the item's number are compared as one. (The
    /// bits of numbers from 0 on, read as an integer, are in the order of the numbers.)
    pub(super) fn best(&self, items: &Unchecked<Vec<Item>>, of: &[u32]) -> Option<u32> {
        let size = |&item: &u32| {
            let Item { start, end, .. } = items[item];
            end - start
        };
        let join = |high: u32, item: u32| u64::from(high) << 32 | u64::from(item);
        let best = if self.rule == Rule::Fewest {
            of.iter().map(|item| join(size(item), *item)).min()
        } else {
            let scaled = |item| (to_f32(size(item)) * self.records[*item].scale).to_bits();
            of.iter().map(|item| join(scaled(item), *item)).min()
        };
        u32::try_from(best? & u64::from(u32::MAX)).ok()
    }

    /// Learns that an option of an item was tried, and if it failed, which item lost its last option.
    #[inline(always)]
    pub(super) fn learn(&mut self, tried: u32, failed: Option<u32>) {
        match (self.rule, failed) {
            (Rule::Fewest, _) | (Rule::Weights, None) => {}
            (Rule::Weights, Some(conflict)) => {
                let record = &mut self.records[conflict];
                record.failed = record.failed.saturating_add(1);
                record.scale = 1.0 / (1.0 + to_f32(record.failed));
            }
            (Rule::Failures, failed) => {
                let record = &mut self.records[tried];
                record.tried = record.tried.saturating_add(1);
                record.failed = record.failed.saturating_add(u32::from(failed.is_some()));
                // Half a failure more, of one more try: so much is believed of any item.
                record.scale = (1.0 + to_f32(record.tried)) / (0.5 + to_f32(record.failed));
            }
        }
    }
}
