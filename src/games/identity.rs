//! When games are the same: their number, doubles, parts that share no game, equality.

use std::collections::HashMap;
use std::fmt;

use super::game::GameRef;
use super::start::FIRST_OTHER_CODE;
use super::store::Games;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::position::Position;
use crate::types::Move;

/// Shares into which games cannot be split.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SharesError {
    /// A share that is no number from 0 to 1.
    Share(f64),
    /// Together they are more than 1.
    Sum(f64),
}

impl fmt::Display for SharesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SharesError::Share(share) => write!(f, "a share is a number from 0 to 1, not {share}"),
            SharesError::Sum(sum) => write!(f, "the shares are {sum} together, more than 1"),
        }
    }
}

impl std::error::Error for SharesError {}

/// The FEN from which just this start position is read again.
pub(crate) fn start_fen(position: &Position) -> String {
    fen::write_as(position, CastlingStyle::XFen, EnPassantStyle::Always).to_string()
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): each bit of the result depends on each
/// bit of the number.
#[inline(always)]
pub(crate) fn mixed(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl GameRef<'_> {
    /// A number for the start position and the moves: the same for the same game wherever it stands,
    /// on every machine; two games that differ share one with a probability of 2^-64.
    ///
    /// It is SplitMix64's finaliser chained over the start's code (of a start that has no code of its
    /// own, the bytes of its FEN), the number of moves, and the moves' bits, four to a word.
    ///
    /// ```
    /// use enroque::games::Games;
    /// let games = Games::from_pgn_text("text", b"1. e4 e5 1-0 [White \"A\"] 1. e4 e5 * 1. d4 *");
    /// let number = |index| games.game(index).unwrap().fingerprint();
    /// assert_eq!(number(0), number(1));
    /// assert_ne!(number(0), number(2));
    /// ```
    pub fn fingerprint(&self) -> u64 {
        let mut hash = match self.start_code() {
            code @ ..FIRST_OTHER_CODE => mixed(u64::from(code)),
            _ => {
                let fen = start_fen(&self.start());
                fen.bytes().fold(1, |hash, byte| mixed(hash ^ u64::from(byte)))
            }
        };
        hash = mixed(hash ^ self.moves().len() as u64);
        for four in self.moves().chunks(4) {
            let word = four.iter().fold(0, |word, m| word << 16 | u64::from(m.bits()));
            hash = mixed(hash ^ word);
        }
        hash
    }

    /// Whether both have the same start position and the same moves.
    pub fn is_same_game(&self, other: &GameRef<'_>) -> bool {
        self.moves() == other.moves() && self.start().to_setup() == other.start().to_setup()
    }
}

impl Games {
    /// The [fingerprint](GameRef::fingerprint) of each game.
    pub fn fingerprints(&self) -> Vec<u64> {
        self.iter().map(|game| game.fingerprint()).collect()
    }

    /// The indices of the games that come for the first time: of those with the same start position
    /// and the same moves, the first.
    ///
    /// ```
    /// use enroque::games::Games;
    /// let games = Games::from_pgn_text("text", b"1. e4 e5 1-0 1. d4 * 1. e4 e5 *");
    /// assert_eq!(games.drop_duplicates(), [0, 1]);
    /// ```
    pub fn drop_duplicates(&self) -> Vec<usize> {
        let mut seen: HashMap<u64, Vec<usize>> = HashMap::with_capacity(self.len());
        let mut kept = Vec::new();
        for game in self.iter() {
            let same = seen.entry(game.fingerprint()).or_default();
            if !same.iter().any(|&index| GameRef::of(self, index).is_same_game(&game)) {
                same.push(game.index());
                kept.push(game.index());
            }
        }
        kept
    }

    /// The indices of the games in each of several parts, which get these shares of all games. Which
    /// part a game falls in depends on its start, its moves and the seed alone: the same game is in
    /// the same part whatever file it comes from. What the shares leave is in none.
    ///
    /// # Errors
    /// Shares that are no numbers from 0 to 1, or more than 1 together.
    ///
    /// ```
    /// use enroque::games::Games;
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 * 1. e4 *");
    /// let parts = games.split(&[0.5, 0.5], 1).unwrap();
    /// assert_eq!(parts[0].len() + parts[1].len(), 3);
    /// assert!(parts.iter().any(|part| part.contains(&0) && part.contains(&2)));
    /// ```
    pub fn split(&self, shares: &[f64], seed: u64) -> Result<Vec<Vec<usize>>, SharesError> {
        let mut sum = 0.0;
        let mut ends = Vec::new();
        for &share in shares {
            if !(0.0..=1.0).contains(&share) {
                return Err(SharesError::Share(share));
            }
            sum += share;
            // 0.8 + 0.1 + 0.1 are 1, as far as anybody who writes this cares
            let end = if sum > 1.0 - 1e-9 { 1.0 } else { sum };
            ends.push((end * 2f64.powi(64)) as u128);
        }
        if sum > 1.0 + 1e-9 {
            return Err(SharesError::Sum(sum));
        }
        let mut parts = vec![Vec::new(); shares.len()];
        let key = mixed(seed);
        for game in self.iter() {
            let place = u128::from(mixed(game.fingerprint() ^ key));
            if let Some(part) = ends.iter().position(|&end| place < end) {
                parts[part].push(game.index());
            }
        }
        Ok(parts)
    }
}

