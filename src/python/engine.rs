//! Engine processes and their searches, for the classes of `enroque.engine`.

use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use numpy::PyReadonlyArray2;
use pyo3::exceptions::PyOSError;
use pyo3::import_exception;

use super::board::{BoardArgument, BoardState, dialect, to_python_move};
use super::errors::{ClosedError, io_error};
use super::moves::Move;
use crate::engine::{
    Answer, Batch, Bound as ScoreBound, EngineError as CoreEngineError, Info, NUMBERS, Pool, Score,
    Settings, Task, fen_of, push_end_label, push_labels,
};
use crate::notation::uci::{self, CastlingDialect};
use crate::pool::Run;
use crate::position::Position;
use crate::positions::PackedPosition;
use crate::python::prelude::*;
use crate::rules::Game;
use crate::types::{Color, Move as CoreMove};

import_exception!(enroque.errors, EngineError);

/// The number of positions that wait for each engine.
const WAITING: usize = 64;

impl From<CoreEngineError> for PyErr {
    fn from(error: CoreEngineError) -> PyErr {
        match error {
            CoreEngineError::Start { program, error } => match error.raw_os_error() {
                Some(number)
                    if error.kind() == std::io::ErrorKind::NotFound
                        && !program.contains(['/', '\\']) =>
                {
                    PyOSError::new_err((number, "no such program on PATH", program))
                }
                _ => io_error(error, program),
            },
            CoreEngineError::Failed(message) => EngineError::new_err(message),
            CoreEngineError::Closed => ClosedError::new_err("the engine is closed"),
        }
    }
}

/// Engine processes that run one program.
///
/// Args:
///     words: the program and its arguments.
///     workers: the largest number of processes.
///     attempts: the number of attempts for each position.
#[pyclass(frozen)]
pub(super) struct EngineProcesses(Arc<Pool>);

/// Searches with the same limits.
#[pyclass(frozen)]
pub(super) struct EngineBatch {
    pool: Arc<Pool>,
    batch: Arc<Batch>,
    workers: usize,
    /// The positions to label, and the number of those that were submitted.
    packed: Vec<PackedPosition>,
    submitted: Mutex<usize>,
    /// The first error, which is raised after the results before it were returned.
    error: Mutex<Option<CoreEngineError>>,
}

#[pymethods(crate = "crate::python::named_arguments")]
impl EngineProcesses {
    #[new]
    fn new(
        py: Python<'_>,
        words: Items<String>,
        workers: usize,
        attempts: usize,
    ) -> PyResult<EngineProcesses> {
        let start = |run: Run<'_>| Pool::start(words.0, workers, attempts, run.stop);
        interruptible(py, None, start).map(|pool| EngineProcesses(Arc::new(pool)))
    }

    /// Returns `name` and `author`.
    fn id<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let (identity, id) = (self.0.identity(), PyDict::new(py));
        for (key, value) in [("name", identity.name), ("author", identity.author)] {
            if !value.is_empty() {
                id.set_item(key, value)?;
            }
        }
        Ok(Attributes(id))
    }

    /// Returns the options as the engine reported them.
    fn options(&self) -> Vec<String> {
        self.0.identity().options
    }

    /// Returns the identifiers of the processes that run.
    fn pids(&self) -> Vec<u32> {
        self.0.pids()
    }

    /// Sets an option for all later searches.
    ///
    /// Args:
    ///     name: the name.
    ///     line: the command that sets it.
    fn configure(&self, name: &str, line: String) {
        self.0.configure(name, line);
    }

    /// Returns a batch of searches.
    ///
    /// Args:
    ///     go: the limits, as `go` has them.
    ///     workers: the number of processes.
    ///     multipv: the number of lines of play.
    ///     new_game: whether engines clear the state of earlier searches.
    ///     seconds: the time after which an engine hangs; `None` for no limit.
    ///     needs_score: whether an answer without an evaluation is an error.
    ///     packed: packed positions to label, `(positions, 32)`.
    #[pyo3(signature = (go, *, workers, multipv, new_game, seconds, needs_score, packed = None))]
    fn batch(
        &self,
        go: String,
        workers: usize,
        multipv: usize,
        new_game: bool,
        seconds: Option<f64>,
        needs_score: bool,
        packed: Option<AnyArrayArgument<'_>>,
    ) -> PyResult<EngineBatch> {
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let settings = Settings { go, multipv, new_game, time, needs_score };
        let damaged = |_| FileFormatError::new_err("a packed position is damaged");
        let packed = match &packed {
            Some(rows) => {
                let rows: PyReadonlyArray2<'_, u8> = rows.0.extract()?;
                let rows = rows.as_slice()?.as_chunks::<32>().0.iter();
                rows.map(|row| PackedPosition::from_bytes(*row)).collect::<Result<_, _>>()
            }
            None => Ok(Vec::new()),
        };
        Ok(EngineBatch {
            pool: Arc::clone(&self.0),
            batch: Batch::new(settings),
            workers,
            packed: packed.map_err(damaged)?,
            submitted: Mutex::default(),
            error: Mutex::default(),
        })
    }

    /// Ends the processes.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.0.close());
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl EngineBatch {
    /// Adds a board, with its moves.
    ///
    /// Args:
    ///     number: the number of the search.
    ///     board: the board.
    fn push(&self, number: usize, board: BoardArgument<'_>) -> PyResult<()> {
        let (text, position, chess960) = {
            let state = board.0.lock();
            let (game, chess960) = (state.game()?, state.is_chess960());
            (position_command(game, dialect(chess960)), *game.position(), chess960)
        };
        let task = Task { number, position, chess960, text: Some(text) };
        Ok(self.pool.submit(&self.batch, [task])?)
    }

    /// Waits for at least one result, and returns the number, the reports, the best move and the
    /// expected answer of each.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<AnyObject<'py>> {
        let done = self.wait(py, 1)?;
        let results = PyList::empty(py);
        for (task, answer) in done {
            let position = &task.position;
            let dialect = dialect(task.chess960);
            let infos = answer.infos.iter().map(|info| report(py, info, position, dialect));
            let infos = infos.collect::<PyResult<Vec<_>>>()?;
            let object = |position: &Position, m: CoreMove| {
                Move::object(py, to_python_move(position, m, dialect))
            };
            let best = answer.best.map(|m| object(position, m)).transpose()?;
            let ponder = match (answer.best, answer.ponder) {
                (Some(best), Some(m)) => Some(object(&position.after(best), m)?),
                _ => None,
            };
            results.append((task.number, infos, best, ponder))?;
        }
        Ok(AnyObject(results.into_any()))
    }

    /// Returns the numbers of positions that were labeled since the last call, and their labels as
    /// bytes, one or several a position; no numbers at the end.
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<(Array<'py, i64>, Bound<'py, PyBytes>)> {
        let (mut numbers, mut records) = (Vec::new(), Vec::new());
        let mut tasks = Vec::new();
        let mut submitted = locked(&self.submitted);
        let free = (WAITING * self.workers).saturating_sub(self.batch.pending());
        while *submitted < self.packed.len() && tasks.len() < free && numbers.len() < 4096 {
            let (number, packed) = (*submitted, &self.packed[*submitted]);
            *submitted += 1;
            let Some(position) = packed.position() else { continue };
            if push_end_label(&mut records, packed, &position) {
                numbers.push(number as i64);
                continue;
            }
            let chess960 = !position.has_standard_castling();
            tasks.push(Task { number, position, chess960, text: None });
        }
        drop(submitted);
        if locked(&self.error).is_none() {
            self.pool.submit(&self.batch, tasks)?;
        }
        if numbers.is_empty() {
            for (task, answer) in self.wait(py, WAITING * self.workers / 2)? {
                let before = records.len();
                push_labels(&mut records, &self.packed[task.number], &task.position, &answer);
                let lines = (records.len() - before) / crate::engine::LABEL_BYTES;
                numbers.extend(std::iter::repeat_n(task.number as i64, lines));
            }
        }
        Ok((Array(numpy_api::from_vec(py, numbers)), PyBytes::new(py, &records)))
    }

    /// Cancels the searches, and waits until they end.
    fn cancel(&self, py: Python<'_>) {
        py.detach(|| self.pool.cancel(&self.batch));
    }
}

