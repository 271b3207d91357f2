"""Losses and measures that users write in Python, and the check of a loss by finite differences."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _html
from ._dataset import Dataset, labelled
from ._errors import UsageError

Loss = Callable[..., Any]
Numbers = npt.NDArray[np.float64]

STEPS = (1e-4, 1e-6)
"""Of finite differences. A kink or a change of ranks may lie within one step of the scores; hardly within both."""


class Measure:
    """A custom measure: a function of one ranked list.

    A plain function works wherever a measure is expected; the measure then has its name, and larger values are better.

    Parameters
    ----------
    function : callable
        `function(ranked, ideal)` gives the value of one query. `ranked` has the labels by rank, best score first,
        negative where a document is not judged; `ideal` has the labels of all judged documents, best first. None
        means that the measure is not defined for the query; the profile decides how such a query counts.
    name : str, optional
        Default: the name of the function.
    smaller_is_better : bool
        Whether smaller values are better.

    Examples
    --------
    >>> import podium
    >>> def first_is_good(ranked, ideal):
    ...     return float(ranked[0] > 0)
    >>> podium.evaluate({"q": {"a": 1, "b": 0}}, {"q": {"a": 0.3, "b": 0.7}}, measures=["rr", first_is_good])["first_is_good"]
    0.0
    """

    def __init__(
        self, function: Callable[[Numbers, Numbers], Any], name: str | None = None, *, smaller_is_better: bool = False
    ) -> None:
        if not callable(function):
            raise UsageError(f"measure: found {type(function).__name__}, expected a function")
        self.function = function
        self.name = str(getattr(function, "__name__", type(function).__name__) if name is None else name)
        self.smaller_is_better = smaller_is_better

    def __call__(self, ranked: Numbers, ideal: Numbers) -> Any:
        return self.function(ranked, ideal)

    def __repr__(self) -> str:
        return f"Measure({self.name!r})"


def measure_name(measure: Any) -> str:
    """The name of a measure that is a text, a function, or another package's object."""
    return as_measure(measure).name if is_own_measure(measure) else str(measure)


def is_own_measure(measure: Any) -> bool:
    """Whether it is a function of the user. Measures of ir_measures are objects that can be called, with other
    arguments: their text is their name."""
    return isinstance(measure, Measure) or (callable(measure) and not type(measure).__module__.startswith("ir_measures"))


def as_measure(measure: Any) -> Measure:
    return measure if isinstance(measure, Measure) else Measure(measure)


def measure_function(measure: Any) -> _core.MeasureFunction | None:
    """The function of a measure, for C++; None if it is a measure of the library."""
    if not is_own_measure(measure):
        return None
    own = as_measure(measure)
    return _core.MeasureFunction(own.function, own.name, own.smaller_is_better)


def split_measures(measures: Any) -> tuple[str, list[_core.MeasureFunction]]:
    """The measures that have names, as one text, and those that are functions."""
    if isinstance(measures, str) or is_own_measure(measures) or not isinstance(measures, Iterable):
        measures = [measures]
    listed = list(measures)
    functions = [measure_function(measure) for measure in listed]
    text = ",".join(str(measure) for measure, function in zip(listed, functions) if function is None)
    return text, [function for function in functions if function is not None]


def loss_function(loss: Any, whole_ids: bool) -> _core.LossFunction | None:
    """The function of a loss, for C++, which knows the ids of queries as texts."""
    if loss is None:
        return None
    if not callable(loss):
        raise UsageError(f"loss: found {type(loss).__name__}, expected a function of scores and labels")
    try:
        names = set(inspect.signature(loss).parameters)
    except (TypeError, ValueError):  # compiled functions may not say
        names = set()
    takes_query = "query" in names

    def with_number(*given: Any, query: str, **more: Any) -> Any:
        return loss(*given, query=int(query), **more)

    return _core.LossFunction(with_number if whole_ids and takes_query else loss, takes_query, "weight" in names)


