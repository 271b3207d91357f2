"""What copies, what leaks, and what becomes of threads and processes."""
import multiprocessing
import pickle
import subprocess
import sys

import numpy as np
import pytest
from conftest import made_up

import podium

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

GROWTH = """
import re, sys
import numpy as np, podium

def memory(name):
    return int(re.search(name + r":\\s+(\\d+)", open("/proc/self/status").read()).group(1)) * 1024

rows, columns = 100_000, 1000
X = np.random.default_rng(1).random((rows, columns), dtype=np.float32)
size = X.nbytes
y, group, names = np.arange(rows) % 3, [100] * (rows // 100), [f"f{i}" for i in range(columns)]
MAKE
with open("/proc/self/clear_refs", "w") as peak:
    peak.write("5")
before = memory("VmRSS")
data = podium.Dataset(given, y, group=group)
USE
print(data.is_borrowed, (memory("VmHWM") - before) / size)
"""


def growth(make, use=""):
    """Whether an input of 400 MB was borrowed, and by how much of its size the peak of memory grew."""
    done = subprocess.run([sys.executable, "-c", GROWTH.replace("MAKE", make).replace("USE", use)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    borrowed, share = done.stdout.split()
    return borrowed == "True", float(share)


def test_a_borrowed_array_adds_nothing():
    use = 'model = podium.train("regression", data, normalise=None)\nmodel.score(data)\npodium.evaluate(data=data, model=model)'
    borrowed, share = growth("given = X", use)
    assert borrowed and share < 0.05


@pytest.mark.parametrize("package, make", [
    ("numpy", "given = X.astype(np.float64); del X"),
    ("numpy", "given = np.asfortranarray(X); del X"),
    ("pandas", "import pandas; given = pandas.DataFrame(np.asfortranarray(X), columns=names); del X"),
    ("polars", "import polars; given = polars.DataFrame({n: X[:, i].copy() for i, n in enumerate(names)}); del X"),
    ("pyarrow", "import pyarrow; given = pyarrow.table({n: X[:, i].copy() for i, n in enumerate(names)}); del X"),
])  # fmt: skip
def test_everything_else_is_copied_once(package, make):
    pytest.importorskip(package)
    borrowed, share = growth(make)
    assert not borrowed and 0.9 < share < 1.1


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.parametrize("kind", ["array", "copy", "frame"])
def test_a_thousand_fits_leak_nothing(kind):
    X, y, qid = made_up()
    given = {"array": lambda: X, "copy": lambda: X.astype(np.float64)}.get(kind)
    if given is None:
        frame = pytest.importorskip("pandas").DataFrame(X, columns=list("abcde")).assign(qid=qid)
        given = lambda: frame  # noqa: E731

    def fit(times):
        for _ in range(times):
            data = podium.Dataset(given(), y, qid=None if kind == "frame" else qid)
            model = podium.train("regression", data)
            podium.evaluate(data=data, scores=model.score(data), measures="ndcg@10")

    fit(200)  # pools of threads and allocators are filled
    before = resident()
    fit(1000)
    assert resident() - before < 2_000_000


def test_set_threads_limits_until_it_is_lifted():
    all_threads = podium.get_threads()
    podium.set_threads(1)
    try:
        assert podium.get_threads() == 1
    finally:
        podium.set_threads(None)
    assert podium.get_threads() == all_threads
    with pytest.raises(ValueError, match="found 0"):
        podium.set_threads(0)
    podium.set_threads(-1)
    assert podium.get_threads() == all_threads
    podium.set_threads(None)


def train_here(queue):
    X, y, qid = made_up()
    queue.put((podium.get_threads(), podium.train("lambdamart", podium.Dataset(X, y, qid=qid)).to_json()))


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_has_one_thread_and_the_same_model(data):
    expected = podium.train("lambdamart", data).to_json()  # the pool of threads runs
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=train_here, args=(queue,))
    child.start()
    threads, found = queue.get(timeout=60)
    child.join(timeout=60)
    assert child.exitcode == 0 and threads == 1 and found == expected
    assert podium.get_threads() >= 1


def test_joblib_hands_models_and_estimators_on(rows, tmp_path):
    joblib = pytest.importorskip("joblib")
    from podium.sklearn import LambdaMART, Ranker

    X, y, qid = rows
    ranker = LambdaMART(rounds=5, min_rows=3).fit(X, y, qid=qid)
    joblib.dump(ranker, tmp_path / "ranker.joblib")
    again = joblib.load(tmp_path / "ranker.joblib")
    assert again.model_ == ranker.model_ and np.array_equal(again.predict(X), ranker.predict(X))
    assert again.get_params() == ranker.get_params() and pickle.loads(pickle.dumps(ranker)).model_ == ranker.model_
    scores = joblib.Parallel(n_jobs=2)(joblib.delayed(ranker.predict)(X) for _ in range(3))
    assert all(np.array_equal(found, ranker.predict(X)) for found in scores)
    fitted = Ranker.from_model(ranker.model_)
    assert np.array_equal(fitted.predict(X), ranker.predict(X)) and fitted.algorithm == "lambdamart"
    assert fitted.score(X, y, qid=qid) == ranker.score(X, y, qid=qid)
    assert np.array_equal(LambdaMART.from_model(ranker.model_).rank(X, qid=qid), ranker.rank(X, qid=qid))
    with pytest.raises(podium.UsageError, match="fitted with queries"):
        fitted.score(X, y)


@pytest.mark.parametrize("algorithm", ["listmle", "lambdamart"])
def test_a_training_goes_on_from_its_checkpoint(algorithm, data, tmp_path):
    expected = podium.train(algorithm, data)
    path = tmp_path / "run.ckpt"

    def interrupt(progress):
        if progress.iteration == 4:
            raise KeyboardInterrupt

    with pytest.raises(podium.Interrupted) as stop:
        podium.train(algorithm, data, checkpoint=path, checkpoint_seconds=0, callbacks=[interrupt], every=0)
    assert path.exists() and stop.value.model is not None and stop.value.model != expected
    seen = []
    again = podium.train(algorithm, data, checkpoint=path, checkpoint_seconds=0, resume=True, callbacks=[seen.append], every=0)
    assert again == expected and seen[0].iteration > 1 and not path.exists()
    kept = podium.train(algorithm, data, checkpoint=path, checkpoint_seconds=0, callbacks=[interrupt], every=0, on_interrupt="keep")
    assert kept == stop.value.model
    with pytest.raises(podium.UsageError):
        podium.train(algorithm, data, seed=2, checkpoint=path, resume=True)  # of another training


def test_an_estimator_goes_on_from_its_checkpoint(rows, tmp_path):
    from podium.sklearn import ListMLE

    X, y, qid = rows
    path = tmp_path / "run.ckpt"
    expected = ListMLE().fit(X, y, qid=qid)

    def interrupt(progress):
        raise KeyboardInterrupt

    ranker = ListMLE(callbacks=[interrupt])
    with pytest.raises(KeyboardInterrupt):
        ranker.fit(X, y, qid=qid, checkpoint=path)
    assert ranker.interrupted_ and ranker.predict(X).shape == y.shape
    assert ListMLE().fit(X, y, qid=qid, checkpoint=path, resume=True).model_ == expected.model_
