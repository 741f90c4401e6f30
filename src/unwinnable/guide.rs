//! Which moves look as if they led to a helpmate: a guess that decides the order of the search and
//! nothing else.

use std::sync::OnceLock;

use super::steps;
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// What there is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Stage {
    /// A queen or rook is there: bring the kings together in a corner and mate.
    Mate = 0,
    /// Only pawns can become one: push them, and clear their way.
    Promote = 1,
    /// Minor pieces alone: some mates need the losing king's own pieces in his way.
    Minor = 2,
}

impl Stage {
    #[inline(always)]
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

/// Costs of pieces on squares: the winner's six kinds, then the loser's.
pub(super) type Costs = [[i16; 64]; 12];

/// A cost for each piece on each square; the sum over the board is how far the mate seems to be.
///
/// The picture is always the same: the losing king in a corner, the winner's king a knight's jump
/// from it or next but one, a winner's piece giving check. A sum over pieces means that a move changes
/// the cost by two or three look-ups, so moves are judged without being made.
///
/// The numbers were found by trying, on real positions: they gave the fewest nodes to a mate.
#[derive(Clone, Copy)]
pub(super) struct Guide<'a> {
    costs: &'a Costs,
    winner: Color,
    stage: Stage,
    /// The squares in front of the winner's pawns, while they are needed.
    path: Bitboard,
    /// The squares on which these pawns capture, beside those.
    prey: Bitboard,
    /// A pawn of the loser's that the winner's king may have to remove.
    goal: Option<Square>,
}

/// The corners to which a guide may lead, by number.
const CORNERS: [Square; 4] = [Square::H8, Square::A8, Square::H1, Square::A1];

/// A corner by its number.
pub(super) fn corner(number: usize) -> Square {
    CORNERS[number]
}

impl<'a> Guide<'a> {
    /// What a check is worth.
    pub(super) const CHECK: i32 = 4;
    /// What the promotion is worth that gives the winner a first queen or rook.
    pub(super) const PROMOTED: i16 = 200;
    /// What a piece of the loser's costs in front of a needed pawn.
    const IN_THE_WAY: i16 = 1;
    /// What a piece of the loser's costs that such a pawn can capture: less than elsewhere.
    const PREY: i16 = -4;
    /// What a corner costs to which a needed pawn runs.
    const CORNER_IN_THE_WAY: i16 = 15;

    /// What a piece is worth that may stand in the losing king's way.
    const BLOCKER: i16 = -12;

