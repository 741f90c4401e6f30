//! Evaluations of a table of positions for the moves of games.

use std::collections::HashMap;

use crate::games::Games;
use crate::pool::{self, Interrupted, Run};
use crate::positions::Positions;
use crate::types::NO_EVAL;

/// The number of games that a thread handles at a time.
const GAMES_PER_JOB: usize = 64;

/// Returns the evaluation after each move of games: of the position in a table that is the same, by
/// its key, and of several the first of the deepest. Where there is none, that of the games; with
/// `replaces`, those of the games are only where the table has none.
///
/// ```
/// use enroque::columns::evals_of_positions;
/// use enroque::games::Games;
/// use enroque::pool::Run;
/// use enroque::positions::{Positions, Row};
/// let games = Games::from_pgn_text("text", b"1. e4 e5 *");
/// let evals = evals_of_positions(&games, &Positions::new(), false, Run::default()).unwrap();
/// assert_eq!(evals, [i32::MIN; 2]);
/// ```
///
/// # Errors
/// An interruption.
pub fn evals_of_positions(
    games: &Games,
    positions: &Positions,
    replaces: bool,
    run: Run<'_>,
) -> Result<Vec<i32>, Interrupted> {
    let keys = positions.keys(run)?;
    let (evals, depths) = (positions.labels().evals(), positions.labels().depth());
    let mut known: HashMap<u64, (i32, u8)> = HashMap::new();
    for (row, &eval) in evals.unwrap_or_default().iter().enumerate() {
        if eval == NO_EVAL || positions.packed()[row].is_none() {
            continue;
        }
        let depth = depths.map_or(0, |depths| depths[row]);
        let best = known.entry(keys[row]).or_insert((eval, depth));
        if depth > best.1 {
            *best = (eval, depth);
        }
    }
    let jobs = pool::ranges(games.len(), GAMES_PER_JOB);
    let found = pool::map(run, jobs, |games_of_job| {
        let mut found = Vec::new();
        for game in games_of_job.filter_map(|index| games.game(index)) {
            let (own, mut position) = (game.evals(), game.start());
            for (ply, &m) in game.moves().iter().enumerate() {
                position.play_unchecked(m);
                let own = own.map_or(NO_EVAL, |own| own[ply]);
                let of_table = || known.get(&position.key()).map(|&(eval, _)| eval);
                found.push(match own {
                    NO_EVAL => of_table().unwrap_or(NO_EVAL),
                    _ if replaces => of_table().unwrap_or(own),
                    _ => own,
                });
            }
        }
        found
    })?;
    Ok(found.concat())
}
