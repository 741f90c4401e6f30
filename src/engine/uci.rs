//! The line `info` of engines.

use crate::notation::uci;
use crate::position::Position;
use crate::types::Move;

/// The numbers of an `info`, by name.
pub const NUMBERS: [&str; 10] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "nps",
    "tbhits",
    "multipv",
    "currmovenumber",
    "hashfull",
    "cpuload",
];
pub(super) const DEPTH: usize = 0;
pub(super) const NODES: usize = 3;
const MULTIPV: usize = 6;

/// An evaluation from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; 0 or less if the side to move is mated.
    Mate(i32),
}

/// An evaluation that is only a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true one is at least as high.
    Lower,
    /// The true one is at most as high.
    Upper,
}

/// The report of a line of play; a field that is unknown is `None`.
#[derive(Clone, Default, Debug)]
pub struct Info {
    /// The evaluation.
    pub score: Option<Score>,
    /// Whether the evaluation is a bound.
    pub bound: Option<Bound>,
    /// Win, draw and loss of the side to move, usually in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// The numbers, as [`NUMBERS`] names them.
    pub numbers: [Option<u64>; NUMBERS.len()],
    /// The principal variation as text.
    pub pv: Option<Box<str>>,
    /// The move that is searched, as text.
    pub currmove: Option<Box<str>>,
    /// A message.
    pub string: Option<Box<str>>,
}

impl Info {
    /// Reads what follows `info`. Words that are unknown or out of place are skipped.
    pub(super) fn read(text: &str) -> Info {
        let mut info = Info::default();
        let mut text = text;
        if let Some(at) = text.find("string ").filter(|&at| at == 0 || text[..at].ends_with(' ')) {
            info.string = Some(text[at + "string ".len()..].into());
            text = &text[..at];
        }
        if let Some(at) = text.find(" pv ") {
            info.pv = Some(text[at + " pv ".len()..].into());
            text = &text[..at];
        }
        let mut words = text.split_ascii_whitespace();
        let mut next = words.next();
        while let Some(word) = next {
            next = words.next();
            match word {
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "cp" => info.score = number(next).map(Score::Cp).or(info.score),
                "mate" => info.score = number(next).map(Score::Mate).or(info.score),
                "currmove" => info.currmove = next.map(Into::into),
                "wdl" => {
                    let all = [next, words.next(), words.next()].map(number);
                    if let [Some(win), Some(draw), Some(loss)] = all {
                        info.wdl = Some([win, draw, loss]);
                    }
                }
                _ => {
                    if let Some(n) = NUMBERS.iter().position(|name| *name == word) {
                        info.numbers[n] = number(next);
                    }
                }
            }
        }
        info
    }

    /// The index of the line of play, from 0.
    pub(super) fn line(&self) -> usize {
        self.numbers[MULTIPV].map_or(0, |n| usize::try_from(n.max(1) - 1).unwrap_or(usize::MAX))
    }

    /// Adds a later report. A bound does not replace an evaluation, and the depth is that of the
    /// evaluation.
    pub(super) fn update(&mut self, mut later: Info) {
        let is_worse = later.bound.is_some() && self.score.is_some() && self.bound.is_none();
        if is_worse {
            later = Info { numbers: later.numbers, ..Info::default() };
        }
        if later.score.is_some() {
            self.bound = later.bound;
        }
        for (n, value) in later.numbers.into_iter().enumerate() {
            let is_of_line = matches!(NUMBERS[n], "depth" | "seldepth" | "multipv");
            if value.is_some() && !(is_of_line && later.score.is_none() && self.score.is_some()) {
                self.numbers[n] = value;
            }
        }
        self.score = later.score.or(self.score);
        self.wdl = later.wdl.or(self.wdl);
        for (old, new) in [
            (&mut self.pv, later.pv),
            (&mut self.currmove, later.currmove),
            (&mut self.string, later.string),
        ] {
            if new.is_some() {
                *old = new;
            }
        }
    }

    /// The moves of the principal variation, each with its position, up to the first illegal one.
    pub fn moves(&self, position: &Position) -> Vec<(Position, Move)> {
        let mut now = *position;
        let words = self.pv.as_deref().unwrap_or_default().split_ascii_whitespace();
        let step = |word| {
            let (before, m) = (now, uci::read(&now, word).ok()?);
            now = now.after(m);
            Some((before, m))
        };
        words.map_while(step).collect()
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}