    /// The guide to one corner, 0 to 3, for the pieces that a position has.
    #[inline(always)]
    pub(super) fn new(position: &Position, winner: Color, corner: usize) -> Guide<'a> {
        let stage = Stage::of(position, winner);
        Guide::with_costs(position, winner, stage, costs(stage, corner, winner))
    }

    /// A guide by these costs.
    #[inline(always)]
    pub(super) fn with_costs(
        position: &Position,
        winner: Color,
        stage: Stage,
        costs: &'a Costs,
    ) -> Guide<'a> {
        let (mut path, mut prey, mut goal) = (Bitboard::EMPTY, Bitboard::EMPTY, None);
        if stage == Stage::Promote {
            let pawns = position.placement().pieces(winner, PieceType::Pawn);
            path = steps::beyond(winner, pawns);
            prey = attacks::pawns(winner, pawns) - path;
            let blockers = path & position.placement().pieces(!winner, PieceType::Pawn);
            if blockers.any() && !has_free_way(winner, pawns, blockers) {
                let king = position.king(winner);
                goal = blockers.into_iter().min_by_key(|&square| distance(king, square));
            }
        }
        Guide { costs, winner, stage, path, prey, goal }
    }

    /// What this guide is for.
    #[inline(always)]
    pub(super) fn stage(&self) -> Stage {
        self.stage
    }

    /// The cost of a position.
    #[inline(always)]
    pub(super) fn of(&self, position: &Position) -> i16 {
        let placement = position.placement();
        let mut sum = 0;
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                for square in placement.pieces(color, piece_type) {
                    sum += self.at(color, piece_type, square);
                }
            }
        }
        sum
    }

    /// By how much a legal move changes the cost. Castling and en passant are judged roughly.
    #[inline(always)]
    pub(super) fn change(&self, position: &Position, m: Move) -> i16 {
        let placement = position.placement();
        let color = position.turn();
        let piece_type = placement.type_at_unchecked(m.from());
        let becomes = m.promoted().unwrap_or(piece_type);
        let mut change = self.at(color, becomes, m.to()) - self.at(color, piece_type, m.from());
        if placement.by_color(!color).has(m.to()) {
            change -= self.at(!color, placement.type_at_unchecked(m.to()), m.to());
        }
        change
    }

    #[inline(always)]
    fn at(&self, color: Color, piece_type: PieceType, square: Square) -> i16 {
        let loser = color != self.winner;
        let cost = self.costs[6 * loser as usize + piece_type.index()][square.index()];
        match self.goal {
            _ if loser && self.path.has(square) => cost + Guide::IN_THE_WAY,
            _ if loser && self.prey.has(square) && piece_type != PieceType::King => {
                cost + Guide::PREY
            }
            Some(goal) if piece_type == PieceType::King && !loser => 3 * distance(square, goal),
            _ => cost,
        }
    }

    /// The corners, the best for a position first.
    #[inline(always)]
    pub(super) fn corners(position: &Position, winner: Color) -> [usize; 4] {
        let cost = |corner: usize| {
            let guide = Guide::new(position, winner, corner);
            let in_the_way = guide.path.has(CORNERS[corner]);
            guide.of(position) + if in_the_way { Guide::CORNER_IN_THE_WAY } else { 0 }
        };
        let mut corners = [0, 1, 2, 3].map(|corner| (cost(corner), corner));
        corners.sort_unstable();
        corners.map(|(_, corner)| corner)
    }
}

/// The costs of one stage, corner and winner; all of them are made at the first call (37 KB).
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

/// The costs of leading the losing king to any square.
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
                costs[6 + piece_type.index()][index] = Guide::BLOCKER + 2 * to_target;
            }
        }
    }
    costs
}

/// Squares on which to have the losing king mated, the likeliest first, out of those on which it may
/// be: with few neighbors, near to where the king stands, and of the color of the bishops if the
/// winner has nothing else.
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
        let near = attacks::king(square).len() as i16;
        2 * near + distance(square, king) + if wrong { 20 } else { 0 }
    });
    targets
}

fn make_costs(stage: Stage, corner: Square, winner: Color) -> Costs {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    let mut costs = [[0; 64]; 12];
    for square in Square::ALL {
        // the square as it lies to the corner when seen so that the corner is h8
        let seen = Square::from_low_bits(square as u8 ^ corner as u8 ^ Square::H8 as u8);
        let to_corner = distance(seen, Square::H8);
        let beside = [Square::G6, Square::F7, Square::H6, Square::F8];
        let to_beside = beside.map(|square| distance(seen, square)).into_iter().min().unwrap_or(0);
        let to_promotion = match winner {
            Color::White => 7 - (square as i16 >> 3),
            Color::Black => square as i16 >> 3,
        };
        let to_knight = 2 * distance(seen, Square::F6);
        let (own_king, king, pawn) = match stage {
            Stage::Promote => (3 * to_beside, 4 * to_corner, 2 * to_promotion - 10),
            _ => (5 * to_beside, 6 * to_corner, 0),
        };
        let (bishop, others, queen) = match stage {
            Stage::Minor => {
                let blocker = Guide::BLOCKER + 2 * to_corner;
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

/// Whether a pawn has none of these blockers in front of it.
#[inline(always)]
fn has_free_way(color: Color, pawns: Bitboard, blockers: Bitboard) -> bool {
    (pawns - steps::beyond(!color, blockers)).any()
}

/// How many king moves lie between two squares.
fn distance(a: Square, b: Square) -> i16 {
    let files = (a as i16 & 7) - (b as i16 & 7);
    let ranks = (a as i16 >> 3) - (b as i16 >> 3);
    files.abs().max(ranks.abs())
}
