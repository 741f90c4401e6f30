"""Completion of strings, and tooltips with types, as IPython requests them."""

import pytest

import enroque
from enroque import Board, Column, Games, _core
from enroque._display.completion import choices, register, typed
from enroque.data import example_games

NAMESPACE = {
    "arena": enroque.Arena(1), "board": Board(), "Column": Column, "enroque": enroque,
    "games": example_games(), "print": print,
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ('enroque.Encoding("l', ["lc0"]),
        ("enroque.Policy('fr", ["from_to", "from_to_promotion"]),
        ('games.planes("ma', ["maia2", "maia3"]),
        ('games.tokens("', ["chessbench", "squares"]),
        ('board.planes(encoding="pie', ["pieces"]),
        ('x = games.encode([Column.planes("lc0"), Column.policy("ma', ["maia2", "maia3"]),
        ('enroque.planes([], "lc', ["lc0"]),
        ('enroque.Arena(4,\n    start="', ["standard", "chess960", "double_chess960"]),
        ('enroque.Arena(len([1, 2]), autoreset="same', ["same_step"]),
        ('games.policy("lc0", [0], [1], on_unsupported="r', ["raise"]),
        ('enroque.Puct.named("', ["alphazero", "lc0", "katago"]),
        ('print("l', []),
        ('games.tag_values("', []),
        ('unknown.planes("', []),
        ('games.moves.planes("', []),  # a property is not evaluated
        ("games.planes(", []),
    ],
)
def test_choices(code, values):
    assert choices(code, NAMESPACE)[1] == values


def test_typed():
    (_, signature), (_, text) = typed(Games.planes)
    assert "encoding: Encoding | str," in signature
    assert signature.endswith(") -> NDArray")
    assert text.startswith("Positions and their history as planes.")
    assert typed(Board)[0][1].startswith("Board(\n    fen: str | None='rnbqkbnr/")
    assert "columns: Columns" in typed(enroque.Loader)[0][1]
    assert "target: str | os.PathLike[str]" in typed(enroque.convert)[0][1]
    for other in (len, dict, str.join, 1, pytest.raises):
        assert typed(other) is None


def test_every_compiled_function_has_types():
    for name in _core.__all__:
        if callable(getattr(_core, name)) and hasattr(enroque, name):
            assert typed(getattr(enroque, name)) or isinstance(getattr(enroque, name), type)


def test_ipython():
    interactiveshell = pytest.importorskip("IPython.core.interactiveshell")
    completer = pytest.importorskip("IPython.core.completer")
    shell = interactiveshell.InteractiveShell.instance()
    try:
        register()
        shell.user_ns.update(NAMESPACE)
        code = 'games.planes("pi'
        with completer.provisionalcompleter():
            found = [(item.text, item.start) for item in shell.Completer.completions(code, 16)]
        assert found == [("pieces", 14)]
        tooltip = shell.object_inspect_mime("games.planes")
        assert "encoding: Encoding | str" in tooltip["text/plain"]
        assert "encoding: Encoding | str" in tooltip["text/html"]
        assert "len(obj, /)" in shell.object_inspect_mime("len")["text/plain"]
    finally:
        interactiveshell.InteractiveShell.clear_instance()
