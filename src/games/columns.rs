//! Columns from outside, believed only when every move has been played.

use std::fmt;
use std::sync::Arc;

use super::arrows::Arrows;
use super::errors::{GameError, GameErrors};
use super::headers::Headers;
use super::origin::Origins;
use super::start::Starts;
use super::store::{Games, result_of_number};
use crate::attacks::{Backend, Task, dispatch};
use crate::movegen::play_without_key;
use crate::notation::fen::FenError;
use crate::pool;
use crate::position::Position;
use crate::types::Move;

/// The columns of a [`Games`], as a file holds them.
#[derive(Clone, Debug)]
pub struct Columns {
    /// [`Games::start_codes`].
    pub start: Vec<u32>,
    /// [`Games::other_starts`].
    pub other_starts: Vec<Position>,
    /// [`Games::chess960`].
    pub chess960: Vec<bool>,
    /// [`Games::move_bits`].
    pub moves: Vec<u16>,
    /// [`Games::offsets`].
    pub offsets: Vec<u64>,
    /// [`Games::results`].
    pub results: Vec<i8>,
    /// [`Games::white_elo`].
    pub white_elo: Vec<i16>,
    /// [`Games::black_elo`].
    pub black_elo: Vec<i16>,
    /// [`Games::evals`].
    pub evals: Option<Vec<i32>>,
    /// [`Games::clocks`].
    pub clocks: Option<Vec<i32>>,
    /// [`Games::move_times`].
    pub move_times: Option<Vec<i32>>,
    /// [`Games::arrow_bits`] and [`Games::arrow_offsets`].
    pub arrows: Option<(Vec<u16>, Vec<u64>)>,
    /// [`Games::broken`].
    pub broken: Vec<bool>,
    /// [`Games::headers`].
    pub headers: Headers,
    /// Where the games were read, if that is known.
    pub sources: Option<SourceColumns>,
}

/// The columns of a [`Games`] that say where games come from.
#[derive(Clone, Debug)]
pub struct SourceColumns {
    /// [`Games::source_names`].
    pub names: Vec<Arc<str>>,
    /// [`Games::sources`].
    pub sources: Vec<u32>,
    /// [`Games::source_games`].
    pub games: Vec<i64>,
    /// [`Games::source_offsets`].
    pub offsets: Vec<i64>,
}

