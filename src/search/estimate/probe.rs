//! One probe: an unbiased guess of a whole tree from a few nodes of each of its levels.
//!
//! A probe goes down level by level. Of each it holds a *sample*: nodes that have branches, and a
//! weight, for as many nodes of the level each of them stands. All branches of the sample are
//! candidates for the next one. If these are too many, some are drawn, each with the same chance,
//! and the weight grows by as much as that is small: whatever is summed over the level and
//! multiplied with the weight is, on the average, what it was. So the sum of all levels is, on the
//! average, the number of nodes.
//!
//! With a sample of one node that is Knuth's random descent (1975), whose guesses are products of
//! degrees. A wider sample is drawn in the manner of Chen (1992): candidates are sorted by what is
//! left of the problem there, and cut into strata, of each of which one is drawn. Strata are here
//! of equal size, so that all nodes of a sample weigh the same; and one random number is the place
//! that is drawn in every stratum (Madow and Madow 1944).
//!
//! The cursor walks from each node of a sample to the next one, so that a probe of a deep tree
//! takes time with the square of its depth. Where these walks become expensive, the rest of the
//! probe is a random descent. That is unbiased, too: where it begins depends only on the levels
//! above.

use crate::engine::{NodeInfo, SizeEstimate, Subproblem, TreeCursor};
use crate::ids::{as_index, to_f64, to_u64};
use crate::search::limits::{Limits, StopReason};

/// Candidates that are looked at for each node of the next sample; a random descent looks at one.
const LOOKED_AT: usize = 4;

/// What a step costs besides its updates.
const STEP: u64 = 16;

/// A probe becomes a random descent when its walks have cost this much, and this much for each node
/// that it has looked at: [`STEP`] for each step, and 1 for each item whose options were counted
/// for a [`SizeEstimate`]. No probe does where there are less than 2048 items and 128 levels.
const DEEP: u64 = 1 << 24;
const DEEP_LOOK: u64 = 1 << 12;

/// What a probe guesses.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct Guess {
    /// The nodes of each level.
    pub(in crate::search) levels: Vec<f64>,
    pub(in crate::search) solutions: f64,
    /// Whether nothing was drawn: then all is as it says.
    pub(in crate::search) is_exact: bool,
}

impl Guess {
    pub(in crate::search) fn nodes(&self) -> f64 {
        self.levels.iter().sum()
    }
}

/// A node that may be drawn.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// The node of the sample above.
    parent: u32,
    /// The branch from there: its place among all, and its name once it was looked at.
    branch: u32,
    /// What is there, once it was looked at.
    degree: u32,
    outlook: SizeEstimate,
}

/// Nodes of one level: their depth, their weight, and how many branches each has.
#[derive(Debug, Default)]
struct Sample {
    depth: usize,
    weight: f64,
    degrees: Vec<u32>,
    /// The index of the first one in [`Prober::drawn`]; the others follow it.
    first: usize,
}

impl Sample {
    /// All of the first level.
    fn root(fork: NodeInfo) -> Self {
        Self { depth: 0, weight: 1.0, degrees: vec![fork.degree], first: 0 }
    }

    /// All branches.
    fn candidates(&self) -> Vec<Candidate> {
        let (degree, outlook) = (0, SizeEstimate::default());
        let branches = (0..).zip(&self.degrees).flat_map(|(parent, &degrees)| {
            (0..degrees).map(move |branch| Candidate { parent, branch, degree, outlook })
        });
        branches.collect()
    }
}

/// A node that was drawn.
#[derive(Clone, Copy, Debug)]
struct DrawnNode {
    /// Its parent, as an index in [`Prober::drawn`]; of the root, itself.
    parent: usize,
    /// The branch from there.
    branch: u32,
}

/// Walks from node to node, and counts the steps down.
#[derive(Debug)]
pub(in crate::search) struct Prober {
    walk: Box<dyn TreeCursor>,
    /// The nodes that the probe has drawn, level by level; the first is the root.
    drawn: Vec<DrawnNode>,
    /// Where the walk stands: at a drawn node of some depth, or at the end of a branch from it.
    place: usize,
    depth: usize,
    branch: Option<u32>,
    steps: u64,
    /// The items whose options the probe has counted for [`SizeEstimate`].
    sized: u64,
    /// Scratch.
    branches: Vec<u32>,
    way: Vec<u32>,
}

impl Prober {
    pub(in crate::search) fn new(walk: Box<dyn TreeCursor>) -> Self {
        let root = DrawnNode { parent: 0, branch: 0 };
        Self {
            walk,
            drawn: vec![root],
            place: 0,
            depth: 0,
            branch: None,
            steps: 0,
            sized: 0,
            branches: Vec::new(),
            way: Vec::new(),
        }
    }

    /// Goes to the root of what is left with these options.
    pub(in crate::search) fn restart(&mut self, root: &Subproblem) {
        self.walk.restart(root);
        (self.place, self.depth, self.branch) = (0, 0, None);
        self.steps = 0;
    }

    /// The steps down since then: each costs what a node costs a search.
    pub(in crate::search) fn steps(&self) -> u64 {
        self.steps
    }

    /// What all that has cost, in updates of the engine: a step has a cost of its own.
    pub(in crate::search) fn cost(&self) -> u64 {
        self.steps.saturating_mul(STEP).saturating_add(self.walk.updates())
    }

