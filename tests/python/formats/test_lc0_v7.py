"""lc0's records of version 7, short-term values, policies of later moves and soft targets."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Column, Games, Loader, Positions, formats
from enroque.errors import (
    ArgumentError,
    ArrayError,
    EncodingError,
    FileFormatError,
    OutOfRangeError,
)
from test_search_formats import rows_of, searched_games

THETA = 5 / 6


@pytest.fixture(scope="module")
def searched() -> Games:
    """Returns games with a search at every ply."""
    return searched_games("chess960", 11, every=True)


@pytest.fixture(scope="module")
def v6(searched: Games, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Returns their records of version 6."""
    path = tmp_path_factory.mktemp("v6") / "a.v6"
    searched.write(path, input_format=3)
    return np.concatenate(list(formats.stream_records(path)))


def test_records_are_those_of_the_rescorer(data_file: Callable[[str], Path]) -> None:
    """The vectors are outputs of lczero-training's `chunk_rescorer` for two chunks of lc0."""
    vectors = np.load(data_file("vectors/lc0_v7.npz"))
    records = np.zeros(len(vectors["played_idx"]), formats.LC0_V6)
    records["version"], records["input_format"] = 6, 1
    for name in ("root_q", "root_d", "played_idx"):
        records[name] = vectors[name]
    for n, theta in enumerate(vectors["theta"].tolist()):
        rescored = formats.lc0_v7(records, theta=theta, games=vectors["games"])
        for name in ("q_st", "d_st"):
            found = rescored[name].view(np.uint32)
            np.testing.assert_array_equal(found, vectors[name][n].view(np.uint32))
        for name in ("opp_played_idx", "next_played_idx"):
            np.testing.assert_array_equal(rescored[name], vectors[name])
        assert (rescored["version"] == 7).all()
        assert (rescored["reserved"] == 0).all()
        others = [name for name in formats.LC0_V6.names or () if name not in ("version", "q_st")]
        assert (rescored[others] == records[others]).all()


def test_a_chunk_of_lc0(data_file: Callable[[str], Path], tmp_path: Path) -> None:
    chunk, vectors = data_file("vectors/lc0_selfplay.gz"), np.load(data_file("vectors/lc0_v7.npz"))
    records = np.concatenate(list(formats.stream_records(chunk)))
    rescored = formats.lc0_v7(records)
    start = vectors["games"][1]
    np.testing.assert_array_equal(rescored["root_q"], vectors["root_q"][start:])
    np.testing.assert_array_equal(rescored["q_st"], vectors["q_st"][0, start:])
    np.testing.assert_array_equal(rescored["next_played_idx"], vectors["next_played_idx"][start:])
    path = tmp_path / "a.v7.gz"
    assert formats.write_records(rescored, path) == 140
    games = Games.read(path)
    assert games.moves.tolist() == Games.read(chunk).moves.tolist()
    game, ply = games.positions()
    columns = [Column.search_value(td=THETA), Column.search_wdl(td=THETA)]
    found = games.encode(columns, game, ply)
    np.testing.assert_array_equal(found["search_value"], rescored["q_st"])
    np.testing.assert_allclose(found["search_wdl"][:, 1], rescored["d_st"], atol=1e-6)
    # the games as records: the short-term values of the searches are the same
    games.write(tmp_path / "b.v7")
    written = np.concatenate(list(formats.stream_records(tmp_path / "b.v7")))
    np.testing.assert_array_equal(written["q_st"], rescored["q_st"])
    np.testing.assert_array_equal(written["opp_played_idx"], rescored["opp_played_idx"])


