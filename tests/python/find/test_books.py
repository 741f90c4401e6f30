"""Opening books of explorers, compared with python-chess."""

from collections import Counter
from pathlib import Path

import chess
import chess.polyglot
import pytest

import enroque
from enroque.data import example_games
from enroque.errors import ArgumentError

TEXT = b"""1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 * 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *
1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 4. O-O Nxe4 * 1. d4 d5 2. c4 e6 *
1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. d4 *
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"] 1. a8=Q+ Ke7 *"""


def entries_of(
    games: enroque.Games, board: str, plies: int, min_games: int
) -> Counter[tuple[int, str]]:
    """Counts the moves after the first occurrence of a position, with python-chess.

    Each position of a game counts once, as in the explorer: its first occurrence.
    """
    found: Counter[tuple[int, str]] = Counter()
    wanted = chess.Board(board)._transposition_key()
    for game in games:
        replay, left, seen = chess.Board(game.board(0).fen()), None, set()
        for move in game.uci():
            if left is None and replay._transposition_key() == wanted:
                left = plies
            if left:
                key = chess.polyglot.zobrist_hash(replay)
                found[key, move] += key not in seen
                seen.add(key)
                left -= 1
            replay.push_uci(move)
    return Counter({entry: count for entry, count in found.items() if count >= min_games})


@pytest.mark.parametrize("board", [
    chess.STARTING_FEN,
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
    "8/8/8/3k4/8/8/8/4K3 w - - 0 1",
])  # fmt: skip
@pytest.mark.parametrize("games", [enroque.Games.from_pgn(TEXT), example_games(
    filter=enroque.Filter(variant="standard")
)])  # fmt: skip
def test_books(games: enroque.Games, board: str, tmp_path: Path) -> None:
    for plies, min_games in [(0, 1), (3, 1), (100, 1), (8, 2)]:
        games.explorer(board, min_games=min_games).write_book(tmp_path / "book.bin", plies)
        expected = entries_of(games, board, plies, min_games)
        ours = list(enroque.polyglot.open_reader(tmp_path / "book.bin"))
        if not expected:
            # python-chess cannot open an empty book
            assert not ours
            continue
        with chess.polyglot.open_reader(str(tmp_path / "book.bin")) as book:
            theirs = list(book)
        assert [(e.key, e.raw_move, e.weight) for e in ours] == [
            (e.key, e.raw_move, e.weight) for e in theirs
        ]
        assert [e.key for e in theirs] == sorted(e.key for e in theirs)
        # a book writes castling as king takes rook
        castling = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}
        entries = Counter({(key, castling.get(m, m)): n for (key, m), n in expected.items()})
        found = {(e.key, castling.get(e.move.uci(), e.move.uci())): e.weight for e in theirs}
        assert found == dict(entries)


def test_weights_are_the_numbers_of_the_explorer(tmp_path: Path) -> None:
    games = enroque.Games.from_pgn(TEXT.partition(b"[")[0])
    for moves in ([], ["Nf3"], ["Nf3", "Nf6"], ["Nf3", "Nf6", "Ng1"]):
        explorer = games.explorer()
        for move in moves:
            explorer = explorer.play(move)
        explorer.write_book(tmp_path / "book.bin")
        with enroque.polyglot.open_reader(tmp_path / "book.bin") as book:
            weights = {entry.move: entry.weight for entry in book.find_all(explorer.board)}
        assert weights == {row.move: row.games for row in explorer}


def test_an_explorer_starts_games() -> None:
    games = enroque.Games.from_pgn(b"1. e4 e5 * 1. e4 c5 * 1. e4 e5 * 1. d4 d5 *")
    explorer = games.explorer()
    arena = enroque.Arena(4000, start=(explorer, 2), seed=1)
    counts = Counter(arena.fens())
    assert sorted(counts.values()) == pytest.approx([1000, 1000, 2000], rel=0.1)
    after = enroque.Arena(50, start=(explorer.play("e4"), 1), seed=1)
    boards = {after.board(n).fen() for n in range(50)}
    assert {fen.split()[1] for fen in boards} == {"w"}
    assert len(boards) == 2
    again = enroque.Arena(50, start=[(1.0, (explorer.play("e4"), 1))], seed=1)
    assert {again.board(n).fen() for n in range(50)} == boards
    rare = enroque.Arena(50, start=(games.explorer(min_games=2), 9), seed=1)
    assert len({rare.board(n).fen() for n in range(50)}) == 1
    with pytest.raises(ArgumentError):
        explorer.book(-1)
