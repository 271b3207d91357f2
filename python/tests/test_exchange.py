"""Models of other libraries in, models and Shapley values out, with the real libraries."""
import json

import numpy as np
import pytest
from conftest import made_up

import podium


@pytest.fixture(scope="module")
def holes():
    """Rows with missing values."""
    X, y, qid = made_up(queries=40, rows=12, seed=6)
    X = X.copy()
    X[np.random.default_rng(2).random(X.shape) < 0.1] = np.nan
    return X, y, qid


def lightgbm_ranker(holes, **options):
    lightgbm = pytest.importorskip("lightgbm")
    X, y, qid = holes
    ranker = lightgbm.LGBMRanker(n_estimators=40, num_leaves=9, min_child_samples=5, verbosity=-1, **options)
    return lightgbm, ranker.fit(X, y, group=np.bincount(qid)[1:], eval_set=[(X[:120], y[:120])], eval_group=[[12] * 10],
                                callbacks=[lightgbm.early_stopping(1, verbose=False)])


def test_a_model_of_lightgbm_comes_in_with_its_scores(holes, tmp_path):
    _, ranker = lightgbm_ranker(holes)
    X = holes[0]
    assert ranker.best_iteration_ < 40
    expected = ranker.predict(X)
    for model in (podium.import_model(ranker), podium.import_model(ranker.booster_)):
        assert np.allclose(model.score(X), expected, rtol=0, atol=1e-12)
        assert model.kind == "trees" and model.algorithm == "lightgbm"
    ranker.booster_.save_model(tmp_path / "m.txt")
    assert np.allclose(podium.import_model(tmp_path / "m.txt", "lightgbm").score(X), expected, rtol=0, atol=1e-12)


def test_a_model_of_xgboost_comes_in_with_its_scores(holes, tmp_path):
    xgboost = pytest.importorskip("xgboost")
    X, y, qid = holes
    ranker = xgboost.XGBRanker(n_estimators=60, max_depth=4, early_stopping_rounds=1, eval_metric="ndcg@5")
    ranker.fit(X, y, qid=qid, eval_set=[(X[:120], y[:120])], eval_qid=[qid[:120]], verbose=False)
    assert ranker.best_iteration + 1 < ranker.get_booster().num_boosted_rounds()
    assert np.allclose(podium.import_model(ranker).score(X), ranker.predict(X), rtol=0, atol=1e-5)
    booster = ranker.get_booster()
    every = booster.predict(xgboost.DMatrix(X))
    assert np.allclose(podium.import_model(booster).score(X), every, rtol=0, atol=1e-5)
    ranker.save_model(tmp_path / "early.json")
    saved = podium.import_model(tmp_path / "early.json", "xgboost")
    assert np.allclose(saved.score(X), ranker.predict(X), rtol=0, atol=1e-5)
    plain = xgboost.XGBRanker(n_estimators=5).fit(X, y, qid=qid)
    assert np.allclose(podium.import_model(plain).score(X), plain.predict(X), rtol=0, atol=1e-5)


def test_what_is_no_model_is_said(tmp_path):
    with pytest.raises(ValueError, match="found list"):
        podium.import_model([1])
    with pytest.raises(ValueError, match="needs a format"):
        podium.import_model(tmp_path / "m")
    (tmp_path / "m").write_text("rubbish")
    for row in podium.list("import-formats"):
        with pytest.raises(podium.DataError):
            podium.import_model(tmp_path / "m", row["name"])


