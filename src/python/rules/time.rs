//! `TimeControl` and `Clock`.

use std::sync::{Mutex, MutexGuard};

use crate::python::arguments;
use crate::python::errors::{ClockError, RuleSetError};
use crate::python::prelude::*;
use crate::rules::{
    Bonus, Clock as CoreClock, LawsEdition, LichessClass, TimeClass, TimeControl as Core,
};
use crate::types::Color;

/// A time control, in the notation of PGN's tag `TimeControl`.
///
/// The text is `?`, `-`, or periods separated by colons. A period is `moves/seconds`, `seconds` or
/// `*seconds` (hourglass), followed by `+seconds` for an increment or `dseconds` for a delay.
///
/// Args:
///     text: the text.
///
/// Raises:
///     TimeControlError: a `ValueError` with the column of the error.
///
/// Example:
///     >>> enroque.TimeControl("40/7200:3600+30").time_class()
///     'standard'
#[pyclass(frozen, eq, hash, module = "enroque")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(in crate::python) struct TimeControl(pub(super) Core);

#[pymethods(crate = "crate::python::named_arguments")]
impl TimeControl {
    #[new]
    fn new(text: &str) -> PyResult<TimeControl> {
        Ok(TimeControl(text.parse()?))
    }

    /// The periods, empty for `?` and `-`; the last one repeats if it has a number of moves.
    #[getter]
    fn periods<'py>(&self, py: Python<'py>) -> PyResult<PeriodTuple<'py>> {
        let Core::Periods(periods) = &self.0 else { return Ok(PeriodTuple(PyTuple::empty(py))) };
        let objects = periods.iter().map(|period| {
            let (increment, delay, hourglass) = match period.bonus {
                Bonus::Increment(time) => (time, 0, false),
                Bonus::Delay(time) => (0, time, false),
                Bonus::Hourglass => (0, 0, true),
            };
            package::Period::new(py, (period.moves, period.time, increment, delay, hourglass))
        });
        Ok(PeriodTuple(PyTuple::new(py, objects.collect::<PyResult<Vec<_>>>()?)?))
    }

    /// The periods with python-chess's names, times in seconds: a list of `pgn.TimeControlPart`.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<package::TimeControlPart<'py>>> {
        let Core::Periods(periods) = &self.0 else { return Ok(Vec::new()) };
        let seconds = |milliseconds: u64| -> PyResult<Bound<'py, PyAny>> {
            if milliseconds.is_multiple_of(1000) {
                return Ok((milliseconds / 1000).into_pyobject(py)?.into_any());
            }
            Ok((milliseconds as f64 / 1000.0).into_pyobject(py)?.into_any())
        };
        let parts = periods.iter().map(|period| {
            let (increment, delay) = match period.bonus {
                Bonus::Increment(time) => (time, 0),
                Bonus::Delay(time) => (0, time),
                Bonus::Hourglass => (0, 0),
            };
            let times = (seconds(period.time)?, seconds(increment)?, seconds(delay)?);
            let moves = period.moves.unwrap_or(0);
            package::TimeControlPart::new(py, (moves, times.0, times.1, times.2))
        });
        parts.collect()
    }

    /// The class by python-chess, a `pgn.TimeControlType`; not that of the Laws.
    ///
    /// It depends on the time of the first period plus 60 increments: bullet is below 3 minutes,
    /// blitz below 15, rapid below 60.
    #[getter]
    fn r#type<'py>(&self, py: Python<'py>) -> PyResult<package::TimeControlType<'py>> {
        let name = match &self.0 {
            Core::Unknown => "UNKNOWN",
            Core::Unlimited => "UNLIMITED",
            Core::Periods(periods) => {
                let time = periods.first().map_or(0, |first| match first.bonus {
                    Bonus::Increment(bonus) => first.time + 60 * bonus,
                    Bonus::Delay(_) | Bonus::Hourglass => first.time,
                });
                match time / 60_000 {
                    0..3 => "BULLET",
                    3..15 => "BLITZ",
                    15..60 => "RAPID",
                    _ => "STANDARD",
                }
            }
        };
        package::TimeControlType::member(py, name)
    }

    /// Returns the class by the Laws: `"blitz"`, `"rapid"` or `"standard"` (FIDE A.1, B.1).
    ///
    /// It depends on the main time plus 60 increments or delays. `None` if the time is unknown,
    /// unlimited, or of an hourglass.
    ///
    /// Args:
    ///     edition: `"fide2009"`, `"fide2014"`, `"fide2018"` or `"fide2023"`.
    ///
    /// Raises:
    ///     RuleSetError: a `ValueError`: no edition has this name.
    #[pyo3(signature = (edition = "fide2023"))]
    fn time_class(&self, edition: &str) -> PyResult<Option<&'static str>> {
        let Some(edition) = LawsEdition::from_name(edition) else {
            let names = LawsEdition::ALL.map(LawsEdition::name).join(", ");
            return Err(RuleSetError::new_err(format!(
                "edition must be one of {names}, not {:?}",
                shortened(edition)
            )));
        };
        Ok(self.0.class(edition).map(TimeClass::name))
    }

    /// Returns Lichess's class, by the main time plus 40 increments; not that of the Laws.
    ///
    /// `"ultrabullet"`, `"bullet"`, `"blitz"`, `"rapid"`, `"classical"`, or `"correspondence"` for
    /// `-` and for a day or more for each move, such as Chess.com's `1/86400`; `None` if the time is
    /// unknown.
    fn lichess_class(&self) -> Option<&'static str> {
        self.0.lichess_class().map(LichessClass::name)
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

