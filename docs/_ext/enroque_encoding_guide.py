"""The directive `encoding-guide`: tables of encodings and policies, and pictures of one position.

Names, shapes, history, Chess960 and sources are those of the package; `USES` adds when to use each.
The build fails if an encoding or policy has no entry.
"""

import re
from collections.abc import Iterator
from html import escape
from itertools import islice

import numpy as np
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import enroque

USES = {
    "alphazero": "to repeat AlphaZero's paper, or with pgx",
    "chess_alpha_zero": "networks of that program",
    "composed": "to choose planes yourself: pieces, castling, attacks, clocks, history and others",
    "lc0": "to train on games or by self-play: history, repetitions, clock; lc0's networks",
    "maia2": "Maia-2's networks",
    "maia3": "Maia-3's networks: one token a square",
    "openspiel": "to compare with OpenSpiel's algorithms",
    "pettingzoo": "to compare with PettingZoo's agents",
    "pieces": "to begin: small, enough for evaluations and puzzles",
    "tutorial14": "programs of tutorials that use these 14 planes",
    "chessbench": "ChessBench's transformers; the whole FEN as tokens",
    "squares": "to begin with a transformer: one token a square",
    "HalfKP": "NNUE networks of Stockfish 12 and 13",
    "HalfKA": "NNUE: the kings are features too",
    "HalfKAv2": "NNUE networks of Stockfish 14",
    "HalfKAv2_hm": "NNUE networks of later Stockfish: mirrored, half the size",
    "HalfKAv2_hm^": "the same with factors, to train faster",
    "HalfKAv2_hm12": "the same, as nnue-pytorch trains it since 2026",
    "Full_Threats": "NNUE networks of Stockfish since November 2025, in a sum",
    "Chess768": "networks of the trainer bullet, with its buckets of king squares",
    "Chess768^": "the same with factors",
    "PP_3Wide": "NNUE networks of Stockfish since July 2026, in a sum",
    "bullet": "files of the trainer bullet",
    "packed": "to store any position in 32 bytes, Chess960 too",
    "policy alphazero": "to repeat AlphaZero's paper, or with pgx",
    "policy from_to": "to begin: one index for each pair of squares; promotes to queens only",
    "policy from_to_promotion": "the same, with all promotions",
    "policy lc0": "to train on games or by self-play: the smallest; lc0's networks",
    "policy maia2": "Maia-2's networks",
    "policy maia3": "Maia-3's networks",
    "policy openspiel": "to compare with OpenSpiel's algorithms",
    "policy pettingzoo": "to compare with PettingZoo's agents",
    "policy uci": "ChessBench's transformers",
}
"""When to use an encoding or policy, by its name."""

AGO = re.compile(r", (\d+) pl(?:y|ies) ago$")
LINE = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6"


def shown() -> enroque.Board:
    """Returns the position of the pictures, with its history."""
    board = enroque.Board()
    for move in LINE.split():
        board.push_san(move)
    return board


def history(encoding: enroque.Encoding) -> str:
    """Returns how many positions the planes show."""
    if encoding.name == "composed":
        return "as chosen"
    names = encoding.channel_names if encoding.kind == "planes" else []
    plies = max((int(found[1]) for name in names if (found := AGO.search(name))), default=0)
    return f"{plies + 1} positions" if plies else "no"


def chess960(encoding: enroque.Encoding) -> str:
    """Returns whether the castling rights of Chess960 are complete."""
    if encoding.chess960:
        return "yes"
    for option, values in encoding.option_values.items():
        for value in values or ():
            if enroque.Encoding(encoding.name, **{option: value}).chess960:
                return f"with ``{option}={value}``"
    text = encoding.conventions["chess960"]
    return {
        "castling rights are not encoded": "no castling rights",
        "rights are encoded without their rooks": "rights without rooks",
    }.get(text, text.partition(";")[0])


def view(thing: enroque.Encoding | enroque.Policy) -> str:
    """Returns from whose side the board is seen."""
    return re.split("[:,]", thing.conventions["view"])[0].removeprefix("always ")


def source(thing: enroque.Encoding | enroque.Policy) -> str:
    """Returns the program that defines an encoding, without its commit."""
    return re.sub(r", commit \w+$", "", thing.conventions["source"])


