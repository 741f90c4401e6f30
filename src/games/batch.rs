//! Many positions of many games at once: (game, ply) pairs in, arrays out, on all cores.
//!
//! Ply n is the position after n moves, 0 the start. Pairs may come in any order and more than once;
//! a game is played through once a call, whatever the order. The arrays are row-major, one row a
//! pair, in the pairs' order, and the same for any number of threads. Nothing is allocated per
//! position: a call allocates a few words a pair, and a history for each thread.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Interrupted, Run};
use crate::position::Position;
use crate::rules::GameResult;
use crate::tensor::{
    self, Element, History, PlaneEncoding, Planes, PlanesError, Policy, PolicyError, View,
};
use crate::types::{Color, Move};

/// Rows that a thread takes at a time: tens of microseconds of work.
const ROWS_A_JOB: usize = 64;

/// Games of which positions are picked.
pub trait GameList: Sync {
    /// How many games.
    fn len(&self) -> usize;

    /// Where a game starts.
    fn start(&self, game: usize) -> Position;

    /// Who moves first in a game.
    fn first_to_move(&self, game: usize) -> Color;

    /// The moves of a game.
    fn moves(&self, game: usize) -> &[Move];

    /// How a game ended.
    fn result(&self, game: usize) -> GameResult;
}

/// Which positions: the n-th is after `ply[n]` moves of game `game[n]`.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'a> {
    /// Numbers of games, from 0.
    pub game: &'a [i64],
    /// Moves played before the position, from 0.
    pub ply: &'a [i32],
}

/// Positions cannot be written as asked. Nothing has been written then, except where said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// There are not as many plies as games.
    Lengths {
        /// How many numbers of games.
        game: usize,
        /// How many plies.
        ply: usize,
    },
    /// There is no such game.
    Game {
        /// The place in the array of pairs, from 0.
        at: usize,
        /// The number that was asked for.
        game: i64,
        /// How many games there are.
        games: usize,
    },
    /// The game has no such ply.
    Ply {
        /// The place in the array of pairs, from 0.
        at: usize,
        /// The game.
        game: i64,
        /// The ply that was asked for.
        ply: i32,
        /// How many plies can be asked for: 0 to one less.
        plies: usize,
    },
    /// The buffer has not the size of the result.
    Size {
        /// How many elements the result has.
        expected: usize,
        /// How many the buffer has.
        found: usize,
    },
    /// The encoding and the element type do not go together.
    Planes(PlanesError),
    /// The policy has no index for a move; other rows may have been written.
    Policy {
        /// The place in the array of pairs, from 0; the first, if there are several.
        at: usize,
        /// What is wrong.
        error: PolicyError,
    },
    /// The call was told to stop; some rows have been written.
    Interrupted,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Lengths { game, ply } => {
                write!(f, "game has {game} entries, ply has {ply}: they go in pairs")
            }
            BatchError::Game { at, game, games } => {
                write!(f, "pair {at}: there is no game {game}, there are {games}")
            }
            BatchError::Ply { at, game, ply, plies: 0 } => {
                write!(f, "pair {at}: game {game} has no moves, so none was played at ply {ply}")
            }
            BatchError::Ply { at, game, ply, plies } => {
                write!(f, "pair {at}: game {game} has no ply {ply}, only 0 to {}", plies - 1)
            }
            BatchError::Size { expected, found } => {
                write!(f, "the result has {expected} elements, the buffer {found}")
            }
            BatchError::Planes(error) => error.fmt(f),
            BatchError::Policy { at, error } => write!(f, "pair {at}: {error}"),
            BatchError::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for BatchError {}

impl From<Interrupted> for BatchError {
    fn from(_: Interrupted) -> BatchError {
        BatchError::Interrupted
    }
}

/// A pair and its row's place. The order of fields is the order in which they are worked on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    game: usize,
    ply: usize,
    at: usize,
}

