//! [`Games`]: many games as columns.

use std::sync::Arc;

use super::arrows::Arrows;
use super::errors::{GameError, GameErrors};
use super::filter_counts::FilterCounts;
use super::headers::Headers;
use super::origin::Origins;
use super::search_columns::SearchColumns;
use super::signature::Signature;
use super::start::Starts;
use crate::pgn::Arrow;
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::{Move, NO_CLOCK, NO_EVAL};

/// An unknown result in [`Games::results`].
pub const UNKNOWN_RESULT: i8 = i8::MIN;

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
/// assert_eq!(games.results(), [1]);
/// let game = games.game(0).unwrap();
/// assert_eq!(game.moves().len(), 3);
/// assert_eq!(game.header("White"), Some("A"));
/// ```
#[derive(Clone, Debug)]
pub struct Games {
    pub(crate) start: Vec<u32>,
    pub(crate) starts: Starts,
    pub(crate) chess960: Vec<bool>,
    pub(crate) moves: Vec<Move>,
    /// The start of each game's moves, and the end of the last game's.
    pub(crate) offsets: Vec<u64>,
    pub(crate) results: Vec<i8>,
    pub(crate) white_elo: Vec<i16>,
    pub(crate) black_elo: Vec<i16>,
    /// As long as the moves if some game has evaluations, else `None` (or empty, after
    /// [`Games::clear`]).
    pub(crate) evals: Option<Vec<i32>>,
    /// As `evals`, the clocks.
    pub(crate) clocks: Option<Vec<i32>>,
    /// As `evals`, the move times.
    pub(crate) move_times: Option<Vec<i32>>,
    /// As `evals`, the arrows and colored squares.
    pub(crate) arrows: Option<Arrows>,
    /// What searches found; each of its columns is as `evals`. Boxed, since most games have none.
    pub(crate) search: Option<Box<SearchColumns>>,
    pub(crate) broken: Vec<bool>,
    pub(crate) signatures: Vec<Signature>,
    pub(crate) headers: Headers,
    pub(crate) origins: Origins,
    pub(crate) errors: GameErrors,
    pub(crate) warnings: GameErrors,
    /// Games rejected by a filter.
    pub(crate) filtered_out: FilterCounts,
}

impl Games {
    /// Returns an empty list of games.
    pub fn new() -> Games {
        Games {
            start: Vec::new(),
            starts: Starts::default(),
            chess960: Vec::new(),
            moves: Vec::new(),
            offsets: vec![0],
            results: Vec::new(),
            white_elo: Vec::new(),
            black_elo: Vec::new(),
            evals: None,
            clocks: None,
            move_times: None,
            arrows: None,
            search: None,
            broken: Vec::new(),
            signatures: Vec::new(),
            headers: Headers::new(),
            origins: Origins::default(),
            errors: GameErrors::default(),
            warnings: GameErrors::default(),
            filtered_out: FilterCounts::default(),
        }
    }

    /// Returns an empty list of games with the tag name numbers of `headers`.
    pub(crate) fn new_like(headers: &Headers) -> Games {
        Games { headers: headers.new_like(), ..Games::new() }
    }

    /// Removes all games and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.start.clear();
        self.starts = Starts::default();
        self.chess960.clear();
        self.moves.clear();
        self.offsets.truncate(1);
        self.results.clear();
        self.white_elo.clear();
        self.black_elo.clear();
        self.broken.clear();
        self.signatures.clear();
        // an empty column counts as absent, and keeps its memory
        for column in
            [&mut self.evals, &mut self.clocks, &mut self.move_times].into_iter().flatten()
        {
            column.clear();
        }
        if let Some(arrows) = &mut self.arrows {
            arrows.clear();
        }
        self.search = None;
        self.headers.clear();
        self.origins.clear();
        (self.errors, self.warnings) = (GameErrors::default(), GameErrors::default());
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

