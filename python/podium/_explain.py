"""Which features a model uses, how much they contribute, and why it ranks as it does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from . import _core, _html, _plot
from ._dataset import Dataset, labelled, unjudged_rule
from ._errors import Interrupted, UsageError
from ._learning import one_callback
from ._model import Model, fitted_model
from ._queries import id_text
from ._report import Reportable
from ._tables import Exports, Table
from ._threads import limited


class ModelExplanation(Reportable, Exports):
    """The result of `podium.explain`.

    Attributes
    ----------
    summary : list of str
        The main results, one sentence each.
    details : dict
        All numbers, as `podium explain --format json` prints them.

    Examples
    --------
    >>> import podium
    >>> data = podium.synth(queries=30, features=5)
    >>> found = podium.explain(podium.train("ranksvm", data))
    >>> found.details["kind"], sorted(found.to_pandas().columns)
    ('linear', ['feature', 'share', 'weight'])
    """

    def __init__(self, outcome: _core.ExplainOutcome) -> None:
        self._text = outcome.text
        self._page = outcome.page
        self.summary: list[str] = list(outcome.page.summary)
        self.details: dict[str, Any] = json.loads(outcome.json)

    def _table(self) -> Table:
        rows = next((part for part in self.details.values() if isinstance(part, list) and part), [])
        if not rows or not isinstance(rows[0], dict):
            raise UsageError("this explanation is not a table; see `details`")
        columns = [name for name in rows[0] if not isinstance(rows[0][name], (dict, list))]
        return Table(columns, [[row.get(name) for name in columns] for row in rows])

    def plot(self, ax: Any = None) -> Any:
        """Draws the first column of numbers as bars; returns the axes of matplotlib."""
        table = self._table()
        place = next(i for i, value in enumerate(table.rows[0]) if isinstance(value, float))
        values = {str(row[0]): float(row[place]) for row in table.rows if isinstance(row[place], float)}
        return _plot.bars(ax, values, table.columns[place])

    def _report_title(self) -> str:
        return self._page.title

    def _summary(self) -> list[str]:
        return self.summary

    def _add_to(self, document: _core.ReportDocument, name: str) -> None:
        document.append(self._page)

    def __repr__(self) -> str:
        sentences = [sentence for sentence in self.summary if sentence not in self._text]
        return "\n".join([*sentences, self._text]).rstrip("\n")

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.summary)
        try:
            return sentences + _html.table("", *self._table())
        except UsageError:
            return f"{sentences}<pre>{escape(self._text)}</pre>"


def explain(
    model: Model,
    data: Dataset | None = None,
    *,
    query: Any = None,
    document: Any = None,
    above: Any = None,
    tree: int | None = None,
    train: Dataset | None = None,
    vali: Dataset | None = None,
    top: int = 20,
    documents: int = 5,
    measure: str = "ndcg@10",
    profile: str = "standard",
    unjudged: str | None = None,
    define: Sequence[str] = (),
    repeats: int = 10,
    alpha: float = 0.05,
    orders: int = 16,
    seed: int = 1,
    callbacks: Iterable[Callable[[tuple[int, int]], Any]] = (),
    n_jobs: int | None = None,
) -> ModelExplanation:
    """Shows which features a model uses, how much they contribute, and why it ranks as it does: `podium explain`.

    Without data, it shows the weights of the features. With data, it shows by how much `measure` drops when a feature is
    shuffled within each query and, with `train`, when the model is trained again without it. With `query`, it shows the
    first documents side by side; with `document`, the score feature by feature; with `above`, why the document ranks
    above another one. With `tree`, it shows one tree of a model of kind "trees".

    Parameters
    ----------
    model : Model
        Or a fitted estimator of `podium.sklearn`.
    data : Dataset, optional
        The queries and documents to explain.
    query, document, above : optional
        Ids. If the data has no document ids, use the row number, from 1.
    tree : int, optional
        The number of a tree, from 1.
    train, vali : Dataset, optional
        The model's training and validation data, to train it again without each feature that is shown.
    top, documents : int
        How many features, and documents of a query, to show; 0 means all.
    measure, profile, unjudged, define
        The measure of a feature's contribution, see `podium.evaluate`.
    repeats : int
        Number of shuffles of each feature.
    alpha : float
        Intervals have the level 1 - alpha.
    orders : int
        Number of random orders of features used to attribute the scores of networks and re-rankings.
    seed : int
        Seed of shuffles and orders.
    callbacks : list of functions
        Called with (steps finished, steps in all). If one returns False, `podium.Interrupted` is raised.
    n_jobs : int, optional
        Maximum number of threads. The result does not depend on it.

    Returns
    -------
    ModelExplanation
        Its text is the output of the program; `report` and `show` make the page.

    Examples
    --------
    >>> import podium
    >>> data = podium.synth(queries=30, documents=8, features=4)
    >>> model = podium.train("ranksvm", data)
    >>> podium.explain(model, top=2)  # doctest: +ELLIPSIS
    weight: change of the score per unit of the prepared feature
    ...
    >>> why = podium.explain(model, data, query="1", document="q1-d1", above="q1-d2")
    >>> why.summary[0].split()[0]
    'q1-d1'
    """
    fitted = fitted_model(model, "explain")
    if data is not None and query is None and tree is None:
        labelled(data, "explain")  # for what features are worth
    if data is None and (query is not None or train is not None):
        raise UsageError("explain: query and train need data")
    if (document is not None and query is None) or (above is not None and document is None):
        raise UsageError("explain: above needs a document, and a document needs a query")
    if document is not None and document == above:
        raise UsageError("explain: document and above name the same document, expected two")
    request = _core.ExplainRequest()
    request.query, request.document, request.above = (
        "" if given is None else id_text(given) for given in (query, document, above)
    )
    request.documents, request.top, request.tree = documents, top, tree
    request.measure, request.profile, request.unjudged = measure, profile, unjudged_rule(unjudged, None if query is not None else data)
    request.repeats, request.alpha, request.orders, request.seed = repeats, alpha, orders, seed
    with limited(n_jobs):
        outcome = _core.explain_model(
            fitted._core, None if data is None else data._core, None if train is None else labelled(train, "train"),
            None if vali is None else labelled(vali, "vali"), request, list(define), one_callback(callbacks),
        )  # fmt: skip
    error: Any = outcome.take_error()
    if error is not None:
        raise error
    if outcome.ended:
        raise Interrupted("a callback ended the explanation")
    return ModelExplanation(outcome)
