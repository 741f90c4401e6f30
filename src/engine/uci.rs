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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Info {
        let mut info = Info::default();
        lines.iter().for_each(|line| info.update(Info::read(line)));
        info
    }

    #[test]
    fn the_last_exact_evaluation_counts() {
        let info = read(&[
            "depth 5 score cp 31 wdl 90 900 10 nodes 10 pv e2e4 e7e5",
            "depth 6 score cp 900 lowerbound nodes 20 pv d2d4",
            "depth 7 currmove a2a3 nodes 30",
        ]);
        assert_eq!(
            (info.score, info.bound, info.wdl),
            (Some(Score::Cp(31)), None, Some([90, 900, 10]))
        );
        assert_eq!((info.numbers[DEPTH], info.numbers[NODES]), (Some(5), Some(30)));
        assert_eq!(
            (info.pv.as_deref(), info.currmove.as_deref()),
            (Some("e2e4 e7e5"), Some("a2a3"))
        );
        let info = read(&["depth 1 score cp 9 upperbound", "depth 2 score mate -3"]);
        assert_eq!((info.score, info.bound), (Some(Score::Mate(-3)), None));
        let info = read(&["score cp 9 upperbound", "score cp 5 lowerbound"]);
        assert_eq!((info.score, info.bound), (Some(Score::Cp(5)), Some(Bound::Lower)));
    }

    #[test]
    fn any_text_is_read() {
        for junk in [
            "",
            "score",
            "score cp",
            "score cp x",
            "wdl 1 2",
            "wdl 1 -2 3",
            "pv",
            "nodes -1",
            "depth",
        ] {
            let info = read(&[junk]);
            assert_eq!((info.score, info.wdl, info.pv.as_deref()), (None, None, None), "{junk}");
            assert!(info.numbers.iter().all(Option::is_none), "{junk}");
        }
        assert_eq!(read(&["multipv 99999999999999999999"]).line(), 0);
        assert_eq!(read(&["multipv 0"]).line(), 0);
        assert_eq!(read(&["multipv 3"]).line(), 2);
        let info = read(&["depth 3 string score cp 5 pv e2e4"]);
        assert_eq!((info.score, info.string.as_deref()), (None, Some("score cp 5 pv e2e4")));
    }

    #[test]
    fn a_line_of_play_ends_before_an_illegal_move() {
        let start = Position::standard();
        let moves = |line| {
            read(&[line]).moves(&start).iter().map(|(_, m)| m.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(moves("depth 1 pv e2e4 e7e5 e4e5 g1f3"), ["e2e4", "e7e5"]);
        assert!(moves("depth 1 pv 0000").is_empty());
    }
}
