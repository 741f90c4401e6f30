//! lc0's 112 input planes.

use std::sync::LazyLock;

use super::{HistoryFill, InputFormat, Transform};
use crate::attacks::Backend;
use crate::position::Position;
use crate::tensor::pieces::write_pieces;
use crate::tensor::{EnPassantRule, History, Mark, PlaneEncoding, Planes};
use crate::types::{Bitboard, CastlingSide, Color, Rank, Square};

/// How many positions the planes show, the newest first.
const STEPS: usize = 8;
/// Planes of one position: 12 of pieces, 1 of repetition.
const STEP: usize = 13;
/// The plane of the count of plies without capture or pawn move.
const RULE_50: usize = 109;

/// lc0's 112 planes, all from the side to move's side: 8 positions of 13 planes, newest first (own pawns,
/// knights, bishops, rooks, queens, king, the opponent's, all ones if the position occurred
/// before), then
///
/// | plane | formats 1 | 2 | canonical |
/// |---|---|---|---|
/// | 104 | own right to castle to the a-side | rooks that may, both sides' | as 2 |
/// | 105 | own right, h-side | rooks that may, both sides' | as 2 |
/// | 106, 107 | the opponent's rights, a-side, h-side | zeros | zeros |
/// | 108 | ones if Black moves | as 1 | en-passant file on the opponent's back rank |
/// | 109 | plies without capture or pawn move | as 1 | the same; in hundreds from format 4 on |
/// | 110 | zeros | zeros | ones if Black moves in 132 and 133 |
/// | 111 | ones | ones | ones |
///
/// Plane 109 holds the count as it is, also in formats 1 to 3, whose networks take it divided by
/// 99: lc0 has that factor in the weights. `uint8` saturates at 255.
///
/// A history that goes further back than the last capture or pawn move changes nothing but the
/// planes that show it. Exact to lc0's own encoder (v0.31.2, master of November 2026) on the
/// recorded vectors, but for what hangs it: formats 5 and 133 with a fill and a first position
/// whose count is not 0. There the copies, being no repetitions, are left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lc0 {
    /// The input format.
    pub format: InputFormat,
    /// What stands before the first position.
    pub fill: HistoryFill,
}

impl PlaneEncoding for Lc0 {
    fn name(&self) -> &'static str {
        "lc0"
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        112
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::PseudoLegal
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &[RULE_50]
    }

    fn has_fractions(&self) -> bool {
        self.format.has_hectoplies()
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: &History, planes: Planes<'_>) {
        let Planes { masks, scales } = planes;
        let (steps, rest) = masks.split_at_mut(STEPS * STEP);
        self.write_steps(history, steps);
        self.write_rest(history.position(), history.mark(), rest);
        scales[0] = self.rule_50(history.position());
        if self.format.is_canonical() {
            let transform = Transform::of(history.position());
            if transform != Transform::NONE {
                for mask in &mut masks[..RULE_50] {
                    *mask = transform.apply(*mask);
                }
            }
        }
    }
}

impl Lc0 {
    /// The planes of the last eight positions; zeros for those that are missing.
    #[inline(always)]
    fn write_steps(&self, history: &History, steps: &mut [u64]) {
        let (positions, marks) = (history.positions(), history.marks());
        let newest = positions.len() - 1;
        let current = &positions[newest];
        let canonical = self.format.is_canonical();
        let (slots, _) = steps.as_chunks_mut::<STEP>();
        let mut used = 0;
        // how many plies before the newest position; past the first one, copies of it
        for back in 0.. {
            if used == STEPS {
                break;
            }
            let index = newest.saturating_sub(back);
            let (position, mark) = (&positions[index], &marks[index]);
            let is_copy = back > newest;
            if canonical
                && (position.castling() != current.castling()
                    || back > 0 && mark.ep_square.is_some())
                || is_copy && !self.has_copy(back - newest, position, mark)
            {
                break;
            }
            let is_shown =
                used == 0 || !self.format.has_repeated_positions_only() || mark.repetitions > 0;
            if is_shown {
                write_step(position, mark, is_copy, current.turn(), &mut slots[used]);
                used += 1;
            }
            // before a capture or pawn move, nothing can recur; copies never do
            if canonical && position.halfmove_clock() == 0 || is_copy && !is_shown {
                break;
            }
        }
        slots[used..].as_flattened_mut().fill(0);
    }

