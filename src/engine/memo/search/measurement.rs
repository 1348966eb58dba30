//! Measurements: searches of subproblems whose values are known, to see what labelling saves.
//!
//! Below them nothing is labelled. As the value is known, the search can be cut short at any time.

use super::MemoSearch;
use super::frames::{Measurement, Next};
use crate::engine::memo::table::Lookup;
use crate::engine::memo::values::Values;

impl<V: Values> MemoSearch<V> {
    /// Begins to measure the search of the current subproblem, which was found just now.
    pub(super) fn measure(&mut self, limit: u64, size: f64) -> Lookup {
        self.measurement = Some(Measurement {
            depth: self.frames.len(),
            value: self.words.clone(),
            size,
            begun: self.search_work(),
            limit,
        });
        Lookup::Nothing
    }

    /// Ends the measurement if its subproblem has this value, which is passed to the last frame:
    /// the search without labelling was clearly faster.
    pub(super) fn end_measurement(&mut self, value: &V::Value) {
        let depth = self.frames.len();
        let Some(own) = self.measurement.take_if(|own| own.depth == depth) else { return };
        self.values.write(value, &mut self.words);
        debug_assert_eq!(self.words, own.value, "isomorphic subproblems have the same value");
        self.enter_measurement(true);
    }

    /// Cuts the measurement short if it has taken long enough. Returns the known value.
    pub(super) fn cut_measurement(&mut self) -> Option<Next<V::Value>> {
        let work = self.search_work();
        let is_over = |own: &mut Measurement| work - own.begun > own.limit;
        let own = self.measurement.take_if(is_over)?;
        while self.frames.len() > own.depth {
            let Some(frame) = self.pop() else { break };
            self.memo.release(self.frames.len(), self.hash_of(&frame));
        }
        self.enter_measurement(false);
        Some(Next::Give(self.values.read(&own.value), own.size))
    }

    fn enter_measurement(&mut self, is_short: bool) {
        let all = self.effort();
        if let Some(isomorphism) = &mut self.isomorphism {
            isomorphism.levels.measured(is_short, all);
        }
    }
}
