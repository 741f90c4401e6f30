//! What the indices of policies stand for.

use super::{SIDE_TO_MOVE, WHITE, viewed};
use crate::tensor::PolicyEncoding;

/// What a policy takes things for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyConventions {
    /// From whose side squares are counted.
    pub view: &'static str,
    /// How indices follow each other.
    pub order: &'static str,
    /// How castling is written.
    pub castling: &'static str,
    /// How promotions are written.
    pub promotion: &'static str,
    /// Whether Chess960's castling has indices, and whose they are.
    pub chess960: &'static str,
    /// Whose policy it is.
    pub source: &'static str,
}

impl PolicyEncoding {
    /// What the policy takes things for.
    pub fn conventions(&self) -> PolicyConventions {
        let extended = "our extension: a king off the e-file takes his own rook";
        let two_files = "the king's move of two files";
        let plain_queen = "to queen as the plain move, others by piece and direction";
        let by_piece =
            "by file, direction (straight, left, right), then queen, rook, bishop, knight";
        let (view, order, castling, promotion, chess960, source) = match self {
            PolicyEncoding::Lc0(lc0, _) => (
                if lc0.canonical {
                    "the side to move's side, turned by lc0's canonical transform"
                } else {
                    SIDE_TO_MOVE
                },
                "ways of queens and knights by origin and target, then promotions",
                "the king takes his own rook",
                "to knight as the plain move, others by file, target, then queen, rook, bishop",
                "the policy's own",
                "Leela Chess Zero 0.31",
            ),
            PolicyEncoding::AlphaZero(_) => (
                SIDE_TO_MOVE,
                "73 kinds of move from each square: underpromotions, queens', knights'",
                two_files,
                plain_queen,
                extended,
                "Silver et al. 2018 in the order of pgx 2.6",
            ),
            PolicyEncoding::OpenSpiel(_) => (
                SIDE_TO_MOVE,
                "73 kinds of move from each square: underpromotions, queens', knights'; castling",
                "4672 to the a-side, 4673 to the h-side",
                plain_queen,
                "the policy's own",
                "OpenSpiel 2.0.2",
            ),
            PolicyEncoding::PettingZoo(_) => (
                SIDE_TO_MOVE,
                "73 kinds of move from each square: queens', knights', underpromotions",
                two_files,
                plain_queen,
                extended,
                "PettingZoo 1.27 chess_v6",
            ),
            PolicyEncoding::Maia2(_) => (
                SIDE_TO_MOVE,
                "ways of queens, then of knights by origin, targets descending; then promotions",
                two_files,
                by_piece,
                extended,
                "Maia-2, commit 67bee6c",
            ),
            PolicyEncoding::Maia3(_) => (
                SIDE_TO_MOVE,
                "64 * origin + target; then promotions by the two files",
                two_files,
                "by file of origin, file of target, then queen, rook, bishop, knight",
                extended,
                "Maia-3, commit 1e13597",
            ),
            PolicyEncoding::Uci(_) => (
                WHITE,
                "ways of queens, then of knights by origin, targets ascending; then promotions",
                two_files,
                by_piece,
                extended,
                "ChessBench (searchless_chess), commit 90ae0e6",
            ),
            PolicyEncoding::FromTo(from_to) => (
                viewed(from_to.view),
                "64 * origin + target",
                two_files,
                "to queen as the plain move; others have no index",
                extended,
                "enroque",
            ),
            PolicyEncoding::FromToPromotion(_) => (
                SIDE_TO_MOVE,
                "64 * origin + target; then promotions but to queen",
                two_files,
                "to queen as the plain move; others by file, direction, then rook, bishop, knight",
                extended,
                "enroque",
            ),
        };
        PolicyConventions { view, order, castling, promotion, chess960, source }
    }
}
