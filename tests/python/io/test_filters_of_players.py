"""`Filter`: players, opponents, colors and openings, against the tags and `Games.openings`."""

from fnmatch import fnmatch

import pytest

import enroque
from enroque import Filter, Games
from enroque.data import example_games

PATH = "tests/data/pgn/lichess_bullet_3000.pgn.zst"
GAMES = Games.read(PATH)
NAMES = list(zip(GAMES.tag_values("White"), GAMES.tag_values("Black"), strict=True))
ONE = max({name for pair in NAMES for name in pair}, key=lambda name: sum(name in p for p in NAMES))
OTHER = next(black for white, black in NAMES if white == ONE)


@pytest.mark.parametrize(
    "criteria",
    [
        {"player": ONE},
        {"player": ONE.upper(), "color": "white"},
        {"player": ONE, "color": "black"},
        {"player": [ONE, OTHER]},
        {"player": ONE, "opponent": OTHER},
        {"player": ONE, "opponent": OTHER, "color": "black"},
        {"opponent": ONE, "color": "black"},
        {"player": "*a*", "opponent": "b*"},
    ],
)
def test_players(criteria: dict[str, str | list[str]]) -> None:
    def is_one(patterns: str | list[str] | None, name: str) -> bool:
        several = [patterns] if isinstance(patterns, str) else patterns
        return several is None or any(fnmatch(name.lower(), one.lower()) for one in several)

    color = criteria.get("color")
    expected = [
        index
        for index, (white, black) in enumerate(NAMES)
        if any(
            color in (None, name)
            and is_one(criteria.get("player"), own)
            and is_one(criteria.get("opponent"), other)
            for name, own, other in (("white", white, black), ("black", black, white))
        )
    ]
    chosen = GAMES.filter(Filter(**criteria))
    assert chosen == GAMES[expected] == Games.read(PATH, filter=Filter(**criteria))
    assert sum(chosen.filtered_out.values()) == len(GAMES) - len(chosen)


@pytest.mark.parametrize("pattern", ["Sicilian Defense", "ruy lopez*", "*Najdorf*", "Nothing"])
def test_openings(pattern: str) -> None:
    games = example_games()
    names = games.openings().name
    low = pattern.lower()
    is_it = [
        fnmatch(name.lower(), low) or name.lower().startswith((f"{low}:", f"{low},"))
        for name in names
    ]
    assert games.filter(Filter(opening=pattern)) == games[[bool(name) for name in is_it]]


def test_messages() -> None:
    with pytest.raises(enroque.errors.ArgumentError, match="color is that of player"):
        Filter(color="white")
    with pytest.raises(enroque.errors.ArgumentError, match="must be white or black"):
        Filter(player="A", color="red")
    with pytest.raises(TypeError, match=r'use player=..., color="white"'):
        Filter(white="A")
    assert repr(Filter(min_elo=2000, player="A")) == "Filter(min_elo=2000, player=('A',))"
    assert repr(Filter()) == "Filter()"
