//! Many positions of many games at once: (game, ply) pairs in, arrays out, on all cores.
//!
//! Ply n is the position after n moves, 0 the start. Pairs may come in any order and more than once;
//! a game is played through once a call, whatever the order. The arrays are row-major, one row a
//! pair, in the pairs' order, and the same for any number of threads. Nothing is allocated per
//! position: a call allocates a few words a pair, and a history for each thread.

mod error;
mod pairs;
mod replay;

pub use error::BatchError;
pub use pairs::Pairs;

use crate::attacks::Backend;
use crate::pool::Run;
use crate::position::Position;
use crate::rules::GameResult;
use crate::tensor::chessbench;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::{self, Element, History, PlaneEncoding, Planes, Policy, PolicyError, View};
use crate::types::{Color, Move};
use error::RowError;
use pairs::Pair;
use replay::{Write, write_all};

/// Games of which positions are picked.
pub trait GameList: Sync {
    /// How many games.
    fn game_count(&self) -> usize;

    /// Where a game starts.
    fn start(&self, game: usize) -> Position;

    /// Who moves first in a game.
    fn first_to_move(&self, game: usize) -> Color;

    /// The moves of a game.
    fn moves(&self, game: usize) -> &[Move];

    /// How a game ended.
    fn result(&self, game: usize) -> GameResult;
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
        ) -> Result<(), RowError> {
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
        ) -> Result<(), RowError> {
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
        ) -> Result<(), RowError> {
            // the last position of a game was refused when the pairs were checked
            let Some(m) = next else { return Ok(()) };
            let no_index = RowError::Policy(PolicyError::NoIndex { policy: P::NAME, m });
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
        ) -> Result<(), RowError> {
            tensor::write_legal_mask(backend, self.0, position, row).map_err(RowError::Policy)
        }
    }
    let sorted = pairs.sorted(games, false)?;
    let mut rows = pairs.rows(&sorted, P::SIZE, out)?;
    write_all(games, &sorted, &mut rows, &Mask(policy), run)
}

/// Writes ChessBench's tokens, `(pairs, 77)`; see [`chessbench::tokens`].
///
/// # Errors
/// See [`BatchError`].
pub fn tokens(
    games: &impl GameList,
    pairs: Pairs<'_>,
    out: &mut [u8],
    run: Run<'_>,
) -> Result<(), BatchError> {
    struct Tokens;
    impl Write<&mut [u8]> for Tokens {
        type State = Position;

        fn state(&self) -> Position {
            Position::standard()
        }

        #[inline(always)]
        fn write<B: Backend>(
            &self,
            _: B,
            position: &Position,
            _: Option<Move>,
            row: &mut &mut [u8],
        ) -> Result<(), RowError> {
            row.copy_from_slice(&chessbench::tokens(position).map_err(RowError::Tokens)?);
            Ok(())
        }
    }
    let sorted = pairs.sorted(games, false)?;
    let mut rows = pairs.rows(&sorted, chessbench::TOKENS, out)?;
    write_all(games, &sorted, &mut rows, &Tokens, run)
}

/// Writes active features, `(pairs, 2, 32)`: the mover's perspective and then the opponent's, each
/// by the men's squares, with -1 after them; see [`FeatureSet::write`].
///
/// # Errors
/// See [`BatchError`].
pub fn features(
    games: &impl GameList,
    pairs: Pairs<'_>,
    set: FeatureSet,
    out: &mut [i32],
    run: Run<'_>,
) -> Result<(), BatchError> {
    struct Features(FeatureSet);
    impl Write<&mut [i32]> for Features {
        type State = Position;

        fn state(&self) -> Position {
            Position::standard()
        }

        #[inline(always)]
        fn write<B: Backend>(
            &self,
            _: B,
            position: &Position,
            _: Option<Move>,
            row: &mut &mut [i32],
        ) -> Result<(), RowError> {
            let (perspectives, _) = row.as_chunks_mut::<MAX_ACTIVE>();
            let us = position.turn();
            for (perspective, active) in [us, !us].into_iter().zip(perspectives) {
                self.0.write(position, perspective, active).map_err(RowError::Features)?;
            }
            Ok(())
        }
    }
    let sorted = pairs.sorted(games, false)?;
    let mut rows = pairs.rows(&sorted, 2 * MAX_ACTIVE, out)?;
    write_all(games, &sorted, &mut rows, &Features(set), run)
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
