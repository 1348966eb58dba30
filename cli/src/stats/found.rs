//! The statistics of reductions.

use super::units::counted;
use crate::json::Object;
use quadrille::Problem;
use quadrille::problem::Reduction;
use std::fmt;
use std::ops::AddAssign;

/// The results of a reduction, or the sums over several.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Found {
    reductions: u64,
    /// The number of reductions that are complete.
    complete: u64,
    options: usize,
    removed: usize,
    items: usize,
    idle: usize,
    rounds: u64,
    work: u64,
}

impl Found {
    pub(super) fn of(problem: &Problem, reduction: &Reduction) -> Self {
        Self {
            reductions: 1,
            complete: reduction.is_complete().into(),
            options: problem.options().len(),
            removed: reduction.removed().count(),
            items: problem.items().len(),
            idle: reduction.redundant_items().count(),
            rounds: reduction.rounds().into(),
            work: reduction.work(),
        }
    }

    /// Writes it as a JSON object.
    pub(super) fn write(&self, out: &mut String) {
        let mut object = Object::begin(out);
        object.plain("removed", self.removed).plain("idle", self.idle);
        object.plain("rounds", self.rounds).plain("work", self.work);
        object.plain("complete", self.complete == self.reductions).end();
    }
}

impl AddAssign for Found {
    fn add_assign(&mut self, other: Self) {
        self.reductions += other.reductions;
        self.complete += other.complete;
        self.options += other.options;
        self.removed += other.removed;
        self.items += other.items;
        self.idle += other.idle;
        self.rounds += other.rounds;
        self.work += other.work;
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reductions, options, removed, items, idle, rounds, work, .. } = self;
        match reductions {
            0 => return write!(f, "not at all"),
            1 => {}
            _ => write!(f, "{reductions} times: ")?,
        }
        write!(f, "{removed} of {options} options removed, {idle} of {items} items idle; ")?;
        write!(f, "{} and {work} entries looked at", counted(*rounds, "round"))?;
        match reductions - self.complete {
            0 => Ok(()),
            _ if *reductions == 1 => write!(f, ", not to the end"),
            cut => write!(f, ", {cut} not to the end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reduction_that_was_cut_short_says_so() {
        let cut = Found { reductions: 1, ..Found::default() };
        assert!(cut.to_string().ends_with("looked at, not to the end"));
        let mut both = Found { reductions: 1, complete: 1, ..Found::default() };
        both += cut;
        assert!(both.to_string().starts_with("2 times: "), "{both}");
        assert!(both.to_string().ends_with("looked at, 1 not to the end"), "{both}");
    }
}
