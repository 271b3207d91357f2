"""Drawings with matplotlib, which is looked for when one is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._html import BLUE, ORANGE


def axes(ax: Any = None) -> Any:
    """The axes to draw on: those given, or new ones."""
    if ax is not None:
        return ax
    from matplotlib import pyplot  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return pyplot.subplots(layout="constrained")[1]


def bars(ax: Any, values: Mapping[str, float], x_label: str, title: str = "") -> Any:
    """One horizontal bar for each name, the first on top."""
    ax = axes(ax)
    names = list(values)[::-1]
    numbers = [values[name] for name in names]
    ax.barh(names, numbers, color=[BLUE if value >= 0 else ORANGE for value in numbers])
    ax.axvline(0, color="gray", linewidth=0.8)
    ax.set_xlabel(x_label)
    ax.set_title(title)
    return ax


def intervals(ax: Any, rows: Sequence[tuple[str, float, float, float]], x_label: str, title: str = "") -> Any:
    """A point with its interval for each row (name, value, low, high), the first on top."""
    ax = axes(ax)
    table = rows[::-1]
    value = np.array([row[1] for row in table])
    ends = np.nan_to_num(np.abs(np.array([row[2:] for row in table]).T - value))
    ax.errorbar(value, [row[0] for row in table], xerr=ends, fmt="o", color=BLUE, capsize=3)
    ax.set_xlabel(x_label)
    ax.set_title(title)
    return ax


def lines(ax: Any, curves: Mapping[str, Sequence[float]], x_label: str, y_label: str) -> Any:
    """Values by their number from 1, one line for each name."""
    ax = axes(ax)
    for name, values in curves.items():
        ax.plot(np.arange(1, len(values) + 1), values, label=name)
    if len(curves) > 1:
        ax.legend()
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    return ax


def differences(ax: Any, values: Sequence[float], x_label: str, y_label: str, title: str = "") -> Any:
    """A bar for each value in descending order; NaN is left out."""
    ax = axes(ax)
    ordered = np.sort([value for value in values if value == value])[::-1]
    ax.bar(np.arange(1, len(ordered) + 1), ordered, width=1.0, color=np.where(ordered >= 0, BLUE, ORANGE))
    ax.axhline(0, color="gray", linewidth=0.8)
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    ax.set_title(title)
    return ax
