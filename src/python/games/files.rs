//! Reading and writing files: methods that are written in Python.

use super::Games;
use super::hints::{GameBatches, LoadedGames};
use crate::python::prelude::*;
use crate::python::written_in_python::{methods, static_methods};

static_methods! {
    Games {
    /// Reads all games of files, in the formats of their suffixes.
    ///
    /// The suffixes are those of PGN (`.pgn`, also with `.zst`, `.gz` or `.bz2`, and `.zip`), `.npz`,
    /// those of the training formats of `enroque.formats`, and those of tables of games: `.parquet`,
    /// `.csv`, `.tsv` and `.jsonl`, and `.txt` for lines of moves. The tables of
    /// `docs/datasets.md` are recognized by the names of their columns. `Games.from_pgn` has further
    /// options for PGN, and reads files of PGN with other names; `Games.stream` reads in batches.
    ///
    /// Args:
    ///     source: a path, a folder (with all files of games below it, such as the shards of
    ///         `enroque.convert`), a pattern such as `"2024-*.parquet"`, a URL or pattern of URLs
    ///         such as `"hf://datasets/..."` (PGN and tables, with the extra `remote`), several of
    ///         these in a list, PGN as in `Games.from_pgn`, or a table of pandas, Polars, DuckDB or
    ///         pyarrow (anything with `__arrow_c_stream__`). All files must have one format.
    ///     format: the format of files whose names do not show it: `"pgn"`, `"npz"`, `"parquet"`,
    ///         `"csv"`, `"jsonl"`, `"lines"` or a name in `enroque.formats.FORMATS`.
    ///     filter: criteria that games must meet; `None` for all games. `filtered_out` counts the
    ///         rejected games.
    ///     columns: the columns of a table whose names are not known, by what they contain:
    ///         `{"moves": "transcript", "white_elo": "rating"}`. `"moves"` are UCI, SAN or
    ///         movetext, as text or as lists; other contents are those of PGN tags.
    ///     time_unit: `"seconds"` or `"minutes"`, the unit of base times in the column of time
    ///         controls (`15+2`); required with `columns` if there is one.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called now and then with
    ///         the bytes read and the total bytes (`None` if a source is a stream).
    ///
    /// Raises:
    ///     ArgumentError: a suffix is unknown, or the files are of several formats.
    ///     FileFormatError: a file is damaged or of another format, or a move in it is illegal. In
    ///         PGN, errors are reported in `errors` instead.
    ///     ImportError: pyarrow, the extra `parquet`, is not installed, and a file is Parquet.
    ///     OSError: a file cannot be read.
    ///
    /// Example:
    ///     >>> import tempfile
    ///     >>> from enroque.data import example_games
    ///     >>> with tempfile.TemporaryDirectory() as folder:
    ///     ...     _ = example_games().write(f"{folder}/games.npz")
    ///     ...     enroque.Games.read(f"{folder}/games.npz") == example_games()
    ///     True
    read [source: PgnSource<'py>] (
        format: Option<&str> = None, filter: Option<FilterArgument<'py>> = None,
        columns: Option<GameColumns<'py>> = None, time_unit: Option<&str> = None,
        progress: ProgressArgument = false
    ) -> LoadedGames = "enroque._files.games": "read";

    /// Reads all games of PGN files.
    ///
    /// zstd, gzip, bzip2 and zip are recognized by their first bytes. A game with an error keeps
    /// the moves before it, is marked in `broken` and reported in `errors`; a file that is damaged
    /// or truncated keeps the games before that. Tolerated errors are reported in `warnings`. The
    /// result does not depend on the number of threads. Ctrl-C interrupts the call.
    ///
    /// Args:
    ///     source: a path, a folder, a pattern such as `"2024-*.pgn.zst"`, a URL, `"-"` for the
    ///         standard input, a binary or text file, `bytes` of PGN (also compressed), a `Split`, or an
    ///         iterable of these. Of a folder, all files below it with names that end in `.pgn`
    ///         (also compressed) or `.zip` are read in sorted order. Folders and patterns skip
    ///         names that start with a dot.
    ///     filter: criteria that games must meet; `None` for all games. `filtered_out` counts the
    ///         rejected games.
    ///     strict: whether the first error or warning raises `BrokenGameError`, except
    ///         `foreign_letters`.
    ///     language: the code of the language of the piece letters, such as `"de"`; `None` for
    ///         English; `"auto"` reads each game that is not in English in the language that fits.
    ///     comments: `"standard"`, or `"tcec"` to read evaluations and clocks from engine reports
    ///         (`wv=0.65, tl=1738239`).
    ///     annotations: what to keep of comments apart from evaluations and clocks: `"move_times"`
    ///         (`%emt`), `"arrows"` (`%cal` and `%csl`), `"engine"` (evaluations and move times that
    ///         Cutechess and fastchess write, such as `{+0.53/14 47s}`), or several in a list.
    ///     threads: the number of threads; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called now and then with
    ///         the bytes read and the total bytes (`None` if a source is a stream).
    ///
    /// Raises:
    ///     FileNotFoundError: a file does not exist.
    ///     PermissionError: a file is not readable.
    ///     BrokenGameError: with `strict`, a game has an error or warning.
    ///
    /// Example:
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1/2-1/2")
    ///     <Games: 1 games, 3 plies, 0 broken>
    from_pgn [source: PgnSource<'py>] (
        filter: Option<FilterArgument<'py>> = None, strict: bool = false,
        language: Option<&str> = None, comments: &str = "standard",
        annotations: Option<AnnotationsArgument<'py>> = None, threads: Option<Threads> = None,
        progress: ProgressArgument = false
    ) -> LoadedGames = "enroque._files.pgn": "from_pgn";

    /// Reads the games of files in batches, in bounded memory.
    ///
    /// The concatenated batches are the result of `Games.read` or `Games.from_pgn`, for any number
    /// of threads. Each batch has its own `errors`, `warnings` and `filtered_out`; those of PGN
    /// after the last game are in a last batch without games.
    ///
    /// Args:
    ///     source: one or several sources, as in `Games.read`.
    ///     games_per_batch: the number of games in a batch of PGN, of which the last one may have
    ///         fewer; the largest number in a batch of another format.
    ///     format: the format of files whose names do not show it, as in `Games.read`.
    ///     filter: criteria that games must meet; `None` for all games.
    ///     columns: the columns of a table, as in `Games.read`.
    ///     time_unit: the unit of base times in a table, as in `Games.read`.
    ///     strict: whether the first error or warning raises `BrokenGameError`, except
    ///         `foreign_letters`. This and the next three arguments are for PGN only.
    ///     language: the language of the piece letters, as in `Games.from_pgn`.
    ///     comments: `"standard"` or `"tcec"`, as in `Games.from_pgn`.
    ///     annotations: `"move_times"`, `"arrows"` and `"engine"`, as in `Games.from_pgn`.
    ///     threads: the number of threads that read PGN; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called now and then with
    ///         the bytes read and the total bytes (`None` if a source is a stream).
    ///
    /// Returns:
    ///     An iterator over `Games`, which `close()` or a `with` block closes.
    ///
    /// Raises:
    ///     FileNotFoundError: a file does not exist.
    ///     PermissionError: a file is not readable.
    ///     BrokenGameError: with `strict`, a game has an error or warning; raised by the iterator.
    ///     ArgumentError: a suffix is unknown, or the files are of several formats.
    ///     FileFormatError: a file that is not PGN is damaged; raised by the iterator.
    ///
    /// Example:
    ///     >>> stream = enroque.Games.stream(b"1. e4 * 1. d4 * 1. c4 *", games_per_batch=2)
    ///     >>> [len(games) for games in stream]
    ///     [2, 1]
    stream [source: PgnSource<'py>] (
        games_per_batch: Number = 10000, format: Option<&str> = None,
        filter: Option<FilterArgument<'py>> = None,
        columns: Option<GameColumns<'py>> = None, time_unit: Option<&str> = None,
        strict: bool = false,
        language: Option<&str> = None, comments: &str = "standard",
        annotations: Option<AnnotationsArgument<'py>> = None, threads: Option<Threads> = None,
        progress: ProgressArgument = false
    ) -> GameBatches = "enroque._files.games": "stream";

    /// Reads games from Arrow data and validates every move.
    ///
    /// The data has the columns of `enroque.arrow`, or those of a table of `Games.read`.
    ///
    /// Args:
    ///     table: a table or stream of pyarrow, Polars or any package with `__arrow_c_stream__`.
    ///     columns: the columns by what they contain, as in `Games.read`.
    ///     time_unit: the unit of base times, as in `Games.read`.
    ///
    /// Raises:
    ///     FileFormatError: the table contains no games, or a move is illegal.
    ///     TypeError: `table` is not Arrow data.
    ///     ImportError: pyarrow, the extra `parquet`, is not installed.
    from_arrow [table: ArrowData<'py>] (
        columns: Option<GameColumns<'py>> = None, time_unit: Option<&str> = None
    ) -> LoadedGames = "enroque.arrow": "from_arrow";
    }
}

