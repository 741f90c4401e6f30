//! The history of an [`EditableGame`]: moves that were not legal, edits, promoted pieces.

use super::editable::{EditableGame, possible};
use super::unchecked::Segment;
use super::{Game, Termination};
use crate::movegen::{is_legal, legal_moves_of_setup, pseudo_legal_moves};
use crate::position::Setup;
use crate::types::{Bitboard, Color, Move};

/// A move that is not pseudo-legal: the piece cannot move like that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotPseudoLegal;

impl EditableGame {
    /// Plays a pseudo-legal move or, for `None`, a null move, in a position that may be illegal.
    /// The position after it may be illegal: its own king may be in check.
    ///
    /// Legal moves of legal positions are played faster by [`EditableGame::play`]. Repetitions are
    /// counted from the last move that was not legal.
    ///
    /// # Errors
    /// If the move is not pseudo-legal; nothing is changed.
    ///
    /// ```
    /// use enroque::notation::fen;
    /// use enroque::position::Status;
    /// use enroque::rules::EditableGame;
    /// use enroque::types::{Move, Square};
    /// let setup = fen::parse("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1").unwrap();
    /// let mut game = EditableGame::from_setup(&setup, false);
    /// let pinned = Move::new(Square::E2, Square::C3);
    /// game.push_pseudo_legal(pinned).unwrap();
    /// assert_eq!(game.game().unwrap_err(), Status::OPPOSITE_CHECK);
    /// assert_eq!(game.pop(), Some(pinned));
    /// assert!(game.game().is_ok());
    /// ```
    pub fn push_pseudo_legal(&mut self, m: Option<Move>) -> Result<(), NotPseudoLegal> {
        let setup = self.clean_setup();
        if let Some(m) = m
            && !pseudo_legal_moves(&setup).contains(&m)
        {
            return Err(NotPseudoLegal);
        }
        let next = EditableGame::from_setup(&setup.after(m), self.is_chess960());
        let game = std::mem::replace(&mut self.game, next.game);
        let edited = std::mem::replace(&mut self.edited, next.edited);
        self.unchecked.get_or_insert_default().segments.push(Segment { game, edited, m });
        Ok(())
    }

    /// Number of plies played.
    pub fn len(&self) -> usize {
        self.unchecked.as_ref().map_or(0, |unchecked| unchecked.start()) + self.game.len()
    }

    /// Whether no move was played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls a function with the setup before each move and the move, and at the end with the
    /// current setup and `None`. Null moves are `Some(None)`.
    pub fn for_each_ply(&self, mut visit: impl FnMut(&Setup, Option<Option<Move>>)) {
        let segments = self.unchecked.as_ref().map_or(&[][..], |unchecked| &unchecked.segments);
        let mut edits = self.unchecked.iter().flat_map(|unchecked| &unchecked.edits).peekable();
        let mut ply = 0;
        let mut game = |game: &Game, last: Option<&Setup>, m: Option<Option<Move>>| {
            for (n, &m) in game.moves().iter().enumerate() {
                let Some(position) = game.position_at(n) else { continue };
                match edits.next_if(|(at, _)| *at == ply) {
                    Some((_, edited)) => visit(&edited.setup, Some(m)),
                    None => visit(&position.to_setup(), Some(m)),
                }
                ply += 1;
            }
            match last {
                Some(setup) => visit(setup, m),
                None => visit(&game.position().to_setup(), m),
            }
            ply += 1;
        };
        for segment in segments {
            let last = segment.edited.as_ref().map(|edited| &edited.setup);
            game(&segment.game, last, Some(segment.m));
        }
        game(&self.game, self.edited_setup(), None);
    }

    /// The setup before the last move, and the move; `None` if there is none.
    pub fn last_ply(&self) -> Option<(Setup, Option<Move>)> {
        if let Some(&m) = self.game.moves().last() {
            let before = self.game.position_at(self.game.len() - 1)?;
            return Some((before.to_setup(), m));
        }
        let Segment { game, edited, m } = self.unchecked.as_ref()?.segments.last()?;
        let setup = edited.as_ref().map_or_else(|| game.position().to_setup(), |e| e.setup);
        Some((setup, *m))
    }

