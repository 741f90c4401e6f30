//! The backend for x86-64 with AVX-512 (Ice Lake, Zen 4): eight directions at once, without
//! branches.
//!
//! A lane is a direction. A Kogge-Stone flood fill (Kogge and Stone 1973; on boards, Steffan
//! Westcott 2003) computes the attacks of all sliders in three doubling steps, in the same time for
//! any number of sliders and without loops to mispredict. Two sliders of one player never attack
//! the same square in the same direction, so the population counts of the lanes add up to the
//! number of moves.

use std::arch::x86_64::*;

use super::backend::{Backend, Pieces, Task};
use super::bmi2::Bmi2;
use crate::types::{Bitboard, Move, Square};

/// The AVX-512 backend: single look-ups as in [`Bmi2`], operations on sets in vectors.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Bmi2);

#[repr(align(64))]
struct Lanes([u64; 8]);

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_1: u64 = !0xFF;
const NOT_8: u64 = !(0xFF << 56);
const NOT_AB: u64 = NOT_A & NOT_A << 1;
const NOT_GH: u64 = NOT_H & NOT_H >> 1;
const NOT_12: u64 = !0xFFFF;
const NOT_78: u64 = !(0xFFFF << 48);

/// The rotation of a bitboard for one step in each direction: north, east, south, west; north-east,
/// north-west, south-west, south-east.
static STEP: Lanes = Lanes([8, 1, 56, 63, 9, 7, 55, 57]);
/// The squares that a step can reach without crossing an edge.
static STEP_TARGETS: Lanes =
    Lanes([NOT_1, NOT_A, NOT_8, NOT_H, NOT_1 & NOT_A, NOT_1 & NOT_H, NOT_8 & NOT_H, NOT_8 & NOT_A]);
/// The rotations for a knight's eight jumps, and the squares that they can reach.
static JUMP: Lanes = Lanes([17, 10, 54, 47, 15, 6, 49, 58]);
static JUMP_TARGETS: Lanes = Lanes([
    NOT_12 & NOT_A,
    NOT_1 & NOT_AB,
    NOT_8 & NOT_GH,
    NOT_78 & NOT_H,
    NOT_12 & NOT_H,
    NOT_1 & NOT_GH,
    NOT_78 & NOT_A,
    NOT_8 & NOT_AB,
]);
/// The lanes of the diagonals.
const DIAGONAL: __mmask8 = 0b1111_0000;

/// The numbers 0..64, to be compressed by a bitboard.
#[repr(align(64))]
struct Squares([u8; 64]);

static SQUARES: Squares = {
    let mut squares = [0; 64];
    let mut n = 0;
    while n < 64 {
        squares[n] = n as u8;
        n += 1;
    }
    Squares(squares)
};

macro_rules! with_features {
    (
        $(#[$doc:meta])*
        fn $name:ident $(<$generic:ident: $bound:ident>)? ($($argument:ident: $type:ty),*)
        $(-> $result:ty)? $body:block
    ) => {
        $(#[$doc])*
        #[inline]
        #[target_feature(
            enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
        )]
        fn $name$(<$generic: $bound>)?($($argument: $type),*) $(-> $result)? $body
    };
}

/// Integers of 64 bytes together.
trait Bytes64: Copy {}

impl Bytes64 for [u8; 64] {}
impl Bytes64 for [u16; 32] {}
impl Bytes64 for [u32; 16] {}
impl Bytes64 for [u64; 8] {}

with_features! {
    fn load<T: Bytes64>(from: &T) -> __m512i {
        // SAFETY: the reference is to 64 readable bytes.
        unsafe { _mm512_loadu_si512(std::ptr::from_ref(from).cast()) }
    }
}

with_features! {
    fn store<T: Bytes64>(to: &mut T, elements: __m512i) {
        // SAFETY: the reference is to 64 writable bytes, of integers, which may have any bits.
        unsafe { _mm512_storeu_si512(std::ptr::from_mut(to).cast(), elements) };
    }
}

with_features! {
    fn bytes_within(bytes: &[u8; 64], least: u8, most: u8) -> u64 {
        let bytes = load(bytes);
        let places = _mm512_sub_epi8(bytes, _mm512_set1_epi8(least as i8));
        _mm512_cmple_epu8_mask(places, _mm512_set1_epi8((most - least) as i8))
    }
}

