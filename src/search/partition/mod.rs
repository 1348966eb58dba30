//! [`Solver::partition`]: a search in subproblems that can be searched anywhere, in any order, and
//! again if one is lost.

mod part;
mod size;

use super::limits::StopReason;
use super::solver::Solver;
use crate::engine::{Choice, Engine, Subproblem, cursor};
use crate::ids::{to_f64, to_u64};
use part::{Cut, Cutter};
use size::{Size, Sizes};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::num::NonZeroUsize;

/// Once there are enough parts, those that are larger than the mean are cut too, up to about this
/// many times the number that was asked for.
const MOST: usize = 4;

/// A subproblem of a partition.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SizedSubproblem {
    /// The subproblem, with the assumptions of the solver.
    pub subproblem: Subproblem,
    /// About how many nodes its search tree has. It is the estimate of one probe, and may be off by
    /// far.
    pub nodes: f64,
}

impl Solver {
    /// Splits the search for all solutions into at least this number of subproblems, for several
    /// computers; into up to about four times as many to make them even; and into fewer, but at
    /// least one, if nothing is left to split.
    ///
    /// Each solution is in exactly one subproblem: where the search has a choice, the alternatives
    /// exclude each other, and one of them has to be chosen. So the counts of all subproblems can
    /// be added, and a subproblem that is searched again has the same solutions again.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use std::num::NonZeroUsize;
    ///
    /// let problem: Problem = "a b c\na\nb\nc\na b\nb c\na b c\n".parse()?;
    /// let mut solver = Solver::new(&problem);
    /// let parts = solver.partition(NonZeroUsize::new(2).unwrap())?;
    /// assert!(parts.len() >= 2);
    ///
    /// let mut sum = 0;
    /// for part in &parts {
    ///     solver.assume(&part.subproblem)?;
    ///     sum += solver.count().solutions;
    /// }
    /// assert_eq!(sum, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The largest subproblem, by a probe of each, is split first, at the first choice of
    /// [`Engine::Bits`], or [`Engine::Multiple`], whatever the engine of the solver is. The
    /// alternatives are options of an item that is covered exactly once; where items have
    /// [multiplicities](crate::Bounds), one option is included or excluded. Subproblems are in the
    /// order of the tree, and depend on the problem and the settings alone. Those that are seen to
    /// have no solution are left out, unless all are.
    ///
    /// To split a tree at its large nodes and search the parts independently is the idea of the
    /// cubes of "cube and conquer" for satisfiability (Heule, Kullmann, Wieringa and Biere 2011).
    /// The sizes are estimated as in Knuth's "Estimating the efficiency of backtrack programs"
    /// (1975).
    ///
    /// # Errors
    /// The reason, if the run was stopped. A limit of nodes counts those that probes visit.
    pub fn partition(&mut self, parts: NonZeroUsize) -> Result<Vec<SizedSubproblem>, StopReason> {
        self.prepare();
        let (problem, root) = (&self.problem, self.assumptions.subproblem());
        let (known, limits) = (self.reduction.as_ref(), &self.limits.without_solutions());
        let engine =
            if problem.features().multiplicities { Engine::Multiple } else { Engine::Bits };
        let cutter = Cutter::new(engine.start(problem, known), root);
        let sizes = Sizes::new(cursor(problem, known), root, limits);
        let tree = Tree::grow(cutter, sizes, parts.get())?;
        let sized = |(choices, nodes)| {
            let mut subproblem = root.clone();
            subproblem.extend::<Vec<_>>(choices);
            SizedSubproblem { subproblem, nodes }
        };
        Ok(tree.into_leaves().into_iter().map(sized).collect())
    }
}

/// A part of the tree: a leaf, or one that was cut.
#[derive(Debug)]
struct Part {
    choices: Vec<Choice>,
    expected: f64,
    /// Its parts, if it was cut.
    parts: Option<Vec<usize>>,
}

/// A part that may be cut. The greatest is the largest, and of equals the one that was made first.
#[derive(Debug)]
struct Candidate {
    expected: f64,
    part: usize,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.expected.total_cmp(&other.expected).then(other.part.cmp(&self.part))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// All parts, those that were cut among them; the first is the whole.
#[derive(Debug)]
struct Tree {
    parts: Vec<Part>,
    candidates: BinaryHeap<Candidate>,
    /// The parts that are not cut, and the sum of their sizes.
    leaves: usize,
    sum: f64,
}

impl Tree {
    /// Cuts the largest part, until there are enough.
    fn grow(mut cutter: Cutter, mut sizes: Sizes, tasks: usize) -> Result<Self, StopReason> {
        let mut tree =
            Self { parts: Vec::new(), candidates: BinaryHeap::new(), leaves: 0, sum: 0.0 };
        let whole = sizes.of(&[])?;
        tree.add(Vec::new(), whole.nodes);
        while let Some(largest) = tree.next(tasks) {
            let choices = &tree.parts[largest.part].choices;
            let Cut::Parts(parts) = cutter.cut(choices) else { continue };
            tree.leaves -= 1;
            tree.sum -= largest.expected;
            let mut below = Vec::new();
            for choices in parts {
                let Size { nodes, is_empty } = sizes.of(&choices)?;
                if !is_empty {
                    below.push(tree.add(choices, nodes));
                }
            }
            tree.parts[largest.part].parts = Some(below);
        }
        Ok(tree)
    }

    /// Takes out the part that is to be cut next, if any is.
    fn next(&mut self, tasks: usize) -> Option<Candidate> {
        let expected = self.candidates.peek()?.expected;
        let alike = self.sum / to_f64(to_u64(tasks));
        let is_large = expected > alike && self.leaves < tasks.saturating_mul(MOST);
        if self.leaves < tasks || is_large { self.candidates.pop() } else { None }
    }

    /// Adds a leaf. Says which part it is.
    fn add(&mut self, choices: Vec<Choice>, expected: f64) -> usize {
        let part = self.parts.len();
        self.parts.push(Part { choices, expected, parts: None });
        self.candidates.push(Candidate { expected, part });
        self.leaves += 1;
        self.sum += expected;
        part
    }

    /// The choices and the sizes of the leaves, in the order of the tree; the whole, if there are
    /// none.
    fn into_leaves(mut self) -> Vec<(Vec<Choice>, f64)> {
        let (mut leaves, mut stack) = (Vec::new(), vec![0]);
        while let Some(part) = stack.pop() {
            let Part { choices, expected, parts } = &mut self.parts[part];
            match parts {
                Some(parts) => stack.extend(parts.iter().rev()),
                None => leaves.push((std::mem::take(choices), *expected)),
            }
        }
        if leaves.is_empty() {
            leaves.push((Vec::new(), self.parts[0].expected));
        }
        leaves
    }
}