    /// Returns whether each game is Chess960, which selects the castling notation of UCI and FEN.
    pub fn chess960(&self) -> &[bool] {
        &self.chess960
    }

    /// Returns the concatenated moves of all games.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the bits of [`Games::moves`]; see [`Move::bits`].
    pub fn move_bits(&self) -> &[u16] {
        let moves = self.moves.as_slice();
        // SAFETY: `Move` is a transparent `NonZeroU16`, which has the layout of a `u16`, each bit
        // pattern of which is valid; the lifetime is that of `self`. Worth it: a file of a million
        // games has 150 MB of moves that NumPy then need not copy.
        unsafe { std::slice::from_raw_parts(moves.as_ptr().cast::<u16>(), moves.len()) }
    }

    /// Returns the start of each game's moves, and the end of the last game's: one entry more than
    /// there are games.
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// Returns the result of each game: 1 White won, 0 draw, -1 Black won, -128
    /// ([`UNKNOWN_RESULT`]) unknown.
    pub fn results(&self) -> &[i8] {
        &self.results
    }

    /// Returns White's ratings, from the tag `WhiteElo`; 0 if unknown.
    pub fn white_elo(&self) -> &[i16] {
        &self.white_elo
    }

    /// Returns Black's ratings, from the tag `BlackElo`; 0 if unknown.
    pub fn black_elo(&self) -> &[i16] {
        &self.black_elo
    }

    /// Returns the evaluation after each move, aligned with [`Games::moves`]: centipawns from
    /// White's view, mate in n `±(1_000_000 - n)`, [`NO_EVAL`] where there is none. `None` if no
    /// game has any.
    pub fn evals(&self) -> Option<&[i32]> {
        self.evals.as_deref()
    }

    /// Returns the moving side's clock after each move, in milliseconds, aligned with
    /// [`Games::moves`]; [`NO_CLOCK`] if unknown. `None` if no game has any.
    pub fn clocks(&self) -> Option<&[i32]> {
        self.clocks.as_deref()
    }

    /// Returns the time used for each move (`%emt`), in milliseconds, aligned with
    /// [`Games::moves`]; [`NO_CLOCK`] if unknown. `None` if no game has any, or they were not
    /// requested ([`Annotations`](crate::pgn::Annotations)).
    pub fn move_times(&self) -> Option<&[i32]> {
        self.move_times.as_deref()
    }

    /// Returns the concatenated arrows and colored squares after each move ([`Arrow::bits`]), with
    /// offsets [`Games::arrow_offsets`]. `None` if no game has any, or they were not requested.
    pub fn arrow_bits(&self) -> Option<&[u16]> {
        self.arrows.as_ref().map(Arrows::values)
    }

    /// Returns the start of each ply's arrows, and the end of the last ply's: one entry more than
    /// there are moves.
    pub fn arrow_offsets(&self) -> Option<&[u64]> {
        self.arrows.as_ref().map(Arrows::offsets)
    }

    /// Returns the distinct names of the sources: the path of a file as given, `archive/name` for a
    /// file in an archive, the [name](crate::io::Split::name) of a [`Split`](crate::io::Split);
    /// empty if unknown.
    pub fn source_names(&self) -> &[Arc<str>] {
        self.origins.names()
    }

    /// Returns the index of each game's source in [`Games::source_names`].
    pub fn sources(&self) -> &[u32] {
        self.origins.sources()
    }

    /// Returns each game's number in its source, from 1, counting games that were filtered out; 0
    /// if unknown.
    pub fn source_games(&self) -> &[i64] {
        self.origins.games()
    }

    /// Returns the bytes of decompressed text before each game in its source;
    /// [`NO_OFFSET`](super::NO_OFFSET) if unknown.
    pub fn source_offsets(&self) -> &[i64] {
        self.origins.offsets()
    }

    /// Returns which games were cut off at an error in their text.
    pub fn broken(&self) -> &[bool] {
        &self.broken
    }

