//! How the games of an arena are played.

use super::starts::Starts;
use crate::rules::RuleSet;

/// The action of a game that does not move.
pub const NO_ACTION: i64 = -1;

/// What follows the end of a game: the autoreset modes of Gymnasium.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Autoreset {
    /// The slot's next step ignores its action and starts the next game.
    #[default]
    NextStep,
    /// The step that ends a game starts the next one.
    SameStep,
    /// The slot waits for [`Arena::reset`](super::Arena::reset); until then it has no legal action.
    Disabled,
}

/// What the ply limit of an arena does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AtLimit {
    /// The game is truncated: it has no result.
    #[default]
    Truncate,
    /// The game is drawn by adjudication.
    Draw,
}

/// How the games of an arena are played.
#[derive(Clone, Debug)]
pub struct ArenaOptions {
    /// The start positions.
    pub starts: Starts,
    /// The rules by which games end on the board.
    pub rules: RuleSet,
    /// The largest number of plies of a game, at least 1; `None` for no limit.
    pub max_plies: Option<u32>,
    /// What happens at this limit.
    pub at_limit: AtLimit,
    /// What follows the end of a game.
    pub autoreset: Autoreset,
    /// Whether finished games are kept for [`Arena::take`](super::Arena::take).
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
            autoreset: Autoreset::default(),
            record: true,
            seed: 0,
        }
    }
}
