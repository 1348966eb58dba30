//! [`Sizes`]: how large parts are, from a probe of each.

use crate::engine::TreeCursor;
use crate::ids::OptionId;
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
    given: Vec<OptionId>,
    limits: Limits,
    /// The parts that were probed.
    parts: u64,
    /// Scratch: what is given for a part.
    all: Vec<OptionId>,
}

impl Sizes {
    /// Probes in what is left with these options.
    pub(super) fn new(walk: Box<dyn TreeCursor>, given: &[OptionId], limits: &Limits) -> Self {
        let limits = Limits { solutions: None, ..limits.clone() };
        let prober = Prober::new(walk);
        Self { prober, given: given.to_vec(), limits, parts: 0, all: Vec::new() }
    }

    /// How large the part with these options is, besides those given.
    pub(super) fn of(&mut self, options: &[OptionId]) -> Result<Size, StopReason> {
        self.all.clear();
        self.all.extend(self.given.iter().chain(options));
        self.prober.restart(&self.all);
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
