"""The base of all estimators for scikit-learn."""

from __future__ import annotations

import inspect
import json
import os
import re
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator

try:
    from sklearn.utils.validation import check_array, check_is_fitted, check_X_y, validate_data
except ImportError:
    raise ImportError("podium.sklearn needs scikit-learn 1.6 or newer: pip install 'podium-ltr[sklearn]'") from None

from . import _core
from ._dataset import ONE_QUERY, Dataset, unjudged_rule
from ._errors import UsageError, warn
from ._evaluate import evaluate
from ._frames import Frame, is_frame, without_columns_of_rows
from ._history import History
from ._labels import Labels
from ._learning import Learning
from ._model import Explanation, Model
from ._options import ALIASES, option_name, option_text, option_value
from ._own import is_own_measure, measure_name
from ._train import run_training

if TYPE_CHECKING:
    from typing_extensions import Self

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
    truth, unjudged, normalise, fill, categorical, loss, metric, profile, ties, seed, allow_empty
        As in `podium.train`: loss and metric may be functions.
    random_state : int or RandomState, optional
        scikit-learn's name for the seed; replaces `seed`.
    n_jobs : int, optional
        Maximum number of threads; None means all. Results do not depend on it.
    verbose : int
        If above 0, show the progress.
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
        The course of the training, iteration by iteration.
    eval_scores_ : dict
        The value of each measure on each set of `eval_set`.
    interrupted_ : bool
        Whether Ctrl-C ended the training; the model is then the best so far.

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

    def __init__(
        self, algorithm: str = "ranksvm", *, truth: str = "graded", unjudged: str | None = None,
        normalise: str | None = "auto", fill: str = "auto", categorical: Any = (), loss: Any = None, metric: Any = "ndcg@10",
        profile: str = "standard", ties: str | None = None, seed: int = 1, allow_empty: bool = False, random_state: Any = None,
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
        self.allow_empty = allow_empty
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
    ) -> Self:  # fmt: skip
        """Trains the model.

        Parameters
        ----------
        X, y : rows and labels
            As in `podium.Dataset`: the columns `qid`, `docno` and `label` of a frame are not features, and labels may be
            lists of the best documents, orders or preferences.
        sample_weight : array, optional
            Weights of rows. Algorithms that do not use them refuse unequal weights.
        qid, group : array, optional
            The query of each row in any order, or the sizes of the queries; a column `qid` of a frame also works. Without
            them, all rows form one query.
        query_weight : array, optional
            Weights of queries.
        eval_set : (X, y) or [(X, y), ...], with eval_qid or eval_group
            Validation data. The last set chooses the best iteration, as in XGBoost; `eval_scores_` covers all sets.
        eval_names : list of str, optional
            Names of the sets. Default: valid_0, valid_1, ...
        eval_metric : measure or list of measures, optional
            The last one replaces `metric` and chooses the best iteration; `eval_scores_` covers all measures.
        early_stopping_rounds : int, optional
            Sets the option `patience`.
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
            warn(ONE_QUERY.format(rows=rows))
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
        how = Learning(
            options=options, loss=self._loss(), truth=self.truth,
            unjudged=unjudged_rule(self.unjudged, data, *sets.values()), fill=self.fill, normalise=self.normalise,
            categorical=self.categorical, metric=measures[-1], profile=self.profile, ties=self.ties, seed=self.seed_,
            allow_empty=self.allow_empty, n_jobs=self.n_jobs,
        )  # fmt: skip
        outcome = run_training(
            self.algorithm, data, how, vali=vali, start=start, checkpoint=checkpoint, resume=resume,
            callbacks=self._callbacks(), every=0.05,
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
        """The rank of each row in its query, from 1; equal scores are ranked in the order of the input."""
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
        """The contribution of each feature to the score of each row, relative to the documents of its query."""
        data = self._test_data(X, qid, group, must_have=True)
        return self.model_.explain(data)

    @property
    def feature_importances_(self) -> Any:
        """The absolute weight of each feature, divided by their sum."""
        check_is_fitted(self)
        weights = np.abs(self.model_._core.weights()[1])
        return weights / weights.sum() if weights.sum() > 0 else weights

    @property
    def coef_(self) -> Any:
        """The weights of a linear model, for features that are scaled as `normalise` says."""
        check_is_fitted(self)
        part = self.model_._core.linear_part()
        if part is None:
            raise AttributeError(f"coef_: the model is of the kind {self.model_.kind}, expected a linear one")
        return part[0]

    @classmethod
    def from_model(cls, model: Model) -> Self:
        """A fitted estimator with this model, and with those parameters of its training that the model records."""
        held = json.loads(model.to_json())
        record, fill = held["training"], held.get("fill", {})
        made = cls(model.algorithm) if cls is Ranker else cls()
        if made.algorithm != model.algorithm:
            raise UsageError(f"from_model: found a model of {model.algorithm}, expected one of {made.algorithm}")
        options = {name: value for name, value in record.get("options", {}).items() if value != "own loss"}
        made._take_options(options)
        made.truth = record.get("truth", "graded")
        made.normalise = held.get("normaliser", {}).get("kind")
        made.fill = "auto" if "exceptions" in fill else fill.get("otherwise", "auto")
        made.categorical = [category["feature"] for category in held.get("categories", ())] + list(held.get("words", ()))
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
        given: Any = self.random_state
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


class AlgorithmRanker(Ranker):
    """The estimator of one algorithm, whose options are parameters: `_algorithms.py` has the classes."""

    @classmethod
    def _option_defaults(cls) -> dict[str, Any]:
        """The parameters that are options, with their defaults; `loss` is one if its default is a text."""
        shared = inspect.signature(Ranker.__init__).parameters
        own = inspect.signature(cls.__init__).parameters
        return {
            name: parameter.default
            for name, parameter in own.items()
            if name not in shared or (name == "loss" and isinstance(parameter.default, str))
        }

    def _options(self) -> dict[str, Any]:
        chosen: dict[str, Any] = {}
        for name, default in self._option_defaults().items():
            value, option = getattr(self, name), _option_of(name)
            if callable(value) or option_text(value) == option_text(default):
                continue
            if option in chosen:
                raise UsageError(f"found both {ALIASES[name]} and {name}, expected one of them")
            chosen[option] = option_text(value)
        return chosen

    def _take_options(self, options: dict[str, Any]) -> None:
        for name in self._option_defaults():
            if name not in ALIASES and _option_of(name) in options:
                setattr(self, name, option_value(str(options[_option_of(name)])))

    def _loss(self) -> Any:
        return None if "loss" in self._option_defaults() and not callable(self.loss) else self.loss


def _option_of(parameter: str) -> str:
    """The option that a parameter sets."""
    return option_name(parameter.removeprefix("option_"))
