"""Data sets: queries with their documents, features and labels."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _html
from ._core import Dataset as CoreDataset
from ._core import ReportDocument
from ._errors import UsageError, in_python, warn
from ._frames import Frame, is_frame
from ._labels import Labels, Pair, TopK
from ._options import options_text
from ._report import Reportable
from ._queries import Queries, id_text, one_query, queries_of_groups, queries_of_ids, user_ids

ONE_QUERY = "found neither qid nor group: all {rows} rows are one query"


class Dataset(Reportable):
    """Queries with their documents, features and labels. Immutable; copies share the memory.

    Parameters
    ----------
    X : array, frame or sparse matrix
        One row for each document. A C-contiguous array of 32-bit floats in which the rows of each query are adjacent is
        used in place: do not change it while the data set exists. Everything else is copied once. The columns `qid`,
        `docno` and `label` of a frame (pandas, polars, pyarrow) are never features. NaN and nulls are missing values.
    y : array, Order, TopK, Preferences or path, optional
        The label of each row; larger is better, and a label below 0 means that the document is not judged. Or full
        orders, lists of the best documents, or preferences between two. Default: the column `label` of a frame. Data
        without labels can only be scored.
    qid : array, optional
        The query of each row, numbers or texts, in any order. Default: the column `qid` of a frame.
    group : array, optional
        The sizes of the queries, whose rows are adjacent; instead of `qid`.
    sample_weight, query_weight : array, optional
        Weights of rows, and of queries in the order of first appearance.
    documents : array of str, optional
        Ids of the documents.
    feature_names : list of str, optional
        Default: the column names of a frame, or the numbers from 1 for an array.
    order : {"input", "hash", "hash:K"}
        The order of queries and of their rows, on which ties and sums depend. "hash": one that ids, features and labels
        decide, so that results do not depend on how the rows of X lie; this copies the features. Outputs keep the order of
        X in any case.

    Examples
    --------
    >>> import numpy as np, podium
    >>> X = np.array([[1.0, 0.5], [0.2, 0.1], [0.7, 0.9]], dtype=np.float32)
    >>> podium.Dataset(X, [1, 0, 2], qid=["a", "a", "b"])
    Dataset(queries=2, rows=3, features=2)
    """

    __slots__ = ("_core", "_has_labels", "_has_queries", "_preferences", "_whole_ids", "is_borrowed")

    _core: CoreDataset
    _has_labels: bool
    _has_queries: bool
    _whole_ids: bool
    _preferences: list[Pair] | None
    is_borrowed: bool
    """Whether the features are those of the given array, without a copy."""

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        qid: Any = None,
        group: Any = None,
        sample_weight: Any = None,
        query_weight: Any = None,
        documents: Any = None,
        feature_names: Sequence[str] | None = None,
        order: str = "input",
    ) -> None:
        if group is not None and order != "input":
            raise UsageError(f"order={order!r} needs qid: queries that group counts are numbered in the order of the rows")
        if qid is not None and group is not None:
            raise UsageError("found both qid and group, expected one of them")
        given, too_large = X, 0
        if is_frame(X):
            X = Frame.of(X)
        if isinstance(X, Frame):
            given, too_large = None, X.too_large
            y = X.labels if y is None else y
            feature_names = X.names if feature_names is None else feature_names
            qid = X.qid if qid is None and group is None else qid
            documents = X.documents if documents is None else documents
            X = X.features
        elif not _is_sparse(X):
            X = _matrix(X)
        queries = _queries(qid, group, X.shape[0], y)
        labels = y if isinstance(y, Labels) else TopK.read(y) if isinstance(y, (str, os.PathLike)) else None
        columns: dict[str, Any] = {
            "query_end": queries.end,
            "query_id": queries.ids,
            "input_row": queries.row,
            "label": _numbers(y if labels is None else labels.numbers(), "y"),
            "row_weight": _numbers(sample_weight, "sample_weight"),
            "query_weight": _numbers(query_weight, "query_weight"),
            "document_id": None if documents is None else [str(name) for name in documents],
            "feature_name": [str(name) for name in feature_names or ()],
            "first_feature_id": 1,
        }
        self.is_borrowed = False
        self._preferences = None
        self._has_queries = qid is not None or group is not None
        self._whole_ids = queries.whole
        if _is_sparse(X):
            self._core, too_large = _sparse(X, columns)
        else:
            self._core, is_borrowed, larger = _core.dense_dataset(X, **columns)
            self.is_borrowed = is_borrowed and given is not None and _is_memory_of(given, X)
            too_large += larger
        if too_large:
            warn(f"{too_large} values of X are too large for 32 bits and became infinite")
        self._core, is_same = self._core.in_order(order)
        self.is_borrowed = self.is_borrowed and is_same
        if labels is not None:
            self._core = labels.on(self._core)
            self._preferences = labels.pairs(self._core)
        self._has_labels = y is not None and self._preferences is None

    @classmethod
    def _of(
        cls,
        core: CoreDataset,
        *,
        has_labels: bool = True,
        has_queries: bool = True,
        whole_ids: bool = False,
        preferences: list[Pair] | None = None,
    ) -> Dataset:
        made = cls.__new__(cls)
        made._core = core
        made._has_labels = has_labels
        made._has_queries = has_queries
        made._whole_ids = whole_ids
        made._preferences = preferences
        made.is_borrowed = False
        return made

    def _with(self, core: CoreDataset, preferences: list[Pair] | None = None) -> Dataset:
        """Other rows or labels, about which the same is known."""
        return Dataset._of(
            core, has_labels=self._has_labels, has_queries=self._has_queries, whole_ids=self._whole_ids, preferences=preferences
        )

    def __reduce__(self) -> tuple[Any, ...]:
        with tempfile.TemporaryDirectory(prefix="podium-") as folder:
            path = os.path.join(folder, "data.podium")
            self._core.write(path, "auto")
            with open(path, "rb") as file:
                held = file.read()
        return _unpickled, (held, self._has_labels, self._has_queries, self._whole_ids, self._preferences)

    @property
    def query_count(self) -> int:
        """The number of queries."""
        return self._core.query_count

    @property
    def row_count(self) -> int:
        """The number of documents."""
        return self._core.row_count

    @property
    def feature_count(self) -> int:
        """The number of features."""
        return self._core.feature_count

    @property
    def is_sparse(self) -> bool:
        """Whether only values other than 0 are stored."""
        return self._core.is_sparse

    @property
    def feature_names(self) -> list[str]:
        """The names of the features, or their numbers."""
        return self._core.feature_names()

    @property
    def queries(self) -> list[Any]:
        """The ids of the queries: whole numbers if they were given as such, otherwise texts."""
        return user_ids(self._core.query_ids(), self._whole_ids)

    @property
    def documents(self) -> list[str]:
        """The id of each row's document, or the number of the row from 1."""
        return self._core.document_ids()

    @property
    def labels(self) -> npt.NDArray[np.float64]:
        """The label of each row."""
        return self._core.labels()

    @property
    def qid(self) -> npt.NDArray[Any]:
        """The id of each row's query, of the type of `queries`."""
        ids = np.asarray(self.queries) if self.query_count else np.empty(0, str)
        return ids[self._core.query_of_row()]

    @property
    def fingerprint(self) -> str:
        """A hash of the data that does not depend on the format or the machine; models record it."""
        return self._core.fingerprint()

    def features(self) -> npt.NDArray[np.float32]:
        """A copy of the features, dense, in the order of the input."""
        return self._core.features()

    def info(self) -> dict[str, Any]:
        """The size and the contents in numbers, as `podium data info` prints them."""
        return self._core.info()

    def subset(self, queries: Iterable[Any]) -> Dataset:
        """The given queries, in the given order.

        Parameters
        ----------
        queries : iterable
            Ids of queries, or one boolean per query. If the ids are texts, whole numbers are positions from 0.
        """
        listed = queries.tolist() if hasattr(queries, "tolist") else list(queries)
        chosen = self._marked(listed) if any(isinstance(one, bool) for one in listed) else self._found(listed)
        pairs = self._preferences
        if pairs is not None:
            of_query: dict[int, list[Pair]] = {}
            for pair in pairs:
                of_query.setdefault(pair[0], []).append(pair)
            pairs = [(new, *pair[1:]) for new, old in enumerate(chosen) for pair in of_query.get(old, ())]
        return self._with(self._core.subset(chosen), pairs)

    def _marked(self, marks: list[Any]) -> list[int]:
        """The places of the queries that are marked by True."""
        if len(marks) != self.query_count or not all(isinstance(mark, bool) for mark in marks):
            raise UsageError(f"subset: found {len(marks)} truth values, expected {self.query_count}: one for each query")
        return [place for place, mark in enumerate(marks) if mark]

    def _found(self, queries: list[Any]) -> list[int]:
        """The places of queries by their ids or places."""
        ids = {name: place for place, name in enumerate(self._core.query_ids())}
        chosen = []
        for query in queries:
            is_place = not self._whole_ids and isinstance(query, int)
            place = query if is_place else ids.get(id_text(query), -1)
            if not 0 <= place < self.query_count:
                found = f"place {query}, expected 0 to {self.query_count - 1}" if is_place else f"no query with the id {query!r}"
                raise UsageError(f"subset: found {found}")
            chosen.append(place)
        return chosen

    def with_truth(self, truth: str, *, seed: int = 1) -> Dataset:
        """The same rows with labels in another form: "graded", "full", "topk:K" or "top-vs-rest:K"."""
        return self._with(labelled(self, "with_truth").with_setting(truth, seed))

    def save(self, path: str | os.PathLike[str], format: str = "auto") -> None:
        """Writes the data set in the format that the file name ends with; .podium is the fastest to read."""
        self._core.write(path, format)

    def _frame(self) -> dict[str, Any]:
        """The columns of the data as a table: query, document, label, features."""
        rows = self.features()
        columns = {"qid": self.qid, "docno": self.documents, "label": self.labels}
        return columns | {name: rows[:, place] for place, name in enumerate(self.feature_names)}

    def to_pandas(self) -> Any:
        """A frame of pandas with the columns qid, docno, label and the features."""
        import pandas  # type: ignore[import-untyped,unused-ignore]

        return pandas.DataFrame(self._frame())

    def to_polars(self) -> Any:
        """A frame of polars with the columns qid, docno, label and the features."""
        import polars

        return polars.DataFrame(self._frame())

    def _facts(self) -> dict[str, Any]:
        info = self.info()
        smallest, median, largest = info["documents_per_query"]
        return {
            "queries": info["queries"],
            "rows": info["rows"],
            "features": f"{info['features']}, {info['storage']}",
            "documents per query": f"{smallest} to {largest}, median {median:g}",
            "rows by label": ", ".join(f"{label:g}: {rows}" for label, rows in list(info["labels"].items())[:12]),
            "missing values": info["missing"],
            "queries without a relevant document": info["blank_queries"],
            "memory": f"{info['memory_bytes'] / 1e6:.1f} MB",
        }

    def _report_title(self) -> str:
        return "Data"

    def _add_to(self, document: ReportDocument, name: str) -> None:
        document.add_section(name, [])
        document.add_cards("", [(name, [(what, str(value)) for what, value in self._facts().items()])])

    def __len__(self) -> int:
        return self.row_count

    def __repr__(self) -> str:
        return f"Dataset(queries={self.query_count}, rows={self.row_count}, features={self.feature_count})"

    def _repr_html_(self) -> str:
        return _html.pairs("Dataset", self._facts())


