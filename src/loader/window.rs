//! Windows: samples of games that are shuffled together, encoded in a compact form.

use std::sync::{Arc, Mutex, PoisonError};

use super::config::{Config, OnUnsupported};
use super::cursor::Cursor;
use super::error::LoadError;
use super::sampling::{SampleGame, SampledPlies};
use super::store::{RowsMut, Store, Widths};
use crate::attacks::{Backend, Task, dispatch};
use crate::batch::GameList;
use crate::games::Games;
use crate::pgn::NO_EVAL;
use crate::pool::{self, Run};
use crate::position::Position;
use crate::random::{Purpose, generator, shuffle};
use crate::tensor::rows::{
    Bits, Features, LegalBits, Played, PolicyTarget, RowError, Tokens, Visits, WriteRow,
};
use crate::tensor::{
    EnPassantRule, History, PlaneEncoding, PolicyEncoding, f16, value, win_draw_loss,
};
use crate::types::{Color, Move};

/// The number of games of a task of the thread pool.
const GAMES_PER_TASK: usize = 8;

/// Encoded samples of games that are shuffled together.
pub(super) struct Window {
    pub(super) store: Store,
    /// The rows of the store in the order of the batches.
    pub(super) order: Vec<u32>,
}

impl Window {
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Selects, encodes and shuffles the samples of games.
    ///
    /// `store` is the memory of an earlier window. The error is `None` if the run was stopped.
    pub(super) fn encode(
        games: &Arc<Games>,
        indices: &[usize],
        config: &Config,
        cursor: Cursor,
        store: Store,
        run: Run<'_>,
    ) -> Result<Window, Option<LoadError>> {
        let widths = Widths::of(&config.fields);
        let sample = |(): &mut (), indices: &[usize]| -> Vec<SampledPlies> {
            let sample_game = |&game| dispatch(SampleGame { games, game, config, cursor });
            indices.iter().map(sample_game).collect()
        };
        let samples = pool::map(run, indices.chunks(GAMES_PER_TASK * 8), || (), sample);
        let samples: Vec<SampledPlies> = samples.map_err(|_| None)?.into_iter().flatten().collect();
        let count: usize = samples.iter().map(|sampled| sampled.plies.len()).sum();
        let mut store = store.resized(widths, count).ok_or_else(|| {
            let reason =
                format!("not enough memory for a window of {count} samples: reduce shuffle_games");
            Some(LoadError::Memory(reason))
        })?;
        let unsupported: Mutex<Vec<(usize, LoadError)>> = Mutex::new(Vec::new());
        {
            let (mut remaining, mut first) = (store.rows_mut(), 0);
            let mut tasks = Vec::with_capacity(samples.len() / GAMES_PER_TASK + 1);
            for samples in samples.chunks(GAMES_PER_TASK) {
                let count = samples.iter().map(|sampled| sampled.plies.len()).sum();
                let (rows, others) = remaining.split(widths, count);
                tasks.push((first, samples, rows));
                remaining = others;
                first += count;
            }
            let rule = config.fields.planes.as_ref().map(|(encoding, _)| encoding.en_passant());
            let state =
                || History::new(Position::standard(), rule.unwrap_or(EnPassantRule::DoublePush));
            pool::for_each(run, tasks.into_iter(), state, |history, (first, samples, rows)| {
                let encode = Encode { games, samples, config, widths, rows, history };
                for (row, game, ply, error) in dispatch(encode) {
                    let (block, game, reason) = (cursor.block, game as u64, error.to_string());
                    let error = LoadError::Sample { block, game, ply, reason };
                    let mut errors = unsupported.lock().unwrap_or_else(PoisonError::into_inner);
                    errors.push((first + row, error));
                }
            })
            .map_err(|_| None)?;
        }
        let mut unsupported = unsupported.into_inner().unwrap_or_else(PoisonError::into_inner);
        unsupported.sort_by_key(|(row, _)| *row);
        let mut order: Vec<u32> = (0..count as u32).collect();
        match config.on_unsupported {
            OnUnsupported::Mask => {}
            OnUnsupported::Raise => {
                if let Some((_, error)) = unsupported.into_iter().next() {
                    return Err(Some(error));
                }
            }
            OnUnsupported::Skip if unsupported.is_empty() => {}
            OnUnsupported::Skip => {
                order.retain(|&row| {
                    unsupported.binary_search_by_key(&(row as usize), |(row, _)| *row).is_err()
                });
            }
        }
        if config.shuffle_games > 0 {
            let Cursor { epoch, block, window, .. } = cursor;
            shuffle(
                &mut generator(config.seed, epoch, Purpose::Samples, block, window),
                &mut order,
            );
        }
        Ok(Window { store, order })
    }
}

/// Encodes the samples of games.
struct Encode<'a> {
    games: &'a Games,
    samples: &'a [SampledPlies],
    config: &'a Config,
    widths: Widths,
    rows: RowsMut<'a>,
    history: &'a mut History,
}

