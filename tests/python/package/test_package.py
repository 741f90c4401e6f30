"""The package: names, constants and imports."""

import doctest
import importlib.util
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import chess
import pytest

import enroque

ROOT = Path(__file__).resolve().parents[3]


def test_all_names_exist() -> None:
    assert len(set(enroque.__all__)) == len(enroque.__all__)
    for name in enroque.__all__:
        assert hasattr(enroque, name)


def test_version_equals_that_of_cargo() -> None:
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text())
    assert enroque.__version__ == manifest["package"]["version"]


LARGE_MODULES = {
    "argparse", "asyncio", "dataclasses", "importlib.metadata", "inspect", "json", "logging",
    "numpy", "pathlib", "subprocess", "tempfile", "tomllib", "xml.etree.ElementTree",
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import enroque; enroque.Board().push_san('e4')", set()),
        ("import enroque; enroque.chess960.numbers(enroque.Board())", set()),
        ("import enroque.polyglot", set()),
        ("import enroque.svg; enroque.Board()._repr_svg_()", {"xml.etree.ElementTree"}),
        (
            "import io, enroque.pgn; text = '1. e4 {[%eval 0.3]} e4 *'\n"
            "print(enroque.pgn.read_game(io.StringIO(text)).next().eval(), file=sys.stderr)",
            {"dataclasses", "inspect", "logging"},
        ),
        (
            "import enroque; enroque.Games.from_pgn(b'1. e4 e4 *').errors[0].kind",
            {"dataclasses", "inspect", "pathlib"},
        ),
        ("from enroque.cli import main; main(['perft', '2'])", {"argparse"}),
        ("from enroque.cli import main; main(['show'])", {"argparse"}),
        (
            "from enroque import as_chess; as_chess.install(); import chess, chess.polyglot",
            set(),
        ),
    ],
)  # fmt: skip
def test_large_modules_are_imported_when_they_are_used(code: str, allowed: set[str]) -> None:
    """Short programs start as fast as with python-chess: by modules, since times vary."""
    program = f"import sys; before = set(sys.modules)\n{code}\nprint(*set(sys.modules) - before)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    imported = set(done.stdout.splitlines()[-1].split())
    assert imported & LARGE_MODULES <= allowed
    foreign = {name.partition(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert foreign <= {"enroque", "chess"}


# types with another definition, and regexes, which test_squares_and_sets.py tests
DIFFERENT = ("__version__", "IntoSquareSet", "SAN_REGEX", "FEN_CASTLING_REGEX")


def test_constants_equal_python_chess() -> None:
    same = 0
    for name in enroque.__all__:
        ours, theirs = getattr(enroque, name), getattr(chess, name, None)
        if theirs is None or callable(ours) or name in DIFFERENT:
            continue
        assert ours == theirs, name
        same += 1
    assert same > 80


def run_alone(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, stdout=subprocess.PIPE, text=True, timeout=120, check=True
    ).stdout


MODULES = [
    "arrow", "data", "engine", "errors", "find", "grain", "npz", "openings", "parquet", "pgn",
    "polyglot", "svg", "tablebase", "typing", "viewer",
]  # fmt: skip

# names of python-chess's repository that its release 1.11 does not have
UNRELEASED_NAMES = {
    *(f"FILE_{letter}" for letter in "ABCDEFGH"), *(f"RANK_{digit}" for digit in range(1, 9)),
    "FILES", "RANKS", "File", "Rank", "file_name", "parse_file", "parse_rank", "rank_name",
}  # fmt: skip

# names that python-chess does not have
ENROQUE_NAMES = {
    "AdjudicationRules", "Arena", "BaseBoard", "Board", "BoardWidget", "Clock", "Column",
    "Encoding", "Filter", "GameIterator", "GameView", "Games", "Gumbel", "Leaves", "Loader",
    "MoveStack",
    "PlayoutResults", "Policy", "Positions", "Puct", "Split", "Step", "Stream",
    "TimeControl", "TreeSearch", "Writer", "chess960", "convert", "convert_positions", "formats",
    "limit_per_elo_bin", "notation", "perft", "planes",
    "plan_splits", "read_split", "rules", "step_rows", "stockfish_wdl", "value_buckets",
    "win_probability",
}  # fmt: skip


def test_every_listed_name_is_of_python_chess_or_intended() -> None:
    listed = set(dir(enroque))
    errors = {name for name in listed if name.endswith("Error")}
    assert errors - set(dir(chess)) <= set(enroque.errors.__all__)
    unintended = listed - set(dir(chess)) - UNRELEASED_NAMES - ENROQUE_NAMES - errors - set(MODULES)
    assert unintended == set()
    assert listed == {*enroque.__all__, *MODULES}


def test_typing_documents_each_of_its_types() -> None:
    documented = re.findall(r"^    (\w+): ", enroque.typing.__doc__ or "", re.MULTILINE)
    assert documented == enroque.typing.__all__ == sorted(enroque.typing.__all__)


def test_modules_are_imported_at_first_use() -> None:
    code = f"""
import sys, inspect
import enroque
modules = {MODULES}
assert not any(f"enroque.{{name}}" in sys.modules for name in set(modules) - {{"errors"}})
assert set(modules) <= set(dir(enroque))
for name in modules:
    assert getattr(enroque, name) is sys.modules[f"enroque.{{name}}"]
assert not {{"pyarrow", "torch", "jax"}} & set(sys.modules)
inspect.getmembers(enroque)  # all listed names exist
print(enroque.pgn.Game().headers["Result"])
"""
    assert run_alone(code) == "*\n"
    # not listed: `dir` must not lead to large imports
    for name in ("gymnasium", "hf", "jax", "pettingzoo", "torch"):
        if f"enroque.{name}" not in sys.modules:
            assert name not in dir(enroque)
            with pytest.raises(AttributeError, match=f"import enroque.{name} first"):
                getattr(enroque, name)
    with pytest.raises(AttributeError, match=r"no attribute 'bogus'$"):
        _ = enroque.bogus  # type: ignore[attr-defined]


def test_module_ray_is_also_the_function() -> None:
    """After importing the module, `enroque.ray` still works as a function."""
    code = """
import sys, types
for name in ("ray", "ray.data", "ray.data.block", "ray.data.datasource"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["ray"].data = sys.modules["ray.data"]
for name in ("BlockAccessor", "BlockMetadata"):
    setattr(sys.modules["ray.data.block"], name, object)
for name in ("Datasink", "Datasource", "ReadTask"):
    setattr(sys.modules["ray.data.datasource"], name, type(name, (), {}))
import enroque as chess
before = chess.ray(chess.A1, chess.D4)
import enroque.ray
print(chess.ray(chess.A1, chess.D4) == before > 0, callable(chess.ray.read_pgn))
"""
    assert run_alone(code) == "True True\n"


SQUARE_FUNCTIONS = ["square_name", "square_file", "square_rank", "square_mirror"]
DISTANCES = ["square_distance", "square_manhattan_distance", "square_knight_distance"]


def test_square_functions_equal_python_chess() -> None:
    for a in range(64):
        for name in SQUARE_FUNCTIONS:
            assert getattr(enroque, name)(a) == getattr(chess, name)(a)
        assert enroque.parse_square(enroque.square_name(a)) == a
        assert enroque.square(a & 7, a >> 3) == a
        for b in range(64):
            for name in DISTANCES:
                assert getattr(enroque, name)(a, b) == getattr(chess, name)(a, b)
    # a corner and its diagonal neighbor are a special case of formulas
    assert enroque.square_knight_distance(enroque.A1, enroque.B2) == 4
    assert enroque.square_knight_distance(enroque.A1, enroque.B3) == 1
    assert enroque.square_knight_distance(enroque.A1, enroque.H8) == 6
    for name in ("piece_symbol", "piece_name"):
        for piece_type in chess.PIECE_TYPES:
            assert getattr(enroque, name)(piece_type) == getattr(chess, name)(piece_type)


def test_errors_name_invalid_squares() -> None:
    for call in (
        lambda: enroque.square_name(64),
        lambda: enroque.square(8, 0),
        lambda: enroque.square_distance(-1, 0),
        lambda: enroque.square_knight_distance(0, 64),
    ):
        with pytest.raises(enroque.errors.OutOfRangeError, match=r"64|8|-1"):
            call()
    for name in ("", "e9", "E4", "e44", "-"):
        with pytest.raises(ValueError, match="such as 'e4'"):
            enroque.parse_square(name)
    for piece_type in (0, 7, -1):
        with pytest.raises(enroque.errors.OutOfRangeError, match=r"1 \(pawn\) to 6"):
            enroque.piece_symbol(piece_type)


class Index:
    """An object with `__index__`, as NumPy's integers."""

    def __index__(self) -> int:
        return 4


def test_errors_name_invalid_types() -> None:
    calls = [
        (enroque.square_name, 1, "a square must be a number from 0"),
        (enroque.square_distance, 2, "a square must be a number from 0"),
        (enroque.square_knight_distance, 2, "a square must be a number from 0"),
        (enroque.square, 2, "a file and a rank must be numbers from 0 to 7"),
        (enroque.piece_symbol, 1, "a piece type must be a number from 1"),
        (enroque.piece_name, 1, "a piece type must be a number from 1"),
    ]
    for call, count, message in calls:
        call(*[Index()] * count)
        for invalid in (None, "e4", 1.0, (1, 2), {}, object()):
            with pytest.raises(TypeError, match=f"{message}.*, not {type(invalid).__name__}"):
                call(*[invalid] * count)
    for invalid in (None, 28, {}, b"e4"):
        with pytest.raises(ValueError, match="such as 'e4'"):
            enroque.parse_square(invalid)
    for call, message in [
        (enroque.svg.piece, "piece must be an enroque.Piece, not int"),
        (enroque.svg.Arrow.from_pgn, "a str such as 'Gd1h5', not int"),
        (enroque.pgn.parse_time_control, "must be a str, not int"),
        (enroque.formats.fens, "a numpy.ndarray, not int"),
        (enroque.formats.lc0_planes, "a numpy.ndarray, not int"),
        (lambda n: enroque.plan_splits("x", split_bytes=str(n)), "must be an int, not str"),
        (lambda n: enroque.parquet.stream("x", games_per_batch=str(n)), "must be an int, not str"),
    ]:
        with pytest.raises(TypeError, match=message):
            call(5)


PACKAGE = Path(enroque.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
    for file in PACKAGE.rglob("*.py")
    if ">>> " in file.read_text()
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings(name: str) -> None:
    packages = {"arrow": "pyarrow", "parquet": "pyarrow", "plot": "matplotlib"}
    if name in ("gymnasium", "jax", "pettingzoo", "torch", *packages):
        pytest.importorskip(packages.get(name, name))
    failed, _ = doctest.testmod(importlib.import_module(f"enroque.{name}"))
    assert failed == 0


def test_examples_in_the_extension() -> None:
    """doctest does not find them by default, since methods in Rust are not Python functions."""
    failures: list[str] = []
    examples = 0
    for name, thing in vars(enroque._core).items():
        # by `getattr`, since the dict of a class has static methods without their docstrings
        members = vars(thing) if inspect.isclass(thing) else ()
        for path, member in [
            (name, thing),
            *((f"{name}.{key}", getattr(thing, key)) for key in members),
        ]:
            text = getattr(member, "__doc__", None)
            if not isinstance(text, str) or ">>> " not in text:
                continue
            if path == "Games.to_arrow" and not importlib.util.find_spec("pyarrow"):
                continue
            test = doctest.DocTestParser().get_doctest(text, {"enroque": enroque}, path, None, 0)
            examples += len(test.examples)
            doctest.DocTestRunner(verbose=False).run(test, out=failures.append)
    assert not failures, "".join(failures)
    assert examples >= 10


def test_help_begins_with_where_to_start() -> None:
    text = inspect.getdoc(enroque) or ""
    lines = text.partition("Starting points:")[2].strip("\n").splitlines()[:11]
    assert len([line for line in lines if line.startswith("    ")]) == 10
    for name in re.findall(r"^    (\w+)[(.]", text, re.MULTILINE):
        assert name == "enroque" or hasattr(enroque, name), name


def test_every_public_name_has_a_docstring() -> None:
    for name in enroque.__all__:
        thing = getattr(enroque, name)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        assert thing.__doc__, name
        if inspect.isclass(thing) and thing.__module__ == "enroque":
            for member, value in vars(thing).items():
                if not member.startswith("_") and value is not None:
                    assert value.__doc__, f"{name}.{member}"


def test_every_signature_can_be_inspected() -> None:
    """Notebooks inspect signatures for Shift-Tab; non-ASCII characters would be an error."""
    count = 0
    for thing in vars(enroque._core).values():
        for member in vars(thing).values() if inspect.isclass(thing) else [thing]:
            if inspect.isroutine(member) and getattr(member, "__text_signature__", None):
                inspect.signature(member)
                count += 1
    assert count > 300
    assert inspect.signature(enroque.Board.unicode).parameters["empty_square"].default == "⭘"


SECOND_INTERPRETER = """
import enroque
try:
    from concurrent import interpreters
    run = interpreters.create().exec
except ImportError:
    import _xxsubinterpreters as interpreters
    number = interpreters.create()
    run = lambda code: interpreters.run_string(number, code)
try:
    run("import enroque")
except Exception as error:
    print("error:", error)
"""


@pytest.mark.skipif(
    sys.version_info[:2] not in ((3, 11), (3, 14)),
    reason="this Python has no module for sub-interpreters",
)
def test_second_interpreter_raises() -> None:
    command = [sys.executable, "-c", SECOND_INTERPRETER]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "error:" in done.stdout
    assert "ImportError" in done.stdout


NUMPY_CALLS = (
    'enroque.Board().planes("lc0")',
    'enroque.Board().legal_indices("lc0")',
    'enroque.Board().encode(enroque.Column.tokens("squares"))',
    "enroque.SquareSet([1, 2]) == {{1, 2}}",
    'enroque.Games.from_pgn(b"1. e4 *").plies',
    'enroque.Games.from_pgn(b"1. e4 *").date',
    'enroque.Games.from_pgn(b"1. e4 *").moves',
    'enroque.Games.from_pgn(b"1. e4 *")[[0]]',
    "enroque.Positions.from_fens([FEN]).packed",
    "enroque.Positions.from_fens([FEN]).keys",
    "enroque.Arena(2)",
    "enroque.win_probability(50)",
)


def test_the_recursion_limit_at_the_first_array() -> None:
    """NumPy is imported, its C API is not: at each depth, a `RecursionError` or the array."""
    code = """
import sys
import enroque, numpy

def first_array(depth):
    if depth:
        return first_array(depth - 1)
    try:
        return type(enroque.win_probability(50)).__name__
    except RecursionError as error:
        return type(error).__name__

sys.setrecursionlimit(200)
found = [first_array(depth) for depth in range(190, 150, -1)]
print(sorted(set(found)))
"""
    assert run_alone(code) == "['RecursionError', 'ndarray']\n"


def test_too_many_open_files_at_the_first_array() -> None:
    pytest.importorskip("resource")
    code = """
import resource
import enroque

limits = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (3, limits[1]))
for call in (enroque.win_probability, enroque.Arena, lambda n: enroque.planes([], "lc0")):
    try:
        call(5)
    except OSError as error:
        assert error.errno == 24, error
    else:
        raise AssertionError(call)
resource.setrlimit(resource.RLIMIT_NOFILE, limits)
print("done")
"""
    assert run_alone(code) == "done\n"


@pytest.mark.parametrize("failure", ["ModuleNotFoundError", "KeyboardInterrupt", "OSError"])
def test_a_failed_import_of_numpy_is_an_exception(failure: str) -> None:
    """Each call raises the exception of the import, and works once the import does."""
    code = f"""
import sys
import enroque
FEN = "8/8/8/8/8/8/8/K1k5 w - - 0 1"

class Fails:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            raise {failure}("no import")

sys.meta_path.insert(0, Fails())
calls = {NUMPY_CALLS!r}
for call in calls:
    try:
        value = eval(call)
    except BaseException as error:
        # a set of squares needs no array
        assert type(error) is {failure} and "{{" not in call, (call, error)
    else:
        assert value is True, call
del sys.meta_path[0]
for call in calls:
    eval(call)
print("done")
""".replace("{{1, 2}}", "{1, 2}")
    assert run_alone(code) == "done\n"