class LossCheck:
    """The result of comparing a loss with finite differences; true if they agree.

    Attributes
    ----------
    problems : list of dict
        Each disagreement: `query`, `document` (its position in the query, from 0), `quantity` ("gradient" or
        "curvature"), what the loss `gave` and what was `expected`.
    gradient_error, curvature_error : float or None
        The largest difference, relative to the largest number of its query; None if not checked.
    calls : int
        The number of calls of the loss.

    Examples
    --------
    >>> import podium
    >>> def squares(scores, labels):
    ...     return ((scores - labels) ** 2).sum(), scores - labels  # the gradient lacks its factor 2
    >>> found = podium.check_loss(squares, podium.synth(queries=5, documents=4, features=3))
    >>> bool(found), found.problems[0]["quantity"]
    (False, 'gradient')
    """

    def __init__(
        self, problems: list[dict[str, Any]], gradient_error: float, curvature_error: float | None, calls: int
    ) -> None:
        self.problems = problems
        self.gradient_error = gradient_error
        self.curvature_error = curvature_error
        self.calls = calls

    def __bool__(self) -> bool:
        return not self.problems

    def _lines(self) -> list[str]:
        return [
            f"query {p['query']!r}, {p['quantity']}[{p['document']}]: the loss gave {p['gave']:.6g}, "
            f"expected {p['expected']:.6g} by differences" for p in self.problems
        ]  # fmt: skip

    def __repr__(self) -> str:
        if self:
            parts = [f"gradient to {self.gradient_error:.1e}"]
            if self.curvature_error is not None:
                parts.append(f"curvature to {self.curvature_error:.1e}")
            return f"LossCheck: finite differences agree ({', '.join(parts)})"
        lines = self._lines()
        more = [f"and {len(lines) - 5} more"] if len(lines) > 5 else []
        return "\n".join([f"LossCheck: {len(lines)} derivatives are wrong", *lines[:5], *more])

    def _repr_html_(self) -> str:
        rows = [(p["query"], f"{p['quantity']}[{p['document']}]", p["gave"], p["expected"]) for p in self.problems[:20]]
        title = "Loss: finite differences agree" if self else f"Loss: {len(self.problems)} derivatives are wrong"
        return _html.table(title, ("query", "derivative", "the loss", "differences"), rows)


def check_loss(
    loss: Loss,
    data: Dataset,
    *,
    queries: int = 10,
    documents: int = 20,
    curvature: str = "exact",
    tolerance: float = 1e-5,
    truth: str = "graded",
    unjudged: str = "drop",
    seed: int = 1,
) -> LossCheck:
    """Compares the gradient and the curvature of a loss with finite differences.

    Parameters
    ----------
    loss : callable
        As in `podium.train`.
    data : Dataset
        Labelled data. Scores are drawn at random, near 0 and farther away.
    queries, documents : int
        Maximum number of queries, and of documents of each query whose derivatives are checked.
    curvature : {"exact", "bound", "any"}
        What the loss returns: the second derivative for each score; numbers such that diag(curvature) bounds the matrix
        of second derivatives from above; or any numbers of 0 or more, which are not checked.
    tolerance : float
        Tolerance, relative to the largest number of the query.
    truth, unjudged, seed
        As in `podium.train`.

    Examples
    --------
    >>> import numpy as np, podium
    >>> data = podium.Dataset(np.zeros((3, 1), np.float32), [0, 1, 2], group=[3])
    >>> def squared(scores, labels):
    ...     return ((scores - labels) ** 2).sum(), scores - labels
    >>> podium.check_loss(squared, data).problems[0]["quantity"]  # a factor of 2 is missing
    'gradient'
    """
    if curvature not in ("exact", "bound", "any"):
        raise UsageError(f"curvature: found {curvature!r}, expected 'exact', 'bound' or 'any'")
    function = loss_function(loss, isinstance(data, Dataset) and data._whole_ids)
    if function is None:
        raise UsageError("loss: found None, expected a function of scores and labels")
    random = np.random.default_rng(seed)
    check = _Check(documents, curvature, tolerance)
    for query, labels, weight in _some_queries(data, queries, truth, unjudged, seed):
        for scale in (0.1, 2.0):
            scores = scale * random.standard_normal(len(labels))
            check.compare(_QueryLoss(function, query, labels, weight), scores, random)
    return LossCheck(check.problems, check.gradient_error, check.curvature_error, check.calls)


def _some_queries(
    data: Dataset, count: int, truth: str, unjudged: str, seed: int
) -> list[tuple[str, Numbers, Numbers | None]]:
    """Id, labels and weights of a few queries, as a loss sees them."""
    whole = labelled(data, "check_loss")
    useful = np.flatnonzero(np.bincount(whole.query_of_row(), minlength=data.query_count) > 1)
    if not len(useful):
        raise UsageError("check_loss: found no query of two documents or more, expected one")
    chosen = useful[np.unique(np.linspace(0, len(useful) - 1, min(count, len(useful))).astype(int))]
    core = whole.subset(chosen.tolist()).with_unjudged_rule(unjudged).with_setting(truth, seed)
    query_of_row, labels, weights = core.query_of_row(), core.labels(), core.row_weights()
    found: list[tuple[str, Numbers, Numbers | None]] = []
    for number, query in enumerate(core.query_ids()):
        own = query_of_row == number
        found.append((query, labels[own], weights[own].astype(np.float64) if len(weights) else None))
    return found


