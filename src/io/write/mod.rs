//! Games to PGN.
//!
//! What is written reads back to the same columns: tags in their order, evaluations and clocks as
//! `{ [%eval 0.17] [%clk 0:00:30] }` after the moves. Three things PGN cannot say, and they are
//! written as near as it can:
//!
//! * a game that broke off because its text was wrong is written as one that ends there, and is not
//!   broken when it is read again (unless its tags are what is wrong: those are written as they are);
//! * a line break or another control character in a tag's value becomes a space;
//! * of several `Event` tags in one game the last is written, as a second one begins a game.
//!
//! Tags that would make a reader believe something else than the columns say (games from other
//! sources than PGN have such, or none) are replaced: `FEN`, `SetUp`, `Variant`, `Result` and the
//! ratings.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use super::compress::Compression;
use crate::attacks::{Backend, Task, dispatch};
use crate::games::GameRef;
use crate::games::Games;
use crate::games::elo;
use crate::games::start_fen;
use crate::notation::{fen, san};
use crate::pgn::tree::{PgnWriter, WriteOptions};
use crate::pgn::{Arrow, MATE, MAX_CENTIPAWNS, NO_CLOCK, NO_EVAL, Variant, is_readable_name};
use crate::pool::{self, Interrupted, Run};
use crate::position::{Position, Setup};
use crate::rules::GameResult;

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnOptions {
    /// No line of moves is longer than so many characters; `None` for all moves in one line.
    pub columns: Option<usize>,
    /// Write the evaluations.
    pub evals: bool,
    /// Write the clocks.
    pub clocks: bool,
    /// Write how long moves took, where that is known.
    pub move_times: bool,
    /// Write arrows and colored squares.
    pub arrows: bool,
    /// How the text is compressed.
    pub compression: Compression,
}

impl Default for PgnOptions {
    /// Everything, in 80 columns, not compressed.
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

/// Why games could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// The sink failed.
    Io(io::Error),
    /// A game has a tag whose name PGN cannot write.
    TagName {
        /// The game, from 0.
        game: usize,
        /// The name.
        name: Box<str>,
    },
    /// The caller wanted to stop.
    Interrupted,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => error.fmt(f),
            WriteError::TagName { game, name } => {
                write!(f, "game {game} has a tag {name:?}, which is no name that PGN can write")
            }
            WriteError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}

impl From<Interrupted> for WriteError {
    fn from(_: Interrupted) -> WriteError {
        WriteError::Interrupted
    }
}

/// So many games are written in one go by a thread, and so many such pieces before the sink gets
/// them.
const GAMES_A_PIECE: usize = 64;
const PIECES_A_ROUND: usize = 64;

impl Games {
    /// Writes all games as PGN, an empty line after each, on several threads. Memory is that of a
    /// few thousand games' text.
    ///
    /// # Errors
    /// When the sink fails, a tag has a name that cannot be written, or `run.stop` says so; what came
    /// before may have been written.
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
        options.compression.write(sink, |sink| {
            let round = GAMES_A_PIECE * PIECES_A_ROUND;
            for first in (0..self.len()).step_by(round) {
                let end = (first + round).min(self.len());
                let pieces = (0..(end - first).div_ceil(GAMES_A_PIECE)).map(|n| {
                    let start = first + n * GAMES_A_PIECE;
                    start..(start + GAMES_A_PIECE).min(end)
                });
                let texts = pool::map(
                    run,
                    pieces,
                    || (),
                    |(), piece| dispatch(WritePiece { games: self, piece, options }),
                )?;
                for text in texts {
                    sink.write_all(text?.as_bytes())?;
                }
            }
            Ok(())
        })
    }
}

/// Writes some of the games.
struct WritePiece<'a> {
    games: &'a Games,
    piece: std::ops::Range<usize>,
    options: PgnOptions,
}

