//! A position with its game history, as encodings take it.

use std::slice::from_ref;

use crate::named_enum::named_enum;
use crate::position::Position;
use crate::rules::Game;
use crate::types::{Move, Square};

named_enum! {
    /// The condition under which the square passed by a double push is part of the position. It
    /// determines the en-passant planes of an encoding and which positions are repetitions.
    ///
    /// [`EnPassantRule::Legal`] is FIDE 9.2.3.1; the others are conventions of programs.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum EnPassantRule {
        /// After every double push.
        DoublePush = "double_push",
        /// After a double push beside an opponent's pawn, whether or not its capture is legal. In the
        /// first position, always.
        PseudoLegal = "pseudo_legal",
        /// After a double push if a capture en passant is legal.
        Legal = "legal",
    }
}

impl EnPassantRule {
    /// Returns the en-passant square of the first position of a game.
    #[inline(always)]
    pub(super) fn square_of_start(self, start: &Position) -> Option<Square> {
        match self {
            EnPassantRule::DoublePush | EnPassantRule::PseudoLegal => start.ep_square(),
            EnPassantRule::Legal => start.legal_ep_square(),
        }
    }

    /// Returns the en-passant square of a position after a move.
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

    /// Returns the mark of the position after `ply` plies of a game.
    fn mark_in(self, game: &Game, ply: usize, position: &Position) -> RepetitionRecord {
        let square_at = |rule: EnPassantRule, ply: usize, position: &Position| match ply {
            0 => rule.square_of_start(position),
            _ => rule.square(position),
        };
        let ep_square = square_at(self, ply, position);
        // the game counts by the Laws: that differs only where the first position after a capture
        // or pawn move, the only one that can have an en-passant square, is the same as this one
        let mut repetitions = game.repetition_count_at(ply).unwrap_or(1).saturating_sub(1);
        let first = ply - ply.min(position.halfmove_clock() as usize);
        if self != EnPassantRule::Legal
            && first < ply
            && let Some(other) = game.position_at(first)
            && same_pieces_and_rights(other, position)
        {
            let counts = |rule| u32::from(square_at(rule, first, other).is_none());
            repetitions = repetitions + counts(self) - counts(EnPassantRule::Legal);
        }
        RepetitionRecord { ep_square, repetitions: repetitions.min(u8::MAX.into()) as u8 }
    }
}

/// The properties of a position of a [`History`] that depend on the rule and on earlier positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionRecord {
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
/// assert_eq!(history.view().mark().repetitions, 1);
/// ```
#[derive(Clone, Debug)]
pub struct History {
    rule: EnPassantRule,
    positions: Vec<Position>,
    marks: Vec<RepetitionRecord>,
}

impl History {
    /// Returns a history of one position.
    pub fn new(start: Position, rule: EnPassantRule) -> History {
        let mut history = History { rule, positions: Vec::new(), marks: Vec::new() };
        history.restart(start);
        history
    }

