//! One-step moves of all pieces of a set at once.

use crate::types::{Bitboard, Color, PieceType};

/// One square forward for pawns.
pub(super) fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

pub(super) fn orthogonal(set: Bitboard) -> Bitboard {
    set.north() | set.south() | set.east() | set.west()
}

pub(super) fn diagonal(set: Bitboard) -> Bitboard {
    let (north, south) = (set.north(), set.south());
    north.east() | north.west() | south.east() | south.west()
}

fn knight(set: Bitboard) -> Bitboard {
    let (east, west) = (set.east(), set.west());
    let one = east | west;
    let two = east.east() | west.west();
    one.north().north() | one.south().south() | two.north() | two.south()
}

/// Steps of kings, jumps of knights, one square of sliders; nothing for pawns.
pub(super) fn of(piece_type: PieceType, set: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Pawn => Bitboard::EMPTY,
        PieceType::Knight => knight(set),
        PieceType::Bishop => diagonal(set),
        PieceType::Rook => orthogonal(set),
        PieceType::Queen | PieceType::King => orthogonal(set) | diagonal(set),
    }
}

/// The squares from which one step may lead into a set, without castling.
pub(super) fn sources(color: Color, piece_type: PieceType, set: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Pawn => {
            let back = ahead(!color, set);
            back | back.east() | back.west()
        }
        _ => of(piece_type, set),
    }
}

/// All squares in front of those of a set, up to the last rank.
pub(super) fn beyond(color: Color, set: Bitboard) -> Bitboard {
    let mut filled = ahead(color, set);
    for distance in [8, 16, 32] {
        filled |= match color {
            Color::White => Bitboard(filled.0 << distance),
            Color::Black => Bitboard(filled.0 >> distance),
        };
    }
    filled
}

/// The most advanced square of a set on one file.
pub(super) fn farthest(color: Color, set: Bitboard) -> Bitboard {
    let square = match color {
        Color::White => set.last(),
        Color::Black => set.first(),
    };
    square.map_or(Bitboard::EMPTY, Bitboard::from)
}
