"""Reading and writing training formats through the public Python API."""

import gzip
import io
import pickle
import tarfile
from pathlib import Path

import numpy as np
import pytest

import enroque
from enroque import formats

TEXT = """\
[White "A"]
[Result "1-0"]

1. e4 { [%eval 0.3] } e5 { [%eval 0.25] } 2. Nf3 { [%eval #3] } Nc6 { [%eval #-2] } 3. Bb5 1-0

[Variant "Chess960"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]
[SetUp "1"]
[Result "0-1"]

1. e4 e5 2. g3 g6 0-1
"""


@pytest.fixture
def games() -> enroque.Games:
    return enroque.Games.from_pgn(io.StringIO(TEXT))


def same_moves(one: enroque.Games, other: enroque.Games) -> bool:
    return (
        np.array_equal(one.moves, other.moves)
        and np.array_equal(one.start, other.start)
        and np.array_equal(one.offsets, other.offsets)
        and np.array_equal(one.result, other.result)
        and np.array_equal(one.chess960, other.chess960)
    )


@pytest.mark.parametrize("suffix", ["", ".zst", ".gz", ".bz2"])
def test_viriformat_round_trip(games: enroque.Games, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.vf{suffix}"
    report = games.write(path)
    assert (report.games, report.positions, report.skipped) == (2, 9, {})
    (again,) = formats.stream(path)
    assert same_moves(games, again)
    assert games.evals is not None
    assert again.evals is not None
    # the evaluation after the last move is not stored, and here there is none
    assert np.array_equal(games.evals, again.evals)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    if suffix == ".gz":
        assert len(gzip.decompress(path.read_bytes())) == report.bytes


def test_binpack_is_standard_chess(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "games.binpack"
    with pytest.raises(enroque.errors.EncodingError, match=r"game 1, ply 0.*Chess960"):
        games.write(path)
    assert list(tmp_path.iterdir()) == []
    report = games.write(path, on_unsupported="skip")
    assert (report.games, report.skipped) == (1, {"chess960": 1})
    (again,) = formats.stream(path)
    assert same_moves(games[:1], again)
    assert again.evals is not None
    assert list(again.evals[:4]) == [30, 25, 999_997, -999_998]


def test_batches(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "games.viriformat"
    with enroque.Writer(path) as writer:
        for _ in range(10):
            writer.write(games)
    assert writer.close().games == 20
    sizes = [len(batch) for batch in formats.stream(path, games_per_batch=7)]
    assert sizes == [7, 7, 6]


def test_start_evaluation_is_kept(tmp_path: Path) -> None:
    text = '[StartEval "15"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
    games = enroque.Games.from_pgn(io.StringIO(text))
    games.write(tmp_path / "x.vf", missing_score=-7)
    raw = (tmp_path / "x.vf").read_bytes()
    assert np.frombuffer(raw[34:], "<i2")[::2].tolist() == [15, -7, 0]
    (again,) = formats.stream(tmp_path / "x.vf")
    assert again.tag_values("StartEval") == ["15"]


def test_errors_have_a_location(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "games.vf"
    games.write(path)
    raw = bytearray(path.read_bytes())
    raw[-8:-6] = b"\x41\x10"  # a move of an empty square
    path.write_bytes(raw)
    reader = formats.stream(path)
    assert len(next(reader)) == 1
    with pytest.raises(
        enroque.errors.FileFormatError, match=r"entry 2, byte \d+: illegal move 0x1041 after"
    ) as caught:
        next(reader)
    assert (caught.value.entry, caught.value.offset) == (2, len(raw) - 8)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.entry, again.offset) == (str(caught.value), 2, len(raw) - 8)
    assert list(reader) == []


def test_wrong_calls(games: enroque.Games, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        formats.stream(tmp_path / "nothing.vf")
    with pytest.raises(IsADirectoryError):
        formats.stream(tmp_path, "viriformat")
    with pytest.raises(enroque.errors.ArgumentError, match=r"known suffixes: \.vf"):
        formats.stream(tmp_path / "games.xyz")
    with pytest.raises(enroque.errors.ArgumentError, match="'viriformat', 'binpack', 'lc0'"):
        games.write(tmp_path / "games.vf", format="virformat")
    with pytest.raises(ValueError, match="1 or more"):
        formats.stream(tmp_path / "games.vf", games_per_batch=0)
    with pytest.raises(enroque.errors.ArgumentError, match="on_unsupported"):
        games.write(tmp_path / "x.vf", on_unsupported="mask")  # type: ignore[arg-type]
    with pytest.raises(enroque.errors.ArgumentError, match="missing_score"):
        games.write(tmp_path / "x.vf", missing_score=40_000)
    with pytest.raises(FileNotFoundError, match=r"/no/x\.vf"):
        games.write(tmp_path / "no" / "x.vf")
    writer = enroque.Writer(tmp_path / "x.vf")
    writer.abort()
    for use in (writer.close, lambda: writer.write(games)):
        with pytest.raises(ValueError, match=r"file (is closed|was discarded)"):
            use()
    assert list(tmp_path.iterdir()) == []


def test_an_exception_keeps_the_existing_file(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "games.vf"
    path.write_bytes(b"before")

    with pytest.raises(ZeroDivisionError), enroque.Writer(path) as writer:  # noqa: PT012
        writer.write(games)
        raise ZeroDivisionError
    assert path.read_bytes() == b"before"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    with enroque.Writer(path) as writer:
        writer.write(games)
    assert writer.written is not None
    assert writer.written.games == 2
    with pytest.raises(ValueError, match="closed"):
        writer.write(games)


def test_lc0_records(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "training.7.gz"
    report = games.write(path, input_format=2)
    assert report.bytes == 9 * 8356
    (records,) = formats.stream_records(path)
    assert records.dtype == formats.LC0_V6
    assert formats.LC0_V6.itemsize == 8356
    assert records.shape == (9,)
    assert set(records["input_format"]) == {2}
    assert records["plies_left"].tolist() == [5, 4, 3, 2, 1, 4, 3, 2, 1]
    assert records["result_q"].tolist() == [1, -1, 1, -1, 1, -1, 1, -1, 1]
    game = np.repeat([0, 1], [5, 4])
    ply = np.concatenate([np.arange(5), np.arange(4)])
    expected = games.planes(enroque.Encoding("lc0", format=2, fill="no"), game, ply)
    assert np.array_equal(formats.lc0_planes(records), expected)
    out = np.zeros((9, 112, 8, 8), np.uint8)
    assert formats.lc0_planes(records, out=out) is out
    assert np.array_equal(out, expected)
    played = games.policy("lc0", game, ply)
    assert np.array_equal(records["played_idx"], played)
    assert np.array_equal(records["probabilities"] >= 0, games.legal_mask("lc0", game, ply))
    assert (records["probabilities"][np.arange(9), played] == 1).all()
    fens = formats.fens(records)
    assert fens[0] == enroque.Board().fen()
    assert fens[5] == games[1].board(0).fen().replace("HFhf", "KQkq")
    (again,) = formats.stream(path)
    assert same_moves(games, again)


def test_lc0_archive_is_a_tar(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "training.tar"
    games.write(path)
    with tarfile.open(path) as archive:
        names = archive.getnames()
        sizes = [len(gzip.decompress(archive.extractfile(name).read())) for name in names]  # type: ignore[union-attr]
    assert names == ["game_000000000.gz", "game_000000001.gz"]
    assert sizes == [5 * 8356, 4 * 8356]
    (again,) = formats.stream(path)
    assert same_moves(games, again)
    # an archive made by Python, with a folder in it
    other = tmp_path / "other.tar"
    with tarfile.open(other, "w", format=tarfile.PAX_FORMAT) as archive:
        archive.add(tmp_path / "training.tar", "not/a/chunk.tar")
    with pytest.raises(enroque.errors.FileFormatError, match=r"not/a/chunk\.tar: entry 1, byte 0"):
        next(formats.stream_records(other))


def test_bulletformat_records(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "positions.bullet"
    with pytest.raises(enroque.errors.EncodingError, match=r"game 0, ply 0.*missing_score"):
        games.write(path)
    report = games.write(path, on_unsupported="skip")
    assert (report.games, report.positions, report.skipped) == (2, 4, {"no_evaluation": 5})
    report = games.write(path, missing_score=0)
    assert report.positions == 9
    (records,) = formats.stream_records(path)
    assert records.dtype == formats.BULLETFORMAT
    assert formats.BULLETFORMAT.itemsize == 32
    game = np.repeat([0, 1], [5, 4])
    ply = np.concatenate([np.arange(5), np.arange(4)])
    expected = games.records("bullet", game, ply)
    raw = records.view(np.uint8).reshape(9, 32)
    assert np.array_equal(raw[:, :24], expected[:, :24])
    assert np.array_equal(raw[:, 26:], expected[:, 26:])
    assert records["score"].tolist() == [0, -30, 25, -31994, -31996, 0, 0, 0, 0]
    # the side to move is White
    assert formats.fens(records)[1].startswith("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w -")
    copy = tmp_path / "copy.bullet.zst"
    assert formats.write_records([records[:3], records[3:]], copy) == 9
    (again,) = formats.stream_records(copy)
    assert np.array_equal(records, again)
    with pytest.raises(enroque.errors.ArgumentError, match="stream_records"):
        formats.stream(path)


def test_chessbench_records(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "state_value_data.bag"
    report = games[:1].write(path, on_unsupported="skip")
    assert (report.positions, report.skipped) == (4, {"no_evaluation": 1})
    (records,) = formats.stream_records(path)
    assert records.move is None
    evals = games.evals
    assert evals is not None
    own = evals[:4] * np.array([-1, 1, -1, 1])
    expected = [enroque.win_probability(int(x), model="chessbench") for x in own]
    assert np.allclose(records.win_prob, expected)
    assert records.fen[1] == games[0].board(2).fen()
    copy = tmp_path / "copy.bag"
    assert formats.write_records(records, copy, "state_value") == 4
    assert copy.read_bytes() == path.read_bytes()
    with pytest.raises(enroque.errors.ArgumentError, match=r"state_value\.bag"):
        formats.detect(copy)
    games[:1].write(path, format="behavioral_cloning")
    (records,) = formats.stream_records(path, "behavioral_cloning", records_per_batch=100)
    assert records.move == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    assert records.win_prob is None
    with pytest.raises(enroque.errors.EncodingError, match="e2e5"):
        formats.write_records(
            formats.ChessBenchRecords([enroque.STARTING_FEN], ["e2e5"], None),
            path,
            "behavioral_cloning",
        )


@pytest.mark.parametrize("suffix", ["bag.zst", "bagz"])
def test_bags_are_not_compressed(games: enroque.Games, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"behavioral_cloning.{suffix}"
    with pytest.raises(enroque.errors.ArgumentError, match="uncompressed"):
        games[:1].write(path)
    records = formats.ChessBenchRecords([enroque.STARTING_FEN], ["e2e4"], None)
    with pytest.raises(enroque.errors.ArgumentError, match="uncompressed"):
        formats.write_records(records, path)


def test_records_of_another_dtype(games: enroque.Games, tmp_path: Path) -> None:
    path = tmp_path / "x.bullet"
    with pytest.raises(enroque.errors.ArrayError, match="must have its dtype"):
        formats.write_records(np.zeros(3, formats.LC0_V6), path)
    with pytest.raises(enroque.errors.ArgumentError, match="stores games"):
        formats.write_records(np.zeros(3, formats.LC0_V6), tmp_path / "x", "binpack")
    with pytest.raises(enroque.errors.ArgumentError, match="input format 6; use 1, 2"):
        games.write(tmp_path / "x.v6", input_format=6)
    with pytest.raises(enroque.errors.EncodingError, match="record 0: the record has version 0"):
        formats.lc0_planes(np.zeros(3, formats.LC0_V6))
    with pytest.raises(enroque.errors.ArrayError, match="LC0_V6"):
        formats.lc0_planes(np.zeros(3, formats.BULLETFORMAT))
    assert list(tmp_path.iterdir()) == []


def test_lc0_chunks_are_detected_by_content(games: enroque.Games, tmp_path: Path) -> None:
    usual, unusual = tmp_path / "training.1.gz", tmp_path / "x2.gz"
    games[:1].write(usual, on_unsupported="skip")
    unusual.write_bytes(usual.read_bytes())
    assert formats.detect(unusual).name == "lc0"
    (batch,) = formats.stream(unusual)
    assert np.array_equal(batch.moves, games[:1].moves)
    loaded = next(enroque.Loader(unusual, [enroque.Column.game(), enroque.Column.ply()]))
    assert (
        len(loaded["ply"])
        == len(next(enroque.Loader(usual, [enroque.Column.game(), enroque.Column.ply()]))["ply"])
        > 0
    )
    others = {
        "none.gz": b"",
        "text.gz": b"not gzip at all",
        "pgn.gz": gzip.compress(b"1. e4 e5 *\n"),
        "short.gz": gzip.compress(b"\x06\0\0\0"),
        "cut.gz": usual.read_bytes()[:12],
        "version.gz": gzip.compress(b"\x06\0\0\0\x09\0\0\0" + bytes(8348)),
    }
    for name, content in others.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(enroque.errors.ArgumentError, match="the format cannot be detected"):
            formats.detect(tmp_path / name)
    with pytest.raises(enroque.errors.ArgumentError, match="the format cannot be detected"):
        formats.detect(tmp_path / "missing.gz")
    # PGN with such a name is read by `from_pgn`
    assert enroque.Games.from_pgn(tmp_path / "pgn.gz").plies.tolist() == [2]
    for read in (enroque.Games.read, enroque.Games.stream, enroque.Loader):
        arguments = [[enroque.Column.ply()]] if read is enroque.Loader else []
        with pytest.raises(enroque.errors.ArgumentError, match="cannot detect the format"):
            read(tmp_path / "pgn.gz", *arguments)  # type: ignore[operator]


@pytest.mark.parametrize("name", ["a.vf", "a.binpack", "a.v6", "a.tar", "a.bullet"])
def test_files_without_games(name: str, tmp_path: Path) -> None:
    """A file written from no games can be read."""
    report = enroque.Games.from_pgn(b"").write(tmp_path / name)
    assert report.games == 0
    if formats.detect(name).contents == "games":
        assert list(formats.stream(tmp_path / name)) == []
    else:
        assert list(formats.stream_records(tmp_path / name)) == []
