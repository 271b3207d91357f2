"""Frames of pandas, polars and pyarrow: through the Arrow stream interface, or column by column where a frame lacks it.

None of these packages is imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._errors import UsageError
from ._queries import Ids, ids_of, is_missing

QID_COLUMNS = ("qid", "query_id")
DOCUMENT_COLUMNS = ("docno", "docid", "doc_id")
LABEL_COLUMNS = ("label",)


def is_frame(value: Any) -> bool:
    """Whether the object is a table with names of columns."""
    if hasattr(value, "column_names") or (hasattr(value, "columns") and hasattr(value, "dtypes")):
        return True
    # A reader of record batches has a schema instead of columns.
    return hasattr(value, "__arrow_c_stream__") and (hasattr(value, "columns") or hasattr(value, "schema"))


class Frame(NamedTuple):
    """A frame taken apart by the names of its columns: this is how all frames become rows of features."""

    features: npt.NDArray[np.float32]
    names: list[str]
    """Of the features."""
    qid: Ids | None
    documents: list[str] | None
    labels: npt.NDArray[np.float64] | None
    too_large: int
    """Features that are finite and too large for 32 bits."""

    @classmethod
    def of(cls, frame: Any) -> Frame:
        """Throws UsageError naming a column that is neither one of these nor a feature of numbers."""
        table = table_of(frame)
        names = table.names()
        qid, documents, label = (find_column(names, known) for known in (QID_COLUMNS, DOCUMENT_COLUMNS, LABEL_COLUMNS))
        places = [place for place in range(len(names)) if place not in (qid, documents, label)]
        features, too_large = table.rows(places)
        return cls(
            features,
            [names[place] for place in places],
            None if qid is None else _ids(table, qid),
            None if documents is None else table.texts(documents),
            None if label is None else table.numbers(label),
            too_large,
        )


def _ids(table: _core.ArrowTable | ColumnTable, column: int) -> Ids:
    codes, names = table.codes(column)
    return Ids(codes, names, table.is_whole(column))


def column_names(frame: Any) -> list[Any]:
    """The names as the frame has them; `columns` of pyarrow are the columns themselves."""
    return list(frame.columns if hasattr(frame, "iloc") else getattr(frame, "column_names", None) or frame.columns)


def without_columns_of_rows(frame: Any) -> Any:
    """The columns of features alone, as a frame of the same kind, for what needs their names."""
    held = column_names(frame)
    names = [str(name) for name in held]
    places = (find_column(names, known) for known in (QID_COLUMNS, DOCUMENT_COLUMNS, LABEL_COLUMNS))
    others = [held[place] for place in places if place is not None]
    return frame if not others else frame.drop(columns=others) if hasattr(frame, "loc") else frame.drop(others)


class ColumnTable:
    """The columns of a frame without an Arrow stream, as _core.ArrowTable has them: of pandas before 2.2, of polars before
    1.3, of pyarrow before 14, and of pandas without pyarrow."""

    def __init__(self, frame: Any) -> None:
        held = column_names(frame)
        self._names = [str(name) for name in held]
        # By place in pandas, whose names may occur twice.
        self._columns = [frame.iloc[:, place] if hasattr(frame, "iloc") else frame[name] for place, name in enumerate(held)]
        self.row_count = int(frame.shape[0])

    def names(self) -> list[str]:
        return self._names

    def is_whole(self, column: int) -> bool:
        return ids_of(self._values(column)).whole

    def rows(self, columns: Sequence[int]) -> tuple[npt.NDArray[np.float32], int]:
        rows = np.empty((self.row_count, len(columns)), np.float32)
        too_large = 0
        for place, column in enumerate(columns):
            numbers = self.numbers(column)
            with np.errstate(over="ignore"):
                rows[:, place] = numbers
            too_large += int((np.isinf(rows[:, place]) & ~np.isinf(numbers)).sum())
        return rows, too_large

    def numbers(self, column: int) -> npt.NDArray[np.float64]:
        values = self._values(column)
        is_category = str(getattr(self._columns[column], "dtype", "")).lower().startswith("categor")
        if values.dtype == object:
            values = np.asarray([np.nan if is_missing(value) else value for value in values.tolist()], object)
            if any(isinstance(value, (str, bytes)) or not np.isscalar(value) for value in values.tolist()):
                is_category = True
        if is_category or values.dtype.kind not in "biufO":
            raise UsageError(
                f"column {self._names[column]!r}: found categories, texts or other values, expected numbers; give categories as "
                "codes and name the column in categorical=, or leave the column out"
            )
        return values.astype(np.float64)

    def texts(self, column: int) -> list[str]:
        codes, names = self.codes(column)
        return [names[code] for code in codes]

    def codes(self, column: int) -> tuple[npt.NDArray[np.int64], list[str]]:
        try:
            found = ids_of(self._values(column))
        except UsageError as error:
            raise UsageError(f"column {self._names[column]!r}: {error}") from None
        return found.codes, found.names

    def _values(self, column: int) -> npt.NDArray[Any]:
        return np.asarray(self._columns[column])


def table_of(frame: Any) -> _core.ArrowTable | ColumnTable:
    """The columns of a frame; pandas' index is not one of them."""
    if not hasattr(frame, "__arrow_c_stream__"):
        return ColumnTable(frame)
    if hasattr(frame, "reset_index"):
        index = getattr(frame, "index", None)
        if index is not None and (list(getattr(index, "names", [None])) != [None] or not _is_plain(index)):
            frame = frame.reset_index(drop=True)
        if not all(isinstance(name, str) for name in frame.columns):
            frame = frame.set_axis([str(name) for name in frame.columns], axis=1)
    try:
        stream = frame.__arrow_c_stream__()
    except ImportError:  # pandas hands its frames over by pyarrow
        return ColumnTable(frame)
    return _core.arrow_table(stream)


def _is_plain(index: Any) -> bool:
    return type(index).__name__ == "RangeIndex"


def find_column(names: Sequence[str], choices: Sequence[str]) -> int | None:
    """The first column that has one of these names."""
    return next((names.index(name) for name in choices if name in names), None)
