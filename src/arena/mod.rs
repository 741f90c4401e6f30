//! Many games in progress at once: step, terminate, reset, arrays of the current positions, random
//! playouts, and the finished games as [`Games`].
//!
//! An [`Arena`] has a fixed number of slots. Each slot has one game in progress, with as much
//! history as encodings and repetitions need; nothing is replayed. Calls work on all slots or on a
//! choice of them, on all cores, and the results are the same for any number of threads.
//!
//! Games are numbered: the game `n` of slot `s` has the number `s + n * slots`. The start position
//! of a game and its random numbers depend on the seed and this number alone.
//!
//! [`Arena::note`] records the results of a search in the columns of the games.

mod adjudication;
mod book;
mod error;
mod options;
mod playout;
mod record;
mod row_bytes;
mod sample;
mod samples;
mod set;
mod slot;
mod snapshot;
mod starts;
mod step;
mod step_rows;

pub use book::Book;
pub(crate) use error::{check_size, check_temperature, impossible_weight, no_index, out_of_range};
#[cfg(feature = "python")]
pub(crate) use options::adjudication_options;
pub use options::{AdjudicationRules, ArenaOptions, AtLimit, Autoreset, NO_ACTION};
pub use playout::{MAX_PLAYOUT_PLIES, PlayoutStart, PlayoutSums, Playouts};
pub use record::Note;
pub use row_bytes::{MAX_ROW_MOVES, MAX_ROW_NUMBER, ROW_BYTES};
pub use sample::{Sampling, ScoreKind, Scores};
pub(crate) use sample::{choice, first_greatest};
pub use samples::{ArenaCursor, ArenaSamples};
pub use set::GameState;
pub use slot::End;
pub(crate) use slot::{GameSlot, chosen};
pub use snapshot::{SlotState, Snapshot};
#[cfg(feature = "python")]
pub(crate) use starts::plies_error;
pub use starts::{MAX_RANDOM_PLIES, StartOrder, StartSource, Starts};
pub use step::{Actions, OnIllegal, StepRow};
pub use step_rows::step_rows;

use crate::error::{CallError, call_error, ensure};
use crate::games::{Games, PlyColumns};
use crate::memory;
use crate::position::Position;
use crate::types::Move;
use error::out_of_memory;
use slot::FIELDS_AHEAD;

/// Many games in progress.
///
/// ```
/// use enroque::arena::{Actions, Arena, ArenaOptions};
/// use enroque::pool::Run;
/// let mut arena = Arena::new(2, ArenaOptions::default()).unwrap();
/// // fool's mate in the first game, by the moves' 16 bits; the second game waits
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let m = enroque::notation::uci::read(arena.position(0), text).unwrap();
///     let actions = [i64::from(m.bits()), -1];
///     let rows = arena.step(&[0, 1], Actions::Moves(&actions), Run::default()).unwrap();
///     assert_eq!(rows[0].terminated, text == "d8h4");
/// }
/// assert_eq!(arena.pop_games().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Arena {
    options: ArenaOptions,
    slots: Vec<GameSlot>,
    finished: Games,
    /// The search results recorded for the game of each slot; empty if there are none.
    notes: Vec<PlyColumns>,
}

/// Checks the numbers of options.
fn check_options(options: &ArenaOptions) -> Result<(), CallError> {
    let max_plies = options.max_plies;
    ensure!(max_plies != Some(0), Value("max_plies"), "max_plies must be None or at least 1");
    options.rules.check().map_err(|error| call_error!(Value("rules"), "{error}"))?;
    let adjudication = options.adjudication.map_or(Ok(()), |rules| rules.check());
    adjudication.map_err(|error| call_error!(Value("adjudication"), "{error}"))
}

impl Arena {
    /// An arena of `slots` games before their first moves.
    ///
    /// # Errors
    /// When a number of the options is out of range, or there is not enough memory.
    pub fn new(slots: usize, options: ArenaOptions) -> Result<Arena, CallError> {
        ensure!(slots > 0, Value("games"), "an arena must have at least 1 game");
        check_options(&options)?;
        let mut games = Vec::new();
        games.try_reserve_exact(slots).map_err(out_of_memory)?;
        for number in 0..slots as u64 {
            if number % 1024 == 1023 {
                memory::check_left().map_err(out_of_memory)?;
            }
            let position = options.starts.position(options.seed, number);
            games.push(GameSlot::new(position, number, &options));
        }
        Ok(Arena { slots: games, finished: Games::new(), notes: Vec::new(), options })
    }

    /// Prefetches the head of a slot that follows the n-th.
    fn prefetch_head(&self, slots: &[usize], n: usize) {
        if let Some(&ahead) = slots.get(n + FIELDS_AHEAD) {
            self.slots[ahead].prefetch_head();
        }
    }

