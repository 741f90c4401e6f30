"""Every public class, function, method and property has a docstring that lists its arguments."""

import ast
import enum
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "python" / "enroque"

MODULES = (
    "enroque",
    "enroque.pgn",
    "enroque.npz",
    "enroque.parquet",
    "enroque.arrow",
    "enroque.polyglot",
    "enroque.svg",
    "enroque.engine",
    "enroque.tablebase",
    "enroque.chess960",
    "enroque.notation",
    "enroque.rules",
    "enroque.formats",
    "enroque.data",
    "enroque.viewer",
)

ADAPTERS = ("torch", "jax", "ray", "grain", "gymnasium", "hf", "pettingzoo", "plot")
"""Modules whose packages may be missing: their source is parsed instead."""

WIDTH = 100


@dataclass
class Documented:
    """A public object and its docstring.

    Attributes:
        name: the qualified name.
        docstring: the docstring, with indentation removed.
        parameters: the names of the parameters, without `self` and `cls`.
        ellipses: the parameters whose default is shown as `...`.
        is_class: whether the parameters may be listed under `Attributes:` instead of `Args:`.
    """

    name: str
    docstring: str
    parameters: list[str] = field(default_factory=list)
    ellipses: list[str] = field(default_factory=list)
    is_class: bool = False


def section(docstring: str, title: str) -> list[str]:
    """Returns the names listed in a section of a Google-style docstring."""
    match = re.search(rf"^{title}:\n((?:    .*\n|\n)*)", docstring + "\n", re.MULTILINE)
    if match is None:
        return []
    entries = re.findall(r"^    ([*\w`][*\w, `]*?)(?: \([^)]*\))?:(?:\s|$)", match[1], re.MULTILINE)
    return [name.strip(" *`") for entry in entries for name in entry.split(",")]


def problems_of(item: Documented) -> Iterator[str]:
    """Yields what is wrong with a docstring."""
    if not item.docstring.strip():
        yield "no docstring"
        return
    first, _, rest = item.docstring.partition("\n")
    if rest.partition("\n")[0].strip() or len(first) > WIDTH:
        yield f"the first paragraph does not fit in one line of {WIDTH}: {first}"
    elif not first.endswith("."):
        yield f"the first line does not end with a period: {first}"
    listed = section(item.docstring, "Args")
    known = listed + (section(item.docstring, "Attributes") if item.is_class else [])
    missing = [name for name in item.parameters if name not in known]
    if missing:
        yield f"Args does not list {', '.join(missing)}"
    unknown = [name for name in listed if name not in item.parameters]
    if unknown:
        yield f"Args lists {', '.join(unknown)}, which the signature does not have"
    for name in item.ellipses:
        yield f"the signature shows {name}=..."


def described(name: str, obj: Any, *, is_class: bool = False) -> Documented:
    """Returns an object with its docstring and signature."""
    item = Documented(name, inspect.getdoc(obj) or "", is_class=is_class)
    try:
        parameters = inspect.signature(obj).parameters
    except (ValueError, TypeError):
        return item
    for parameter in parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        item.parameters.append(parameter.name)
        if parameter.default is Ellipsis:
            item.ellipses.append(parameter.name)
    return item


def has_constructor(cls: type) -> bool:
    """Returns whether a class defines a constructor; exceptions must not inherit it."""
    own = [base for base in cls.__mro__ if base.__module__.split(".")[0] == "enroque"]
    if issubclass(cls, Exception):
        own = [cls]
    return any("__init__" in vars(base) or "__new__" in vars(base) for base in own)


