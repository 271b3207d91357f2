"""Small tables for notebooks: plain HTML without scripts, readable on light and dark grounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any


def number(value: Any, digits: int = 4) -> str:
    """A number as people read it; a dash for none."""
    if value is None or (isinstance(value, float) and value != value):
        return "–"
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], note: str = "") -> str:
    """A table with a caption; numbers stand to the right."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = ""
    for row in rows:
        cells = ""
        for value in row:
            side = "left" if isinstance(value, str) else "right"
            cells += f'<td style="text-align:{side}">{escape(number(value))}</td>'
        body += f"<tr>{cells}</tr>"
    foot = f"<p><small>{escape(note)}</small></p>" if note else ""
    return (
        f'<div><table><caption style="text-align:left;font-weight:bold">{escape(title)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{foot}</div>"
    )


def pairs(title: str, values: Mapping[str, Any]) -> str:
    """Names and values, one row each."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(number(value))}</td></tr>'
        for name, value in values.items()
    )
    return (
        f'<table><caption style="text-align:left;font-weight:bold">{escape(title)}</caption>'
        f"<tbody>{rows}</tbody></table>"
    )


def bars(title: str, values: Mapping[str, float], note: str = "") -> str:
    """A bar for each value, by its share of the largest."""
    largest = max((abs(value) for value in values.values()), default=0.0) or 1.0
    rows = ""
    for name, value in values.items():
        colour = "#2a6fb0" if value >= 0 else "#c05a2b"
        width = 100 * abs(value) / largest
        rows += (
            f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:right">{value:.4g}</td>'
            f'<td style="width:16em"><div style="background:{colour};height:.8em;width:{width:.0f}%"></div></td></tr>'
        )
    foot = f"<p><small>{escape(note)}</small></p>" if note else ""
    return (
        f'<div><table><caption style="text-align:left;font-weight:bold">{escape(title)}</caption>'
        f"<tbody>{rows}</tbody></table>{foot}</div>"
    )
