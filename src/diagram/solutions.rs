//! [`DiagramSolutions`]: an iterator over the solutions, and access by index.

use super::Diagram;
use super::count::Counted;
use super::node::{Node, NodeId};
use crate::ids::OptionId;
use crate::natural::Natural;
use crate::solution::Solution;
use num_bigint::BigUint;
use std::iter::FusedIterator;

/// An iterator over the solutions of a [`Diagram`].
///
/// Solutions that take the option of a choice come before those that do not. In a conjunction, the
/// solution of the last part changes fastest. [`Counted::solution`] numbers solutions in this
/// order.
///
/// Memory is that of one path down the diagram.
#[derive(Clone, Debug)]
pub struct DiagramSolutions<'d> {
    diagram: &'d Diagram,
    /// The options of the path so far.
    taken: Vec<OptionId>,
    /// The pending parts of conjunctions, as a linked list. Elements do not change while a
    /// backtrack point needs them, so that backtracking restores two numbers only.
    parts: Vec<PendingPart>,
    /// The index of the next pending part plus 1; 0 if there is none.
    next_part: usize,
    /// Choices whose second branch is not visited yet.
    back: Vec<Backtrack>,
    /// Where to continue.
    start: Position,
}

#[derive(Clone, Copy, Debug)]
struct PendingPart {
    node: NodeId,
    next: usize,
}

/// A node to continue from, and the state to restore.
#[derive(Clone, Copy, Debug)]
struct Backtrack {
    node: NodeId,
    taken: usize,
    parts: usize,
    next_part: usize,
}

#[derive(Clone, Copy, Debug)]
enum Position {
    /// Down from a node.
    At(NodeId),
    /// A solution is complete.
    Ready,
    /// At the last backtrack point.
    Backtrack,
}

impl Diagram {
    /// An iterator over all solutions.
    ///
    /// ```
    /// use quadrille::{OptionId, Solution};
    /// use quadrille::diagram::Diagram;
    ///
    /// let sets = [vec![2], vec![1, 3], vec![0, 3]];
    /// let solutions = sets.map(|set| Solution::new(set.into_iter().map(OptionId::new).collect()));
    /// let diagram = Diagram::of_solutions(4, solutions)?;
    /// let first: Vec<_> = diagram.solutions().map(|solution| solution.options()[0].index()).collect();
    /// assert_eq!(first, [0, 1, 2]);
    /// # Ok::<(), quadrille::diagram::DiagramError>(())
    /// ```
    #[must_use]
    pub fn solutions(&self) -> DiagramSolutions<'_> {
        DiagramSolutions::new(self)
    }
}

impl<'d> DiagramSolutions<'d> {
    fn new(diagram: &'d Diagram) -> Self {
        let start = Position::At(diagram.root);
        Self { diagram, taken: vec![], parts: vec![], next_part: 0, back: vec![], start }
    }

    /// Goes down to a solution; there is one below every node but that of the empty family.
    fn descend(&mut self, mut node: NodeId) -> bool {
        loop {
            match self.diagram.node(node) {
                Some(Node::Choice { option, without, with }) => {
                    self.come_back_to(without);
                    self.taken.push(option);
                    node = with;
                }
                Some(Node::And(parts)) => {
                    self.push_parts(parts);
                    node = parts[0];
                }
                None if node == NodeId::NONE => return false,
                None => match self.pop_part() {
                    Some(part) => node = part,
                    None => return true,
                },
            }
        }
    }

    fn come_back_to(&mut self, node: NodeId) {
        if node != NodeId::NONE {
            let (taken, parts) = (self.taken.len(), self.parts.len());
            self.back.push(Backtrack { node, taken, parts, next_part: self.next_part });
        }
    }

    /// Pushes all parts but the first on the list of pending parts.
    fn push_parts(&mut self, parts: &[NodeId]) {
        for &node in parts[1..].iter().rev() {
            self.parts.push(PendingPart { node, next: self.next_part });
            self.next_part = self.parts.len();
        }
    }

    fn pop_part(&mut self) -> Option<NodeId> {
        let part = self.parts[self.next_part.checked_sub(1)?];
        self.next_part = part.next;
        Some(part.node)
    }

    /// Backtracks to the last choice whose second branch is not visited yet.
    fn go_back(&mut self) -> Option<NodeId> {
        let back = self.back.pop()?;
        self.taken.truncate(back.taken);
        self.parts.truncate(back.parts);
        self.next_part = back.next_part;
        Some(back.node)
    }
}

impl Iterator for DiagramSolutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let found = match std::mem::replace(&mut self.start, Position::Backtrack) {
            Position::Ready => true,
            Position::At(node) => self.descend(node),
            Position::Backtrack => {
                let node = self.go_back()?;
                self.descend(node)
            }
        };
        found.then(|| Solution::new(self.taken.clone()))
    }
}

impl FusedIterator for DiagramSolutions<'_> {}

impl Counted<'_> {
    /// The solution with this index, from 0, in the order of [`Diagram::solutions`]; `None` if
    /// there is none. It takes the time of one path down the diagram.
    #[must_use]
    pub fn solution(&self, index: &BigUint) -> Option<Solution> {
        self.solutions_from(index).next()
    }

    /// The solutions from the one with this index on, in the order of [`Diagram::solutions`]. The
    /// first of them takes the time of one path down the diagram.
    ///
    /// ```
    /// use quadrille::{OptionId, Solution};
    /// use quadrille::diagram::Diagram;
    ///
    /// let solutions = (0..9).map(|index| Solution::new(vec![OptionId::new(index)]));
    /// let diagram = Diagram::of_solutions(9, solutions)?;
    /// let counted = diagram.counted();
    /// assert_eq!(counted.solutions_from(&7u32.into()).count(), 2);
    /// assert_eq!(counted.solution(&7u32.into()), diagram.solutions().nth(7));
    /// # Ok::<(), quadrille::diagram::DiagramError>(())
    /// ```
    #[must_use]
    pub fn solutions_from(&self, index: &BigUint) -> DiagramSolutions<'_> {
        let mut solutions = DiagramSolutions::new(self.diagram());
        let is_there =
            index < self.count() && self.seek(&mut solutions, Natural::from(index.clone()));
        solutions.start = if is_there { Position::Ready } else { Position::Backtrack };
        solutions
    }

    /// Goes down to the solution with an index. Returns whether there is one.
    fn seek(&self, to: &mut DiagramSolutions<'_>, mut index: Natural) -> bool {
        let mut node = self.diagram().root;
        // The indices of the parts that are to come, the next one last.
        let mut indices = Vec::new();
        loop {
            match self.diagram().node(node) {
                Some(Node::Choice { option, without, with }) => {
                    if index.subtract(&self.below(with)) {
                        node = without;
                        continue;
                    }
                    to.come_back_to(without);
                    to.taken.push(option);
                    node = with;
                }
                Some(Node::And(parts)) => {
                    to.push_parts(parts);
                    for &part in parts[1..].iter().rev() {
                        indices.push(index.divide(&self.below(part)));
                    }
                    node = parts[0];
                }
                None if node == NodeId::NONE => return false,
                None => match to.pop_part().zip(indices.pop()) {
                    Some(next) => (node, index) = next,
                    None => return true,
                },
            }
        }
    }
}