    /// The number of slots.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no slots; always false.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The options.
    pub fn options(&self) -> &ArenaOptions {
        &self.options
    }

    /// Starts the next games of some slots, whose games in progress are dropped.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice; nothing is changed.
    pub fn reset(&mut self, slots: &[usize]) -> Result<(), CallError> {
        self.check_slots(slots)?;
        for &index in slots {
            self.start_next_game(index);
        }
        Ok(())
    }

    fn start_next_game(&mut self, index: usize) {
        self.drop_notes(index);
        let number = self.slots[index].game + self.len() as u64;
        let slot = &mut self.slots[index];
        slot.restart(
            self.options.starts.position(self.options.seed, number),
            number,
            &self.options,
        );
    }

    /// Whether all games are of Chess960, also those from the start position of standard chess.
    pub fn is_chess960(&self) -> bool {
        self.options.starts.is_chess960()
    }

    /// Replaces the start positions of the games that are started from now on.
    pub fn set_starts(&mut self, starts: Starts) {
        self.options.starts = starts;
    }

    /// Restarts all games from their first numbers, with another seed.
    pub fn restart(&mut self, seed: u64) {
        self.options.seed = seed;
        self.notes = Vec::new();
        for (number, slot) in (0..).zip(&mut self.slots) {
            slot.restart(self.options.starts.position(seed, number), number, &self.options);
        }
    }

    /// The current position of a slot.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn position(&self, slot: usize) -> &Position {
        self.slots[slot].recent.position()
    }

    /// The game of a slot.
    pub(crate) fn slot(&self, slot: usize) -> &GameSlot {
        &self.slots[slot]
    }

    /// Whether a slot's game is in progress, with the same position and the same moves as another
    /// game.
    pub(crate) fn is_in_position_of(&self, slot: usize, other: &GameSlot) -> bool {
        let game = &self.slots[slot];
        game.game == other.game
            && game.end.is_none()
            && (game.start, game.plies_before) == (other.start, other.plies_before)
            && game.moves == other.moves
            && game.recent.position().key() == other.recent.position().key()
    }

    /// The legal moves of a slot, in the order of [`crate::movegen::legal_moves`]; none if its game
    /// is over.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn legal_moves(&self, slot: usize) -> &[Move] {
        &self.slots[slot].legal
    }

    /// The moves of a slot's game in progress.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn moves(&self, slot: usize) -> &[Move] {
        &self.slots[slot].moves
    }

    /// The number of plies of a slot's game: more than its moves, if it was read from a row.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn ply(&self, slot: usize) -> usize {
        self.slots[slot].ply()
    }

    /// The position before [`Arena::moves`]: the start position of a slot's game, or a later one if
    /// it was read from a row.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn start(&self, slot: usize) -> &Position {
        &self.slots[slot].start
    }

    /// The number of a slot's game.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn game_number(&self, slot: usize) -> u64 {
        self.slots[slot].game
    }

    /// The end of a slot's game, if it is over.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn end(&self, slot: usize) -> Option<End> {
        self.slots[slot].end
    }

    /// The number of occurrences of a slot's position.
    ///
    /// # Panics
    /// When there is no such slot.
    pub fn repetition_count(&self, slot: usize) -> u32 {
        self.slots[slot].recent.repetition_count()
    }

    /// Returns the games that have ended since the last call, in the order of the steps that ended
    /// them, then of their slots. Empty if [`ArenaOptions::record`] is false.
    pub fn pop_games(&mut self) -> Games {
        let mut games = std::mem::take(&mut self.finished);
        if games.visits().is_some() {
            games.shrink_to_fit(); // visits take far more memory than moves
        }
        games
    }

    /// The memory of games in progress in bytes.
    pub fn heap_bytes(&self) -> usize {
        let slots = self.slots.capacity() * size_of::<GameSlot>();
        let notes = self.notes.capacity() * size_of::<PlyColumns>();
        slots
            + self.slots.iter().map(GameSlot::heap_bytes).sum::<usize>()
            + notes
            + self.notes.iter().map(PlyColumns::heap_bytes).sum::<usize>()
    }

    /// Checks a choice of slots.
    pub(crate) fn check_slots(&self, slots: &[usize]) -> Result<(), CallError> {
        let is_ascending = slots.windows(2).all(|pair| pair[0] < pair[1]);
        if let Some(&slot) = slots.iter().find(|&&slot| slot >= self.len()) {
            return Err(out_of_range(slot, self.len()));
        }
        if is_ascending {
            return Ok(());
        }
        let mut seen = vec![false; self.len()];
        match slots.iter().find(|&&slot| std::mem::replace(&mut seen[slot], true)) {
            Some(&slot) => Err(call_error!(Array("games"), "game {slot} occurs twice")),
            None => Ok(()),
        }
    }
}
