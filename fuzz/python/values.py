"""Argument values for the fuzzer: valid ones by annotation or name, and hostile ones."""

import contextlib
import functools
import io
import pathlib
import tempfile
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

import enroque
from enroque import _core, formats, grain, pgn, polyglot, rules

FENS = [
    enroque.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 99 80",
]
PGN = (
    '[White "A"]\n[Result "1-0"]\n\n'
    "1. e4 {[%clk 0:01:00] [%eval 0.3]} e5 2. Nf3 (2. d4 exd4) 1-0\n\n"
)
NAMES = enroque.Encoding.names()
PLANES, POLICIES = NAMES["planes"], [*enroque.Policy.names(), "moves", "legal"]
WORDS = [
    "standard", "chess960", "double_chess960", "engine", "fide", "uint8", "float32", "float16",
    "raise", "skip", "zero", "next_step", "same_step", "disabled", "san", "lan", "uci", "es", "w",
    "white", "result", "random", "in_turn", "pgn", "npz", "viriformat", "binpack", "lc0", "*",
]  # fmt: skip


class Hostile:
    """An object whose protocol methods lie, raise or call back into the package."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.other = rng.choice([0, -1, 2**40, 2**63, 2**64, None, "x", 1.5, b"", []])
        self.raises = rng.random() < 0.3

    def _answer(self) -> Any:
        if self.raises:
            raise self.rng.choice([ValueError, RuntimeError, KeyError, MemoryError])("hostile")
        return self.other

    def __index__(self) -> int:
        return self._answer()

    def __int__(self) -> int:
        return self._answer()

    def __float__(self) -> float:
        return self._answer()

    def __len__(self) -> int:
        return self._answer()

    def __bool__(self) -> bool:
        return self._answer()

    def __getitem__(self, item: Any) -> Any:
        if self.rng.random() < 0.1:
            raise IndexError
        return self._answer()

    def __iter__(self) -> Iterator[Any]:
        for _ in range(self.rng.choice([0, 1, 3, 100])):
            yield self._answer()

    def __hash__(self) -> int:
        return hash(self._answer())

    def __eq__(self, other: object) -> bool:
        return self._answer()

    def __fspath__(self) -> str:
        return self._answer()

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self._answer()

    def __str__(self) -> str:
        return self._answer()

    def read(self, size: int = -1) -> Any:
        """Returns some bytes, text or another object."""
        return self.rng.choice([b"", "", PGN, PGN.encode(), "\ud800", 5, None, b"\xff" * 1000])

    def readline(self) -> Any:
        """Returns what `read` returns."""
        return self.read()

    def write(self, data: Any) -> Any:
        """Returns anything."""
        return self._answer()

    def __call__(self, *args: Any) -> Any:
        """Calls back into its first argument, and returns anything."""
        if args and self.rng.random() < 0.5:
            with contextlib.suppress(Exception):  # calls back into the object that called
                getattr(args[0], "reset", getattr(args[0], "clear", lambda: None))()
        return self._answer()


class LyingList(list[Any]):
    """A list whose length is not the number of its items."""

    def __len__(self) -> int:
        return 2**40


SHAPES = [(), (0,), (1,), (2,), (3,), (64,), (2, 3), (4, 0), (2, 112, 8, 8), (2, 1858)]
DTYPES = "? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 c8 O U3 S3 M8[s] >i4 V4".split()  # noqa: SIM905


def arrays(rng: Random) -> Any:
    """Returns an array of some type, shape and memory layout."""
    shape = rng.choice(
        [(), (0,), (1,), (2,), (3,), (64,), (2, 3), (2, 112, 8, 8), (2, 1858), (4, 0)]
    )
    kind = rng.choice(DTYPES)
    array = np.zeros(shape, kind)
    if array.dtype.kind in "iuf" and array.size:
        bits = bytes(rng.randrange(256) for _ in range(min(array.nbytes, 64)))
        array.reshape(-1).view(np.uint8)[: len(bits)] = np.frombuffer(bits, np.uint8)
        if rng.random() < 0.5:
            array = np.full(shape, rng.choice([0, 1, 2, 100]), kind)
    match rng.randrange(7):
        case 0:
            array = array[::-1] if array.ndim else array
        case 1:
            array = np.asfortranarray(array)
        case 2:
            array.flags.writeable = False
        case 3:
            array = np.broadcast_to(array, (3, *array.shape))
        case 4 if array.dtype.kind in "iuf" and array.nbytes:
            raw = np.zeros(array.nbytes + 1, np.uint8)[1:]
            array = raw.view(array.dtype).reshape(array.shape)
    return array


def hostile(rng: Random) -> Any:
    """Returns a value that no callable expects."""
    choices: list[Callable[[], Any]] = [
        lambda: rng.choice([0, -1, 1, 2, 7, 8, 63, 64, 65, 255, 960, 1858, 2**15, 2**31]),
        lambda: rng.choice([2**32, 2**40, 2**63 - 1, 2**63, 2**64, -(2**63), 10**40, True, False]),
        lambda: rng.choice([0.0, -0.5, 1e308, float("nan"), float("inf"), -float("inf"), 1j]),
        lambda: rng.choice(["", " ", "\0", "\ud800", "é", "e2e4", "O-O", "x" * 100_000]),
        lambda: rng.choice([b"", b"\0", b"\xff" * 100, PGN.encode(), bytearray(b"abc")]),
        lambda: rng.choice([None, ..., NotImplemented, int, dict, len, Random, object()]),
        lambda: rng.choice([range(2**40), range(0), range(5), slice(None, None, -1), {}, ()]),
        lambda: [rng.choice([0, 1, -1, 2**40, "x", None, 1.5]) for _ in range(rng.randrange(5))],
        lambda: memoryview(bytes(range(256)))[:: rng.choice([1, 2, -1])],
        lambda: LyingList([1, 2, 3]),
        lambda: iter([1, 2, 3]),
        lambda: (x for x in [0, 1, "a"]),
        lambda: {"a": 1, 2: None, "White": "x" * 1000},
        lambda: pathlib.Path(rng.choice(["none", ".", "out", "x.pgn", "x.npz", "\udcff"])),
        lambda: io.StringIO(PGN * 3),
        lambda: io.BytesIO(PGN.encode() * 3),
        lambda: Hostile(rng),
        lambda: arrays(rng),
        lambda: instance(rng),
        lambda: rng.choice(WORDS + FENS + PLANES + POLICIES),
    ]
    value = rng.choice(choices)()
    if rng.random() < 0.05:
        nested: list[Any] = [value]
        nested.append(nested)
        return nested
    return value


def board(rng: Random) -> enroque.Board:
    """Returns a board after a few random moves."""
    board = enroque.Board(rng.choice(FENS), chess960=None)
    for _ in range(rng.choice([0, 0, 1, 5, 30])):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


_GAMES: list[enroque.Games] = []


def games() -> enroque.Games:
    """Returns games that the calls share."""
    if not _GAMES:
        from enroque.data import example_games

        example = example_games()
        _GAMES.extend([example, example[:5], example[:0], enroque.Games.from_pgn(io.StringIO(PGN))])
    return _GAMES[0]


@functools.cache
def files() -> dict[str, bytes]:
    """Returns small files of some formats by their names."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "x.pgn").write_text(PGN)
        (folder / "x.bin").write_bytes(bytes(range(64)))
        some = games()[:3]
        some.write(folder / "x.npz")
        some.write(folder / "x.vf", missing_score=0)
        records = some.records("bullet", [0], [0]).view(formats.BULLETFORMAT)
        formats.write_records(records[:, 0], folder / "x.bf")
        bag = formats.ChessBenchRecords([enroque.STARTING_FEN], None, np.array([0.5]))
        formats.write_records(bag, folder / "x.bag", "state_value")
        return {path.name: path.read_bytes() for path in folder.iterdir()}


