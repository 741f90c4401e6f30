//! Reproducible random numbers: the same on every platform, for any number of threads.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The purpose of random numbers; each has its own stream.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Games = 1,
    Plies = 2,
    Samples = 3,
    Files = 4,
    Starts = 5,
    Playouts = 6,
    Actions = 7,
}

/// The generator of a purpose.
pub(crate) fn generator(seed: u64, epoch: u64, purpose: Purpose, block: u64, n: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    let (words, _) = key.as_chunks_mut::<8>();
    // `block << 3` does not overflow, and there are at most 8 purposes
    let values = [seed, epoch, (block << 3) | purpose as u64, n];
    for (word, value) in words.iter_mut().zip(values) {
        *word = value.to_le_bytes();
    }
    ChaCha8Rng::from_seed(key)
}

/// A random number below `end`, by one multiplication; its bias is below 2^-32.
pub(crate) fn below(rng: &mut ChaCha8Rng, end: usize) -> usize {
    ((u128::from(rng.next_u64()) * end as u128) >> 64) as usize
}

/// Shuffles items (Fisher-Yates).
pub(crate) fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for n in (1..items.len()).rev() {
        items.swap(n, below(rng, n + 1));
    }
}
