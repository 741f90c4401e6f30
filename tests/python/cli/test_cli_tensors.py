"""`enroque tensors`: shards equal to the arrays of the library, complete or absent."""

import gzip
import hashlib
import json

import numpy as np
import pytest

import enroque
from command_line import fails
from enroque import Games
from enroque.cli import main
from enroque.cli.shards import replacing
from enroque.data import example_games
from enroque.tablebase import Tablebase

PGN = """[White "A"]
[Black "B"]
[WhiteElo "2000"]
[BlackElo "1500"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "B"]
[Black "A"]
[Result "0-1"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bbqnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKRN w GEge - 0 1"]

1. O-O O-O 2. d4 d5 0-1

[White "C"]
[Black "D"]
[Result "*"]

1. d4 d5 *
"""


@pytest.fixture
def pgn(tmp_path):
    path = tmp_path / "three.pgn"
    path.write_text(PGN)
    return str(path)


@pytest.fixture
def tensors(tmp_path, capsys):
    """Runs `enroque tensors`; returns the manifest and the concatenated arrays of all shards."""

    def run(*arguments, folder="out"):
        out = tmp_path / folder
        assert main(["tensors", *map(str, arguments), "-o", str(out)]) == 0
        manifest = json.loads((out / "manifest.json").read_text())
        shards = [np.load(out / shard["file"]) for shard in manifest["shards"]]
        names = shards[0].files
        return manifest, {name: np.concatenate([s[name] for s in shards]) for name in names}

    return run


def digests(folder):
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.npz")
    }


def test_shipped_games_by_default(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["tensors"]) == 0
    output = capsys.readouterr().out
    assert "118 games read (80 standard, 38 Chess960; 0 broken)" in output
    manifest = json.loads((tmp_path / "enroque-tensors" / "manifest.json").read_text())
    assert manifest["sources"] == [{"name": "enroque.data.example_games"}]
    assert manifest["positions"] == len(example_games().positions()[0])
    # the last three lines load the first shard
    *_, first, second, third = output.rstrip("\n").splitlines()
    namespace = {}
    exec("\n".join([first, second, third]), namespace)
    assert namespace["planes"].shape == (8192, 112, 8, 8)
    assert namespace["policy"].shape == namespace["value"].shape == (8192,)


def test_rows_equal_those_of_the_library(tensors):
    manifest, arrays = tensors("--legal-mask", "--limit", 500, "--seed", 3)
    games = example_games()
    game, ply = arrays["game"], arrays["ply"]
    assert manifest["positions"] == len(game) == 500
    planes = games.planes(
        enroque.Encoding("lc0", format=2, fill="fen_only"), game, ply, dtype="uint8"
    )
    assert np.array_equal(arrays["planes"], planes)
    assert np.array_equal(arrays["policy"], games.policy("lc0", game, ply))
    assert np.array_equal(arrays["value"], games.value(game, ply))
    assert np.array_equal(arrays["wdl"], games.wdl(game, ply))
    assert np.array_equal(arrays["legal_mask"], games.legal_mask("lc0", game, ply))
    assert arrays["legal_mask"][np.arange(500), arrays["policy"]].all()
    for name, entry in manifest["arrays"].items():
        assert str(arrays[name].dtype) == entry["dtype"]
        assert list(arrays[name].shape[1:]) == entry["shape"]


def test_canonical_format_transforms_planes_and_policy(tensors):
    _, arrays = tensors("--format", 4, "--limit", 300, "--seed", 8)
    games = example_games()
    game, ply = arrays["game"], arrays["ply"]
    assert arrays["planes"].dtype == np.float32
    assert np.array_equal(
        arrays["planes"], games.planes(enroque.Encoding("lc0", format=4), game, ply)
    )
    assert np.array_equal(
        arrays["policy"], games.policy(enroque.Policy("lc0", format=4), game, ply)
    )


def test_value_and_wdl(pgn, tensors):
    _, arrays = tensors(pgn)
    assert arrays["game"].tolist() == [0] * 7 + [1] * 4
    assert arrays["ply"].tolist() == [*range(7), *range(4)]
    # Game 0 is won by White, game 1 by Black; White moves at even plies.
    assert arrays["value"].tolist() == [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1]
    assert arrays["wdl"][:2].tolist() == [[1, 0, 0], [0, 0, 1]]