impl Task for Encode<'_> {
    /// The unsupported samples: row, game, ply, error.
    type Output = Vec<(usize, usize, u32, RowError)>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Encode { games, samples, config, widths, mut rows, history } = self;
        let (mut unsupported, mut row) = (Vec::new(), 0);
        for sampled in samples {
            let moves = GameList::moves(games, sampled.game);
            if sampled.plies.is_empty() {
                continue;
            }
            history.restart(GameList::start(games, sampled.game));
            for &ply in &sampled.plies {
                let index = ply as usize;
                for &m in &moves[history.plies()..index] {
                    history.push(m);
                }
                let (mut columns, others) = rows.split(widths, 1);
                rows = others;
                let sample = Sample { games, game: sampled.game, ply: index, next: moves[index] };
                if let Err(error) = sample.write(backend, config, history, &mut columns) {
                    unsupported.push((row, sampled.game, ply, error));
                }
                row += 1;
            }
        }
        unsupported
    }
}

/// A position of a game and the move played in it.
struct Sample<'a> {
    games: &'a Games,
    game: usize,
    ply: usize,
    next: Move,
}

impl Sample<'_> {
    /// Writes all columns, and returns the first error.
    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        config: &Config,
        history: &History,
        row: &mut RowsMut<'_>,
    ) -> Result<(), RowError> {
        let fields = &config.fields;
        let position = history.position();
        let next = Some(self.next);
        let mut result = Ok(());
        if let Some((encoding, _)) = &fields.planes {
            let both = &mut (&mut *row.masks, &mut *row.scales);
            result = result.and(Bits(encoding).write(backend, history.view(), next, both));
            let (numbers, _) = row.numbers.as_chunks_mut::<64>();
            for (&channel, out) in encoding.numbers().iter().zip(numbers) {
                let mut numbers = [0.0; 64];
                encoding.encode_numbers(backend, history.view(), channel, &mut numbers);
                *out = numbers.map(f16::from_f32);
            }
        }
        if let Some(policy) = &fields.policy {
            result =
                result.and(Played(policy).write(backend, position, next, &mut &mut *row.policy));
        }
        if let Some((policy, _)) = &fields.legal_mask {
            let bits = &mut &mut *row.legal;
            result = result.and(LegalBits(policy).write(backend, position, next, bits));
        }
        if let Some(tokens) = fields.tokens {
            let bytes = &mut &mut *row.tokens;
            result = result.and(Tokens(tokens).write(backend, position, next, bytes));
        }
        if let Some(set) = fields.features {
            let active = &mut &mut *row.features;
            result = result.and(Features(set).write(backend, position, next, active));
        }
        let game = self.games.game(self.game);
        let outcome = GameList::result(self.games, self.game);
        let turn = position.turn();
        if let Some(view) = fields.value {
            row.value.fill(value(outcome, view.viewer(turn)));
        }
        if let Some(view) = fields.wdl {
            row.wdl.copy_from_slice(&win_draw_loss(outcome, view.viewer(turn)));
        }
        if let Some((model, view)) = fields.win_probability {
            let evals = GameList::evals(self.games, self.game);
            let eval = self.ply.checked_sub(1).and_then(|ply| evals?.get(ply).copied());
            let eval = eval.filter(|&eval| eval != NO_EVAL).map(|eval| match view.viewer(turn) {
                Color::White => f64::from(eval),
                Color::Black => -f64::from(eval),
            });
            row.win_probability
                .fill(eval.map_or(f32::NAN, |eval| model.win_probability(eval) as f32));
        }
        if let Some((policy, no_visits)) = &fields.policy_target {
            let target = PolicyTarget { policy, no_visits: *no_visits };
            result = result.and(self.write_visits(position, &target, row.visits));
        }
        if let Some(view) = fields.search_value {
            let value = game.and_then(|game| game.search_values()?.get(self.ply).copied());
            let value = value.unwrap_or(f32::NAN);
            row.search_value.fill(if view.viewer(turn) == turn { value } else { -value });
        }
        if let Some(view) = fields.search_wdl {
            let wdl = game.and_then(|game| game.search_wdl()?.get(self.ply).copied());
            let mut wdl = wdl.unwrap_or([f32::NAN; 3]);
            if view.viewer(turn) != turn {
                wdl.reverse();
            }
            row.search_wdl.copy_from_slice(&wdl);
        }
        if fields.plies_left {
            let plies = GameList::moves(self.games, self.game).len() - self.ply;
            row.plies_left.fill(plies as i32);
        }
        if fields.positions {
            row.game.fill(self.game as i64);
            row.ply.fill(self.ply as i32);
        }
        result
    }

    /// Writes an index and a count for each visited move, then zeros.
    #[inline(always)]
    fn write_visits(
        &self,
        position: &Position,
        target: &PolicyTarget<'_, PolicyEncoding>,
        row: &mut [[u16; 2]],
    ) -> Result<(), RowError> {
        row.fill([0; 2]);
        let visits = self.games.game(self.game).map(|game| game.visits(self.ply));
        let (moves, counts) = visits.unwrap_or_default();
        if moves.len() > row.len() {
            return Err(RowError::TooManyVisits(moves.len()));
        }
        let mut entries = row.iter_mut();
        let write = |index: usize, count: u16| {
            if let Some(entry) = entries.next() {
                *entry = [index as u16, count];
            }
        };
        let written = target.each(position, Some(self.next), Visits { moves, counts }, write);
        written.map(|_| ()).map_err(|(_, error)| error)
    }
}
