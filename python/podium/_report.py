"""The program's report page: one HTML file that needs nothing else."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from . import _core
from ._errors import UsageError


class Report:
    """A report: a title, the main results in sentences, and sections of tables and figures.

    Made by `podium.report` and by the method `report` of evaluations, comparisons, models and so on.

    Examples
    --------
    >>> import podium
    >>> model = podium.train("listmle", podium.synth(queries=20))
    >>> report = podium.report(model, title="A first model")
    >>> report.title, report.to_markdown().splitlines()[0]
    ('A first model', '# A first model')
    """

    def __init__(self, core: _core.ReportDocument) -> None:
        self._core = core

    @property
    def title(self) -> str:
        """The title of the page."""
        return self._core.title

    @property
    def summary(self) -> list[str]:
        """The main results, one sentence each."""
        return list(self._core.summary)

    def to_html(self) -> str:
        """The page: one file that loads nothing and sends nothing."""
        return self._core.page()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page (.html), Markdown (.md), LaTeX (.tex), CSV (.csv) or JSON (.json), as the name ends."""
        formats = {".md": "markdown", ".tex": "latex", ".csv": "csv", ".json": "json"}
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending not in (*formats, ".html", ".htm"):
            raise UsageError(f"{os.fspath(path)}: expected a name that ends with .html, {', '.join(formats)}")
        text = self._core.render(formats[ending]) if ending in formats else self.to_html()
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)

    def to_markdown(self) -> str:
        """Everything as text and tables, except values by query."""
        return self._core.render("markdown")

    def to_latex(self) -> str:
        """The tables for a paper."""
        return self._core.render("latex")

    def to_json(self) -> str:
        """The contents for programs."""
        return self._core.render("json")

    def show(self, *, height: int = 700) -> None:
        """Shows the page in a notebook, in a sandboxed frame; about 300 KB."""
        try:
            from IPython import get_ipython  # type: ignore[import-not-found,attr-defined,unused-ignore]
            from IPython.display import HTML, display  # type: ignore[import-not-found,unused-ignore]
        except ImportError:
            get_ipython = None
        if get_ipython is None or get_ipython() is None:
            raise UsageError("show: there is no notebook here; save(path) writes the page to a file")
        display(HTML(self.frame(height)))  # type: ignore[no-untyped-call,unused-ignore]

    def frame(self, height: int = 700) -> str:
        """The page as a sandboxed `iframe`, for another page."""
        return (
            f'<iframe title="{escape(self.title)}" sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{height}px;border:0" srcdoc="{escape(self.to_html())}"></iframe>'
        )

    def __repr__(self) -> str:
        return self._core.render("table")


class Reportable:
    """What a report can be about."""

    __slots__ = ()

    def _report_title(self) -> str:
        raise NotImplementedError

    def _summary(self) -> list[str]:
        """The main results, one sentence each."""
        return []

    def _add_to(self, document: _core.ReportDocument, name: str) -> None:
        """Appends sections with everything; `name` tells several apart."""
        raise NotImplementedError

    def report(self, path: str | os.PathLike[str] | None = None, *, title: str | None = None) -> Report:
        """The report page about this; with a path it is written there, too."""
        return report(self, path, title=title)

    def show(self, *, height: int = 700) -> None:
        """Shows the report page in a notebook, inline; about 300 KB."""
        self.report().show(height=height)


def report(
    about: Reportable | Sequence[Reportable] | Mapping[str, Reportable],
    path: str | os.PathLike[str] | None = None,
    *,
    title: str | None = None,
    summary: Sequence[str] | None = None,
) -> Report:
    """Writes the program's report page about evaluations, comparisons, cross-validations, models and data.

    Parameters
    ----------
    about : object, list of objects, or dict of them by name
        Any of `Evaluation`, `Comparison`, `Crossval`, `Tuning`, `Model`, `ModelExplanation` and `Dataset`.
    path : path, optional
        Where to write it. The ending determines the format: .html, .md, .tex, .csv or .json.
    title : str, optional
    summary : list of str, optional
        Sentences for the top of the page. Default: the conclusions of the objects.

    Returns
    -------
    Report
        With `save`, `show`, `to_html`, `to_markdown` and `to_latex`.

    Examples
    --------
    >>> import podium
    >>> data = podium.synth(queries=30)
    >>> model = podium.train("listmle", data)
    >>> page = podium.report({"data": data, "listmle": model, "on its own data": podium.evaluate(data=data, model=model)})
    >>> "## listmle" in page.to_markdown()
    True
    """
    if isinstance(about, Mapping) and not isinstance(about, Reportable):
        parts = [(str(name), part) for name, part in about.items()]
    elif isinstance(about, Reportable):
        parts = [("", about)]
    else:
        parts = [("", part) for part in (about if isinstance(about, Sequence) else [about])]
    for _, part in parts:
        if not isinstance(part, Reportable):
            raise UsageError(f"report: found {type(part).__name__}, expected an evaluation, a comparison, a model or data")
    if not parts:
        raise UsageError("report: found nothing that it could be about")
    sentences = [sentence for _, part in parts for sentence in part._summary()] if summary is None else list(summary)
    named = title or (parts[0][1]._report_title() if len(parts) == 1 else "Report")
    document = _core.ReportDocument(named, sentences)
    for name, part in parts:
        part._add_to(document, name or part._report_title())
    made = Report(document)
    if path is not None:
        made.save(path)
    return made
