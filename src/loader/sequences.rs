//! Games as sequences of tokens, and the rows that they are packed into.

use std::ops::Range;

use super::config::{Config, OnUnsupported};
use super::cursor::Cursor;
use super::error::LoadError;
use crate::attacks::{Backend, dispatch, task};
use crate::columns::{ElementsMut, Pack, Packed, SequencePart, SequenceRow};
use crate::error::{CallError, call_error};
use crate::games::{GameRef, Games, UNKNOWN_RESULT};
use crate::notation::fen;
use crate::pool::{self, Interrupted, Run};
use crate::position::Position;
use crate::random::{Purpose, fraction, number, split_mix};
use crate::tensor::{ControlToken, TokenSpec};

/// The number of games of a task.
const GAMES_PER_TASK: usize = 64;

/// The games that one thread writes.
#[derive(Clone, Copy)]
struct TokenJob<'a> {
    games: &'a Games,
    indices: &'a [usize],
    spec: &'a TokenSpec,
    drops: &'a dyn Fn(usize, u64) -> bool,
}

/// The tokens of games, one game after the other.
#[derive(Debug, Default)]
pub struct Sequences {
    tokens: Vec<i32>,
    is_target: Vec<bool>,
    /// The times of moves in milliseconds; NaN where unknown and of other tokens.
    times: Vec<f32>,
    /// For each game 1, 0, -1 or NaN.
    results: Vec<f32>,
    /// The ends of the games, with 0 before.
    offsets: Vec<usize>,
}

impl Sequences {
    /// Returns the tokens of some games. `drops` returns whether the tokens of a game and a
    /// group are omitted.
    ///
    /// # Errors
    /// An interruption.
    pub fn of_games(
        games: &Games,
        indices: &[usize],
        spec: &TokenSpec,
        drops: impl Fn(usize, u64) -> bool + Sync,
        run: Run<'_>,
    ) -> Result<Sequences, Interrupted> {
        let parts = pool::map(run, indices.chunks(GAMES_PER_TASK), |indices| {
            let mut part = Sequences { offsets: vec![0], ..Sequences::default() };
            let (all, job) = (&mut part, TokenJob { games, indices, spec, drops: &drops });
            dispatch(task!(|backend, all: &mut Sequences, job: TokenJob<'_>| -> () {
                for &index in job.indices {
                    all.add(backend, GameRef::of(job.games, index), job.spec, job.drops);
                }
            }));
            part
        })?;
        let mut all = Sequences { offsets: vec![0], ..Sequences::default() };
        for part in parts {
            let first = all.tokens.len();
            all.tokens.extend(part.tokens);
            all.is_target.extend(part.is_target);
            all.times.extend(part.times);
            all.results.extend(part.results);
            all.offsets.extend(part.offsets[1..].iter().map(|end| first + end));
        }
        Ok(all)
    }

    #[inline(always)]
    fn add<B: Backend>(
        &mut self,
        backend: B,
        game: GameRef<'_>,
        spec: &TokenSpec,
        drops: &dyn Fn(usize, u64) -> bool,
    ) {
        let (players, moves) = (game.players(), game.moves());
        let (white, black) = game.elo();
        let is_rated = white > 0 && black > 0 && !drops(game.index(), 0);
        let token = |control: ControlToken| match control {
            ControlToken::WhiteRating => spec.rating(white.into()).filter(|_| is_rated),
            ControlToken::BlackRating => spec.rating(black.into()).filter(|_| is_rated),
            _ if drops(game.index(), control.group()) => None,
            ControlToken::TimeControl => spec.token(game.header("TimeControl")?),
            ControlToken::Termination => spec.token(game.header("Termination")?),
            ControlToken::Result => spec.token(&game.result().to_string()),
        };
        let mut push = |token, is_target, time| {
            self.tokens.push(token);
            self.is_target.push(is_target);
            self.times.push(time);
        };
        if let Some(bos) = spec.bos.filter(|_| !(spec.bos_for_ratings && is_rated)) {
            push(bos, false, f32::NAN);
        }
        for &control in &spec.control {
            let is_replaced = spec.bos_for_ratings && control.group() == 0;
            let unknown = spec.unk.filter(|_| !is_replaced);
            if let Some(token) = token(control).or(unknown) {
                push(token, false, f32::NAN);
            }
        }
        let mut position = game.start();
        for (ply, &m) in moves.iter().enumerate() {
            let mut time = players.move_time(ply).map_or(f32::NAN, |time| time as f32);
            spec.play(backend, &mut position, m, ply == 0, |token| {
                push(token, true, time);
                time = f32::NAN;
            });
        }
        let end = spec.end.iter().filter_map(|&control| token(control));
        end.chain(spec.eos).for_each(|token| push(token, true, f32::NAN));
        self.offsets.push(self.tokens.len());
        let result = match game.games().result()[game.index()] {
            UNKNOWN_RESULT => f32::NAN,
            result => result.into(),
        };
        self.results.push(result);
    }

    /// Checks that a game begins at the standard position, since no token states another.
    ///
    /// # Errors
    /// The game begins at another position.
    pub fn check_start(games: &Games, index: usize) -> Result<(), CallError> {
        let start = GameRef::of(games, index).start();
        if start == Position::standard() {
            return Ok(());
        }
        let fen = fen::write(&start);
        Err(call_error!(
            Encoding("tokens"),
            "game {index}: it begins at {fen}, and tokens are of games from the standard position"
        ))
    }

    /// The ends of the games among the tokens, with 0 before.
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// Returns the tokens of each game, of which those beyond `length` are cut off.
    pub fn games(&self, length: usize) -> Vec<Range<usize>> {
        let games = self.offsets.windows(2);
        games.map(|pair| pair[0]..pair[1].min(pair[0].saturating_add(length))).collect()
    }

    /// Returns the tokens of each row of `block` tokens at most.
    pub fn rows(&self, block: usize, pack: Pack) -> Vec<Range<usize>> {
        let (mut rows, mut start) = (Vec::new(), 0);
        match pack {
            Pack::Concatenate => {
                while start < self.tokens.len() {
                    rows.push(start..(start + block).min(self.tokens.len()));
                    start += block;
                }
            }
            Pack::One => rows = self.games(block),
            Pack::Games => {
                for pair in self.offsets.windows(2) {
                    // a game that begins after a full row begins the next one
                    if rows.is_empty() || pair[0] >= start + block {
                        start = pair[0];
                        rows.push(start..start);
                    }
                    if let Some(row) = rows.last_mut() {
                        row.end = pair[1].min(start + block);
                    }
                }
            }
        }
        rows
    }

    /// Writes a part of a row, and fills the rest.
    pub fn write(&self, part: SequencePart, pad: i32, row: Range<usize>, out: ElementsMut<'_>) {
        fn put<T: Copy>(out: &mut [T], values: &[T], rest: T) {
            let (begin, end) = out.split_at_mut(values.len());
            begin.copy_from_slice(values);
            end.fill(rest);
        }
        // the games of the row: the index of each, and its tokens
        let first = self.offsets.partition_point(|&end| end <= row.start).saturating_sub(1);
        let games = (first..self.results.len())
            .map(|game| {
                (game, self.offsets[game].max(row.start)..self.offsets[game + 1].min(row.end))
            })
            .take_while(|(_, tokens)| tokens.start < row.end);
        match (part, out) {
            (SequencePart::Tokens, ElementsMut::Int32(out)) => {
                put(out, &self.tokens[row], pad);
            }
            (SequencePart::LossMask, ElementsMut::Bool(out)) => {
                put(out, &self.is_target[row], false);
            }
            (SequencePart::MoveTime, ElementsMut::Float32(out)) => {
                put(out, &self.times[row], f32::NAN);
            }
            (SequencePart::PositionIds, ElementsMut::Int32(out)) => {
                out.fill(0);
                for (_, tokens) in games {
                    let out = &mut out[tokens.start - row.start..tokens.end - row.start];
                    out.iter_mut().zip(0..).for_each(|(out, id)| *out = id);
                }
            }
            (SequencePart::GameStarts, ElementsMut::Bool(out)) => {
                out.fill(false);
                for (game, tokens) in games.filter(|(_, tokens)| !tokens.is_empty()) {
                    out[tokens.start - row.start] = tokens.start == self.offsets[game];
                }
            }
            (SequencePart::Result, ElementsMut::Float32(out)) => {
                out.fill(f32::NAN);
                for (game, tokens) in games {
                    let out = &mut out[tokens.start - row.start..tokens.end - row.start];
                    out.fill(self.results[game]);
                }
            }
            _ => {}
        }
    }
}

