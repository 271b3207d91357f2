"""Tables that leave the package: frames, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from . import _core, _html


class Table(NamedTuple):
    """Columns and rows of texts and numbers."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def column(self, place: int) -> list[Any]:
        return [row[place] for row in self.rows]

    def text(self, format: str) -> str:
        """As the program prints tables: "table", "markdown", "latex", "csv" or "json"."""
        return _core.render_table(list(self.columns), self.cells(), format)

    def cells(self) -> list[list[str | int | float]]:
        """The rows as C++ takes them."""
        return [[_cell(value) for value in row] for row in self.rows]


def _cell(value: Any) -> str | int | float:
    if value is None:
        return float("nan")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if hasattr(value, "item"):
        value = value.item()  # a number of NumPy
    return value if isinstance(value, (str, int, float)) else str(value)


class Exports:
    """What objects that are a table have in common; `_table` is the table."""

    __slots__ = ()

    def _table(self) -> Table:
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The table as a frame of pandas."""
        import pandas  # type: ignore[import-untyped,unused-ignore]

        table = self._table()
        return pandas.DataFrame({name: table.column(place) for place, name in enumerate(table.columns)})

    def to_polars(self) -> Any:
        """The table as a frame of polars."""
        import polars

        table = self._table()
        return polars.DataFrame({name: table.column(place) for place, name in enumerate(table.columns)}, strict=False)

    def to_markdown(self) -> str:
        """The table as Markdown, with rounded numbers."""
        return self._table().text("markdown")

    def to_latex(self) -> str:
        """The table as LaTeX, with rounded numbers."""
        return self._table().text("latex")


class Rows(list[dict[str, Any]], Exports):
    """A list of dictionaries that a notebook shows as a table."""

    def _table(self) -> Table:
        columns = list(dict.fromkeys(name for row in self for name in row if not isinstance(row[name], list)))
        return Table(columns, [[row.get(name) for name in columns] for row in self])

    def _repr_html_(self) -> str:
        return _html.table("", *self._table())
