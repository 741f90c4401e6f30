//! `Backend`: slider attacks and other operations for one instruction set.
//!
//! Wheels are built for the oldest x86-64, which lacks even a population count. Whole tasks (a
//! perft, a batch of tensors, a file of games) are generic over a [`Backend`] and compiled once per
//! instruction set; [`dispatch`](fn@super::dispatch) chooses the best one at the entry.
//!
//! A value of a backend exists only on processors that support it, so functions that take one are
//! safe to call.

use super::{leapers, rays};
use crate::types::{Bitboard, Move, Square};

/// Slider attacks and other operations for one instruction set.
pub trait Backend: Copy + Send + Sync + 'static {
    /// The name in the environment variable `ENROQUE_BACKEND`.
    const NAME: &'static str;

    /// The squares that a bishop attacks, up to and including the first piece in each direction
    /// (FIDE 3.2).
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a rook attacks, up to and including the first piece in each direction (FIDE
    /// 3.3).
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a queen attacks, up to and including the first piece in each direction
    /// (FIDE 3.4).
    #[inline(always)]
    fn queen(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.bishop(square, occupied) | self.rook(square, occupied)
    }

    /// The squares that any of these knights and sliders attack.
    #[inline(always)]
    fn attacked(self, pieces: Pieces, occupied: Bitboard) -> Bitboard {
        let mut attacked = leapers::knights(pieces.knights);
        for square in pieces.diagonal {
            attacked |= self.bishop(square, occupied);
        }
        for square in pieces.orthogonal {
            attacked |= self.rook(square, occupied);
        }
        attacked
    }

    /// The number of moves of the knights and sliders of one player to the target squares.
    #[inline(always)]
    fn count_moves(self, pieces: Pieces, occupied: Bitboard, targets: Bitboard) -> u32 {
        let mut count = 0;
        for square in pieces.knights {
            count += (leapers::knight(square) & targets).len();
        }
        for square in pieces.diagonal {
            count += (self.bishop(square, occupied) & targets).len();
        }
        for square in pieces.orthogonal {
            count += (self.rook(square, occupied) & targets).len();
        }
        count
    }

    /// The checks and pins of a king by the opponent's sliders.
    #[inline(always)]
    fn king_lines(self, king: Square, own: Bitboard, them: Bitboard, pieces: Pieces) -> KingLines {
        let mut lines = KingLines::default();
        for slider in rays::orthogonals(king) & pieces.orthogonal {
            lines.add(king, own, them, slider, |lines| &mut lines.orthogonal_pins);
        }
        for slider in rays::diagonals(king) & pieces.diagonal {
            lines.add(king, own, them, slider, |lines| &mut lines.diagonal_pins);
        }
        lines
    }

    /// Writes a move from one square to each of the targets, in ascending order.
    ///
    /// # Safety
    /// 32 moves can be written at `out`, and there are at most 32 targets. Memory after the written
    /// moves, up to 32, may be overwritten.
    #[inline(always)]
    unsafe fn write_moves(self, out: *mut Move, from: Square, targets: Bitboard) {
        // SAFETY: the caller's contract is the same.
        unsafe { write_each(out, targets, |to| Move::build(from, to, 0)) };
    }

    /// Writes a move to each of the targets, from the square `step` before it, in ascending order.
    ///
    /// # Safety
    /// As for [`Backend::write_moves`].
    #[inline(always)]
    unsafe fn write_steps(self, out: *mut Move, targets: Bitboard, step: i8) {
        let origin = |to: Square| Square::from_low_bits((to as i8).wrapping_sub(step) as u8);
        // SAFETY: the caller's contract is the same.
        unsafe { write_each(out, targets, |to| Move::build(origin(to), to, 0)) };
    }

    /// Whether [`Backend::spread_u8`] and its variants use vector instructions.
    const SPREADS: bool = false;

    /// Writes a set of squares as 64 elements, a1 first: `value` on its squares, 0 elsewhere.
    #[inline(always)]
    fn spread_u8(self, set: Bitboard, value: u8, out: &mut [u8; 64]) {
        spread_each(set, value, out);
    }

    /// [`Backend::spread_u8`] for elements of 16 bits.
    #[inline(always)]
    fn spread_u16(self, set: Bitboard, value: u16, out: &mut [u16; 64]) {
        spread_each(set, value, out);
    }

    /// [`Backend::spread_u8`] for elements of 32 bits.
    #[inline(always)]
    fn spread_u32(self, set: Bitboard, value: u32, out: &mut [u32; 64]) {
        spread_each(set, value, out);
    }

    /// A mask of the bytes from `least` to `most`, both included: bit n is byte n.
    #[inline(always)]
    fn bytes_within(self, bytes: &[u8; 64], least: u8, most: u8) -> u64 {
        let is_within = |byte: u8| u64::from((least..=most).contains(&byte));
        bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | is_within(byte))
    }

    /// The bytes at these indices; the lowest four bits of an index are used.
    #[inline(always)]
    fn chosen_bytes(self, bytes: [u8; 16], indices: [u8; 8]) -> [u8; 8] {
        indices.map(|index| bytes[index as usize & 15])
    }

    /// The bits on the squares of a mask, one after the other from bit 0.
    #[inline(always)]
    fn compress(self, bits: u64, mask: u64) -> u64 {
        compress_each(bits, mask)
    }

    /// The opposite of [`Backend::compress`]: bit n on the n-th square of a mask.
    #[inline(always)]
    fn expand(self, bits: u64, mask: u64) -> u64 {
        let (mut mask, mut bits, mut expanded) = (mask, bits, 0);
        while mask != 0 {
            expanded |= (bits & 1) << mask.trailing_zeros();
            bits >>= 1;
            mask &= mask - 1;
        }
        expanded
    }

    /// Moves bit n of the lowest 16 to bit 4 * n.
    #[inline(always)]
    fn to_every_fourth(self, bits: u64) -> u64 {
        let bits = (bits & 0xFFFF | bits << 24) & 0x0000_00FF_0000_00FF;
        let bits = (bits | bits << 12) & 0x000F_000F_000F_000F;
        let bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
        (bits | bits << 3) & EVERY_FOURTH
    }

    /// Moves bit 4 * n to bit n, and drops the others.
    #[inline(always)]
    fn of_every_fourth(self, bits: u64) -> u64 {
        let bits = bits & EVERY_FOURTH;
        let bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        let bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
        let bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
        (bits | bits >> 24) & 0xFFFF
    }

    /// The backend that handles sets one piece at a time. It is faster where branches on the number
    /// of pieces are predictable, as in a perft, whose positions are similar.
    fn one_by_one(self) -> impl Backend;

    /// Runs a task compiled for this instruction set. Recursive tasks call it too.
    fn enter<T: Task>(self, task: T) -> T::Output;
}

