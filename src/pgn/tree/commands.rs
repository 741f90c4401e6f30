//! Reading and replacing commands in comments, such as `[%clk 0:02:59.9]`.
//!
//! The commands are `%clk` and `%emt` (clock and elapsed move time), `%eval` (evaluation in White's
//! view), `%csl` and `%cal` (colored squares and arrows).

use std::fmt::Write;
use std::ops::Range;

use super::super::arrow::{Arrow, read_arrows};
use super::super::command_values::{Eval, Score, milliseconds};
use super::{NodeId, Tree};

/// A command and the locations of a space before it (`prefix`) and after it (`suffix`), which are
/// empty if there is none.
struct CommandInText<T> {
    value: T,
    prefix: Range<usize>,
    suffix: Range<usize>,
}

/// Finds the first command from an offset on with one of these names and a valid argument.
fn find<T>(
    comment: &str,
    from: usize,
    names: &[&str],
    read: impl Fn(&str) -> Option<T>,
) -> Option<CommandInText<T>> {
    let mut at = from;
    while let Some(offset) = comment.get(at..)?.find("[%") {
        let start = at + offset;
        at = start + 2;
        let rest = &comment[at..];
        let Some(name) = names.iter().find(|name| rest.starts_with(**name)) else { continue };
        let mut argument = rest[name.len()..].chars();
        if !argument.next().is_some_and(char::is_whitespace) {
            continue;
        }
        let argument = argument.as_str();
        // an argument has no bracket; returning here searches a long comment without brackets only
        // once
        let end = argument.find([']', '['])?;
        if argument.as_bytes()[end] == b'[' {
            continue;
        }
        let Some(value) = read(argument[..end].trim()) else { continue };
        let close = comment.len() - argument.len() + end + 1;
        let space = |c: Option<char>| c.filter(|c| c.is_whitespace()).map_or(0, char::len_utf8);
        let before = space(comment[from..start].chars().next_back());
        let after = space(comment[close..].chars().next());
        return Some(CommandInText {
            value,
            prefix: start - before..start,
            suffix: close..close + after,
        });
    }
    None
}

/// Returns the comment with a command replaced, or removed with one of the spaces around it.
fn replaced<T>(comment: &str, found: &CommandInText<T>, with: &str) -> String {
    let (prefix, suffix) = (&comment[found.prefix.clone()], &comment[found.suffix.clone()]);
    let middle = match (with, prefix) {
        ("", "") => String::new(),
        ("", _) => suffix.to_owned(),
        (with, prefix) => format!("{prefix}{with}{suffix}"),
    };
    format!("{}{middle}{}", &comment[..found.prefix.start], &comment[found.suffix.end..])
}

/// Returns the comment with the command replaced, or with the new one appended.
fn set<T>(comment: &str, found: Option<CommandInText<T>>, with: &str) -> String {
    match found {
        Some(found) => replaced(comment, &found, with),
        None if with.is_empty() => comment.to_owned(),
        None if comment.is_empty() || comment.ends_with([' ', '\n']) => format!("{comment}{with}"),
        None => format!("{comment} {with}"),
    }
}

/// Writes a command with the time `h:mm:ss` and up to three decimals.
fn write_time(name: &str, seconds: f64) -> String {
    let seconds = seconds.max(0.0);
    let (hours, rest) = ((seconds / 3600.0).floor(), seconds % 3600.0);
    let minutes = (rest / 60.0).floor();
    let text = format!("{:06.3}", rest % 60.0);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("[%{name} {hours:.0}:{minutes:02.0}:{text}]")
}

/// Reads a time in seconds.
fn read_time(text: &str) -> Option<f64> {
    milliseconds(text.as_bytes()).map(|millis| millis as f64 / 1000.0)
}

/// Reads an evaluation, as python-chess with at most two decimals.
fn read_eval(text: &str) -> Option<Eval> {
    let decimals = text.split(',').next()?.split_once('.').map_or("", |(_, decimals)| decimals);
    Eval::read(text.as_bytes()).filter(|_| decimals.trim_end().len() <= 2)
}

