//! Rows of planes.

use super::{RowError, WriteRow};
use crate::attacks::Backend;
use crate::tensor::planes::{check_bits, check_element, stream_dense, write_dense};
use crate::tensor::{
    Element, EnPassantRule, History, HistoryView, PlaneEncoding, Planes, PlanesError,
};
use crate::types::Move;

/// The dense form of planes.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a, E>(pub &'a E);

impl<E: PlaneEncoding, T: Element> WriteRow<&mut [T]> for Dense<'_, E> {
    type State = History;

    fn en_passant(&self) -> EnPassantRule {
        self.0.en_passant()
    }

    fn history_plies(&self) -> usize {
        self.0.history_plies()
    }

    fn width(&self) -> usize {
        self.0.channels() * 64
    }

    fn check(&self) -> Result<(), PlanesError> {
        check_element::<E, T>(self.0)
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        history: HistoryView<'_>,
        _: Option<Move>,
        row: &mut &mut [T],
    ) -> Result<(), RowError> {
        write_dense(backend, self.0, history, row);
        Ok(())
    }

    #[inline(always)]
    fn stream<B: Backend>(
        &self,
        backend: B,
        history: HistoryView<'_>,
        _: Option<Move>,
        row: &mut &mut [T],
    ) -> Result<(), RowError> {
        stream_dense(backend, self.0, history, row);
        Ok(())
    }
}

/// The bit form of planes: the masks, and the values of [`PlaneEncoding::scaled`].
#[derive(Clone, Copy, Debug)]
pub struct Bits<'a, E>(pub &'a E);

impl<E: PlaneEncoding> WriteRow<(&mut [u64], &mut [f32])> for Bits<'_, E> {
    type State = History;

    fn en_passant(&self) -> EnPassantRule {
        self.0.en_passant()
    }

    fn history_plies(&self) -> usize {
        self.0.history_plies()
    }

    fn width(&self) -> usize {
        self.0.channels()
    }

    fn check(&self) -> Result<(), PlanesError> {
        check_bits(self.0)
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        history: HistoryView<'_>,
        _: Option<Move>,
        (masks, scales): &mut (&mut [u64], &mut [f32]),
    ) -> Result<(), RowError> {
        self.0.encode(backend, history, Planes { masks, scales });
        Ok(())
    }
}
