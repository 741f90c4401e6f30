"""Games in NumPy's `.npz`: without extras, no pickles inside.

A file has a part for every 32,768 games (for fewer, if they have very many moves), so that files of
any size are written and read in bounded memory. A part has one array a column, with the names of
`Games`: `numpy.load(path)["0/moves"]` are the moves of the first part, `1/moves` those of the next.
Texts are the bytes of JSON. Beside the parts are `games`, how many there are, and `format`.

    >>> from enroque.data import example_games
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Writer(f"{folder}/games.npz") as writer:
    ...         writer.write(example_games())
    ...         writer.write(example_games())
    ...     sum(len(games) for games in read(f"{folder}/games.npz"))
    236
"""

from .columns import from_columns
from .reading import load, read
from .writing import Writer, save

__all__ = ["Writer", "from_columns", "load", "read", "save"]
