"""Optional packages, and errors about those that are not installed."""

from importlib import import_module
from typing import Any


def missing_package(error: ImportError, user: str, package: str, install: str) -> ImportError:
    """Returns the error of an import with the command that installs the package.

    Args:
        error: the error of the import.
        user: the module that needs the package, such as `enroque.plot`.
        package: the package, such as `matplotlib`.
        install: the argument of `pip install`: an extra, such as `enroque[plot]`, or the package.

    Returns:
        An error with the same `name`: a `ModuleNotFoundError` if the package is missing, an
        `ImportError` if it cannot be loaded or is too old.
    """
    kind = ModuleNotFoundError if isinstance(error, ModuleNotFoundError) else ImportError
    command = f"pip install '{install}'" if "[" in install else f"pip install {install}"
    return kind(f"{user} needs {package}: {command}", name=error.name, path=error.path)


def imported(module: str, user: str, package: str = "", install: str = "") -> Any:
    """Returns a module of an optional package.

    Args:
        module: its name.
        user: as for `missing_package`.
        package: as for `missing_package`; the name of the module by default.
        install: the same.

    Raises:
        ImportError: it is not installed; the message has the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise missing_package(error, user, package or module, install or module) from error
