"""A progress bar for `callbacks`."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any


def progress_bar(**options: Any) -> Callable[[Any], None]:
    """A callback that shows the progress of a training, for scripts and notebooks.

    It uses tqdm if installed; otherwise it shows a bar in a notebook, or prints lines in a terminal.

    Parameters
    ----------
    **options
        Options of tqdm, such as `desc="listmle"`.

    Returns
    -------
    function
        For `callbacks` of `train`, `tune`, `crossval` and `explain`.

    Examples
    --------
    >>> import podium
    >>> bar = podium.progress_bar(disable=True)
    >>> podium.train("listmle", podium.synth(queries=20), callbacks=[bar]).kind
    'linear'
    """
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return _notebook_bar() or _print_line
    bar: Any = None

    def show(progress: Any) -> None:
        nonlocal bar
        done, limit = _steps(progress)
        if bar is None or done < bar.n:  # another training has begun
            if bar is not None:
                bar.close()
            bar = tqdm(total=limit, **options)
        bar.update(done - bar.n)
        if not isinstance(progress, tuple) and progress.validation is not None:
            bar.set_postfix(best=f"{progress.best:.4f}", refresh=False)
        if done >= limit:
            bar.close()

    return show


def _steps(progress: Any) -> tuple[int, int]:
    """Of an iteration, or of a pair (done, in all)."""
    return progress if isinstance(progress, tuple) else (progress.iteration, progress.limit)


def _words(progress: Any) -> str:
    return f"training {progress[0]} of {progress[1]}" if isinstance(progress, tuple) else repr(progress)


def _notebook_bar() -> Callable[[Any], None] | None:
    """A bar that replaces itself in the output of a notebook; None elsewhere."""
    try:
        from IPython import get_ipython  # type: ignore[import-not-found,attr-defined,unused-ignore]
        from IPython.display import HTML, display  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    if get_ipython() is None or not hasattr(get_ipython(), "kernel"):
        return None
    handle: Any = None

    def show(progress: Any) -> None:
        nonlocal handle
        done, limit = _steps(progress)
        bar = HTML(f'<progress max="{limit}" value="{done}" style="width:16em"></progress> {escape(_words(progress))}')
        if handle is None:
            handle = display(bar, display_id=True)  # type: ignore[no-untyped-call,unused-ignore]
        else:
            handle.update(bar)

    return show


def _print_line(progress: Any) -> None:
    print(_words(progress))
