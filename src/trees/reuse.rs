//! Keeping the part of a tree that is below the moves played.

use super::tree::{Child, Moves, NONE, NodeState, ROOT, Search, Tree};
use crate::arena::GameSlot;
use crate::memory::OutOfMemory;
use crate::position::Position;

/// The node of a search at the current position of a game: evaluated, and of the same game as the
/// root.
pub(super) fn node_of(search: &Search, game: &GameSlot) -> Option<u32> {
    if !search.is_evaluated() || game.game != search.root.game || game.start != search.root.start {
        return None;
    }
    let played = game.moves.strip_prefix(&search.root.moves[..])?;
    let mut at = ROOT;
    for &m in played {
        let node = search.tree.node(at);
        let children = search.tree.children(node);
        let index = (0..children.len()).find(|&n| search.tree.move_at(node, n) == Some(m))?;
        at = children[index].node;
    }
    (search.tree.node(at).state == NodeState::Open).then_some(at)
}

impl Tree {
    /// Returns the part of the tree below a node, which becomes the root with this position.
    /// Nodes that wait for an evaluation are as new.
    pub(super) fn below(&self, root: u32, position: &Position) -> Result<Tree, OutOfMemory> {
        let mut part = Tree { keeps_root_order: self.keeps_root_order, ..Tree::default() };
        let first = part.push(NONE, Child { in_flight: 0, ..*self.visits(self.node(root)) })?;
        // each node of the part with its node in this tree
        let mut pairs = vec![(root, first)];
        while let Some((from, to)) = pairs.pop() {
            let old = self.node(from);
            part.set_legal(to, old.legal.into())?;
            part.priors_mut(to).copy_from_slice(self.priors(old));
            pairs.try_reserve(usize::from(old.tried))?;
            for child in self.children(old) {
                pairs.push((child.node, part.push(to, Child { in_flight: 0, ..*child })?));
            }
            let new = part.node_mut(to);
            (new.draws, new.value, new.draw) = (old.draws, old.value, old.draw);
            new.state = if old.state == NodeState::InFlight { NodeState::New } else { old.state };
            match old.moves {
                Moves::Listed(_) => part.list(to, self.moves(old))?,
                _ if to == ROOT => part.list(to, &self.moves_of(old, position))?,
                _ => new.moves = old.moves,
            }
        }
        Ok(part)
    }
}