@pytest.mark.parametrize("name", ["a.v7", "a.v7.gz", "a.v7.tar", "a.tar", "training.1.gz"])
def test_games_are_written_and_read(searched: Games, v6: Any, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    searched.write(path, format="lc0_v7", input_format=3)
    records = np.concatenate(list(formats.stream_records(path, "lc0_v7")))
    assert records.dtype == formats.LC0_V7
    assert formats.LC0_V7.itemsize == 8396
    expected = formats.lc0_v7(v6, games=searched.offsets[:-1])
    assert records.tobytes() == expected.tobytes()
    assert formats.lc0_v7(records, games=searched.offsets[:-1]).tobytes() == records.tobytes()
    assert formats.detect(path).name == ("lc0" if name == "a.tar" else "lc0_v7")
    again = Games.read(path)
    assert again.moves.tolist() == searched.moves.tolist()
    np.testing.assert_array_equal(again.search_values, searched.search_values)
    np.testing.assert_array_equal(formats.lc0_planes(records), formats.lc0_planes(v6))
    assert formats.fens(records) == formats.fens(v6)
    positions = Positions.read(path, format="lc0_v7")
    assert len(positions) == len(records)
    assert not len(positions.errors)
    back = tmp_path / "back.v7"
    assert formats.write_records(records, back) == len(records)
    assert back.read_bytes() == records.tobytes()


def test_columns_are_the_fields(searched: Games, v6: Any) -> None:
    game, ply, _ = rows_of(searched)
    records = formats.lc0_v7(v6, games=searched.offsets[:-1])
    policy = enroque.Policy("lc0", format=3)
    for ahead, name in ((1, "opp_played_idx"), (2, "next_played_idx")):
        index = np.where(records[name] == 65535, -1, records[name].astype(np.int64))
        np.testing.assert_array_equal(searched.policy(policy, game, ply, ahead=ahead), index)
        assert (index == -1).sum() == ahead * len(searched)
    columns = [Column.search_value(td=THETA), Column.search_wdl(td=THETA)]
    found = searched.encode(columns, game, ply)
    np.testing.assert_array_equal(found["search_value"], records["q_st"])
    wdl = found["search_wdl"]
    np.testing.assert_allclose(wdl[:, 1], records["d_st"], atol=1e-7)
    np.testing.assert_allclose(wdl[:, 0] - wdl[:, 2], records["q_st"], atol=1e-6)
    white = searched.encode(
        [Column.search_value(td=THETA, view="white"), Column.search_wdl(td=THETA, view="white")],
        game,
        ply,
    )
    black_moves = np.array([searched[g].board(p).turn for g, p in zip(game, ply, strict=True)]) == 0
    np.testing.assert_array_equal(
        white["search_value"], np.where(black_moves, -1, 1) * found["search_value"]
    )
    np.testing.assert_array_equal(
        white["search_wdl"], np.where(black_moves[:, None], wdl[:, ::-1], wdl)
    )


@pytest.mark.parametrize("td", [1e-300, 0.3, 0.9, 0.999, 1])
def test_short_term_values(searched: Games, td: float) -> None:
    """Also of a game that is longer than what has an effect."""
    values = np.random.default_rng(1).uniform(-1, 1, 3000).astype(np.float32)
    long = Games.from_pgn(b"Nf3 Nf6 Ng1 Ng8 " * 750).with_columns(search_values=values)
    for games in (searched, long):
        game, ply = games.positions()
        later, expected = 0.0, []
        assert games.search_values is not None
        plies_left = games.plies_left(game, ply)[::-1]
        for value, left in zip(games.search_values[::-1], plies_left, strict=True):
            later = float(value) if left == 1 else td * -later + (1 - td) * float(value)
            expected.append(later)
        found = games.encode(Column.search_value(td=td), game, ply)["search_value"]
        np.testing.assert_allclose(found, expected[::-1], atol=1e-5)


def test_missing_values_of_later_positions() -> None:
    """A value is unknown if one of those after it is, and never 0."""
    games = searched_games("standard", 3)
    game, ply, has_search = rows_of(games)
    last = np.array([ply[(game == g) & ~has_search].max(initial=-1) for g in range(len(games))])
    is_known = ply > last[game]
    assert 0 < is_known.sum() < has_search.sum()
    for kind in (Column.search_value, Column.search_wdl):
        (found,) = games.encode(kind(td=0.5, on_missing="nan"), game, ply).values()
        found = found.reshape(len(game), -1)
        np.testing.assert_array_equal(np.isnan(found[:, 0]), ~is_known)
        with pytest.raises(ArgumentError, match="value of a search; on_missing"):
            games.encode(kind(td=0.5), game, ply)
    columns = [Column.search_value(td=0.5, on_missing="skip"), Column.game(), Column.ply()]
    places = set()
    for batch in Loader(games, columns, batch_size=8):
        places |= set(zip(batch["game"].tolist(), batch["ply"].tolist(), strict=True))
    assert places == set(zip(game[is_known].tolist(), ply[is_known].tolist(), strict=True))


def test_policies_of_later_moves(searched: Games, tmp_path: Path) -> None:
    game, ply, _ = rows_of(searched)
    left = searched.plies_left(game, ply)
    for policy in ("lc0", "uci", "alphazero"):
        supported = searched.supported(Column.policy(policy), game, ply)
        for ahead in range(4):
            index = searched.policy(policy, game, ply, ahead=ahead, on_unsupported="mask")
            has_move = left > ahead
            now = searched.policy(
                policy, game[has_move], ply[has_move] + ahead, on_unsupported="mask"
            )
            np.testing.assert_array_equal(index[has_move], now)
            assert (index[~has_move] == -1).all()
        assert (index[supported & (left > 3)] >= -1).all()
    with pytest.raises(ArgumentError, match="entry 39: no later move"):
        searched.encode(Column.policy("lc0", ahead=1), game, ply)
    columns = [Column.policy("lc0", ahead=2, on_missing="skip"), Column.game(), Column.ply()]
    count = 0
    for batch in Loader(searched, columns, batch_size=8):
        assert (batch["policy"] >= 0).all()
        count += len(batch["policy"])
    assert count == (left > 2).sum()
    searched.write(tmp_path / "a.v7", input_format=3)
    with pytest.raises(ArgumentError, match="the table has no later positions"):
        Positions.read(tmp_path / "a.v7").policy("lc0", ahead=1)
    with pytest.raises(ArgumentError, match="no next move"):
        enroque.Arena(1).encode(Column.policy("lc0", ahead=1))
    with pytest.raises(ArgumentError, match="ahead is out of range: -1"):
        Column.policy("lc0", ahead=-1)
    assert searched.policy("lc0", [0], [0], ahead=2**32 - 1).tolist() == [-1]


@pytest.mark.parametrize("temperature", [0.001, 0.5, 1, 1.4, 4, 1e6])
def test_soft_targets(searched: Games, temperature: float) -> None:
    game, ply, _ = rows_of(searched)
    plain = searched.policy_target("lc0", game, ply).astype(np.float64)
    with np.errstate(divide="ignore"):
        logits = np.log(plain) / temperature
    expected = np.exp(logits - logits.max(axis=1, keepdims=True))
    expected /= expected.sum(axis=1, keepdims=True)
    found = searched.policy_target("lc0", game, ply, temperature=temperature)
    np.testing.assert_allclose(found, expected, atol=2e-7 if temperature >= 0.5 else 1e-4)
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-5)
    if temperature == 1:
        np.testing.assert_array_equal(found, plain.astype(np.float32))
    indices, values, offsets = searched.policy_target_csr("lc0", game, ply, temperature=temperature)
    dense = np.zeros_like(found)
    dense[np.repeat(np.arange(len(game)), np.diff(offsets)), indices] = values
    np.testing.assert_array_equal(dense, found)
    column = Column.policy_target("lc0", temperature=temperature)
    for batch in Loader(searched, [column, Column.game(), Column.ply()], batch_size=64):
        rows = searched.policy_target("lc0", batch["game"], batch["ply"], temperature=temperature)
        np.testing.assert_array_equal(batch["policy_target"], rows)
    played = searched_games("standard", 3)
    game, ply, has_visits = rows_of(played)
    for on_missing, total in (("zeros", 0), ("played", 1)):
        rows = played.policy_target(
            "lc0", game, ply, temperature=temperature, on_missing=on_missing
        )
        np.testing.assert_array_equal(rows[~has_visits].sum(axis=1), total)


