//! The backend for x86-64 since 2013 (Haswell, Zen): bit extraction, population count, AVX2.

use std::arch::x86_64::*;

use super::backend::{Backend, EVERY_FOURTH, Task, compress_each};
use super::sliders::{self, SliderEntry, Table, slot};
use crate::types::{Bitboard, Square};

/// The backend that looks up slider attacks with `pext`.
#[derive(Clone, Copy, Debug)]
pub struct Bmi2(());

static BMI2_TABLE: Table = Table::new();

/// The index of [`Bmi2::look_up`], computed without `pext`, to fill the table.
fn extract_bits(slot: &SliderEntry, occupied: u64) -> usize {
    slot.offset as usize + compress_each(occupied, slot.mask) as usize
}

impl Bmi2 {
    /// The backend, or `None` on a processor without these instructions.
    pub fn detect() -> Option<Bmi2> {
        let has = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("avx2");
        has.then(|| {
            BMI2_TABLE.fill(extract_bits);
            Bmi2(())
        })
    }

    /// Whether the processor runs `pext` as microcode, an order of magnitude slower than a
    /// multiplication: AMD's before Zen 3 (families 17h and, of Hygon, 18h).
    #[cfg(feature = "instruction-sets")]
    pub(super) fn is_slow() -> bool {
        // not `unsafe` since Rust 1.94
        #[allow(unused_unsafe, reason = "older compilers need it")]
        // SAFETY: every x86-64 processor has this instruction, with these leaves
        let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
        let (family, extended) = (version.eax >> 8 & 0xF, version.eax >> 20 & 0xFF);
        let vendor = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
        matches!(vendor.as_flattened(), b"AuthenticAMD" | b"HygonGenuine")
            && matches!(family + extended, 0x17 | 0x18)
    }

    #[inline(always)]
    fn look_up(self, slot: &SliderEntry, occupied: Bitboard) -> Bitboard {
        // SAFETY: a `Bmi2` exists only where `detect` found the instruction and filled the
        // table, at the indices that this computes.
        unsafe {
            let index = slot.offset as usize + _pext_u64(occupied.0, slot.mask) as usize;
            BMI2_TABLE.get(index)
        }
    }
}

impl Backend for Bmi2 {
    const NAME: &'static str = "bmi2";

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(slot(&sliders::BISHOP, square), occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(slot(&sliders::ROOK, square), occupied)
    }

    #[inline(always)]
    fn bytes_within(self, bytes: &[u8; 64], least: u8, most: u8) -> u64 {
        let (halves, _) = bytes.as_chunks::<32>();
        halves.iter().rev().fold(0, |bits, bytes| {
            // SAFETY: the reference is to 32 readable bytes, and a `Bmi2` exists only where
            // `detect` found AVX2
            let within = unsafe {
                let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
                let offsets = _mm256_sub_epi8(bytes, _mm256_set1_epi8(least as i8));
                let last = _mm256_set1_epi8((most - least) as i8);
                _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(offsets, last), offsets))
            };
            bits << 32 | u64::from(within as u32)
        })
    }

    #[inline(always)]
    fn chosen_bytes(self, bytes: [u8; 16], indices: [u8; 8]) -> [u8; 8] {
        // SAFETY: the reference is to 16 readable bytes, and a `Bmi2` exists only where `detect`
        // found AVX2
        let chosen = unsafe {
            let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
            let indices = _mm_cvtsi64_si128(i64::from_le_bytes(indices));
            // `pshufb` writes 0 for an index with the highest bit set
            _mm_cvtsi128_si64(_mm_shuffle_epi8(bytes, _mm_and_si128(indices, _mm_set1_epi8(15))))
        };
        chosen.to_le_bytes()
    }

    #[inline(always)]
    fn compress(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a `Bmi2` exists only where `detect` found the instruction
        unsafe { _pext_u64(bits, mask) }
    }

    #[inline(always)]
    fn expand(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a `Bmi2` exists only where `detect` found the instruction
        unsafe { _pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn to_every_fourth(self, bits: u64) -> u64 {
        self.expand(bits, EVERY_FOURTH)
    }

    #[inline(always)]
    fn of_every_fourth(self, bits: u64) -> u64 {
        self.compress(bits, EVERY_FOURTH)
    }

    #[inline(always)]
    fn one_by_one(self) -> impl Backend {
        self
    }

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        fn with_features<T: Task>(backend: Bmi2, task: T) -> T::Output {
            task.run(backend)
        }
        // SAFETY: a `Bmi2` exists only where `detect` found all of these features.
        unsafe { with_features(self, task) }
    }
}
