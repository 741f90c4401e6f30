//! Results of games by their start position of Chess960.

use super::explorer::{DateTags, Explorer, Tallies};
use crate::chess960;
use crate::games::{GameRef, Games, UNKNOWN_RESULT, result_number};
use crate::pool::{Interrupted, Run};
use crate::types::{Color, Square};

/// The number of games between two checks for an interruption.
const GAMES_PER_CHECK: usize = 1 << 15;

/// The sums over the games of a start position.
#[derive(Clone, Default)]
struct StartTally {
    of_moves: Tallies,
    /// The number of games with a result and both ratings, and over them the sums of the players' mean
    /// rating, of White's expected points by the ratings, and of White's points.
    rated: [f64; 4],
    /// The numbers of games with castling: White kingside and queenside, Black kingside and queenside.
    castled: [f64; 4],
    /// The sum of the numbers of the moves with which a player castles.
    castling_moves: f64,
}

impl StartTally {
    fn add(&mut self, game: GameRef<'_>, year: Option<i32>) {
        let moves = game.moves();
        self.of_moves.of(moves.first().copied()).add(game, 0, Color::White, year);
        let (white, black) = game.elo();
        let result = result_number(game.result());
        if result != UNKNOWN_RESULT && white > 0 && black > 0 {
            let (white, black) = (f64::from(white), f64::from(black));
            let expected = 1.0 / (1.0 + 10_f64.powf((black - white) / 400.0));
            let points = f64::from(result + 1) / 2.0;
            let values = [1.0, (white + black) / 2.0, expected, points];
            self.rated.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        for ply in game.castling_plies().into_iter().flatten() {
            let file = |square: Square| square.index() & 7;
            let is_queenside = file(moves[ply].to()) < file(moves[ply].from());
            self.castled[ply % 2 * 2 + usize::from(is_queenside)] += 1.0;
            self.castling_moves += (ply / 2 + 1) as f64;
        }
    }
}

/// Results of games by start position, those of Chess960 by number.
pub struct StartResults {
    starts: Vec<StartTally>,
    /// The numbers of games that are not counted: with another start position, and of standard chess.
    pub skipped: [u64; 2],
}

impl Default for StartResults {
    fn default() -> Self {
        let starts = vec![StartTally::default(); usize::from(chess960::POSITIONS)];
        StartResults { starts, skipped: [0; 2] }
    }
}

impl StartResults {
    /// Adds games; those of standard chess only if `standard` says so.
    ///
    /// # Errors
    /// An interruption.
    pub fn add(&mut self, games: &Games, standard: bool, run: Run<'_>) -> Result<(), Interrupted> {
        let date_tags = DateTags::of(games);
        for game in games.iter() {
            if game.index() % GAMES_PER_CHECK == 0 && (run.stop)() {
                return Err(Interrupted);
            }
            match self.starts.get_mut(game.start_code() as usize) {
                None => self.skipped[0] += 1,
                Some(_) if !standard && !game.is_chess960() => self.skipped[1] += 1,
                Some(start) => start.add(game, date_tags.year(games, game.index())),
            }
        }
        Ok(())
    }

    /// Returns the explorer of each start position, and the sums over its games: their number, the
    /// three results, the four sums of rated games, the number and the sum of evaluations after the
    /// first move, the four numbers of games with castling, and the sum of the castling moves' numbers.
    pub fn rows(&self) -> impl Iterator<Item = (Explorer, [f64; 15])> {
        self.starts.iter().map(|start| {
            let explorer = start.of_moves.explorer();
            let total = &explorer.total;
            let counts = [total.games, total.results[0], total.results[1], total.results[2]];
            let evals = [total.evals.count as f64, total.evals.sum as f64];
            let parts =
                [&counts.map(|count| count as f64), &start.rated, &evals[..], &start.castled];
            let mut sums = [start.castling_moves; 15];
            sums.iter_mut().zip(parts.concat()).for_each(|(sum, value)| *sum = value);
            (explorer, sums)
        })
    }
}
