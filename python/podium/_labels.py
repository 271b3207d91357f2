"""Labels that are not grades: full orders, lists of the best documents, and preferences between two."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._errors import UsageError
from ._frames import column_names, is_frame
from ._queries import id_text

Pair = tuple[int, int, int, float]


class Labels:
    """Labels that are not one number for each row."""

    def numbers(self) -> npt.NDArray[np.float64] | None:
        """A number for each row of the input, if that is what is known of them; larger is better."""
        return None

    def on(self, data: _core.Dataset) -> _core.Dataset:
        """The data set with these labels; it has `numbers` as labels until then."""
        raise NotImplementedError

    def pairs(self, data: _core.Dataset) -> list[Pair] | None:
        """Preferences between the documents of the data set, if that is what they are."""
        return None


class TopK(Labels):
    """Lists of the best documents of each query; all others are tied below.

    Parameters
    ----------
    lists : dict
        For each query the ids of its best documents, best first.
    k : int, optional
        The intended length of the lists. Default: that of the longest.
    rest : {"rest", "refuse", "drop"}
        Rows that are not in a list rank below it, are an error, or are left out.

    Examples
    --------
    >>> import numpy as np, podium
    >>> data = podium.Dataset(np.eye(3, dtype=np.float32), podium.TopK({"q": ["b", "a"]}), qid=["q"] * 3,
    ...                       documents=["a", "b", "c"])
    >>> data.labels
    array([1., 2., 0.])
    """

    _RULES = ("refuse", "rest", "drop")

    def __init__(self, lists: Mapping[Any, Sequence[Any]], *, k: int | None = None, rest: str = "rest") -> None:
        if rest not in self._RULES:
            raise UsageError(f"rest: found {rest!r}, expected one of {', '.join(self._RULES)}")
        longest = max((len(best) for best in lists.values()), default=0)
        self.rest = rest
        self._rows = [
            (id_text(query), longest if k is None else k, [id_text(name) for name in best], list[str]())
            for query, best in lists.items()
        ]

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> TopK:
        """The lists of a file of the program (.jsonl)."""
        made = cls({})
        made._rows = _core.read_top_k(path)
        made.rest = "refuse"
        return made

    def on(self, data: _core.Dataset) -> _core.Dataset:
        return data.with_top_k(self._rows, self._RULES.index(self.rest))


class Order(Labels):
    """A full order of the documents of each query.

    Parameters
    ----------
    order : dict or array
        For each query the ids of all its documents, best first; or the place of each row in its query, where the
        smallest number is the best and none occurs twice.

    Examples
    --------
    >>> import numpy as np, podium
    >>> X = np.eye(3, dtype=np.float32)
    >>> podium.Dataset(X, podium.Order([2, 1, 3]), qid=["q"] * 3).labels
    array([1., 2., 0.])
    >>> podium.Dataset(X, podium.Order({"q": ["b", "a", "c"]}), qid=["q"] * 3, documents=["a", "b", "c"]).labels
    array([1., 2., 0.])
    """

    def __init__(self, order: Mapping[Any, Sequence[Any]] | npt.ArrayLike) -> None:
        self._lists: TopK | None = None
        self._places: npt.NDArray[np.float64] | None = None
        if isinstance(order, Mapping):
            self._lists = TopK(order, rest="refuse")
            return
        try:
            self._places = np.asarray(order, np.float64)
        except (TypeError, ValueError) as error:
            raise UsageError(f"order: found places that are no numbers: {error}") from None
        if self._places.ndim != 1 or not np.isfinite(self._places).all():
            raise UsageError("order: expected one finite place for each row")

    def numbers(self) -> npt.NDArray[np.float64] | None:
        # Labels below 0 would mean "not judged".
        return None if self._places is None else self._places.max(initial=0.0) - self._places

    def on(self, data: _core.Dataset) -> _core.Dataset:
        if self._lists is not None:
            return self._lists.on(data).with_setting("full", 1)
        query = data.query_of_row()
        order = np.lexsort((data.labels(), query))
        labels, query = data.labels()[order], query[order]
        tied = np.flatnonzero((labels[1:] == labels[:-1]) & (query[1:] == query[:-1]))
        if len(tied):
            name = data.query_ids()[query[tied[0]]]
            raise UsageError(f"order: query {name!r} has two documents of the same place, expected a full order")
        return data.with_setting("full", 1)


class Preferences(Labels):
    """Answers to "which of two documents is better?", for training without labels.

    Algorithms that learn from pairs use them directly. For other algorithms and for measures, combine them into a ranking
    with `podium.aggregate` and pass it to `podium.Order` or `podium.TopK`.

    Parameters
    ----------
    answers : iterable of tuples, or frame
        (query, document, document, winner) or the same with a weight: the first columns of a frame. The winner is
        one of the two documents, or "tie", which is ignored.

    Examples
    --------
    >>> import numpy as np, podium
    >>> answers = podium.Preferences([("q", "a", "b", "a"), ("q", "b", "c", "b"), ("q", "a", "c", "a")])
    >>> X = np.array([[0.9], [0.5], [0.1]], dtype=np.float32)
    >>> data = podium.Dataset(X, answers, qid=["q"] * 3, documents=["a", "b", "c"])
    >>> podium.train("ranksvm", data).weights()["1"] > 0
    True
    """

    def __init__(self, answers: Any) -> None:
        if is_frame(answers):
            answers = zip(*(answers[name].to_numpy().tolist() for name in column_names(answers)))
        self._answers = [tuple(answer) for answer in answers]

    def on(self, data: _core.Dataset) -> _core.Dataset:
        return data

    def pairs(self, data: _core.Dataset) -> list[Pair]:
        rows = zip(data.query_of_row().tolist(), data.document_ids(), data.place_of_row().tolist())
        place = {(query, document): own for query, document, own in rows}
        number = {name: i for i, name in enumerate(data.query_ids())}
        found: list[Pair] = []
        for query_id, a, b, winner, weight in self._checked():
            query_number = number.get(query_id, -1)
            for document in (a, b):
                if (query_number, document) not in place:
                    raise UsageError(
                        f"preferences: query {query_id!r} has no document {document!r}; documents= or a column docno name them"
                    )
            if winner == "tie":
                continue
            better, worse = (a, b) if winner == a else (b, a)
            found.append((query_number, place[query_number, better], place[query_number, worse], weight))
        return found

    def ballots(self) -> list[tuple[float, dict[str, dict[str, float]]]]:
        """The answers as weighted runs of two documents for each query; as few runs as there can be."""
        runs: dict[tuple[float, int], dict[str, dict[str, float]]] = {}
        count: dict[tuple[float, str], int] = {}
        for query, a, b, winner, weight in self._checked():
            place = count.get((weight, query), 0)
            count[weight, query] = place + 1
            runs.setdefault((weight, place), {})[query] = {a: float(winner == a), b: float(winner == b)}
        return [(weight, run) for (weight, _), run in runs.items()]

    def _checked(self) -> Iterator[tuple[str, str, str, str, float]]:
        """Query, documents, winner and weight of each answer."""
        for answer in self._answers:
            if len(answer) not in (4, 5):
                raise UsageError("preferences: expected (query, document, document, winner) and perhaps a weight")
            query, a, b, winner = (id_text(part) for part in answer[:4])
            weight = float(answer[4]) if len(answer) == 5 else 1.0
            if a == b:
                raise UsageError(f"preferences: query {query!r}: found {a!r} twice, expected two documents")
            if winner not in (a, b, "tie"):
                raise UsageError(f"preferences: found the winner {winner!r}, expected {a!r}, {b!r} or 'tie'")
            if not math.isfinite(weight) or weight < 0:
                raise UsageError(f"preferences: found the weight {weight:g}, expected a finite number of 0 or more")
            yield query, a, b, winner, weight
