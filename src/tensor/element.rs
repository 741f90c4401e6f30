//! Element types of dense arrays, and the expansion of bit masks to 64 elements.

use half::f16;

use super::bits::transpose;
use super::layout::MAX_CHANNELS;
use crate::attacks::Backend;
use crate::types::Bitboard;

/// The maximum number of groups of eight channels.
const MAX_GROUPS: usize = MAX_CHANNELS / 8;

/// A type of array element.
///
/// Expanding masks to elements dominates the cost of planes. Backends with a suitable instruction
/// use it ([`Backend::spread_u8`]); others copy each rank from a table of all 256 ranks, which is
/// faster than arithmetic on the bits (measured by `benches/tensor.rs`).
pub trait Element: Copy + Send + Sync + PartialEq + std::fmt::Debug + private::Table {
    /// The NumPy name of the type.
    const NAME: &'static str;
    /// Whether the type has no fractions.
    const INTEGER: bool;
    /// Whether the type has only 0 and 1.
    const BOOL: bool;
    /// 0 or false.
    const ZERO: Self;
    /// 1 or true.
    const ONE: Self;

    /// Returns the nearest value: integers saturate, `bool` is true for all values but 0.
    fn from_f32(value: f32) -> Self;
}

mod private {
    use crate::attacks::Backend;
    use crate::types::Bitboard;

    pub trait Table: Sized + 'static {
        /// The eight elements of a rank by the mask of its files.
        fn ranks() -> &'static [[Self; 8]; 256];

        /// Writes this value on the squares of a set and zero elsewhere, with
        /// [`Backend::spread_u8`] or its variant for the element size.
        fn spread<B: Backend>(self, backend: B, set: Bitboard, out: &mut [Self; 64]);
    }
}

macro_rules! element {
    ($type:ty, $name:literal, integer: $integer:literal,
        bool: $bool:literal, $zero:expr, $one:expr, |$value:ident| $from:expr,
        $spread:ident as $bits:ty: |$element:ident| $to_bits:expr) => {
        impl Element for $type {
            const NAME: &'static str = $name;
            const INTEGER: bool = $integer;
            const BOOL: bool = $bool;
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

            #[inline(always)]
            fn spread<B: Backend>(self, backend: B, set: Bitboard, out: &mut [$type; 64]) {
                let $element = self;
                // SAFETY: both types have the same size and alignment. The bytes written are copies
                // of a valid element's bits, or zeros, which are the bits of `ZERO`.
                let out = unsafe { &mut *std::ptr::from_mut(out).cast::<[$bits; 64]>() };
                backend.$spread(set, $to_bits, out);
            }
        }
    };
}

element!(f32, "float32", integer: false, bool: false, 0.0, 1.0, |value| value,
    spread_u32 as u32: |value| value.to_bits());
element!(f16, "float16", integer: false, bool: false, f16::ZERO, f16::ONE, |value| f16::from_f32(value),
    spread_u16 as u16: |value| value.to_bits());
element!(u8, "uint8", integer: true, bool: false, 0, 1, |value| value as u8, spread_u8 as u8: |value| value);
element!(bool, "bool", integer: true, bool: true, false, true, |value| value != 0.0,
    spread_u8 as u8: |value| u8::from(value));

/// Expands a mask to 64 ones and zeros, a1 first.
#[inline(always)]
pub(crate) fn expand<B: Backend, T: Element>(backend: B, mask: u64, out: &mut [T; 64]) {
    if B::SPREADS {
        return T::ONE.spread(backend, Bitboard(mask), out);
    }
    let ranks = T::ranks();
    let (rows, _) = out.as_chunks_mut::<8>();
    for (rank, row) in rows.iter_mut().enumerate() {
        *row = ranks[(mask >> (8 * rank)) as u8 as usize];
    }
}

/// Expands bytes to ones and zeros, lowest bit first, until `out` is full.
#[inline(always)]
pub(crate) fn expand_bytes<B: Backend, T: Element>(backend: B, bytes: &[u8], out: &mut [T]) {
    let (boards, out) = out.as_chunks_mut::<64>();
    let (words, _) = bytes.as_chunks::<8>();
    for (board, word) in boards.iter_mut().zip(words) {
        expand(backend, u64::from_le_bytes(*word), board);
    }
    let bytes = bytes.get(8 * boards.len()..).unwrap_or_default();
    let ranks = T::ranks();
    let (eights, rest) = out.as_chunks_mut::<8>();
    for (eight, &byte) in eights.iter_mut().zip(bytes) {
        *eight = ranks[byte as usize];
    }
    if let Some(&byte) = bytes.get(eights.len()) {
        let count = rest.len();
        rest.copy_from_slice(&ranks[byte as usize][..count]);
    }
}

