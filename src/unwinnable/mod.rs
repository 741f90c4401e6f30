//! Whether a player can still win: by any possible series of legal moves, both players helping
//! (FIDE 5.1.2, 5.2.2, 6.9, 7.5.5).
//!
//! A game drawn on the board and a flag that falls without a loss hang on one question, [`can_win`]:
//! is there a series of legal moves at whose end this player has mated? A position is *dead* when
//! the answer is no for both ([`is_dead_position`]). The fifty-move rule, repetitions and clocks do
//! not count: "any series of legal moves" ends neither by them nor by a claim.
//!
//! # How it is answered
//!
//! Both players help, so there is no contest, only a graph: positions, moves, and the mates that
//! the player gives. `Yes` is a path to one of them. `No` is one of these proofs:
//!
//! | reason | what was seen |
//! |---|---|
//! | [`Reason::GameOver`] | there is no legal move, and it is no mate by this player |
//! | [`Reason::Material`] | the pieces cannot mate, wherever they go: see below |
//! | [`Reason::Forced`] | all lines of moves were followed, and each stopped or turned back |
//! | [`Reason::Blocked`] | the squares that the pieces can ever reach allow no mate (`mobility`), or none in either case of what may become of a piece (`mobility::cases`), after any answer to a check (`checks`), or after any of the next captures and pawn moves (`mobility::events`) |
//! | [`Reason::Exhausted`] | every position that can be reached was looked at (`search`) |
//!
//! In the search each position counts as done when its successors are queued, when the game is over
//! there without a mate by the player, or when one of the other proofs disposes of it; positions are
//! compared whole, never by key alone. So when the queue is empty, no path from the start leads to a
//! mate: by induction on its length, each position on it was looked at. The other reasons are
//! proved where they are worked out. The end of the game is always looked for before the material,
//! since a position that was set up as a mate is one, whatever its pieces.
//!
//! # Why it ends
//!
//! Following lines is bounded by depth and by a node limit, the sets of squares only grow and are
//! finite, and the search looks at no more positions than its budget, which also bounds its memory:
//! see [`Budget`]. Nothing recurses deeper than the lines that are followed first, 4 plies, or answers to checks,
//! of which there are at most 64.
//!
//! # How a far mate is found
//!
//! By three searches, none of which proves more than what it finds or exhausts: the promising
//! positions first, by a guess of how far each piece is from his place (`guide`); deep lines along a plan
//! in which steps forward are free and few moves lead aside (`plan`, `search::dive`); and the
//! first again, with all that is left of the budget.
//!
//! # Material
//!
//! [`Position::has_insufficient_material`] names four kinds of material of the winner that no move
//! leaves. None of them mates:
//!
//! 1. *A bare king* gives no check.
//! 2. *One knight, against queens.* Let the knight check from (1, 2) as seen from the king at
//!    (0, 0). A queen on (0, 1) or (1, 1) would capture it, so these flights are the winner's
//!    king's to cover, who must stand on (0, 2). Then a queen on (1, 0) would capture it up the
//!    empty file, and nothing else covers that square, which is on the board since (1, 2) is.
//! 3. *Bishops of one square color, without pawns, knights and bishops of the other color.* The
//!    mated king's orthogonal neighbors are of the color that no bishop attacks. The winner's king
//!    covers one of them at most, so a queen or rook of the loser's stands on another, say (1, 0).
//!    No bishop pins it, and it captures or interposes on (1, 1) and (1, -1): the check comes from
//!    the other side, say (-1, 1). Then (-1, 0) and (0, 1) are on the board too, and a queen or rook
//!    on either captures or interposes on (-1, 1): both are the winner's king's to cover, one too
//!    many. Two bishops of one square color never check at once: the one that uncovers the other
//!    would have to reach a second diagonal of the king along a line that meets none.
//!
//! # Chess960
//!
//! Castling is a legal move like any other for the lines and the search. For the sets of squares it
//! is a jump of king and rook, which no step of either need explain.

mod checks;
mod closing;
mod guide;
mod mobility;
mod plan;
mod search;
mod steps;

use std::fmt;

use crate::attacks::{Backend, Task, dispatch};
use crate::movegen::{has_legal_move, legal_moves_with};
use crate::pool::Interrupted;
use crate::position::Position;
use crate::types::{Color, Move, PieceType};
use closing::{Closing, Follow, Lines};
use search::{Found, Limits};

/// Whether a player can still mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnability {
    /// No series of legal moves ends in a mate by this player: a proof.
    No(Reason),
    /// These legal moves, both players', end in a mate by this player. They are none if it is mate
    /// already.
    Yes(Vec<Move>),
    /// The budget was too small to tell. The Laws ask for a proof, so until there is one the player
    /// can win.
    Unknown,
}

impl Winnability {
    /// Whether it is proved that the player cannot win.
    pub const fn is_no(&self) -> bool {
        matches!(self, Winnability::No(_))
    }
}