impl EngineBatch {
    /// Waits for results; raises the first error.
    fn wait(&self, py: Python<'_>, wanted: usize) -> PyResult<Vec<(Task, Answer)>> {
        let done = interruptible(py, None, |run| {
            Ok::<_, PyErr>(self.pool.wait(&self.batch, wanted, run.stop))
        })?;
        let mut error = locked(&self.error);
        let mut answers = Vec::new();
        for (task, result) in done {
            match result {
                Ok(answer) => answers.push((task, answer)),
                Err(failed) => *error = error.take().or(Some(failed)),
            }
        }
        match error.take_if(|_| answers.is_empty()) {
            Some(error) => Err(error.into()),
            None => Ok(answers),
        }
    }
}

/// The command of a game's position with the moves before it, from the last null move.
fn position_command(game: &Game, dialect: CastlingDialect) -> String {
    let first = game.moves().iter().rposition(Option::is_none).map_or(0, |at| at + 1);
    let start = game.position_at(first).unwrap_or(game.position());
    let mut text = if *start == Position::standard() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", fen_of(start, dialect == CastlingDialect::Chess960))
    };
    for (ply, m) in game.moves().iter().enumerate().skip(first) {
        let (Some(m), Some(position)) = (m, game.position_at(ply)) else { continue };
        let before = if ply == first { " moves " } else { " " };
        let _ = write!(text, "{before}{}", uci::write(position, *m, dialect));
    }
    text
}

/// A report as a dict with the keys of `InfoDict`; the score is (is it a mate, number, White's view).
fn report<'py>(
    py: Python<'py>,
    info: &Info,
    position: &Position,
    dialect: CastlingDialect,
) -> PyResult<Bound<'py, PyDict>> {
    let report = PyDict::new(py);
    let turn = position.turn() == Color::White;
    match info.score {
        Some(Score::Cp(cp)) => report.set_item("score", (false, cp, turn))?,
        Some(Score::Mate(moves)) => report.set_item("score", (true, moves, turn))?,
        None => {}
    }
    match info.bound {
        Some(ScoreBound::Lower) => report.set_item("lowerbound", true)?,
        Some(ScoreBound::Upper) => report.set_item("upperbound", true)?,
        None => {}
    }
    if let Some(wdl) = info.wdl {
        report.set_item("wdl", (wdl, turn))?;
    }
    for (name, value) in NUMBERS.iter().zip(info.numbers) {
        match value {
            Some(value) if *name == "time" => report.set_item(name, value as f64 / 1000.0)?,
            Some(value) => report.set_item(name, value)?,
            None => {}
        }
    }
    let object =
        |(before, m): &(Position, CoreMove)| Move::object(py, to_python_move(before, *m, dialect));
    if info.pv.is_some() {
        let moves = info.moves(position);
        report.set_item("pv", moves.iter().map(object).collect::<PyResult<Vec<_>>>()?)?;
    }
    if let Some(m) = info.currmove.as_deref().and_then(|text| uci::read(position, text).ok()) {
        report.set_item("currmove", object(&(*position, m))?)?;
    }
    if let Some(string) = &info.string {
        report.set_item("string", &**string)?;
    }
    Ok(report)
}