/// The lowest bit of each four.
pub(super) const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;

/// [`Backend::compress`] bit by bit.
#[inline(always)]
pub(super) fn compress_each(bits: u64, mask: u64) -> u64 {
    let (mut mask, mut compressed, mut shift) = (mask, 0, 0);
    while mask != 0 {
        compressed |= (bits >> mask.trailing_zeros() & 1) << shift;
        shift += 1;
        mask &= mask - 1;
    }
    compressed
}

#[inline(always)]
fn spread_each<T: Copy + Default>(set: Bitboard, value: T, out: &mut [T; 64]) {
    for (square, element) in out.iter_mut().enumerate() {
        *element = if set.0 >> square & 1 != 0 { value } else { T::default() };
    }
}

/// Writes four moves at a time, also beyond the last target, to mispredict the end of the loop less
/// often.
///
/// # Safety
/// 32 moves can be written at `out`, and there are at most 32 targets.
#[inline(always)]
unsafe fn write_each(out: *mut Move, targets: Bitboard, to_move: impl Fn(Square) -> Move) {
    let (mut left, mut out) = (targets.0, out);
    while left != 0 {
        // SAFETY: this runs for at most 32 targets rounded up to a multiple of four.
        unsafe {
            for n in 0..4 {
                let to = Square::from_low_bits(left.trailing_zeros() as u8);
                left &= left.wrapping_sub(1);
                out.add(n).write(to_move(to));
            }
            out = out.add(4); // an index would take a tenth more instructions
        }
    }
}

/// The knights and sliders of one player. Queens are in both sets of sliders.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pieces {
    /// The knights.
    pub knights: Bitboard,
    /// Bishops and queens.
    pub diagonal: Bitboard,
    /// Rooks and queens.
    pub orthogonal: Bitboard,
}

/// The checks and pins of a king by the opponent's sliders.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct KingLines {
    /// The sliders that give check.
    pub checkers: Bitboard,
    /// The lines of pins along ranks and files: the squares between the king and the pinning piece,
    /// and the square of that piece.
    pub orthogonal_pins: Bitboard,
    /// The lines of pins along diagonals.
    pub diagonal_pins: Bitboard,
}

impl KingLines {
    /// Adds the check or pin by a slider on a line with the king: none if a piece of the slider's
    /// color or two of the king's color are between them.
    #[inline(always)]
    fn add(
        &mut self,
        king: Square,
        own: Bitboard,
        them: Bitboard,
        slider: Square,
        pins: impl Fn(&mut KingLines) -> &mut Bitboard,
    ) {
        let between = rays::between(king, slider);
        let blockers = between & own;
        if between.meets(them) || blockers.more_than_one() {
            return;
        }
        if blockers.is_empty() {
            self.checkers = self.checkers.with(slider);
        } else {
            *pins(self) |= between.with(slider);
        }
    }
}

/// A task that is compiled once per backend.
pub trait Task {
    /// The result of the task.
    type Output;

    /// Runs the task. Implementations and the functions that they call must be `#[inline(always)]`;
    /// other functions are compiled for the baseline instruction set.
    fn run<B: Backend>(self, backend: B) -> Self::Output;
}

/// Makes a [`Task`], written as a closure with the backend as its first parameter. The others are the
/// variables that it captures, with their types, which cannot be inferred. Generic parameters of these
/// types stand before it, with one bound each.
macro_rules! task {
    ($(<$($generic:ident: $bound:path),+>)? |$backend:pat_param $(, $captured:ident: $type:ty)*| -> $output:ty $body:block) => {{
        struct Closure<T>(T);
        impl $(<$($generic: $bound),+>)? $crate::attacks::Task for Closure<($($type,)*)> {
            type Output = $output;
            #[inline(always)]
            fn run<B: $crate::attacks::Backend>(self, $backend: B) -> $output {
                let ($($captured,)*) = self.0;
                $body
            }
        }
        Closure(($($captured,)*))
    }};
}
pub(crate) use task;
