"""Ctrl-C, callbacks, threads, rubbish, memory and pickles."""
import copy
import inspect
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import made_up

import podium

LONG = {"optimiser": "sgd", "iterations": 1_000_000, "step": 1e-6}


def test_ctrl_c_keeps_the_best_model_so_far():
    script = """
import signal, threading, os, podium, numpy as np
X = np.random.default_rng(1).random((400, 5), dtype=np.float32)
data = podium.Dataset(X, X[:, 0].round(), group=[20] * 20)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    podium.train("listmle", data, options={"optimiser": "sgd", "iterations": 1000000, "step": 1e-6})
except podium.Interrupted as stop:
    print("kept", stop.model.algorithm, isinstance(stop, KeyboardInterrupt))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "kept listmle True\n", done.stderr


def test_ctrl_c_ends_a_cross_validation_within_a_training():
    script = """
import signal, threading, os, podium
data = podium.synth(queries=60, documents=20, features=5)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    podium.crossval("listmle", data, options={"optimiser": "sgd", "iterations": 1000000, "step": 1e-6})
except KeyboardInterrupt:
    print("ended")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "ended\n", done.stderr


def test_callbacks_see_progress_stop_and_raise(data):
    seen = []
    podium.train("listmle", data, vali=data, options={"iterations": 5}, callbacks=[seen.append], every=0)
    assert [p.iteration for p in seen] == list(range(1, len(seen) + 1)) and seen[-1].validation is not None
    stopped = podium.train("listmle", data, options=LONG, callbacks=[lambda p: p.iteration < 3], every=0)
    assert stopped.record["iterations"] == 3

    def fail(progress):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        podium.train("listmle", data, options=LONG, callbacks=[fail])


