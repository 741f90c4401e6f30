"""The command line: `enroque tensors`, `convert`, `find`, `explore` and others.

Exit codes: 0 for success; 2 for an error, which is printed to stderr in one line; 130 after Ctrl-C;
141 if the reader of the output closed the pipe.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from enroque import __version__
from enroque.cli.messages import message_of
from enroque.cli.parser import Parser
from enroque.errors import EnroqueError

__all__ = ["command_line", "main"]

_COMMANDS = {
    "tensors": "encode games or positions as .npz shards of planes, policy indices and values",
    "convert": "convert games between PGN, Parquet, .npz and training formats, or positions",
    "find": "find the games with a position, material, pattern or move",
    "explore": "print the moves played in a position, or results by start position",
    "label": "evaluate the positions of games with a UCI engine",
    "perft": "count the sequences of legal moves to a depth",
    "chess960": "print a Chess960 start position, by number or at random",
    "fix960": "repair old PGN files of Chess960",
    "show": "print a position: board, FEN, legal moves, check",
}
"""The commands, each a module of this package, with their line in the help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns the exit code.

    Args:
        arguments: the arguments; `None` means those of the process.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    options = command_line(arguments).parse(arguments)
    if options.run is None:
        options.parser.print_help()
        return 0
    try:
        options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    except BrokenPipeError:
        # Python flushes stdout again at exit, which would print another error
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OverflowError:
        return _fail("a number is too large", 2)
    # ImportError: the package of an extra is not installed
    except (EnroqueError, ValueError, OSError, MemoryError, ImportError) as error:
        return _fail(message_of(error, options), 2)
    return 0


def command_line(arguments: Sequence[str]) -> Parser:
    """Returns the parser of the command line.

    Args:
        arguments: the arguments, without the program. Only the command among them has its options:
            the modules of the others are not imported.
    """
    parser = Parser(
        prog="enroque",
        description="Chess, Chess960 and double Chess960: convert games, and encode them as arrays "
        "for training.",
        epilog="enroque COMMAND --help lists the options of a command, with examples.",
    )
    parser.set_defaults(run=None, parser=parser)
    parser.add_argument("--version", action="version", version=f"enroque {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    chosen = next((word for word in arguments if word in _COMMANDS), None)
    for name, text in _COMMANDS.items():
        if name == chosen:
            import_module(f"enroque.cli.{name}").add(commands)
        else:
            commands.add_parser(name, help=text)
    return parser


def _fail(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(f"enroque: {line}", file=sys.stderr)
    return code
