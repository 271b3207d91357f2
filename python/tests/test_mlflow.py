"""Trainings in the log of the real MLflow."""
import json

import pytest

import podium

mlflow = pytest.importorskip("mlflow")


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("DO_NOT_TRACK", "true")
    mlflow.set_tracking_uri(f"file:{tmp_path}/mlruns")
    yield mlflow.MlflowClient()
    while mlflow.active_run():
        mlflow.end_run()


def test_every_iteration_is_logged(store, data):
    seen = []
    with mlflow.start_run() as run:
        log = podium.mlflow_logger(prefix="a/")
        model = podium.train("listmle", data, vali=data, options={"iterations": 6}, callbacks=[log, seen.append], every=0)
        log.log_model(model)
        log.log_evaluation(podium.evaluate(data=data, model=model, measures="ndcg@10,rbp(p=0.9)@5"))
    objective = store.get_metric_history(run.info.run_id, "a/objective")
    assert [(m.step, m.value) for m in objective] == [(p.iteration, p.objective) for p in seen]
    validation = store.get_metric_history(run.info.run_id, "a/validation")
    assert [m.value for m in validation] == [p.validation for p in seen] and len(seen) > 1
    logged = store.get_run(run.info.run_id).data
    assert logged.params["a/algorithm"] == "listmle" and logged.params["a/iterations"] == "6"
    assert "a/ndcg_at_10" in logged.metrics and len(logged.metrics) == 5
    kept = store.download_artifacts(run.info.run_id, "model.json")
    assert podium.load(kept) == model and json.load(open(kept))["training"]["seed"] == 1


def test_a_run_is_started_where_there_is_none_and_other_threads_log_to_it(store, data):
    import threading

    log = podium.mlflow_logger()
    assert log.run_id == mlflow.active_run().info.run_id
    worker = threading.Thread(target=lambda: podium.train("listmle", data, options={"iterations": 2}, callbacks=[log], every=0))
    worker.start()
    worker.join()
    assert store.get_metric_history(log.run_id, "objective")
    podium.tune("ranksvm", data, grid={"c": [0.1, 1.0]}, callbacks=[podium.mlflow_logger(log.run_id, prefix="tuning/")])
    assert store.get_metric_history(log.run_id, "tuning/trainings")
