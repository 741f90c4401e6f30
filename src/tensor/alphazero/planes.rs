//! The 119 planes of AlphaZero, in the order of pgx.

use crate::attacks::Backend;
use crate::error::CallError;
use crate::position::Setup;
use crate::tensor::bits::filled_plane;
use crate::tensor::decode::{Decoded, DensePlanes, Missing, may_capture_en_passant, put_pieces};
use crate::tensor::describe::{Conventions, FLAGS, owned, step_names};
use crate::tensor::options::{NameError, Options};
use crate::tensor::pieces::write_pieces;
use crate::tensor::plane_symmetry::PlaneSymmetry;
use crate::tensor::{EnPassantRule, HistoryView, Layout, PlaneEncoding, Planes, Player, View};
use crate::types::{CastlingSide, Color};

/// The number of positions, newest first.
const STEPS: usize = 8;
/// The planes of one position: 12 of pieces, 2 of repetition.
const STEP: usize = 14;
/// The plane of the player's color.
const BLACK: usize = 112;
/// The plane of the ply.
const PLY: usize = 113;
/// The first plane of castling rights.
const CASTLING: usize = 114;
/// The plane of the halfmove clock.
const NO_PROGRESS: usize = 118;

/// The values of the option `layout`.
const LAYOUTS: [(&str, Layout); 2] =
    [("channels_first", Layout::ChannelsFirst), ("channels_last", Layout::ChannelsLast)];

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

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        options.choose("layout", &mut self.layout, &LAYOUTS)?;
        options.choose("player", &mut self.player, &Player::NAMES)
    }

    fn channel_names(&self) -> Vec<String> {
        let rest = [
            self.player.is_black(),
            "ply / 512",
            "own O-O-O right",
            "own O-O right",
            "opponent's O-O-O right",
            "opponent's O-O right",
            "halfmove clock / 100",
        ];
        [step_names(STEPS, &["not repeated", "repeated"]), owned(&rest)].concat()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: self.player.description(),
            en_passant: "visible in the history only; for repetition, counts after every double push",
            repetition: "one plane for new positions, one for repeated ones",
            chess960: FLAGS,
            source: "Silver et al. 2018 in the order of pgx 2.6",
        }
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

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        let us = if planes.is_set(BLACK)? { Color::Black } else { Color::White };
        let mut setup = Setup { turn: self.player.color(us), ..Setup::EMPTY };
        put_pieces(planes.pieces(0)?, us, &mut setup)?;
        planes.flags(CASTLING, us, [CastlingSide::Queen, CastlingSide::King], &mut setup)?;
        setup.ep_square = planes.double_push(STEP, us, self.player)?;
        setup.halfmove_clock = planes.count(NO_PROGRESS, 100.0)?;
        setup.fullmove_number = planes.count(PLY, 512.0)? / 2 + 1;
        // without history, a double push is not visible
        let is_first = planes.mask(STEP + 5)? == 0;
        let lacks_square = is_first && setup.halfmove_clock == 0 && may_capture_en_passant(&setup);
        Ok(Decoded {
            setup,
            missing: lacks_square.then_some(Missing::EnPassant).into_iter().collect(),
        })
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        let symmetry = PlaneSymmetry::new(View::SideToMove, self.channels());
        let symmetry = symmetry.reversing_ranks(self.player == Player::Opponent);
        Ok(symmetry.color(BLACK).castling(CASTLING))
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
