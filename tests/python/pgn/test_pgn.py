"""enroque.pgn: reading, editing and writing, compared with python-chess where possible."""

import copy
import gc
import io
import logging
import pickle
import random
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

import enroque
from enroque import Move, engine, pgn
from pgn_model import (
    ANNOTATED,
    PGN_FILES,
    Counting,
    assert_same_game,
    assert_same_tree,
    both,
    read,
    text_of,
)

FILES = [name for name in PGN_FILES if name != "lichess_bullet_clk.pgn.zst"]


def e4() -> Move:
    return Move.from_uci("e2e4")


@pytest.mark.parametrize("name", FILES)
def test_trees_are_equal_to_python_chess(data_file: Callable[[str], Path], name: str) -> None:
    text = text_of(data_file(f"pgn/{name}"))
    nodes = sum(assert_same_game(*games) for games in both(text, 12))
    assert nodes > 100


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", FILES)
def test_trees_are_equal_to_python_chess_in_whole_files(
    data_file: Callable[[str], Path], name: str
) -> None:
    logging.disable(logging.ERROR)
    try:
        text = text_of(data_file(f"pgn/{name}"))
        assert sum(assert_same_game(*games) for games in both(text, 1000)) > 1000
    finally:
        logging.disable(logging.NOTSET)


def test_one_game_at_a_time() -> None:
    handle = io.StringIO(ANNOTATED)
    first = pgn.read_game(handle)
    assert first is not None
    position = handle.tell()
    second = pgn.read_game(handle)
    assert second is not None
    assert second.headers["White"] == "?"
    assert pgn.read_game(handle) is None
    handle.seek(position)
    assert str(pgn.read_game(handle)) == str(second)
    assert_same_game(first, chess.pgn.read_game(io.StringIO(ANNOTATED)))


