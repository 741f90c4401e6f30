//! Insufficient material.

use crate::position::{Placement, Position};
use crate::types::{Bitboard, Color, PieceType};

impl Placement {
    /// Whether this player can never mate, by the pieces alone: the simplest case of FIDE 5.2.2 and
    /// 6.9.
    ///
    /// True for a bare king; for a single knight against queens only; for bishops on squares of one
    /// color if there is no pawn, no knight and no bishop on the other color (pieces of the
    /// opponent can block their own king). `true` is a proof. The rule is exact for the material,
    /// but blocked and forced positions need [`can_win`](crate::unwinnable::can_win).
    ///
    /// A mate can have such material too, so test mate and stalemate first.
    ///
    /// ```
    /// use enroque::{notation::fen, types::Color};
    /// let position = fen::read("4k3/8/8/8/8/8/7p/4KN2 w - - 0 1").unwrap();
    /// let pieces = position.placement();
    /// assert!(!pieces.has_insufficient_material(Color::White)); // the pawn can block its own king
    /// ```
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = self.by_color(color);
        let all = |piece_type| self.by_type(piece_type);
        let heavy = all(PieceType::Pawn) | all(PieceType::Rook) | all(PieceType::Queen);
        if own.meets(heavy) {
            return false;
        }
        if own.meets(all(PieceType::Knight)) {
            let helpers = self.by_color(!color) - all(PieceType::King) - all(PieceType::Queen);
            // a setup may have no king
            return own.len() <= 2 && helpers.is_empty();
        }
        if own.meets(all(PieceType::Bishop)) {
            let bishops = all(PieceType::Bishop);
            let one_color = !bishops.meets(Bitboard::DARK) || !bishops.meets(Bitboard::LIGHT);
            let helpers = all(PieceType::Pawn) | all(PieceType::Knight);
            return one_color && helpers.is_empty();
        }
        true
    }

    /// Whether neither player has the material to mate: a dead position, unless it is mate (FIDE
    /// 5.2.2).
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }
}

impl Position {
    /// [`Placement::has_insufficient_material`] of the pieces on the board.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        self.placement().has_insufficient_material(color)
    }

    /// [`Placement::is_insufficient_material`] of the pieces on the board.
    pub fn is_insufficient_material(&self) -> bool {
        self.placement().is_insufficient_material()
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::fen;
    use crate::types::Color;

    #[test]
    fn by_material() {
        for (pieces, white, black) in [
            ("4k3/8/8/8/8/8/8/4K3", true, true),
            ("4k3/8/8/8/8/8/8/4KN2", true, true),
            ("4k3/8/8/8/8/8/8/3NKN2", false, true),
            ("3qk3/8/8/8/8/8/8/4KN2", true, false),
            ("3rk3/8/8/8/8/8/8/4KN2", false, false),
            ("4k3/8/8/8/8/8/8/4KB2", true, true),
            ("3bk3/8/8/8/8/8/8/2B1K3", true, true), // both on dark squares
            ("2b1k3/8/8/8/8/8/8/2B1K3", false, false),
            ("3nk3/8/8/8/8/8/8/2B1K3", false, false),
            ("3rk3/8/8/8/8/8/8/2B1K3", true, false),
            ("4k3/8/8/8/8/B7/1B6/4K3", true, true), // both on dark squares
            ("4k3/8/8/8/8/8/BB6/4K3", false, true),
            ("4k3/7p/8/8/8/8/8/4K3", true, false),
        ] {
            let position = fen::read(pieces).unwrap();
            assert_eq!(position.has_insufficient_material(Color::White), white, "{pieces}");
            assert_eq!(position.has_insufficient_material(Color::Black), black, "{pieces}");
            assert_eq!(position.is_insufficient_material(), white && black, "{pieces}");
        }
    }
}
