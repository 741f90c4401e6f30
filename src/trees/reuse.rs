//! Keeping the part of a tree that is below the moves played.

use super::tree::{Child, NONE, Node, NodeState, ROOT, Search, Tree};
use crate::arena::GameSlot;
use crate::memory::OutOfMemory;

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
        let index = search.tree.moves(node).iter().position(|&other| other == m)?;
        at = search.tree.children(node).get(index)?.node;
    }
    (search.tree.node(at).state == NodeState::Open).then_some(at)
}

impl Tree {
    /// Returns the part of the tree below a node, which becomes the root. Nodes that wait for an
    /// evaluation are as new.
    pub(super) fn below(&self, root: u32) -> Result<Tree, OutOfMemory> {
        let mut part = Tree { keeps_root_order: self.keeps_root_order, ..Tree::default() };
        let first = part.push(NONE, 0)?;
        // each node of the part with its node in this tree
        let mut pairs = vec![(root, first)];
        while let Some((from, to)) = pairs.pop() {
            let old = self.node(from);
            let (first_move, first_child) = (part.moves.len() as u32, part.children.len() as u32);
            part.moves.try_reserve(usize::from(old.legal))?;
            part.priors.try_reserve(usize::from(old.legal))?;
            part.children.try_reserve(usize::from(old.tried))?;
            pairs.try_reserve(usize::from(old.tried))?;
            part.moves.extend_from_slice(self.moves(old));
            part.priors.extend_from_slice(self.priors(old));
            for (index, child) in self.children(old).iter().enumerate() {
                let node = part.push(to, index as u16)?;
                part.children.push(Child { node, in_flight: 0, ..*child });
                pairs.push((child.node, node));
            }
            let new = part.node_mut(to);
            *new = Node {
                parent: new.parent,
                index: new.index,
                first_move,
                first_child,
                capacity: old.tried,
                state: if old.state == NodeState::InFlight { NodeState::New } else { old.state },
                ..old.clone()
            };
        }
        Ok(part)
    }
}
