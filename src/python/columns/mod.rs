//! The class `Column`, the table of columns, and the call that encodes columns.

mod arguments;
mod call;
mod class;
mod describe;
mod given;
mod table;

pub(super) use arguments::{
    check_not_skipped, mask_column, no_visits, planes_column, target_column,
};
pub(super) use call::{Call, Source, SparseMatrix, named_columns};
pub(super) use class::Column;
pub(super) use given::Given;
pub(super) use table::{
    columns_of_arenas, columns_of_boards, columns_of_games, columns_of_moves, method, methods,
};
