"""The end of the interpreter and Ctrl-C, in processes of their own."""
import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from conftest import made_up

import podium


def ended(script, timeout=60):
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=timeout)
    return done.returncode, done.stdout, done.stderr


SETUP = """
import threading, time, os, signal, numpy as np, podium
X = np.random.default_rng(1).random((200, 4), dtype=np.float32)
data = podium.Dataset(X, X[:, 0].round(), group=[20] * 10)
LONG = {"optimiser": "sgd", "iterations": 1_000_000, "step": 1e-6}
"""


@pytest.mark.parametrize("work", [
    "m = podium.train('lambdamart', data, options={'rounds': 5}); run = lambda: [m.score(X) for _ in iter(int, 1)]",
    "m = podium.train('listmle', data); run = lambda: [m.explain(data) for _ in iter(int, 1)]",
    "run = lambda: podium.train('listmle', data, options=LONG, callbacks=[lambda progress: sum(range(1000))], every=0)",
    "run = lambda: podium.train('listmle', data, loss=lambda s, l: (float(s @ s), 2 * s), options=LONG)",
    "m = podium.train('listmle', data); run = lambda: time.sleep(100)",
], ids=["score", "explain", "callback", "own loss", "sleep"])  # fmt: skip
def test_daemon_threads_do_not_abort_the_end(work):
    script = SETUP + work + "\nthreading.Thread(target=run, daemon=True).start(); time.sleep(0.3)"
    assert ended(script) == (0, "", "")


@pytest.mark.parametrize("work", [
    "podium.train('ranknet', data, options={'iterations': 1, 'model': 'network'}).explain(data, orders=10**5)",
    "podium.aggregate([{'q': [str(i) for i in rng.permutation(60)]} for _ in range(4)], method='kemeny', options={'nodes': 10**11})",
    "podium.compare({'a': rng.random(500), 'b': rng.random(500)}, tests='randomisation', iterations=10**8)",
    "podium.synth(queries=200_000, documents=20, features=5000, density=0.001)",
    "podium.explain(podium.train('ranknet', data, options={'iterations': 1, 'model': 'network'}), data, query=0, orders=2 * 10**5)",
], ids=["Model.explain", "aggregate", "compare", "synth", "explain"])  # fmt: skip
def test_ctrl_c_ends_long_computations(work):
    script = SETUP + f"""
rng = np.random.default_rng(1)
told = []
threading.Timer(0.5, lambda: (told.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT))).start()
try:
    {work}
    print("finished")
except KeyboardInterrupt:
    late = time.monotonic() - told[0]
    print("interrupted" if late < 10 else f"after {{late}} s")
"""
    assert ended(script)[:2] == (0, "interrupted\n")


def test_callbacks_may_return_truth_values_of_numpy(rows):
    X, y, qid = rows
    data = podium.Dataset(X, y, qid=qid)
    for answer in (False, np.False_):
        model = podium.train("listmle", data, options={"iterations": 30}, callbacks=[lambda p: answer if p.iteration == 3 else None], every=0)
        assert model.record["iterations"] == 3
    for answer in (0, None, np.True_):
        model = podium.train("listmle", data, options={"iterations": 5}, callbacks=[lambda p: answer], every=0)
        assert model.record["iterations"] == 5


def test_results_can_be_pickled_and_copied():
    X, y, qid = made_up()
    order = np.random.default_rng(1).permutation(len(y))  # rows of a query lie apart
    data = podium.Dataset(X[order], y[order], qid=qid[order], sample_weight=np.arange(len(y)) + 1.0)
    model = podium.train("lambdamart", data, vali=data, options={"rounds": 5})
    found = podium.evaluate(data=data, model=model, measures="ndcg@5,map")
    compared = podium.compare({"a": found, "b": podium.evaluate(data=data, scores=y, measures="ndcg@5")}, measure="ndcg@5")
    folds = podium.crossval("ranksvm", data, folds=3, measures="ndcg@5")
    tuned = podium.tune("ranksvm", data, grid={"c": [0.1, 1]})
    for again in (lambda one: pickle.loads(pickle.dumps(one)), copy.copy, copy.deepcopy):
        same = again(data)
        assert same.fingerprint == data.fingerprint and same.queries == data.queries and same.qid.tolist() == data.qid.tolist()
        assert np.array_equal(same.features(), data.features()) and np.array_equal(model.score(same), model.score(data))
        assert podium.train("regression", same) == podium.train("regression", data)
        assert again(found) == found and again(found).query_values("map") == found.query_values("map")
        assert again(found).intervals() == found.intervals() and repr(again(found)) == repr(found)
        assert repr(again(compared)) == repr(compared) and again(compared).to_latex() == compared.to_latex()
        assert again(model) == model and again(model).history.validation.tolist() == model.history.validation.tolist()
        assert again(folds).mean == folds.mean and again(tuned).model == tuned.model
    bare = pickle.loads(pickle.dumps(podium.Dataset(X)))
    with pytest.raises(podium.UsageError, match="without labels"):
        podium.train("ranksvm", bare)
    preferred = podium.Dataset(X, podium.Preferences([(1, "1", "2", "1")]), qid=qid)
    assert podium.train("ranksvm", pickle.loads(pickle.dumps(preferred))) == podium.train("ranksvm", preferred)


def test_no_builtin_is_replaced():
    rc, out, err = ended("from podium import *\nfrom podium.ir_measures import *\nimport podium\n"
                         "print(list(map(str, [1])), len(podium.list('algorithms')) > 5, AP, train.__name__)")  # fmt: skip
    assert (rc, out) == (0, "['1'] True AP train\n"), err


