//! Playing the moves of a tree.

use super::TreeMove;
use crate::notation::uci;
use crate::position::Position;
use crate::rules::Game;

/// A move of a tree that is illegal in its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnplayableMove {
    /// The move; `None` for a null move in check.
    pub m: TreeMove,
    /// The position.
    pub position: Box<Position>,
}

/// Returns the legal move that a move of a tree is in a position.
pub(super) fn playable(position: &Position, m: TreeMove) -> Result<TreeMove, UnplayableMove> {
    let unplayable = || UnplayableMove { m, position: Box::new(*position) };
    match m {
        None if position.is_check() => Err(unplayable()),
        None => Ok(None),
        Some(m) => match uci::find(position, m.from(), m.to(), m.promoted()) {
            Some(found) => Ok(Some(found)),
            None => Err(unplayable()),
        },
    }
}

/// Plays moves of a tree.
///
/// # Errors
///
/// The first illegal move; those before it have been played.
pub fn play_all(
    game: &mut Game,
    moves: impl IntoIterator<Item = TreeMove>,
) -> Result<(), UnplayableMove> {
    for m in moves {
        match playable(game.position(), m)? {
            Some(m) => game.push_unchecked(m),
            None => game.push_null(),
        }
    }
    Ok(())
}