/// Why a player can never mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The game is over: stalemate, or mate by the other player.
    GameOver,
    /// The player's pieces cannot mate ([`Position::has_insufficient_material`]).
    Material,
    /// Every line of moves soon ends, loses the material, or turns back.
    Forced,
    /// The pieces that can move can never take all flights from the other king.
    Blocked,
    /// Every position that can be reached was looked at.
    Exhausted,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::GameOver => "the game is over",
            Reason::Material => "not enough material to mate",
            Reason::Forced => "all lines of play soon end without that mate",
            Reason::Blocked => "the pieces that can move can never mate",
            Reason::Exhausted => "no position that can be reached is that mate",
        })
    }
}

/// How long to look for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// At most [`Budget::QUICK_NODES`] positions, and those only where pawns stand blocked: one or two
    /// microseconds as a rule, two tenths of a millisecond at worst. It proves nearly every `No` that
    /// arises in games, and leaves `Yes` unknown as a rule. This is what a game asks after every
    /// move.
    Quick,
    /// At most so many positions, and at most 2^26. The memory grows with the positions that were
    /// really looked at, by 200 to 400 bytes each.
    Full {
        /// The number of positions.
        nodes: u32,
    },
}

impl Budget {
    /// The positions that [`Budget::Quick`] looks at, at most.
    pub const QUICK_NODES: u32 = QUICK_LINES + QUICK_SEARCH;

    /// A budget that is enough for all positions from games that were tried, and for the constructed ones of
    /// our collection, on which the order of the search was chosen. Of 40,000 questions about positions near
    /// those it left 10 unknown. A few seconds and 400 MB at worst.
    pub const FULL: Budget = Budget::Full { nodes: 2_000_000 };
}

/// The positions on the lines that are followed first, at most.
const QUICK_LINES: u32 = 250;

/// So many legal moves are looked at one by one.
const FEW_MOVES: usize = 4;

/// The positions that a quick search looks at, at most.
const QUICK_SEARCH: u32 = 800;

impl Default for Budget {
    fn default() -> Budget {
        Budget::FULL
    }
}

/// Whether `color` can still win, whoever is to move.
///
/// ```
/// use enroque::notation::fen;
/// use enroque::unwinnable::{Winnability, Budget, Reason, can_win};
/// use enroque::types::Color;
///
/// // two knights mate with help
/// let position = fen::read("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1").unwrap();
/// let Winnability::Yes(line) = can_win(&position, Color::White, Budget::FULL) else { panic!() };
/// let end = line.iter().fold(position, |position, &m| position.after(m));
/// assert!(end.is_checkmate() && end.turn() == Color::Black);
///
/// // nobody passes this wall
/// let position = fen::read("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1").unwrap();
/// assert_eq!(can_win(&position, Color::White, Budget::Quick), Winnability::No(Reason::Blocked));
/// ```
pub fn can_win(position: &Position, color: Color, budget: Budget) -> Winnability {
    // it is never told to stop
    can_win_until(position, color, budget, &|| false).unwrap_or(Winnability::Unknown)
}

/// [`can_win`], for a budget that can take long: `stop` is asked every few milliseconds.
///
/// # Errors
/// When `stop` says so.
pub fn can_win_until(
    position: &Position,
    color: Color,
    budget: Budget,
    stop: &dyn Fn() -> bool,
) -> Result<Winnability, Interrupted> {
    dispatch(CanWin { position, winner: color, budget, stop })
}

/// Whether the position is dead (FIDE 5.2.2): neither player can ever mate. `None` if the budget was
/// too small to tell.
///
/// Mate and stalemate end the game by their own articles, before this one is asked; here a mate
/// is not dead and a stalemate is.
///
/// ```
/// use enroque::{notation::fen, unwinnable::{Budget, is_dead_position}};
/// let position = fen::read("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1").unwrap();
/// assert_eq!(is_dead_position(&position, Budget::Quick), Some(true));
/// ```
pub fn is_dead_position(position: &Position, budget: Budget) -> Option<bool> {
    is_dead_position_until(position, budget, &|| false).unwrap_or(None)
}

/// [`is_dead_position`], for a budget that can take long: `stop` is asked every few milliseconds.
///
/// # Errors
/// When `stop` says so.
pub fn is_dead_position_until(
    position: &Position,
    budget: Budget,
    stop: &dyn Fn() -> bool,
) -> Result<Option<bool>, Interrupted> {
    let mut is_dead = Some(true);
    for color in Color::ALL {
        match can_win_until(position, color, budget, stop)? {
            Winnability::No(_) => {}
            Winnability::Yes(_) => return Ok(Some(false)),
            // the other player may still be shown to win, unless that is not looked for
            Winnability::Unknown if budget == Budget::Quick => return Ok(None),
            Winnability::Unknown => is_dead = None,
        }
    }
    Ok(is_dead)
}