/// Parses the value of a `TimeControl` tag.
///
/// Args:
///     time_control: the value, such as `40/7200:1800+30`; an empty string is unknown, as `?` is.
///
/// Returns:
///     An `enroque.TimeControl`.
///
/// Raises:
///     TimeControlError: a `ValueError`: the value is not a time control.
///
/// Example:
///     >>> from enroque.pgn import parse_time_control
///     >>> control = parse_time_control("40/7200:1800+30")
///     >>> control.type.name, control.parts[1]
///     ('STANDARD', TimeControlPart(moves=0, time=1800, increment=30, delay=0))
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn parse_time_control(time_control: &str) -> PyResult<TimeControl> {
    TimeControl::from_tag(time_control)
}

impl TimeControl {
    /// Parses the value of a tag as leniently as python-chess: what follows `?` or `-` is ignored.
    pub(in crate::python) fn from_tag(value: &str) -> PyResult<TimeControl> {
        match value.bytes().next() {
            None | Some(b'?') => Ok(TimeControl(Core::Unknown)),
            Some(b'-') => Ok(TimeControl(Core::Unlimited)),
            Some(_) => TimeControl::new(value),
        }
    }
}

/// A chess clock for both players, exact to the millisecond.
///
/// Report each move in one of three ways: the time spent (`spend`), the time that the player's
/// clock showed after it (`record`, for PGN's `%clk`), or live, with readings in milliseconds of
/// any monotonic clock (`start`, `press`, `stop`).
///
/// Args:
///     white: White's time control.
///     black: Black's time control; White's if `None`.
///     turn: the player whose clock runs first.
///     increment_from_start: whether increments are added before each move, the first included, as
///         FIDE and over-the-board clocks do (90 minutes + 30 seconds start at 1:30:30). By default
///         they are added after each move, as on chess sites.
///
/// Raises:
///     ClockError: a `ValueError`: a time control is `?` or `-`.
///
/// Example:
///     >>> clock = enroque.Clock(enroque.TimeControl("60+2"))
///     >>> clock.spend(10_000)
///     >>> clock.left(enroque.WHITE)
///     52000
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Clock(Mutex<CoreClock>);

impl Clock {
    pub(super) fn from_core(clock: CoreClock) -> Clock {
        Clock(Mutex::new(clock))
    }

    fn lock(&self) -> MutexGuard<'_, CoreClock> {
        locked(&self.0)
    }
}

