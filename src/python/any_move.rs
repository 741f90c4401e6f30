//! Moves as Python programs write them: also null moves, drops of Crazyhouse, and castling in both
//! dialects.

use pyo3::prelude::*;

use super::errors::{InvalidMoveError, shortened};
use crate::notation::uci::UciText;
use crate::types::{Move as CoreMove, PieceType, Square};

/// A move that may be illegal everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct AnyMove {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<PieceType>,
    /// A piece that Crazyhouse drops: a value for programs that read such moves, never legal.
    pub(super) drop: Option<PieceType>,
}

impl AnyMove {
    pub(super) const NULL: AnyMove = AnyMove::new(Square::A1, Square::A1, None);

    /// A move that is not a drop.
    pub(super) const fn new(from: Square, to: Square, promotion: Option<PieceType>) -> AnyMove {
        AnyMove { from, to, promotion, drop: None }
    }

    /// The move in UCI, `0000` for the null move.
    pub(super) fn uci_text(&self) -> UciText {
        let mut text = UciText::new();
        if self.is_null() {
            text.push_str("0000");
            return text;
        }
        let push_square = |text: &mut UciText, square: Square| {
            text.push(square.file().letter());
            text.push(square.rank().digit());
        };
        match self.drop {
            Some(piece_type) => {
                text.push(piece_type.letter().to_ascii_uppercase());
                text.push('@');
            }
            None => push_square(&mut text, self.from),
        }
        push_square(&mut text, self.to);
        if let Some(piece_type) = self.promotion.filter(|_| self.drop.is_none()) {
            text.push(piece_type.letter());
        }
        text
    }

    /// The move in 16 bits; `None` for the null move and for moves that no position allows.
    pub(super) fn to_core(self) -> Option<CoreMove> {
        if self.drop.is_some() {
            return None;
        }
        match self.promotion {
            None => CoreMove::new(self.from, self.to),
            Some(piece_type) => CoreMove::promotion(self.from, self.to, piece_type),
        }
    }

    pub(super) fn is_null(&self) -> bool {
        *self == AnyMove::NULL
    }
}

impl From<CoreMove> for AnyMove {
    fn from(m: CoreMove) -> AnyMove {
        AnyMove::new(m.from(), m.to(), m.promoted())
    }
}

/// Reads a UCI text without a position.
pub(super) fn parse(uci: &str) -> PyResult<AnyMove> {
    if uci == "0000" {
        return Ok(AnyMove::NULL);
    }
    let invalid = |why: &str| {
        Err(InvalidMoveError::new_err(format!("invalid UCI move {:?}: {why}", shortened(uci))))
    };
    if let [letter, b'@', file, rank] = *uci.as_bytes() {
        let drop = PieceType::from_letter(letter as char);
        let square = Square::from_ascii(file, rank);
        return match (drop, square) {
            (Some(_), Some(square)) => Ok(AnyMove { drop, ..AnyMove::new(square, square, None) }),
            _ => invalid("a drop must be a piece letter, @ and a square, such as P@e4"),
        };
    }
    let (squares, promotion) = match *uci.as_bytes() {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, letter] => ([a, b, c, d], Some(letter)),
        _ => return invalid("it must have 4 or 5 characters, such as e2e4 or e7e8q"),
    };
    let from = Square::from_ascii(squares[0], squares[1]);
    let to = Square::from_ascii(squares[2], squares[3]);
    let (Some(from), Some(to)) = (from, to) else {
        return invalid("it must start with two squares, such as e2e4");
    };
    if from == to {
        return invalid("origin and target are the same square (the null move is 0000)");
    }
    let promotion = promotion.filter(u8::is_ascii_lowercase);
    let promotion = promotion.and_then(|letter| PieceType::from_letter(letter as char));
    if promotion.is_none() && uci.len() == 5 {
        return invalid("the fifth character must be the promotion: q, r, b or n");
    }
    Ok(AnyMove::new(from, to, promotion))
}
