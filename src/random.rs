//! Reproducible random numbers: the same on every platform, for any number of threads.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::error::{CallError, ensure};

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
    // only of `number`: the numbers of a generator's purposes have 3 bits
    Noise = 8,
    SearchActions = 9,
}

/// The generator of a purpose.
pub(crate) fn generator(seed: u64, epoch: u64, purpose: Purpose, block: u64, n: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    let (words, _) = key.as_chunks_mut::<8>();
    // `block << 3` does not overflow, and the purposes of generators are below 8
    let values = [seed, epoch, (block << 3) | purpose as u64, n];
    for (word, value) in words.iter_mut().zip(values) {
        *word = value.to_le_bytes();
    }
    ChaCha8Rng::from_seed(key)
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): each bit of the result depends on
/// each bit of the number.
#[inline(always)]
pub(crate) fn split_mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A single random number of a purpose: the numbers mixed one after another by [`split_mix`]. Where
/// one number is needed at a time, this takes a tenth of the time of a new [`generator`].
#[inline]
pub(crate) fn number(seed: u64, purpose: Purpose, block: u64, n: u64) -> u64 {
    let mix = split_mix;
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

/// Disjoint subsets with these expected fractions of all items.
#[derive(Debug)]
pub(crate) struct Fractions {
    /// The end of each subset in the numbers from 0 to 2^64.
    ends: Vec<u128>,
    key: u64,
}

impl Fractions {
    /// # Errors
    /// A fraction that is not between 0 and 1, or a sum of more than 1.
    pub(crate) fn new(fractions: &[f64], seed: u64) -> Result<Fractions, CallError> {
        let mut sum = 0.0;
        let mut ends = Vec::new();
        for &fraction in fractions {
            ensure!(
                (0.0..=1.0).contains(&fraction),
                Value("fractions"),
                "a fraction must be between 0 and 1, not {fraction}"
            );
            sum += fraction;
            // 0.8 + 0.1 + 0.1 counts as 1
            let end = if sum > 1.0 - 1e-9 { 1.0 } else { sum };
            ends.push((end * 2f64.powi(64)) as u128);
        }
        ensure!(
            (..=1.0 + 1e-9).contains(&sum),
            Value("fractions"),
            "the fractions sum to {sum}, which is more than 1"
        );
        Ok(Fractions { ends, key: split_mix(seed) })
    }

    /// Returns the indices of the items in each subset, by the hashes of the items.
    pub(crate) fn divide(&self, hashes: impl IntoIterator<Item = u64>) -> Vec<Vec<usize>> {
        let mut subsets = vec![Vec::new(); self.ends.len()];
        for (index, hash) in hashes.into_iter().enumerate() {
            if let Some(subset) = self.subset(hash) {
                subsets[subset].push(index);
            }
        }
        subsets
    }

    /// The subset of an item, which depends on its hash and the seed; `None` if it is in none, when
    /// the fractions sum to less than 1.
    fn subset(&self, hash: u64) -> Option<usize> {
        let number = u128::from(split_mix(hash ^ self.key));
        self.ends.iter().position(|&end| number < end)
    }
}
