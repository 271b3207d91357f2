"""Training: once, with options chosen by the data, and in a cross-validation."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from . import _core, _html, _plot
from ._dataset import Dataset, labelled, unjudged_rule
from ._errors import Interrupted, UsageError
from ._evaluate import Evaluation
from ._history import History
from ._model import Model, fitted_model
from ._options import grid_text, option_text, options_text
from ._own import Loss, check_loss, loss_function, measure_function, measure_name, split_measures
from ._report import Reportable
from ._tables import Exports, Table
from ._threads import limited

Callback = Callable[[_core.Progress], Any]


def train(
    algorithm: str,
    data: Dataset,
    *,
    vali: Dataset | None = None,
    options: Mapping[str, Any] | None = None,
    loss: Loss | str | None = None,
    check: bool = False,
    truth: str = "graded",
    unjudged: str | None = None,
    fill: str = "auto",
    normalise: str | None = None,
    categorical: Sequence[str] = (),
    metric: Any = "ndcg@10",
    profile: str = "standard",
    ties: str | None = None,
    define: Sequence[str] = (),
    seed: int = 1,
    start: Model | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 20.0,
    resume: bool = False,
    callbacks: Iterable[Callback] = (),
    every: float = 0.05,
    on_interrupt: str = "raise",
    n_jobs: int | None = None,
) -> Model:
    """Trains a model, once, with the options as they are: `podium train ALGORITHM --tune none`.

    Parameters
    ----------
    algorithm : str
        A name of `podium.list("algorithms")`.
    data : Dataset
        Training data.
    vali : Dataset, optional
        Validation data, by which the best iteration is chosen.
    options : dict, optional
        Options of the algorithm, see `podium.list("options", algorithm)`.
    loss : callable or str, optional
        A loss of one's own, which the algorithm minimises instead of its own: `loss(scores, labels)` gives (value,
        gradient) or (value, gradient, curvature) of one query. A parameter `query` gets the id of the query, a
        parameter `weight` the weights of the documents. A text is the option `loss`.
    check : bool
        Compare the derivatives of `loss` with finite differences first, see `podium.check_loss`.
    truth : str
        What the algorithm learns from the labels: "graded", "full", "topk:K" or "top-vs-rest:K".
    unjudged : str
        Documents with a label below 0: "drop" (default, with a warning), "lowest" or "label:V".
    fill, normalise, categorical
        How missing values are filled, how features are scaled, and which features are codes of categories. All
        of it becomes a part of the model.
    metric, profile, ties, define
        The measure on validation data, by name or a function, see `podium.Measure`; its conventions; and measures of
        one's own ("name=formula").
    seed : int
        Of all random numbers.
    start : Model, optional
        A model to start from.
    checkpoint, checkpoint_seconds, resume
        A file from which an interrupted training goes on.
    callbacks : list of functions
        Called with a `podium.Progress`; one that returns False ends the training.
    every : float
        Seconds between two calls at least; 0: after every iteration.
    on_interrupt : {"raise", "keep"}
        After Ctrl-C: raise `podium.Interrupted`, which has the best model so far, or return that model.
    n_jobs : int, optional
        Threads at most; the result does not depend on it.

    Returns
    -------
    Model
        The same bytes as the program's for the same data, options and seed. `history` tells how training went.

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
    if check and callable(loss):
        found = check_loss(loss, data, truth=truth, unjudged=unjudged or "drop", seed=seed)
        if not found:
            raise UsageError(f"loss: {found!r}")
    outcome = run_training(
        algorithm, data, vali=vali, options=options, loss=loss, metric=metric, define=define, start=start,
        checkpoint=checkpoint, checkpoint_seconds=checkpoint_seconds, resume=resume, callbacks=callbacks,
        every=every, n_jobs=n_jobs,
        flags=flags_text(truth=truth, unjudged=unjudged_rule(unjudged, data, vali), fill=fill, normalise=normalise,
                         categorical=categorical, profile=profile, ties=ties, seed=seed),
    )  # fmt: skip
    model = Model(outcome.model, History(outcome, measure_name(metric)))
    error: Any = outcome.take_error()
    if error is not None:
        if not isinstance(error, KeyboardInterrupt):
            raise error
        if on_interrupt == "raise":
            iterations = outcome.summary()["iterations"]
            message = f"interrupted after iteration {iterations}; the exception's `model` is the best so far"
            raise Interrupted(message, model) from error
    return model


