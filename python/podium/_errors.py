"""Exceptions and warnings. Messages are those of the program, with parameters instead of flags."""

from __future__ import annotations

import re
import sys
import warnings
from typing import Any

_FLAG = re.compile(
    # Flags of a command of the program stay as they are.
    r"(podium \S+ )?--([a-z][a-z0-9-]*)"
    # A value: a number, a name in capitals, a text in quotes or with a colon, or one of the values that messages propose.
    r"( (?:\d[^\s,;)]*|[A-Z]\w*|'[^']*'|[a-z-]+:\w+|(?:zero|none|full|first|onnx|docno|hash)\b))?"
)


def in_python(message: str) -> str:
    """A message with Python's parameters in the place of the program's flags: "--feature-count 46" is "feature_count=46"."""

    def parameter(found: re.Match[str]) -> str:
        command, flag, value = found.groups()
        return found[0] if command else f"{flag.replace('-', '_')}={(value or '').strip()}"

    return _FLAG.sub(parameter, message)


def warn(message: str) -> None:
    """Warns at the line outside the package that called it."""
    level = 2
    while sys._getframe(level - 1).f_globals.get("__name__", "").startswith("podium."):
        level += 1
    warnings.warn(message, stacklevel=level)


class Error(Exception):
    """Base class of the errors that podium raises.

    Examples
    --------
    >>> import podium
    >>> try:
    ...     podium.train("listmel", podium.synth(queries=5))
    ... except podium.Error as error:
    ...     print(type(error).__name__)
    UsageError
    """


class UsageError(Error, ValueError):
    """An argument does not exist or is out of range; also a `ValueError`.

    Examples
    --------
    >>> import podium
    >>> try:
    ...     podium.evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, measures="ndgc")
    ... except podium.UsageError as error:
    ...     print(str(error).partition("?")[0])
    unknown measure 'ndgc'; did you mean 'ndcg'
    """


class DataError(Error, ValueError):
    """An input is malformed.

    Attributes
    ----------
    path : str
        The file; empty if the input is not a file.
    line, column : int
        The position in the file, counted from 1; 0 if unknown.

    Examples
    --------
    >>> import os, tempfile, podium
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "data.txt")
    ...     with open(path, "w") as file:
    ...         _ = file.write("2 qid:1 1:0.5\\n1 qid:1 1:x\\n")
    ...     try:
    ...         podium.read(path)
    ...     except podium.DataError as error:
    ...         print(error.line)
    2
    """

    path: str = ""
    line: int = 0
    column: int = 0


class NumericError(Error, ValueError, ArithmeticError):
    """A computation failed, for example a training that diverged or a model that ranks nothing; also an `ArithmeticError`.

    Examples
    --------
    >>> import podium
    >>> try:
    ...     podium.train("regression", podium.synth(queries=20), options={"optimiser": "sgd", "step": 100})
    ... except podium.NumericError as error:
    ...     print("diverged")
    diverged
    """


class StorageError(Error, OSError):
    """A file could not be written; also an `OSError`.

    Examples
    --------
    >>> import podium
    >>> try:
    ...     podium.synth(queries=5).save("no/such/folder/data.txt")
    ... except podium.StorageError as error:
    ...     print("not written")
    not written
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a training.

    Attributes
    ----------
    model : Model or None
        The best model so far.

    Examples
    --------
    >>> import podium
    >>> def ctrl_c(progress):
    ...     raise KeyboardInterrupt
    >>> try:
    ...     podium.train("listmle", podium.synth(queries=20), callbacks=[ctrl_c])
    ... except podium.Interrupted as stop:
    ...     print(stop.model.algorithm)
    listmle
    """

    def __init__(self, message: str, model: Any = None) -> None:
        super().__init__(message)
        self.model = model

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.model)
