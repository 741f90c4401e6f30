//! Touched pieces (FIDE 4.3 to 4.5).

use thiserror::Error;

use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::{Move, MoveList, PieceType, Square};

/// A touched square is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("touched square {0} is empty")]
pub struct EmptySquare(pub Square);

/// Returns the moves that the player to move may make after touching pieces on these squares, in
/// this order, with the intention of moving or capturing them.
///
/// * Own pieces: the first that can move must move (4.3.1). The opponent's: the first that can be
///   captured must be captured (4.3.2). Both: the first own piece captures the first of the
///   opponent's if possible, otherwise the first piece that can be moved or captured must be
///   (4.3.3).
/// * The king, then a rook: castling with it if legal (4.4.1), otherwise another king move,
///   including castling with the other rook (4.4.3). A rook, then the king: no castling with that
///   rook (4.4.2).
/// * If no touched piece can be moved or captured, or none was touched: any legal move (4.5),
///   except castling that 4.4.2 forbids, unless it is the only move.
///
/// # Errors
/// [`EmptySquare`] for a square without a piece.
///
/// ```
/// use enroque::{notation::fen, rules::touch_obligation, types::Square};
/// let position = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
/// let moves = touch_obligation(&position, &[Square::E1, Square::H1]).unwrap();
/// assert_eq!(moves.len(), 1); // castling kingside
/// assert!(touch_obligation(&position, &[Square::E4]).is_err());
/// ```
pub fn touch_obligation(position: &Position, touched: &[Square]) -> Result<MoveList, EmptySquare> {
    let placement = position.placement();
    let own_pieces = placement.by_color(position.turn());
    if let Some(&square) = touched.iter().find(|&&square| !placement.occupied().has(square)) {
        return Err(EmptySquare(square));
    }
    let moves = legal_moves(position);
    let castles = |m: &Move| own_pieces.has(m.to());
    let own_touched: Vec<Square> =
        touched.iter().copied().filter(|&square| own_pieces.has(square)).collect();
    let opponents_touched = touched.iter().copied().find(|&square| !own_pieces.has(square));

    let king = position.king(position.turn());
    let is_rook = |square| placement.type_at_unchecked(square) == PieceType::Rook;
    let king_touched = own_touched.iter().position(|&square| square == king);
    let rook_before_king =
        own_touched.iter().take(king_touched.unwrap_or(0)).copied().find(|&s| is_rook(s));
    let is_allowed = |m: &Move| !castles(m) || rook_before_king != Some(m.to());
    if let (None, Some(&first), Some(&second)) =
        (opponents_touched, own_touched.first(), own_touched.get(1))
        && first == king
        && is_rook(second)
        && let Some(&m) = moves.iter().find(|m| m.from() == king && m.to() == second)
    {
        return Ok([m].into_iter().collect());
    }

    let moves_piece = |square: Square| move |m: &Move| m.from() == square;
    let takes_piece = |square: Square| move |m: &Move| captured(position, *m) == Some(square);
    let matching = |condition: &dyn Fn(&Move) -> bool| -> MoveList {
        moves.iter().copied().filter(|m| is_allowed(m) && condition(m)).collect()
    };
    if let (Some(&piece), Some(victim)) = (own_touched.first(), opponents_touched) {
        let both = matching(&|m| moves_piece(piece)(m) && takes_piece(victim)(m));
        if !both.is_empty() {
            return Ok(both);
        }
    }
    for &square in touched {
        let found = if own_pieces.has(square) {
            matching(&moves_piece(square))
        } else {
            matching(&takes_piece(square))
        };
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let free = matching(&|_| true);
    Ok(if free.is_empty() { moves } else { free })
}

/// Returns the square of the piece that a legal move captures.
fn captured(position: &Position, m: Move) -> Option<Square> {
    if position.is_en_passant(m) {
        return Some(Square::new(m.to().file(), m.from().rank()));
    }
    position.is_capture(m).then_some(m.to())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{fen, uci};

    /// Returns the remaining moves, sorted, with castling as king takes rook.
    fn left(fen: &str, touched: &str) -> String {
        let position = fen::read(fen).unwrap();
        let squares = touched
            .split_whitespace()
            .map(|name| Square::from_ascii(name.as_bytes()[0], name.as_bytes()[1]).unwrap());
        let moves = touch_obligation(&position, &squares.collect::<Vec<_>>()).unwrap();
        let mut texts: Vec<String> = moves
            .iter()
            .map(|&m| uci::write(&position, m, uci::CastlingDialect::Chess960).to_string())
            .collect();
        texts.sort();
        texts.join(" ")
    }

    #[test]
    fn own_pieces() {
        let fen = "4k3/8/8/8/1b6/2N5/4P3/4K3 w - - 0 1";
        assert_eq!(left(fen, "e2"), "e2e3 e2e4");
        assert_eq!(left(fen, "c3 e2"), "e2e3 e2e4"); // the knight is pinned
        assert_eq!(left(fen, "c3"), left(fen, "")); // free
    }

    #[test]
    fn opponents_pieces() {
        let fen = "4k3/8/8/3p1p2/4P3/8/8/3RK3 w - - 0 1";
        assert_eq!(left(fen, "d5"), "d1d5 e4d5");
        assert_eq!(left(fen, "f5 d5"), "e4f5");
        assert_eq!(left(fen, "d1 f5"), "d1a1 d1b1 d1c1 d1d2 d1d3 d1d4 d1d5"); // no capture on f5
        assert_eq!(left(fen, "f5 d1"), "e4f5"); // the first that can be captured or moved
        assert_eq!(left(fen, "d5 e4"), "e4d5");
        assert_eq!(left(fen, "e8"), left(fen, ""));
    }

    #[test]
    fn en_passant_takes_the_pawn_that_passed() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        assert_eq!(left(fen, "d5"), "e5d6");
    }

    #[test]
    fn castling() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(left(fen, "e1 h1"), "e1h1");
        assert_eq!(left(fen, "e1 a1"), "e1a1");
        assert_eq!(left(fen, "e1"), "e1a1 e1d1 e1d2 e1e2 e1f1 e1f2 e1h1");
        // the rook first: it moves, without castling
        assert!(!left(fen, "h1 e1").contains("e1"));
        assert!(left(fen, "h1 e1").contains("h1h8"));
        // castling with that rook is illegal: another move of the king, the other castling too
        let attacked = "r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1";
        assert_eq!(left(attacked, "e1 h1"), "e1a1 e1d1 e1d2 e1e2");
        // the rook cannot move, so the king does, but does not castle with it
        let shut = "4k3/8/8/8/8/8/7P/4K1NR w K - 0 1";
        assert_eq!(left(shut, "h1 e1"), "e1d1 e1d2 e1e2 e1f1 e1f2");
        let beside = "4k3/8/8/8/8/8/6PP/5KR1 w G - 0 1";
        assert_eq!(left(beside, "f1 g1"), "f1g1");
        assert!(!left(beside, "g1 f1").contains("f1g1"));
        // neither can move otherwise: any move but that castling (4.4.2, 4.5)
        let stuck = "4k3/8/8/8/8/8/4PPPP/4BKRN w G - 0 1";
        assert!(left(stuck, "").contains("f1g1") && left(stuck, "f1 g1") == "f1g1");
        assert!(left(stuck, "g1 f1").contains("h1g3") && !left(stuck, "g1 f1").contains("f1g1"));
        let only = "k3r3/8/8/8/8/6p1/6P1/5KRB w G - 0 1";
        assert_eq!(left(only, ""), "f1g1");
        assert_eq!(left(only, "g1 f1"), "f1g1");
    }
}
