//! Depth-first search of all lines of moves, bounded in depth and nodes.

use arrayvec::ArrayVec;

use crate::attacks::{Backend, Task};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::{Color, Move};

/// The greatest depth.
pub(super) const MAX_DEPTH: usize = 24;

/// The result of a bounded search.
pub(super) enum BoundedResult {
    /// All lines ended within the bounds, none of them in a mate by the winner.
    NoMate,
    /// The winner mates; the moves are in [`SearchedLine::moves`].
    Mate,
    /// A line exceeded the depth or the node limit.
    Unknown,
}

/// The current line.
pub(super) struct SearchedLine {
    pub(super) winner: Color,
    /// Number of positions that may still be searched.
    pub(super) nodes: u32,
    /// The positions before each move of the line.
    path: ArrayVec<Position, MAX_DEPTH>,
    /// The moves of the line.
    pub(super) moves: ArrayVec<Move, MAX_DEPTH>,
}

impl SearchedLine {
    pub(super) fn new(winner: Color, nodes: u32) -> SearchedLine {
        SearchedLine { winner, nodes, path: ArrayVec::new(), moves: ArrayVec::new() }
    }
}

/// Searches every line from a position for `depth` plies, at most [`MAX_DEPTH`].
///
/// A line ends at mate or stalemate, when the winner's material can never mate, and when it returns
/// to an earlier position of the line, whose continuations are searched already. If all lines end,
/// all reachable positions were searched except those after insufficient material, and `NoMate` is
/// a proof. The first line that exceeds the bounds ends the search, so open positions cost few
/// nodes.
pub(super) struct BoundedSearch<'a> {
    pub(super) position: &'a Position,
    pub(super) depth: usize,
    pub(super) line: &'a mut SearchedLine,
}

impl Task for BoundedSearch<'_> {
    type Output = BoundedResult;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> BoundedResult {
        let BoundedSearch { position, depth, line } = self;
        let moves = legal_moves_with(backend, position);
        // mate is tested before material, since a position may be set up as a mate with any pieces
        if moves.is_empty() {
            let mated = position.turn() != line.winner && is_check(backend, position);
            return if mated { BoundedResult::Mate } else { BoundedResult::NoMate };
        }
        if position.has_insufficient_material(line.winner) {
            return BoundedResult::NoMate;
        }
        if depth == 0 || line.nodes < moves.len() as u32 {
            return BoundedResult::Unknown;
        }
        line.nodes -= moves.len() as u32;
        if line.path.try_push(*position).is_err() {
            return BoundedResult::Unknown;
        }
        for &m in &moves {
            let after = position.after(m);
            if line.path.iter().rev().skip(1).step_by(2).any(|before| is_same(before, &after)) {
                continue;
            }
            line.moves.push(m);
            let search = BoundedSearch { position: &after, depth: depth - 1, line: &mut *line };
            match backend.enter(search) {
                BoundedResult::NoMate => {}
                found => return found,
            }
            line.moves.pop();
        }
        line.path.pop();
        BoundedResult::NoMate
    }
}

/// Whether the side to move is in check.
#[inline(always)]
pub(super) fn is_check<B: Backend>(backend: B, position: &Position) -> bool {
    let placement = position.placement();
    let king = position.king(position.turn());
    placement.attackers(backend, king, !position.turn(), placement.occupied()).any()
}

/// Whether two positions with the same side to move are the same (FIDE 9.2). The pieces are
/// compared first, since they nearly always differ.
fn is_same(a: &Position, b: &Position) -> bool {
    a.placement() == b.placement() && a == b
}
