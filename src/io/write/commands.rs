//! The commands in comments: `%eval`, `%clk`, `%emt`, `%csl` and `%cal`. Each is written with a
//! space at its end.

use std::io::Write;

use super::numbers::{push_number, two_digits};
use crate::pgn::Arrow;
use crate::types::{MATE, MAX_CENTIPAWNS, NO_EVAL};

/// Appends `[%eval 0.17]` or `[%eval #-3]`.
#[inline(always)]
pub(super) fn push_eval(text: &mut Vec<u8>, eval: i32) {
    if eval == NO_EVAL {
        return;
    }
    let size = eval.unsigned_abs();
    if size > MAX_CENTIPAWNS.unsigned_abs() {
        let sign: &[u8] = if eval < 0 { b"-" } else { b"" };
        text.extend_from_slice(b"[%eval #");
        text.extend_from_slice(sign);
        push_number(text, MATE.unsigned_abs().saturating_sub(size));
        text.extend_from_slice(b"] ");
        return;
    }
    // the sign is hard to predict: it is written, and removed without a branch
    text.extend_from_slice(b"[%eval -");
    text.truncate(text.len() - usize::from(eval >= 0));
    let [tens, ones] = two_digits(size % 100);
    if size < 1000 {
        text.extend_from_slice(&[b'0' + (size / 100) as u8, b'.', tens, ones, b']', b' ']);
    } else {
        push_number(text, size / 100);
        text.extend_from_slice(&[b'.', tens, ones, b']', b' ']);
    }
}

/// Appends `[%clk 0:00:30]` or another time, with as many decimals as needed. The name has three
/// letters.
#[inline(always)]
pub(super) fn push_time(text: &mut Vec<u8>, name: [u8; 3], millis: i32) {
    let Ok(millis) = u32::try_from(millis) else { return };
    let seconds = millis / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let (m, s) = (two_digits(minutes), two_digits(seconds));
    if hours < 10 && millis % 1000 == 0 {
        // most times: one copy
        let (n, h) = (name, b'0' + hours as u8);
        text.extend_from_slice(&[
            b'[', b'%', n[0], n[1], n[2], b' ', h, b':', m[0], m[1], b':', s[0], s[1], b']', b' ',
        ]);
        return;
    }
    text.extend_from_slice(&[b'[', b'%', name[0], name[1], name[2], b' ']);
    push_number(text, hours);
    text.extend_from_slice(&[b':', m[0], m[1], b':', s[0], s[1]]);
    if millis % 1000 != 0 {
        push_fraction(text, millis % 1000);
    }
    text.extend_from_slice(b"] ");
}

/// Appends a number of thousandths, other than 0.
#[inline(never)]
fn push_fraction(text: &mut Vec<u8>, thousandths: u32) {
    let [tens, ones] = two_digits(thousandths % 100);
    let decimals = [b'.', b'0' + (thousandths / 100) as u8, tens, ones];
    let zeros = decimals.iter().rev().take_while(|&&digit| digit == b'0').count();
    text.extend_from_slice(&decimals[..decimals.len() - zeros]);
}

/// Appends lists such as `[%csl Ge4] [%cal Re2e4,Gd2d4]`, as many as necessary to keep the order.
pub(super) fn push_arrows(text: &mut Vec<u8>, arrows: impl Iterator<Item = Arrow>) {
    let mut last = "";
    for arrow in arrows {
        let name = if arrow.tail == arrow.head { "csl" } else { "cal" };
        let before = match last {
            "" => "[%",
            last if last == name => ",",
            _ => "] [%",
        };
        text.extend_from_slice(before.as_bytes());
        if name != last {
            text.extend_from_slice(name.as_bytes());
            text.push(b' ');
            last = name;
        }
        let _ = write!(text, "{arrow}"); // a `Vec` always has room
    }
    if !last.is_empty() {
        text.extend_from_slice(b"] ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_and_clocks() {
        for (eval, clock, expected) in [
            (17, 30_000, "[%eval 0.17] [%clk 0:00:30] "),
            (-5, 179_900, "[%eval -0.05] [%clk 0:02:59.9] "),
            (MATE - 3, 3_723_040, "[%eval #3] [%clk 1:02:03.04] "),
            (-MATE, 7, "[%eval #-0] [%clk 0:00:00.007] "),
            (NO_EVAL, 0, "[%clk 0:00:00] "),
            (-MAX_CENTIPAWNS, -1, "[%eval -9000.00] "),
            (1234, 445_500_100, "[%eval 12.34] [%clk 123:45:00.1] "),
            (NO_EVAL, -1, ""),
        ] {
            let mut text = Vec::new();
            push_eval(&mut text, eval);
            push_time(&mut text, *b"clk", clock);
            assert_eq!(String::from_utf8(text).unwrap(), expected);
        }
    }
}
