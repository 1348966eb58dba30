//! Random numbers of a seed, which are those of the program.

use rand::SeedableRng;
use rand::rngs::ChaCha20Rng;

/// The random numbers of ChaCha with 20 rounds. The key is the seed, eight bytes with the least
/// first, and then zeros. Each problem or puzzle has a stream of its own.
pub(crate) fn stream(seed: u64, number: u64) -> ChaCha20Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha20Rng::from_seed(key);
    random.set_stream(number);
    random
}