impl Task for WritePiece<'_> {
    type Output = Result<String, WriteError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let options = WriteOptions { columns: self.options.columns, ..WriteOptions::default() };
        let mut writer = PgnWriter::new(options);
        let mut note = String::new();
        for index in self.piece {
            let game = GameRef::of(self.games, index);
            write_tags(&mut writer, &game)?;
            let evals = game.evals().filter(|_| self.options.evals);
            let clocks = game.clocks().filter(|_| self.options.clocks);
            let move_times = game.move_times().filter(|_| self.options.move_times);
            let mut position = game.start();
            writer.begin_moves();
            for (ply, &m) in game.moves().iter().enumerate() {
                writer.san(&position, &san::write_with(backend, &position, m));
                position.play_unchecked(m);
                note.clear();
                let at = |column: Option<&[i32]>| column.and_then(|c| c.get(ply)).copied();
                push_eval(&mut note, at(evals).unwrap_or(NO_EVAL));
                push_time(&mut note, "clk", at(clocks).unwrap_or(NO_CLOCK));
                push_time(&mut note, "emt", at(move_times).unwrap_or(NO_CLOCK));
                if self.options.arrows {
                    push_arrows(&mut note, game.arrows(ply));
                }
                if !note.is_empty() {
                    writer.comment(&note);
                }
            }
            writer.result(game.result().as_str());
            writer.line("");
        }
        Ok(writer.take_lines())
    }
}

/// Writes the tags of a game, so that they say what the columns say.
fn write_tags(writer: &mut PgnWriter, game: &GameRef<'_>) -> Result<(), WriteError> {
    let last = |name: &str| game.header(name);
    let result = game.result();
    let says_result = |value: &str| {
        let named = GameResult::from_ascii(value.as_bytes()).unwrap_or_default();
        named == result || named == GameResult::Unknown
    };
    let start = StartTags::of(game);
    let (white_elo, black_elo) = game.elo();
    let says_elo = |value: Option<&str>, rating| value.map_or(0, |v| elo(v.as_bytes())) == rating;
    let white_is_said = says_elo(last("WhiteElo"), white_elo);
    let black_is_said = says_elo(last("BlackElo"), black_elo);
    let result_is_said = last("Result").is_none_or(says_result);
    writer.begin_headers();
    let mut events = game.headers().filter(|(name, _)| *name == "Event").count();
    for (name, value) in game.headers() {
        let is_written = match name {
            "Event" => {
                events -= 1;
                events == 0
            }
            "Result" => result_is_said,
            "WhiteElo" => white_is_said,
            "BlackElo" => black_is_said,
            "FEN" | "SetUp" => !start.replaces_fen,
            "Variant" => !start.replaces_variant,
            _ => true,
        };
        if !is_readable_name(name) {
            return Err(WriteError::TagName { game: game.index(), name: name.into() });
        }
        if is_written {
            writer.header(name, &one_line(value));
        }
    }
    // a game of which nothing is known is one all the same
    let is_bare = game.moves().is_empty() && game.headers().next().is_none();
    if !result_is_said || is_bare {
        writer.header("Result", result.as_str());
    }
    for (name, is_said, rating) in
        [("WhiteElo", white_is_said, white_elo), ("BlackElo", black_is_said, black_elo)]
    {
        if !is_said && rating > 0 {
            writer.header(name, &rating.to_string());
        }
    }
    if start.replaces_variant && game.is_chess960() {
        writer.header("Variant", "Chess960");
    }
    if start.replaces_fen && start.needs_fen {
        writer.header("SetUp", "1");
        writer.header("FEN", &start_fen(&game.start()));
    }
    writer.end_headers();
    Ok(())
}

/// Whether the tags about the start of a game have to be replaced.
#[derive(Default)]
struct StartTags {
    replaces_fen: bool,
    replaces_variant: bool,
    needs_fen: bool,
}

impl StartTags {
    fn of(game: &GameRef<'_>) -> StartTags {
        let (variant, fen) = (game.header("Variant"), game.header("FEN"));
        let read = read_start(variant, fen);
        // tags that broke the game break it again
        if read.is_none() && game.is_broken() && game.moves().is_empty() {
            return StartTags::default();
        }
        let start = game.start().to_setup();
        let is_start_said = read.is_some_and(|(setup, _)| setup == start);
        let is_all_said = is_start_said && read.is_some_and(|(_, is)| is == game.is_chess960());
        StartTags {
            replaces_fen: !is_start_said,
            replaces_variant: !is_all_said,
            needs_fen: game.is_chess960() || start != Position::standard().to_setup(),
        }
    }
}

/// What a reader makes of these tags: the start, and whether it is Chess960. `None` if they break
/// the game.
fn read_start(variant: Option<&str>, fen: Option<&str>) -> Option<(Setup, bool)> {
    let is_variant = match variant.map_or(Variant::Standard, Variant::from_tag) {
        Variant::Unsupported => return None,
        variant => variant == Variant::Chess960,
    };
    let Some(fen) = fen else { return Some((Position::standard().to_setup(), is_variant)) };
    let position = fen::read(fen).ok()?;
    Some((position.to_setup(), is_variant || !position.has_standard_castling()))
}

