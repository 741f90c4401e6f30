"""The callables that the fuzzer calls: every function, class, method, property and operator."""

import ast
import contextlib
import importlib
import inspect
import pathlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import enroque

LEFT_OUT = {"ray", "as_chess"}
"""Modules that start processes or replace others."""

SKIPPED = {"main", "breakpoint", "__class__", "__init_subclass__", "__subclasshook__"}


@dataclass(frozen=True)
class Target:
    """One callable.

    Attributes:
        name: the dotted name.
        owner: the class of a method or property, else `None`.
        attribute: the name in the owner or module.
        module: the name of the module.
        is_private_python: whether it is a private function written in Python, which may loop
            over any iterable, however long.
        parameters: names and annotations of the parameters; `None` if unknown.
    """

    name: str
    owner: type | None
    attribute: str
    module: str
    is_private_python: bool
    parameters: tuple[tuple[str, str, bool], ...] | None


def stub_annotations() -> dict[str, dict[str, str]]:
    """Returns the annotations of the stub by the names of functions."""
    stub = pathlib.Path(enroque.__file__).with_name("_core.pyi")
    found: dict[str, dict[str, str]] = {}
    for node in ast.walk(ast.parse(stub.read_text())):
        if isinstance(node, ast.FunctionDef):
            arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            names = {a.arg: ast.unparse(a.annotation) for a in arguments if a.annotation}
            found.setdefault(node.name, {}).update(names)
    return found


ANNOTATIONS = stub_annotations()


def modules() -> Iterator[ModuleType]:
    """Yields all modules of the package, private ones included."""
    yield enroque
    for info in pkgutil.walk_packages(enroque.__path__, "enroque."):
        if info.name.split(".")[1] not in LEFT_OUT and not info.name.endswith("__main__"):
            with contextlib.suppress(ImportError):  # of an optional package
                yield importlib.import_module(info.name)


def parameters(function: Any, name: str) -> tuple[tuple[str, str, bool], ...] | None:
    """Returns the name, the annotation and whether it is by keyword only of each parameter."""
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError):
        return None
    annotations = ANNOTATIONS.get(name, {})
    return tuple(
        (p.name, annotations.get(p.name, str(p.annotation)), p.kind is p.KEYWORD_ONLY)
        for p in signature.parameters.values()
        if p.name not in {"self", "cls"} and p.kind not in {p.VAR_KEYWORD, p.VAR_POSITIONAL}
    )


def targets() -> list[Target]:
    """Returns every callable of the package once, in a fixed order."""
    found: dict[str, Target] = {}
    seen: set[int] = set()
    for module in modules():
        for name, value in sorted(vars(module).items()):
            origin = getattr(value, "__module__", None) or ""
            if name in SKIPPED or not origin.startswith("enroque") or id(value) in seen:
                continue
            seen.add(id(value))
            full = f"{module.__name__}.{name}"
            if inspect.isclass(value):
                for target in _of_class(full, value, module.__name__):
                    found.setdefault(target.name, target)
            elif callable(value):
                private = is_private_python(full, value)
                found[full] = Target(
                    full, None, name, module.__name__, private, parameters(value, name)
                )
    return list(found.values())


def _of_class(full: str, cls: type, module: str) -> Iterator[Target]:
    known = parameters(cls, "__new__")
    yield Target(full, None, cls.__name__, module, is_private_python(full, cls), known)
    for name, value in sorted(vars(cls).items()):
        if name in SKIPPED or name in {"__dict__", "__weakref__", "__doc__", "__module__"}:
            continue
        is_property = inspect.isdatadescriptor(value)
        known = None if is_property else parameters(value, name)
        private = is_private_python(f"{full}.{name}", value)
        yield Target(f"{full}.{name}", cls, name, module, private, known)


def is_private_python(full: str, value: Any) -> bool:
    """Whether a function is written in Python and a part of its name begins with an underscore."""
    is_private = any(part.startswith("_") and part != "_core" for part in full.split("."))
    is_python = inspect.isfunction(value) or (inspect.isclass(value) and "_core" not in full)
    return is_private and is_python
