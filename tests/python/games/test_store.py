"""`Games`: concatenating, sorting, sampling, splitting, comparing, derived columns, writing PGN."""

import bz2
import copy
import gzip
import io
import pickle
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.engine
import chess.pgn
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import enroque
from enroque import Games
from npz_files import arrays_of, write_arrays
from pgn_model import PGN_FILES
from random_play import KINDS, positions

zstandard = pytest.importorskip("zstandard")

TEXT = """[Event "One"]
[Date "2024.02.29"]
[White "Anna"]
[WhiteElo "2100"]
[BlackElo "1900"]
[ECO "C20"]
[TimeControl "180+2"]
[Termination "Normal"]
[Result "1-0"]

1. e4 { [%eval 0.30] [%clk 0:03:00] } 1... e5 { [%clk 0:02:59.5] } 2. Qh5 Nc6
3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Two"]
[Date "1999.??.??"]
[White "Cleo"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"]
[Result "1/2-1/2"]

1. g3 g6 2. O-O O-O 1/2-1/2

[Event "Three"]
[UTCDate "1999.12.31"]
[White "Bela"]
[WhiteElo "1500"]
[ECO "d02h"]
[Result "0-1"]

1. d4 d5 2. Ke5 c6 0-1

[Event "Four"]
[White "Anna"]
[WhiteElo "2100"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *

"""


def read(text: str) -> Games:
    return Games.from_pgn(io.StringIO(text))


@pytest.fixture(scope="module")
def games() -> Games:
    return read(TEXT)


def written(games: Games) -> str:
    file = io.StringIO()
    games.to_pgn(file)
    return file.getvalue()


def test_equality(games: Games) -> None:
    assert games == read(TEXT)
    assert games != games[::-1]
    assert games != read(TEXT.replace("Cleo", "Clea"))
    assert games != "games"
    assert games == games[:]
    with pytest.raises(TypeError, match="unhashable"):
        hash(games)


def test_concatenate(games: Games) -> None:
    assert games[:2] + games[2:] == games
    assert Games.concatenate([games[n : n + 1] for n in range(4)]) == games
    assert Games.concatenate(games[n : n + 1] for n in range(4)) == games
    assert len(Games.concatenate([])) == 0
    with pytest.raises(TypeError):
        Games.concatenate([games, "games"])  # type: ignore[list-item]
    assert sum([games[:1], games[1:]]) == games
    twice = games + games
    assert [error.index for error in twice.errors] == [2, 6]
    assert twice.error_count == 2
    with pytest.raises(TypeError):
        games + "games"


def test_copies_and_pickles(games: Games) -> None:
    assert copy.copy(games) is games
    assert copy.deepcopy([games])[0] is games
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(games, protocol))
        assert again == games
        assert again.errors == games.errors
        assert again.warnings == games.warnings
        assert again.error_count == games.error_count


def test_derived_columns(games: Games) -> None:
    assert games.plies.tolist() == [7, 4, 2, 7]
    assert games.date.dtype == np.dtype("datetime64[D]")
    assert games.date.astype(str).tolist() == ["2024-02-29", "NaT", "1999-12-31", "NaT"]
    assert games.eco.tolist() == ["C20", "", "D02", ""]
    assert games.eco.dtype == np.dtype("<U3")
    assert games.time_control.tolist() == ["180+2", "", "", ""]
    assert (games.termination == "Normal").tolist() == [True, False, False, False]
    assert games[games.date > np.datetime64("2000-01-01")] == games[:1]
    nothing = games[:0]
    for name in ("plies", "date", "eco", "time_control", "termination", "fingerprints"):
        column = getattr(nothing, name)
        assert column.shape == (0,)
        assert column.dtype == getattr(games, name).dtype


def test_sort(games: Games) -> None:
    def order(by: Any, **options: bool) -> list[int]:
        order: list[int] = games.argsort(by, **options).tolist()
        return order

    assert order("white_elo") == [1, 2, 0, 3]
    assert order("white_elo", descending=True) == [0, 3, 2, 1]
    assert order("date") == [2, 0, 1, 3]
    assert order("date", descending=True) == [0, 2, 1, 3]
    assert order("White") == [0, 3, 2, 1]
    assert order(["White", "plies"]) == [0, 3, 2, 1]
    assert order(["White", [9, 9, 9, 1]]) == [3, 0, 2, 1]
    assert order(["White", [9, 9, 9, 1]], descending=True) == [1, 2, 0, 3]
    assert order(np.array([3, 1, 2, 0])) == [3, 1, 2, 0]
    assert games.argsort("plies").dtype == np.int64
    assert games.sort("date") == games[[2, 0, 1, 3]]
    assert games[:0].sort("date") == games[:0]
    with pytest.raises(enroque.errors.ArrayError, match=r"must have shape \(4,\), not \(3,\)"):
        games.sort([[1, 2, 3]])
    with pytest.raises(ValueError, match="at least one key"):
        games.sort([])


