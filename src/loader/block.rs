//! Blocks: the parts of a source that a loader shuffles and divides.

use std::sync::Arc;

use crate::games::Games;
use crate::positions::Positions;
use crate::store::Rows;

/// A part of a source: games, or the rows of a table of positions.
#[derive(Clone, Debug)]
pub enum Block {
    /// Games, of whose positions samples are selected.
    Games(Arc<Games>),
    /// A table, each row of which is a sample.
    Positions(Arc<Positions>),
}

impl Block {
    /// The number of games or rows.
    pub fn len(&self) -> usize {
        match self {
            Block::Games(games) => games.len(),
            Block::Positions(positions) => positions.len(),
        }
    }

    /// Appends the games or rows of a block of the same kind.
    pub(super) fn append(self, more: Block) -> Block {
        match (self, more) {
            (Block::Games(games), Block::Games(more)) => {
                let mut all = Arc::unwrap_or_clone(games);
                all.append(&more);
                Block::from(all)
            }
            (Block::Positions(rows), Block::Positions(more)) => {
                let mut all = Arc::unwrap_or_clone(rows);
                all.append(&more);
                Block::from(all)
            }
            (_, more) => more,
        }
    }

    /// Whether there are no games or rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl From<Games> for Block {
    fn from(games: Games) -> Block {
        Block::Games(Arc::new(games))
    }
}

impl From<Positions> for Block {
    fn from(positions: Positions) -> Block {
        Block::Positions(Arc::new(positions))
    }
}
