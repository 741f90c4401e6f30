"""Signatures and types from the stub and the sources, for tooltips and the reference."""

import ast
import dataclasses
import enum
import inspect
import re
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

from .. import _core
from .._model import array_methods

STUB: Final = Path(__file__).parents[1] / "_core.pyi"
"""The stub of the compiled module."""

SCALARS_OF_NUMPY: Final = re.compile(
    r"(?:np\.)?((?:u?int|float)(?:8|16|32|64)|bool_|str_|datetime64)"
)
"""The names of NumPy's types of elements."""

_NAMES: Final = {
    "Incomplete": "Any",
    "Game2": "Game",
    "SupportsIndex": "int",
    "SupportsFloat": "float",
}
_SEQUENCES: Final = ("SupportsGetItem", "SupportsLenAndGetItem")


class _Readable(ast.NodeTransformer):
    """Shortens annotations: names without their module, `int` for all types that convert to one."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Keeps the last part of `enroque._model.games.PgnSource` and of `np.float32`."""
        text = ast.unparse(node)
        if text.startswith("enroque.") or SCALARS_OF_NUMPY.fullmatch(text):
            return ast.Name(node.attr)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Parses annotations that are strings."""
        if isinstance(node.value, str):
            return readable(ast.parse(node.value, mode="eval").body)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Writes the names of arguments that convert to a number, and of numbered imports."""
        return ast.Name(_NAMES.get(node.id, node.id))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Writes `NDArray[Any]` as `NDArray`, sequences as such; choices of strings stay."""
        name = ast.unparse(node.value)
        if name == "Literal":
            return node
        if ast.unparse(node) == "NDArray[Any]":
            return ast.Name("NDArray")
        if name in _SEQUENCES:
            item = node.slice.elts[-1] if isinstance(node.slice, ast.Tuple) else node.slice
            return ast.Subscript(ast.Name("Sequence"), self.visit(item))
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Writes `SupportsFloat | SupportsIndex` as `float`."""
        if ast.unparse(node) == "SupportsFloat | SupportsIndex":
            return ast.Name("float")
        return self.generic_visit(node)


def readable(annotation: ast.expr) -> ast.expr:
    """Returns a shortened copy of an annotation."""
    result = _Readable().visit(deepcopy(annotation))
    assert isinstance(result, ast.expr)
    return result


@cache
def _declarations(file: Path) -> dict[str, ast.stmt]:
    """Returns the classes, functions and annotated attributes of a module, by qualified name."""
    found: dict[str, ast.stmt] = {}

    def visit(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                found[prefix + node.name] = node
                visit(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                decorators = [ast.unparse(item) for item in node.decorator_list]
                if not any(item == "overload" or item.endswith(".setter") for item in decorators):
                    found[prefix + node.name] = node
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found[prefix + node.target.id] = node
            elif isinstance(node, ast.If | ast.Try):
                visit(node.body, prefix)

    visit(ast.parse(file.read_text("utf-8")).body, "")
    return found


def declared(obj: Any) -> tuple[dict[str, ast.stmt], str] | None:
    """Returns the declarations that contain an object, and its name among them."""
    name: str = getattr(obj, "__qualname__", "")
    if inspect.isclass(obj) and getattr(_core, name.rpartition(".")[2], None) is obj:
        return _declarations(STUB), name.rpartition(".")[2]
    if inspect.isbuiltin(obj) or inspect.ismethoddescriptor(obj):
        return _declarations(STUB), name
    if inspect.ismethod(obj):
        obj = obj.__func__
    if inspect.isfunction(obj) and obj.__module__ == array_methods.__name__:
        name = obj.__code__.co_qualname  # that of the class that declares it
    module = sys.modules.get(getattr(obj, "__module__", None) or "")
    file = Path(getattr(module, "__file__", None) or "")
    is_ours = file.is_relative_to(STUB.parent) and file.suffix == ".py"
    return (_declarations(file), name) if is_ours else None


def is_data_class(node: ast.ClassDef) -> bool:
    """Returns whether the annotated attributes of a class are the arguments of its constructor."""
    if any(ast.unparse(base) == "NamedTuple" for base in node.bases):
        return True
    return any(ast.unparse(item).startswith("dataclass") for item in node.decorator_list)


def _constructor(found: dict[str, ast.stmt], name: str) -> ast.FunctionDef | None:
    """Returns the constructor that a class declares."""
    for method in ("__init__", "__new__"):
        node = found.get(f"{name}.{method}")
        if isinstance(node, ast.FunctionDef):
            # a class that subclasses extend accepts all arguments in one of the two
            arguments = node.args
            if not (arguments.vararg and arguments.vararg.arg == "_arguments"):
                return node
    return None


def _without_receiver(node: ast.FunctionDef) -> ast.arguments:
    """Returns a copy of the arguments of a method without `self` or `cls`."""
    arguments = deepcopy(node.args)
    if not any(ast.unparse(item) == "staticmethod" for item in node.decorator_list):
        (arguments.posonlyargs or arguments.args).pop(0)
    return arguments


def _shown(arguments: ast.arguments) -> str:
    """Returns arguments as text, with readable annotations."""
    for item in ast.walk(arguments):
        if isinstance(item, ast.arg) and item.annotation is not None:
            item.annotation = readable(item.annotation)
    return f"({ast.unparse(arguments)})"


def _of_data_class(cls: type, args: str) -> str:
    """Returns the arguments of a data class with the annotations of its fields."""
    function = ast.parse(f"def f{args.replace('<factory>', '...')}: pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    for item in ast.walk(function.args):
        if isinstance(item, ast.arg):
            item.annotation = next(
                (field.annotation for base in cls.__mro__ if (field := _attribute(base, item.arg))),
                item.annotation,
            )
    factories = iter(
        default.default_factory
        for default in getattr(cls, "__dataclass_fields__", {}).values()
        if default.init and default.default_factory is not dataclasses.MISSING
    )
    for defaults in (function.args.defaults, function.args.kw_defaults):
        for n, value in enumerate(defaults):
            if isinstance(value, ast.Constant) and value.value is ...:
                defaults[n] = ast.Name(f"{next(factories).__name__}()")
    return _shown(function.args)


def _attribute(cls: type, name: str) -> ast.AnnAssign | None:
    """Returns the declaration of an attribute of a class itself."""
    found = declared(cls)
    node = found[0].get(f"{found[1]}.{name}") if found else None
    return node if isinstance(node, ast.AnnAssign) else None


def signature_of(obj: Any, args: str | None = None) -> tuple[str, str] | None:
    """Returns the arguments and the result of a function or class.

    Args:
        obj: the function, method or class.
        args: the arguments of a data class as text, of which the types are replaced.

    Returns:
        Such as `("(move: Move)", "None")`; `None` if they are not declared.
    """
    found = declared(obj)
    if found is None:
        return None
    body, qualified = found
    node = body.get(qualified)
    if inspect.isclass(obj):
        new = _constructor(body, qualified)
        if new is not None:
            return _shown(_without_receiver(new)), ""
        if isinstance(node, ast.ClassDef) and is_data_class(node) and args:
            return _of_data_class(obj, args), ""
        return ("", "") if issubclass(obj, enum.Enum) or Protocol in obj.__mro__ else None
    if not isinstance(node, ast.FunctionDef):
        return None
    arguments = _without_receiver(node) if "." in qualified else deepcopy(node.args)
    returns = "" if node.returns is None else ast.unparse(readable(node.returns))
    return _shown(arguments), returns