def read(path: str | os.PathLike[str], *, labels: bool = True, **options: Any) -> Dataset:
    """Reads a data set in any format of the program, compressed or not.

    Parameters
    ----------
    path : path
        A file in LETOR, SVMlight, CSV, TSV or .podium format. A .podium file is mapped, not copied.
    labels : bool
        If False, rows need no label.
    **options
        Flags of the program with `_` instead of `-`, such as `input_format="csv"` or `qid_column="query"`.
        `categorical="brand,shop"` names columns whose values are words; give it to `train` as well. With `order="hash"`
        results do not depend on how the rows of the file lie.

    Returns
    -------
    Dataset
        Remarks of the reader are warnings.

    Examples
    --------
    >>> import os, tempfile, podium
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "data.txt")
    ...     podium.synth(queries=5, documents=4, features=3).save(path)
    ...     podium.read(path).query_count
    5
    """
    core, remarks = _core.read(path, options_text(options), labels)
    for remark in remarks:
        warn(f"{os.fspath(path)}: {in_python(remark)}")
    return Dataset._of(core)


def _unpickled(held: bytes, has_labels: bool, has_queries: bool, whole_ids: bool, preferences: list[Pair] | None) -> Dataset:
    """The data set that was pickled: the file is mapped and needs its name no more."""
    with tempfile.TemporaryDirectory(prefix="podium-") as folder:
        path = os.path.join(folder, "data.podium")
        with open(path, "wb") as file:
            file.write(held)
        core, _ = _core.read(path, {}, False)
    return Dataset._of(core, has_labels=has_labels, has_queries=has_queries, whole_ids=whole_ids, preferences=preferences)