/// Why columns are no games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ColumnsError {
    /// A column is not as long as it has to be.
    Length {
        /// Its name.
        column: &'static str,
        /// How many entries it has.
        got: usize,
        /// How many it must have.
        expected: usize,
    },
    /// The offsets do not ascend from 0 to the number of moves.
    Offsets,
    /// A value that its column cannot have.
    Value {
        /// The column's name.
        column: &'static str,
        /// The game, from 0.
        game: usize,
        /// The value.
        value: i64,
    },
    /// A start position that is there twice, or has a code of its own.
    Start(usize),
    /// A start position that cannot be read.
    Fen(usize, FenError),
    /// The tags are malformed.
    Headers(&'static str),
    /// The arrows are malformed.
    Arrows(&'static str),
    /// The sources are malformed.
    Sources(&'static str),
    /// Reports of faults that do not fit the games: `errors` or `warnings`.
    Faults(&'static str),
    /// A move that is not legal.
    Move {
        /// The game, from 0.
        game: usize,
        /// The half-move, from 0.
        ply: usize,
        /// Its bits.
        bits: u16,
    },
    /// The caller wanted to stop.
    Interrupted,
}

impl fmt::Display for ColumnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnsError::Length { column, got, expected } => {
                write!(f, "column {column} has {got} entries, not {expected}")
            }
            ColumnsError::Offsets => {
                f.write_str("the offsets do not ascend from 0 to the number of moves")
            }
            ColumnsError::Value { column, game, value } => {
                write!(f, "game {game} has {value} in column {column}")
            }
            ColumnsError::Start(index) => {
                write!(f, "start position {index} is there twice or has a code of its own")
            }
            ColumnsError::Fen(index, error) => write!(f, "start position {index}: {error}"),
            ColumnsError::Headers(reason) => write!(f, "the headers are damaged: {reason}"),
            ColumnsError::Arrows(reason) => write!(f, "the arrows are damaged: {reason}"),
            ColumnsError::Sources(reason) => write!(f, "the sources are damaged: {reason}"),
            ColumnsError::Faults(column) => {
                write!(
                    f,
                    "{column}: they count less than they list, or name a game that is not there"
                )
            }
            ColumnsError::Move { game, ply, bits } => match Move::from_bits(*bits) {
                Some(m) => write!(f, "game {game}, ply {ply}: {m} is not legal"),
                None => write!(f, "game {game}, ply {ply}: 0x{bits:04x} is no move"),
            },
            ColumnsError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ColumnsError {}

/// So many games are replayed in one go.
const GAMES_A_PIECE: usize = 1024;

impl Games {
    /// Games from columns: lengths, codes and tags are checked, and every move is played, on
    /// several threads.
    ///
    /// # Errors
    /// The first thing that is wrong with the columns.
    pub fn from_columns(columns: Columns, run: pool::Run<'_>) -> Result<Games, ColumnsError> {
        let (mut columns, starts) = checked(columns)?;
        let plies = columns.moves.len();
        let arrows =
            columns.arrows.take().map(|(values, ends)| Arrows::checked(values, ends, plies));
        let arrows = arrows.transpose().map_err(ColumnsError::Arrows)?;
        let arrows = arrows.filter(|arrows| arrows.has_some(0..plies));
        let origins = origins_of(&mut columns)?;
        let count = columns.start.len();
        let pieces = (0..count.div_ceil(GAMES_A_PIECE)).map(|piece| piece * GAMES_A_PIECE);
        let checked = pool::map(
            run,
            pieces,
            || (),
            |(), first| {
                let games = first..(first + GAMES_A_PIECE).min(count);
                dispatch(Replay { columns: &columns, starts: &starts, games })
            },
        );
        for piece in checked.map_err(|_| ColumnsError::Interrupted)? {
            piece?;
        }
        Ok(Games { arrows, origins, ..assembled(columns, starts) })
    }
}

/// Where the games of columns come from.
fn origins_of(columns: &mut Columns) -> Result<Origins, ColumnsError> {
    let count = columns.start.len();
    let Some(sources) = columns.sources.take() else { return Ok(Origins::unknown(count)) };
    if sources.sources.len() != count {
        let got = sources.sources.len();
        return Err(ColumnsError::Length { column: "source", got, expected: count });
    }
    let SourceColumns { names, sources, games, offsets } = sources;
    Origins::checked(&names, &sources, games, offsets).map_err(ColumnsError::Sources)
}

/// The columns, if all is right with them but, perhaps, the moves; and their starts.
fn checked(columns: Columns) -> Result<(Columns, Starts), ColumnsError> {
    let count = columns.start.len();
    let length = |column, got, expected| {
        if got == expected { Ok(()) } else { Err(ColumnsError::Length { column, got, expected }) }
    };
    length("chess960", columns.chess960.len(), count)?;
    length("offsets", columns.offsets.len(), count + 1)?;
    length("result", columns.results.len(), count)?;
    length("white_elo", columns.white_elo.len(), count)?;
    length("black_elo", columns.black_elo.len(), count)?;
    length("broken", columns.broken.len(), count)?;
    length("headers", columns.headers.len(), count)?;
    let of_moves = [
        ("evals", &columns.evals),
        ("clocks", &columns.clocks),
        ("move_times", &columns.move_times),
    ];
    for (name, column) in of_moves {
        if let Some(column) = column {
            length(name, column.len(), columns.moves.len())?;
        }
    }
    super::check_offsets(&columns.offsets, columns.moves.len())
        .map_err(|_| ColumnsError::Offsets)?;
    let mut starts = Starts::default();
    for (index, position) in columns.other_starts.iter().enumerate() {
        if starts.code(position) != super::FIRST_OTHER_CODE + index as u32 {
            return Err(ColumnsError::Start(index));
        }
    }
    for game in 0..count {
        let wrong = |column, value| Err(ColumnsError::Value { column, game, value });
        let code = columns.start[game];
        let Some(start) = starts.position(code) else {
            return wrong("start", i64::from(code));
        };
        if !columns.chess960[game] && !start.has_standard_castling() {
            return wrong("chess960", 0);
        }
        if result_of_number(columns.results[game]).is_none() {
            return wrong("result", i64::from(columns.results[game]));
        }
        let ratings = (columns.white_elo[game], columns.black_elo[game]);
        if ratings.0 < 0 || ratings.1 < 0 {
            return wrong("elo", i64::from(ratings.0.min(ratings.1)));
        }
    }
    Ok((columns, starts))
}

/// Games of columns that have been checked, their moves too.
fn assembled(columns: Columns, starts: Starts) -> Games {
    // in the memory where the bits are, and all of them are moves
    let moves = columns.moves.into_iter().filter_map(Move::from_bits).collect();
    Games {
        start: columns.start,
        starts,
        chess960: columns.chess960,
        moves,
        offsets: columns.offsets,
        results: columns.results,
        white_elo: columns.white_elo,
        black_elo: columns.black_elo,
        // what no move has is not there
        evals: columns.evals.filter(|evals| !evals.is_empty()),
        clocks: columns.clocks.filter(|clocks| !clocks.is_empty()),
        move_times: columns.move_times.filter(|move_times| !move_times.is_empty()),
        broken: columns.broken,
        headers: columns.headers,
        ..Games::new()
    }
}

impl Games {
    /// These games with reports of what was wrong when they were read: the first faults in full, and
    /// how many there were.
    ///
    /// # Errors
    /// More faults than were counted, or one of a game that is not there.
    pub fn with_faults(
        mut self,
        (errors, error_count): (Vec<GameError>, u64),
        (warnings, warning_count): (Vec<GameError>, u64),
    ) -> Result<Games, ColumnsError> {
        let count = self.len();
        let wrong = |column| move || ColumnsError::Faults(column);
        self.errors =
            GameErrors::checked(errors, error_count, count).ok_or_else(wrong("errors"))?;
        self.warnings =
            GameErrors::checked(warnings, warning_count, count).ok_or_else(wrong("warnings"))?;
        Ok(self)
    }
}

/// A position in one line of the cache, as each move reads and writes most of it.
#[derive(Default)]
#[repr(align(64))]
struct Aligned(Position);

/// Plays some of the games: whether all is legal.
struct Replay<'a> {
    columns: &'a Columns,
    starts: &'a Starts,
    games: std::ops::Range<usize>,
}

impl Task for Replay<'_> {
    type Output = Result<(), ColumnsError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        if self.plays_all(backend) {
            return Ok(());
        }
        // which it was that is not legal shows when they are played one after the other
        self.games.clone().try_for_each(|game| self.plays(backend, game))
    }
}

