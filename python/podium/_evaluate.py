"""Evaluation measures of rankings."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _html, _plot
from ._dataset import Dataset, labelled, unjudged_rule
from ._errors import UsageError, in_python, warn
from ._frames import DOCUMENT_COLUMNS, LABEL_COLUMNS, QID_COLUMNS, ColumnTable, find_column, is_frame, table_of
from ._model import fitted_model
from ._own import measure_name, split_measures
from ._queries import id_text, user_ids
from ._report import Reportable
from ._tables import Table

DEFAULT_MEASURES = "map,ndcg@1,ndcg@3,ndcg@5,ndcg@10,p@1,p@10,err"
JUDGEMENT_COLUMNS = (*LABEL_COLUMNS, "relevance", "rel")
SCORE_COLUMNS = ("score",)


class Evaluation(Mapping[str, float], Reportable):
    """The quality of a ranker: a mapping from measures to their means over queries.

    A measure is found by any of its names: `result["ndcg@10"]`, `result["nDCG@10"]`, `result["ndcg_cut_10"]`.

    Attributes
    ----------
    measures, queries : list
        The names as Podium writes them, and the queries that count, whose ids have the type in which they were given.
    profile, ties : str
        The conventions under which the numbers were computed.
    blank, short, tied, unjudged : int
        Queries without a relevant document; with fewer documents than the largest cutoff; in which documents of
        different label share a score; and retrieved documents without a judgement.
    remarks : list of str
        What is remarkable about run and judgements.

    Examples
    --------
    >>> import podium
    >>> qrels = {"a": {"x": 2, "y": 0}, "b": {"x": 1, "y": 0}}
    >>> run = {"a": {"x": 0.9, "y": 0.1}, "b": {"x": 0.2, "y": 0.4}}
    >>> found = podium.evaluate(qrels, run, measures="rr,ndcg@2")
    >>> found
    Evaluation (profile standard, ties input, 2 queries)
    rr      0.7500
    ndcg@2  0.8155
    >>> found.query_values("rr")
    {'a': 1.0, 'b': 0.5}
    """

    def __init__(
        self,
        core: _core.Evaluation,
        remarks: Sequence[str] = (),
        explain: Callable[[str], list[Any]] | None = None,
        whole_ids: bool = False,
    ) -> None:
        self._core = core
        self._explain = explain
        self.remarks = list(remarks)
        self.measures: list[str] = core.measure
        self.queries: list[Any] = user_ids(core.query, whole_ids)
        self.profile: str = core.profile
        self.ties: str = core.ties
        self.blank: int = core.blank
        self.short: int = core.short_lists
        self.tied: int = core.tied
        self.unjudged: int = core.unjudged
        self._mean = dict(zip(core.measure, core.mean))

    def _name(self, measure: Any) -> str:
        name = measure_name(measure)
        if name in self._mean:
            return name
        try:
            found = _core.measure_names(_core.MeasuringPlan(name, self.profile, "", False, False, []))[0]
        except UsageError:
            found = name
        families = [known for known in self.measures if known.split("(")[0] == found.split("(")[0]]
        if found in self._mean:
            return found
        if len(families) == 1 and "(" not in found and "@" not in families[0]:
            return families[0]  # err finds err(max=4)
        raise KeyError(f"{measure}: not among the measures that were computed, {', '.join(self.measures)}")

    def __getitem__(self, measure: str) -> float:
        return self._mean[self._name(measure)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._mean)

    def __len__(self) -> int:
        return len(self._mean)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_explain": None}  # the rankings stay behind

    @property
    def per_query(self) -> dict[str, npt.NDArray[np.float64]]:
        """The values of each measure in the order of `queries`; NaN means left out of the mean."""
        return dict(zip(self.measures, self._core.values()))

    def query_values(self, measure: str) -> dict[Any, float]:
        """The value of each query."""
        return dict(zip(self.queries, self.per_query[self._name(measure)].tolist()))

    def intervals(self, confidence: float = 0.95) -> dict[str, tuple[float, float]]:
        """Confidence intervals of the means by Student's t."""
        return dict(zip(self.measures, self._core.intervals(confidence, 1)))

    @property
    def conventions(self) -> str:
        """Profile and tie rule in one line."""
        return f"profile {self.profile}, ties {self.ties}, {_counted(len(self.queries), 'query', 'queries')}"

    def explain(self, query: Any) -> list[dict[str, Any]]:
        """Each term of each measure for one query: `measure`, `formula`, `terms` and `totals`."""
        if self._explain is None:
            raise UsageError("explain: this evaluation does not know its rankings: it was unpickled, or comes from crossval")
        names = ("measure", "formula", "terms", "totals")
        rows = [dict(zip(names, row)) for row in self._explain(id_text(query))]
        return [row | {"terms": json.loads(row["terms"]), "totals": dict(row["totals"])} for row in rows]

    def to_pandas(self) -> Any:
        """The values of each query as a frame of pandas."""
        import pandas  # type: ignore[import-untyped,unused-ignore]

        return pandas.DataFrame(self.per_query, index=pandas.Index(self.queries, name="query"))

    def to_polars(self) -> Any:
        """The values of each query as a frame of polars."""
        import polars

        return polars.DataFrame({"query": self.queries, **self.per_query})

    def _rows(self) -> list[tuple[str, float, float, float]]:
        intervals = self.intervals()
        return [(name, mean, *intervals[name]) for name, mean in self._mean.items()]

    def _means(self) -> Table:
        return Table(("measure", "mean", "95 % from", "to"), self._rows())

    def to_markdown(self) -> str:
        """Means and intervals as a table of Markdown."""
        return self._means().text("markdown")

    def to_latex(self) -> str:
        """Means and intervals as a table of LaTeX."""
        return self._means().text("latex")

    def plot(self, ax: Any = None, *, measure: str | None = None) -> Any:
        """Draws means with their intervals, or the values of all queries by one measure, with matplotlib.

        Returns
        -------
        matplotlib.axes.Axes
        """
        if measure is None:
            return _plot.intervals(ax, self._rows(), "mean and 95 % interval", self.conventions)
        name = self._name(measure)
        return _plot.differences(ax, self.per_query[name].tolist(), "queries, best first", name)

    def _report_title(self) -> str:
        return "Evaluation"

    def _add_to(self, document: _core.ReportDocument, name: str) -> None:
        document.add_section(name, ["; ".join([self.conventions, *self.remarks]) + "."])
        table = self._means()
        document.add_table("", "", list(table.columns), table.cells())
        values = [row.tolist() for row in self.per_query.values()]
        document.add_per_query("Values by query", "", self._core.query, self.measures, [(name, values)])

    def __repr__(self) -> str:
        width = max((len(name) for name in self.measures), default=0)
        lines = [f"{name:<{width}}  {mean:.4f}" for name, mean in self._mean.items()]
        return "\n".join([f"Evaluation ({self.conventions})", *lines])

    def _repr_html_(self) -> str:
        note = "; ".join([self.conventions, *self.remarks])
        return _html.table("Evaluation", *self._means(), note)


