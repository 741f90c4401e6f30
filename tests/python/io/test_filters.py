"""Options of reading: filters, strictness, languages, comments of engines."""

import dataclasses
import datetime
import inspect
import io
import itertools
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Filter, Games
from enroque.cli import main
from enroque.data import example_games
from enroque.errors import ArgumentError, BrokenGameError


def game(moves: str = "1. e4 e5 *", **tags: str) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves}\n\n"


CRITERIA = {field.name for field in dataclasses.fields(Filter)}


def read(text: str, **options: Any) -> Games:
    """Reads games; options are criteria of a filter or arguments of `from_pgn`."""
    criteria = {name: options.pop(name) for name in CRITERIA & options.keys()}
    if criteria:
        options["filter"] = Filter(**criteria)
    return Games.from_pgn(io.StringIO(text), **options)


def kept(text: str, **options: Any) -> list[str]:
    return [name or "" for name in read(text, **options).tag_values("Round")]


RATED = (
    game(Round="a", WhiteElo="2500", BlackElo="2400")
    + game(Round="b", WhiteElo="2500", BlackElo="1400")
    + game(Round="c", WhiteElo="?", BlackElo="2450")
    + game(Round="d")
)


def test_ratings() -> None:
    assert kept(RATED, min_elo=2300) == ["a"]
    assert kept(RATED, max_elo=2450) == []
    assert kept(RATED, max_elo=2500) == ["a", "b"]
    assert kept(RATED, either_min_elo=2450) == ["a", "b", "c"]
    assert kept(RATED, either_max_elo=2400) == ["a", "b"]
    assert kept(RATED) == ["a", "b", "c", "d"]


def test_filtered_out() -> None:
    games = read(RATED, min_elo=2300, result="1-0")
    assert len(games) == 0
    # the first criterion that rejects a game counts: for `a` the result, taken from the movetext
    assert games.filtered_out == {"min_elo": 3, "result": 1}
    batches = list(Games.stream(io.StringIO(RATED), filter=Filter(min_elo=2300)))
    assert [batch.filtered_out for batch in batches] == [{"min_elo": 3}]
    assert [
        batch.filtered_out for batch in Games.stream(io.StringIO(RATED), filter=Filter(max_elo=1))
    ] == [{"max_elo": 4}]


def test_each_criterion_counts_rejected_games() -> None:
    games = read(RATED, min_elo=2300, max_elo=2450, either_min_elo=2300)
    assert games.filtered_out == {"min_elo": 3, "max_elo": 1}
    games = read(RATED, either_min_elo=2460, either_max_elo=1500)
    assert games.filtered_out == {"either_min_elo": 2, "either_max_elo": 1}
    dates = game(Date="2020.01.01") + game(Date="2022.??.??") + game(Date="????.01.01")
    assert read(dates, since="2021", until="2022.06.01").filtered_out == {"since": 2, "until": 1}


def test_contradicting_limits_are_rejected() -> None:
    for wrong in (
        {"min_elo": 2500, "max_elo": 2000},
        {"min_plies": 20, "max_plies": 10},
        {"since": "2021", "until": "2020"},
    ):
        with pytest.raises(ValueError, match=r"is greater than"):
            Filter(**wrong)  # type: ignore[arg-type]
    # one player may be above and the other below
    Filter(either_min_elo=2500, either_max_elo=2000)
    Filter(min_elo=2000, max_elo=2000, since="2021", until="2021")
    with pytest.raises(TypeError, match=r"tag White must be one or several strings, not 3"):
        Filter(tags={"White": 3})
    for wrong in (
        {"sample_fraction": 0.5, "sample_seed": -1},
        {"min_plies": -1},
    ):
        with pytest.raises(ValueError, match=r"is out of range: -1"):
            Filter(**wrong)  # type: ignore[arg-type]


