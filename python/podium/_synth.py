"""Generated data with a planted truth."""

from __future__ import annotations

from typing import Any

from . import _core
from ._dataset import Dataset
from ._options import options_text


def synth(queries: int = 200, *, seed: int = 1, **options: Any) -> Dataset:
    """Generates a data set in which the true utility of each document is known: `podium synth letor`.

    Parameters
    ----------
    queries : int
        Number of queries.
    seed : int
        The same seed gives the same data on every machine.
    **options
        Flags of the program with `_` instead of `-`: `documents` (mean number per query), `features`, `grades`, `noise`,
        `nonlinearity`, `missing`, `density`, `relevant_share`, `order`.

    Returns
    -------
    Dataset

    Examples
    --------
    >>> import podium
    >>> podium.synth(queries=10, documents=20, features=8)
    Dataset(queries=10, rows=200, features=8)
    """
    return Dataset._of(_core.synth(options_text({"queries": queries, **options}), seed)[0])
