//! The heuristic of the best-first search: the estimated distance of a position from a helpmate. It
//! affects the order of the search, not correctness.

use std::sync::OnceLock;

use super::steps;
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The stage on the way to a helpmate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Stage {
    /// There is a queen or rook: bring the kings together in a corner and mate.
    Mate = 0,
    /// Only pawns can become one: push them and clear their files.
    Promote = 1,
    /// Minor pieces only: some mates need the loser's own pieces as blockers.
    Minor = 2,
}

impl Stage {
    pub(super) fn of(position: &Position, winner: Color) -> Stage {
        let placement = position.placement();
        if placement.orthogonal_sliders(winner).any() {
            Stage::Mate
        } else if placement.pieces(winner, PieceType::Pawn).any() {
            Stage::Promote
        } else {
            Stage::Minor
        }
    }
}

/// Costs by piece and square: the winner's six piece types, then the loser's.
pub(super) type Costs = [[i16; 64]; 12];

/// Piece-square costs; their sum over the board is the estimated distance from the mate.
///
/// The target is a mate in a corner: the losing king there, the winner's king a knight's move or
/// two squares away, and a piece of the winner giving check. Since the cost is a sum over pieces, a
/// move changes it by two or three table lookups, and moves need not be made to be evaluated.
///
/// The numbers were tuned on real positions for the fewest nodes to a mate.
#[derive(Clone, Copy)]
pub(super) struct Heuristic<'a> {
    costs: &'a Costs,
    winner: Color,
    stage: Stage,
    /// The squares in front of the winner's pawns, in the stage `Promote`.
    pawn_path: Bitboard,
    /// The squares on which these pawns capture.
    pawn_captures: Bitboard,
    /// A blocking pawn of the loser that the winner's king may have to capture.
    blocking_pawn: Option<Square>,
}

/// The corners by number.
const CORNERS: [Square; 4] = [Square::H8, Square::A8, Square::H1, Square::A1];

/// Returns the corner with this number.
pub(super) fn corner(number: usize) -> Square {
    CORNERS[number]
}

impl<'a> Heuristic<'a> {
    /// The value of a check.
    pub(super) const CHECK: i32 = 4;
    /// The value of the promotion to the first queen or rook.
    pub(super) const PROMOTED: i16 = 200;
    /// The cost of a piece of the loser in front of a needed pawn.
    const IN_THE_WAY: i16 = 1;
    /// The cost of a piece of the loser that such a pawn can capture: less than elsewhere.
    const CAPTURABLE: i16 = -4;
    /// The cost of a corner on the file of a needed pawn.
    const CORNER_IN_THE_WAY: i16 = 15;

    /// The value of a piece that can block a flight square of the losing king.
    const BLOCKER: i16 = -12;

    /// The heuristic for a mate in a corner, 0 to 3, with the pieces of a position.
    pub(super) fn new(position: &Position, winner: Color, corner: usize) -> Heuristic<'a> {
        let stage = Stage::of(position, winner);
        Heuristic::with_costs(position, winner, stage, costs(stage, corner, winner))
    }

    /// The heuristic with given costs.
    pub(super) fn with_costs(
        position: &Position,
        winner: Color,
        stage: Stage,
        costs: &'a Costs,
    ) -> Heuristic<'a> {
        let (mut pawn_path, mut pawn_captures, mut blocking_pawn) =
            (Bitboard::EMPTY, Bitboard::EMPTY, None);
        if stage == Stage::Promote {
            let pawns = position.placement().pieces(winner, PieceType::Pawn);
            pawn_path = steps::beyond(winner, pawns);
            pawn_captures = attacks::pawns(winner, pawns) - pawn_path;
            let blockers = pawn_path & position.placement().pieces(!winner, PieceType::Pawn);
            if blockers.any() && !has_unblocked_pawn(winner, pawns, blockers) {
                let king = position.king(winner);
                blocking_pawn = blockers.into_iter().min_by_key(|&square| distance(king, square));
            }
        }
        Heuristic { costs, winner, stage, pawn_path, pawn_captures, blocking_pawn }
    }

    /// The stage of the heuristic.
    pub(super) fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the cost of a position.
    pub(super) fn of(&self, position: &Position) -> i16 {
        let placement = position.placement();
        let mut sum = 0;
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                for square in placement.pieces(color, piece_type) {
                    sum += self.cost_at(color, piece_type, square);
                }
            }
        }
        sum
    }

    /// Returns the change of the cost by a legal move, approximately for castling and en passant.
    pub(super) fn delta(&self, position: &Position, m: Move) -> i16 {
        let placement = position.placement();
        let color = position.turn();
        let piece_type = placement.type_at_unchecked(m.from());
        let becomes = m.promoted().unwrap_or(piece_type);
        let mut change =
            self.cost_at(color, becomes, m.to()) - self.cost_at(color, piece_type, m.from());
        if placement.by_color(!color).has(m.to()) {
            change -= self.cost_at(!color, placement.type_at_unchecked(m.to()), m.to());
        }
        change
    }

    fn cost_at(&self, color: Color, piece_type: PieceType, square: Square) -> i16 {
        let loser = color != self.winner;
        let cost = self.costs[6 * loser as usize + piece_type.index()][square.index()];
        match self.blocking_pawn {
            _ if loser && self.pawn_path.has(square) => cost + Heuristic::IN_THE_WAY,
            _ if loser && self.pawn_captures.has(square) && piece_type != PieceType::King => {
                cost + Heuristic::CAPTURABLE
            }
            Some(blocking_pawn) if piece_type == PieceType::King && !loser => {
                3 * distance(square, blocking_pawn)
            }
            _ => cost,
        }
    }

    /// Returns the corners, the best for a position first.
    pub(super) fn corners(position: &Position, winner: Color) -> [usize; 4] {
        let cost = |corner: usize| {
            let heuristic = Heuristic::new(position, winner, corner);
            let in_the_way = heuristic.pawn_path.has(CORNERS[corner]);
            heuristic.of(position) + if in_the_way { Heuristic::CORNER_IN_THE_WAY } else { 0 }
        };
        let mut corners = [0, 1, 2, 3].map(|corner| (cost(corner), corner));
        corners.sort_unstable();
        corners.map(|(_, corner)| corner)
    }
}

