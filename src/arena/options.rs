//! Options of an arena's games.

use std::sync::Arc;

use super::starts::Starts;
use crate::named_enum::named_enum;
use crate::options::{at_least, options};
use crate::rules::RuleSet;
use crate::tablebase::Tablebase;

/// The action of a game that does not move.
pub const NO_ACTION: i64 = -1;

named_enum! {
    /// The restart of games that end: the autoreset modes of Gymnasium.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Autoreset {
        /// The slot's next step ignores its action and starts the next game.
        #[default]
        NextStep = "next_step",
        /// The step that ends a game starts the next one.
        SameStep = "same_step",
        /// The slot waits for [`Arena::reset`](super::Arena::reset); until then it has no legal action.
        Disabled = "disabled",
    }
}

named_enum! {
    /// The effect of an arena's ply limit.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum AtLimit {
        /// The game is truncated: it has no result.
        #[default]
        Truncate = "truncate",
        /// The game is drawn by adjudication.
        Draw = "draw",
    }
}

options! {
    /// The conditions for resignations and adjudicated draws, by the values of
    /// [`Arena::note`](super::Arena::note). They are tested after each move.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct AdjudicationRules, adjudication_options {
        /// A player resigns when the last `resign_plies` values, from this player's view, are at most
        /// this number, -1 to 0; `None` for no resignations.
        resign_value: Option<f32> = Some(-0.9), -1.0..=0.0;
        /// The number of successive positions, of both players' turns.
        resign_plies: u32 = 6, at_least(1.0);
        /// The game is drawn when the last `draw_plies` values are from `-draw_value` to `draw_value`, 0
        /// to 1; `None` for no draws.
        draw_value: Option<f32> = None, 0.0..=1.0;
        /// The number of successive positions.
        draw_plies: u32 = 16, at_least(1.0);
        /// The number of plies that a game has before a draw is adjudicated.
        min_draw_ply: u32 = 80;
        /// The fraction of games that are played on instead, 0 to 1, chosen by the seed and the number of
        /// the game, to measure the rate of wrong resignations.
        play_on: f64 = 0.1, 0.0..=1.0;
    }
}

impl AdjudicationRules {
    /// Checks the ranges of numbers; the error is the reason.
    pub(super) fn check(&self) -> Result<(), String> {
        self.check_ranges()
    }
}

/// The options of an arena's games.
#[derive(Clone, Debug)]
pub struct ArenaOptions {
    /// The start positions.
    pub starts: Starts,
    /// The rules by which games end on the board.
    pub rules: RuleSet,
    /// The largest number of plies of a game, at least 1; `None` for no limit.
    pub max_plies: Option<u32>,
    /// The effect of this limit.
    pub at_limit: AtLimit,
    /// The conditions under which games end by the values of searches; `None` for never.
    pub adjudication: Option<AdjudicationRules>,
    /// Tables that end a game as soon as they state its result by the 50-move rule; `None` for none.
    pub tablebase: Option<Arc<Tablebase>>,
    /// The restart of games that end.
    pub autoreset: Autoreset,
    /// Whether finished games are kept for [`Arena::pop_games`](super::Arena::pop_games).
    pub record: bool,
    /// The seed of start positions and random numbers.
    pub seed: u64,
}

impl Default for ArenaOptions {
    /// Standard chess by [`RuleSet::ENGINE`] without a limit, recorded, with seed 0.
    fn default() -> ArenaOptions {
        ArenaOptions {
            starts: Starts::default(),
            rules: RuleSet::ENGINE,
            max_plies: None,
            at_limit: AtLimit::default(),
            adjudication: None,
            tablebase: None,
            autoreset: Autoreset::default(),
            record: true,
            seed: 0,
        }
    }
}
