//! One ply of many games.

use super::Arena;
use super::options::{ArenaOptions, Autoreset, NO_ACTION};
use super::slot::{End, FIELDS_AHEAD, GameSlot, MEMORY_AHEAD, chosen};
use crate::attacks::{Backend, Task, dispatch};
use crate::error::{CallError, call_error, ensure};
use crate::games::UNKNOWN_RESULT;
use crate::named_enum::named_enum;
use crate::pool::{self, FirstError, Run};
use crate::rules::Termination;
use crate::tensor::{Policy, PolicyEncoding};
use crate::types::{Color, Move};

/// Slots that a thread takes at a time.
const SLOTS_PER_JOB: usize = 64;

/// The number of actions that a thread converts to moves at a time.
const ACTIONS_PER_JOB: usize = 128;

/// The number of slots from which on a step is faster on several threads.
const MANY_SLOTS: usize = 512;

/// The actions of a step, one for each slot; [`NO_ACTION`] for a game that does not move.
#[derive(Clone, Copy, Debug)]
pub enum Actions<'a> {
    /// Indices into [`Arena::legal_moves`].
    Indices(&'a [i64]),
    /// Moves as [`Move::bits`].
    Moves(&'a [i64]),
    /// Indices of a policy.
    Policy(&'a PolicyEncoding, &'a [i64]),
}

impl<'a> Actions<'a> {
    fn list(self) -> &'a [i64] {
        match self {
            Actions::Indices(list) | Actions::Moves(list) | Actions::Policy(_, list) => list,
        }
    }

    /// The number of actions.
    pub(super) fn len(self) -> usize {
        self.list().len()
    }

    /// An action, whose index is in range.
    pub(super) fn get(self, index: usize) -> i64 {
        self.list()[index]
    }
}

named_enum! {
    /// The effect of an illegal action.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum OnIllegal {
        /// The step is refused, and no game is changed.
        #[default]
        Raise = "raise",
        /// The player loses by [`Termination::IllegalMove`].
        Lose = "lose",
    }
}

/// The result of a step in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepRow {
    /// The reward of the player who moved: 1 if the move won the game, -1 if it lost it, else 0.
    pub reward: f32,
    /// Whether the game ended by the rules.
    pub terminated: bool,
    /// Whether the game ended at the ply limit, without a result.
    pub truncated: bool,
    /// The reason, if the game was terminated.
    pub termination: Option<Termination>,
    /// The result as in [`Games::result`](crate::games::Games::result): 1, 0, -1 from White's
    /// view, or [`UNKNOWN_RESULT`].
    pub white_result: i8,
}

impl StepRow {
    pub(super) const NONE: StepRow = StepRow {
        reward: 0.0,
        terminated: false,
        truncated: false,
        termination: None,
        white_result: UNKNOWN_RESULT,
    };

    /// After a move of `player`.
    pub(super) fn new(end: Option<End>, player: Color) -> StepRow {
        match end {
            None => StepRow::NONE,
            Some(End::Truncated) => StepRow { truncated: true, ..StepRow::NONE },
            Some(End::Terminated(outcome)) => {
                let points = |winner: Option<Color>| match winner {
                    None => 0,
                    Some(Color::White) => 1,
                    Some(Color::Black) => -1,
                };
                let white_result = points(outcome.winner());
                let sign = if player == Color::White { 1.0 } else { -1.0 };
                StepRow {
                    reward: sign * f32::from(white_result),
                    terminated: true,
                    truncated: false,
                    termination: Some(outcome.termination),
                    white_result,
                }
            }
        }
    }
}

/// The planned action of a slot in a step.
#[derive(Clone, Copy)]
pub(super) enum Planned {
    Nothing,
    Reset,
    Play(Move),
    Lose,
}

impl Arena {
    /// Plays one move in each of some games, and returns a row for each. Slots that end are
    /// recorded and started again as [`Autoreset`] states.
    ///
    /// # Errors
    /// When an action is illegal, or the arguments do not fit; nothing is changed.
    pub fn step(
        &mut self,
        slots: &[usize],
        actions: Actions<'_>,
        run: Run<'_>,
    ) -> Result<Vec<StepRow>, CallError> {
        self.step_with(slots, actions, OnIllegal::Raise, run)
    }

    /// [`Arena::step`] with an effect of illegal actions.
    ///
    /// # Errors
    /// When an action is illegal, unless it loses the game, or the arguments do not fit; nothing is
    /// changed. When an endgame table cannot be read; the moves are made.
    pub fn step_with(
        &mut self,
        slots: &[usize],
        actions: Actions<'_>,
        on_illegal: OnIllegal,
        run: Run<'_>,
    ) -> Result<Vec<StepRow>, CallError> {
        self.check_slots(slots)?;
        let planned = self.plan_moves(slots, actions, on_illegal, run)?;
        let mut rows = vec![StepRow::NONE; slots.len()];
        self.play(slots, &planned, &mut rows, run)?;
        self.adjudicate(slots, &mut rows);
        let adjudicated = self.adjudicate_by_tables(slots, &mut rows);
        self.finish(slots, &planned, &rows);
        adjudicated.map(|()| rows)
    }

