"""The interface of ranx: `Qrels`, `Run`, `evaluate`, `compare` and `fuse`, computed by Podium.

A script that measures by ranx runs after its import was changed: `from podium.ranx import Qrels, Run, evaluate`. ranx
is not needed, nothing is compiled at the first call. What differs is in `docs/python.md`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from . import _aggregate, _core
from ._compare import Comparison
from ._compare import compare as compare_values
from ._errors import UsageError
from ._evaluate import Evaluation, documents_of
from ._evaluate import evaluate as evaluate_run
from ._ir_measures import Conventions, trec_conventions

__all__ = ["Qrels", "Report", "Run", "compare", "evaluate", "fuse"]

_TESTS = {"student": "t", "fisher": "randomisation", "tukey": "tukey"}
_METHODS = {"rrf": "rrf", "bordafuse": "borda", "condorcet": "copeland"}


class _Table(Mapping[str, dict[str, float]]):
    """{query: {document: number}} with a name."""

    _what = ""

    def __init__(self, table: Mapping[str, Mapping[str, float]] | None = None, name: str | None = None) -> None:
        self._queries = {str(query): dict(documents) for query, documents in (table or {}).items()}
        self.name = name

    @classmethod
    def from_dict(cls, d: Mapping[str, Mapping[str, float]], name: str | None = None) -> Any:
        """The table of a dictionary."""
        return cls(d, name)

    @classmethod
    def from_file(cls, path: Any, kind: str | None = None, name: str | None = None) -> Any:
        """Reads a TREC file."""
        if kind not in (None, "trec"):
            raise UsageError(f"kind: found {kind!r}, expected 'trec'")
        return cls(documents_of(path, cls._what).to_dict(), name)

    @classmethod
    def from_df(
        cls, df: Any, q_id_col: str = "q_id", doc_id_col: str = "doc_id", score_col: str = "score",
        name: str | None = None,
    ) -> Any:  # fmt: skip
        """Takes a frame of pandas."""
        number = "label" if cls._what == "qrels" else "score"
        named = df[[q_id_col, doc_id_col, score_col]].set_axis(["qid", "docno", number], axis=1)
        return cls(documents_of(named, cls._what).to_dict(), name)

    def to_dict(self) -> dict[str, dict[str, float]]:
        """The table as a dictionary."""
        return {query: dict(documents) for query, documents in self._queries.items()}

    def __getitem__(self, query: str) -> dict[str, float]:
        return self._queries[query]

    def __iter__(self) -> Iterator[str]:
        return iter(self._queries)

    def __len__(self) -> int:
        return len(self._queries)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, queries={len(self)})"


class Qrels(_Table):
    """Judgements."""

    _what = "qrels"


class Run(_Table):
    """The scores of retrieved documents."""

    _what = "run"

    def save(self, path: Any, kind: str | None = None) -> None:
        """Writes a TREC run."""
        if kind not in (None, "trec"):
            raise UsageError(f"kind: found {kind!r}, expected 'trec'")
        _core.documents_of_dict(self._queries).write_run(path, self.name or "run")


def evaluate(
    qrels: Any, run: Any, metrics: str | Sequence[str], return_mean: bool = True, threads: int = 0,
    make_comparable: bool = True, **others: Any,
) -> Any:  # fmt: skip
    """The mean of one metric, or a dictionary of means; with return_mean=False the values of the queries.

    Queries that the run lacks count 0, with or without `make_comparable`; without it there is a warning.
    """
    _refuse_others("evaluate", others, ("save_results_in_run",))
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    found = _measured(qrels, run, names, quiet=make_comparable)
    values = {name: found[name][0] if return_mean else found[name][1] for name in names}
    return values[metrics] if isinstance(metrics, str) else values


class Report(Mapping[str, dict[str, float]]):
    """A comparison of runs: {name of the run: {metric: mean}}.

    Attributes
    ----------
    comparisons : dict
        For each metric the `podium.Comparison` with tests and intervals.
    """

    def __init__(self, means: dict[str, dict[str, float]], comparisons: dict[str, Comparison]) -> None:
        self._means = means
        self.comparisons = comparisons

    def to_dict(self) -> dict[str, dict[str, float]]:
        """The means as a dictionary."""
        return {run: dict(values) for run, values in self._means.items()}

    def __getitem__(self, run: str) -> dict[str, float]:
        return self._means[run]

    def __iter__(self) -> Iterator[str]:
        return iter(self._means)

    def __len__(self) -> int:
        return len(self._means)

    def __repr__(self) -> str:
        metrics = list(self.comparisons)
        width = max(len(name) for name in ("run", *self._means))
        lines = ["  ".join([f"{'run':<{width}}", *(f"{metric:>12}" for metric in metrics)])]
        for name, values in self._means.items():
            lines.append("  ".join([f"{name:<{width}}", *(f"{values[metric]:>12.4f}" for metric in metrics)]))
        said = [f"{metric}: {line}" for metric, made in self.comparisons.items() for line in made.conclusions]
        return "\n".join([*lines, *said])


def compare(
    qrels: Any, runs: Sequence[Any], metrics: str | Sequence[str], stat_test: str = "student", max_p: float = 0.01,
    make_comparable: bool = True, **others: Any,
) -> Report:  # fmt: skip
    """Measures several runs and tests their differences."""
    _refuse_others("compare", others, ("n_permutations", "random_seed", "threads", "rounding_digits", "show_percentages"))
    if stat_test not in _TESTS:
        raise UsageError(f"stat_test: found {stat_test!r}, expected one of {', '.join(_TESTS)}")
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    called = [getattr(run, "name", None) or f"run_{i + 1}" for i, run in enumerate(runs)]
    found = [_measured(qrels, run, names, quiet=make_comparable) for run in runs]
    means = {name: {metric: values[metric][0] for metric in names} for name, values in zip(called, found)}
    comparisons = {
        metric: compare_values({name: values[metric][2] for name, values in zip(called, found)}, tests=_TESTS[stat_test],
                               measure=metric, alpha=max_p)
        for metric in names
    }  # fmt: skip
    return Report(means, comparisons)


def fuse(runs: Sequence[Any], method: str = "rrf", norm: str | None = None, params: Mapping[str, Any] | None = None) -> Run:
    """One run of several; `norm` is ignored, because the methods see places only.

    Parameters
    ----------
    method : str
        "rrf", "bordafuse" or "condorcet", or a name of `podium.list("aggregators")`.
    """
    fused = _aggregate.aggregate([_dictionary(run) for run in runs], method=_METHODS.get(method, method), options=params)
    return Run(fused.to_run(), name=method)


def _dictionary(table: Any) -> Any:
    return table.to_dict() if isinstance(table, _Table) else table


def _measured(qrels: Any, run: Any, names: Sequence[str], quiet: bool) -> dict[str, tuple[float, Any, dict[str, float]]]:
    """The mean, the values and the values by query of each metric."""
    judged = documents_of(_dictionary(qrels), "qrels")
    retrieved = documents_of(_dictionary(run), "run")
    measured: dict[str, tuple[float, Any, dict[str, float]]] = {}
    groups: dict[Conventions, list[str]] = {}
    for name in names:
        groups.setdefault(_spelling(name)[1], []).append(name)
    for way, chosen in groups.items():
        with warnings.catch_warnings():
            if quiet:
                warnings.simplefilter("ignore", UserWarning)
            found: Evaluation = evaluate_run(
                judged, retrieved, measures=[_spelling(name)[0] for name in chosen], profile=way.profile, ties=way.ties or None
            )
        for name, mean, values in zip(chosen, found.values(), found.per_query.values()):
            measured[name] = (mean, np.asarray(values), dict(zip(found.queries, values.tolist())))
    return measured


def _spelling(metric: str) -> tuple[str, Conventions]:
    """The measure and the conventions that compute a metric of ranx."""
    name, _, level = metric.partition("-l")
    options = [f"from={level}"] if level else []
    if name.startswith("rbp"):
        persistence = re.fullmatch(r"rbp[.@](\d+)", name)
        if persistence is None:
            raise UsageError(f"metric: found {metric!r}, expected the persistence after a dot: 'rbp.95'")
        name, options = "rbp", [f"p=0.{persistence.group(1)}", f"from={level or 1}"]
    base, at, cutoff = name.partition("@")
    if base in ("hits", "f1"):
        raise UsageError(f"metric: {base!r} of ranx has no counterpart here")
    text = base.removesuffix("_burges") + (f"({','.join(options)})" if options else "") + at + cutoff
    if base.endswith("_burges"):
        return text, Conventions("standard", "", "graded")
    return text, trec_conventions(text, "graded")


def _refuse_others(function: str, given: Mapping[str, Any], ignored: Sequence[str]) -> None:
    for name in given:
        if name not in ignored:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")
