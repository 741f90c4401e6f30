//! Many games as columns.

use std::sync::Arc;

use super::arrows::Arrows;
use super::criterion::FilterCounts;
use super::errors::{GameError, GameErrors};
use super::game::GameRef;
use super::headers::Headers;
use super::origin::Origins;
use super::start::Starts;
use crate::pgn::{Arrow, NO_CLOCK, NO_EVAL};
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Move;

/// A result that nobody knows, in the results' column.
pub const UNKNOWN_RESULT: i8 = i8::MIN;

/// Many games as columns: about two bytes for each move, and the tags.
///
/// Every move in here is legal, and every start position playable: there is no other way in.
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
    /// Where each game's moves begin, and where the last one's end.
    pub(crate) offsets: Vec<u64>,
    pub(crate) results: Vec<i8>,
    pub(crate) white_elo: Vec<i16>,
    pub(crate) black_elo: Vec<i16>,
    /// As long as the moves if some game has evaluations, else `None` (or empty, after
    /// [`Games::clear`]).
    pub(crate) evals: Option<Vec<i32>>,
    /// The same of clocks.
    pub(crate) clocks: Option<Vec<i32>>,
    /// The same of times that moves took.
    pub(crate) move_times: Option<Vec<i32>>,
    /// The same of what comments draw.
    pub(crate) arrows: Option<Arrows>,
    pub(crate) broken: Vec<bool>,
    pub(crate) headers: Headers,
    pub(crate) origins: Origins,
    pub(crate) errors: GameErrors,
    pub(crate) warnings: GameErrors,
    /// What a filter left out.
    pub(crate) filtered_out: FilterCounts,
}

