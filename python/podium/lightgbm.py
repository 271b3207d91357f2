"""`LGBMRanker` of LightGBM's scikit-learn interface, with Podium's trees behind it.

A script that ranks by LightGBM runs after its import was changed: `from podium.lightgbm import LGBMRanker,
early_stopping`. LightGBM is not needed. What differs is in `docs/python.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._boosted import BoostedRanker, PrintedProgress, share
from ._errors import UsageError
from ._model import Model

__all__ = ["LGBMRanker", "early_stopping", "log_evaluation", "record_evaluation"]


class early_stopping:  # noqa: N801 - LightGBM's name
    """Stops after so many rounds without a better validation value, and keeps the best round."""

    def __init__(
        self, stopping_rounds: int, first_metric_only: bool = False, verbose: bool = True, min_delta: float = 0.0
    ) -> None:
        if stopping_rounds <= 0:
            raise UsageError(f"stopping_rounds: found {stopping_rounds}, expected 1 or more")
        if min_delta:
            raise UsageError("min_delta: found a number other than 0, which is not supported here")
        self.stopping_rounds = stopping_rounds
        self.verbose = verbose


class log_evaluation:  # noqa: N801
    """Prints the validation value every `period` rounds."""

    def __init__(self, period: int = 1, show_stdv: bool = True) -> None:
        self.period = period


class record_evaluation:  # noqa: N801
    """Fills a dictionary with the validation values."""

    def __init__(self, eval_result: dict[str, Any]) -> None:
        self.eval_result = eval_result


class LGBMRanker(BoostedRanker):
    """LambdaMART with the parameters of `lightgbm.LGBMRanker`.

    Parameters of LightGBM that Podium's trees do not have are refused unless they have their neutral value.
    """

    profile = "lightgbm"
    _library = "LightGBM"

    def __init__(
        self, *, boosting_type: str = "gbdt", num_leaves: int = 31, max_depth: int = -1, learning_rate: float = 0.1,
        n_estimators: int = 100, objective: str | None = None, class_weight: Any = None, min_split_gain: float = 0.0,
        min_child_weight: float = 1e-3, min_child_samples: int = 20, subsample: float = 1.0, subsample_freq: int = 0,
        colsample_bytree: float = 1.0, reg_alpha: float = 0.0, reg_lambda: float = 0.0,
        random_state: int | None = None, n_jobs: int | None = None, importance_type: str = "split",
        lambdarank_truncation_level: int = 30, lambdarank_norm: bool = True, max_bin: int = 255,
        verbose: int = 0, verbosity: int = 0,
    ) -> None:  # fmt: skip
        self.boosting_type = boosting_type
        self.num_leaves = num_leaves
        self.max_depth = max_depth
        self.learning_rate = learning_rate
        self.n_estimators = n_estimators
        self.objective = objective
        self.class_weight = class_weight
        self.min_split_gain = min_split_gain
        self.min_child_weight = min_child_weight
        self.min_child_samples = min_child_samples
        self.subsample = subsample
        self.subsample_freq = subsample_freq
        self.colsample_bytree = colsample_bytree
        self.reg_alpha = reg_alpha
        self.reg_lambda = reg_lambda
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.importance_type = importance_type
        self.lambdarank_truncation_level = lambdarank_truncation_level
        self.lambdarank_norm = lambdarank_norm
        self.max_bin = max_bin
        self.verbose = verbose
        self.verbosity = verbosity

    def _objectives(self) -> Any:
        lambdarank = {"cutoff": self.lambdarank_truncation_level, "norm": bool(self.lambdarank_norm)}
        chosen = ("lambdamart", lambdarank)
        return {None: chosen, "lambdarank": chosen, "rank_xendcg": ("trees", {"loss": "xe-ndcg"})}

    def _tree_options(self) -> dict[str, Any]:
        self._refuse("boosting_type", ("gbdt", "dart"))
        self._refuse("class_weight", (None,))
        if self.subsample_freq:
            self._refuse("subsample", (1.0,), "the option query_share of LambdaMART draws whole queries")
        return {
            "rounds": self.n_estimators, "rate": self.learning_rate, "leaves": self.num_leaves,
            "depth": max(0, self.max_depth), "min-rows": max(1, self.min_child_samples),
            "min-curvature": self.min_child_weight, "min-gain": self.min_split_gain, "l1": self.reg_alpha,
            "l2": self.reg_lambda, "thresholds": min(self.max_bin, 255), "dropout": 0.1 * (self.boosting_type == "dart"),
            "feature-share": share("colsample_bytree", self.colsample_bytree),
        }  # fmt: skip

    def fit(  # type: ignore[override]
        self, X: Any, y: Any, sample_weight: Any = None, *, init_score: Any = None, group: Any = None, qid: Any = None,
        eval_set: Any = None, eval_names: Sequence[str] | None = None, eval_sample_weight: Any = None,
        eval_group: Any = None, eval_qid: Any = None, eval_metric: str | None = None,
        eval_at: Sequence[int] = (1, 2, 3, 4, 5), callbacks: Sequence[Any] | None = None, init_model: Any = None,
        eval_X: Any = None, eval_y: Any = None,
    ) -> LGBMRanker:  # fmt: skip
        """Trains as LGBMRanker.fit does; `qid` is taken instead of `group`, too.

        The validation value that counts is that of the last set of `eval_set`, and of `eval_metric` ("ndcg" or "map")
        at the last of `eval_at`.
        """
        eval_set = _evaluation_sets(eval_set, eval_X, eval_y)
        if init_score is not None or eval_sample_weight is not None:
            raise UsageError("fit: init_score and eval_sample_weight are not supported here")
        if eval_metric not in (None, "ndcg", "lambdarank", "map", "mean_average_precision"):
            raise UsageError(f"eval_metric: found {eval_metric!r}, expected 'ndcg' or 'map'")
        cutoffs = [eval_at] if isinstance(eval_at, int) else list(eval_at)
        self._measure = f"{'map' if str(eval_metric).startswith('m') else 'ndcg'}@{cutoffs[-1]}"
        self._stopping_rounds = None
        listeners: list[Callable[[Any], Any]] = []
        names = list(eval_names or (f"valid_{i}" for i in range(len(eval_set or ()))))
        recorded = []
        for callback in callbacks or ():
            if isinstance(callback, early_stopping):
                if not eval_set:
                    raise UsageError("early_stopping: expected an eval_set to stop by")
                self._stopping_rounds = callback.stopping_rounds
            elif isinstance(callback, log_evaluation):
                listeners.append(PrintedProgress(callback.period, lambda p: f"[{p.iteration}]\t{names[-1]}'s {self._measure}: {p.validation:g}"))
            elif isinstance(callback, record_evaluation):
                recorded.append(callback.eval_result)
            else:
                listeners.append(callback)
        self._listeners = tuple(listeners)
        start = None if init_model is None else _model_of(init_model)
        sides = {"qid": qid, "group": group, "eval_qid": eval_qid, "eval_group": eval_group, "start": start}
        last = self._fit_boosted(X, y, sample_weight, eval_set, sides)
        values = self.evals_result_.pop("valid_0", None)
        self.evals_result_ = {} if values is None else {names[last]: values}
        self.best_score_ = {} if values is None else {names[last]: {self._measure: self.best_score_}}
        for dictionary in recorded:
            dictionary.clear()
            dictionary.update(self.evals_result_)
        return self

    @property
    def n_estimators_(self) -> int:
        """The number of rounds that were trained."""
        return int(self.n_iter_)

    @property
    def booster_(self) -> Booster:
        """The trained trees, with a few of the methods of lightgbm.Booster."""
        return Booster(self.model_)


class Booster:
    """A trained model with the methods of lightgbm.Booster that scripts use most."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def save_model(self, filename: Any) -> Booster:
        """Writes LightGBM's text format, which LightGBM reads."""
        self.model.export(filename, "lightgbm")
        return self

    def predict(self, data: Any) -> Any:
        """The score of each row."""
        return self.model.score(data)

    def feature_name(self) -> list[str]:
        """The names of the features."""
        return self.model.feature_names

    def feature_importance(self) -> Any:
        """The weight of each feature."""
        return self.model._core.weights()[1]


def _evaluation_sets(eval_set: Any, eval_X: Any, eval_y: Any) -> Any:
    """The validation sets; since its version 4.7 LightGBM wants them as `eval_X` and `eval_y`, of several sets as tuples."""
    if eval_X is None and eval_y is None:
        return eval_set
    if eval_set is not None or eval_X is None or eval_y is None:
        raise UsageError("fit: expected eval_set, or eval_X and eval_y, and not a part of both")
    if not isinstance(eval_X, tuple) or not isinstance(eval_y, tuple):
        return [(eval_X, eval_y)]
    if len(eval_X) != len(eval_y):
        raise UsageError(f"eval_y: found {len(eval_y)}, expected {len(eval_X)}: one for each of eval_X")
    return list(zip(eval_X, eval_y))


def _model_of(given: Any) -> Model:
    model = getattr(given, "model_", None) or getattr(given, "model", given)
    if not isinstance(model, Model):
        raise UsageError(f"init_model: found {type(given).__name__}, expected a ranker or a model of podium")
    return model
