//! Run-time choice of the instruction set.
//!
//! A wheel is built for the oldest x86-64, which has not even a population count. So whole pieces
//! of work (a perft, a batch of tensors, a file of games) are written once, generic over a
//! [`Backend`], and compiled once per instruction set; [`dispatch`] picks the best at the entry.
//!
//! A backend value is a *proof*: it can only be had on a processor that can run it, so everything
//! that takes one is safe to call.

use super::{leapers, rays};
use crate::types::{Bitboard, Move, Square};

/// A way to compute slider attacks, with the instruction set that goes with it.
pub trait Backend: Copy + Send + Sync + 'static {
    /// The name by which `ENROQUE_BACKEND` asks for it.
    const NAME: &'static str;

    /// The squares that a bishop attacks, up to and with the first piece each way (FIDE 3.2).
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a rook attacks, up to and with the first piece each way (FIDE 3.3).
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a queen attacks, up to and with the first piece each way (FIDE 3.4).
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

    /// How many moves these knights and sliders of one player have to these squares.
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

    /// What the enemy's sliders do to a king.
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
    /// There is room for 32 moves from `place` on, and there are at most 32 targets. What the room
    /// behind the moves holds afterwards is undefined.
    #[inline(always)]
    unsafe fn write_moves(self, place: *mut Move, from: Square, targets: Bitboard) {
        // SAFETY: the caller's contract is the same.
        unsafe { write_each(place, targets, |to| Move::build(from, to, 0)) };
    }

    /// Writes a move to each of the targets, each from `step` squares before it, in ascending order.
    ///
    /// # Safety
    /// The same as of [`Backend::write_moves`].
    #[inline(always)]
    unsafe fn write_steps(self, place: *mut Move, targets: Bitboard, step: i8) {
        let origin = |to: Square| Square::from_low_bits((to as i8).wrapping_sub(step) as u8);
        // SAFETY: the caller's contract is the same.
        unsafe { write_each(place, targets, |to| Move::build(origin(to), to, 0)) };
    }

    /// Whether [`Backend::spread_u8`] and its like take one step, not one for each square.
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

    /// Which of 64 bytes lie from one value to another, both among them: bit n for the byte n.
    #[inline(always)]
    fn bytes_within(self, bytes: &[u8; 64], least: u8, most: u8) -> u64 {
        let is_within = |byte: u8| u64::from((least..=most).contains(&byte));
        bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | is_within(byte))
    }

    /// The bytes at these places of sixteen; of a place its lowest four bits count.
    #[inline(always)]
    fn chosen_bytes(self, bytes: [u8; 16], places: [u8; 8]) -> [u8; 8] {
        places.map(|place| bytes[place as usize & 15])
    }

    /// The backend that answers set-wise questions one piece at a time. It is the faster one where
    /// the processor can foresee how many pieces there are, as it does in a perft, whose positions
    /// are all alike.
    fn one_by_one(self) -> impl Backend;

    /// Runs a task compiled for this instruction set. Recursion goes through here too.
    fn enter<T: Task>(self, task: T) -> T::Output;
}

#[inline(always)]
fn spread_each<T: Copy + Default>(set: Bitboard, value: T, out: &mut [T; 64]) {
    for (square, element) in out.iter_mut().enumerate() {
        *element = if set.0 >> square & 1 != 0 { value } else { T::default() };
    }
}

/// Writes four moves at a time, wanted or not: the loop's end, which nobody can foresee, comes
/// less often.
///
/// # Safety
/// There is room for 32 moves from `place` on, and there are at most 32 targets.
#[inline(always)]
unsafe fn write_each(place: *mut Move, targets: Bitboard, to_move: impl Fn(Square) -> Move) {
    let (mut left, mut place) = (targets.0, place);
    while left != 0 {
        for n in 0..4 {
            let to = Square::from_low_bits(left.trailing_zeros() as u8);
            left &= left.wrapping_sub(1);
            // SAFETY: this runs for at most 32 targets rounded up to a multiple of four.
            unsafe { place.add(n).write(to_move(to)) };
        }
        // SAFETY: as above.
        place = unsafe { place.add(4) };
    }
}

/// Pieces of one player, by how they move. A queen is in both sets of sliders.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pieces {
    /// The knights.
    pub knights: Bitboard,
    /// Bishops and queens.
    pub diagonal: Bitboard,
    /// Rooks and queens.
    pub orthogonal: Bitboard,
}

/// What the enemy's sliders do to a king: who gives check, and which lines are pins.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct KingLines {
    /// The sliders that give check.
    pub checkers: Bitboard,
    /// The squares from the king (without it) to the pinning piece (with it), of pins along ranks
    /// and files.
    pub orthogonal_pins: Bitboard,
    /// The same of pins along diagonals.
    pub diagonal_pins: Bitboard,
}

impl KingLines {
    /// Adds what one slider on a line with the king does: nothing if one of its own pieces or two of
    /// the king's stand between.
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

/// A piece of work that is compiled once per backend.
pub trait Task {
    /// What the work gives.
    type Output;

    /// Does the work. Mark implementations and all that they call `#[inline(always)]`, else a
    /// function falls back to the baseline instruction set.
    fn run<B: Backend>(self, backend: B) -> Self::Output;
}