methods! {
    Games {
    /// Writes the games to a file, in the format of its suffix, as in `Games.read`.
    ///
    /// The file appears under its name only when it is complete. `Games.to_pgn` has further options
    /// for PGN; `enroque.Writer` writes in batches.
    ///
    /// Args:
    ///     path: the file; an existing one is replaced.
    ///     format: the format, as in `enroque.Writer`, or `"csv"`; `None` for that of the suffix.
    ///     moves: the notation of a table of tags and moves as text, `.parquet` or `.csv` (also
    ///         compressed, such as `.csv.zst`), as of `Games.to_arrow`: `"movetext"` as Lichess has it,
    ///         `"san"` or `"uci"`. `None` means `"movetext"` for CSV, and moves as numbers for Parquet.
    ///     on_unsupported: `"raise"` or `"skip"` what a training format cannot store; see
    ///         `enroque.Writer`.
    ///     missing_score: the score of positions without an evaluation; see `enroque.Writer`.
    ///     input_format: lc0's input format; see `enroque.Writer`.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called with the number of
    ///         games written and their total.
    ///
    /// Returns:
    ///     The counts of what was written.
    ///
    /// Raises:
    ///     ArgumentError: the suffix or format is unknown, an option is out of range, or PGN cannot
    ///         express the name of a tag.
    ///     EncodingError: the format cannot store a game.
    ///     ImportError: pyarrow, the extra `parquet`, is not installed, and the file is Parquet.
    ///     OSError: the file cannot be written.
    write(path: FilePath<'py>;
        format: Option<&str> = None, moves: Option<&str> = None, on_unsupported: &str = "raise",
        missing_score: Option<Number> = None, input_format: Number = 1,
        progress: ProgressArgument = false
    ) -> Written = "enroque._files.games": "write";

    /// Returns the games as a `pyarrow.Table`, one row per game.
    ///
    /// Args:
    ///     moves: `None` for the columns of `enroque.arrow`; `"movetext"`, `"san"` or `"uci"` for
    ///         tags and text in the columns of `Lichess/standard-chess-games`, which other programs
    ///         read, and `Games.read` too.
    ///
    /// Raises:
    ///     ArgumentError: `moves` is something else.
    ///     ImportError: pyarrow, the extra `parquet`, is not installed.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1/2-1/2")
    ///     >>> games.to_arrow("uci").to_pylist()
    ///     [{'Result': '1/2-1/2', 'moves': 'e2e4 e7e5 g1f3'}]
    to_arrow(moves: Option<&str> = None) -> AnyObject = "enroque.arrow": "to_arrow";

    /// Writes the games as PGN.
    ///
    /// Reading the file returns equal games, except that broken games are no longer broken, and
    /// control characters in tags become spaces. Tags that contradict the columns (`FEN`, `Result`,
    /// ratings) or are missing are corrected.
    ///
    /// Args:
    ///     file: a path that ends in `.pgn`, `.pgn.zst`, `.pgn.gz` or `.pgn.bz2`, or a binary or text
    ///         file. An existing file is replaced when the new one is complete.
    ///     columns: the maximum line length of the movetext; `None` for one line per game.
    ///     evals: whether to write evaluations (`%eval`).
    ///     clocks: whether to write clocks (`%clk`).
    ///     move_times: whether to write move times (`%emt`).
    ///     arrows: whether to write arrows and colored squares (`%cal`, `%csl`).
    ///     compression: the compression of a binary file: `"zst"`, `"gz"` or `"bz2"`; `None` or
    ///         `"none"` for none. That of a path is its suffix.
    ///     threads: the number of threads; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called with the number of
    ///         games written and their total.
    ///
    /// Raises:
    ///     ArgumentError: PGN cannot express the name of a tag, the path has another suffix, or the
    ///         compression is unknown or not that of the suffix.
    ///     OSError: the file cannot be written.
    ///
    /// Example:
    ///     >>> import io
    ///     >>> file = io.StringIO()
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1/2-1/2").to_pgn(file)
    ///     >>> print(file.getvalue().splitlines()[-2])
    ///     1. e4 e5 2. Nf3 1/2-1/2
    to_pgn(file: PgnTarget<'py>;
        columns: Option<Number> = 80, evals: bool = true, clocks: bool = true,
        move_times: bool = true, arrows: bool = true, compression: Option<&str> = None,
        threads: Option<Threads> = None, progress: ProgressArgument = false
    ) -> Nothing = "enroque._files.pgn": "to_pgn";
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the games as a stream of Arrow data, one row per game, so that Polars, DuckDB,
    /// pandas and others can read them: `polars.DataFrame(games)`. `enroque.arrow` documents the
    /// columns.
    ///
    /// Args:
    ///     requested_schema: the schema requested by the consumer, as a PyCapsule.
    ///
    /// Raises:
    ///     ImportError: pyarrow, the extra `parquet`, is not installed.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        slf: &Bound<'py, Games>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let reader = slf.py().import("enroque.arrow")?.call_method1("reader", (slf,))?;
        reader.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    /// The number of games that each criterion of the filter rejected, by its name.
    ///
    /// They are counted when the games are read. Criteria that rejected no game are omitted.
    #[getter]
    fn filtered_out(&self) -> std::collections::BTreeMap<&'static str, u64> {
        self.core()
            .filtered_out()
            .iter()
            .map(|(criterion, count)| (criterion.name(), count))
            .collect()
    }
}
