//! The columns of labels: what is known of a position, one value or list a row.

use super::lists::NameLists;
use crate::games::{UNKNOWN_RESULT, is_eval, is_result};
use crate::store::{Column, Ragged, optional_columns};
use crate::types::NO_EVAL;

/// [`RowLabels::moves`] of a position without a move.
pub const NO_MOVE: u16 = 0;
/// [`RowLabels::nodes`], [`RowLabels::rating`] and other numbers that are unknown.
const NO_NUMBER: i8 = -1;

/// Calls a macro with the columns of `Positions` beside the positions and their sources.
///
/// `values` have a number for each row, `lists` a list of numbers, `names` a list of names; a column
/// is absent if no row has any. A column has a documentation, which is that of the property in
/// Python; a name, also in files; the type of its values; the value where there is none; and a
/// function that validates the others. Of a list the name of its offsets is stated, too, and of
/// names that of the distinct names.
macro_rules! label_columns {
    ($define:ident) => {
        $define! {
            values {
                /// The evaluation of each position in centipawns from White's view, int32, `(rows,)`.
                ///
                /// Mate in n as 1,000,000 - n or its negative, -2**31 if there is none, as `Games.evals`.
                evals: i32 = NO_EVAL, is_eval;
                /// The result of each position's game, int8, `(rows,)`.
                ///
                /// 1 White won, 0 draw, -1 Black won, -128 unknown.
                result: i8 = UNKNOWN_RESULT, is_result;
                /// The probability that White wins plus half of that of a draw, float32, `(rows,)`; NaN unknown.
                expected_score: f32 = f32::NAN, is_any;
                /// The best move of each position or the one played, uint16, `(rows,)`.
                ///
                /// As in `Games.moves`; 0 if there is none.
                moves: u16 = NO_MOVE, is_any;
                /// The depth of each evaluation in plies, uint8, `(rows,)`; 0 unknown, 255 also for more.
                depth: u8 = 0, is_any;
                /// The nodes of each search, int64, `(rows,)`; -1 unknown.
                nodes: i64 = NO_NUMBER as i64, is_any;
                /// The rating of each puzzle, int16, `(rows,)`; -1 unknown.
                rating: i16 = NO_NUMBER as i16, is_any;
                /// The deviation of each rating, int16, `(rows,)`; -1 unknown.
                rating_deviation: i16 = NO_NUMBER as i16, is_any;
                /// The popularity of each puzzle, int8, `(rows,)`: -100 to 100; -128 unknown.
                popularity: i8 = i8::MIN, is_any;
                /// The number of times that each puzzle was played, int32, `(rows,)`; -1 unknown.
                plays: i32 = NO_NUMBER as i32, is_any;
            }
            lists {
                /// The principal variations or solutions, as bits of moves.
                lines[line_offsets]: u16;
                /// The names of the rows in UTF-8.
                ids[id_offsets]: u8;
            }
            names {
                /// The themes of puzzles.
                themes[theme_offsets, theme_names];
                /// The openings of puzzles.
                openings[opening_offsets, opening_names];
            }
        }
    };
}
#[cfg(feature = "python")]
pub(crate) use label_columns;

fn is_any<T>(_: T) -> bool {
    true
}

macro_rules! define {
    (
        values {$($(#[$doc:meta])* $name:ident: $Value:ty = $absent:expr, $is_valid:ident;)*}
        lists {$($(#[$list_doc:meta])* $list:ident[$_list_offsets:ident]: $Item:ty;)*}
        names {$($(#[$names_doc:meta])* $names:ident[$_offsets:ident, $_distinct:ident];)*}
    ) => {
        optional_columns! {
            /// The labels of many rows. A column is `None` if no row has a value.
            Labels;
            /// The labels of one row; themes and openings are separated by spaces.
            RowLabels [<'a>] 'a;
            $($(#[$doc])* $name: Vec<$Value> = $absent, $is_valid;)*
            $($(#[$list_doc])* $list: Ragged<$Item> = &[], is_any;)*
            $($(#[$names_doc])* $names: NameLists = "", is_any;)*
        }

        impl Labels {
            $($(#[$doc])* pub fn $name(&self) -> Option<&[$Value]> {
                self.$name.as_deref()
            })*

            /// The labels of a row, which must exist, without lists.
            pub fn row(&self, index: usize) -> RowLabels<'static> {
                RowLabels {
                    $($name: self.$name.as_ref().map_or($absent, |values| values[index]),)*
                    ..RowLabels::NONE
                }
            }

            /// The names of the columns of numbers that have a value in a row, which must exist.
            pub fn known(&self, index: usize) -> Vec<&'static str> {
                let mut known = Vec::new();
                $(if let Some(values) = &self.$name && values.has_any(index..index + 1, $absent) {
                    known.push(stringify!($name));
                })*
                known
            }
        }
    };
}

label_columns!(define);
