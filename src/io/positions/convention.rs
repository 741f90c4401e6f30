//! Options of reading positions: what a format does not fix.

use std::fmt;

use super::role::Role;
use crate::named_enum::named_enum;
use crate::positions::OnRowError;

named_enum! {
    /// From whose view evaluations and results are.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Perspective {
        /// White's.
        White = "white",
        /// That of the side to move.
        SideToMove = "side_to_move",
    }
}

named_enum! {
    /// The unit of evaluations.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Unit {
        /// Centipawns; mates as `#3`, `#-3`, `M3`.
        Centipawns = "cp",
        /// Pawns, with a decimal point; mates as above.
        Pawns = "pawns",
        /// The probability of winning plus half of that of a draw, 0 to 1.
        Probability = "probability",
    }
}

named_enum! {
    /// The evaluation to read of several of a position.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Evaluation {
        #[default]
        /// The one with the largest depth; of these, the one with most lines, then with most nodes.
        Deepest = "deepest",
        /// The one with the most nodes; of these, the deepest.
        MostNodes = "most_nodes",
        /// Each, as a separate row.
        All = "all",
    }
}

named_enum! {
    /// The meaning of the opcode `c9` of EPD, which suites use differently.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum C9 {
        #[default]
        /// It is not read.
        Ignore = "ignore",
        /// The result of the game, as in quiet-labeled.epd.
        Result = "result",
    }
}

named_enum! {
    /// A text format of positions.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum PositionFormat {
        /// One FEN a line.
        Fens = "fens",
        /// A table with a header.
        Csv = "csv",
        /// Lichess's evaluations, one JSON object a line.
        Jsonl = "jsonl",
        /// EPD.
        Epd = "epd",
        /// bullet's text: `FEN | score | result`.
        Bullet = "bullet",
        /// Ethereal's text: `FEN [result] score`.
        Ethereal = "ethereal",
        /// Stockfish's text, six lines a position.
        Plain = "plain",
    }
}

/// The convention of evaluations and results given explicitly, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Convention {
    /// The view.
    pub perspective: Option<Perspective>,
    /// The unit.
    pub unit: Option<Unit>,
}

/// Options of reading positions.
#[derive(Clone, Debug, Default)]
pub struct PositionOptions {
    /// The format; `None` to recognize it by its text.
    pub format: Option<PositionFormat>,
    /// The names of the columns of a table, by role; empty to recognize them.
    pub columns: Vec<(Role, String)>,
    /// The convention, required for formats that do not fix it.
    pub convention: Convention,
    /// The evaluations to read.
    pub evaluation: Evaluation,
    /// Whether whole lines are read, not only their first move.
    pub lines: bool,
    /// The meaning of the opcode `c9` of EPD.
    pub c9: C9,
    /// The handling of rows that cannot be read.
    pub on_error: OnRowError,
}

/// A problem of a source, and the options of the call that solve it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FormatProblem {
    /// The problem, without the advice.
    pub problem: String,
    /// The options to pass, each with values that it takes: for `columns`, `role=name`.
    pub options: Vec<(&'static str, Vec<String>)>,
}

impl FormatProblem {
    /// Adds an option.
    pub(super) fn pass(
        mut self,
        option: &'static str,
        values: impl IntoIterator<Item = impl Into<String>>,
    ) -> FormatProblem {
        self.options.push((option, values.into_iter().map(Into::into).collect()));
        self
    }

    /// The advice at the end of the message: the arguments of Python to pass.
    pub fn hint(&self) -> String {
        let argument = |(name, values): &(&str, Vec<String>)| match (*name, values.last()) {
            ("columns", Some(value)) => {
                let (role, column) = value.split_once('=').unwrap_or_default();
                let column =
                    if column == "..." { column.to_owned() } else { format!("{column:?}") };
                format!("columns={{{role:?}: {column}, ...}}, the names of the columns by role")
            }
            (_, None) => format!("{name}="),
            _ => {
                let values: Vec<_> = values.iter().map(|value| format!("{value:?}")).collect();
                format!("{name}={}", values.join(" or "))
            }
        };
        let arguments: Vec<_> = self.options.iter().map(argument).collect();
        if arguments.is_empty() { String::new() } else { format!("pass {}", arguments.join(", ")) }
    }
}

impl<T: Into<String>> From<T> for FormatProblem {
    fn from(problem: T) -> FormatProblem {
        FormatProblem { problem: problem.into(), options: Vec::new() }
    }
}

impl fmt::Display for FormatProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.options.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", self.problem, self.hint())
    }
}
