"""Reference pages: constants in one entry, tables of docstrings, and no name missing."""

import inspect
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.autodoc.mock import mock
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

LOGGER = logging.getLogger(__name__)

MODULES = (
    "enroque", "enroque.arrow", "enroque.as_chess", "enroque.chess960", "enroque.data",
    "enroque.engine", "enroque.errors", "enroque.find", "enroque.formats", "enroque.grain",
    "enroque.gymnasium", "enroque.hf", "enroque.jax", "enroque.notation", "enroque.npz",
    "enroque.openings", "enroque.parquet", "enroque.pettingzoo", "enroque.pgn", "enroque.plot",
    "enroque.polyglot", "enroque.ray", "enroque.rules", "enroque.sequences", "enroque.svg",
    "enroque.tablebase", "enroque.torch", "enroque.typing", "enroque.viewer",
)  # fmt: skip
"""The public modules."""


def as_list_table(rows: list[str]) -> Iterator[str]:
    """Yields a table of Markdown as a directive of reStructuredText."""
    cells = [re.split(r"(?<!\\)\|", row.strip().strip("|")) for row in rows]
    yield from ("", ".. list-table::", "   :header-rows: 1", "")
    for row in (cells[0], *cells[2:]):
        for index, cell in enumerate(row):
            yield f"   {'* -' if index == 0 else '  -'} {cell.strip()}"
    yield ""


def module_attributes(lines: list[str]) -> Iterator[str]:
    """Yields the lines of a module's docstring with an entry for each of its `Attributes`."""
    inside = False
    for line in lines:
        if line.startswith("Attributes:"):
            inside = True
        elif inside and (found := re.match(r"    (\w+): (.*)", line)):
            yield from (f".. py:data:: {found[1]}", "", f"   {found[2]}", "")
        else:
            inside = inside and (not line or line.startswith("    "))
            yield line


def separate_plurals(text: str) -> str:
    """Separates the ending of a plural such as `Move`s, which reStructuredText would not allow."""
    return re.sub(r"(`[^`]+`)(?=\w)", r"\1\\ ", text)


def plain_returns(lines: Iterable[str]) -> Iterator[str]:
    """Yields the lines with `Returns:` as a field, where napoleon finds no type before a colon."""
    is_first = False
    for line in lines:
        if line == "Returns:":
            is_first = True
            continue
        yield f":returns: {line.strip()}" if is_first else line
        is_first = False


def process_docstring(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Rewrites tables, indented code and plurals such as `Move`s for reStructuredText."""
    done: list[str] = []
    table: list[str] = []
    text = ""
    given = module_attributes(lines) if what == "module" else plain_returns(lines)
    for line in [*given, ""]:
        if line.lstrip().startswith("|"):
            table.append(line)
            continue
        if table:
            indent = table[0][: len(table[0]) - len(table[0].lstrip())]
            done += [indent + row if row else row for row in as_list_table(table)]
            table = []
        is_after_text = done[-1:] == [""] and text and not text.startswith((" ", ".."))
        if line.startswith("    ") and is_after_text:
            done += ["::", ""]
        done.append(separate_plurals(line))
        text = line or text
    lines[:] = done


class Constants(SphinxDirective):
    """An entry for several constants of a module with one description.

    `.. constants:: enroque` with `:match:`, a regular expression for whole names.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"match": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Returns the nodes of a `py:data` directive with one signature for each name."""
        module = self.arguments[0]
        pattern = re.compile(self.options["match"])
        names = [name for name in import_module(module).__all__ if pattern.fullmatch(name)]
        if not names:
            raise self.error(f"{module} has no names that match {pattern.pattern}")
        names.sort(
            key=lambda name: [
                int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)
            ]
        )
        lines = [f"{'.. py:data::' if name == names[0] else '':12} {name}" for name in names]
        lines += [f"   :module: {module}", "   :no-contents-entry:", ""]
        lines += [f"   {line}" for line in self.content]
        container = nodes.container(classes=["constants"])
        self.state.nested_parse(
            StringList(lines, self.get_source_info()[0]), self.content_offset, container
        )
        return [container]


def public_names(absent: list[str]) -> Iterator[tuple[str, Any]]:
    """Yields the public names with their objects; modules and dunder names are no entries.

    Args:
        absent: optional packages that are not installed.
    """
    with mock(absent):
        modules = [import_module(name) for name in MODULES]
    for module in modules:
        for name in module.__all__:
            value = getattr(module, name)
            if not inspect.ismodule(value) and not name.startswith("__"):
                yield f"{module.__name__}.{name}", value


def check_complete(app: Sphinx, env: BuildEnvironment) -> None:
    """Warns for each public name without an entry; `make docs` turns warnings into errors."""
    entries = set(env.domains.python_domain.objects)
    names = list(public_names(app.config.autodoc_mock_imports))
    documented = {id(value) for name, value in names if name in entries}
    for name, value in names:
        is_object = inspect.isclass(value) or inspect.isroutine(value)
        if name not in entries and not (is_object and id(value) in documented):
            LOGGER.warning("the reference has no entry for %s", name, type="enroque")


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension."""
    app.add_directive("constants", Constants)
    # before napoleon, whose priority is 500
    app.connect("autodoc-process-docstring", process_docstring, priority=400)
    app.connect("env-check-consistency", check_complete)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
