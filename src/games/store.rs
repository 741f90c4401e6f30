//! [`Games`]: many games as columns.

use std::sync::Arc;

use super::errors::GameError;
use super::headers::Headers;
use super::origin::Origins;
use super::signature::Signature;
use super::start::Starts;
use super::stored::{GameColumns, PlyColumns};
use super::table::UNKNOWN_RESULT;
use crate::position::Position;
use crate::rules::GameResult;
use crate::store::{KindCounts, Ragged, Reports, Storage};
use crate::types::{Move, NO_CLOCK, NO_EVAL};

/// Many games as columns: about two bytes per move, and the tags.
///
/// All moves and start positions are legal: every constructor validates them.
///
/// ```
/// use enroque::games::Games;
/// let text = "[White \"A\"]\n[WhiteElo \"2500\"]\n\n1. e4 e5 2. Nf3 1-0";
/// let games = Games::from_pgn_text("text", text.as_bytes());
/// assert_eq!(games.len(), 1);
/// assert_eq!(games.white_elo(), [2500]);
/// assert_eq!(games.result(), [1]);
/// let game = games.game(0).unwrap();
/// assert_eq!(game.moves().len(), 3);
/// assert_eq!(game.header("White"), Some("A"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Games {
    pub(crate) start: Vec<u32>,
    pub(crate) starts: Starts,
    pub(crate) moves: Ragged<Move>,
    /// The columns with a value for each game.
    pub(crate) of_games: GameColumns,
    /// The columns with a row for each ply. One without rows counts as absent.
    pub(crate) of_plies: PlyColumns,
    pub(crate) signatures: Vec<Signature>,
    pub(crate) headers: Headers,
    pub(crate) origins: Origins,
    pub(crate) errors: Reports<GameError>,
    pub(crate) warnings: Reports<GameError>,
    /// Games rejected by a filter.
    pub(crate) filtered_out: KindCounts,
}

impl Games {
    /// Returns an empty list of games.
    pub fn new() -> Games {
        Games::default()
    }

    /// Returns an empty list of games with the tag name numbers of `headers`.
    pub(crate) fn new_like(headers: &Headers) -> Games {
        Games { headers: headers.new_like(), ..Games::new() }
    }

    /// Removes all games and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.storage().for_each(|column| column.clear());
        self.starts = Starts::default();
        self.origins.sources.clear();
        (self.errors, self.warnings) = Default::default();
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// Returns the codes of the start positions: up to 959 the Chess960 number (518 is standard
    /// chess), then `960 + 960 * white + black` of double Chess960, and from 922,560
    /// ([`FIRST_OTHER_CODE`](super::FIRST_OTHER_CODE)) on an index into [`Games::other_starts`];
    /// [`INVALID_START_CODE`](super::INVALID_START_CODE) is that of a game without positions.
    pub fn start_codes(&self) -> &[u32] {
        &self.start
    }

    /// Returns the start positions that are not those of (double) Chess960, by their codes.
    pub fn other_starts(&self) -> &[Position] {
        self.starts.other_positions()
    }

    /// Returns the concatenated moves of all games.
    pub fn moves(&self) -> &[Move] {
        self.moves.items()
    }

    /// Returns the bits of [`Games::moves`]; see [`Move::bits`].
    pub fn move_bits(&self) -> &[u16] {
        let moves = self.moves.items().as_slice();
        // SAFETY: `Move` is a transparent `NonZeroU16`, which has the layout of a `u16`, each bit
        // pattern of which is valid; the lifetime is that of `self`. Worth it: a file of a million
        // games has 150 MB of moves that NumPy then need not copy.
        unsafe { std::slice::from_raw_parts(moves.as_ptr().cast::<u16>(), moves.len()) }
    }

    /// Returns the start of each game's moves, and the end of the last game's: one entry more than
    /// there are games.
    pub fn offsets(&self) -> &[u64] {
        self.moves.offsets()
    }

    /// Returns the distinct names of the sources: the path of a file as given, `archive/name` for a
    /// file in an archive, the [name](crate::io::Split::name) of a [`Split`](crate::io::Split);
    /// empty if unknown.
    pub fn source_names(&self) -> &[Arc<str>] {
        self.origins.sources.names()
    }

    /// Returns the index of each game's source in [`Games::source_names`].
    pub fn sources(&self) -> &[u32] {
        &self.origins.sources.rows
    }

    /// Returns each game's number in its source, from 1, counting games that were filtered out; 0
    /// if unknown.
    pub fn source_games(&self) -> &[i64] {
        &self.origins.games
    }

