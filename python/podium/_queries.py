"""From the ways to say which rows belong together to queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._errors import UsageError


class Ids(NamedTuple):
    """The id of each row, coded."""

    codes: npt.NDArray[np.int64]
    """A number for each row, equal for equal ids, from 0 in the order of first appearance."""
    names: list[str]
    """The id of each number."""
    whole: bool
    """Whether the ids were given as whole numbers."""


class Queries(NamedTuple):
    """The queries of rows."""

    end: npt.NDArray[np.uint64]
    """Where each query ends among the rows grouped by query."""
    ids: list[str]
    row: npt.NDArray[np.uint64] | None
    """The input row of each grouped row; None if they are grouped already."""
    whole: bool
    """Whether the ids are whole numbers for the user."""


def is_missing(value: Any) -> bool:
    """Whether it is None, NaN, or pandas' NA or NaT."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or bool(value != value)


def user_ids(texts: Sequence[str], whole: bool) -> list[Any]:
    """Ids of the type that the user gave them in."""
    return [int(text) for text in texts] if whole else list(texts)


def id_text(value: Any) -> str:
    """An id as text: 7, 7.0 and "7" are the same query."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (str, int)):
        return str(value)
    if is_missing(value):
        raise UsageError("found a missing value, expected an id in every row")
    if isinstance(value, (float, np.floating)) and value.is_integer():
        return str(int(value))
    return str(value)


def one_query(rows: int) -> Queries:
    """All rows as one query."""
    return Queries(np.asarray([rows] if rows else [], np.uint64), ["0"] if rows else [], None, True)


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
    return Queries(np.cumsum(sizes).astype(np.uint64), [str(i) for i in range(len(sizes))], None, True)


def ids_of(given: Any) -> Ids:
    """An id for each row: numbers or texts, one dimension."""
    ids = np.asarray(given)
    if len(ids) == 0:
        return Ids(np.empty(0, np.int64), [], False)
    if ids.dtype == object:
        listed = ids.tolist()
        if any(is_missing(value) for value in listed):
            raise UsageError("found a missing value, expected an id in every row")
        whole = all(isinstance(value, int) and not isinstance(value, bool) for value in listed)
        starts = [0, *(row for row in range(1, len(listed)) if listed[row] != listed[row - 1])]
        names = [id_text(listed[row]) for row in starts]
    else:
        starts = np.flatnonzero(np.concatenate(([True], ids[1:] != ids[:-1]))).tolist()
        first = ids[starts]
        whole = ids.dtype.kind in "iu" or (ids.dtype.kind == "f" and bool(np.all(first == np.floor(first))))
        if ids.dtype.kind == "M" and np.isnat(first).any():
            raise UsageError("found a missing value, expected an id in every row")
        names = [id_text(value) for value in first]
    known: dict[str, int] = {}
    number = np.asarray([known.setdefault(name, len(known)) for name in names], np.int64)
    return Ids(np.repeat(number, np.diff([*starts, len(ids)])), list(known), whole)


def queries_of_ids(qid: Any, rows: int) -> Queries:
    """Queries by an id of each row, in the order of first appearance; the rows of a query may lie apart."""
    if not isinstance(qid, Ids):
        ids = np.asarray(qid)
        if ids.ndim == 2 and ids.shape[1] == 1:
            ids = ids.ravel()
        if ids.ndim != 1:
            raise UsageError(f"qid: found {ids.ndim} dimensions, expected one id for each row")
        try:
            qid = ids_of(ids)
        except UsageError as error:
            raise UsageError(f"qid: {error}") from None
    codes = qid.codes
    if len(codes) != rows:
        raise UsageError(f"qid: found {len(codes)} ids, expected {rows}: one for each row")
    end = np.cumsum(np.bincount(codes, minlength=len(qid.names))).astype(np.uint64)
    # Codes count in the order of first appearance: queries lie together if they never descend.
    order = None if rows == 0 or bool((codes[1:] >= codes[:-1]).all()) else np.argsort(codes, kind="stable").astype(np.uint64)
    return Queries(end, list(qid.names), order, qid.whole)
