//! The diagram of a list of solutions.

use super::{Diagram, DiagramBuilder, DiagramError, NodeId};
use crate::ids::OptionId;
use crate::solution::Solution;

impl Diagram {
    /// The diagram of these solutions of a problem with this many options. Duplicates are dropped.
    ///
    /// On every path, options ascend, so that equal sets of solutions give equal diagrams, without
    /// conjunctions. All solutions are kept in memory while it is built.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use quadrille::diagram::Diagram;
    ///
    /// let problem: Problem = "a b c d\na b\nc d\na c\nb d\n".parse()?;
    /// let mut solver = Solver::new(&problem);
    /// let diagram = Diagram::of_solutions(problem.options().len(), solver.solutions())?;
    /// assert_eq!(diagram.verify(&problem), Ok(()));
    /// assert_eq!(diagram.count(), 2u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`DiagramError::UnknownOption`], and [`DiagramError::TooLarge`] if there are more than 2^32
    /// nodes.
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

/// Solutions that begin with the same options, of which the last ones are done.
struct PrefixGroup<'s> {
    sets: &'s [Solution],
    /// The length of the common prefix.
    length: usize,
    /// The diagram of those that are done, without the prefix.
    done: NodeId,
}

impl<'s> PrefixGroup<'s> {
    /// A group of which nothing is done. The first solution may be the prefix itself.
    fn new(sets: &'s [Solution], length: usize) -> Self {
        match sets.split_first() {
            Some((first, rest)) if first.options().len() == length => {
                Self { sets: rest, length, done: NodeId::UNIT }
            }
            _ => Self { sets, length, done: NodeId::NONE },
        }
    }

    /// The greatest option after the prefix.
    fn next(&self) -> Option<OptionId> {
        Some(self.sets.last()?.options()[self.length])
    }

    /// Splits off the solutions that continue with the greatest option: the last ones.
    fn split(&mut self, option: OptionId) -> Self {
        let begin = self.sets.partition_point(|set| set.options()[self.length] < option);
        let (rest, group) = self.sets.split_at(begin);
        self.sets = rest;
        Self::new(group, self.length + 1)
    }
}

/// The diagram of sorted solutions without duplicates; `None` if there are too many nodes.
fn trie(options: usize, sets: &[Solution]) -> Option<Diagram> {
    let mut builder = DiagramBuilder::new(options);
    let mut above = Vec::new();
    let mut group = PrefixGroup::new(sets, 0);
    loop {
        if let Some(option) = group.next() {
            let next = group.split(option);
            above.push((option, std::mem::replace(&mut group, next)));
            continue;
        }
        let Some((option, parent)) = above.pop() else {
            return Some(builder.finish(group.done));
        };
        let done = builder.choice(option, parent.done, group.done)?;
        group = PrefixGroup { done, ..parent };
    }
}

/// The solution without repeated options, which [`Solution::new`] allows.
fn without_repetition(solution: Solution) -> Solution {
    if solution.options().is_sorted_by(|left, right| left < right) {
        return solution;
    }
    let mut options = solution.options().to_vec();
    options.dedup();
    Solution::new(options)
}
