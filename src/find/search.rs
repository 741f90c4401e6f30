//! Searching many games.

use std::ops::Range;

use super::line::GameLine;
use super::program::Program;
use crate::attacks::{dispatch, task};
use crate::error::{CallError, call_error};
use crate::games::{FIRST_OTHER_CODE, GameRef, Games};
use crate::pool::{self, Run};
use crate::progress::advance;

/// The number of games that a thread searches at a time.
const GAMES_PER_JOB: usize = 256;

/// The positions of a game to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurrences {
    /// The first one.
    First,
    /// All.
    All,
}

/// Positions of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hits {
    /// The index of the game of each position, in ascending order.
    pub game: Vec<i64>,
    /// The number of plies before each position.
    pub ply: Vec<i32>,
}

impl Program {
    /// Returns the positions that match, in the order of the games, the same for any number of threads.
    /// The last position of a game, and the positions of a broken game before its error, are among
    /// them; a game without a valid start has no positions.
    ///
    /// ```
    /// use enroque::find::{Occurrences, Program, material};
    /// use enroque::games::Games;
    /// use enroque::pool::Run;
    /// let games = Games::from_pgn_text("text", b"1. e4 d5 2. exd5 * 1. d4 *");
    /// let query = material("P8N2B2R2Qp7n2b2r2q", false).unwrap();
    /// let found = Program::new(&query).search(&games, Occurrences::All, Run::default());
    /// assert_eq!(found.unwrap().ply, [3]);
    /// ```
    ///
    /// # Errors
    /// A condition of tables, an interruption, or an endgame table that cannot be read.
    pub fn search(
        &self,
        games: &Games,
        occurrences: Occurrences,
        run: Run<'_>,
    ) -> Result<Hits, CallError> {
        if let Some(reason) = self.query().error_of(false) {
            return Err(call_error!(Value("query"), "{reason}"));
        }
        if let Some(progress) = run.progress {
            progress.set_total(Some(games.len() as u64));
        }
        let search = GameSearch { program: self, games, occurrences };
        let found = pool::map(run, pool::ranges(games.len(), GAMES_PER_JOB), |games| {
            let count = games.len();
            let hits = dispatch(task!(|_, search: GameSearch<'_>, games: Range<usize>| -> Hits {
                let mut hits = Hits::default();
                for game in games {
                    search.game(GameRef::of(search.games, game), &mut hits);
                }
                hits
            }));
            advance(run.progress, count);
            hits
        })?;
        let mut hits = Hits::default();
        for part in found {
            hits.game.extend(part.game);
            hits.ply.extend(part.ply);
        }
        self.checked(hits)
    }
}

#[derive(Clone, Copy)]
struct GameSearch<'a> {
    program: &'a Program,
    games: &'a Games,
    occurrences: Occurrences,
}

impl GameSearch<'_> {
    #[inline(always)]
    fn game(&self, game: GameRef<'_>, hits: &mut Hits) {
        if !game.has_start() {
            return;
        }
        let program = self.program;
        let signature = game.signature();
        let is_usual = game.start_code() < FIRST_OTHER_CODE;
        if !program.accepts(signature, game.moves().len(), is_usual) {
            return;
        }
        program.scan(&GameLine::of(game), signature.promotions(), |ply| {
            hits.game.push(game.index() as i64);
            hits.ply.push(ply as i32);
            self.occurrences == Occurrences::All
        });
    }
}