def tree_search(rng: Random) -> enroque.TreeSearch:
    """Returns a search, of which some have begun and some have run."""
    algorithm = rng.choice([None, enroque.Puct.named("katago"), enroque.Gumbel()])
    arena = enroque.Arena(rng.choice([1, 4]), seed=1, start=rng.choice(WORDS[:3]))
    cache = rng.choice([0, 3, 1000])
    search = enroque.TreeSearch(arena, algorithm, simulations=8, cache=cache, seed=1)
    if rng.random() < 0.8:
        search.begin()
    if rng.random() < 0.5:
        search.begin()
        search.run(lambda leaves: {"value": np.zeros(len(leaves))})
    return search


def leaves(rng: Random) -> enroque.Leaves:
    """Returns leaves of a search: roots, or positions after a move."""
    search = tree_search(rng)
    search.begin()
    selected = search.select()
    if rng.random() < 0.7:
        search.backup(selected, np.zeros(len(selected)))
        selected = search.select()
    return selected


FACTORIES: dict[str, Callable[[Random], Any]] = {
    "TreeSearch": tree_search,
    "Leaves": leaves,
    "Puct": lambda rng: enroque.Puct.named(rng.choice(["alphazero", "lc0", "katago"])),
    "Gumbel": lambda rng: enroque.Gumbel(considered=rng.choice([1, 2, 16])),
    "Board": board,
    "BaseBoard": lambda rng: enroque.BaseBoard(rng.choice(FENS).split()[0]),
    "Games": lambda rng: (games(), rng.choice(_GAMES))[1],
    "Move": lambda rng: rng.choice(list(enroque.Board(rng.choice(FENS[:3])).legal_moves)),
    "PieceType": lambda rng: rng.randint(1, 6),
    "Piece": lambda rng: enroque.Piece(rng.randint(1, 6), rng.random() < 0.5),
    "SquareSet": lambda rng: enroque.SquareSet(rng.getrandbits(64)),
    "Arena": lambda rng: enroque.Arena(rng.choice([1, 4]), seed=1, start=rng.choice(WORDS[:3])),
    "Loader": lambda rng: enroque.Loader(
        games(),
        [enroque.Column.planes("lc0"), enroque.Column.policy("lc0")],
        batch_size=rng.choice([1, 7]),
        seed=1,
        threads=1,
    ),
    "GameView": lambda rng: games()[rng.randrange(-3, 3)],
    "GameNode": lambda rng: pgn.read_game(io.StringIO(PGN)).next(),
    "ChildNode": lambda rng: pgn.read_game(io.StringIO(PGN)).next(),
    "Game": lambda rng: pgn.read_game(io.StringIO(PGN)),
    "NagSet": lambda rng: pgn.read_game(io.StringIO(PGN)).next().nags,
    "VariationList": lambda rng: pgn.read_game(io.StringIO(PGN)).next().variations,
    "Headers": lambda rng: pgn.read_game(io.StringIO(PGN)).headers,
    "PlayedGame": lambda rng: rules.PlayedGame(board(rng)),
    "TimeControl": lambda rng: rules.TimeControl(rng.choice(["180+2", "40/7200:3600", "-"])),
    "Clock": lambda rng: rules.Clock(rules.TimeControl("180+2")),
    "RuleSet": lambda rng: rules.RuleSet.named(rng.choice(rules.RULE_SETS)),
    "Policy": lambda rng: enroque.Policy(rng.choice(enroque.Policy.names())),
    "Encoding": lambda rng: enroque.Encoding(rng.choice(NAMES[rng.choice(sorted(NAMES))])),
    "LegalMoveGenerator": lambda rng: board(rng).legal_moves,
    "MoveStack": lambda rng: board(rng).move_stack,
    "PseudoLegalMoveGenerator": lambda rng: board(rng).pseudo_legal_moves,
    "Stream": lambda rng: enroque.Games.stream(io.StringIO(PGN * 5)),
    "Format": lambda rng: rng.choice([x for x in vars(formats).values() if callable(x)]),
    "Filter": lambda rng: enroque.Filter(
        min_elo=rng.choice([None, 1]), event=rng.choice([None, "a", ("a", "b")]), tags={"Site": "x"}
    ),
    "Limit": lambda rng: enroque.engine.Limit(nodes=rng.choice([1, 5]), time=0.1),
    "Cp": lambda rng: enroque.engine.Cp(rng.choice([0, -5, 10**6])),
    "GameBuilder": lambda rng: pgn.GameBuilder(),
    "PositionSource": lambda rng: grain.PositionSource(
        games(), [enroque.Column.planes("lc0"), enroque.Column.value()]
    ),
    "MemoryMappedReader": lambda rng: polyglot.open_reader("x.bin"),
    "FileReader": lambda rng: rng.choice(
        (
            _core.FileReader.records("x.vf", "viriformat", "games"),
            _core.FileReader.records("x.bf", "bulletformat", "records"),
            _core.FileReader.records("x.bag", "state_value", "bag"),
        )
    ),
    "Writer": lambda rng: enroque.Writer(rng.choice(["out.vf", "out.parquet"])),
    "PovScore": lambda rng: enroque.engine.PovScore(enroque.engine.Cp(3), True),
}