impl Replay<'_> {
    /// Where a game begins, and its moves.
    #[inline(always)]
    fn game(&self, game: usize) -> (Aligned, &[u16]) {
        let start = self.starts.position(self.columns.start[game]).unwrap_or_default();
        let offsets = &self.columns.offsets;
        let range = offsets[game] as usize..offsets[game + 1] as usize;
        (Aligned(start), &self.columns.moves[range])
    }

    /// Whether all moves are legal. Two games are played in turn: a move waits for the one before it, so a
    /// processor works on both at once.
    #[inline(always)]
    fn plays_all<B: Backend>(&self, backend: B) -> bool {
        let mut games = self.games.clone().map(|game| self.game(game));
        let (mut now, mut moves) = games.next().unwrap_or_default();
        let (mut other_now, mut other_moves) = games.next().unwrap_or_default();
        loop {
            let both = moves.len().min(other_moves.len());
            let (these, rest) = moves.split_at(both);
            let (others, other_rest) = other_moves.split_at(both);
            for (&bits, &other_bits) in these.iter().zip(others) {
                let is_legal = is_played(backend, &mut now, bits);
                if !(is_legal & is_played(backend, &mut other_now, other_bits)) {
                    return false;
                }
            }
            (moves, other_moves) = (rest, other_rest);
            let Some(next) = games.next() else { break };
            if moves.is_empty() {
                (now, moves) = next;
            } else {
                (other_now, other_moves) = next;
            }
        }
        let (mut now, moves) =
            if moves.is_empty() { (other_now, other_moves) } else { (now, moves) };
        moves.iter().all(|&bits| is_played(backend, &mut now, bits))
    }

    /// Plays a game: what is wrong with it, if something is.
    #[inline(always)]
    fn plays<B: Backend>(&self, backend: B, game: usize) -> Result<(), ColumnsError> {
        let (mut now, moves) = self.game(game);
        match moves.iter().position(|&bits| !is_played(backend, &mut now, bits)) {
            None => Ok(()),
            Some(ply) => Err(ColumnsError::Move { game, ply, bits: moves[ply] }),
        }
    }
}

/// Plays a move if it is legal, and says so.
#[inline(always)]
fn is_played<B: Backend>(backend: B, now: &mut Aligned, bits: u16) -> bool {
    Move::from_bits(bits).is_some_and(|m| play_without_key(backend, &mut now.0, m))
}
