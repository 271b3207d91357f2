"""Estimators for scikit-learn: `Ranker`, and one class for each algorithm, generated from the library's table.

An option whose name is that of another parameter or a word of Python has the prefix `option_`: `option_lambda`.
"""

from __future__ import annotations

import inspect
import os
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _core
from ._dataset import DOCUMENT_COLUMNS, LABEL_COLUMNS, ONE_QUERY, QID_COLUMNS, Dataset
from ._errors import UsageError
from ._evaluate import evaluate
from ._history import History
from ._frames import find_column, is_frame
from ._labels import Labels
from ._model import Explanation, Model
from ._options import class_name, option_value, options_text, parameter_name
from ._own import measure_name
from ._train import flags_text, run_training

_NO_QUERIES = (
    "the model was fitted with queries, and there are none here; give qid= or group=, a column 'qid' in X, or set "
    "sklearn.set_config(enable_metadata_routing=True) so that scikit-learn hands qid on"
)


class Ranker(BaseEstimator):  # type: ignore[misc,unused-ignore]
    """A ranker with the conventions of scikit-learn.

    Parameters
    ----------
    algorithm : str
        A name of `podium.list("algorithms")`.
    truth, normalise, fill, loss, metric, profile, ties, seed
        As in `podium.train`: loss and metric may be functions.
    n_jobs : int, optional
        Threads at most; None means all. Results do not depend on it.
    verbose : int
        Above 0: print the progress.
    callbacks : list of functions, optional
        As in `podium.train`.
    options : dict, optional
        Options of the algorithm.

    Attributes
    ----------
    model_ : Model
    n_features_in_, feature_names_in_
        As in scikit-learn.
    n_iter_, best_iteration_, best_score_, evals_result_
        How training went.
    interrupted_ : bool
        Whether Ctrl-C ended it; the model is the best so far.

    Examples
    --------
    >>> import podium
    >>> from podium.sklearn import Ranker
    >>> data = podium.synth(queries=40, features=5)
    >>> X, y, qid = data.features(), data.labels, data.qid
    >>> ranker = Ranker("ranksvm", options={"c": 0.1}).fit(X, y, qid=qid)
    >>> ranker.predict(X[:3]).shape, ranker.score(X, y, qid=qid) > 0.5
    ((3,), True)
    """

    __metadata_request__fit = {"qid": True, "group": True, "query_weight": True, "sample_weight": True}
    __metadata_request__predict = {"qid": True, "group": True}
    __metadata_request__score = {"qid": True, "group": True, "sample_weight": True}
    _every = 0.05  # seconds between calls of callbacks

    def __init__(
        self, algorithm: str = "ranksvm", *, truth: str = "graded", normalise: str | None = None, fill: str = "auto",
        loss: Any = None, metric: Any = "ndcg@10", profile: str = "standard", ties: str | None = None, seed: int = 1,
        n_jobs: int | None = None, verbose: int = 0, callbacks: Any = None, options: Any = None,
    ) -> None:  # fmt: skip
        self.algorithm = algorithm
        self.truth = truth
        self.normalise = normalise
        self.fill = fill
        self.loss = loss
        self.metric = metric
        self.profile = profile
        self.ties = ties
        self.seed = seed
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callbacks = callbacks
        self.options = options

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        return tags

    def _algorithm(self) -> str:
        return self.algorithm

    def _options(self) -> dict[str, Any]:
        return dict(self.options or {})

    def _loss(self) -> Any:
        return self.loss

    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, *, qid: Any = None, group: Any = None,
        query_weight: Any = None, eval_set: Any = None, eval_qid: Any = None, eval_group: Any = None,
        early_stopping_rounds: int | None = None, start: Model | None = None, checkpoint: Any = None,
        resume: bool = False,
    ) -> Ranker:  # fmt: skip
        """Trains the model.

        Parameters
        ----------
        X, y : rows and labels
            As in `podium.Dataset`: columns `qid`, `docno` and `label` of a frame are no features, and labels may be lists
            of the best documents, orders or preferences.
        sample_weight : array, optional
            Of rows. Algorithms that do not look at them refuse weights that differ.
        qid, group : array, optional
            The query of each row, in any order, or the sizes of queries; a column `qid` of a frame does, too. Without
            any, all rows are one query.
        query_weight : array, optional
        eval_set : (X, y) or [(X, y)], with eval_qid or eval_group
            Validation data, which chooses the best iteration.
        early_stopping_rounds : int, optional
            The option `patience`.
        start : Model, optional
            A model to start from.
        checkpoint, resume
            As in `podium.train`.
        """
        X, qid, documents = _columns(X, qid, group)
        if y is None:
            raise ValueError("fit requires y to be passed, but the target y is None")
        rules = {"accept_sparse": ("csr", "csc"), "ensure_all_finite": "allow-nan", "ensure_min_samples": 2, "dtype": "numeric"}
        if isinstance(y, (Labels, str, os.PathLike)):
            X = validate_data(self, X, **rules)
        else:
            X, y = validate_data(self, X, y, y_numeric=True, **rules)
        has_queries = qid is not None or group is not None
        if not has_queries:
            warnings.warn(ONE_QUERY.format(rows=X.shape[0]), stacklevel=2)
            group = [X.shape[0]]
        options = self._options()
        if early_stopping_rounds is not None:
            if eval_set is None:
                raise UsageError("early_stopping_rounds: there is no validation data that could say when; give eval_set=")
            options["patience"] = early_stopping_rounds
        names = list(getattr(self, "feature_names_in_", ())) or None
        weight = _weights(sample_weight, X.shape[0])
        data = Dataset(X, y, qid=qid, group=group, sample_weight=weight, query_weight=query_weight, documents=documents,
                       feature_names=names)  # fmt: skip
        vali = self._validation(eval_set, eval_qid, eval_group, names, has_queries)
        outcome = run_training(
            self._algorithm(), data, vali=vali, options=options, loss=self._loss(), metric=self.metric, define=(),
            start=start, checkpoint=checkpoint, checkpoint_seconds=20.0, resume=resume, callbacks=self._callbacks(),
            every=self._every, n_jobs=self.n_jobs,
            flags=flags_text(truth=self.truth, fill=self.fill, normalise=self.normalise, categorical=(),
                             profile=self.profile, ties=self.ties, seed=self.seed),
        )  # fmt: skip
        summary = outcome.summary()
        self.model_ = Model(outcome.model, History(outcome, measure_name(self.metric)))
        self.fitted_with_queries_ = has_queries
        self.n_iter_ = max(1, summary["iterations"])
        self.best_iteration_ = summary["best_iteration"]
        self.best_score_ = summary["validation"]
        self.evals_result_ = {"training": {"objective": outcome.objective().tolist()}}
        if vali is not None:
            self.evals_result_["valid_0"] = {measure_name(self.metric): outcome.validation().tolist()}
        error: Any = outcome.take_error()
        self.interrupted_ = isinstance(error, KeyboardInterrupt)
        if error is not None:
            raise error
        return self

    def predict(self, X: Any, *, qid: Any = None, group: Any = None) -> Any:
        """The score of each row, in the order of the input; larger is better."""
        data = self._test_data(X, qid, group)
        return self.model_.score(data)

    def rank(self, X: Any, *, qid: Any = None, group: Any = None) -> Any:
        """The place of each row in its query, from 1; equal scores in the order of the input."""
        data = self._test_data(X, qid, group, must_have=True)
        scores, query = self.model_.score(data), data._core.query_of_row()
        order = np.lexsort((-scores, query))
        begin = np.concatenate(([0], np.cumsum(np.bincount(query))[:-1]))
        places = np.empty(len(order), int)
        places[order] = np.arange(len(order)) - begin[query[order]] + 1
        return places

    def score(self, X: Any, y: Any, sample_weight: Any = None, *, qid: Any = None, group: Any = None) -> float:
        """The mean of `metric` over the queries. `sample_weight` is ignored: queries count, not rows."""
        data = self._test_data(X, qid, group, y=y, must_have=True)
        return evaluate(data=data, model=self.model_, measures=self.metric, profile=self.profile, ties=self.ties,
                        seed=self.seed)[self.metric]  # fmt: skip

    def explain(self, X: Any, *, qid: Any = None, group: Any = None) -> Explanation:
        """What each feature adds to the score of each row."""
        data = self._test_data(X, qid, group)
        return self.model_.explain(data)

    @property
    def feature_importances_(self) -> Any:
        """The absolute weight of each feature, as a share of their sum."""
        check_is_fitted(self)
        weights = np.abs(self.model_._core.weights()[1])
        return weights / weights.sum() if weights.sum() > 0 else weights

    @property
    def coef_(self) -> Any:
        """The weights of a linear model."""
        check_is_fitted(self)
        part = self.model_._core.linear_part()
        if part is None:
            raise AttributeError(f"coef_: the model is of the kind {self.model_.kind}, expected a linear one")
        return part[0]

    @classmethod
    def from_model(cls, model: Model) -> Ranker:
        """An estimator that is fitted: with this model."""
        made = cls(model.algorithm) if cls is Ranker else cls()
        if made._algorithm() != model.algorithm:
            raise UsageError(f"from_model: found a model of {model.algorithm}, expected one of {made._algorithm()}")
        made.model_ = model
        made.n_features_in_ = model._core.feature_count
        made.fitted_with_queries_ = True
        return made

    def _test_data(self, X: Any, qid: Any, group: Any, y: Any = None, must_have: bool | None = None) -> Dataset:
        check_is_fitted(self)
        X, qid, documents = _columns(X, qid, group)
        X = validate_data(self, X, accept_sparse=("csr", "csc"), ensure_all_finite="allow-nan", reset=False, dtype="numeric")
        needs = self.model_.needs_queries if must_have is None else must_have
        if qid is None and group is None:
            if needs and self.fitted_with_queries_:
                raise UsageError(_NO_QUERIES)
            group = [X.shape[0]]
        names = list(getattr(self, "feature_names_in_", ())) or None
        return Dataset(X, y, qid=qid, group=group, documents=documents, feature_names=names)

    def _validation(self, eval_set: Any, qid: Any, group: Any, names: Any, has_queries: bool) -> Dataset | None:
        if eval_set is None:
            return None
        if isinstance(eval_set, tuple):
            eval_set, qid, group = [eval_set], None if qid is None else [qid], None if group is None else [group]
        if len(eval_set) != 1:
            raise UsageError(f"eval_set: found {len(eval_set)} sets, expected one")
        X, y = eval_set[0]
        sizes = None if group is None else group[0]
        X, ids, documents = _columns(X, None if qid is None else qid[0], sizes)
        if not hasattr(X, "tocsr"):
            X = np.asarray(X)
        if ids is None and sizes is None:
            if has_queries:
                raise UsageError("eval_set: found no queries; give eval_qid= or eval_group=, or a column 'qid'")
            sizes = [X.shape[0]]
        return Dataset(X, y, qid=ids, group=sizes, documents=documents, feature_names=names)

    def _callbacks(self) -> list[Any]:
        from ._progress import progress_bar

        return [*(self.callbacks or ()), *([progress_bar()] if self.verbose else ())]


