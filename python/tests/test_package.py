"""The installed package as its users meet it: silent at exit, typed, quick to import, and the lines of the README."""
import pathlib
import pickle
import subprocess
import sys

import pytest

import podium

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def run(*arguments, cwd):
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=120, cwd=cwd)


EXITS = {
    "import alone": "",
    "estimators": "import podium.sklearn",
    "a training that ends early": """
import numpy as np
X = np.random.default_rng(1).random((40, 3), dtype=np.float32)
data = podium.Dataset(X, X[:, 0].round(), group=[20, 20])
kept = podium.train("listmle", data, callbacks=[lambda progress: False])
podium.set_threads(1)
""",
    "an exception in a callback": """
import numpy as np
X = np.random.default_rng(1).random((40, 3), dtype=np.float32)
data = podium.Dataset(X, X[:, 0].round(), group=[20, 20])
def fail(progress):
    raise RuntimeError("mine")
try:
    podium.train("listmle", data, callbacks=[fail])
except RuntimeError as error:
    kept = error
""",
    "evaluations that live on": """
kept = podium.evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, measures="rr")
kept.explain("q")
class Holder:
    pass
holder = Holder()
holder.itself, holder.kept = holder, kept
""",
    "an error at the end": "raise SystemExit(0)",
}


@pytest.mark.parametrize("what", EXITS)
def test_the_exit_is_silent(what, tmp_path):
    done = run("-c", "import podium\n" + EXITS[what], cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_strictly_typed_program_is_clean_and_runs(tmp_path):
    pytest.importorskip("mypy")
    checked = run("-m", "mypy", "--strict", "--config-file", "", HERE / "typed_user.py", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert run(HERE / "typed_user.py", cwd=tmp_path).returncode == 0


def test_types_show_mistakes(tmp_path):
    pytest.importorskip("mypy")
    checked = run("-m", "mypy", "--strict", "--config-file", "", HERE / "typed_wrongly.py", cwd=tmp_path)
    lines = (HERE / "typed_wrongly.py").read_text().splitlines()
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
    assert {int(line.split(":")[1]) for line in checked.stdout.splitlines() if ": error:" in line} == expected, checked.stdout


HEAVY = ("sklearn", "scipy", "pandas", "polars", "pyarrow", "matplotlib", "tqdm", "numpy.ma", "unittest", "asyncio")


@pytest.mark.parametrize("lines, absent", [("", ("numpy", *HEAVY)), ("podium.train", HEAVY)])
def test_what_is_not_used_is_not_imported(lines, absent, tmp_path):
    done = run("-c", f"import sys, podium\n{lines}\nprint([name for name in {absent} if name in sys.modules])", cwd=tmp_path)
    assert done.stdout == "[]\n", done.stderr


FIRST_USES = {
    "each name": "import podium\nassert all(getattr(podium, name) for name in podium.__all__)",
    "completion": "import podium\nassert {'train', 'list', '__version__'} | set(podium.__all__) <= set(dir(podium))",
    "a star": "from podium import *\nsynth(queries=5), Dataset, Progress",
    "two names": "from podium import load, Model",
    "an estimator": "from podium.sklearn import RankSVM\nimport podium\npodium.sklearn.Ranker",
    "a module": "from podium import sklearn\nimport podium\nassert podium.sklearn is sklearn",
    "a pickle": "import pickle, sys\npickle.load(open(sys.argv[1], 'rb')).to_json()",
    "four threads": """
import concurrent.futures, podium
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert {len(made.queries) for made in pool.map(lambda seed: podium.synth(queries=5, seed=seed), range(8))} == {5}
""",
}


@pytest.mark.parametrize("what", FIRST_USES)
def test_the_first_use_may_be(what, tmp_path):
    (tmp_path / "model").write_bytes(pickle.dumps(podium.train("regression", podium.synth(queries=5))))
    done = run("-c", FIRST_USES[what], tmp_path / "model", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_a_name_that_does_not_exist_is_an_attribute_error(tmp_path):
    done = run("-c", "import podium\npodium.trian", cwd=tmp_path)
    assert "AttributeError: module 'podium' has no attribute 'trian'" in done.stderr
    done = run("-c", "from podium import trian", cwd=tmp_path)
    assert "ImportError: cannot import name 'trian' from 'podium'" in done.stderr


def test_the_lines_of_the_readme_run(tmp_path):
    pytest.importorskip("sklearn")
    done = run(ROOT / "tools" / "try_package.py", "--readme", cwd=tmp_path)
    assert done.returncode == 0 and "Evaluation (" in done.stdout, done.stderr


def test_every_public_name_says_what_it_is():
    for name in podium.__all__:
        assert (getattr(podium, name).__doc__ or "").strip(), name


def test_the_metadata_say_what_is_needed():
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["name"] == "podium-ltr" and project["authors"] == [{"name": "The Podium authors"}]
    assert project["license"] == {"text": "Apache-2.0"} and "License :: OSI Approved :: Apache Software License" in project["classifiers"]
    extras = project["optional-dependencies"]
    assert extras["sklearn"] == ["scikit-learn>=1.6"] and all(">=" in need for needs in extras.values() for need in needs)
    assert 'pip install ".[sklearn]"' in (ROOT / "README.md").read_text()