def unjudged_rule(rule: str | None, *data: Any) -> str:
    """The rule for documents with a label below 0; without one they are left out, and that is said."""
    if rule is not None:
        return rule
    labels = [one.labels for one in data if isinstance(one, Dataset) and one._has_labels]
    count = sum(int((one < 0).sum()) for one in labels)
    if count:
        warn(
            f"{count} of {sum(map(len, labels))} rows have a label below 0, which says that they are not judged: they are left out; "
            "unjudged='lowest' keeps them as not relevant, unjudged='drop' says that this is meant"
        )
    return "drop"


def labelled(data: Any, what: str) -> CoreDataset:
    """The data set in C++; throws unless it has labels, for a function that needs them."""
    if not isinstance(data, Dataset):
        raise UsageError(f"{what}: found {type(data).__name__}, expected a podium.Dataset")
    if data._preferences is not None:
        raise UsageError(f"{what}: found preferences, expected labels; only podium.train and fit learn from preferences")
    if not data._has_labels:
        raise UsageError(f"{what}: found data without labels, expected labels: the y of podium.Dataset")
    return data._core


def _queries(qid: Any, group: Any, rows: int, y: Any) -> Queries:
    if qid is not None:
        return queries_of_ids(qid, rows)
    if group is not None:
        return queries_of_groups(group, rows)
    if y is not None and rows > 0:  # scores of rows need no queries, nearly everything that uses labels does
        warn(ONE_QUERY.format(rows=rows))
    return one_query(rows)


