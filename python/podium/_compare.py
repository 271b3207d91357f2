"""Are two rankers different? Significance tests, query by query."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core, _html
from ._errors import UsageError
from ._evaluate import Evaluation
from ._options import options_text
from ._train import Crossval


class Comparison:
    """The differences between rankers, with confidence intervals, p-values and a sentence for each pair.

    Attributes
    ----------
    measure : str
    details : dict
        All numbers, as `podium compare --format json` prints them.
    """

    def __init__(self, core: _core.Comparison, measure: str) -> None:
        self._core = core
        self.measure = measure
        self.details: dict[str, Any] = json.loads(core.render("json"))

    @property
    def conclusions(self) -> list[str]:
        """One plain sentence for each pair."""
        return [pair["conclusion"] for pair in self.details["pairs"]]

    def to_markdown(self) -> str:
        """The whole report as Markdown."""
        return self._core.render("markdown")

    def to_latex(self) -> str:
        """The tables for a paper."""
        return self._core.render("latex")

    def to_csv(self) -> str:
        """One row for each pair and test."""
        return self._core.render("csv")

    def __repr__(self) -> str:
        return self._core.render("table")

    def _repr_html_(self) -> str:
        rows = [
            (f"{pair['a']} – {pair['b']}", float(pair["difference"]), pair["conclusion"])
            for pair in self.details["pairs"]
        ]
        return _html.table(f"Comparison by {self.measure}", ("pair", "difference", "conclusion"), rows)


def compare(
    rankers: Mapping[str, Any],
    *,
    measure: str = "ndcg@10",
    tests: str = "t",
    correct: str = "holm",
    baseline: str = "",
    smaller_is_better: bool | None = None,
    seed: int = 1,
    **options: Any,
) -> Comparison:
    """Tests the differences between rankers for significance.

    Parameters
    ----------
    rankers : dict
        By name, what each ranker is worth: an `Evaluation`, a `Crossval`, {query: value}, or an array of values,
        which all have the same queries then.
    measure : str
        Of evaluations; the name of the values otherwise.
    tests : str
        "all", or a list of `podium.list("tests")`.
    correct : {"holm", "bh", "none"}
        For the number of pairs.
    baseline : str
        Compare each ranker with this one only, instead of all pairs.
    **options
        Of the tests, such as `alpha=0.01`.
    """
    rows = [(name, *_values(given, measure)) for name, given in rankers.items()]
    if smaller_is_better is None:
        smaller_is_better = _is_loss(measure)
    core = _core.compare(rows, measure, tests, correct, baseline, smaller_is_better, options_text(options), seed)
    return Comparison(core, measure)


def _is_loss(measure: str) -> bool:
    try:
        return _core.is_smaller_better(measure)
    except UsageError:
        return False


def _values(given: Any, measure: str) -> tuple[list[str], Any]:
    if isinstance(given, Evaluation):
        given = given.query_values(measure)
    elif isinstance(given, Crossval):
        given = given.per_query[measure]
    if isinstance(given, Mapping):
        return [str(query) for query in given], np.asarray(list(given.values()), np.float64)
    values = np.ascontiguousarray(given, np.float64)
    if values.ndim != 1:
        raise UsageError("compare: expected one value for each query")
    return [str(i) for i in range(len(values))], values
