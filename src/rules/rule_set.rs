//! Rule sets: the editions of the FIDE Laws, Lichess, chess.com, and engines.

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use super::time_control::{LawsEdition, TimeClass};
use crate::named_enum::named_enum;
use crate::options::{at_least, options};

named_enum! {
    /// The test for players who cannot win.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum WinnabilityRule {
        /// By the Laws: no series of legal moves ends in a mate (FIDE 5.2.2, 6.9).
        Laws = "laws",
        /// By the material of both players:
        /// [`Position::has_insufficient_material`](crate::position::Position::has_insufficient_material).
        Material = "material",
        /// By the player's own pieces only: a bare king, a single knight or bishop, two knights. It
        /// differs from the Laws in both directions.
        OwnPieces = "own_pieces",
    }
}

options! {
    /// The rules under which a game is played. Change single fields for other regulations.
    ///
    /// | | FIDE 2009 | 2014 | 2018 | 2023 | Lichess | chess.com | engine |
    /// |---|---|---|---|---|---|---|---|
    /// | occurrence of a position that ends the game | never | 5th in a row | 5th | 5th | 5th | 3rd | 3rd |
    /// | moves without capture or pawn move that end the game | never | 75 | 75 | 75 | 50 | 50 | 50 |
    /// | test for players who cannot win | Laws | Laws | Laws | Laws | material | own pieces | Laws |
    /// | resigning to a player who cannot win | loses | loses | loses | draws | loses | loses | draws |
    /// | illegal move that loses | 3rd | 2nd | 2nd | 2nd | none | none | 2nd |
    /// | minutes for the opponent for other illegal moves (standard, rapid, blitz) | 2, 2, 2 | 2, 2, 1 | 2, 2, 1 | 2, 1, 1 | none | none | 2, 1, 1 |
    /// | minutes for the opponent for an invalid claim (standard, rapid, blitz) | 3, 3, 3 | 2, 2, 1 | 2, 2, 1 | 2, 1, 1 | none | none | 2, 1, 1 |
    /// | an unpromoted pawn becomes a queen | no | yes | yes | yes | yes | yes | yes |
    /// | no move, or two hands, counts as an illegal move | no | no | yes | yes | yes | yes | yes |
    /// | moves before a draw by agreement | 0 | 0 | 1 | 1 | 0 | 0 | 1 |
    ///
    /// Three more sets reproduce other programs' self-play, for comparison. They are those of engines,
    /// but material decides who can win, and they differ in two more points:
    ///
    /// | | lc0 | AlphaZero | PettingZoo's chess_v6 |
    /// |---|---|---|---|
    /// | plies after which the game is drawn | 450 | 512 | no limit |
    /// | a draw that could be claimed with the next move ends the game | no | no | yes |
    ///
    /// In rapid and blitz games these are the rules with adequate supervision (2023: A.4, B.2; before:
    /// A.3, B.3). Without it, the first illegal move lost such a game before 2018: set
    /// `illegal_moves_lose`.
    ///
    /// Sources. Checked in the text of an edition or in notes on it: all of 2009, where A.3 applies the
    /// same minutes to rapid games; all of 2023; the minutes of 2018 in rapid and blitz games
    /// (Appendices A and B; the one minute in rapid games is new in 2023); the changes of 2014 and
    /// 2018: fivefold repetition (consecutive in 2014), the 75 moves, the second illegal move, the
    /// queen for an unpromoted pawn, the move before an agreement. Not checked: the two minutes of 2014
    /// and 2018 for an invalid claim, the one minute of 2014 in blitz, and that two hands and no move
    /// count since 2017. One of two Spanish prints of 2009 also halves the time of a player after an
    /// invalid claim, as older Laws did; these rules do not.
    ///
    /// ```
    /// use enroque::rules::RuleSet;
    /// assert_eq!(RuleSet::default(), RuleSet::FIDE2023);
    /// assert_eq!(RuleSet::from_name("chesscom").unwrap().automatic_repetitions, Some(3));
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub struct RuleSet, rule_set_options with {
        /// The name, such as `fide2023`.
        #[serde(deserialize_with = "name_of_a_set")]
        name: Name;
        /// The edition of the Laws, for matters that no other field covers.
        edition: LawsEdition;
    } {
        /// The number of occurrences of a position that ends the game without a claim (FIDE 9.6.1);
        /// `None` if none does.
        automatic_repetitions: Option<u32>, at_least(2.0);
        /// Whether these occurrences must follow each other at every second move of each player (FIDE
        /// 9.6a of 2014).
        consecutive_repetitions: bool;
        /// The plies without a capture or pawn move that end the game without a claim (FIDE 9.6.2);
        /// `None` if none do.
        automatic_draw_plies: Option<u32>, at_least(1.0);
        /// Whether the game also ends as soon as the player to move could claim one of these draws with
        /// a move that is not on the board yet (FIDE 9.2.1, 9.3.1).
        claims_with_move: bool;
        /// The plies since the start position after which the game is drawn, as programs limit
        /// self-play; `None` for no limit.
        max_plies: Option<u32>, at_least(1.0);
        /// The test for players who cannot win, used for dead positions (FIDE 5.2.2), flag falls,
        /// illegal moves and resignations (FIDE 6.9, 7.5.5, 5.1.2): `"laws"` (no series of legal moves
        /// mates), `"material"` (both players' pieces), or `"own_pieces"` (only the pieces of the player
        /// who would win).
        winnability: WinnabilityRule;
        /// Whether a resignation is a draw if the opponent cannot win (FIDE 5.1.2, since 2023).
        resignation_may_draw: bool;
        /// The number of illegal moves of a player that loses the game (FIDE 7.5.5); `None` for sites,
        /// which allow no illegal moves.
        illegal_moves_lose: Option<u32>, at_least(1.0);
        /// The time added to the opponent's clock for an illegal move that does not lose (FIDE 7.5.5,
        /// A.3, B.3).
        illegal_move_penalty: Penalty;
        /// The time added to the opponent's clock for an invalid draw claim (FIDE 9.5.3, A.3, B.3).
        invalid_claim_penalty: Penalty;
        /// The number of moves that each player must have made before they can agree on a draw (FIDE
        /// 5.2.3).
        moves_before_agreement: u32;
    }
}

