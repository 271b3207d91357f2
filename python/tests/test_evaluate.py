"""Measures agree with other packages; comparisons and aggregations with the program."""
import numpy as np
import pytest

import podium


def made_up_run(seed=2, queries=20, documents=30):
    rng = np.random.default_rng(seed)
    qrels = {f"q{q}": {f"d{d}": int(rng.integers(0, 4)) for d in range(documents)} for q in range(queries)}
    scores = rng.permutation(queries * documents) / 7.0
    run = {f"q{q}": {f"d{d + 5}": float(scores[q * documents + d]) for d in range(documents)} for q in range(queries)}
    return qrels, run


def test_measures_are_those_of_ir_measures():
    ir_measures = pytest.importorskip("ir_measures")
    qrels, run = made_up_run()
    names = ["AP", "nDCG@10", "nDCG", "RR", "P@5", "R@10"]
    theirs = ir_measures.calc_aggregate([ir_measures.parse_measure(name) for name in names], qrels, run)
    ours = podium.evaluate(qrels, run, measures=names, profile="trec")
    for name in names:
        assert ours[name] == pytest.approx(theirs[ir_measures.parse_measure(name)], abs=1e-12), name


def test_measures_are_those_of_ranx():
    ranx = pytest.importorskip("ranx")
    qrels, run = made_up_run(3)
    names = ["map", "ndcg@10", "mrr", "precision@5", "recall@10"]
    theirs = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), names)
    ours = podium.evaluate(qrels, run, measures="map,ndcg@10,rr,p@5,recall@10", profile="trec")
    assert list(ours.values()) == pytest.approx([theirs[name] for name in names], abs=1e-12)


def test_frames_tuples_and_files_give_the_numbers_of_dictionaries(tmp_path):
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    qrels, run = made_up_run(4)
    expected = dict(podium.evaluate(qrels, run))
    triples = lambda table: [(q, d, v) for q, docs in table.items() for d, v in docs.items()]  # noqa: E731
    for frame in (pandas.DataFrame, lambda rows, columns: polars.DataFrame(rows, schema=columns, orient="row")):
        found = podium.evaluate(frame(triples(qrels), columns=["qid", "docno", "label"]),
                                frame(triples(run), columns=["query_id", "doc_id", "score"]))
        assert dict(found) == expected
    assert dict(podium.evaluate(triples(qrels), triples(run))) == expected
    podium._core.documents_of_dict(qrels).write_qrels(tmp_path / "qrels")
    podium._core.documents_of_dict(run).write_run(tmp_path / "run", "tag")
    assert dict(podium.evaluate(tmp_path / "qrels", str(tmp_path / "run"))) == expected


def test_queries_that_the_run_lacks_count_as_zero_unless_skipped():
    qrels, run = {"a": {"x": 1}, "b": {"x": 1}}, {"a": {"x": 1.0}}
    with pytest.warns(UserWarning):
        assert podium.evaluate(qrels, run, measures="rr")["rr"] == 0.5
    assert podium.evaluate(qrels, run, measures="rr", missing="skip")["rr"] == 1.0
    with pytest.raises(podium.UsageError, match="the run lacks 1 judged query"):
        podium.evaluate(qrels, run, measures="rr", missing="error")


@pytest.mark.parametrize("call, words", [
    (lambda data, bare: podium.evaluate(data=bare, scores=data.labels), "found data without labels"),
    (lambda data, bare: podium.evaluate(data=data.features(), scores=data.labels), "found ndarray, expected a podium.Dataset"),
    (lambda data, bare: podium.evaluate(data=data, model="m.json"), "model: found str, expected a podium.Model"),
    (lambda data, bare: podium.train("ranksvm", bare), "train: found data without labels"),
    (lambda data, bare: podium.train("ranksvm", data, vali=bare), "vali: found data without labels"),
    (lambda data, bare: podium.explain(podium.train("ranksvm", data), bare), "explain: found data without labels"),
    (lambda data, bare: podium.explain("m.json"), "explain: found str, expected a podium.Model"),
    (lambda data, bare: podium.check_loss(lambda s, y: (0.0, 0 * s), bare), "check_loss: found data without labels"),
    (lambda data, bare: bare.with_truth("topk:3"), "with_truth: found data without labels"),
    (lambda data, bare: bare.subset([1]).with_truth("topk:3"), "with_truth: found data without labels"),
    (lambda data, bare: podium.compare([[1, 2], [1, 3]]), "found list, expected a dictionary"),
    (lambda data, bare: podium.compare({"a": [1, 2, 3], "b": [1, 2]}), "different numbers of values, 3 for 'a', 2 for 'b'"),
], ids=str)
def test_numbers_that_would_mean_nothing_are_refused(call, words, data):
    bare = podium.Dataset(data.features(), qid=data.qid)
    assert podium.train("ranksvm", data).score(bare).shape == data.labels.shape
    with pytest.raises(podium.UsageError, match=words):
        call(data, bare)


def test_a_measure_that_was_not_computed_is_named(data):
    found = podium.evaluate(data=data, scores=data.labels, measures="map,rr")
    with pytest.raises(KeyError, match="ndcg@3: not among the measures that were computed, map, rr"):
        found["ndcg@3"]
    folds = podium.crossval("regression", data, folds=3, measures="map")
    with pytest.raises(KeyError, match="rr: not among"):
        podium.compare({"a": folds, "b": folds}, measure="rr")
    assert podium.compare({"a": folds, "b": folds}, measure="AP").values["a"] == folds.per_query["map"]


def test_per_query_values_and_explanations_lead_to_the_mean(data):
    model = podium.train("ranksvm", data)
    found = podium.evaluate(data=data, model=model, measures="ndcg@10,map,err")
    for name in found:
        assert np.nanmean(found.per_query[name]) == pytest.approx(found[name])
    assert found["nDCG@10"] == found["ndcg_cut_10"] == found["ndcg@10"]
    assert found.explain(1)[0]["measure"] == "ndcg@10"
    low, high = found.intervals()["map"]
    assert low < found["map"] < high


def test_a_comparison_says_what_the_program_says(data, program, tmp_path):
    a, b = podium.train("ranksvm", data), podium.train("regression", data, options={"l2": 10})
    data.save(tmp_path / "d.txt")
    a.save(tmp_path / "a.json")
    b.save(tmp_path / "b.json")
    told = program("compare", "--data", tmp_path / "d.txt", "--model", f"a={tmp_path}/a.json", f"b={tmp_path}/b.json",
                   "--test", "all")
    values = {name: podium.evaluate(data=data, model=model) for name, model in (("a", a), ("b", b))}
    ours = podium.compare(values, tests="all")
    told = " ".join(told.split())  # which may be wrapped
    assert ours.conclusions and all(sentence in told for sentence in ours.conclusions)
    assert "<table" in ours._repr_html_() and "ndcg@10" in repr(ours)


def test_aggregation_is_that_of_the_program(program, tmp_path):
    runs = [made_up_run(seed, queries=3, documents=6)[1] for seed in (1, 2, 3)]
    for i, run in enumerate(runs):
        podium._core.documents_of_dict(run).write_run(tmp_path / f"{i}.run", "tag")
    for method in ("rrf", "borda", "kemeny"):
        program("aggregate", "--lists", *(tmp_path / f"{i}.run" for i in range(3)), "--method", method,
                "--run", tmp_path / "out.run")
        theirs = podium._core.read_run(tmp_path / "out.run").to_dict()
        ours = podium.aggregate(runs, method=method)
        assert {q: list(docs) for q, docs in theirs.items()} == dict(ours)