    /// Whether the place `before` plies before the first position is filled.
    #[inline(always)]
    fn has_copy(&self, before: usize, first: &Position, mark: &Mark) -> bool {
        match self.fill {
            HistoryFill::No => before == 1 && mark.ep_square.is_some(),
            HistoryFill::FenOnly => !is_standard_start(first),
            HistoryFill::Always => true,
        }
    }

    /// Planes 104 to 111.
    #[inline(always)]
    fn write_rest(&self, position: &Position, mark: Mark, rest: &mut [u64]) {
        let us = position.turn();
        let seen = |set: Bitboard| seen_by(us, set);
        let rooks = |color, side| castling_rooks(position, color, side);
        let own = CastlingSide::ALL.map(|side| rooks(us, side));
        let other = CastlingSide::ALL.map(|side| rooks(!us, side));
        let [king, queen] = CastlingSide::ALL.map(|side| side as usize);
        let castling = if self.format.has_castling_flags() {
            [own[queen], own[king], other[queen], other[king]].map(|rook| whole(rook.any()))
        } else {
            [seen(own[queen] | other[queen]), seen(own[king] | other[king]), 0, 0]
        };
        let black = whole(us == Color::Black);
        let ep_square =
            mark.ep_square.map_or(0, |square| 1 << Square::new(square.file(), Rank::Eighth) as u8);
        let canonical = self.format.is_canonical();
        rest[..4].copy_from_slice(&castling);
        rest[4] = if canonical { ep_square } else { black };
        rest[5] = whole(true);
        rest[6] = if self.format.is_armageddon() { black } else { 0 };
        rest[7] = whole(true);
    }

    /// The value of plane 109.
    #[inline(always)]
    fn rule_50(&self, position: &Position) -> f32 {
        let plies = position.halfmove_clock() as f32;
        if self.format.has_hectoplies() { plies / 100.0 } else { plies }
    }
}

/// One position as `us` sees it. In a copy of a first position with an en-passant square, the pawn
/// is back where its double push began.
#[inline(always)]
fn write_step(position: &Position, mark: &Mark, is_copy: bool, us: Color, slot: &mut [u64; STEP]) {
    let [pieces @ .., repeated] = slot;
    write_pieces(position.placement(), us, pieces);
    *repeated = whole(mark.repetitions > 0);
    if is_copy && let Some(passed) = mark.ep_square {
        let pusher = !position.turn();
        // the squares before and behind the passed one, if they are on the board
        let both = Bitboard::from(passed).north() | Bitboard::from(passed).south();
        slot[if pusher == us { 0 } else { 6 }] ^= seen_by(us, both);
    }
}

/// All squares or none.
#[inline(always)]
fn whole(set: bool) -> u64 {
    if set { !0 } else { 0 }
}

/// A set with the viewer's own back rank lowest.
#[inline(always)]
fn seen_by(viewer: Color, set: Bitboard) -> u64 {
    match viewer {
        Color::White => set.0,
        Color::Black => set.0.swap_bytes(),
    }
}

/// The rook of one wing with which a player may castle, as a set of one or none.
#[inline(always)]
fn castling_rooks(position: &Position, color: Color, side: CastlingSide) -> Bitboard {
    let below_king = Bitboard(Bitboard::from(position.king(color)).0.wrapping_sub(1));
    let rooks = position.castling().of(color);
    match side {
        CastlingSide::King => rooks - below_king,
        CastlingSide::Queen => rooks & below_king,
    }
}

/// Whether nothing can precede the position: the start of standard chess, whatever its clocks.
#[inline(always)]
fn is_standard_start(position: &Position) -> bool {
    static STANDARD: LazyLock<Position> = LazyLock::new(Position::standard);
    position.pieces_key() == STANDARD.pieces_key() && *position == *STANDARD
}
