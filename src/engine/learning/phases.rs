//! [`Phases`]: whether a decided option is chosen or excluded.

use super::literal::Lit;
use crate::ids::as_index;

/// The number of conflicts before the first reset of the phases; each later interval is longer by
/// it.
pub(super) const INTERVAL: u64 = 1000;

/// The values that options are decided to have.
///
/// At first all options are chosen. Later an option gets the value that it has in the longest
/// assignment without a conflict since the last reset (the *target phase*), or that it had last
/// (*phase saving*). After a reset the search begins again near the longest assignment of all (the
/// *best phase*), or with all options chosen (Biere and Fleury, "Chasing target phases", 2020).
#[derive(Debug)]
pub(super) struct Phases {
    saved: Vec<bool>,
    /// What an option has in the longest assignment since the last reset, if it is assigned there.
    target: Vec<Option<bool>>,
    target_length: usize,
    best: Vec<bool>,
    best_length: usize,
    interval: u64,
    /// The number of conflicts at which the phases are reset.
    next_reset: u64,
    resets: u64,
}

impl Phases {
    /// All options are chosen when they are decided.
    pub(super) fn new(options: u32, interval: u64) -> Self {
        let options = as_index(options);
        Self {
            saved: vec![true; options],
            target: vec![None; options],
            target_length: 0,
            best: vec![true; options],
            best_length: 0,
            interval,
            next_reset: interval,
            resets: 0,
        }
    }

    /// The literal that a decision of an option makes true.
    pub(super) fn decide(&self, option: u32) -> Lit {
        let index = as_index(option);
        Lit::new(option, self.target[index].unwrap_or(self.saved[index]))
    }

    /// Called with each literal that is undone.
    #[inline(always)]
    pub(super) fn save(&mut self, literal: Lit) {
        if let Some(saved) = self.saved.get_mut(as_index(literal.variable())) {
            *saved = literal.is_positive();
        }
    }

    /// Called at each conflict with the assignment of the levels before it, and with the number of
    /// conflicts so far.
    pub(super) fn update(&mut self, literals: &[Lit], conflicts: u64) {
        let options = |literal: &&Lit| as_index(literal.variable()) < self.saved.len();
        if literals.len() > self.target_length {
            self.target_length = literals.len();
            for literal in literals.iter().filter(options) {
                self.target[as_index(literal.variable())] = Some(literal.is_positive());
            }
        }
        if literals.len() > self.best_length {
            self.best_length = literals.len();
            for literal in literals.iter().filter(options) {
                self.best[as_index(literal.variable())] = literal.is_positive();
            }
        }
        if conflicts >= self.next_reset {
            self.reset(conflicts);
        }
    }

    fn reset(&mut self, conflicts: u64) {
        self.resets += 1;
        self.next_reset = conflicts + self.interval * (self.resets + 1);
        self.target.fill(None);
        self.target_length = 0;
        if self.resets.is_multiple_of(2) {
            self.saved.fill(true);
        } else {
            self.saved.clone_from(&self.best);
            self.best_length = 0;
        }
    }
}
