"""Signatures and types of the reference, as the stub and the sources of the package write them."""

import ast
import dataclasses
import inspect
import re
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python._annotations import _parse_annotation
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

import enroque
import enroque.typing

STUB = Path(enroque.__file__).with_name("_core.pyi")

NUMPY = "https://numpy.org/doc/stable/reference"
TYPES_OF_NUMPY = ("ArrayLike", "DTypeLike", "NDArray")
SCALARS_OF_NUMPY = re.compile(r"(?:np\.)?((?:u?int|float)(?:8|16|32|64)|bool_|str_|datetime64)")
LIKE_INT = "SupportsIndex"
SEQUENCES = ("SupportsGetItem", "SupportsLenAndGetItem")


class Readable(ast.NodeTransformer):
    """Shortens annotations: names without their module, `int` for all that converts to one."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Keeps the last part of `enroque._games.PgnSource` and of `np.float32`."""
        text = ast.unparse(node)
        if text.startswith("enroque.") or SCALARS_OF_NUMPY.fullmatch(text):
            return ast.Name(node.attr)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Parses annotations that are strings."""
        if isinstance(node.value, str):
            return self.visit(ast.parse(node.value, mode="eval").body)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Writes the names of arguments that convert to a number, and of numbered imports."""
        names = {"Incomplete": "Any", "Game2": "Game", LIKE_INT: "int", "SupportsFloat": "float"}
        return ast.Name(names.get(node.id, node.id))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Writes `NDArray[Any]` as `NDArray`, sequences as such; choices of strings stay."""
        name = ast.unparse(node.value)
        if name == "Literal":
            return node
        if ast.unparse(node) == "NDArray[Any]":
            return ast.Name("NDArray")
        if name in SEQUENCES:
            item = node.slice.elts[-1] if isinstance(node.slice, ast.Tuple) else node.slice
            return ast.Subscript(ast.Name("Sequence"), self.visit(item))
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Writes `SupportsFloat | SupportsIndex` as `float`."""
        if ast.unparse(node) == f"SupportsFloat | {LIKE_INT}":
            return ast.Name("float")
        return self.generic_visit(node)


def readable(annotation: ast.expr) -> ast.expr:
    """Returns a shortened copy of an annotation."""
    result = Readable().visit(deepcopy(annotation))
    assert isinstance(result, ast.expr)
    return result


@cache
def declarations(file: Path) -> dict[str, ast.stmt]:
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
    """Returns the declarations among which an object is, and its name there."""
    from enroque import _core

    name = getattr(obj, "__qualname__", "")
    if inspect.isclass(obj) and getattr(_core, obj.__name__, None) is obj:
        return declarations(STUB), obj.__name__
    if inspect.isbuiltin(obj) or inspect.ismethoddescriptor(obj):
        return declarations(STUB), name
    file = getattr(sys.modules.get(getattr(obj, "__module__", None) or ""), "__file__", None)
    is_ours = file is not None and Path(file).is_relative_to(STUB.parent) and file.endswith(".py")
    return (declarations(Path(file)), name) if is_ours else None


def is_data_class(node: ast.ClassDef) -> bool:
    """Returns whether the annotated attributes of a class are the arguments of its constructor."""
    if any(ast.unparse(base) == "NamedTuple" for base in node.bases):
        return True
    return any(ast.unparse(item).startswith("dataclass") for item in node.decorator_list)


def constructor(found: dict[str, ast.stmt], name: str) -> ast.FunctionDef | None:
    """Returns the constructor that a class declares."""
    for method in ("__init__", "__new__"):
        node = found.get(f"{name}.{method}")
        if isinstance(node, ast.FunctionDef):
            # a class that subclasses extend accepts all arguments in one of the two
            arguments = node.args
            if not (arguments.vararg and arguments.vararg.arg == "_arguments"):
                return node
    return None


def without_receiver(node: ast.FunctionDef) -> ast.arguments:
    """Returns a copy of the arguments of a method without `self` or `cls`."""
    arguments = deepcopy(node.args)
    if not any(ast.unparse(item) == "staticmethod" for item in node.decorator_list):
        (arguments.posonlyargs or arguments.args).pop(0)
    return arguments


def with_defaults(arguments: ast.arguments, obj: Any) -> ast.arguments:
    """Writes the defaults that the stub shows as `...`."""
    try:
        parameters = inspect.signature(obj).parameters
    except (TypeError, ValueError):
        return arguments
    positional = [*arguments.posonlyargs, *arguments.args]
    first = len(positional) - len(arguments.defaults)
    pairs = [(positional[first + n], arguments.defaults, n) for n in range(len(arguments.defaults))]
    pairs += [(item, arguments.kw_defaults, n) for n, item in enumerate(arguments.kwonlyargs)]
    for item, defaults, n in pairs:
        value = parameters[item.arg].default if item.arg in parameters else ...
        current = defaults[n]
        if isinstance(current, ast.Constant) and current.value is ... and value is not ...:
            defaults[n] = ast.Name(repr(value))
    return arguments


def shown(arguments: ast.arguments) -> str:
    """Returns arguments as text, with readable annotations."""
    for item in ast.walk(arguments):
        if isinstance(item, ast.arg) and item.annotation is not None:
            item.annotation = readable(item.annotation)
    return f"({ast.unparse(arguments)})"