/// Returns the costs of a stage, corner and winner; all are computed at the first call (37 KB).
fn costs(stage: Stage, corner: usize, winner: Color) -> &'static Costs {
    static ALL: OnceLock<Vec<Costs>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mut all = Vec::new();
        for stage in [Stage::Mate, Stage::Promote, Stage::Minor] {
            for corner in CORNERS {
                all.extend(Color::ALL.map(|winner| make_costs(stage, corner, winner)));
            }
        }
        all
    });
    &all[(stage as usize * CORNERS.len() + corner) * 2 + winner.index()]
}

/// Returns the costs for a mate of the losing king on any square.
pub(super) fn costs_to(stage: Stage, target: Square, winner: Color) -> Costs {
    use PieceType::{King, Pawn, Queen, Rook};
    let mut costs = make_costs(stage, CORNERS[0], winner);
    for square in Square::ALL {
        let to_target = distance(square, target);
        let (own, other) = if stage == Stage::Promote { (3, 4) } else { (5, 6) };
        let index = square.index();
        costs[King.index()][index] = own * (to_target - 2).abs();
        costs[6 + King.index()][index] = other * to_target;
        for piece_type in [PieceType::Knight, PieceType::Bishop] {
            costs[piece_type.index()][index] = to_target - 15;
        }
        if stage == Stage::Minor {
            for piece_type in [Pawn, PieceType::Knight, PieceType::Bishop, Rook, Queen] {
                costs[6 + piece_type.index()][index] = Heuristic::BLOCKER + 2 * to_target;
            }
        }
    }
    costs
}

/// Sorts squares on which the losing king may be mated, the likeliest first: those with few
/// neighbors, near the king, and of the color of the bishops if the winner has nothing else.
pub(super) fn targets(position: &Position, winner: Color, squares: Bitboard) -> Vec<Square> {
    let placement = position.placement();
    let king = position.king(!winner);
    let bishops = placement.pieces(winner, PieceType::Bishop);
    let only_bishops = placement.pieces(winner, PieceType::Knight).is_empty() && bishops.any();
    let dark = only_bishops && !bishops.meets(Bitboard::LIGHT);
    let light = only_bishops && !bishops.meets(Bitboard::DARK);
    let mut targets: Vec<Square> = squares.into_iter().collect();
    targets.sort_by_key(|&square| {
        let wrong = dark && square.is_light() || light && !square.is_light();
        let neighbor_count = attacks::king(square).len() as i16;
        2 * neighbor_count + distance(square, king) + if wrong { 20 } else { 0 }
    });
    targets
}

fn make_costs(stage: Stage, corner: Square, winner: Color) -> Costs {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    let mut costs = [[0; 64]; 12];
    for square in Square::ALL {
        // the square after a reflection that maps the corner to h8
        let reflected = Square::from_low_bits(square as u8 ^ corner as u8 ^ Square::H8 as u8);
        let to_corner = distance(reflected, Square::H8);
        let beside = [Square::G6, Square::F7, Square::H6, Square::F8];
        let to_beside =
            beside.map(|square| distance(reflected, square)).into_iter().min().unwrap_or(0);
        let to_promotion = match winner {
            Color::White => 7 - (square as i16 >> 3),
            Color::Black => square as i16 >> 3,
        };
        let to_knight = 2 * distance(reflected, Square::F6);
        let (own_king, king, pawn) = match stage {
            Stage::Promote => (3 * to_beside, 4 * to_corner, 2 * to_promotion - 10),
            _ => (5 * to_beside, 6 * to_corner, 0),
        };
        let (bishop, others, queen) = match stage {
            Stage::Minor => {
                let blocker = Heuristic::BLOCKER + 2 * to_corner;
                (to_corner - 15, blocker, blocker)
            }
            Stage::Promote => (-15, 5, 8),
            Stage::Mate => (-15, 4, 8),
        };
        for (piece_type, own, other) in [
            (Pawn, pawn, others),
            (Knight, to_knight - 15, others),
            (Bishop, bishop, others),
            (Rook, -30, others),
            (Queen, -40, queen),
            (King, own_king, king),
        ] {
            costs[piece_type.index()][square.index()] = own;
            costs[6 + piece_type.index()][square.index()] = other;
        }
    }
    costs
}

/// Whether some pawn has none of these blockers in front of it.
fn has_unblocked_pawn(color: Color, pawns: Bitboard, blockers: Bitboard) -> bool {
    (pawns - steps::beyond(!color, blockers)).any()
}

/// Returns the distance of two squares in king moves.
fn distance(a: Square, b: Square) -> i16 {
    let files = (a as i16 & 7) - (b as i16 & 7);
    let ranks = (a as i16 >> 3) - (b as i16 >> 3);
    files.abs().max(ranks.abs())
}
