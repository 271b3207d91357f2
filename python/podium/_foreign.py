"""Data of other libraries: lightgbm.Dataset and xgboost.DMatrix. None of them is imported."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._errors import UsageError


class ForeignData(NamedTuple):
    """What a data set of another library says of itself; None: nothing."""

    X: Any
    y: Any
    group: Any
    sample_weight: Any
    query_weight: Any
    feature_names: list[str] | None


def foreign_data(X: Any) -> ForeignData | None:
    """The contents of a lightgbm.Dataset or an xgboost.DMatrix; None for anything else."""
    library = type(X).__module__.partition(".")[0]
    if library == "lightgbm" and hasattr(X, "get_group"):
        return _of_lightgbm(X)
    if library == "xgboost" and hasattr(X, "get_uint_info"):
        return _of_xgboost(X)
    return None


def _of_lightgbm(data: Any) -> ForeignData:
    X = data.data
    if X is None:
        try:
            X = data.construct().get_data()  # a subset of another data set
        except Exception as error:
            raise UsageError(f"X: the lightgbm.Dataset does not give its data: {error}") from None
    if isinstance(X, (str, os.PathLike)):
        raise UsageError(f"X: the lightgbm.Dataset is the file {os.fspath(X)!r}; read it with podium.read")
    if isinstance(X, list) and any(getattr(part, "ndim", 0) == 2 for part in X):
        X = np.concatenate(X)
    names = data.feature_name if isinstance(data.feature_name, list) else None
    label, group, weight = (_lightgbm_field(data, name) for name in ("label", "group", "weight"))
    return ForeignData(X, label, group, weight, None, names)


def _lightgbm_field(data: Any, name: str) -> Any:
    """A column as it was given, or as the library keeps it after the data set was constructed."""
    value = getattr(data, name)
    if value is None:
        try:
            value = getattr(data, f"get_{name}")()
        except Exception:  # not constructed: nothing was given
            return None
    return value


def _of_xgboost(data: Any) -> ForeignData:
    if type(data).__name__ != "DMatrix":
        raise UsageError(f"X: an xgboost.{type(data).__name__} has only the bins of its values; give a DMatrix")
    present = data.get_data()
    size, limit = 4 * present.shape[0] * present.shape[1], _core.memory_limit()
    if size > limit:
        raise UsageError(
            f"X: what a DMatrix does not store is missing, and with its missing values it takes {size / 1e9:.1f} GB, more than the "
            f"{limit / 1e9:.1f} GB of this machine that may be used; give the sparse matrix itself if what it does not store is 0"
        )
    # What a DMatrix does not store is missing, where a sparse matrix has 0.
    X = np.full(present.shape, np.nan, np.float32)
    X[np.repeat(np.arange(present.shape[0]), np.diff(present.indptr)), present.indices] = present.data
    y = data.get_label()
    ends = data.get_uint_info("group_ptr")
    group = np.diff(ends.astype(np.int64)) if len(ends) else None
    weight = data.get_weight()
    by_query = group is not None and len(weight) == len(group)
    return ForeignData(
        X,
        y if len(y) else None,
        group,
        None if by_query or not len(weight) else weight,
        weight if by_query and len(weight) else None,
        data.feature_names,
    )
