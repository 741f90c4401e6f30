//! Games from the columns of a file, validated by playing every move.

use std::fmt::Display;
use std::mem::ManuallyDrop;
use std::sync::Arc;

use super::headers::Headers;
use super::origin::Origins;
use super::replay::{UnvalidatedGames, validate_moves, validate_visits};
use super::start::{FIRST_OTHER_CODE, INVALID_START_CODE, Starts};
use super::store::Games;
use super::stored::{GameColumns, PlyColumns, check_length, wrong_value};
use crate::error::{CallError, call_error, ensure};
use crate::pool;
use crate::position::Position;
use crate::store::{Ragged, Reports, check_offsets};
use crate::types::Move;

/// In [`Columns::start`], a start position that is given separately; see
/// [`Columns::set_start_codes`].
pub const NO_START: u32 = u32::MAX;

/// The columns of a [`Games`], as in a file.
#[derive(Clone, Debug)]
pub struct Columns {
    /// [`Games::start_codes`].
    pub start: Vec<u32>,
    /// [`Games::other_starts`].
    pub other_starts: Vec<Position>,
    /// [`Games::move_bits`].
    pub moves: Vec<u16>,
    /// [`Games::offsets`].
    pub offsets: Vec<u64>,
    /// The columns with a value for each game.
    pub of_games: GameColumns,
    /// The columns with a row for each ply.
    pub of_plies: PlyColumns,
    /// [`Games::headers`].
    pub headers: Headers,
    /// The origins of the games, if known.
    pub sources: Option<SourceColumns>,
}

/// The columns of a [`Games`] with the origins of the games.
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

impl Columns {
    /// Replaces each [`NO_START`] by the code of the next of `positions`.
    ///
    /// # Errors
    /// When the numbers of `NO_START` and of positions differ.
    pub fn set_start_codes(&mut self, positions: &[Position]) -> Result<(), &'static str> {
        let mut starts = Starts::default();
        let mut next = positions.iter();
        for code in self.start.iter_mut().filter(|code| **code == NO_START) {
            *code = starts.code(next.next().ok_or("a game has no start position")?);
        }
        if next.next().is_some() {
            return Err("there are more start positions than games that need one");
        }
        self.other_starts = starts.other_positions().to_vec();
        Ok(())
    }
}

impl Games {
    /// Builds games from columns: validates lengths, codes and tags, and plays every move, on
    /// several threads.
    ///
    /// # Errors
    /// The first error in the columns.
    pub fn from_columns(columns: Columns, run: pool::Run<'_>) -> Result<Games, CallError> {
        let starts = checked(&columns)?;
        let origins = origins_of(columns.start.len(), columns.sources)?;
        let Columns { start, moves, offsets, of_games, headers, .. } = columns;
        let of_plies = columns.of_plies.checked(&offsets, moves.len())?;
        let games =
            UnvalidatedGames { start: &start, starts: &starts, offsets: &offsets, moves: &moves };
        let signatures = validate_moves(games, run)?;
        if let Some(visits) = &of_plies.visits {
            validate_visits(games, visits, run)?;
        }
        let moves = Ragged::from_parts(moves_of(moves), offsets).map_err(wrong_offsets)?;
        Ok(Games {
            start,
            starts,
            moves,
            of_games,
            of_plies,
            signatures,
            headers,
            origins,
            ..Games::new()
        })
    }
}

fn origins_of(count: usize, sources: Option<SourceColumns>) -> Result<Origins, CallError> {
    let Some(SourceColumns { names, sources, games, offsets }) = sources else {
        return Ok(Origins::unknown(count));
    };
    check_length("source", sources.len(), count)?;
    Origins::checked(&names, &sources, games, offsets)
        .map_err(|reason| call_error!(Data("source"), "the sources are damaged: {reason}"))
}

fn wrong_offsets(_: &str) -> CallError {
    call_error!(Data("offsets"), "the offsets do not ascend from 0 to the number of moves")
}

/// Validates everything but the columns of plies and the moves; returns the start positions.
fn checked(columns: &Columns) -> Result<Starts, CallError> {
    let count = columns.start.len();
    columns.of_games.check(count)?;
    check_length("offsets", columns.offsets.len(), count + 1)?;
    check_length("headers", columns.headers.len(), count)?;
    columns.of_plies.check_rows(columns.moves.len())?;
    check_offsets(&columns.offsets, columns.moves.len()).map_err(wrong_offsets)?;
    let mut starts = Starts::default();
    for (index, position) in columns.other_starts.iter().enumerate() {
        ensure!(
            starts.code(position) == FIRST_OTHER_CODE + index as u32,
            Data("start"),
            "start position {index} is duplicated or is a start position of Chess960"
        );
    }
    for game in 0..count {
        let wrong =
            |column, value: &dyn Display| Err(wrong_value(&format!("game {game}"), column, value));
        let code = columns.start[game];
        let has_moves = columns.offsets[game] != columns.offsets[game + 1];
        match starts.position(code) {
            Some(start) if !columns.of_games.chess960[game] && !start.has_standard_castling() => {
                return wrong("chess960", &false);
            }
            None if has_moves || code != INVALID_START_CODE => return wrong("start", &code),
            _ => {}
        }
    }
    Ok(starts)
}

/// Returns moves of validated bits, in the same memory.
fn moves_of(bits: Vec<u16>) -> Vec<Move> {
    let mut bits = ManuallyDrop::new(bits);
    let (pointer, length, capacity) = (bits.as_mut_ptr(), bits.len(), bits.capacity());
    // SAFETY: `Move` is a transparent `u16`, so both vectors have the same layout, and `bits` is
    // not dropped. Testing the bits again takes 4% of the time of reading a file.
    unsafe { Vec::from_raw_parts(pointer.cast::<Move>(), length, capacity) }
}

impl Games {
    /// Adds the errors and warnings that were found when the games were read, which are JSON.
    ///
    /// # Errors
    /// There are fewer than are listed, or one is of a game that does not exist.
    pub fn with_reports(mut self, reports: [Option<&str>; 2]) -> Result<Games, CallError> {
        let games = self.len();
        let read = |text: Option<&str>, column| match text {
            Some(text) => Reports::from_json(text, games)
                .map_err(|reason| call_error!(Data(column), "{column}: {reason}")),
            None => Ok(Reports::default()),
        };
        self.errors = read(reports[0], "errors")?;
        self.warnings = read(reports[1], "warnings")?;
        Ok(self)
    }
}
