//! The 112 input planes of lc0.

use std::sync::LazyLock;

use super::format::CANONICAL_VIEW;
use super::{HistoryFill, InputFormat, Transform};
use crate::attacks::Backend;
use crate::error::{CallError, call_error};
use crate::position::{Position, Setup};
use crate::tensor::bits::{filled_plane, from_side_of};
use crate::tensor::decode::{Decoded, DensePlanes, Missing, put_pieces};
use crate::tensor::describe::{Conventions, FLAGS, owned, step_names};
use crate::tensor::options::{NameError, Options};
use crate::tensor::pieces::write_pieces;
use crate::tensor::plane_symmetry::PlaneSymmetry;
use crate::tensor::symmetry::transforms_board;
use crate::tensor::{
    EnPassantRule, HistoryView, PlaneEncoding, Planes, Player, RepetitionRecord, View,
};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, Rank, Square};

/// The number of positions, newest first.
const STEPS: usize = 8;
/// The planes of one position: 12 of pieces, 1 of repetition.
const STEP: usize = 13;
/// The first plane of castling rights.
const CASTLING: usize = 104;
/// The plane of the side to move or, in canonical formats, of en passant.
const TURN: usize = 108;
/// The plane of the halfmove clock.
const RULE_50: usize = 109;

/// The 112 planes of lc0, from the side to move's side: 8 positions of 13 planes, newest first (own
/// pawns, knights, bishops, rooks, queens, king, the opponent's, ones if the position occurred
/// before), then
///
/// | plane | format 1 | format 2 | canonical |
/// |---|---|---|---|
/// | 104 | own right to castle on the a-side | rooks with the right, both players' | as 2 |
/// | 105 | own right, h-side | rooks with the right, both players' | as 2 |
/// | 106, 107 | the opponent's rights, a-side, h-side | zeros | zeros |
/// | 108 | ones if Black is to move | as 1 | en-passant file on the opponent's back rank |
/// | 109 | halfmove clock | as 1 | as 1; divided by 100 from format 4 on |
/// | 110 | zeros | zeros | ones if Black is to move in 132 and 133 |
/// | 111 | ones | ones | ones |
///
/// Plane 109 is not divided by 99 in formats 1 to 3: lc0 applies that factor to the weights.
/// `uint8` saturates at 255.
///
/// The planes equal those of lc0 (v0.31.2, master of November 2026) on the recorded vectors, except
/// where lc0 does not terminate: formats 5 and 133 with a fill and a first position whose halfmove
/// clock is not 0. Copies are omitted there, because they are not repetitions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lc0 {
    /// The input format.
    pub format: InputFormat,
    /// The fill of missing history.
    pub fill: HistoryFill,
}

impl PlaneEncoding for Lc0 {
    fn name(&self) -> &'static str {
        "lc0"
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        options.choose("format", &mut self.format, &InputFormat::numbers())?;
        options.choose("fill", &mut self.fill, &HistoryFill::NAMES)
    }

    fn channel_names(&self) -> Vec<String> {
        let format = self.format;
        let castling = if format.has_castling_flags() {
            ["own O-O-O right", "own O-O right", "opponent's O-O-O right", "opponent's O-O right"]
        } else {
            ["rooks for O-O-O, both sides'", "rooks for O-O, both sides'", "zeros", "zeros"]
        };
        let rest = [
            if format.is_canonical() {
                "en-passant file on the eighth rank"
            } else {
                "Black to move"
            },
            if format.has_hectoplies() { "halfmove clock / 100" } else { "halfmove clock" },
            if format.is_armageddon() { "Black to move" } else { "zeros" },
            "ones",
        ];
        [step_names(STEPS, &["repeated"]), owned(&castling), owned(&rest)].concat()
    }

    fn conventions(&self) -> Conventions {
        let (view, en_passant) = if self.format.is_canonical() {
            (CANONICAL_VIEW, "the file is encoded if a pawn is beside the pushed pawn")
        } else {
            (
                View::SideToMove.description(),
                "visible in the history only; counts if a pawn is beside the pushed pawn",
            )
        };
        Conventions {
            view,
            en_passant,
            repetition: "ones from the second occurrence on, for each of 8 positions",
            chess960: if self.format.has_castling_flags() {
                FLAGS
            } else {
                "complete: rights are the squares of the rooks"
            },
            source: "Leela Chess Zero 0.31 to 0.33",
        }
    }

    fn distinguishes_chess960(&self) -> bool {
        !self.format.has_castling_flags()
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        112
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::PseudoLegal
    }

    fn history_plies(&self) -> usize {
        if self.format.has_repeated_positions_only() { usize::MAX } else { STEPS - 1 }
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &[RULE_50]
    }

    fn has_fractions(&self) -> bool {
        self.format.has_hectoplies()
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: HistoryView<'_>, planes: Planes<'_>) {
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

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        if self.format.is_canonical() {
            return Err(call_error!(
                Encoding("format"),
                "lc0's input format {} transforms the board irreversibly, so its planes cannot be decoded",
                self.format.number()
            ));
        }
        let us = if planes.is_set(TURN)? { Color::Black } else { Color::White };
        let mut setup = Setup { turn: us, ..Setup::EMPTY };
        put_pieces(planes.pieces(0)?, us, &mut setup)?;
        if self.format.has_castling_flags() {
            planes.flags(CASTLING, us, [CastlingSide::Queen, CastlingSide::King], &mut setup)?;
        } else {
            let rooks = planes.mask(CASTLING)? | planes.mask(CASTLING + 1)?;
            setup.castling = CastlingRights(Bitboard(from_side_of(us, rooks)));
        }
        setup.ep_square = planes.double_push(STEP, us, Player::SideToMove)?;
        setup.halfmove_clock = planes.count(RULE_50, 1.0)?;
        Ok(Decoded { setup, missing: vec![Missing::FullmoveNumber] })
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        match self.format.is_canonical() {
            true => Err(transforms_board(self.name())),
            false => {
                let symmetry = PlaneSymmetry::new(View::SideToMove, self.channels());
                Ok(symmetry.castling(CASTLING).color(TURN))
            }
        }
    }
}

