"""The estimators keep scikit-learn's conventions."""
import warnings

import numpy as np
import pytest
from conftest import ALGORITHMS

sklearn = pytest.importorskip("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator  # noqa: E402

import podium  # noqa: E402
from podium.sklearn import CLASSES, Ranker, RankSVM  # noqa: E402

WEIGHTS = "a repeated row is not a weighted row where ranks count"
WEIGHED = ("regression", "ranksvm", "ranknet")


def expected_failures(algorithm):
    found = {}
    if not podium._core.weighs_rows(algorithm, {}):
        found["check_sample_weights_not_overwritten"] = "it refuses weights of rows, which it would not use"
    if algorithm not in WEIGHED:
        found |= {f"check_sample_weight_equivalence_on_{kind}_data": WEIGHTS for kind in ("dense", "sparse")}
    if algorithm == "svmmap":
        found |= {name: "nothing is relevant by its rule" for name in
                  ("check_estimators_dtypes", "check_fit2d_1feature", "check_sample_weights_pandas_series",
                   "check_sample_weights_shape", "check_sample_weights_not_an_array")}
    if algorithm in ("toprank", "focusedboost"):
        found["check_methods_subset_invariance"] = "a score depends on the other documents of the query"
        found["check_methods_sample_order_invariance"] = "ties are broken by the order of the input"
    return found


@pytest.mark.filterwarnings("ignore:found neither qid nor group", "ignore:min-rows")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_estimators_pass_the_checks_of_scikit_learn(algorithm):
    estimator = CLASSES[algorithm](normalise="query-minmax" if algorithm == "focusedboost" else None)
    results = check_estimator(estimator, on_fail=None, on_skip=None, expected_failed_checks=expected_failures(algorithm))
    failed = [f"{r['check_name']}: {r['exception']}" for r in results if r["status"] == "failed"]
    assert not failed, "\n".join(failed)


def test_a_model_that_was_fitted_with_queries_refuses_to_guess_them(rows):
    X, y, qid = rows
    ranker = RankSVM(c=0.1).fit(X, y, qid=qid)
    assert 0.8 < ranker.score(X, y, qid=qid) <= 1.0
    with pytest.raises(podium.UsageError, match="metadata_routing"):
        ranker.score(X, y)
    assert ranker.predict(X).shape == y.shape
    assert set(ranker.rank(X, qid=qid)[:9]) == set(range(1, 10))
    with pytest.raises(podium.UsageError, match="eval_set: found no queries"):
        RankSVM().fit(X, y, qid=qid, eval_set=[(X, y)])
    with pytest.warns(UserWarning, match="all 108 rows are one query"):
        alone = RankSVM(c=0.1, normalise="query-minmax").fit(X, y, eval_set=[(X, y)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert alone.score(X, y) <= 1.0


def test_generated_classes_are_the_algorithm_with_its_options(rows):
    X, y, qid = rows
    by_class = RankSVM(c=0.1, c_scale="rank").fit(X, y, qid=qid)
    by_name = Ranker("ranksvm", options={"c": 0.1, "c-scale": "rank"}).fit(X, y, qid=qid)
    assert by_class.model_ == by_name.model_
    assert clone(by_class).get_params()["c"] == 0.1
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    assert np.allclose(by_class.predict(X), scaled @ by_class.coef_, atol=1e-5)
    plain = RankSVM(c=0.1, normalise=None).fit(X, y, qid=qid)
    assert np.allclose(plain.predict(X), X @ plain.coef_)


def test_validation_data_in_the_manner_of_lightgbm(rows):
    X, y, qid = rows
    ranker = CLASSES["lambdamart"](rounds=30, min_rows=2)
    ranker.fit(X, y, group=[9] * 12, eval_set=[(X, y)], eval_group=[[9] * 12], early_stopping_rounds=5)
    assert len(ranker.evals_result_["valid_0"]["ndcg@10"]) >= 1
    assert ranker.best_score_ == max(ranker.evals_result_["valid_0"]["ndcg@10"])
    with pytest.raises(podium.UsageError, match="early_stopping_rounds"):
        ranker.fit(X, y, qid=qid, early_stopping_rounds=5)


def test_a_model_becomes_an_estimator_of_its_algorithm(rows):
    X, y, qid = rows
    ranker = RankSVM().fit(X, y, qid=qid)
    for kind in (Ranker, RankSVM):
        assert np.array_equal(kind.from_model(ranker.model_).predict(X), ranker.predict(X))
    with pytest.raises(podium.UsageError, match="found a model of ranksvm, expected one of lambdamart"):
        CLASSES["lambdamart"].from_model(ranker.model_)
    assert CLASSES["ranknet"]().fit(X, y, qid=qid, start=ranker).model_ == CLASSES["ranknet"]().fit(
        X, y, qid=qid, start=ranker.model_).model_  # fmt: skip


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_labels_that_are_no_grades_are_for_estimators_too(package, rows):
    X, y, qid = rows
    documents = [f"d{i}" for i in range(len(X))]
    columns = {name: X[:, i] for i, name in enumerate("abcde")} | {"qid": qid, "docno": documents, "label": y}
    frame = pytest.importorskip(package).DataFrame(columns)
    lists = {q: [documents[i] for i in np.flatnonzero(qid == q)[np.argsort(-X[qid == q, 0])][:3]] for q in set(qid.tolist())}
    answers = podium.Preferences([(q, best[0], best[2], best[0]) for q, best in lists.items()])
    for given in (podium.TopK(lists), answers):
        data = podium.Dataset(X, given, qid=qid, documents=documents, feature_names=list("abcde"))
        ranker = RankSVM().fit(frame, given)
        assert list(ranker.feature_names_in_) == list("abcde") and ranker.model_ == podium.train("ranksvm", data)
    assert ranker.score(frame, podium.TopK(lists)) > 0.5


def test_scikit_learn_hands_queries_on(rows):
    from sklearn.model_selection import GridSearchCV, GroupKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    X, y, qid = rows
    with sklearn.config_context(enable_metadata_routing=True):
        search = GridSearchCV(RankSVM(), {"c": [1e-4, 1.0]}, cv=GroupKFold(3)).fit(X, y, groups=qid, qid=qid)
        folds = list(GroupKFold(3).split(X, y, qid))
        expected = [RankSVM(c=1.0).fit(X[a], y[a], qid=qid[a]).score(X[b], y[b], qid=qid[b]) for a, b in folds]
        assert search.cv_results_["mean_test_score"][1] == pytest.approx(np.mean(expected))
        pipeline = make_pipeline(StandardScaler(), RankSVM()).fit(X, y, qid=qid)
        assert 0.8 < pipeline.score(X, y, qid=qid) <= 1.0
        by_folds = GridSearchCV(RankSVM(), {"c": [1.0]}, cv=podium.Folds(3)).fit(X, y, groups=qid, qid=qid)
        folds = podium.Folds(3).split(X, y, qid)
        expected = [RankSVM(c=1.0).fit(X[a], y[a], qid=qid[a]).score(X[b], y[b], qid=qid[b]) for a, b in folds]
        assert by_folds.best_score_ == pytest.approx(np.mean(expected))
    ours = list(podium.Folds(3).split(X, y, qid))
    assert len(ours) == 3 and all(not set(qid[a]) & set(qid[b]) for a, b in ours)


def test_a_frame_brings_its_queries(rows):
    pandas = pytest.importorskip("pandas")
    X, y, qid = rows
    frame = pandas.DataFrame(X, columns=list("abcde")).assign(qid=qid)
    ranker = RankSVM().fit(frame, y)
    assert list(ranker.feature_names_in_) == list("abcde")
    assert ranker.score(frame, y) == RankSVM().fit(X, y, qid=qid).score(X, y, qid=qid)