def test_pieces_planes(pgn, tensors):
    _, arrays = tensors(pgn, "--planes", "pieces", "--policy", "none", "--dtype", "float32")
    assert arrays["planes"].shape == (11, 12, 8, 8)
    assert arrays["planes"].dtype == np.float32
    assert "policy" not in arrays
    assert arrays["planes"].sum(axis=(1, 2, 3)).tolist() == [32] * 11


@pytest.mark.parametrize("name", enroque.Encoding.names()["planes"])
def test_all_planes(tensors, name):
    manifest, arrays = tensors("--planes", name, "--limit", 60, "--seed", 1)
    options = {"format": 2} if name == "lc0" else {}
    written = enroque.Encoding(name, **options)
    game, ply = arrays["game"], arrays["ply"]
    planes = example_games().planes(written, game, ply, dtype=arrays["planes"].dtype)
    assert np.array_equal(arrays["planes"], planes)
    assert manifest["arrays"]["planes"]["definition"] == json.loads(written.to_json())


def test_unsupported_moves_are_skipped(tensors):
    options = ("--policy", "from_to", "--planes", "pieces", "--on-unsupported", "skip")
    games = example_games()
    decided = np.isin(games.result, [1, -1, 0])
    game, ply = games.positions()
    game, ply = game[decided[game]], ply[decided[game]]
    for names in (["policy"], ["policy", "legal_mask"]):
        mask = ["--legal-mask"] if len(names) == 2 else []
        _, arrays = tensors(*options, *mask, folder=f"out{len(names)}")
        columns = [getattr(enroque.Column, name)("from_to") for name in names]
        supported = games.supported(columns, game, ply)
        assert supported.all() == (names == ["policy"])
        assert np.array_equal(arrays["game"], game[supported])
        assert np.array_equal(arrays["ply"], ply[supported])
        assert (arrays["policy"] >= 0).all()


@pytest.mark.parametrize("name", enroque.Policy.names())
def test_all_policies(tensors, name):
    options = ("--policy", name, "--planes", "pieces", "--legal-mask", "--variant", "standard")
    _, arrays = tensors(*options, "--on-unsupported", "mask", "--limit", 60, "--seed", 1)
    pairs = arrays["game"], arrays["ply"]
    games = example_games()
    assert np.array_equal(arrays["policy"], games.policy(name, *pairs, on_unsupported="mask"))
    mask = games.legal_mask(name, *pairs, on_unsupported="mask")
    assert np.array_equal(arrays["legal_mask"], mask)


def test_files_of_every_format(tensors, pgn, tmp_path, capsys):
    expected, arrays = tensors(pgn)
    Games.from_pgn(pgn).write(tmp_path / "games.npz")
    Games.from_pgn(pgn)[:2].write(tmp_path / "games.vf")
    manifest, same = tensors(tmp_path / "games.npz", folder="npz")
    assert all(np.array_equal(same[name], arrays[name]) for name in arrays)
    assert manifest["sources"][0]["path"].endswith("games.npz")
    assert manifest["games"] == expected["games"]
    _, same = tensors(tmp_path / "games.vf", folder="vf")
    assert all(np.array_equal(same[name], arrays[name]) for name in arrays)
    manifest, _ = tensors(tmp_path / "games.npz", "--min-plies", 5, folder="filtered")
    assert manifest["games"]["filtered_out"] == {"min_plies": 2}
    assert manifest["filter"] == {"min_plies": 5}
    line = fails(capsys, "tensors", tmp_path / "games.vf", "--eco", "B", "-o", tmp_path / "eco")
    assert "eco needs tags, which viriformat lacks" in line


def test_options_of_encodings(tensors, pgn):
    parts = "pieces,pieces@1,halfmove_clock"
    _, arrays = tensors(pgn, "--planes", "composed", "--parts", parts, "--view", "white")
    games = Games.from_pgn(pgn)
    own = enroque.Encoding("composed", parts=parts.split(","), view="white")
    expected = games.planes(own, arrays["game"], arrays["ply"])
    assert np.array_equal(arrays["planes"], expected)


