//! Playing the moves of a tree.

use super::{NodeId, Tree, TreeMove};
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

impl Tree {
    /// Continues a game of the moves to a node, so that it has those to another node: takes back and
    /// plays only the moves in which the nodes differ.
    ///
    /// # Errors
    ///
    /// The first illegal move; those before it have been played.
    pub fn play_between(
        &self,
        game: &mut Game,
        mut from: NodeId,
        mut to: NodeId,
    ) -> Result<(), UnplayableMove> {
        let mut moves = Vec::new();
        while from != to {
            // the later node is not an ancestor of the other
            if from > to {
                game.pop();
                from = self.node(from).parent;
            } else {
                moves.push(self.move_of(to));
                to = self.node(to).parent;
            }
        }
        play_all(game, moves.into_iter().rev())
    }
}

/// Plays moves of a tree.
///
/// # Errors
///
/// The first illegal move; those before it have been played.
fn play_all(
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