def test_tags() -> None:
    text = (
        game(Round="a", TimeControl="180+2", UTCDate="2024.02.29", ECO="B90", Termination="Normal")
        + game(
            Round="b", TimeControl="600", Date="2023.??.??", ECO="C42a", Event="Rated Rapid game"
        )
        + game(Round="c", TimeControl="-", Date="????.??.??", WhiteTitle="BOT")
        + game(Round="d", WhiteTitle="GM", BlackTitle="IM", Site="here", Event="rated blitz")
    )
    assert kept(text, time_class="blitz") == ["a"]
    assert kept(text, time_class=["rapid", "correspondence"]) == ["b", "c"]
    assert kept(text, time_class="fide:blitz") == ["a", "b"]
    assert kept(text, min_base_time=180, max_base_time=599) == ["a"]
    assert kept(text, min_base_time=181) == ["b"]
    assert kept(text, since="2023") == ["a", "b"]
    assert kept(text, since="2023-02") == ["a"]
    assert kept(text, until=datetime.date(2023, 12, 31)) == ["b"]
    assert kept(text, until="2024.02.28") == ["b"]
    assert kept(text, eco="B") == ["a"]
    assert kept(text, eco=("A", "B91-C42")) == ["b"]
    assert kept(text, termination="normal") == ["a"]
    assert kept(text, event="*rapid*") == ["b"]
    assert kept(text, event=["rated ?????", "x"]) == ["d"]
    assert kept(text, title=["GM", "im"]) == ["d"]
    assert kept(text, either_title="GM") == ["d"]
    assert kept(text, bots=False) == ["a", "b", "d"]
    assert kept(text, bots=True) == ["c"]
    assert kept(text, tags={"Site": "here"}) == ["d"]
    assert kept(text, tags={"Site": ["here", ""], "Round": ["a", "d"]}) == ["a", "d"]
    assert kept(text, tags={"Event": "RATED *"}) == ["b", "d"]
    assert kept(text, tags={"Round": ["?", "x"], "Site": "h*e"}) == ["d"]
    assert kept(text, tags={"Site": "h"}) == []


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("white", ': use player=..., color="white"'),
        ("Site", r': use tags=\{"Site": ...\}'),
        ("minelo", ": did you mean min_elo?"),
        ("colour", ": did you mean color?"),
        ("strength", "; criteria are min_elo, max_elo, "),
    ],
)
def test_names_that_are_no_criteria(name: str, hint: str, tmp_path: Path) -> None:
    message = f"'{name}' is not a criterion of a filter{hint}"
    with pytest.raises(TypeError, match=message):
        Filter(**{name: "x"})
    (tmp_path / "filter.toml").write_text(f'{name} = "x"\n')
    with pytest.raises(ArgumentError, match=message):
        Filter.from_toml(tmp_path / "filter.toml")


@pytest.mark.parametrize("name", ["white", "WHITE", "whiteelo", "Utcdate", "Timecontrol"])
def test_names_of_tags_in_other_capitals(name: str, tmp_path: Path) -> None:
    known = {"white": "White", "whiteelo": "WhiteElo", "utcdate": "UTCDate"}
    right = known.get(name.lower(), "TimeControl")
    with pytest.raises(ArgumentError, match=f"tags has .{name}., .* did you mean .{right}."):
        Filter(tags={name: "x"})
    (tmp_path / "filter.toml").write_text(f'[tags]\n{name} = "x"\n')
    with pytest.raises(ArgumentError, match=f"did you mean .{right}."):
        Filter.from_toml(tmp_path / "filter.toml")
    Filter(tags={right: "x", "MyOwnTag": "y", "myowntag": "z"})


def test_moves_and_results() -> None:
    text = (
        game("1. e4 {[%clk 0:01:00]} e5 1-0", Round="a", Result="1-0")
        + game("1. e4 {[%eval 0.3]} 0-1", Round="b", Result="*")
        + game("*", Round="c")
        + game("1. e4 e5 2. Ke3 *", Round="d", Result="1-0")
    )
    assert kept(text, result="0-1") == ["b"]
    assert kept(text, result=["1-0", "*"]) == ["a", "c", "d"]
    assert kept(text, min_plies=1, max_plies=1) == ["b"]
    assert kept(text, evals=True) == ["b"]
    assert kept(text, clocks=False) == ["b", "c", "d"]
    broken = read(text, broken=False)
    assert broken.filtered_out == {"broken": 1}
    assert broken.error_count == 0
    assert kept(text, broken=True) == ["d"]


def test_other_variants_are_neither() -> None:
    tag = '[Variant "{}"]\n\n1. e4 *\n\n'
    text = "".join(map(tag.format, ["Standard", "Crazyhouse", "Chess960", "Atomic"])).encode()
    games = Games.from_pgn(text)
    for variant, kept in (("standard", "Standard"), ("chess960", "Chess960")):
        for found in (
            Games.from_pgn(text, filter=Filter(variant=variant)),
            games.filter(Filter(variant=variant)),
        ):
            assert found.tag_values("Variant") == [kept]
            assert found.filtered_out == {"variant": 3}
    assert games.filter(enroque.Filter(variant="standard")) == games[:1]


