//! The structs of the stored columns, defined from the table.

use std::fmt::Display;
use std::ops::Range;

use super::table::*;
use crate::error::{CallError, call_error, ensure};
use crate::store::{Column, Ragged, Storage, optional_columns};

macro_rules! define {
    (
        games {$($(#[$game_doc:meta])* $of_game:ident: $GameValue:ty = $no_value:expr, $is_valid:ident;)*}
        plies {$($(#[$ply_doc:meta])* $of_ply:ident: $PlyValue:ty = $absent:expr, $is_valid_ply:ident;)*}
        lists {$($(#[$list_doc:meta])* $list:ident[$offsets:ident]: $Item:ty, $is_valid_item:ident;)*}
    ) => {
        /// The columns with a value for each game.
        #[derive(Clone, PartialEq, Debug, Default)]
        pub struct GameColumns {
            $($(#[$game_doc])* pub $of_game: Vec<$GameValue>,)*
        }

        /// The values of one game.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct GameRow {
            $(pub(crate) $of_game: $GameValue,)*
        }

        impl GameRow {
            /// A game without values.
            pub(crate) const NONE: GameRow = GameRow { $($of_game: $no_value,)* };
        }

        impl GameColumns {
            /// Appends a game.
            pub(super) fn push(&mut self, row: &GameRow) {
                $(self.$of_game.push(row.$of_game);)*
            }

            /// Appends games of other columns, which must exist.
            pub(super) fn extend(&mut self, others: &GameColumns, games: Range<usize>) {
                $(self.$of_game.extend_from_slice(&others.$of_game[games.clone()]);)*
            }

            /// Validates the columns of a number of games.
            pub(super) fn check(&self, games: usize) -> Result<(), CallError> {
                $(
                    let column = stringify!($of_game);
                    check_length(column, self.$of_game.len(), games)?;
                    if let Some((game, value)) = self.$of_game.first_invalid($no_value, $is_valid) {
                        return Err(wrong_value(&format!("game {game}"), column, value));
                    }
                )*
                Ok(())
            }

            /// The memory of the columns.
            pub(super) fn storage(&mut self) -> impl Iterator<Item = &mut dyn Storage> {
                [$(&mut self.$of_game as &mut dyn Storage),*].into_iter()
            }

            /// The number of bytes on the heap.
            pub(super) fn heap_bytes(&self) -> usize {
                0 $(+ self.$of_game.heap_bytes())*
            }
        }

        optional_columns! {
            /// The columns with a value or a list for each ply of all games. A column is `None` if no
            /// ply has any.
            PlyColumns;
            /// The values and lists of one ply.
            PlyRow [<'a>] 'a;
            $($(#[$ply_doc])* $of_ply: Vec<$PlyValue> = $absent, $is_valid_ply;)*
            $($(#[$list_doc])* $list: Ragged<$Item> = &[], $is_valid_item;)*
        }
    };
}

stored_columns!(define);

/// Checks the length of a column.
pub(super) fn check_length(
    column: &'static str,
    got: usize,
    expected: usize,
) -> Result<(), CallError> {
    ensure!(got == expected, Data(column), "column {column} has {got} entries, not {expected}");
    Ok(())
}

/// The error of a value that is invalid in its column.
pub(super) fn wrong_value(at: &str, column: &'static str, value: impl Display) -> CallError {
    call_error!(Data(column), "{at}: invalid value {value} in column {column}")
}

impl PlyColumns {
    /// Sets the row of a ply, the last one; the plies before it that have no row have no values.
    pub(crate) fn set_last(&mut self, ply: usize, row: &PlyRow<'_>) {
        self.resize(ply);
        self.push(ply, row);
    }

    /// Checks that the columns have a row for each ply.
    pub(super) fn check_rows(&self, plies: usize) -> Result<(), CallError> {
        self.wrong_length(plies).map_or(Ok(()), |(column, got)| check_length(column, got, plies))
    }

    /// Validates the columns of games with these offsets, apart from the legality of visits. Columns
    /// without values become `None`.
    pub(super) fn checked(self, offsets: &[u64], plies: usize) -> Result<PlyColumns, CallError> {
        self.check_rows(plies)?;
        if let Some((column, index, value)) = self.first_invalid() {
            let game =
                offsets.partition_point(|&offset| offset as usize <= index).saturating_sub(1);
            let ply = index - offsets[game] as usize;
            return Err(wrong_value(&format!("game {game}, ply {ply}"), column, value));
        }
        Ok(self.without_absent())
    }

    /// Returns the columns of `plies` plies if they are valid, apart from the legality of visits.
    pub(crate) fn validated(self, plies: usize) -> Option<PlyColumns> {
        self.checked(&[0], plies).ok()
    }
}
