//! Games that end by themselves: every line of moves soon stops or turns back.

use arrayvec::ArrayVec;

use crate::attacks::{Backend, Task};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::{Color, Move};

/// The deepest line that is followed.
pub(super) const MAX_DEPTH: usize = 24;

/// What following all lines gave.
pub(super) enum Closing {
    /// Every position that can be reached was seen, and none is the winner's mate.
    Closed,
    /// The winner mates; the moves are in [`Lines::moves`].
    Mate,
    /// A line went on past the depth or the node limit: nothing is known.
    Open,
}

/// The line that is being followed.
pub(super) struct Lines {
    pub(super) winner: Color,
    /// Positions that may still be looked at.
    pub(super) nodes: u32,
    /// The positions before each move of the line.
    path: ArrayVec<Position, MAX_DEPTH>,
    /// The moves of the line.
    pub(super) moves: ArrayVec<Move, MAX_DEPTH>,
}

impl Lines {
    #[inline(always)]
    pub(super) fn new(winner: Color, nodes: u32) -> Lines {
        Lines { winner, nodes, path: ArrayVec::new(), moves: ArrayVec::new() }
    }
}

/// Follows every line from a position for `depth` plies, at most [`MAX_DEPTH`].
///
/// A line stops where the game does (mate, stalemate), where the winner's material can never mate,
/// and where it comes back to a position that it passed, whose continuations are being followed
/// already. If all lines stop, the positions seen are all that can be reached but for those after
/// insufficient material, and `Closed` is a proof. The first line that does not stop ends the
/// search, so that an open position costs few nodes.
pub(super) struct Follow<'a> {
    pub(super) position: &'a Position,
    pub(super) depth: usize,
    pub(super) lines: &'a mut Lines,
}

impl Task for Follow<'_> {
    type Output = Closing;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Closing {
        let Follow { position, depth, lines } = self;
        let moves = legal_moves_with(backend, position);
        // the end of the game comes before material: a position set up as a mate is one
        if moves.is_empty() {
            let mated = position.turn() != lines.winner && is_check(backend, position);
            return if mated { Closing::Mate } else { Closing::Closed };
        }
        if position.has_insufficient_material(lines.winner) {
            return Closing::Closed;
        }
        if depth == 0 || lines.nodes < moves.len() as u32 {
            return Closing::Open;
        }
        lines.nodes -= moves.len() as u32;
        if lines.path.try_push(*position).is_err() {
            return Closing::Open;
        }
        for &m in &moves {
            let after = position.after(m);
            if lines.path.iter().rev().skip(1).step_by(2).any(|before| is_same(before, &after)) {
                continue;
            }
            lines.moves.push(m);
            let follow = Follow { position: &after, depth: depth - 1, lines: &mut *lines };
            match backend.enter(follow) {
                Closing::Closed => {}
                found => return found,
            }
            lines.moves.pop();
        }
        lines.path.pop();
        Closing::Closed
    }
}

/// Whether the side to move is in check.
#[inline(always)]
pub(super) fn is_check<B: Backend>(backend: B, position: &Position) -> bool {
    let placement = position.placement();
    let king = position.king(position.turn());
    placement.attackers(backend, king, !position.turn(), placement.occupied()).any()
}

/// Whether two positions of one side to move are the same (FIDE 9.2); the pieces are compared first,
/// since they nearly always differ.
#[inline(always)]
fn is_same(a: &Position, b: &Position) -> bool {
    a.placement() == b.placement() && a == b
}
