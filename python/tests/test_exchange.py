"""Models and data of other libraries in, models and Shapley values out, with the real libraries."""
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


@pytest.mark.parametrize("constructed", [False, True])
def test_a_data_set_of_lightgbm_is_one_of_ours(holes, constructed):
    lightgbm = pytest.importorskip("lightgbm")
    X, y, qid = holes
    group, weight = np.bincount(qid)[1:], np.linspace(1, 2, len(y))
    theirs = lightgbm.Dataset(X, y, group=group, weight=weight, free_raw_data=not constructed, feature_name=list("abcde"))
    if constructed:
        theirs.construct()
    data = podium.Dataset(theirs)
    expected = podium.Dataset(X, y, group=group, sample_weight=weight.astype(np.float32 if constructed else float),
                              feature_names=list("abcde"))
    assert data.feature_names == list("abcde") and data.fingerprint == expected.fingerprint
    model = podium.train("ranknet", data, options={"iterations": 5})
    assert model == podium.train("ranknet", expected, options={"iterations": 5})
    assert np.array_equal(model.score(theirs), model.score(expected))
    if constructed:
        part = theirs.subset(np.arange(24)).construct()
        assert podium.Dataset(part, y[:24], group=[12, 12]).row_count == 24
    else:
        theirs.construct()
        with pytest.raises(podium.UsageError, match="free_raw_data"):
            podium.Dataset(theirs)
        with pytest.raises(podium.UsageError, match="podium.read"):
            podium.Dataset(lightgbm.Dataset("train.svm"))


def test_a_matrix_of_xgboost_is_a_data_set(holes):
    xgboost = pytest.importorskip("xgboost")
    X, y, qid = holes
    X = X.copy()
    X[3:9, 1] = 0.0  # present, not missing
    theirs = xgboost.DMatrix(X, y, qid=qid, weight=np.linspace(1, 2, 40), feature_names=list("abcde"))
    data = podium.Dataset(theirs)
    assert np.array_equal(data.features(), X, equal_nan=True)
    expected = podium.Dataset(X, y, group=np.bincount(qid)[1:], feature_names=list("abcde"),
                              query_weight=np.linspace(1, 2, 40).astype(np.float32))
    assert data.fingerprint == expected.fingerprint
    assert podium.train("lambdamart", data, options={"rounds": 3}) == podium.train("lambdamart", expected, options={"rounds": 3})
    plain = podium.Dataset(xgboost.DMatrix(X, y, weight=np.linspace(1, 2, len(y))), qid=qid)
    assert plain.query_count == 40 and plain.info()["has_query_weights"] is False
    with pytest.raises(podium.UsageError, match="DMatrix"):
        podium.Dataset(xgboost.QuantileDMatrix(X, y, qid=qid))


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
