"""Members of classes in the reference: a table with one line each, by purpose for large classes."""

import enum
import inspect
from collections.abc import Iterator
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from enroque_reference import separate_plurals
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from enroque._display.signatures import declared, is_data_class

LOGGER = logging.getLogger(__name__)

SMALLEST = 5
"""The number of members from which on a class has a table."""

grouped: set[str] = set()
"""The classes whose page groups their members."""


def summary(member: Any) -> str:
    """Returns the first paragraph of a docstring, in one line."""
    if isinstance(member, classmethod | staticmethod):
        member = member.__func__
    text = " ".join((inspect.getdoc(member) or "").partition("\n\n")[0].split())
    return separate_plurals(text)


def public_members(cls: type) -> dict[str, Any]:
    """Returns the public members that a class itself defines, with a docstring."""
    return {
        name: value
        for name, value in vars(cls).items()
        if not name.startswith("_") and (summary(value) or isinstance(value, property))
        if not inspect.isclass(value)
        if inspect.isroutine(value)
        or inspect.isdatadescriptor(value)
        or isinstance(value, classmethod | staticmethod)
    }


def rows(name: str, members: dict[str, Any]) -> Iterator[str]:
    """Yields the rows of a table of members."""
    for member, value in members.items():
        yield f"   * - :py:obj:`{member} <{name}.{member}>`"
        yield f"     - {summary(value)}"


def table(name: str, groups: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yields a table of groups of members; a group has a row for its title."""
    yield from ("", ".. list-table::", "   :class: members", "")
    for title, members in groups.items():
        if title:
            yield from (f"   * - **{title}**", "     -")
        yield from rows(name, members)
    yield ""


def directive_of(value: Any) -> str:
    """Returns the directive that documents a member."""
    if isinstance(value, property):
        return "autoproperty"
    is_method = inspect.isroutine(value) or isinstance(value, classmethod | staticmethod)
    return "automethod" if is_method else "autoattribute"


class GroupedClass(SphinxDirective):
    """A class whose members are grouped by purpose.

    `.. grouped-class:: enroque.Board`; in its content, lines with titles are followed by indented
    lines with names. A member in no group, and a name that is no member, are warnings.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"show-inheritance": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Returns the nodes of the class, of its table and of its members."""
        full_name = self.arguments[0]
        module, _, class_name = full_name.rpartition(".")
        cls = getattr(__import__(module, fromlist=[class_name]), class_name)
        members = dict(public_members(cls))
        groups: dict[str, dict[str, Any]] = {}
        group: dict[str, Any] = {}
        for line in self.content:
            if line and not line.startswith(" "):
                group = groups.setdefault(line.strip(), {})
                continue
            for name in line.split():
                if name not in members:
                    raise self.error(f"{full_name} has no member {name}, or it is listed twice")
                group[name] = members.pop(name)
        if members:
            message = "the groups of %s do not have %s"
            LOGGER.warning(message, full_name, " ".join(members), location=self.get_location())
        grouped.add(full_name)
        lines = [f".. autoclass:: {full_name}", "   :no-members:"]
        lines += [f"   :{option}:" for option in self.options]
        lines += [f"   {line}" for line in table(full_name, groups)]
        for title, found in groups.items():
            lines += [f"   .. rubric:: {title}", ""]
            for name, value in found.items():
                lines += [f"   .. {directive_of(value)}:: {full_name}.{name}", ""]
        return self.parse_text_to_nodes("\n".join(lines))


def add_table(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Adds a table to the docstring of a class that is not grouped."""
    if what != "class" or name in grouped or not inspect.isclass(obj):
        return
    found = declared(obj)
    node = found[0].get(found[1]) if found else None
    if node is None or is_data_class(node) or issubclass(obj, enum.Enum | Exception):
        return
    members = public_members(obj)
    if len(members) >= SMALLEST:
        lines += table(name, {"": members})


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension."""
    app.add_directive("grouped-class", GroupedClass)
    app.connect("autodoc-process-docstring", add_table, priority=600)  # after napoleon
    return {"parallel_read_safe": True, "parallel_write_safe": True}
