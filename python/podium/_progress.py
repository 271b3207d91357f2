"""A progress bar for `callbacks`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def progress_bar(**options: Any) -> Callable[[Any], None]:
    """A callback that shows a bar of tqdm, or lines where tqdm is not installed.

    Examples
    --------
    >>> model = podium.train("listmle", data, callbacks=[podium.progress_bar()])  # doctest: +SKIP
    """
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return _print_line
    bar: Any = None

    def show(progress: Any) -> None:
        nonlocal bar
        done, limit = progress if isinstance(progress, tuple) else (progress.iteration, progress.limit)
        if bar is None:
            bar = tqdm(total=limit, **options)
        bar.update(done - bar.n)
        if not isinstance(progress, tuple) and progress.validation is not None:
            bar.set_postfix(best=f"{progress.best:.4f}")

    return show


def _print_line(progress: Any) -> None:
    if isinstance(progress, tuple):
        print(f"training {progress[0]} of {progress[1]}")
    else:
        print(f"iteration {progress.iteration} of at most {progress.limit}, objective {progress.objective:.6g}")
