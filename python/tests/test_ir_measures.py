"""Measures of Podium inside ir_measures, and the measures of ir_measures under its names here."""
import numpy as np
import pytest
from conftest import run_script
from test_evaluate import made_up_run

import podium
import podium.ir_measures as ours

ir_measures = pytest.importorskip("ir_measures")


def test_podium_is_a_provider():
    measures = podium.register_ir_measures()
    assert podium.register_ir_measures().kappa_ndcg is measures.kappa_ndcg  # a second time changes nothing
    qrels, run = made_up_run(5)
    mixed = [measures["kappa-ndcg@10"], measures.wkt, ir_measures.nDCG @ 10, measures.ndcg(profile="standard") @ 10]
    found = ir_measures.calc_aggregate(mixed, qrels, run)
    kappa = podium.evaluate(qrels, run, measures="kappa-ndcg@10", truth="topk:10", profile="trec")
    assert found[mixed[0]] == pytest.approx(kappa["kappa-ndcg@10"], abs=1e-12)
    assert found[mixed[1]] == pytest.approx(podium.evaluate(qrels, run, measures="wkt", truth="full")["wkt"], abs=1e-12)
    assert found[mixed[2]] == pytest.approx(podium.evaluate(qrels, run, measures="ndcg@10", profile="trec")["ndcg@10"])
    assert found[mixed[3]] == pytest.approx(podium.evaluate(qrels, run, measures="ndcg@10")["ndcg@10"], abs=1e-12)
    assert str(ir_measures.parse_measure("kappa_ndcg@10")) == str(mixed[0]) == "kappa_ndcg@10"


def test_the_provider_takes_all_forms_and_queries_that_are_missing():
    pandas = pytest.importorskip("pandas")
    measure = podium.register_ir_measures()["kappa-ndcg@5"]
    qrels, run = made_up_run(6)
    del run["q3"]
    expected = {metric.query_id: metric.value for metric in measure.iter_calc(qrels, run)}
    assert len(expected) == len(qrels) and expected["q3"] == 0.0
    judged = [ir_measures.Qrel(q, d, v) for q, documents in qrels.items() for d, v in documents.items()]
    retrieved = [ir_measures.ScoredDoc(q, d, v) for q, documents in run.items() for d, v in documents.items()]
    for given in ((iter(judged), iter(retrieved)), (pandas.DataFrame(judged), pandas.DataFrame(retrieved))):
        assert {metric.query_id: metric.value for metric in measure.iter_calc(*given)} == expected
    one = measure.evaluator(qrels)
    assert one.calc_aggregate(run) == one.calc_aggregate(run) == pytest.approx({measure: np.mean(list(expected.values()))})
    with pytest.raises(podium.UsageError, match="profile"):
        measure(profile="none").calc_aggregate(qrels, run)


def test_runs_are_measured_by_one_order_whatever_they_retrieve():
    """The order is made of the judgements alone: another run, or the same in another order, has the same truth."""
    qrels = {"q": {f"d{i}": i % 2 for i in range(8)}}
    scores = {f"d{i}": float((i * 5) % 8) for i in range(8)}
    value = podium.evaluate(qrels, {"q": scores}, measures="wkt", truth="full")["wkt"]
    turned = podium.evaluate(qrels, {"q": dict(reversed(scores.items()))}, measures="wkt", truth="full")["wkt"]
    assert value == turned
    strict = {"q": {f"d{i}": i for i in range(8)}}
    data = podium.Dataset(np.zeros((8, 1), np.float32), list(range(8)), qid=["q"] * 8, documents=[f"d{i}" for i in range(8)])
    for truth, measure in (("full", "wkt"), ("topk:3", "kappa-ndcg@3"), ("topk:3", "topk-loss@3"), ("full", "rbo")):
        by_run = podium.evaluate(strict, {"q": scores}, measures=measure, truth=truth)
        by_data = podium.evaluate(data=data, scores=list(scores.values()), measures=measure, truth=truth)
        assert list(by_run.values()) == list(by_data.values())
    with pytest.raises(podium.UsageError, match="unjudged"):
        podium.evaluate(strict, {"q": scores}, measures="map", unjudged="lowest")


NAMES = ["AP", "AP(rel=2)", "AP@7", "nDCG", "nDCG@10", "RR", "RR@3", "P@5", "P(rel=2)@5", "R@10", "Rprec", "Bpref", "Success@2",
         "Judged@10"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_measures_of_ir_measures_have_its_values_here(name):
    qrels, run = made_up_run(7)
    del run["q3"]
    theirs = ir_measures.parse_measure(name)
    expected = {metric.query_id: metric.value for metric in theirs.iter_calc(qrels, run)}
    measure = ours.parse_measure(name)
    assert str(measure) == str(theirs)
    found = {metric.query_id: metric.value for metric in ours.iter_calc([measure], qrels, run)}
    assert found == pytest.approx(expected, abs=1e-9)
    assert measure.calc_aggregate(qrels, run) == pytest.approx(theirs.calc_aggregate(qrels, run), abs=1e-9)


def test_what_is_no_measure_is_said():
    with pytest.raises(NameError, match="nothing"):
        ours.parse_measure("nothing@3")
    with pytest.raises(podium.UsageError, match="rel"):
        ours.RBP.calc_aggregate(*made_up_run())
    with pytest.raises(podium.UsageError, match="expected one of"):
        ours.P(relevance=2)
    with pytest.raises(AttributeError):
        ours.nothing


def test_rbp_is_its_formula():  # ir_measures leaves it to a package of its own
    qrels, run = {"q": {"a": 1, "b": 2, "c": 0}}, {"q": {"x": 9.0, "a": 8.0, "c": 7.0, "b": 6.0}}
    measure = ours.parse_measure("RBP(p=0.9,rel=1)")
    assert [metric.value for metric in ours.iter_calc([measure], qrels, run)] == pytest.approx([0.1 * (0.9 + 0.9**3)])


IR_MEASURES = """
from ir_measures import AP, RR, P, calc_aggregate, iter_calc, nDCG, parse_measure, read_trec_qrels, read_trec_run

measures = [AP, nDCG @ 10, P(rel=2) @ 5, RR, parse_measure("R@10")]
means = {str(m): v for m, v in calc_aggregate(measures, read_trec_qrels(qrels), read_trec_run(run)).items()}
values = {(x.query_id, str(x.measure)): x.value for x in iter_calc(measures, read_trec_qrels(qrels), read_trec_run(run))}
"""


def test_a_script_for_ir_measures_runs_after_its_import_was_changed(tmp_path):
    qrels, run = made_up_run(10)
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {v}\n" for q, ds in qrels.items() for d, v in ds.items()))
    podium._core.documents_of_dict(run).write_run(tmp_path / "run", "tag")
    given = dict(qrels=str(tmp_path / "qrels"), run=str(tmp_path / "run"))
    theirs = run_script(IR_MEASURES, **given)
    ours = run_script(IR_MEASURES.replace("from ir_measures", "from podium.ir_measures"), **given)
    assert ours["means"] == pytest.approx(theirs["means"], abs=1e-12) and len(ours["means"]) == 5
    assert ours["values"] == pytest.approx(theirs["values"], abs=1e-12)
