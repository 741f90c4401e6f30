//! The columns that samples are encoded into before they are shuffled.

use super::fields::Fields;
use crate::tensor::nnue::MAX_ACTIVE;
use crate::tensor::{PlaneEncoding, Policy, f16};

/// The largest number of visited moves of a sample; no position of a game has more than 218 moves.
pub(super) const MAX_VISITED: usize = 224;

/// Defines the columns of a store, their widths, and their rows for one thread.
macro_rules! columns {
    ($($column:ident: $element:ty,)*) => {
        /// Encoded samples, one row each. Columns that the configuration does not need are empty.
        #[derive(Default)]
        pub(super) struct Store {
            $(pub(super) $column: Vec<$element>,)*
        }

        /// The number of elements of a row in each column of a [`Store`].
        #[derive(Clone, Copy, Debug)]
        pub(super) struct Widths {
            $(pub(super) $column: usize,)*
        }

        /// Rows of a [`Store`] that one thread writes.
        pub(super) struct RowsMut<'a> {
            $(pub(super) $column: &'a mut [$element],)*
        }

        impl Store {
            /// Resizes to a number of rows without clearing: every element of a row is written.
            /// Returns `None` if there is not enough memory.
            pub(super) fn resized(mut self, widths: Widths, rows: usize) -> Option<Store> {
                $(resize(&mut self.$column, widths.$column.checked_mul(rows)?)?;)*
                Some(self)
            }

            pub(super) fn rows_mut(&mut self) -> RowsMut<'_> {
                RowsMut { $($column: &mut self.$column),* }
            }
        }

        impl<'a> RowsMut<'a> {
            /// The first `rows` rows, and the others.
            pub(super) fn split(self, widths: Widths, rows: usize) -> (RowsMut<'a>, RowsMut<'a>) {
                $(let $column = self.$column.split_at_mut(widths.$column * rows);)*
                (RowsMut { $($column: $column.0),* }, RowsMut { $($column: $column.1),* })
            }
        }
    };
}

columns! {
    masks: u64,
    scales: f32,
    // 64 for each channel of `PlaneEncoding::numbers`
    numbers: f16,
    policy: i64,
    legal: u8,
    tokens: u8,
    features: i32,
    value: f32,
    wdl: f32,
    win_probability: f32,
    // an index and a count for each visited move, then zeros
    visits: [u16; 2],
    search_value: f32,
    search_wdl: f32,
    plies_left: i32,
    game: i64,
    ply: i32,
}

impl Widths {
    pub(super) fn of(fields: &Fields) -> Widths {
        let planes = fields.planes.as_ref();
        Widths {
            masks: planes.map_or(0, |(encoding, _)| encoding.channels()),
            scales: planes.map_or(0, |(encoding, _)| encoding.scaled().len()),
            numbers: planes.map_or(0, |(encoding, _)| 64 * encoding.numbers().len()),
            policy: fields.policy.is_some().into(),
            legal: fields.legal_mask.map_or(0, |(policy, _)| policy.size().div_ceil(8)),
            tokens: fields.tokens.map_or(0, |tokens| tokens.count()),
            features: if fields.features.is_some() { 2 * MAX_ACTIVE } else { 0 },
            value: fields.value.is_some().into(),
            wdl: if fields.wdl.is_some() { 3 } else { 0 },
            win_probability: fields.win_probability.is_some().into(),
            visits: if fields.policy_target.is_some() { MAX_VISITED } else { 0 },
            search_value: fields.search_value.is_some().into(),
            search_wdl: if fields.search_wdl.is_some() { 3 } else { 0 },
            plies_left: fields.plies_left.into(),
            game: fields.positions.into(),
            ply: fields.positions.into(),
        }
    }
}

/// Windows differ slightly in size: reallocates with extra capacity, and without copying the old
/// elements.
fn resize<T: Clone + Default>(column: &mut Vec<T>, len: usize) -> Option<()> {
    if len > column.capacity() {
        *column = Vec::new();
        column.try_reserve_exact(len + len / 8).ok()?;
    }
    column.resize(len, T::default());
    Some(())
}
