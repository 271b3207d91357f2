"""The number of threads of the library."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

from . import _core
from ._errors import UsageError

_limit: _core.ThreadLimit | None = None


def set_threads(threads: int | None) -> None:
    """Limits the threads of the whole process.

    Parameters
    ----------
    threads : int or None
        Maximum number of threads; None means all of the machine, -2 all but one. Results do not depend on it. A process
        of a pool starts with one thread, or with as many as joblib grants it.

    Examples
    --------
    >>> import podium
    >>> podium.set_threads(1)
    >>> podium.get_threads()
    1
    >>> podium.set_threads(None)
    """
    global _limit
    if _limit is not None:
        _limit.leave()
        _limit = None
    if threads is not None:
        _limit = _core.ThreadLimit(_count(threads))
        _limit.enter()


def get_threads() -> int:
    """The number of threads that the library may use.

    Examples
    --------
    >>> import podium
    >>> podium.get_threads() >= 1
    True
    """
    return _core.thread_count()


def _count(threads: int) -> int:
    """The number that a count means; as in joblib, -1 means all, -2 all but one."""
    if not hasattr(threads, "__index__") or threads == 0:
        raise UsageError(f"threads: found {threads!r}, expected a whole number other than 0, or None for all")
    return max(1, (os.cpu_count() or 1) + 1 + threads) if threads < 0 else threads


@contextlib.contextmanager
def limited(threads: int | None) -> Iterator[None]:
    """While it is entered, at most so many threads; None means no limit of its own."""
    if threads is None:
        yield
        return
    limit = _core.ThreadLimit(_count(threads))
    limit.enter()
    try:
        yield
    finally:
        limit.leave()


def _after_fork() -> None:
    """The threads of the parent do not exist in a child that was forked."""
    set_threads(1)


os.register_at_fork(after_in_child=_after_fork)


def _limit_worker() -> None:
    """A process of a pool shares the machine with others: it has the threads that joblib grants it, or one."""
    pools = sys.modules.get("multiprocessing")
    if pools is not None and pools.parent_process() is not None:
        granted = os.environ.get("OMP_NUM_THREADS", "")
        set_threads(max(1, int(granted)) if granted.isdigit() else 1)


_limit_worker()
