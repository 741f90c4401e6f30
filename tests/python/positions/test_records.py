"""Records of training formats as `Positions`: bulletformat, lc0 and ChessBench."""

from pathlib import Path

import numpy as np
import pytest

import enroque
from enroque import Board, Games, Positions, convert_positions, formats
from enroque.errors import ArgumentError, FileFormatError
from test_positions import FENS


def mirrored(fen: str) -> str:
    """Returns the position seen by the side to move as White, as bulletformat stores it."""
    board = Board(fen, chess960=True)
    if not board.turn:
        board = board.mirror()
    return f"{board.board_fen()} w - - 0 1"


def test_bulletformat(games: Games, tmp_path: Path) -> None:
    rated = games[(games.result != -128)]
    game, ply = rated.positions()
    rated = rated.with_columns(evals=np.arange(len(rated.moves)) % 4000 - 2000)
    table = Positions.from_games(rated, game, ply)
    counts = table.write(tmp_path / "table.bullet")
    assert counts.skipped == {"no_evals": len(rated)}  # the start positions have none
    read = Positions.read(tmp_path / "table.bullet")
    kept = table[table.evals != -(2**31)]
    assert (len(read), read.error_count) == (len(kept), 0)
    assert read.fens() == [mirrored(fen) for fen in kept.fens()]
    sign = np.where([" w " in fen for fen in kept.fens()], 1, -1)
    np.testing.assert_array_equal(read.evals, sign * kept.evals)
    np.testing.assert_array_equal(read.result, sign * kept.result)
    # the labels of the side to move are the same
    np.testing.assert_array_equal(read.value(), kept.value())
    np.testing.assert_array_equal(read.win_probability(), kept.win_probability())
    np.testing.assert_array_equal(
        read.planes("pieces", dtype="uint8"), kept.planes("pieces", dtype="uint8")
    )
    # the records are those that `Games.write` writes
    rated.write(tmp_path / "games.bullet", on_unsupported="skip")
    assert (tmp_path / "games.bullet").read_bytes() == (tmp_path / "table.bullet").read_bytes()
    assert len(list(Positions.stream(tmp_path / "table.bullet", rows_per_batch=1000))) > 1


def test_mates_and_scores_of_bulletformat(tmp_path: Path) -> None:
    scores = ["1-0,#+3", "0-1,#-1", "1-0,#+200", "1-0,31754", "1/2-1/2,31753", "1-0,-31753", ",5"]
    text = "fen,result,eval\n" + "".join(f"{FENS[1]},{score}\n" for score in scores)
    columns = {"fen": "fen", "result": "result", "eval": "eval"}
    table = Positions.read(text.encode(), columns=columns, perspective="white", unit="cp")  # type: ignore[arg-type]
    counts = table.write(tmp_path / "x.bf", format="bulletformat")
    assert counts.skipped == {"no_result": 1, "score_out_of_range": 1}
    assert counts.bytes == 32 * 5
    read = Positions.read(tmp_path / "x.bf")
    assert read.evals.tolist() == [999_997, -999_999, 31_754, 31_753, -31_753]
    assert read.result.tolist() == [1, -1, 1, 0, 1]


def test_damaged_records(tmp_path: Path) -> None:
    path = tmp_path / "x.bullet"
    table = Positions.read(f"fen,white_cp,result\n{FENS[1]},5,1-0\n".encode())
    table.write(path)
    record = path.read_bytes()
    two_kings = bytearray(record)
    two_kings[8] = 0x55  # kings on two squares
    path.write_bytes(record + bytes(two_kings) + record + record[:20])
    read = Positions.read(path)
    assert len(read) == 2
    assert read.source_row.tolist() == [1, 3]
    assert read.skipped == {"impossible_position": 1, "source": 1}
    assert read.errors[0].row == 2
    masked = Positions.read(path, on_error="mask")
    assert masked.broken.tolist() == [False, True, False]
    with pytest.raises(enroque.errors.BrokenRowError, match="row 2"):
        Positions.read(path, strict=True)
    path.write_bytes(b"")
    assert Positions.read(path).skipped == {"source": 1}
    with pytest.raises(ArgumentError, match="only be read from files"):
        Positions.read(record, format="bulletformat")
    with pytest.raises(FileNotFoundError):
        Positions.read(tmp_path / "missing.bullet")
    with pytest.raises(ArgumentError, match='"bulletformat", "behavioral_cloning"'):
        Positions.read(path, format="bulletformats")


