//! Run-time choice of the instruction set.
//!
//! A wheel is built for the oldest x86-64, which has not even a population count. So whole pieces
//! of work (a perft, a batch of tensors, a file of games) are written once, generic over a
//! [`Backend`], and compiled once per instruction set; [`dispatch`] picks the best at the entry.
//!
//! A backend value is a *proof*: it can only be had on a processor that can run it, so everything
//! that takes one is safe to call.

use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use super::{avx512::Avx512, bmi2::Bmi2};
use super::{leapers, portable::Portable, rays};
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

/// The backends of this processor, best first; `ENROQUE_BACKEND` names the best one allowed.
#[derive(Clone, Copy)]
enum Best {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Bmi2(Bmi2),
    Portable(Portable),
}

fn best() -> Best {
    static BEST: OnceLock<Best> = OnceLock::new();
    *BEST.get_or_init(|| {
        let wanted = std::env::var("ENROQUE_BACKEND").unwrap_or_default();
        if wanted == Portable::NAME {
            return Best::Portable(Portable::new());
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(backend) = Avx512::detect().filter(|_| wanted != Bmi2::NAME) {
                return Best::Avx512(backend);
            }
            if let Some(backend) = Bmi2::detect() {
                return Best::Bmi2(backend);
            }
        }
        Best::Portable(Portable::new())
    })
}

/// Runs a task with the best instruction set of this processor.
///
/// The environment variable `ENROQUE_BACKEND`, read once, asks for less: `bmi2` or `portable`. It
/// is a switch for tests; what the processor has not is never used.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    match best() {
        #[cfg(target_arch = "x86_64")]
        Best::Avx512(backend) => backend.enter(task),
        #[cfg(target_arch = "x86_64")]
        Best::Bmi2(backend) => backend.enter(task),
        Best::Portable(backend) => backend.enter(task),
    }
}

/// The name of the backend that [`dispatch`] uses here.
pub fn backend_name() -> &'static str {
    struct Name;
    impl Task for Name {
        type Output = &'static str;
        fn run<B: Backend>(self, _: B) -> &'static str {
            B::NAME
        }
    }
    dispatch(Name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::rays::{DIAGONAL, ORTHOGONAL, walk_all};
    use crate::attacks::sliders;

    /// Every square with every set of pieces on its lines, and noise elsewhere.
    fn matches_the_slow_walk<B: Backend>(backend: B) {
        let mut noise = 0x1234_5678_9ABC_DEF1_u64;
        for (slots, directions, rook) in
            [(&sliders::ROOK, &ORTHOGONAL, true), (&sliders::BISHOP, &DIAGONAL, false)]
        {
            for square in Square::ALL {
                let mask = slots[square.index()].mask;
                let mut subset = 0u64;
                loop {
                    noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let occupied = subset | noise & !mask;
                    let expected = walk_all(square.index(), occupied, directions);
                    let got = if rook {
                        backend.rook(square, Bitboard(occupied))
                    } else {
                        backend.bishop(square, Bitboard(occupied))
                    };
                    assert_eq!(got, Bitboard(expected), "{square} {occupied:x}");
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "hours; `a_few_look_ups` is the one for Miri")]
    fn portable_is_exact() {
        matches_the_slow_walk(Portable::new());
    }

    /// Every byte at every place, among others.
    fn finds_bytes<B: Backend>(backend: B) {
        for (least, most) in
            [(b'{', b'{'), (b'(', b'*'), (0, 0), (0, 31), (0x7F, 0x81), (0xFF, 0xFF)]
        {
            for byte in 0..=u8::MAX {
                for place in 0..64 {
                    let mut bytes = [b'('; 64];
                    bytes[place] = byte;
                    let others = if (least..=most).contains(&b'(') { !(1 << place) } else { 0 };
                    let expected = others | u64::from((least..=most).contains(&byte)) << place;
                    assert_eq!(backend.bytes_within(&bytes, least, most), expected);
                }
            }
        }
    }

    #[test]
    fn bytes_are_found_by_every_backend() {
        finds_bytes(Portable::new());
        #[cfg(target_arch = "x86_64")]
        {
            Bmi2::detect().into_iter().for_each(finds_bytes);
            Avx512::detect().into_iter().for_each(finds_bytes);
        }
    }

    #[test]
    fn bytes_are_chosen_by_every_backend() {
        fn chooses<B: Backend>(backend: B) {
            let bytes = *b"0123456789abcdef";
            for place in 0..=u8::MAX {
                let places = [place, 0, 15, place.wrapping_add(5), 7, place, 8, !place];
                let expected = places.map(|place| bytes[usize::from(place % 16)]);
                assert_eq!(backend.chosen_bytes(bytes, places), expected);
            }
        }
        chooses(Portable::new());
        #[cfg(target_arch = "x86_64")]
        {
            Bmi2::detect().into_iter().for_each(chooses);
            Avx512::detect().into_iter().for_each(chooses);
        }
    }

    #[test]
    fn a_few_look_ups() {
        let backend = Portable::new();
        assert_eq!(backend.rook(Square::A1, Bitboard(0x0101)), Bitboard(0x01FE));
        assert_eq!(backend.bishop(Square::H8, Bitboard::FULL), Square::G7.into());
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn bmi2_is_exact() {
        if let Some(backend) = Bmi2::detect() {
            matches_the_slow_walk(backend);
        }
    }
}
