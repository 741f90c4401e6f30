//! A game whose present position may be edited, into one from which nothing can be played too.

use std::sync::LazyLock;

use super::Game;
use crate::notation::fen::{CastlingStyle, EnPassantStyle, FenText, write_as, write_setup_as};
use crate::position::{Placement, Position, Setup, Status};
use crate::types::{Bitboard, CastlingRights, Color, Move};

/// A game with an editor: what stands on the board is a [`Setup`], which may be anything; where it
/// can be played, it is a [`Game`] too.
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
    game: Game,
    /// The set-up as it was left, where it says more than the game's position: rights that cannot be
    /// true, or nothing that can be played.
    edited: Option<Box<Edited>>,
    chess960: bool,
}

#[derive(Clone, Debug)]
struct Edited {
    setup: Setup,
    /// Why nothing can be played; empty if the game's position is the set-up without its faults.
    unplayable: Status,
}

impl EditableGame {
    /// A game that starts from a position.
    pub fn new(game: Game, chess960: bool) -> EditableGame {
        EditableGame { game, edited: None, chess960 }
    }

    /// A game that starts from a set-up, whatever it is.
    #[inline]
    pub fn from_setup(setup: &Setup, chess960: bool) -> EditableGame {
        match plain(setup, chess960) {
            Some(position) => EditableGame::new(Game::new(position), chess960),
            None => EditableGame::from_odd_setup(setup, chess960),
        }
    }

    #[cold]
    fn from_odd_setup(setup: &Setup, chess960: bool) -> EditableGame {
        // what nothing can be played from still needs a game; whatever stands there is never seen
        static UNSEEN: LazyLock<Position> = LazyLock::new(Position::standard);
        let (position, edited) = judged(setup, chess960);
        let game = Game::new(position.unwrap_or_else(|| *UNSEEN));
        EditableGame { game, edited, chess960 }
    }