    /// A probe with samples of so many nodes, unless it is stopped. Chance gives numbers from 0 on
    /// and below 1.
    pub(in crate::search) fn probe(
        &mut self,
        width: usize,
        chance: &mut dyn FnMut() -> f64,
        limits: &Limits,
    ) -> Result<Guess, StopReason> {
        self.check(limits)?;
        self.go(0, 0);
        self.drawn.truncate(1);
        self.sized = 0;
        let (before, mut looks, mut width) = (self.steps, 0, width);
        let fork = self.walk.node();
        let solutions = to_f64(u64::from(fork.is_solution));
        let mut guess = Guess { levels: vec![1.0], solutions, is_exact: true };
        let mut sample = Sample::root(fork);
        loop {
            let cost = (self.steps - before).saturating_mul(STEP).saturating_add(self.sized);
            if cost > DEEP && cost / DEEP_LOOK > looks {
                width = 1;
            }
            let looked_at = if width == 1 { 1 } else { width.saturating_mul(LOOKED_AT) };
            let mut candidates = sample.candidates();
            if candidates.is_empty() {
                return Ok(guess);
            }
            let mut weight = sample.weight;
            guess.levels.push(to_f64(to_u64(candidates.len())) * weight);
            weight *= draw(&mut candidates, looked_at, chance);
            looks += to_u64(candidates.len());
            let solutions = self.look_at(&sample, &mut candidates, width, limits)?;
            // A weight may be infinite, and no solutions of it are none.
            guess.solutions += if solutions > 0 { to_f64(solutions) * weight } else { 0.0 };
            weight *= stratify(&mut candidates, width, chance);
            guess.is_exact &= weight == 1.0;
            sample = self.below(&sample, &candidates, weight);
        }
    }

    /// Goes to the candidates, and keeps those that have branches. Gives the number of solutions.
    /// What is left is only looked at if a sample of this width needs strata.
    fn look_at(
        &mut self,
        sample: &Sample,
        candidates: &mut Vec<Candidate>,
        width: usize,
        limits: &Limits,
    ) -> Result<u64, StopReason> {
        let (mut solutions, mut kept, mut parent) = (0, 0, None);
        let needs_sizes = candidates.len() > width;
        for index in 0..candidates.len() {
            let mut candidate = candidates[index];
            self.check(limits)?;
            self.go(sample.first + as_index(candidate.parent), sample.depth);
            if parent.replace(candidate.parent) != Some(candidate.parent) {
                self.branches.clear();
                self.walk.branches(&mut self.branches);
            }
            candidate.branch = self.branches[as_index(candidate.branch)];
            self.down(candidate.branch);
            let fork = self.walk.node();
            solutions += u64::from(fork.is_solution);
            if fork.degree > 0 {
                candidate.degree = fork.degree;
                if needs_sizes {
                    candidate.outlook = self.walk.size();
                    self.sized += u64::from(candidate.outlook.items);
                }
                candidates[kept] = candidate;
                kept += 1;
            }
        }
        candidates.truncate(kept);
        Ok(solutions)
    }

    /// The sample of the next level.
    fn below(&mut self, sample: &Sample, candidates: &[Candidate], weight: f64) -> Sample {
        let first = self.drawn.len();
        for &Candidate { parent, branch, .. } in candidates {
            let node = DrawnNode { parent: sample.first + as_index(parent), branch };
            if node.parent == self.place && Some(branch) == self.branch {
                // The walk stands there.
                (self.place, self.depth, self.branch) = (self.drawn.len(), self.depth + 1, None);
            }
            self.drawn.push(node);
        }
        let degrees = candidates.iter().map(|candidate| candidate.degree).collect();
        Sample { depth: sample.depth + 1, weight, degrees, first }
    }

    /// Goes to a drawn node of this depth, by way of the nearest common ancestor.
    fn go(&mut self, target: usize, target_depth: usize) {
        let (mut node, mut depth) = (target, target_depth);
        if self.branch.take().is_some() {
            self.walk.up();
        }
        while self.place != node {
            if self.depth >= depth {
                self.walk.up();
                (self.place, self.depth) = (self.drawn[self.place].parent, self.depth - 1);
            } else {
                self.way.push(self.drawn[node].branch);
                (node, depth) = (self.drawn[node].parent, depth - 1);
            }
        }
        while let Some(branch) = self.way.pop() {
            self.walk.down(branch);
            self.steps += 1;
        }
        (self.place, self.depth) = (target, target_depth);
    }

    /// Goes down a branch of a drawn node.
    fn down(&mut self, branch: u32) {
        self.walk.down(branch);
        self.branch = Some(branch);
        self.steps += 1;
    }

    fn check(&self, limits: &Limits) -> Result<(), StopReason> {
        match limits.reached(0, self.steps) {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }
}

/// Draws so many candidates, one of each stratum of what is left there, and puts them in the order
/// of their paths. Says of how many each is one.
fn stratify(candidates: &mut Vec<Candidate>, width: usize, chance: &mut dyn FnMut() -> f64) -> f64 {
    if candidates.len() <= width {
        return 1.0;
    }
    candidates.sort_by_key(|candidate| candidate.outlook);
    let of = draw(candidates, width, chance);
    candidates.sort_unstable_by_key(|candidate| (candidate.parent, candidate.branch));
    of
}

/// Draws so many candidates at equal distances, if there are more. Says of how many each is one.
fn draw(candidates: &mut Vec<Candidate>, most: usize, chance: &mut dyn FnMut() -> f64) -> f64 {
    if candidates.len() <= most {
        return 1.0;
    }
    let step = to_f64(to_u64(candidates.len())) / to_f64(to_u64(most));
    let (mut next, mut end) = (chance() * step, 0.0);
    candidates.retain(|_| {
        end += 1.0;
        let is_drawn = next < end;
        next += if is_drawn { step } else { 0.0 };
        is_drawn
    });
    step
}
