"""Figures of tutorials in both themes: drawn twice, with a transparent background.

The kernels that run the tutorials load this module through a startup file of IPython.
"""

import base64
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
DARK = "#cfd0d0"
"""The color of text and lines in the dark theme, where they are black in the light theme."""

STARTUP = """import sys
sys.path.insert(0, {folder!r})
import enroque_figures
enroque_figures.register(get_ipython())
"""


def picture(figure: "Figure") -> str:
    """Returns a figure as a PNG in a `data:` address."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=144, transparent=True, bbox_inches="tight")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


def lighten(figure: "Figure") -> None:
    """Gives black text and lines outside of boards the color of the dark theme."""
    from matplotlib.colors import to_rgb
    from matplotlib.legend import Legend
    from matplotlib.lines import Line2D
    from matplotlib.spines import Spine
    from matplotlib.text import Text

    for artist in figure.findobj():
        if isinstance(artist, Text | Line2D) and to_rgb(artist.get_color()) == (0, 0, 0):
            artist.set_color(DARK)
        elif isinstance(artist, Spine):
            artist.set_edgecolor(DARK)
        elif isinstance(artist, Legend):
            artist.get_frame().set_alpha(0)
    for axes in figure.axes:
        axes.tick_params(which="both", color=DARK, labelcolor=DARK)


def both(figure: "Figure") -> str:
    """Returns the HTML of a figure in the light and in the dark theme."""
    width, _ = figure.get_size_inches() * 96
    light = picture(figure)
    lighten(figure)
    return "".join(
        f'<img class="{theme}" src="{source}" alt="A figure" style="width: {width:.0f}px">'
        for theme, source in (("only-light", light), ("only-dark", picture(figure)))
    )


def register(shell: Any) -> None:
    """Makes a shell of IPython show figures by `both`.

    After each cell, since the inline backend removes formatters when pyplot is imported.
    """
    formatter = shell.display_formatter.formatters["text/html"]
    shell.events.register(
        "post_execute", lambda: formatter.for_type_by_name("matplotlib.figure", "Figure", both)
    )


def prepare(app: "Sphinx") -> None:
    """Writes the startup file, and states where the data of the tests are."""
    folder = Path(app.outdir).parent / "ipython"
    startup = folder / "profile_default" / "startup"
    startup.mkdir(parents=True, exist_ok=True)
    (startup / "figures.py").write_text(STARTUP.format(folder=str(HERE)))
    os.environ["IPYTHONDIR"] = str(folder)
    os.environ["ENROQUE_DATA"] = str(HERE.parents[1] / "tests" / "data")


def setup(app: "Sphinx") -> dict[str, bool]:
    """Registers the extension."""
    app.connect("builder-inited", prepare)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
