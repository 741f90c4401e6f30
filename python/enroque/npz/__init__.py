"""Games in NumPy's `.npz` format, without extras and without pickles.

A file consists of chunks of up to 32,768 games (fewer if they have very many moves), so that files
of any size are written and read in bounded memory. A chunk has one array for each column, named as
in `Games`: `numpy.load(path)["0/moves"]` are the moves of the first chunk, `1/moves` those of the
second. Text columns are JSON in UTF-8. The array `games` is the number of games, and `format` the
version of the format.

Example:
    >>> from enroque.data import example_games
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (example_games() + example_games()).write(f"{folder}/games.npz")
    ...     sum(len(games) for games in stream(f"{folder}/games.npz"))
    236
"""

from ._reading import read, stream
from ._writing import Encoder as Encoder

__all__ = ["read", "stream"]
__dir__ = __all__.copy