impl Lc0 {
    /// Writes the planes of the last eight positions; zeros for missing ones.
    #[inline(always)]
    fn write_steps(&self, history: HistoryView<'_>, steps: &mut [u64]) {
        let (positions, marks) = (history.positions(), history.marks());
        let newest = positions.len() - 1;
        let current = &positions[newest];
        let canonical = self.format.is_canonical();
        let (slots, _) = steps.as_chunks_mut::<STEP>();
        let mut used = 0;
        // plies before the newest position; beyond the first position, copies of it
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
            // positions before a capture or pawn move cannot recur; copies are no repetitions
            if canonical && position.halfmove_clock() == 0 || is_copy && !is_shown {
                break;
            }
        }
        slots[used..].as_flattened_mut().fill(0);
    }

    /// Whether the history `before` plies before the first position is filled.
    #[inline(always)]
    fn has_copy(&self, before: usize, first: &Position, mark: &RepetitionRecord) -> bool {
        match self.fill {
            HistoryFill::No => before == 1 && mark.ep_square.is_some(),
            HistoryFill::FenOnly => !is_standard_start(first),
            HistoryFill::Always => true,
        }
    }

    /// Writes planes 104 to 111.
    #[inline(always)]
    fn write_rest(&self, position: &Position, mark: RepetitionRecord, rest: &mut [u64]) {
        let us = position.turn();
        let seen = |set: Bitboard| from_side_of(us, set.0);
        let rooks = |color, side| castling_rooks(position, color, side);
        let own = CastlingSide::ALL.map(|side| rooks(us, side));
        let other = CastlingSide::ALL.map(|side| rooks(!us, side));
        let [king, queen] = CastlingSide::ALL.map(|side| side as usize);
        let castling = if self.format.has_castling_flags() {
            [own[queen], own[king], other[queen], other[king]].map(|rook| filled_plane(rook.any()))
        } else {
            [seen(own[queen] | other[queen]), seen(own[king] | other[king]), 0, 0]
        };
        let black = filled_plane(us == Color::Black);
        let ep_square =
            mark.ep_square.map_or(0, |square| 1 << Square::new(square.file(), Rank::Eighth) as u8);
        let canonical = self.format.is_canonical();
        rest[..4].copy_from_slice(&castling);
        rest[4] = if canonical { ep_square } else { black };
        rest[5] = filled_plane(true);
        rest[6] = if self.format.is_armageddon() { black } else { 0 };
        rest[7] = filled_plane(true);
    }

    /// Returns the value of plane 109.
    #[inline(always)]
    fn rule_50(&self, position: &Position) -> f32 {
        let plies = position.halfmove_clock() as f32;
        if self.format.has_hectoplies() { plies / 100.0 } else { plies }
    }
}

/// Writes the planes of one position from the side of `us`. In a copy of a first position with an
/// en-passant square, the double push is undone.
#[inline(always)]
fn write_step(
    position: &Position,
    mark: &RepetitionRecord,
    is_copy: bool,
    us: Color,
    slot: &mut [u64; STEP],
) {
    let [pieces @ .., repeated] = slot;
    write_pieces(position.placement(), us, pieces);
    *repeated = filled_plane(mark.repetitions > 0);
    if is_copy && let Some(passed) = mark.ep_square {
        let pusher = !position.turn();
        // the squares in front of and behind the en-passant square, if they are on the board
        let both = Bitboard::from(passed).north() | Bitboard::from(passed).south();
        slot[if pusher == us { 0 } else { 6 }] ^= from_side_of(us, both.0);
    }
}

/// Returns the rook with a castling right on a wing, as a set of one or none.
#[inline(always)]
fn castling_rooks(position: &Position, color: Color, side: CastlingSide) -> Bitboard {
    let below_king = Bitboard(Bitboard::from(position.king(color)).0.wrapping_sub(1));
    let rooks = position.castling().of(color);
    match side {
        CastlingSide::King => rooks - below_king,
        CastlingSide::Queen => rooks & below_king,
    }
}

/// Whether the position is the standard start position, with any clocks.
#[inline(always)]
fn is_standard_start(position: &Position) -> bool {
    static STANDARD: LazyLock<Position> = LazyLock::new(Position::standard);
    // compared first, so that the comparison of the rest is rare; rows of tables have no keys
    position.placement().occupied() == Bitboard(0xFFFF_0000_0000_FFFF) && *position == *STANDARD
}