    /// Returns the tags of all games.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Returns the errors of games, the first [`MAX_GAME_ERRORS`](super::MAX_GAME_ERRORS) of them,
    /// and of sources.
    pub fn errors(&self) -> &[GameError] {
        &self.errors.list
    }

    /// Returns the number of errors.
    pub fn error_count(&self) -> u64 {
        self.errors.count
    }

    /// Returns the first [`MAX_GAME_ERRORS`](super::MAX_GAME_ERRORS) warnings.
    pub fn warnings(&self) -> &[GameError] {
        &self.warnings.list
    }

    /// Returns the number of warnings.
    pub fn warning_count(&self) -> u64 {
        self.warnings.count
    }

    /// Returns how many games a filter rejected while these were read, by criterion.
    pub fn filtered_out(&self) -> &FilterCounts {
        &self.filtered_out
    }

    /// Returns the approximate number of bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let column = |column: &Option<Vec<i32>>| column.as_ref().map_or(0, |c| 4 * c.capacity());
        2 * self.moves.capacity()
            + 8 * self.offsets.capacity()
            + column(&self.evals)
            + column(&self.clocks)
            + column(&self.move_times)
            + self.arrows.as_ref().map_or(0, Arrows::heap_bytes)
            + self.search.as_ref().map_or(0, |search| search.heap_bytes())
            + self.origins.heap_bytes()
            + self.start.capacity() * (4 + 1 + 1 + 2 + 2 + 1 + 8)
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
        for error in self.errors.list.iter_mut().chain(&mut self.warnings.list) {
            error.source = name.clone();
            error.game = error.game.wrapping_add(rows_before);
            (error.line, error.column) = (0, 0);
        }
        self
    }

    /// Returns the range of a game's moves.
    #[inline]
    pub(crate) fn range(&self, index: usize) -> std::ops::Range<usize> {
        let offset = |index: usize| self.offsets.get(index).map_or(0, |&offset| offset as usize);
        offset(index)..offset(index + 1)
    }

    /// Adds a game's legal moves, with columns that are empty or of the same length.
    pub(crate) fn push_moves(&mut self, moves: &[Move], evals: &[i32], clocks: &[i32]) {
        let before = self.moves.len();
        self.moves.extend_from_slice(moves);
        let after = self.moves.len();
        self.offsets.push(after as u64);
        push_column(&mut self.evals, evals, before, after, NO_EVAL);
        push_column(&mut self.clocks, clocks, before, after, NO_CLOCK);
        // an existing column grows with the moves; `push_annotations` sets the values
        push_column(&mut self.move_times, &[], before, after, NO_CLOCK);
        if let Some(arrows) = &mut self.arrows {
            arrows.resize(after);
        }
        if let Some(search) = &mut self.search {
            search.resize(after);
        }
    }

    /// Sets the move times and arrows of the last game, as in [`PgnGame`](crate::pgn::PgnGame).
    #[inline(never)]
    pub(crate) fn push_annotations(&mut self, move_times: &[i32], arrows: &[(usize, Arrow)]) {
        let after = self.moves.len();
        let before = self.range(self.len().saturating_sub(1)).start;
        push_column(&mut self.move_times, move_times, before, after, NO_CLOCK);
        if !arrows.is_empty() {
            let column = self.arrows.get_or_insert_default();
            column.resize(before);
            column.push_game(arrows, after - before);
        }
    }
}

/// Adds `values` to a column, filled up with `missing` to the length `after`. The first value
/// creates the column.
pub(crate) fn push_column(
    column: &mut Option<Vec<i32>>,
    values: &[i32],
    before: usize,
    after: usize,
    missing: i32,
) {
    if values.is_empty() {
        if let Some(column) = column.as_mut().filter(|column| !column.is_empty()) {
            column.resize(after, missing);
        }
        return;
    }
    let column = column.get_or_insert_default();
    column.resize(before, missing);
    column.extend_from_slice(values);
    column.resize(after, missing);
}

impl Default for Games {
    fn default() -> Games {
        Games::new()
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