    /// A game of the last `plies` moves, which starts from the position before them, made by
    /// playing them again: for games with more history than a [`Game`] has.
    pub(super) fn replayed(&self, plies: usize) -> EditableGame {
        let first = self.len().saturating_sub(plies);
        let chess960 = self.is_chess960();
        let mut copy = EditableGame::from_setup(&Setup::EMPTY, chess960);
        let mut ply = 0;
        self.for_each_ply(|setup, m| {
            if ply == first {
                copy = EditableGame::from_setup(setup, chess960);
                copy.set_promoted(self.promoted_at(first));
            } else if ply > first && copy.setup() != *setup {
                copy.put(*setup, false);
            }
            if ply >= first
                && let Some(m) = m
            {
                // a move of the stack is pseudo-legal
                let _ = copy.push(m);
            }
            for (at, promoted) in self.promoted_marks() {
                if *at == ply + 1 && ply >= first {
                    copy.set_promoted(*promoted);
                }
            }
            ply += 1;
        });
        copy
    }

    /// Plays a pseudo-legal move or, for `None`, a null move: by [`EditableGame::play`] if the move
    /// is legal, or else by [`EditableGame::push_pseudo_legal`].
    ///
    /// # Errors
    /// If the move is not pseudo-legal; nothing is changed.
    pub fn push(&mut self, m: Option<Move>) -> Result<(), NotPseudoLegal> {
        let is_legal = self.game().is_ok_and(|game| match m {
            Some(m) => is_legal(game.position(), m),
            None => !game.position().is_check(),
        });
        if is_legal && let Ok(game) = self.play() {
            match m {
                Some(m) => game.push_unchecked(m),
                None => game.push_null(),
            }
            return Ok(());
        }
        self.push_pseudo_legal(m)
    }

    /// The setup without impossible castling rights and, if it is otherwise legal, without an
    /// impossible en-passant square: that in which moves are played.
    pub fn possible(&self, setup: &Setup) -> Setup {
        if self.unchecked.is_none() && self.edited.is_none() {
            return *setup; // every position of the game is legal
        }
        EditableGame::from_setup(setup, self.is_chess960()).clean_setup()
    }

    /// The promoted pieces as set, by ply.
    pub fn promoted_marks(&self) -> &[(usize, Bitboard)] {
        self.unchecked.as_ref().map_or(&[], |unchecked| &unchecked.promoted)
    }

    /// The squares of promoted pieces: those that were set, and those of the move stack.
    pub fn promoted(&self) -> Bitboard {
        self.promoted_at(self.len()) & self.placement().occupied()
    }

    fn promoted_at(&self, last: usize) -> Bitboard {
        let mut promoted = Bitboard::EMPTY;
        if self.unchecked.is_none() {
            let moves = self.game.moves().iter().take(last);
            let later = moves.skip(self.game.first_promotion().unwrap_or(last)).flatten();
            // no promoted piece castles
            return later.fold(promoted, |promoted, &m| promoted_after(promoted, m, || false));
        }
        let mut marks = self.promoted_marks().iter().peekable();
        let mut ply = 0;
        self.for_each_ply(|setup, m| {
            if ply <= last
                && let Some((_, set)) = marks.next_if(|(at, _)| *at == ply)
            {
                promoted = *set;
            }
            if ply < last
                && let Some(Some(m)) = m
            {
                promoted = promoted_after(promoted, m, || setup.castling_side(m).is_some());
            }
            ply += 1;
        });
        promoted
    }

    /// Sets which pieces are promoted.
    pub fn set_promoted(&mut self, promoted: Bitboard) {
        let ply = self.len();
        let unchecked = self.unchecked.get_or_insert_default();
        while unchecked.promoted.pop_if(|(at, _)| *at >= ply).is_some() {}
        if self.promoted_at(ply) != promoted
            && let Some(unchecked) = &mut self.unchecked
        {
            unchecked.promoted.push((ply, promoted));
        }
        self.drop_empty_history();
    }

    /// The number of occurrences of the current position, including this one; for an illegal
    /// position, the setups are compared.
    pub fn repetition_count(&self) -> u32 {
        if let Ok(game) = self.game() {
            return game.repetition_count();
        }
        let now = same_part(&self.clean_setup());
        let mut count = 0;
        self.for_each_ply(|setup, _| {
            count += u32::from(same_part(&possible(setup, self.is_chess960())) == now);
        });
        count
    }

