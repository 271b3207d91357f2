"""Training: once, with options chosen by the data, and in a cross-validation."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _html, _plot
from ._dataset import Dataset, labelled
from ._errors import Interrupted, UsageError
from ._evaluate import DEFAULT_MEASURES, Evaluation
from ._history import History
from ._learning import Learning, LearningFlags, one_callback, takes_learning
from ._model import Model, fitted_model
from ._options import grid_text
from ._own import check_loss, measure_name, split_measures
from ._report import Reportable
from ._tables import Exports, Table
from ._threads import limited

if TYPE_CHECKING:
    from typing_extensions import Unpack

Callback = Callable[[_core.Progress], Any]


@takes_learning
def train(
    algorithm: str,
    data: Dataset,
    *,
    vali: Dataset | None = None,
    check: bool = False,
    start: Model | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 20.0,
    resume: bool = False,
    callbacks: Iterable[Callback] = (),
    every: float = 0.05,
    on_interrupt: str = "raise",
    **learning: Unpack[LearningFlags],
) -> Model:
    """Trains one model with the given options: `podium train ALGORITHM --tune none`.

    Parameters
    ----------
    algorithm : str
        A name of `podium.list("algorithms")`.
    data : Dataset
        Training data.
    vali : Dataset, optional
        Validation data. The model is the iteration that is best on it.
    check : bool
        First compare the derivatives of `loss` with finite differences, see `podium.check_loss`.
    start : Model, optional
        A model to start from.
    checkpoint, checkpoint_seconds, resume
        A file that stores the state of the training every so many seconds, and whether to continue from it.
    callbacks : list of functions
        Called with a `podium.Progress`. If one returns False, the training ends.
    every : float
        Minimum number of seconds between two calls; 0 means after every iteration.
    on_interrupt : {"raise", "keep"}
        After Ctrl-C: raise `podium.Interrupted`, which holds the best model so far, or return that model.
    options : dict, optional
        Options of the algorithm, see `podium.list("options", algorithm)`.
    loss : callable or str, optional
        A function that replaces the loss of the algorithm: `loss(scores, labels)` returns (value, gradient) or
        (value, gradient, curvature) for one query. If it has a parameter `query`, it gets the id of the query; a
        parameter `weight` gets the weights of the documents. A text sets the option `loss`.
    truth : str
        What the algorithm learns from the labels: "graded", "full", "topk:K" or "top-vs-rest:K".
    unjudged : str
        What to do with documents whose label is below 0: "drop" (the default, with a warning), "lowest" or "label:V".
    fill, normalise, categorical
        How to fill missing values, how to scale features, and which features are codes of categories. The model
        stores all three. "auto" scales features for linear models and networks, None never does.
    metric, profile, ties
        The measure on validation data, by name or as a function (see `podium.Measure`), and its conventions.
    define : list of str
        Further measures by formula: "name=formula".
    seed : int
        Seed of all random numbers.
    allow_empty : bool
        Accept a model that gives all documents of a query the same score. By default it is an error.
    n_jobs : int, optional
        Maximum number of threads. The result does not depend on it.

    Returns
    -------
    Model
        The file of the model has the same bytes as the program's for the same data, options and seed. Its `history`
        has the objective and the validation measure of each iteration.

    Examples
    --------
    >>> import podium
    >>> data, vali = podium.synth(queries=60), podium.synth(queries=20, seed=2)
    >>> model = podium.train("lambdamart", data, vali=vali, options={"rounds": 20})
    >>> model
    Model('lambdamart', kind='trees', features=30)
    """
    if on_interrupt not in ("raise", "keep"):
        raise UsageError(f"on_interrupt: found {on_interrupt!r}, expected 'raise' or 'keep'")
    how = Learning.of("train", learning)
    if check and callable(how.loss):
        found = check_loss(how.loss, data, truth=how.truth, unjudged=how.unjudged or "drop", seed=how.seed)
        if not found:
            raise UsageError(f"loss: {found!r}")
    outcome = run_training(
        algorithm, data, how, vali=vali, start=start, checkpoint=checkpoint, checkpoint_seconds=checkpoint_seconds,
        resume=resume, callbacks=callbacks, every=every,
    )  # fmt: skip
    model = Model(outcome.model, History(outcome, measure_name(how.metric)))
    error: Any = outcome.take_error()
    if error is not None:
        if not isinstance(error, KeyboardInterrupt):
            raise error
        if on_interrupt == "raise":
            iterations = outcome.summary()["iterations"]
            message = f"interrupted after iteration {iterations}; the exception's `model` is the best so far"
            raise Interrupted(message, model) from error
    return model


def run_training(
    algorithm: str,
    data: Dataset,
    how: Learning,
    *,
    vali: Dataset | None,
    start: Model | None,
    checkpoint: str | os.PathLike[str] | None,
    checkpoint_seconds: float = 20.0,
    resume: bool,
    callbacks: Iterable[Callback],
    every: float,
) -> _core.TrainingOutcome:
    """Trains, and returns the model with the record of the training."""
    pairs = data._preferences if isinstance(data, Dataset) else None
    core = labelled(data, "train") if pairs is None else data._core
    if resume and checkpoint is None:
        raise UsageError("resume: there is no checkpoint to go on from; give checkpoint=")
    with limited(how.n_jobs):
        outcome = _core.train(
            algorithm, *how.arguments(data, vali), core, None if vali is None else labelled(vali, "vali"), pairs,
            None if start is None else fitted_model(start, "start")._core, one_callback(callbacks), every, checkpoint,
            checkpoint_seconds, resume,
        )  # fmt: skip
    how.check(outcome)
    return outcome


class Tuning(Reportable, Exports):
    """Options chosen by the data, and the model trained with them.

    Attributes
    ----------
    model : Model
        A mixture of the points' models, weighted by their values.
    points : list of dict
        What was tried: algorithm, options, the value on held-out queries, the weight in the model.
    trainings : int
        The number of models that were trained.
    metric : str
        The measure of these values.

    Examples
    --------
    >>> import podium
    >>> found = podium.tune("ranksvm", podium.synth(queries=30), grid={"c": [0.01, 1]})
    >>> found.to_pandas()["options"].tolist()
    ['c=0.01', 'c=1']
    """

    def __init__(self, model: Model, points: list[dict[str, Any]], trainings: int, metric: str) -> None:
        self.model = model
        self.points = points
        self.trainings = trainings
        self.metric = metric

    @property
    def best(self) -> dict[str, Any]:
        """The point with the largest weight."""
        return max(self.points, key=lambda point: float(point["weight"]))

    def __repr__(self) -> str:
        return f"Tuning(points={len(self.points)}, trainings={self.trainings}, model={self.model!r})"

    def _table(self) -> Table:
        rows = [(p["algorithm"], _options_line(p["options"]), p["value"], p["weight"]) for p in self.points]
        return Table(("algorithm", "options", self.metric, "weight"), rows)

    def plot(self, ax: Any = None) -> Any:
        """Draws the value of each point with matplotlib; returns the axes."""
        values = {f"{algorithm} {options}".strip(): value for algorithm, options, value, _ in self._table().rows}
        return _plot.bars(ax, values, self.metric)

    def _report_title(self) -> str:
        return "Options chosen by the data"

    def _add_to(self, document: _core.ReportDocument, name: str) -> None:
        table = self._table()
        document.add_section(name, [f"{self.trainings} models were trained."])
        document.add_table("Points", "", list(table.columns), table.cells())
        self.model._add_to(document, "The model")

    def _repr_html_(self) -> str:
        return _html.table("Options chosen by the data", *self._table())


def _grid_text(grid: Mapping[str, Iterable[Any]] | None) -> list[tuple[str, list[str]]]:
    for name, values in (grid or {}).items():
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise UsageError(f"grid: found {values!r} for {name!r}, expected a list of values")
    return grid_text(grid or {})


def _options_line(options: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


@takes_learning
def tune(
    algorithm: str,
    data: Dataset,
    *,
    vali: Dataset | None = None,
    grid: Mapping[str, Iterable[Any]] | None = None,
    rule: str | None = None,
    refit_with_vali: bool = False,
    baseline: str = "",
    callbacks: Iterable[Callable[[tuple[int, int]], Any]] = (),
    **learning: Unpack[LearningFlags],
) -> Tuning:
    """Chooses options by the data and trains with them: `podium train ALGORITHM`.

    Parameters
    ----------
    algorithm : str
        A name of `podium.list("algorithms")`, or "auto" to choose among a few of them.
    grid : dict, optional
        Values of options to choose from. Default: those that matter for the algorithm.
    rule : {"inner", "split"}, optional
        Choose by five-fold cross-validation of the training data, or on the validation data. Default: "split" if there
        is validation data.
    refit_with_vali : bool
        Also train on the validation data: when it has chosen the options, or with "inner" as part of the training data.
    baseline : str
        The feature, by name or number, that holds the existing ranking; "best-feature" for the best single feature.
    callbacks : list of functions
        Called with (trainings finished, trainings in all). If one returns False, `podium.Interrupted` is raised.
    **others
        As in `podium.train`.

    Returns
    -------
    Tuning

    Examples
    --------
    >>> import podium
    >>> found = podium.tune("ranksvm", podium.synth(queries=30), grid={"c": [0.01, 1]})
    >>> len(found.points), found.model.kind
    (2, 'linear')
    """
    rule = rule or ("inner" if vali is None else "split")
    if rule not in ("inner", "split"):
        raise UsageError(f"rule: found {rule!r}, expected 'inner' or 'split'")
    if refit_with_vali and vali is None:
        raise UsageError("refit_with_vali: there is no validation data; give vali=")
    if rule == "inner" and vali is not None and not refit_with_vali:
        raise UsageError("rule: 'inner' does not look at validation data; refit_with_vali=True adds it to the training data")
    how = Learning.of("tune", learning)
    with limited(how.n_jobs):
        outcome = _core.tune(
            algorithm, *how.arguments(data, vali), labelled(data, "tune"), None if vali is None else labelled(vali, "vali"),
            _grid_text(grid), rule == "split", refit_with_vali, baseline, one_callback(callbacks),
        )  # fmt: skip
    error: Any = outcome.take_error()
    if error is not None:
        raise error
    if outcome.model is None:
        raise Interrupted("a callback ended the choice of options")
    how.check(outcome)
    names = ("algorithm", "options", "is_baseline", "value", "weight")
    points = [dict(zip(names, point)) for point in outcome.points()]
    return Tuning(Model(outcome.model), points, outcome.trainings, measure_name(how.metric))


class Crossval(Reportable, Exports):
    """A cross-validation: on each fold, options are chosen on validation data and the model is measured on test data.

    Attributes
    ----------
    folds : list of dict
        For each fold: the chosen `options`, all `cells` (options, validation value), the evaluations `vali` and
        `test`, and the `seconds`.

    Examples
    --------
    >>> import podium
    >>> found = podium.crossval("regression", podium.synth(queries=30), folds=3, measures="ndcg@10")
    >>> found.to_pandas().shape
    (4, 3)
    """

    def __init__(self, algorithm: str, folds: list[dict[str, Any]]) -> None:
        self.algorithm = algorithm
        self.folds = folds

    @property
    def mean(self) -> dict[str, float]:
        """The mean over folds of each measure on test data."""
        first: Evaluation = self.folds[0]["test"]
        return {m: sum(fold["test"][m] for fold in self.folds) / len(self.folds) for m in first.measures}

    @property
    def per_query(self) -> dict[str, dict[Any, float]]:
        """The test values of all queries, by measure: what `podium.compare` takes."""
        first: Evaluation = self.folds[0]["test"]
        return {measure: self.query_values(measure) for measure in first.measures}

    def query_values(self, measure: str) -> dict[Any, float]:
        """The test value of each query."""
        values: dict[Any, float] = {}
        for fold in self.folds:
            values |= fold["test"].query_values(measure)
        return values

    def __repr__(self) -> str:
        means = ", ".join(f"{measure} {value:.4f}" for measure, value in self.mean.items())
        return f"Crossval({self.algorithm!r}, folds={len(self.folds)}, {means})"

    def _table(self) -> Table:
        """A row for each fold and one for the mean."""
        mean = self.mean
        rows = [
            (str(i + 1), _options_line(fold["options"]), *(fold["test"][measure] for measure in mean))
            for i, fold in enumerate(self.folds)
        ]
        return Table(("fold", "options", *mean), [*rows, ("mean", "", *mean.values())])

    def plot(self, ax: Any = None) -> Any:
        """Draws each measure on the test data of each fold with matplotlib; returns the axes."""
        curves = {measure: [float(fold["test"][measure]) for fold in self.folds] for measure in self.mean}
        ax = _plot.lines(ax, curves, "fold", "mean on test data")
        ax.set_xticks(range(1, len(self.folds) + 1))
        return ax

    def _report_title(self) -> str:
        return f"Cross-validation of {self.algorithm}"

    def _add_to(self, document: _core.ReportDocument, name: str) -> None:
        table, per_query = self._table(), self.per_query
        document.add_section(name, [])
        document.add_table("Test data", "", list(table.columns), table.cells())
        queries = list(next(iter(per_query.values())))
        values = [[values[query] for query in queries] for values in per_query.values()]
        document.add_per_query("Values by query", "", [str(query) for query in queries], list(per_query), [(self.algorithm, values)])

    def _repr_html_(self) -> str:
        return _html.table(self._report_title(), *self._table())


@takes_learning
def crossval(
    algorithm: str,
    data: Dataset | Sequence[tuple[Dataset, Dataset, Dataset]] | str | os.PathLike[str],
    *,
    grid: Mapping[str, Iterable[Any]] | None = None,
    folds: int = 5,
    measures: Any = DEFAULT_MEASURES,
    callbacks: Iterable[Callable[[tuple[int, int]], Any]] = (),
    **learning: Unpack[LearningFlags],
) -> Crossval:
    """Cross-validates an algorithm: `podium crossval ALGORITHM --tune none`.

    Parameters
    ----------
    data : Dataset, list of (train, vali, test), or path
        A single data set is split into `folds` parts as in the program; a path is a folder with the layout of LETOR.
    grid : dict, optional
        Values of options; on each fold, the combination with the best `metric` on validation data is chosen.
    folds : int
        Number of parts of a single data set.
    measures : str or list
        Measures on test data, by name or as functions, see `podium.Measure`.
    callbacks : list of functions
        Called with (parts finished, parts in all). If one returns False, `podium.Interrupted` is raised.
    **others
        As in `podium.train`.

    Returns
    -------
    Crossval

    Examples
    --------
    >>> import podium
    >>> found = podium.crossval("ranksvm", podium.synth(queries=30), grid={"c": [0.01, 1]}, folds=3, measures="ndcg@10")
    >>> len(found.folds), list(found.mean)
    (3, ['ndcg@10'])
    """
    how = Learning.of("crossval", learning)
    with limited(how.n_jobs):
        outcome = _core.crossval(
            algorithm, *how.arguments(data), _fold_data(data, folds, how.seed), _grid_text(grid), *split_measures(measures),
            one_callback(callbacks),
        )  # fmt: skip
    error: Any = outcome.take_error()
    if error is not None:
        raise error
    rows = outcome.folds()
    if not rows:
        raise Interrupted("a callback ended the cross-validation")
    whole_ids = isinstance(data, Dataset) and data._whole_ids
    for number, row in enumerate(rows, 1):
        if row.pop("ranks_nothing"):
            how.refuse_empty(f"fold {number}: the model")
        row["options"] = row["cells"][row["best"]][0]
        row["vali"] = Evaluation(row["vali"], whole_ids=whole_ids)
        row["test"] = Evaluation(row["test"], whole_ids=whole_ids)
    return Crossval(algorithm, rows)


def _fold_data(data: Any, folds: int, seed: int) -> list[tuple[_core.Dataset, _core.Dataset, _core.Dataset]]:
    if isinstance(data, Dataset):
        core = labelled(data, "crossval")
        lists = _core.rotated_folds(core.query_count, folds, seed)
        return [(core.subset(train), core.subset(vali), core.subset(test)) for train, vali, test in lists]
    if isinstance(data, (str, os.PathLike)):
        read_parts = []
        for name, *paths in _core.fold_files(data):
            if None in paths:
                raise UsageError(f"fold {name!r} has no validation file; options are selected on validation data")
            train_data, vali_data, test_data = (_core.read(path, {}, True)[0] for path in paths if path is not None)
            read_parts.append((train_data, vali_data, test_data))
        return read_parts
    try:
        parts = [(train, vali, test) for train, vali, test in data]
    except (TypeError, ValueError):
        found = type(data).__name__
        raise UsageError(f"crossval: found {found}, expected a Dataset, a list of (train, vali, test), or a path") from None
    return [(labelled(a, "crossval"), labelled(b, "crossval"), labelled(c, "crossval")) for a, b, c in parts]


class Folds:
    """Folds of queries as in LETOR: contiguous parts, each of which is validation and test data once.

    Also a splitter for scikit-learn: `GridSearchCV(..., cv=Folds(5))` with `groups=qid`.

    Parameters
    ----------
    n_splits : int
        Number of parts, three or more.

    Examples
    --------
    >>> import numpy as np, podium
    >>> qid = np.repeat([1, 2, 3, 4, 5, 6], 2)
    >>> [sorted(set(qid[test].tolist())) for _, test in podium.Folds(3).split(qid, groups=qid)]
    [[5, 6], [1, 2], [3, 4]]
    """

    def __init__(self, n_splits: int = 5) -> None:
        self.n_splits = n_splits

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds."""
        return self.n_splits

    def get_metadata_routing(self) -> Any:
        """For scikit-learn: `groups` of a search are for `split`."""
        from sklearn.utils.metadata_routing import MetadataRequest  # type: ignore[import-not-found,import-untyped,unused-ignore]

        request = MetadataRequest(owner=self)
        request.split.add_request(param="groups", alias=True)
        return request

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterable[tuple[Any, Any]]:
        """The rows of train and test of each fold; `groups` is the query of each row."""
        if groups is None:
            raise UsageError("groups: expected the query of each row, so that no query is in two parts")
        ids = np.asarray(groups)
        _, first, inverse = np.unique(ids, return_index=True, return_inverse=True)
        place = np.empty(len(first), int)
        place[np.argsort(first, kind="stable")] = np.arange(len(first))
        query = place[inverse]
        for train_queries, vali_queries, test_queries in _core.rotated_folds(len(first), self.n_splits, None):
            known = np.isin(query, [*train_queries, *vali_queries])
            yield np.flatnonzero(known), np.flatnonzero(np.isin(query, test_queries))
