//! Games from the columns of a file, validated by playing every move.

use std::mem::ManuallyDrop;
use std::sync::Arc;

use super::arrows::Arrows;
use super::column::check_offsets;
use super::columns_error::ColumnsError;
use super::errors::{GameError, GameErrors};
use super::headers::Headers;
use super::origin::Origins;
use super::replay::{UnvalidatedGames, validate_moves, validate_visits};
use super::search_columns::{InvalidSearch, SearchColumns};
use super::start::{FIRST_OTHER_CODE, INVALID_START_CODE, Starts};
use super::store::{Games, result_of_number};
use crate::pool;
use crate::position::Position;
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
    /// What searches found.
    pub search: SearchColumns,
    /// [`Games::broken`].
    pub broken: Vec<bool>,
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
    pub fn from_columns(columns: Columns, run: pool::Run<'_>) -> Result<Games, ColumnsError> {
        let (mut columns, starts) = checked(columns)?;
        let plies = columns.moves.len();
        let arrows =
            columns.arrows.take().map(|(values, ends)| Arrows::checked(values, ends, plies));
        let arrows = arrows.transpose().map_err(ColumnsError::Arrows)?;
        let arrows = arrows.filter(|arrows| arrows.has_any(0..plies));
        let origins = origins_of(&mut columns)?;
        let search = std::mem::take(&mut columns.search);
        let search =
            search.checked(plies).map_err(|error| search_error(error, &columns.offsets, plies))?;
        let Columns { start, offsets, moves, .. } = &columns;
        let unvalidated = UnvalidatedGames { start, starts: &starts, offsets, moves };
        let signatures = validate_moves(unvalidated, run)?;
        if let Some(visits) = &search.visits {
            validate_visits(unvalidated, visits, run)?;
        }
        let search = (!search.is_empty()).then(|| Box::new(search));
        Ok(Games { arrows, search, origins, signatures, ..assembled(columns, starts) })
    }
}

/// The error of invalid columns of searches.
pub(super) fn search_error(error: InvalidSearch, offsets: &[u64], plies: usize) -> ColumnsError {
    match error {
        InvalidSearch::Length { column, got } => {
            ColumnsError::Length { column, got, expected: plies }
        }
        InvalidSearch::Visits(reason) => ColumnsError::Visits(reason),
        InvalidSearch::Entry((column, index, value)) => {
            let (game, ply) = location(offsets, index);
            ColumnsError::Search { column, game, ply, value }
        }
    }
}

/// Returns the game and the ply of a move among all moves.
pub(super) fn location(offsets: &[u64], index: usize) -> (usize, usize) {
    let game = offsets.partition_point(|&offset| offset as usize <= index).saturating_sub(1);
    (game, index - offsets[game] as usize)
}

/// Takes the origins out of the columns.
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

/// Validates everything but the moves; returns the columns and the start positions.
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
    check_offsets(&columns.offsets, columns.moves.len()).map_err(|_| ColumnsError::Offsets)?;
    let mut starts = Starts::default();
    for (index, position) in columns.other_starts.iter().enumerate() {
        if starts.code(position) != FIRST_OTHER_CODE + index as u32 {
            return Err(ColumnsError::Start(index));
        }
    }
    for game in 0..count {
        let wrong = |column, value| Err(ColumnsError::Value { column, game, value });
        let code = columns.start[game];
        let has_moves = columns.offsets[game] != columns.offsets[game + 1];
        match starts.position(code) {
            Some(start) if !columns.chess960[game] && !start.has_standard_castling() => {
                return wrong("chess960", 0);
            }
            None if has_moves || code != INVALID_START_CODE => {
                return wrong("start", i64::from(code));
            }
            _ => {}
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

/// Returns moves of validated bits, in the same memory.
fn moves_of(bits: Vec<u16>) -> Vec<Move> {
    let mut bits = ManuallyDrop::new(bits);
    let (pointer, length, capacity) = (bits.as_mut_ptr(), bits.len(), bits.capacity());
    // SAFETY: `Move` is a transparent `u16`, so both vectors have the same layout, and `bits` is
    // not dropped. Testing the bits again takes 4% of the time of reading a file.
    unsafe { Vec::from_raw_parts(pointer.cast::<Move>(), length, capacity) }
}

/// Assembles games from validated columns.
fn assembled(columns: Columns, starts: Starts) -> Games {
    let moves = moves_of(columns.moves);
    Games {
        start: columns.start,
        starts,
        chess960: columns.chess960,
        moves,
        offsets: columns.offsets,
        results: columns.results,
        white_elo: columns.white_elo,
        black_elo: columns.black_elo,
        // columns of no moves are `None`
        evals: columns.evals.filter(|evals| !evals.is_empty()),
        clocks: columns.clocks.filter(|clocks| !clocks.is_empty()),
        move_times: columns.move_times.filter(|move_times| !move_times.is_empty()),
        broken: columns.broken,
        headers: columns.headers,
        ..Games::new()
    }
}

impl Games {
    /// Adds the errors and warnings that were found when the games were read: the first ones in
    /// full, and their counts.
    ///
    /// # Errors
    /// More reports than the count, or a report of a game that does not exist.
    pub fn with_reports(
        mut self,
        (errors, error_count): (Vec<GameError>, u64),
        (warnings, warning_count): (Vec<GameError>, u64),
    ) -> Result<Games, ColumnsError> {
        let count = self.len();
        let wrong = |column| move || ColumnsError::Reports(column);
        self.errors =
            GameErrors::checked(errors, error_count, count).ok_or_else(wrong("errors"))?;
        self.warnings =
            GameErrors::checked(warnings, warning_count, count).ok_or_else(wrong("warnings"))?;
        Ok(self)
    }
}
