"""Trained rankers."""

from __future__ import annotations

import json
import math
import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core, _html, _plot
from ._dataset import ONE_QUERY, Dataset
from ._errors import UsageError, in_python, warn
from ._history import History
from ._options import options_text
from ._report import Reportable


class Explanation(NamedTuple):
    """The contribution of each feature to the scores, as Shapley values.

    The score of a row is its base value plus the sum of its values, up to rounding.

    Examples
    --------
    >>> import numpy as np, podium
    >>> data = podium.synth(queries=20, features=4)
    >>> model = podium.train("lambdamart", data, options={"rounds": 5})
    >>> why = model.explain(data)
    >>> np.allclose(why.base_values + why.values.sum(axis=1), model.score(data))
    True
    """

    values: npt.NDArray[np.float64]
    """The contribution of each feature to the score of each row, relative to the mean of its query's documents."""
    base_values: npt.NDArray[np.float64]
    """The mean score of these documents, by row."""
    feature_names: list[str]

    def to_shap(self, data: Any = None) -> Any:
        """The same as a `shap.Explanation`, for the plots of that package."""
        import shap  # type: ignore[import-not-found,import-untyped,unused-ignore]

        return shap.Explanation(
            values=self.values, base_values=self.base_values, data=data, feature_names=self.feature_names
        )