class _QueryLoss:
    """The loss of one query at any scores."""

    def __init__(self, function: _core.LossFunction, query: str, labels: Numbers, weight: Numbers | None) -> None:
        self.function = function
        self.query = query
        self.labels = np.ascontiguousarray(labels)
        self.weight = weight
        self.calls = 0

    def __call__(self, scores: Numbers) -> tuple[float, Numbers, Numbers | None]:
        self.calls += 1
        value, gradient, curvature = self.function.value(scores, self.labels, self.weight, self.query)
        return value, gradient, curvature

    def differences(self, scores: Numbers, document: int, step: float) -> tuple[float, Numbers, float]:
        """The differences of value and gradient along one score, and the size of the values."""
        above, below = scores.copy(), scores.copy()
        above[document] += step
        below[document] -= step
        high, low = self(above), self(below)
        width = above[document] - below[document]
        return (high[0] - low[0]) / width, (high[1] - low[1]) / width, max(abs(high[0]), abs(low[0]))


class _Check:
    """Collects what is wrong."""

    def __init__(self, documents: int, curvature: str, tolerance: float) -> None:
        self.documents = documents
        self.curvature = curvature
        self.tolerance = tolerance
        self.problems: list[dict[str, Any]] = []
        self.gradient_error = 0.0
        self.curvature_error: float | None = None
        self.calls = 0

    def compare(self, loss: _QueryLoss, scores: Numbers, random: np.random.Generator) -> None:
        """Compares the derivatives at some scores of one query."""
        _, gradient, curvature = loss(scores)
        chosen = random.permutation(len(scores))[: self.documents]
        chosen.sort()
        columns = []
        for document in chosen:
            found = [loss.differences(scores, document, step) for step in STEPS]
            noise = [8 * np.finfo(float).eps * size / step for (_, _, size), step in zip(found, STEPS)]
            self._note(loss, "gradient", document, gradient, [slope for slope, _, _ in found], noise)
            second = [slopes for _, slopes, _ in found]
            scale = float(np.abs(gradient).max())
            noise = [8 * np.finfo(float).eps * scale / step for step in STEPS]
            if curvature is not None and self.curvature == "exact":
                self._note(loss, "curvature", document, curvature, [slopes[document] for slopes in second], noise)
            columns.append(second[0])
        if curvature is not None and self.curvature == "bound":
            self._note_bound(loss, chosen, curvature, np.array(columns)[:, chosen])
        self.calls += loss.calls

    def _note(
        self, loss: _QueryLoss, quantity: str, document: int, given: Numbers, slopes: list[Any], noise: list[Any]
    ) -> None:
        scale = max(float(np.abs(given).max()), *(abs(float(slope)) for slope in slopes), 1e-12)
        gaps = [abs(float(slope) - given[document]) for slope in slopes]
        best = min(range(len(gaps)), key=lambda i: gaps[i] - noise[i])
        share = gaps[best] / scale
        if quantity == "gradient":
            self.gradient_error = max(self.gradient_error, share)
        else:
            self.curvature_error = max(self.curvature_error or 0.0, share)
        if gaps[best] > self.tolerance * scale + noise[best]:
            self.problems.append({"query": loss.query, "document": int(document), "quantity": quantity,
                                  "gave": float(given[document]), "expected": float(slopes[best])})  # fmt: skip

    def _note_bound(self, loss: _QueryLoss, chosen: Any, given: Numbers, second: Numbers) -> None:
        """A matrix that bounds another also bounds each part of it along the diagonal."""
        rest = np.diag(given[chosen]) - (second + second.T) / 2
        smallest, direction = (part[..., 0] for part in np.linalg.eigh(rest))
        scale = max(float(np.abs(second).max()), float(given.max()), 1e-12)
        self.curvature_error = max(self.curvature_error or 0.0, max(0.0, -float(smallest)) / scale)
        if smallest < -self.tolerance * scale * len(chosen):
            worst = int(np.argmax(np.abs(direction)))
            self.problems.append({"query": loss.query, "document": int(chosen[worst]), "quantity": "curvature",
                                  "gave": float(given[chosen[worst]]),
                                  "expected": float(given[chosen[worst]] - smallest)})  # fmt: skip
