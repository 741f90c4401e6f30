//! Writing games as PGN.
//!
//! Reading the text gives the same columns: tags are in order, evaluations and clock times are
//! comments after the moves, such as `{ [%eval 0.17] [%clk 0:00:30] }`. PGN cannot express three
//! things:
//!
//! * A broken game is written up to its error, and is not broken when it is read again (unless the error
//!   is in its tags, which are written unchanged).
//! * A line break or other control character in a tag value becomes a space.
//! * Of several `Event` tags in one game, only the last is written, since a second one starts a game.
//!
//! The tags `FEN`, `SetUp`, `Variant`, `Result` and the ratings are replaced if they contradict the
//! columns, as in games of other formats.

mod commands;
mod numbers;
mod tags;

use std::io::{self, Write};

use thiserror::Error;

use self::commands::{push_arrows, push_eval, push_time};
use self::numbers::push_number;
use self::tags::push_tags;
use super::compress::Compression;
use crate::attacks::{Backend, dispatch, task};
use crate::games::{GameRef, Games};
use crate::notation::san;
use crate::pgn::Lines;
use crate::pool::{self, Interrupted, Run};
use crate::progress::advance;
use crate::types::Color;

/// Options of writing PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnOptions {
    /// The maximum length of a line of moves in characters; `None` for all moves in one line.
    pub columns: Option<usize>,
    /// Whether to write evaluations.
    pub evals: bool,
    /// Whether to write clock times.
    pub clocks: bool,
    /// Whether to write move times.
    pub move_times: bool,
    /// Whether to write arrows and colored squares.
    pub arrows: bool,
    /// The compression of the text.
    pub compression: Compression,
}

impl Default for PgnOptions {
    /// All annotations, 80 columns, no compression.
    fn default() -> PgnOptions {
        PgnOptions {
            columns: Some(80),
            evals: true,
            clocks: true,
            move_times: true,
            arrows: true,
            compression: Compression::None,
        }
    }
}