def _is_sparse(X: Any) -> bool:
    return hasattr(X, "tocsr") and hasattr(X, "nnz")


def _matrix(X: Any) -> npt.NDArray[Any]:
    """The table as an array of numbers, without a copy where it is one."""
    if hasattr(X, "mask") and hasattr(X, "filled"):
        X = X.astype(np.result_type(X.dtype, np.float32)).filled(np.nan)  # what is masked is missing
    if hasattr(X, "__dlpack__") and not isinstance(X, np.ndarray):
        X = np.from_dlpack(X)
    array = np.asarray(X)
    if array.ndim == 0:
        raise UsageError(f"X: found {type(X).__name__}, expected an array, a frame or a sparse matrix")
    if array.ndim != 2:
        raise UsageError(f"X: found {array.ndim} dimensions, expected 2: rows and features")
    if array.dtype.kind in "cmM":
        raise UsageError(f"X: found values of the type {array.dtype}, expected real numbers")
    if array.dtype.kind not in "fiub" or array.dtype.itemsize > 8 or array.dtype == np.float16:
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise UsageError(f"X: found values that are no numbers: {error}") from None
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _is_memory_of(given: Any, array: npt.NDArray[Any]) -> bool:
    """Whether the array is what was given, and not a copy of it."""
    if isinstance(given, np.ndarray):
        return np.may_share_memory(given, array)
    return not isinstance(given, (list, tuple))


def _numbers(values: Any, name: str) -> npt.NDArray[np.float64] | None:
    if values is None:
        return None
    if np.asarray(values).dtype.kind in "cmM":
        raise UsageError(f"{name}: found values of type {np.asarray(values).dtype}, expected numbers")
    try:
        array = np.ascontiguousarray(values, np.float64)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{name}: found values that are no numbers: {error}") from None
    if array.ndim == 2 and array.shape[1] == 1:
        array = array.ravel()
    if array.ndim != 1:
        raise UsageError(f"{name}: found {array.ndim} dimensions, expected one number for each row")
    return array


def _sparse(X: Any, columns: Mapping[str, Any]) -> tuple[_core.Dataset, int]:
    """The data set, and how many values are too large for 32 bits."""
    rows = X.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    with np.errstate(over="ignore"):
        values = np.ascontiguousarray(rows.data, np.float32)
    made = _core.sparse_dataset(
        np.ascontiguousarray(rows.indptr, np.int64), np.ascontiguousarray(rows.indices, np.int64), values, rows.shape[1], **columns
    )
    return made, int((np.isinf(values) & ~np.isinf(rows.data)).sum())
