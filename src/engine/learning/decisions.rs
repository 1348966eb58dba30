//! [`DecisionQueue`]: which option is decided next.
//!
//! Each conflict increases the *activity* of the options that took part in it, by an amount that
//! grows from one conflict to the next; the most active option is decided (*VSIDS*, Moskewicz et
//! al., "Chaff", 2001, in the form of MiniSat).

use crate::ids::{as_index, to_u32};

/// By how much older conflicts count less than the next. With the deletions as they are, it takes
/// fewer conflicts than 0.975 on Latin squares and Sudoku with holes (docs/measurements.md).
const DECAY: f64 = 0.985;

/// Above this activity, all are divided by it.
const GREATEST: f64 = 1e100;

/// A heap of options by activity.
#[derive(Debug)]
pub(super) struct DecisionQueue {
    activity: Vec<f64>,
    /// What a conflict adds.
    increment: f64,
    /// The options in the order of a binary heap. Those that are missing are assigned.
    heap: Vec<u32>,
    /// For each option its place in the heap.
    places: Vec<Option<u32>>,
}

impl DecisionQueue {
    /// All options, the first of them to be decided first.
    pub(super) fn new(options: u32) -> Self {
        Self {
            activity: vec![0.0; as_index(options)],
            increment: 1.0,
            heap: (0..options).collect(),
            places: (0..options).map(Some).collect(),
        }
    }

    /// Removes the most active option and returns it.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else {
            self.places[as_index(last)] = None;
            return Some(last);
        };
        self.places[as_index(first)] = None;
        self.put(0, last);
        self.sift_down(0);
        Some(first)
    }

    /// Puts an option back, if it is one and is missing.
    #[inline(always)]
    pub(super) fn push(&mut self, variable: u32) {
        if self.places.get(as_index(variable)) == Some(&None) {
            self.heap.push(variable);
            let place = self.heap.len() - 1;
            self.put(place, variable);
            self.sift_up(place);
        }
    }

    /// Increases the activity of a variable, if it is an option.
    pub(super) fn bump(&mut self, variable: u32) {
        let Some(activity) = self.activity.get_mut(as_index(variable)) else { return };
        *activity += self.increment;
        if *activity > GREATEST {
            self.activity.iter_mut().for_each(|activity| *activity /= GREATEST);
            self.increment /= GREATEST;
        }
        if let Some(place) = self.places[as_index(variable)] {
            self.sift_up(as_index(place));
        }
    }

    /// Ends a conflict: all others before it count less.
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    #[inline(always)]
    fn put(&mut self, place: usize, option: u32) {
        self.heap[place] = option;
        self.places[as_index(option)] = Some(to_u32(place));
    }

    /// Whether one option is decided before another.
    #[inline(always)]
    fn precedes(&self, one: u32, other: u32) -> bool {
        let (first, second) = (self.activity[as_index(one)], self.activity[as_index(other)]);
        first > second || (first == second && one < other)
    }

    fn sift_up(&mut self, mut place: usize) {
        let option = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.precedes(option, self.heap[parent]) {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, option);
    }

    fn sift_down(&mut self, mut place: usize) {
        let option = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.precedes(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if !self.precedes(self.heap[child], option) {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, option);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_by_activity_and_number() {
        let mut decisions = DecisionQueue::new(20);
        for option in [7, 3, 7, 12, 100] {
            decisions.bump(option);
            decisions.decay();
        }
        let order: Vec<_> = std::iter::from_fn(|| decisions.pop()).collect();
        assert_eq!(order[..4], [7, 12, 3, 0]);
        assert!(order[3..].is_sorted() && order.len() == 20);
        [5, 3, 5, 12].into_iter().for_each(|option| decisions.push(option));
        assert_eq!(std::iter::from_fn(|| decisions.pop()).collect::<Vec<_>>(), [12, 3, 5]);
    }

    #[test]
    fn large_activities_are_scaled() {
        let mut decisions = DecisionQueue::new(3);
        for _ in 0..20_000 {
            decisions.bump(1);
            decisions.decay();
        }
        decisions.bump(2);
        assert!(decisions.activity.iter().all(|activity| activity.is_finite()));
        assert_eq!(decisions.pop(), Some(1));
    }
}
