"""Completion of strings and tooltips with types in IPython and Jupyter.

IPython completes the content of quotes with names of files. For an argument of enroque it is the
values that the docstring names, such as those of `on_unsupported`, or the encodings and policies.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from .. import _core
from .._core import Encoding, Policy
from .signatures import signature_of

__all__ = ["choices", "register", "typed", "typed_html"]

_STRING: Final = re.compile(r"""(?:\b(?P<name>\w+)\s*=\s*)?\[?\s*["'](?P<text>[^"'\n]*)$""")
_CALL: Final = re.compile(r"([A-Za-z_][\w.]*)$")
_VALUE: Final = re.compile(r'`"([^"`\n]+)"`')


def choices(code: str, namespace: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Returns the text in the open quotes at the end of code, and its completions.

    Args:
        code: the code up to the cursor.
        namespace: the variables.

    Returns:
        The text after the quote, and values that begin with it.
    """
    string = _STRING.search(code)
    call = string and _open_call(code[: string.start()])
    found = call and _resolve(call[0], namespace)
    if not string or not call or found is None:
        return "", []
    name = string["name"] or _positional(found, call[1])
    values = dict.fromkeys(_values(found, name))
    return string["text"], [value for value in values if value.startswith(string["text"])]


def _open_call(code: str) -> tuple[str, int] | None:
    """Returns the function of the call that is open at the end, and the number of its arguments."""
    depth = commas = 0
    for index in range(len(code) - 1, -1, -1):
        letter = code[index]
        if letter in ")]}":
            depth += 1
        elif letter in "([{" and depth:
            depth -= 1
        elif letter == "(":
            found = _CALL.search(code[:index])
            return (found[1], commas) if found else None
        elif letter == "," and not depth:
            commas += 1
    return None


def _resolve(expression: str, namespace: Mapping[str, Any]) -> Any:
    """Returns a function or class of enroque by its name, without the evaluation of properties."""
    first, *rest = expression.split(".")
    found = namespace.get(first)
    for name in rest:
        owner = found if inspect.isclass(found) or inspect.ismodule(found) else type(found)
        if inspect.isdatadescriptor(inspect.getattr_static(owner, name, None)):
            return None
        found = getattr(owner, name, None)
    return found if callable(found) and _is_ours(found) else None


def _is_ours(function: Any) -> bool:
    """Returns whether a function or class is of enroque."""
    owner = getattr(function, "__objclass__", None) or getattr(function, "__self__", None)
    owner = owner or function
    module = getattr(owner, "__module__", None) or getattr(owner, "__name__", "")
    if str(module).split(".")[0] == "enroque":
        return True
    # static methods have no module
    name, _, method = getattr(function, "__qualname__", "").partition(".")
    return bool(method) and getattr(getattr(_core, name, None), method, None) is function


def _positional(function: Any, index: int) -> str:
    """Returns the name of an argument by its place."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return ""
    names = [name for name in parameters if name not in ("self", "cls")]
    return names[index] if index < len(names) else ""


def _values(function: Any, name: str) -> Iterator[str]:
    """Yields the strings that an argument accepts: known names, and those of the docstring."""
    if name == "encoding" or (function is Encoding and name == "name"):
        for kind, names in Encoding.names().items():
            if function.__name__ not in Encoding.names() or function.__name__ == kind:
                yield from names
    if name == "policy" or (function is Policy and name == "name"):
        yield from Policy.names()
    docstring = inspect.getdoc(function) or ""
    for entry in re.findall(rf"^    {name}: (.*(?:\n {{8}}.*)*)", docstring, re.MULTILINE):
        yield from _VALUE.findall(entry)


def typed(obj: Any) -> list[tuple[str, str]] | None:
    """Returns the contents of a tooltip: titles and texts of a typed signature and the docstring.

    Args:
        obj: an object; the result is `None` if it is not a function or class of enroque.
    """
    if not callable(obj) or not _is_ours(obj) or (found := signature_of(obj)) is None:
        return None
    arguments, result = found
    name = getattr(obj, "__name__", "")
    if len(name + arguments) > 80:
        inside = re.sub(r", (?=\*?\*?\w+:|\*,|/)", ",\n    ", arguments[1:-1])
        arguments = f"(\n    {inside},\n)"
    signature = f"{name}{arguments}{f' -> {result}' if result else ''}"
    return [("Signature", signature), ("Docstring", inspect.getdoc(obj) or "")]


def typed_html(obj: Any) -> list[tuple[str, str]] | None:
    """Returns the titles and texts of `typed` as HTML."""
    found = typed(obj)
    return found and [(title, f"<pre>{escape(text)}</pre>") for title, text in found]


def register() -> None:
    """Adds completion and tooltips to the running shell of IPython, if there is one."""
    try:
        from IPython.core.completer import SimpleCompletion, context_matcher
        from IPython.core.getipython import get_ipython
    except ImportError:  # before IPython 8.6
        return

    shell = get_ipython()
    if shell is None or not hasattr(shell, "Completer"):
        return

    @context_matcher()  # type: ignore[untyped-decorator]
    def enroque_strings(context: Any) -> Any:
        lines = context.full_text.split("\n")[: context.cursor_line]
        text, found = choices("\n".join([*lines, context.text_until_cursor]), shell.user_ns)
        completions = [SimpleCompletion(value, type="value") for value in found]
        return {"completions": completions, "suppress": bool(found), "matched_fragment": text}

    shell.Completer.custom_matchers.append(enroque_strings)
    if not hasattr(shell.inspector, "mime_hooks"):
        return
    shell.inspector.mime_hooks = {
        **shell.inspector.mime_hooks,
        "text/plain": lambda data: typed(data.obj),
        "text/html": lambda data: typed_html(data.obj),
    }