    /// Returns the history of a [`Game`] with at most `plies` plies before the current position,
    /// whose marks are those of the whole game. The cost does not depend on the length of the game.
    pub fn of_game(game: &Game, rule: EnPassantRule, plies: usize) -> History {
        let first = game.len().saturating_sub(plies);
        let mut history = History { rule, positions: Vec::new(), marks: Vec::new() };
        for ply in first..=game.len() {
            if let Some(&position) = game.position_at(ply) {
                history.positions.push(position);
                history.marks.push(rule.mark_in(game, ply, &position));
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
        self.begin(start, self.rule.square_of_start(&start));
    }

    /// Clears the history and starts from this position after a capture or a move of a pawn.
    pub(crate) fn restart_within(&mut self, position: Position) {
        self.begin(position, self.rule.square(&position));
    }

    #[inline(always)]
    fn begin(&mut self, position: Position, ep_square: Option<Square>) {
        self.positions.clear();
        self.marks.clear();
        self.positions.push(position);
        self.marks.push(RepetitionRecord { ep_square, repetitions: 0 });
    }

    /// Makes a legal move, which is not checked; see [`Position::play_unchecked`].
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.positions.push(*self.position());
        if let Some(position) = self.positions.last_mut() {
            position.play_unpredictable(m);
        }
        let ep_square = self.rule.square(self.position());
        let repetitions = self.earlier_occurrences(ep_square);
        self.marks.push(RepetitionRecord { ep_square, repetitions });
    }

    /// Returns the number of earlier occurrences of the newest position, with this en-passant
    /// square. Only positions since the last capture or pawn move, with the same side to move, can
    /// be equal.
    #[inline(always)]
    fn earlier_occurrences(&self, ep_square: Option<Square>) -> u8 {
        let newest = self.positions.len() - 1;
        let window = newest.min(self.position().halfmove_clock() as usize);
        // the position of two plies ago differs: both players have moved since
        let mut back = 4;
        while back <= window {
            let mark = self.marks[newest - back];
            let earlier = &self.positions[newest - back];
            if mark.ep_square == ep_square && same_pieces_and_rights(earlier, self.position()) {
                return mark.repetitions.saturating_add(1);
            }
            back += 2;
        }
        0
    }

    /// The history as encodings read it.
    #[inline(always)]
    pub fn view(&self) -> HistoryView<'_> {
        HistoryView { positions: &self.positions, marks: &self.marks }
    }

    /// The en-passant rule.
    #[inline(always)]
    pub fn rule(&self) -> EnPassantRule {
        self.rule
    }

    /// The newest position, which encodings encode.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }
}

/// Whether two positions are equal except for en passant and clocks.
#[inline(always)]
fn same_pieces_and_rights(a: &Position, b: &Position) -> bool {
    a.pieces_key() == b.pieces_key()
        && a.turn() == b.turn()
        && a.placement() == b.placement()
        && a.castling() == b.castling()
}

/// A position and its predecessors, at least [`PlaneEncoding::history_plies`] of them or all, with
/// their marks.
///
/// [`PlaneEncoding::history_plies`]: super::PlaneEncoding::history_plies
#[derive(Clone, Copy, Debug)]
pub struct HistoryView<'a> {
    positions: &'a [Position],
    marks: &'a [RepetitionRecord],
}

impl<'a> HistoryView<'a> {
    /// A view of positions with their marks; not empty, and of equal lengths.
    #[inline(always)]
    pub(super) fn new(positions: &'a [Position], marks: &'a [RepetitionRecord]) -> HistoryView<'a> {
        debug_assert!(!positions.is_empty() && positions.len() == marks.len());
        HistoryView { positions, marks }
    }

    /// A view of one position and its mark.
    #[inline(always)]
    pub(crate) fn of_one(position: &'a Position, mark: &'a RepetitionRecord) -> HistoryView<'a> {
        HistoryView { positions: from_ref(position), marks: from_ref(mark) }
    }

    /// Whether two positions of [`HistoryView::positions`] are equal by the en-passant rule.
    #[inline(always)]
    pub(super) fn same(self, a: usize, b: usize) -> bool {
        self.marks[a].ep_square == self.marks[b].ep_square
            && same_pieces_and_rights(&self.positions[a], &self.positions[b])
    }

    /// The positions, the newest last.
    #[inline(always)]
    pub fn positions(self) -> &'a [Position] {
        self.positions
    }

    /// The marks of [`HistoryView::positions`].
    #[inline(always)]
    pub fn marks(self) -> &'a [RepetitionRecord] {
        self.marks
    }

    /// The newest position, which encodings encode.
    #[inline(always)]
    pub fn position(self) -> &'a Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The mark of the newest position.
    #[inline(always)]
    pub fn mark(self) -> RepetitionRecord {
        self.marks[self.marks.len() - 1]
    }

    /// The number of plies between the first of [`HistoryView::positions`] and the newest.
    #[inline(always)]
    pub fn plies(self) -> usize {
        self.positions.len() - 1
    }
}
