//! The methods of `GameNode` for the commands in its comment: clocks, evaluations, arrows.

use super::classes::{GameNode, View};
use crate::pgn::tree::{Arrow, Eval, Score};
use crate::python::package::arrow_list;
use crate::python::prelude::*;
use crate::types::{MATE, MAX_CENTIPAWNS};

/// Checks a time in seconds.
fn finite_seconds(seconds: Option<f64>) -> PyResult<Option<f64>> {
    match seconds {
        Some(seconds) if !seconds.is_finite() => {
            Err(ArgumentError::new_err(format!("a time must be finite, not {seconds}")))
        }
        seconds => Ok(seconds),
    }
}

/// Returns a score of an evaluation of `Games`.
fn score_of(eval: i32) -> Score {
    match eval.abs() {
        size if size > MAX_CENTIPAWNS => {
            Score::Mate(i64::from(eval.signum()) * i64::from(MATE - size))
        }
        _ => Score::Centipawns(i64::from(eval)),
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl GameNode {
    /// Returns the evaluation of the position: the first `[%eval ...]` of the comment.
    ///
    /// If the game was read with `annotations="engine"`, it may also be one that Cutechess or fastchess
    /// wrote, such as `{+0.53/14 47s}`; `eval_depth` and `emt` are then its depth and move time.
    ///
    /// Returns:
    ///     An `enroque.engine.PovScore` in the view of the side to move; `None` without an evaluation.
    ///
    /// Example:
    ///     >>> import io
    ///     >>> from enroque import pgn
    ///     >>> node = pgn.read_game(io.StringIO("1. e4 {[%eval 0.25,20] [%clk 0:02:59]} *")).next()
    ///     >>> node.eval(), node.eval_depth(), node.clock()
    ///     (PovScore(Cp(-25), BLACK), 20, 179.0)
    fn eval<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<package::PovScore<'py>>> {
        let py = slf.py();
        let (eval, report) = {
            let (node, tree) = (slf.get(), slf.get().lock());
            (tree.eval(node.id), tree.engine_report(node.id))
        };
        // White's view, or that of the player of the move
        let (score, is_of_white) = match (eval, report) {
            (Some(eval), _) => (eval.score, true),
            (None, Some(report)) => (score_of(report.eval), false),
            (None, None) => return Ok(None),
        };
        let turn: bool = slf.as_any().call_method0("turn")?.extract()?;
        let sign = if is_of_white && turn { 1 } else { -1 };
        let score = match score {
            Score::Centipawns(cents) => package::Cp::new(py, (sign * cents,))?.0,
            Score::Mate(moves) => package::Mate::new(py, (sign * moves,))?.0,
        };
        package::PovScore::new(py, (score, turn)).map(Some)
    }

    /// Returns the depth in plies in the first `[%eval ...]` of the comment, or `None`.
    fn eval_depth(&self) -> Option<u64> {
        let tree = self.lock();
        match tree.eval(self.id) {
            Some(eval) => eval.depth,
            None => tree.engine_report(self.id).map(|report| u64::from(report.depth)),
        }
    }

    /// Replaces the first `[%eval ...]` of the comment, or appends one.
    ///
    /// Args:
    ///     score: an `enroque.engine.PovScore`; `None` removes the evaluation.
    ///     depth: the search depth in plies; `None` writes none.
    ///
    /// Raises:
    ///     TypeError: the score is not a `PovScore`.
    #[pyo3(signature = (score, depth = None))]
    fn set_eval(
        slf: &Bound<'_, Self>,
        score: Option<ScoreArgument<'_>>,
        depth: Option<i64>,
    ) -> PyResult<()> {
        let mut eval = None;
        if let Some(ScoreArgument(score)) = score {
            if !score.hasattr("white")? {
                return Err(wrong_type("score must be a PovScore", &score));
            }
            let white = score.call_method0("white")?;
            let depth = depth.map(|depth| depth.max(0) as u64);
            let cents: Option<i64> = white.call_method0("score")?.extract()?;
            let score = match cents {
                Some(cents) => Some(Score::Centipawns(cents)),
                // the command has no notation for a player who has been mated
                None => white
                    .call_method0("mate")?
                    .extract::<Option<i64>>()?
                    .filter(|&moves| moves != 0)
                    .map(Score::Mate),
            };
            eval = score.map(|score| Eval { score, depth });
        }
        GameNode::edit(slf, &[View::Comments], |tree, id| tree.set_eval(id, eval))
    }

    /// Returns the arrows and colored squares of `[%cal ...]` and `[%csl ...]`.
    ///
    /// Returns:
    ///     A list of `enroque.svg.Arrow`, in the order of the comment; a colored square has equal head and tail.
    fn arrows<'py>(&self, py: Python<'py>) -> PyResult<Vec<package::Arrow<'py>>> {
        let arrows = self.lock().arrows(self.id);
        arrow_list(py, arrows)
    }

    /// Replaces all arrows and colored squares of the comment.
    ///
    /// Args:
    ///     arrows: an iterable of `enroque.svg.Arrow`s or of pairs of squares, tail and head.
    ///
    /// Raises:
    ///     ArgumentError: an arrow has an invalid square or color.
    ///
    /// Example:
    ///     >>> from enroque import E2, E4, Move, pgn
    ///     >>> node = pgn.Game().add_variation(Move.from_uci("e2e4"))
    ///     >>> node.set_arrows([(E2, E4)])
    ///     >>> node.comment
    ///     '[%cal Ge2e4]'
    #[pyo3(signature = (arrows: "Iterable[Arrow | tuple[int, int]]"))]
    fn set_arrows(slf: &Bound<'_, Self>, arrows: &Bound<'_, PyAny>) -> PyResult<()> {
        let class = package::Arrow::class(slf.py())?;
        let mut core_arrows = Vec::new();
        let wrong = |object| wrong_type("arrows must be Arrows or pairs of squares", object);
        for arrow in arrows.try_iter().map_err(|_| wrong(arrows))? {
            let arrow = arrow?;
            let arrow = match arrow.extract::<(u8, u8)>() {
                Ok(squares) => class.call1(squares)?,
                Err(_) => arrow,
            };
            if !arrow.hasattr("pgn")? {
                return Err(wrong(&arrow));
            }
            let text: String = arrow.call_method0("pgn")?.extract()?;
            let read = Arrow::from_ascii(text.as_bytes());
            core_arrows.push(
                read.ok_or_else(|| ArgumentError::new_err(format!("invalid arrow {text:?}")))?,
            );
        }
        GameNode::edit(slf, &[View::Comments], |tree, id| tree.set_arrows(id, &core_arrows))
    }

    /// Returns the clock after the move in seconds, of the first `[%clk ...]`; or `None`.
    fn clock(&self) -> Option<f64> {
        self.lock().clock(self.id)
    }

    /// Replaces the first `[%clk ...]` of the comment, or appends one.
    ///
    /// Args:
    ///     seconds: the time on the clock in seconds, 0 if negative; `None` removes it.
    ///
    /// Raises:
    ///     ArgumentError: the time is infinite or NaN.
    fn set_clock(slf: &Bound<'_, Self>, seconds: Option<f64>) -> PyResult<()> {
        let seconds = finite_seconds(seconds)?;
        GameNode::edit(slf, &[View::Comments], |tree, id| tree.set_clock(id, seconds))
    }

    /// Returns the elapsed move time, in seconds: the first `[%emt ...]` of the comment, or `None`.
    fn emt(&self) -> Option<f64> {
        let tree = self.lock();
        let of_engine = || Some(f64::from(tree.engine_report(self.id)?.millis?) / 1000.0);
        tree.move_time(self.id).or_else(of_engine)
    }

    /// Replaces the first `[%emt ...]` of the comment, or appends one.
    ///
    /// Args:
    ///     seconds: the elapsed move time in seconds, 0 if negative; `None` removes it.
    ///
    /// Raises:
    ///     ArgumentError: the time is infinite or NaN.
    fn set_emt(slf: &Bound<'_, Self>, seconds: Option<f64>) -> PyResult<()> {
        let seconds = finite_seconds(seconds)?;
        GameNode::edit(slf, &[View::Comments], |tree, id| tree.set_move_time(id, seconds))
    }
}
