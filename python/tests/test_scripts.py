"""Scripts for other packages run after their imports were changed, with numbers that are theirs or close to them."""
import numpy as np
import pytest
from conftest import made_up
from test_evaluate import made_up_run

import podium


def run_script(text, **given):
    space = dict(given)
    exec(compile(text, "script", "exec"), space)  # noqa: S102
    return space


def with_podium(text, *packages):
    for package in packages:
        assert f"from {package} import" in text
        text = text.replace(f"from {package} import", f"from podium.{package} import")
    return text


@pytest.fixture(scope="module")
def parts():
    names = ("train", "vali", "test")
    parts = {}
    for seed, part in enumerate(names):
        X, y, qid = made_up(queries=60, rows=12, features=6, seed=seed)
        parts |= {f"X_{part}": X, f"y_{part}": y, f"qid_{part}": qid, f"group_{part}": np.bincount(qid)[1:]}
    return parts


def worth(parts, scores):
    test = podium.Dataset(parts["X_test"], parts["y_test"], qid=parts["qid_test"])
    return podium.evaluate(data=test, scores=scores, measures="ndcg@10")["ndcg@10"]


LIGHTGBM = """
from lightgbm import LGBMRanker, early_stopping, log_evaluation, record_evaluation

record = {}
ranker = LGBMRanker(objective="lambdarank", n_estimators=300, num_leaves=7, learning_rate=0.1, min_child_samples=5,
                    colsample_bytree=0.9, random_state=1, n_jobs=1, verbosity=-1)
ranker.fit(X_train, y_train, group=group_train, eval_set=[(X_vali, y_vali)], eval_group=[group_vali], eval_at=[10],
           callbacks=[early_stopping(15, verbose=False), log_evaluation(5), record_evaluation(record)])
scores = ranker.predict(X_test)
best = ranker.best_iteration_
values = ranker.evals_result_["valid_0"]["ndcg@10"]
best_value = ranker.best_score_["valid_0"]["ndcg@10"]
importance = ranker.feature_importances_
ranker.booster_.save_model(path)
"""


def test_a_script_for_lightgbm(parts, tmp_path, capsys):
    lightgbm = pytest.importorskip("lightgbm")
    theirs = run_script(LIGHTGBM, **parts, path=str(tmp_path / "theirs.txt"))
    capsys.readouterr()
    ours = run_script(with_podium(LIGHTGBM, "lightgbm"), **parts, path=str(tmp_path / "ours.txt"))
    assert "valid_0's ndcg@10" in capsys.readouterr().out
    assert worth(parts, ours["scores"]) > worth(parts, theirs["scores"]) - 0.02
    assert ours["best_value"] == max(ours["values"]) == ours["values"][ours["best"] - 1]
    assert len(ours["values"]) == ours["best"] + 15 < 300 and ours["record"] == ours["ranker"].evals_result_
    assert np.argmax(ours["importance"]) == np.argmax(theirs["importance"])
    written = lightgbm.Booster(model_file=str(tmp_path / "ours.txt"))
    assert np.allclose(written.predict(parts["X_test"]), ours["scores"], atol=1e-12)
    assert ours["ranker"].model_.record["options"]["leaves"] == "7"


def test_without_early_stopping_all_rounds_are_kept(parts):
    from podium.lightgbm import LGBMRanker

    ranker = LGBMRanker(n_estimators=12, min_child_samples=5)
    ranker.fit(parts["X_train"], parts["y_train"], qid=parts["qid_train"],
               eval_set=[(parts["X_train"], parts["y_train"]), (parts["X_vali"], parts["y_vali"])],
               eval_qid=[parts["qid_train"], parts["qid_vali"]], eval_names=["train", "vali"])
    assert ranker.n_estimators_ == 12 and list(ranker.evals_result_) == ["vali"]
    same = LGBMRanker(n_estimators=12, min_child_samples=5)
    same.fit(parts["X_train"], parts["y_train"], qid=parts["qid_train"], eval_X=(parts["X_train"], parts["X_vali"]),
             eval_y=(parts["y_train"], parts["y_vali"]), eval_qid=[parts["qid_train"], parts["qid_vali"]], eval_names=["train", "vali"])
    assert same.model_ == ranker.model_ and same.evals_result_ == ranker.evals_result_
    same.fit(parts["X_train"], parts["y_train"], qid=parts["qid_train"], eval_X=parts["X_vali"], eval_y=parts["y_vali"],
             eval_qid=[parts["qid_vali"]])
    assert same.evals_result_["valid_0"] == ranker.evals_result_["vali"]
    for wrong in ({"eval_X": parts["X_vali"]}, {"eval_X": (1, 2), "eval_y": (1,)}, {"eval_set": [], "eval_y": 1}):
        with pytest.raises(podium.UsageError, match="eval_y"):
            same.fit(parts["X_train"], parts["y_train"], qid=parts["qid_train"], **wrong)
    more = LGBMRanker(n_estimators=3, min_child_samples=5)
    more.fit(parts["X_train"], parts["y_train"], qid=parts["qid_train"], init_model=ranker)
    assert not np.array_equal(more.predict(parts["X_test"]), ranker.predict(parts["X_test"]))