def evaluate(
    qrels: Any = None,
    run: Any = None,
    *,
    data: Dataset | None = None,
    scores: Any = None,
    model: Any = None,
    qid: Any = None,
    group: Any = None,
    measures: Any = DEFAULT_MEASURES,
    profile: str = "standard",
    ties: str | None = None,
    missing: str = "zero",
    condensed: bool = False,
    blank: str = "keep",
    truth: str = "graded",
    unjudged: str | None = None,
    define: Sequence[str] = (),
    seed: int = 1,
) -> Evaluation:
    """Computes evaluation measures for a ranking.

    Parameters
    ----------
    qrels, run : dict, frame, iterable of tuples, or path
        Judgements and a run: {query: {document: number}}; a frame with the columns qid, docno and label or score
        (or query_id, doc_id, relevance); ir_measures' named tuples; a TREC file. With `qid` or `group`: arrays, the
        label and the score of each row.
    data : Dataset, optional
        Labelled data, together with `scores` or `model`; instead of judgements and a run.
    scores : array, optional
        One number for each row of the data.
    model : Model, optional
        Or a fitted estimator of `podium.sklearn`.
    qid, group : array, optional
        The queries of arrays, see `Dataset`.
    measures : str or list
        As in `podium.list("measures")`; names of trec_eval, ir_measures and ranx also work. Functions (see
        `podium.Measure`) come after those with names.
    profile : str
        Conventions that differ between programs, see `podium.list("profiles")`.
    ties : {"input", "docid", "worst", "best", "expected"}, optional
        The order of documents with equal scores. Default: that of the profile.
    missing : {"zero", "skip", "error"}
        Judged queries that are missing from the run count as empty rankings, are left out, or are an error.
    condensed : bool
        Remove unjudged documents from the rankings.
    blank : {"keep", "skip"}
        Whether queries without a relevant document count.
    truth : str
        The form of the labels that measures use: "graded", "full", "topk:K" or "top-vs-rest:K".
    unjudged : str
        What to do with documents of the data whose label is below 0: "drop" (the default, with a warning), "lowest" or
        "label:V".
    define : list of str
        Further measures by formula: "name=formula".
    seed : int
        Seed of the order of equal labels, where `truth` needs an order.

    Returns
    -------
    Evaluation

    Examples
    --------
    >>> import podium
    >>> podium.evaluate({"q": {"a": 1, "b": 0}}, {"q": {"a": 0.3, "b": 0.7}}, measures="rr")["rr"]
    0.5
    >>> podium.evaluate([1, 0, 0, 1], [0.3, 0.7, 0.1, 0.9], qid=[1, 1, 2, 2], measures="rr").query_values("rr")
    {1: 0.5, 2: 1.0}
    """
    if missing not in ("zero", "skip", "error"):
        raise UsageError(f"missing: found {missing!r}, expected 'zero', 'skip' or 'error'")
    if blank not in ("keep", "skip"):
        raise UsageError(f"blank: found {blank!r}, expected 'keep' or 'skip'")
    named, own = split_measures(measures)
    plan = _core.MeasuringPlan(named, profile, ties or "", condensed, blank == "skip", list(define), own)
    if qid is not None or group is not None:
        if data is not None or model is not None or qrels is None:
            raise UsageError("evaluate: qid and group are for arrays: evaluate(y, scores, qid=qid)")
        data, scores = _rows_of(qrels, qid, group), run if scores is None else scores
        qrels = run = None
    if data is None:
        if qrels is None or run is None:
            raise UsageError("evaluate: expected qrels and run, or data with scores or a model")
        if _is_numbers(qrels):
            raise UsageError("evaluate: found an array of labels without queries; give qid= or group=")
        return _evaluate_run(*read_documents(qrels, "qrels"), run, plan, missing, truth, unjudged, seed)
    core = labelled(data, "evaluate")
    if run is not None:
        judged = _core.documents_of_data(core, data.labels)
        return _evaluate_run(judged, data._whole_ids, run, plan, missing, truth, unjudged, seed)
    if (scores is None) == (model is None):
        raise UsageError("evaluate: data needs either scores or a model")
    if scores is None:
        scores = fitted_model(model, "model").score(data)
    values = np.array(scores, np.float64, order="C")  # a copy: `explain` looks at it later
    if values.ndim != 1:
        raise UsageError(f"scores: found {values.ndim} dimensions, expected one number for each row")
    rule = unjudged_rule(unjudged, data)
    return Evaluation(
        _core.evaluate(core, values, plan, truth, rule, seed),
        explain=lambda query: _core.explain(core, values, plan, truth, rule, seed, query),
        whole_ids=data._whole_ids,
    )


