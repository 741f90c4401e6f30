//! The rules under which a game is played, as data.

use super::time_control::{LawsEdition, TimeClass};

/// When nothing but the position ends a game as a draw, and when a player cannot win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winnability {
    /// By the Laws: whether there is any series of legal moves to a mate (FIDE 5.2.2, 6.9).
    Laws,
    /// By a table of men: [`Position::has_insufficient_material`](crate::position::Position::has_insufficient_material).
    Material,
    /// By a look at the player's own men alone: a bare king, a lone knight or bishop, two knights.
    /// It errs in both directions against the Laws.
    OwnMen,
}

/// The rules under which a game is played. The fields are open: what an organiser decides otherwise
/// is a change of one.
///
/// | | FIDE 2009 | 2014 | 2018 | 2023 | Lichess | chess.com |
/// |---|---|---|---|---|---|---|
/// | a repetition ends the game | never | 5th | 5th | 5th | 5th | 3rd |
/// | moves without capture or pawn move that end it | never | 75 | 75 | 75 | 50 | 50 |
/// | who cannot win | Laws | Laws | Laws | Laws | material | own men |
/// | resigning to one who cannot win | loses | loses | loses | draws | loses | loses |
/// | the illegal move that loses | 3rd | 2nd | 2nd | 2nd | none | none |
/// | the opponent's minutes for another | 2 | 2 | 2 | 2 | none | none |
/// | the same in rapid and blitz | 2 | 2 | 1 | 1 | none | none |
/// | the opponent's minutes for a wrong claim | 3 | 2 | 2 | 2 | none | none |
/// | moves before a draw can be agreed | 0 | 0 | 1 | 1 | 0 | 0 |
///
/// In rapid and blitz games these are the rules where there is enough supervision (FIDE A.3, B.3).
///
/// Not every number has the same ground. Read in the text of an edition, or in notes on it: all of 2009,
/// whose A.3 lets the same minutes hold in rapid games, all of 2023, and of 2014 and 2018 what they brought: the fifth
/// occurrence, the 75 moves, the second illegal move, the move before an agreement. From memory
/// of the editions of 2014 and 2018: the minutes of both for a wrong claim, and for rapid and blitz.
/// Of 2009 one of two Spanish prints also halves the time of a player whose claim was wrong, as older
/// Laws did; the other does not, and nor do these rules.
///
/// ```
/// use enroque::rules::RuleSet;
/// assert_eq!(RuleSet::default(), RuleSet::FIDE2023);
/// assert_eq!(RuleSet::from_name("chesscom").unwrap().repetition_end, Some(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet {
    /// The name: `fide2023` and its like.
    pub name: &'static str,
    /// The edition of the Laws that holds wherever the other fields say nothing.
    pub edition: LawsEdition,
    /// The occurrence of a position that ends the game without a claim (FIDE 9.6.1).
    pub repetition_end: Option<u32>,
    /// Plies without capture or pawn move that end the game without a claim (FIDE 9.6.2).
    pub plies_end: Option<u32>,
    /// When a player cannot win: draws by dead position (FIDE 5.2.2), and flags that fall, illegal
    /// moves and resignations that lose nothing (FIDE 6.9, 7.5.5, 5.1.2).
    pub winnability: Winnability,
    /// Whether a player who resigns has a draw if the opponent cannot win (FIDE 5.1.2 of 2023).
    pub resignation_may_draw: bool,
    /// The illegal move of one player that loses the game (FIDE 7.5.5); `None` where a program lets
    /// nobody make one.
    pub illegal_moves_lose: Option<u32>,
    /// Milliseconds that the opponent gets for an illegal move that does not lose (FIDE 7.5.5).
    pub illegal_move_penalty: u64,
    /// The same in rapid and blitz games (FIDE A.2, B.2).
    pub fast_illegal_move_penalty: u64,
    /// Milliseconds that the opponent gets for a claim that is not due (FIDE 9.5.3).
    pub wrong_claim_penalty: u64,
    /// The same in rapid and blitz games.
    pub fast_wrong_claim_penalty: u64,
    /// Moves that each player must have made before a draw can be agreed (FIDE 5.2.3).
    pub moves_before_agreement: u32,
}

const MINUTE: u64 = 60_000;

