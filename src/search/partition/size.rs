//! [`Sizes`]: how large parts are, from a probe of each.

use crate::engine::{Choice, Subproblem, TreeCursor};
use crate::search::estimate::{Prober, Random};
use crate::search::limits::{Limits, StopReason};

/// How many nodes of a level a probe looks at: parts that are narrower are seen as a whole.
const WIDTH: usize = 32;

/// How large a part is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) nodes: f64,
    /// Whether it was seen as a whole, and has no solution.
    pub(super) is_empty: bool,
}

/// Probes parts with one walk.
#[derive(Debug)]
pub(super) struct Sizes {
    prober: Prober,
    root: Subproblem,
    limits: Limits,
    /// The parts that were probed.
    parts: u64,
    /// Scratch: the assumptions and the choices of a part.
    below: Subproblem,
}

impl Sizes {
    /// Probes below a subproblem.
    pub(super) fn new(walk: Box<dyn TreeCursor>, root: &Subproblem, limits: &Limits) -> Self {
        let limits = Limits { solutions: None, ..limits.clone() };
        let prober = Prober::new(walk);
        Self { prober, root: root.clone(), limits, parts: 0, below: Subproblem::default() }
    }

    /// How large the part with these choices is.
    pub(super) fn of(&mut self, choices: &[Choice]) -> Result<Size, StopReason> {
        self.below.assign(&self.root, choices.iter().copied());
        self.prober.restart(&self.below);
        self.parts += 1;
        let mut random = Random::new(0, self.parts);
        let guess = self.prober.probe(WIDTH, &mut || random.fraction(), &self.limits)?;
        self.spend();
        let is_empty = guess.is_exact && guess.solutions == 0.0;
        Ok(Size { nodes: guess.nodes().min(f64::MAX), is_empty })
    }

    /// Takes what the last part took off the limit of all.
    fn spend(&mut self) {
        let steps = self.prober.steps();
        if let Some(nodes) = &mut self.limits.nodes {
            *nodes = nodes.saturating_sub(steps);
        }
    }
}