def _columns(X: Any, qid: Any, group: Any) -> tuple[Any, Any, Any]:
    """The features of a frame alone, its column of queries unless they are given, and that of documents."""
    if not is_frame(X) or not hasattr(X, "columns"):
        return X, qid, None
    held = list(getattr(X, "column_names", X.columns))
    names = [str(name) for name in held]
    places = [find_column(names, choices) for choices in (QID_COLUMNS, DOCUMENT_COLUMNS, LABEL_COLUMNS)]
    others = [held[place] for place in places if place is not None]
    if not others:
        return X, qid, None
    queries, documents = (None if place is None else np.asarray(X[held[place]]) for place in places[:2])
    X = X.drop(columns=others) if hasattr(X, "loc") else X.drop(others)
    return X, queries if qid is None and group is None else qid, documents


def _weights(sample_weight: Any, rows: int) -> Any:
    if sample_weight is None:
        return None
    weight = np.asarray(sample_weight, np.float64)
    if weight.ndim == 0:
        weight = np.full(rows, float(weight))
    if weight.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    if weight.size and not weight.any():
        raise ValueError("sample_weight: all weights are zero, expected one above 0")
    # Equal weights say nothing, and every algorithm takes them.
    return None if len(weight) == rows and rows and np.all(weight == weight[0]) and weight[0] > 0 else weight