impl Pairs<'_> {
    /// The pairs by game and ply, if all of them are there. `is_played`: whether a move must have
    /// been played in the position, so that the last one of a game does not count.
    fn sorted(self, games: &impl GameList, is_played: bool) -> Result<Vec<Pair>, BatchError> {
        if self.game.len() != self.ply.len() {
            return Err(BatchError::Lengths { game: self.game.len(), ply: self.ply.len() });
        }
        let checked = |(at, (&game, &ply)): (usize, (&i64, &i32))| {
            let index = usize::try_from(game).ok().filter(|&index| index < games.len());
            let Some(index) = index else {
                return Err(BatchError::Game { at, game, games: games.len() });
            };
            let plies = games.moves(index).len() + usize::from(!is_played);
            match usize::try_from(ply).ok().filter(|&ply| ply < plies) {
                Some(ply) => Ok(Pair { game: index, ply, at }),
                None => Err(BatchError::Ply { at, game, ply, plies }),
            }
        };
        let pairs = self.game.iter().zip(self.ply).enumerate().map(checked);
        let mut pairs = pairs.collect::<Result<Vec<Pair>, BatchError>>()?;
        if !pairs.is_sorted() {
            pairs.sort_unstable();
        }
        Ok(pairs)
    }

    /// Whether a buffer has `stride` elements for each pair.
    fn check_size<T>(&self, stride: usize, out: &[T]) -> Result<(), BatchError> {
        let expected = self.game.len() * stride;
        if out.len() != expected {
            return Err(BatchError::Size { expected, found: out.len() });
        }
        Ok(())
    }

    /// One row of `stride` elements for each pair, in the order of `sorted`.
    fn rows<'a, T>(
        &self,
        sorted: &[Pair],
        stride: usize,
        out: &'a mut [T],
    ) -> Result<Vec<&'a mut [T]>, BatchError> {
        self.check_size(stride, out)?;
        let mut rows: Vec<Option<&mut [T]>> = out.chunks_exact_mut(stride).map(Some).collect();
        Ok(sorted.iter().filter_map(|pair| rows[pair.at].take()).collect())
    }
}

/// What is carried along a game from ply to ply.
trait Replay: Send {
    fn restart(&mut self, start: Position);
    fn push(&mut self, m: Move);
}

impl Replay for History {
    #[inline(always)]
    fn restart(&mut self, start: Position) {
        History::restart(self, start);
    }

    #[inline(always)]
    fn push(&mut self, m: Move) {
        History::push(self, m);
    }
}

impl Replay for Position {
    #[inline(always)]
    fn restart(&mut self, start: Position) {
        *self = start;
    }

    #[inline(always)]
    fn push(&mut self, m: Move) {
        self.play_unchecked(m);
    }
}

/// What is written for each pair.
trait Write<R>: Sync {
    /// What is needed of the game so far.
    type State: Replay;

    fn state(&self) -> Self::State;

    /// Writes the row of one pair; `next` is the move that was played there.
    fn write<B: Backend>(
        &self,
        backend: B,
        state: &Self::State,
        next: Option<Move>,
        row: &mut R,
    ) -> Result<(), PolicyError>;
}

/// Plays through the games and writes the rows, which are in the order of the sorted pairs.
fn write_all<R: Send, W: Write<R>>(
    games: &impl GameList,
    sorted: &[Pair],
    rows: &mut [R],
    write: &W,
    run: Run<'_>,
) -> Result<(), BatchError> {
    let first_error: Mutex<Option<(usize, PolicyError)>> = Mutex::new(None);
    let work = |state: &mut W::State, (pairs, rows): (&[Pair], &mut [R])| {
        if let Some((at, error)) = dispatch(Job { games, pairs, rows, write, state }) {
            let mut first = first_error.lock().unwrap_or_else(PoisonError::into_inner);
            if first.is_none_or(|(before, _)| at < before) {
                *first = Some((at, error));
            }
        }
    };
    let jobs = split(sorted, rows).into_iter();
    pool::for_each(run, jobs, || write.state(), work)?;
    match first_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((at, error)) => Err(BatchError::Policy { at, error }),
        None => Ok(()),
    }
}

