//! [`LookupSavings`]: where look-ups pay.
//!
//! A look-up takes about as long as a choice, and an entry takes more memory than its line of the
//! proof. So residues are neither looked up nor stored where they hardly ever repeat. They are
//! counted apart by the number of live options, on which it depends how often they repeat. A sample
//! of the residues is looked up everywhere: all those with certain hashes, so that a residue of the
//! sample that repeats is found.

use crate::ids::as_index;

/// The number of classes by live options.
const CLASSES: usize = 64;
/// One in so many residues is in the sample; a power of 2.
const SAMPLE: u64 = 8;
/// The work that a look-up must save on the average, in visits of entries. That of a choice is some
/// 70. Between two forced choices, where each residue has one child, a look-up must save about as
/// much as it takes; elsewhere, proofs would grow.
pub(super) const LEAST: u64 = 4;
pub(super) const LEAST_FORCED: u64 = 64;
/// The look-ups of a class before any is omitted, and those at which its past counts half.
const TRIAL: u64 = 1 << 10;
const LONG: u64 = 1 << 14;

/// What look-ups have saved.
#[derive(Debug)]
pub(super) struct LookupSavings {
    /// The options of the problem, and as many as give another class.
    options_of_class: usize,
    classes: [ClassSavings; CLASSES],
    /// The work that a look-up must save on the average.
    least: u64,
}

/// The look-ups of a class, and the work that they have saved.
#[derive(Clone, Copy, Debug, Default)]
struct ClassSavings {
    lookups: u64,
    saved: u64,
}

impl LookupSavings {
    /// Of a problem with so many options, where look-ups must save this.
    pub(super) fn new(options: usize, least: u64) -> Self {
        let classes = [ClassSavings::default(); CLASSES];
        Self { options_of_class: options / CLASSES + 1, classes, least }
    }

    /// Whether to look up a residue with this hash.
    #[inline]
    pub(super) fn is_wanted(&self, live: u32, hash: u64) -> bool {
        let own = &self.classes[self.class(live)];
        hash.is_multiple_of(SAMPLE) || own.lookups < TRIAL || own.saved >= self.least * own.lookups
    }

    /// Enters a look-up that has saved so much work.
    #[inline]
    pub(super) fn enter(&mut self, live: u32, saved: u64) {
        let class = self.class(live);
        let own = &mut self.classes[class];
        own.lookups += 1;
        own.saved += saved;
        if own.lookups == LONG {
            (own.lookups, own.saved) = (LONG / 2, own.saved / 2);
        }
    }

    fn class(&self, live: u32) -> usize {
        as_index(live) / self.options_of_class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enters look-ups with hashes of all remainders, as far as they are wanted. Returns how many
    /// were.
    fn look_up(savings: &mut LookupSavings, live: u32, residues: u64, saved: u64) -> u64 {
        let mut wanted = 0;
        for hash in 0..residues {
            if savings.is_wanted(live, hash) {
                savings.enter(live, saved);
                wanted += 1;
            }
        }
        wanted
    }

    #[test]
    fn a_class_that_saves_little_is_left_to_the_sample() {
        let mut savings = LookupSavings::new(200, LEAST);
        assert_eq!(look_up(&mut savings, 100, TRIAL, 0), TRIAL);
        assert_eq!(look_up(&mut savings, 100, 80 * SAMPLE, LEAST - 1), 80);
        assert_eq!(look_up(&mut savings, 100 + 4, TRIAL, 0), TRIAL, "another class");
        assert_eq!(look_up(&mut savings, 100, 80 * SAMPLE, 1 << 20), 80 * SAMPLE);
    }

    #[test]
    fn what_was_saved_long_ago_counts_less() {
        let mut savings = LookupSavings::new(1, LEAST);
        assert_eq!(look_up(&mut savings, 1, LONG, 2 * LEAST), LONG);
        let more = look_up(&mut savings, 1, 8 * LONG, 0);
        assert!(more < 3 * LONG, "{more}");
    }

    #[test]
    fn each_number_of_live_options_has_a_class() {
        for options in [0, 1, 63, 64, 65, 4096, 10_000] {
            let mut savings = LookupSavings::new(options, LEAST);
            for live in [0, options / 2, options] {
                savings.enter(u32::try_from(live).unwrap(), 0);
            }
        }
    }
}