def test_options_out_of_range() -> None:
    for td in (-0.1, 1.1, float("nan")):
        with pytest.raises(ArgumentError, match="td must be 0 to 1"):
            Column.search_value(td=td)
    for temperature in (0, -1, float("inf"), float("nan")):
        with pytest.raises(ArgumentError, match="temperature must be"):
            Column.policy_target("lc0", temperature=temperature)


def test_wrong_records(v6: Any, searched: Games) -> None:
    games = searched.offsets[:-1]
    with pytest.raises(ArgumentError, match=r"record 40: plies_left does not decrease"):
        formats.lc0_v7(v6)
    with pytest.raises(ArgumentError, match="theta must be 0 to 1"):
        formats.lc0_v7(v6, theta=1.5, games=games)
    with pytest.raises(OutOfRangeError, match="entry 1: 3 is not the index of a record"):
        formats.lc0_v7(v6, games=[0, 3, 2])
    for wrong in ([1], []):
        with pytest.raises(OutOfRangeError, match="the first game begins with record 0"):
            formats.lc0_v7(v6, games=wrong)
    with pytest.raises(ArrayError, match="LC0_V6 or LC0_V7"):
        formats.lc0_v7(np.zeros(2, formats.BULLETFORMAT))
    other = v6[:3].copy()
    other["version"][2] = 5
    with pytest.raises(EncodingError, match="record 2: the record has version 5"):
        formats.lc0_v7(other)
    assert len(formats.lc0_v7(v6[:0])) == 0


