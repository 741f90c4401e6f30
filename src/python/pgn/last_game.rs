//! Boards of nodes.
//!
//! Nodes are mostly visited in their order. So the game to the last node is kept, and the next one
//! continues it.

use std::sync::{Arc, Weak};

use super::classes::{Game, SharedTree};
use crate::pgn::tree::{NodeId, Tree};
use crate::python::board::{Board, BoardState};
use crate::python::gil_cell::GilCell;
use crate::python::prelude::*;
use crate::rules::Game as CoreGame;

/// The game to the node whose board was last requested.
static LAST: GilCell<Option<LastGame>> = GilCell::new(None);

struct LastGame {
    tree: Weak<GilCell<Tree>>,
    id: NodeId,
    game: CoreGame,
}

/// Forgets the game, since moves of a tree have been replaced.
pub(super) fn forget(py: Python<'_>) {
    *LAST.lock(py) = None;
}

/// Returns the board of a node, with its moves or only the position.
pub(super) fn board_at<'py>(
    game: &Bound<'py, Game>,
    tree: &SharedTree,
    id: NodeId,
    with_moves: bool,
) -> PyResult<Bound<'py, Board>> {
    let board = Game::start_board(game)?;
    if id == NodeId::ROOT {
        return Ok(board);
    }
    let mut state = board.lock();
    let state = state.play()?;
    let start = state.start().to_setup();
    let mut last = LAST.lock(game.py());
    let mut known = last
        .take()
        .filter(|last| {
            last.tree.as_ptr() == Arc::as_ptr(tree) && last.game.start().to_setup() == start
        })
        .unwrap_or_else(|| LastGame {
            tree: Arc::downgrade(tree),
            id: NodeId::ROOT,
            game: state.clone(),
        });
    tree.lock(game.py()).play_between(&mut known.game, known.id, id)?;
    known.id = id;
    state.become_last_plies(&known.game, if with_moves { usize::MAX } else { 0 });
    *last = Some(known);
    Ok(board.clone())
}
