//! The data of a sample that columns need.

use crate::named_enum::named_enum;
use crate::tensor::EnPassantRule;

named_enum! {
    /// The target of a position without visits.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum NoVisits {
        /// An error.
        #[default]
        Raise = "raise",
        /// A row of zeros, which adds nothing to a cross-entropy.
        Zeros = "zeros",
        /// 1 at the index of the move played.
        Played = "played",
        /// A [`Loader`](crate::loader::Loader) skips the position; elsewhere, it is an error.
        Skip = "skip",
    }
}

named_enum! {
    /// The handling of samples that lack the label of a column.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum OnMissing {
        /// An error.
        #[default]
        Raise = "raise",
        /// NaN.
        Nan = "nan",
        /// A [`Loader`](crate::loader::Loader) skips the position; elsewhere, it is an error.
        Skip = "skip",
    }
}

/// The data of a sample that columns need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The position. Without it, the moves of games are not played.
    pub position: bool,
    /// The legal moves.
    pub legal_moves: bool,
    /// The move played.
    pub next_move: bool,
    /// The result and the other labels of the game.
    pub game: bool,
    /// Ratings, clocks and times of the players.
    pub players: bool,
    /// The result; a table must have one for some row.
    pub result: bool,
    /// The evaluation; a table must have one for some row.
    pub eval: bool,
    /// The value of a search; a table must have an expected score for some row.
    pub search_value: bool,
    /// Other results of a search.
    pub search: bool,
    /// The visits of a search, which every sample must have.
    pub visits: bool,
    /// The rest of the game.
    pub later: bool,
    /// By the number of the en-passant rule: the number of plies before the position.
    pub(super) history: [Option<usize>; EnPassantRule::ALL.len()],
}

impl Needs {
    pub(super) const NOTHING: Needs = Needs {
        position: false,
        legal_moves: false,
        next_move: false,
        game: false,
        players: false,
        result: false,
        eval: false,
        search_value: false,
        search: false,
        visits: false,
        later: false,
        history: [None; EnPassantRule::ALL.len()],
    };
    /// The position.
    pub const POSITION: Needs = Needs { position: true, ..Needs::NOTHING };
    pub(super) const LEGAL_MOVES: Needs = Needs { legal_moves: true, ..Needs::POSITION };
    pub(super) const GAME: Needs = Needs { game: true, ..Needs::NOTHING };
    pub(super) const PLAYERS: Needs = Needs { players: true, ..Needs::NOTHING };
    pub(super) const RESULT: Needs = Needs { result: true, ..Needs::GAME };
    pub(super) const EVAL: Needs = Needs { eval: true, ..Needs::GAME };
    pub(super) const SEARCH_VALUE: Needs = Needs { search_value: true, ..Needs::NOTHING };
    pub(super) const SEARCH: Needs = Needs { search: true, ..Needs::NOTHING };

    /// The visits of a search, and the position.
    pub(super) fn of_visits(no_visits: NoVisits) -> Needs {
        let visits = matches!(no_visits, NoVisits::Raise | NoVisits::Skip);
        Needs { next_move: true, visits, ..Needs::POSITION }
    }

    /// These needs, and perhaps what follows in the game.
    pub(super) fn with_later(self, later: bool) -> Needs {
        Needs { later, ..self }
    }

    /// The history by a rule, and the position.
    pub(super) fn of_history(rule: EnPassantRule, plies: usize) -> Needs {
        let mut needs = Needs::POSITION;
        needs.history[rule as usize] = Some(plies);
        needs
    }

    /// Returns these needs and others.
    #[must_use]
    pub fn and(self, other: Needs) -> Needs {
        let longest = |rule| self.history(rule).max(other.history(rule));
        Needs {
            position: self.position | other.position,
            legal_moves: self.legal_moves | other.legal_moves,
            next_move: self.next_move | other.next_move,
            game: self.game | other.game,
            players: self.players | other.players,
            result: self.result | other.result,
            eval: self.eval | other.eval,
            search_value: self.search_value | other.search_value,
            search: self.search | other.search,
            visits: self.visits | other.visits,
            later: self.later | other.later,
            history: EnPassantRule::ALL.map(longest),
        }
    }

    /// The number of plies of history by a rule; `None` if no history by this rule is needed.
    pub fn history(&self, rule: EnPassantRule) -> Option<usize> {
        self.history[rule as usize]
    }

    /// The largest number of plies of history; `None` if no history is needed.
    pub fn longest_history(&self) -> Option<usize> {
        self.history.iter().copied().flatten().max()
    }
}