XGBOOST = """
from xgboost import XGBRanker

ranker = XGBRanker(objective="rank:ndcg", tree_method="hist", n_estimators=200, max_depth=3, learning_rate=0.1,
                   min_child_weight=0.1, eval_metric="ndcg@10", early_stopping_rounds=15, random_state=1,
                   n_jobs=1)
ranker.fit(X_train, y_train, qid=qid_train, eval_set=[(X_vali, y_vali)], eval_qid=[qid_vali], verbose=False)
scores = ranker.predict(X_test)
best = ranker.best_iteration
values = ranker.evals_result()["validation_0"]["ndcg@10"]
best_value = ranker.best_score
ranker.save_model(path)
"""


def test_a_script_for_xgboost(parts, tmp_path):
    xgboost = pytest.importorskip("xgboost")
    theirs = run_script(XGBOOST, **parts, path=str(tmp_path / "theirs.json"))
    ours = run_script(with_podium(XGBOOST, "xgboost"), **parts, path=str(tmp_path / "ours.json"))
    assert worth(parts, ours["scores"]) > worth(parts, theirs["scores"]) - 0.02
    assert ours["best_value"] == max(ours["values"]) == ours["values"][ours["best"]]
    assert len(ours["values"]) == ours["best"] + 1 + 15 < 200
    written = xgboost.Booster(model_file=str(tmp_path / "ours.json"))
    matrix = xgboost.DMatrix(parts["X_test"], feature_names=written.feature_names)
    found = written.predict(matrix, output_margin=True)
    assert np.ptp(found - ours["scores"]) < 1e-5  # its base score may be another constant
    order = np.random.default_rng(1).permutation(len(parts["qid_train"]))
    from podium.xgboost import XGBRanker

    apart = XGBRanker(n_estimators=5).fit(parts["X_train"][order], parts["y_train"][order], qid=parts["qid_train"][order])
    assert apart.predict(parts["X_test"]).shape == parts["y_test"].shape
    pairs = XGBRanker(n_estimators=30, objective="rank:pairwise", max_depth=3, min_child_weight=0.1)
    pairs.fit(parts["X_train"], parts["y_train"], qid=parts["qid_train"], sample_weight=np.ones(60))
    assert worth(parts, pairs.predict(parts["X_test"])) > worth(parts, theirs["scores"]) - 0.05


def test_parameters_that_mean_something_else_are_refused(parts):
    from podium.lightgbm import LGBMRanker, early_stopping
    from podium.xgboost import XGBRanker

    rows = (parts["X_train"], parts["y_train"])
    for ranker in (LGBMRanker(subsample=0.5, subsample_freq=1), LGBMRanker(boosting_type="rf"), LGBMRanker(objective="regression"),
                   LGBMRanker(colsample_bytree=0), LGBMRanker(random_state="1"), XGBRanker(subsample=0.5),
                   XGBRanker(objective="rank:map"), XGBRanker(device="cuda"), XGBRanker(early_stopping_rounds=3)):  # fmt: skip
        with pytest.raises(podium.UsageError):
            ranker.fit(*rows, qid=parts["qid_train"])
    with pytest.raises(podium.UsageError, match="eval_set"):
        LGBMRanker().fit(*rows, qid=parts["qid_train"], callbacks=[early_stopping(3)])
    from sklearn.base import clone

    assert clone(LGBMRanker(num_leaves=5)).get_params()["num_leaves"] == 5
    assert clone(XGBRanker(max_depth=2)).max_depth == 2


RANX = """
from ranx import Qrels, Run, compare, evaluate, fuse

judged = Qrels(qrels)
first, second = Run(run, name="first"), Run(other, name="second")
one = evaluate(judged, first, "ndcg@10")
several = evaluate(judged, first, metrics)
by_query = evaluate(judged, first, "map", return_mean=False)
report = compare(judged, [first, second], ["map", "mrr"], max_p=0.01).to_dict()
fused = fuse([first, second], method="rrf", norm=None)
after = evaluate(judged, fused, "map")
"""


