"""The documents of the package are true: docstrings, their examples, the reference, and the snippets of the pages."""
import doctest
import inspect
import pathlib
import re
import sys
import warnings

import pytest

import podium

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import make_python_docs as docs  # noqa: E402

PUBLIC = dict(docs.public_names())


def estimators():
    sklearn = pytest.importorskip("podium.sklearn")
    return sklearn.CLASSES


@pytest.mark.parametrize("name", PUBLIC)
def test_docstrings_are_complete(name):
    thing = PUBLIC[name]
    sections = docs.sections_of(thing.__doc__)
    assert sections[""] and set(sections) - {""} <= set(docs.SECTIONS)
    assert ">>>" in sections.get("Examples", ""), "an example is missing"
    explained = docs.documented_names(thing.__doc__)
    if "others" not in explained and not (inspect.isclass(thing) and "Parameters" not in sections):
        parameters = set(inspect.signature(thing).parameters) if callable(thing) else set()
        assert parameters - {"self"} <= explained, f"not explained: {parameters - explained - {'self'}}"
    if inspect.isclass(thing):
        assert [member for member, held in docs.members_of(thing) if not inspect.getdoc(held)] == []


def run_examples(name, docstring, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(docstring, {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    told = []
    runner.run(test, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


NEEDS = {"podium.register_ir_measures": "ir_measures", "podium.mlflow_logger": "mlflow"}


@pytest.mark.parametrize("name", ["podium", *PUBLIC])
def test_examples_run(name, monkeypatch, tmp_path):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("DO_NOT_TRACK", "true")
    thing = podium if name == "podium" else PUBLIC[name]
    run_examples(name, inspect.cleandoc(thing.__doc__), monkeypatch, tmp_path)


@pytest.mark.parametrize("name", [row["name"] for row in podium.list("algorithms")])
def test_examples_of_estimators_run(name, monkeypatch, tmp_path):
    made = estimators()[name]
    run_examples(name, made.__doc__, monkeypatch, tmp_path)
    assert set(docs.documented_names(made.__doc__)) >= {docs_name for docs_name in inspect.signature(made).parameters
                                                        if docs_name not in inspect.signature(made.__mro__[1]).parameters}


def test_the_reference_is_current():
    pytest.importorskip("sklearn")
    assert docs.API.read_text() == docs.reference(), "run ./dev python-docs"


def test_the_estimators_are_current():
    pytest.importorskip("sklearn")
    assert docs.ESTIMATORS.read_text() == docs.estimators(), "run ./dev python-docs"
    assert list(estimators()) == [row["name"] for row in podium.list("algorithms")]
    assert "self.rounds = rounds" in inspect.getsource(estimators()["lambdamart"])


@pytest.mark.parametrize("path", docs.NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_say_what_they_say(path):
    for module in ("nbclient", "ipykernel", "matplotlib", "pandas"):
        pytest.importorskip(module)
    import json

    expected = docs.texts_of(json.loads(path.read_text()))
    assert docs.texts_of(json.loads(docs.as_text(docs.executed(path)))) == expected
    assert path.with_suffix(".md").read_text() == docs.page_of(path)[0]


SNIPPET = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
PAGES = ["README.md", "docs/python.md", "docs/python-coming-from.md"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files that the pages speak of."""
    monkeypatch.chdir(tmp_path)
    for seed, name in enumerate(("train", "vali", "test"), 1):
        podium.synth(queries=40, documents=12, features=6, seed=seed).save(f"{name}.txt")
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_snippets_run(page, folder):
    """In order, in one namespace; a snippet of another package needs that package."""
    data, test = podium.read("train.txt"), podium.read("test.txt")
    qrels = {"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"a": 0, "b": 1, "c": 0}}
    run = {"q1": {"a": 0.5, "b": 0.9, "c": 0.1}, "q2": {"a": 0.2, "b": 0.3, "c": 0.1}}
    names = {"X": data.features(), "y": data.labels, "qid": data.qid, "group": [int((data.qid == q).sum()) for q in data.queries],
             "X_test": test.features(), "y_test": test.labels, "qid_test": test.qid, "X_new": test.features(),
             "group_test": [int((test.qid == q).sum()) for q in test.queries], "qrels": qrels, "run": run,
             "vali": podium.read("vali.txt"), "test": test}
    snippets = SNIPPET.findall((ROOT / page).read_text())
    assert snippets
    for snippet in snippets:
        for module in re.findall(r"^(?:import|from) (lightgbm|xgboost|ranx|ir_measures|pytrec_eval|sklearn|pandas)", snippet, re.M):
            pytest.importorskip(module)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(snippet, page, "exec"), names)