fn write_eval(eval: Eval) -> String {
    let mut text = String::from("[%eval ");
    let _ = match eval.score {
        Score::Centipawns(cents) => {
            let sign = if cents < 0 { "-" } else { "" };
            let size = cents.unsigned_abs();
            write!(text, "{sign}{}.{:02}", size / 100, size % 100)
        }
        Score::Mate(moves) => write!(text, "#{moves}"),
    };
    if let Some(depth) = eval.depth {
        let _ = write!(text, ",{depth}");
    }
    text.push(']');
    text
}

const ARROWS: [&str; 2] = ["csl", "cal"];

impl Tree {
    /// Returns the clock after the move in seconds: the first `%clk`.
    pub fn clock(&self, id: NodeId) -> Option<f64> {
        find(self.comment(id), 0, &["clk"], read_time).map(|found| found.value)
    }

    /// Replaces the first `%clk`, appends one if there is none, or removes it. Negative times
    /// become 0.
    pub fn set_clock(&mut self, id: NodeId, seconds: Option<f64>) {
        self.set_time(id, "clk", seconds);
    }

    /// Returns the move time in seconds: the first `%emt`.
    pub fn move_time(&self, id: NodeId) -> Option<f64> {
        find(self.comment(id), 0, &["emt"], read_time).map(|found| found.value)
    }

    /// Replaces the first `%emt`, appends one if there is none, or removes it. Negative times
    /// become 0.
    pub fn set_move_time(&mut self, id: NodeId, seconds: Option<f64>) {
        self.set_time(id, "emt", seconds);
    }

    fn set_time(&mut self, id: NodeId, name: &str, seconds: Option<f64>) {
        let comment = self.comment(id);
        let with = seconds.map(|seconds| write_time(name, seconds)).unwrap_or_default();
        let comment = set(comment, find(comment, 0, &[name], read_time), &with);
        self.set_comment(id, comment);
    }

    /// Returns the first `%eval`.
    pub fn eval(&self, id: NodeId) -> Option<Eval> {
        find(self.comment(id), 0, &["eval"], read_eval).map(|found| found.value)
    }

    /// Replaces the first `%eval`, appends one if there is none, or removes it.
    pub fn set_eval(&mut self, id: NodeId, eval: Option<Eval>) {
        let comment = self.comment(id);
        let with = eval.map(write_eval).unwrap_or_default();
        let comment = set(comment, find(comment, 0, &["eval"], read_eval), &with);
        self.set_comment(id, comment);
    }

    /// Returns all colored squares and arrows, in their order.
    pub fn arrows(&self, id: NodeId) -> Vec<Arrow> {
        let (comment, mut from, mut arrows) = (self.comment(id), 0, Vec::new());
        while let Some(found) = find(comment, from, &ARROWS, |text| read_arrows(text.as_bytes())) {
            from = found.suffix.end;
            arrows.extend(found.value.0);
        }
        arrows
    }

    /// Removes all colored squares and arrows, and inserts these at the start of the comment.
    pub fn set_arrows(&mut self, id: NodeId, arrows: &[Arrow]) {
        let (comment, mut from, mut rest) = (self.comment(id), 0, String::new());
        while let Some(found) = find(comment, from, &ARROWS, |text| read_arrows(text.as_bytes())) {
            rest.push_str(&comment[from..found.prefix.start]);
            if !found.prefix.is_empty() {
                rest.push_str(&comment[found.suffix.clone()]);
            }
            from = found.suffix.end;
        }
        rest.push_str(&comment[from..]);
        let mut with = String::new();
        for (name, is_square) in [("csl", true), ("cal", false)] {
            let mut of_kind =
                arrows.iter().filter(|arrow| (arrow.tail == arrow.head) == is_square).peekable();
            if of_kind.peek().is_some() {
                let list: Vec<String> = of_kind.map(Arrow::to_string).collect();
                let _ = write!(with, "[%{name} {}]", list.join(","));
            }
        }
        if !with.is_empty() && !rest.is_empty() && !rest.starts_with([' ', '\n']) {
            with.push(' ');
        }
        self.set_comment(id, with + &rest);
    }
}
