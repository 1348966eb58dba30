//! [`Subtree`]: a subproblem as a part of the search tree, and [`SubtreeSearch`], which searches
//! and splits it.

use super::schedule::Schedule;
use crate::engine::{Choice, Outcome, Path, SearchEngine, Subproblem};
use std::sync::Arc;

/// A part of the search tree.
#[derive(Clone, Debug)]
pub(super) struct Subtree {
    pub(super) position: Position,
    /// Its share of the tree, if the alternatives of each level have equal shares.
    pub(super) weight: f64,
    /// The number of splits above it.
    pub(super) depth: u32,
    /// Whether it was searched before, and what is split off is in the frontier already.
    pub(super) is_split: bool,
}

/// A position in the tree of splits; `None` is the root of the search.
///
/// The subproblems of a split share its choices, so that a frontier needs memory for its depth and
/// its length, and not for their product.
#[derive(Clone, Debug, Default)]
pub(super) struct Position(Option<Branch>);

#[derive(Clone, Debug)]
struct Branch {
    split: Arc<Split>,
    /// The number of choices of the split above the branch.
    level: usize,
    choice: Choice,
}

/// The choices that led to the node where a search was split.
#[derive(Debug)]
struct Split {
    position: Position,
    chosen: Box<[Choice]>,
}

impl Position {
    /// All choices, from the root.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let mut branches = Vec::new();
        let mut position = self;
        while let Some(branch) = &position.0 {
            branches.push(branch);
            position = &branch.split.position;
        }
        let mut choices = Vec::new();
        for branch in branches.into_iter().rev() {
            choices.extend_from_slice(&branch.split.chosen[..branch.level]);
            choices.push(branch.choice);
        }
        choices
    }

    /// The number of choices that are known to be the first ones of another position, too, and the
    /// choices after these.
    pub(super) fn relative_to(&self, other: &Self) -> (usize, Vec<Choice>) {
        match (&self.0, &other.0) {
            (Some(own), Some(others))
                if Arc::ptr_eq(&own.split, &others.split) && own.level <= others.level =>
            {
                (own.split.position.len() + own.level, vec![own.choice])
            }
            _ => {
                let (own, others) = (self.choices(), other.choices());
                let same = own.iter().zip(&others).take_while(|(one, other)| one == other).count();
                (same, own[same..].to_vec())
            }
        }
    }

    /// The number of choices.
    fn len(&self) -> usize {
        let (mut len, mut position) = (0, self);
        while let Some(branch) = &position.0 {
            len += branch.level + 1;
            position = &branch.split.position;
        }
        len
    }
}

/// Makes positions of choices that are given one subproblem after another, each relative to the one
/// before.
#[derive(Debug, Default)]
pub(super) struct PositionBuilder {
    choices: Vec<Choice>,
    split: Option<Arc<Split>>,
}

impl PositionBuilder {
    /// All choices of the last subproblem.
    pub(super) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The position that has the first choices of the one before, and more.
    pub(super) fn push(&mut self, shared: usize, more: &[Choice]) -> Position {
        let above_before = self.choices.len().saturating_sub(1);
        self.choices.truncate(shared);
        self.choices.extend_from_slice(more);
        let Some((&choice, above)) = self.choices.split_last() else { return Position(None) };
        if above.len() > shared.min(above_before) {
            self.split = None;
        }
        let split = self.split.get_or_insert_with(|| {
            Arc::new(Split { position: Position(None), chosen: above.into() })
        });
        Position(Some(Branch { split: split.clone(), level: above.len(), choice }))
    }
}

impl Subtree {
    /// The whole tree.
    pub(super) fn whole() -> Self {
        Self { position: Position(None), weight: 1.0, depth: 0, is_split: false }
    }

    /// The subtrees of all untried choices of a path, in the order in which a search visits them.
    fn below(&self, path: &Path) -> Vec<Self> {
        let (position, chosen) = (self.position.clone(), path.all_chosen().into());
        let split = Arc::new(Split { position, chosen });
        let weights: Vec<_> = path.weights().collect();
        let mut subtrees = Vec::with_capacity(path.all_untried());
        for (level, weight) in weights.into_iter().enumerate().rev() {
            subtrees.extend(path.untried(level).iter().map(|&choice| Self {
                position: Position(Some(Branch { split: split.clone(), level, choice })),
                weight: self.weight * weight,
                depth: self.depth + 1,
                is_split: false,
            }));
        }
        subtrees
    }
}

/// The search of a subtree, which an engine runs.
#[derive(Debug)]
pub(super) struct SubtreeSearch {
    subtree: Subtree,
    schedule: Schedule,
    /// The nodes at which the next split is tried.
    next_split: u64,
    /// What was split off.
    split: Option<Vec<Subtree>>,
}

/// Where a [`SubtreeSearch`] has come to.
#[derive(Debug)]
pub(super) enum SubtreeOutcome {
    /// The engine is at a solution.
    Solution,
    /// The budget is spent.
    Paused,
    /// The subtree is searched but for what was split off, which comes next.
    Done(Vec<Subtree>),
}

impl SubtreeSearch {
    /// Begins at the root of a subtree, below the assumptions of the whole search.
    pub(super) fn start(
        engine: &mut dyn SearchEngine,
        assumptions: &Subproblem,
        subtree: Subtree,
        schedule: Schedule,
    ) -> Self {
        if subtree.position.0.is_none() {
            engine.restart(assumptions);
        } else {
            let mut root = assumptions.clone();
            root.extend(subtree.position.choices());
            engine.restart_part(&root);
        }
        let next_split = schedule.size(subtree.depth);
        Self { subtree, schedule, next_split, split: None }
    }

    /// Searches on for at most about this number of nodes.
    pub(super) fn step(&mut self, engine: &mut dyn SearchEngine, budget: u64) -> SubtreeOutcome {
        let end = engine.work().nodes.saturating_add(budget);
        loop {
            let nodes = engine.work().nodes;
            if nodes >= self.next_split {
                self.split(engine, nodes);
            }
            let next = end.min(self.next_split).saturating_sub(nodes);
            return match engine.advance(next) {
                Outcome::Solution => SubtreeOutcome::Solution,
                Outcome::Exhausted => SubtreeOutcome::Done(self.split.take().unwrap_or_default()),
                Outcome::Paused if engine.work().nodes < end => continue,
                Outcome::Paused => SubtreeOutcome::Paused,
            };
        }
    }

    /// Splits off all that is untried, unless the subtree was split or that does not pay off yet.
    pub(super) fn split(&mut self, engine: &mut dyn SearchEngine, nodes: u64) {
        if self.split.is_some() {
            return;
        }
        let mut path = Path::default();
        if !engine.can_split() || !engine.path(&mut path) {
            self.next_split = nodes.saturating_add(self.schedule.size(self.subtree.depth));
            return;
        }
        let price = self.schedule.price(path.all_untried());
        if nodes < price {
            self.next_split = self.next_split.max(price);
            return;
        }
        engine.keep_below(path.levels());
        let is_repeated = self.subtree.is_split;
        self.split = Some(if is_repeated { Vec::new() } else { self.subtree.below(&path) });
        self.next_split = u64::MAX;
    }

    /// Whether it was split, so that nothing else can be split off.
    pub(super) fn is_split(&self) -> bool {
        self.split.is_some()
    }

    /// The share of the tree that the subtree has.
    pub(super) fn weight(&self) -> f64 {
        self.subtree.weight
    }
}
