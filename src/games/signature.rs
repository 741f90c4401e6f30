//! Signatures of games: eight bytes by which searches exclude most games.
//!
//! A signature has the home pawns of the last position, the number of its pieces of each color and
//! type, and the piece types of promotions. A pawn that is on its home square at the end was there in
//! all positions, since pawns do not move back; the number of pieces of a type without promotions does
//! not increase. So a position of the game has at least these home pawns and these pieces.

use crate::position::Placement;
use crate::types::{Color, Move, PieceType, Rank};

/// The piece types that are counted: all but the king.
pub(crate) const COUNTED: usize = 5;

/// For each color, a number of each of pawn, knight, bishop, rook and queen.
pub type Counts = [[u8; COUNTED]; 2];

/// The largest number that a signature stores, which stands for any larger one too.
const LARGEST: u8 = 15;

/// The lowest bit of the numbers of pieces, four bits each: those of White, then those of Black.
const COUNTS: usize = 16;

/// The lowest bit of the types of promotions.
const PROMOTIONS: usize = COUNTS + 4 * 2 * COUNTED;

/// A byte for each second number.
const BYTES: u64 = 0x0F_0F0F_0F0F;

/// The highest bit of each of these bytes.
const HIGH: u64 = 0x80_8080_8080;

/// The signature of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Signature(u64);

/// Counts the pieces.
pub(crate) fn counts(placement: &Placement) -> Counts {
    let mut counts = Counts::default();
    for (color, counts) in Color::ALL.into_iter().zip(&mut counts) {
        for (piece_type, count) in PieceType::ALL.into_iter().zip(counts) {
            *count = placement.pieces(color, piece_type).len() as u8;
        }
    }
    counts
}

/// The home pawns: White's on the second rank, then Black's on the seventh.
pub(crate) fn home_pawns(placement: &Placement) -> u16 {
    let pawns = |color, rank: Rank| placement.pieces(color, PieceType::Pawn).0 >> (8 * rank as u8);
    let white = pawns(Color::White, Rank::Second) as u8;
    u16::from(white) | u16::from(pawns(Color::Black, Rank::Seventh) as u8) << 8
}

/// The types of promotions; see [`promotion_flag`].
#[inline(always)]
fn promotions(turn: Color, moves: impl Iterator<Item = u16> + Clone) -> u8 {
    let mut all = 0;
    for bits in moves.clone() {
        all |= bits;
    }
    // most games have none
    if all >> 12 == 0 {
        return 0;
    }
    let mut flags = 0;
    for (ply, bits) in moves.enumerate() {
        if let Some(piece_type) = Move::from_bits(bits).and_then(Move::promoted) {
            let color = if ply % 2 == 0 { turn } else { !turn };
            flags |= promotion_flag(color.index(), piece_type.index());
        }
    }
    flags
}

/// The bit of the promotions of a color to a type: those of White, then those of Black.
pub(crate) const fn promotion_flag(color: usize, piece_type: usize) -> u8 {
    match piece_type {
        0 => 0,
        _ => 1 << (4 * color + piece_type - 1),
    }
}

impl Signature {
    /// The signature of a game: the side to move at its start, the bits of its moves, and its last
    /// position.
    #[inline(always)]
    pub(crate) fn new(
        turn: Color,
        moves: impl Iterator<Item = u16> + Clone,
        last: &Placement,
    ) -> Signature {
        let mut bits = u64::from(home_pawns(last));
        for (n, &number) in counts(last).iter().flatten().enumerate() {
            bits |= u64::from(number.min(LARGEST)) << (COUNTS + 4 * n);
        }
        Signature(bits | u64::from(promotions(turn, moves)) << PROMOTIONS)
    }

    pub(crate) fn home_pawns(self) -> u16 {
        self.0 as u16
    }

    /// The types of promotions; see [`promotion_flag`].
    pub(crate) fn promotions(self) -> u8 {
        (self.0 >> PROMOTIONS) as u8
    }

    /// Whether a position of the game may have at most these pieces.
    pub(crate) fn may_have_at_most(self, most: &Limits) -> bool {
        let numbers = self.0 >> COUNTS;
        let below = |limit: u64, shift: u8| ((limit | HIGH) - (numbers >> shift & BYTES)) & HIGH;
        let (even, odd) = (below(most.even, 0), below(most.odd, 4));
        if even & odd == HIGH {
            return true;
        }
        let promotions = self.promotions();
        promotions != 0
            && (0..2 * COUNTED).all(|n| {
                let side = if n % 2 == 0 { even } else { odd };
                side >> (8 * (n / 2)) & 0x80 != 0
                    || promotions & promotion_flag(n / COUNTED, n % COUNTED) != 0
            })
    }
}

/// The largest numbers of pieces, in the form that is compared with a [`Signature`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    even: u64,
    odd: u64,
}

impl Limits {
    pub(crate) fn new(most: &Counts) -> Limits {
        let mut limits = Limits { even: 0, odd: 0 };
        for (n, &number) in most.iter().flatten().enumerate() {
            // no number that a signature stores is larger than 127
            let limit = if number < LARGEST { number } else { 127 };
            let side = if n % 2 == 0 { &mut limits.even } else { &mut limits.odd };
            *side |= u64::from(limit) << (8 * (n / 2));
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameRef, Games};
    use super::*;
    use crate::store::Rows;

    #[test]
    fn signatures_follow_their_games() {
        let text = b"1. e4 d5 2. exd5 c6 3. dxc6 Nd7 4. cxb7 Nb6 5. bxa8=N *\n1. d4 * 1. Ke2 *\n\
            [FEN \"4k3/8/8/8/8/8/p7/4K3 b - - 0 1\"]\n1... a1=Q+ *\n[FEN \"x\"]\n*";
        let games = Games::from_pgn_text("t", text);
        let replayed = |game: GameRef<'_>| {
            let mut last = game.start();
            game.moves().iter().for_each(|&m| last.play_unchecked(m));
            let bits = game.moves().iter().map(|m| m.bits());
            Signature::new(game.start().turn(), bits, last.placement())
        };
        let check = |games: &Games| {
            assert_eq!(games.signatures, games.iter().map(replayed).collect::<Vec<_>>());
        };
        check(&games);
        let promotions: Vec<_> = games.signatures.iter().map(|one| one.promotions()).collect();
        assert_eq!(promotions, [promotion_flag(0, 1), 0, 0, promotion_flag(1, 4), 0]);
        let mut some = games.select([3, 0, 0, 1]).unwrap();
        check(&some);
        some.append(&games);
        check(&some);
        some.clear();
        check(&some);
    }
}
