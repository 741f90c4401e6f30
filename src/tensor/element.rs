//! Element types of dense arrays, and the fast way from a set of squares to 64 of them.

use half::f16;

use super::MAX_CHANNELS;
use super::bits::transpose;

/// Groups of eight channels, at most.
const MAX_GROUPS: usize = MAX_CHANNELS / 8;

/// A type of array element.
///
/// The work of making planes is writing them: a set of squares becomes 64 elements, rank by rank,
/// each rank of eight copied from a table of all 256. That beats arithmetic on the bits (measured:
/// `benches/tensor.rs`), and needs neither `unsafe` nor a particular instruction set.
pub trait Element: Copy + Send + Sync + PartialEq + std::fmt::Debug + private::Table {
    /// The name that NumPy gives the type.
    const NAME: &'static str;
    /// Whether fractions are lost.
    const INTEGER: bool;
    /// 0, or false.
    const ZERO: Self;
    /// 1, or true.
    const ONE: Self;

    /// The nearest value that the type has: integers saturate, `bool` is whether it is not 0.
    fn from_f32(value: f32) -> Self;
}

mod private {
    /// The eight elements of a rank for each set of its files.
    pub trait Table: Sized + 'static {
        fn ranks() -> &'static [[Self; 8]; 256];
    }
}

macro_rules! element {
    ($type:ty, $name:literal, integer: $integer:literal, $zero:expr, $one:expr, |$value:ident| $from:expr) => {
        impl Element for $type {
            const NAME: &'static str = $name;
            const INTEGER: bool = $integer;
            const ZERO: $type = $zero;
            const ONE: $type = $one;

            #[inline(always)]
            fn from_f32($value: f32) -> $type {
                $from
            }
        }

        impl private::Table for $type {
            #[inline(always)]
            fn ranks() -> &'static [[$type; 8]; 256] {
                static RANKS: [[$type; 8]; 256] = {
                    let mut ranks = [[$zero; 8]; 256];
                    let mut set = 0;
                    while set < 256 {
                        let mut file = 0;
                        while file < 8 {
                            if set >> file & 1 != 0 {
                                ranks[set][file] = $one;
                            }
                            file += 1;
                        }
                        set += 1;
                    }
                    ranks
                };
                &RANKS
            }
        }
    };
}

element!(f32, "float32", integer: false, 0.0, 1.0, |value| value);
element!(f16, "float16", integer: false, f16::ZERO, f16::ONE, |value| f16::from_f32(value));
element!(u8, "uint8", integer: true, 0, 1, |value| value as u8);
element!(bool, "bool", integer: false, false, true, |value| value != 0.0);

/// Writes a set of squares as 64 ones and zeros, a1 first.
#[inline(always)]
pub(crate) fn expand<T: Element>(mask: u64, out: &mut [T; 64]) {
    let ranks = T::ranks();
    let (rows, _) = out.as_chunks_mut::<8>();
    for (rank, row) in rows.iter_mut().enumerate() {
        *row = ranks[(mask >> (8 * rank)) as u8 as usize];
    }
}

/// Writes bits as ones and zeros, the lowest of each byte first, as far as `out` goes.
#[inline(always)]
pub(crate) fn expand_bytes<T: Element>(bytes: &[u8], out: &mut [T]) {
    let ranks = T::ranks();
    let (eights, rest) = out.as_chunks_mut::<8>();
    for (eight, &byte) in eights.iter_mut().zip(bytes) {
        *eight = ranks[byte as usize];
    }
    if let Some(&byte) = bytes.get(eights.len()) {
        let left = rest.len();
        rest.copy_from_slice(&ranks[byte as usize][..left]);
    }
}

/// Writes a set of squares as 64 times `value` or zero, a1 first.
#[inline(always)]
pub(crate) fn expand_scaled<T: Element>(mask: u64, value: f32, out: &mut [T; 64]) {
    let value = T::from_f32(value);
    for (square, element) in out.iter_mut().enumerate() {
        *element = if mask >> square & 1 != 0 { value } else { T::ZERO };
    }
}

/// Writes sets of squares with the channels of a square side by side: the last axis is the channel,
/// the first is the rank, the eighth rank first if `top_first`. There are at least eight sets.
#[inline(always)]
pub(crate) fn expand_channels_last<T: Element>(masks: &[u64], top_first: bool, out: &mut [T]) {
    let (ranks, channels) = (T::ranks(), masks.len());
    let groups = channels.div_ceil(8).min(MAX_GROUPS);
    // always eight at once: the last group begins before the one before it ends
    let first = |group: usize| (8 * group).min(channels - 8);
    for (row, squares) in out.chunks_exact_mut(8 * channels).enumerate() {
        let shift = if top_first { 8 * (7 - row) } else { 8 * row };
        let mut turned = [[0; 8]; MAX_GROUPS];
        for (group, files) in turned[..groups].iter_mut().enumerate() {
            // one rank of eight channels is a matrix of 8 x 8 bits: turned, it has a file in a byte
            let mut rows = [0; 8];
            for (row, mask) in rows.iter_mut().zip(&masks[first(group)..]) {
                *row = (mask >> shift) as u8;
            }
            *files = transpose(u64::from_le_bytes(rows)).to_le_bytes();
        }
        // square by square, so that memory is written from front to back
        for (file, square) in squares.chunks_exact_mut(channels).enumerate() {
            for (group, files) in turned[..groups].iter().enumerate() {
                if let Some(place) = square[first(group)..].first_chunk_mut() {
                    *place = ranks[files[file] as usize];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expands<T: Element>() {
        let mut mask = 0x0123_4567_89AB_CDEF_u64;
        for _ in 0..100 {
            mask = mask.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let expected: [T; 64] =
                std::array::from_fn(|n| if mask >> n & 1 != 0 { T::ONE } else { T::ZERO });
            let mut out = [T::ONE; 64];
            expand(mask, &mut out);
            assert_eq!(out, expected, "{mask:x}");
            expand_scaled(mask, 1.0, &mut out);
            assert_eq!(out, expected, "{mask:x}");
        }
    }

    #[test]
    fn every_type_expands() {
        expands::<f32>();
        expands::<f16>();
        expands::<u8>();
        expands::<bool>();
    }

    #[test]
    fn values_saturate() {
        assert_eq!(u8::from_f32(300.0), 255);
        assert_eq!(u8::from_f32(7.0), 7);
        assert_eq!(f16::from_f32(100.0).to_f32(), 100.0);
        assert!(bool::from_f32(0.01));
    }
}
