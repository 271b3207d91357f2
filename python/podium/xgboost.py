"""`XGBRanker` of XGBoost's scikit-learn interface, with Podium's trees behind it.

A script that ranks by XGBoost runs after its import was changed: `from podium.xgboost import XGBRanker`. XGBoost is
not needed. What differs is in `docs/python.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._boosted import BoostedRanker, PrintedProgress, share
from ._errors import UsageError

__all__ = ["XGBRanker"]


class XGBRanker(BoostedRanker):
    """LambdaMART with the parameters of `xgboost.XGBRanker`.

    Parameters of XGBoost that Podium's trees do not have are refused unless they have their neutral value.
    """

    _library = "XGBoost"

    def __init__(
        self, *, objective: str = "rank:ndcg", n_estimators: int | None = None, max_depth: int | None = None,
        max_leaves: int | None = None, max_bin: int | None = None, learning_rate: float | None = None,
        gamma: float | None = None, min_child_weight: float | None = None, subsample: float | None = None,
        colsample_bytree: float | None = None, colsample_bynode: float | None = None, reg_alpha: float | None = None,
        reg_lambda: float | None = None, max_delta_step: float | None = None, random_state: int | None = None,
        n_jobs: int | None = None, tree_method: str | None = None, booster: str | None = None,
        device: str | None = None, eval_metric: str | None = None, early_stopping_rounds: int | None = None,
        callbacks: Any = None, verbosity: int | None = None, lambdarank_pair_method: str | None = None,
        lambdarank_num_pair_per_sample: int | None = None,
    ) -> None:  # fmt: skip
        self.objective = objective
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.max_bin = max_bin
        self.learning_rate = learning_rate
        self.gamma = gamma
        self.min_child_weight = min_child_weight
        self.subsample = subsample
        self.colsample_bytree = colsample_bytree
        self.colsample_bynode = colsample_bynode
        self.reg_alpha = reg_alpha
        self.reg_lambda = reg_lambda
        self.max_delta_step = max_delta_step
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.tree_method = tree_method
        self.booster = booster
        self.device = device
        self.eval_metric = eval_metric
        self.early_stopping_rounds = early_stopping_rounds
        self.callbacks = callbacks
        self.verbosity = verbosity
        self.lambdarank_pair_method = lambdarank_pair_method
        self.lambdarank_num_pair_per_sample = lambdarank_num_pair_per_sample

    def _objectives(self) -> Any:
        # With its default, "topk", XGBoost looks at the pairs of the first places.
        first = self.lambdarank_num_pair_per_sample if self.lambdarank_pair_method in (None, "topk") else None
        return {
            "rank:ndcg": ("lambdamart", {"cutoff": first or 32}),
            "rank:pairwise": ("trees", {"loss": "logistic"}),
        }

    def _tree_options(self) -> dict[str, Any]:
        self._refuse("subsample", (None, 1.0), "the option query_share of LambdaMART draws whole queries")
        self._refuse("booster", (None, "gbtree", "dart"))
        self._refuse("device", (None, "cpu"))
        depth = 6 if self.max_depth is None else self.max_depth
        leaves = self.max_leaves or (2 ** min(depth, 16) if depth > 0 else 65536)
        chosen: dict[str, Any] = {
            "rounds": _or(self.n_estimators, 100), "rate": _or(self.learning_rate, 0.3), "depth": depth,
            "leaves": max(2, leaves), "min-rows": 1, "min-curvature": _or(self.min_child_weight, 1.0),
            "min-gain": _or(self.gamma, 0.0), "l1": _or(self.reg_alpha, 0.0), "l2": _or(self.reg_lambda, 1.0),
            "thresholds": min(255, _or(self.max_bin, 256) - 1), "dropout": 0.1 * (self.booster == "dart"),
            "feature-share": share("colsample_bytree", _or(self.colsample_bytree, 1.0)),
            "node-feature-share": share("colsample_bynode", _or(self.colsample_bynode, 1.0)),
            "curvature": "bound",
        }  # fmt: skip
        if self.max_delta_step:
            chosen["max-step"] = self.max_delta_step
        return chosen

    def fit(  # type: ignore[override]
        self, X: Any, y: Any, *, group: Any = None, qid: Any = None, sample_weight: Any = None, eval_set: Any = None,
        eval_group: Any = None, eval_qid: Any = None, verbose: bool | int | None = False, xgb_model: Any = None,
        sample_weight_eval_set: Any = None,
    ) -> XGBRanker:  # fmt: skip
        """Trains as XGBRanker.fit does; rows need not be sorted by `qid`.

        `sample_weight` has one number for each query, as in XGBoost. The last set of `eval_set` counts.
        """
        if sample_weight_eval_set is not None or xgb_model is not None:
            raise UsageError("fit: sample_weight_eval_set and xgb_model are not supported here")
        if self.early_stopping_rounds is not None and not eval_set:
            raise UsageError("early_stopping_rounds: expected an eval_set to stop by")
        self._measure = self.eval_metric or "ndcg@32"
        self._stopping_rounds = self.early_stopping_rounds
        listeners: list[Callable[[Any], Any]] = list(self.callbacks or ())
        name = f"validation_{len(eval_set or (0,)) - 1}"
        if verbose:
            listeners.append(
                PrintedProgress(int(verbose), lambda p: f"[{p.iteration - 1}]\t{name}-{self._measure}:{p.validation:.5f}")
            )
        self._listeners = tuple(listeners)
        sides = {"qid": qid, "group": group, "eval_qid": eval_qid, "eval_group": eval_group,
                 "query_weight": sample_weight}  # fmt: skip
        self._fit_boosted(X, y, None, eval_set, sides)
        values = self.evals_result_.pop("valid_0", None)
        self.evals_result_ = {} if values is None else {name: values}
        # XGBoost counts rounds from 0.
        self.best_iteration = max(0, self.best_iteration_ - 1)
        self.best_score = self.best_score_
        return self

    def evals_result(self) -> dict[str, dict[str, list[float]]]:
        """The validation values of each round."""
        return dict(self.evals_result_)

    def save_model(self, fname: Any) -> None:
        """Writes XGBoost's JSON format, which XGBoost reads."""
        self.model_.export(fname, "xgboost")


def _or(value: Any, default: Any) -> Any:
    return default if value is None else value
