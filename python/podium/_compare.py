"""Significance tests of the differences between rankers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core, _html, _plot
from ._errors import UsageError
from ._evaluate import Evaluation
from ._options import options_text
from ._queries import id_text
from ._report import Reportable
from ._tables import Exports, Table
from ._train import Crossval


class Comparison(Reportable, Exports):
    """The differences between rankers, with confidence intervals, p-values and a sentence for each pair.

    Attributes
    ----------
    measure : str
    details : dict
        All numbers, as `podium compare --format json` prints them.
    values : dict
        For each ranker the value of each query.

    Examples
    --------
    >>> import podium
    >>> found = podium.compare({"new": [0.5, 0.7, 0.9, 0.8], "old": [0.4, 0.5, 0.9, 0.6]}, measure="ndcg@10")
    >>> found.to_pandas()["difference"].round(4).tolist()
    [0.125]
    """

    def __init__(self, core: _core.Comparison, measure: str, values: dict[str, dict[Any, float]]) -> None:
        self._text = {format: core.render(format) for format in ("table", "markdown", "latex", "csv")}
        self.measure = measure
        self.values = values
        self.details: dict[str, Any] = json.loads(core.render("json"))

    @property
    def conclusions(self) -> list[str]:
        """One plain sentence for each pair."""
        return [pair["conclusion"] for pair in self.details["pairs"]]

    def differences(self, a: str | None = None, b: str | None = None) -> dict[Any, float]:
        """The value of `a` minus that of `b` for each query; default: the first pair."""
        pair = self.details["pairs"][0]
        first, second = (self._ranker(name) for name in (a or pair["a"], b or pair["b"]))
        return {query: first[query] - second[query] for query in first if query in second}

    def _ranker(self, name: str) -> dict[Any, float]:
        if name not in self.values:
            raise UsageError(f"found the ranker {name!r}, expected one of {', '.join(self.values)}")
        return self.values[name]

    def _table(self) -> Table:
        """A row for each pair, with its numbers; those of each test have its name in front."""
        rows = []
        for pair in self.details["pairs"]:
            row = {name: value for name, value in pair.items() if not isinstance(value, (dict, list))}
            for test in pair.get("tests", ()):
                row |= {f"{test['test']} {name}": value for name, value in test.items() if name != "test"}
            rows.append(row)
        columns = list(dict.fromkeys(name for row in rows for name in row))
        return Table(columns, [[row.get(name) for name in columns] for row in rows])

    def plot(self, ax: Any = None, *, a: str | None = None, b: str | None = None) -> Any:
        """Draws the differences of a pair query by query with matplotlib; default: the first pair.

        Returns
        -------
        matplotlib.axes.Axes
        """
        pair = self.details["pairs"][0]
        title = f"{a or pair['a']} – {b or pair['b']}"
        values = list(self.differences(a, b).values())
        return _plot.differences(ax, values, "queries, by difference", f"difference of {self.measure}", title)

    def _report_title(self) -> str:
        return "Comparison"

    def _summary(self) -> list[str]:
        return self.conclusions

    def _add_to(self, document: _core.ReportDocument, name: str) -> None:
        document.add_section(name, [f"By {self.measure}."])
        table = self._table()
        document.add_table("Pairs", "", list(table.columns), table.cells())
        queries = list(next(iter(self.values.values())))
        systems = [
            (ranker, [[values.get(query, float("nan")) for query in queries]]) for ranker, values in self.values.items()
        ]
        document.add_per_query("Query by query", "", [str(query) for query in queries], [self.measure], systems)

    def to_markdown(self) -> str:
        """The whole report as Markdown."""
        return self._text["markdown"]

    def to_latex(self) -> str:
        """The tables for a paper."""
        return self._text["latex"]

    def to_csv(self) -> str:
        """One row for each pair and test."""
        return self._text["csv"]

    def __repr__(self) -> str:
        return self._text["table"]

    def _repr_html_(self) -> str:
        rows = [
            (f"{pair['a']} – {pair['b']}", float(pair["difference"]), pair["conclusion"])
            for pair in self.details["pairs"]
        ]
        shown = _html.table(f"Comparison by {self.measure}", ("pair", "difference", "conclusion"), rows)
        if len(rows) > 1:
            return shown
        return shown + _html.differences(list(self.differences().values()), "queries, by difference", "difference")


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
        The values of each ranker by its name: an `Evaluation`, a `Crossval`, {query: value}, or an array of values, in
        which case all rankers must have the same queries.
    measure : str
        The measure of evaluations to compare, or the name of the given values.
    tests : str
        "all", or a list of `podium.list("tests")`.
    correct : {"holm", "bh", "none"}
        Correction for the number of pairs.
    baseline : str
        Compare each ranker with this one only, instead of all pairs.
    smaller_is_better : bool, optional
        Default: as defined by the measure.
    seed : int
        Seed of the tests that use random numbers.
    **options
        Options of the tests, such as `alpha=0.01`.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> import podium
    >>> data = podium.synth(queries=60)
    >>> by = {name: podium.evaluate(data=data, model=podium.train(name, data)) for name in ("listmle", "regression")}
    >>> len(podium.compare(by, tests="t,randomisation").conclusions)
    1
    """
    if not isinstance(rankers, Mapping):
        raise UsageError(f"compare: found {type(rankers).__name__}, expected a dictionary: what each ranker has, by its name")
    lengths = {name: np.size(given) for name, given in rankers.items() if not isinstance(given, (Mapping, Crossval))}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{length} for {name!r}" for name, length in lengths.items())
        raise UsageError(f"compare: found different numbers of values, {told}; a dictionary can name their queries")
    values = {str(name): _values(given, measure) for name, given in rankers.items()}
    rows = [(name, [id_text(query) for query in of], np.asarray(list(of.values()), np.float64)) for name, of in values.items()]
    if smaller_is_better is None:
        smaller_is_better = _is_loss(measure)
    core = _core.compare(rows, measure, tests, correct, baseline, smaller_is_better, options_text(options), seed)
    return Comparison(core, measure, values)


def _is_loss(measure: str) -> bool:
    try:
        return _core.is_smaller_better(measure)
    except UsageError:
        return False


def _values(given: Any, measure: str) -> dict[Any, float]:
    """The value of each query."""
    if isinstance(given, (Evaluation, Crossval)):
        given = given.query_values(measure)
    if isinstance(given, Mapping):
        return {query: float(value) for query, value in given.items()}
    values = np.ascontiguousarray(given, np.float64)
    if values.ndim != 1:
        raise UsageError("compare: expected one value for each query")
    return dict(enumerate(values.tolist()))
