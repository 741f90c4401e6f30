//! Conversion between bitboards and one byte per square.
//!
//! Eight bitboards are a cube of bits with the axes set, rank and file. One byte per square is the
//! transposed cube with the axes rank, file and set. It is transposed by swapping bits for eight
//! words at once, as in Warren, "Hacker's Delight", 7-3.

/// Converts eight bitboards to one byte per square, by ranks: bit n is membership in set n.
#[inline(always)]
pub(super) fn bytes_of_sets(words: &mut [u64; 8]) {
    // the indices of words and of bits in a byte, then of words and of bytes
    exchange(words, 1, 1, 0x5555_5555_5555_5555);
    exchange(words, 2, 2, 0x3333_3333_3333_3333);
    exchange(words, 4, 4, 0x0f0f_0f0f_0f0f_0f0f);
    exchange(words, 1, 8, 0x00ff_00ff_00ff_00ff);
    exchange(words, 2, 16, 0x0000_ffff_0000_ffff);
    exchange(words, 4, 32, 0x0000_0000_ffff_ffff);
}

/// Converts one byte per square, of which the lowest four bits are used, to four bitboards: set n
/// has the squares with bit n. Each word is a rank: `first` has the first four, `second` the others.
#[inline(always)]
pub(super) fn sets_of_nibbles(first: [u64; 4], second: [u64; 4]) -> [u64; 4] {
    let low = 0x0f0f_0f0f_0f0f_0f0f;
    let mut words = first;
    for (word, second) in words.iter_mut().zip(second) {
        *word = *word & low | (second & low) << 4;
    }
    exchange(&mut words, 1, 1, 0x5555_5555_5555_5555);
    exchange(&mut words, 2, 2, 0x3333_3333_3333_3333);
    // now a word is a set; its bytes are files, and the bits of these ranks
    for word in &mut words {
        for (shift, low) in
            [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)]
        {
            let changed = (*word >> shift ^ *word) & low;
            *word ^= changed ^ changed << shift;
        }
    }
    words
}

/// Swaps a bit of the word index, `apart`, with one of the bit index, `shift`; `low` selects the
/// bits where the latter is 0.
#[inline(always)]
fn exchange<const N: usize>(words: &mut [u64; N], apart: usize, shift: u32, low: u64) {
    for first in 0..N {
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
            let [first, second] = [0, 4].map(|n| std::array::from_fn(|m| words[n + m]));
            assert_eq!(sets_of_nibbles(first, second), sets[..4]);
        }
    }
}
