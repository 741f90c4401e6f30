//! A game with an editable current position, which may be illegal.

use std::sync::LazyLock;

use super::Game;
use super::unchecked::{Edited, Unchecked};
use crate::notation::fen::{CastlingStyle, EnPassantStyle, FenText, write_as, write_setup_as};
use crate::position::{Placement, Position, Setup, Status};
use crate::types::{CastlingRights, Color, Move};

/// A game whose current position can be edited. The board is a [`Setup`], which may be illegal; if
/// it is legal, there is also a [`Game`].
///
/// ```
/// use enroque::position::Status;
/// use enroque::rules::EditableGame;
/// use enroque::types::{Color, Square};
/// let mut game = EditableGame::default();
/// game.edit(true, |setup| setup.placement.remove(Square::E1));
/// assert_eq!(game.game().unwrap_err(), Status::NO_WHITE_KING);
/// assert_eq!(game.status(), Status::NO_WHITE_KING | Status::BAD_CASTLING_RIGHTS);
/// ```
#[derive(Clone, Debug, Default)]
pub struct EditableGame {
    pub(super) game: Game,
    /// The setup, if it differs from the game's position: impossible castling rights, or an illegal
    /// position.
    pub(super) edited: Option<Box<Edited>>,
    /// Edits before moves, moves that were not legal: only few games have them.
    pub(super) unchecked: Option<Box<Unchecked>>,
    chess960: bool,
}

impl EditableGame {
    /// A game that starts from a position.
    pub fn new(game: Game, chess960: bool) -> EditableGame {
        EditableGame { game, edited: None, unchecked: None, chess960 }
    }

    /// A game that starts from a setup, which may be illegal.
    pub fn from_setup(setup: &Setup, chess960: bool) -> EditableGame {
        match legal_position(setup, chess960) {
            Some(position) => EditableGame::new(Game::new(position), chess960),
            None => EditableGame::from_unusual_setup(setup, chess960),
        }
    }

    #[cold]
    fn from_unusual_setup(setup: &Setup, chess960: bool) -> EditableGame {
        // an illegal setup still needs a game, whose position is never used
        static PLACEHOLDER: LazyLock<Position> = LazyLock::new(Position::standard);
        let (position, edited) = validated(setup, chess960);
        let game = Game::new(position.unwrap_or_else(|| *PLACEHOLDER));
        EditableGame { game, edited, unchecked: None, chess960 }
    }