def test_sample(games: Games) -> None:
    assert games.sample(3, seed=5) == games.sample(3, seed=5)
    assert games.sample(9, seed=5)[:3] == games.sample(3, seed=5)
    assert sorted(games.sample(9, seed=5).tag_values("Event")) == sorted(games.tag_values("Event"))  # type: ignore[type-var]
    assert len(games.sample(0, seed=None)) == 0
    with pytest.raises(TypeError, match=r"a tenth of the rows is round\(0.1 \* len"):
        games.sample(0.1, seed=5)  # type: ignore[arg-type]
    for index in ("white_elo", None, 1.0, ...):
        with pytest.raises(TypeError, match="columns are attributes"):
            games[index]
    generator = np.random.default_rng(1)
    games.sample(2, seed=generator)
    with pytest.raises(TypeError, match="a seed must be an int"):
        games.sample(2, seed="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="count must be 0 or more"):
        games.sample(-1, seed=0)


def test_drop_duplicates_keeps_the_first(games: Games) -> None:
    assert games.fingerprints[0] == games.fingerprints[3]
    assert games.drop_duplicates() == games[:3]
    assert (games[::-1]).drop_duplicates().tag_values("Event") == ["Four", "Three", "Two"]


def test_split_keeps_duplicates_together(games: Games) -> None:
    many = Games.concatenate(
        [read(f"1. {a} {b} *") for a in ("e4", "d4", "c4", "a3") for b in ("e5", "d5", "c5", "a6")]
    )
    fractions = {"train": 0.5, "validation": 0.25, "test": 0.25}
    for seed in range(20):
        subsets = many.split(fractions, seed=seed)
        assert list(subsets) == list(fractions)
        assert sum(map(len, subsets.values())) == len(many)
        for again in (many[::-1], many + many, games + many):
            for name, subset in again.split(fractions, seed=seed).items():
                known = set(subsets[name].fingerprints.tolist())
                others = set(many.fingerprints.tolist()) - known
                assert not others & set(subset.fingerprints.tolist())
    assert len({len(many.split(fractions, seed=seed)["train"]) for seed in range(20)}) > 1
    some = many.split({"train": 0.5}, seed=1)
    assert list(some) == ["train"]
    assert len(some["train"]) < len(many)
    with pytest.raises(ValueError, match="more than 1"):
        many.split({"train": 0.9, "test": 0.2}, seed=1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        many.split({"train": -0.1}, seed=1)
    with pytest.raises(TypeError):
        many.split([0.5, 0.5], seed=1)  # type: ignore[arg-type]


def test_split_fractions(data_file: Callable[[str], Path]) -> None:
    games = Games.from_pgn(data_file("pgn/lichess_bullet_3000.pgn.zst"))
    subsets = games.split({"train": 0.8, "validation": 0.1, "test": 0.1}, seed=3)
    assert sum(map(len, subsets.values())) == len(games)
    assert 0.79 < len(subsets["train"]) / len(games) < 0.81
    seen = [set(subset.fingerprints.tolist()) for subset in subsets.values()]
    assert not seen[0] & seen[1]
    assert not seen[0] & seen[2]
    assert not seen[1] & seen[2]
    once = games.drop_duplicates()
    assert len(once) == len(set(games.fingerprints.tolist()))


def test_errors_are_saved(games: Games, tmp_path: Path) -> None:
    games.write(tmp_path / "games.npz")
    again = Games.read(tmp_path / "games.npz")
    assert again == games
    assert again.errors == games.errors
    assert again.error_count == games.error_count


def test_other_formats_are_errors(games: Games, tmp_path: Path) -> None:
    games.write(tmp_path / "new.npz")
    arrays = arrays_of(tmp_path / "new.npz")
    write_arrays(tmp_path / "old.npz", arrays | {"format": np.array("enroque games 4")})
    with pytest.raises(enroque.errors.FileFormatError, match="unsupported format"):
        Games.read(tmp_path / "old.npz")


def test_damaged_reports_are_rejected(games: Games, tmp_path: Path) -> None:
    games.write(tmp_path / "good.npz")
    arrays = arrays_of(tmp_path / "good.npz")
    for damage in (
        b"[0, 1]",
        b"[1]",
        b"{",
        b"[9, [[1]]]",
        arrays["errors"].tobytes()[:-20] + b"]]",
    ):
        errors = {"errors": np.frombuffer(damage, dtype=np.uint8)}
        write_arrays(tmp_path / "bad.npz", arrays | errors)
        with pytest.raises(enroque.errors.FileFormatError):
            Games.read(tmp_path / "bad.npz")
    text = arrays["errors"].tobytes()
    changes = {
        b"illegal_move": b"i11egal_move",
        b'"index":': b'"index":9',
        b'"counts":[': b'"counts":[], "more":[',
    }
    for old, new in changes.items():
        if old in text:
            damaged = np.frombuffer(text.replace(old, new), dtype=np.uint8)
            write_arrays(tmp_path / "bad.npz", arrays | {"errors": damaged})
            with pytest.raises(enroque.errors.FileFormatError):
                Games.read(tmp_path / "bad.npz")


def test_written_pgn(games: Games) -> None:
    text = written(games)
    assert text.startswith(TEXT[: TEXT.index('[Event "Three')])
    again = read(text)
    assert again[[0, 1, 3]] == games[[0, 1, 3]]
    assert again[2].uci() == games[2].uci()
    assert not again.broken.any()  # as documented
    assert again.warnings == []
    assert "%clk" not in _text(games, clocks=False)
    assert "%eval" not in _text(games, evals=False)
    lines = _text(games, columns=None).splitlines()
    assert max(map(len, lines)) > 80
    assert lines[10].endswith("2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")


def _text(games: Games, **options: object) -> str:
    file = io.BytesIO()
    games.to_pgn(file, **options)  # type: ignore[arg-type]
    return file.getvalue().decode()


def test_pgn_files(games: Games, tmp_path: Path) -> None:
    games = games[:2]
    plain = _text(games).encode()
    for name, unpack in [
        ("a.pgn", bytes),
        ("a.pgn.zst", lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data)),
        ("a.pgn.gz", gzip.decompress),
        ("a.PGN.BZ2", bz2.decompress),
    ]:
        games.to_pgn(tmp_path / name)
        assert unpack((tmp_path / name).read_bytes()) == plain
        assert Games.from_pgn(tmp_path / name) == games
    with (tmp_path / "b").open("wb") as file:
        games.to_pgn(file, compression="gz")
    assert gzip.decompress((tmp_path / "b").read_bytes()) == plain
    with (tmp_path / "c.pgn").open("wb", buffering=0) as file:
        games[:1].to_pgn(file)
        games[1:].to_pgn(file)
    assert (tmp_path / "c.pgn").read_bytes() == plain
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.PGN.BZ2", "a.pgn", "a.pgn.gz", "a.pgn.zst", "b", "c.pgn",
    ]  # fmt: skip


