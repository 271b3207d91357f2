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

from typing import TYPE_CHECKING

from ._core import version as _version

__version__ = _version()

if TYPE_CHECKING:
    from ._names import *
    from ._names import __all__ as __all__
    from ._names import list as list
else:
    # Nearly all of the time to import the package is that of NumPy, which the names need and `import podium` alone does not.
    def __getattr__(name):
        # A name of the machinery of imports is never one of ours; and the modules of the package look for each other here.
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from . import _names

        globals().update({public: getattr(_names, public) for public in (*_names.__all__, "list")}, __all__=_names.__all__)
        try:
            return globals()[name]
        except KeyError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None

    def __dir__():
        __getattr__("__all__")
        return sorted(globals())