    /// Whether it is Chess960, in which rooks on all squares can have castling rights.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Sets whether it is Chess960, which changes the castling rights that are possible.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
        let setup = self.setup();
        if self.edited.is_some() || !chess960 && possible(&setup, self.chess960) != setup {
            self.put(setup, false);
        }
    }

    /// The game, or the flags of an illegal position ([`Status::ILLEGAL`]).
    pub fn game(&self) -> Result<&Game, Status> {
        match &self.edited {
            Some(edited) if !edited.unplayable.is_empty() => Err(edited.unplayable),
            _ => Ok(&self.game),
        }
    }

    /// The moves that led to the current position, and the legal positions before each. It begins
    /// after the last move that was not legal ([`EditableGame::push_pseudo_legal`]).
    pub fn history(&self) -> &Game {
        &self.game
    }

    /// Whether the history is that of [`EditableGame::history`] alone.
    pub fn has_only_legal_history(&self) -> bool {
        self.unchecked.is_none()
    }

    /// Returns the game for playing moves; edits become part of the position.
    ///
    /// # Errors
    /// When the position is illegal.
    pub fn play(&mut self) -> Result<&mut Game, Status> {
        self.game()?;
        if self.edited.is_some() {
            self.keep_edit();
        }
        Ok(&mut self.game)
    }

    /// Stores the edited setup, so that taking back the next move restores it.
    #[cold]
    fn keep_edit(&mut self) {
        let ply = self.len();
        if let Some(edited) = self.edited.take() {
            self.unchecked.get_or_insert_default().edits.push((ply, edited));
        }
    }

    /// Takes back the last move, and all edits since.
    pub fn pop(&mut self) -> Option<Option<Move>> {
        if self.unchecked.is_some() {
            return self.pop_unchecked();
        }
        let popped = self.game.pop()?;
        self.edited = None;
        Some(popped)
    }

    #[cold]
    fn pop_unchecked(&mut self) -> Option<Option<Move>> {
        let popped = match self.game.pop() {
            Some(m) => {
                self.edited = None;
                m
            }
            None => {
                let segment = self.unchecked.as_mut()?.segments.pop()?;
                (self.game, self.edited) = (segment.game, segment.edited);
                segment.m
            }
        };
        let ply = self.len();
        if let Some(edited) = self.unchecked.as_mut().and_then(|unchecked| unchecked.end_at(ply)) {
            self.edited = Some(edited);
        }
        self.drop_empty_history();
        Some(popped)
    }

    /// Makes the following operations fast again if there is nothing unchecked.
    pub(super) fn drop_empty_history(&mut self) {
        self.unchecked.take_if(|unchecked| unchecked.is_empty());
    }

    /// Returns a copy with the last `plies` moves only.
    pub fn with_last_plies(&self, plies: usize) -> EditableGame {
        let mut copy = EditableGame::default();
        copy.become_last_plies(self, plies);
        copy
    }

    /// Assigns [`EditableGame::with_last_plies`] of another game, reusing memory.
    pub fn become_last_plies(&mut self, other: &EditableGame, plies: usize) {
        if other.unchecked.is_some() && plies < other.len() {
            *self = other.replayed(plies);
            return;
        }
        self.game.become_last_plies(&other.game, plies);
        self.edited.clone_from(&other.edited);
        self.unchecked.clone_from(&other.unchecked);
        self.chess960 = other.chess960;
    }

    /// Clears the move stack.
    pub fn clear_stack(&mut self) {
        match self.unchecked {
            Some(_) => *self = self.replayed(0),
            None => self.game = Game::new(*self.game.position()),
        }
    }

    /// Returns the game before its first move.
    pub fn root(&self) -> EditableGame {
        if self.unchecked.is_none() && !self.game.is_empty() {
            return EditableGame::new(Game::new(*self.game.start()), self.chess960);
        }
        let mut root = self.clone();
        while root.pop().is_some() {}
        root
    }

    /// The pieces on the board.
    pub fn placement(&self) -> &Placement {
        match &self.edited {
            Some(edited) => &edited.setup.placement,
            None => self.game.position().placement(),
        }
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        match &self.edited {
            Some(edited) => edited.setup.turn,
            None => self.game.position().turn(),
        }
    }

    /// The current setup.
    pub fn setup(&self) -> Setup {
        match &self.edited {
            Some(edited) => edited.setup,
            None => self.game.position().to_setup(),
        }
    }

    /// The current setup, if it differs from the game's position.
    pub fn edited_setup(&self) -> Option<&Setup> {
        self.edited.as_ref().map(|edited| &edited.setup)
    }

    /// The current setup without impossible castling rights, and without an impossible en-passant
    /// square if it is otherwise legal.
    pub fn clean_setup(&self) -> Setup {
        match &self.edited {
            Some(edited) if !edited.unplayable.is_empty() => {
                Setup { castling: possible_castling(&edited.setup, self.chess960), ..edited.setup }
            }
            _ => self.game.position().to_setup(),
        }
    }

    /// The status of the current setup.
    pub fn status(&self) -> Status {
        let setup = self.setup();
        let mut status = setup.status();
        status.set(
            Status::BAD_CASTLING_RIGHTS,
            setup.castling != possible_castling(&setup, self.chess960),
        );
        status
    }

    /// Changes the setup; `clear_stack` clears the move stack.
    pub fn edit(&mut self, clear_stack: bool, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.setup();
        change(&mut setup);
        self.put(setup, clear_stack);
    }

    /// Replaces the setup; `clear_stack` clears the move stack.
    pub fn put(&mut self, setup: Setup, clear_stack: bool) {
        if clear_stack {
            *self = EditableGame::from_setup(&setup, self.chess960);
            return;
        }
        let (position, edited) = validated(&setup, self.chess960);
        if let Some(position) = position {
            self.game.replace_position(position);
        }
        self.edited = edited;
    }

    /// The FEN of the current setup without impossible castling rights.
    pub fn fen(&self, castling: CastlingStyle, ep: EnPassantStyle) -> FenText {
        match &self.edited {
            None => write_as(self.game.position(), castling, ep),
            Some(edited) => {
                let castling_rights = self.clean_setup().castling;
                write_setup_as(&Setup { castling: castling_rights, ..edited.setup }, castling, ep)
            }
        }
    }
}