# What examples set: focusedboost refuses features that are not scaled.
_EXAMPLE = {"focusedboost": 'normalise="query-minmax"'}


def _make_class(row: dict[str, Any]) -> type[Ranker]:
    """The class of an algorithm: every option is a parameter of its constructor."""
    defaults = inspect.signature(Ranker.__init__).parameters
    options = {parameter_name(option["name"], defaults): option for option in row["options"]}
    general = [name for name in defaults if name not in ("self", "algorithm", "options", *options)]
    arguments = ", ".join(
        [f"{name}={option_value(option['default'])!r}" for name, option in options.items()]
        + [f"{name}={defaults[name].default!r}" for name in general]
    )
    body = "\n".join(f"    self.{name} = {name}" for name in [*options, *general])
    space: dict[str, Any] = {}
    exec(f"def __init__(self, *, {arguments}):\n{body}", space)  # names and defaults are the library's own

    def algorithm_of(self: Any) -> str:
        return str(row["name"])

    def options_of(self: Any) -> dict[str, Any]:
        given = {o["name"]: getattr(self, name) for name, o in options.items() if not callable(getattr(self, name))}
        text = options_text(given)
        known = {o["name"]: _default_text(o["default"]) for o in options.values()}
        return {name: value for name, value in text.items() if value != known[name]}

    def loss_of(self: Any) -> Any:
        return None if "loss" in options and not callable(self.loss) else self.loss

    lines = [f"{row['summary'][0].upper()}{row['summary'][1:]}.", "", "Parameters", "----------"]
    for name, option in options.items():
        lines += [f"{name} : {option['range']}, default {option['default'] or 'empty'}", f"    {option['help']}"]
    lines += ["**others", "    As in `Ranker`."]
    name = class_name(row["name"])
    lines += ["", "Examples", "--------", ">>> import podium", f">>> from podium.sklearn import {name}",
              ">>> data = podium.synth(queries=20, documents=8, features=4)",
              f">>> ranker = {name}({_EXAMPLE.get(row['name'], '')})",
              ">>> X, y, qid = data.features(), data.labels, data.qid",
              ">>> ranker.fit(X, y, qid=qid).predict(X, qid=qid).shape == y.shape", "True"]  # fmt: skip
    members = {"__init__": space["__init__"], "_algorithm": algorithm_of, "_options": options_of,
               "_loss": loss_of, "__doc__": "\n".join(lines), "__module__": __name__}  # fmt: skip
    space["__init__"].__qualname__ = f"{name}.__init__"
    return type(name, (Ranker,), members)


def _default_text(text: str) -> str:
    """The default as the text of the value that stands for it: 1e-3 is 0.001."""
    return options_text({"x": option_value(text)})["x"]


if TYPE_CHECKING:
    from ._algorithms import *  # the generated classes; make_algorithm_stub.py writes their types


CLASSES: dict[str, type[Ranker]] = {row["name"]: _make_class(row) for row in _core.algorithms()}
"""The class of each algorithm, by its name."""
globals().update({made.__name__: made for made in CLASSES.values()})

__all__ = ["CLASSES", "Ranker", *(made.__name__ for made in CLASSES.values())]
