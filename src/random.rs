//! Orders and choices that depend on a few numbers alone: the same on every machine, whatever the
//! threads.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What random numbers are for: each purpose has a stream of its own.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Games = 1,
    Plies = 2,
    Samples = 3,
    Files = 4,
}

/// The random numbers of a purpose.
pub(crate) fn generator(seed: u64, epoch: u64, purpose: Purpose, block: u64, n: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    let (words, _) = key.as_chunks_mut::<8>();
    // blocks and purposes are few
    let words_of = [seed, epoch, (block << 3) | purpose as u64, n];
    for (word, value) in words.iter_mut().zip(words_of) {
        *word = value.to_le_bytes();
    }
    ChaCha8Rng::from_seed(key)
}

/// A number below `end`, by one multiplication: biased by less than 2^-32.
pub(crate) fn below(rng: &mut ChaCha8Rng, end: usize) -> usize {
    ((u128::from(rng.next_u64()) * end as u128) >> 64) as usize
}

/// Fisher and Yates' shuffle.
pub(crate) fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for n in (1..items.len()).rev() {
        items.swap(n, below(rng, n + 1));
    }
}