def _rows_of(labels: Any, qid: Any, group: Any) -> Dataset:
    """Labels by row as data without features."""
    return Dataset(np.empty((len(labels), 0), np.float32), labels, qid=qid, group=group)


def _is_numbers(given: Any) -> bool:
    """Whether it is an array, a series or a list of numbers, and so neither a frame nor tuples."""
    first = given[0] if isinstance(given, (list, tuple)) and given else None
    return getattr(given, "ndim", 0) == 1 or isinstance(first, (int, float))


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _evaluate_run(
    qrels: _core.DocumentTable,
    whole_ids: bool,
    run: Any,
    plan: _core.MeasuringPlan,
    missing: str,
    truth: str,
    unjudged: str | None,
    seed: int,
) -> Evaluation:
    if unjudged not in (None, "drop"):
        raise UsageError("unjudged: is for data; what a run retrieves without a judgement is not relevant")
    complete = missing != "skip"
    joined = _core.JudgedRun(qrels, documents_of(run, "run"), complete, truth, seed)
    if missing == "error" and joined.queries_not_in_run:
        count = _counted(joined.queries_not_in_run, "judged query", "judged queries")
        raise UsageError(f"evaluate: the run lacks {count}")
    remarks = [in_python(remark) for remark in joined.remarks()]
    for remark in remarks if missing == "zero" else ():
        warn(remark)
    return Evaluation(joined.evaluate(plan), remarks, lambda query: joined.explain(plan, query), whole_ids)


