"""Losses and measures that are functions of Python."""
import json
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import made_up

import podium

# --- losses of the library, written in NumPy ---


def squared(scores, labels):
    return ((scores - labels) ** 2).sum(), 2 * (scores - labels), np.full(len(scores), 2.0)


def weighted_pairs(scores, labels, weights):
    """sum of w_ij log(1 + exp(-(s_i - s_j))) over the pairs with label_i > label_j"""
    better = labels[:, None] > labels[None, :]
    margin = scores[:, None] - scores[None, :]
    w = np.where(better, weights, 0.0)
    p = 1 / (1 + np.exp(margin))  # of the wrong order
    pull, bend = w * p, w * p * (1 - p)
    value = (w * np.logaddexp(0, -margin)).sum()
    return value, pull.sum(axis=0) - pull.sum(axis=1), bend.sum(axis=0) + bend.sum(axis=1)


def logistic(scores, labels):
    return weighted_pairs(scores, labels, 1.0)


def lambda_rank(scores, labels):
    """with mean weights over the orders of equal scores"""
    gain = 2.0**labels - 1
    discount = 1 / np.log2(np.arange(len(scores)) + 2)
    ideal = (np.sort(gain)[::-1] * discount).sum()
    if ideal == 0:
        return 0.0, np.zeros(len(scores)), np.zeros(len(scores))
    step = np.empty((len(scores), len(scores)))
    for i, own in enumerate(scores):
        for j, other in enumerate(scores):
            a, b = (np.arange((scores > s).sum(), (scores >= s).sum()) for s in (own, other))
            apart = np.abs(discount[a][:, None] - discount[b][None, :])
            step[i, j] = apart[a[:, None] != b[None, :]].mean() if i != j else 0
    delta = np.abs(gain[:, None] - gain[None, :]) * step / ideal
    return weighted_pairs(scores, labels, delta)


def list_mle(scores, labels):
    """of labels without ties"""
    order = np.argsort(-labels)
    s = scores[order]
    value, gradient, curvature = 0.0, np.zeros(len(s)), np.zeros(len(s))
    for j in range(len(s) - 1):
        top = s[j:].max()
        p = np.exp(s[j:] - top)
        value += np.log(p.sum()) + top - s[j]
        p /= p.sum()
        gradient[j:] += p
        gradient[j] -= 1
        curvature[j:] += p * (1 - p)
    back = np.empty(len(s), int)
    back[order] = np.arange(len(s))
    return value, gradient[back], curvature[back]


@pytest.fixture(scope="module")
def untied():
    X, y, qid = made_up()
    return podium.Dataset(X, y + 0.1 * np.random.default_rng(5).random(len(y)), qid=qid)


CASES = [
    ("regression", {"optimiser": "lbfgs"}, {}, squared),
    ("ranknet", {}, {}, logistic),
    ("ranknet", {"strength": -1}, {}, logistic),
    ("ranknet", {"model": "network", "iterations": 20}, {}, logistic),
    ("lambdarank", {"iterations": 10}, {}, lambda_rank),
    ("trees", {"rounds": 10, "min-rows": 3}, {"loss": "logistic"}, logistic),
    ("trees", {"rounds": 10, "min-rows": 3, "query-share": 0.5}, {"loss": "lambda-rank"}, lambda_rank),
    ("mart", {"rounds": 10, "min-rows": 3}, {}, squared),
]


@pytest.mark.parametrize("algorithm, options, library, loss", CASES, ids=lambda part: getattr(part, "__name__", None))
def test_own_copies_of_losses_give_the_models_of_the_library(data, algorithm, options, library, loss):
    ours = podium.train(algorithm, data, options={**options, **library})
    own = podium.train(algorithm, data, options=options, loss=loss, check=True)
    assert own.kind == ours.kind
    assert np.abs(own.score(data) - ours.score(data)).max() < 1e-9
    assert own.record["options"]["loss"] == "own loss" and own.record["algorithm"] == algorithm


@pytest.mark.parametrize("algorithm, options", [("listmle", {}), ("trees", {"rounds": 10, "min-rows": 3})])
def test_own_list_mle_gives_the_models_of_the_library(untied, algorithm, options):
    ours, own = (podium.train(algorithm, untied, options=options, loss=loss) for loss in (None, list_mle))
    assert np.abs(own.score(untied) - ours.score(untied)).max() < 1e-9


