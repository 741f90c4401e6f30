//! Winnability, compared with other programs, with tablebases built here, and with itself.
//!
//! The fast tests use a sample of the files; `cargo test --release -- --ignored` uses all.

mod chess960;
#[path = "../common/mod.rs"]
mod common;
mod files;
mod peer;
mod properties;
mod table;

use enroque::position::{Position, Setup};
use enroque::types::{CastlingRights, Color, Move, Piece, PieceType, Square};
use enroque::unwinnable::Winnability;

/// Plays a line; returns whether it ends in a mate by `winner`.
fn mates(position: &Position, winner: Color, line: &[Move]) -> bool {
    let mut position = *position;
    line.iter().all(|&m| position.play(m).is_ok())
        && position.is_checkmate()
        && position.turn() != winner
}

/// Whether a result is right and its line ends in a mate. `Unknown` is never right.
fn is_right(answer: &Winnability, position: &Position, winner: Color, can_win: bool) -> bool {
    match answer {
        Winnability::No(_) => !can_win,
        Winnability::Yes(line) => can_win && mates(position, winner, line),
        Winnability::Unknown => false,
    }
}

/// Transforms a position by a symmetry of the board, optionally with colors swapped.
fn transformed(
    position: &Position,
    map: impl Fn(Square) -> Square,
    other_colors: bool,
) -> Position {
    let color = |color: Color| if other_colors { !color } else { color };
    let from = position.to_setup();
    let mut setup = Setup { turn: color(from.turn), ..Setup::EMPTY };
    for square in Square::ALL {
        if let Some(piece) = position.piece_at(square) {
            let piece = Piece { color: color(piece.color), ..piece };
            setup.placement.put(map(square), piece);
        }
    }
    setup.castling = from.castling.0.into_iter().map(&map).collect::<CastlingRights>();
    setup.ep_square = from.ep_square.map(&map);
    Position::try_from(setup).unwrap()
}

/// Returns a setup of pieces on squares.
fn setup(pieces: &[(Color, PieceType, Square)], turn: Color) -> Setup {
    let mut setup = Setup { turn, ..Setup::EMPTY };
    for &(color, piece_type, square) in pieces {
        setup.placement.put(square, Piece { color, piece_type });
    }
    setup
}