def documents_of(given: Any, what: str) -> _core.DocumentTable:
    """Judgements or a run in any form as a table; `what` is "qrels" or "run"."""
    return read_documents(given, what)[0]


def read_documents(given: Any, what: str) -> tuple[_core.DocumentTable, bool]:
    """The table, and whether ids of queries are whole numbers."""
    if isinstance(given, _core.DocumentTable):
        return given, False
    if isinstance(given, (str, os.PathLike)):
        return _core.read_qrels(given) if what == "qrels" else _core.read_run(given), False
    if isinstance(given, dict):
        return _documents_of_dict(given)
    if is_frame(given):
        return _documents_of_frame(given, what)
    if isinstance(given, Mapping):
        return _documents_of_dict({query: dict(documents) for query, documents in given.items()})
    if isinstance(given, Iterable):
        return _documents_of_rows(given, what)
    raise UsageError(f"{what}: found {type(given).__name__}, expected a dictionary, a frame, tuples or a path")


def _documents_of_dict(queries: dict[Any, Any]) -> tuple[_core.DocumentTable, bool]:
    whole = bool(queries) and all(isinstance(query, (int, np.integer)) for query in queries)
    return _core.documents_of_dict(queries), whole


def _documents_of_rows(rows: Iterable[Any], what: str) -> tuple[_core.DocumentTable, bool]:
    """Rows (query, document, number, ...)."""
    queries: dict[Any, dict[Any, float]] = {}
    for row in rows:
        try:
            query, document, number = row[:3]
        except (TypeError, IndexError, ValueError):
            raise UsageError(f"{what}: found {row!r}, expected (query, document, number)") from None
        if document in queries.setdefault(query, {}):
            raise UsageError(f"query {query!r}: found document {document!r} twice, expected it once")
        queries[query][document] = number
    return _documents_of_dict(queries)


def _documents_of_frame(frame: Any, what: str) -> tuple[_core.DocumentTable, bool]:
    table = table_of(frame)
    names = table.names()
    found = []
    for choices in (QID_COLUMNS, DOCUMENT_COLUMNS, JUDGEMENT_COLUMNS if what == "qrels" else SCORE_COLUMNS):
        column = find_column(names, choices)
        if column is None:
            raise UsageError(f"{what}: found the columns {', '.join(names)}, expected one of {', '.join(choices)}")
        found.append(column)
    query, document, number = found
    whole = table.is_whole(query)
    if isinstance(table, ColumnTable):
        return _documents_of_rows(zip(table.texts(query), table.texts(document), table.numbers(number).tolist()), what)[0], whole
    return _core.documents_of_frame(table, query, document, number), whole