def test_other_threads_go_on_and_any_number_of_threads_gives_the_same_model(data):
    models = [podium.train("lambdamart", data, n_jobs=n).to_json() for n in (1, 2, None)]
    assert len(set(models)) == 1
    results = []
    workers = [threading.Thread(target=lambda: results.append(podium.train("lambdamart", data).to_json())) for _ in range(3)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    assert set(results) == set(models)


WORKERS = """
import multiprocessing, os, sys
def threads(_):
    import podium
    return podium.get_threads(), podium.train("regression", podium.synth(queries=9)).to_json()
if __name__ == "__main__":
    found = {}
    for method in ("spawn", "fork"):
        with multiprocessing.get_context(method).Pool(1) as pool:
            found[method] = pool.map(threads, [0])[0]
    if "joblib" in sys.argv:
        from joblib import Parallel, delayed, parallel_config
        with parallel_config("loky", inner_max_num_threads=2):
            found["joblib"] = Parallel(2)(delayed(threads)(i) for i in range(2))[0]
    import podium
    assert podium.get_threads() == len(os.sched_getaffinity(0)), podium.get_threads()
    assert len({model for _, model in found.values()}) == 1
    print({method: count for method, (count, _) in found.items()})
"""


def test_processes_of_a_pool_do_not_take_all_threads(tmp_path):
    import importlib.util

    (tmp_path / "workers.py").write_text(WORKERS)
    has_joblib = importlib.util.find_spec("joblib") is not None
    done = subprocess.run([sys.executable, tmp_path / "workers.py", *(["joblib"] if has_joblib else [])], capture_output=True,
                          text=True, timeout=120, cwd=tmp_path)  # fmt: skip
    granted = {"joblib": min(2, len(os.sched_getaffinity(0)))} if has_joblib else {}
    assert done.stdout == f"{ {'spawn': 1, 'fork': 1} | granted }\n", done.stderr


def test_borrowed_rows_survive_files(data, rows, tmp_path):
    assert data.is_borrowed and rows[0].shape[1] % 16  # files have blocks at multiples of 16 values
    for name in ("d.txt", "d.csv", "d.podium"):
        data.save(tmp_path / name)
        assert podium.read(tmp_path / name).fingerprint == data.fingerprint, name


def test_models_survive_files_pickles_and_copies(data, tmp_path):
    model = podium.train("frank", data)
    model.save(tmp_path / "m.json")
    for other in (podium.load(tmp_path / "m.json"), pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert other == model and other.to_json() == model.to_json()
    explained = model.explain(data)
    assert np.allclose(explained.base_values + explained.values.sum(axis=1), model.score(data))


def test_errors_have_the_types_and_words_of_the_program(data, tmp_path):
    with pytest.raises(podium.UsageError, match="listmle"):
        podium.train("listmel", data)
    with pytest.raises(ValueError, match="l2"):
        podium.train("listmle", data, options={"l2": -1})
    (tmp_path / "bad.txt").write_text("0 qid:1 1:0.5\nrubbish\n")
    with pytest.raises(podium.DataError) as found:
        podium.read(tmp_path / "bad.txt")
    assert found.value.line == 2 and found.value.path.endswith("bad.txt")
    with pytest.raises(podium.StorageError):
        podium.train("regression", data).save(tmp_path / "none" / "m.json")


@pytest.mark.parametrize("X, y, more", [
    (np.zeros((3,)), None, {}), (np.zeros((3, 2)), [1, 2], {}), (np.zeros((3, 2)), [1, np.nan, 0], {}),
    (np.zeros((3, 2)), ["a", "b", "c"], {}), (np.array([["x", "y"]]), [1], {}), (np.zeros((3, 2)), None, {"qid": [1, 2]}),
    (np.zeros((3, 2)), None, {"group": [1, 1]}), (np.zeros((3, 2)), None, {"group": [-1, 4]}),
    (np.zeros((3, 2)), None, {"group": [3], "qid": [1, 1, 1]}), (np.zeros((3, 2)), None, {"sample_weight": [1, -1, 1]}),
    (np.zeros((3, 2)), None, {"query_weight": [1, 2]}), (np.zeros((3, 2)), None, {"feature_names": ["a"]}),
    (np.zeros((3, 2)), None, {"documents": ["a"]}), (np.zeros((3, 2)), None, {"qid": [1, None, 2]}),
])  # fmt: skip
def test_rubbish_is_refused(X, y, more):
    with pytest.raises(ValueError):
        podium.Dataset(X, y, **more)


@pytest.mark.parametrize("call, words", [
    (lambda data: podium.train("listmle", data, callbacks=[3]), "callbacks: found int, expected functions"),
    (lambda data: podium.train("listmle", data, n_jobs="2"), "threads: found '2'"),
    (lambda data: podium.train("listmle", data, n_jobs=0), "threads: found 0"),
    (lambda data: podium.train("listmle", data, resume=True), "give checkpoint="),
    (lambda data: podium.train("listmle", data, start="m.json"), "start: found str, expected a podium.Model"),
    (lambda data: podium.train("listmle", data, vali=data.features()), "vali: found ndarray, expected a podium.Dataset"),
    (lambda data: podium.tune("ranksvm", data.features()), "tune: found ndarray, expected a podium.Dataset"),
    (lambda data: podium.tune("ranksvm", data, grid={"c": 0.1}), "grid: found 0.1 for 'c', expected a list of values"),
    (lambda data: podium.tune("ranksvm", data, grid={"c": "12"}), "grid: found '12'"),
    (lambda data: podium.crossval("ranksvm", data.features()), "crossval: found ndarray, expected a Dataset"),
    (lambda data: podium.crossval("ranksvm", [(data, data, 3)]), "crossval: found int, expected a podium.Dataset"),
    (lambda data: podium.Dataset(object()), "X: found object, expected an array"),
    (lambda data: podium.list("options"), "expected the name of an algorithm"),
    (lambda data: podium.aggregate({"q": ["a", "b"]}), "expected a list of runs"),
], ids=str)
def test_mistakes_are_named(call, words, data):
    with pytest.raises(podium.UsageError, match=words):
        call(data)


@pytest.mark.parametrize("text", ["", "{}", "[", '{"podium_model": 1}', "\0" * 9])
def test_rubbish_is_no_model(text):
    with pytest.raises(podium.DataError):
        podium.Model.from_json(text)


def test_a_c_contiguous_array_of_floats_is_not_copied():
    script = """
import numpy as np, podium, resource
X = np.ones((200_000, 100), np.float32)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
data = podium.Dataset(X, np.zeros(len(X)), group=[100] * 2000)
model = podium.Model.from_json(MODEL)
model.score(data)
print(data.is_borrowed, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / X.nbytes)
"""
    X, y, qid = made_up(features=100)
    model = podium.train("regression", podium.Dataset(X, y, qid=qid)).to_json()
    done = subprocess.run([sys.executable, "-c", script.replace("MODEL", repr(model))], capture_output=True, text=True)
    borrowed, growth = done.stdout.split()
    assert borrowed == "True" and float(growth) < 0.25, done.stdout + done.stderr  # labels, levels and scores are 20 bytes a row


def test_trainings_do_not_leak(data):
    resource = pytest.importorskip("resource")
    sizes = []
    for _ in range(2):
        for _ in range(150):
            podium.train("regression", data, options={"iterations": 2}).score(data)
        sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert sizes[1] - sizes[0] < 4096


def test_labels_that_are_no_grades(rows):
    X, _, qid = rows
    documents = [f"d{i}" for i in range(len(qid))]
    lists = {q: [documents[i] for i in np.flatnonzero(qid == q)[np.argsort(-X[qid == q, 0])][:3]] for q in set(qid)}
    top = podium.Dataset(X, podium.TopK(lists), qid=qid, documents=documents)
    assert sorted(set(top.labels)) == [0, 1, 2, 3]
    assert podium.train("listmle", top).weights()["1"] > 0
    answers = [(q, best[0], best[2], best[0]) for q, best in lists.items()]
    pairs = podium.Dataset(X, podium.Preferences(answers), qid=qid, documents=documents)
    assert podium.train("ranksvm", pairs).weights()["1"] > 0
    with pytest.raises(podium.UsageError, match="has no document"):
        podium.Dataset(X, podium.Preferences([(1, "d0", "none", "d0")]), qid=qid, documents=documents)


def test_choices_by_the_data_and_cross_validation(data):
    found = podium.tune("ranksvm", data, grid={"c": [0.01, 1.0]})
    assert len(found.points) == 2 and found.model.kind == "linear"
    for rule, refits in ((None, False), (None, True), ("inner", True)):
        chosen = podium.tune("ranksvm", data, vali=data, rule=rule, refit_with_vali=refits, grid={"c": [0.01, 1.0]})
        assert (chosen.model.record["data"] == found.model.record["data"]) is not refits
    with pytest.raises(podium.UsageError, match="'inner' does not look at validation data"):
        podium.tune("ranksvm", data, vali=data, rule="inner")
    with pytest.raises(podium.UsageError, match="there is no validation data"):
        podium.tune("ranksvm", data, refit_with_vali=True)
    folds = podium.crossval("ranksvm", data, grid={"c": [0.01, 1.0]}, folds=3, measures="ndcg@10")
    assert len(folds.folds) == 3 and 0 < folds.mean["ndcg@10"] <= 1
    for shown in (found, folds, data, found.model, podium.evaluate(data=data, model=found.model)):
        assert "<t" in shown._repr_html_()


WITHOUT_A_SPLIT = {"min-gain": 1e9}
EMPTY = {
    "train": lambda data, rows, **more: podium.train("mart", data, options=WITHOUT_A_SPLIT, **more),
    "tune": lambda data, rows, **more: podium.tune("mart", data, grid={"rounds": [2, 3]}, options=WITHOUT_A_SPLIT, **more),
    "crossval": lambda data, rows, **more: podium.crossval("mart", data, folds=3, options=WITHOUT_A_SPLIT, **more),
    "fit": lambda data, rows, **more: fit_mart(rows, **more),
}


def fit_mart(rows, **more):
    MART = pytest.importorskip("podium.sklearn").MART
    X, y, qid = rows
    return MART(min_gain=1e9, **more).fit(X, y, qid=qid)


@pytest.mark.filterwarnings("ignore:min-rows")
@pytest.mark.parametrize("function", EMPTY)
def test_a_model_that_ranks_nothing_is_refused(function, data, rows):
    with pytest.raises(podium.NumericError, match="gives all documents of a query the same score; allow_empty=True"):
        EMPTY[function](data, rows)
    with pytest.warns(UserWarning, match="gives all documents of a query the same score$"):
        EMPTY[function](data, rows, allow_empty=True)


def test_what_training_changed_is_a_warning_at_the_line_of_the_caller(rows):
    X, y, qid = (column[:27] for column in rows)
    data = podium.Dataset(X, y, qid=qid)
    for call in (lambda: podium.train("lambdamart", data), lambda: podium.tune("lambdamart", data, grid={"rounds": [2]})):
        with pytest.warns(UserWarning, match="min-rows 20 -> ") as told:
            call()
        assert {warning.filename for warning in told} == {__file__}


def test_keywords_of_learning_are_the_same_everywhere():
    fields = podium._learning.Learning.__dataclass_fields__
    types = {name: kind.__forward_arg__ for name, kind in podium._learning.LearningFlags.__annotations__.items()}
    assert {name: field.type for name, field in fields.items()} == types
    for function in (podium.train, podium.tune, podium.crossval):
        parameters = inspect.signature(function).parameters
        assert {name: parameters[name].default for name in fields} == {name: field.default for name, field in fields.items()}
        with pytest.raises(TypeError, match=rf"{function.__name__}\(\) got an unexpected keyword argument 'trutth'"):
            function("listmle", podium.synth(queries=5), trutth="full")
    estimators = pytest.importorskip("podium.sklearn")
    parameters = inspect.signature(estimators.Ranker).parameters
    assert {name for name in fields if name not in parameters} == {"define"}
    assert all(parameters[name].default == field.default for name, field in fields.items() if name in parameters)


def test_names_of_categories_may_be_one_text(rows, data):
    X, y, qid = rows
    codes = podium.Dataset(np.round(X), y, qid=qid)
    by_text, by_list = (podium.train("regression", codes, categorical=given) for given in ("1,2", ["1", "2"]))
    assert by_text == by_list
    with pytest.raises(podium.UsageError, match="expected whole numbers"):
        podium.train("regression", data, categorical="1")


def test_words_of_a_table_are_categories(tmp_path):
    rows = [(q, int(brand == "acme"), brand) for q in range(30) for brand in ("acme", "bolt", "Zoë", "bolt")]
    path = tmp_path / "shop.csv"
    path.write_text("qid,label,brand,price\n" + "".join(f"{q},{label},{brand},{q % 7}\n" for q, label, brand in rows))
    with pytest.warns(UserWarning, match="brand: words, left out"):
        assert podium.read(path).feature_names == ["price"]
    data = podium.read(path, categorical="brand")
    model = podium.train("listnet", data, categorical=["brand"])
    assert podium.evaluate(data=data, scores=model.score(data), measures="ndcg@1")["ndcg@1"] == 1
