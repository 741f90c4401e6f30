//! Signatures of games: eight bytes that exclude most games from a search.
//!
//! A signature has the home pawns of the last position, the number of its pieces of each color and
//! type, and the piece types of promotions. A pawn that is on its home square at the end was there in
//! all positions, since pawns do not move back; the number of pieces of a type without promotions does
//! not increase. So a position of the game has at least these home pawns and these pieces.

use super::material::{COUNTED, Counts, counts};
use crate::attacks::{Backend, Task, dispatch};
use crate::games::{GameRef, Games};
use crate::pool::{self, Interrupted, Run};
use crate::position::Placement;
use crate::types::{Color, PieceType, Rank};

/// The number of games that a thread processes at a time.
pub(super) const GAMES_PER_JOB: usize = 256;

/// The largest number that a signature stores, which stands for any larger one too.
pub(super) const LARGEST: u8 = 15;

/// The lowest bit of the numbers of pieces, four bits each: those of White, then those of Black.
const COUNTS: usize = 16;

/// The lowest bit of the types of promotions.
const PROMOTIONS: usize = COUNTS + 4 * 2 * COUNTED;

/// A byte for each second number.
const BYTES: u64 = 0x0F_0F0F_0F0F;

/// The highest bit of each of these bytes.
const HIGH: u64 = 0x80_8080_8080;

/// The signatures of games, for searches in them.
#[derive(Clone, Debug)]
pub struct Signatures(Vec<u64>);

/// The signature of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signature(u64);

impl Signatures {
    /// Computes the signatures of all games, on several threads.
    ///
    /// # Errors
    /// An interruption.
    pub fn new(games: &Games, run: Run<'_>) -> Result<Signatures, Interrupted> {
        let mut signatures = vec![0; games.len()];
        let jobs = signatures.chunks_mut(GAMES_PER_JOB).enumerate();
        pool::for_each(
            run,
            jobs,
            || (),
            |(), (job, signatures)| {
                dispatch(SignatureJob { games, first: job * GAMES_PER_JOB, signatures })
            },
        )?;
        Ok(Signatures(signatures))
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn of(&self, game: usize) -> Option<Signature> {
        self.0.get(game).copied().map(Signature)
    }
}

struct SignatureJob<'a> {
    games: &'a Games,
    first: usize,
    signatures: &'a mut [u64],
}

impl Task for SignatureJob<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, _: B) {
        for (n, signature) in self.signatures.iter_mut().enumerate() {
            *signature = Signature::of_game(GameRef::of(self.games, self.first + n)).0;
        }
    }
}

/// The home pawns: White's on the second rank, then Black's on the seventh.
#[inline(always)]
pub(super) fn home_pawns(placement: &Placement) -> u16 {
    let pawns = |color, rank: Rank| placement.pieces(color, PieceType::Pawn).0 >> (8 * rank as u8);
    let white = pawns(Color::White, Rank::Second) as u8;
    u16::from(white) | u16::from(pawns(Color::Black, Rank::Seventh) as u8) << 8
}

/// The bit of the promotions of a color to a type: those of White, then those of Black.
pub(super) const fn promotion_flag(color: usize, piece_type: usize) -> u8 {
    match piece_type {
        0 => 0,
        _ => 1 << (4 * color + piece_type - 1),
    }
}

impl Signature {
    #[inline(always)]
    fn of_game(game: GameRef<'_>) -> Signature {
        let (mut position, mut promotions) = (game.start(), 0);
        let turn = position.turn();
        for (ply, m) in game.moves().iter().enumerate() {
            if let Some(piece_type) = m.promoted() {
                let color = if ply % 2 == 0 { turn } else { !turn };
                promotions |= promotion_flag(color as usize, piece_type.index());
            }
            position.replay(*m);
        }
        let numbers = counts(position.placement());
        let mut bits = u64::from(home_pawns(position.placement()));
        for (n, &number) in numbers.iter().flatten().enumerate() {
            bits |= u64::from(number.min(LARGEST)) << (COUNTS + 4 * n);
        }
        Signature(bits | u64::from(promotions) << PROMOTIONS)
    }

    #[inline(always)]
    pub(super) fn home_pawns(self) -> u16 {
        self.0 as u16
    }

    /// The types of promotions; see [`promotion_flag`].
    #[inline(always)]
    pub(super) fn promotions(self) -> u8 {
        (self.0 >> PROMOTIONS) as u8
    }

    /// Whether a position of the game may have at most these pieces.
    #[inline(always)]
    pub(super) fn may_have_at_most(self, most: &Limits) -> bool {
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
pub(super) struct Limits {
    even: u64,
    odd: u64,
}

impl Limits {
    pub(super) fn new(most: &Counts) -> Limits {
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
