//! Samples, and where they come from.

use std::ops::Range;

use super::error::{LATER, PLAYERS, lacks};
use super::needs::Needs;
use crate::attacks::Backend;
use crate::error::CallError;
use crate::games::Players;
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::rules::{Game, GameResult};
use crate::tensor::{BoundedHistory, EnPassantRule, History, HistoryView, RepetitionRecord};
use crate::types::{Color, Move, MoveList};

/// A position with its history and labels.
///
/// A column reads only the data that it needs ([`Needs`]); the other data may be absent.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// The positions before it.
    pub history: SampleHistory<'a>,
    /// The legal moves, if the source lists them; none of a game that is over.
    pub legal_moves: Option<&'a [Move]>,
    /// The move played.
    pub next: Option<Move>,
    /// The side to move.
    pub turn: Color,
    /// The labels: data beside the moves.
    pub labels: &'a dyn Labels,
    /// The row of the sample in the arrays.
    pub row: usize,
}

/// The history of a sample.
#[derive(Clone, Copy, Debug)]
pub enum SampleHistory<'a> {
    /// Histories by the number of the en-passant rule, those that are needed.
    Whole(&'a [Option<History>; EnPassantRule::ALL.len()]),
    /// The last positions of a game in progress.
    BoundedHistory(&'a BoundedHistory),
    /// The position alone, which is the same by any rule.
    None(&'a Position, &'a RepetitionRecord),
}

impl<'a> Sample<'a> {
    /// Returns the history by a rule that was needed.
    #[inline(always)]
    pub(super) fn history(&self, rule: EnPassantRule) -> Option<HistoryView<'a>> {
        match self.history {
            SampleHistory::Whole(histories) => histories[rule as usize].as_ref().map(History::view),
            SampleHistory::BoundedHistory(recent) => Some(recent.view(rule)),
            SampleHistory::None(position, mark) => Some(HistoryView::of_one(position, mark)),
        }
    }

    /// Calls a function with the legal moves.
    #[inline(always)]
    pub(super) fn with_legal_moves<B: Backend, R>(
        &self,
        backend: B,
        work: impl FnOnce(&[Move]) -> R,
    ) -> R {
        match self.legal_moves {
            Some(moves) => work(moves),
            None => {
                let moves: MoveList = legal_moves_with(backend, self.position);
                work(&moves)
            }
        }
    }
}

/// The labels of a sample, beside its position and moves. By default, all are unknown.
pub trait Labels {
    /// The result of the game.
    fn result(&self) -> GameResult {
        GameResult::Unknown
    }

    /// The evaluation of the position in centipawns from White's view; see
    /// [`Games::evals`](crate::games::Games::evals).
    fn eval(&self) -> Option<i32> {
        None
    }

    /// The players of the game.
    fn players(&self) -> Option<&Players<'_>> {
        None
    }

    /// The moves played from the position on.
    fn moves(&self) -> &[Move] {
        &[]
    }

    /// The values of the searches from the position on, as [`Labels::search_value`].
    fn search_values(&self) -> &[f32] {
        &[]
    }

    /// The win, draw and loss probabilities of the searches from the position on, for the side to
    /// move; NaN if unknown.
    fn search_wdls(&self) -> &[[f32; 3]] {
        &[]
    }

    /// The moves that a search visited.
    fn visits(&self) -> Visits<'_> {
        Visits::default()
    }

    /// The value of the search for the side to move; NaN if unknown.
    fn search_value(&self) -> f32 {
        self.search_values().first().copied().unwrap_or(f32::NAN)
    }

    /// The network's value before the search for the side to move; NaN if unknown.
    fn network_value(&self) -> f32 {
        f32::NAN
    }

    /// The weight of the position in training; NaN if unknown.
    fn search_weight(&self) -> f32 {
        f32::NAN
    }

    /// The number of plies to the end of the game.
    fn plies_left(&self) -> i32 {
        -1
    }

    /// The index of the game and the ply.
    fn game_and_ply(&self) -> (usize, usize) {
        (0, 0)
    }

    /// The index of the position among those of all games in which a move was played.
    fn position_index(&self) -> usize {
        0
    }
}

/// Nothing is known.
impl Labels for () {}

/// The moves that a search visited in a position, as bits, and their counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visits<'a>(pub &'a [[u16; 2]]);

impl<'a> Visits<'a> {
    /// The sum of the counts.
    pub fn total(self) -> u32 {
        self.0.iter().map(|&[_, count]| u32::from(count)).sum()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = (Move, u16)> + use<'a> {
        self.0.iter().filter_map(|&[bits, count]| Some((Move::from_bits(bits)?, count)))
    }
}

/// The least number of plies for which [`Position::play_all`] pays.
const MIN_SKIPPED: usize = 12;

/// A position with its history by each en-passant rule that is needed.
#[derive(Clone, Debug)]
pub struct Histories {
    by_rule: [Option<History>; EnPassantRule::ALL.len()],
    /// The number of a rule with a history, if there is one.
    any: Option<usize>,
    /// The plies of history that are needed; all by default.
    plies: usize,
    /// The position, if there is no history.
    position: Position,
}

impl Histories {
    /// Histories of the standard start position.
    pub(crate) fn new(needs: &Needs) -> Histories {
        let start = Position::standard();
        let history = |rule| needs.history(rule).map(|_| History::new(start, rule));
        let plies = needs.longest_history().unwrap_or(0);
        Histories::from_parts(EnPassantRule::ALL.map(history), plies, start)
    }

    fn from_parts(
        by_rule: [Option<History>; EnPassantRule::ALL.len()],
        plies: usize,
        position: Position,
    ) -> Histories {
        let any = by_rule.iter().position(Option::is_some);
        Histories { by_rule, any, plies, position }
    }

