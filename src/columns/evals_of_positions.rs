//! Evaluations of a table of positions for the moves of games.

use std::collections::HashMap;

use crate::games::Games;
use crate::pool::{Interrupted, Run};
use crate::positions::Positions;
use crate::types::NO_EVAL;

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
    games.of_each(run, |game, found| {
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
    })
}
