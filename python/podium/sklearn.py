"""Estimators for scikit-learn: `Ranker`, and one class for each algorithm, generated from the library's table.

An option whose name is that of another parameter or a word of Python has the prefix `option_`: `option_lambda`.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator

try:
    from sklearn.utils.validation import check_array, check_is_fitted, check_X_y, validate_data
except ImportError:
    raise ImportError("podium.sklearn needs scikit-learn 1.6 or newer: pip install 'podium-ltr[sklearn]'") from None

from . import _core
from ._dataset import ONE_QUERY, Dataset, unjudged_rule
from ._errors import UsageError
from ._evaluate import evaluate
from ._history import History
from ._frames import Frame, is_frame, without_columns_of_rows
from ._labels import Labels
from ._model import Explanation, Model
from ._options import ALIASES, class_name, option_value, options_text, parameter_name
from ._own import is_own_measure, measure_name
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
    truth, unjudged, normalise, fill, categorical, loss, metric, profile, ties, seed
        As in `podium.train`: loss and metric may be functions.
    random_state : int or RandomState, optional
        scikit-learn's name of the seed, instead of it.
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
        How training went: the values of each iteration.
    eval_scores_ : dict
        What the model is worth on each set of `eval_set`, by each measure.
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
        self, algorithm: str = "ranksvm", *, truth: str = "graded", unjudged: str | None = None,
        normalise: str | None = None, fill: str = "auto", categorical: Any = (), loss: Any = None, metric: Any = "ndcg@10",
        profile: str = "standard", ties: str | None = None, seed: int = 1, random_state: Any = None,
        n_jobs: int | None = None, verbose: int = 0, callbacks: Any = None, options: Any = None,
    ) -> None:  # fmt: skip
        self.algorithm = algorithm
        self.truth = truth
        self.unjudged = unjudged
        self.normalise = normalise
        self.fill = fill
        self.categorical = categorical
        self.loss = loss
        self.metric = metric
        self.profile = profile
        self.ties = ties
        self.seed = seed
        self.random_state = random_state
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
        eval_names: Any = None, eval_metric: Any = None,
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
        eval_set : (X, y) or [(X, y), ...], with eval_qid or eval_group
            Validation data. The last set chooses the best iteration, as in XGBoost; `eval_scores_` has all of them.
        eval_names : list of str, optional
            Names of the sets. Default: valid_0, valid_1, ...
        eval_metric : measure or list of measures, optional
            The last chooses the best iteration, instead of `metric`; `eval_scores_` has all of them.
        early_stopping_rounds : int, optional
            The option `patience`.
        start : Model, optional
            A model to start from.
        checkpoint, resume
            As in `podium.train`.
        """
        if y is None:
            raise ValueError("fit requires y to be passed, but the target y is None")
        X, y = self._checked(X, y, reset=True)
        rows = len(X.features) if isinstance(X, Frame) else X.shape[0]
        has_queries = qid is not None or group is not None or _has_queries(X)
        if not has_queries:
            warnings.warn(ONE_QUERY.format(rows=rows), stacklevel=2)
            group = [rows]
        options = self._options()
        if early_stopping_rounds is not None:
            if eval_set is None:
                raise UsageError("early_stopping_rounds: there is no validation data that could say when; give eval_set=")
            options["patience"] = early_stopping_rounds
        weight = _weights(sample_weight, rows)
        data = Dataset(X, y, qid=qid, group=group, sample_weight=weight, query_weight=query_weight)
        sets = self._validation(eval_set, eval_qid, eval_group, eval_names, has_queries)
        vali = next(reversed(sets.values()), None)
        measures = [self.metric] if eval_metric is None else _listed(eval_metric)
        for measure in (self.metric, *measures):
            if not is_own_measure(measure):  # a wrong name is told before the training
                _core.measure_names(_core.MeasuringPlan(str(measure), self.profile, "", False, False, []))
        self.seed_ = self._seed()
        outcome = run_training(
            self._algorithm(), data, vali=vali, options=options, loss=self._loss(), metric=measures[-1], define=(),
            start=start, checkpoint=checkpoint, checkpoint_seconds=20.0, resume=resume, callbacks=self._callbacks(),
            every=self._every, n_jobs=self.n_jobs,
            flags=flags_text(truth=self.truth, unjudged=unjudged_rule(self.unjudged, data, *sets.values()), fill=self.fill,
                             normalise=self.normalise, categorical=_listed(self.categorical), profile=self.profile,
                             ties=self.ties, seed=self.seed_),
        )  # fmt: skip
        summary = outcome.summary()
        self.model_ = Model(outcome.model, History(outcome, measure_name(measures[-1])))
        self.fitted_with_queries_ = has_queries
        self.n_iter_ = max(1, summary["iterations"])
        self.best_iteration_ = summary["best_iteration"]
        self.best_score_ = summary["validation"]
        self.evals_result_ = {"training": {"objective": outcome.objective().tolist()}}
        if vali is not None:
            self.evals_result_[list(sets)[-1]] = {measure_name(measures[-1]): outcome.validation().tolist()}
        self.eval_scores_ = {
            name: {measure_name(measure): self._measured(one, measure) for measure in measures} for name, one in sets.items()
        }
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
        return self._measured(data, self.metric)

    def _measured(self, data: Dataset, measure: Any) -> float:
        found = evaluate(data=data, model=self.model_, measures=measure, profile=self.profile, ties=self.ties,
                         unjudged=self.unjudged or "drop", seed=self.seed_)  # fmt: skip
        return found[measure]

    def explain(self, X: Any, *, qid: Any = None, group: Any = None) -> Explanation:
        """What each feature adds to the score of each row, compared with the documents of its query."""
        data = self._test_data(X, qid, group, must_have=True)
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
        """An estimator that is fitted with this model, and has the parameters that it was trained with as far as the model tells."""
        held = json.loads(model.to_json())
        record, fill = held["training"], held.get("fill", {})
        made = cls(model.algorithm) if cls is Ranker else cls()
        if made._algorithm() != model.algorithm:
            raise UsageError(f"from_model: found a model of {model.algorithm}, expected one of {made._algorithm()}")
        options = {name: value for name, value in record.get("options", {}).items() if value != "own loss"}
        made._take_options(options)
        made.truth = record.get("truth", "graded")
        made.normalise = held.get("normaliser", {}).get("kind")
        made.fill = "auto" if "exceptions" in fill else fill.get("otherwise", "auto")
        made.categorical = [category["feature"] for category in held.get("categories", ())]
        made.seed = made.seed_ = int(record.get("seed", 1))
        made.model_ = model
        made.n_features_in_ = model._core.feature_count
        if model._core.has_feature_names:
            made.feature_names_in_ = np.asarray(model.feature_names, object)
        made.fitted_with_queries_ = True
        return made

    def _take_options(self, options: dict[str, Any]) -> None:
        """Sets the options that a model was trained with."""
        self.options = {name: option_value(str(value)) for name, value in options.items()} or None

    def _seed(self) -> int:
        """The seed of a fit; a generator of random numbers draws one."""
        given: Any = getattr(self, "random_state", None)
        if hasattr(given, "randint"):
            return int(given.randint(2**31 - 1))
        if given is not None and not hasattr(given, "__index__"):
            raise UsageError(f"random_state: found {type(given).__name__}, expected a whole number, a RandomState or None")
        return int(self.seed if given is None else given)

    def _checked(self, X: Any, y: Any = None, *, reset: bool = False) -> tuple[Any, Any]:
        """Rows, and labels that are numbers, checked as scikit-learn wants it; a frame is taken apart by its names."""
        rules: dict[str, Any] = {"accept_sparse": ("csr", "csc"), "ensure_all_finite": "allow-nan", "dtype": "numeric"}
        rules |= {"ensure_min_samples": 2} if reset else {}
        if isinstance(y, (Labels, str, os.PathLike)):
            return self._checked(X, reset=reset)[0], y
        if not is_frame(X) or not hasattr(X, "columns"):
            if y is None or not reset:
                return validate_data(self, X, reset=reset, **rules), y
            X, y = validate_data(self, X, y, y_numeric=True, reset=True, **rules)
            return X, y
        validate_data(self, without_columns_of_rows(X), reset=reset, skip_check_array=True)
        frame = Frame.of(X)
        if y is None or not reset:
            check_array(frame.features, estimator=self, **rules)
        else:
            y = check_X_y(frame.features, y, y_numeric=True, estimator=self, **rules)[1]
        return frame, y

    def _test_data(self, X: Any, qid: Any, group: Any, y: Any = None, must_have: bool | None = None) -> Dataset:
        check_is_fitted(self)
        needs = self.model_.needs_queries if must_have is None else must_have
        return self._data(X, y, qid, group, _NO_QUERIES if needs and self.fitted_with_queries_ else None)

    def _data(self, X: Any, y: Any, qid: Any, group: Any, no_queries: str | None) -> Dataset:
        """Rows with the features of the fit; `no_queries` says that they need queries."""
        X, y = self._checked(X, y)
        if qid is None and group is None and not _has_queries(X):
            if no_queries is not None:
                raise UsageError(no_queries)
            group = [len(X.features) if isinstance(X, Frame) else X.shape[0]]
        names = list(getattr(self, "feature_names_in_", ())) or None
        return Dataset(X, y, qid=qid, group=group, feature_names=names)

    def _validation(self, sets: Any, qid: Any, group: Any, names: Any, has_queries: bool) -> dict[str, Dataset]:
        """The sets of eval_set by their names."""
        if sets is None:
            return {}
        if isinstance(sets, tuple) and len(sets) == 2 and not isinstance(sets[0], tuple):
            sets, qid, group = [sets], None if qid is None else [qid], None if group is None else [group]
        count = len(sets)
        names = [f"valid_{i}" for i in range(count)] if names is None else [str(name) for name in names]
        for what, given in (("eval_qid", qid), ("eval_group", group), ("eval_names", names)):
            if given is not None and len(given) != count:
                raise UsageError(f"{what}: found {len(given)}, expected {count}: one for each of eval_set")
        if len(set(names)) < count:
            raise UsageError(f"eval_names: found {', '.join(names)}, expected names that differ")
        lack = "eval_set: found no queries; give eval_qid= or eval_group=, or a column 'qid'" if has_queries else None
        return {
            name: self._data(X, y, None if qid is None else qid[i], None if group is None else group[i], lack)
            for i, (name, (X, y)) in enumerate(zip(names, sets))
        }

    def _callbacks(self) -> list[Any]:
        from ._progress import progress_bar

        return [*(self.callbacks or ()), *([progress_bar()] if self.verbose else ())]


