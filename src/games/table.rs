//! The table of the stored columns.

use crate::pgn::Arrow;
use crate::types::MATE;

/// An unknown result in [`Games::result`](super::Games::result).
pub const UNKNOWN_RESULT: i8 = i8::MIN;

/// The number of nodes of a search that is unknown, in
/// [`Games::search_nodes`](super::Games::search_nodes).
pub const NO_NODES: i32 = -1;

/// The largest difference to 1 of the sum of win, draw and loss: that of 16-bit floats.
const WDL_TOLERANCE: f32 = 0.01;

/// Calls a macro with the columns of `Games` beside start positions, moves, tags and origins.
///
/// `games` have a value for each game, `plies` one for each ply, `lists` a list for each ply; the last
/// two are absent if no ply has any. A column has a documentation, which is that of the property in
/// Python (apart from lists); a name, also in files; the type of its values; the value where there is
/// none; and a function that validates the others. Of a list the name of its offsets is stated, too.
macro_rules! stored_columns {
    ($define:ident) => {
        $define! {
            games {
                /// Whether each game is Chess960, bool, `(games,)`.
                chess960: bool = false, is_any;
                /// The result of each game, int8, `(games,)`: 1 White won, 0 draw, -1 Black won, -128 unknown.
                result: i8 = $crate::games::UNKNOWN_RESULT, is_result;
                /// White's rating in each game, int16, `(games,)`; 0 if unknown.
                white_elo: i16 = 0, is_rating;
                /// Black's rating in each game, int16, `(games,)`; 0 if unknown.
                black_elo: i16 = 0, is_rating;
                /// Whether each game was cut off at an error in its text, bool, `(games,)`.
                broken: bool = false, is_any;
            }
            plies {
                /// The evaluation after each move (`%eval`) from White's view, int32, `(moves,)`.
                ///
                /// Centipawns; mate in n as 1,000,000 - n or its negative, -2**31 if there is none. `None` if
                /// no game has any.
                evals: i32 = $crate::types::NO_EVAL, is_eval;
                /// The clock of the player who moved, after each move (`%clk`), int32, `(moves,)`.
                ///
                /// In milliseconds; -1 if unknown. `None` if no game has any.
                clocks: i32 = $crate::types::NO_CLOCK, is_count;
                /// The time used for each move (`%emt`) in milliseconds, int32, `(moves,)`; -1 if unknown.
                ///
                /// `None` if no game has any, or they were not read: `Games.from_pgn(source,
                /// annotations="move_times")`.
                move_times: i32 = $crate::types::NO_CLOCK, is_count;
                /// The value of the search in the position before each move, float32, `(moves,)`.
                ///
                /// From -1 (lost) to 1 (won) for the player to move; NaN if unknown. `None` if no game has any.
                search_values: f32 = f32::NAN, is_value;
                /// The win, draw and loss probabilities of the search, float32, `(moves, 3)`.
                ///
                /// In the position before each move, for the player to move; NaN if unknown. `None` if no game
                /// has any.
                search_wdl: [f32; 3] = [f32::NAN; 3], is_wdl;
                /// The network's value of the position before each move, before the search, float32, `(moves,)`.
                ///
                /// As `search_values`, which the search has improved.
                network_values: f32 = f32::NAN, is_value;
                /// The number of nodes of the search in the position before each move, int32, `(moves,)`.
                ///
                /// -1 if unknown. `None` if no game has any.
                search_nodes: i32 = $crate::games::NO_NODES, is_count;
                /// The weight in training of the position before each move, float32, `(moves,)`.
                ///
                /// 0 or more: for example 0 for quick searches, or more where the search contradicts the network
                /// (`TreeSearch.surprise`). NaN if unknown. `None` if no game has any.
                search_weights: f32 = f32::NAN, is_weight;
            }
            lists {
                /// The arrows (`%cal`) and colored squares (`%csl`) after each move, as
                /// [`Arrow::bits`](crate::pgn::Arrow::bits).
                arrows[arrow_offsets]: u16, is_arrow;
                /// The moves that the search in the position before each move visited, legal there, as
                /// [`Move::bits`](crate::types::Move::bits), and their counts, of which only the ratios of a
                /// ply are meaningful. Moves without visits may be absent.
                visits[visit_offsets]: [u16; 2], is_any;
            }
        }
    };
}
pub(crate) use stored_columns;

/// For columns of which every value is valid.
pub(super) fn is_any<T>(_: T) -> bool {
    true
}

pub(crate) fn is_result(number: i8) -> bool {
    (-1..=1).contains(&number)
}

pub(super) fn is_rating(rating: i16) -> bool {
    rating >= 0
}

pub(crate) fn is_eval(eval: i32) -> bool {
    (-MATE..=MATE).contains(&eval)
}

pub(super) fn is_count(number: i32) -> bool {
    number >= 0
}

/// Whether a value of a search is from -1 to 1.
pub(crate) fn is_value(value: f32) -> bool {
    (-1.0..=1.0).contains(&value)
}

/// Whether numbers are probabilities of win, draw and loss.
pub(crate) fn is_wdl(wdl: [f32; 3]) -> bool {
    let sum: f32 = wdl.iter().sum();
    wdl.iter().all(|part| (0.0..=1.0 + WDL_TOLERANCE).contains(part))
        && (sum - 1.0).abs() <= WDL_TOLERANCE
}

/// Whether a number is a weight in training.
pub(crate) fn is_weight(weight: f32) -> bool {
    weight >= 0.0 && weight.is_finite()
}

pub(super) fn is_arrow(bits: u16) -> bool {
    Arrow::from_bits(bits).is_some()
}
