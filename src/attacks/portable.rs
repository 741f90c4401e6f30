//! The backend for any processor.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use super::backend::{Backend, Task};
use super::sliders::{self, SliderEntry, Table, magic_index, slot};
use crate::types::{Bitboard, Square};

/// The backend for any processor: magic bitboards, baseline instructions.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

static PORTABLE_TABLE: Table = Table::new();

impl Portable {
    /// The backend; the first call fills its table (860 KB, about a millisecond).
    pub fn new() -> Portable {
        PORTABLE_TABLE.fill(magic_index);
        Portable(())
    }

    #[inline(always)]
    fn look_up(self, slot: &SliderEntry, occupied: Bitboard) -> Bitboard {
        let index = magic_index(slot, occupied.0);
        // SAFETY: `Portable::new` filled the table, and it was filled by `magic_index`.
        unsafe { PORTABLE_TABLE.get(index) }
    }
}

impl Default for Portable {
    fn default() -> Portable {
        Portable::new()
    }
}

impl Backend for Portable {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(slot(&sliders::BISHOP, square), occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(slot(&sliders::ROOK, square), occupied)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn bytes_within(self, bytes: &[u8; 64], least: u8, most: u8) -> u64 {
        bytes.as_chunks::<16>().0.iter().rev().fold(0, |bits, bytes| {
            // SAFETY: the reference is to 16 readable bytes, and every x86-64 processor has SSE2
            let within = unsafe {
                let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
                let offsets = _mm_sub_epi8(bytes, _mm_set1_epi8(least as i8));
                let last = _mm_set1_epi8((most - least) as i8);
                _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(offsets, last), offsets))
            };
            bits << 16 | u64::from(within as u16)
        })
    }

    #[inline(always)]
    fn one_by_one(self) -> impl Backend {
        self
    }

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        // Not inlined, as in the other backends: `run` is always inlined, and a recursive task
        // inlined into itself takes minutes to compile.
        #[inline(never)]
        fn without_features<T: Task>(backend: Portable, task: T) -> T::Output {
            task.run(backend)
        }
        without_features(self, task)
    }
}
