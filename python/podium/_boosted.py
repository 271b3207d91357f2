"""What the rankers share that have the parameters of LightGBM and XGBoost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._errors import UsageError
from .sklearn import Ranker


class BoostedRanker(Ranker):
    """Trees of Podium with the parameters of another library."""

    truth = "graded"
    unjudged = None
    categorical = ()
    seed = 1
    normalise = None
    fill = "auto"
    ties = None
    loss = None
    profile = "standard"
    _every = 0.0
    _library = ""
    _stopping_rounds: int | None = None
    _measure = "ndcg@10"
    _listeners: tuple[Callable[[Any], Any], ...] = ()

    @property
    def metric(self) -> str:
        """The measure on validation data."""
        return self._measure

    def _objectives(self) -> Mapping[str | None, tuple[str, dict[str, Any]]]:
        """Algorithm and options of each objective."""
        raise NotImplementedError

    def _chosen(self) -> tuple[str, dict[str, Any]]:
        objective = getattr(self, "objective", None)
        known = self._objectives()
        if objective not in known:
            names = ", ".join(str(name) for name in known if name)
            raise UsageError(f"objective: found {objective!r}, expected one of {names}")
        return known[objective]

    def _algorithm(self) -> str:
        return self._chosen()[0]

    def _options(self) -> dict[str, Any]:
        stopping = self._stopping_rounds
        rule = {"keep": "last", "patience": 0} if stopping is None else {"keep": "best", "patience": stopping}
        return {**self._chosen()[1], **self._tree_options(), **rule}

    def _tree_options(self) -> dict[str, Any]:
        raise NotImplementedError

    def _callbacks(self) -> list[Any]:
        return list(self._listeners)

    def _refuse(self, name: str, neutral: tuple[Any, ...], instead: str = "it has no counterpart") -> None:
        """Throws if a parameter asks for something that Podium's trees do not do."""
        value = getattr(self, name)
        if not any(value is other or value == other for other in neutral):
            raise UsageError(f"{name}: found {value!r}; {self._library}'s parameter is not supported here: {instead}")

    def _fit_boosted(self, X: Any, y: Any, sample_weight: Any, eval_set: Any, sides: Mapping[str, Any]) -> int:
        """Trains; of several validation sets the last counts. Returns its number."""
        queries = {key: value for key, value in sides.items() if not key.startswith("eval_")}
        if not eval_set:
            super().fit(X, y, sample_weight, **queries)
            return 0
        last = len(eval_set) - 1
        for key in ("eval_qid", "eval_group"):
            given = sides.get(key)
            if given is not None:
                if len(given) != len(eval_set):
                    raise UsageError(f"{key}: found {len(given)}, expected {len(eval_set)}: one for each eval_set")
                queries[key] = [given[last]]
        super().fit(X, y, sample_weight, eval_set=[eval_set[last]], **queries)
        return last


def share(name: str, value: Any) -> float:
    """A fraction above 0 and at most 1."""
    number = float(value)
    if not 0.0 < number <= 1.0:
        raise UsageError(f"{name}: found {value!r}, expected a fraction above 0 and at most 1")
    return number


class PrintedProgress:
    """Prints the validation value every so many iterations, as both libraries do."""

    def __init__(self, period: int, line: Callable[[Any], str]) -> None:
        self._period = period
        self._line = line
        self._next = period

    def __call__(self, progress: Any) -> None:
        if self._period <= 0 or progress.iteration < self._next or progress.validation is None:
            return
        self._next = (progress.iteration // self._period + 1) * self._period
        print(self._line(progress))