/// Returns the position of a setup that is legal as it is.
fn legal_position(setup: &Setup, chess960: bool) -> Option<Position> {
    let is_possible = setup.castling == possible_castling(setup, chess960);
    is_possible.then(|| Position::of_setup(setup).ok()).flatten()
}

/// Returns the position of a setup, if it is legal without impossible rights, and the edited setup,
/// if it differs.
fn validated(setup: &Setup, chess960: bool) -> (Option<Position>, Option<Box<Edited>>) {
    let possible = possible(setup, chess960);
    let (position, unplayable) = match Position::of_setup(&possible) {
        Ok(position) => (Some(position), Status::empty()),
        Err(error) => (None, error.status & Status::ILLEGAL),
    };
    let is_plain = position.is_some() && possible == *setup;
    (position, (!is_plain).then(|| Box::new(Edited { setup: *setup, unplayable })))
}

/// Returns the setup without impossible castling rights and en-passant square.
pub(super) fn possible(setup: &Setup, chess960: bool) -> Setup {
    setup.with_possible(possible_castling(setup, chess960))
}

/// Returns the possible castling rights, in Chess960 or standard chess.
fn possible_castling(setup: &Setup, chess960: bool) -> CastlingRights {
    if chess960 { setup.possible_castling() } else { setup.possible_standard_castling() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::types::Square;

    #[test]
    fn edits_can_be_undone() {
        let mut game = EditableGame::default();
        let before = *game.game().unwrap().position();
        game.play().unwrap().push(Move::new(Square::E2, Square::E4).unwrap()).unwrap();
        game.edit(false, |setup| setup.turn = Color::White);
        assert_eq!(game.game().unwrap().position().turn(), Color::White);
        game.edit(false, |setup| setup.placement.remove(Square::E8));
        assert_eq!(game.game().unwrap_err(), Status::NO_BLACK_KING);
        assert!(game.play().is_err());
        assert_eq!(game.pop(), Some(Move::new(Square::E2, Square::E4)));
        assert_eq!(game.game().unwrap().position(), &before);
        assert_eq!(game.pop(), None);
    }

    #[test]
    fn impossible_castling_rights_are_kept_but_not_used() {
        let setup = fen::parse("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1").unwrap();
        let mut game = EditableGame::from_setup(&setup, false);
        assert_eq!(game.status(), Status::BAD_CASTLING_RIGHTS);
        assert_eq!(game.setup().castling.0.len(), 4);
        assert_eq!(game.game().unwrap().position().castling().0, Square::H1.into());
        assert_eq!(
            game.fen(CastlingStyle::XFen, EnPassantStyle::Legal).as_str(),
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        );
        game.edit(false, |setup| setup.castling.0 = Square::H1.into());
        assert_eq!(game.status(), Status::empty());
        assert!(game.edited_setup().is_none());
    }

    #[test]
    fn castling_rights_depend_on_chess960() {
        let setup = fen::parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        let mut game = EditableGame::from_setup(&setup, false);
        assert_eq!(game.status(), Status::BAD_CASTLING_RIGHTS);
        game.set_chess960(true);
        assert_eq!(game.status(), Status::empty());
        game.set_chess960(false);
        assert_eq!(game.status(), Status::BAD_CASTLING_RIGHTS);
        assert!(game.game().unwrap().position().castling().0.is_empty());
    }
}