def of_data_class(cls: type, args: str) -> str:
    """Returns the arguments of a data class with the annotations of its fields."""
    function = ast.parse(f"def f{args.replace('<factory>', '...')}: pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    for item in ast.walk(function.args):
        if isinstance(item, ast.arg):
            item.annotation = next(
                (field.annotation for base in cls.__mro__ if (field := attribute(base, item.arg))),
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
    return shown(function.args)


def attribute(cls: type, name: str) -> ast.AnnAssign | None:
    """Returns the declaration of an attribute of a class itself."""
    found = declared(cls)
    node = found[0].get(f"{found[1]}.{name}") if found else None
    return node if isinstance(node, ast.AnnAssign) else None


def process_signature(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, args: str | None, result: str | None
) -> tuple[str, str] | None:
    """Gives functions and classes the signature of the stub or of the source."""
    found = declared(obj)
    if found is None or what not in ("class", "exception", "function", "method"):
        return None
    app.env.note_dependency(STUB)
    body, qualified = found
    node = body.get(qualified)
    if isinstance(node, ast.ClassDef) or inspect.isclass(obj):
        new = constructor(body, qualified)
        if new is not None:
            return shown(with_defaults(without_receiver(new), obj)), ""
        if isinstance(node, ast.ClassDef) and is_data_class(node) and args:
            return of_data_class(obj, args), ""
        if any(base.__name__ in ("Enum", "IntEnum", "IntFlag", "Protocol") for base in obj.__mro__):
            return "", ""
        return None
    if not isinstance(node, ast.FunctionDef):
        return None
    arguments = without_receiver(node) if "." in qualified else deepcopy(node.args)
    returns = "" if node.returns is None else ast.unparse(readable(node.returns))
    return shown(with_defaults(arguments, obj)), returns


def type_of_attribute(module: str, full_name: str) -> str | None:
    """Returns the declared type of an attribute or a property."""
    class_name, _, name = full_name.rpartition(".")
    obj: Any = sys.modules.get(module)
    for part in class_name.split("."):
        obj = getattr(obj, part, None)
    if not inspect.isclass(obj):
        return None
    for base in obj.__mro__:
        found = declared(base)
        node = found[0].get(f"{found[1]}.{name}") if found else None
        annotation = getattr(node, "returns", None) or getattr(node, "annotation", None)
        if annotation is not None:
            text = ast.unparse(readable(annotation))
            inner = re.fullmatch(r"(?:Final|ClassVar)(?:\[(.*)\])?", text)
            return inner[1] if inner else text
    return None


def add_type(app: Sphinx, domain: str, objtype: str, content: addnodes.desc_content) -> None:
    """Writes the declared type behind the name of an attribute or a property."""
    if domain != "py" or objtype not in ("attribute", "property"):
        return
    for signature in content.parent.findall(addnodes.desc_signature):
        if signature.parent is not content.parent:
            continue
        text = type_of_attribute(signature.get("module") or "", signature.get("fullname", ""))
        if text is None:
            continue
        for node in list(signature.findall(addnodes.desc_annotation)):
            if node.astext().startswith(":"):
                signature.remove(node)
        colon = addnodes.desc_sig_punctuation("", ":")
        parts = _parse_annotation(text, app.env)
        annotation = addnodes.desc_annotation(text, "", colon, addnodes.desc_sig_space(), *parts)
        index = signature.index(next(iter(signature.findall(addnodes.desc_name)))) + 1
        signature.insert(index, annotation)


def qualify(app: Sphinx, doctree: nodes.document) -> None:
    """Gives types that `enroque` and `enroque.typing` both have one target."""
    for node in doctree.findall(addnodes.pending_xref):
        name = node.get("reftarget", "")
        has_both = hasattr(enroque, name) and hasattr(enroque.typing, name)
        if node.get("refdomain") == "py" and has_both:
            node["reftarget"] = f"enroque.{name}"


def link_type(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.TextElement
) -> nodes.reference | None:
    """Links types of NumPy without its inventory, and names of the package without their module."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    scalar = SCALARS_OF_NUMPY.fullmatch(target)
    if scalar or target in TYPES_OF_NUMPY:
        page = f"arrays.scalars.html#numpy.{scalar[1].rstrip('_')}" if scalar else None
        address = f"{NUMPY}/{page or f'typing.html#numpy.typing.{target}'}"
        return nodes.reference("", "", content, refuri=address, internal=False)
    if not target or "." in target:
        return None
    entries = env.domains.python_domain.objects
    found = [name for name in entries if name.endswith(f".{target}") and name.count(".") <= 2]
    found = [name for name in found if name.startswith("enroque.typing.")] or found
    is_type = node.get("reftype") in ("class", "data") or target[0].isupper()
    if len(found) != 1 or not is_type:
        return None
    name, entry = found[0], entries[found[0]]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, content, name)


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension."""
    app.connect("autodoc-process-signature", process_signature)
    app.connect("object-description-transform", add_type)
    app.connect("doctree-read", qualify)
    app.connect("missing-reference", link_type, priority=600)  # after intersphinx
    return {"parallel_read_safe": True, "parallel_write_safe": True}