def test_a_loss_sees_the_truth_setting_the_weights_and_the_query(rows):
    X, y, qid = rows
    weight = np.linspace(1, 2, len(y))
    data = podium.Dataset(X, y, qid=qid, sample_weight=weight)
    seen = {}

    def loss(scores, labels, query, weight):
        seen[query] = weight
        return weight @ (scores - labels) ** 2, 2 * weight * (scores - labels)

    own = podium.train("regression", data, options={"optimiser": "lbfgs"}, loss=loss)
    ours = podium.train("regression", data, options={"optimiser": "lbfgs"})
    assert np.abs(own.score(data) - ours.score(data)).max() < 1e-9
    assert list(seen) == data.queries and np.allclose(np.concatenate(list(seen.values())), weight)
    with pytest.raises(podium.UsageError, match="own loss cannot use row weights"):
        podium.train("ranknet", data, loss=logistic)
    labels = []
    podium.train("ranknet", podium.Dataset(X, y, qid=qid), truth="topk:2", options={"iterations": 1},
                 loss=lambda s, own: (labels.append(sorted(own)[-3:]), logistic(s, own))[1])
    assert all(best == [0, 1, 2] for best in labels)


def test_queries_come_in_order_and_threads_change_nothing(data):
    def asked(algorithm, n_jobs):
        calls = []

        def loss(scores, labels, query):
            calls.append((query, threading.get_ident()))
            return logistic(scores, labels)

        options = {"rounds": 3} if algorithm == "trees" else {"iterations": 3}
        return podium.train(algorithm, data, loss=loss, options=options, n_jobs=n_jobs), calls

    for algorithm in ("ranknet", "trees", "lambdarank"):
        (one, first), (many, second) = asked(algorithm, 1), asked(algorithm, None)
        assert one.to_json() == many.to_json() and first == second
        assert {thread for _, thread in first} == {threading.get_ident()}
        if algorithm != "lambdarank":  # which draws batches
            assert [query for query, _ in first] == data.queries * (len(first) // data.query_count)


def test_a_loss_without_curvature_moves_trees_and_arrays_of_other_kinds_do(data):
    plain = podium.train("trees", data, options={"rounds": 5, "min-rows": 3}, loss=lambda s, y: logistic(s, y)[:2])
    pull = lambda s, y: (lambda v, g, _: (v, g, np.abs(g)))(*logistic(s, y))  # noqa: E731
    assert plain == podium.train("trees", data, options={"rounds": 5, "min-rows": 3}, loss=pull)

    def as_lists(scores, labels):
        value, gradient, curvature = logistic(scores, labels)
        return np.float64(value), gradient.tolist(), np.stack([curvature, curvature], axis=1)[:, 0]

    options = {"rounds": 5, "min-rows": 3}
    assert podium.train("trees", data, options=options, loss=as_lists) == podium.train("trees", data, options=options, loss=logistic)


def test_the_program_reads_the_models(data, program, tmp_path):
    data.save(tmp_path / "data.txt")
    for algorithm in ("ranknet", "trees"):
        model = podium.train(algorithm, data, loss=logistic)
        model.save(tmp_path / "model.json")
        assert podium.load(tmp_path / "model.json") == model
        assert json.loads((tmp_path / "model.json").read_text())["training"]["options"] == {"loss": "own loss"}
        program("score", "--model", tmp_path / "model.json", "--data", tmp_path / "data.txt", "--out", tmp_path / "scores.txt")
        assert np.array_equal(model.score(podium.read(tmp_path / "data.txt")), np.loadtxt(tmp_path / "scores.txt"))
        assert "loss=own loss" in program("model", "show", tmp_path / "model.json")


# --- what goes wrong ---


def broken_at(query, answer):
    def loss(scores, labels, **given):
        value, gradient, curvature = logistic(scores, labels)
        return answer(value, gradient, curvature) if given["query"] == query else (value, gradient, curvature)

    def with_query(scores, labels, query):
        return loss(scores, labels, query=query)

    return with_query


ANSWERS = [
    (lambda v, g, c: (v, g[:-1]), podium.UsageError, "a gradient of 8 numbers, expected 9"),
    (lambda v, g, c: (v, g[:, None]), podium.UsageError, r"a gradient of shape \(9, 1\)"),
    (lambda v, g, c: (v, g, c[:2]), podium.UsageError, "a curvature of 2 numbers"),
    (lambda v, g, c: (v, g, -c), podium.UsageError, "expected 0 or more"),
    (lambda v, g, c: (v, ["a"] * 9), podium.UsageError, "expected an array of numbers"),
    (lambda v, g, c: (v, g * np.nan), podium.NumericError, r"gradient\[0\] is not a number"),
    (lambda v, g, c: (np.nan, g), podium.NumericError, "the value is not a number"),
    (lambda v, g, c: (g, c), podium.UsageError, "found a value of type ndarray"),
    (lambda v, g, c: g, podium.UsageError, "found ndarray, expected"),
    (lambda v, g, c: (v, g, c, c), podium.UsageError, "found 4 parts, expected"),
    (lambda v, g, c: None, podium.UsageError, "found NoneType, expected"),
]


@pytest.mark.parametrize("algorithm", ["ranknet", "lambdarank", "trees"])
@pytest.mark.parametrize("answer, kind, message", ANSWERS, ids=[message for *_, message in ANSWERS])
def test_wrong_answers_are_errors_that_name_the_query(data, algorithm, answer, kind, message):
    with pytest.raises(kind, match=message) as raised:
        podium.train(algorithm, data, loss=broken_at(7, answer))
    assert "query '7'" in str(raised.value)


class Mine(Exception):
    pass


def test_exceptions_come_out_unchanged(data):
    mine = Mine("a loss")

    def fail(scores, labels):
        raise mine

    for algorithm in ("ranknet", "lambdarank", "trees"):
        with pytest.raises(Mine) as raised:
            podium.train(algorithm, data, loss=fail)
        assert raised.value is mine
        assert raised.traceback[-1].name == "fail"
    for call in (lambda: podium.train("ranknet", data, vali=data, metric=fail), lambda: podium.tune("ranknet", data, loss=fail),
                 lambda: podium.crossval("ranknet", data, folds=3, metric=fail),
                 lambda: podium.evaluate(data=data, scores=data.labels, measures=fail)):  # fmt: skip
        with pytest.raises(Mine):
            call()


def test_own_losses_are_refused_where_they_cannot_be_used(data):
    for algorithm in ("ranksvm", "rankboost", "toprank"):
        with pytest.raises(podium.UsageError, match="cannot minimise an own loss; these algorithms can: .*trees"):
            podium.train(algorithm, data, loss=logistic)
    with pytest.raises(podium.UsageError, match="'pairs' belongs to the loss of ranknet"):
        podium.train("ranknet", data, loss=logistic, options={"pairs": "mean"})
    with pytest.raises(podium.UsageError, match="expected a function"):
        podium.train("ranknet", data, loss=3)
    assert podium.train("trees", data, loss="logistic") == podium.train("trees", data, options={"loss": "logistic"})


CTRL_C = """
import signal, threading, os, podium, numpy as np
X = np.random.default_rng(1).random((400, 5), dtype=np.float32)
data = podium.Dataset(X, X[:, 0].round(), group=[20] * 20)
def loss(scores, labels):
    for _ in range(100):
        gradient = 2 * (scores - labels)
    return ((scores - labels) ** 2).sum(), gradient, np.full(len(scores), 2.0)
threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    podium.train(ALGORITHM, data, loss=loss, options=OPTIONS)
except podium.Interrupted as stop:
    print("kept", stop.model.algorithm, stop.model.record["iterations"] > 0)
"""


@pytest.mark.parametrize("algorithm, options", [
    ("regression", {"optimiser": "sgd", "iterations": 1_000_000, "step": 1e-6}),
    ("mart", {"rounds": 1_000_000, "rate": 1e-6, "min-rows": 2}),
])  # fmt: skip
def test_ctrl_c_inside_a_loss_keeps_the_best_model_so_far(algorithm, options):
    script = CTRL_C.replace("ALGORITHM", repr(algorithm)).replace("OPTIONS", repr(options))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"kept {algorithm} True\n", done.stderr


def test_other_threads_go_on_while_a_model_with_an_own_loss_is_trained(data):
    results = []

    def work():
        results.append(podium.train("trees", data, loss=logistic, options={"rounds": 20, "min-rows": 3}).to_json())

    workers = [threading.Thread(target=work) for _ in range(3)]
    [worker.start() for worker in workers]
    [worker.join(timeout=60) for worker in workers]
    assert len(results) == 3 and len(set(results)) == 1


def test_functions_do_not_leak(data):
    import gc
    import weakref

    def make():
        failures = []

        def loss(scores, labels):
            if failures:
                raise failures[0]
            return logistic(scores, labels)

        def first(ranked, ideal):
            return loss(ranked, ideal) if failures else float(ranked[0] > 0)

        podium.train("ranknet", data, vali=data, loss=loss, metric=first, options={"iterations": 2})
        podium.evaluate(data=data, scores=data.labels, measures=[first])
        failures.append(Mine())  # its traceback knows the functions, which know it
        for call in (lambda: podium.train("ranknet", data, loss=loss),
                     lambda: podium.evaluate(data=data, scores=data.labels, measures=[first])):
            with pytest.raises(Mine):
                call()
        return weakref.ref(loss), weakref.ref(first)

    kept = make()
    gc.collect()
    assert [function() for function in kept] == [None, None]


# --- the check by finite differences ---


@pytest.mark.parametrize("loss", [squared, logistic, lambda_rank])
def test_right_losses_pass_the_check(data, loss):
    found = podium.check_loss(loss, data)
    assert found and found.gradient_error < 1e-6 and found.curvature_error < 1e-5, found
    assert "agree" in repr(found)


def hinge(scores, labels):
    better = labels[:, None] > labels[None, :]
    violated = better & (scores[:, None] - scores[None, :] < 1)
    value = (violated * (1 - scores[:, None] + scores[None, :])).sum()
    return value, violated.sum(axis=0).astype(float) - violated.sum(axis=1)


def test_losses_with_kinks_pass_the_check(data, untied):
    assert podium.check_loss(hinge, data, queries=12)
    assert podium.check_loss(list_mle, untied)


def test_wrong_derivatives_are_found_where_they_are(data):
    def wrong_gradient(scores, labels, query):
        value, gradient, curvature = logistic(scores, labels)
        if query == 1:
            gradient[4] *= 1.001
        return value, gradient, curvature

    found = podium.check_loss(wrong_gradient, data)
    assert not found
    assert {(p["query"], p["document"]) for p in found.problems if p["quantity"] == "gradient"} == {("1", 4)}
    assert "query '1', gradient[4]" in repr(found) and "<t" in found._repr_html_()

    def wrong_curvature(scores, labels):
        value, gradient, curvature = logistic(scores, labels)
        return value, gradient, 2 * curvature

    assert {p["quantity"] for p in podium.check_loss(wrong_curvature, data).problems} == {"curvature"}
    assert podium.check_loss(wrong_curvature, data, curvature="bound")  # a row of pairs has twice its diagonal at most
    assert podium.check_loss(wrong_curvature, data, curvature="any")
    assert not podium.check_loss(logistic, data, curvature="bound")
    with pytest.raises(podium.UsageError, match="derivatives are wrong"):
        podium.train("ranknet", data, loss=wrong_gradient, check=True)
    with pytest.raises(podium.UsageError, match="'exact', 'bound' or 'any'"):
        podium.check_loss(logistic, data, curvature="large")
    with pytest.raises(podium.NumericError, match="query '1'"):
        podium.check_loss(lambda s, y: (np.nan, s), data)


# --- measures ---


def ndcg3(ranked, ideal):
    dcg = lambda labels: ((2.0 ** labels[:3] - 1) / np.log2(np.arange(len(labels[:3])) + 2)).sum()  # noqa: E731
    best = dcg(ideal)
    return dcg(ranked) / best if best > 0 else None


def misses(ranked, ideal):
    return int((ranked[:3] <= 0).sum())


def test_own_measures_give_the_values_of_the_library(data):
    scores = np.random.default_rng(8).standard_normal(data.row_count)
    found = podium.evaluate(data=data, scores=scores, measures=[ndcg3, "ndcg@3", podium.Measure(misses, "wrong")])
    assert found.measures == ["ndcg@3", "ndcg3", "wrong"]
    assert np.allclose(found.per_query["ndcg3"], found.per_query["ndcg@3"], rtol=0, atol=1e-12)
    assert found[ndcg3] == found["ndcg3"] == pytest.approx(found["ndcg@3"])
    assert podium.evaluate(data=data, scores=scores, measures=ndcg3).measures == ["ndcg3"]
    assert found.explain("3")[1]["formula"] == "a function of the user"
    qrels, run = {"a": {"x": 2, "y": 0, "z": 1}}, {"a": {"x": 0.1, "y": 0.7, "u": 0.4}}
    seen = []
    podium.evaluate(qrels, run, measures=[lambda ranked, ideal: seen.append((ranked.tolist(), ideal.tolist())) or 0.5])
    (ranked, ideal), = seen
    assert ranked[0] == 0 and ranked[1] < 0 and ranked[2] == 2 and ideal == [2, 1, 0]


def test_own_measures_choose_models_as_those_of_the_library_do(data):
    own = podium.train("trees", data, vali=data, metric=ndcg3, options={"rounds": 20, "min-rows": 3})
    ours = podium.train("trees", data, vali=data, metric="ndcg@3", options={"rounds": 20, "min-rows": 3})
    assert own.record["validation"]["metric"] == "ndcg3"
    assert own.record["iterations"] == ours.record["iterations"]
    assert np.array_equal(own.score(data), ours.score(data))
    worst = podium.train("trees", data, vali=data, metric=misses, options={"rounds": 20, "min-rows": 3})
    best = podium.train("trees", data, vali=data, metric=podium.Measure(misses, smaller_is_better=True),
                        options={"rounds": 20, "min-rows": 3})
    assert best.record["validation"]["value"] <= worst.record["validation"]["value"]


def test_choices_and_cross_validation_take_own_losses_and_measures(data):
    grid = {"l2": [0.001, 1.0]}
    for metric, loss in ((ndcg3, None), ("ndcg@3", logistic)):
        ours = podium.tune("ranknet", data, grid=grid, metric="ndcg@3")
        own = podium.tune("ranknet", data, grid=grid, metric=metric, loss=loss)
        assert [p["value"] for p in own.points] == pytest.approx([p["value"] for p in ours.points])
        assert np.abs(own.model.score(data) - ours.model.score(data)).max() < 1e-6
        assert own.metric == ("ndcg3" if metric is ndcg3 else "ndcg@3")
        assert own.model.record["options"].get("loss") == (None if loss is None else "own loss")
    ours = podium.crossval("ranknet", data, grid=grid, folds=3, metric="ndcg@3", measures="ndcg@3,map")
    own = podium.crossval("ranknet", data, grid=grid, folds=3, metric=ndcg3, measures=[ndcg3, "map"], loss=logistic)
    assert own.mean["ndcg3"] == pytest.approx(ours.mean["ndcg@3"]) and own.mean["map"] == pytest.approx(ours.mean["map"])
    assert podium.compare({"a": own, "b": own}, measure="ndcg3")


def test_wrong_measures_are_errors_that_name_the_query(data):
    for answer, kind, message in ((np.nan, podium.NumericError, "the value of mine is nan"),
                                  ("a", podium.UsageError, "found str, expected a number or None"),
                                  (np.zeros(2), podium.UsageError, "found ndarray")):
        measure = podium.Measure(lambda ranked, ideal: answer, "mine")  # noqa: B023
        with pytest.raises(kind, match=message) as raised:
            podium.evaluate(data=data, scores=data.labels, measures=[measure])
        assert "query '1'" in str(raised.value)
    with pytest.raises(podium.UsageError, match="is a measure already"):
        podium.evaluate(data=data, scores=data.labels, measures=podium.Measure(ndcg3, "nDCG@10"))
    with pytest.raises(podium.UsageError, match="two measures that are called 'ndcg3'"):
        podium.evaluate(data=data, scores=data.labels, measures=[ndcg3, ndcg3])
    with pytest.raises(podium.UsageError, match="expected"):
        podium.evaluate(data=data, scores=data.labels, measures=[ndcg3], ties="expected")


# --- estimators ---


def test_estimators_take_own_losses_and_measures(rows):
    pytest.importorskip("sklearn")
    from sklearn.base import clone

    from podium.sklearn import CLASSES, Ranker

    X, y, qid = rows
    eval_set = {"eval_set": [(X, y)], "eval_qid": [qid]}
    own = CLASSES["lambdamart"](loss=logistic, metric=ndcg3, rounds=5, min_rows=3).fit(X, y, qid=qid, **eval_set)
    assert own.model_.record["options"]["loss"] == "own loss"
    assert own.best_score_ == max(own.evals_result_["valid_0"]["ndcg3"])
    assert own.score(X, y, qid=qid) == pytest.approx(own.best_score_)
    assert clone(own).fit(X, y, qid=qid, **eval_set).model_ == own.model_
    trees = CLASSES["trees"]
    assert trees(loss="logistic", min_rows=3).fit(X, y, qid=qid).model_.record["options"]["loss"] == "logistic"
    assert "loss" not in trees(min_rows=3).fit(X, y, qid=qid).model_.record["options"]
    by_class = trees(loss=logistic, min_rows=3).fit(X, y, qid=qid).model_
    assert by_class == Ranker("trees", loss=logistic, options={"min-rows": 3}).fit(X, y, qid=qid).model_
    with pytest.raises(podium.UsageError, match="loss"):
        CLASSES["ranknet"](loss="logistic").fit(X, y, qid=qid)
