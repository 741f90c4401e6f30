"""`python -m enroque` is the command line."""

from enroque.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
