"""Podium: learning to rank, and measuring rankings.

Data sets and models are those of the program `podium`; the same data, options and seed give the same model file.

Examples
--------
>>> import numpy as np, podium
>>> rng = np.random.default_rng(1)
>>> X = rng.random((40, 3), dtype=np.float32)
>>> data = podium.Dataset(X, (X[:, 0] > 0.5).astype(int), qid=np.repeat([1, 2, 3, 4], 10))
>>> model = podium.train("listmle", data)
>>> podium.evaluate(data=data, model=model, measures="ndcg@10")["ndcg@10"] > 0.9
True
"""

from ._aggregate import Ranking, aggregate, fuse
from ._compare import Comparison, compare
from ._core import Progress
from ._core import version as _version
from ._dataset import Dataset, read
from ._errors import DataError, Error, Interrupted, NumericError, StorageError, UsageError
from ._evaluate import Evaluation, evaluate
from ._explain import ModelExplanation, explain
from ._history import History
from ._ir_measures import register_ir_measures
from ._labels import Order, Preferences, TopK
from ._lists import list
from ._mlflow import mlflow_logger
from ._model import Explanation, Model, import_model, load
from ._own import LossCheck, Measure, check_loss
from ._progress import progress_bar
from ._report import Report, report
from ._synth import synth
from ._threads import get_threads, set_threads
from ._train import Crossval, Folds, Tuning, crossval, train, tune

__version__ = _version()

__all__ = [
    "Comparison", "Crossval", "DataError", "Dataset", "Error", "Evaluation", "Explanation", "Folds", "History",
    "Interrupted", "LossCheck", "Measure", "Model", "ModelExplanation", "NumericError", "Order", "Preferences",
    "Progress", "Ranking", "Report", "StorageError", "TopK", "Tuning", "UsageError", "__version__", "aggregate",
    "check_loss", "compare", "crossval", "evaluate", "explain", "fuse", "get_threads", "import_model", "list", "load",
    "mlflow_logger", "progress_bar", "read", "register_ir_measures", "report", "set_threads", "synth", "train", "tune",
]  # fmt: skip