with_features! {
    fn splat(board: Bitboard) -> __m512i {
        _mm512_set1_epi64(board.0 as i64)
    }
}

with_features! {
    /// The attacks of the sliders in each lane, up to and including the first occupied square.
    fn flood(sliders: __m512i, occupied: __m512i) -> __m512i {
        // truth tables of `vpternlogq`: a | (b & c), and !a & b
        const OR_AND: i32 = 0xF8;
        let (step, targets) = (load(&STEP.0), load(&STEP_TARGETS.0));
        let two = _mm512_add_epi64(step, step);
        let four = _mm512_add_epi64(two, two);
        let mut flood = sliders;
        let mut free = _mm512_andnot_si512(occupied, targets);
        flood = _mm512_ternarylogic_epi64::<OR_AND>(flood, free, _mm512_rolv_epi64(flood, step));
        free = _mm512_and_si512(free, _mm512_rolv_epi64(free, step));
        flood = _mm512_ternarylogic_epi64::<OR_AND>(flood, free, _mm512_rolv_epi64(flood, two));
        free = _mm512_and_si512(free, _mm512_rolv_epi64(free, two));
        flood = _mm512_ternarylogic_epi64::<OR_AND>(flood, free, _mm512_rolv_epi64(flood, four));
        _mm512_and_si512(_mm512_rolv_epi64(flood, step), targets)
    }
}

with_features! {
    /// The sliders in the lanes of their directions.
    fn in_lanes(pieces: Pieces) -> __m512i {
        _mm512_mask_blend_epi64(DIAGONAL, splat(pieces.orthogonal), splat(pieces.diagonal))
    }
}

with_features! {
    /// The attacks of the knights, one jump in each lane.
    fn jumps(knights: Bitboard) -> __m512i {
        let jumped = _mm512_rolv_epi64(splat(knights), load(&JUMP.0));
        _mm512_and_si512(jumped, load(&JUMP_TARGETS.0))
    }
}

with_features! {
    fn attacked(pieces: Pieces, occupied: Bitboard) -> Bitboard {
        let slides = flood(in_lanes(pieces), splat(occupied));
        let all = _mm512_or_si512(slides, jumps(pieces.knights));
        Bitboard(_mm512_reduce_or_epi64(all) as u64)
    }
}

with_features! {
    fn count_moves(pieces: Pieces, occupied: Bitboard, targets: Bitboard) -> u32 {
        let targets = splat(targets);
        let slides = flood(in_lanes(pieces), splat(occupied));
        let slides = _mm512_popcnt_epi64(_mm512_and_si512(slides, targets));
        let jumps = _mm512_popcnt_epi64(_mm512_and_si512(jumps(pieces.knights), targets));
        _mm512_reduce_add_epi64(_mm512_add_epi64(slides, jumps)) as u32
    }
}

with_features! {
    /// The numbers of at most 32 squares, ascending, as 16-bit lanes; the other lanes are 0.
    fn numbers(squares: Bitboard) -> __m512i {
        let picked = _mm512_maskz_compress_epi8(squares.0, load(&SQUARES.0));
        _mm512_cvtepu8_epi16(_mm512_castsi512_si256(picked))
    }
}

with_features! {
    /// Moves as 16-bit lanes: origin in bits 0..6, target in bits 6..12.
    fn moves_from(from: Square, targets: Bitboard) -> __m512i {
        let to = _mm512_slli_epi16::<6>(numbers(targets));
        _mm512_or_si512(to, _mm512_set1_epi16(from as i16))
    }
}

with_features! {
    fn moves_by_step(targets: Bitboard, step: i8) -> __m512i {
        let to = numbers(targets);
        let from = _mm512_sub_epi16(to, _mm512_set1_epi16(i16::from(step)));
        _mm512_or_si512(_mm512_slli_epi16::<6>(to), from)
    }
}

impl Pieces {
    /// Whether single look-ups are faster than a flood fill.
    #[inline(always)]
    fn are_few(&self) -> bool {
        (self.diagonal | self.orthogonal).len() <= 2
    }
}

impl Avx512 {
    /// The backend, or `None` on a processor without these instructions.
    pub fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq");
        Bmi2::detect().filter(|_| has).map(Avx512)
    }
}

with_features! {
    fn spread_u8(set: u64, value: u8, out: &mut [u8; 64]) {
        store(out, _mm512_maskz_set1_epi8(set, value as i8));
    }
}