def encoding_rows(kinds: list[str]) -> Iterator[tuple[str, ...]]:
    """Yields the cells of a table of encodings."""
    yield "Name", "Shape", "View", "History", "Chess960", "From", "Use it for"
    for kind in kinds:
        for name in enroque.Encoding.names()[kind]:
            one = enroque.Encoding(name)
            shape = "\N{MULTIPLICATION SIGN}".join(map(str, one.shape))
            yield (
                f"``{name}``", shape, view(one), history(one), chess960(one), source(one),
                USES[name],
            )  # fmt: skip


def policy_rows() -> Iterator[tuple[str, ...]]:
    """Yields the cells of the table of policies."""
    yield "Name", "Size", "View", "Castling", "Chess960", "From", "Use it for"
    for name in enroque.Policy.names():
        one = enroque.Policy(name)
        ours = one.conventions["chess960"].startswith("extension")
        castling = one.conventions["castling"]
        castling = "two indices of its own" if castling[0].isdigit() else castling
        yield (
            f"``{name}``", f"{one.size:,}", view(one), castling,
            "yes, by enroque" if ours else "yes", source(one), USES[f"policy {name}"],
        )  # fmt: skip


def squares(plane: np.ndarray, most: float) -> str:
    """Returns the squares of a plane as SVG, a1 at the lower left."""

    def cell(rank: int, file: int, size: int = 1) -> str:
        shade = f'opacity="{plane[rank, file] / most:.2g}"'
        return f'<rect x="{file}" y="{8 - size - rank}" width="{size}" height="{size}" {shade}/>'

    if (plane == plane[0, 0]).all():
        return cell(0, 0, 8)
    return "".join(cell(rank, file) for rank, file in np.argwhere(plane).tolist())


def upright(planes: np.ndarray, encoding: enroque.Encoding, board: enroque.Board) -> np.ndarray:
    """Returns planes with channels first and the first rank first.

    Which rank is first is found by the white pawns.
    """
    if planes.shape[:2] == (8, 8):
        planes = np.moveaxis(planes, -1, 0)
    elif planes.shape[0] == 64:
        planes = planes.T.reshape(-1, 8, 8)
    ours = next(
        n
        for n, name in enumerate(encoding.channel_names)
        if name in ("own pawns", "White's pawns", "pieces: own pawns")
    )
    pawns = [square in board.pieces(enroque.PAWN, enroque.WHITE) for square in enroque.SQUARES]
    expected = np.array(pawns).reshape(8, 8)
    if (planes[ours] == expected).all():
        return planes
    assert (planes[ours, ::-1] == expected).all(), encoding.name
    return planes[:, ::-1]


def plane_pictures() -> Iterator[tuple[str, str]]:
    """Yields the name of each plane encoding, and its planes of the present position as HTML."""
    board = shown()
    for name in enroque.Encoding.names()["planes"]:
        encoding = enroque.Encoding(name)
        planes = upright(board.planes(encoding).astype(float), encoding, board)
        figures = []
        for plane, channel in zip(planes, encoding.channel_names, strict=True):
            if AGO.search(channel):
                continue
            label = escape(channel.removeprefix("pieces: "))
            most = max(plane.max(), 1.0)
            note = "" if plane.max() in (0, 1) else f" ({plane.max():.3g})"
            figures.append(
                f'<figure><svg viewBox="0 0 8 8" role="img" aria-label="{label}">'
                f"{squares(plane, most)}</svg><figcaption>{label}{note}</figcaption></figure>"
            )
        yield name, f'<div class="planes">{"".join(figures)}</div>'


def text_pictures() -> Iterator[tuple[str, str]]:
    """Yields the name of each other encoding, and its array of the position as text."""
    board = shown()
    for name in enroque.Encoding.names()["tokens"]:
        encoding = enroque.Encoding(name)
        tokens = board.tokens(encoding).tolist()
        width = 8 if len(tokens) == 64 else len(tokens)
        lines = [" ".join(f"{one:2d}" for one in row) for row in batches(tokens, width)]
        text = "\n".join(lines)
        if encoding.token_names and len(tokens) != 64:
            text = "".join(encoding.token_names[one] for one in tokens)
        yield name, f"<div class='sample'>{escape(text)}</div>"
    for name in enroque.Encoding.names()["features"]:
        indices = [int(one) for one in np.asarray(board.features(name))[0] if one >= 0]
        yield name, f"<div class='sample'>{' '.join(map(str, indices))}</div>"
    for name, record in {"bullet": board.bullet_record, "packed": board.packed_record}.items():
        data = bytes(np.asarray(record()).tobytes())
        yield name, f"<div class='sample'>{data.hex(' ')}</div>"


def batches(values: list[int], size: int) -> Iterator[list[int]]:
    """Yields lists of `size` values."""
    iterator = iter(values)
    while part := list(islice(iterator, size)):
        yield part


