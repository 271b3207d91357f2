"""Trainings in the log of MLflow."""

from __future__ import annotations

import json
import os
from typing import Any

from ._model import Model


class MlflowLogger:
    """A callback that writes the progress of a training into a run of MLflow; made by `podium.mlflow_logger`.

    Attributes
    ----------
    run_id : str
        The run of MLflow.
    """

    def __init__(self, client: Any, run_id: str, prefix: str) -> None:
        self._client = client
        self._prefix = prefix
        self.run_id = run_id

    def __call__(self, progress: Any) -> None:
        if isinstance(progress, tuple):  # of a choice of options or a cross-validation
            self._log({"trainings": progress[0]}, progress[0])
            return
        values = {"objective": progress.objective, "validation": progress.validation, "best": progress.best}
        if progress.validation is None:
            del values["best"]
        self._log({name: value for name, value in values.items() if value is not None}, progress.iteration)

    def _log(self, values: dict[str, float], step: int) -> None:
        for name, value in values.items():
            self._client.log_metric(self.run_id, self._prefix + name, value, step=step)

    def log_evaluation(self, evaluation: Any) -> None:
        """Logs the mean of each measure of a `podium.Evaluation`."""
        for name, value in evaluation.items():
            # MLflow does not take "@" and brackets in names.
            self._client.log_metric(self.run_id, self._prefix + _plain(name), value)

    def log_model(self, model: Model, name: str = "model.json") -> None:
        """Logs a model: its file as an artifact, how it was trained as parameters."""
        import tempfile  # slow to import, and few log models

        record = model.record
        parameters = {"algorithm": model.algorithm, **record.get("options", {})}
        parameters |= {key: record[key] for key in ("seed", "data") if key in record}
        for key, value in parameters.items():
            text = value if isinstance(value, str) else json.dumps(value)
            self._client.log_param(self.run_id, self._prefix + _plain(key), text)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            model.save(path)
            self._client.log_artifact(self.run_id, path)


def mlflow_logger(run_id: str | None = None, *, prefix: str = "") -> MlflowLogger:
    """A callback that logs the objective and the validation measure of each iteration to MLflow.

    Parameters
    ----------
    run_id : str, optional
        A run of MLflow. Default: the active run, or a new one, which becomes active.
    prefix : str
        Prefix of the names of all metrics and parameters, such as "fold1/".

    Examples
    --------
    >>> import mlflow, podium
    >>> mlflow.set_tracking_uri("file:mlruns")
    >>> with mlflow.start_run():
    ...     log = podium.mlflow_logger()
    ...     model = podium.train("listmle", podium.synth(queries=20), callbacks=[log], every=0)
    ...     log.log_model(model)
    """
    import mlflow

    if run_id is None:
        run = mlflow.active_run() or mlflow.start_run()
        run_id = run.info.run_id
    # The active run belongs to a thread, and callbacks may come from another.
    return MlflowLogger(mlflow.MlflowClient(), run_id, prefix)


def _plain(name: str) -> str:
    return name.replace("@", "_at_").translate(str.maketrans("(),=", "____")).rstrip("_")
