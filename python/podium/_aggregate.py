"""Rank aggregation: several rankings become one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core, _html
from ._errors import UsageError
from ._evaluate import read_documents
from ._labels import Preferences
from ._options import options_text
from ._queries import user_ids
from ._tables import Exports, Table


class Ranking(Mapping[Any, list[str]], Exports):
    """The documents of each query, best first.

    Attributes
    ----------
    method : str
    brackets : dict
        For methods that compute it: for each query the Kemeny cost, a lower bound, and whether it is optimal.

    Examples
    --------
    >>> import podium
    >>> ranking = podium.aggregate([{"q": ["a", "b"]}, {"q": ["a", "b"]}], method="borda")
    >>> ranking["q"], ranking.to_run()
    (['a', 'b'], {'q': {'a': 1.0, 'b': 0.0}})
    """

    def __init__(self, rows: Sequence[Any], method: str, whole_ids: bool = False) -> None:
        self.method = method
        queries = user_ids([row[0] for row in rows], whole_ids)
        self._order: dict[Any, list[str]] = {query: row[1] for query, row in zip(queries, rows)}
        self.brackets = {query: row[2] for query, row in zip(queries, rows) if row[2] is not None}

    def __getitem__(self, query: Any) -> list[str]:
        return self._order[query]

    def __iter__(self) -> Any:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def to_run(self) -> dict[Any, dict[str, float]]:
        """{query: {document: score}} with scores that descend by 1, for `podium.evaluate`."""
        return {
            query: {item: float(len(items) - 1 - place) for place, item in enumerate(items)}
            for query, items in self._order.items()
        }

    def _table(self) -> Table:
        """A row for each document, as PyTerrier has them."""
        rows = [
            (query, item, place, float(len(items) - 1 - place))
            for query, items in self._order.items()
            for place, item in enumerate(items)
        ]
        return Table(("qid", "docno", "rank", "score"), rows)

    def save(self, path: Any, tag: str = "podium") -> None:
        """Writes a TREC run."""
        _core.documents_of_dict(self.to_run()).write_run(path, tag)

    def __repr__(self) -> str:
        return f"Ranking(method={self.method!r}, queries={len(self)})"

    def _repr_html_(self) -> str:
        rows = [(query, " ".join(items[:10]) + (" …" if len(items) > 10 else "")) for query, items in self._order.items()]
        note = f"the first 20 of {len(rows)} queries" if len(rows) > 20 else ""
        return _html.table(f"Ranking by {self.method}", ("query", "documents, best first"), rows[:20], note)


def aggregate(
    runs: Sequence[Any] | Preferences,
    *,
    method: str = "skr",
    weights: Sequence[float] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Ranking:
    """Combines several rankings into one.

    Parameters
    ----------
    runs : list, or Preferences
        Runs in any form that `podium.evaluate` accepts, or {query: [document, ...]}, best first. Or answers about two
        documents, for methods that count them ("skr", "kemeny", "copeland", "mc4"); the ranking can then serve as
        labels, through `podium.Order` or `podium.TopK`.
    method : str
        A name of `podium.list("aggregators")`, such as "rrf", "borda" or "kemeny".
    weights : list of float, optional
        Weights of the runs.
    options : dict, optional
        Options of the method, see `podium.list("aggregators")`.

    Returns
    -------
    Ranking

    Examples
    --------
    >>> import podium
    >>> podium.aggregate([{"q": ["a", "b", "c"]}, {"q": ["b", "a", "c"]}, {"q": ["b", "c", "a"]}], method="borda")["q"]
    ['b', 'a', 'c']
    >>> answers = podium.Preferences([("q", "a", "b", "b"), ("q", "a", "c", "a"), ("q", "b", "c", "b")])
    >>> podium.aggregate(answers, method="copeland")["q"]
    ['b', 'a', 'c']
    """
    if isinstance(runs, Preferences):
        return _of_answers(runs, method, weights, options)
    if isinstance(runs, (Mapping, str)) or not runs:
        raise UsageError("aggregate: expected a list of runs, one or more")
    given = [1.0] * len(runs) if weights is None else [float(weight) for weight in weights]
    if len(given) != len(runs):
        raise UsageError(f"weights: found {len(given)} weights, expected {len(runs)}: one for each run")
    if any(not math.isfinite(weight) or weight < 0 for weight in given) or sum(given) == 0:
        raise UsageError("weights: expected finite weights of 0 or more, one of them above 0")
    read = [read_documents(_scored(run), "run") for run in runs]
    rows = _core.aggregate([table for table, _ in read], given, method, options_text(options))
    return Ranking(rows, method, all(whole for _, whole in read))


def _of_answers(
    answers: Preferences, method: str, weights: Sequence[float] | None, options: Mapping[str, Any] | None
) -> Ranking:
    """A ballot for each answer, which says nothing of other documents."""
    counting = [row["name"] for row in _core.aggregators() if any(o["name"] == "missing" for o in row["options"])]
    if method not in counting:
        raise UsageError(f"method: found {method!r}, expected one that counts preferences: {', '.join(counting)}")
    if weights is not None:
        raise UsageError("weights: preferences have weights of their own")
    ballots = answers.ballots()
    if not ballots:
        raise UsageError("aggregate: found no preferences, expected one or more")
    tables = [_core.documents_of_dict(ballot) for _, ballot in ballots]
    text = {"missing": "paper", **options_text(options)}
    return Ranking(_core.aggregate(tables, [weight for weight, _ in ballots], method, text), method)


def _scored(run: Any) -> Any:
    """Lists as scores that descend."""
    if isinstance(run, Mapping) and run and all(isinstance(items, (list, tuple)) for items in run.values()):
        return {query: {item: -float(place) for place, item in enumerate(items)} for query, items in run.items()}
    return run


fuse = aggregate
