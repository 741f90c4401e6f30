//! The 14 planes of many tutorials.

use super::pieces::write_pieces_as;
use super::{EnPassantRule, HistoryView, PlaneEncoding, Planes};
use crate::attacks::Backend;
use crate::movegen::legal_moves_with;
use crate::position::Position;
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

    #[inline(always)]
    fn channels(&self) -> usize {
        14
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::DoublePush
    }

    fn history_plies(&self) -> usize {
        0
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
