//! The samples of some games, encoded in a compact form and mixed.

use std::sync::{Arc, Mutex, PoisonError};

use super::config::{Config, OnUnsupported};
use super::{LoadError, Place};
use crate::attacks::{Backend, Task, dispatch};
use crate::batch::GameList;
use crate::games::Games;
use crate::pgn::{NO_CLOCK, NO_EVAL};
use crate::pool::{self, Run};
use crate::position::Position;
use crate::random::{Purpose, below, generator, shuffle};
use crate::tensor::nnue::MAX_ACTIVE;
use crate::tensor::rows::{Bits, Features, LegalBits, Played, RowError, Tokens, WriteRow};
use crate::tensor::{EnPassantRule, History, PlaneEncoding, Policy, f16, value, win_draw_loss};
use crate::types::{Color, Move, PieceType};

/// Games that a thread takes at a time.
const GAMES_A_JOB: usize = 8;

/// Encoded samples, row by row, in columns; those that nobody asked for are empty.
#[derive(Default)]
pub(super) struct Store {
    pub(super) masks: Vec<u64>,
    pub(super) scales: Vec<f32>,
    /// Of each channel of [`PlaneEncoding::numbers`] 64.
    pub(super) numbers: Vec<f16>,
    pub(super) policy: Vec<i64>,
    pub(super) legal: Vec<u8>,
    pub(super) tokens: Vec<u8>,
    pub(super) features: Vec<i32>,
    pub(super) value: Vec<f32>,
    pub(super) wdl: Vec<f32>,
    pub(super) win_probability: Vec<f32>,
    pub(super) plies_left: Vec<i32>,
    pub(super) game: Vec<i64>,
    pub(super) ply: Vec<i32>,
}

/// How many elements a row has in each column of a [`Store`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    pub(super) masks: usize,
    pub(super) scales: usize,
    pub(super) numbers: usize,
    pub(super) policy: usize,
    pub(super) legal: usize,
    pub(super) tokens: usize,
    pub(super) features: usize,
    pub(super) value: usize,
    pub(super) wdl: usize,
    pub(super) win_probability: usize,
    pub(super) plies_left: usize,
    pub(super) game: usize,
    pub(super) ply: usize,
}

impl Widths {
    pub(super) fn of(config: &Config) -> Widths {
        let fields = &config.fields;
        let planes = fields.planes.as_ref();
        Widths {
            masks: planes.map_or(0, |(encoding, _)| encoding.channels()),
            scales: planes.map_or(0, |(encoding, _)| encoding.scaled().len()),
            numbers: planes.map_or(0, |(encoding, _)| 64 * encoding.numbers().len()),
            policy: fields.policy.is_some().into(),
            legal: fields.legal_mask.map_or(0, |(policy, _)| policy.size().div_ceil(8)),
            tokens: fields.tokens.map_or(0, |tokens| tokens.count()),
            features: if fields.features.is_some() { 2 * MAX_ACTIVE } else { 0 },
            value: fields.value.is_some().into(),
            wdl: if fields.wdl.is_some() { 3 } else { 0 },
            win_probability: fields.win_probability.is_some().into(),
            plies_left: fields.plies_left.into(),
            game: fields.positions.into(),
            ply: fields.positions.into(),
        }
    }
}

/// The columns of a store in the order of their fields.
macro_rules! for_columns {
    ($each:ident) => {
        $each!(
            masks,
            scales,
            numbers,
            policy,
            legal,
            tokens,
            features,
            value,
            wdl,
            win_probability,
            plies_left,
            game,
            ply
        )
    };
}

/// Rows of a [`Store`] that one thread writes.
struct RowsMut<'a> {
    masks: &'a mut [u64],
    scales: &'a mut [f32],
    numbers: &'a mut [f16],
    policy: &'a mut [i64],
    legal: &'a mut [u8],
    tokens: &'a mut [u8],
    features: &'a mut [i32],
    value: &'a mut [f32],
    wdl: &'a mut [f32],
    win_probability: &'a mut [f32],
    plies_left: &'a mut [i32],
    game: &'a mut [i64],
    ply: &'a mut [i32],
}

impl Store {
    /// Room for so many rows in memory that was used before, which is not cleared: every element of
    /// a row is written. `None` if there is not so much memory.
    fn resized(mut self, widths: Widths, rows: usize) -> Option<Store> {
        macro_rules! resize {
            ($($column:ident),*) => {
                $(resize(&mut self.$column, widths.$column.checked_mul(rows)?)?;)*
            };
        }
        for_columns!(resize);
        Some(self)
    }