/// The time added to the opponent's clock, in milliseconds, by the class of the game.
///
/// ```
/// use enroque::rules::{Penalty, RuleSet, TimeClass};
/// let penalty = RuleSet::FIDE2018.illegal_move_penalty;
/// assert_eq!(penalty, Penalty::minutes(2, 2, 1));
/// assert_eq!(penalty.in_class(Some(TimeClass::Blitz)), 60_000);
/// assert_eq!(penalty.in_class(None), 120_000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Penalty {
    /// In standard chess, and if the class is unknown.
    pub standard: u64,
    /// In a rapid game.
    pub rapid: u64,
    /// In a blitz game.
    pub blitz: u64,
}

impl Penalty {
    /// A penalty in minutes in standard, rapid and blitz games.
    pub const fn minutes(standard: u64, rapid: u64, blitz: u64) -> Penalty {
        const MINUTE: u64 = 60_000;
        Penalty { standard: standard * MINUTE, rapid: rapid * MINUTE, blitz: blitz * MINUTE }
    }

    /// The milliseconds in a game of a class; `None` for an unknown class.
    pub const fn in_class(self, class: Option<TimeClass>) -> u64 {
        match class {
            Some(TimeClass::Blitz) => self.blitz,
            Some(TimeClass::Rapid) => self.rapid,
            Some(TimeClass::Standard) | None => self.standard,
        }
    }
}

impl RuleSet {
    /// The FIDE Laws in force from July 2009.
    pub const FIDE2009: RuleSet = RuleSet {
        name: "fide2009",
        edition: LawsEdition::Fide2009,
        automatic_repetitions: None,
        consecutive_repetitions: false,
        automatic_draw_plies: None,
        claims_with_move: false,
        max_plies: None,
        winnability: WinnabilityRule::Laws,
        resignation_may_draw: false,
        illegal_moves_lose: Some(3),
        illegal_move_penalty: Penalty::minutes(2, 2, 2),
        invalid_claim_penalty: Penalty::minutes(3, 3, 3),
        moves_before_agreement: 0,
    };

    /// The FIDE Laws in force from July 2014.
    pub const FIDE2014: RuleSet = RuleSet {
        name: "fide2014",
        edition: LawsEdition::Fide2014,
        automatic_repetitions: Some(5),
        consecutive_repetitions: true,
        automatic_draw_plies: Some(150),
        illegal_moves_lose: Some(2),
        illegal_move_penalty: Penalty::minutes(2, 2, 1),
        invalid_claim_penalty: Penalty::minutes(2, 2, 1),
        ..RuleSet::FIDE2009
    };

