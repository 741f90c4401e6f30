//! Look-up tables of rook and bishop attacks, indexed by square and relevant occupancy.

use std::cell::UnsafeCell;
use std::sync::Once;

use super::magics;
use super::rays::{DIAGONAL, ORTHOGONAL, walk_all};
use crate::types::{Bitboard, Square};

/// The number of entries for all squares of rooks and bishops.
const ENTRIES: usize = 102_400 + 5_248;

/// The parameters of a square's part of the table.
#[derive(Clone, Copy)]
pub(super) struct SliderEntry {
    /// The relevant occupancy: the lines without their last squares.
    pub(super) mask: u64,
    pub(super) magic: u64,
    pub(super) offset: u32,
    /// 64 minus the number of squares in the mask.
    pub(super) shift: u32,
}

const fn slots(directions: &[(i8, i8); 4], magics: &[u64; 64], start: u32) -> [SliderEntry; 64] {
    let mut slots = [SliderEntry { mask: 0, magic: 0, offset: 0, shift: 0 }; 64];
    let (mut square, mut offset) = (0, start);
    while square < 64 {
        let mut edges = 0;
        if square % 8 != 0 {
            edges |= 0x0101_0101_0101_0101;
        }
        if square % 8 != 7 {
            edges |= 0x8080_8080_8080_8080;
        }
        if square / 8 != 0 {
            edges |= 0xFF;
        }
        if square / 8 != 7 {
            edges |= 0xFF << 56;
        }
        let mask = walk_all(square, 0, directions) & !edges;
        let bits = mask.count_ones();
        slots[square] = SliderEntry { mask, magic: magics[square], offset, shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    slots
}

pub(super) static ROOK: [SliderEntry; 64] = slots(&ORTHOGONAL, &magics::ROOK, 0);
pub(super) static BISHOP: [SliderEntry; 64] = slots(&DIAGONAL, &magics::BISHOP, 102_400);

/// A table that is filled once and then only read.
pub(super) struct Table {
    entries: UnsafeCell<[Bitboard; ENTRIES]>,
    filled: Once,
}

// SAFETY: the only write happens inside `Once::call_once`; every reader has passed that call
// (its contract, see `get`), which orders the write before the read.
unsafe impl Sync for Table {}

impl Table {
    pub(super) const fn new() -> Table {
        Table { entries: UnsafeCell::new([Bitboard::EMPTY; ENTRIES]), filled: Once::new() }
    }

    /// Fills the table at the first call, each entry at the position that `index` returns.
    pub(super) fn fill(&self, index: impl Fn(&SliderEntry, u64) -> usize) {
        self.filled.call_once(|| {
            // SAFETY: `call_once` runs this on one thread while no other has passed it.
            let entries = unsafe { &mut *self.entries.get() };
            for (slots, directions) in [(&ROOK, &ORTHOGONAL), (&BISHOP, &DIAGONAL)] {
                for (square, slot) in slots.iter().enumerate() {
                    let mut occupied = 0u64;
                    loop {
                        let attacks = walk_all(square, occupied, directions);
                        entries[index(slot, occupied)] = Bitboard(attacks);
                        // the next subset of the mask
                        occupied = occupied.wrapping_sub(slot.mask) & slot.mask;
                        if occupied == 0 {
                            break;
                        }
                    }
                }
            }
        });
    }

    /// One entry.
    ///
    /// # Safety
    /// `fill` has returned on this table, and `index` is one that it wrote to.
    #[inline(always)]
    pub(super) unsafe fn get(&self, index: usize) -> Bitboard {
        debug_assert!(self.filled.is_completed() && index < ENTRIES);
        // SAFETY: by the contract, writing has finished and the index is in bounds.
        unsafe { *self.entries.get().cast::<Bitboard>().add(index) }
    }
}

/// The index of the entry of an occupancy, by magic multiplication.
#[inline(always)]
pub(super) fn magic_index(slot: &SliderEntry, occupied: u64) -> usize {
    let hash = (occupied & slot.mask).wrapping_mul(slot.magic);
    slot.offset as usize + (hash >> slot.shift) as usize
}

/// The slot of a square.
#[inline(always)]
pub(super) fn slot(slots: &'static [SliderEntry; 64], square: Square) -> &'static SliderEntry {
    &slots[square.index()]
}