def flags_text(*, normalise: str | None, categorical: Sequence[str], ties: str | None, **flags: Any) -> dict[str, str]:
    """The flags that prepare data and choose models, as text."""
    text = {name: option_text(value) for name, value in flags.items()}
    return text | {"normalise": normalise or "none", "categorical": ",".join(categorical), "ties": ties or ""}


def metric_text(metric: Any) -> dict[str, str]:
    """The flag of a metric that is no function."""
    return {} if measure_function(metric) is not None else {"metric": str(metric)}


def _with_named_loss(
    options: Mapping[str, Any] | None, loss: Any, data: Any
) -> tuple[dict[str, str], _core.LossFunction | None]:
    """The options, among them a loss that is a text, and a loss that is a function."""
    if isinstance(loss, str):
        return options_text({"loss": loss, **(options or {})}), None
    return options_text(options), loss_function(loss, isinstance(data, Dataset) and data._whole_ids)


def run_training(
    algorithm: str,
    data: Dataset,
    *,
    vali: Dataset | None,
    options: Mapping[str, Any] | None,
    loss: Any,
    metric: Any,
    flags: Mapping[str, str],
    define: Sequence[str],
    start: Model | None,
    checkpoint: str | os.PathLike[str] | None,
    checkpoint_seconds: float,
    resume: bool,
    callbacks: Iterable[Callback],
    every: float,
    n_jobs: int | None,
) -> _core.TrainingOutcome:
    """What `train` does, with all that is known of it afterwards."""
    pairs = data._preferences if isinstance(data, Dataset) else None
    core = labelled(data, "train") if pairs is None else data._core
    if resume and checkpoint is None:
        raise UsageError("resume: there is no checkpoint to go on from; give checkpoint=")
    text, function = _with_named_loss(options, loss, data)
    with limited(n_jobs):
        return _core.train(
            algorithm, text, core, None if vali is None else labelled(vali, "vali"), {**flags, **metric_text(metric)},
            list(define), function, measure_function(metric), pairs,
            None if start is None else fitted_model(start, "start")._core, _together(callbacks), every, checkpoint,
            checkpoint_seconds, resume,
        )  # fmt: skip


def _together(callbacks: Any) -> Callable[..., Any] | None:
    """One function that calls all; False if one of them returns False."""
    functions: list[Callable[..., Any]] = [callbacks] if callable(callbacks) else list(callbacks)
    for function in functions:
        if not callable(function):
            raise UsageError(f"callbacks: found {type(function).__name__}, expected functions")
    if not functions:
        return None

    def call(progress: Any) -> bool:
        # Comparisons of NumPy's numbers give its own truth values.
        answers = [function(progress) for function in functions]
        return not any(isinstance(answer, (bool, np.bool_)) and not answer for answer in answers)

    return call