/// Checks that a time in milliseconds is not negative.
pub(super) fn milliseconds(Number(number): Number) -> PyResult<u64> {
    u64::try_from(number).map_err(|_| {
        OutOfRangeError::new_err(format!("a time must be 0 milliseconds or more, not {number}"))
    })
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Clock {
    #[new]
    #[pyo3(signature = (white, black = None, *, turn = true, increment_from_start = false))]
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
            None => Err(ClockError::new_err("a clock requires a time control other than ? and -")),
        }
    }

    /// The player whose clock runs, or will run next.
    #[getter]
    fn turn(&self) -> bool {
        arguments::color(self.lock().turn())
    }

    /// The player whose flag has fallen, or `None`.
    #[getter]
    fn fallen(&self) -> Option<bool> {
        self.lock().fallen().map(arguments::color)
    }

    /// Returns the milliseconds that a player had after their last move.
    ///
    /// Args:
    ///     color: the player.
    fn left(&self, color: ColorArgument) -> u64 {
        self.lock().left(color.0)
    }

    /// Returns the milliseconds that a player has at a reading, while the clock runs.
    ///
    /// Args:
    ///     color: the player.
    ///     now: the reading in milliseconds.
    ///
    /// Raises:
    ///     ClockError: a `ValueError`: the clock is stopped, or the reading is before the last one.
    fn left_at(&self, color: ColorArgument, now: Number) -> PyResult<u64> {
        Ok(self.lock().left_at(color.0, milliseconds(now)?)?)
    }

    /// The reading in milliseconds at which the running clock reaches zero; `None` while stopped.
    #[getter]
    fn falls_at(&self) -> Option<u64> {
        self.lock().falls_at()
    }

    /// Completes a move by the time spent on it.
    ///
    /// If more time was spent than the player had, the flag falls and the move does not count.
    ///
    /// Args:
    ///     spent: milliseconds.
    ///
    /// Raises:
    ///     ClockError: a `ValueError`: the clock runs, or a flag has fallen.
    fn spend(&self, spent: Number) -> PyResult<()> {
        Ok(self.lock().spend(milliseconds(spent)?)?)
    }

    /// Completes a move by the time shown on the player's clock after it.
    ///
    /// Args:
    ///     shown: milliseconds, increment included.
    ///     tolerance: milliseconds by which `shown` may exceed the possible time. Recorded clocks
    ///         are rounded to seconds, and arbiters may have added time.
    ///
    /// Returns:
    ///     The milliseconds spent on the move.
    ///
    /// Raises:
    ///     ClockError: a `ValueError`: `shown` is more than is possible, the clock runs, or a flag
    ///         has fallen.
    #[pyo3(signature = (shown, *, tolerance = 0))]
    fn record(&self, shown: Number, tolerance: Number) -> PyResult<u64> {
        let (shown, tolerance) = (milliseconds(shown)?, milliseconds(tolerance)?);
        Ok(self.lock().record_within(shown, tolerance)?)
    }

    /// Starts the clock of the player to move.
    ///
    /// Args:
    ///     now: the reading in milliseconds.
    ///
    /// Raises:
    ///     ClockError: a `ValueError`: the clock already runs, or a flag has fallen.
    fn start(&self, now: Number) -> PyResult<()> {
        Ok(self.lock().start(milliseconds(now)?)?)
    }

    /// Completes the move of the player to move and starts the opponent's clock.
    ///
    /// Args:
    ///     now: the reading in milliseconds.
    ///
    /// Raises:
    ///     ClockError: a `ValueError`: the clock is stopped, or the reading is before the last one.
    fn press(&self, now: Number) -> PyResult<()> {
        Ok(self.lock().press(milliseconds(now)?)?)
    }

    /// Stops both clocks without completing a move (FIDE 6.11).
    ///
    /// Args:
    ///     now: the reading in milliseconds.
    ///
    /// Raises:
    ///     ClockError: a `ValueError`: the clock is stopped, or the reading is before the last one.
    fn stop(&self, now: Number) -> PyResult<()> {
        Ok(self.lock().stop(milliseconds(now)?)?)
    }

    /// Adds time to a player's clock, as a penalty for the opponent (FIDE 7.5.5, 9.5.3).
    ///
    /// Args:
    ///     color: the player who gets the time.
    ///     time: milliseconds.
    fn add(&self, color: ColorArgument, time: Number) -> PyResult<()> {
        self.lock().add(color.0, milliseconds(time)?);
        Ok(())
    }

    /// Sets the time that a player has left, as an arbiter does (FIDE 6.10.2).
    ///
    /// A fallen flag is restored if the time is not zero.
    ///
    /// Args:
    ///     color: the player.
    ///     time: milliseconds.
    ///
    /// Raises:
    ///     ClockError: a `ValueError`: the clock runs.
    fn set_left(&self, color: ColorArgument, time: Number) -> PyResult<()> {
        Ok(self.lock().set_left(color.0, milliseconds(time)?)?)
    }

    /// Returns a copy of the clock.
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
        let left = Color::ALL.map(|color| clock.left(color));
        format!("<Clock: White {} ms, Black {} ms>", left[0], left[1])
    }
}
