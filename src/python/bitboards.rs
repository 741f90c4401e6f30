//! The functions of `enroque._bitboards`: sets of squares as plain ints, of which the low 64 bits count.

use std::collections::HashMap;

use pyo3::prelude::*;

use super::arguments::{BitboardArgument, SquareArgument};
use super::hints::SquareIterator;
use super::square_set::{ascending, descending};
use crate::attacks::{self, Line};
use crate::types::{Bitboard, Color, Square};

/// The lowest square of a bitboard, -1 of the empty one.
#[pyfunction]
pub(super) fn lsb(bb: BitboardArgument) -> i8 {
    bb.0.first().map_or(-1, |square| square as i8)
}

/// The highest square of a bitboard, -1 of the empty one.
#[pyfunction]
pub(super) fn msb(bb: BitboardArgument) -> i8 {
    bb.0.last().map_or(-1, |square| square as i8)
}

/// The squares of a bitboard, the lowest first.
#[pyfunction]
pub(super) fn scan_forward(py: Python<'_>, bb: BitboardArgument) -> PyResult<SquareIterator<'_>> {
    ascending(py, bb.0)
}

/// The squares of a bitboard, the highest first.
#[pyfunction]
pub(super) fn scan_reversed(py: Python<'_>, bb: BitboardArgument) -> PyResult<SquareIterator<'_>> {
    descending(py, bb.0)
}

/// The whole rank, file or diagonal on which both squares lie; 0 if there is none.
#[pyfunction]
pub(super) fn ray(a: SquareArgument, b: SquareArgument) -> u64 {
    attacks::line(a.0, b.0).0
}

/// The squares strictly between two squares of a rank, file or diagonal; 0 off such a line.
#[pyfunction]
pub(super) fn between(a: SquareArgument, b: SquareArgument) -> u64 {
    attacks::between(a.0, b.0).0
}

/// Every square one rank up; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_up(b: BitboardArgument) -> u64 {
    b.0.north().0
}

/// Every square two ranks up; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_2_up(b: BitboardArgument) -> u64 {
    b.0.north().north().0
}

/// Every square one rank down; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_down(b: BitboardArgument) -> u64 {
    b.0.south().0
}

/// Every square two ranks down; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_2_down(b: BitboardArgument) -> u64 {
    b.0.south().south().0
}

/// Every square one file to the right; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_right(b: BitboardArgument) -> u64 {
    b.0.east().0
}

/// Every square two files to the right; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_2_right(b: BitboardArgument) -> u64 {
    b.0.east().east().0
}

/// Every square one file to the left; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_left(b: BitboardArgument) -> u64 {
    b.0.west().0
}

/// Every square two files to the left; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_2_left(b: BitboardArgument) -> u64 {
    b.0.west().west().0
}

/// Every square one step up the diagonal to the left; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_up_left(b: BitboardArgument) -> u64 {
    b.0.north().west().0
}

/// Every square one step up the diagonal to the right; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_up_right(b: BitboardArgument) -> u64 {
    b.0.north().east().0
}

/// Every square one step down the diagonal to the left; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_down_left(b: BitboardArgument) -> u64 {
    b.0.south().west().0
}

/// Every square one step down the diagonal to the right; what leaves the board is gone.
#[pyfunction]
pub(super) fn shift_down_right(b: BitboardArgument) -> u64 {
    b.0.south().east().0
}

/// Ranks in reverse order: a1 and a8 change places.
#[pyfunction]
pub(super) fn flip_vertical(bb: BitboardArgument) -> u64 {
    bb.0.flip_vertical().0
}

/// Files in reverse order: a1 and h1 change places.
#[pyfunction]
pub(super) fn flip_horizontal(bb: BitboardArgument) -> u64 {
    bb.0.flip_horizontal().0
}

/// Flips the board over the diagonal from a1 to h8: files and ranks change places.
#[pyfunction]
pub(super) fn flip_diagonal(bb: BitboardArgument) -> u64 {
    bb.0.flip_diagonal().0
}

/// Flips the board over the diagonal from a8 to h1: a1 and h8 change places.
#[pyfunction]
pub(super) fn flip_anti_diagonal(bb: BitboardArgument) -> u64 {
    bb.0.flip_anti_diagonal().0
}

/// A bitboard for each square.
type Table = Vec<u64>;

fn table(of: impl Fn(Square) -> Bitboard) -> Table {
    Square::ALL.iter().map(|&square| of(square).0).collect()
}

/// What knights, kings, black pawns and white pawns attack, from each square.
#[pyfunction]
pub(super) fn leaper_tables() -> (Table, Table, [Table; 2]) {
    let pawns = [Color::Black, Color::White].map(|color| table(|s| attacks::pawn(color, s)));
    (table(attacks::knight), table(attacks::king), pawns)
}

/// On diagonals, files and ranks: from each square, where a piece changes what a slider attacks.
#[pyfunction]
pub(super) fn slider_masks() -> [Table; 3] {
    Line::ALL.map(|line| table(|square| line.mask(square)))
}

/// On diagonals, files and ranks: from each square, what a slider attacks for each set of pieces on its
/// mask.
#[pyfunction]
pub(super) fn slider_tables() -> [Vec<HashMap<u64, u64>>; 3] {
    Line::ALL.map(|line| {
        let attacks = |&square: &Square| {
            let pieces = line.mask(square).subsets();
            pieces.map(|pieces| (pieces.0, line.attacks(square, pieces).0)).collect()
        };
        Square::ALL.iter().map(attacks).collect()
    })
}

/// `ray` of each two squares.
#[pyfunction]
pub(super) fn ray_table() -> Vec<Table> {
    Square::ALL.iter().map(|&a| table(|b| attacks::line(a, b))).collect()
}
