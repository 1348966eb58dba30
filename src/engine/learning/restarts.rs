//! [`Restarts`]: when the search goes back to its base level.

/// The unit of the intervals, in conflicts. Of 400, 1000 and 2000, each solved about as many of 48
/// Latin squares and Sudoku with holes (docs/measurements.md).
pub(super) const UNIT: u64 = 1000;

/// Restarts at intervals of Luby's sequence (1, 1, 2, 1, 1, 2, 4, ...) times a unit of conflicts.
#[derive(Debug)]
pub(super) struct Restarts {
    unit: u64,
    /// The number of conflicts at which the next restart is due.
    next: u64,
    /// The state of the sequence, by Knuth (TAOCP 7.2.2.2, exercise 293).
    pair: (u64, u64),
}

impl Restarts {
    pub(super) fn new(unit: u64) -> Self {
        Self { unit, next: unit, pair: (1, 1) }
    }

    /// Whether a restart is due at this number of conflicts. If it is, the next one is scheduled.
    pub(super) fn is_due(&mut self, conflicts: u64) -> bool {
        let is_due = conflicts >= self.next;
        if is_due {
            let (low, length) = self.pair;
            let is_end = low & low.wrapping_neg() == length;
            self.pair = if is_end { (low + 1, 1) } else { (low, 2 * length) };
            self.next = conflicts + self.unit * self.pair.1;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_follow_the_sequence_of_luby() {
        let mut restarts = Restarts::new(10);
        let mut last = 0;
        let intervals = [(); 16].map(|()| {
            let next = (last + 1..).find(|&conflicts| restarts.is_due(conflicts)).unwrap();
            let interval = (next - last) / 10;
            last = next;
            interval
        });
        assert_eq!(intervals, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1]);
    }
}