    fn rows_mut(&mut self) -> RowsMut<'_> {
        macro_rules! borrow {
            ($($column:ident),*) => { RowsMut { $($column: &mut self.$column),* } };
        }
        for_columns!(borrow)
    }
}

/// Windows differ in size a little: room for a larger one is made with some to spare, and without
/// copying what nobody needs.
fn resize<T: Clone + Default>(column: &mut Vec<T>, len: usize) -> Option<()> {
    if len > column.capacity() {
        *column = Vec::new();
        column.try_reserve_exact(len + len / 8).ok()?;
    }
    column.resize(len, T::default());
    Some(())
}

impl<'a> RowsMut<'a> {
    /// The first `rows` rows, and the rest.
    fn split(self, widths: Widths, rows: usize) -> (RowsMut<'a>, RowsMut<'a>) {
        macro_rules! split {
            ($($column:ident),*) => {{
                $(let $column = self.$column.split_at_mut(widths.$column * rows);)*
                (RowsMut { $($column: $column.0),* }, RowsMut { $($column: $column.1),* })
            }};
        }
        for_columns!(split)
    }
}

/// Mixed samples of some games.
pub(super) struct Window {
    pub(super) store: Store,
    /// The rows of the store in the order in which they are handed out.
    pub(super) order: Vec<u32>,
}

/// The plies of a game that are samples.
struct Chosen {
    game: usize,
    plies: Vec<u32>,
}

impl Window {
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Chooses, encodes and mixes the samples of some games, in the memory of a window before.
    ///
    /// The error is `None` where the run was stopped.
    pub(super) fn encode(
        games: &Arc<Games>,
        chosen: &[usize],
        config: &Config,
        place: Place,
        spare: Store,
        run: Run<'_>,
    ) -> Result<Window, Option<LoadError>> {
        let widths = Widths::of(config);
        let choose = |(): &mut (), some: &[usize]| -> Vec<Chosen> {
            let chosen = |&game| dispatch(Choose { games, game, config, place });
            some.iter().map(chosen).collect()
        };
        let samples = pool::map(run, chosen.chunks(GAMES_A_JOB * 8), || (), choose);
        let samples: Vec<Chosen> = samples.map_err(|_| None)?.into_iter().flatten().collect();
        let count: usize = samples.iter().map(|chosen| chosen.plies.len()).sum();
        let mut store = spare.resized(widths, count).ok_or_else(|| {
            let reason = format!("no memory for a window of {count} samples: shuffle fewer games");
            Some(LoadError::other(reason))
        })?;
        let unsupported: Mutex<Vec<(usize, LoadError)>> = Mutex::new(Vec::new());
        {
            let (mut rest, mut first) = (store.rows_mut(), 0);
            let mut jobs = Vec::with_capacity(samples.len() / GAMES_A_JOB + 1);
            for samples in samples.chunks(GAMES_A_JOB) {
                let rows = samples.iter().map(|chosen| chosen.plies.len()).sum();
                let (own, later) = rest.split(widths, rows);
                jobs.push((first, samples, own));
                rest = later;
                first += rows;
            }
            let rule = config.fields.planes.as_ref().map(|(encoding, _)| encoding.en_passant());
            let state =
                || History::new(Position::standard(), rule.unwrap_or(EnPassantRule::DoublePush));
            pool::for_each(run, jobs.into_iter(), state, |history, (first, samples, rows)| {
                let encode = Encode { games, samples, config, widths, rows, history };
                for (row, game, ply, error) in dispatch(encode) {
                    let (block, game, reason) = (place.block, game as u64, error.to_string());
                    let error = LoadError::Sample { block, game, ply, reason };
                    let mut found = unsupported.lock().unwrap_or_else(PoisonError::into_inner);
                    found.push((first + row, error));
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
                let is_good = |row: &u32| {
                    unsupported.binary_search_by_key(&(*row as usize), |(row, _)| *row).is_err()
                };
                order.retain(is_good);
            }
        }
        if config.shuffle_games > 0 {
            let Place { epoch, block, window, .. } = place;
            shuffle(
                &mut generator(config.seed, epoch, Purpose::Samples, block, window),
                &mut order,
            );
        }
        Ok(Window { store, order })
    }
}

/// Chooses the samples of a game.
struct Choose<'a> {
    games: &'a Games,
    game: usize,
    config: &'a Config,
    place: Place,
}

impl Task for Choose<'_> {
    type Output = Chosen;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Chosen {
        let Choose { games, game, config, place } = self;
        let selection = &config.selection;
        let moves = GameList::moves(games, game);
        let mut plies: Vec<u32> = Vec::with_capacity(moves.len());
        let columns = games.game(game);
        let evals = columns.and_then(|game| game.evals());
        let clocks = columns.and_then(|game| game.clocks());
        let (first, result) = (games.first_to_move(game), GameList::result(games, game));
        // the probabilities of the plies, where they differ
        let mut chances: Vec<f64> = Vec::new();
        let mut position = None;
        for (ply, &m) in moves.iter().enumerate() {
            let mut pieces = 0;
            let passes_position = if selection.needs_positions() {
                let position = position.get_or_insert_with(|| GameList::start(games, game));
                let passes = passes(position, m, config);
                pieces = position.placement().occupied().len();
                position.play_unchecked(m);
                passes
            } else {
                true
            };
            let number = ply as u32;
            let eval = ply.checked_sub(1).and_then(|ply| evals?.get(ply).copied());
            let has_eval = selection.max_eval.is_none_or(|most| {
                eval.is_some_and(|eval| {
                    eval != NO_EVAL && eval.unsigned_abs() <= most.unsigned_abs()
                })
            });
            let has_clock = selection.min_clock.is_none_or(|least| {
                let clock = clocks.and_then(|clocks| clocks.get(ply).copied());
                clock.is_some_and(|clock| clock != NO_CLOCK && clock >= least)
            });
            let in_range = (selection.min_ply..=selection.max_ply).contains(&number);
            if in_range && passes_position && has_eval && has_clock {
                plies.push(number);
                if let Some(weights) = &selection.weights {
                    let stm = if ply.is_multiple_of(2) { first } else { !first };
                    chances.push(weights.chance(pieces, number, result, stm));
                }
            }
        }
        if selection.sample_probability < 1.0
            || selection.positions_per_game.is_some()
            || !chances.is_empty()
        {
            let purpose = Purpose::Plies;
            let n = game as u64;
            let mut rng = generator(config.seed, place.epoch, purpose, place.block, n);
            if selection.sample_probability < 1.0 || !chances.is_empty() {
                const STEPS: usize = 1 << 53;
                let mut chances = chances.into_iter();
                plies.retain(|_| {
                    let chance = selection.sample_probability * chances.next().unwrap_or(1.0);
                    below(&mut rng, STEPS) < (chance * STEPS as f64) as usize
                });
            }
            if let Some(most) = selection.positions_per_game.map(|most| most as usize)
                && plies.len() > most
            {
                // the first steps of a shuffle choose
                for n in 0..most {
                    let other = n + below(&mut rng, plies.len() - n);
                    plies.swap(n, other);
                }
                plies.truncate(most);
                plies.sort_unstable();
            }
        }
        Chosen { game, plies }
    }
}

