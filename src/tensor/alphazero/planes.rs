//! The 119 planes of AlphaZero, in the order of pgx.

use crate::attacks::Backend;
use crate::tensor::bits::filled_plane;
use crate::tensor::pieces::write_pieces;
use crate::tensor::{EnPassantRule, HistoryView, Layout, PlaneEncoding, Planes, Player};
use crate::types::{CastlingSide, Color};

/// The number of positions, newest first.
const STEPS: usize = 8;
/// The planes of one position: 12 of pieces, 2 of repetition.
const STEP: usize = 14;
/// The plane of the ply.
const PLY: usize = 113;
/// The plane of the halfmove clock.
const NO_PROGRESS: usize = 118;

/// The 119 planes of AlphaZero as in pgx 2.6, from a player's side: 8 positions of 14 planes,
/// newest first (own pawns, knights, bishops, rooks, queens, king, the opponent's, ones if the
/// position is new, ones if it occurred before), then
///
/// | plane | |
/// |---|---|
/// | 112 | ones if the player is Black |
/// | 113 | plies since move 1, divided by 512 |
/// | 114, 115 | own right to castle on the a-side, on the h-side |
/// | 116, 117 | the same for the opponent |
/// | 118 | halfmove clock times 0.01 |
///
/// A missing position has no pieces and is new. As in pgx, a position in the history that recurs
/// later is not new either. En passant is visible only in the history; for repetitions, the rule is
/// [`EnPassantRule::DoublePush`].
///
/// pgx has the shape `(8, 8, 119)`: [`Layout::ChannelsLast`]. Unlike here, pgx with jax 0.5 and
/// later does not detect repetitions of the start position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AlphaZero {
    /// The memory layout.
    pub layout: Layout,
    /// The observing player.
    pub player: Player,
}

impl PlaneEncoding for AlphaZero {
    fn name(&self) -> &'static str {
        "alphazero"
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        119
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::DoublePush
    }

    fn history_plies(&self) -> usize {
        STEPS - 1
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &[PLY, NO_PROGRESS]
    }

    fn has_fractions(&self) -> bool {
        true
    }

    #[inline(always)]
    fn layout(&self) -> Layout {
        self.layout
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let Planes { masks, scales } = planes;
        let position = history.position();
        let us = self.player.color(position.turn());

        let (steps, rest) = masks.split_at_mut(STEPS * STEP);
        let (steps, _) = steps.as_chunks_mut::<STEP>();
        let shown = STEPS.min(history.positions().len());
        for (back, step) in steps[..shown].iter_mut().enumerate() {
            let ply = history.plies() - back;
            let [pieces @ .., new, repeated] = step;
            write_pieces(history.positions()[ply].placement(), us, pieces);
            let is_repeated = occurs_elsewhere(history, ply);
            *new = filled_plane(!is_repeated);
            *repeated = filled_plane(is_repeated);
        }
        for step in &mut steps[shown..] {
            *step = [0; STEP];
            step[12] = !0;
        }

        let may_castle = |color, side| filled_plane(position.castling_rook(color, side).is_some());
        let rights = [
            may_castle(us, CastlingSide::Queen),
            may_castle(us, CastlingSide::King),
            may_castle(!us, CastlingSide::Queen),
            may_castle(!us, CastlingSide::King),
        ];
        rest[0] = filled_plane(us == Color::Black);
        rest[1] = !0;
        rest[2..6].copy_from_slice(&rights);
        rest[6] = !0;
        scales[0] = position.ply() as f32 / 512.0;
        scales[1] = position.halfmove_clock() as f32 * 0.01;
    }
}

/// Whether the position at `ply`, one of the last eight, occurred before or recurs later.
#[inline(always)]
fn occurs_elsewhere(history: HistoryView<'_>, ply: usize) -> bool {
    let marks = history.marks();
    marks[ply].repetitions > 0
        || (ply + 4..marks.len())
            .step_by(2)
            .any(|later| marks[later].repetitions > 0 && history.same(ply, later))
}