def of_class(name: str, cls: type) -> Iterator[Documented]:
    """Yields a class, its methods and its properties."""
    own_docstring = inspect.cleandoc(vars(cls).get("__doc__") or "")
    if issubclass(cls, enum.Enum) or not has_constructor(cls):
        yield Documented(name, own_docstring)
    else:
        item = described(name, cls, is_class=True)
        if issubclass(cls, Exception):
            item.parameters.remove("message")
        yield Documented(name, own_docstring, item.parameters, item.ellipses, is_class=True)
    seen = set()
    for base in cls.__mro__:
        if base.__module__.split(".")[0] != "enroque":
            continue
        for member, value in vars(base).items():
            if member.startswith("_") or member in seen:
                continue
            seen.add(member)
            qualified = f"{name}.{member}"
            if isinstance(value, property) or inspect.isgetsetdescriptor(value):
                yield Documented(qualified, inspect.getdoc(value) or "")
            elif inspect.isroutine(value) or isinstance(value, classmethod | staticmethod):
                yield described(qualified, getattr(cls, member))


def of_module(module: ModuleType) -> Iterator[Documented]:
    """Yields the public objects of a module that can be imported."""
    yield Documented(module.__name__, inspect.getdoc(module) or "")
    for name in module.__all__:
        value = getattr(module, name)
        qualified = f"{module.__name__}.{name}"
        if inspect.isclass(value):
            if value.__module__.split(".")[0] == "enroque":  # not an alias such as Square = int
                yield from of_class(qualified, value)
        elif inspect.isroutine(value):
            yield described(qualified, value)


def of_function(name: str, node: ast.FunctionDef, docstring: str | None = None) -> Documented:
    """Returns a function in source text."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    parameters = [*positional, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    defaults: list[tuple[ast.arg, ast.expr | None]] = list(
        zip(reversed(positional), reversed(arguments.defaults), strict=False)
    )
    defaults += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return Documented(
        name,
        docstring if docstring is not None else ast.get_docstring(node) or "",
        [arg.arg for arg in parameters if arg is not None and arg.arg not in ("self", "cls")],
        [
            arg.arg
            for arg, default in defaults
            if isinstance(default, ast.Constant) and default.value is Ellipsis
        ],
    )


def of_source(name: str) -> Iterator[Documented]:
    """Yields the public objects of a module, from its source."""
    tree = ast.parse((PACKAGE / f"{name}.py").read_text("utf-8"))
    public: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            public = ast.literal_eval(node.value)
    yield Documented(f"enroque.{name}", ast.get_docstring(tree) or "")
    # classes and functions may be defined inside of `try` and `if`
    definitions = {
        node.name: node
        for statement in tree.body
        for node in ast.walk(statement)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name in public
    }
    for node in definitions.values():
        qualified = f"enroque.{name}.{node.name}"
        if isinstance(node, ast.FunctionDef):
            yield of_function(qualified, node)
            continue
        docstring = ast.get_docstring(node) or ""
        methods = {
            member.name: member for member in node.body if isinstance(member, ast.FunctionDef)
        }
        if "__init__" in methods:
            item = of_function(qualified, methods["__init__"], docstring)
            item.is_class = True
            yield item
        else:
            yield Documented(qualified, docstring)
        for method in methods.values():
            if not method.name.startswith("_"):
                yield of_function(f"{qualified}.{method.name}", method)


def test_every_public_object_is_documented() -> None:
    """The failure message lists all offenders."""
    items: list[Documented] = []
    for name in MODULES:
        try:
            items += of_module(importlib.import_module(name))
        except ImportError as error:
            if error.name is None or error.name.startswith("enroque"):
                raise
    for name in ADAPTERS:
        items += of_source(name)
    assert len(items) > 500
    offenders = [f"{item.name}: {problem}" for item in items for problem in problems_of(item)]
    if offenders:
        pytest.fail("\n".join([f"{len(offenders)} offenders:", *offenders]), pytrace=False)


def test_the_test_finds_offenders() -> None:
    def bad(first: int, second: int = 1) -> None:
        """Does nothing

        Args:
            first: a number.
            third: another one.
        """

    def good(first: int, *rest: int, **others: int) -> None:
        """Does nothing.

        Args:
            first: a number,
                on two lines: here.
            *rest: more numbers.
            others (int): named numbers.
        """

    assert list(problems_of(described("bad", bad))) == [
        "the first line does not end with a period: Does nothing",
        "Args does not list second",
        "Args lists third, which the signature does not have",
    ]
    assert list(problems_of(described("good", good))) == []
