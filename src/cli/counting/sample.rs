//! `sample`: solutions drawn at random, each as likely as any other.
//!
//! The random numbers are those of ChaCha with 20 rounds. Its key is the seed, eight bytes with the least first, and
//! then zeros. Each problem of a run has a stream of its own, numbered from 0: so equal problems get other solutions,
//! and what is drawn for one does not depend on how many are drawn for those before it.

use crate::cli::answer::Source;
use crate::cli::json::Object;
use crate::cli::number::Number;
use crate::cli::ready::NO_SOLUTION;
use crate::cli::stats::Statistics;
use quadrille::{CancelToken, Count, Counter, OptionId, Preparation, StopReason};
use rand::SeedableRng;
use rand::rngs::ChaCha20Rng;
use std::ops::ControlFlow;

/// How many to draw, and from where in the random numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Draw {
    pub(in crate::cli) number: u64,
    pub(in crate::cli) seed: u64,
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

/// Draws the solutions of one problem when they are to be shown. They are independent of each other, so that those
/// drawn before a stop are as good as all; but of a diagram that is not complete, none is drawn.
pub(super) struct Sampler<'a, 'p> {
    counter: &'a mut Counter<'p>,
    before: Preparation,
    draw: Draw,
    random: ChaCha20Rng,
    token: &'a CancelToken,
    /// The number of all solutions, once it is known.
    total: Option<Number>,
}

impl<'a, 'p> Sampler<'a, 'p> {
    /// Draws for the problem of this number in the run.
    pub(super) fn new(
        counter: &'a mut Counter<'p>,
        draw: Draw,
        problem: u64,
        token: &'a CancelToken,
    ) -> Self {
        let (before, random) = (counter.preparation(), draw.random(problem));
        Self { counter, before, draw, random, token, total: None }
    }
}

impl Source for Sampler<'_, '_> {
    type Solution = [OptionId];

    fn visit(&mut self, visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        let diagram = match self.counter.diagram() {
            Ok(diagram) => diagram,
            Err(stop) => return Count { solutions: 0, stop },
        };
        let counted = diagram.counted();
        self.total = Some(counted.count().clone().into());
        for solutions in 0..self.draw.number {
            if self.token.is_cancelled() {
                return Count { solutions, stop: StopReason::Cancelled };
            }
            let Some(solution) = counted.sample(&mut self.random) else { return NO_SOLUTION };
            if visitor(solution.options()).is_break() {
                break;
            }
        }
        Count { solutions: self.draw.number, stop: StopReason::SolutionLimit }
    }

    fn note(&self, stats: &mut Statistics) {
        stats.counted(self.counter, self.before);
    }

    fn clash(&self) -> Option<&str> {
        None
    }

    /// Of how many they were drawn, and with which seed.
    fn tell(&self, object: &mut Object<'_>) {
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
        // The first block of the key stream for the zero key and nonce: the first vector of RFC 8439, appendix A.1.
        let mut random = Draw { number: 1, seed: 0 }.random(0);
        let block: Vec<_> = (0..4).map(|_| random.next_u32().to_le_bytes()).collect();
        let expected = [
            0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86,
            0xbd, 0x28,
        ];
        assert_eq!(block.concat(), expected);
    }

    #[test]
    fn seeds_and_problems_have_numbers_of_their_own() {
        let first = |seed, problem| Draw { number: 1, seed }.random(problem).next_u64();
        let all = [first(0, 0), first(1, 0), first(0, 1), first(u64::MAX, 0)];
        assert!((1..4).all(|at| !all[..at].contains(&all[at])), "{all:?}");
        assert_eq!(first(7, 3), first(7, 3));
    }
}