with_features! {
    fn spread_u16(set: u64, value: u16, out: &mut [u16; 64]) {
        for (half, out) in out.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            store(out, _mm512_maskz_set1_epi16((set >> (32 * half)) as u32, value as i16));
        }
    }
}

with_features! {
    fn spread_u32(set: u64, value: u32, out: &mut [u32; 64]) {
        for (quarter, out) in out.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            store(out, _mm512_maskz_set1_epi32((set >> (16 * quarter)) as u16, value as i32));
        }
    }
}

impl Backend for Avx512 {
    const NAME: &'static str = "avx512";
    const SPREADS: bool = true;

    #[inline(always)]
    fn spread_u8(self, set: Bitboard, value: u8, out: &mut [u8; 64]) {
        // SAFETY: an `Avx512` exists only where `detect` found all of these features.
        unsafe { spread_u8(set.0, value, out) }
    }

    #[inline(always)]
    fn spread_u16(self, set: Bitboard, value: u16, out: &mut [u16; 64]) {
        // SAFETY: an `Avx512` exists only where `detect` found all of these features.
        unsafe { spread_u16(set.0, value, out) }
    }

    #[inline(always)]
    fn spread_u32(self, set: Bitboard, value: u32, out: &mut [u32; 64]) {
        // SAFETY: an `Avx512` exists only where `detect` found all of these features.
        unsafe { spread_u32(set.0, value, out) }
    }

    #[inline(always)]
    fn compress(self, bits: u64, mask: u64) -> u64 {
        self.0.compress(bits, mask)
    }

    #[inline(always)]
    fn expand(self, bits: u64, mask: u64) -> u64 {
        self.0.expand(bits, mask)
    }

    #[inline(always)]
    fn to_every_fourth(self, bits: u64) -> u64 {
        self.0.to_every_fourth(bits)
    }

    #[inline(always)]
    fn of_every_fourth(self, bits: u64) -> u64 {
        self.0.of_every_fourth(bits)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.rook(square, occupied)
    }

    #[inline(always)]
    fn attacked(self, pieces: Pieces, occupied: Bitboard) -> Bitboard {
        if pieces.are_few() {
            return self.0.attacked(pieces, occupied);
        }
        // SAFETY: an `Avx512` exists only where `detect` found all of these features.
        unsafe { attacked(pieces, occupied) }
    }

    #[inline(always)]
    fn count_moves(self, pieces: Pieces, occupied: Bitboard, targets: Bitboard) -> u32 {
        if pieces.are_few() {
            return self.0.count_moves(pieces, occupied, targets);
        }
        // SAFETY: an `Avx512` exists only where `detect` found all of these features.
        unsafe { count_moves(pieces, occupied, targets) }
    }

    // SAFETY: the contract is the trait's: space for 32 moves, at most 32 targets.
    #[inline(always)]
    unsafe fn write_moves(self, out: *mut Move, from: Square, targets: Bitboard) {
        // SAFETY: an `Avx512` exists only where `detect` found all of these features; by the
        // contract there is space for 32 moves of 16 bits.
        unsafe { _mm512_storeu_si512(out.cast(), moves_from(from, targets)) };
    }

    // SAFETY: the contract is the trait's, as above.
    #[inline(always)]
    unsafe fn write_steps(self, out: *mut Move, targets: Bitboard, step: i8) {
        // SAFETY: as for `write_moves`.
        unsafe { _mm512_storeu_si512(out.cast(), moves_by_step(targets, step)) };
    }

    #[inline(always)]
    fn bytes_within(self, bytes: &[u8; 64], least: u8, most: u8) -> u64 {
        // SAFETY: an `Avx512` exists only where `detect` found all of these features.
        unsafe { bytes_within(bytes, least, most) }
    }

    #[inline(always)]
    fn chosen_bytes(self, bytes: [u8; 16], places: [u8; 8]) -> [u8; 8] {
        self.0.chosen_bytes(bytes, places)
    }

    #[inline(always)]
    fn one_by_one(self) -> impl Backend {
        self.0
    }

    #[inline(always)]
    fn enter<T: Task>(self, task: T) -> T::Output {
        #[target_feature(
            enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
        )]
        fn with_features<T: Task>(backend: Avx512, task: T) -> T::Output {
            task.run(backend)
        }
        // SAFETY: an `Avx512` exists only where `detect` found all of these features.
        unsafe { with_features(self, task) }
    }
}
