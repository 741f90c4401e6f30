"""Configuration of the documentation site; `make docs` builds it."""

import os
import sys
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

import enroque

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

project = "enroque"
author = "enroque developers"
copyright = "2026 enroque developers, MIT license"
version = release = enroque.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.intersphinx",
    "myst_nb",
    "sphinx_copybutton",
    "enroque_reference",
    "enroque_signatures",
    "enroque_members",
    "enroque_figures",
    "enroque_benchmarks",
    "enroque_encodings",
    "enroque_encoding_guide",
]
exclude_patterns = ["_build", "_ext", "try", "**/.ipynb_checkpoints"]  # `try` runs in browsers
# Text in single backticks links to what it names, and is plain code if that is no name of enroque.
default_role = "py:obj"

# Reference pages
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
OPTIONAL = ("torch", "jax", "mctx", "ray", "datasets", "pyarrow", "matplotlib", "anywidget")
autodoc_mock_imports = [name for name in OPTIONAL if find_spec(name) is None]
napoleon_numpy_docstring = False
napoleon_use_ivar = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"
maximum_signature_line_length = 88

# Guides and tutorials
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
# `cache` repeats only pages whose text has changed, also if enroque has; for writing.
nb_execution_mode = os.environ.get("ENROQUE_DOCS_EXECUTE", "force")
nb_execution_in_temp = True  # notebooks write files
nb_execution_timeout = 180  # seconds for one cell; a tutorial takes less than three minutes
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_merge_streams = True
# Widgets need a kernel; their HTML does not.
nb_mime_priority_overrides = [("*", "application/vnd.jupyter.widget-view+json", None)]
nb_ipywidgets_js = {}  # would be fetched from a network
suppress_warnings = ["config.cache"]
if nb_execution_mode == "off":
    suppress_warnings.append("myst-nb.lexer")  # which is that of the kernel

# Copies the code of sessions, without prompts and outputs.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# Look
html_theme = "furo"
html_title = f"enroque {release}"
html_logo = "_static/logo.svg"
html_favicon = "_static/favicon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
templates_path = ["_templates"]
html_copy_source = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def setup(app: Sphinx) -> None:
    """Shows sessions without the empty line that ends the output of a test."""

    def strip(_app: Sphinx, document: nodes.document) -> None:
        for block in document.findall(nodes.literal_block):
            text = block.astext().rstrip()
            if block.rawsource == block.astext():
                block.rawsource = text
                block.children = [nodes.Text(text)]

    app.connect("doctree-read", strip)


def reachable_inventories(sites: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Returns the intersphinx mapping of the sites that answer, so that builds work offline."""
    cache = HERE / "_build" / "inventories"
    cache.mkdir(parents=True, exist_ok=True)
    mapping = {}
    for name, url in sites.items():
        file = cache / f"{name}.inv"
        if not file.exists():
            try:
                with urllib.request.urlopen(f"{url}/objects.inv", timeout=5) as answer:
                    file.write_bytes(answer.read())
            except (urllib.error.URLError, TimeoutError, OSError):
                continue
        mapping[name] = (url, str(file))
    return mapping


intersphinx_mapping = reachable_inventories(
    {
        "python": "https://docs.python.org/3",
        "numpy": "https://numpy.org/doc/stable",
        "torch": "https://pytorch.org/docs/stable",
        "chess": "https://python-chess.readthedocs.io/en/latest",
    }
)