def _has_queries(X: Any) -> bool:
    return isinstance(X, Frame) and X.qid is not None


def _listed(given: Any) -> list[Any]:
    """One or several as a list."""
    if isinstance(given, str):
        return re.split(r",(?![^(]*\))", given)  # not inside of brackets: ndcg(gain=identity,log=2)
    return [given] if is_own_measure(given) or not hasattr(given, "__iter__") else list(given)


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
    aliases = {alias: name for alias, name in ALIASES.items() if name in options}
    arguments = ", ".join(
        [f"{name}={option_value(option['default'])!r}" for name, option in options.items()]
        + [f"{name}={defaults[name].default!r}" for name in general]
        + [f"{alias}=None" for alias in aliases]
    )
    body = "\n".join(f"    self.{name} = {name}" for name in [*options, *general, *aliases])
    space: dict[str, Any] = {}
    exec(f"def __init__(self, *, {arguments}):\n{body}", space)  # names and defaults are the library's own

    def algorithm_of(self: Any) -> str:
        return str(row["name"])

    def options_of(self: Any) -> dict[str, Any]:
        given = {o["name"]: getattr(self, name) for name, o in options.items() if not callable(getattr(self, name))}
        text = options_text(given)
        known = {o["name"]: _default_text(o["default"]) for o in options.values()}
        chosen = {name: value for name, value in text.items() if value != known[name]}
        for alias, name in aliases.items():
            if getattr(self, alias) is not None:
                if name in chosen:
                    raise UsageError(f"found both {name} and {alias}, expected one of them")
                chosen |= options_text({alias: getattr(self, alias)})
        return chosen

    def take_options(self: Any, given: dict[str, Any]) -> None:
        for name, option in options.items():
            if option["name"] in given:
                setattr(self, name, option_value(str(given[option["name"]])))

    def loss_of(self: Any) -> Any:
        return None if "loss" in options and not callable(self.loss) else self.loss

    lines = [f"{row['summary'][0].upper()}{row['summary'][1:]}.", "", "Parameters", "----------"]
    for name, option in options.items():
        lines += [f"{name} : {option['range']}, default {option['default'] or 'empty'}", f"    {option['help']}"]
    for alias, name in aliases.items():
        lines += [f"{alias} : optional", f"    Another name of `{name}`, instead of it."]
    lines += ["**others", "    As in `Ranker`."]
    name = class_name(row["name"])
    lines += ["", "Examples", "--------", ">>> import podium", f">>> from podium.sklearn import {name}",
              ">>> data = podium.synth(queries=20, documents=8, features=4)",
              f">>> ranker = {name}({_EXAMPLE.get(row['name'], '')})",
              ">>> X, y, qid = data.features(), data.labels, data.qid",
              ">>> ranker.fit(X, y, qid=qid).predict(X, qid=qid).shape == y.shape", "True"]  # fmt: skip
    members = {"__init__": space["__init__"], "_algorithm": algorithm_of, "_options": options_of, "_take_options": take_options,
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
