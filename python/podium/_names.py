"""The public names of the package, which `podium` takes from here when the first of them is used."""

from ._aggregate import Ranking, aggregate, fuse
from ._compare import Comparison, compare
from ._core import Progress
from ._dataset import Dataset, read
from ._errors import DataError, Error, Interrupted, NumericError, StorageError, UsageError
from ._evaluate import Evaluation, evaluate
from ._explain import ModelExplanation, explain
from ._history import History
from ._ir_measures import register_ir_measures
from ._labels import Order, Preferences, TopK
from ._lists import list as list
from ._mlflow import mlflow_logger
from ._model import Explanation, Model, import_model, load
from ._own import LossCheck, Measure, check_loss
from ._progress import progress_bar
from ._report import Report, report
from ._synth import synth
from ._threads import get_threads, set_threads
from ._train import Crossval, Folds, Tuning, crossval, train, tune

# Without `list`, a builtin that `from podium import *` must not replace.
__all__ = [
    "Comparison", "Crossval", "DataError", "Dataset", "Error", "Evaluation", "Explanation", "Folds", "History",
    "Interrupted", "LossCheck", "Measure", "Model", "ModelExplanation", "NumericError", "Order", "Preferences",
    "Progress", "Ranking", "Report", "StorageError", "TopK", "Tuning", "UsageError", "aggregate",
    "check_loss", "compare", "crossval", "evaluate", "explain", "fuse", "get_threads", "import_model", "load",
    "mlflow_logger", "progress_bar", "read", "register_ir_measures", "report", "set_threads", "synth", "train", "tune",
]  # fmt: skip
