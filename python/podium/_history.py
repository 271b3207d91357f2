"""The course of a training, iteration by iteration."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _html, _plot
from ._tables import Exports, Table


class History(Exports):
    """The course of a training: the objective and the measure on validation data after each iteration.

    Attributes
    ----------
    objective : array
        What the algorithm minimises.
    validation : array
        The measure on validation data; empty if there is none.
    metric : str
        The name of the measure.
    best_iteration : int
        The iteration of the model, from 1.

    Examples
    --------
    >>> import podium
    >>> data = podium.synth(queries=40)
    >>> model = podium.train("listmle", data, vali=podium.synth(queries=20, seed=2), options={"iterations": 5})
    >>> len(model.history), model.history.metric
    (5, 'ndcg@10')
    """

    def __init__(self, outcome: _core.TrainingOutcome, metric: str) -> None:
        self.objective: npt.NDArray[np.float64] = outcome.objective()
        self.validation: npt.NDArray[np.float64] = outcome.validation()
        self.metric = metric
        self.best_iteration: int = outcome.summary()["best_iteration"]

    def __len__(self) -> int:
        return len(self.objective)

    def _table(self) -> Table:
        iteration = range(1, len(self) + 1)
        if len(self.validation) != len(self):
            return Table(("iteration", "objective"), list(zip(iteration, self.objective.tolist())))
        rows = list(zip(iteration, self.objective.tolist(), self.validation.tolist()))
        return Table(("iteration", "objective", self.metric), rows)

    @property
    def _shown(self) -> tuple[str, npt.NDArray[np.float64]]:
        return (self.metric, self.validation) if len(self.validation) else ("objective", self.objective)

    def plot(self, ax: Any = None) -> Any:
        """Draws the measure on validation data by iteration, or the objective; returns the axes of matplotlib."""
        name, values = self._shown
        ax = _plot.lines(ax, {name: values.tolist()}, "iteration", name)
        if len(self.validation) >= self.best_iteration > 0:
            ax.plot(self.best_iteration, self.validation[self.best_iteration - 1], "o", color=_html.ORANGE)
        return ax

    def __repr__(self) -> str:
        name, values = self._shown
        last = f", last {name} {values[-1]:.4f}" if len(values) else ""
        return f"History(iterations={len(self)}, best_iteration={self.best_iteration}{last})"

    def _repr_html_(self) -> str:
        name, values = self._shown
        mark = self.best_iteration - 1 if len(self.validation) else None
        return f"<div>{_html.curve(values.tolist(), 'iteration', name, mark)}</div>"