/// Returns the columns of the rows of games, the number of rows, and that of games that are skipped
/// because they begin at another position. The error is `None` if the run was stopped.
pub(super) fn fill(
    games: &Games,
    indices: &[usize],
    sequence: &SequenceRow,
    config: &Config,
    cursor: Cursor,
    reused: Vec<Packed>,
    run: Run<'_>,
) -> Result<(Vec<Packed>, usize, u64), Option<LoadError>> {
    let of_epoch = split_mix(config.seed).wrapping_add(cursor.epoch);
    let drops = |game: usize, group: u64| {
        let n = (game as u64) << 3 | group;
        fraction(number(of_epoch, Purpose::Plies, cursor.block, n)) < sequence.dropout
    };
    let SequenceRow { spec, block, pack, .. } = sequence;
    let mut with_moves = indices.to_vec();
    with_moves.retain(|&game| !GameRef::of(games, game).moves().is_empty());
    let games_with_moves = with_moves.len();
    let check = |&game: &usize| Sequences::check_start(games, game);
    if config.on_unsupported == OnUnsupported::Skip {
        with_moves.retain(|game| check(game).is_ok());
    } else {
        with_moves.iter().try_for_each(check).map_err(|mut error| {
            error.message = format!("block {}, {}", cursor.block, error.message);
            Some(LoadError::Columns(error))
        })?;
    }
    let all = Sequences::of_games(games, &with_moves, spec, drops, run).map_err(|_| None)?;
    let mut rows = all.rows(*block, *pack);
    if config.even {
        let share = rows.len() / config.world_size;
        let own = rows.into_iter().skip(config.rank).step_by(config.world_size);
        rows = own.take(share).collect();
    }
    let packed = if reused.is_empty() {
        config.columns.iter().map(|(_, column)| Packed::new(column)).collect()
    } else {
        reused
    };
    let mut columns = Vec::with_capacity(packed.len());
    for one in packed {
        let mut one = one.resized(rows.len()).map_err(|error| Some(error.into()))?;
        if let Some(part) = one.column().sequence().map(|row| row.part) {
            let mut rest = one.output().elements;
            for row in &rows {
                let (out, later) = rest.split_at(*block);
                all.write(part, spec.pad(), row.clone(), out);
                rest = later;
            }
        }
        columns.push(one);
    }
    Ok((columns, rows.len(), (games_with_moves - with_moves.len()) as u64))
}
