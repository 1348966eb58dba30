//! Random cases for a given time. Each round has a seed of its own, and each run has other seeds.

use super::random;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::Cell;
use std::time::{Duration, Instant, SystemTime};

/// How many cases a round has.
const ROUND: u32 = 50;

/// Draws cases for this many seconds, or for those of `QUADRILLE_FUZZ_SECONDS`. A failing case is
/// reduced to a small one, and the message names the seed: `QUADRILLE_FUZZ_SEED` starts with it
/// again. The check returns whether it compared anything; a run that compared nothing fails.
#[allow(clippy::print_stdout, reason = "the number of compared cases is part of the result")]
pub(crate) fn rounds<S: Strategy>(
    seconds: u64,
    cases: &S,
    check: impl Fn(&S::Value) -> Result<bool, TestCaseError>,
) {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let mut seed = setting("QUADRILLE_FUZZ_SEED").unwrap_or(now.as_secs());
    let time = Duration::from_secs(setting("QUADRILLE_FUZZ_SECONDS").unwrap_or(seconds));
    let begin = Instant::now();
    let (mut drawn, mut checked, mut last) = (0, 0, seed);
    while drawn == 0 || begin.elapsed() < time {
        let found = Cell::new(0);
        let config = ProptestConfig { rng_seed: RngSeed::Fixed(seed), ..random::config(ROUND) };
        let result = TestRunner::new(config).run(cases, |case| {
            found.set(found.get() + u64::from(check(&case)?));
            Ok(())
        });
        if let Err(error) = result {
            panic!("with QUADRILLE_FUZZ_SEED={seed}: {error}");
        }
        (drawn, checked, last) = (drawn + ROUND, checked + found.get(), seed);
        seed = seed.wrapping_add(1);
    }
    println!("{checked} of {drawn} cases were compared; the last seed was {last}");
    assert!(checked > 0, "none of {drawn} cases was compared; the last seed was {last}");
}

/// A number from the environment.
fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} must be a whole number, not {text:?}")))
}