    /// Whether it is Chess960, in which rights of other rooks than the standard ones can be true.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Says whether it is Chess960. Rights that only one of the two knows come and go by it.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
        let setup = self.setup();
        if self.edited.is_some() || !chess960 && possible(&setup, self.chess960) != setup {
            self.put(setup, false);
        }
    }

    /// The game, or why nothing can be played from here ([`Status::UNPLAYABLE`]).
    #[inline]
    pub fn game(&self) -> Result<&Game, Status> {
        match &self.edited {
            Some(edited) if !edited.unplayable.is_empty() => Err(edited.unplayable),
            _ => Ok(&self.game),
        }
    }

    /// The moves that led here, and the positions before each, which all could be played.
    pub fn history(&self) -> &Game {
        &self.game
    }

    /// Plays on: what was edited becomes a position like others.
    ///
    /// # Errors
    /// When nothing can be played from here.
    pub fn play(&mut self) -> Result<&mut Game, Status> {
        self.game()?;
        self.edited = None;
        Ok(&mut self.game)
    }

    /// Takes the last move back, and with it all edits since.
    pub fn pop(&mut self) -> Option<Option<Move>> {
        let popped = self.game.pop()?;
        self.edited = None;
        Some(popped)
    }

    /// The same with the last moves only, and no more of the history than they need.
    pub fn with_last_plies(&self, plies: usize) -> EditableGame {
        let mut copy = EditableGame::default();
        copy.become_last_plies(self, plies);
        copy
    }

    /// Becomes another game with its last moves alone. Each part is copied straight to its place.
    #[inline]
    pub fn become_last_plies(&mut self, other: &EditableGame, plies: usize) {
        self.game.become_last_plies(&other.game, plies);
        self.edited.clone_from(&other.edited);
        self.chess960 = other.chess960;
    }

    /// Forgets the moves that led here.
    pub fn clear_stack(&mut self) {
        self.game = Game::new(*self.game.position());
    }

    /// Where the pieces stand.
    #[inline]
    pub fn placement(&self) -> &Placement {
        match &self.edited {
            Some(edited) => &edited.setup.placement,
            None => self.game.position().placement(),
        }
    }

    /// Whose move it is.
    #[inline]
    pub fn turn(&self) -> Color {
        match &self.edited {
            Some(edited) => edited.setup.turn,
            None => self.game.position().turn(),
        }
    }

    /// The fields as they were left.
    pub fn setup(&self) -> Setup {
        match &self.edited {
            Some(edited) => edited.setup,
            None => self.game.position().to_setup(),
        }
    }

    /// The fields as they were left, where they are not simply the position's.
    pub fn edited_setup(&self) -> Option<&Setup> {
        self.edited.as_ref().map(|edited| &edited.setup)
    }

    /// The fields without castling rights that cannot be true; the en-passant square too, if
    /// nothing else is wrong.
    pub fn clean_setup(&self) -> Setup {
        match &self.edited {
            Some(edited) if edited.unplayable.is_empty() => self.game.position().to_setup(),
            Some(edited) => {
                Setup { castling: possible_castling(&edited.setup, self.chess960), ..edited.setup }
            }
            None => self.game.position().to_setup(),
        }
    }

    /// The pieces that pawns became in the moves that led here.
    pub fn promoted(&self) -> Bitboard {
        let mut promoted = Bitboard::EMPTY;
        for (ply, m) in self.game.moves().iter().enumerate() {
            let (Some(m), Some(before)) = (m, self.game.position_at(ply)) else { continue };
            let is_promoted = m.promoted().is_some() || promoted.has(m.from());
            promoted = promoted.without(m.from()).without(m.to());
            // a castling's target is the rook's square, and neither king nor rook is ever promoted there
            if is_promoted && before.castling_side(*m).is_none() {
                promoted = promoted.with(m.to());
            }
        }
        promoted & self.placement().occupied()
    }

    /// Everything that is wrong or odd about the present fields.
    pub fn status(&self) -> Status {
        let setup = self.setup();
        let mut status = setup.status();
        status.set(
            Status::BAD_CASTLING_RIGHTS,
            setup.castling != possible_castling(&setup, self.chess960),
        );
        status
    }

    /// Changes the fields; `clear_stack` forgets the moves that led here.
    pub fn edit(&mut self, clear_stack: bool, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.setup();
        change(&mut setup);
        self.put(setup, clear_stack);
    }

    /// Puts fields in place of the present ones.
    pub fn put(&mut self, setup: Setup, clear_stack: bool) {
        if clear_stack {
            *self = EditableGame::from_setup(&setup, self.chess960);
            return;
        }
        let (position, edited) = judged(&setup, self.chess960);
        if let Some(position) = position {
            self.game.replace_position(position);
        }
        self.edited = edited;
    }

    /// The FEN of the present fields, without castling rights that cannot be true.
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

/// The position of a set-up of which it says everything.
#[inline(always)]
fn plain(setup: &Setup, chess960: bool) -> Option<Position> {
    let is_possible = setup.castling == possible_castling(setup, chess960);
    is_possible.then(|| Position::of_setup(setup).ok()).flatten()
}

/// The position of a set-up, if there is one, and what it does not say of the set-up.
fn judged(setup: &Setup, chess960: bool) -> (Option<Position>, Option<Box<Edited>>) {
    let possible = possible(setup, chess960);
    let (position, unplayable) = match Position::of_setup(&possible) {
        Ok(position) => (Some(position), Status::empty()),
        Err(error) => (None, error.status & Status::UNPLAYABLE),
    };
    let is_plain = position.is_some() && possible == *setup;
    (position, (!is_plain).then(|| Box::new(Edited { setup: *setup, unplayable })))
}

/// The set-up without rights and an en-passant square that cannot be true.
fn possible(setup: &Setup, chess960: bool) -> Setup {
    setup.with_possible(possible_castling(setup, chess960))
}

/// The castling rights that can be true in the game that is played.
fn possible_castling(setup: &Setup, chess960: bool) -> CastlingRights {
    if chess960 { setup.possible_castling() } else { setup.possible_standard_castling() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::types::Square;

    #[test]
    fn an_edit_can_be_undone_by_another() {
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
    fn rights_are_kept_but_not_played() {
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
    fn what_only_chess960_knows_comes_and_goes() {
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
