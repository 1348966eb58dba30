//! Random numbers of a run: those of ChaCha with 20 rounds. The key is the seed, eight bytes with
//! the least first, and then zeros. Each problem of a run has a stream of its own.

use rand::SeedableRng;
use rand::rngs::ChaCha20Rng;
use rand::seq::SliceRandom;

/// The random numbers for the problem with a number.
pub(super) fn random(seed: u64, problem: u64) -> ChaCha20Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha20Rng::from_seed(key);
    random.set_stream(problem);
    random
}

/// The numbers below a limit in a random order.
pub(super) fn shuffled(seed: u64, problem: u64, limit: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..limit).collect();
    order.shuffle(&mut random(seed, problem));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn the_random_numbers_are_those_of_chacha20() {
        // The first block of the key stream for the zero key and nonce: the first vector of RFC
        // 8439, appendix A.1.
        let mut random = random(0, 0);
        let block: Vec<_> = (0..4).map(|_| random.next_u32().to_le_bytes()).collect();
        let expected = [
            0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86,
            0xbd, 0x28,
        ];
        assert_eq!(block.concat(), expected);
    }
}
