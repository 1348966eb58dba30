//! A diagram of solutions that are known one by one.

use super::{Builder, Diagram, DiagramError, NodeId};
use crate::ids::OptionId;
use crate::solution::Solution;

impl Diagram {
    /// The diagram of these solutions, over the options below a number. Whatever comes twice is there once.
    ///
    /// On every way down, options come in ascending order, so that the same solutions give the same diagram, and it has
    /// no conjunctions. All solutions are held while it is made.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use quadrille::diagram::Diagram;
    ///
    /// let problem: Problem = "a b c d\na b\nc d\na c\nb d\n".parse()?;
    /// let mut solver = Solver::new(&problem)?;
    /// let diagram = Diagram::of_solutions(problem.options().len(), solver.solutions())?;
    /// assert_eq!(diagram.verify(&problem), Ok(()));
    /// assert_eq!(diagram.count(), 2u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`DiagramError::UnknownOption`] if a solution has an option that is not below the number, and
    /// [`DiagramError::TooLarge`] if 32 bits do not number the nodes.
    pub fn of_solutions(
        options: usize,
        solutions: impl IntoIterator<Item = Solution>,
    ) -> Result<Self, DiagramError> {
        let mut sets: Vec<_> = solutions.into_iter().map(without_repetition).collect();
        let mut known = sets.iter().flat_map(Solution::options);
        if let Some(&option) = known.find(|option| option.index() >= options) {
            return Err(DiagramError::UnknownOption { option });
        }
        sets.sort_unstable();
        sets.dedup();
        trie(options, &sets).ok_or(DiagramError::TooLarge)
    }
}

/// Sets that begin with the same options, from which some of the last have been taken.
struct Shared<'s> {
    sets: &'s [Solution],
    /// The number of options that they share.
    length: usize,
    /// The diagram of what was taken, without the options that are shared.
    taken: NodeId,
}

impl<'s> Shared<'s> {
    /// The first of the sets may end here, and then nothing is in front of the empty set.
    fn new(sets: &'s [Solution], length: usize) -> Self {
        match sets.split_first() {
            Some((first, rest)) if first.options().len() == length => {
                Self { sets: rest, length, taken: NodeId::UNIT }
            }
            _ => Self { sets, length, taken: NodeId::NONE },
        }
    }

    /// The greatest option that follows in those that are left.
    fn next(&self) -> Option<OptionId> {
        Some(self.sets.last()?.options()[self.length])
    }

    /// Those that go on with the greatest option: the last ones.
    fn split(&mut self, option: OptionId) -> Self {
        let begin = self.sets.partition_point(|set| set.options()[self.length] < option);
        let (rest, group) = self.sets.split_at(begin);
        self.sets = rest;
        Self::new(group, self.length + 1)
    }
}

/// The diagram of sets in ascending order, each without repetition. It is `None` if there are too many nodes.
fn trie(options: usize, sets: &[Solution]) -> Option<Diagram> {
    let mut builder = Builder::new(options);
    let mut above = Vec::new();
    let mut shared = Shared::new(sets, 0);
    loop {
        if let Some(option) = shared.next() {
            let group = shared.split(option);
            above.push((option, std::mem::replace(&mut shared, group)));
            continue;
        }
        let Some((option, parent)) = above.pop() else {
            return Some(builder.finish(shared.taken));
        };
        let taken = builder.choice(option, parent.taken, shared.taken)?;
        shared = Shared { taken, ..parent };
    }
}

/// A solution is in ascending order, and nobody has checked that no option comes twice.
fn without_repetition(solution: Solution) -> Solution {
    if solution.options().is_sorted_by(|left, right| left < right) {
        return solution;
    }
    let mut options = solution.options().to_vec();
    options.dedup();
    Solution::new(options)
}
