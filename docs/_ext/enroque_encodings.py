"""The directive `encodings`: a table of all encodings and policies with their options."""

from collections.abc import Iterator

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import enroque


def row(kind: str, size: str, encoding: enroque.Encoding | enroque.Policy) -> str:
    """Returns a row of a list table."""
    texts = {name: values or ["text"] for name, values in encoding.option_values.items()}
    options = "; ".join(
        f"``{name}``: {', '.join(map(str, values))}" for name, values in texts.items()
    )
    cells = (f"``{encoding.name}``", kind, size, options, encoding.conventions["source"])
    return "\n".join(f"{'   * -' if n == 0 else '     -'} {cell}" for n, cell in enumerate(cells))


def rows() -> Iterator[str]:
    """Returns the rows of all encodings, then those of all policies."""
    for kind, names in enroque.Encoding.names().items():
        for name in names:
            encoding = enroque.Encoding(name)
            yield row(kind, str(encoding.shape), encoding)
    for name in enroque.Policy.names():
        policy = enroque.Policy(name)
        yield row("policy", str(policy.size), policy)


class Encodings(SphinxDirective):
    """Inserts the table."""

    def run(self) -> list[nodes.Node]:
        """Returns the nodes of the table."""
        head = "   * - Name\n     - Kind\n     - Shape or size\n     - Options\n     - Source"
        lines = [".. list-table::", "   :header-rows: 1", "", *head.splitlines()]
        lines += [line for one in rows() for line in one.splitlines()]
        container = nodes.container()
        self.state.nested_parse(StringList(lines, source="encodings"), 0, container)
        return container.children


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the directive."""
    app.add_directive("encodings", Encodings)
    return {"parallel_read_safe": True}
