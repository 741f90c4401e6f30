//! The writer.

use std::fmt;

use super::outermost_rook;
use crate::position::{Position, Setup};
use crate::types::{CastlingRights, CastlingSide, Color, File, PieceType, Rank, Square};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq`, and the file of a rook that another one stands outside of: the same as standard FEN
    /// wherever that can say it.
    #[default]
    XFen,
    /// The files of the rooks, `HAha`.
    Shredder,
}

/// When the en-passant square is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EnPassantStyle {
    /// When a capture there is legal: equal text, equal position (FIDE 9.2.3.1).
    #[default]
    Legal,
    /// When an enemy pawn stands ready, as X-FEN has it.
    PseudoLegal,
    /// After every double push, as the FEN standard of 1994 has it.
    Always,
}

/// The X-FEN of a position, with the en-passant square if a capture there is legal.
pub fn write(position: &Position) -> String {
    write_as(position, CastlingStyle::XFen, EnPassantStyle::Legal)
}

/// The FEN of a position in a chosen dialect.
///
/// ```
/// use enroque::notation::fen::{CastlingStyle, EnPassantStyle, read, write_as};
/// let inner = read("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1").unwrap();
/// let write = |castling| write_as(&inner, castling, EnPassantStyle::Legal);
/// assert_eq!(write(CastlingStyle::Shredder), "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
/// let outer = read("4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1").unwrap();
/// assert_eq!(enroque::notation::fen::write(&outer), "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1");
/// ```
pub fn write_as(position: &Position, castling: CastlingStyle, ep: EnPassantStyle) -> String {
    let ep_square = match ep {
        EnPassantStyle::Legal => position.legal_ep_square(),
        EnPassantStyle::PseudoLegal => {
            position.ep_square().filter(|_| position.ep_capturers().any())
        }
        EnPassantStyle::Always => position.ep_square(),
    };
    let setup = Setup { ep_square, ..position.to_setup() };
    write_setup(&setup, castling)
}

/// The FEN of a set-up, its fields as they stand.
pub fn write_setup(setup: &Setup, castling: CastlingStyle) -> String {
    let mut fen = String::with_capacity(80);
    write_board(setup, &mut fen);
    fen.push(' ');
    fen.push(setup.turn.letter());
    fen.push(' ');
    write_castling(setup, castling, &mut fen);
    use fmt::Write;
    let numbers = match setup.ep_square {
        None => write!(fen, " - {} {}", setup.halfmove_clock, setup.fullmove_number),
        Some(sq) => write!(fen, " {sq} {} {}", setup.halfmove_clock, setup.fullmove_number),
    };
    numbers.expect("writing to a String never fails");
    fen
}

/// Appends the first field of a FEN.
pub fn write_board(setup: &Setup, fen: &mut String) {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match setup.placement.piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(man) => {
                    push_empty(fen, &mut empty);
                    fen.push(man.letter());
                }
            }
        }
        push_empty(fen, &mut empty);
        if rank != Rank::First {
            fen.push('/');
        }
    }
}

fn push_empty(fen: &mut String, empty: &mut u8) {
    if *empty > 0 {
        fen.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

/// Appends the castling field of a FEN.
pub fn write_castling(setup: &Setup, style: CastlingStyle, fen: &mut String) {
    let CastlingRights(rights) = setup.castling;
    if rights.is_empty() {
        fen.push('-');
        return;
    }
    for color in Color::ALL {
        let king = setup.placement.pieces(color, PieceType::King).first();
        let mut rooks: Vec<Square> = setup.castling.of(color).into_iter().collect();
        rooks.reverse(); // the h-side first
        for rook in rooks {
            let side = king.map(|king| CastlingSide::of(king, rook));
            let letter = match (style, side) {
                (CastlingStyle::XFen, Some(side)) if outermost_rook(setup, color, side) == rook => {
                    match side {
                        CastlingSide::King => 'k',
                        CastlingSide::Queen => 'q',
                    }
                }
                _ => rook.file().letter(),
            };
            fen.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
}
