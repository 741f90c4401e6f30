"""Signatures and types of the reference, as the stub and the sources of the package write them."""

import ast
import inspect
import re
import sys
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python._annotations import _parse_annotation
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

import enroque
import enroque.typing
from enroque._display.signatures import SCALARS_OF_NUMPY, STUB, declared, readable, signature_of

NUMPY = "https://numpy.org/doc/stable/reference"
TYPES_OF_NUMPY = ("ArrayLike", "DTypeLike", "NDArray")


def process_signature(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, args: str | None, result: str | None
) -> tuple[str, str] | None:
    """Gives functions and classes the signature of the stub or of the source."""
    if what not in ("class", "exception", "function", "method"):
        return None
    app.env.note_dependency(STUB)
    return signature_of(obj, args)


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