@pytest.mark.parametrize(
    ("filters", "plies", "filtered_out"),
    [
        (["--variant", "standard"], [7], {"variant": 1, "result": 1}),
        (["--variant", "chess960"], [4], {"variant": 2}),
        (["--min-elo", 1500], [7], {"min_elo": 2}),
        (["--max-elo", 2000], [7], {"max_elo": 2}),
        (["--result", "0-1"], [4], {"result": 2}),
        (["--result", "0-1", "--result", "1-0"], [7, 4], {"result": 1}),
        (["--result", "*"], [2], {"result": 2}),
        (["--min-ply", 5], [2], {"result": 1}),
        (["--max-ply", 1], [2, 2], {"result": 1}),
    ],
)
def test_filters(pgn, tensors, filters, plies, filtered_out):
    manifest, arrays = tensors(pgn, *filters)
    assert np.unique(arrays["game"], return_counts=True)[1].tolist() == plies
    assert manifest["games"]["filtered_out"] == filtered_out
    assert manifest["games"]["read"] == 3
    assert manifest["games"]["kept"] == 3 - sum(filtered_out.values())


def test_ply_limits(pgn, tensors):
    _, arrays = tensors(pgn, "--min-ply", 2, "--max-ply", 5)
    assert arrays["ply"].tolist() == [2, 3, 4, 5, 2, 3]


def test_seed_shuffles_repeatably(tmp_path, tensors):
    _, plain = tensors("--limit", 3000, folder="plain")
    _, first = tensors("--seed", 1, "--shard-size", 2500, folder="first")
    tensors("--seed", 1, "--shard-size", 2500, "--threads", 1, folder="again")
    _, other = tensors("--seed", 2, folder="other")
    assert digests(tmp_path / "first") == digests(tmp_path / "again")
    assert plain["game"].tolist() == sorted(plain["game"].tolist())
    assert first["game"].tolist() != other["game"].tolist()
    pairs = [sorted(zip(a["game"], a["ply"], strict=True)) for a in (first, other)]
    assert pairs[0] == pairs[1]


def test_shards(tmp_path, tensors):
    manifest, arrays = tensors("--limit", 1000, "--shard-size", 300)
    assert [shard["rows"] for shard in manifest["shards"]] == [300, 300, 300, 100]
    for shard in manifest["shards"]:
        assert (tmp_path / "out" / shard["file"]).stat().st_size == shard["bytes"]
    _, whole = tensors("--limit", 1000, folder="whole")
    for name, array in whole.items():
        assert np.array_equal(array, arrays[name]), name
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "manifest.json",
        *(f"shard-{number:05}.npz" for number in range(4)),
    ]


def test_overwrite(tmp_path, capsys, pgn, tensors):
    tensors("--limit", 100, "--shard-size", 10)
    kept = tmp_path / "out" / "notes.txt"
    kept.write_text("mine")
    before = digests(tmp_path / "out")
    line = fails(capsys, "tensors", pgn, "-o", tmp_path / "out")
    assert "--overwrite" in line
    assert digests(tmp_path / "out") == before
    manifest, _ = tensors(pgn, "--overwrite")
    assert manifest["positions"] == 11
    assert len(list((tmp_path / "out").glob("*.npz"))) == 1
    assert kept.read_text() == "mine"


def test_broken_games_are_reported_and_kept_up_to_the_error(tmp_path, capsys, tensors):
    path = tmp_path / "broken.pgn"
    path.write_text(PGN.replace("3. Qh5 Nf6", "3. Qh6 Nf6"))
    manifest, arrays = tensors(path)
    assert manifest["games"]["broken"] == 1
    assert (arrays["game"] == 0).sum() == 4
    output = capsys.readouterr().err
    assert "Qh6" in output
    assert "broken.pgn" in output


def test_file_without_games_and_truncated_file(tmp_path, capsys, tensors):
    empty = tmp_path / "empty.pgn"
    empty.touch()
    assert (
        fails(capsys, "tensors", empty, "-o", tmp_path / "none") == f"enroque: no games in {empty}"
    )
    cut = tmp_path / "cut.pgn.gz"
    cut.write_bytes(gzip.compress(PGN.encode() * 100)[:-8])
    assert "cut.pgn.gz" in fails(capsys, "tensors", cut, "-o", tmp_path / "none").splitlines()[-1]
    manifest, _ = tensors(cut, "--on-error", "skip")
    assert manifest["games"]["read"] == 300
    assert "cut.pgn.gz" in capsys.readouterr().err


