"""The exceptions of the package. Messages are those of the program, word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._model import Model


class Error(Exception):
    """Base of everything that podium raises on purpose."""


class UsageError(Error, ValueError):
    """An argument does not exist or is out of range."""


class DataError(Error, ValueError):
    """An input is malformed.

    Attributes
    ----------
    path : str
        The file; empty if the input is none.
    line, column : int
        The place in the file, counted from 1; 0 if it is not known.
    """

    path: str = ""
    line: int = 0
    column: int = 0


class NumericError(Error, ValueError, ArithmeticError):
    """A number went wrong; the message names the query and the quantity."""


class StorageError(Error, OSError):
    """A file could not be written."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a training.

    Attributes
    ----------
    model : Model or None
        The best model so far.
    """

    def __init__(self, message: str, model: Model | None = None) -> None:
        super().__init__(message)
        self.model = model

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.model)