def test_files_are_read_from_their_position(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("\ufeff" + (ANNOTATED + "\n") * 50, "utf-8", newline="\r\n")
    with path.open(encoding="utf-8") as file:
        offsets = [file.tell()]
        while pgn.skip_game(file):
            offsets.append(file.tell())
        assert len(offsets) == 101
        file.seek(offsets[60])
        headers = pgn.read_headers(file)
        assert headers is not None
        assert headers["ECO"] == "C20"
        assert file.tell() == offsets[61]
        game = pgn.read_game(file)
        assert game is not None
        assert game.variations[0].move == Move.from_uci("d2d4")


def test_a_binary_handle_is_rejected() -> None:
    with pytest.raises(TypeError, match=r"text file.*bytes"):
        pgn.read_game(io.BytesIO(b"1. e4"))  # type: ignore[arg-type]


def test_nodes() -> None:
    game = read(ANNOTATED)
    first = game.variations[0]
    assert first.parent is game
    assert first.game() is game
    assert first == game.next() == game[0] == game[e4()]
    assert hash(first) == hash(game.next())
    assert first != game
    assert game.move is None
    assert game.parent is None
    assert first.san() == "e4"
    assert first.uci() == "e2e4"
    assert (first.ply(), first.turn()) == (1, chess.BLACK)
    assert first.clock() == 600
    main, sicilian, french = first.variations
    assert main.nags == {pgn.NAG_SPECULATIVE_MOVE}
    assert sicilian.starting_comment == "or"
    assert sicilian.starts_variation()
    assert not main.starts_variation()
    assert not french.is_mainline()
    assert sicilian.end().eval() == engine.PovScore(engine.Cp(25), chess.WHITE)
    assert sicilian.end().eval_depth() == 20
    assert [arrow.color for arrow in sicilian.end().arrows()] == ["green", "red"]
    assert game.end().board().fen() == game.end().parent.board().fen()[:0] + (
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    )
    assert Move.from_uci("e7e5") in first
    assert e4() not in first
    assert 5 not in first
    with pytest.raises(KeyError):
        first[e4()]
    with pytest.raises(IndexError):
        first[3]
    assert repr(game.mainline_moves()).endswith("(1. e4 e5 2. Nf3 Nc6)>")
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3", "Nc6"]
    assert next(move.uci() for move in reversed(game.mainline_moves())) == "b8c6"
    assert bool(game.mainline())
    assert not game.end().mainline()
    assert repr(first).endswith("(1. e4 ...)>")
    assert "'A' vs. 'B'" in repr(game)


def test_nags_have_the_methods_of_a_set() -> None:
    node = pgn.Game().add_variation(e4())
    for method in [name for name in dir(set) if not name.startswith("__")]:
        plain = {1, 3, 14}
        node.nags = plain
        if method == "pop":
            assert node.nags.pop() in plain - node.nags
            continue
        if method in ("clear", "copy"):
            arguments = [[], []]
        elif method in ("add", "remove", "discard"):
            arguments = [[3], [3]]
        else:  # an iterator can be consumed only once
            arguments = [[iter([3, 6])], [[3, 6]]]
        ours, theirs = arguments
        assert getattr(node.nags, method)(*ours) == getattr(plain, method)(*theirs), method
        assert node.nags == plain, method
    with pytest.raises(ValueError, match="NAG"):
        node.nags.symmetric_difference_update([-1])
    node.nags = {1, 3, 14}
    node.nags.intersection_update([1, 3], (3,))
    node.nags.difference_update([9], {2})
    assert node.nags == {3}


def test_editing() -> None:
    game = pgn.Game()
    node = game.add_variation(e4(), comment="best", nags=[1, 3, 1])
    assert (node.comment, sorted(node.nags)) == ("best", [1, 3])
    other = game.add_main_variation(Move.from_uci("d2d4"))
    assert list(game.variations) == [other, node]
    game.promote(node)
    assert game.variations[0] == node
    game.demote(node)
    game.promote_to_main(e4())
    assert game.variations == [node, other]
    end = node.add_line([Move.from_uci("e7e5"), Move.from_uci("g1f3")], comment="x", nags=[5])
    assert (end.comment, end.nags, end.ply()) == ("x", {5}, 3)
    end.comment += " y"
    end.nags.add(14)
    end.nags.discard(5)
    end.nags |= {6}
    assert (end.comment, end.nags) == ("x y", {6, 14})
    end.nags.update([1], {2})
    assert end.nags - {1} == {2, 6, 14}
    assert end.nags >= {1, 2}
    assert end.nags.union({9}) == {1, 2, 6, 9, 14}
    with pytest.raises(KeyError):
        end.nags.remove(77)
    with pytest.raises(ValueError, match="NAG"):
        end.nags.add(-1)
    assert end.nags == {1, 2, 6, 14}
    game.remove_variation(other)
    assert other not in game.variations
    assert other.parent is game
    game.variations.append(other)
    assert game.variations == [node, other]
    game.variations.sort(key=lambda child: child.uci())
    assert game.variations[0] == other
    game.variations[0], game.variations[1] = game.variations[1], game.variations[0]
    assert game.variations[0] == node
    del game.variations[1:]
    assert game.variations.pop() == node
    assert game.is_end()
    with pytest.raises(IndexError):
        game.variations.pop()
    game.variations = [node]
    assert str(game.end().mainline()) == ""
    assert repr(game.mainline()).endswith("(1. e4 e5 2. Nf3)>")
    with pytest.raises(TypeError, match="ChildNode"):
        game.variations.append("e4")
    with pytest.raises(TypeError):
        game.add_variation("e4")  # type: ignore[arg-type]
    assert game.variations == [node]


def test_each_node_and_each_of_its_lists_is_one_object() -> None:
    game = read(ANNOTATED)
    nodes = [game]
    for node in nodes:
        nodes.extend(node.variations)
    assert len(set(nodes)) == len(nodes) == 11
    for node in nodes:
        for name in ("variations", "nags", "comments", "starting_comments", "parent"):
            assert getattr(node, name) is getattr(node, name)
        assert all(child.parent is node for child in node.variations)
        assert node.next() is (node.variations[0] if node.variations else None)
    assert list(game.mainline())[-1] is game.end()
    added = pgn.ChildNode(game, e4())
    assert game.variations[-1] is added
    copied = pickle.loads(pickle.dumps(added))
    assert copied is copied.parent.variations[-1]
    assert copied != added
    weak = weakref.ref(added)
    del game, nodes, node, added
    gc.collect()
    assert weak() is None


def views(game: pgn.Game) -> list[list[Any]]:
    """Returns the contents of all sets and lists of a game's nodes."""
    contents, nodes = [], [game]
    for node in nodes:
        nodes.extend(node.variations)
        moves = [child.move for child in node.variations]
        contents.append([moves, set(node.nags), list(node.comments), list(node.starting_comments)])
        assert node.comment == " ".join(node.comments)
    return contents


EDITS: list[Callable[[Any, random.Random], object]] = [
    lambda node, rng: node.add_variation(e4(), comment="c", nags=[1]),
    lambda node, rng: node.add_main_variation(e4()),
    lambda node, rng: node.add_line([e4(), e4()], comment="line", nags=[2]),
    lambda node, rng: node.add_line([], comment="line", nags=[2]),
    lambda node, rng: pgn.ChildNode(node, e4()),
    lambda node, rng: node.promote(rng.randrange(3)),
    lambda node, rng: node.demote(rng.randrange(3)),
    lambda node, rng: node.promote_to_main(rng.randrange(3)),
    lambda node, rng: node.remove_variation(rng.randrange(3)),
    lambda node, rng: setattr(node, "variations", node.variations[::-1]),
    lambda node, rng: setattr(node, "nags", {rng.randrange(9)}),
    lambda node, rng: setattr(node, "comment", "set"),
    lambda node, rng: setattr(node, "comments", ["a", "b"]),
    lambda node, rng: setattr(node, "starting_comment", "set"),
    lambda node, rng: setattr(node, "starting_comments", ["a", "b"]),
    lambda node, rng: node.set_clock(rng.randrange(100)),
    lambda node, rng: node.set_emt(rng.randrange(100)),
    lambda node, rng: node.set_eval(engine.PovScore(engine.Cp(rng.randrange(9)), chess.WHITE)),
    lambda node, rng: node.set_arrows([(0, rng.randrange(64))]),
    lambda node, rng: node.variations.append(node.game().variations[0]),
    lambda node, rng: node.variations.extend([pgn.Game().add_variation(e4())]),
    lambda node, rng: node.variations.insert(0, node.variations.pop()),
    lambda node, rng: node.variations.remove(node.variations[0]),
    lambda node, rng: node.variations.reverse(),
    lambda node, rng: node.variations.sort(key=lambda child: len(child.variations)),
    lambda node, rng: node.variations.__delitem__(slice(1, 3)),
    lambda node, rng: node.variations.__setitem__(slice(0, 2), node.variations[1::-1]),
    lambda node, rng: node.variations.__imul__(rng.randrange(2)),
    lambda node, rng: node.comments.__iadd__(["i"]),
    lambda node, rng: node.comments.__imul__(2) if len(node.comments) < 9 else None,
    lambda node, rng: node.comments.sort(),
    lambda node, rng: node.comments.clear(),
    lambda node, rng: node.starting_comments.append("s"),
    lambda node, rng: node.nags.add(rng.randrange(20)),
    lambda node, rng: node.nags.pop(),
    lambda node, rng: node.nags.__ior__({rng.randrange(20)}),
    lambda node, rng: node.nags.__iand__({1, 2, 3}),
    lambda node, rng: node.nags.__isub__({1}),
    lambda node, rng: node.nags.__ixor__({1, 5}),
]


def test_sets_and_lists_follow_every_edit() -> None:
    """A pickled copy, which makes them anew from the moves, is the oracle."""
    rng = random.Random(64)
    for _ in range(20):
        game = read(ANNOTATED)
        views(game)
        for _ in range(60):
            nodes = [game]
            for node in nodes:
                nodes.extend(node.variations)
            before = views(game)
            try:
                rng.choice(EDITS)(rng.choice(nodes[:12]), rng)
            except (IndexError, KeyError):
                assert views(game) == before
            copied = pickle.loads(pickle.dumps(game))
            assert views(game) == views(copied)
            if len(nodes) > 100:
                break


@pytest.mark.parametrize(("plain", "view"), [(list, pgn.VariationList), (set, pgn.NagSet)])
def test_every_method_that_changes_a_set_or_list_edits_the_node(plain: type, view: type) -> None:
    immutable = tuple if plain is list else frozenset
    for name in set(dir(plain)) - set(dir(immutable)) - {"copy", "__reversed__"}:
        assert getattr(view, name) is not getattr(plain, name), name


def test_a_child_is_in_the_game_after_its_constructor() -> None:
    class Late(pgn.ChildNode):
        def __init__(self, parent: pgn.GameNode, move: Move) -> None:
            # uses the node, and so its object, before the constructor of the base class
            self.reply = pgn.ChildNode(self, e4())
            assert not parent.variations
            super().__init__(parent, move)
            super().__init__(parent, move)  # has no effect

    class Never(pgn.ChildNode):
        def __init__(self, parent: pgn.GameNode, move: Move) -> None:
            pass

    game = pgn.Game()
    late = Late(game, e4())
    Never(game, e4())
    assert game.variations == [late]
    assert game.next() is late is late.reply.parent
    assert late.variations == [late.reply]
    assert views(game) == views(pickle.loads(pickle.dumps(game)))


def test_a_game_that_adds_moves_before_it_is_read_keeps_them() -> None:
    class Prepared(pgn.Game):
        def __init__(self, headers: Any = None) -> None:
            super().__init__(headers)
            self.first = self.add_variation(Move.from_uci("d2d4"), comment="old", nags=[9])
            assert (self.first.variations, self.first.comments) == ([], ["old"])

    text = "1. e4! {hi} e5 (1... c5) *"
    ours = pgn.read_game(io.StringIO(text), Visitor=Prepared.builder)

    class Theirs(chess.pgn.Game):
        def __init__(self, headers: Any = None) -> None:
            super().__init__(headers)
            self.add_variation(chess.Move.from_uci("d2d4"), comment="old", nags=[9])

    theirs = chess.pgn.read_game(io.StringIO(text), Visitor=Theirs.builder)
    assert isinstance(ours, Prepared)
    assert theirs is not None
    assert ours.variations[0] is ours.first
    assert_same_tree(ours, theirs)
    ours = pgn.read_game(io.StringIO("{start} " + text), Visitor=Prepared.builder)
    assert ours is not None
    assert ours.comments == ["start"]
    assert len(ours.variations) == 2


def test_a_state_is_set_in_an_empty_game_only() -> None:
    game = read(ANNOTATED)
    empty = pgn.Game()
    variations = empty.variations
    empty.__setstate__(game.__getstate__())
    assert variations is empty.variations
    assert str(empty) == str(game)
    with pytest.raises(ValueError, match="without moves"):
        empty.__setstate__(game.__getstate__())
    assert views(empty) == views(game)


def test_nodes_of_other_games_are_copied() -> None:
    ours, theirs = pgn.Game(), read(ANNOTATED)
    ours.variations.extend(theirs.variations)
    copied = ours.variations[0]
    assert copied.game() is ours
    assert str(ours.mainline_moves()) == str(theirs.mainline_moves())
    copied.comment = "ours"
    assert theirs.variations[0].comment == "[%clk 0:10:00] good"
    # a node appended to itself is copied: no cycle
    copied.variations.append(copied)
    assert len(copied.variations) == 4
    assert copied.variations[3].variations[2].is_end()


COMMENTS = [
    "",
    "x",
    "[%clk 1:02:03.5]",
    "a [%clk 0:00:00] b [%clk 0:00:01]",
    "[%emt 0:00:05.25] [%eval -1.07,18]",
    "[%eval #-3] q",
    "[%eval 0.123] [%clk 1:2]",
    "[%csl Ga1,Rb2][%cal Yc3d4] text [%cal Be5e6]",
    "\n[%clk 0:10:00]\n",
]


@pytest.mark.parametrize("comment", COMMENTS)
def test_commands_are_set_as_in_python_chess(comment: str) -> None:
    ours = pgn.Game().add_variation(e4(), comment=comment)
    theirs = chess.pgn.Game().add_variation(chess.Move.from_uci("e2e4"), comment=comment)
    assert_same_tree(ours, theirs)
    for seconds in (0, 7.25, 3599.9996, -5, 360000.125, None):
        for node in (ours, theirs):
            node.set_clock(seconds)
            node.set_emt(seconds)
        assert ours.comment == theirs.comment
    for cp in (0, 5, -5, 1234, -98765):
        ours.set_eval(engine.PovScore(engine.Cp(cp), chess.BLACK), 7)
        theirs.set_eval(chess.engine.PovScore(chess.engine.Cp(cp), chess.BLACK), 7)
        assert ours.comment == theirs.comment
        assert repr(ours.eval()) == repr(theirs.eval())
    for mate in (3, -4, 0):
        ours.set_eval(engine.PovScore(engine.Mate(mate), chess.WHITE))
        theirs.set_eval(chess.engine.PovScore(chess.engine.Mate(mate), chess.WHITE))
        assert ours.comment == theirs.comment
    for arrows in ([], [(0, 8), (3, 3)], [chess.svg.Arrow(1, 2, color="red")]):
        ours.set_arrows(arrows)
        theirs.set_arrows(arrows)
        assert ours.comment == theirs.comment
    with pytest.raises(ValueError, match="finite"):
        ours.set_clock(float("nan"))


def test_scores_are_equal_to_python_chess() -> None:
    import chess.engine as theirs

    pairs = [(engine.Cp(n), theirs.Cp(n)) for n in (-300, -1, 0, 20)] + [
        (engine.Mate(n), theirs.Mate(n)) for n in (-4, -1, 0, 1, 9)
    ]
    pairs.append((engine.MateGiven, theirs.MateGiven))
    for ours, other in pairs:
        assert (repr(ours), str(ours)) == (repr(other), str(other))
        assert repr(-ours) == repr(-other)
        assert repr(abs(ours)) == repr(abs(other))
        assert (ours.score(), ours.mate(), ours.is_mate()) == (
            other.score(),
            other.mate(),
            other.is_mate(),
        )
        assert ours.score(mate_score=1000) == other.score(mate_score=1000)
        assert pickle.loads(pickle.dumps(ours)) == ours
    for ours, other in pairs:
        for our_second, their_second in pairs:
            assert (ours < our_second) == (other < their_second)
            assert (ours == our_second) == (other == their_second)
    score = engine.PovScore(engine.Cp(3), enroque.BLACK)
    assert (score.white(), score.black()) == (engine.Cp(-3), engine.Cp(3))
    assert repr(score) == repr(theirs.PovScore(theirs.Cp(3), chess.BLACK))


def test_errors_are_logged_and_collected(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "enroque.pgn"):
        game = read('[White "A"]\n\n1. e4 e5\n2. Ke3 Nc6 *')
    assert len(caplog.records) == 1
    assert str(game.mainline_moves()) == "1. e4 e5"
    (error,) = game.errors
    assert isinstance(error, enroque.IllegalMoveError)
    assert "line 4, column 4, ply 2" in str(error)
    assert "'Ke3'" in str(error) or '"Ke3"' in str(error)
    assert repr(game).endswith(", 1 errors)>")
    kinds = {
        "1. e4 Nd9": enroque.InvalidMoveError,
        '[FEN "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1"]\n\n1. Ne2': enroque.AmbiguousMoveError,
        '[FEN "8/8"]\n\n1. Ne2': enroque.errors.FenError,
        '[Variant "Atomic"]\n\n1. e4': enroque.errors.PgnError,
        "1. e4 {never": enroque.errors.PgnError,
    }
    logging.disable(logging.ERROR)
    for text, kind in kinds.items():
        assert [type(error) for error in read(text).errors] == [kind], text
    assert len(read("1. e4 ) e5").warnings) == 1
    logging.disable(logging.NOTSET)


def test_boards_of_damaged_headers_raise_errors() -> None:
    game = pgn.Game()
    game.headers["FEN"] = "8/8/8/8/8/8/8/8 w - - 0 1"
    assert not game.board().is_valid()
    node = game.add_variation(e4())
    with pytest.raises(enroque.errors.IllegalPositionError, match="White has no king"):
        node.board()
    game.headers["FEN"] = "8/8 w - - 0 1"
    with pytest.raises(enroque.errors.FenError):
        game.board()
    del game.headers["FEN"]
    assert node.board().fen() == chess.pgn.Game().add_variation(chess.Move(12, 28)).board().fen()
    node.move = Move.from_uci("e2e5")
    with pytest.raises(enroque.IllegalMoveError, match="e2e5"):
        node.board()
    with pytest.raises(enroque.IllegalMoveError):
        str(game)
    assert "dangling" in repr(node)


def test_headers() -> None:
    assert list(pgn.Headers().items()) == list(chess.pgn.Headers().items())
    headers = pgn.Headers({"ECO": "C20", "White": "A"}, Result="*")
    assert list(headers) == ["White", "Result", "ECO"]
    assert repr(headers) == "Headers(White='A', Result='*', ECO='C20')"
    for key, value in (("a b", "x"), ("", "x"), ("Note", "a\nb"), ("Event", "a\rb")):
        with pytest.raises(ValueError, match="tag"):
            headers[key] = value
    with pytest.raises(TypeError, match="string"):
        headers["Note"] = 3  # type: ignore[assignment]
    assert copy.copy(headers) == headers == pickle.loads(pickle.dumps(headers))
    assert not headers.is_chess960()
    headers["Variant"] = "Fischerandom"
    headers["FEN"] = (
        enroque.chess960.fen(1)
        if hasattr(enroque.chess960, "fen")
        else ("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1")
    )
    assert headers.is_chess960()
    assert headers.board().chess960
    assert pgn.Headers({"Variant": "wild/5"}).is_wild()
    with pytest.raises(ValueError, match="Crazyhouse"):
        pgn.Headers({"Variant": "Crazyhouse"}).board()


def test_quotation_marks_are_escaped() -> None:
    game = pgn.Game()
    game.headers["Event"] = r'The "Immortal" \ game'
    again = read(str(game))
    assert again.headers["Event"] == game.headers["Event"]
    assert r"\"Immortal\" \\ game" in str(game)


def test_setup_and_from_board() -> None:
    board = enroque.Board()
    for san in ("e4", "e5", "Ke2"):
        board.push_san(san)
    game = pgn.Game.from_board(board)
    assert str(game.mainline_moves()) == "1. e4 e5 2. Ke2"
    assert game.end().board() == board
    odd = enroque.Board.from_chess960_pos(4)
    game = pgn.Game.from_board(odd)
    assert game.headers["Variant"] == "Chess960"
    assert read(str(game)).board() == odd
    standard = enroque.chess960.position(518)
    text = str(pgn.Game.from_board(standard))
    assert read(text).board() == standard
    assert enroque.Games.from_pgn(text.encode(), strict=True).chess960.all()
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert theirs.board() == chess.Board.from_chess960_pos(518)
    game.setup(enroque.STARTING_FEN)
    assert "FEN" not in game.headers
    assert list(pgn.Game.without_tag_roster().headers) == []
    game.setup("4k3/8/8/8/8/8/8/4K2R w K - 0 30")
    assert game.headers["SetUp"] == "1"
    assert game.ply() == chess.Board(game.headers["FEN"]).ply()


def test_copies_and_pickles() -> None:
    game = read(ANNOTATED)
    game.errors.append(ValueError("kept"))
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again, node = pickle.loads(pickle.dumps((game, game.end()), protocol))
        assert str(again) == str(game)
        assert node == again.end()
        assert node.game() is again
        assert str(again.errors[0]) == "kept"
    deep = copy.deepcopy(game)
    assert deep != game
    deep.variations[0].comment = "changed"
    deep.headers["White"] = "changed"
    assert str(read(ANNOTATED)) == str(game)
    assert str(copy.copy(game)) == str(game)
    end = copy.deepcopy(game.end())
    assert end.game() is not game
    with pytest.raises(enroque.errors.FileFormatError, match="damaged"):
        pgn.Game().__setstate__(([(0, 0, [1], [], [], [])], (game.headers, [], []), None, False))


def test_games_are_collected() -> None:
    class Holder(pgn.Game):
        pass

    game = Holder()
    game.node = game.add_variation(e4())  # type: ignore[attr-defined]
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None


def test_hostile_texts() -> None:
    logging.disable(logging.ERROR)
    deep = read("1. e4 " + "( 1. d4 " * 100_000 + ")" * 100_000)
    assert len(deep.variations) == 100_001
    assert str(copy.deepcopy(deep)) == str(deep)
    text = "1. Nf3 " + "Nf6 2. Ng1 Ng8 3. Nf3 ( 3. Nf3 " * 5_000 + ")" * 5_000 + " *"
    line = read(text)
    counts = pgn.read_game(io.StringIO(text), Visitor=Counting)
    assert counts is not None
    assert counts["variation"] == counts["end"] == 5_000
    assert line.accept(Counting()) == counts | {"header": 7}
    assert pickle.loads(pickle.dumps(line)).end().ply() == line.end().ply()
    long = read("1. e4 {" + "x" * 10_000_000 + "} e5")
    assert len(long.variations[0].comment) == 10_000_000
    assert read("1. e4 \0 e5 \0").end().san() == "e5"
    surrogates = "1. e4 {\udcff} e5"
    assert read(surrogates).end().san() == "e5"
    assert pgn.read_game(io.StringIO("\n\n\n% x\n; y\n")) is None
    logging.disable(logging.NOTSET)


def test_surrogate_escapes_are_read_as_in_a_file(tmp_path: Path) -> None:
    data = b'[White "M\xfcller \xc3\xbc\x80"]\n\n1. e4 {caf\xe9} * \n'
    handle = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")
    game = pgn.read_game(handle)
    assert game is not None
    assert game.headers["White"] == "Müller ü€"
    assert game.variations[0].comment == "café"
    (tmp_path / "game.pgn").write_bytes(data.replace(b"\xc3\xbc", b""))
    assert enroque.Games.from_pgn(tmp_path / "game.pgn")[0].headers["White"] == "Müller €"
    str(game).encode()


def test_time_controls_are_equal_to_python_chess() -> None:
    for text in ("", "?", "-", "60", "180+2", "300+3d", "900+10", "3600", "40/7200:1800+30", "5/9"):
        ours, theirs = pgn.parse_time_control(text), chess.pgn.parse_time_control(text)
        assert ours.type.name == theirs.type.name
        assert [vars(part) for part in ours.parts] == [vars(part) for part in theirs.parts]
    for text in ("x", "60:60", "40/x"):
        with pytest.raises(ValueError, match="time control"):
            pgn.parse_time_control(text)
    assert pgn.parse_time_control("*30").periods[0].hourglass  # python-chess rejects it
    assert pgn.TimeControl is enroque.TimeControl
    game = pgn.Game()
    game.headers["TimeControl"] = "60+1"
    assert game.time_control().type is pgn.TimeControlType.BULLET