def test_wrong_files(v6: Any, searched: Games, tmp_path: Path) -> None:
    """Files that are cut off, of the other version, or of both."""
    v7 = formats.lc0_v7(v6, games=searched.offsets[:-1])
    path = tmp_path / "a.v7"
    for size in (3 * 8396 + 5, 3 * 8396 + 8356, 4 * 8396 - 1):
        path.write_bytes(v7.tobytes()[:size])
        stream = formats.stream_records(path)
        assert next(stream).tobytes() == v7[:3].tobytes()
        with pytest.raises(FileFormatError, match=r"entry 4, .*the file ends in the middle"):
            next(stream)
        with pytest.raises(FileFormatError, match="the file ends in the middle"):
            Games.read(path)
    for first, second in ((v7, v6), (v6, v7)):
        path.write_bytes(first[:3].tobytes() + second[3:6].tobytes())
        versions = f"version {second['version'][0]}, not {first['version'][0]}: all records"
        with pytest.raises(FileFormatError, match=versions):
            Games.read(path)
        stream = formats.stream_records(path, "lc0" if first is v6 else "lc0_v7")
        assert len(next(stream)) == 3
        with pytest.raises(FileFormatError, match=versions):
            next(stream)
    for records, format in ((v6, "lc0_v7"), (v7, "lc0")):
        path.write_bytes(records.tobytes())
        with pytest.raises(FileFormatError, match="entry 1, byte 0: the record has version"):
            next(formats.stream_records(path, format))
    with pytest.raises(ArrayError, match="lc0_v7 must have its dtype"):
        formats.write_records(v6, path)
    for name, format in (("a.v6", "lc0_v7"), ("a.v7.tar", "lc0")):
        with pytest.raises(ArgumentError):
            searched.write(tmp_path / name, format=format)
    # a chunk that is replaced has the version of its name
    chunk = tmp_path / "training.1.gz"
    chunk.write_bytes(gzip.compress(v7.tobytes()))
    assert formats.detect(chunk).name == "lc0_v7"
    searched.write(chunk, input_format=3)
    assert formats.detect(chunk).name == "lc0"
