"""From the ways to say which rows belong together to queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._errors import UsageError


class Queries(NamedTuple):
    """The queries of rows."""

    end: npt.NDArray[np.uint64]
    """Where each query ends among the rows grouped by query."""
    ids: list[str]
    row: npt.NDArray[np.uint64] | None
    """The input row of each grouped row; None if they are grouped already."""


def id_text(value: Any) -> str:
    """An id as text: 7, 7.0 and "7" are the same query."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (float, np.floating)):
        if value != value:
            raise UsageError("qid: found a missing value, expected an id in every row")
        if value.is_integer():
            return str(int(value))
    if value is None:
        raise UsageError("qid: found None, expected an id in every row")
    return str(value)


def one_query(rows: int) -> Queries:
    """All rows as one query."""
    return Queries(np.asarray([rows] if rows else [], np.uint64), ["0"] if rows else [], None)


def queries_of_groups(group: Any, rows: int) -> Queries:
    """Queries by their sizes, in the order of the rows, as LightGBM has them."""
    sizes = np.asarray(group)
    if sizes.ndim != 1 or (sizes.size and not np.issubdtype(sizes.dtype, np.integer)):
        raise UsageError("group: expected one whole number for each query")
    if sizes.size and sizes.min() < 0:
        raise UsageError(f"group: found a size of {sizes.min()}, expected sizes of 0 or more")
    if int(sizes.sum()) != rows:
        raise UsageError(f"group: the sizes add up to {int(sizes.sum())}, expected {rows}: the number of rows")
    sizes = sizes[sizes > 0]
    return Queries(np.cumsum(sizes).astype(np.uint64), [str(i) for i in range(len(sizes))], None)


def queries_of_ids(qid: Any, rows: int) -> Queries:
    """Queries by an id of each row, in the order of first appearance."""
    ids = np.asarray(qid)
    if ids.ndim != 1 or len(ids) != rows:
        raise UsageError(f"qid: found {ids.shape[0] if ids.ndim else 1} ids, expected {rows}: one for each row")
    if rows == 0:
        return one_query(0)
    starts = np.flatnonzero(np.concatenate(([True], np.asarray(ids[1:] != ids[:-1], bool))))
    return _joined([id_text(value) for value in ids[starts]], starts, rows)


def queries_of_codes(codes: npt.NDArray[np.int64], names: Sequence[str]) -> Queries:
    """Queries by a number of each row and the name of each number."""
    rows = len(codes)
    if rows == 0:
        return one_query(0)
    starts = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1])))
    return _joined([names[code] for code in codes[starts]], starts, rows)


def _joined(names: list[str], starts: npt.NDArray[np.intp], rows: int) -> Queries:
    """Pieces of rows with equal ids as queries; those of a query may lie apart."""
    known: dict[str, int] = {}
    number = np.asarray([known.setdefault(name, len(known)) for name in names])
    lengths = np.diff(np.append(starts, rows))
    if len(known) == len(names):
        return Queries(np.append(starts[1:], rows).astype(np.uint64), names, None)
    query = np.repeat(number, lengths)
    order = np.argsort(query, kind="stable").astype(np.uint64)
    return Queries(np.cumsum(np.bincount(query)).astype(np.uint64), list(known), order)
