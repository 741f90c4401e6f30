//! Random samples of games.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::store::Games;
use crate::random::below;

impl Games {
    /// Returns the indices of `count` distinct games in random order; all games if there are fewer.
    ///
    /// The first steps of a Fisher-Yates shuffle with ChaCha8, seeded with `seed`: a larger `count`
    /// adds games to the sample of a smaller one.
    ///
    /// ```
    /// use enroque::games::Games;
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 * 1. c4 *");
    /// let two = games.sample(2, 7);
    /// assert_eq!(two, games.sample(3, 7)[..2]);
    /// assert_eq!(games.sample(9, 7).len(), 3);
    /// ```
    pub fn sample(&self, count: usize, seed: u64) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..self.len()).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = count.min(indices.len());
        for n in 0..count {
            let rest = indices.len() - n;
            indices.swap(n, n + below(&mut rng, rest));
        }
        indices.truncate(count);
        indices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_are_equally_likely() {
        let games = Games::from_pgn_text("t", &b"1. e4 * ".repeat(5));
        let mut counts = [0; 5];
        for seed in 0..2000 {
            let chosen = games.sample(2, seed);
            assert_ne!(chosen[0], chosen[1]);
            for index in chosen {
                counts[index] += 1;
            }
        }
        assert!(counts.iter().all(|&count| (700..900).contains(&count)), "{counts:?}");
    }
}