struct CanWin<'a> {
    position: &'a Position,
    winner: Color,
    budget: Budget,
    stop: &'a dyn Fn() -> bool,
}

impl CanWin<'_> {
    /// The depth to which all lines are followed: 3 of 4 unwinnable positions that arise in games
    /// are decided so, and going on to 8 adds next to none.
    const DEPTH: usize = 4;

    /// Why all lines ended.
    fn reason_of_end(&self) -> Reason {
        if !has_legal_move(self.position) {
            Reason::GameOver
        } else if self.position.has_insufficient_material(self.winner) {
            Reason::Material
        } else {
            Reason::Forced
        }
    }

    /// Whether the few legal moves all lead to positions that are proved to be blocked: a capture
    /// that must be made.
    #[inline(always)]
    fn is_blocked_after_all_moves<B: Backend>(&self, backend: B) -> bool {
        if self.blocked_pawns() == 0 {
            return false;
        }
        let moves = legal_moves_with(backend, self.position);
        let is_blocked = |position: &Position| {
            position.has_insufficient_material(self.winner)
                || CanWin { position, ..*self }.blockade() != Blockade::Open
                    && mobility::never_mates(backend, position, self.winner)
        };
        (1..=FEW_MOVES).contains(&moves.len())
            && moves.iter().all(|&m| {
                let after = self.position.after(m);
                !legal_moves_with(backend, &after).is_empty() && is_blocked(&after)
            })
    }

    /// How many of the winner's pawns have a pawn or the king of the loser's right before them.
    #[inline(always)]
    fn blocked_pawns(&self) -> u32 {
        let placement = self.position.placement();
        let pawns = placement.by_type(PieceType::Pawn);
        let blockers = pawns | placement.by_type(PieceType::King);
        let own = pawns & placement.by_color(self.winner);
        (steps::ahead(self.winner, own) & blockers & placement.by_color(!self.winner)).len()
    }

    /// How blocked the pieces stand: whether it is worth asking where they can ever go, and whether it
    /// is worth asking again after each move. A guess from positions of games, in most of which
    /// these questions would cost more than all else; it decides nothing.
    #[inline(always)]
    fn blockade(&self) -> Blockade {
        let placement = self.position.placement();
        let (own, other) = (placement.by_color(self.winner), placement.by_color(!self.winner));
        let blocked = self.blocked_pawns();
        let free = (own & placement.by_type(PieceType::Pawn)).len() - blocked;
        let agile = placement.orthogonal_sliders(Color::White)
            | placement.orthogonal_sliders(Color::Black)
            | placement.by_type(PieceType::Knight);
        match blocked {
            0 => Blockade::Open,
            3.. if agile.is_empty() && free <= 1 => Blockade::Closed,
            3.. if !(agile & own).more_than_one() || !agile.meets(other) => Blockade::Doubtful,
            _ if agile.is_empty() => Blockade::Doubtful,
            _ => Blockade::Open,
        }
    }
}

/// See [`CanWin::blockade`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blockade {
    Open,
    Doubtful,
    Closed,
}

impl Task for CanWin<'_> {
    type Output = Result<Winnability, Interrupted>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Result<Winnability, Interrupted> {
        let CanWin { position, winner, budget, stop } = self;
        let mut lines = Lines::new(winner, QUICK_LINES);
        let follow = Follow { position, depth: CanWin::DEPTH, lines: &mut lines };
        match backend.enter(follow) {
            Closing::Closed => return Ok(Winnability::No(self.reason_of_end())),
            Closing::Mate => return Ok(Winnability::Yes(lines.moves.to_vec())),
            Closing::Open => {}
        }
        let blockade = self.blockade();
        if self.is_blocked_after_all_moves(backend) {
            return Ok(Winnability::No(Reason::Blocked));
        }
        if blockade == Blockade::Open && budget == Budget::Quick {
            return Ok(Winnability::Unknown);
        }
        let looks_blocked = blockade != Blockade::Open;
        if looks_blocked && mobility::never_mates(backend, position, winner) {
            return Ok(Winnability::No(Reason::Blocked));
        }
        let limits = match budget {
            Budget::Quick if blockade == Blockade::Closed => Limits::quick(QUICK_SEARCH),
            Budget::Quick => return Ok(Winnability::Unknown),
            Budget::Full { nodes } => Limits::full(nodes),
        };
        let search = search::Search { root: position, winner, limits, looks_blocked, stop };
        match backend.enter(search) {
            Found::Nothing => Ok(Winnability::No(Reason::Exhausted)),
            Found::Blocked => Ok(Winnability::No(Reason::Blocked)),
            Found::Mate(line) => Ok(Winnability::Yes(line)),
            Found::Limit => Ok(Winnability::Unknown),
            Found::Stopped => Err(Interrupted),
        }
    }
}