class Model(Reportable):
    """A trained ranker: it takes raw features and returns scores.

    Made by `podium.train`, `podium.load` and `podium.import_model`. Pickles and copies keep its bytes and its
    history.

    Examples
    --------
    >>> import podium
    >>> data = podium.synth(queries=20, features=3)
    >>> model = podium.train("ranksvm", data)
    >>> model.kind, list(model.weights()), model.score(data).shape == data.labels.shape
    ('linear', ['1', '2', '3'], True)
    >>> podium.Model.from_json(model.to_json()) == model
    True
    """

    __slots__ = ("_core", "history")

    history: History | None
    """The course of the training; None for a model from a file."""

    def __init__(self, core: _core.Model, history: History | None = None) -> None:
        self._core = core
        self.history = history

    @property
    def kind(self) -> str:
        """The kind of scoring function: "linear", "network", "weak-rankers", "re-ranking" or "trees"."""
        return self._core.kind

    @property
    def algorithm(self) -> str:
        """The algorithm that trained it."""
        return str(self.record["algorithm"])

    @property
    def record(self) -> dict[str, Any]:
        """The record of the training: algorithm, options, seed, fingerprint of the data, reason for its end."""
        training: dict[str, Any] = json.loads(self.to_json())["training"]
        return training

    @property
    def feature_names(self) -> list[str]:
        """The names of its features, or their numbers."""
        return self._core.feature_names()

    @property
    def needs_queries(self) -> bool:
        """Whether a score depends on the other documents of the query, so that scoring needs whole queries."""
        return self._core.serving == "queries"

    def to_json(self) -> str:
        """The text of its file."""
        return self._core.to_json()

    @classmethod
    def from_json(cls, text: str) -> Model:
        """The model that `to_json` wrote."""
        return cls(_core.model_from_json(text, ""))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that `podium train` writes."""
        self._core.save(path)

    def score(
        self, data: Any, *, qid: Any = None, group: Any = None, probability: bool = False
    ) -> npt.NDArray[np.float64]:
        """The score of each row, in the order of the input; larger is better.

        Parameters
        ----------
        data : Dataset, array or frame
            Labels are ignored.
        qid, group : array, optional
            The queries of an array or a frame, see `Dataset`. Needed if `needs_queries`.
        probability : bool
            The probability that the label is at least the grade of a model of `podium calibrate`, instead of the score;
            with several grades a column for each.
        """
        rows = self._dataset(data, qid, group, "score")._core
        if not probability:
            return self._core.score(rows)
        found = self._core.probabilities(rows)
        return found[:, 0] if found.shape[1] == 1 else found

    def explain(
        self, data: Any, *, qid: Any = None, group: Any = None, orders: int = 16, seed: int = 1
    ) -> Explanation:
        """What each feature adds to the scores: mean Shapley values against the documents of the query.

        Exact for linear models and trees; for others means over `orders` random orders of the features. Without queries
        all rows are one, with a warning; a model that needs queries refuses.
        """
        rows = self._dataset(data, qid, group, "explain")
        if not rows._has_queries:
            warn(ONE_QUERY.format(rows=len(rows)) + ", with whose documents each is compared")
        values, base = self._core.attributions(rows._core, orders, seed)
        return Explanation(values, base, self.feature_names)

    def _dataset(self, data: Any, qid: Any, group: Any, what: str) -> Dataset:
        """Rows of any form; throws where the model needs queries and there are none."""
        rows = data if isinstance(data, Dataset) else Dataset(data, qid=qid, group=group)
        if rows is data and (qid is not None or group is not None):
            raise UsageError(f"{what}: a Dataset has its own queries; qid and group are for arrays and frames")
        if self.needs_queries and not rows._has_queries:
            raise UsageError(
                f"{what}: scores of this model depend on the other documents of the query, and there are no queries here; give qid= or "
                "group=, or a column 'qid' of a frame"
            )
        return rows

    def weights(self) -> dict[str, float]:
        """The weight of each feature; `weight_meaning` says what it is for this kind of model."""
        return dict(zip(self.feature_names, self._core.weights()[1].tolist()))

    @property
    def weight_meaning(self) -> str:
        """The meaning of `weights`."""
        return self._core.weights()[0]

    def export(self, path: str | os.PathLike[str], format: str, **options: Any) -> list[str]:
        """Writes the model in the format of another engine; `podium.list("export-formats")` names them.

        Parameters
        ----------
        path : path
        format : str
        **options
            The program's flags with `_` for `-`: `name`, `part="first"`, `complete=True`, `whole_query=True`, `opset_ml=5`.

        Returns
        -------
        list of str
            Differences in the exported model.
        """
        text, constant, found = _core.export_model(self._core, format, options_text(options))
        remarks = [in_python(remark) for remark in found]
        with open(path, "wb") as file:
            file.write(text)
        if constant:
            remarks = [f"the scores there are Podium's plus {constant}", *remarks]
        return remarks

    def _heaviest(self, top: int) -> dict[str, float]:
        weights = sorted(self.weights().items(), key=lambda item: -abs(item[1]))
        return dict(weights[: top or len(weights)])

    def plot(self, ax: Any = None, *, top: int = 20) -> Any:
        """Draws the weights of the features that count most with matplotlib; `top=0` draws all.

        Returns
        -------
        matplotlib.axes.Axes
        """
        return _plot.bars(ax, self._heaviest(top), "weight", f"{self.algorithm}, {self.kind}")

    def _report_title(self) -> str:
        return self.algorithm

    def _add_to(self, document: _core.ReportDocument, name: str) -> None:
        document.add_section(name, [f"A model of kind {self.kind} over {self._core.feature_count} features."])
        document.add_bars("Features by weight", self.weight_meaning, "weight", list(self._heaviest(40).items()))
        if self.history is not None and len(self.history) > 1:
            table = self.history._table()
            iterations = [float(i) for i in table.column(0)]
            for place, label in enumerate(table.columns[1:], 1):
                values = [(label, iterations, table.column(place))]
                document.add_curves(f"{label} by iteration", "", "iteration", label, values)
        facts = [(what, _fact(value)) for what, value in self.record.items() if not isinstance(value, (dict, list))]
        options = self.record.get("options", {})
        document.add_cards("How it was trained", [("record", facts), ("options", [(k, str(v)) for k, v in options.items()])])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self._core == other._core

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.to_json(), self.history)

    def __repr__(self) -> str:
        return f"Model({self.algorithm!r}, kind={self.kind!r}, features={self._core.feature_count})"

    def _repr_html_(self) -> str:
        count = self._core.feature_count
        note = self.weight_meaning + (f"; the first 20 of {count}" if count > 20 else "")
        shown = _html.bars(f"Model of {self.algorithm}, {self.kind}", self._heaviest(20), note)
        return shown + (self.history._repr_html_() if self.history is not None else "")


def _unpickled(text: str, history: History | None) -> Model:
    return Model(_core.model_from_json(text, ""), history)


def fitted_model(given: Any, what: str) -> Model:
    """A model, also that of an estimator; throws for anything else, which `what` names."""
    model = getattr(given, "model_", given)
    if not isinstance(model, Model):
        raise UsageError(f"{what}: found {type(given).__name__}, expected a podium.Model or an estimator that is fitted")
    return model


def _fact(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def load(path: str | os.PathLike[str]) -> Model:
    """Reads a model file, of this package or of the program.

    Parameters
    ----------
    path : path
        A file that `Model.save` or `podium train` wrote.

    Returns
    -------
    Model

    Examples
    --------
    >>> import os, tempfile, podium
    >>> model = podium.train("ranksvm", podium.synth(queries=20))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "model.json")
    ...     model.save(path)
    ...     podium.load(path) == model
    True
    """
    return Model(_core.load_model(path))


def import_model(model: Any, format: str | None = None, *, feature_count: int = 0) -> Model:
    """Imports a model of another library.

    Parameters
    ----------
    model : lightgbm.Booster, xgboost.Booster, an estimator of theirs, or a path
        Scores are those of its `predict`, before any transformation into probabilities: after early stopping those
        of the best iteration, except that an xgboost.Booster always has all its trees.
    format : str, optional
        Of a path; see `podium.list("import-formats")`.
    feature_count : int, optional
        For a path with the format "ranklib": the number of features of the data, which these files do not contain.
        Default: the largest feature number that the model uses.

    Returns
    -------
    Model

    Examples
    --------
    >>> import os, tempfile, podium
    >>> model = podium.train("lambdamart", podium.synth(queries=20), options={"rounds": 3})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "model.txt")
    ...     remarks = model.export(path, "lightgbm")
    ...     podium.import_model(path, "lightgbm").kind
    'trees'
    """
    if isinstance(model, (str, os.PathLike)):
        if format is None:
            raise UsageError("import_model: a path needs a format: " + ", ".join(_names(_core.import_formats())))
        with open(model, encoding="utf-8") as file:
            return Model(_core.import_model(file.read(), format, os.fspath(model), feature_count=feature_count))
    if feature_count:
        raise UsageError("import_model: feature_count is for files of RankLib; a booster says how many features it has")
    booster = getattr(model, "booster_", None) or (model.get_booster() if hasattr(model, "get_booster") else model)
    if hasattr(booster, "model_to_string"):
        return Model(_core.import_model(booster.model_to_string(), "lightgbm", "the booster"))
    if hasattr(booster, "save_raw"):
        missing = getattr(model, "missing", None)
        if missing is not None and not math.isnan(missing):
            raise UsageError(
                f"import_model: found missing={missing!r}, expected NaN: the file of the model does not say which number stands for a "
                "missing value; put NaN in its place in the data and import model.get_booster()"
            )
        was_stopped = booster is not model and getattr(model, "early_stopping_rounds", None) is not None
        rounds = model.best_iteration + 1 if was_stopped else booster.num_boosted_rounds()
        text = bytes(booster.save_raw("json")).decode()
        return Model(_core.import_model(text, "xgboost", "the booster", rounds))
    raise UsageError(f"import_model: found {type(model).__name__}, expected a booster of LightGBM or XGBoost, or a path")


def _names(rows: list[Any]) -> list[str]:
    return [row["name"] for row in rows]
