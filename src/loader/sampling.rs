//! Selecting the samples of a game.

use super::config::Config;
use super::cursor::Cursor;
use crate::attacks::{Backend, Task};
use crate::find::Line;
use crate::games::{GameRef, Games};
use crate::pgn::{NO_CLOCK, NO_EVAL};
use crate::position::Position;
use crate::random::{Purpose, below, generator};
use crate::types::{Move, PieceType};

/// The plies of a game that are samples.
pub(super) struct SampledPlies {
    pub(super) game: usize,
    pub(super) plies: Vec<u32>,
}

/// Selects the samples of a game.
pub(super) struct SampleGame<'a> {
    pub(super) games: &'a Games,
    pub(super) game: usize,
    pub(super) config: &'a Config,
    pub(super) cursor: Cursor,
}

impl Task for SampleGame<'_> {
    type Output = SampledPlies;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> SampledPlies {
        let SampleGame { games, game, config, cursor } = self;
        let selection = &config.selection;
        let view = GameRef::of(games, game);
        let moves = view.moves();
        let mut plies: Vec<u32> = Vec::with_capacity(moves.len());
        let (evals, clocks) = (view.evals(), view.clocks());
        let (first, result) = (view.first_to_move(), view.result());
        // a factor of the probability of each ply; empty without weights
        let mut factors: Vec<f64> = Vec::new();
        let mut position = None;
        let skips_without_visits = config.skips_without_visits();
        let mut found = Vec::new();
        if let Some(query) = &selection.query {
            query.scan(&Line::of(view), |ply| found.push(ply));
        }
        let mut found = found.into_iter().peekable();
        for (ply, &m) in moves.iter().enumerate() {
            let mut pieces = 0;
            let passes_position = if selection.needs_positions() {
                let position = position.get_or_insert_with(|| view.start());
                let passes = passes(position, m, config);
                pieces = position.placement().occupied().len();
                position.play_unchecked(m);
                passes
            } else {
                true
            };
            let number = ply as u32;
            let eval = ply.checked_sub(1).and_then(|ply| evals?.get(ply).copied());
            let has_eval = selection.max_eval.is_none_or(|limit| {
                eval.is_some_and(|eval| {
                    eval != NO_EVAL && eval.unsigned_abs() <= limit.unsigned_abs()
                })
            });
            let has_clock = selection.min_clock.is_none_or(|limit| {
                let clock = clocks.and_then(|clocks| clocks.get(ply).copied());
                clock.is_some_and(|clock| clock != NO_CLOCK && clock >= limit)
            });
            let in_range = (selection.min_ply..=selection.max_ply).contains(&number);
            let has_visits =
                !skips_without_visits || view.visits(ply).1.iter().any(|&count| count > 0);
            let is_found = found.next_if_eq(&ply).is_some() || selection.query.is_none();
            if in_range && is_found && passes_position && has_eval && has_clock && has_visits {
                plies.push(number);
                if let Some(weights) = &selection.weights {
                    let stm = if ply.is_multiple_of(2) { first } else { !first };
                    factors.push(weights.factor(pieces, number, result, stm));
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
                const STEPS: usize = 1 << 53;
                let mut factors = factors.into_iter();
                plies.retain(|_| {
                    let probability = selection.sample_probability * factors.next().unwrap_or(1.0);
                    below(&mut rng, STEPS) < (probability * STEPS as f64) as usize
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
}

/// Whether the selection accepts a position and the move played in it.
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
        && selection.check.is_none_or(|check| position.is_check() == check)
        && selection.capture.is_none_or(|capture| is_capture() == capture)
}