class Tuning(Reportable, Exports):
    """Options that were chosen by the data, and the model that was trained with them.

    Attributes
    ----------
    model : Model
        A mixture of the points' models, weighted by their values.
    points : list of dict
        What was tried: algorithm, options, the value on held-out queries, the weight in the model.
    trainings : int
        How many models were trained.
    metric : str
        What the values are.

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


def tune(
    algorithm: str,
    data: Dataset,
    *,
    vali: Dataset | None = None,
    grid: Mapping[str, Iterable[Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    loss: Loss | str | None = None,
    rule: str = "inner",
    baseline: str = "",
    truth: str = "graded",
    unjudged: str | None = None,
    fill: str = "auto",
    normalise: str | None = None,
    categorical: Sequence[str] = (),
    metric: Any = "ndcg@10",
    profile: str = "standard",
    ties: str | None = None,
    define: Sequence[str] = (),
    seed: int = 1,
    callbacks: Iterable[Callable[[tuple[int, int]], Any]] = (),
    n_jobs: int | None = None,
) -> Tuning:
    """Trains with options that the data chooses: what `podium train ALGORITHM` does.

    Parameters
    ----------
    algorithm : str
        A name of `podium.list("algorithms")`, or "auto" for the best of a few.
    grid : dict, optional
        Values of options to choose from. Default: those that matter for the algorithm.
    rule : {"inner", "split"}
        Choose on five parts of all data that take turns, or on the validation data alone.
    baseline : str
        A feature, by name or number, that is the existing ranking; "best-feature" for the best single one.
    callbacks : list of functions
        Called with (trainings done, trainings in all); one that returns False ends the choice.
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
    if rule not in ("inner", "split"):
        raise UsageError(f"rule: found {rule!r}, expected 'inner' or 'split'")
    text, function = _with_named_loss(options, loss, data)
    with limited(n_jobs):
        outcome = _core.tune(
            algorithm, text, _grid_text(grid), labelled(data, "tune"),
            None if vali is None else labelled(vali, "vali"),
            rule == "split", baseline,
            flags_text(truth=truth, unjudged=unjudged_rule(unjudged, data, vali), fill=fill, normalise=normalise, categorical=categorical,
                       profile=profile, ties=ties, seed=seed) | metric_text(metric),
            list(define), function, measure_function(metric), _together(callbacks),
        )  # fmt: skip
    error: Any = outcome.take_error()
    if error is not None:
        raise error
    if outcome.model is None:
        raise Interrupted("a callback ended the choice of options")
    names = ("algorithm", "options", "is_baseline", "value", "weight")
    points = [dict(zip(names, point)) for point in outcome.points()]
    return Tuning(Model(outcome.model), points, outcome.trainings, measure_name(metric))


class Crossval(Reportable, Exports):
    """A cross-validation: on each fold, options are chosen on validation data and measured on test data.

    Attributes
    ----------
    folds : list of dict
        For each fold the chosen `options`, all `cells` (options, validation value), `vali` and `test`, which are
        evaluations, and the `seconds`.

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


def crossval(
    algorithm: str,
    data: Dataset | Sequence[tuple[Dataset, Dataset, Dataset]] | str | os.PathLike[str],
    *,
    grid: Mapping[str, Iterable[Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    loss: Loss | str | None = None,
    folds: int = 5,
    measures: Any = "map,ndcg@1,ndcg@3,ndcg@5,ndcg@10,p@1,p@10,err",
    truth: str = "graded",
    unjudged: str | None = None,
    fill: str = "auto",
    normalise: str | None = None,
    categorical: Sequence[str] = (),
    metric: Any = "ndcg@10",
    profile: str = "standard",
    ties: str | None = None,
    define: Sequence[str] = (),
    seed: int = 1,
    callbacks: Iterable[Callable[[tuple[int, int]], Any]] = (),
    n_jobs: int | None = None,
) -> Crossval:
    """Cross-validates an algorithm: `podium crossval ALGORITHM --tune none`.

    Parameters
    ----------
    data : Dataset, list of (train, vali, test), or path
        One data set is cut into `folds` parts as the program does; a path is a folder with the layout of LETOR.
    grid : dict, optional
        Values of options; on each fold the best is chosen on validation data by `metric`.
    measures : str or list
        What is measured on test data, by name or a function, see `podium.Measure`.
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
    text, function = _with_named_loss(options, loss, data)
    named, own = split_measures(measures)
    with limited(n_jobs):
        outcome = _core.crossval(
            algorithm, text, _grid_text(grid), _fold_data(data, folds, seed), named, own,
            flags_text(truth=truth, unjudged=unjudged_rule(unjudged, data if isinstance(data, Dataset) else None), fill=fill,
                       normalise=normalise, categorical=categorical, profile=profile, ties=ties, seed=seed) | metric_text(metric),
            list(define), function, measure_function(metric), _together(callbacks),
        )  # fmt: skip
    error: Any = outcome.take_error()
    if error is not None:
        raise error
    rows = outcome.folds()
    if not rows:
        raise Interrupted("a callback ended the cross-validation")
    for row in rows:
        row["options"] = row["cells"][row["best"]][0]
        whole_ids = isinstance(data, Dataset) and data._whole_ids
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
    """Folds of queries as LETOR has them: contiguous parts that take turns as validation and test data.

    A splitter of scikit-learn, too: `GridSearchCV(..., cv=Folds(5))` with `groups=qid`.

    Parameters
    ----------
    n_splits : int
        Parts, three or more.

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
