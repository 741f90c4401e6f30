//! Time controls: PGN's tag, and the classes of the Laws and of Lichess.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::named_enum::named_enum;

/// A time control, as in PGN's tag `TimeControl` (PGN standard 9.6.1).
///
/// ```
/// use enroque::rules::{LawsEdition, TimeClass, TimeControl};
/// let control: TimeControl = "40/7200:3600+30".parse().unwrap();
/// let TimeControl::Periods(periods) = &control else { panic!() };
/// assert_eq!((periods[0].moves, periods[0].time), (Some(40), 7_200_000));
/// assert_eq!(control.class(LawsEdition::Fide2023), Some(TimeClass::Standard));
/// assert_eq!(control.to_string(), "40/7200:3600+30");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TimeControl {
    /// `?`: unknown.
    Unknown,
    /// `-`: no time control.
    Unlimited,
    /// One or more periods. Only the last may have no number of moves; if it has one, it repeats.
    Periods(Vec<Period>),
}

/// One period of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Period {
    /// Number of moves to make in this period; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// Milliseconds added at its start.
    pub time: u64,
    /// The bonus for each move.
    pub bonus: Bonus,
}

/// The bonus for each move (FIDE 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bonus {
    /// Milliseconds added after each move (cumulative, Fischer); 0 for no bonus.
    Increment(u64),
    /// Milliseconds before the main time runs at each move, lost if not used.
    Delay(u64),
    /// The time that the opponent uses (`*60`, the hourglass).
    Hourglass,
}

named_enum! {
    /// The class of a game by the Laws: standard, rapid (Appendix A.1) or blitz (B.1).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum TimeClass {
        /// Blitz.
        Blitz = "blitz",
        /// Rapid chess.
        Rapid = "rapid",
        /// Standard chess: 60 minutes and more.
        Standard = "standard",
    }
}

named_enum! {
    /// An edition of the FIDE Laws.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
    )]
    #[serde(rename_all = "lowercase")]
    pub enum LawsEdition {
        /// In force from July 2009: blitz below 15 minutes.
        Fide2009 = "fide2009",
        /// In force from July 2014: blitz up to 10 minutes.
        Fide2014 = "fide2014",
        /// In force from January 2018.
        Fide2018 = "fide2018",
        /// In force since January 2023.
        #[default]
        Fide2023 = "fide2023",
    }
}

named_enum! {
    /// Lichess's classes, by main time plus 40 increments.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum LichessClass {
        /// Below 30 seconds.
        UltraBullet = "ultrabullet",
        /// Below 3 minutes.
        Bullet = "bullet",
        /// Below 8 minutes.
        Blitz = "blitz",
        /// Below 25 minutes.
        Rapid = "rapid",
        /// 25 minutes and more.
        Classical = "classical",
        /// Without a clock (`-`), or a day or more for each move (`1/86400`).
        Correspondence = "correspondence",
    }
}

/// The largest number of seconds or moves.
const MAX_NUMBER: u64 = 1_000_000_000;

/// The greatest number of periods.
const MAX_PERIODS: usize = 64;

/// The kind of an error in the text of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TimeControlErrorKind {
    /// The text, or the text between two colons, is empty.
    #[error("a period of the time control is empty")]
    Empty,
    /// A number is expected.
    #[error("the time control needs a number of seconds or moves here")]
    NotANumber,
    /// The number is above a billion.
    #[error("a number in the time control is above 1000000000")]
    TooLarge,
    /// More than three decimals.
    #[error("seconds in the time control have more than three decimals")]
    TooFine,
    /// A period of 0 moves.
    #[error("a period of the time control has 0 moves")]
    NoMoves,
    /// A period without time and without a bonus.
    #[error("a period of the time control has no time")]
    NoTime,
    /// A period follows one for the rest of the game.
    #[error("a period of the time control follows one for the rest of the game")]
    AfterTheLast,
    /// More than 64 periods.
    #[error("the time control has more than 64 periods")]
    TooMany,
}

/// The text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{kind} (index {column})")]
pub struct TimeControlError {
    /// The kind of the error.
    pub kind: TimeControlErrorKind,
    /// The column of the error in bytes, from 0.
    pub column: usize,
}

fn error<T>(kind: TimeControlErrorKind, column: usize) -> Result<T, TimeControlError> {
    Err(TimeControlError { kind, column })
}

/// Parses PGN's tag: `?`, `-`, or periods separated by colons, each `moves/seconds`, `seconds` or
/// `*seconds`, followed by `+seconds` for an increment or `dseconds` for a delay (also `+dseconds`
/// and `+secondsd`). Seconds may have three decimals.
impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let start = text.len() - text.trim_start().len();
        match text.trim() {
            "" => return error(TimeControlErrorKind::Empty, start),
            "?" => return Ok(TimeControl::Unknown),
            "-" => return Ok(TimeControl::Unlimited),
            _ => {}
        }
        let mut periods: Vec<Period> = Vec::new();
        let mut column = start;
        for period in text.trim().split(':') {
            if periods.last().is_some_and(|last| last.moves.is_none()) {
                return error(TimeControlErrorKind::AfterTheLast, column);
            }
            if periods.len() == MAX_PERIODS {
                return error(TimeControlErrorKind::TooMany, column);
            }
            periods.push(read_period(period, column)?);
            column += period.len() + 1;
        }
        Ok(TimeControl::Periods(periods))
    }
}

