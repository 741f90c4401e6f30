//! Identity of games: fingerprints, duplicates, reproducible splits, equality.

use std::collections::HashMap;

use super::game::GameRef;
use super::push::fixed_start_code;
use super::start::{FIRST_OTHER_CODE, chess960_code};
use super::store::Games;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::pgn::PgnGame;
use crate::position::Position;
use crate::random::split_mix;
use crate::types::Move;

/// Returns a FEN from which exactly this start position can be read.
pub(crate) fn start_fen(position: &Position) -> String {
    fen::write_as(position, CastlingStyle::XFen, EnPassantStyle::Always).to_string()
}

/// Returns the [fingerprint](GameRef::fingerprint) of a game that has been read from PGN.
pub(crate) fn pgn_fingerprint(game: &PgnGame<'_>) -> u64 {
    let start = &game.record.start;
    let of_fen = || chess960_code(start).unwrap_or(FIRST_OTHER_CODE);
    let code = fixed_start_code(game).unwrap_or_else(of_fen);
    fingerprint(code, || *start, &game.record.moves)
}

fn fingerprint(code: u32, start: impl FnOnce() -> Position, moves: &[Move]) -> u64 {
    let mut hash = match code {
        ..FIRST_OTHER_CODE => split_mix(u64::from(code)),
        _ => {
            let fen = start_fen(&start());
            fen.bytes().fold(1, |hash, byte| split_mix(hash ^ u64::from(byte)))
        }
    };
    hash = split_mix(hash ^ moves.len() as u64);
    for four in moves.chunks(4) {
        let word = four.iter().fold(0, |word, m| word << 16 | u64::from(m.bits()));
        hash = split_mix(hash ^ word);
    }
    hash
}

impl GameRef<'_> {
    /// Returns a 64-bit hash of the start position and the moves, which does not depend on the file
    /// or the machine. Different games collide with a probability of 2^-64.
    ///
    /// The finalizer of SplitMix64 is chained over the code of the start position (the bytes of the
    /// FEN from [`FIRST_OTHER_CODE`] on), the number of moves, and the bits of the moves, four per
    /// word.
    ///
    /// ```
    /// use enroque::games::Games;
    /// let games = Games::from_pgn_text("text", b"1. e4 e5 1-0 [White \"A\"] 1. e4 e5 * 1. d4 *");
    /// let number = |index| games.game(index).unwrap().fingerprint();
    /// assert_eq!(number(0), number(1));
    /// assert_ne!(number(0), number(2));
    /// ```
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self.start_code(), || self.start(), self.moves())
    }

    /// Whether both have the same start position and the same moves.
    pub fn is_same_game(&self, other: &GameRef<'_>) -> bool {
        self.moves() == other.moves() && self.start().to_setup() == other.start().to_setup()
    }
}

impl Games {
    /// Returns the [fingerprint](GameRef::fingerprint) of each game.
    pub fn fingerprints(&self) -> Vec<u64> {
        self.iter().map(|game| game.fingerprint()).collect()
    }

    /// Returns the indices of the distinct games: of games with the same start position and the
    /// same moves, the first.
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
}

/// Compares columns and tags. Errors, warnings, origins and filter counts are not compared.
impl PartialEq for Games {
    fn eq(&self, other: &Games) -> bool {
        let columns = self.moves == other.moves
            && self.of_games == other.of_games
            && self.of_plies.is_same(&other.of_plies);
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

/// Compares what [`Games`] compares.
impl PartialEq for GameRef<'_> {
    fn eq(&self, other: &GameRef<'_>) -> bool {
        // different games mostly have different moves, so `select` is rarely called
        let single = |game: &GameRef<'_>| game.games().select_valid(vec![game.index()]);
        self.moves() == other.moves() && single(self) == single(other)
    }
}

const _: () = assert!(size_of::<Move>() == 2, "four moves fit in 64 bits");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Rows;

    const TEXT: &[u8] = b"[White \"A\"] 1. e4 e5 1-0 [White \"B\"] 1. e4 e5 0-1 1. e4 * 1. d4 *\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"] 1. O-O * [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 8\"]\n\
        1. O-O * [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"] 1. O-O *";

    #[test]
    fn fingerprints_are_stable() {
        let games = Games::from_pgn_text("t", TEXT);
        let numbers = games.fingerprints();
        assert_eq!(numbers[0], numbers[1]);
        assert_eq!(numbers[4], numbers[6]);
        let mut distinct = numbers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 5);
        assert_eq!(games.drop_duplicates(), [0, 2, 3, 4, 5]);
        // splits must be the same in all versions
        assert_eq!(numbers[0], 3_002_877_074_075_715_568);
        assert_eq!(numbers[4], 14_499_032_074_083_069_062);
    }

    #[test]
    fn subsets_are_disjoint() {
        let games = Games::from_pgn_text("t", TEXT);
        for seed in 0..50 {
            let subsets = games.split(&[0.4, 0.6], seed, Default::default()).unwrap();
            let subset_of =
                |index| subsets.iter().position(|subset| subset.contains(&index)).unwrap();
            assert_eq!(subset_of(0), subset_of(1));
            assert_eq!(subset_of(4), subset_of(6));
            assert_eq!(subsets.concat().len(), games.len());
        }
        let split = |fractions: &[f64]| games.split(fractions, 0, Default::default());
        assert_eq!(split(&[0.7, 0.4]).unwrap_err().unwrap().argument, "fractions");
        assert!(split(&[f64::NAN]).is_err());
        assert!(split(&[-0.1]).is_err());
        assert_eq!(split(&[0.8, 0.1, 0.1]).unwrap().concat().len(), games.len());
        assert_eq!(split(&[0.0]).unwrap(), [[0usize; 0]]);
    }

    #[test]
    fn single_games_are_compared() {
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
    fn equality_compares_all_columns_and_tags() {
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
