"""Runs one measurement of another tool and prints a JSON object; bench/run.py calls it in the virtual environment of these tools."""
import json
import resource
import sys
import time


def timed(work):
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def fastest(work, rounds=3):
    return min(timed(work)[1] for _ in range(rounds))


def lightgbm(path, threads):
    import lightgbm
    options = {"verbosity": -1, "num_threads": int(threads)}
    seconds = fastest(lambda: lightgbm.Dataset(path, params=options).construct())
    return {"version": lightgbm.__version__, "seconds": seconds}


def peak_bytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def timed_training(train):
    """Returns the result of train with its costs: wall time, CPU time of all threads, memory."""
    cpu = time.process_time()
    result, seconds = timed(train)
    return result, {"seconds": seconds, "cpu_seconds": time.process_time() - cpu,
                    "peak_bytes": peak_bytes()}


def lightgbm_train(path, threads, scores_path):
    import lightgbm
    import numpy
    options = {"objective": "lambdarank", "verbosity": -1, "num_threads": int(threads)}

    def train():
        model = lightgbm.train(options, lightgbm.Dataset(path, params=options), 100)
        model.save_model(f"{scores_path}.model")
        return model

    model, took = timed_training(train)
    numpy.savetxt(scores_path, model.predict(path))
    return {"version": lightgbm.__version__, **took}


def xgboost_train(path, threads, scores_path):
    import numpy
    import xgboost
    options = {"objective": "rank:ndcg", "tree_method": "hist", "nthread": int(threads)}

    def train():
        data = xgboost.DMatrix(f"{path}?format=libsvm", nthread=int(threads))
        model = xgboost.train(options, data, 100)
        model.save_model(f"{scores_path}.ubj")
        return data, model

    (data, model), took = timed_training(train)
    numpy.savetxt(scores_path, model.predict(data))
    return {"version": xgboost.__version__, **took}


def sklearn(path):
    import sklearn
    from sklearn.datasets import load_svmlight_file
    seconds = fastest(lambda: load_svmlight_file(path, query_id=True), rounds=1)
    return {"version": sklearn.__version__, "seconds": seconds}


def pytrec_eval(qrels_path, run_path):
    import importlib.metadata
    import pytrec_eval as peer

    def read():
        with open(qrels_path) as qrels, open(run_path) as run:
            return peer.parse_qrel(qrels), peer.parse_run(run)

    def evaluate(qrels, run):
        evaluator = peer.RelevanceEvaluator(
            qrels, {"map", "ndcg", "ndcg_cut.10", "P.10", "recip_rank"})
        values = evaluator.evaluate(run)
        return sum(value["map"] for value in values.values()) / len(values)

    (qrels, run), reading = timed(read)
    value = evaluate(qrels, run)
    compute = fastest(lambda: evaluate(qrels, run))
    return {"version": importlib.metadata.version("pytrec_eval-terrier"), "map": value,
            "seconds_compute": compute, "seconds_from_files": reading + compute}


def ranx(qrels_path, run_path):
    import importlib.metadata
    import ranx as peer
    measures = ["map", "ndcg", "ndcg@10", "precision@10", "mrr"]

    def read():
        return (peer.Qrels.from_file(qrels_path, kind="trec"),
                peer.Run.from_file(run_path, kind="trec"))

    (qrels, run), reading = timed(read)
    value = peer.evaluate(qrels, run, measures)["map"]  # the first call compiles, so it is not timed
    compute = fastest(lambda: peer.evaluate(qrels, run, measures))
    return {"version": importlib.metadata.version("ranx"), "map": value,
            "seconds_compute": compute, "seconds_from_files": reading + compute}


if __name__ == "__main__":
    WORK = {work.__name__: work for work in (lightgbm, lightgbm_train, xgboost_train, sklearn,
                                             pytrec_eval, ranx)}
    RESULT = WORK[sys.argv[1]](*sys.argv[2:])
    RESULT.setdefault("peak_bytes", peak_bytes())
    print(json.dumps(RESULT))
