"""The measures of Podium inside the package ir_measures, and so inside PyTerrier's Experiment."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from . import _core
from ._errors import UsageError
from ._evaluate import documents_of
from ._options import option_text, option_value

_PROVIDER = "podium"


class IrMeasures:
    """The measures that `register_ir_measures` made: as attributes, `m.kappa_ndcg @ 10`, or by name, `m["kappa-ndcg@10"]`."""

    def __init__(self, measures: dict[str, Any]) -> None:
        self._measures = measures

    def __getattr__(self, name: str) -> Any:
        try:
            return self._measures[name]
        except KeyError:
            raise AttributeError(f"podium has no measure {name!r}") from None

    def __getitem__(self, name: str) -> Any:
        import ir_measures

        base, bracket, rest = name.partition("(")
        if not bracket:
            base, bracket, rest = name.partition("@")
        known = base.replace("-", "_")
        if known not in self._measures:
            raise KeyError(name)
        return ir_measures.parse_measure(known + bracket + rest)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._measures]


def register_ir_measures() -> IrMeasures:
    """Registers Podium as a provider of the package ir_measures.

    Afterwards ir_measures knows each of Podium's measures by its name with `_` instead of `-`: `kappa_ndcg@10`,
    `rbo(p=0.8)`, `ndcg(profile='lightgbm')@10`. Its own measures do not change. Besides the options of
    the measure, the parameters are `cutoff`, `profile` (default "trec", or "standard" for a measure that trec_eval does not
    compute), `ties` and, for measures that need an order, `truth` (default: "topk:K" for the cutoff K, else "full").

    Returns
    -------
    IrMeasures
        The measures, for lists such as those of PyTerrier's `Experiment`.

    Examples
    --------
    >>> import ir_measures, podium
    >>> ours = podium.register_ir_measures()
    >>> qrels, run = {"q": {"a": 2, "b": 1, "c": 0}}, {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}
    >>> found = ir_measures.calc_aggregate([ours["kappa-ndcg@2"], ir_measures.nDCG @ 2], qrels, run)
    >>> {str(measure): round(value, 4) for measure, value in found.items()} == {"kappa_ndcg@2": 1.0, "nDCG@2": 1.0}
    True
    """
    import ir_measures

    registry = ir_measures.measures.registry
    if _PROVIDER not in ir_measures.providers.registry:
        made = {row["name"].replace("-", "_"): _measure_class(row) for row in _core.measures()}
        for name, kind in made.items():
            if name not in registry:
                ir_measures.measures.register(kind(), name=name)
        provider = _provider_class(ir_measures)()
        ir_measures.providers.register(provider)
        ir_measures.DefaultPipeline.providers.append(provider)
    names = [row["name"].replace("-", "_") for row in _core.measures()]
    return IrMeasures({name: registry[name] for name in names if hasattr(registry[name], "podium_name")})


def _parameter(option: str) -> str:
    return "rel" if option == "from" else option  # a word of Python; ir_measures' own name


def _measure_class(row: dict[str, Any]) -> Any:
    from ir_measures.measures import Measure, ParamInfo

    options = {_parameter(option["name"]): option for option in row["options"]}
    parameters = {"cutoff": ParamInfo(dtype=int, required=False, desc="number of documents that are seen")}
    for name, option in options.items():
        default = option_value(option["default"])
        kind = (int, float) if isinstance(default, (int, float)) and not isinstance(default, bool) else type(default)
        parameters[name] = ParamInfo(dtype=kind, default=default, desc=option["help"])
    parameters["profile"] = ParamInfo(dtype=str, default="trec", desc="conventions")
    parameters["ties"] = ParamInfo(dtype=str, default="", desc="order of documents of equal score")
    if row["needs_order"]:
        parameters["truth"] = ParamInfo(dtype=str, default="", desc="order of the judged documents")

    class PodiumMeasure(Measure):  # type: ignore[misc,unused-ignore]
        NAME = row["name"].replace("-", "_")
        __name__ = NAME
        PRETTY_NAME = row["name"]
        SHORT_DESC = row["summary"]
        SUPPORTED_PARAMS = parameters
        podium_name = row["name"]

        def text(self) -> str:
            """The measure as Podium writes it."""
            given = {key: value for key, value in self.params.items() if key in options}
            inside = ",".join(f"{key}={option_text(value)}" for key, value in given.items())
            cutoff = self.params.get("cutoff")
            return str(self.podium_name) + (f"({inside})" if inside else "") + ("" if cutoff is None else f"@{cutoff}")

        def conventions(self) -> Conventions:
            """Profile, ties and truth."""
            cutoff = self.params.get("cutoff")
            order = "full" if cutoff is None else f"topk:{cutoff}"
            truth = (self["truth"] or order) if row["needs_order"] else "graded"
            way = trec_conventions(self.text(), truth)
            if "profile" in self.params:
                way = Conventions(self["profile"], "", truth)
            return way._replace(ties=self["ties"] or way.ties)

        def aggregator(self) -> Any:
            return MeanOfNumbers()

    return PodiumMeasure


class MeanOfNumbers:
    """The mean over the queries that have a value."""

    def __init__(self) -> None:
        self._sum = 0.0
        self._count = 0

    def add(self, value: float) -> None:
        if not math.isnan(value):
            self._sum += value
            self._count += 1

    def result(self) -> float:
        return self._sum / self._count if self._count else math.nan


def _provider_class(ir_measures: Any) -> Any:
    util = ir_measures.util

    class PodiumEvaluator(ir_measures.providers.Evaluator):  # type: ignore[misc,unused-ignore]
        def __init__(self, measures: Any, qrels: Any) -> None:
            self._judged = documents_of(_plain(util.QrelsConverter(qrels)), "qrels")
            super().__init__(list(measures), set(self._judged.query_ids()))

        def _iter_calc(self, run: Any) -> Iterator[Any]:
            retrieved = documents_of(_plain(util.RunConverter(run)), "run")
            for query, measure, value in measured(self._judged, retrieved, self.measures):
                yield ir_measures.Metric(query, measure, value)

    class PodiumProvider(ir_measures.providers.Provider):  # type: ignore[misc,unused-ignore]
        NAME = _PROVIDER

        def supports(self, measure: Any) -> bool:
            measure.validate_params()
            return hasattr(measure, "podium_name")

        def _evaluator(self, measures: Any, qrels: Any) -> Any:
            return PodiumEvaluator(measures, qrels)

    return PodiumProvider


class Conventions(NamedTuple):
    """How a measure is computed."""

    profile: str
    ties: str
    truth: str
    condensed: bool = False


def trec_conventions(measure: str, truth: str, condensed: bool = False) -> Conventions:
    """Those of trec_eval; for a measure that it does not compute, the standard ones with its order of equal scores."""
    if _core.has_measure("trec", measure):
        return Conventions("trec", "", truth, condensed)
    return Conventions("standard", "docid", truth, condensed)


def measured(
    judged: _core.DocumentTable, retrieved: _core.DocumentTable, measures: Iterable[Any]
) -> Iterator[tuple[str, Any, float]]:
    """(query, measure, value) for every judged query; a query without a value has NaN.

    Measures have `text()`, as Podium writes them, and `conventions()`.
    """
    groups: dict[Conventions, list[Any]] = {}
    for measure in measures:
        groups.setdefault(measure.conventions(), []).append(measure)
    for way, group in groups.items():
        text = ",".join(measure.text() for measure in group)
        plan = _core.MeasuringPlan(text, way.profile, way.ties, way.condensed, False, [])
        found = _core.JudgedRun(judged, retrieved, True, way.truth, 1).evaluate(plan)
        for measure, numbers in zip(group, found.values().tolist()):
            values = dict(zip(found.query, numbers))
            for query in judged.query_ids():
                yield query, measure, values.get(query, math.nan)


def _plain(converter: Any) -> Any:
    """Judgements or a run of ir_measures in a form that Podium takes."""
    kind, problem = converter.predict_type()
    if kind == "UNKNOWN":
        raise UsageError(f"ir_measures: {problem}")
    return converter.as_pd_dataframe() if kind == "pd_dataframe" else converter.as_dict_of_dict()
