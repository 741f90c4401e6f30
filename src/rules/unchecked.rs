//! Rarely needed data of a board: edits before moves, illegal moves, promoted pieces of setups.

use super::Game;
use crate::position::{Setup, Status};
use crate::types::{Bitboard, Move};

/// A setup that differs from the position of its game.
#[derive(Clone, Debug)]
pub(super) struct Edited {
    pub(super) setup: Setup,
    /// The reasons for which the position is illegal; empty if the game's position is the setup
    /// without its impossible castling rights and en-passant square.
    pub(super) unplayable: Status,
}

/// A game up to a move that was not legal, or that was played in an illegal position.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) game: Game,
    pub(super) edited: Option<Box<Edited>>,
    /// The move after which the next segment begins; `None` for a null move.
    pub(super) m: Option<Move>,
}

/// The part of an editable game's history that a [`Game`] cannot have. Plies count from the start
/// of the first segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Unchecked {
    /// The segments before the current game.
    pub(super) segments: Vec<Segment>,
    /// The edited setups in which a move was played, by ply: taking it back restores them.
    pub(super) edits: Vec<(usize, Box<Edited>)>,
    /// The promoted pieces as set, not played, from a ply on.
    pub(super) promoted: Vec<(usize, Bitboard)>,
}

impl Unchecked {
    /// The ply at which the current game begins.
    pub(super) fn start(&self) -> usize {
        self.segments.iter().map(|segment| segment.game.len() + 1).sum()
    }

    /// Removes the data after a ply; returns the edited setup at that ply.
    pub(super) fn end_at(&mut self, ply: usize) -> Option<Box<Edited>> {
        while self.promoted.pop_if(|(at, _)| *at > ply).is_some() {}
        while self.edits.pop_if(|(at, _)| *at > ply).is_some() {}
        self.edits.pop_if(|(at, _)| *at == ply).map(|(_, edited)| edited)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.segments.is_empty() && self.edits.is_empty() && self.promoted.is_empty()
    }
}
