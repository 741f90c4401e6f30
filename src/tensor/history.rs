//! A position with its game history, as encodings take it.

use crate::position::Position;
use crate::rules::Game;
use crate::types::{Move, Square};

/// The condition under which the square passed by a double push is part of the position. It
/// determines the en-passant planes of an encoding and which positions are repetitions.
///
/// [`EnPassantRule::Legal`] is FIDE 9.2.3.1; the others are conventions of programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EnPassantRule {
    /// After every double push.
    DoublePush,
    /// After a double push beside an opponent's pawn, whether or not its capture is legal. In the
    /// first position, always.
    PseudoLegal,
    /// After a double push if a capture en passant is legal.
    Legal,
}

impl EnPassantRule {
    /// Returns the en-passant square of a position after a move.
    #[inline(always)]
    fn square(self, position: &Position) -> Option<Square> {
        match self {
            EnPassantRule::DoublePush => position.ep_square(),
            EnPassantRule::PseudoLegal => {
                position.ep_square().filter(|_| position.ep_capturers().any())
            }
            EnPassantRule::Legal => position.legal_ep_square(),
        }
    }
}

/// The properties of a position of a [`History`] that depend on the rule and on earlier positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The en-passant square by the [`EnPassantRule`] of the history.
    pub ep_square: Option<Square>,
    /// The number of earlier occurrences of the position, at most 255.
    pub repetitions: u8,
}

/// A start position and its successors, the newest last.
///
/// A history can be reused for many games ([`History::restart`]); it then allocates only for games
/// longer than all before.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{EnPassantRule, History};
/// use enroque::types::{Move, Square};
///
/// let mut history = History::new(Position::standard(), EnPassantRule::PseudoLegal);
/// for (from, to) in [
///     (Square::G1, Square::F3),
///     (Square::G8, Square::F6),
///     (Square::F3, Square::G1),
///     (Square::F6, Square::G8),
/// ] {
///     history.push(Move::new(from, to).unwrap());
/// }
/// assert_eq!(history.position(), &Position::standard());
/// assert_eq!(history.mark().repetitions, 1);
/// ```
#[derive(Clone, Debug)]
pub struct History {
    rule: EnPassantRule,
    positions: Vec<Position>,
    marks: Vec<Mark>,
}

impl History {
    /// Returns a history of one position.
    pub fn new(start: Position, rule: EnPassantRule) -> History {
        let mut history = History { rule, positions: Vec::new(), marks: Vec::new() };
        history.restart(start);
        history
    }

    /// Returns the history of a [`Game`].
    pub fn of_game(game: &Game, rule: EnPassantRule) -> History {
        let mut history = History::new(*game.start(), rule);
        for ply in 1..=game.len() {
            if let Some(&position) = game.position_at(ply) {
                history.push_position(position);
            }
        }
        history
    }

    /// Returns the history of a start position and legal moves, which are not checked.
    pub fn of_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
        rule: EnPassantRule,
    ) -> History {
        let mut history = History::new(start, rule);
        for m in moves {
            history.push(m);
        }
        history
    }

    /// Clears the history and starts from this position.
    #[inline]
    pub fn restart(&mut self, start: Position) {
        self.positions.clear();
        self.marks.clear();
        let ep_square = match self.rule {
            EnPassantRule::DoublePush | EnPassantRule::PseudoLegal => start.ep_square(),
            EnPassantRule::Legal => start.legal_ep_square(),
        };
        self.positions.push(start);
        self.marks.push(Mark { ep_square, repetitions: 0 });
    }

    /// Makes a legal move, which is not checked; see [`Position::play_unchecked`].
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.positions.push(*self.position());
        if let Some(position) = self.positions.last_mut() {
            position.play_unchecked(m);
        }
        self.mark_newest();
    }

    /// Appends the position after a move or after [`Position::pass`].
    #[inline(always)]
    pub fn push_position(&mut self, position: Position) {
        self.positions.push(position);
        self.mark_newest();
    }

    #[inline(always)]
    fn mark_newest(&mut self) {
        let ep_square = self.rule.square(self.position());
        let repetitions = self.earlier_occurrences(ep_square);
        self.marks.push(Mark { ep_square, repetitions });
    }

    /// Returns how often the newest position, with this en-passant square, occurred before. Only
    /// positions since the last capture or pawn move, with the same side to move, can be equal.
    #[inline(always)]
    fn earlier_occurrences(&self, ep_square: Option<Square>) -> u8 {
        let newest = self.positions.len() - 1;
        let window = newest.min(self.position().halfmove_clock() as usize);
        // the position of two plies ago differs: both players have moved since
        let mut back = 4;
        while back <= window {
            let mark = self.marks[newest - back];
            if mark.ep_square == ep_square && self.same_pieces_and_rights(newest - back, newest) {
                return mark.repetitions.saturating_add(1);
            }
            back += 2;
        }
        0
    }

    /// Whether two positions are equal except for en passant and clocks.
    #[inline(always)]
    fn same_pieces_and_rights(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.positions[a], &self.positions[b]);
        a.pieces_key() == b.pieces_key()
            && a.turn() == b.turn()
            && a.placement() == b.placement()
            && a.castling() == b.castling()
    }

    /// Whether the positions after `a` and after `b` plies are equal by [`History::rule`].
    #[inline(always)]
    pub(super) fn same(&self, a: usize, b: usize) -> bool {
        self.marks[a].ep_square == self.marks[b].ep_square && self.same_pieces_and_rights(a, b)
    }

    /// The en-passant rule.
    #[inline(always)]
    pub fn rule(&self) -> EnPassantRule {
        self.rule
    }

    /// All positions, from the start on.
    #[inline(always)]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The marks of all [`History::positions`].
    #[inline(always)]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The newest position, which encodings encode.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The mark of the newest position.
    #[inline(always)]
    pub fn mark(&self) -> Mark {
        self.marks[self.marks.len() - 1]
    }

    /// The number of plies since the start.
    #[inline(always)]
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }
}
