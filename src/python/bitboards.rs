//! The functions of `enroque._model.bitboards`: bitboards as ints, of which the low 64 bits are used.

use std::collections::HashMap;

use super::square_set::{ascending, descending};
use crate::attacks::{self, Line};
use crate::python::prelude::*;
use crate::types::{Bitboard, Color, Square};

/// Returns the lowest square of a bitboard, or -1 if it is empty.
///
/// Args:
///     bb: the bitboard.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn lsb(bb: BitboardArgument) -> i8 {
    bb.0.first().map_or(-1, |square| square as i8)
}

/// Returns the highest square of a bitboard, or -1 if it is empty.
///
/// Args:
///     bb: the bitboard.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn msb(bb: BitboardArgument) -> i8 {
    bb.0.last().map_or(-1, |square| square as i8)
}

/// Generates the squares of a bitboard in ascending order.
///
/// Args:
///     bb: the bitboard.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn scan_forward(py: Python<'_>, bb: BitboardArgument) -> PyResult<SquareIterator<'_>> {
    ascending(py, bb.0)
}

/// Generates the squares of a bitboard in descending order.
///
/// Args:
///     bb: the bitboard.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn scan_reversed(py: Python<'_>, bb: BitboardArgument) -> PyResult<SquareIterator<'_>> {
    descending(py, bb.0)
}

/// Returns the rank, file or diagonal through two squares as a bitboard, or 0.
///
/// Args:
///     a: a square, 0 to 63.
///     b: another square.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn ray(a: SquareArgument, b: SquareArgument) -> u64 {
    attacks::line(a.0, b.0).0
}

/// Returns the squares strictly between two squares of a line as a bitboard, or 0.
///
/// Args:
///     a: a square, 0 to 63.
///     b: another square.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn between(a: SquareArgument, b: SquareArgument) -> u64 {
    attacks::between(a.0, b.0).0
}

/// Defines the functions that shift bitboards.
macro_rules! shifts {
    ($($name:ident: $by:literal, $($step:ident).+;)*) => {$(
        #[doc = concat!("Shifts a bitboard ", $by, "; squares that leave the board are dropped.")]
        ///
        /// Args:
        ///     b: the bitboard.
        #[pyfunction(crate = "crate::python::named_arguments")]
        pub(super) fn $name(b: BitboardArgument) -> u64 {
            b.0$(.$step())+.0
        }
    )*};
}

shifts! {
    shift_up: "up by one rank", north;
    shift_2_up: "up by two ranks", north.north;
    shift_down: "down by one rank", south;
    shift_2_down: "down by two ranks", south.south;
    shift_right: "right by one file", east;
    shift_2_right: "right by two files", east.east;
    shift_left: "left by one file", west;
    shift_2_left: "left by two files", west.west;
    shift_up_left: "one step diagonally up and left", north.west;
    shift_up_right: "one step diagonally up and right", north.east;
    shift_down_left: "one step diagonally down and left", south.west;
    shift_down_right: "one step diagonally down and right", south.east;
}

/// Flips the ranks of a bitboard: a1 becomes a8.
///
/// Args:
///     bb: the bitboard.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn flip_vertical(bb: BitboardArgument) -> u64 {
    bb.0.flip_vertical().0
}

/// Flips the files of a bitboard: a1 becomes h1.
///
/// Args:
///     bb: the bitboard.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn flip_horizontal(bb: BitboardArgument) -> u64 {
    bb.0.flip_horizontal().0
}

/// Mirrors a bitboard at the diagonal from a1 to h8: h1 becomes a8.
///
/// Args:
///     bb: the bitboard.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn flip_diagonal(bb: BitboardArgument) -> u64 {
    bb.0.flip_diagonal().0
}

/// Mirrors a bitboard at the diagonal from a8 to h1: a1 becomes h8.
///
/// Args:
///     bb: the bitboard.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn flip_anti_diagonal(bb: BitboardArgument) -> u64 {
    bb.0.flip_anti_diagonal().0
}

/// A bitboard for each square.
type Table = Vec<u64>;

fn table(of: impl Fn(Square) -> Bitboard) -> Table {
    Square::ALL.iter().map(|&square| of(square).0).collect()
}

/// Returns the attacks of knights, kings, black pawns and white pawns from each square.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn leaper_tables() -> (Table, Table, [Table; 2]) {
    let pawns = [Color::Black, Color::White].map(|color| table(|s| attacks::pawn(color, s)));
    (table(attacks::knight), table(attacks::king), pawns)
}

/// Returns the relevant occupancy of diagonals, files and ranks for each square.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn slider_masks() -> [Table; 3] {
    Line::ALL.map(|line| table(|square| line.mask(square)))
}

/// Returns the attacks on diagonals, files and ranks for each square and relevant occupancy.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn slider_tables() -> [Vec<HashMap<u64, u64>>; 3] {
    Line::ALL.map(|line| {
        let attacks = |&square: &Square| {
            let pieces = line.mask(square).subsets();
            pieces.map(|pieces| (pieces.0, line.attacks(square, pieces).0)).collect()
        };
        Square::ALL.iter().map(attacks).collect()
    })
}

/// Returns `ray` of every two squares.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn ray_table() -> Vec<Table> {
    Square::ALL.iter().map(|&a| table(|b| attacks::line(a, b))).collect()
}