/// Whether two columns of numbers say the same; one that is not there says nothing of any move.
fn same_column(a: &Option<Vec<i32>>, b: &Option<Vec<i32>>, missing: i32) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a == b,
        (Some(values), None) | (None, Some(values)) => values.iter().all(|&v| v == missing),
    }
}

/// Equal are games with equal columns and tags in the same order. What went wrong while they were
/// read is not compared, nor where that was, nor what a filter left out.
impl PartialEq for Games {
    fn eq(&self, other: &Games) -> bool {
        let columns = self.offsets == other.offsets
            && self.moves == other.moves
            && self.chess960 == other.chess960
            && self.results == other.results
            && self.white_elo == other.white_elo
            && self.black_elo == other.black_elo
            && self.broken == other.broken
            && same_column(&self.evals, &other.evals, crate::pgn::NO_EVAL)
            && same_column(&self.clocks, &other.clocks, crate::pgn::NO_CLOCK)
            && same_column(&self.move_times, &other.move_times, crate::pgn::NO_CLOCK)
            && match (&self.arrows, &other.arrows) {
                (Some(a), Some(b)) => a == b,
                (None, Some(some)) | (Some(some), None) => some.values().is_empty(),
                (None, None) => true,
            };
        let same_start = |a: &GameRef<'_>, b: &GameRef<'_>| match (a.start_code(), b.start_code()) {
            (FIRST_OTHER_CODE.., FIRST_OTHER_CODE..) => {
                a.start().to_setup() == b.start().to_setup()
            }
            (a, b) => a == b,
        };
        columns
            && self
                .iter()
                .zip(other.iter())
                .all(|(a, b)| same_start(&a, &b) && a.headers().eq(b.headers()))
    }
}

/// Equal are games of which all is equal that is compared of [`Games`].
impl PartialEq for GameRef<'_> {
    fn eq(&self, other: &GameRef<'_>) -> bool {
        // most that differ do in their moves, and lists are made of the others alone
        let alone = |game: &GameRef<'_>| game.games().select([game.index()]);
        self.moves() == other.moves() && alone(self) == alone(other)
    }
}

const _: () = assert!(size_of::<Move>() == 2, "four moves make a word");

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"[White \"A\"] 1. e4 e5 1-0 [White \"B\"] 1. e4 e5 0-1 1. e4 * 1. d4 *\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"] 1. O-O * [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 8\"]\n\
        1. O-O * [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"] 1. O-O *";

    #[test]
    fn the_number_of_a_game_never_changes() {
        let games = Games::from_pgn_text("t", TEXT);
        let numbers = games.fingerprints();
        assert_eq!(numbers[0], numbers[1]);
        assert_eq!(numbers[4], numbers[6]);
        let mut distinct = numbers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 5);
        assert_eq!(games.drop_duplicates(), [0, 2, 3, 4, 5]);
        // written down: splits made by an older version must stay as they are
        assert_eq!(numbers[0], 3_002_877_074_075_715_568);
        assert_eq!(numbers[4], 14_499_032_074_083_069_062);
    }

    #[test]
    fn parts_share_no_game() {
        let games = Games::from_pgn_text("t", TEXT);
        for seed in 0..50 {
            let parts = games.split(&[0.4, 0.6], seed).unwrap();
            let part_of = |index| parts.iter().position(|part| part.contains(&index)).unwrap();
            assert_eq!(part_of(0), part_of(1));
            assert_eq!(part_of(4), part_of(6));
            assert_eq!(parts.concat().len(), games.len());
        }
        assert_eq!(games.split(&[0.7, 0.4], 0), Err(SharesError::Sum(0.7 + 0.4)));
        assert!(games.split(&[f64::NAN], 0).is_err());
        assert!(games.split(&[-0.1], 0).is_err());
        assert_eq!(games.split(&[0.8, 0.1, 0.1], 0).unwrap().concat().len(), games.len());
        assert_eq!(games.split(&[0.0], 0).unwrap(), [[0usize; 0]]);
    }

    #[test]
    fn games_are_equal_one_by_one() {
        let games = Games::from_pgn_text("t", TEXT);
        let again = games.select([6, 0, 1, 2, 3, 4, 5]).unwrap();
        for a in games.iter() {
            let same: Vec<_> = again.iter().filter(|b| a == *b).map(|b| b.index()).collect();
            // 4 and 6 are the same game twice
            match a.index() {
                4 | 6 => assert_eq!(same, [0, 5]),
                index => assert_eq!(same, [index + 1]),
            }
        }
    }

    #[test]
    fn equality_is_of_all_columns_and_tags() {
        let games = Games::from_pgn_text("t", TEXT);
        assert!(games == games.clone());
        assert!(games == Games::from_pgn_text("another", TEXT));
        assert!(games != games.select([1, 0, 2, 3, 4, 5, 6]).unwrap());
        assert!(games != games.select([0, 1, 2, 3, 5, 4, 6]).unwrap());
        let with = Games::from_pgn_text("t", b"1. e4 {[%eval 0.1]} e5 *");
        assert!(with != Games::from_pgn_text("t", b"1. e4 e5 *"));
        assert!(with.select([]).unwrap() == Games::new());
    }
}