/// An error of writing PGN.
#[derive(Debug, Error)]
pub enum WriteError {
    /// Writing to the sink failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game has a tag with an invalid name.
    #[error("game {game} has the tag name {name:?}, which is not valid in PGN")]
    TagName {
        /// The index of the game.
        game: usize,
        /// The name of the tag.
        name: Box<str>,
    },
    /// [`Run::stop`] returned true.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// The number of games of a chunk, which one thread writes.
const CHUNK_GAMES: usize = 64;

/// The number of chunks that are written in parallel before their text goes to the sink.
const ROUND_CHUNKS: usize = 64;

impl Games {
    /// Writes all games as PGN, with an empty line after each, on several threads. The text of at
    /// most 4096 games is in memory at once. `run.progress` counts games.
    ///
    /// # Errors
    /// If the sink fails, a tag name is invalid, or `run.stop` returns true. The games before may
    /// have been written.
    ///
    /// ```
    /// use enroque::games::Games;
    /// use enroque::io::PgnOptions;
    /// use enroque::pool::Run;
    /// let games = Games::from_pgn_text("text", b"[White \"A\"] 1. e4 {[%eval 0.3]} e5 1-0");
    /// let mut text = Vec::new();
    /// games.write_pgn(&mut text, PgnOptions::default(), Run::default()).unwrap();
    /// let expected = "[White \"A\"]\n\n1. e4 { [%eval 0.30] } 1... e5 1-0\n\n";
    /// assert_eq!(String::from_utf8(text).unwrap(), expected);
    /// ```
    pub fn write_pgn(
        &self,
        sink: &mut dyn Write,
        options: PgnOptions,
        run: Run<'_>,
    ) -> Result<(), WriteError> {
        let progress = run.progress;
        if let Some(progress) = progress {
            progress.set_total(Some(self.len() as u64));
        }
        options.compression.write(sink, |sink| {
            // the same memory for every round
            let mut texts: Vec<(Vec<u8>, Result<(), WriteError>)> = Vec::new();
            let round = CHUNK_GAMES * ROUND_CHUNKS;
            for games in pool::ranges(self.len(), round) {
                let chunks = pool::ranges(games.len(), CHUNK_GAMES)
                    .map(|chunk| games.start + chunk.start..games.start + chunk.end);
                texts.resize_with(chunks.len(), || (Vec::new(), Ok(())));
                pool::for_each(run, texts.iter_mut().zip(chunks), |((text, written), chunk)| {
                    let count = chunk.len();
                    text.clear();
                    *written = write_chunk(self, chunk, options, text);
                    advance(progress, count);
                })?;
                for (text, written) in &mut texts {
                    std::mem::replace(written, Ok(()))?;
                    sink.write_all(text)?;
                }
            }
            Ok(())
        })
    }
}

/// Writes a range of the games.
fn write_chunk(
    games: &Games,
    chunk: std::ops::Range<usize>,
    options: PgnOptions,
    text: &mut Vec<u8>,
) -> Result<(), WriteError> {
    dispatch(task!(|backend,
                    games: &Games,
                    chunk: std::ops::Range<usize>,
                    options: PgnOptions,
                    text: &mut Vec<u8>|
     -> Result<(), WriteError> {
        for index in chunk {
            let game = GameRef::of(games, index);
            push_tags(text, &game).map_err(|name| WriteError::TagName { game: index, name })?;
            push_moves(backend, text, &game, options);
        }
        Ok(())
    }))
}

/// Appends the moves of a game with their comments, the result, and an empty line.
#[inline(always)]
fn push_moves<B: Backend>(backend: B, text: &mut Vec<u8>, game: &GameRef<'_>, options: PgnOptions) {
    let evals = game.evals().filter(|_| options.evals);
    let clocks = game.clocks().filter(|_| options.clocks);
    let move_times = game.move_times().filter(|_| options.move_times);
    let has_arrows = options.arrows && game.games().arrows().is_some();
    let has_comments = [evals, clocks, move_times].iter().any(Option::is_some) || has_arrows;
    let mut lines = Lines::new(&mut *text, options.columns);
    let mut position = game.start();
    // the first move, and each one after a comment, has a number
    let mut needs_number = true;
    for (ply, &m) in game.moves().iter().enumerate() {
        let number = position.fullmove_number();
        if position.turn() == Color::White {
            lines.push(|text| {
                push_number(text, number);
                text.extend_from_slice(b". ");
            });
        } else if needs_number {
            lines.push(|text| {
                push_number(text, number);
                text.extend_from_slice(b"... ");
            });
        }
        let (token, length) = san::play_and_write(backend, &mut position, m).with_space();
        lines.push_short(token, length);
        if has_comments {
            // not a closure, which the compiler calls rather than inlines
            let text = lines.text();
            let start = text.len();
            text.extend_from_slice(b"{ ");
            let at = |column: Option<&[i32]>| column.and_then(|c| c.get(ply)).copied();
            if let Some(eval) = at(evals) {
                push_eval(text, eval);
            }
            if let Some(clock) = at(clocks) {
                push_time(text, *b"clk", clock);
            }
            if let Some(move_time) = at(move_times) {
                push_time(text, *b"emt", move_time);
            }
            if has_arrows {
                push_arrows(text, game.arrows(ply));
            }
            if text.len() == start + 2 {
                text.truncate(start);
            } else {
                text.extend_from_slice(b"} ");
            }
            needs_number = lines.end_token(start);
        } else {
            needs_number = false;
        }
    }
    lines.push(|text| {
        text.extend_from_slice(game.result().as_str().as_bytes());
        text.push(b' ');
    });
    lines.end();
    text.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(games: &Games, options: PgnOptions) -> Vec<u8> {
        let mut text = Vec::new();
        games.write_pgn(&mut text, options, Run::default()).unwrap();
        text
    }

    #[test]
    fn unusual_tags_are_read_back() {
        let text = "[Event \"a \\\"quoted\\\" \\\\ name \\\\\"]\n[Éclat \"é\"]\n[X \"\"]\n[Y \"]\"]\n\
            [Y \"[Event \\\"z\\\"]\"]\n[Z \"% { ; (\"]\n1. e4 *\n\n[Event \"empty\"]\n\n*\n\n1. d4 1-0";
        let games = Games::from_pgn_text("t", text.as_bytes());
        assert_eq!(games.len(), 3);
        assert!(Games::from_pgn_text("t", &written(&games, PgnOptions::default())) == games);
    }

    #[test]
    fn compressed_text_has_the_same_games() {
        let games = Games::from_pgn_text("t", b"[White \"A\"] 1. e4 e5 1-0");
        for compression in [Compression::Zstd, Compression::Gzip, Compression::Bzip2] {
            let text = written(&games, PgnOptions { compression, ..PgnOptions::default() });
            assert!(!text.starts_with(b"["));
            assert!(Games::from_pgn_text("t", &text) == games);
        }
    }
}
