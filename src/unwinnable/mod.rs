//! Whether a player can still win: by any possible series of legal moves, both players helping
//! (FIDE 5.1.2, 5.2.2, 6.9, 7.5.5).
//!
//! [`can_win`] decides whether some series of legal moves ends in a mate by this player. A position
//! is *dead* if neither player can win ([`is_dead_position`]). The fifty-move rule, repetitions and
//! clocks do not count, since they do not end "any series of legal moves".
//!
//! # Proofs
//!
//! Both players help, so this is a search in the graph of positions and moves for a mate by the
//! player. `Yes` has a path to one. `No` is one of these proofs:
//!
//! | reason | proof |
//! |---|---|
//! | [`Reason::GameOver`] | there is no legal move, and it is not mate by this player |
//! | [`Reason::Material`] | the pieces cannot mate on any squares: see below |
//! | [`Reason::Forced`] | all lines of moves were searched, and each ended or returned to an earlier position (`bounded_search`) |
//! | [`Reason::Blocked`] | the squares that the pieces can ever reach allow no mate (`mobility`), or not in any case of a case split (`mobility::case_split`), after any reply to a check (`check_replies`), or after any next capture or pawn move (`mobility::irreversible`) |
//! | [`Reason::Exhausted`] | every reachable position was searched (`search`) |
//!
//! In the search a position is finished when its successors are queued, when the game ends there
//! without a mate by the player, or when another proof applies. Positions are compared in full, not
//! by key only. So when the queue is empty, no path from the start leads to a mate: by induction on
//! its length, each position on it was searched. The other proofs are explained in their files. The
//! end of the game is always tested before the material, since a position set up as a mate is a
//! mate with any pieces.
//!
//! # Termination
//!
//! The bounded search has a limit of depth and nodes, the sets of squares only grow and are finite,
//! and the search visits at most as many positions as its [`Budget`] allows, which also bounds its
//! memory. Recursion is at most 4 plies deep in the bounded search and 64 in replies to checks.
//!
//! # Finding distant mates
//!
//! Three searches, each of which proves only what it finds or exhausts: best-first search with a
//! heuristic distance of each piece from its square in the mate (`search`, `heuristic`); limited
//! discrepancy search along a plan (`search::discrepancy`, `plan`); and best-first search again
//! with the rest of the budget.
//!
//! # Material
//!
//! [`Position::has_insufficient_material`] has three cases of the winner's material, which no move
//! can leave. None of them mates:
//!
//! 1. *A bare king* gives no check.
//! 2. *One knight, against queens.* Let the knight check from (1, 2) as seen from the king at
//!    (0, 0). A queen on (0, 1) or (1, 1) would capture it, so these flights are the winner's
//!    king's to cover, which must be on (0, 2). Then a queen on (1, 0) would capture it up the
//!    empty file, and nothing else covers that square, which is on the board since (1, 2) is.
//! 3. *Bishops of one square color, without pawns, knights and bishops of the other color.* The
//!    mated king's orthogonal neighbors are of the color that no bishop attacks. The winner's king
//!    covers one of them at most, so a queen or rook of the loser is on another, say (1, 0).
//!    No bishop pins it, and it captures or interposes on (1, 1) and (1, -1): the check comes from
//!    the other side, say (-1, 1). Then (-1, 0) and (0, 1) are on the board too, and a queen or
//!    rook on either captures or interposes on (-1, 1): both are the winner's king's to cover, one
//!    too many. Two bishops of one square color never check at once: the one that uncovers the
//!    other would have to reach a second diagonal of the king along a line that meets none.
//!
//! # Chess960
//!
//! Castling is an ordinary legal move in the searches. In the sets of squares it is a jump of king
//! and rook.

mod bounded_search;
mod check_replies;
mod heuristic;
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
use bounded_search::{BoundedResult, BoundedSearch, SearchedLine};
use search::{Limits, SearchResult};

/// Whether a player can still win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnability {
    /// A proof that no series of legal moves ends in a mate by this player.
    No(Reason),
    /// Legal moves of both players that end in a mate by this player; empty if it is already mate.
    Yes(Vec<Move>),
    /// Undecided within the budget. The Laws require a proof, so this counts as a win.
    Unknown,
}

impl Winnability {
    /// Whether it is proved that the player cannot win.
    pub const fn is_no(&self) -> bool {
        matches!(self, Winnability::No(_))
    }
}

/// The reason for which a player can never mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The game is over: stalemate, or mate by the other player.
    GameOver,
    /// The player's pieces cannot mate ([`Position::has_insufficient_material`]).
    Material,
    /// Every line of moves soon ends, loses the material to mate, or repeats a position.
    Forced,
    /// The pieces that can move can never mate the other king.
    Blocked,
    /// Every reachable position was searched.
    Exhausted,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::GameOver => "the game is over",
            Reason::Material => "not enough material to mate",
            Reason::Forced => "all lines of play soon end without a mate",
            Reason::Blocked => "the pieces that can move can never mate",
            Reason::Exhausted => "no reachable position is a mate by this player",
        })
    }
}