    /// The termination of the game in an illegal position, in python-chess's order of conditions.
    pub fn outcome_in_illegal_position(&self) -> Option<Termination> {
        let setup = self.clean_setup();
        let is_attacked = setup.placement.attackers_of_king(setup.turn).any();
        let can_move = !legal_moves_of_setup(&setup).is_empty();
        if is_attacked && !can_move {
            Some(Termination::Checkmate)
        } else if setup.placement.is_insufficient_material() {
            Some(Termination::InsufficientMaterial)
        } else if !can_move {
            Some(Termination::Stalemate)
        } else if setup.halfmove_clock >= 150 {
            Some(Termination::SeventyFiveMoves)
        } else if self.repetition_count() >= 5 {
            Some(Termination::FivefoldRepetition)
        } else {
            None
        }
    }
}

/// The squares of promoted pieces after a move.
fn promoted_after(promoted: Bitboard, m: Move, is_castling: impl FnOnce() -> bool) -> Bitboard {
    let is_promoted = m.promoted().is_some() || promoted.has(m.from());
    let rest = promoted.without(m.from()).without(m.to());
    // the target of castling is the rook's square
    if is_promoted && !is_castling() { rest.with(m.to()) } else { rest }
}

/// The part of a setup that identifies its position for repetitions.
fn same_part(setup: &Setup) -> (crate::position::Placement, Color, Bitboard, Option<u8>) {
    let ep_square = setup.legal_ep_square().map(|square| square as u8);
    (setup.placement, setup.turn, setup.castling.0, ep_square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::position::Status;
    use crate::types::Square;

    fn game(text: &str) -> EditableGame {
        EditableGame::from_setup(&fen::parse(text).unwrap(), false)
    }

    #[test]
    fn moves_without_a_king_are_taken_back() {
        let mut game = game("8/8/8/8/8/8/8/K7 w - - 0 1");
        let before = game.setup();
        let m = Move::new(Square::A1, Square::B1);
        for _ in 0..3 {
            game.push_pseudo_legal(m).unwrap();
            assert_eq!(game.push_pseudo_legal(m), Err(NotPseudoLegal));
            game.push_pseudo_legal(None).unwrap();
            assert_eq!((game.len(), game.turn()), (2, Color::White));
            assert_eq!(game.last_ply().unwrap().1, None);
            assert_eq!((game.pop(), game.pop(), game.pop()), (Some(None), Some(m), None));
            assert_eq!(game.setup(), before);
        }
    }

    #[test]
    fn copies_keep_segments_edits_and_promoted_pieces() {
        let mut full = game("4r1k1/8/8/8/8/8/4N3/4K2R w KQ - 0 1");
        full.set_promoted(Square::E8.into());
        for (from, to) in [(Square::H1, Square::H2), (Square::E8, Square::D8)] {
            full.play().unwrap().push(Move::new(from, to).unwrap()).unwrap();
        }
        full.edit(false, |setup| setup.turn = Color::Black);
        full.push_pseudo_legal(Move::new(Square::D8, Square::D7)).unwrap();
        full.push_pseudo_legal(None).unwrap();
        full.push_pseudo_legal(None).unwrap();
        for plies in 0..=6 {
            let mut copy = full.with_last_plies(plies);
            assert_eq!(copy.len(), plies.min(5));
            assert_eq!(copy.promoted(), Square::D7.into());
            let mut original = full.clone();
            while let Some(m) = copy.pop() {
                assert_eq!(original.pop(), Some(m));
                assert_eq!(copy.setup(), original.setup());
                assert_eq!(copy.promoted(), original.promoted());
                assert_eq!(copy.status(), original.status());
            }
        }
        while full.pop().is_some() {}
        assert_eq!(full.status(), Status::BAD_CASTLING_RIGHTS);
        assert_eq!(full.promoted(), Square::E8.into());
    }

    #[test]
    fn a_long_history_is_dropped_without_recursion() {
        let mut game = game("8/8/8/8/8/8/8/8 w - - 0 1");
        for _ in 0..200_000 {
            game.push_pseudo_legal(None).unwrap();
        }
        assert_eq!(game.len(), 200_000);
    }
}
