//! Descriptions of policies.

use super::{SIDE_TO_MOVE, WHITE, view_name};
use crate::tensor::PolicyEncoding;

/// The conventions of a policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyConventions {
    /// The side from which squares are numbered.
    pub view: &'static str,
    /// The order of indices.
    pub order: &'static str,
    /// The form of castling.
    pub castling: &'static str,
    /// The form of promotions.
    pub promotion: &'static str,
    /// The form of castling in Chess960.
    pub chess960: &'static str,
    /// The source of the policy.
    pub source: &'static str,
}

impl PolicyEncoding {
    /// Returns the conventions of the policy.
    pub fn conventions(&self) -> PolicyConventions {
        let extended = "extension by enroque: king takes rook if the king is not on the e-file";
        let two_files = "the king's move of two files";
        let plain_queen = "to queen as the plain move; others by piece and direction";
        let by_piece =
            "by file, direction (straight, left, right), then queen, rook, bishop, knight";
        let (view, order, castling, promotion, chess960, source) = match self {
            PolicyEncoding::Lc0(lc0, _) => (
                if lc0.canonical {
                    "side to move, transformed to lc0's canonical orientation"
                } else {
                    SIDE_TO_MOVE
                },
                "queen and knight moves by origin, then target; then promotions",
                "king takes rook",
                "to knight as the plain move; others by file, target, then queen, rook, bishop",
                "as in the source",
                "Leela Chess Zero 0.31",
            ),
            PolicyEncoding::AlphaZero(_) => (
                SIDE_TO_MOVE,
                "73 move kinds from each square: underpromotions, queen moves, knight moves",
                two_files,
                plain_queen,
                extended,
                "Silver et al. 2018 in the order of pgx 2.6",
            ),
            PolicyEncoding::OpenSpiel(_) => (
                SIDE_TO_MOVE,
                "73 move kinds from each square: underpromotions, queen and knight moves; then castling",
                "4672 on the a-side, 4673 on the h-side",
                plain_queen,
                "as in the source",
                "OpenSpiel 2.0.2",
            ),
            PolicyEncoding::PettingZoo(_) => (
                SIDE_TO_MOVE,
                "73 move kinds from each square: queen moves, knight moves, underpromotions",
                two_files,
                plain_queen,
                extended,
                "PettingZoo 1.27 chess_v6",
            ),
            PolicyEncoding::Maia2(_) => (
                SIDE_TO_MOVE,
                "by origin: queen moves, then knight moves, targets descending; then promotions",
                two_files,
                by_piece,
                extended,
                "Maia-2, commit 67bee6c",
            ),
            PolicyEncoding::Maia3(_) => (
                SIDE_TO_MOVE,
                "64 * origin + target; then promotions",
                two_files,
                "by file of origin, file of target, then queen, rook, bishop, knight",
                extended,
                "Maia-3, commit 1e13597",
            ),
            PolicyEncoding::Uci(_) => (
                WHITE,
                "by origin: queen moves, then knight moves, targets ascending; then promotions",
                two_files,
                by_piece,
                extended,
                "ChessBench (searchless_chess), commit 90ae0e6",
            ),
            PolicyEncoding::FromTo(from_to) => (
                view_name(from_to.view),
                "64 * origin + target",
                two_files,
                "to queen as the plain move; others have no index",
                extended,
                "enroque",
            ),
            PolicyEncoding::FromToPromotion(_) => (
                SIDE_TO_MOVE,
                "64 * origin + target; then underpromotions",
                two_files,
                "to queen as the plain move; others by file, direction, then rook, bishop, knight",
                extended,
                "enroque",
            ),
        };
        PolicyConventions { view, order, castling, promotion, chess960, source }
    }
}
