//! Between sets of squares and what stands on each square.
//!
//! Eight sets are a cube of bits: a word a set, in it a byte a rank, in that a bit a file. A byte a square
//! is the same cube turned: a word a rank, in it a byte a file, in that a bit a set. It is turned by
//! exchanging the digits of the three numbers, each for eight words at once, as in Warren's "Hacker's
//! Delight", 7-3.

/// Makes of eight sets the byte of each square, by ranks: bit n is whether the square is in set n.
#[inline(always)]
pub(super) fn bytes_of_sets(words: &mut [u64; 8]) {
    exchange_with_bits(words);
    exchange_with_bytes(words);
}

/// Makes of a byte a square, by ranks, the eight sets: set n has the squares whose byte has bit n.
#[inline(always)]
pub(super) fn sets_of_bytes(words: &mut [u64; 8]) {
    exchange_with_bytes(words);
    exchange_with_bits(words);
}

/// The number of a word for that of a bit in its byte.
#[inline(always)]
fn exchange_with_bits(words: &mut [u64; 8]) {
    exchange(words, 1, 1, 0x5555_5555_5555_5555);
    exchange(words, 2, 2, 0x3333_3333_3333_3333);
    exchange(words, 4, 4, 0x0f0f_0f0f_0f0f_0f0f);
}

/// The number of a word for that of a byte in it.
#[inline(always)]
fn exchange_with_bytes(words: &mut [u64; 8]) {
    exchange(words, 1, 8, 0x00ff_00ff_00ff_00ff);
    exchange(words, 2, 16, 0x0000_ffff_0000_ffff);
    exchange(words, 4, 32, 0x0000_0000_ffff_ffff);
}

/// Exchanges a digit of the words' numbers, `apart`, with one of the bits' numbers, `shift`; `low` has the
/// bits of which that is 0.
#[inline(always)]
fn exchange(words: &mut [u64; 8], apart: usize, shift: u32, low: u64) {
    for first in 0..8 {
        if first & apart == 0 {
            let second = first | apart;
            let changed = (words[first] >> shift ^ words[second]) & low;
            words[first] ^= changed << shift;
            words[second] ^= changed;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn each_square_has_the_byte_of_its_sets() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..100 {
            let sets: [u64; 8] = std::array::from_fn(|_| rng.next_u64());
            let mut words = sets;
            bytes_of_sets(&mut words);
            for square in 0..64 {
                let byte = words[square / 8].to_le_bytes()[square % 8];
                let bit = |n: usize| (sets[n] >> square & 1) as u8;
                assert_eq!(byte, (0..8).fold(0, |byte, n| byte | bit(n) << n));
            }
            sets_of_bytes(&mut words);
            assert_eq!(words, sets);
        }
    }
}