    /// Returns the bytes of decompressed text before each game in its source;
    /// [`NO_OFFSET`](super::NO_OFFSET) if unknown.
    pub fn source_offsets(&self) -> &[i64] {
        &self.origins.offsets
    }

    /// Returns the tags of all games.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Returns the errors of games, the first [`MAX_GAME_ERRORS`](super::MAX_GAME_ERRORS) of them,
    /// and of sources.
    pub fn errors(&self) -> &[GameError] {
        self.errors.list()
    }

    /// Returns the number of errors.
    pub fn error_count(&self) -> u64 {
        self.errors.count()
    }

    /// Returns the errors and the warnings, with their counts.
    pub fn reports(&self) -> [&Reports<GameError>; 2] {
        [&self.errors, &self.warnings]
    }

    /// Returns the first [`MAX_GAME_ERRORS`](super::MAX_GAME_ERRORS) warnings.
    pub fn warnings(&self) -> &[GameError] {
        self.warnings.list()
    }

    /// Returns the number of warnings.
    pub fn warning_count(&self) -> u64 {
        self.warnings.count()
    }

    /// Returns how many games a filter rejected while these were read, by criterion.
    pub fn filtered_out(&self) -> &KindCounts {
        &self.filtered_out
    }

    /// Returns the approximate number of bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.moves.heap_bytes()
            + self.of_games.heap_bytes()
            + self.of_plies.heap_bytes()
            + self.start.heap_bytes()
            + self.signatures.heap_bytes()
            + self.origins.heap_bytes()
            + self.headers.heap_bytes()
            + self.starts.heap_bytes()
    }

    /// Sets the origins of games that were read from rows of a table, after `rows_before` other
    /// rows; `file` is `None` if its name is unknown. Lines and columns of errors are set to 0,
    /// since they refer to PGN text that was generated from the rows.
    pub fn with_row_origins(mut self, file: Option<&str>, rows_before: u64) -> Games {
        let count = self.len();
        self.origins = match file {
            Some(file) => Origins::of_rows(file, rows_before, count),
            None => Origins::unknown(count),
        };
        let name: Arc<str> = file.unwrap_or("table").into();
        for error in self.errors.list_mut().iter_mut().chain(self.warnings.list_mut()) {
            error.source = name.clone();
            error.game = error.game.wrapping_add(rows_before);
            (error.line, error.column) = (0, 0);
        }
        self
    }

    /// Returns the range of a game's moves.
    pub(crate) fn range(&self, index: usize) -> std::ops::Range<usize> {
        self.moves.range(index..index + 1)
    }

    /// Adds a game's legal moves, with evaluations and clocks that are empty or as many.
    pub(crate) fn push_moves(&mut self, moves: &[Move], evals: &[i32], clocks: &[i32]) {
        let before = self.moves.items().len();
        self.moves.push(moves.iter().copied());
        push_values(&mut self.of_plies.evals, evals, before, NO_EVAL);
        push_values(&mut self.of_plies.clocks, clocks, before, NO_CLOCK);
        self.of_plies.grow(before + moves.len());
    }

    /// Sets other columns of the last game: the first rows of `columns`, at most as many as the game
    /// has plies.
    pub(crate) fn push_columns(&mut self, columns: &PlyColumns) {
        let Some(last) = self.len().checked_sub(1).filter(|_| !columns.is_empty()) else { return };
        let plies = self.range(last);
        let mut game = columns.clone();
        game.resize(plies.len());
        self.of_plies.extend(&game, 0..plies.len(), plies.start);
    }
}

/// Sets the values of the last game in a column, if there are any. The first ones create the column.
pub(super) fn push_values(
    column: &mut Option<Vec<i32>>,
    values: &[i32],
    before: usize,
    absent: i32,
) {
    if !values.is_empty() {
        let column = column.get_or_insert_default();
        column.resize(before, absent);
        column.extend_from_slice(values);
    }
}

/// Returns 1, 0, -1 or [`UNKNOWN_RESULT`].
pub(crate) fn result_number(result: GameResult) -> i8 {
    match result {
        GameResult::WhiteWins => 1,
        GameResult::Draw => 0,
        GameResult::BlackWins => -1,
        GameResult::Unknown => UNKNOWN_RESULT,
    }
}

/// Returns the result that [`result_number`] encodes.
pub(crate) fn result_of_number(number: i8) -> Option<GameResult> {
    Some(match number {
        1 => GameResult::WhiteWins,
        0 => GameResult::Draw,
        -1 => GameResult::BlackWins,
        UNKNOWN_RESULT => GameResult::Unknown,
        _ => return None,
    })
}