def test_arrays_can_be_evaluated(rows):
    X, y, qid = rows
    scores = X[:, 0].astype(float)
    same = podium.evaluate(data=podium.Dataset(X, y, qid=qid), scores=scores)
    assert podium.evaluate(y, scores, qid=qid) == same == podium.evaluate(y.tolist(), scores=scores.tolist(), group=[9] * 12)
    before = same.explain(1)
    scores *= -1  # the evaluation has a copy
    assert same.explain(1) == before
    for call, words in ((lambda: podium.evaluate(y, scores), "give qid= or group="), (lambda: podium.evaluate(y, scores[1:], qid=qid), "107"),
                        (lambda: podium.evaluate([("q", "d")], {"q": {"d": 1}}), "expected \\(query, document, number\\)")):  # fmt: skip
        with pytest.raises(podium.UsageError, match=words):
            call()


def test_messages_name_parameters_and_not_flags(rows, tmp_path):
    from podium._errors import in_python

    X, y, qid = rows
    data = podium.Dataset(X, y, qid=qid)
    assert in_python("give --feature-count 46; see --ignore docno, '--fill zero' or --complete if so") == (
        "give feature_count=46; see ignore=docno, 'fill=zero' or complete= if so")  # fmt: skip
    assert in_python("use podium score --run, or --truth topk:5") == "use podium score --run, or truth=topk:5"
    trees = podium.train("lambdamart", data, options={"rounds": 3})
    assert "give opset_ml=5" in " ".join(trees.export(tmp_path / "m.onnx", "onnx"))
    assert "opset_ml" not in " ".join(trees.export(tmp_path / "m.onnx", "onnx", opset_ml=5))
    with pytest.raises(podium.UsageError) as told:
        podium.evaluate(data=data, scores=y, measures="kappa-ndcg@5")
    assert "--" not in str(told.value) and "truth=topk" in str(told.value)
    named = podium.Dataset(X, y, qid=qid, documents=[f"d{i}" for i in range(len(y))])
    frame = named.to_pandas()
    frame["docno"] = "shoe"  # where each row has a word of its own, no parameter is named
    frame.to_csv(tmp_path / "rows.csv", index=False)
    with pytest.warns(UserWarning, match="docno: words, left out; training with categorical=docno uses it"):
        assert podium.read(tmp_path / "rows.csv").feature_count == X.shape[1]
    assert podium.read(tmp_path / "rows.csv", ignore="docno").row_count == len(y)


def test_options_have_the_names_of_other_packages_too(rows):
    sklearn = pytest.importorskip("podium.sklearn")
    X, y, qid = rows
    ours = sklearn.LambdaMART(rounds=4, rate=0.3, leaves=5, seed=7).fit(X, y, qid=qid)
    theirs = sklearn.LambdaMART(n_estimators=4, learning_rate=0.3, num_leaves=5, random_state=7).fit(X, y, qid=qid)
    assert ours.model_ == theirs.model_ and theirs.get_params()["n_estimators"] == 4
    names = {"n_estimators": 4, "learning_rate": 0.3, "num_leaves": 5}
    assert podium.train("lambdamart", podium.Dataset(X, y, qid=qid), options=names, seed=7) == ours.model_
    for wrong in (sklearn.LambdaMART(rounds=3, n_estimators=4), sklearn.Ranker("lambdamart", options={"rounds": 3, "n_estimators": 4})):
        with pytest.raises(podium.UsageError, match="rounds"):
            wrong.fit(X, y, qid=qid)
    drawn = [sklearn.ListMLE(iterations=2, random_state=np.random.RandomState(s)).fit(X, y, qid=qid).seed_ for s in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    with pytest.raises(podium.UsageError, match="random_state: found str"):
        sklearn.ListMLE(random_state="x").fit(X, y, qid=qid)


def test_several_sets_and_measures_of_validation(rows):
    sklearn = pytest.importorskip("podium.sklearn")
    X, y, qid = rows
    half = qid <= 6
    parts = [(X[half], y[half]), (X[~half], y[~half])]
    ids = [qid[half], qid[~half]]
    both = sklearn.LambdaMART(rounds=9).fit(X, y, qid=qid, eval_set=parts, eval_qid=ids, eval_names=["one", "two"], eval_metric=["map", "ndcg@3"])
    last = sklearn.LambdaMART(rounds=9, metric="ndcg@3").fit(X, y, qid=qid, eval_set=[parts[1]], eval_qid=[ids[1]])
    assert both.model_ == last.model_ and both.best_score_ == last.best_score_ == both.eval_scores_["two"]["ndcg@3"]
    assert {name: list(of) for name, of in both.eval_scores_.items()} == {"one": ["map", "ndcg@3"], "two": ["map", "ndcg@3"]}
    assert both.evals_result_["two"]["ndcg@3"] == last.evals_result_["valid_0"]["ndcg@3"]
    with pytest.raises(podium.UsageError, match="unknown measure 'ndgc'"):
        sklearn.ListMLE(metric="ndgc@3").fit(X, y, qid=qid)
    for more, words in (({"eval_qid": ids[:1]}, "eval_qid: found 1, expected 2"), ({"eval_qid": ids, "eval_names": ["a", "a"]}, "names that differ"),
                        ({}, "eval_set: found no queries")):  # fmt: skip
        with pytest.raises(podium.UsageError, match=words):
            sklearn.ListMLE().fit(X, y, qid=qid, eval_set=parts, **more)


def test_missing_values_of_xgboost_are_not_forgotten(rows):
    xgboost = pytest.importorskip("xgboost")
    X, y, qid = rows
    theirs = xgboost.XGBRanker(n_estimators=2, missing=0.0).fit(X, y, qid=qid)
    with pytest.raises(podium.UsageError, match="missing=0.0, expected NaN"):
        podium.import_model(theirs)
