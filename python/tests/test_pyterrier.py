"""Rankers in pipelines of PyTerrier, without Java."""
import numpy as np
import pytest
from conftest import made_up, run_script

pandas = pytest.importorskip("pandas")
pt = pytest.importorskip("pyterrier")

import podium  # noqa: E402
from podium.pyterrier import Ranker  # noqa: E402
from podium.sklearn import LambdaMART, RankSVM  # noqa: E402


def collection(seed, prefix):
    """Topics, their results with features, and judgements of four in five results."""
    X, y, qid = made_up(seed=seed)
    qids = [f"{prefix}{q}" for q in qid]
    documents = [f"d{i}" for i in range(len(y))]
    results = pandas.DataFrame({"qid": qids, "docno": documents, "features": list(X), "score": X[:, 4]})
    results["rank"] = results.groupby("qid")["score"].rank(ascending=False, method="first").astype(int) - 1
    qrels = pandas.DataFrame({"qid": qids, "docno": documents, "label": y.astype(int)}).iloc[np.arange(len(y)) % 5 > 0]
    topics = pandas.DataFrame({"qid": list(dict.fromkeys(qids)), "query": "some words"})
    return topics, results, qrels


@pytest.fixture(scope="module")
def collections():
    train, vali, test = (collection(seed, prefix) for seed, prefix in ((3, "a"), (4, "b"), (5, "c")))
    everything = pt.Transformer.from_df(pandas.concat([train[1], vali[1], test[1]]))
    return everything, train, vali, test


def test_an_estimator_is_fitted_in_a_pipeline_and_measured_by_an_experiment(collections):
    candidates, train, vali, test = collections
    ranker = Ranker(RankSVM(c=0.1))
    pipeline = candidates >> ranker
    pipeline.fit(train[0], train[2], vali[0], vali[2])
    table = pt.Experiment([candidates, pipeline], test[0], test[2], ["ndcg_cut_5"], names=["before", "after"])
    means = dict(zip(table["name"], table["ndcg_cut_5"]))
    assert means["after"] > means["before"] + 0.05
    # The same model as without PyTerrier: results without a judgement have label 0.
    labels = train[1].merge(train[2], on=["qid", "docno"], how="left")["label"].fillna(0).to_numpy()
    X = np.stack(train[1]["features"])
    vali_labels = vali[1].merge(vali[2], on=["qid", "docno"], how="left")["label"].fillna(0).to_numpy()
    plain = RankSVM(c=0.1).fit(X, labels, qid=train[1]["qid"].to_numpy(),
                               eval_set=[(np.stack(vali[1]["features"]), vali_labels)], eval_qid=[vali[1]["qid"].to_numpy()])
    assert plain.model_ == ranker.model
    ours = podium.evaluate(test[2], pipeline(test[0]), measures="ndcg@5", profile="trec")
    assert ours["ndcg@5"] == pytest.approx(means["after"], abs=1e-12)


def test_a_model_sees_whole_queries_in_any_order_of_rows(collections):
    _, train, _, test = collections
    X, y, qid = made_up()
    model = podium.train("ranksvm", podium.Dataset(X, y, qid=qid), normalise="query-minmax")
    assert model.needs_queries
    rows = test[1].sample(frac=1, random_state=1)
    ranked = Ranker(model)(rows)
    features = np.stack(rows["features"])
    assert np.array_equal(ranked["score"], model.score(features, qid=rows["qid"].to_numpy()))
    for _, query in ranked.groupby("qid"):
        assert list(query.sort_values("rank")["score"]) == sorted(query["score"], reverse=True)
        assert sorted(query["rank"]) == list(range(len(query)))
    assert "score" in test[1] and not np.array_equal(ranked.loc[test[1].index, "score"], test[1]["score"])