    /// The FIDE Laws in force from January 2018.
    pub const FIDE2018: RuleSet = RuleSet {
        name: "fide2018",
        edition: LawsEdition::Fide2018,
        consecutive_repetitions: false,
        moves_before_agreement: 1,
        ..RuleSet::FIDE2014
    };

    /// The FIDE Laws in force since January 2023.
    pub const FIDE2023: RuleSet = RuleSet {
        name: "fide2023",
        edition: LawsEdition::Fide2023,
        resignation_may_draw: true,
        illegal_move_penalty: Penalty::minutes(2, 1, 1),
        invalid_claim_penalty: Penalty::minutes(2, 1, 1),
        ..RuleSet::FIDE2018
    };

    /// Lichess: the fifty-move rule needs no claim, and material decides who can win.
    pub const LICHESS: RuleSet = RuleSet {
        name: "lichess",
        automatic_draw_plies: Some(100),
        winnability: WinnabilityRule::Material,
        resignation_may_draw: false,
        illegal_moves_lose: None,
        illegal_move_penalty: Penalty::minutes(0, 0, 0),
        invalid_claim_penalty: Penalty::minutes(0, 0, 0),
        moves_before_agreement: 0,
        ..RuleSet::FIDE2023
    };

    /// chess.com, by public descriptions: threefold repetition and the fifty-move rule need no
    /// claim, and the player's own pieces decide who can win.
    pub const CHESSCOM: RuleSet = RuleSet {
        name: "chesscom",
        automatic_repetitions: Some(3),
        winnability: WinnabilityRule::OwnPieces,
        ..RuleSet::LICHESS
    };

    /// Matches between engines and self-play: the Laws of 2023, but the third occurrence of a
    /// position and fifty moves without capture or pawn move end the game without a claim.
    pub const ENGINE: RuleSet = RuleSet {
        name: "engine",
        automatic_repetitions: Some(3),
        automatic_draw_plies: Some(100),
        ..RuleSet::FIDE2023
    };

    /// lc0's self-play: engines' rules with dead positions by material, and a draw after 450 plies.
    pub const LC0: RuleSet = RuleSet {
        name: "lc0",
        winnability: WinnabilityRule::Material,
        max_plies: Some(450),
        ..RuleSet::ENGINE
    };

    /// AlphaZero's self-play: engines' rules with dead positions by material, and a draw after 512
    /// plies.
    pub const ALPHAZERO: RuleSet =
        RuleSet { name: "alphazero", max_plies: Some(512), ..RuleSet::LC0 };

    /// PettingZoo's `chess_v6`: engines' rules with dead positions by material, and draws that can
    /// be claimed with a move end the game a ply early.
    pub const PETTINGZOO: RuleSet =
        RuleSet { name: "pettingzoo", claims_with_move: true, max_plies: None, ..RuleSet::LC0 };

    /// All named rule sets.
    pub const ALL: [RuleSet; 10] = [
        RuleSet::FIDE2009,
        RuleSet::FIDE2014,
        RuleSet::FIDE2018,
        RuleSet::FIDE2023,
        RuleSet::LICHESS,
        RuleSet::CHESSCOM,
        RuleSet::ENGINE,
        RuleSet::LC0,
        RuleSet::ALPHAZERO,
        RuleSet::PETTINGZOO,
    ];

    /// Checks the numbers: with some limits every game would be over before the first move.
    ///
    /// # Errors
    /// The violated constraint.
    ///
    /// ```
    /// use enroque::rules::RuleSet;
    /// assert!(RuleSet::default().check().is_ok());
    /// let rules = RuleSet { automatic_repetitions: Some(1), ..RuleSet::default() };
    /// assert_eq!(rules.check().unwrap_err(), "automatic_repetitions must be None or at least 2");
    /// ```
    pub fn check(&self) -> Result<(), String> {
        self.check_ranges()
    }

    /// The rule set with this name.
    pub fn from_name(name: &str) -> Option<RuleSet> {
        RuleSet::ALL.into_iter().find(|rules| rules.name == name)
    }
}

/// An alias: serde would require that a `&'static str` is borrowed from the input.
type Name = &'static str;

fn name_of_a_set<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    let name = String::deserialize(deserializer)?;
    let rules = RuleSet::from_name(&name);
    rules
        .map(|rules| rules.name)
        .ok_or_else(|| D::Error::custom(format!("unknown rule set {name:?}")))
}

/// The Laws of 2023.
impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::FIDE2023
    }
}
