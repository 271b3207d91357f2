"""The interface of ir_measures: measures such as `nDCG @ 10`, `calc_aggregate` and `iter_calc`, computed by Podium.

A script that measures by ir_measures runs after its import was changed: `from podium.ir_measures import *`. The package
ir_measures is not needed. Podium's own measures are there, too, with `_` for `-`: `kappa_ndcg @ 10`. Documents of
equal score are in the order of trec_eval for all measures; ir_measures computes some (RR@k, Judged@k) in the order of the input.
"""

from __future__ import annotations

import builtins
import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from . import _core
from ._errors import UsageError
from ._evaluate import documents_of
from ._ir_measures import Conventions, MeanOfNumbers, measured, trec_conventions
from ._options import option_text, option_value

_NAMES = {
    "AP": "map", "MAP": "map", "nDCG": "ndcg", "NDCG": "ndcg", "RR": "rr", "MRR": "rr", "P": "p", "Precision": "p",
    "R": "recall", "Recall": "recall", "Rprec": "rprec", "RPrec": "rprec", "Bpref": "bpref", "BPref": "bpref",
    "RBP": "rbp", "Success": "success", "Judged": "judged",
}  # fmt: skip
_ROWS = {row["name"]: row for row in _core.measures()}


class Qrel(NamedTuple):
    """A judgement."""

    query_id: str
    doc_id: str
    relevance: float
    iteration: str = "0"


class ScoredDoc(NamedTuple):
    """A retrieved document."""

    query_id: str
    doc_id: str
    score: float


class Metric(NamedTuple):
    """The value of a measure for a query."""

    query_id: str
    measure: Measure
    value: float


class CalcResults(NamedTuple):
    """Means, and the values of the queries."""

    aggregated: dict[Measure, float]
    per_query: list[Metric]


class Measure:
    """A measure with its parameters: `P(rel=2) @ 5`."""

    def __init__(self, name: str, **params: Any) -> None:
        self.NAME = name
        self.params = params
        self._row = _ROWS[_NAMES.get(name, name.replace("_", "-"))]
        known = {"cutoff", "rel", "judged_only", "truth", *(option["name"] for option in self._row["options"])}
        known |= {"dcg"} if self._row["name"] == "ndcg" else set()
        for key in params:
            if key not in known:
                raise UsageError(f"{name}: found the parameter {key!r}, expected one of {', '.join(sorted(known))}")

    def __call__(self, **params: Any) -> Measure:
        return Measure(self.NAME, **{**self.params, **params})

    def __matmul__(self, cutoff: int) -> Measure:
        return self(cutoff=cutoff)

    def __repr__(self) -> str:
        inside = ",".join(f"{key}={value!r}" for key, value in self.params.items() if key != "cutoff")
        cutoff = f"@{self.params['cutoff']}" if "cutoff" in self.params else ""
        return self.NAME + (f"({inside})" if inside else "") + cutoff

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def text(self) -> str:
        """The measure as Podium writes it."""
        if self._row["name"] == "rbp" and "rel" not in self.params:
            raise UsageError("RBP: expected rel=..., the smallest relevant label; graded gains are not supported here")
        outside = ("cutoff", "dcg", "judged_only", "truth")
        options = {"from" if key == "rel" else key: value for key, value in self.params.items() if key not in outside}
        inside = ",".join(f"{key}={option_text(value)}" for key, value in options.items())
        cutoff = f"@{self.params['cutoff']}" if "cutoff" in self.params else ""
        return str(self._row["name"]) + (f"({inside})" if inside else "") + cutoff

    def conventions(self) -> Conventions:
        """Those of trec_eval, unless a parameter says otherwise."""
        gain = self.params.get("dcg", "log2")
        if gain not in ("log2", "exp-log2"):
            raise UsageError(f"dcg: found {gain!r}, expected 'log2' or 'exp-log2'")
        cutoff = self.params.get("cutoff")
        order = self.params.get("truth", "full" if cutoff is None else f"topk:{cutoff}")
        truth = order if self._row["needs_order"] else "graded"
        condensed = bool(self.params.get("judged_only", False))
        if gain == "exp-log2":
            return Conventions("standard", "", truth, condensed)
        return trec_conventions(self.text(), truth, condensed)

    def aggregator(self) -> MeanOfNumbers:
        """What makes one number of those of the queries."""
        return MeanOfNumbers()

    def calc_aggregate(self, qrels: Any, run: Any) -> float:
        """The mean over the queries."""
        return calc_aggregate([self], qrels, run)[self]

    def iter_calc(self, qrels: Any, run: Any) -> Iterator[Metric]:
        """The values of the queries."""
        return iter_calc([self], qrels, run)