def test_what_cannot_be_is_said(collections):
    _, train, _, test = collections
    with pytest.raises(podium.UsageError, match="not fitted"):
        Ranker(RankSVM())(test[1])
    with pytest.raises(podium.UsageError, match="expected a podium.Model"):
        Ranker("ranksvm")
    X, y, qid = made_up()
    model = podium.train("regression", podium.Dataset(X, y, qid=qid))
    with pytest.raises(podium.UsageError, match="trained already"):
        Ranker(model).fit(train[1], train[2])
    with pytest.raises(pt.validate.InputValidationError):
        Ranker(model)(test[1].drop(columns="features"))
    ragged = test[1].assign(features=[np.zeros(1 + i % 2) for i in range(len(test[1]))])
    with pytest.raises(podium.UsageError, match="same length"):
        Ranker(model)(ragged)
    nothing = Ranker(model)(test[1].iloc[:0])
    assert len(nothing) == 0 and {"score", "rank"} <= set(nothing.columns)
    assert pt.inspect.transformer_outputs(Ranker(model), ["qid", "docno", "features"]) == ["qid", "docno", "features", "score", "rank"]


def test_the_transformer_for_lightgbm_takes_our_estimators(collections):
    candidates, train, vali, test = collections
    learned = pt.ltr.apply_learned_model(LambdaMART(rounds=20, min_rows=3), form="ltr")
    pipeline = candidates >> learned
    pipeline.fit(train[0], train[2], vali[0], vali[2])
    table = pt.Experiment([candidates, pipeline], test[0], test[2], ["map", "ndcg_cut_5"], names=["before", "after"])
    assert table["ndcg_cut_5"][1] > table["ndcg_cut_5"][0] + 0.05
    ours = podium.evaluate(test[2], pipeline(test[0]), measures="map", profile="trec")
    assert ours["map"] == pytest.approx(table["map"][1], abs=1e-12)


def test_an_experiment_computes_measures_of_podium(collections):
    candidates, train, _, test = collections
    measures = podium.register_ir_measures()
    table = pt.Experiment([candidates], test[0], test[2], [measures["kappa-ndcg@3"], measures.rbo(p=0.8), "map"])
    run = candidates(test[0])
    kappa = podium.evaluate(test[2], run, measures="kappa-ndcg@3", profile="trec", truth="topk:3")
    assert table["kappa_ndcg@3"][0] == pytest.approx(kappa["kappa-ndcg@3"], abs=1e-12)
    overlap = podium.evaluate(test[2], run, measures="rbo(p=0.8)", profile="trec", truth="full")
    assert table["rbo(p=0.8)"][0] == pytest.approx(next(iter(overlap.values())), abs=1e-12)
    by_query = pt.Experiment([candidates], test[0], test[2], [measures.kappa_ndcg @ 3], perquery=True)
    assert by_query["value"].mean() == pytest.approx(kappa["kappa-ndcg@3"], abs=1e-12)


PYTERRIER = """
import pyterrier as pt
from sklearn.ensemble import RandomForestRegressor

pipeline = candidates >> pt.ltr.apply_learned_model(RandomForestRegressor(n_estimators=30, random_state=1))
pipeline.fit(topics, qrels)
table = pt.Experiment([candidates, pipeline], topics, qrels, ["map", "ndcg_cut_5"], names=["before", "after"])
"""


def test_a_pipeline_of_pyterrier():
    topics, results, qrels = collection(3, "q")
    given = dict(topics=topics, qrels=qrels, candidates=pt.Transformer.from_df(results))
    theirs = run_script(PYTERRIER, **given)["table"]
    changed = PYTERRIER.replace("sklearn.ensemble import RandomForestRegressor", "podium.sklearn import LambdaMART")
    changed = changed.replace("pt.ltr.apply_learned_model(RandomForestRegressor(n_estimators=30, random_state=1))",
                              "podium.pyterrier.Ranker(LambdaMART(rounds=30, min_rows=3))").replace(
                              "import pyterrier as pt", "import pyterrier as pt, podium.pyterrier")  # fmt: skip
    ours = run_script(changed, **given)["table"]
    assert list(ours.columns) == list(theirs.columns)
    assert ours["map"][0] == theirs["map"][0] and ours["map"][1] > ours["map"][0] + 0.1
