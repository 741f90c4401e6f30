//! `TimeControl` and `Clock`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::python::arguments::{self, ColorArgument, Number};
use crate::python::errors::{ClockError, OutOfRangeError, RuleSetError, shortened};
use crate::python::hints::PeriodTuple;
use crate::rules::{
    Bonus, Clock as CoreClock, LawsEdition, LichessClass, TimeClass, TimeControl as Core,
};

/// How much time the players have, as PGN's tag `TimeControl` says it.
///
/// TimeControl(text) reads the tag: `?`, `-`, or periods with colons between them, each of them
/// `moves/seconds`, `seconds` or `*seconds` (hourglass), with `+seconds` for an increment or `dseconds`
/// for a delay. `TimeControlError` names the column of what cannot be read.
///
/// >>> enroque.TimeControl("40/7200:3600+30").time_class()
/// 'standard'
#[pyclass(frozen, eq, hash, module = "enroque")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(in crate::python) struct TimeControl(pub(super) Core);

#[pymethods]
impl TimeControl {
    #[new]
    fn new(text: &str) -> PyResult<TimeControl> {
        Ok(TimeControl(text.parse()?))
    }

    /// The same as `TimeControl(text)`.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<TimeControl> {
        TimeControl::new(text)
    }

    /// The periods, none for `?` and `-`. The last repeats if it is for a number of moves.
    #[getter]
    fn periods<'py>(&self, py: Python<'py>) -> PyResult<PeriodTuple<'py>> {
        let Core::Periods(periods) = &self.0 else { return Ok(PeriodTuple(PyTuple::empty(py))) };
        let class = py.import("enroque.rules")?.getattr("Period")?;
        let made = periods.iter().map(|period| {
            let (increment, delay, hourglass) = match period.bonus {
                Bonus::Increment(time) => (time, 0, false),
                Bonus::Delay(time) => (0, time, false),
                Bonus::Hourglass => (0, 0, true),
            };
            class.call1((period.moves, period.time, increment, delay, hourglass))
        });
        Ok(PeriodTuple(PyTuple::new(py, made.collect::<PyResult<Vec<_>>>()?)?))
    }

    /// The class by the Laws, `blitz`, `rapid` or `standard`: by the main time and 60 increments or
    /// delays (FIDE A.1, B.1). `None` if the time is not known, has no limit, or runs through an
    /// hourglass. `edition` is one of `fide2009`, `fide2014`, `fide2018`, `fide2023`.
    #[pyo3(signature = (edition = "fide2023"))]
    fn time_class(&self, edition: &str) -> PyResult<Option<&'static str>> {
        let edition = match edition {
            "fide2009" => LawsEdition::Fide2009,
            "fide2014" => LawsEdition::Fide2014,
            "fide2018" => LawsEdition::Fide2018,
            "fide2023" => LawsEdition::Fide2023,
            _ => {
                return Err(RuleSetError::new_err(format!(
                    "edition is one of fide2009, fide2014, fide2018, fide2023, not {:?}",
                    shortened(edition)
                )));
            }
        };
        Ok(self.0.class(edition).map(|class| match class {
            TimeClass::Blitz => "blitz",
            TimeClass::Rapid => "rapid",
            TimeClass::Standard => "standard",
        }))
    }

    /// Lichess's own class, by the main time and 40 increments: `ultrabullet`, `bullet`, `blitz`,
    /// `rapid`, `classical`, or `correspondence` for `-`. It has nothing to do with the Laws.
    fn lichess_class(&self) -> Option<&'static str> {
        self.0.lichess_class().map(|class| match class {
            LichessClass::UltraBullet => "ultrabullet",
            LichessClass::Bullet => "bullet",
            LichessClass::Blitz => "blitz",
            LichessClass::Rapid => "rapid",
            LichessClass::Classical => "classical",
            LichessClass::Correspondence => "correspondence",
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("TimeControl('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A clock that runs through the periods of a game for both players, exactly in milliseconds.
///
/// Clock(white, black=None, *, turn=WHITE, increment_from_start=False) has Black's time control like
/// White's unless it is given. An increment is added after each move, as on chess sites, or with
/// `increment_from_start` before each move, from the first on, as FIDE's glossary has it and clocks over
/// the board show it: 1:30:30 at the start of 90 minutes with 30 seconds. A
/// move is made known by the time spent on it (`spend`), by what the player's clock showed after it
/// (`record`, for PGN's `%clk`), or as it happens, by readings of any clock that only goes forward
/// (`start`, `press`, `stop`).
///
/// >>> clock = enroque.Clock(enroque.TimeControl("60+2"))
/// >>> clock.spend(10_000)
/// >>> clock.left(enroque.WHITE)
/// 52000
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Clock(Mutex<CoreClock>);

impl Clock {
    pub(super) fn from_core(clock: CoreClock) -> Clock {
        Clock(Mutex::new(clock))
    }

    fn lock(&self) -> MutexGuard<'_, CoreClock> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Milliseconds from 0.
pub(super) fn milliseconds(Number(number): Number) -> PyResult<u64> {
    u64::try_from(number).map_err(|_| {
        OutOfRangeError::new_err(format!("a time is a number of milliseconds from 0, not {number}"))
    })
}

#[pymethods]
impl Clock {
    #[new]
    #[pyo3(signature = (white, black = None, *, turn = ColorArgument(crate::types::Color::White), increment_from_start = false))]
    fn new(
        white: &Bound<'_, TimeControl>,
        black: Option<&Bound<'_, TimeControl>>,
        turn: ColorArgument,
        increment_from_start: bool,
    ) -> PyResult<Clock> {
        let white = &white.get().0;
        let black = black.map_or(white, |black| &black.get().0);
        match CoreClock::new(white, black) {
            Some(clock) => {
                let clock = clock.with_turn(turn.0);
                Ok(Clock::from_core(if increment_from_start {
                    clock.with_increment_from_start()
                } else {
                    clock
                }))
            }
            None => Err(ClockError::new_err("a time control that is ? or - has no clock")),
        }
    }

    /// Whose clock runs, or would run.
    #[getter]
    fn turn(&self) -> bool {
        arguments::color(self.lock().turn())
    }

    /// The player whose flag has fallen, as far as moves and readings tell, or `None`.
    #[getter]
    fn fallen(&self) -> Option<bool> {
        self.lock().fallen().map(arguments::color)
    }

    /// The milliseconds that a player had left after their last move.
    fn left(&self, color: ColorArgument) -> u64 {
        self.lock().left(color.0)
    }

    /// What a player has left at this reading, while the clock runs.
    fn left_at(&self, color: ColorArgument, now: Number) -> PyResult<u64> {
        Ok(self.lock().left_at(color.0, milliseconds(now)?)?)
    }

    /// The reading at which the flag of the player to move falls if the clock is not pressed before;
    /// `None` while the clock stands still.
    #[getter]
    fn falls_at(&self) -> Option<u64> {
        self.lock().falls_at()
    }

    /// Completes a move on which so many milliseconds were spent. If they were too many, the flag has
    /// fallen, and the move does not count.
    fn spend(&self, spent: Number) -> PyResult<()> {
        Ok(self.lock().spend(milliseconds(spent)?)?)
    }

    /// Completes a move after which the player's clock showed so many milliseconds, bonus included, and
    /// gives the time spent. `ClockError` if that is more than there can be, and by more than
    /// `tolerance`: clocks are recorded in whole seconds, and time may have been given.
    #[pyo3(signature = (shown, *, tolerance = Number(0)))]
    fn record(&self, shown: Number, tolerance: Number) -> PyResult<u64> {
        let (shown, tolerance) = (milliseconds(shown)?, milliseconds(tolerance)?);
        Ok(self.lock().record_within(shown, tolerance)?)
    }

    /// Starts the clock of the player to move at this reading, in milliseconds.
    fn start(&self, now: Number) -> PyResult<()> {
        Ok(self.lock().start(milliseconds(now)?)?)
    }

    /// The player to move presses the clock at this reading: the other's starts.
    fn press(&self, now: Number) -> PyResult<()> {
        Ok(self.lock().press(milliseconds(now)?)?)
    }

    /// Stops both clocks at this reading, without a move (FIDE 6.11).
    fn stop(&self, now: Number) -> PyResult<()> {
        Ok(self.lock().stop(milliseconds(now)?)?)
    }

    /// Gives a player more time: a penalty for the other (FIDE 7.5.5, 9.5.3).
    fn add(&self, color: ColorArgument, time: Number) -> PyResult<()> {
        self.lock().add(color.0, milliseconds(time)?);
        Ok(())
    }

    /// Sets what a player has left, by the arbiter's judgement (FIDE 6.10.2). A flag that had fallen is
    /// up again if there is time. The clock has to stand still.
    fn set_left(&self, color: ColorArgument, time: Number) -> PyResult<()> {
        Ok(self.lock().set_left(color.0, milliseconds(time)?)?)
    }

    /// Another clock that shows the same.
    fn copy(&self) -> Clock {
        Clock::from_core(self.lock().clone())
    }

    fn __copy__(&self) -> Clock {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Clock {
        self.copy()
    }

    fn __repr__(&self) -> String {
        let clock = self.lock();
        let left = crate::types::Color::ALL.map(|color| clock.left(color));
        format!("<Clock: White {} ms, Black {} ms>", left[0], left[1])
    }
}