def test_write_errors(games: Games, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        games.to_pgn(tmp_path / "nowhere" / "a.pgn")
    with pytest.raises(IsADirectoryError):
        games.to_pgn(tmp_path)
    with pytest.raises(ValueError, match="compression must be"):
        games.to_pgn(tmp_path / "a.pgn", compression="xz")
    with pytest.raises(ValueError, match="binary file"):
        games.to_pgn(io.StringIO(), compression="gz")
    with pytest.raises(TypeError):
        games.to_pgn(7)  # type: ignore[arg-type]

    class Full(io.RawIOBase):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        games.to_pgn(Full())  # type: ignore[arg-type]
    columns = games._columns()
    names = [name if name != "ECO" else "E CO" for name in columns["tag_names"]]
    from enroque.npz._columns import from_columns

    odd = from_columns(columns | {"tag_names": names})
    (tmp_path / "kept.pgn").write_text("kept")
    with pytest.raises(ValueError, match='game 0 has the tag name "E CO"'):
        odd.to_pgn(tmp_path / "kept.pgn")
    assert (tmp_path / "kept.pgn").read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.pgn"]


def test_contradicting_tags_are_corrected(games: Games) -> None:
    """If tags are missing or differ from the columns, the written tags are those of the columns."""
    from enroque.npz._columns import from_columns

    columns = games[:2]._columns()
    start = columns["start"][::-1].copy()
    for change in (
        {"start": start, "chess960": np.array([True, False])},
        {"chess960": np.array([True, True])},
        {"start": np.array([518, 518], np.uint32), "chess960": np.array([False, False])},
        {"result": np.array([0, -128], np.int8)},
        {"white_elo": np.array([0, 1], np.int16)},
        {"tags": columns["tags"][:0], "tag_offsets": np.zeros(3, np.uint64)},
        {
            "tags": columns["tags"][:0],
            "tag_offsets": np.zeros(3, np.uint64),
            "start": np.array([960 + 960 * 3 + 9, 922_560], np.uint32),
            "chess960": np.array([True, False]),
            "other_starts": ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"],
        },
    ):
        moves = {"moves": columns["moves"][:0], "offsets": np.zeros(3, np.uint64)}
        values = {"evals": None, "clocks": None}
        changed = from_columns(columns | moves | values | change)
        again = read(written(changed))
        assert again.error_count == 0
        for name in ("result", "white_elo", "chess960", "start", "other_starts", "plies"):
            assert np.array_equal(getattr(again, name), getattr(changed, name)), (name, change)


@pytest.mark.parametrize("kind", KINDS)
def test_random_games_round_trip(kind: str) -> None:
    rng = random.Random(kind)
    texts = []
    for seed in range(8):
        last = None
        for theirs, _ in positions(kind, 200, seed, max_plies=150):
            if theirs.ply() == 0 and last is not None:
                texts.append(_game(last, rng))
            last = theirs.copy()
        if last is not None:
            texts.append(_game(last, rng))
    games = read("".join(texts))
    assert games.error_count == 0
    assert games.chess960.all() == (kind != "standard")
    text = written(games)
    assert read(text) == games
    # python-chess reads the written file
    file = io.StringIO(text)
    for game in games:
        theirs_game = chess.pgn.read_game(file)
        assert theirs_game is not None
        assert not theirs_game.errors
        assert [move.uci() for move in theirs_game.mainline_moves()] == game.uci()
        assert game.clocks is not None
        assert game.evals is not None
        for node, clock, value in zip(theirs_game.mainline(), game.clocks, game.evals, strict=True):
            seconds = node.clock()
            assert (-1 if seconds is None else round(1000 * seconds)) == clock
            score = node.eval()
            assert (score is None) == (value == -(2**31))
    assert chess.pgn.read_game(file) is None


def _game(board: chess.Board, rng: random.Random) -> str:
    game = chess.pgn.Game.from_board(board)
    for node in game.mainline():
        if rng.random() < 0.4:
            node.set_clock(rng.randrange(7_200_000) / 1000)
        if rng.random() < 0.4:
            relative = chess.engine.Cp(rng.randrange(-2000, 2000))
            mate = chess.engine.Mate(rng.choice([-3, 5, 12]))
            node.set_eval(chess.engine.PovScore(rng.choice([relative, mate]), chess.WHITE))
    return f"{game}\n\n"


VALUE = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\t"), max_size=20)
NAME = st.text("abcXYZ09_-+#", min_size=1, max_size=12)


@given(st.lists(st.dictionaries(NAME, VALUE, max_size=4), min_size=1, max_size=4))
def test_any_tags_round_trip(tags: list[dict[str, str]]) -> None:
    from enroque.npz._columns import from_columns

    names = list(dict.fromkeys(name for game in tags for name in game))
    data, offsets = bytearray(), [0]
    for game in tags:
        for name, value in game.items():
            length = len(value.encode())
            data += bytes([names.index(name), length]) + value.encode()
        offsets.append(len(data))
    count = len(tags)
    games = from_columns(
        Games.from_pgn(io.StringIO(""))._columns()
        | {
            "start": np.full(count, 518, np.uint32),
            "chess960": np.zeros(count, bool),
            "offsets": np.arange(count + 1, dtype=np.uint64),
            "moves": np.full(count, read("1. e4 *").moves[0], np.uint16),
            "result": np.full(count, -128, np.int8),
            "white_elo": np.zeros(count, np.int16),
            "black_elo": np.zeros(count, np.int16),
            "broken": np.zeros(count, bool),
            "sources": None,
            "tag_names": names,
            "tags": np.frombuffer(bytes(data), np.uint8),
            "tag_offsets": np.array(offsets, np.uint64),
        }
    )
    assert read(written(games)) == games


@pytest.mark.parametrize("name", PGN_FILES)
def test_files_round_trip(data_file: Callable[[str], Path], name: str) -> None:
    assert round_trip([data_file(f"pgn/{name}")])["games"] >= 20


def test_odd_files_round_trip(data_file: Callable[[str], Path]) -> None:
    counts = round_trip(sorted(data_file("pgn_odd/cases").iterdir()))
    assert counts["games"] > 150
    assert counts["broken"] > 20


WRITTEN_WITH_OTHER_TAGS = {
    "A22_multiline_tag_value.pgn",  # a line break is read back as a space
    "E01_fen_without_setup.pgn",
    "E03_setup_zero_with_fen.pgn",
    "E14_960_no_variant_tag.pgn",
}


def round_trip(paths: list[Path]) -> Counter[str]:
    """Writes and reads the games of files; returns the numbers of games and of broken ones."""
    counts = Counter[str]()
    for path in paths:
        games = Games.from_pgn(path)
        file = io.BytesIO()
        games.to_pgn(file)
        again = Games.from_pgn(io.BytesIO(file.getvalue()))
        complete = np.flatnonzero(~games.broken)
        assert len(again) == len(games), path
        if path.name not in WRITTEN_WITH_OTHER_TAGS:
            assert again[complete] == games[complete], path
        for index in np.flatnonzero(games.broken).tolist():
            assert again[index].uci() == games[index].uci(), path
            assert again[index].headers == games[index].headers, path
            counts["broken"] += 1
        counts["games"] += len(games)
    return counts


def test_single_games_are_compared_by_content(games: Games) -> None:
    assert games[0] == games[0]
    assert games[0] in games
    assert len({games[0], games[0], games[1]}) == 2
    assert games[0] != games[1]
    again = Games.from_pgn(TEXT.encode())
    assert [again[n] for n in range(len(again))] == list(games)
    assert hash(again[1]) == hash(games[1])
    # equal moves, different tags, evaluations or results
    for changed in ('[White "Anna"]', "[%eval 0.30]", "4. Qxf7# 1-0"):
        other = Games.from_pgn(
            TEXT.replace(changed, "*" if changed.endswith("1-0") else "").encode()
        )
        assert other[0] != games[0], changed
    assert games[0] != "1. e4"
    assert games[:0] != games[0]


def test_misspelled_sort_columns(games: Games) -> None:
    for name in ("white_elos", "elo", "", "offsets"):
        with pytest.raises(
            ValueError, match=r"is neither a tag nor one of the columns .*white_elo"
        ):
            games.sort(name)
    # a tag that no game has does not change the order
    assert games.sort("Annotator") == games
    assert games.sort(["Annotator", "plies"]) == games.sort("plies")


def test_negative_counts_raise(games: Games) -> None:
    with pytest.raises(ValueError, match="games_per_batch must be 1 or more, not -1"):
        Games.stream(b"1. e4 *", games_per_batch=-1)
    with pytest.raises(ValueError, match="count must be 0 or more, not -1"):
        games.sample(-1, seed=1)
    with pytest.raises(ValueError, match="a seed must be 0"):
        games.sample(1, seed=-1)


def test_zstd_has_a_checksum(games: Games, tmp_path: Path) -> None:
    games.to_pgn(tmp_path / "a.pgn.zst")
    games.write(tmp_path / "a.vf.zst", on_unsupported="skip")
    for name in ("a.pgn.zst", "a.vf.zst"):
        frame = (tmp_path / name).read_bytes()
        assert zstandard.get_frame_parameters(frame).has_checksum


def test_one_game_is_copied_and_pickled(games: Games) -> None:
    view = games[2]
    assert copy.copy(view) is view
    assert copy.deepcopy(view) is view
    again = pickle.loads(pickle.dumps(view))
    assert again == view
    assert hash(again) == hash(view)
    assert (again.index, again.headers, again.moves) == (0, view.headers, view.moves)
    # the other games are not pickled
    assert len(pickle.dumps(view)) < len(pickle.dumps(games[:3]))


def test_unsupported_compression_extensions(games: Games, tmp_path: Path) -> None:
    for name in ("x.pgn.zip", "x.pgn.xz"):
        with pytest.raises(ValueError, match=r"must end in .pgn or .pgn.zst or "):
            games.to_pgn(tmp_path / name)
    games.to_pgn(tmp_path / "x.pgn.zstd")
    assert (tmp_path / "x.pgn.zstd").read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
    assert len(list(tmp_path.iterdir())) == 1