def test_a_script_for_ranx():
    pytest.importorskip("ranx")
    qrels, run = made_up_run(8)
    given = dict(qrels=qrels, run=run, other=made_up_run(9)[1],
                 metrics=["map", "map@100", "map-l2", "ndcg@10", "ndcg_burges@10", "mrr", "precision@5", "recall@10",
                          "hit_rate@3", "r-precision", "bpref", "dcg@5"])
    theirs = run_script(RANX, **given)
    ours = run_script(with_podium(RANX, "ranx"), **given)
    assert ours["one"] == pytest.approx(theirs["one"], abs=1e-12)
    assert ours["several"] == pytest.approx(theirs["several"], abs=1e-12)
    assert sorted(ours["by_query"]) == pytest.approx(sorted(theirs["by_query"]), abs=1e-12)
    for name in ("first", "second"):
        assert ours["report"][name] == pytest.approx(
            {metric: theirs["report"][name]["scores"][metric] for metric in ("map", "mrr")}, abs=1e-12)
    for query, documents in theirs["fused"].to_dict().items():
        best = sorted(documents.values())[-5:]
        assert {d for d, _ in sorted(ours["fused"][query].items(), key=lambda item: -item[1])[:5]} <= {
            d for d, score in documents.items() if score >= best[0]}
    assert ours["after"] == pytest.approx(theirs["after"], abs=0.02)  # equal scores of fused documents


def test_rbp_takes_documents_as_relevant_or_not():  # as the text of ranx defines it; its code adds labels of 2 and 3 as they are
    from podium.ranx import evaluate

    run = {"q": {"x": 9.0, "a": 8.0, "y": 7.0, "b": 6.0}}
    for labels in ({"a": 1, "b": 1, "c": 2}, {"a": 2, "b": 3, "c": 1}):
        assert evaluate({"q": labels}, run, "rbp.95") == pytest.approx(0.05 * (0.95 + 0.95**3))


def test_tables_of_ranx(tmp_path):
    pandas = pytest.importorskip("pandas")
    from podium.ranx import Qrels, Run, compare, evaluate

    qrels, run = made_up_run(8)
    rows = [(q, d, v) for q, documents in run.items() for d, v in documents.items()]
    frame = pandas.DataFrame(rows, columns=["q_id", "doc_id", "score"])
    assert Run.from_df(frame).to_dict() == run
    Run(run, name="tag").save(tmp_path / "run.txt", kind="trec")
    assert Run.from_file(tmp_path / "run.txt", kind="trec").to_dict() == run
    del run["q3"]
    assert evaluate(Qrels(qrels), run, "map") == pytest.approx(evaluate(qrels, {**run, "q3": {}}, "map"))
    with pytest.warns(UserWarning, match="missing from the run"):
        evaluate(qrels, run, "map", make_comparable=False)
    report = compare(Qrels(qrels), [Run(run, name="a"), Run(made_up_run(9)[1], name="b")], "map", stat_test="fisher")
    assert "map" in repr(report) and report.comparisons["map"].conclusions
    for metric in ("hits@3", "f1", "rbp", "nothing@3"):
        with pytest.raises(podium.UsageError):
            evaluate(qrels, run, metric)


IR_MEASURES = """
from ir_measures import AP, RR, P, calc_aggregate, iter_calc, nDCG, parse_measure, read_trec_qrels, read_trec_run

measures = [AP, nDCG @ 10, P(rel=2) @ 5, RR, parse_measure("R@10")]
means = {str(m): v for m, v in calc_aggregate(measures, read_trec_qrels(qrels), read_trec_run(run)).items()}
values = {(x.query_id, str(x.measure)): x.value for x in iter_calc(measures, read_trec_qrels(qrels), read_trec_run(run))}
"""


def test_a_script_for_ir_measures(tmp_path):
    pytest.importorskip("ir_measures")
    qrels, run = made_up_run(10)
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {v}\n" for q, ds in qrels.items() for d, v in ds.items()))
    podium._core.documents_of_dict(run).write_run(tmp_path / "run", "tag")
    given = dict(qrels=str(tmp_path / "qrels"), run=str(tmp_path / "run"))
    theirs = run_script(IR_MEASURES, **given)
    ours = run_script(with_podium(IR_MEASURES, "ir_measures"), **given)
    assert ours["means"] == pytest.approx(theirs["means"], abs=1e-12) and len(ours["means"]) == 5
    assert ours["values"] == pytest.approx(theirs["values"], abs=1e-12)


PYTERRIER = """
import pyterrier as pt
from sklearn.ensemble import RandomForestRegressor

pipeline = candidates >> pt.ltr.apply_learned_model(RandomForestRegressor(n_estimators=30, random_state=1))
pipeline.fit(topics, qrels)
table = pt.Experiment([candidates, pipeline], topics, qrels, ["map", "ndcg_cut_5"], names=["before", "after"])
"""


def test_a_pipeline_of_pyterrier():
    pt = pytest.importorskip("pyterrier")
    from test_pyterrier import collection

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