fn read_period(text: &str, column: usize) -> Result<Period, TimeControlError> {
    if text.is_empty() {
        return error(TimeControlErrorKind::Empty, column);
    }
    if let Some(time) = text.strip_prefix('*') {
        let time = milliseconds(time, column + 1)?;
        if time == 0 {
            return error(TimeControlErrorKind::NoTime, column + 1);
        }
        return Ok(Period { moves: None, time, bonus: Bonus::Hourglass });
    }
    let (moves, rest, offset) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves), rest, moves.len() + 1),
        None => (None, text, 0),
    };
    let moves = match moves {
        None => None,
        Some(text) => match number(text, column)? {
            0 => return error(TimeControlErrorKind::NoMoves, column),
            moves => Some(moves as u32),
        },
    };
    let column = column + offset;
    let end = rest.find(['+', 'd']).unwrap_or(rest.len());
    let time = milliseconds(&rest[..end], column)?;
    let bonus = read_bonus(&rest[end..], column + end)?;
    if time == 0 && matches!(bonus, Bonus::Increment(0) | Bonus::Delay(0)) {
        return error(TimeControlErrorKind::NoTime, column);
    }
    Ok(Period { moves, time, bonus })
}

/// Parses `+5`, `d5`, `+d5`, `+5d`, or nothing.
fn read_bonus(text: &str, column: usize) -> Result<Bonus, TimeControlError> {
    if text.is_empty() {
        return Ok(Bonus::Increment(0));
    }
    if let Some(delay) = text.strip_prefix("+d").or_else(|| text.strip_prefix('d')) {
        return Ok(Bonus::Delay(milliseconds(delay, column + text.len() - delay.len())?));
    }
    let increment = text.strip_prefix('+').unwrap_or(text);
    let column = column + text.len() - increment.len();
    match increment.strip_suffix('d') {
        Some(delay) => Ok(Bonus::Delay(milliseconds(delay, column)?)),
        None => Ok(Bonus::Increment(milliseconds(increment, column)?)),
    }
}

/// Parses digits, up to [`MAX_NUMBER`].
fn number(text: &str, column: usize) -> Result<u64, TimeControlError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return error(TimeControlErrorKind::NotANumber, column);
    }
    match text.parse() {
        Ok(number) if number <= MAX_NUMBER => Ok(number),
        _ => error(TimeControlErrorKind::TooLarge, column),
    }
}

/// Parses seconds with up to three decimals.
fn milliseconds(text: &str, column: usize) -> Result<u64, TimeControlError> {
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let whole = number(seconds, column)?;
    if decimals.len() > 3 {
        return error(TimeControlErrorKind::TooFine, column + seconds.len() + 1);
    }
    let fraction = number(decimals, column + seconds.len() + 1)?;
    Ok(whole * 1000 + fraction * [1000, 100, 10, 1][decimals.len()])
}

impl TimeControl {
    /// The class by the Laws: by the main time plus 60 times the bonus (Appendices A.1 and B.1).
    /// `None` if the time is unknown, unlimited, or of an hourglass.
    pub fn class(&self, edition: LawsEdition) -> Option<TimeClass> {
        const MINUTE: u64 = 60_000;
        let time = self.time_for(60)?;
        let is_blitz = match edition {
            LawsEdition::Fide2009 => time < 15 * MINUTE,
            _ => time <= 10 * MINUTE,
        };
        Some(match time {
            _ if is_blitz => TimeClass::Blitz,
            _ if time < 60 * MINUTE => TimeClass::Rapid,
            _ => TimeClass::Standard,
        })
    }

    /// The class by Lichess: by the main time plus 40 times the bonus; correspondence without a
    /// limit or with days for each move. `None` if the time is unknown or of an hourglass.
    pub fn lichess_class(&self) -> Option<LichessClass> {
        if *self == TimeControl::Unlimited || self.is_in_days() {
            return Some(LichessClass::Correspondence);
        }
        Some(match self.time_for(40)? / 1000 {
            0..30 => LichessClass::UltraBullet,
            30..180 => LichessClass::Bullet,
            180..480 => LichessClass::Blitz,
            480..1500 => LichessClass::Rapid,
            _ => LichessClass::Classical,
        })
    }

    /// Whether the first period has a day or more for each move, as in correspondence chess: a day
    /// is `1/86400` on Chess.com.
    fn is_in_days(&self) -> bool {
        const DAY: u64 = 86_400_000;
        let TimeControl::Periods(periods) = self else { return false };
        periods.first().is_some_and(|first| {
            first.moves.is_some_and(|moves| first.time / u64::from(moves) >= DAY)
        })
    }

    /// Returns the milliseconds for `moves` moves, from all periods that these begin.
    fn time_for(&self, moves: u64) -> Option<u64> {
        let TimeControl::Periods(periods) = self else { return None };
        let (mut left, mut time) = (moves, 0);
        let last = periods.last()?;
        for period in periods.iter().chain(std::iter::repeat(last)) {
            let count = period.moves.map_or(left, |moves| left.min(moves.into()));
            time += period.time;
            time += match period.bonus {
                Bonus::Increment(bonus) | Bonus::Delay(bonus) => count * bonus,
                Bonus::Hourglass => return None,
            };
            left -= count;
            if left == 0 {
                break;
            }
        }
        Some(time)
    }
}

/// Writes the text of PGN's tag.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let periods = match self {
            TimeControl::Unknown => return f.write_str("?"),
            TimeControl::Unlimited => return f.write_str("-"),
            TimeControl::Periods(periods) => periods,
        };
        for (index, period) in periods.iter().enumerate() {
            if index > 0 {
                f.write_str(":")?;
            }
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            let time = Seconds(period.time);
            match period.bonus {
                Bonus::Increment(0) => write!(f, "{time}")?,
                Bonus::Increment(bonus) => write!(f, "{time}+{}", Seconds(bonus))?,
                Bonus::Delay(bonus) => write!(f, "{time}d{}", Seconds(bonus))?,
                Bonus::Hourglass => write!(f, "*{time}")?,
            }
        }
        Ok(())
    }
}

/// Milliseconds, written as seconds.
struct Seconds(u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests;
