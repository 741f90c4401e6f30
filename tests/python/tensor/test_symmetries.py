"""Symmetries of positions, planes, policies and masks."""

import numpy as np
import pytest

import enroque
from encoding_samples import BOARDS, COMPOSED, PLANES, POLICIES
from enroque import Board
from enroque.errors import ArgumentError, EncodingError


def test_symmetries() -> None:
    pawnless = Board("4k3/8/2n5/8/3Q4/8/1B6/R3K3 b - - 5 9")
    assert len(pawnless.symmetries()) == 8
    assert Board().symmetries() == ["flip_colors"]
    for board in [*BOARDS, pawnless]:
        for name in board.symmetries():
            symmetric = board.transformed(name)
            castles = name == "mirror_files" and bool(board.castling_rights)
            assert castles or len(list(symmetric.legal_moves)) == len(list(board.legal_moves))
            for policy in () if castles else ("lc0", "alphazero", "maia3"):
                permutation = enroque.Policy(policy).permutation(name)
                mask = board.legal_mask(policy)
                transformed = np.zeros_like(mask)
                transformed[permutation[mask]] = True
                assert np.array_equal(transformed, symmetric.legal_mask(policy))
            alone = Board(board.fen(), chess960=board.chess960)
            planes = np.stack([alone.planes(enroque.Encoding("lc0", fill="no"), dtype="uint8")] * 2)
            transformed = enroque.Encoding("lc0").transform(planes, name)
            assert transformed.dtype == np.uint8
            symmetric = alone.transformed(name)
            assert np.array_equal(
                transformed[1], symmetric.planes(enroque.Encoding("lc0", fill="no"), dtype="uint8")
            )
    chess960 = Board("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1", chess960=True)
    assert chess960.symmetries() == ["flip_colors", "mirror_files"]
    mirrored = chess960.transformed("mirror_files")
    assert (mirrored.fen(), mirrored.chess960) == ("3r2kr/8/8/8/8/8/8/3R2KR w KQkq - 0 1", True)
    names = ("lc0", "alphazero", "maia2", "openspiel", "pettingzoo")
    for planes in [*map(enroque.Encoding, names), COMPOSED]:
        transformed = planes.transform(chess960.planes(planes), "mirror_files")
        assert np.array_equal(transformed, mirrored.planes(planes))
    with pytest.raises(EncodingError, match="have own without opponent"):
        enroque.Encoding("composed", parts="own", view="white").transform(
            np.zeros((1, 8, 8), np.uint8),
            "flip_colors",
        )
    with pytest.raises(EncodingError, match="mirror_files requires a position without castling"):
        Board().transformed("mirror_files")
    with pytest.raises(ArgumentError, match='known: "flip_colors", "mirror_files"'):
        Board().transformed("mirror")
    with pytest.raises(EncodingError, match="transforms the board itself"):
        enroque.Policy("lc0", format=3).permutation("mirror_files")
    with pytest.raises(enroque.errors.ArrayError, match=r"must have the shape \[12, 8, 8\]"):
        enroque.Encoding("pieces").transform(np.zeros((8, 8), np.float32), "mirror_files")


def test_many_planes_are_those_of_each() -> None:
    """On any number of threads, for channels first and last."""
    boards = [Board(fen.format(turn)) for fen in PAWNLESS for turn in "wb"] * 40
    turns = np.array([board.turn for board in boards])
    for encoding in map(enroque.Encoding, ("lc0", "openspiel", "pettingzoo", "tutorial14")):
        planes = np.stack([board.planes(encoding) for board in boards])
        for name in boards[0].symmetries():
            each = [
                encoding.transform(one, name, turn=turn)
                for one, turn in zip(planes[:4], turns[:4].tolist(), strict=True)
            ]
            for threads in (1, 3, None):
                found = encoding.transform(planes, name, turn=turns, threads=threads)
                assert np.array_equal(found, np.stack(each * 40))


PAWNLESS = ["4k3/8/2n5/8/3Q4/8/1B6/R3K3 {} - - 5 9", "8/2k5/8/3rn3/8/1K6/5B2/7Q {} - - 0 60"]


