"""Estimators for scikit-learn: `Ranker`, and one class for each algorithm.

An option whose name is that of another parameter or a word of Python has the prefix `option_`: `option_lambda`.
"""

from . import _algorithms
from ._algorithms import *
from ._ranker import Ranker

__all__ = ["Ranker"]
__all__ += _algorithms.__all__
