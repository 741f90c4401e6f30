//! Reproducible random numbers: the same on every platform, for any number of threads.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The purpose of random numbers; each has its own stream.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    PlayOn = 0,
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

/// A single random number of a purpose: the numbers mixed one after another by the finalizer of
/// SplitMix64 (Steele, Lea, Flood 2014). Where one number is needed at a time, this takes a tenth of
/// the time of a new [`generator`].
#[inline]
pub(crate) fn number(seed: u64, purpose: Purpose, block: u64, n: u64) -> u64 {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |z: u64| {
        let z = z.wrapping_add(GOLDEN);
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    mix(mix(mix(mix(seed) ^ purpose as u64) ^ n) ^ block)
}

/// A random number as an integer below `end`, by one multiplication; its bias is below 2^-32.
#[inline]
pub(crate) fn scaled(number: u64, end: usize) -> usize {
    ((u128::from(number) * end as u128) >> 64) as usize
}

/// A random number as a fraction from 0 (included) to 1 (excluded), a multiple of 2^-53.
#[inline]
pub(crate) fn fraction(number: u64) -> f64 {
    (number >> 11) as f64 / (1u64 << 53) as f64
}

/// A random number below `end`; see [`scaled`].
pub(crate) fn below(rng: &mut ChaCha8Rng, end: usize) -> usize {
    scaled(rng.next_u64(), end)
}

/// Shuffles items (Fisher-Yates).
pub(crate) fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for n in (1..items.len()).rev() {
        items.swap(n, below(rng, n + 1));
    }
}
