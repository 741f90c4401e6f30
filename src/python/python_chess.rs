//! What `enroque.as_chess` changes while it is in effect: moves and pieces in python-chess's order.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU8, Ordering};

use pyo3::prelude::*;

use crate::movegen;
use crate::position::{Position, Setup};
use crate::types::{Bitboard, Move, MoveList, PieceType, Square};

const OWN: u8 = 0;
const RELEASED: u8 = 1;
const UNRELEASED: u8 = 2;

/// Which python-chess boards imitate.
static IMITATED: AtomicU8 = AtomicU8::new(OWN);

/// Makes all boards list moves and pieces in the order of python-chess, or in the own order again.
///
/// Args:
///     on: whether to use python-chess's order.
///     unique_king: whether `king()` is `None` for several kings, as in python-chess after 1.11.
#[pyfunction]
pub(super) fn imitate_python_chess(on: bool, unique_king: bool) {
    let imitated = match (on, unique_king) {
        (false, _) => OWN,
        (true, false) => RELEASED,
        (true, true) => UNRELEASED,
    };
    IMITATED.store(imitated, Ordering::Relaxed);
}

/// Whether moves and pieces are listed in the order of python-chess.
#[inline(always)]
pub(super) fn is_imitated() -> bool {
    IMITATED.load(Ordering::Relaxed) != OWN
}

/// The square of a king; of several kings, the last one or none, depending on the version.
pub(super) fn king(kings: Bitboard) -> Option<Square> {
    let is_ambiguous = IMITATED.load(Ordering::Relaxed) == UNRELEASED && kings.more_than_one();
    if is_ambiguous { None } else { kings.last() }
}

/// The legal moves of a position, in the order that boards list them.
#[inline(always)]
pub(super) fn legal_moves(position: &Position) -> MoveList {
    let mut moves = movegen::legal_moves(position);
    if is_imitated() {
        sort(&position.to_setup(), &mut moves);
    }
    moves
}

/// [`legal_moves`] of a setup that may be illegal.
pub(super) fn legal_moves_of_setup(setup: &Setup) -> Vec<Move> {
    let mut moves = movegen::legal_moves_of_setup(setup);
    if is_imitated() {
        sort(setup, &mut moves);
    }
    moves
}

/// The pseudo-legal moves of a setup, in the order that boards list them.
pub(super) fn pseudo_legal_moves(setup: &Setup) -> Vec<Move> {
    let mut moves = movegen::pseudo_legal_moves(setup);
    if is_imitated() {
        moves.sort_unstable_by_key(|&m| key(setup, m));
    }
    moves
}

/// Sorts legal moves: in check, those of the king come first.
#[cold]
fn sort(setup: &Setup, moves: &mut [Move]) {
    let placement = &setup.placement;
    let king = placement.pieces(setup.turn, PieceType::King).last().filter(|&king| {
        placement.attackers_of(king, !setup.turn, placement.occupied()) != Bitboard::EMPTY
    });
    moves.sort_unstable_by_key(|&m| (Some(m.from()) != king, key(setup, m)));
}

/// The groups of pseudo-legal moves.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Pieces,
    Castling,
    PawnCaptures,
    SinglePushes,
    DoublePushes,
    EnPassant,
}

/// The sort key of a pseudo-legal move: its group; then from h8 to a1 by origin, by target; then
/// from the queen to the knight.
fn key(setup: &Setup, m: Move) -> (Group, Reverse<(Square, Square, Option<PieceType>)>) {
    let placement = &setup.placement;
    let is_pawn = placement.by_type(PieceType::Pawn).has(m.from());
    let group = if placement.by_color(setup.turn).has(m.to()) {
        Group::Castling
    } else if !is_pawn {
        Group::Pieces
    } else if m.from().file() != m.to().file() {
        match placement.occupied().has(m.to()) {
            true => Group::PawnCaptures,
            false => Group::EnPassant,
        }
    } else {
        match (m.from() as u8).abs_diff(m.to() as u8) {
            8 => Group::SinglePushes,
            _ => Group::DoublePushes,
        }
    };
    (group, Reverse((m.from(), m.to(), m.promoted())))
}
