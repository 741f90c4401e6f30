//! The encoding `pieces`: 12 planes of pieces only.

use super::decode::{Decoded, DensePlanes, put_pieces};
use super::describe::{Conventions, piece_names};
use super::options::{NameError, Options};
use super::plane_symmetry::PlaneSymmetry;
use super::{EnPassantRule, HistoryView, PlaneEncoding, Planes, View};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::position::{Placement, Setup};
use crate::types::Color;

/// Twelve planes: the viewer's pawns, knights, bishops, rooks, queens and king, then the
/// opponent's. The first row is the viewer's own back rank, the first column the a-file.
///
/// Castling rights, en passant, clocks and the history are not encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces {
    /// The viewer, whose pieces come first.
    pub view: View,
}

impl PlaneEncoding for Pieces {
    fn name(&self) -> &'static str {
        "pieces"
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        options.choose("view", &mut self.view, &View::NAMES)
    }

    fn channel_names(&self) -> Vec<String> {
        piece_names(self.view, 0)
    }

    fn conventions(&self) -> Conventions {
        Conventions { view: self.view.description(), ..Conventions::default() }
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        12
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::DoublePush
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, _: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let position = history.position();
        if let Some(masks) = planes.masks.first_chunk_mut() {
            write_pieces(position.placement(), self.view.viewer(position.turn()), masks);
        }
    }

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        let mut setup = Setup::EMPTY;
        put_pieces(planes.pieces(0)?, Color::White, &mut setup)?;
        Ok(Decoded::of_pieces(setup))
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        Ok(PlaneSymmetry::new(self.view, self.channels()).halves(0..12))
    }
}

/// Writes the masks of the viewer's pawns to king, then the opponent's, from the viewer's side.
#[inline(always)]
pub(super) fn write_pieces(placement: &Placement, viewer: Color, masks: &mut [u64; 12]) {
    match viewer {
        Color::White => write_pieces_as(placement, viewer, |set| set, masks),
        Color::Black => write_pieces_as(placement, viewer, u64::swap_bytes, masks),
    }
}

/// Writes the masks of the viewer's pawns to king, then the opponent's, each mapped by `seen`.
#[inline(always)]
pub(super) fn write_pieces_as(
    placement: &Placement,
    viewer: Color,
    seen: impl Fn(u64) -> u64,
    masks: &mut [u64; 12],
) {
    for (color, masks) in [viewer, !viewer].into_iter().zip(masks.as_chunks_mut::<6>().0) {
        // all eight sets at once, since they fill one register; the last two are the colors'
        let (pieces, mut all) = (placement.by_color(color).0, [0; 8]);
        for (seen_set, set) in all.iter_mut().zip(placement.sets()) {
            *seen_set = seen(set.0 & pieces);
        }
        masks.copy_from_slice(&all[..6]);
    }
}