/// Whether what is asked of the position itself is true.
#[inline(always)]
fn passes(position: &Position, m: Move, config: &Config) -> bool {
    let selection = &config.selection;
    let placement = position.placement();
    let pieces = placement.occupied().len();
    let is_capture = || {
        let is_pawn = placement.type_at_unchecked(m.from()) == PieceType::Pawn;
        placement.by_color(!position.turn()).has(m.to())
            || is_pawn && m.from().file() != m.to().file()
    };
    (selection.min_pieces..=selection.max_pieces).contains(&pieces)
        && selection.check.is_none_or(|wanted| position.is_check() == wanted)
        && selection.capture.is_none_or(|wanted| is_capture() == wanted)
}

/// Encodes the samples of a few games.
struct Encode<'a> {
    games: &'a Games,
    samples: &'a [Chosen],
    config: &'a Config,
    widths: Widths,
    rows: RowsMut<'a>,
    history: &'a mut History,
}

impl Task for Encode<'_> {
    /// The samples that cannot be expressed: row, game, ply, what is wrong.
    type Output = Vec<(usize, usize, u32, RowError)>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Encode { games, samples, config, widths, mut rows, history } = self;
        let (mut faults, mut row) = (Vec::new(), 0);
        for chosen in samples {
            let moves = GameList::moves(games, chosen.game);
            if chosen.plies.is_empty() {
                continue;
            }
            history.restart(GameList::start(games, chosen.game));
            for &ply in &chosen.plies {
                let at = ply as usize;
                for &m in &moves[history.plies()..at] {
                    history.push(m);
                }
                let (mut own, later) = rows.split(widths, 1);
                rows = later;
                let sample = Sample { games, game: chosen.game, ply: at, next: moves[at] };
                if let Err(error) = sample.write(backend, config, history, &mut own) {
                    faults.push((row, chosen.game, ply, error));
                }
                row += 1;
            }
        }
        faults
    }
}

struct Sample<'a> {
    games: &'a Games,
    game: usize,
    ply: usize,
    next: Move,
}

impl Sample<'_> {
    /// Writes all columns; the error is the first that was met.
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
}
