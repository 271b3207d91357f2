"""Frames of pandas, polars and pyarrow through the Arrow stream interface; none of them is imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _core
from ._errors import UsageError


def is_frame(value: Any) -> bool:
    """Whether the object is a table that Arrow can hand over."""
    if hasattr(value, "column_names"):
        return True
    # A reader of record batches has a schema instead of columns.
    return hasattr(value, "__arrow_c_stream__") and (hasattr(value, "columns") or hasattr(value, "schema"))


def table_of(frame: Any) -> _core.ArrowTable:
    """The columns of a frame; pandas' index is not one of them."""
    if hasattr(frame, "reset_index"):
        index = getattr(frame, "index", None)
        if index is not None and (list(getattr(index, "names", [None])) != [None] or not _is_plain(index)):
            frame = frame.reset_index(drop=True)
        if not all(isinstance(name, str) for name in frame.columns):
            frame = frame.set_axis([str(name) for name in frame.columns], axis=1)
    try:
        stream = frame.__arrow_c_stream__()
    except ImportError as missing:
        raise UsageError(
            "pandas hands its frames over by pyarrow, which is not installed: pip install pyarrow, or give frame.to_numpy()"
        ) from missing
    return _core.arrow_table(stream)


def _is_plain(index: Any) -> bool:
    return type(index).__name__ == "RangeIndex"


def find_column(names: Sequence[str], choices: Sequence[str]) -> int | None:
    """The first column that has one of these names."""
    return next((names.index(name) for name in choices if name in names), None)
