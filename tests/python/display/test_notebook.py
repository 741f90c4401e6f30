"""What notebooks show: tables, the game viewer and plots."""

import io
import json
import re
import sys
import types
from html.parser import HTMLParser

import numpy as np
import pytest

import enroque
import enroque.pgn
from enroque.data import example_games
from enroque.viewer import GameViewer

VOID = {"br", "img"}


class Table(HTMLParser):
    """The rows of all tables of a page, and the elements that are not closed."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def table(shown):
    page = Table(shown._repr_html_())
    assert page.open == []
    return page.rows


def test_positions():
    fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"] * 12
    text = "\n".join(["FEN,Evaluation,Move", *(f"{fen},{n},e1g1" for n, fen in enumerate(fens))])
    shown = enroque.Positions.read(text.encode())
    head, *rows = table(shown)
    assert head == ["", "FEN", "evals", "moves"]
    assert [row[0] for row in rows] == [*"01234", "…", *map(str, range(7, 12))]
    assert rows[3] == ["3", fens[0], "+0.03", "e1g1"]
    assert shown._repr_html_().count("<svg") == 4
    broken = enroque.Positions.from_fens([fens[0], "<b>"], on_error="mask")
    assert table(broken)[1:] == [["0", fens[0]], ["1", "broken"]]
    assert table(enroque.Positions.from_fens([])) == [["", "FEN"]]


def test_games():
    games = example_games()
    head, *rows = table(games)
    assert head == ["", "White", "Elo", "Black", "Elo", "Result", "Opening", "Plies", "Date"]
    assert [row[0] for row in rows] == [*"01234", "…", "113", "114", "115", "116", "117"]
    headers = games[117].headers
    assert rows[-1] == [
        "117", headers["White"], headers["WhiteElo"], headers["Black"], headers["BlackElo"],
        headers["Result"].replace("1/2", "½"), "double Chess960", str(len(games[117])),
        headers["Date"].replace(".", "-").replace("-??", ""),
    ]  # fmt: skip
    assert table(games[80:81])[1][6] == f"Chess960, position {games.start[80]}"
    assert [len(table(games[:n])) for n in (0, 1, 10, 11)] == [1, 2, 11, 12]


def test_heads_of_columns_are_aligned_like_their_cells():
    head, body = example_games()._repr_html_().split("</thead>")
    row = body[: body.index("</tr>")]
    sides = [re.findall("text-align: (left|right)", text)[-9:] for text in (head, row)]
    assert sides[0] == sides[1]
    assert sides[0].count("right") == 4  # number, both Elo, plies


def test_games_are_escaped():
    text = b'[White "<script>alert(1)</script>"]\n[Opening "A & B"]\n\n1. e4 Ke5 *\n'
    games = enroque.Games.from_pgn(text)
    assert "<script>" not in games._repr_html_()
    row = table(games)[1]
    assert row[1] == "<script>alert(1)</script>"
    assert row[5:8] == ["* broken", "A & B", "1"]


def test_odd_tags():
    """Tags may be anything of any length."""
    text = f'[White "{"x" * 5_000}"]\n[WhiteElo "{"9" * 5_000}"]\n[BlackElo "1800?"]\n\n1. e4 *\n'
    games = enroque.Games.from_pgn(text.encode())
    row = table(games)[1]
    assert len(row[1]) == len(row[2]) == 300
    assert row[4] == "1800?"
    assert len(GameViewer(games[0]).to_html()) < 100_000


def test_legal_moves():
    board = enroque.Board("4k3/1P6/8/8/8/8/8/R3K3 w Q - 0 1")
    rows = {row[0]: row[2].split() for row in table(board.legal_moves)[1:]}
    assert list(rows) == ["a1", "e1", "b7"]
    assert "O-O-O" in rows["e1"]
    assert sorted(rows["b7"]) == ["b8=B", "b8=N", "b8=Q+", "b8=R+"]
    assert sum(map(len, rows.values())) == board.legal_moves.count()
    assert table(enroque.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").legal_moves)[1:] == []


@pytest.mark.parametrize("kind", ["planes", "tokens", "features", "records"])
def test_encodings(kind):
    for name in enroque.Encoding.names()[kind]:
        options = {"parts": ["pieces"]} if name == "composed" else {}
        encoding = enroque.Encoding(name, **options)
        rows = table(encoding)
        assert ["source", encoding.conventions["source"]] in rows
        count = {
            "planes": lambda encoding: encoding.channels,
            "tokens": lambda encoding: encoding.length,
            "features": lambda encoding: len(encoding.perspectives),
            "records": lambda encoding: len(encoding.fields),
        }[kind](encoding)
        last = rows[-count - 1 :]
        assert last[0][0] in ("Channel", "Field", "Perspective")
        assert len(last) == count + 1


def test_policies():
    for name in enroque.Policy.names():
        policy = enroque.Policy(name)
        assert table(policy)[-1] == [str(policy.size - 1), str(policy.moves[-1])]


def test_loader_and_arena():
    with enroque.Loader(
        example_games(), enroque.Column.policy("lc0"), batch_size=64, seed=9
    ) as loader:
        next(loader)
        rows = dict(table(loader))
        assert rows["seed"] == "9"
        assert rows["offset"] == "64"
    assert table(loader) == [["state", "closed"]]

    arena = enroque.Arena(6, seed=1)
    arena.step(arena.sample())
    rows = dict(row for row in table(arena) if len(row) == 2)
    assert (rows["games"], rows["over"], rows["White to move"]) == ("6", "0", "0")
    assert arena._repr_html_().count("<svg") == 4


PGN = """[White "A"]\n[Black "B </script><b>"]\n[WhiteElo "2000"]\n[Result "1/2-1/2"]\n
{start} 1. e4! {[%eval 0.3] [%clk 0:03:00] [%cal Ge2e4,Rd5] open <b>} 1... e5 $4
{[%eval #-3]} 2. Qh5 {[%eval #2]} 2... Nc6 3. Qxf7+ 1/2-1/2
"""


def data_of(viewer):
    text = re.search(r'<script type="application/json">(.*?)</script>', viewer.to_html())[1]
    return json.loads(text)


def test_viewer_of_a_game_tree():
    game = enroque.pgn.read_game(io.StringIO(PGN))
    viewer = GameViewer(game, ply=1, orientation=enroque.BLACK)
    values = data_of(viewer)
    assert (values["node"], values["flipped"]) == (1, True)
    data = values["game"]
    assert data["players"] == ["A (2000)", "B </script><b>"]
    root, first, second, third, _, last = data["nodes"]
    assert root["comment"] == "start"
    assert first == {
        "parent": 0, "eval": 30, "clock": 180_000, "comment": "open <b>", "nags": ["!"],
        "san": "e4", "from": enroque.E2, "to": enroque.E4, "position": first["position"],
        "arrows": [["green", enroque.E2, enroque.E4], ["red", enroque.D5, enroque.D5]],
    }  # fmt: skip
    assert (second["eval"], second["nags"], third["eval"]) == (-999_997, ["??"], 999_998)
    assert last["check"] == enroque.E8
    boards = [enroque.Board(), *(node.board() for node in game.mainline())]
    for board, node in zip(boards, data["nodes"], strict=True):
        symbols = [str(board.piece_at(square) or ".") for square in enroque.SQUARES]
        assert node["position"] == "".join(symbols)
    # the same from the columns of Games
    view = enroque.Games.from_pgn(PGN.encode(), annotations="arrows")[0]
    of_view = data_of(GameViewer(view))["game"]
    for node in data["nodes"]:
        node.pop("comment", None)
        node.pop("nags", None)
    assert of_view["nodes"] == data["nodes"]


VARIATIONS = """1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3 $14 (2. -- a6) 2... d5) 2... d6)
({or} 1... e6 $200) 2. Nf3 (2. f4) 2... Nc6 *
"""


def test_viewer_of_variations():
    """Each node of the tree has one position, and the main line has the first ones."""
    game = enroque.pgn.read_game(io.StringIO(VARIATIONS))
    viewer = GameViewer(game)
    data = data_of(viewer)["game"]
    assert (data["plies"], viewer.ply, viewer.node) == (4, 4, 4)
    names = [node.get("san") for node in data["nodes"]]
    assert names == [
        None, "e4", "e5", "Nf3", "Nc6", "c5", "Nf3", "d6", "e6", "f4", "c3", "d5", "--", "a6",
    ]  # fmt: skip
    assert [node.get("parent") for node in data["nodes"][5:]] == [1, 5, 6, 1, 2, 5, 10, 5, 12]
    assert (data["nodes"][8]["before"], data["nodes"][8]["nags"]) == ("or", ["$200"])
    assert data["nodes"][10]["nags"] == ["+="]
    assert "from" not in data["nodes"][12]
    # the positions are those of the tree, in any order
    found, pending = [], [game]
    while pending:
        node = pending.pop()
        pending += node.variations
        found.append(node.board().fen())
    shown = [viewer._game.board(number).fen() for number in range(len(names))]
    assert sorted(shown) == sorted(found)
    assert data["omitted"] is False


def test_viewer_of_huge_trees(monkeypatch):
    """What is not shown is stated, and deep nesting takes no stack."""
    text = "1. e4 e5 " + "(1... c5 2. Nf3 " * 400 + ")" * 400 + " 2. Nf3 *"
    data = data_of(GameViewer(enroque.pgn.read_game(io.StringIO(text))))["game"]
    assert data["omitted"] is False
    monkeypatch.setattr("enroque._display.game_data.MAX_POSITIONS", 6)
    data = data_of(GameViewer(enroque.pgn.read_game(io.StringIO(VARIATIONS))))["game"]
    assert data["omitted"] is True
    assert len(data["nodes"]) == 8


def test_viewer_without_scripts():
    """The page has a picture and the moves, and no text of the game is markup."""
    game = enroque.pgn.read_game(io.StringIO(PGN))
    html = GameViewer(game).to_html()
    static = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    assert "1. e4! e5?? 2. Qh5 Nc6 3. Qxf7+ 1/2-1/2" in static
    assert "<b>B" not in static
    assert "B &lt;/script&gt;&lt;b&gt;" in static
    assert 'src="data:image/svg+xml;base64,' in static
    assert html.count("</script>") == 2


def test_viewer_from_black_to_move():
    board = enroque.Board("4k3/8/8/8/8/8/8/4K3 b - - 0 40")
    for san in ("Kd7", "Kd2", "Kc6"):
        board.push_san(san)
    viewer = GameViewer(board)
    assert "40... Kd7 41. Kd2 Kc6" in viewer.to_html()
    assert viewer.board == board
    assert viewer.board.move_stack == board.move_stack


def test_viewer_states():
    game = example_games()[80]  # Chess960
    viewer = GameViewer(game, ply=-2, arrows={3: [(enroque.A1, enroque.A8)]})
    assert viewer.ply == len(game) - 1
    assert viewer.board.fen() == game.board(-2).fen()
    viewer.ply = 3
    assert viewer.board.fen() == game.board(3).fen()
    assert 'class="arrow"' in viewer.svg()
    viewer.orientation = enroque.BLACK
    assert data_of(viewer)["flipped"] is True
    for ply in (len(game) + 1, -len(game) - 2):
        with pytest.raises(enroque.errors.OutOfRangeError, match=f"the game has {len(game)} plies"):
            viewer.ply = ply
    assert viewer.ply == 3
    with pytest.raises(
        TypeError, match=r"must be a game of Games, a pgn\.Game or a Board, not str"
    ):
        GameViewer("e4")
    empty = GameViewer(enroque.Board())
    assert (empty.ply, empty.board) == (0, enroque.Board())


def test_games_show_the_viewer_in_kernels_only(monkeypatch):
    game = example_games()[0]
    tree = enroque.pgn.read_game(io.StringIO(PGN))
    shell = types.SimpleNamespace(kernel=None)
    fake = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", fake)
    assert game._repr_mimebundle_() == tree._repr_mimebundle_() == {}
    shell.kernel = object()
    monkeypatch.setitem(sys.modules, "anywidget", None)  # its import fails
    for shown in (game, tree):
        bundle = shown._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html"}
    with pytest.raises(ImportError, match=r"enroque\[notebook\]"):
        _ = GameViewer(game).widget


def test_trees_with_illegal_moves_are_text(monkeypatch):
    shell = types.SimpleNamespace(kernel=object())
    fake = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", fake)
    game = enroque.pgn.Game()
    game.add_variation(enroque.Move(enroque.E2, enroque.E6))
    assert game._repr_mimebundle_() == {}
    with pytest.raises(enroque.IllegalMoveError):
        GameViewer(game)


def test_widget():
    pytest.importorskip("anywidget")
    viewer = GameViewer(example_games()[4], ply=10)
    widget = viewer.widget
    assert (widget.node, widget.flipped) == (10, False)
    widget.node = 12  # as the browser does
    assert viewer.ply == 12
    assert viewer.board.ply() == 12
    widget.node = 10**9
    assert viewer.ply == 56
    viewer.ply = 3
    assert widget.node == 3
    viewer.orientation = enroque.BLACK
    assert widget.flipped is True
    assert viewer.widget is widget


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    import enroque.plot as plot

    pyplot.close("all")  # of doctests
    board = enroque.Board()
    values = np.arange(64.0)
    values[0] = np.nan
    ax = plot.squares(values, board, colorbar=True, arrows=[(12, 28), (3, 3)], title="t")
    shown = ax.images[0].get_array()
    assert shown.mask.sum() == 1
    assert shown[0, 1] == 1
    assert shown[7, 7] == 63
    flipped = plot.squares(values, orientation=enroque.BLACK).images[0].get_array()
    assert flipped[0, 0] == 63
    labels = plot.board(board, orientation=enroque.BLACK, lastmove=enroque.Move(12, 28))
    assert [text.get_text() for text in labels.get_xticklabels()] == list("hgfedcba")
    # every piece is drawn within its square
    alone = enroque.BaseBoard.empty()
    for symbol in "PNBRQKpnbrqk":
        alone.set_piece_at(enroque.C2, enroque.Piece.from_symbol(symbol))
        ax = plot.board(alone)
        paths = [patch for patch in ax.patches if isinstance(patch, matplotlib.patches.PathPatch)]
        assert len(paths) >= 2
        boxes = [path.get_path().get_extents(path.get_transform() - ax.transData) for path in paths]
        for box in boxes:
            assert 2 <= box.x0 < box.x1 <= 3, symbol
            assert 1 <= box.y0 < box.y1 <= 2, symbol
        assert max(box.y1 for box in boxes) > 1.8, symbol  # with the head of a pawn
    figure = plot.planes(board.planes("lc0"), "lc0", channels=[0, 6, 12], empty=True)
    assert [ax.get_title() for ax in figure.axes] == [
        "0 own pawns",
        "6 opponent's pawns",
        "12 repeated",
    ]
    assert figure.axes[0].images[0].get_array()[1].tolist() == [1] * 8
    board.push_san("e4")
    present = plot.planes(board.planes("lc0"), "lc0").axes
    assert not any("ago" in ax.get_title() for ax in present)
    assert len(present) == 12 + 4 + 2  # pieces, castling, Black to move, ones
    earlier = plot.planes(board.planes("lc0"), "lc0", history=True).axes
    assert len(earlier) == len(present) + 12
    parts = enroque.Encoding("composed", parts=["pieces", "pieces@1"])
    assert len(plot.planes(board.planes(parts), parts).axes) == 12
    assert len(plot.planes(board.planes("lc0")).axes) == len(earlier)  # no names: all
    with pytest.raises(enroque.errors.ArrayError, match="112 channels, but the planes have 13"):
        plot.planes(np.ones((13, 8, 8)), "lc0")
    with pytest.raises(enroque.errors.ArrayError, match=r"not \(3, 3\)"):
        plot.squares(np.ones((3, 3)))
    with pytest.raises(enroque.errors.ArgumentError, match="empty=True"):
        plot.planes(np.zeros((2, 8, 8)))
    pyplot.close("all")
