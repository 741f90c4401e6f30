//! The roles of the columns of a table.

use crate::named_enum::named_enum;

named_enum! {
    /// The role of a column of a table.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Role {
        /// The position, required.
        Fen = "fen",
        /// An evaluation in the unit of the source, or a mate such as `#-3`.
        Eval = "eval",
        /// An evaluation in centipawns; empty for a mate.
        Cp = "cp",
        /// A mate in this number of moves, negative if the other side mates; empty for others.
        Mate = "mate",
        /// A result: `1-0`, `0-1`, `1/2-1/2`, or `1.0`, `0.5` and `0.0`.
        Result = "result",
        /// The probability of winning plus half of that of a draw.
        ExpectedScore = "expected_score",
        /// The best move or the one played, in UCI or SAN.
        Move = "move",
        /// Moves in UCI, separated by spaces: the line of an evaluation.
        Line = "line",
        /// Moves in UCI, separated by spaces: the solution of a puzzle, which is read whole.
        Solution = "solution",
        /// The depth of the evaluation.
        Depth = "depth",
        /// The nodes of the search.
        Nodes = "nodes",
        /// The nodes of the search in thousands.
        Kilonodes = "knodes",
        /// The name of the position.
        Id = "id",
        /// The rating of a puzzle.
        Rating = "rating",
        /// The deviation of the rating.
        RatingDeviation = "rating_deviation",
        /// The popularity of a puzzle.
        Popularity = "popularity",
        /// The number of times that a puzzle was played.
        Plays = "plays",
        /// The themes of a puzzle, separated by spaces.
        Themes = "themes",
        /// The openings of a puzzle, separated by spaces.
        Openings = "openings",
    }
}

impl Role {
    /// Whether it is held as text, not as a number or as either.
    pub fn is_text(self) -> bool {
        use Role::{Fen, Id, Line, Move, Openings, Solution, Themes};
        matches!(self, Fen | Move | Line | Solution | Id | Themes | Openings)
    }
}
