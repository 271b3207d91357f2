"""Tables and charts for notebooks: plain HTML and SVG without scripts, for light and dark themes.

Text and lines have the colour of the surrounding text; bars have colours that stand out in both themes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

BLUE, ORANGE = "#4a8fd0", "#d9783f"


def number(value: Any, digits: int = 4) -> str:
    """A number as people read it; a dash for none."""
    if value is None or (isinstance(value, float) and value != value):
        return "–"
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], note: str = "") -> str:
    """A table with a caption; numbers stand to the right."""
    head = "".join(f'<th style="text-align:left">{escape(name)}</th>' for name in columns)
    body = ""
    for row in rows:
        cells = ""
        for value in row:
            side = "left" if isinstance(value, str) else "right"
            cells += f'<td style="text-align:{side}">{escape(number(value))}</td>'
        body += f"<tr>{cells}</tr>"
    return _framed(title, f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>", note)


def pairs(title: str, values: Mapping[str, Any]) -> str:
    """Names and values, one row each."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(number(value))}</td></tr>'
        for name, value in values.items()
    )
    return _framed(title, f"<tbody>{rows}</tbody>", "")


def bars(title: str, values: Mapping[str, float], note: str = "") -> str:
    """A bar for each value, by its share of the largest."""
    largest = max((abs(value) for value in values.values()), default=0.0) or 1.0
    rows = ""
    for name, value in values.items():
        colour = BLUE if value >= 0 else ORANGE
        width = 100 * abs(value) / largest
        rows += (
            f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:right">{value:.4g}</td>'
            f'<td style="width:16em"><div style="background:{colour};height:.8em;width:{width:.0f}%"></div></td></tr>'
        )
    return _framed(title, f"<tbody>{rows}</tbody>", note)


def _framed(title: str, inside: str, note: str) -> str:
    caption = f'<caption style="text-align:left;font-weight:bold;color:inherit;white-space:nowrap">{escape(title)}</caption>' if title else ""
    foot = f"<p><small>{escape(note)}</small></p>" if note else ""
    return f"<div><table>{caption}{inside}</table>{foot}</div>"


WIDTH, HEIGHT, LEFT, ABOVE, BELOW = 460, 160, 56, 20, 34


def curve(values: Sequence[float], x_label: str, y_label: str, mark: int | None = None) -> str:
    """A line through values by their number from 1; `mark` is the place of the one to point out."""
    known = [value for value in values if math.isfinite(value)]
    if len(known) < 2:
        return ""
    low, high = min(known), max(known)
    span = (high - low) or 1.0

    def place(i: int) -> str:
        x = LEFT + (WIDTH - LEFT - 8) * i / (len(values) - 1)
        return f"{x:.1f},{_y(values[i], low, span):.1f}"

    line = " ".join(place(i) for i, value in enumerate(values) if math.isfinite(value))
    drawn = f'<polyline points="{line}" fill="none" stroke="{BLUE}" stroke-width="2"/>'
    if mark is not None and 0 <= mark < len(values) and math.isfinite(values[mark]):
        x, y = place(mark).split(",")
        drawn += f'<circle cx="{x}" cy="{y}" r="4" fill="{ORANGE}"/>'
    return _chart(drawn, low, high, x_label, y_label, ("1", str(len(values))))


def differences(values: Sequence[float], x_label: str, y_label: str) -> str:
    """A bar for each value in descending order, above or below zero."""
    ordered = sorted((value for value in values if math.isfinite(value)), reverse=True)
    if not ordered:
        return ""
    low, high = min(0.0, ordered[-1]), max(0.0, ordered[0])
    span = (high - low) or 1.0
    step = (WIDTH - LEFT - 8) / len(ordered)
    zero = _y(0.0, low, span)
    drawn = ""
    for i, value in enumerate(ordered):
        top, bottom = sorted((_y(value, low, span), zero))
        colour = BLUE if value >= 0 else ORANGE
        drawn += (
            f'<rect x="{LEFT + i * step:.1f}" y="{top:.1f}" width="{max(step - 0.5, 0.5):.1f}" '
            f'height="{bottom - top:.1f}" fill="{colour}"/>'
        )
    drawn += f'<line x1="{LEFT}" x2="{WIDTH - 8}" y1="{zero:.1f}" y2="{zero:.1f}" stroke="currentColor"/>'
    return _chart(drawn, low, high, x_label, y_label, ("1", str(len(ordered))))


def _y(value: float, low: float, span: float) -> float:
    return ABOVE + (HEIGHT - BELOW - ABOVE) * (1 - (value - low) / span)


def _chart(drawn: str, low: float, high: float, x_label: str, y_label: str, ends: tuple[str, str]) -> str:
    floor = HEIGHT - BELOW
    words = 'fill="currentColor" font-size="11" font-family="sans-serif"'
    return (
        f'<svg role="img" aria-label="{escape(y_label)} by {escape(x_label)}" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" style="max-width:100%;display:block">'
        f'<path d="M{LEFT} {ABOVE}V{floor}H{WIDTH - 8}" fill="none" stroke="currentColor" stroke-opacity=".5"/>{drawn}'
        f'<text x="{LEFT - 4}" y="{ABOVE + 8}" text-anchor="end" {words}>{high:.4g}</text>'
        f'<text x="{LEFT - 4}" y="{floor}" text-anchor="end" {words}>{low:.4g}</text>'
        f'<text x="{LEFT}" y="{floor + 14}" {words}>{ends[0]}</text>'
        f'<text x="{WIDTH - 8}" y="{floor + 14}" text-anchor="end" {words}>{ends[1]}</text>'
        f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 6}" text-anchor="middle" {words}>{escape(x_label)}</text>'
        f'<text x="{LEFT}" y="12" {words}>{escape(y_label)}</text></svg>'
    )
