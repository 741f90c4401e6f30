//! The 14 planes of many tutorials.

use super::decode::{Decoded, DensePlanes, put_pieces};
use super::describe::{Conventions, owned, piece_names};
use super::pieces::write_pieces_as;
use super::plane_symmetry::PlaneSymmetry;
use super::{EnPassantRule, HistoryView, PlaneEncoding, Planes, View};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::movegen::legal_moves_with;
use crate::position::{Position, Setup};
use crate::types::{CastlingSide, Color};

/// The 14 planes of `split_dims`, a function that many tutorials copy: White's pawns, knights,
/// bishops, rooks, queens and king, Black's, the targets of White's legal moves, and of Black's.
/// The view is always White's, with the eighth rank first.
///
/// The opponent's moves are those after a null move: they may capture a king left in check, and do
/// not include en passant. The target of castling is the king's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tutorial14;

impl PlaneEncoding for Tutorial14 {
    fn name(&self) -> &'static str {
        "tutorial14"
    }

    fn channel_names(&self) -> Vec<String> {
        let targets = ["targets of White's moves", "targets of Black's moves"];
        [piece_names(View::White, 0), owned(&targets)].concat()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: "always White, eighth rank first",
            en_passant: "the target of a legal capture is encoded",
            chess960: "the target of legal castling is encoded",
            source: "the function split_dims of many tutorials",
            ..Conventions::default()
        }
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        14
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::DoublePush
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, backend: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let position = history.position();
        let mut passed = *position;
        passed.pass();
        let own = targets(backend, position).swap_bytes();
        let other = targets(backend, &passed).swap_bytes();
        let Some((masks, [white, black, ..])) = planes.masks.split_first_chunk_mut::<12>() else {
            return;
        };
        write_pieces_as(position.placement(), Color::White, u64::swap_bytes, masks);
        (*white, *black) = match position.turn() {
            Color::White => (own, other),
            Color::Black => (other, own),
        };
    }

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        let mut setup = Setup::EMPTY;
        put_pieces(planes.pieces(0)?.map(u64::swap_bytes), Color::White, &mut setup)?;
        Ok(Decoded::of_pieces(setup))
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        let symmetry = PlaneSymmetry::new(View::White, self.channels());
        Ok(symmetry.reversing_ranks(true).halves(0..12).pair(12, 13))
    }
}

/// Returns the targets of the legal moves.
#[inline(always)]
fn targets<B: Backend>(backend: B, position: &Position) -> u64 {
    let us = position.turn();
    let own = position.placement().by_color(us);
    let mut targets = 0;
    for m in legal_moves_with(backend, position) {
        let to = if own.has(m.to()) {
            CastlingSide::of(m.from(), m.to()).king_target(us)
        } else {
            m.to()
        };
        targets |= 1 << to as u8;
    }
    targets
}