def policy_pictures() -> Iterator[tuple[str, str]]:
    """Yields the name of each policy, and its legal moves of the position as HTML."""
    board = shown()
    pawn = enroque.Board("8/P3k3/8/8/8/8/4K3/8 w - - 0 1")
    for name in enroque.Policy.names():
        policy = enroque.Policy(name)
        legal = board.legal_indices(policy).tolist()
        rows = -(-policy.size // 64)
        cells = "".join(
            f'<rect x="{n % 64}" y="{n // 64}" width="1" height="1"/>' for n in legal if n >= 0
        )
        moves = {
            "e4": (enroque.Board(), "e4"), "O-O-O": (board, "O-O-O"), "a8=Q": (pawn, "a8=Q"),
        }  # fmt: skip
        indices = ", ".join(
            f"{text} {place.policy_index(policy, place.parse_san(san))}"
            for text, (place, san) in moves.items()
        )
        yield (
            name,
            f'<figure><svg viewBox="0 0 64 {rows}" role="img" aria-label="legal moves in {name}">'
            f'<rect class="all" width="64" height="{rows}"/>{cells}</svg>'
            f"<figcaption><code>{name}</code>: {indices}</figcaption></figure>",
        )


TARGETS = {
    enroque.PAWN: "nr", enroque.KNIGHT: "pnbrq", enroque.BISHOP: "pnbr", enroque.ROOK: "pnbr",
    enroque.QUEEN: "pnbrq",
}  # fmt: skip
"""The pieces whose attack by a piece is a feature of `Full_Threats`."""


def threat_picture() -> str:
    """Returns the position with an arrow for each feature of `Full_Threats`, as HTML."""
    board = shown()
    arrows: dict[tuple[int, int], enroque.svg.Arrow] = {}
    for origin, piece in board.piece_map().items():
        for target in board.attacks(origin):
            attacked = board.piece_at(target)
            targets = TARGETS.get(piece.piece_type, "")
            if attacked is None or attacked.symbol().lower() not in targets:
                continue
            if attacked.piece_type == piece.piece_type and (target, origin) in arrows:
                continue  # once for both
            color = "green" if attacked.color == piece.color else "red"
            arrows[origin, target] = enroque.svg.Arrow(origin, target, color=color)
    found = np.asarray(board.features("Full_Threats"))[0]
    assert len(arrows) == (found >= 0).sum(), "the arrows are not the features"
    picture = enroque.svg.board(board, arrows=arrows.values(), size=360)
    return f'<div class="position">{picture}</div>'


class EncodingGuide(SphinxDirective):
    """Inserts a table, or pictures."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Returns the nodes."""
        kinds = ["planes", "others", "policies", "threats", "pictures"]
        kind = directives.choice(self.arguments[0], kinds)
        if kind == "threats":
            return [nodes.raw("", threat_picture(), format="html")]
        if kind == "pictures":
            return self.pictures()
        if kind == "policies":
            pictures = "".join(picture for _, picture in policy_pictures())
            html = nodes.raw("", f'<div class="policies">{pictures}</div>', format="html")
            return [*self.table(policy_rows()), html]
        kinds = ["planes"] if kind == "planes" else ["tokens", "features", "records"]
        return self.table(encoding_rows(kinds))

    def table(self, rows: Iterator[tuple[str, ...]]) -> list[nodes.Node]:
        """Returns the nodes of a table."""
        lines = [".. list-table::", "   :header-rows: 1", "   :class: encodings", ""]
        for row in rows:
            lines += [f"   {'* -' if n == 0 else '  -'} {cell}" for n, cell in enumerate(row)]
        container = nodes.container()
        self.state.nested_parse(StringList(lines, source="encoding-guide"), 0, container)
        return container.children

    def pictures(self) -> list[nodes.Node]:
        """Returns the position, and a picture of each encoding under its name."""
        made: list[nodes.Node] = []
        board = enroque.svg.board(shown(), size=260)
        html = f'<div class="position">{board}</div>'
        made.append(nodes.raw("", html, format="html"))
        for name, picture in [*plane_pictures(), *text_pictures()]:
            section = nodes.section(ids=[f"picture-{name.lower().replace('_', '-')}"])
            section += nodes.title(name, name)
            section += nodes.raw("", picture, format="html")
            made.append(section)
        return made


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the directive."""
    app.add_directive("encoding-guide", EncodingGuide)
    return {"parallel_read_safe": True}
