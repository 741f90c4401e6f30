# Builds and tests a clone: users need `make demo` and `make test`; README.md has the same as plain
# commands. All output is in the clone: .venv, target and .cache. Compatible with GNU make 3.81, the
# version of macOS.

# `make PYTHON=/path/to/python3.12 test` selects a Python; the default is the first suitable one.
PYTHON ?=
CANDIDATES = $(or $(PYTHON),python3 python python3.14 python3.13 python3.12 python3.11)
PY = .venv/bin/python
# pip looks for maturin on the PATH when it builds without isolation.
PIP = PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m pip --disable-pip-version-check --quiet

export PIP_CACHE_DIR ?= $(CURDIR)/.cache/pip
# Crates are cached beside it, unless the user has configured cargo (a mirror, a proxy).
ifeq ($(wildcard $(HOME)/.cargo/config.toml $(HOME)/.cargo/config),)
export CARGO_HOME ?= $(CURDIR)/.cache/cargo
endif

# With pointers of 32 bits, as in a browser.
TARGET_32 = i686-unknown-linux-gnu
WINDOWS = x86_64-pc-windows-gnu
WINDOWS_GCC = x86_64-w64-mingw32-gcc

RUST = Cargo.toml Cargo.lock $(shell find src -name '*.rs')

.PHONY: demo test test-rust test-python lint bench docs browser extras wheel wasm crate windows asan tsan tsan-python memcheck miri clean

demo: .venv/package
	.venv/bin/enroque tensors --overwrite

# Both at once, since neither keeps two cores busy throughout. Versions of make before 4 mix the output.
test: .venv/package .venv/test
	@echo "running the tests of Rust and of Python; each prints its results when it has finished"
	@$(MAKE) --no-print-directory -j2 \
	    $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) test-rust test-python

# cargo must not wait for make's other job to finish. The compiler gets what the Python tests leave:
# they take longer, on one core.
#
# The second command runs the tests that need data outside of the repository: ignored without it.
CARGO_TEST = env -u MAKEFLAGS -u MFLAGS -u CARGO_MAKEFLAGS nice -n 10 cargo test
test-rust:
	$(CARGO_TEST)
	test ! -d ../shared/data || $(CARGO_TEST) --quiet --tests -- --ignored needs_shared_data::

test-python: .venv/package .venv/test
	$(PY) -m pytest

lint: .venv/package .venv/test
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
	cargo clippy --all-targets --features python -- -D warnings
	cargo clippy --no-default-features --features python -- -D warnings
	cargo clippy --no-default-features -- -D warnings
	@if test -d "$$(rustc --print target-libdir --target $(TARGET_32))"; then \
	    set -x; RUSTFLAGS="-D warnings" cargo check --no-default-features --target $(TARGET_32); \
	else echo "no check with 32 bits: \`rustup target add $(TARGET_32)\` adds it"; fi
	@if test -d "$$(rustc --print target-libdir --target $(WINDOWS))" && command -v $(WINDOWS_GCC); then \
	    set -x; RUSTFLAGS="-D warnings" cargo check --features python --target $(WINDOWS); \
	else echo "no check for Windows: CONTRIBUTING.md says what it needs"; fi
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m pytest --quiet tools/checks

# The first build takes a quarter of an hour on two cores; measuring takes seven minutes.
bench: .venv/made .venv/test .venv/bench
	$(PIP) install --no-build-isolation --editable '.[cli]'  # with the profile `release`
	$(PY) benches/run.py

docs: .venv/package .venv/docs
	$(PY) -m sphinx --fail-on-warning --keep-going $(SPHINXOPTS) -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

# Notebooks, and every page of the site that `make docs` has built.
browser: .venv/package .venv/test .venv/browser
	$(PY) -m pytest tests/browser -rs

# The tests of each extra, with the newest versions of its packages: `make extras EXTRAS=ray` for one.
extras: .venv/package
	$(PY) tools/test_extras $(EXTRAS)

