"""The command line, as `python -m enroque`."""

from enroque.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