/// Pieces of work, none of which begins in the middle of a game.
fn split<'a, R>(mut sorted: &'a [Pair], mut rows: &'a mut [R]) -> Vec<(&'a [Pair], &'a mut [R])> {
    let mut jobs = Vec::with_capacity(sorted.len() / ROWS_A_JOB + 1);
    while !sorted.is_empty() {
        let mut end = ROWS_A_JOB.min(sorted.len());
        let game = sorted[end - 1].game;
        end += sorted[end..].iter().take_while(|pair| pair.game == game).count();
        let (pairs, later) = sorted.split_at(end);
        let (own_rows, later_rows) = rows.split_at_mut(end);
        jobs.push((pairs, own_rows));
        (sorted, rows) = (later, later_rows);
    }
    jobs
}

struct Job<'a, G, R, W: Write<R>> {
    games: &'a G,
    pairs: &'a [Pair],
    rows: &'a mut [R],
    write: &'a W,
    state: &'a mut W::State,
}

impl<G: GameList, R, W: Write<R>> Task for Job<'_, G, R, W> {
    /// The first pair, by its place, that cannot be written.
    type Output = Option<(usize, PolicyError)>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Job { games, pairs, rows, write, state } = self;
        let mut first_error: Self::Output = None;
        // the game that `state` is in, and after how many plies
        let mut now = None;
        for (pair, row) in pairs.iter().zip(rows) {
            let moves = games.moves(pair.game);
            let ply = match now {
                Some((game, ply)) if game == pair.game => ply,
                _ => {
                    state.restart(games.start(pair.game));
                    0
                }
            };
            for &m in &moves[ply..pair.ply] {
                state.push(m);
            }
            now = Some((pair.game, pair.ply));
            let next = moves.get(pair.ply).copied();
            if let Err(error) = write.write(backend, state, next, row)
                && first_error.is_none_or(|(at, _)| pair.at < at)
            {
                first_error = Some((pair.at, error));
            }
        }
        first_error
    }
}

/// Writes planes, `(pairs, CHANNELS, 8, 8)`.
///
/// # Errors
/// See [`BatchError`].
pub fn planes<E: PlaneEncoding, T: Element>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    encoding: &E,
    out: &mut [T],
    run: Run<'_>,
) -> Result<(), BatchError> {
    struct Dense<'a, E>(&'a E);
    impl<E: PlaneEncoding, T: Element> Write<&mut [T]> for Dense<'_, E> {
        type State = History;

        fn state(&self) -> History {
            History::new(Position::standard(), self.0.en_passant())
        }

        #[inline(always)]
        fn write<B: Backend>(
            &self,
            backend: B,
            history: &History,
            _: Option<Move>,
            row: &mut &mut [T],
        ) -> Result<(), PolicyError> {
            tensor::write_dense(backend, self.0, history, row);
            Ok(())
        }
    }
    tensor::check_element::<E, T>(encoding).map_err(BatchError::Planes)?;
    let sorted = pairs.sorted(games, false)?;
    let mut rows = pairs.rows(&sorted, E::CHANNELS * 64, out)?;
    write_all(games, &sorted, &mut rows, &Dense(encoding), run)
}

/// Writes planes in bit form: `masks` is `(pairs, CHANNELS)`, and `scales` has for each pair a value
/// for each channel of [`PlaneEncoding::scaled`]. See [`Planes`].
///
/// # Errors
/// See [`BatchError`].
pub fn planes_bits<E: PlaneEncoding>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    encoding: &E,
    masks: &mut [u64],
    scales: &mut [f32],
    run: Run<'_>,
) -> Result<(), BatchError> {
    struct Bits<'a, E>(&'a E);
    impl<E: PlaneEncoding> Write<(&mut [u64], &mut [f32])> for Bits<'_, E> {
        type State = History;

        fn state(&self) -> History {
            History::new(Position::standard(), self.0.en_passant())
        }

        #[inline(always)]
        fn write<B: Backend>(
            &self,
            backend: B,
            history: &History,
            _: Option<Move>,
            (masks, scales): &mut (&mut [u64], &mut [f32]),
        ) -> Result<(), PolicyError> {
            self.0.encode(backend, history, Planes { masks, scales });
            Ok(())
        }
    }
    let sorted = pairs.sorted(games, false)?;
    let masks = pairs.rows(&sorted, E::CHANNELS, masks)?;
    let scaled = encoding.scaled().len();
    let mut rows: Vec<(&mut [u64], &mut [f32])> = if scaled == 0 {
        pairs.check_size(0, scales)?;
        masks.into_iter().map(|row| (row, [].as_mut_slice())).collect()
    } else {
        masks.into_iter().zip(pairs.rows(&sorted, scaled, scales)?).collect()
    };
    write_all(games, &sorted, &mut rows, &Bits(encoding), run)
}