wheel: .venv/package
	rm -rf dist
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

# The wheel for Pyodide and JupyterLite, with the Python tests and measurements in it, on Debian with Node:
# docs/internals/webassembly.md. The first time takes half an hour on two cores.
wasm: .venv/package
	$(PY) tools/wasm/make.py

# What would be published on crates.io builds by itself; the compiled dependencies are shared. Without
# default features, the crate needs no compression libraries and no threads.
crate:
	cargo publish --dry-run --quiet --locked --allow-dirty --target-dir target
	cargo check --quiet --locked --no-default-features
	! cargo tree --quiet --locked --no-default-features --edges normal | grep -E 'zstd|bzip2|flate2|rayon'

# The Rust suites for Windows, in Wine 9 or later: CONTRIBUTING.md says what they need.
windows:
	WINEDEBUG=-all CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine $(CARGO_TEST) --tests --target $(WINDOWS)

# Sanitizers of the compiler: CONTRIBUTING.md says what each covers and needs.
asan: .venv/package .venv/test
	tools/sanitize address

tsan:
	tools/sanitize thread

# `make PYTHON=/path/to/python3.14t tsan-python`
tsan-python:
	PYTHON="$(PYTHON)" tools/sanitize python-thread

memcheck: .venv/package .venv/test
	tools/sanitize memcheck

miri:
	tools/sanitize miri

clean:
	rm -rf .venv .cache target dist enroque-tensors
	rm -rf docs/_build
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache
	rm -f python/enroque/_core*.so
	find python tests benches -name __pycache__ -type d -prune -exec rm -rf {} +

# The files .venv/made, .venv/package, .venv/test, .venv/bench, .venv/docs and .venv/browser are stamps:
# each is newer than its inputs.
.venv/made:
	@cargo --version >/dev/null 2>&1 || { \
	    echo "enroque is built with Rust, and there is no working cargo here: see https://rustup.rs" >&2; exit 1; }
	@for candidate in $(CANDIDATES); do \
	    if "$$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	    then echo "making .venv with $$candidate"; "$$candidate" -m venv --clear .venv && touch $@; exit; fi; \
	done; \
	echo "no Python 3.11 or newer with its venv module among: $(CANDIDATES)" >&2; \
	echo "(on Debian and Ubuntu, install the package python3-venv; PYTHON=... selects another Python)" >&2; exit 1

# Uses maturin from .venv without build isolation: an isolated build would compile pyo3 every time.
# The profile `dev` compiles in a third of the time of `release`, checks for overflows, and shares
# the compiled dependencies with `cargo test`, which tests the code for newer processors that is left
# out here. Wheels and benchmarks are of the profile `release`, with all features.
.venv/package: .venv/made pyproject.toml $(RUST)
	@echo "building enroque (the first time takes about two minutes on two cores)"
	@touch $@.begun # older than what is edited during the build
	@$(PIP) install 'maturin>=1.16,<2'
	@MATURIN_PEP517_ARGS="--profile dev --no-default-features --features python,large-pages" \
	    $(PIP) install --no-build-isolation --editable '.[cli]'
	@mv $@.begun $@

# Installs the requirements of an extra without the package: pip would build the package again, and
# source distributions need the build isolation that the package is built without.
.venv/test .venv/docs .venv/browser: .venv/made pyproject.toml
	@$(PY) -c 'import sys, tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; print(*extras[sys.argv[1]], sep="\n")' $(@F) > $@.txt
	@echo "installing the packages of the extra $(@F)"
	@$(PIP) install --requirement $@.txt
	@touch $@

# One by one: a peer that has no wheel for this Python or machine is skipped.
.venv/bench: .venv/made pyproject.toml
	@$(PY) -c 'import tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; print(*extras["bench"], sep="\n")' > $@.txt
	@while read -r peer; do \
	    $(PIP) install --only-binary :all: "$$peer" </dev/null >/dev/null 2>&1 || echo "no wheel here of $$peer"; \
	done < $@.txt
	@touch $@
