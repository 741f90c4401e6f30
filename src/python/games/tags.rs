//! PGN tags of games, and games with other evaluations.

use pyo3::sync::PyOnceLock;
use pyo3::types::PyMapping;

use super::Games;
use super::hints::TagsArgument;
use crate::columns::evals_of_positions;
use crate::games::{PlyColumns, TagValues};
use crate::python::arguments::{explained, extract};
use crate::python::positions::Positions;
use crate::python::prelude::*;
use crate::python::tablebase::tables_of;
use crate::types::NO_EVAL;

/// The values of a tag: a text or `None`, or one of these for each game.
fn values(name: &str, object: &Bound<'_, PyAny>, games: usize) -> PyResult<TagValues> {
    if object.is_none() || object.is_instance_of::<PyString>() {
        return Ok(TagValues::Same(object.extract()?));
    }
    let rule = format!("the tag {name} must be a text, None, or a sequence of these");
    let iterator = object
        .try_iter()
        .map_err(|error| explained(error, object, |kind| format!("{rule}, not {kind}")))?;
    let mut values = Vec::new();
    for value in iterator {
        let value = value?;
        if values.len() == games {
            let message = format!("the tag {name} has more than {games} values for {games} games");
            return Err(ArrayError::new_err(message));
        }
        let text = value
            .extract::<Option<String>>()
            .map_err(|error| explained(error, &value, |kind| format!("{rule}, not of {kind}")))?;
        values.push(text);
    }
    Ok(TagValues::Each(values))
}