    /// The newest position of a game, with as much history as is needed.
    pub fn of_game(game: &Game, needs: &Needs) -> Histories {
        let history = |rule| needs.history(rule).map(|plies| History::of_game(game, rule, plies));
        Histories::from_parts(EnPassantRule::ALL.map(history), usize::MAX, *game.position())
    }

    /// The newest position.
    #[inline(always)]
    pub(crate) fn position(&self) -> &Position {
        match self.any.and_then(|rule| self.by_rule[rule].as_ref()) {
            Some(history) => history.position(),
            None => &self.position,
        }
    }

    /// The histories by the number of their rule.
    #[inline(always)]
    pub(crate) fn by_rule(&self) -> &[Option<History>; EnPassantRule::ALL.len()] {
        &self.by_rule
    }

    /// Starts again from a position.
    #[inline(always)]
    pub(crate) fn restart(&mut self, start: Position) {
        self.by_rule.iter_mut().flatten().for_each(|history| history.restart(start));
        self.position = start;
    }

    /// Plays legal moves, which are not checked. Positions before the history that is needed may be
    /// omitted.
    #[inline(always)]
    pub(crate) fn play(&mut self, moves: &[Move]) {
        if self.any.is_none() {
            match moves.len() {
                0..MIN_SKIPPED => moves.iter().for_each(|&m| self.position.play_unchecked(m)),
                _ => self.position.play_all(moves),
            }
            return;
        }
        let mut rest = moves;
        let skipped = moves.len().checked_sub(self.plies).filter(|&plies| plies >= MIN_SKIPPED);
        if let Some(skipped) = skipped {
            let mut position = *self.position();
            // a position before that cannot occur again
            let (before, after) = moves.split_at(position.irreversible_part(&moves[..skipped]));
            if !before.is_empty() {
                position.play_all(before);
                let histories = self.by_rule.iter_mut().flatten();
                histories.for_each(|history| history.restart_within(position));
                rest = after;
            }
        }
        for history in self.by_rule.iter_mut().flatten() {
            rest.iter().for_each(|&m| history.push(m));
        }
    }
}

impl From<History> for Histories {
    fn from(history: History) -> Histories {
        let (position, rule) = (*history.position(), history.rule());
        let mut by_rule = [None, None, None];
        by_rule[rule as usize] = Some(history);
        Histories::from_parts(by_rule, usize::MAX, position)
    }
}

/// A source of samples.
///
/// # Safety
/// The ranges of [`Samples::jobs`] are disjoint and within `0..len`, and the samples of different
/// numbers in them have different rows in `0..len`: threads write these rows at the same time.
pub unsafe trait Samples: Sync {
    /// The state of a thread that visits samples.
    type Cursor<'a>: Send
    where
        Self: 'a;

    /// The number of samples, and of the rows of arrays.
    fn len(&self) -> usize;

    /// Whether there are no samples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Checks that all samples have the data that are needed.
    ///
    /// # Errors
    /// If one does not.
    fn check(&self, needs: &Needs) -> Result<(), CallError>;

    /// The numbers of games and of positions in which a move was played, for labels.
    fn label_counts(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Returns the samples in ranges, in the order in which a thread visits them.
    fn jobs(&self, needs: &Needs) -> Vec<Range<usize>>;

    /// The number of samples from which on several threads are faster than one.
    fn fewest_for_threads(&self, _: &Needs) -> usize {
        0
    }

    /// Returns a cursor before the first sample.
    fn cursor(&self, needs: &Needs) -> Self::Cursor<'_>;

    /// Returns the n-th sample in the order of the jobs.
    fn sample<'c, B: Backend>(
        &'c self,
        backend: B,
        cursor: &'c mut Self::Cursor<'_>,
        n: usize,
    ) -> Sample<'c>;

    /// The ends of the rows of legal moves, with 0 before, if the source lists the moves. The jobs
    /// and the rows of such a source are in the order of the samples.
    fn legal_move_offsets(&self) -> Option<Vec<i64>> {
        None
    }

    /// The name of a row's sample in messages.
    fn name(&self, row: usize) -> String {
        format!("entry {row}")
    }

    /// Returns the error of a source of positions in which no move was played yet, and of which
    /// nothing else is known.
    ///
    /// # Errors
    /// If more is needed.
    fn check_in_progress(&self, needs: &Needs) -> Result<(), CallError> {
        let lacking = [
            (needs.players, PLAYERS),
            (needs.game, "result, evaluation or label"),
            (needs.search || needs.search_value || needs.visits, "search"),
            (needs.next_move, "next move"),
            (needs.later, LATER),
        ];
        match lacking.into_iter().find(|(is_needed, _)| *is_needed) {
            Some((_, datum)) if !self.is_empty() => Err(lacks(&self.name(0), datum)),
            _ => Ok(()),
        }
    }
}

/// One position, of which nothing else is known.
// SAFETY: there is one sample, of row 0.
unsafe impl Samples for Histories {
    type Cursor<'c> = ();

    fn len(&self) -> usize {
        1
    }

    fn check(&self, needs: &Needs) -> Result<(), CallError> {
        self.check_in_progress(needs)
    }

    fn jobs(&self, _: &Needs) -> Vec<Range<usize>> {
        std::iter::once(0..1).collect()
    }

    fn cursor(&self, _: &Needs) {}

    #[inline(always)]
    fn sample<'c, B: Backend>(&'c self, _: B, (): &'c mut (), _: usize) -> Sample<'c> {
        let position = self.position();
        Sample {
            position,
            history: SampleHistory::Whole(&self.by_rule),
            legal_moves: None,
            next: None,
            turn: position.turn(),
            labels: &(),
            row: 0,
        }
    }

    fn name(&self, _: usize) -> String {
        String::new()
    }
}