/// The maximum number of positions to search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// At most 1,050 positions, and only if pawns are blocked: usually 1 to 2
    /// microseconds, at most 0.2 milliseconds. It proves nearly every `No` that occurs in games,
    /// and usually leaves `Yes` unknown. A game uses it after every move.
    Quick,
    /// At most `nodes` positions, and at most 2^26. Memory is 200 to 400 bytes for each position
    /// that is actually searched.
    Full {
        /// The number of positions.
        nodes: u32,
    },
}

impl Budget {
    /// A budget that decided all tested positions from games and all composed ones of the test
    /// collection, on which the search was tuned. Of 40,000 variations of these, 10 remained
    /// unknown. It takes at most a few seconds and 400 MB.
    pub const FULL: Budget = Budget::Full { nodes: 2_000_000 };
}

/// The node limit of the bounded search.
const QUICK_LINES: u32 = 250;

/// The greatest number of legal moves that are tested one by one.
const FEW_MOVES: usize = 4;

/// The node limit of a quick search.
const QUICK_SEARCH: u32 = 800;

impl Default for Budget {
    fn default() -> Budget {
        Budget::FULL
    }
}

/// Returns whether `color` can still win; either player may be to move.
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
/// // no piece can cross this pawn wall
/// let position = fen::read("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1").unwrap();
/// assert_eq!(can_win(&position, Color::White, Budget::Quick), Winnability::No(Reason::Blocked));
/// ```
pub fn can_win(position: &Position, color: Color, budget: Budget) -> Winnability {
    // `stop` never returns true
    can_win_until(position, color, budget, &|| false).unwrap_or(Winnability::Unknown)
}

/// Like [`can_win`], but calls `stop` every few milliseconds.
///
/// # Errors
/// When `stop` returns true.
pub fn can_win_until(
    position: &Position,
    color: Color,
    budget: Budget,
    stop: &dyn Fn() -> bool,
) -> Result<Winnability, Interrupted> {
    dispatch(CanWin { position, winner: color, budget, stop })
}

/// Returns whether the position is dead (FIDE 5.2.2): neither player can ever mate. `None` if it is
/// undecided within the budget.
///
/// Mate and stalemate are separate articles of the Laws (5.1.1, 5.2.1); here a mate is not dead and
/// a stalemate is.
///
/// ```
/// use enroque::{notation::fen, unwinnable::{Budget, is_dead_position}};
/// let position = fen::read("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1").unwrap();
/// assert_eq!(is_dead_position(&position, Budget::Quick), Some(true));
/// ```
pub fn is_dead_position(position: &Position, budget: Budget) -> Option<bool> {
    is_dead_position_until(position, budget, &|| false).unwrap_or(None)
}

/// Like [`is_dead_position`], but calls `stop` every few milliseconds.
///
/// # Errors
/// When `stop` returns true.
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
            // the other player may still be proved able to win, but not by a quick search
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
    /// The depth of the bounded search: it decides 3 of 4 unwinnable positions that occur in games,
    /// and depth 8 decides hardly more.
    const DEPTH: usize = 4;

    /// Returns the reason for a result of the bounded search.
    fn reason_of_end(&self) -> Reason {
        if !has_legal_move(self.position) {
            Reason::GameOver
        } else if self.position.has_insufficient_material(self.winner) {
            Reason::Material
        } else {
            Reason::Forced
        }
    }

    /// Whether all legal moves, if they are few, lead to positions that are proved to be blocked,
    /// as after a forced capture.
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

    /// Returns the number of the winner's pawns with a pawn or the king of the loser directly in
    /// front.
    fn blocked_pawns(&self) -> u32 {
        let placement = self.position.placement();
        let pawns = placement.by_type(PieceType::Pawn);
        let blockers = pawns | placement.by_type(PieceType::King);
        let own = pawns & placement.by_color(self.winner);
        (steps::ahead(self.winner, own) & blockers & placement.by_color(!self.winner)).len()
    }

    /// Estimates how blocked the position is, to decide whether mobility is computed, and whether
    /// again after each move. In most positions of games that would cost more than everything else.
    /// The estimate affects speed, not correctness.
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
        let mut line = SearchedLine::new(winner, QUICK_LINES);
        let search = BoundedSearch { position, depth: CanWin::DEPTH, line: &mut line };
        match backend.enter(search) {
            BoundedResult::NoMate => return Ok(Winnability::No(self.reason_of_end())),
            BoundedResult::Mate => return Ok(Winnability::Yes(line.moves.to_vec())),
            BoundedResult::Unknown => {}
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
        let search = search::MateSearch { root: position, winner, limits, looks_blocked, stop };
        match backend.enter(search) {
            SearchResult::Exhausted => Ok(Winnability::No(Reason::Exhausted)),
            SearchResult::Blocked => Ok(Winnability::No(Reason::Blocked)),
            SearchResult::Mate(line) => Ok(Winnability::Yes(line)),
            SearchResult::NodeLimit => Ok(Winnability::Unknown),
            SearchResult::Interrupted => Err(Interrupted),
        }
    }
}