    /// Finds the move of each action, on all cores.
    fn plan_moves(
        &self,
        slots: &[usize],
        actions: Actions<'_>,
        on_illegal: OnIllegal,
        run: Run<'_>,
    ) -> Result<Vec<Planned>, CallError> {
        let (count, games) = (actions.list().len(), slots.len());
        ensure!(
            count == games,
            Array("actions"),
            "there must be one action for each of {games} games, not {count}"
        );
        let next_step = self.options.autoreset == Autoreset::NextStep;
        let plan = |at: usize| {
            let (index, action) = (slots[at], actions.get(at));
            self.prefetch_head(slots, at);
            let slot = &self.slots[index];
            Ok(match slot.end {
                Some(_) if next_step => Planned::Reset,
                _ if action == NO_ACTION => Planned::Nothing,
                Some(_) => {
                    return Err(call_error!(
                        Value("actions"),
                        "game {index} is over: reset it, or give it the action {NO_ACTION}"
                    ));
                }
                None => match (find(slot, actions, action), on_illegal) {
                    (Some(m), _) => Planned::Play(m),
                    (None, OnIllegal::Lose) => Planned::Lose,
                    (None, OnIllegal::Raise) => {
                        return Err(illegal_action(index, slot, actions, action));
                    }
                },
            })
        };
        let mut planned = vec![Planned::Nothing; slots.len()];
        let first = FirstError::default();
        let jobs = planned.chunks_mut(ACTIONS_PER_JOB).enumerate();
        // finding a move by its index takes little time, but each thread needs the games of its
        // jobs again to play the moves
        let run = run.with_few(slots.len(), MANY_SLOTS);
        pool::for_each_from_both_ends(run, jobs, |(job, planned)| {
            for (at, planned) in (job * ACTIONS_PER_JOB..).zip(planned) {
                match plan(at) {
                    Ok(plan) => *planned = plan,
                    Err(error) => return first.note(at, error),
                }
            }
        })?;
        first.result()?;
        Ok(planned)
    }

    /// Plays the moves on all cores.
    fn play(
        &mut self,
        slots: &[usize],
        planned: &[Planned],
        rows: &mut [StepRow],
        run: Run<'_>,
    ) -> Result<(), CallError> {
        let options = &self.options;
        let work = |job: StepJob<'_>| dispatch(Step { job, options });
        // a step is not interrupted: some games would have moved and some not
        let run = Run { stop: &|| false, ..run.with_few(slots.len(), MANY_SLOTS) };
        let mut chosen = chosen(&mut self.slots, slots).into_iter();
        let mut jobs = Vec::with_capacity(slots.len() / SLOTS_PER_JOB + 1);
        for (planned, rows) in planned.chunks(SLOTS_PER_JOB).zip(rows.chunks_mut(SLOTS_PER_JOB)) {
            let slots = chosen.by_ref().take(planned.len()).collect();
            jobs.push(StepJob { slots, planned, rows });
        }
        pool::for_each_from_both_ends(run, jobs.into_iter(), work)?;
        Ok(())
    }

    /// Records the games that have ended, and starts the next ones.
    fn finish(&mut self, slots: &[usize], planned: &[Planned], rows: &[StepRow]) {
        for ((&index, planned), row) in slots.iter().zip(planned).zip(rows) {
            if row.terminated || row.truncated {
                if self.options.record {
                    self.record(index);
                }
                if self.options.autoreset == Autoreset::SameStep {
                    self.start_next_game(index);
                }
            } else if let Planned::Reset = planned {
                self.start_next_game(index);
            }
        }
    }
}

/// The legal move of an action.
pub(super) fn find(slot: &GameSlot, actions: Actions<'_>, action: i64) -> Option<Move> {
    match actions {
        Actions::Indices(_) => slot.legal.get(usize::try_from(action).ok()?).copied(),
        Actions::Moves(_) => {
            let m = Move::from_bits(u16::try_from(action).ok()?)?;
            slot.legal.contains(&m).then_some(m)
        }
        Actions::Policy(policy, _) => {
            let index = usize::try_from(action).ok()?;
            let mut found = None;
            policy.each_index(slot.recent.position(), &slot.legal, |m, other| {
                if other == Some(index) {
                    found = Some(m);
                }
            });
            found
        }
    }
}

pub(super) fn illegal_action(
    index: usize,
    slot: &GameSlot,
    actions: Actions<'_>,
    action: i64,
) -> CallError {
    let as_move = || u16::try_from(action).ok().and_then(Move::from_bits);
    let reason = match actions {
        Actions::Moves(_) if let Some(m) = as_move() => format!(": the move {m} is not legal"),
        Actions::Policy(policy, _) => {
            format!(": no legal move has this index in {}", policy.name())
        }
        _ => format!(", which has {} legal moves", slot.legal.len()),
    };
    call_error!(IllegalMove("actions"), "illegal action {action} of game {index}{reason}")
}

/// Slots for one thread.
struct StepJob<'a> {
    slots: Vec<&'a mut GameSlot>,
    planned: &'a [Planned],
    rows: &'a mut [StepRow],
}

struct Step<'a> {
    job: StepJob<'a>,
    options: &'a ArenaOptions,
}

impl Task for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Step { job: StepJob { mut slots, planned, rows }, options } = self;
        for (n, (planned, row)) in planned.iter().zip(rows).enumerate() {
            if let Some(slot) = slots.get(n + FIELDS_AHEAD) {
                slot.prefetch_fields();
            }
            if let Some(slot) = slots.get(n + MEMORY_AHEAD) {
                slot.prefetch_play();
            }
            let slot = &mut slots[n];
            let player = slot.recent.position().turn();
            match *planned {
                Planned::Nothing | Planned::Reset => continue,
                Planned::Play(m) => slot.play(backend, m, options),
                Planned::Lose => slot.forfeit(),
            }
            *row = StepRow::new(slot.end, player);
        }
    }
}