@pytest.mark.parametrize("algorithm", ["ranksvm", "listnet", "lambdamart", "rankboost", "frank"])
def test_onnx_has_the_scores_of_the_model(algorithm, holes, tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    X, y, qid = holes
    model = podium.train(algorithm, podium.Dataset(X, y, qid=qid), fill="zero", normalise="zscore")
    remarks = model.export(tmp_path / "m.onnx", "onnx")
    assert all(isinstance(remark, str) for remark in remarks)
    session = onnxruntime.InferenceSession(str(tmp_path / "m.onnx"), providers=["CPUExecutionProvider"])
    (found,) = session.run(None, {session.get_inputs()[0].name: X})
    assert np.allclose(np.ravel(found), model.score(X, qid=qid), rtol=1e-4, atol=1e-4)


def test_exported_trees_score_in_their_own_libraries(holes, tmp_path):
    lightgbm, xgboost = pytest.importorskip("lightgbm"), pytest.importorskip("xgboost")
    X, y, qid = holes
    model = podium.train("lambdamart", podium.Dataset(X, y, qid=qid), options={"rounds": 20, "min_rows": 5})
    assert model.export(tmp_path / "m.txt", "lightgbm") == model.export(tmp_path / "again.txt", "lightgbm")
    expected = model.score(X)
    theirs = lightgbm.Booster(model_file=tmp_path / "m.txt").predict(X)
    assert np.allclose(theirs, expected, rtol=0, atol=1e-12)
    model.export(tmp_path / "m.json", "xgboost")
    booster = xgboost.Booster(model_file=tmp_path / "m.json")
    theirs = booster.predict(xgboost.DMatrix(X, feature_names=booster.feature_names), output_margin=True)
    assert np.ptp(theirs - expected) < 1e-5
    back = podium.import_model(tmp_path / "m.txt", "lightgbm")
    assert np.allclose(back.score(X), expected, rtol=0, atol=1e-12)
    with pytest.raises(podium.UsageError, match="format"):
        model.export(tmp_path / "m", "nothing")


def test_data_sets_of_other_libraries_are_refused_by_name(holes):
    X, y, qid = holes
    lightgbm, xgboost = pytest.importorskip("lightgbm"), pytest.importorskip("xgboost")
    for theirs in (lightgbm.Dataset(X, y), xgboost.DMatrix(X, y)):
        with pytest.raises(podium.UsageError, match=f"X: found {type(theirs).__name__}, expected an array, a frame"):
            podium.Dataset(theirs, y, qid=qid)


@pytest.mark.parametrize("algorithm", ["ranksvm", "lambdamart", "ranknet"])
def test_shapley_values_are_drawn_by_shap(algorithm, holes, tmp_path):
    shap = pytest.importorskip("shap")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot

    X, y, qid = holes
    X = np.nan_to_num(X)
    model = podium.train(algorithm, podium.Dataset(X, y, qid=qid, feature_names=list("abcde")), normalise="zscore")
    explained = model.explain(X, qid=qid).to_shap(X)
    assert isinstance(explained, shap.Explanation) and explained.shape == X.shape
    assert np.allclose(explained.values.sum(axis=1) + explained.base_values, model.score(X, qid=qid))
    assert explained.feature_names == list("abcde")
    shown = [lambda: shap.plots.bar(explained, show=False), lambda: shap.plots.waterfall(explained[0], show=False),
             lambda: shap.plots.beeswarm(explained, show=False), lambda: shap.plots.scatter(explained[:, "a"], show=False)]
    for number, draw in enumerate(shown):
        pyplot.figure()
        draw()
        pyplot.savefig(tmp_path / f"{number}.png")
        pyplot.close("all")
        assert (tmp_path / f"{number}.png").stat().st_size > 2000


def test_shapley_values_of_trees_are_those_of_shap():
    """shap's own explainer computes them against a background: here the documents of one query."""
    shap = pytest.importorskip("shap")
    X, y, qid = made_up(queries=10, rows=12)
    model = podium.train("ranksvm", podium.Dataset(X, y, qid=qid))
    one = X[:12]
    ours = model.explain(one, group=[12])
    theirs = shap.explainers.Exact(lambda rows: model.score(rows.astype(np.float32)), one)(one)
    assert np.allclose(ours.values, theirs.values, atol=1e-5) and np.allclose(ours.base_values, theirs.base_values, atol=1e-5)


def test_a_calibrated_model_gives_probabilities():
    data = podium.synth(queries=20, features=3)
    model = podium.train("ranksvm", data)
    with pytest.raises(podium.UsageError, match="without probabilities"):
        model.score(data, probability=True)
    text = json.loads(model.to_json())
    text["stage"] = [{"grade": 1, "platt": [2.0, -1.0]}]
    calibrated = podium.Model.from_json(json.dumps(text))
    scores = model.score(data)
    assert np.array_equal(calibrated.score(data), scores)
    assert np.allclose(calibrated.score(data, probability=True), 1 / (1 + np.exp(1 - 2 * scores)), atol=1e-12)
    text["stage"].append({"grade": 2, "platt": [2.0, 0.0]})
    both = podium.Model.from_json(json.dumps(text)).score(data, probability=True)
    assert both.shape == (len(scores), 2) and np.all(both[:, 1] <= both[:, 0])
