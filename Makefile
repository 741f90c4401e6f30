# The set-up for a fresh clone: `make demo` and `make test` are all that a user needs; README.md has
# the same in plain commands. Everything made lies inside the clone: .venv, target and .cache.
# It keeps to what GNU make 3.81 knows, the make that macOS ships.

# `make PYTHON=/path/to/python3.12 test` chooses one; otherwise the first that will do.
PYTHON ?=
CANDIDATES = $(or $(PYTHON),python3 python python3.14 python3.13 python3.12 python3.11)
PY = .venv/bin/python
# pip looks for maturin on the PATH when it builds without isolation.
PIP = PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m pip --disable-pip-version-check --quiet

export PIP_CACHE_DIR ?= $(CURDIR)/.cache/pip
# Crates go beside it, unless the user has a cargo home of their own making (a mirror, a proxy).
ifeq ($(wildcard $(HOME)/.cargo/config.toml $(HOME)/.cargo/config),)
export CARGO_HOME ?= $(CURDIR)/.cache/cargo
endif

RUST = Cargo.toml Cargo.lock $(shell find src -name '*.rs')

.PHONY: demo test lint bench wheel clean

demo: .venv/package
	.venv/bin/enroque tensors --overwrite

test: .venv/package .venv/tools
	cargo test
	$(PY) -m pytest

lint: .venv/package .venv/tools
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
	cargo clippy --all-targets --features python -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy

bench: .venv/package .venv/tools
	cargo bench
	cargo run --release --manifest-path benches/pgn_peer/Cargo.toml --target-dir target/pgn_peer
	for file in benches/python/board.py benches/python/games.py benches/python/pgn.py; do $(PY) "$$file" || exit 1; done

wheel: .venv/package
	rm -rf dist
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

clean:
	rm -rf .venv .cache target dist enroque-tensors
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache
	rm -f python/enroque/_core*.so
	find python tests benches -name __pycache__ -type d -prune -exec rm -rf {} +

# The files .venv/made, .venv/package and .venv/tools are stamps: each is newer than what went into it.
.venv/made:
	@cargo --version >/dev/null 2>&1 || { \
	    echo "enroque is built with Rust, and there is no working cargo here: see https://rustup.rs" >&2; exit 1; }
	@for candidate in $(CANDIDATES); do \
	    if "$$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	    then echo "making .venv with $$candidate"; "$$candidate" -m venv --clear .venv && touch $@; exit; fi; \
	done; \
	echo "no Python 3.11 or newer with its venv module among: $(CANDIDATES)" >&2; \
	echo "(on Debian and Ubuntu venv is a package of its own, python3-venv; PYTHON=... names another)" >&2; exit 1

# maturin from .venv and no build isolation: an isolated build would make pyo3 anew every time.
.venv/package: .venv/made pyproject.toml $(RUST)
	@echo "building enroque (the first time takes about four minutes on two cores)"
	@$(PIP) install 'maturin>=1.16,<2'
	@$(PIP) install --no-build-isolation --editable '.[cli]'
	@touch $@

# The extra `test` by itself: with the package, pip would build that once more, and what comes as source
# wants the isolation that the package must do without.
.venv/tools: .venv/made pyproject.toml
	@$(PY) -c 'import tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; print(*extras["test"], sep="\n")' > .venv/tools.txt
	@echo "installing the tools of the tests"
	@$(PIP) install --requirement .venv/tools.txt
	@touch $@