def test_variant(data_file: Callable[[str], Path]) -> None:
    path = data_file("pgn/lichess_bullet_3000.pgn.zst")
    games = Games.from_pgn(path, filter=Filter(variant="chess960", broken=False))
    assert len(games) == 30
    assert games.chess960.all()
    assert games.filtered_out["variant"] == 3000 - 30


WHITE = [f"{file}{rank}" for file in "abcdefgh" for rank in "34"] + ["Na3", "Nc3", "Nf3", "Nh3"]
BLACK = [f"{file}{rank}" for file in "abcdefgh" for rank in "65"] + ["Na6", "Nc6", "Nf6", "Nh6"]
SAMPLED = "".join(
    (game(f"1. {white} {black} *", Round=f"{white} {black}") if n % 2 else f"1. {white} {black} *")
    + "\n\n"
    for n, (white, black) in enumerate(itertools.product(WHITE, BLACK))
)


def test_samples_depend_only_on_the_game_and_the_seed(tmp_path: Path) -> None:
    wanted = Filter(sample_fraction=0.3, sample_seed=5)
    some = read(SAMPLED, filter=wanted)
    assert 40 < sum(number is not None for number in some.tag_values("Round")) < 85
    assert some.filtered_out == {"sample_fraction": 400 - len(some)}
    more = read(SAMPLED, sample_fraction=0.6, sample_seed=5)
    assert set(some.fingerprints) < set(more.fingerprints)
    assert read(SAMPLED, sample_fraction=0.3, sample_seed=6) != some
    assert read(SAMPLED, sample_fraction=0.3, sample_seed=0) == read(SAMPLED, sample_fraction=0.3)
    assert len(read(SAMPLED, sample_fraction=0.0)) == 0
    assert len(read(SAMPLED, sample_fraction=1.0)) == 400
    path = tmp_path / "a.pgn"
    path.write_text(SAMPLED)
    batches = Games.stream(path, games_per_batch=9, filter=wanted, threads=1)
    assert Games.concatenate(batches) == some


def test_samples_are_the_same_when_reading_and_of_columns(tmp_path: Path) -> None:
    games = Games.concatenate([example_games(), read(SAMPLED), read(game("1. d5 *"))])
    wanted = Filter(sample_fraction=0.3, sample_seed=5)
    expected = games.filter(wanted)
    assert 100 < len(expected) < 200
    assert games[::-1].filter(wanted)[::-1] == expected
    for suffix in ("pgn", "pgn.zst", "pgn.gz", "pgn.bz2"):
        path = tmp_path / f"a.{suffix}"
        games.to_pgn(path)
        for threads in (1, 2, 5):
            some = Games.from_pgn(path, filter=wanted, threads=threads)
            assert some.fingerprints.tolist() == expected.fingerprints.tolist(), suffix
            assert some.filtered_out == expected.filtered_out
    splits = enroque.plan_splits(tmp_path / "a.pgn", split_bytes=10_000)
    assert len(splits) > 5
    batches = [enroque.read_split(split, filter=wanted) for split in splits]
    assert Games.concatenate(batches).fingerprints.tolist() == expected.fingerprints.tolist()
    games.write(tmp_path / "a.npz")
    enroque.convert(tmp_path / "a.npz", tmp_path / "b.npz", filter=wanted)
    assert Games.read(tmp_path / "b.npz") == expected


