//! Solutions that one machine has found and the other has not: it will come by them, too.

use crate::ids::OptionId;

/// Some solutions, each with the machine that has found it.
#[derive(Debug, Default)]
pub(super) struct Known {
    solutions: Vec<(Box<[OptionId]>, usize)>,
    /// An option of all of them. A solution without it is another one.
    mark: Option<OptionId>,
}

impl Known {
    pub(super) fn clear(&mut self) {
        self.solutions.clear();
        self.mark = None;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.solutions.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.solutions.len()
    }

    /// An option that every known solution has.
    ///
    /// The first solutions of a search are much alike, and most of those that come later lack this one: then they need
    /// not be compared.
    pub(super) fn mark(&self) -> Option<OptionId> {
        self.mark
    }

    /// Notes that a machine has come by a solution, whose options are in ascending order. Says whether it is new.
    ///
    /// A machine comes by each solution once, so that what both have found can be forgotten.
    pub(super) fn meet(&mut self, machine: usize, solution: &[OptionId]) -> bool {
        let is_new = !self.remove(solution);
        if is_new {
            self.mark = None;
            self.solutions.push((solution.into(), machine));
        }
        is_new
    }

    /// Forgets what a machine has found itself, because it goes on alone.
    pub(super) fn settle(&mut self, machine: usize) {
        self.solutions.retain(|&(_, finder)| finder != machine);
    }

    /// Whether a solution, of the only machine that still runs, is new.
    pub(super) fn is_new(&mut self, solution: &[OptionId]) -> bool {
        let is_new = !self.remove(solution);
        if is_new {
            self.mark = self.mark_without(solution);
        }
        is_new
    }

    /// Forgets a solution. Says whether it was known.
    fn remove(&mut self, solution: &[OptionId]) -> bool {
        let place = self.solutions.iter().position(|(known, _)| **known == *solution);
        place.map(|place| self.solutions.swap_remove(place)).is_some()
    }

    /// An option of all known solutions that another solution lacks.
    fn mark_without(&self, solution: &[OptionId]) -> Option<OptionId> {
        let has = |known: &[OptionId], option| known.binary_search(option).is_ok();
        let (first, _) = self.solutions.first()?;
        let mut marks = first.iter().filter(|option| !has(solution, option));
        marks.find(|option| self.solutions.iter().all(|(known, _)| has(known, option))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_new_once() {
        let solution = |numbers: [usize; 2]| numbers.map(OptionId::new);
        let mut known = Known::default();
        assert!(known.meet(0, &solution([1, 2])));
        assert!(known.meet(0, &solution([1, 3])));
        assert!(known.meet(1, &solution([2, 3])));
        assert!(!known.meet(1, &solution([1, 2])));
        known.settle(1);
        assert!(!known.is_empty(), "one is left for it to find");
        assert!(known.is_new(&solution([2, 4])));
        assert!(!known.is_new(&solution([1, 3])));
        assert!(known.is_empty());
    }

    #[test]
    fn what_lacks_the_mark_is_new() {
        let solution = |numbers: [usize; 3]| numbers.map(OptionId::new);
        let mut known = Known::default();
        known.meet(0, &solution([1, 3, 5]));
        known.meet(0, &solution([1, 3, 6]));
        assert_eq!(known.mark(), None);
        assert!(known.is_new(&solution([1, 4, 6])));
        assert_eq!(known.mark(), Some(OptionId::new(3)), "both have 3, and the new one has not");
        assert!(known.is_new(&solution([1, 3, 7])));
        assert_eq!(known.mark(), None, "it has what both have");
        assert!(!known.is_new(&solution([1, 3, 6])));
        assert!(known.is_new(&solution([1, 3, 7])));
        assert_eq!(known.mark(), Some(OptionId::new(5)));
        known.clear();
        assert_eq!((known.is_empty(), known.mark()), (true, None));
    }
}
