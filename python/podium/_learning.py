"""The keywords that `train`, `tune`, `crossval` and the estimators share."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, TypeVar

import numpy as np

from . import _core
from ._dataset import Dataset, unjudged_rule
from ._errors import NumericError, UsageError, in_python, warn
from ._options import option_text, options_text
from ._own import Loss, loss_function, measure_function

_Function = TypeVar("_Function", bound=Callable[..., Any])


class LearningFlags(TypedDict, total=False):
    """The fields of `Learning` as keywords, for type checkers."""

    options: Mapping[str, Any] | None
    loss: Loss | str | None
    truth: str
    unjudged: str | None
    fill: str
    normalise: str | None
    categorical: str | Sequence[str]
    metric: Any
    profile: str
    ties: str | None
    define: str | Sequence[str]
    seed: int
    allow_empty: bool
    n_jobs: int | None


@dataclasses.dataclass(frozen=True)
class Learning:
    """What an algorithm learns from data and how; `podium.train` explains each field."""

    options: Mapping[str, Any] | None = None
    loss: Loss | str | None = None
    truth: str = "graded"
    unjudged: str | None = None
    fill: str = "auto"
    normalise: str | None = "auto"
    categorical: str | Sequence[str] = ()
    metric: Any = "ndcg@10"
    profile: str = "standard"
    ties: str | None = None
    define: str | Sequence[str] = ()
    seed: int = 1
    allow_empty: bool = False
    n_jobs: int | None = None

    @classmethod
    def of(cls, function: str, given: Mapping[str, Any]) -> Learning:
        """The keywords of a function, which is named if one of them does not exist."""
        for name in given:
            if name not in cls.__dataclass_fields__:
                raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")
        return cls(**given)

    def arguments(
        self, *data: Any
    ) -> tuple[dict[str, str], dict[str, str], list[str], _core.LossFunction | None, _core.MeasureFunction | None]:
        """Options, flags, definitions, loss and metric as C++ takes them, to learn from these data sets."""
        options = self.options
        function = None
        if isinstance(self.loss, str):
            options = {"loss": self.loss, **(options or {})}
        else:
            function = loss_function(self.loss, isinstance(data[0], Dataset) and data[0]._whole_ids)
        metric = measure_function(self.metric)
        flags = {name: option_text(getattr(self, name)) for name in ("truth", "fill", "profile", "seed")}
        flags |= {"unjudged": unjudged_rule(self.unjudged, *data), "normalise": self.normalise or "none"}
        flags |= {"categorical": ",".join(_listed(self.categorical)), "ties": self.ties or ""}
        flags |= {} if metric is not None else {"metric": str(self.metric)}
        return options_text(options), flags, _listed(self.define), function, metric

    def check(self, outcome: _core.TrainingOutcome | _core.TuningOutcome) -> None:
        """Warns of what training changed, and refuses a model that ranks nothing."""
        summary = outcome.summary()
        for remark in summary["remarks"]:
            warn(in_python(remark))
        if outcome.ranks_nothing:
            self.refuse_empty(f"the model ({summary['stop']})")

    def refuse_empty(self, model: str) -> None:
        """Throws for a model that ranks nothing, or warns if `allow_empty` accepts it."""
        problem = f"{model} gives all documents of a query the same score"
        if not self.allow_empty:
            raise NumericError(f"{problem}; allow_empty=True accepts it")
        warn(problem)


def _listed(given: str | Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def takes_learning(function: _Function) -> _Function:
    """Shows the fields of `Learning` in the signature of a function that takes them as `**learning`."""
    signature = inspect.signature(function)
    own = [parameter for parameter in signature.parameters.values() if parameter.kind != inspect.Parameter.VAR_KEYWORD]
    shared = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for field in dataclasses.fields(Learning)
    ]
    function.__signature__ = signature.replace(parameters=[*own, *shared])  # type: ignore[attr-defined]
    return function


def one_callback(callbacks: Any) -> Callable[..., bool] | None:
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