def test_the_limit_per_rating_bin_keeps_the_first_games(data_file: Callable[[str], Path]) -> None:
    text = (
        "".join(
            game(Round=str(n), WhiteElo=str(1000 + 50 * (n % 3)), BlackElo="1000")
            for n in range(30)
        )
        + game(Round="x")
        + game(Round="y")
        + game("1. d5 *", Round="z")
    )
    # means of 1000, 1025 and 1050: one bin of 100 points, two of 50
    assert read(text).limit_per_elo_bin(2).tag_values("Round") == ["0", "1", "x", "y"]
    games = read(text, min_plies=0).limit_per_elo_bin(2, bin_width=50)
    assert games.tag_values("Round") == ["0", "1", "2", "5", "x", "y"]
    assert games.error_count == 0
    assert len(read(text).limit_per_elo_bin(0)) == 0
    for wrong, message in [((-1, 100), "count must be 0 or more"), ((1, 0), "1 to 65535, not 0")]:
        with pytest.raises(ValueError, match=message):
            games.limit_per_elo_bin(wrong[0], bin_width=wrong[1])
    path = data_file("pgn/lichess_bullet_3000.pgn.zst")
    accepted = Games.from_pgn(path, filter=Filter(broken=False))
    capped = accepted.limit_per_elo_bin(50)
    assert capped.filtered_out == accepted.filtered_out
    rated = np.minimum(capped.white_elo, capped.black_elo) > 0
    classes = ((capped.white_elo.astype(int) + capped.black_elo) // 2 // 100)[rated]
    assert np.bincount(classes).max() == 50
    for size in (100, 10_000):
        stream = Games.stream(path, games_per_batch=size, filter=Filter(broken=False))
        batches = list(enroque.limit_per_elo_bin(stream, 50))
        assert Games.concatenate(batches) == capped
        assert sum(sum(batch.filtered_out.values()) for batch in batches) == sum(
            accepted.filtered_out.values()
        )


def test_errors_of_sources_pass_the_limit_per_rating_bin() -> None:
    damaged = read(game() + game("1. d5 *"))
    assert damaged.limit_per_elo_bin(1).error_count == 0
    cut = Games.from_pgn(io.BytesIO(b"\x28\xb5\x2f\xfd\x00"))
    assert [error.kind for error in cut.limit_per_elo_bin(1).errors] == ["source"]


def test_samples_and_limits_of_columns(data_file: Callable[[str], Path], tmp_path: Path) -> None:
    games = Games.from_pgn(data_file("pgn/lichess_bullet_3000.pgn.zst"))
    some = games.filter(Filter(sample_fraction=0.3, sample_seed=4))
    assert 850 < len(some) < 950
    assert some.filtered_out == {"sample_fraction": 3000 - len(some)}
    assert some == games.filter(Filter(sample_fraction=0.3, sample_seed=4))
    assert games.filter(Filter(sample_fraction=0.3, sample_seed=5)) != some
    assert set(some.fingerprints) < set(
        games.filter(Filter(sample_fraction=0.6, sample_seed=4)).fingerprints
    )
    # the same games, regardless of order and tags
    reversed_games = games[::-1].filter(Filter(sample_fraction=0.3, sample_seed=4))
    assert reversed_games[::-1] == some
    # independent of a split with the same seed
    subsets = games.split({"a": 0.3}, seed=4)
    fraction = len(set(some.fingerprints) & set(subsets["a"].fingerprints)) / len(some)
    assert 0.25 < fraction < 0.35


def test_samples_and_limits_of_files(data_file: Callable[[str], Path], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    games = Games.from_pgn(data_file("pgn/lichess_bullet_3000.pgn.zst"))
    games = games[(games.plies > 0) & ~games.chess960]
    games[:2000].write(tmp_path / "a.parquet")
    games[2000:].write(tmp_path / "b.npz")
    both = [tmp_path / "a.parquet", tmp_path / "b.npz"]
    # several batches and files give the same result as one
    for name, criteria, limit in [
        ("limit", {}, 30),
        ("sample", {"sample_fraction": 0.2, "sample_seed": 3}, None),
        ("all", {"sample_fraction": 0.5, "min_elo": 1500, "min_plies": 20}, 30),
    ]:
        done = enroque.convert(
            both,
            tmp_path / f"{name}.npz",
            filter=Filter(**criteria),  # type: ignore[arg-type]
            max_games_per_elo_bin=limit,
        )
        accepted = games.filter(Filter(**criteria))  # type: ignore[arg-type]
        expected = accepted if limit is None else accepted.limit_per_elo_bin(limit)
        assert Games.read(tmp_path / f"{name}.npz") == expected
        filtered_out = dict(done.filtered_out)
        assert filtered_out.pop("max_games_per_elo_bin", 0) == len(accepted) - len(expected)
        assert filtered_out == accepted.filtered_out
        assert done.games["read"] == len(games)
    # training formats have no ratings, so all games are in one bin
    games[:300].write(tmp_path / "c.vf", on_unsupported="skip")
    enroque.convert(tmp_path / "c.vf", tmp_path / "c.npz", max_games_per_elo_bin=7)
    assert len(Games.read(tmp_path / "c.npz")) == 7
    enroque.convert(
        tmp_path / "c.vf", tmp_path / "d.npz", filter=Filter(sample_fraction=0.2, sample_seed=3)
    )
    sampled = Games.read(tmp_path / "d.npz")
    expected = games[:300].filter(Filter(sample_fraction=0.2, sample_seed=3))
    assert sampled.fingerprints.tolist() == expected.fingerprints.tolist()


def test_the_limit_per_rating_bin_counts_all_formats(
    data_file: Callable[[str], Path], tmp_path: Path
) -> None:
    games = Games.from_pgn(data_file("pgn/lichess_bullet_3000.pgn.zst"))
    games[:1000].to_pgn(tmp_path / "a.pgn")
    games[1000:2000].write(tmp_path / "b.npz")
    games[2000:].to_pgn(tmp_path / "c.pgn")
    names = [tmp_path / name for name in ("a.pgn", "b.npz", "c.pgn")]
    done = enroque.convert(
        names, tmp_path / "all.npz", filter=Filter(min_plies=20), max_games_per_elo_bin=20
    )
    expected = games.filter(Filter(min_plies=20)).limit_per_elo_bin(20)
    assert Games.read(tmp_path / "all.npz") == expected
    assert sum(done.filtered_out.values()) == 3000 - len(expected)
    assert done.options["max_games_per_elo_bin"] == 20
    with pytest.raises(ValueError, match="max_games_per_elo_bin must be 0 or more"):
        enroque.convert(names, tmp_path / "x.npz", max_games_per_elo_bin=-1)
    with pytest.raises(ValueError, match="elo_bin_width must be 1 to 65535, not 0"):
        enroque.convert(names, tmp_path / "x.npz", max_games_per_elo_bin=1, elo_bin_width=0)


def test_filters_are_data(tmp_path: Path) -> None:
    mine = Filter(min_elo=2200, time_class="blitz", tags={"Site": "x"})
    same = Filter(min_elo=2200, time_class=["blitz"], tags={"Site": ("x",)})
    assert mine == same
    assert hash(mine) == hash(same)
    assert pickle.loads(pickle.dumps(mine)) == mine
    path = tmp_path / "filter.toml"
    path.write_text(
        'min_elo = 2300\nsince = 2023-01-31\nresult = ["1-0"]\n[tags]\nSite = ["x", "y"]\n'
    )
    read_back = Filter.from_toml(path)
    assert read_back == Filter(
        min_elo=2300, since="2023.01.31", result="1-0", tags={"Site": ["x", "y"]}
    )
    assert kept(RATED, filter=Filter(min_elo=2300)) == ["a"]
    path.write_text("min_ello = 5")
    with pytest.raises(ValueError, match=r"filter\.toml: .*did you mean min_elo\?"):
        Filter.from_toml(path)
    path.write_text("min_elo = ")
    with pytest.raises(ValueError, match=r"filter\.toml: "):
        Filter.from_toml(path)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"since": "2024-02-30"}, "since must be a date such as 2024-02-29, not '2024-02-30'"),
        ({"until": "2024.13.01"}, "until must be a date such as 2024-02-29, not '2024.13.01'"),
        ({"min_elo": 99999}, "min_elo must be a rating"),
        ({"time_class": "slow"}, "time_class must be one of ultrabullet"),
        ({"since": "yesterday"}, "since must be a date"),
        ({"eco": "X1"}, "eco must be codes"),
        ({"result": "2-0"}, "result must be one of"),
        ({"sample_fraction": 1.5}, "sample_fraction must be 0 to 1"),
        ({"variant": "atomic"}, "variant must be standard or chess960"),
        ({"min_plies": -1}, "min_plies is out of range: -1"),
    ],
)
def test_wrong_values(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Filter(**wrong)
    with pytest.raises(ValueError, match=message):
        read("", **wrong)


def test_wrong_names() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'min_eloo'"):
        read("", min_eloo=5)
    with pytest.raises(TypeError, match="unexpected keyword argument 'min_elo'"):
        Games.from_pgn(io.StringIO(""), min_elo=5)  # type: ignore[call-arg]
    for wrong, right in [("anotations", "annotations"), ("thread", "threads"), ("stict", "strict")]:
        assert right in inspect.signature(Games.from_pgn).parameters
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{wrong}'"):
            read("", **{wrong: 1})
    with pytest.raises(TypeError, match=r"filter must be an enroque\.Filter, not"):
        read("", filter={"min_elo": 5})
    with pytest.raises(TypeError, match="min_elo must be an int, not str"):
        Filter(min_elo="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="evals must be a bool, not int"):
        Filter(evals=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="time_class must be one or several strings"):
        Filter(time_class=[5])  # type: ignore[arg-type]
    for large in ({"event": range(2**40)}, {"tags": {"Site": range(2**40)}}):
        with pytest.raises(TypeError, match="must be one or several strings, not range"):
            Filter(**large)  # type: ignore[arg-type]


def test_options_of_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pgn = tmp_path / "a.pgn"
    pgn.write_text(RATED.replace("*", "1-0"))
    toml = tmp_path / "f.toml"
    toml.write_text("either_min_elo = 2450\nmin_plies = 99")
    out = str(tmp_path / "out")
    options = [
        "--filter",
        str(toml),
        "--min-plies",
        "2",
        "--max-games-per-elo-bin",
        "1",
        "--elo-bin-width",
        "5000",
        "--no-broken",
    ]
    main(["tensors", str(pgn), "-o", out, "--planes", "pieces", *options])
    assert "4 games read" in capsys.readouterr().out
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["games"]["filtered_out"] == {"either_min_elo": 1, "max_games_per_elo_bin": 1}
    assert manifest["filter"] == {"either_min_elo": 2450, "min_plies": 2, "broken": False}
    assert manifest["reading"]["max_games_per_elo_bin"] == 1
    assert manifest["reading"]["elo_bin_width"] == 5000
    assert main(["tensors", str(pgn), "-o", out, "--overwrite", "--eco", "A"]) != 0
    assert "filtered out: eco 4" in capsys.readouterr().err
    assert main(["tensors", str(pgn), "-o", out, "--overwrite", "--eco", "X"]) != 0
    assert "eco must be codes" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["tensors", str(pgn), "--time-class", "slow"])


EVERY_CRITERION: dict[str, tuple[dict[str, Any], list[str]]] = {
    "min_elo": ({"min_elo": 1900}, ["--min-elo", "1900"]),
    "max_elo": ({"max_elo": 2400}, ["--max-elo", "2400"]),
    "either_min_elo": ({"either_min_elo": 2500}, ["--either-min-elo", "2500"]),
    "either_max_elo": ({"either_max_elo": 2000}, ["--either-max-elo", "2000"]),
    "time_class": ({"time_class": "blitz"}, ["--time-class", "blitz"]),
    "min_base_time": ({"min_base_time": 180}, ["--min-base-time", "180"]),
    "max_base_time": ({"max_base_time": 60}, ["--max-base-time", "60"]),
    "since": ({"since": "2021"}, ["--since", "2021"]),
    "until": ({"until": "2022-01"}, ["--until", "2022-01"]),
    "eco": ({"eco": ["B", "C40-D10"]}, ["--eco", "B", "--eco", "C40-D10"]),
    "termination": ({"termination": ["normal"]}, ["--termination", "normal"]),
    "event": ({"event": ["*titled*", "*o*"]}, ["--event", "*titled*", "--event", "*o*"]),
    "title": ({"title": ["GM", "IM"]}, ["--title", "GM", "--title", "IM"]),
    "either_title": ({"either_title": ["GM"]}, ["--either-title", "GM"]),
    "bots": ({"bots": False}, ["--no-bots"]),
    "player": ({"player": ["a*", "*b"]}, ["--player", "a*", "--player", "*b"]),
    "opponent": ({"opponent": "m*"}, ["--opponent", "m*"]),
    "tags": ({"tags": {"Round": ["1", "2"]}}, ["--tag", "Round=1", "--tag", "Round=2"]),
    "variant": ({"variant": "chess960"}, ["--variant", "chess960"]),
    "result": ({"result": ["1-0", "*"]}, ["--result", "1-0", "--result", "*"]),
    "sample_fraction": (
        {"sample_fraction": 0.5, "sample_seed": 3},
        ["--sample-fraction", "0.5", "--sample-seed", "3"],
    ),
    "min_plies": ({"min_plies": 40}, ["--min-plies", "40"]),
    "max_plies": ({"max_plies": 90}, ["--max-plies", "90"]),
    "evals": ({"evals": True}, ["--evals"]),
    "clocks": ({"clocks": True}, ["--clocks"]),
    "broken": ({"broken": False}, ["--no-broken"]),
    "opening": ({"opening": "Sicilian Defense"}, ["--opening", "Sicilian Defense"]),
}  # fmt: skip
NEGATED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "bots": ({"bots": True}, ["--bots"]),
    "evals": ({"evals": False}, ["--no-evals"]),
    "clocks": ({"clocks": False}, ["--no-clocks"]),
}


