//! Zobrist keys: 64-bit hashes of positions.
//!
//! The part of the pieces is updated by each move. Side to move, castling rights and en passant are
//! added when the key is read, so searches that do not use keys do not pay for them.

use super::Placement;
use crate::types::{Bitboard, CastlingRights, Color, File, PieceType, Square};

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    en_passant: [u64; 8],
}

/// SplitMix64 (Steele, Lea, Flood 2014) from a fixed seed, so keys are the same everywhere.
const fn make_keys() -> Keys {
    let mut keys = Keys { pieces: [[[0; 64]; 6]; 2], en_passant: [0; 8] };
    let mut state = 0x656E_726F_7175_6521; // "enroque!"
    let mut n = 0;
    while n < 2 * 6 * 64 + 8 {
        state = u64::wrapping_add(state, 0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        if n < 2 * 6 * 64 {
            keys.pieces[n / 384][n / 64 % 6][n % 64] = z;
        } else {
            keys.en_passant[n - 768] = z;
        }
        n += 1;
    }
    keys
}

static KEYS: Keys = make_keys();

/// The number of one piece on one square.
#[inline(always)]
pub(super) fn piece(color: Color, piece_type: PieceType, square: Square) -> u64 {
    KEYS.pieces[color.index()][piece_type.index()][square.index()]
}

/// The number of a legal en-passant capture on a file.
#[inline(always)]
pub(super) fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file.index()]
}

/// The number of the side to move.
#[inline(always)]
pub(super) fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => 0xD1B5_4A32_D192_ED03,
    }
}

/// The number of a set of castling rights: two rooks of a rank at most, so a product with an odd
/// number distinguishes any two sets.
#[inline(always)]
pub(super) fn castling(rights: CastlingRights) -> u64 {
    let Bitboard(rooks) = rights.0;
    rooks.wrapping_mul(0x9FB2_1C65_1E98_DF25).rotate_left(32)
}

/// The part of the pieces, computed from scratch.
pub(super) fn pieces(placement: &Placement) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            for square in placement.pieces(color, piece_type) {
                key ^= piece(color, piece_type, square);
            }
        }
    }
    key
}