def test_lc0(games: Games, tmp_path: Path) -> None:
    chosen = games[games.result != -128]
    path = tmp_path / "games.v6"
    chosen.write(path, input_format=2)
    read = Positions.read(path)
    game, ply = chosen.positions()
    expected = Positions.from_games(chosen, game, ply)
    assert (len(read), read.error_count) == (len(expected), 0)
    boards = [fen.rsplit(" ", 1)[0] for fen in read.fens()]  # the move number is not recorded
    assert boards == [fen.rsplit(" ", 1)[0] for fen in expected.fens()]
    np.testing.assert_array_equal(read.moves, expected.moves)
    np.testing.assert_array_equal(read.result, expected.result)
    assert read.expected_score is None  # there were no searches
    path.rename(tmp_path / "training.bin")
    assert Positions.read(tmp_path / "training.bin", format="lc0") == read
    chosen[:5].write(tmp_path / "games.tar", format="lc0")
    assert len(Positions.read(tmp_path / "games.tar")) == len(chosen[:5].moves)


def test_a_search_of_lc0(tmp_path: Path) -> None:
    game = Games.from_pgn(b"1. e4 e5 0-1").with_columns(
        search_values=[0.5, -0.25], search_nodes=[800, 400]
    )
    game.write(tmp_path / "x.v6")
    read = Positions.read(tmp_path / "x.v6")
    # the values are those of the side to move, the expected score is White's
    assert read.expected_score.tolist() == [0.75, 0.625]
    assert read.nodes.tolist() == [800, 400]


def test_chessbench(tmp_path: Path) -> None:
    standard = [FENS[0], FENS[1], FENS[3]]
    records = {
        "state_value": (standard, [], [0.25, 0.5, 1.0]),
        "behavioral_cloning": (standard, ["c7c5", "e1g1", "e5f6"], []),
        "action_value": (standard, ["c7c5", "e1g1", "e5f6"], [0.25, 0.5, 1.0]),
    }
    for name, (fens, moves, probabilities) in records.items():
        path = tmp_path / f"{name}_data.bag"
        formats.write_records(
            formats.ChessBenchRecords(
                fens, moves or None, np.array(probabilities) if probabilities else None
            ),
            path,
        )
        read = Positions.read(path)
        assert read.fens() == fens, name
        if moves:
            assert [read[row]["moves"] for row in range(3)] == moves
        if probabilities:
            # Black is to move in the first position
            assert read.expected_score.tolist() == [0.75, 0.5, 1.0]


def test_files_of_games_are_named(tmp_path: Path) -> None:
    games = Games.from_pgn(b"1. e4 e5 0-1")
    games.write(tmp_path / "x.vf", missing_score=0)
    with pytest.raises(ArgumentError, match=r"viriformat file of games: use Positions\.from_games"):
        Positions.read(tmp_path / "x.vf")
    games.write(tmp_path / "x.pgn.gz")
    with pytest.raises(ArgumentError, match="a pgn file of games"):
        Positions.read(tmp_path / "x.pgn.gz")
    games.write(tmp_path / "x.npz")
    with pytest.raises(FileFormatError, match="not a table of positions"):
        Positions.read(tmp_path / "x.npz")


def test_shards_of_records(tmp_path: Path) -> None:
    text = "fen,white_cp,result\n" + "".join(f"{fen},5,1-0\n" for fen in FENS)
    done = convert_positions(text.encode(), tmp_path / "s", to="bulletformat", rows_per_shard=2)
    assert [shard["bytes"] for shard in done.shards] == [64, 64]
    assert Positions.read(tmp_path / "s").fens() == [mirrored(fen) for fen in FENS]


@pytest.mark.parametrize(
    "name", ["x.bullet", "x.v6", "x.tar", "state_value.bag", "action_value.bag"]
)
def test_hostile_bytes(name: str, games: Games, tmp_path: Path) -> None:
    """Damaged files are errors or other positions, never a crash."""
    chosen = games[(games.result != -128) & ~games.chess960][:2]
    path = tmp_path / name
    chosen.write(path, on_unsupported="skip", missing_score=3)
    text = path.read_bytes()
    generator = np.random.default_rng(5)
    for _ in range(150):
        damaged = bytearray(text)
        for at in generator.integers(0, len(text), generator.integers(1, 40)):
            damaged[at] = generator.integers(256)
        path.write_bytes(bytes(damaged[: generator.integers(len(text) + 1)]))
        read = Positions.read(path, on_error="mask")
        assert len(read) + read.error_count > 0
        there = read[~read.broken]
        assert Positions.from_fens(there.fens()).fens() == there.fens()
