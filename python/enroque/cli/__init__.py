"""The command line: `enroque tensors`, `convert`, `perft`, `chess960` and `show`.

Exit codes: 0 when all went well, 2 for a fault in what was asked for (one line on stderr says
which), 130 after Ctrl-C, 141 when whoever read the output went away.
"""

import os
import sys
from collections.abc import Sequence

from enroque import __version__
from enroque.cli import chess960, convert, perft, show, tensors
from enroque.cli.parser import Parser
from enroque.errors import EnroqueError

__all__ = ["command_line", "main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default with `sys.argv`, and return the exit code."""
    options = command_line().parse(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    except BrokenPipeError:
        # Python flushes stdout once more as it exits, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        return _fail(_os_error(error), 2)
    except OverflowError:
        return _fail("a number is too large", 2)
    # a package that an extra brings, and that is not there
    except (EnroqueError, ValueError, MemoryError, ImportError) as error:
        return _fail(str(error) or type(error).__name__, 2)
    return 0


def command_line() -> Parser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="enroque",
        description="Chess, Chess960 and double Chess960: games in, training arrays out.",
    )
    parser.add_argument("--version", action="version", version=f"enroque {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (tensors, convert, perft, chess960, show):
        command.add(commands)
    return parser


def _os_error(error: OSError) -> str:
    """`notes.pgn: No such file or directory`, without the number that Python puts in front."""
    if isinstance(error, EnroqueError) or error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def _fail(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(f"enroque: {line}", file=sys.stderr)
    return code