def instance(rng: Random) -> Any:
    """Returns an object of the package."""
    return rng.choice(list(FACTORIES.values()))(rng)


BY_NAME: dict[str, Callable[[Random], Any]] = {
    "game": lambda rng: rng.choice([0, 1, [0, 1, 2], np.arange(5), np.array([0, 0])]),
    "ply": lambda rng: rng.choice([0, 1, [0, 1, 2], np.arange(5), np.array([0, 4])]),
    "games": lambda rng: rng.choice([None, [0], np.array([True]), np.array([0, 1])]),
    "actions": lambda rng: rng.choice([np.zeros(4, np.int64), np.full(4, -1), [0, 1, 2, 3], [0]]),
    "policy": lambda rng: rng.choice(POLICIES),
    "encoding": lambda rng: rng.choice(PLANES),
    "planes": lambda rng: rng.choice(PLANES),
    "square": lambda rng: rng.randrange(64),
    "fen": lambda rng: rng.choice(FENS),
    "path": lambda rng: rng.choice(["x.pgn", "x.npz", "out", "x.parquet", "x.pgn.zst"]),
    "rules": lambda rng: rng.choice([*rules.RULE_SETS, "none"]),
    "depth": lambda rng: rng.choice([0, 1, 2, 3, -1]),
    "count": lambda rng: rng.choice([0, 1, 3]),
    "seed": lambda rng: rng.choice([0, 1, None, 2**64 - 1]),
    "leaves": lambda rng: rng.choice([leaves(rng), 1, 3, 256, 0]),
    "logits": lambda rng: rng.choice([None, np.zeros((4, 1858)), (np.zeros(80), range(0, 81, 20))]),
    "value": lambda rng: rng.choice([None, 0.5, np.zeros(4), np.full(4, np.nan), np.zeros(1)]),
    "simulations": lambda rng: rng.choice([None, 1, 9, [1, 2, 3, 4], 0]),
    "evaluate": lambda rng: lambda leaves: {"value": np.zeros(len(leaves))},
    "threads": lambda rng: rng.choice([None, 1, 2, 7, 0]),
    "out": lambda rng: rng.choice([None, arrays(rng)]),
    "dtype": lambda rng: rng.choice(["uint8", "float32", "float16", np.uint8, "bits", None]),
    "source": lambda rng: rng.choice([io.StringIO(PGN), io.BytesIO(PGN.encode()), "x.pgn"]),
    "san": lambda rng: rng.choice(["e4", "Nf3", "O-O", "Qxf7#", "e8=Q", "e2e4"]),
    "uci": lambda rng: rng.choice(["e2e4", "g1f3", "e1g1", "0000", "e7e8q"]),
}


def argument(rng: Random, name: str, annotation: str) -> Any:
    """Returns a value for an argument: often a valid one, else a hostile one.

    Args:
        rng: the source of random numbers.
        name: the name of the argument.
        annotation: its annotation in the stub; empty if unknown.
    """
    if rng.random() < 0.35:
        return hostile(rng)
    if name in BY_NAME:
        return BY_NAME[name](rng)
    for kind, factory in FACTORIES.items():
        if kind in annotation:
            return factory(rng)
    if "bool" in annotation:
        return rng.random() < 0.5
    if "ArrayLike" in annotation or "NDArray" in annotation:
        return arrays(rng)
    if "Index" in annotation or "int" in annotation:
        return rng.choice([0, 1, 2, 3, 7, 20, 63])
    if "Float" in annotation or "float" in annotation:
        return rng.choice([0.0, 0.5, 1.0, 2.5])
    if "str" in annotation:
        return rng.choice(WORDS + FENS)
    return hostile(rng) if rng.random() < 0.5 else instance(rng)