impl Games {
    /// No games.
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
            broken: Vec::new(),
            headers: Headers::new(),
            origins: Origins::default(),
            errors: GameErrors::default(),
            warnings: GameErrors::default(),
            filtered_out: FilterCounts::default(),
        }
    }

    /// No games, for more like those with these headers: tag names keep their numbers.
    pub(crate) fn new_like(headers: &Headers) -> Games {
        Games { headers: headers.new_like(), ..Games::new() }
    }

    /// Forgets all games and keeps the memory, for more games of the same kind.
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
        // an empty column is one that is not there, but for its memory
        for column in
            [&mut self.evals, &mut self.clocks, &mut self.move_times].into_iter().flatten()
        {
            column.clear();
        }
        if let Some(arrows) = &mut self.arrows {
            arrows.clear();
        }
        self.headers.clear();
        self.origins.clear();
        (self.errors, self.warnings) = (GameErrors::default(), GameErrors::default());
    }

    /// How many games.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// One game; `None` if there are not so many.
    pub fn game(&self, index: usize) -> Option<GameRef<'_>> {
        GameRef::new(self, index)
    }

    /// All games in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = GameRef<'_>> + DoubleEndedIterator {
        (0..self.len()).map(|index| GameRef::of(self, index))
    }

    /// The codes of the start positions: up to 959 the Chess960 number (518 is standard chess), then
    /// `960 + 960 * white + black` of double Chess960, and from 922,560
    /// ([`FIRST_OTHER_CODE`](super::FIRST_OTHER_CODE)) on an index into [`Games::other_starts`].
    pub fn start_codes(&self) -> &[u32] {
        &self.start
    }

    /// The start positions that are no array of Chess960, by their codes.
    pub fn other_starts(&self) -> &[Position] {
        self.starts.others()
    }

    /// Whether each game is one of Chess960: whether it is written in the castling dialect of UCI
    /// and FEN that goes with it.
    pub fn chess960(&self) -> &[bool] {
        &self.chess960
    }

    /// The moves of all games, one after the other.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The bits of [`Games::moves`]; see [`Move::bits`].
    pub fn move_bits(&self) -> &[u16] {
        let moves = self.moves.as_slice();
        // SAFETY: `Move` is a transparent `NonZeroU16`, which has the layout of a `u16`, each bit
        // pattern of which is valid; the lifetime is that of `self`. Worth it: a file of a million
        // games has 150 MB of moves that NumPy then need not copy.
        unsafe { std::slice::from_raw_parts(moves.as_ptr().cast::<u16>(), moves.len()) }
    }

    /// Where each game's moves begin, and where the last one's end: one more than there are games.
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// How each game ended: 1 White won, 0 draw, -1 Black won, -128
    /// ([`UNKNOWN_RESULT`]) unknown.
    pub fn results(&self) -> &[i8] {
        &self.results
    }

    /// White's rating by the tag `WhiteElo`; 0 unknown.
    pub fn white_elo(&self) -> &[i16] {
        &self.white_elo
    }

    /// Black's rating by the tag `BlackElo`; 0 unknown.
    pub fn black_elo(&self) -> &[i16] {
        &self.black_elo
    }

    /// The evaluation after each move, aligned with [`Games::moves`]: centipawns from White's view,
    /// mate in n `±(1_000_000 - n)`, [`NO_EVAL`] where there is none. `None` if no game has any.
    pub fn evals(&self) -> Option<&[i32]> {
        self.evals.as_deref()
    }

    /// What the side to move's clock showed after each move, in milliseconds, aligned with
    /// [`Games::moves`]; [`NO_CLOCK`] where it is not known. `None` if no game has any.
    pub fn clocks(&self) -> Option<&[i32]> {
        self.clocks.as_deref()
    }

    /// How long the side to move thought about each move, in milliseconds, aligned with [`Games::moves`];
    /// [`NO_CLOCK`] where it is not known. `None` if no game has any, or nobody asked for them
    /// ([`Annotations`](crate::pgn::Annotations)).
    pub fn move_times(&self) -> Option<&[i32]> {
        self.move_times.as_deref()
    }

    /// The arrows and colored squares after all moves ([`Arrow::bits`]), one ply after the other:
    /// [`Games::arrow_offsets`] parts them. `None` if no game has any, or nobody asked for them.
    pub fn arrow_bits(&self) -> Option<&[u16]> {
        self.arrows.as_ref().map(Arrows::values)
    }

    /// Where each ply's arrows begin, and where the last one's end: one more than there are moves.
    pub fn arrow_offsets(&self) -> Option<&[u64]> {
        self.arrows.as_ref().map(Arrows::offsets)
    }

    /// The names of the sources that games come from, each once: of a file its path as it was given,
    /// of a file in an archive the archive's and its own, of a [`Split`](crate::io::Split) its
    /// [name](crate::io::Split::name); empty where it is not known.
    pub fn source_names(&self) -> &[Arc<str>] {
        self.origins.names()
    }

    /// Of each game, which of [`Games::source_names`] it comes from.
    pub fn sources(&self) -> &[u32] {
        self.origins.sources()
    }

    /// Each game's number in its source, from 1, those counted that were not wanted; 0 unknown.
    pub fn source_games(&self) -> &[i64] {
        self.origins.games()
    }

    /// Bytes of decompressed text before each game in its source;
    /// [`NO_OFFSET`](super::NO_OFFSET) unknown.
    pub fn source_offsets(&self) -> &[i64] {
        self.origins.offsets()
    }

    /// Which games ended early because something in their text was wrong.
    pub fn broken(&self) -> &[bool] {
        &self.broken
    }

    /// All tags of all games.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The faults that broke games or sources, the first
    /// [`MAX_GAME_ERRORS`](super::MAX_GAME_ERRORS) of them.
    pub fn errors(&self) -> &[GameError] {
        &self.errors.list
    }

    /// How many faults broke games or sources.
    pub fn error_count(&self) -> u64 {
        self.errors.count
    }

    /// What was forgiven, the first [`MAX_GAME_ERRORS`](super::MAX_GAME_ERRORS) of it.
    pub fn warnings(&self) -> &[GameError] {
        &self.warnings.list
    }

    /// How much was forgiven.
    pub fn warning_count(&self) -> u64 {
        self.warnings.count
    }

    /// How many games a filter left out while these were read, by its criteria.
    pub fn filtered_out(&self) -> FilterCounts {
        self.filtered_out
    }

    /// Bytes on the heap, about.
    pub fn heap_bytes(&self) -> usize {
        let column = |column: &Option<Vec<i32>>| column.as_ref().map_or(0, |c| 4 * c.capacity());
        2 * self.moves.capacity()
            + 8 * self.offsets.capacity()
            + column(&self.evals)
            + column(&self.clocks)
            + column(&self.move_times)
            + self.arrows.as_ref().map_or(0, Arrows::heap_bytes)
            + self.origins.heap_bytes()
            + self.start.capacity() * (4 + 1 + 1 + 2 + 2 + 1)
            + self.headers.heap_bytes()
            + self.starts.heap_bytes()
    }

    /// The same games as rows of a table, after so many other rows: of a file, or of one whose name
    /// is not known. What the text was that was made of them, and where in it a fault is, tells nobody
    /// anything.
    pub fn of_rows(mut self, file: Option<&str>, rows_before: u64) -> Games {
        let count = self.len();
        self.origins = match file {
            Some(file) => Origins::of_rows(file, rows_before, count),
            None => Origins::unknown(count),
        };
        let name: Arc<str> = file.unwrap_or("table").into();
        for fault in self.errors.list.iter_mut().chain(&mut self.warnings.list) {
            fault.source = name.clone();
            fault.game += rows_before;
            (fault.line, fault.column) = (0, 0);
        }
        self
    }

    /// The moves' range of a game.
    #[inline]
    pub(crate) fn range(&self, index: usize) -> std::ops::Range<usize> {
        let place = |index: usize| self.offsets.get(index).map_or(0, |&offset| offset as usize);
        place(index)..place(index + 1)
    }

    /// Adds a game's moves with its columns; all of them legal, the columns empty or as long as they.
    pub(crate) fn push_moves(&mut self, moves: &[Move], evals: &[i32], clocks: &[i32]) {
        let before = self.moves.len();
        self.moves.extend_from_slice(moves);
        let after = self.moves.len();
        self.offsets.push(after as u64);
        push_column(&mut self.evals, evals, before, after, NO_EVAL);
        push_column(&mut self.clocks, clocks, before, after, NO_CLOCK);
        // those that are there grow with the moves; see `push_annotations`
        push_column(&mut self.move_times, &[], before, after, NO_CLOCK);
        if let Some(arrows) = &mut self.arrows {
            arrows.resize(after);
        }
    }

    /// Adds what else comments say of the moves of the last game, as [`PgnGame`](crate::pgn::PgnGame)
    /// has it.
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

/// Adds `values`, or `missing` if there are none, to a column that comes to be with its first value.
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

/// 1, 0, -1 or [`UNKNOWN_RESULT`].
pub(crate) fn result_number(result: GameResult) -> i8 {
    match result {
        GameResult::WhiteWins => 1,
        GameResult::Draw => 0,
        GameResult::BlackWins => -1,
        GameResult::Unknown => UNKNOWN_RESULT,
    }
}

/// The result of such a number.
pub(crate) fn result_of_number(number: i8) -> Option<GameResult> {
    Some(match number {
        1 => GameResult::WhiteWins,
        0 => GameResult::Draw,
        -1 => GameResult::BlackWins,
        UNKNOWN_RESULT => GameResult::Unknown,
        _ => return None,
    })
}
