//! Numbers that look random, the same for a seed on every computer.

use crate::ids::to_f64;
use crate::splitmix;

/// A row of [`splitmix`] numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Random(u64);

impl Random {
    /// Numbers of their own for each run of a seed.
    pub(in crate::search) fn new(seed: u64, run: u64) -> Self {
        let mut first = Self(seed);
        Self(first.next().wrapping_add(run.wrapping_mul(0xd1b5_4a32_d192_ed03)))
    }

    fn next(&mut self) -> u64 {
        splitmix::next(&mut self.0)
    }

    /// A number from 0 on and below 1, in steps of 2^-53.
    pub(in crate::search) fn fraction(&mut self) -> f64 {
        to_f64(self.next() >> 11) / to_f64(1 << 53)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_spread_evenly() {
        let mut random = Random::new(7, 0);
        let mut boxes = [0u32; 10];
        for _ in 0..10_000 {
            let place = format!("{:.12}", random.fraction());
            assert!(place.starts_with("0."), "{place}");
            boxes[usize::from(place.as_bytes()[2] - b'0')] += 1;
        }
        assert!(boxes.iter().all(|&count| (900..1100).contains(&count)), "{boxes:?}");
    }

    #[test]
    fn each_run_has_numbers_of_its_own() {
        let first = |seed, run| Random::new(seed, run).next();
        let all = [first(0, 0), first(0, 1), first(1, 0), first(1, 1), first(2, 0)];
        for (index, number) in all.iter().enumerate() {
            assert!(!all[index + 1..].contains(number));
        }
        // The first number of the published generator from 0.
        assert_eq!(Random(0).next(), 0xe220_a839_7b1d_cdaf);
    }
}
