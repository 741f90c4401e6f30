//! Selecting the samples of a game, and of the rows of a table.

use std::sync::atomic::{AtomicU64, Ordering};

use rand::Rng as _;

use super::config::{Config, OnUnsupported};
use super::cursor::Cursor;
use crate::columns::{Column, GameCursor, Needs, PositionCursor};
use crate::find::{GameLine, RowFilter};
use crate::games::{GameRef, Games, result_of_number};
use crate::positions::{NO_MOVE, Positions};
use crate::random::{Purpose, below, fraction, generator, number, split_mix};
use crate::types::{Color, NO_CLOCK};

/// The plies of a game that are samples.
pub(super) struct SampledPlies {
    pub(super) game: usize,
    pub(super) plies: Vec<u32>,
}

/// Selects the samples of a game, and adds the number of those that columns skip.
pub(super) fn sample_game(
    games: &Games,
    game: usize,
    config: &Config,
    skipping: &[&Column],
    cursor: Cursor,
    skipped: &AtomicU64,
) -> SampledPlies {
    let selection = &config.selection;
    let view = GameRef::of(games, game);
    let moves = view.moves();
    let mut plies: Vec<u32> = Vec::with_capacity(moves.len());
    let clocks = view.clocks();
    let (first, result) = (view.first_to_move(), view.result());
    let turn = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
    // a factor of the probability of each ply; empty without weights
    let mut factors: Vec<f64> = Vec::new();
    let mut position = None;
    let needs = Column::all_needs(skipping.iter().copied());
    let mut labels = GameCursor::of_labels(&needs);
    let mut is_skipped = |ply: usize| {
        labels.go_to(view, ply);
        skipping.iter().any(|column| column.skips(&labels, turn(ply)))
    };
    let mut found = Vec::new();
    if let Some(filter) = &selection.filter {
        filter.scan(&GameLine::of(view), u8::MAX, |ply| {
            found.push(ply);
            true
        });
    }
    let mut found = found.into_iter().peekable();
    let weights = selection.weights.as_ref();
    let needs_pieces = weights.is_some_and(|weights| !weights.pieces.is_empty());
    for (ply, &m) in moves.iter().enumerate() {
        let mut pieces = 0;
        if needs_pieces {
            let position = position.get_or_insert_with(|| view.start());
            pieces = position.placement().occupied().len();
            position.play_unchecked(m);
        }
        let number = ply as u32;
        let has_clock = selection.min_clock.is_none_or(|limit| {
            let clock = clocks.and_then(|clocks| clocks.get(ply).copied());
            clock.is_some_and(|clock| clock != NO_CLOCK && clock >= limit)
        });
        let in_range = (selection.min_ply..=selection.max_ply).contains(&number);
        let is_found = found.next_if_eq(&ply).is_some() || selection.filter.is_none();
        if !(in_range && is_found && has_clock) {
            continue;
        }
        if !skipping.is_empty() && is_skipped(ply) {
            skipped.fetch_add(1, Ordering::Relaxed);
        } else {
            plies.push(number);
            if let Some(weights) = &selection.weights {
                let (stm, (white, black)) = (turn(ply), view.elo());
                let rating = if stm == Color::White { white } else { black };
                factors.push(weights.factor(pieces, number, result, stm, rating));
            }
        }
    }
    if selection.sample_probability < 1.0
        || selection.positions_per_game.is_some()
        || !factors.is_empty()
    {
        let purpose = Purpose::Plies;
        let n = game as u64;
        let mut rng = generator(config.seed, cursor.epoch, purpose, cursor.block, n);
        if selection.sample_probability < 1.0 || !factors.is_empty() {
            let mut factors = factors.into_iter();
            plies.retain(|_| {
                let probability = selection.sample_probability * factors.next().unwrap_or(1.0);
                fraction(rng.next_u64()) < probability
            });
        }
        if let Some(limit) = selection.positions_per_game.map(|limit| limit as usize)
            && plies.len() > limit
        {
            // the first steps of a Fisher-Yates shuffle
            for n in 0..limit {
                let other = n + below(&mut rng, plies.len() - n);
                plies.swap(n, other);
            }
            plies.truncate(limit);
            plies.sort_unstable();
        }
    }
    SampledPlies { game, plies }
}

/// Selects the samples among the rows of a table.
pub(super) struct SampleRows<'a> {
    positions: &'a Positions,
    config: &'a Config,
    cursor: Cursor,
    filter: Option<RowFilter<'a>>,
    needs: Needs,
    skipping: Vec<&'a Column>,
    /// The number of rows that columns skip.
    skipped: &'a AtomicU64,
}

impl<'a> SampleRows<'a> {
    pub(super) fn new(
        positions: &'a Positions,
        config: &'a Config,
        cursor: Cursor,
        skipped: &'a AtomicU64,
    ) -> SampleRows<'a> {
        let filter = config.selection.filter.as_ref();
        let filter = filter.map(|filter| RowFilter::new(positions, filter));
        let needs = Column::all_needs(config.columns.iter().map(|(_, column)| column));
        let skipping = config.skipping();
        SampleRows { positions, config, cursor, filter, needs, skipping, skipped }
    }

    /// Whether a row is a sample.
    ///
    /// A row without a required position or move is still a sample, which causes an error, unless
    /// such samples are skipped.
    pub(super) fn selects(&self, row: usize) -> bool {
        let Config { selection, seed, .. } = self.config;
        let (labels, packed) = (self.positions.labels(), &self.positions.packed()[row]);
        if self.filter.as_ref().is_some_and(|filter| !filter.accepts(row)) {
            return false;
        }
        if self.config.on_unsupported == OnUnsupported::Skip || !self.skipping.is_empty() {
            let has_move = || labels.moves().is_some_and(|moves| moves[row] != NO_MOVE);
            let lacks = |column: &&Column| {
                column.skips(&PositionCursor::of_labels(self.positions, row), Color::White)
            };
            if packed.is_none()
                || self.needs.next_move && !has_move()
                || self.skipping.iter().any(lacks)
            {
                self.skipped.fetch_add(1, Ordering::Relaxed);
                return false;
            }
        }
        let weight = selection.weights.as_ref().map_or(1.0, |weights| {
            let result = labels.result().and_then(|results| result_of_number(results[row]));
            let position = packed.position();
            position.map_or(1.0, |position| {
                let pieces = position.placement().occupied().len();
                weights.factor(pieces, 0, result.unwrap_or_default(), position.turn(), 0)
            })
        });
        let probability = selection.sample_probability * weight;
        let of_epoch = split_mix(*seed).wrapping_add(self.cursor.epoch);
        probability >= 1.0
            || fraction(number(of_epoch, Purpose::Plies, self.cursor.block, row as u64))
                < probability
    }
}
