//! Random cases for a given time. Each round has a seed of its own, and each run has other seeds.

use super::{is_thorough, random};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::Cell;
use std::time::{Duration, Instant, SystemTime};

/// How many cases a round has, if tests are thorough.
const ROUND: u32 = 50;

/// Draws cases for a second, for four if tests are thorough, or for `QUADRILLE_FUZZ_SECONDS`. A
/// failing case is reduced to a small one, and the message names the seed: `QUADRILLE_FUZZ_SEED`
/// starts with it again. The check returns whether it compared anything; a run that compared
/// nothing fails.
#[allow(clippy::print_stdout, reason = "the number of compared cases is part of the result")]
pub(crate) fn rounds<S: Strategy>(
    cases: &S,
    check: impl Fn(&S::Value) -> Result<bool, TestCaseError>,
) {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let mut seed = setting("QUADRILLE_FUZZ_SEED").unwrap_or(now.as_secs());
    let seconds = setting("QUADRILLE_FUZZ_SECONDS").unwrap_or(if is_thorough() { 4 } else { 1 });
    let time = Duration::from_secs(seconds);
    let begin = Instant::now();
    let (mut drawn, mut checked, mut last) = (0, 0, seed);
    while drawn == 0 || begin.elapsed() < time {
        let found = Cell::new(0);
        let config = ProptestConfig { rng_seed: RngSeed::Fixed(seed), ..random::config(ROUND) };
        drawn += config.cases;
        let result = TestRunner::new(config).run(cases, |case| {
            found.set(found.get() + u64::from(check(&case)?));
            Ok(())
        });
        if let Err(error) = result {
            panic!("with QUADRILLE_FUZZ_SEED={seed}: {error}");
        }
        (checked, last) = (checked + found.get(), seed);
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