class Evaluator:
    """Measures several runs by the same judgements; keeps nothing of a run."""

    def __init__(self, measures: Iterable[Any], qrels: Any) -> None:
        self.measures = [parse_measure(measure) for measure in measures]
        self._judged = documents_of(qrels, "qrels")

    def iter_calc(self, run: Any) -> Iterator[Metric]:
        """The values of the queries."""
        for query, measure, value in measured(self._judged, documents_of(run, "run"), self.measures):
            yield Metric(query, measure, value)

    def calc(self, run: Any) -> CalcResults:
        """Means and the values of the queries."""
        means = {measure: measure.aggregator() for measure in self.measures}
        metrics = list(self.iter_calc(run))
        for metric in metrics:
            means[metric.measure].add(metric.value)
        return CalcResults({measure: mean.result() for measure, mean in means.items()}, metrics)

    def calc_aggregate(self, run: Any) -> dict[Measure, float]:
        """The means over the queries."""
        return self.calc(run).aggregated


def evaluator(measures: Iterable[Any], qrels: Any) -> Evaluator:
    """An evaluator of these measures and judgements."""
    return Evaluator(measures, qrels)


def calc_aggregate(measures: Iterable[Any], qrels: Any, run: Any) -> dict[Measure, float]:
    """The mean of each measure."""
    return Evaluator(measures, qrels).calc_aggregate(run)


def iter_calc(measures: Iterable[Any], qrels: Any, run: Any) -> Iterator[Metric]:
    """The values of each measure, query by query."""
    return Evaluator(measures, qrels).iter_calc(run)


def calc(measures: Iterable[Any], qrels: Any, run: Any) -> CalcResults:
    """The mean of each measure, and its values."""
    return Evaluator(measures, qrels).calc(run)


def parse_measure(measure: Any) -> Measure:
    """The measure of a text such as "P(rel=2)@5"."""
    if isinstance(measure, Measure):
        return measure
    name, at, cutoff = str(measure).partition("@")
    name, bracket, inside = name.partition("(")
    params: dict[str, Any] = {}
    if bracket:
        if not inside.endswith(")"):
            raise UsageError(f"measure: found {measure!r}, expected a closing bracket before '@'")
        for part in filter(None, inside[:-1].split(",")):
            key, _, value = part.partition("=")
            params[key.strip()] = option_value(value.strip().strip("'\""))
    if at:
        params["cutoff"] = int(cutoff)
    return _measure(name)(**params)


def read_trec_qrels(file: Any) -> Iterator[Qrel]:
    """The judgements of a TREC file: a path, the text, or an open file."""
    for line in _lines(file):
        query, iteration, document, relevance = line.split()
        yield Qrel(query, document, int(relevance), iteration)


def read_trec_run(file: Any) -> Iterator[ScoredDoc]:
    """The documents of a TREC run: a path, the text, or an open file."""
    for line in _lines(file):
        query, _, document, _, score, _ = line.split()
        yield ScoredDoc(query, document, float(score))


def _lines(file: Any) -> Iterator[str]:
    if isinstance(file, str) and "\n" in file:
        file = file.splitlines()
    if isinstance(file, (str, os.PathLike)):
        with open(file, encoding="utf-8") as opened:
            yield from _lines(opened)
        return
    yield from (line for line in file if line.strip())


def _measure(name: str) -> Measure:
    if name not in _NAMES and name.replace("_", "-") not in _ROWS:
        raise NameError(f"measure not found: {name}")
    return Measure(name)


def __getattr__(name: str) -> Measure:
    try:
        return _measure(name)
    except NameError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


__all__ = [
    "CalcResults", "Evaluator", "Measure", "Metric", "Qrel", "ScoredDoc", "calc", "calc_aggregate", "evaluator",
    "iter_calc", "parse_measure", "read_trec_qrels", "read_trec_run", *_NAMES,
    *(name.replace("-", "_") for name in _ROWS if not hasattr(builtins, name)),
]  # fmt: skip  # without `map`, a builtin that an import of all names must not replace
