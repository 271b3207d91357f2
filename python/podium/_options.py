"""Values of Python as the text of options, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import UsageError

ALIASES = {"n_estimators": "rounds", "learning_rate": "rate", "num_leaves": "leaves"}
"""Names of options in other packages, and ours."""


def option_text(value: Any) -> str:
    """The text of a value as the command line takes it."""
    if value is None:
        return "none"
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        value = value.item()  # a number of NumPy
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, (list, tuple)):
        return ",".join(option_text(part) for part in value)
    return str(value)


def option_name(name: str) -> str:
    """The name of an option as the program writes it: with hyphens."""
    return ALIASES.get(name, name).rstrip("_").replace("_", "-")


def options_text(options: Mapping[str, Any] | None) -> dict[str, str]:
    """Options by the program's names, as text."""
    text: dict[str, str] = {}
    for name, value in (options or {}).items():
        if option_name(name) in text:
            raise UsageError(f"options: found two names of the option {option_name(name)!r}, one of them {name!r}; expected one")
        text[option_name(name)] = option_text(value)
    return text


def grid_text(grid: Mapping[str, Iterable[Any]]) -> list[tuple[str, list[str]]]:
    """The values to choose from for each option, as text."""
    return [(option_name(name), [option_text(value) for value in values]) for name, values in grid.items()]


def option_value(text: str) -> Any:
    """The value that an option's default stands for."""
    if text in ("true", "false"):
        return text == "true"
    if text == "none":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