def test_files_appear_only_when_complete(tmp_path):
    path = tmp_path / "shard"
    path.write_bytes(b"old")

    def interrupted():
        with replacing(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_missing_source_is_reported_before_other_errors(tensors, pgn, tmp_path, capsys):
    tensors(pgn)
    missing = tmp_path / "nosuch.pgn"
    line = fails(capsys, "tensors", missing, "-o", tmp_path / "out")
    assert line == f"enroque: {missing}: No such file or directory"
    line = fails(capsys, "tensors", pgn, "-o", tmp_path / "out")
    assert "--overwrite replaces them" in line


def test_folder_with_several_formats(tensors, pgn, tmp_path):
    games = Games.from_pgn(pgn)
    (tmp_path / "in" / "deeper").mkdir(parents=True)
    games.write(tmp_path / "in" / "a.npz")
    games.to_pgn(tmp_path / "in" / "deeper" / "b.pgn.gz")
    (tmp_path / "in" / "notes.txt").write_text("no games")
    manifest, arrays = tensors(tmp_path / "in")
    assert manifest["games"]["read"] == 6
    assert [entry["path"] for entry in manifest["sources"]] == [
        str(tmp_path / "in" / name) for name in ("a.npz", "deeper/b.pgn.gz")
    ]
    half = len(arrays["value"]) // 2
    assert np.array_equal(arrays["planes"][:half], arrays["planes"][half:])


@pytest.mark.parametrize("command", ["tensors", "convert"])
def test_errors_name_the_options_that_help(command, pgn, tmp_path, capsys):
    games = Games.from_pgn(pgn)
    games.write(tmp_path / "a.npz")
    games[:1].write(tmp_path / "a.vf", missing_score=0)
    packed = gzip.compress(PGN.encode() * 100)
    (tmp_path / "a.pgn.gz").write_bytes(packed[: len(packed) // 2])
    out = tmp_path / ("x.pgn" if command == "convert" else "x")
    target = [out] if command == "convert" else ["-o", out]
    for name in ("a.npz", "a.vf", "a.pgn.gz"):
        path = tmp_path / name
        if not name.endswith(".gz"):
            path.write_bytes(path.read_bytes()[:-3])
        line = fails(capsys, command, path, *target)
        assert name in line
        assert line.endswith("(use --on-error skip to keep the data before the damage)")
    assert main([command, str(tmp_path / "a.pgn.gz"), *map(str, target), "--on-error", "skip"]) == 0
    capsys.readouterr()
    if command == "convert":
        line = fails(capsys, command, pgn, *target)
        assert line.endswith("(--overwrite replaces it)")
    (tmp_path / "words.pgn").write_text("only words")
    target = [tmp_path / "y.pgn"] if command == "convert" else ["-o", tmp_path / "y"]
    line = fails(capsys, command, tmp_path / "words.pgn", *target)
    assert line.endswith("words.pgn: after game 0: there is no game in it")


def test_errors_have_no_advice_for_python(pgn, tmp_path, capsys):
    Games.from_pgn(pgn).write(tmp_path / "a.npz")
    to_positions = (tmp_path / "out", "--to", "positions")
    for path in (pgn, tmp_path / "a.npz"):
        line = fails(capsys, "convert", path, *to_positions)
        assert line.endswith("games: `enroque tensors` encodes the positions of games")
    for text in (enroque.STARTING_FEN, "1. e4 e5"):
        line = fails(capsys, "convert", text, *to_positions)
        assert "not a path: write it to a file" in line
    assert "or pass - and the text on stdin" in fails(capsys, "tensors", text, "-o", "x")


TABLE = "position;score\n4k3/8/8/8/8/8/8/4K2R w K - 0 1;9\n"


def test_convert_names_the_columns_of_a_table_that_has_no_games(tmp_path, capsys):
    pytest.importorskip("pyarrow")
    (tmp_path / "table.csv").write_text(TABLE)
    line = fails(capsys, "convert", tmp_path / "table.csv", tmp_path / "out", "--to", "npz")
    assert "not a table of games: the columns are 'position', 'score': pass" in line


def test_convert_names_the_option_for_tables(pgn, tmp_path, capsys):
    (tmp_path / "table.csv").write_text(TABLE)
    line = fails(capsys, "convert", pgn, tmp_path / "out", "--to", "position")
    assert line.endswith("pgn.bz2; use --to positions for tables of positions")
    line = fails(capsys, "convert", tmp_path / "table.csv", tmp_path / "out", "--to", "positions")
    assert "pass --column fen=..., --perspective white or side_to_move, --unit cp or" in line


def test_convert_names_the_options_for_unsupported_games(pgn, tmp_path, capsys):
    line = fails(capsys, "convert", pgn, tmp_path / "x.data", "--to", "bulletformat")
    assert "pass --missing-score to write it" in line
    assert line.endswith("(use --on-unsupported skip to skip it)")
    line = fails(capsys, "convert", pgn, tmp_path / "x.binpack", "--missing-score", "0")
    assert "Chess960" in line
    assert line.endswith("(use --on-unsupported skip to skip it)")
    options = ["--missing-score", "0", "--on-unsupported", "skip"]
    assert main(["convert", pgn, str(tmp_path / "x.binpack"), *options]) == 0


def test_the_output_is_a_folder(pgn, tmp_path, capsys):
    assert main(["tensors", pgn, "-o", str(tmp_path / "shards.npz")]) == 2
    assert "shards are written to a folder, not to a npz file" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["three.pgn"]


def test_labels_and_conditions_of_players(tmp_path, tensors, data_file, capsys):
    source = data_file("pgn/lichess_999.pgn")
    names = ["rating", "clock", "move_time", "legal_count"]
    labels = [word for name in names for word in ("--label", name)]
    conditions = ["--min-rating", 1800, "--max-clock", 20_000, "--check"]
    manifest, arrays = tensors(
        source, *labels, *conditions, "--planes", "maia3", "--policy", "maia3"
    )
    games = Games.from_pgn(source)
    query = enroque.find.Rating(min=1800) & enroque.find.Clock(max=20_000) & enroque.find.Check()
    game, ply = games.positions(where=query)
    assert np.array_equal(arrays["game"], game)
    assert np.array_equal(arrays["ply"], ply)
    assert len(game) > 100
    for name in names[:3]:
        assert np.array_equal(arrays[name], getattr(games, name)(game, ply), equal_nan=True)
    assert manifest["positions_filter"].count("&") == 2
    assert manifest["arrays"]["clock"]["meaning"].startswith("The clock of the side to move")
    line = fails(capsys, "tensors", source, "-o", tmp_path / "x", "--min-depth", 3)
    assert "--min-depth is an option for positions, not for games" in line


def test_columns_of_tables(tmp_path, tensors, data_file, capsys):
    fens = ["8/8/8/8/8/4k3/8/KQ6 b - - 0 1", "4k3/8/8/8/8/8/8/KRRR4 w - - 0 1"]
    games, positions, folder = tmp_path / "a.pgn", tmp_path / "a.fen", data_file("syzygy_3")
    moves = ("1... Kd4 2. Ka2 1-0", "1. Ka2 1-0")
    text = (f'[FEN "{fen}"]\n\n{line}\n\n' for fen, line in zip(fens, moves, strict=True))
    games.write_text("".join(text))
    positions.write_text("\n".join(fens))
    options = ["--planes", "pieces", "--tablebase", folder]
    manifest, arrays = tensors(games, *options)
    with Tablebase(folder) as tables:
        for name in ("tablebase_wdl", "tablebase_dtz"):
            expected = getattr(Games.from_pgn(games), name)(tables, [0, 0, 1], [0, 1, 0])
            np.testing.assert_array_equal(arrays[name], expected)
            assert np.isnan(expected).tolist() == [False, False, True]
    assert manifest["tablebase"] == str(folder)
    assert "by Syzygy tables" in manifest["arrays"]["tablebase_dtz"]["meaning"]
    of_positions = tensors(positions, *options, "--policy", "none", folder="out2")[1]
    np.testing.assert_array_equal(of_positions["tablebase_wdl"], [-2, np.nan])
    for wrong, message in ((tmp_path, "no Syzygy tables"), (tmp_path / "x", "No such file")):
        line = fails(capsys, "tensors", games, "-o", tmp_path / "y", "--tablebase", wrong)
        assert str(wrong) in line
        assert message in line
    whole = (folder / "KQvK.rtbw").read_bytes()
    (tmp_path / "KQvK.rtbw").write_bytes(whole[: len(whole) // 2])
    line = fails(capsys, "tensors", games, "-o", tmp_path / "y", "--tablebase", tmp_path)
    assert "entry 0: KQvK.rtbw: the table is damaged" in line
    assert "--on-error" not in line


def test_find_by_the_player_to_move(tmp_path, data_file):
    source, found = data_file("pgn/lichess_999.pgn"), tmp_path / "found.pgn"
    options = ["--min-rating", "2200", "--max-clock", "5000", "--check"]
    assert main(["find", str(source), "-o", str(found), *options]) == 0
    query = enroque.find.Rating(min=2200) & enroque.find.Clock(max=5000) & enroque.find.Check()
    assert len(Games.from_pgn(found)) == len(Games.from_pgn(source).search(query)[0]) > 0