impl RuleSet {
    /// The FIDE Laws in force from July 2009.
    pub const FIDE2009: RuleSet = RuleSet {
        name: "fide2009",
        edition: LawsEdition::Fide2009,
        repetition_end: None,
        plies_end: None,
        winnability: Winnability::Laws,
        resignation_may_draw: false,
        illegal_moves_lose: Some(3),
        illegal_move_penalty: 2 * MINUTE,
        fast_illegal_move_penalty: 2 * MINUTE,
        wrong_claim_penalty: 3 * MINUTE,
        fast_wrong_claim_penalty: 3 * MINUTE,
        moves_before_agreement: 0,
    };

    /// The FIDE Laws in force from July 2014.
    pub const FIDE2014: RuleSet = RuleSet {
        name: "fide2014",
        edition: LawsEdition::Fide2014,
        repetition_end: Some(5),
        plies_end: Some(150),
        illegal_moves_lose: Some(2),
        wrong_claim_penalty: 2 * MINUTE,
        fast_wrong_claim_penalty: 2 * MINUTE,
        ..RuleSet::FIDE2009
    };

    /// The FIDE Laws in force from January 2018.
    pub const FIDE2018: RuleSet = RuleSet {
        name: "fide2018",
        edition: LawsEdition::Fide2018,
        fast_illegal_move_penalty: MINUTE,
        fast_wrong_claim_penalty: MINUTE,
        moves_before_agreement: 1,
        ..RuleSet::FIDE2014
    };

    /// The FIDE Laws in force since January 2023.
    pub const FIDE2023: RuleSet = RuleSet {
        name: "fide2023",
        edition: LawsEdition::Fide2023,
        resignation_may_draw: true,
        ..RuleSet::FIDE2018
    };

    /// Lichess: the fifty-move rule ends the game by itself, and material decides who can win.
    pub const LICHESS: RuleSet = RuleSet {
        name: "lichess",
        plies_end: Some(100),
        winnability: Winnability::Material,
        resignation_may_draw: false,
        illegal_moves_lose: None,
        illegal_move_penalty: 0,
        fast_illegal_move_penalty: 0,
        wrong_claim_penalty: 0,
        fast_wrong_claim_penalty: 0,
        moves_before_agreement: 0,
        ..RuleSet::FIDE2023
    };

    /// chess.com: threefold repetition and fifty moves end the game by themselves, and a player's own
    /// men decide whether he can win. From public descriptions.
    pub const CHESSCOM: RuleSet = RuleSet {
        name: "chesscom",
        repetition_end: Some(3),
        winnability: Winnability::OwnMen,
        ..RuleSet::LICHESS
    };

    /// All rule sets that have a name.
    pub const ALL: [RuleSet; 6] = [
        RuleSet::FIDE2009,
        RuleSet::FIDE2014,
        RuleSet::FIDE2018,
        RuleSet::FIDE2023,
        RuleSet::LICHESS,
        RuleSet::CHESSCOM,
    ];

    /// What is impossible about the numbers, if anything is: with them every game would be over before
    /// the first move.
    ///
    /// ```
    /// use enroque::rules::RuleSet;
    /// assert_eq!(RuleSet::default().fault(), None);
    /// let rules = RuleSet { repetition_end: Some(1), ..RuleSet::default() };
    /// assert_eq!(rules.fault(), Some("repetition_end is None or from 2"));
    /// ```
    pub fn fault(&self) -> Option<&'static str> {
        if self.repetition_end.is_some_and(|times| times < 2) {
            Some("repetition_end is None or from 2")
        } else if self.plies_end == Some(0) {
            Some("plies_end is None or from 1")
        } else if self.illegal_moves_lose == Some(0) {
            Some("illegal_moves_lose is None or from 1")
        } else {
            None
        }
    }

    /// The rule set with this name.
    pub fn from_name(name: &str) -> Option<RuleSet> {
        RuleSet::ALL.into_iter().find(|rules| rules.name == name)
    }

    /// The time that the opponent gets for an illegal move that does not lose, in milliseconds.
    /// `class` is that of the game's time control, if it is known.
    pub fn penalty_for_illegal_move(&self, class: Option<TimeClass>) -> u64 {
        match class {
            Some(TimeClass::Rapid | TimeClass::Blitz) => self.fast_illegal_move_penalty,
            _ => self.illegal_move_penalty,
        }
    }

    /// The time that the opponent gets for a claim that is not due, in milliseconds.
    pub fn penalty_for_wrong_claim(&self, class: Option<TimeClass>) -> u64 {
        match class {
            Some(TimeClass::Rapid | TimeClass::Blitz) => self.fast_wrong_claim_penalty,
            _ => self.wrong_claim_penalty,
        }
    }
}

/// The Laws of 2023.
impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::FIDE2023
    }
}
