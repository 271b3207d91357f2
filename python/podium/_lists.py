"""The tables of the library."""

from __future__ import annotations

from . import _core
from ._errors import UsageError
from ._tables import Rows

_TABLES = {
    "algorithms": _core.algorithms,
    "measures": _core.measures,
    "aggregators": _core.aggregators,
    "profiles": _core.profiles,
    "normalisers": _core.normalisers,
    "tests": _core.tests,
    "import-formats": _core.import_formats,
    "export-formats": _core.export_formats,
    "reading-options": _core.reading_options,
}


def list(what: str, name: str | None = None) -> Rows:  # noqa: A001
    """Lists algorithms, measures, formats and so on.

    Parameters
    ----------
    what : str
        "algorithms", "measures", "aggregators", "profiles", "normalisers", "tests", "import-formats",
        "export-formats", "reading-options"; or "options" with the name of an algorithm.
    name : str, optional
        The algorithm whose options to list.

    Returns
    -------
    list of dict
        Notebooks display it as a table; `to_pandas`, `to_polars`, `to_markdown` and `to_latex` export it.

    Examples
    --------
    >>> import podium
    >>> [row["name"] for row in podium.list("algorithms")][:3]
    ['regression', 'ranksvm', 'ranksvm-l1']
    """
    if what == "options":
        for row in _core.algorithms():
            if row["name"] == name:
                return Rows(row["options"])
        if name is None:
            raise UsageError("list: expected the name of an algorithm after 'options'")
        raise UsageError(f"list: no such algorithm: {name!r}")
    if what not in _TABLES:
        raise UsageError(f"list: found {what!r}, expected one of {', '.join(_TABLES)}, options")
    return Rows(_TABLES[what]())
