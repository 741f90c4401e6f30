//! Methods that are written in Python: each calls a function of the package with the object and the
//! arguments. That they are methods of the class shows them to type checkers and in `help`.

use super::arena::Arena;
use super::board::{BaseBoard, Board};
use super::encodings::{Encoding, Policy};
use super::games::{GameView, Games, LoadedGames};
use super::legal_moves::LegalMoveGenerator;
use super::loader::Loader;
use super::pgn::{Game, GameNode, VisitorArgument};
use super::piece::Piece;
use super::positions::{Positions, SortedPositions};
use super::square_set::SquareSet;
use super::trees::TreeSearch;
use crate::python::prelude::*;

/// Defines methods: documentation, arguments, of which those after a semicolon are keywords, type of
/// the result, module, and function.
macro_rules! methods {
    ($($class:ident {$(
        $(#[$attribute:meta])*
        $name:ident $((
            $($positional:ident: $type:ty $(= $default:tt)?),*
            $(; $($keyword:ident: $keyword_type:ty = $keyword_default:tt),+)?
        ))? -> $result:ident = $module:literal: $function:literal;
    )*})*) => {$(
        #[pymethods(crate = "crate::python::named_arguments")]
        impl $class {$(
            $(#[$attribute])*
            #[pyo3(signature = (
                $($($positional $(= $default)?,)* $(*, $($keyword = $keyword_default),+)?)?
            ))]
            fn $name<'py>(
                slf: &Bound<'py, Self>,
                $($($positional: $type,)* $($($keyword: $keyword_type),+)?)?
            ) -> PyResult<$result<'py>> {
                let function = slf.py().import($module)?.getattr($function)?;
                let arguments = (slf, $($($positional,)*)?);
                let keywords = pyo3::types::PyDict::new(slf.py());
                $($($(keywords.set_item(stringify!($keyword), $keyword)?;)+)?)?
                function.call(arguments, Some(&keywords)).map($result)
            }
        )*}
    )*};
}

