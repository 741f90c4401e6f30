//! Results of games by endgame tables.

use super::game::GameRef;
use super::store::{Games, result_number};
use crate::error::CallError;
use crate::pool::{self, Run};
use crate::rules::GameResult;
use crate::tablebase::{TableError, Tablebase};
use crate::types::Color;

/// The number of games that a thread handles at a time.
const GAMES_PER_JOB: usize = 64;

impl Games {
    /// Returns the same games with the result of the first position whose result tables state by the
    /// 50-move rule, as if the game had been adjudicated there. Games without such a position keep
    /// theirs. See [`Tablebase::exact_result`].
    ///
    /// # Errors
    /// If a table cannot be read, or an interruption.
    pub fn rescored(&self, tables: &Tablebase, run: Run<'_>) -> Result<Games, CallError> {
        let jobs = pool::ranges(self.len(), GAMES_PER_JOB);
        let results = pool::map(run, jobs, |games| {
            let result = |index| match self.game(index) {
                Some(game) => {
                    first_result(game, tables).map_err(|error| error.of(&format!("game {index}")))
                }
                None => Ok(None),
            };
            games.map(result).collect::<Result<Vec<_>, _>>()
        })?;
        let mut games = self.clone();
        let results = results.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        for (result, new) in games.of_games.result.iter_mut().zip(results) {
            *result = new.map_or(*result, result_number);
        }
        Ok(games)
    }
}

fn first_result(game: GameRef<'_>, tables: &Tablebase) -> Result<Option<GameResult>, TableError> {
    let mut position = game.start();
    let mut moves = game.moves().iter();
    loop {
        if let Some(result) = tables.exact_result(&position)? {
            let of_white = if position.turn() == Color::White { result } else { -result };
            return Ok(Some(match of_white {
                1 => GameResult::WhiteWins,
                0 => GameResult::Draw,
                _ => GameResult::BlackWins,
            }));
        }
        let Some(&m) = moves.next() else { return Ok(None) };
        position.play_unchecked(m);
    }
}