/// Writes the index of the move that was played in each position, `(pairs)`. The last position of a
/// game has none.
///
/// # Errors
/// See [`BatchError`].
pub fn policy<P: Policy>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    policy: &P,
    out: &mut [i64],
    run: Run<'_>,
) -> Result<(), BatchError> {
    struct Played<'a, P>(&'a P);
    impl<P: Policy> Write<&mut [i64]> for Played<'_, P> {
        type State = Position;

        fn state(&self) -> Position {
            Position::standard()
        }

        #[inline(always)]
        fn write<B: Backend>(
            &self,
            _: B,
            position: &Position,
            next: Option<Move>,
            row: &mut &mut [i64],
        ) -> Result<(), PolicyError> {
            // the last position of a game was refused when the pairs were checked
            let Some(m) = next else { return Ok(()) };
            let no_index = PolicyError::NoIndex { policy: P::NAME, m };
            row.fill(self.0.index(position, m).ok_or(no_index)? as i64);
            Ok(())
        }
    }
    let sorted = pairs.sorted(games, true)?;
    let mut rows = pairs.rows(&sorted, 1, out)?;
    write_all(games, &sorted, &mut rows, &Played(policy), run)
}

/// Writes the legal masks, `(pairs, SIZE)`: 1 at the index of each legal move.
///
/// # Errors
/// See [`BatchError`].
pub fn legal_mask<P: Policy, T: Element>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    policy: &P,
    out: &mut [T],
    run: Run<'_>,
) -> Result<(), BatchError> {
    struct Mask<'a, P>(&'a P);
    impl<P: Policy, T: Element> Write<&mut [T]> for Mask<'_, P> {
        type State = Position;

        fn state(&self) -> Position {
            Position::standard()
        }

        #[inline(always)]
        fn write<B: Backend>(
            &self,
            backend: B,
            position: &Position,
            _: Option<Move>,
            row: &mut &mut [T],
        ) -> Result<(), PolicyError> {
            tensor::write_legal_mask(backend, self.0, position, row)
        }
    }
    let sorted = pairs.sorted(games, false)?;
    let mut rows = pairs.rows(&sorted, P::SIZE, out)?;
    write_all(games, &sorted, &mut rows, &Mask(policy), run)
}

/// Writes the result of each position's game for the viewer, `(pairs)`; see [`tensor::value`].
///
/// # Errors
/// See [`BatchError`].
pub fn value(
    games: &impl GameList,
    pairs: Pairs<'_>,
    view: View,
    out: &mut [f32],
) -> Result<(), BatchError> {
    let sorted = pairs.sorted(games, false)?;
    pairs.check_size(1, out)?;
    for pair in sorted {
        out[pair.at] = tensor::value(games.result(pair.game), viewer(games, pair, view));
    }
    Ok(())
}

/// Writes the result of each position's game for the viewer as win, draw and loss, `(pairs, 3)`; see
/// [`tensor::win_draw_loss`].
///
/// # Errors
/// See [`BatchError`].
pub fn win_draw_loss(
    games: &impl GameList,
    pairs: Pairs<'_>,
    view: View,
    out: &mut [f32],
) -> Result<(), BatchError> {
    let sorted = pairs.sorted(games, false)?;
    pairs.check_size(3, out)?;
    let (rows, _) = out.as_chunks_mut::<3>();
    for pair in sorted {
        rows[pair.at] = tensor::win_draw_loss(games.result(pair.game), viewer(games, pair, view));
    }
    Ok(())
}

/// Through whose eyes a position is seen, without playing up to it.
fn viewer(games: &impl GameList, pair: Pair, view: View) -> Color {
    let first = games.first_to_move(pair.game);
    view.viewer(if pair.ply.is_multiple_of(2) { first } else { !first })
}
