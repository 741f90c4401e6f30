//! Planes of PettingZoo.

use super::decode::{Decoded, DensePlanes, Missing, put_pieces};
use super::describe::{Conventions, FLAGS, owned, step_names};
use super::options::{NameError, Options};
use super::pieces::write_pieces;
use super::plane_symmetry::PlaneSymmetry;
use super::{EnPassantRule, HistoryView, Layout, PlaneEncoding, Planes, Player, View};
use crate::attacks::Backend;
use crate::error::{CallError, call_error};
use crate::position::{Position, Setup};
use crate::tensor::bits::{filled_plane, from_side_of};
use crate::types::{Bitboard, CastlingSide, Color};

/// The number of positions, newest first.
const STEPS: usize = 8;
/// The planes of one position: 12 of pieces, 1 of repetition.
const STEP: usize = 13;
/// The plane of the player's color, after the castling rights.
const BLACK: usize = 4;
/// The plane of the halfmove clock.
const CLOCK: usize = 5;
/// The number of planes before the positions.
const HEAD: usize = 7;

/// The 111 planes of PettingZoo's `chess_v6`, from a player's side, `(8, 8, 111)`: the own right to
/// castle on the h-side and on the a-side, the opponent's, ones if the player is Black, the square
/// whose number is half of the halfmove clock, ones; then 8 positions of 13 planes, newest first:
/// own pawns, knights, bishops, rooks, queens, king, the opponent's, ones if the position occurred
/// before.
///
/// The first position of a game is not shown, since PettingZoo does not record it. After a double
/// push, the pawn is shown on its own back rank, also in the history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PettingZoo {
    /// The observing player.
    pub player: Player,
}

impl PlaneEncoding for PettingZoo {
    fn name(&self) -> &'static str {
        "pettingzoo"
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        options.choose("player", &mut self.player, &Player::NAMES)
    }

    fn channel_names(&self) -> Vec<String> {
        let head = [
            "own O-O right",
            "own O-O-O right",
            "opponent's O-O right",
            "opponent's O-O-O right",
            self.player.is_black(),
            "square number halfmove clock / 2",
            "ones",
        ];
        [owned(&head), step_names(STEPS, &["repeated"])].concat()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: self.player.description(),
            en_passant: "after every double push, the pawn is shown on its back rank",
            repetition: "ones from the second occurrence on; en passant counts if a capture is legal",
            chess960: FLAGS,
            source: "PettingZoo 1.27 chess_v6",
        }
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        HEAD + STEPS * STEP
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::Legal
    }

    fn history_plies(&self) -> usize {
        STEPS
    }

    #[inline(always)]
    fn layout(&self) -> Layout {
        Layout::ChannelsLast
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let position = history.position();
        let us = self.player.color(position.turn());
        let (head, steps) = planes.masks.split_at_mut(HEAD);
        let may_castle = |color, side| filled_plane(position.castling_rook(color, side).is_some());
        // the square is numbered from White's a1, and flipped with the board for Black
        let count = 1_u64.checked_shl(position.halfmove_clock() / 2).unwrap_or(0);
        head.copy_from_slice(&[
            may_castle(us, CastlingSide::King),
            may_castle(us, CastlingSide::Queen),
            may_castle(!us, CastlingSide::King),
            may_castle(!us, CastlingSide::Queen),
            filled_plane(us == Color::Black),
            from_side_of(us, count),
            !0,
        ]);
        let (steps, _) = steps.as_chunks_mut::<STEP>();
        let shown = STEPS.min(history.plies());
        for (back, step) in steps[..shown].iter_mut().enumerate() {
            let ply = history.plies() - back;
            write_step(&history.positions()[ply], us, history.marks()[ply].repetitions > 0, step);
        }
        steps[shown..].as_flattened_mut().fill(0);
    }

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        let us = if planes.is_set(BLACK)? { Color::Black } else { Color::White };
        let mut setup = Setup { turn: self.player.color(us), ..Setup::EMPTY };
        let mut pieces = planes.pieces(HEAD)?;
        if pieces == [0; 12] {
            return Err(call_error!(
                Encoding("array"),
                "the planes are those of the first position of a game, which pettingzoo does not encode"
            ));
        }
        // after a double push, the pawn is on its back rank
        let passed = match self.player {
            Player::SideToMove => {
                let pushed = pieces[6] & 0xFF << 56;
                pieces[6] ^= pushed | pushed >> 24;
                pushed >> 16
            }
            Player::Opponent => {
                let pushed = pieces[0] & 0xFF;
                pieces[0] ^= pushed | pushed << 24;
                pushed << 16
            }
        };
        put_pieces(pieces, us, &mut setup)?;
        setup.ep_square = Bitboard(from_side_of(us, passed)).first();
        planes.flags(0, us, [CastlingSide::King, CastlingSide::Queen], &mut setup)?;
        // half of the clock, rounded down, and an empty mask from 128 on
        setup.halfmove_clock = 2 * (from_side_of(us, planes.mask(CLOCK)?).trailing_zeros() % 64);
        Ok(Decoded { setup, missing: vec![Missing::HalfmoveClock, Missing::FullmoveNumber] })
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        let symmetry = PlaneSymmetry::new(View::SideToMove, self.channels());
        let symmetry = symmetry.reversing_ranks(self.player == Player::Opponent);
        Ok(symmetry.castling(0).color(BLACK).absolute(CLOCK).fixed(CLOCK))
    }
}

/// Writes the planes of one position from the side of `us`.
#[inline(always)]
fn write_step(position: &Position, us: Color, is_repeated: bool, step: &mut [u64; STEP]) {
    let [pieces @ .., repeated] = step;
    write_pieces(position.placement(), us, pieces);
    *repeated = if is_repeated { !0 } else { 0 };
    if let Some(passed) = position.ep_square() {
        let passed = Bitboard::from(passed);
        // move the pawn from the fourth rank to the first, as its owner counts
        let (pushed, shown) = match !position.turn() {
            Color::White => (passed.north(), passed.south().south()),
            Color::Black => (passed.south(), passed.north().north()),
        };
        let both = match us {
            Color::White => (pushed | shown).0,
            Color::Black => (pushed | shown).0.swap_bytes(),
        };
        pieces[if position.turn() == us { 6 } else { 0 }] ^= both;
    }
}