impl Games {
    /// Returns the tags of a game.
    pub(super) fn tags<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyDict>> {
        let (headers, tags) = (self.games.headers(), PyDict::new(py));
        let unset = || headers.names().map(|_| PyOnceLock::new()).collect();
        let names: &[_] = self.name_objects.get_or_init(unset);
        for (number, value) in headers.numbered(game) {
            let number = number as usize;
            let text = || headers.names().nth(number).unwrap_or_default();
            let name = names[number].get_or_init(py, || PyString::new(py, text()).unbind());
            tags.set_item(name, PyString::from_bytes(py, value)?)?;
        }
        Ok(tags)
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the values of one PGN tag.
    ///
    /// Args:
    ///     name: the name of the tag.
    ///     default: the value for a game without the tag.
    ///
    /// Returns:
    ///     A value for each game; the last one if the tag is repeated.
    ///
    /// Raises:
    ///     ArgumentError: no game has the tag, and a tag with this name in other capitals is there.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0 [Black "B"] 1. d4 *')
    ///     >>> games.tag_values("White", default="?")
    ///     ['A', '?']
    #[pyo3(signature = (name, *, default = None))]
    fn tag_values(&self, name: &str, default: Option<&str>) -> PyResult<Vec<Option<String>>> {
        let values = || self.games.headers().column(name);
        if values().all(|value| value.is_none())
            && let Some(other) =
                self.tag_names().iter().find(|other| other.eq_ignore_ascii_case(name))
        {
            let message = format!("no game has the tag {name:?}: did you mean {other:?}?");
            return Err(ArgumentError::new_err(message));
        }
        Ok(values().map(|value| value.or(default).map(str::to_owned)).collect())
    }

    /// The names of all PGN tags that occur in a game.
    #[getter]
    fn tag_names(&self) -> Vec<String> {
        let headers = self.games.headers();
        let used = |name: &&str| headers.column(name).any(|value| value.is_some());
        headers.names().filter(used).map(str::to_owned).collect()
    }

    /// Returns the games with other PGN tags.
    ///
    /// A tag that a game has keeps its place, new ones come last. `WhiteElo` and `BlackElo` change
    /// the columns of ratings.
    ///
    /// Args:
    ///     tags: a value for each tag name: a text for all games, `None` to remove the tag, or a
    ///         sequence with a text or `None` for each game.
    ///
    /// Returns:
    ///     New `Games`; the moves are copied.
    ///
    /// Raises:
    ///     ArgumentError: a name cannot be that of a tag, or is `FEN`, `SetUp`, `Variant` or
    ///         `Result`, which follow from the games (a `ValueError`).
    ///     ArrayError: there is not one value for each game.
    ///     TypeError: a value is neither a text nor `None`.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0 [White "B"] 1. d4 *')
    ///     >>> games = games.with_tags({"Event": "Match", "White": None, "Round": ["1", "2"]})
    ///     >>> games.tag_names, games.tag_values("Round")
    ///     (['Event', 'Round'], ['1', '2'])
    #[pyo3(signature = (tags, /))]
    fn with_tags(&self, py: Python<'_>, tags: TagsArgument<'_>) -> PyResult<Games> {
        let items = extract::<Bound<'_, PyMapping>>(&tags.0, "tags")?.items()?;
        let mut names = Vec::with_capacity(items.len());
        for item in items.iter() {
            let pair = item.cast::<PyTuple>()?;
            let name: String = extract(&pair.get_item(0)?, "the name of a tag")?;
            let values = values(&name, &pair.get_item(1)?, self.games.len())?;
            names.push((name, values));
        }
        let core = self.core();
        let games = detach(py, || {
            let mut games = (*core).clone();
            let tags: Vec<_> = names.iter().map(|(name, values)| (&name[..], values)).collect();
            games.set_tags(&tags).map(|()| games)
        })?;
        Ok(Games::new(games))
    }

    /// Returns the same games with the evaluations of a table of positions.
    ///
    /// Positions are the same by their keys: pieces, side to move, castling rights and legal en
    /// passant, not clocks. Of several evaluations of a position the first of the deepest is taken.
    /// `evals` has evaluations after moves: that of a start position has no place there.
    ///
    /// Args:
    ///     positions: the table, such as a batch of `Positions.stream`.
    ///     replace: whether the table's evaluations replace those that the games have; else they fill
    ///         only those that are missing.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     The games, whose `eval_count` is the number of moves that now have an evaluation.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 *")
    ///     >>> table = b"FEN,Evaluation\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,+34\n"
    ///     >>> evaluated = games.with_evals(enroque.Positions.read(table))
    ///     >>> evaluated.eval_count, evaluated.evals[0]
    ///     (1, np.int32(34))
    #[pyo3(signature = (positions, *, replace = false, threads = None))]
    fn with_evals(
        &self,
        py: Python<'_>,
        positions: &Positions,
        replace: bool,
        threads: Option<Threads>,
    ) -> PyResult<Games> {
        let (games, positions) = (self.core(), positions.core());
        let evals =
            interruptible(py, threads, |run| evals_of_positions(&games, &positions, replace, run))?;
        self.replaced(py, PlyColumns { evals: Some(evals), ..PlyColumns::default() })
    }

    /// Returns the same games with the results of endgame tables.
    ///
    /// A game gets the result of its first position whose result the tables state by the 50-move
    /// rule, as if it had been adjudicated there: wins and losses just after a capture or pawn move
    /// (or at the start of the game), draws always. Other games keep their result. Moves and tags do
    /// not change, and `self` keeps the results as played.
    ///
    /// Args:
    ///     tablebase: an `enroque.tablebase.Tablebase`.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     The games, in their order.
    ///
    /// Raises:
    ///     FileFormatError: a table is damaged.
    #[pyo3(signature = (tablebase, *, threads = None))]
    fn rescore(
        &self,
        py: Python<'_>,
        tablebase: TablebaseArgument<'_>,
        threads: Option<Threads>,
    ) -> PyResult<Games> {
        let (games, tables) = (self.core(), tables_of(&tablebase.0)?);
        interruptible(py, threads, |run| games.rescored(&tables, run)).map(Games::new)
    }

    /// The number of moves with an evaluation.
    #[getter]
    fn eval_count(&self) -> usize {
        let evals = self.core();
        evals.evals().map_or(0, |evals| evals.iter().filter(|&&eval| eval != NO_EVAL).count())
    }
}
