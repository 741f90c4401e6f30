//! The commands in comments: `%eval`, `%clk`, `%emt`, `%csl` and `%cal`.

use std::fmt::Write;

use crate::pgn::{Arrow, MATE, MAX_CENTIPAWNS, NO_EVAL};

/// Appends `[%eval 0.17]` or `[%eval #-3]`.
pub(super) fn push_eval(comment: &mut String, eval: i32) {
    if eval == NO_EVAL {
        return;
    }
    let sign = if eval < 0 { "-" } else { "" };
    let size = eval.unsigned_abs();
    let _ = if size > MAX_CENTIPAWNS.unsigned_abs() {
        write!(comment, "[%eval #{sign}{}]", MATE.unsigned_abs().saturating_sub(size))
    } else {
        write!(comment, "[%eval {sign}{}.{:02}]", size / 100, size % 100)
    };
}

/// Appends `[%clk 0:00:30]` or another time, with as many decimals as needed.
pub(super) fn push_time(comment: &mut String, name: &str, millis: i32) {
    let Ok(millis) = u32::try_from(millis) else { return };
    if !comment.is_empty() {
        comment.push(' ');
    }
    let seconds = millis / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let _ = write!(comment, "[%{name} {hours}:{minutes:02}:{seconds:02}");
    let fraction = millis % 1000;
    let _ = match (fraction, fraction % 100, fraction % 10) {
        (0, ..) => Ok(()),
        (_, 0, _) => write!(comment, ".{}", fraction / 100),
        (.., 0) => write!(comment, ".{:02}", fraction / 10),
        _ => write!(comment, ".{fraction:03}"),
    };
    comment.push(']');
}

/// Appends lists such as `[%csl Ge4] [%cal Re2e4,Gd2d4]`, as many as necessary to keep the order.
pub(super) fn push_arrows(comment: &mut String, arrows: impl Iterator<Item = Arrow>) {
    let mut last = "";
    for arrow in arrows {
        let name = if arrow.tail == arrow.head { "csl" } else { "cal" };
        if name == last {
            comment.push(',');
        } else {
            let end = if last.is_empty() { "" } else { "]" };
            let space = if comment.is_empty() { "" } else { " " };
            let _ = write!(comment, "{end}{space}[%{name} ");
            last = name;
        }
        let _ = write!(comment, "{arrow}");
    }
    if !last.is_empty() {
        comment.push(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_and_clocks() {
        for (eval, clock, text) in [
            (17, 30_000, "[%eval 0.17] [%clk 0:00:30]"),
            (-5, 179_900, "[%eval -0.05] [%clk 0:02:59.9]"),
            (MATE - 3, 3_723_040, "[%eval #3] [%clk 1:02:03.04]"),
            (-MATE, 7, "[%eval #-0] [%clk 0:00:00.007]"),
            (NO_EVAL, 0, "[%clk 0:00:00]"),
            (-MAX_CENTIPAWNS, -1, "[%eval -9000.00]"),
            (NO_EVAL, -1, ""),
        ] {
            let mut comment = String::new();
            push_eval(&mut comment, eval);
            push_time(&mut comment, "clk", clock);
            assert_eq!(comment, text);
        }
    }
}
