//! The Rust side of `enroque.as_chess`: while it is in effect, moves and pieces are in
//! python-chess's order.

use std::sync::atomic::{AtomicU8, Ordering};

use pyo3::prelude::*;

use crate::movegen;
use crate::position::{Position, Setup};
use crate::types::{Bitboard, Move, MoveList, PieceType, Square};

const OWN: u8 = 0;
const RELEASED: u8 = 1;
const UNRELEASED: u8 = 2;

/// The python-chess version to imitate.
static IMITATED: AtomicU8 = AtomicU8::new(OWN);

/// Makes all boards list moves and pieces in the order of python-chess, or in the own order again.
///
/// Args:
///     on: whether to use python-chess's order.
///     unique_king: whether `king()` is `None` for several kings, as in python-chess after 1.11.
#[pyfunction(crate = "crate::python::named_arguments")]
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
        sort_legal(&position.to_setup(), &mut moves);
    }
    moves
}

/// Sorts legal moves as boards list them. In check, those of the king come first.
pub(super) fn sort_legal(setup: &Setup, moves: &mut [Move]) {
    if !is_imitated() || moves.len() < 2 {
        return;
    }
    let placement = &setup.placement;
    let king = placement.pieces(setup.turn, PieceType::King).last();
    let king = king.filter(|_| placement.attackers_of_king(setup.turn).any());
    sort(setup, moves, king);
}

/// Sorts pseudo-legal moves as boards list them.
pub(super) fn sort_pseudo_legal(setup: &Setup, moves: &mut [Move]) {
    if is_imitated() {
        sort(setup, moves, None);
    }
}

/// The groups of moves, in their order.
#[derive(Clone, Copy)]
enum Group {
    KingInCheck,
    Pieces,
    Castling,
    PawnCaptures,
    SinglePushes,
    DoublePushes,
    EnPassant,
}

/// Sorts moves by group; then from h8 to a1 by origin, by target; then from the queen to the knight.
#[cold]
fn sort(setup: &Setup, moves: &mut [Move], king_in_check: Option<Square>) {
    // the group, and the bits of a move in reverse order
    let mut codes: Vec<u32> = moves
        .iter()
        .map(|&m| {
            let promotion = m.bits() >> 12;
            let order = (m.from() as u16) << 9 | (m.to() as u16) << 3 | promotion;
            (group(setup, m, king_in_check) as u32) << 16 | u32::from(0x7fff - order)
        })
        .collect();
    codes.sort_unstable();
    for (m, code) in moves.iter_mut().zip(codes) {
        let order = 0x7fff - (code as u16);
        let square = |bits: u16| Square::from_low_bits(bits as u8);
        *m = Move::build(square(order >> 9), square(order >> 3), order & 7);
    }
}

fn group(setup: &Setup, m: Move, king_in_check: Option<Square>) -> Group {
    let placement = &setup.placement;
    if placement.by_color(setup.turn).has(m.to()) {
        Group::Castling
    } else if !placement.by_type(PieceType::Pawn).has(m.from()) {
        if Some(m.from()) == king_in_check { Group::KingInCheck } else { Group::Pieces }
    } else if m.from().file() != m.to().file() {
        if placement.occupied().has(m.to()) { Group::PawnCaptures } else { Group::EnPassant }
    } else if (m.from() as u8).abs_diff(m.to() as u8) == 8 {
        Group::SinglePushes
    } else {
        Group::DoublePushes
    }
}

/// Scans movetext for open comments: python-chess ends a game at an empty line outside of them.
#[derive(Default)]
pub(super) struct CommentScan {
    has_movetext: bool,
    is_open: bool,
}

impl CommentScan {
    /// Adds a line of the game.
    pub(super) fn add(&mut self, line: &str) {
        let is_before_movetext = line.trim().is_empty() || line.starts_with(['[', '%', ';']);
        if !self.has_movetext && is_before_movetext || !self.is_open && line.starts_with('%') {
            return;
        }
        self.has_movetext = true;
        for symbol in line.bytes() {
            match symbol {
                b'{' => self.is_open = true,
                b'}' => self.is_open = false,
                b';' if !self.is_open => break,
                _ => {}
            }
        }
    }

    /// Whether a game ends at a line that has been added: an empty one after movetext.
    pub(super) fn may_end_at(&self, line: &str) -> bool {
        line.trim().is_empty() && self.has_movetext && !self.is_open
    }
}