/// Expands a mask to 64 elements, `value` or zero, a1 first.
#[inline(always)]
pub(crate) fn expand_scaled<B: Backend, T: Element>(
    backend: B,
    mask: u64,
    value: f32,
    out: &mut [T; 64],
) {
    let value = T::from_f32(value);
    if B::SPREADS {
        return value.spread(backend, Bitboard(mask), out);
    }
    for (square, element) in out.iter_mut().enumerate() {
        *element = if mask >> square & 1 != 0 { value } else { T::ZERO };
    }
}

/// Expands at least eight masks to the shape `(8, 8, channels)`, the eighth rank first if
/// `top_first`.
#[inline(always)]
pub(crate) fn expand_channels_last<T: Element>(masks: &[u64], top_first: bool, out: &mut [T]) {
    let (ranks, channels) = (T::ranks(), masks.len());
    let groups = channels.div_ceil(8).min(MAX_GROUPS);
    // always eight channels at once: the last group may overlap the group before it
    let first = |group: usize| (8 * group).min(channels - 8);
    for (row, squares) in out.chunks_exact_mut(8 * channels).enumerate() {
        let shift = if top_first { 8 * (7 - row) } else { 8 * row };
        let mut transposed = [[0; 8]; MAX_GROUPS];
        for (group, files) in transposed[..groups].iter_mut().enumerate() {
            // a rank of eight channels is a matrix of 8 x 8 bits; transposed, each byte is a file
            let mut rows = [0; 8];
            for (row, mask) in rows.iter_mut().zip(&masks[first(group)..]) {
                *row = (mask >> shift) as u8;
            }
            *files = transpose(u64::from_le_bytes(rows)).to_le_bytes();
        }
        // square by square, so that memory is written in order
        for (file, square) in squares.chunks_exact_mut(channels).enumerate() {
            for (group, files) in transposed[..groups].iter().enumerate() {
                if let Some(elements) = square[first(group)..].first_chunk_mut() {
                    *elements = ranks[files[file] as usize];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{Portable, Task, dispatch};

    struct Expands;

    impl Task for Expands {
        type Output = ();

        fn run<B: Backend>(self, backend: B) {
            expands::<B, f32>(backend);
            expands::<B, f16>(backend);
            expands::<B, u8>(backend);
            expands::<B, bool>(backend);
        }
    }

    fn expands<B: Backend, T: Element>(backend: B) {
        let mut mask = 0x0123_4567_89AB_CDEF_u64;
        for length in 0..400 {
            mask = mask.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let with = |value| -> [T; 64] {
                std::array::from_fn(|n| if mask >> n & 1 != 0 { value } else { T::ZERO })
            };
            let mut out = [T::ONE; 64];
            expand(backend, mask, &mut out);
            assert_eq!(out, with(T::ONE), "{mask:x}");
            expand_scaled(backend, mask, 1.0, &mut out);
            assert_eq!(out, with(T::ONE), "{mask:x}");
            expand_scaled(backend, mask, 7.0, &mut out);
            assert_eq!(out, with(T::from_f32(7.0)), "{mask:x}");
            T::ONE.spread(backend, Bitboard(mask), &mut out);
            assert_eq!(out, with(T::ONE), "{mask:x}");
            let bytes = [mask; 7].map(u64::to_le_bytes).concat();
            let mut out = vec![T::ZERO; length];
            expand_bytes(backend, &bytes, &mut out);
            assert!(out.iter().enumerate().all(|(n, &element)| element == with(T::ONE)[n % 64]));
        }
    }

    #[test]
    fn every_type_expands_on_every_backend() {
        dispatch(Expands);
        Portable::new().enter(Expands);
    }

    #[test]
    fn values_saturate() {
        assert_eq!(u8::from_f32(300.0), 255);
        assert_eq!(u8::from_f32(7.0), 7);
        assert_eq!(f16::from_f32(100.0).to_f32(), 100.0);
        assert!(bool::from_f32(0.01));
    }
}
