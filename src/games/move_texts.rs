//! The moves of games as texts.

use super::game::GameRef;
use super::store::Games;
use crate::attacks::{dispatch, task};
use crate::notation::san::play_and_write;
use crate::notation::uci::{self, CastlingDialect};
use crate::pool::{self, Interrupted, Run};

/// The notation of [`Games::move_texts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveNotation {
    /// SAN.
    San,
    /// UCI with this dialect of castling; `None` for that of each game's variant.
    Uci(Option<CastlingDialect>),
}

/// The number of games of a job.
const GAMES_PER_JOB: usize = 64;

impl Games {
    /// Returns the moves of each game, separated by spaces.
    ///
    /// # Errors
    /// If `run.stop` returned true.
    pub fn move_texts(
        &self,
        notation: MoveNotation,
        run: Run<'_>,
    ) -> Result<Vec<String>, Interrupted> {
        let text = |index| move_text(GameRef::of(self, index), notation);
        let jobs = pool::ranges(self.len(), GAMES_PER_JOB);
        let texts = pool::map(run, jobs, |games| games.map(text).collect::<Vec<_>>())?;
        Ok(texts.into_iter().flatten().collect())
    }
}

fn move_text(game: GameRef<'_>, notation: MoveNotation) -> String {
    dispatch(task!(|backend, game: GameRef<'_>, notation: MoveNotation| -> String {
        let (moves, mut position) = (game.moves(), game.start());
        // most moves have two to four characters
        let mut text = String::with_capacity(5 * moves.len());
        let of_variant = match game.is_chess960() {
            true => CastlingDialect::Chess960,
            false => CastlingDialect::Standard,
        };
        for (ply, &m) in moves.iter().enumerate() {
            if ply > 0 {
                text.push(' ');
            }
            match notation {
                MoveNotation::San => {
                    let word = play_and_write(backend, &mut position, m);
                    word.with_bytes(|bytes| text.extend(bytes.iter().map(|&byte| byte as char)));
                }
                MoveNotation::Uci(dialect) => {
                    text.push_str(&uci::write(&position, m, dialect.unwrap_or(of_variant)));
                    position.play_unchecked(m);
                }
            }
        }
        text
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_in_both_dialects() {
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *\n\n1. d4 *";
        let games = Games::from_pgn_text("text", text);
        let texts = |notation| games.move_texts(notation, Run::default()).unwrap();
        assert_eq!(texts(MoveNotation::San), ["e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", "d4"]);
        let uci = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
        assert_eq!(texts(MoveNotation::Uci(None)), [uci, "d2d4"]);
        let chess960 = MoveNotation::Uci(Some(CastlingDialect::Chess960));
        assert_eq!(texts(chess960)[0], uci.replace("e1g1", "e1h1"));
    }
}