/// Defines static methods, as [`methods`] does; keywords are passed on as such.
macro_rules! static_methods {
    ($($class:ident {$(
        $(#[doc = $doc:tt])*
        $(#[pyo3 $option:tt])?
        $name:ident [$first:ident: $first_type:ty] ($($argument:ident: $type:ty = $default:tt),*)
            -> $result:ident = $module:literal: $function:literal;
    )*})*) => {$(
        #[pymethods(crate = "crate::python::named_arguments")]
        impl $class {$(
            $(#[doc = $doc])*
            $(#[pyo3 $option])?
            #[staticmethod]
            #[pyo3(signature = ($first, *, $($argument = $default),*))]
            fn $name<'py>(
                py: Python<'py>,
                $first: $first_type,
                $($argument: $type),*
            ) -> PyResult<$result<'py>> {
                let options = pyo3::types::PyDict::new(py);
                $(options.set_item(stringify!($argument), $argument)?;)*
                let function = py.import($module)?.getattr($function)?;
                function.call(($first,), Some(&options)).map($result)
            }
        )*}
    )*};
}

pub(super) use {methods, static_methods};

methods! {
    BaseBoard {
        /// Returns an SVG image of the board, for notebooks.
        _repr_svg_ -> Text = "enroque.svg": "_show";
    }
    Board {
        /// Returns the position and its history as a board of python-chess, which must be installed.
        to_chess -> ChessBoardObject = "enroque._compatibility.boards": "to_chess";
    }
    Piece {
        /// Returns an SVG image of the piece, for notebooks.
        _repr_svg_ -> Text = "enroque.svg": "_show_piece";
    }
    SquareSet {
        /// Returns an SVG image of a board with the squares marked, for notebooks.
        _repr_svg_ -> Text = "enroque.svg": "_show_squares";
    }
    GameView {
        /// Returns the game as PGN, with its evaluations, clocks, times and arrows.
        ///
        /// Example:
        ///     >>> print(enroque.Games.from_pgn(b'[White "A"] 1. e4 {[%eval 0.32]} *')[0].pgn(), end="")
        ///     [White "A"]
        ///     <BLANKLINE>
        ///     1. e4 { [%eval 0.32] } *
        ///     <BLANKLINE>
        pgn -> Text = "enroque._files.pgn": "text_of";
        /// Returns the game as a tree, with its tags, evaluations, clocks, times and arrows.
        ///
        /// Example:
        ///     >>> game = enroque.Games.from_pgn(b"1. e4 {[%eval 0.32]} e5 1-0")[0].to_game()
        ///     >>> game.next().eval().white().score(), game.headers["Result"]
        ///     (32, '1-0')
        to_game -> GameTree = "enroque.pgn._reading": "game_of";
        /// Returns an SVG image of the last position and its last move, for notebooks.
        _repr_svg_ -> Text = "enroque.svg": "_show_game";
        /// Returns an interactive viewer, for notebooks.
        _repr_mimebundle_(;
            include: Option<Bound<'py, PyAny>> = None, exclude: Option<Bound<'py, PyAny>> = None
        ) -> AnyObject = "enroque.viewer": "_bundle";
    }
    Game {
        /// Returns an interactive viewer, for notebooks.
        _repr_mimebundle_(;
            include: Option<Bound<'py, PyAny>> = None, exclude: Option<Bound<'py, PyAny>> = None
        ) -> AnyObject = "enroque.viewer": "_bundle";
    }
    Games {
        /// Returns a table for pandas, which must be installed, with a row for each game.
        ///
        /// Its columns are the tags, `chess960`, `broken`, `result`, `white_elo`, `black_elo`, `plies`
        /// and `date`, as the attributes of the same names, `opening_name`, by position as
        /// `openings` has it, empty for none, and `moves`.
        ///
        /// Args:
        ///     moves: the notation of the column `moves`, `"san"` or `"uci"`; `None` for no such column.
        ///     tags: the names of the tags; `None` for all that a game has.
        ///
        /// Returns:
        ///     A `pandas.DataFrame`.
        ///
        /// Raises:
        ///     ArgumentError: `moves` is another text.
        ///     ImportError: pandas is not installed.
        ///
        /// Example:
        ///     >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0')
        ///     >>> table = games.to_pandas(moves="san", tags=["White"])  # doctest: +SKIP
        ///     >>> table[["White", "result", "moves"]].values.tolist()  # doctest: +SKIP
        ///     [['A', 1, 'e4 e5']]
        to_pandas(; moves: Option<&str> = None, tags: Option<Vec<String>> = None) -> AnyObject
            = "enroque._model.games": "to_pandas";
        /// Returns Lichess's accuracy of White and of Black in each game, float64, `(games, 2)`: 0 to 100.
        ///
        /// The accuracy of a move falls with `win_percent_lost` (lichess.org/page/accuracy); that of a game
        /// is the mean of the average by volatility, the standard deviation of the win percentages
        /// around the move, and of the harmonic mean. It is what Lichess shows, not rounded, but for
        /// games that were set up, whose first move it compares with 15 centipawns, and for gaps
        /// between evaluations, whose moves are not counted here.
        ///
        /// Args:
        ///     threads: the number of threads; `None` for all cores.
        ///
        /// Returns:
        ///     A row for each game; NaN for a player without evaluated moves.
        ///
        /// Example:
        ///     >>> games = enroque.Games.from_pgn(b"1. f3 {[%eval -0.85]} e5 {[%eval -0.85]} 2. g4 *")
        ///     >>> games.accuracy().round(1)
        ///     array([[ 67.1, 100. ]])
        accuracy(; threads: Option<Threads> = None) -> AnyArray
            = "enroque._model.games": "accuracy";
        /// Returns the average centipawn loss of White and of Black in each game, float64, `(games, 2)`.
        ///
        /// As on Lichess, not rounded: evaluations and mates are limited to 1,000 centipawns, and the
        /// start position has 15, unless it was set up. Moves without an evaluation before and after
        /// them are not counted.
        ///
        /// Args:
        ///     threads: the number of threads; `None` for all cores.
        ///
        /// Returns:
        ///     A row for each game; NaN for a player without evaluated moves.
        ///
        /// Example:
        ///     >>> games = enroque.Games.from_pgn(b"1. f3 {[%eval -0.85]} e5 {[%eval -0.85]} 2. g4 *")
        ///     >>> games.acpl()
        ///     array([[100.,   0.]])
        acpl(; threads: Option<Threads> = None) -> AnyArray = "enroque._model.games": "acpl";
        /// Returns a table for Polars, which must be installed, with a row for each game.
        ///
        /// Args:
        ///     moves: the notation of the column `moves`, as in `to_pandas`.
        ///     tags: the names of the tags; `None` for all that a game has.
        ///
        /// Returns:
        ///     A `polars.DataFrame` with the columns of `to_pandas`.
        ///
        /// Raises:
        ///     ArgumentError: `moves` is another text.
        ///     ImportError: Polars is not installed.
        to_polars(; moves: Option<&str> = None, tags: Option<Vec<String>> = None) -> AnyObject
            = "enroque._model.games": "to_polars";
        /// Returns a summary: counts of games and results, and quantiles of plies and ratings.
        ///
        /// Of numbers, `count` is that of games with a value.
        ///
        /// Example:
        ///     >>> from enroque.data import example_games
        ///     >>> described = example_games().describe()
        ///     >>> described["games"], described["chess960"], described["plies"]["median"]
        ///     (118, 38, 71)
        describe -> AnyDict = "enroque._display.summaries": "describe_games";
        /// Returns the indices that sort the games.
        ///
        /// The order is stable, also if it is descending.
        ///
        /// Args:
        ///     by: a column (`"white_elo"`, `"date"`, `"plies"`, ...), a PGN tag (`"White"`), an array
        ///         with a value for each game, or a list of these, the most significant first. Tags are
        ///         compared as text, empty if a game does not have the tag; unknown dates come last.
        ///     descending: whether the largest key comes first.
        ///
        /// Returns:
        ///     `(games,)` int64.
        ///
        /// Raises:
        ///     ArgumentError: `by` is an unknown column, or an empty list.
        ///     ArrayError: an array has another length.
        ///
        /// Example:
        ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 * 1. d4 * 1. c4 c5 2. Nc3 *")
        ///     >>> games.argsort("plies")
        ///     array([1, 0, 2])
        argsort(by: SortKey<'py>; descending: bool = false) -> AnyArray
            = "enroque._model.games": "order";
        /// Returns the games in sorted order.
        ///
        /// Args:
        ///     by: a column, a PGN tag, an array or a list of these, as in `argsort`.
        ///     descending: whether the largest key comes first.
        ///
        /// Raises:
        ///     ArgumentError: `by` is an unknown column, or an empty list.
        ///     ArrayError: an array has another length.
        ///
        /// Example:
        ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 * 1. d4 * 1. c4 c5 2. Nc3 *")
        ///     >>> games.sort("plies", descending=True).plies
        ///     array([3, 2, 1])
        sort(by: SortKey<'py>; descending: bool = false) -> LoadedGames
            = "enroque._model.games": "in_order";
        /// Returns the moves that were played in a position, with their results.
        ///
        /// The position counts whatever the order of the moves that led to it. A game counts once, with the
        /// move after the first occurrence of the position.
        ///
        /// Args:
        ///     board: a board or FEN; `None` for the start position. Chess960 is detected by the castling
        ///         rights of a FEN.
        ///     min_games: the least number of games of a move.
        ///     threads: the number of threads; `None` for all cores.
        ///
        /// Returns:
        ///     An `enroque.find.Explorer`.
        ///
        /// Raises:
        ///     ArgumentError: `min_games` is negative.
        ///     FenError: the FEN is invalid.
        ///     IllegalPositionError: the board's position is illegal.
        ///
        /// Example:
        ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 1-0 1. d4 0-1 1. e4 c5 1/2-1/2")
        ///     >>> for row in games.explorer():
        ///     ...     print(row.san, row.games, row.white, row.draws, row.black)
        ///     e4 2 1 1 0
        ///     d4 1 0 0 1
        explorer(
            board: Option<BoardOrFen<'py>> = None;
            min_games: Number = 1, threads: Option<Threads> = None
        ) -> ExplorerObject = "enroque._display.explorer": "explorer";
        /// Returns results, evaluations, castling and first moves by start position of Chess960.
        ///
        /// `enroque.chess960.by_start` also takes streams.
        ///
        /// Args:
        ///     standard: whether games of standard chess count as those of number 518.
        ///
        /// Raises:
        ///     ArgumentError: no game begins with a start position of Chess960.
        ///
        /// Example:
        ///     >>> from enroque.data import example_games
        ///     >>> example_games().by_start(standard=True).games[518].item()
        ///     80
        by_start(; standard: bool = false) -> StartResultsObject = "enroque.chess960": "by_start";
        /// Evaluates positions with a pool of engines, and returns the games with evaluations.
        ///
        /// The evaluations are those of `%eval` comments: `Games.evals`, from White's view. Every different
        /// position is evaluated once, without the moves before it, and with its halfmove clock. Checkmate
        /// and stalemate need no engine. With `nodes` or `depth` and engines of one thread, the result does
        /// not depend on the number of workers.
        ///
        /// Args:
        ///     command: the program, or the program and its arguments.
        ///     nodes: the number of nodes of each search; `None` for no limit.
        ///     depth: the depth of each search in plies; `None` for no limit.
        ///     time: the seconds of each search; `None` for no limit.
        ///     workers: the number of engine processes; `None` for the number of cores.
        ///     options: UCI options of every engine, such as `{"Hash": 64}`.
        ///     min_ply: the first ply to evaluate in each game; 0 is the start position.
        ///     max_ply: the last ply; `None` for the position after the last move.
        ///     every_n: evaluates every n-th ply from `min_ply` on.
        ///     positions: `(game, ply)`, two arrays of integers, `(positions,)`, instead of `min_ply`,
        ///         `max_ply` and `every_n`.
        ///     missing_only: whether to skip positions that have an evaluation.
        ///     search: whether to fill `search_values`, `search_wdl` and `search_nodes`, too, which needs
        ///         the option `UCI_ShowWDL`.
        ///     new_game: whether engines clear the state of earlier searches (`ucinewgame`). `False` saves
        ///         time for short searches, and the result depends on the order.
        ///     checkpoint: a file of evaluations; those in an existing file are reused. `None` for none.
        ///     timeout: seconds that a position may take beyond `time`.
        ///     retries: the number of further attempts for a position, with a new process, after an error.
        ///     progress: `True` for a progress bar, or a function that is called with the number of
        ///         different positions done, and of all.
        ///
        /// Returns:
        ///     The games with evaluations; those of other positions are unchanged.
        ///
        /// Raises:
        ///     ArgumentError: no limit, or an invalid one; or the checkpoint is of other settings.
        ///     ArrayError: `positions` are not two arrays of integers.
        ///     EngineError: the program does not speak UCI, lacks an option, or failed in all attempts.
        ///     FileFormatError: the checkpoint is damaged.
        ///     OutOfRangeError: a game or ply does not exist.
        ///
        /// Example:
        ///     >>> from enroque.data import example_games
        ///     >>> games = example_games().label("stockfish", nodes=10_000)  # doctest: +SKIP
        ///     >>> games.evals[:3]  # doctest: +SKIP
        ///     array([39, 27, 35], dtype=int32)
        label(
            command: EngineCommand<'py>;
            nodes: Option<Number> = None, depth: Option<Number> = None, time: Option<f64> = None,
            workers: Option<Number> = None, options: Option<EngineOptions<'py>> = None,
            min_ply: Number = 0, max_ply: Option<Number> = None, every_n: Number = 1,
            positions: Option<(ArrayLike<'py>, ArrayLike<'py>)> = None,
            missing_only: bool = false, search: bool = false, new_game: bool = true,
            checkpoint: Option<FilePath<'py>> = None, timeout: f64 = 60.0, retries: Number = 2,
            progress: ProgressArgument = false
        ) -> LoadedGames = "enroque.engine._label": "label_games";
        __reduce__ -> AnyObject = "enroque.npz._columns": "reduce";
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "games";
    }
    LegalMoveGenerator {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "legal_moves";
    }
    Encoding {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "encoding";
    }
    Policy {
        /// Returns the index of a move in `moves`; `Board.policy_index` has that of a legal move.
        ///
        /// Args:
        ///     move: a `Move` or UCI, from White's view.
        ///
        /// Raises:
        ///     ArgumentError: `moves` does not have the move, which may share the index of another one.
        ///
        /// Example:
        ///     >>> policy = enroque.Policy("lc0")
        ///     >>> policy.index("e2e4"), policy["e2e4"], policy.move(322)
        ///     (322, 322, Move.from_uci('e2e4'))
        index(r#move: MoveOrUci<'py>) -> Integer = "enroque._model.policies": "index_of";
        /// Returns the move of an index in `moves`; `Board.policy_move` has the legal move of an index.
        ///
        /// Args:
        ///     index: the index; negative from the end.
        ///
        /// Raises:
        ///     ArgumentError: the index has no single move.
        ///     OutOfRangeError: the index does not exist.
        r#move(index: Number) -> MoveObject = "enroque._model.policies": "move_of";
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "policy";
    }
    Loader {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "loader";
    }
    Positions {
        /// Returns a summary: counts of rows, errors, checks and results, and quantiles of numbers.
        ///
        /// Of a column with quantiles, `count` is the number of rows with a value; evaluations are
        /// White's, without mates, which are counted.
        ///
        /// Example:
        ///     >>> fens = ["4k3/8/8/8/8/8/8/4K2R w K -", "4k2R/8/8/8/8/8/8/4K3 b - -"]
        ///     >>> described = enroque.Positions.from_fens(fens).describe()
        ///     >>> described["rows"], described["in_check"], described["pieces"]["max"]
        ///     (2, 1, 3)
        describe -> AnyDict = "enroque._display.summaries": "describe_positions";
        /// Returns the table for pandas, which must be installed.
        ///
        /// Its columns are those of `__arrow_c_stream__`.
        ///
        /// Raises:
        ///     ImportError: pandas or pyarrow is not installed.
        to_pandas -> AnyObject = "enroque._files.positions": "to_pandas";
        /// Returns the table for Polars, which must be installed.
        ///
        /// Its columns are those of `__arrow_c_stream__`.
        ///
        /// Raises:
        ///     ImportError: Polars or pyarrow is not installed.
        to_polars -> AnyObject = "enroque._files.positions": "to_polars";
        /// Returns the rows in sorted order, which is stable; rows without a value come last.
        ///
        /// Args:
        ///     by: a column, such as `"rating"`, or an array with a number for each row.
        ///     descending: whether the largest value comes first.
        ///
        /// Raises:
        ///     ArgumentError: `by` is not a column of numbers of the table.
        ///     ArrayError: an array has another length.
        ///
        /// Example:
        ///     >>> from enroque.data import example_positions
        ///     >>> example_positions().sort("evals", descending=True).evals[:2]
        ///     array([999999, 999999], dtype=int32)
        sort(by: SortKey<'py>; descending: bool = false) -> SortedPositions
            = "enroque._model.positions": "in_order";
        /// Evaluates the positions with a pool of engines.
        ///
        /// Every different position is evaluated once, with its halfmove clock. Checkmate and stalemate
        /// need no engine. With `nodes` or `depth` and engines of one thread, the result does not depend
        /// on the number of workers. A checkpoint serves `Games.label` with the same settings, too.
        ///
        /// Args:
        ///     command: the program, or the program and its arguments.
        ///     nodes: the number of nodes of each search; `None` for no limit.
        ///     depth: the depth of each search in plies; `None` for no limit.
        ///     time: the seconds of each search; `None` for no limit.
        ///     workers: the number of engine processes; `None` for the number of cores.
        ///     options: UCI options of every engine, such as `{"Hash": 64}`.
        ///     multipv: the number of lines of play, up to 255; `None` for one.
        ///     wdl: whether engines report win, draw and loss, by the option `UCI_ShowWDL`.
        ///     new_game: whether engines clear the state of earlier searches (`ucinewgame`). `False` saves
        ///         time for short searches, and the result depends on the order.
        ///     checkpoint: a file of evaluations; those in an existing file are reused. `None` for none.
        ///     timeout: seconds that a position may take beyond `time`.
        ///     retries: the number of further attempts for a position, with a new process, after an error.
        ///     progress: `True` for a progress bar, or a function that is called with the number of
        ///         different positions done, and of all.
        ///
        /// Returns:
        ///     The evaluations as columns.
        ///
        /// Raises:
        ///     ArgumentError: no limit, or an invalid one; or the checkpoint is of other settings.
        ///     EngineError: the program does not speak UCI, lacks an option, or failed in all attempts.
        ///     FileFormatError: the checkpoint is damaged.
        ///
        /// Example:
        ///     >>> fens = ["6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"]
        ///     >>> positions = enroque.Positions.from_fens(fens)
        ///     >>> labels = positions.label("stockfish", nodes=100)  # doctest: +SKIP
        ///     >>> labels.evals  # doctest: +SKIP
        ///     array([999999], dtype=int32)
        label(
            command: EngineCommand<'py>;
            nodes: Option<Number> = None, depth: Option<Number> = None, time: Option<f64> = None,
            workers: Option<Number> = None, options: Option<EngineOptions<'py>> = None,
            multipv: Option<Number> = None, wdl: bool = false, new_game: bool = true,
            checkpoint: Option<FilePath<'py>> = None, timeout: f64 = 60.0, retries: Number = 2,
            progress: ProgressArgument = false
        ) -> PositionLabels = "enroque.engine._label": "label_positions";
        /// Writes the table to a file, which appears under its name when it is complete.
        ///
        /// `.npz` keeps everything and is read fastest. `.parquet` and `.csv` have columns with names
        /// that say whose values they are; Parquet needs pyarrow. `.jsonl` is that of Lichess's evaluations,
        /// without the clocks of a position. The other formats are those of `read`; a row
        /// that lacks what its format needs is skipped, and counted.
        ///
        /// Args:
        ///     path: the file, whose suffix decides the format: `.npz`, `.parquet`, `.csv`, `.jsonl`,
        ///         `.epd`, `.plain`, `*.fen`, `.bullet` for bulletformat, or `state_value.bag` and the other
        ///         names of ChessBench.
        ///     format: the format, if the suffix does not: `"npz"`, `"parquet"`, `"csv"`, `"jsonl"`,
        ///         `"epd"`, `"plain"`, `"fens"`, `"bulletformat"`, `"bullet"` (text), `"ethereal"`,
        ///         `"behavioral_cloning"`, `"state_value"` or `"action_value"`.
        ///     threads: the number of threads; `None` for all cores.
        ///
        /// Returns:
        ///     The counts: positions, bytes, and the skipped rows by reason.
        ///
        /// Raises:
        ///     ArgumentError: neither the suffix nor `format` is known, or the suffix is that of another format.
        ///     OSError: the file cannot be written.
        write(
            path: FilePath<'py>; format: Option<&str> = None, threads: Option<Threads> = None
        ) -> Written = "enroque._files.positions": "write";
        /// Returns the table as a stream of Arrow record batches: `polars.DataFrame(positions)`,
        /// `pyarrow.table(positions)`, DuckDB and others call it.
        ///
        /// The columns are `fen`, and those that have a value: `white_cp` and `white_mate`, `result`,
        /// `white_score`, `move` and `line` in UCI, `depth`, `nodes`, `id`, `rating` and the other columns
        /// of puzzles. What is unknown is null.
        ///
        /// Args:
        ///     requested_schema: a schema as an Arrow PyCapsule.
        ///
        /// Raises:
        ///     ImportError: pyarrow is not installed.
        __arrow_c_stream__(requested_schema: Option<Bound<'py, PyAny>> = None) -> AnyObject
            = "enroque._files.positions": "arrow_stream";
        __reduce__ -> AnyObject = "enroque._model.positions": "reduce";
        /// Returns a table in HTML with small boards, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "positions";
    }
    Arena {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "arena";
    }
    TreeSearch {
        /// Selects and evaluates until all trees are done.
        ///
        /// The games are searched in alternating groups: while the network evaluates the leaves of one
        /// group, those of the next are selected, if `evaluate` returns before its network has
        /// finished, as `enroque.torch.LeafNetwork` does. Leaves that were selected before and not
        /// evaluated are selected again, so a run can be continued after an exception of `evaluate`.
        ///
        /// Args:
        ///     evaluate: a function of `Leaves` that returns `(logits, value)`, where value can have
        ///         three columns (win, draw, loss); a dict of the arguments of `backup`; or an object
        ///         whose `result()` returns one of these.
        ///     groups: the number of groups.
        ///     leaves: the largest number of leaves of a game and call, as in `select`.
        ///     games: the indices of the games, or a mask; `None` for all.
        ///     threads: the number of threads; `None` for all cores.
        ///
        /// Raises:
        ///     ArgumentError: `evaluate` returned another type, or as in `select` and `backup`.
        ///     ArrayError: as in `backup`.
        run(
            evaluate: EvaluateArgument<'py>; groups: Number = 2, leaves: Number = 1,
            games: Option<ArrayLike<'py>> = None, threads: Option<Threads> = None
        ) -> Nothing = "enroque._model.trees": "run";
    }
    GameNode {
        /// Calls a visitor for this node and its subtree, in the order of PGN.
        ///
        /// For a game, it also visits the headers.
        ///
        /// Args:
        ///     visitor: a `BaseVisitor`.
        ///
        /// Returns:
        ///     The result of the visitor.
        ///
        /// Raises:
        ///     IllegalMoveError: a move of the tree is illegal.
        ///
        /// Example:
        ///     >>> import io
        ///     >>> from enroque import pgn
        ///     >>> game = pgn.read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *"))
        ///     >>> game.accept(pgn.StringExporter(headers=False, variations=False))
        ///     '1. e4 e5 2. Nf3 *'
        accept(visitor: VisitorArgument<'py>) -> AnyObject = "enroque.pgn._visit": "accept";
        /// Calls a visitor for a game that starts from the position of this node.
        ///
        /// Args:
        ///     visitor: a `BaseVisitor`.
        ///
        /// Returns:
        ///     The result of the visitor.
        ///
        /// Raises:
        ///     IllegalMoveError: a move of the tree is illegal.
        accept_subgame(visitor: VisitorArgument<'py>) -> AnyObject
            = "enroque.pgn._visit": "accept_subgame";
    }
}