def test_eight_symmetries_of_planes_policies_and_masks() -> None:
    boards = [Board(fen.format(turn)) for fen in PAWNLESS for turn in "wb"]
    boards += [Board(fen.format(turn), chess960=True) for fen in PAWNLESS for turn in "wb"]
    compared = 0
    for board in boards:
        names = board.symmetries()
        assert len(names) == 8
        for name in names:
            symmetric = board.transformed(name)
            for encoding in [*PLANES, COMPOSED]:
                if encoding.options.get("format", 1) > 2:
                    continue  # these formats transform the board
                planes = board.planes(encoding)
                found = encoding.transform(planes, name, turn=board.turn)
                expected = symmetric.planes(encoding)
                if encoding.name == "alphazero" and name == "flip_colors":
                    # the ply count is unchanged
                    axis = encoding.shape.index(119)
                    found, expected = (np.delete(p, 113, axis) for p in (found, expected))
                assert np.array_equal(found, expected), (encoding, name)
                compared += 1
            for policy in POLICIES:
                if policy.options.get("format", 1) > 2:
                    continue
                permutation = policy.permutation(name, turn=board.turn)
                mask = board.legal_mask(policy)
                image = np.zeros_like(mask)
                image[permutation[mask]] = True
                assert np.array_equal(image, symmetric.legal_mask(policy)), (policy, name)
    assert compared > 800


def test_quarter_turns_need_the_side_to_move() -> None:
    white, black = (Board(PAWNLESS[0].format(turn)) for turn in "wb")
    both = [white, black]
    for encoding in PLANES:
        if encoding.options.get("format", 1) > 2:
            continue
        planes = np.stack([board.planes(encoding) for board in both])
        expected = [board.transformed("rotate_90").planes(encoding) for board in both]
        needs_turn = encoding.name == "tutorial14" or (
            encoding.name == "pieces" and encoding.options["view"] == "white"
        )
        if needs_turn:
            with pytest.raises(EncodingError, match="does not encode: pass turn"):
                encoding.transform(planes, "rotate_90")
        else:
            found = encoding.transform(planes, "rotate_90")
            assert np.array_equal(found, expected), encoding
        found = encoding.transform(planes, "rotate_90", turn=[True, False])
        assert np.array_equal(found, expected), encoding
    with pytest.raises(EncodingError, match="does not encode: pass turn"):
        enroque.Policy("uci").permutation("transpose")
    permutations = [
        enroque.Policy("uci").permutation("transpose", turn=turn) for turn in (True, False)
    ]
    assert not np.array_equal(*permutations)
    planes = np.zeros((2, 12, 8, 8), np.float32)
    for turn in ([True], [True] * 3, [1, 0], "w", [[True, False]], 1):
        with pytest.raises(
            enroque.errors.ArrayError, match="turn must be a bool or an array of 2 bools"
        ):
            enroque.Encoding("pieces", view="white").transform(planes, "rotate_90", turn=turn)
    with pytest.raises(TypeError, match="a color must be WHITE"):
        enroque.Policy("uci").permutation("transpose", turn="w")


def test_mirrored_batches_of_an_arena() -> None:
    arena = enroque.Arena(64, start="chess960", seed=3)
    for _ in range(60):
        arena.step(arena.sample())
    planes, mask = arena.planes("lc0", dtype="uint8"), arena.legal_mask("lc0")
    mirrored = enroque.Encoding("lc0").transform(planes, "mirror_files")
    permutation = enroque.Policy("lc0").permutation("mirror_files")
    mirrored_mask = np.zeros_like(mask)
    mirrored_mask[:, permutation[permutation >= 0]] = mask[:, permutation >= 0]
    may_mirror = np.flatnonzero(~planes[:, 104:108].any(axis=(1, 2, 3)))
    assert len(may_mirror) > 30
    for game in may_mirror:
        symmetric = arena.board(int(game)).transformed("mirror_files")
        assert (symmetric.legal_mask("lc0") == mirrored_mask[game]).all()
        assert (symmetric.planes("lc0", dtype="uint8")[:12] == mirrored[game][:12]).all()
