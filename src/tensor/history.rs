//! A game up to the position that is to be encoded: what encodings with history look at.

use crate::position::Position;
use crate::rules::Game;
use crate::types::{Move, Square};

/// When an encoding takes the square passed by a double push for a fact of the position. It decides
/// what its en-passant planes show and which positions it takes for repetitions.
///
/// FIDE 9.2.3.1 is [`EnPassantRule::Legal`]; the others are conventions of programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EnPassantRule {
    /// After every double push.
    DoublePush,
    /// After a double push beside which an enemy pawn stands ready, be its capture legal or not.
    /// In the first position, the square counts as it is given.
    PseudoLegal,
    /// After a double push that can legally be captured en passant.
    Legal,
}

impl EnPassantRule {
    /// All rules, in the order of their numbers.
    pub const ALL: [EnPassantRule; 3] =
        [EnPassantRule::DoublePush, EnPassantRule::PseudoLegal, EnPassantRule::Legal];

    /// The square that counts in the first position of a game.
    #[inline(always)]
    pub(super) fn square_of_start(self, start: &Position) -> Option<Square> {
        match self {
            EnPassantRule::DoublePush | EnPassantRule::PseudoLegal => start.ep_square(),
            EnPassantRule::Legal => start.legal_ep_square(),
        }
    }

    /// The square that counts in a position which a move led to.
    #[inline(always)]
    pub(super) fn square(self, position: &Position) -> Option<Square> {
        match self {
            EnPassantRule::DoublePush => position.ep_square(),
            EnPassantRule::PseudoLegal => {
                position.ep_square().filter(|_| position.ep_capturers().any())
            }
            EnPassantRule::Legal => position.legal_ep_square(),
        }
    }
}

/// What the history adds to one position of a [`History`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The en-passant square, if it counts by the history's [`EnPassantRule`].
    pub ep_square: Option<Square>,
    /// How often the position occurred before, at most 255 times.
    pub repetitions: u8,
}

/// A start position and those that followed it, the newest last. There is always at least one.
///
/// It may be used for one game after another ([`History::restart`]) and then allocates only for
/// games longer than any before.
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
    /// A history of one position, without history.
    pub fn new(start: Position, rule: EnPassantRule) -> History {
        let mut history = History { rule, positions: Vec::new(), marks: Vec::new() };
        history.restart(start);
        history
    }

    /// the history of a [`Game`] and its position now.
    pub fn of_game(game: &Game, rule: EnPassantRule) -> History {
        let mut history = History::new(*game.start(), rule);
        for ply in 1..=game.len() {
            if let Some(&position) = game.position_at(ply) {
                history.push_position(position);
            }
        }
        history
    }

    /// A start and moves that are known to be legal, each in its turn.
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

    /// Forgets everything and begins again from this position.
    #[inline]
    pub fn restart(&mut self, start: Position) {
        self.positions.clear();
        self.marks.clear();
        let ep_square = self.rule.square_of_start(&start);
        self.positions.push(start);
        self.marks.push(Mark { ep_square, repetitions: 0 });
    }

    /// Plays a move that is known to be legal; see [`Position::play_unchecked`].
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.positions.push(*self.position());
        if let Some(position) = self.positions.last_mut() {
            position.play_unchecked(m);
        }
        self.mark_newest();
    }

    /// Appends a position that follows the last one, by a move or by [`Position::pass`].
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

    /// How often the newest position, with this en-passant square, occurred before. Only positions
    /// since the last capture or pawn move can be the same, and only those of the same side to move.
    #[inline(always)]
    fn earlier_occurrences(&self, ep_square: Option<Square>) -> u8 {
        let newest = self.positions.len() - 1;
        let window = newest.min(self.position().halfmove_clock() as usize);
        // two plies ago it was another position: both players have moved since
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

    /// Whether two positions are the same but for en passant and clocks.
    #[inline(always)]
    fn same_pieces_and_rights(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.positions[a], &self.positions[b]);
        a.pieces_key() == b.pieces_key()
            && a.turn() == b.turn()
            && a.placement() == b.placement()
            && a.castling() == b.castling()
    }

    /// Whether the positions after `a` and after `b` plies are the same, en passant counting by
    /// [`History::rule`].
    #[inline(always)]
    pub(super) fn same(&self, a: usize, b: usize) -> bool {
        self.marks[a].ep_square == self.marks[b].ep_square && self.same_pieces_and_rights(a, b)
    }

    /// The rule by which en passant counts here.
    #[inline(always)]
    pub fn rule(&self) -> EnPassantRule {
        self.rule
    }

    /// All positions, the start first.
    #[inline(always)]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// What the history adds to each of [`History::positions`].
    #[inline(always)]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The newest position: the one to encode.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// What the history adds to the newest position.
    #[inline(always)]
    pub fn mark(&self) -> Mark {
        self.marks[self.marks.len() - 1]
    }

    /// How many plies were played since the start: one less than there are positions.
    #[inline(always)]
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }
}
