//! Solutions drawn at random, each as likely as any other.
//!
//! The random numbers are those of ChaCha with 20 rounds. Its key is the seed, eight bytes with the
//! least first, and then zeros. Each problem of a run has a stream of its own, numbered from 0: so
//! equal problems get other solutions, and what is drawn for one does not depend on how many are
//! drawn for those before it.

use super::json::Object;
use super::number::Number;
use super::stats::Statistics;
use quadrille::search::SetupTime;
use quadrille::{CancelToken, Count, OptionId, Solver, StopReason};
use rand::SeedableRng;
use rand::rngs::ChaCha20Rng;
use std::ops::ControlFlow;

/// How many solutions to draw, and the seed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) number: u64,
    pub(super) seed: u64,
}

impl Draw {
    fn random(self, stream: u64) -> ChaCha20Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        let mut random = ChaCha20Rng::from_seed(key);
        random.set_stream(stream);
        random
    }
}

/// Draws solutions of one problem. Draws are independent: those before a stop are as good as all.
/// An incomplete diagram would not be fair, and gives none.
pub(super) struct Sampler<'a> {
    solver: Result<&'a mut Solver, String>,
    before: SetupTime,
    draw: Draw,
    random: ChaCha20Rng,
    token: &'a CancelToken,
    /// The number of all solutions, once it is known.
    total: Option<Number>,
}

impl<'a> Sampler<'a> {
    /// Draws for the problem with this number in the run, by a solver, unless clues clash.
    pub(super) fn new(
        solver: Result<&'a mut Solver, String>,
        draw: Draw,
        problem: u64,
        token: &'a CancelToken,
    ) -> Self {
        let before =
            solver.as_ref().map_or_else(|_| SetupTime::default(), |solver| solver.setup_time());
        let random = draw.random(problem);
        Self { solver, before, draw, random, token, total: None }
    }
}

impl Sampler<'_> {
    /// Passes the samples to the visitor.
    pub(super) fn visit(
        &mut self,
        visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Count {
        let none = Count { solutions: 0, stop: StopReason::Exhausted };
        let Ok(solver) = &mut self.solver else {
            self.total = Some(Number::Small(0));
            return none;
        };
        let diagram = match solver.diagram() {
            Ok(diagram) => diagram,
            Err(stop) => return Count { solutions: 0, stop },
        };
        let counted = diagram.counted();
        self.total = Some(counted.count().clone().into());
        for solutions in 0..self.draw.number {
            if self.token.is_cancelled() {
                return Count { solutions, stop: StopReason::Cancelled };
            }
            let Some(solution) = counted.sample(&mut self.random) else { return none };
            if visitor(solution.options()).is_break() {
                break;
            }
        }
        Count { solutions: self.draw.number, stop: StopReason::SolutionLimit }
    }

    /// Adds its work to the statistics.
    pub(super) fn note(&self, stats: &mut Statistics) {
        match &self.solver {
            Ok(solver) => stats.counted(solver, self.before),
            Err(_) => stats.clashed(),
        }
    }

    /// The clues that clash.
    pub(super) fn clash(&self) -> Option<&str> {
        self.solver.as_ref().err().map(String::as_str)
    }

    /// Writes the number of all solutions, and the seed.
    pub(super) fn describe(&self, object: &mut Object<'_>) {
        if let Some(total) = &self.total {
            object.plain("total", total);
        }
        object.plain("seed", self.draw.seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn the_random_numbers_are_those_of_chacha20() {
        // The first block of the key stream for the zero key and nonce: the first vector of RFC
        // 8439, appendix A.1.
        let mut random = Draw { number: 1, seed: 0 }.random(0);
        let block: Vec<_> = (0..4).map(|_| random.next_u32().to_le_bytes()).collect();
        let expected = [
            0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86,
            0xbd, 0x28,
        ];
        assert_eq!(block.concat(), expected);
    }
}