def test_every_criterion_is_tested() -> None:
    names = {field.name for field in dataclasses.fields(Filter)}
    # a query, for which the command is `enroque find`: tests/python/find/test_where.py;
    # colors need a player: test_filters_of_players.py
    assert names == {*EVERY_CRITERION, "sample_seed", "position", "color"}


@pytest.fixture(scope="module")
def everything(data_file: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a file of which each criterion accepts and rejects some games."""
    path = tmp_path_factory.mktemp("everything") / "all.pgn"
    bots = [game(WhiteTitle="BOT", Round=str(n)) for n in range(4)]
    broken = [game("1. e4 e5 2. Ke3 *", Termination="Abandoned")] * 3
    masters = [
        game(WhiteTitle="GM", BlackTitle=title, Round=str(n), WhiteElo="2650", BlackElo="2450")
        for n, title in enumerate(["GM", "IM", "FM"])
    ]
    names = ["lichess_chess960_150.pgn", "chess960_mainz2009.pgn", "lichess_999.pgn"]
    texts = [data_file(f"pgn/{name}").read_text(errors="replace") for name in names]
    path.write_text("\n\n".join([*bots, *broken, *masters, *texts]))
    return path


@pytest.mark.parametrize(
    ("name", "form"),
    [*EVERY_CRITERION.items(), *NEGATED.items()],
    ids=[*EVERY_CRITERION, *(f"{name}-negated" for name in NEGATED)],
)
def test_every_criterion_in_every_form(
    name: str,
    form: tuple[dict[str, Any], list[str]],
    everything: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    criteria, options = form
    expected = Games.from_pgn(everything, filter=Filter(**criteria))
    total = len(Games.from_pgn(everything))
    assert 0 < len(expected) < total
    assert expected.filtered_out == {name: total - len(expected)}
    # as an object
    toml = tmp_path / "filter.toml"
    tables = [f"{key} = {json.dumps(value)}\n" for key, value in criteria.items() if key != "tags"]
    tables += ["[tags]\n"] if "tags" in criteria else []
    tables += [f"{tag} = {json.dumps(v)}\n" for tag, v in criteria.get("tags", {}).items()]
    toml.write_text("".join(tables))
    assert Filter.from_toml(toml) == Filter(**criteria)
    # on the command line, as options or as a file
    for number, given in enumerate([["--filter", str(toml)], options]):
        if given:
            out = tmp_path / f"{number}.npz"
            assert main(["convert", str(everything), str(out), *given]) == 0
            assert f"filtered out: {name} {total - len(expected)}" in capsys.readouterr().out
            assert Games.read(out) == expected
            manifest = json.loads((tmp_path / f"{number}.npz.manifest.json").read_text())
            assert manifest["filtered_out"] == expected.filtered_out
            assert set(manifest["filter"]) == set(criteria)


def test_strict() -> None:
    text = game() + game("1. e4 e5 2. Ke3 d5 *", Round="x") + game()
    assert read(text).error_count == 1
    with pytest.raises(BrokenGameError, match="Ke3") as caught:
        read(text, strict=True)
    error = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(error, ValueError)
    assert isinstance(error, enroque.errors.PgnError)
    assert (error.source, error.game, error.ply) == ("<file object>", 2, 2)
    assert (error.line, error.column) == (6, 13)
    assert (error.token, error.kind) == ("Ke3", "illegal_move")
    with pytest.raises(BrokenGameError):
        list(Games.stream(io.StringIO(text), strict=True))
    with pytest.raises(BrokenGameError, match="zstd"):
        Games.from_pgn(io.BytesIO(b"\x28\xb5\x2f\xfd\x00"), strict=True)
    assert len(read(text, strict=True, tags={"Round": ""})) == 2
    # warnings raise too, and the first error in the text is reported
    odd = game() + '[White "A"]\n[White "B"]\n\n1. e4 *\n\n' + game("1. e4 e5 2. Ke3 *")
    assert (read(odd).error_count, read(odd).warning_count) == (1, 1)
    for threads in (1, 2):
        with pytest.raises(BrokenGameError, match="White") as caught:
            read(odd, strict=True, threads=threads)
        assert (caught.value.game, caught.value.kind) == (2, "duplicate_tag")
    # detected piece letters do not raise, since that was requested
    assert len(read(game(GERMAN), strict=True, language="auto")) == 1


START = "4k3/8/8/8/8/8/8/4K2R w {} - 0 1"


@pytest.mark.parametrize(
    ("tags", "kind"),
    [
        ({"SetUp": "1"}, "missing_fen"),
        ({"SetUp": "0"}, None),
        ({"SetUp": "0", "FEN": START.format("K")}, "odd_start"),
        ({"SetUp": "1", "FEN": START.format("K")}, None),
        ({"FEN": START.format("K")}, None),
        ({"SetUp": "1", "FEN": START.format("KQkq")}, "odd_start"),
        ({"SetUp": "1", "FEN": START.format("-")}, None),
        ({"Variant": "Chess960"}, "missing_fen"),
        ({"Variant": "Chess960", "SetUp": "1"}, "missing_fen"),
    ],
)
def test_contradicting_start_tags(tags: dict[str, str], kind: str | None, tmp_path: Path) -> None:
    games = read(game("*", **tags))
    assert [warning.kind for warning in games.warnings] == ([kind] if kind else [])
    assert games.error_count == 0
    games.write(tmp_path / "a.npz")
    assert Games.read(tmp_path / "a.npz").warnings == games.warnings


GERMAN = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd4 6. Sxd4 exd4 7. Te1 *"
SPANISH = "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. Re2 De7 *"
ENGLISH = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Ke2 Qe7 *"


def test_languages() -> None:
    in_german = read(game(GERMAN), language="de")
    assert in_german.error_count == 0
    assert in_german[0].san()[2:6] == ["Nf3", "Nc6", "Bb5", "a6"]
    assert read(game(GERMAN)).errors[0].token == "Sf3"
    assert read(game(ENGLISH), language="de").errors[0].token == "Nf3"
    mixed = game(GERMAN) + game(ENGLISH) + game(SPANISH) + game("1. e4 e5 2. Zf3 *")
    games = read(mixed, language="auto")
    assert games.broken.tolist() == [False, False, False, True]
    assert games[1].uci() == games[2].uci()
    assert [(w.index, w.kind, w.token) for w in games.warnings] == [
        (0, "foreign_letters", "Sf3"),
        (2, "foreign_letters", "Cf3"),
    ]
    russian = read("1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Крe2 *", language="ru")  # noqa: RUF001
    assert russian[0].san()[-1] == "Ke2"
    figurines = read("1. e4 e5 2. ♘f3 ♞c6 *")
    assert figurines.error_count == 0
    with pytest.raises(ValueError, match="language must be auto or one of en, es"):
        read("", language="xx")


def test_comments_of_tcec() -> None:
    report = (
        "1. d4 {d=35, tl=1738239, wv=0.65,} d5 {d=24, wv=-M9, tl=5,} 2. c3 {[%eval 1.0], wv=3,} *"
    )
    games = read(report, comments="tcec")
    assert games.evals is not None
    assert games.clocks is not None
    assert games.evals.tolist() == [65, -999_991, 100]
    assert games.clocks.tolist() == [1_738_239, 5, -1]
    assert read(report).evals.tolist()[:2] == [-(2**31)] * 2  # type: ignore[union-attr]
    with pytest.raises(ValueError, match='unknown comments "chess"'):
        read("", comments="chess")


def test_comments_of_tcec_in_a_file(data_file: Callable[[str], Path]) -> None:
    games = Games.from_pgn(data_file("pgn/tcec_frc_comments_60.pgn.zst"), comments="tcec")
    assert games.evals is not None
    assert games.clocks is not None
    assert np.count_nonzero(games.evals != -(2**31)) == 7200
    assert np.count_nonzero(games.clocks >= 0) == 7200


def test_filtering_columns_equals_filtering_text(tmp_path: Path) -> None:
    games = example_games()
    games.to_pgn(tmp_path / "games.pgn")
    for criteria in (
        {},
        {"min_elo": 2000, "eco": "B"},
        {"since": "2000", "clocks": False},
        {"title": "GM", "min_plies": 60},
    ):
        expected = Games.from_pgn(tmp_path / "games.pgn", filter=Filter(**criteria))
        some = games.filter(Filter(**criteria))
        assert some == expected
        assert some.filtered_out == expected.filtered_out
        assert games.filter(filter=enroque.Filter(**criteria)) == some
    assert 0 < len(games.filter(Filter(min_elo=2000))) < len(games)
    with pytest.raises(TypeError, match="min_el"):
        games.filter(min_el=3)