/// A tag's value without line breaks, and without the control characters by which a reader knows
/// what is no text.
fn one_line(value: &str) -> Cow<'_, str> {
    let is_control = |c: char| c < ' ' && c != '\t';
    match value.contains(is_control) {
        true => Cow::Owned(value.replace(is_control, " ")),
        false => Cow::Borrowed(value),
    }
}

/// `[%eval 0.17]` or `[%eval #-3]`.
fn push_eval(note: &mut String, eval: i32) {
    use fmt::Write as _;
    if eval == NO_EVAL {
        return;
    }
    let sign = if eval < 0 { "-" } else { "" };
    let size = eval.unsigned_abs();
    let _ = if size > MAX_CENTIPAWNS.unsigned_abs() {
        write!(note, "[%eval #{sign}{}]", MATE.unsigned_abs().saturating_sub(size))
    } else {
        write!(note, "[%eval {sign}{}.{:02}]", size / 100, size % 100)
    };
}

/// `[%clk 0:00:30]` or another time, with as many decimals as it needs.
fn push_time(note: &mut String, name: &str, millis: i32) {
    use fmt::Write as _;
    let Ok(millis) = u32::try_from(millis) else { return };
    if !note.is_empty() {
        note.push(' ');
    }
    let seconds = millis / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let _ = write!(note, "[%{name} {hours}:{minutes:02}:{seconds:02}");
    let fraction = millis % 1000;
    let _ = match (fraction, fraction % 100, fraction % 10) {
        (0, ..) => Ok(()),
        (_, 0, _) => write!(note, ".{}", fraction / 100),
        (.., 0) => write!(note, ".{:02}", fraction / 10),
        _ => write!(note, ".{fraction:03}"),
    };
    note.push(']');
}

/// `[%csl Ge4] [%cal Re2e4,Gd2d4]`: as many lists as keep the order.
fn push_arrows(note: &mut String, arrows: impl Iterator<Item = Arrow>) {
    use fmt::Write as _;
    let mut last = "";
    for arrow in arrows {
        let name = if arrow.tail == arrow.head { "csl" } else { "cal" };
        if name == last {
            note.push(',');
        } else {
            let end = if last.is_empty() { "" } else { "]" };
            let space = if note.is_empty() { "" } else { " " };
            let _ = write!(note, "{end}{space}[%{name} ");
            last = name;
        }
        let _ = write!(note, "{arrow}");
    }
    if !last.is_empty() {
        note.push(']');
    }
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
    fn evaluations_and_clocks() {
        for (eval, clock, text) in [
            (17, 30_000, "[%eval 0.17] [%clk 0:00:30]"),
            (-5, 179_900, "[%eval -0.05] [%clk 0:02:59.9]"),
            (MATE - 3, 3_723_040, "[%eval #3] [%clk 1:02:03.04]"),
            (-MATE, 7, "[%eval #-0] [%clk 0:00:00.007]"),
            (NO_EVAL, 0, "[%clk 0:00:00]"),
            (-MAX_CENTIPAWNS, -1, "[%eval -9000.00]"),
            (NO_EVAL, -1, ""),
        ] {
            let mut note = String::new();
            push_eval(&mut note, eval);
            push_time(&mut note, "clk", clock);
            assert_eq!(note, text);
        }
    }

    #[test]
    fn odd_tags_come_back() {
        let text = "[Event \"a \\\"quoted\\\" \\\\ name \\\\\"]\n[Éclat \"é\"]\n[X \"\"]\n[Y \"]\"]\n\
            [Y \"[Event \\\"z\\\"]\"]\n[Z \"% { ; (\"]\n1. e4 *\n\n[Event \"empty\"]\n\n*\n\n1. d4 1-0";
        let games = Games::from_pgn_text("t", text.as_bytes());
        assert_eq!(games.len(), 3);
        assert!(Games::from_pgn_text("t", &written(&games, PgnOptions::default())) == games);
    }

    #[test]
    fn compressed_text_is_the_same_games() {
        let games = Games::from_pgn_text("t", b"[White \"A\"] 1. e4 e5 1-0");
        for compression in [Compression::Zstd, Compression::Gzip, Compression::Bzip2] {
            let text = written(&games, PgnOptions { compression, ..PgnOptions::default() });
            assert!(!text.starts_with(b"["));
            assert!(Games::from_pgn_text("t", &text) == games);
        }
    }
}
