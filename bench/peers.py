"""Runs one measurement of another tool and prints a JSON object; bench/run.py calls it in the virtual environment of these tools."""
import json
import os
import resource
import sys
import time

for name in [name for name in os.environ if name.startswith(("OMP_", "GOMP_", "KMP_"))]:
    del os.environ[name]  # each tool's threads wait as they do by default


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


def boosted_trees(load, start, step, rounds, model_path):
    """Trains trees from a text file to a model file. The model is start(load()), and step(model, data, tree) adds a tree.

    `seconds` and `cpu_seconds` are those of all trees but the first: reading, binning and the choice of a layout are before that.
    Those from text to model follow; all but the memory is without the start of Python.
    """
    def moment():
        return time.perf_counter(), time.process_time()

    moments = [moment()]
    data = load()
    model = start(data)
    step(model, data, 0)
    moments.append(moment())
    for tree in range(1, int(rounds)):
        step(model, data, tree)
    moments.append(moment())
    model.save_model(model_path)
    moments.append(moment())
    begin, first, last, end = moments
    return {"seconds": last[0] - first[0], "cpu_seconds": last[1] - first[1],
            "text_seconds": end[0] - begin[0], "text_cpu_seconds": end[1] - begin[1]}


def lightgbm_trees(path, threads, rounds, model_path):
    import lightgbm
    options = {"objective": "lambdarank", "lambdarank_truncation_level": 30, "num_leaves": 31, "learning_rate": 0.1,
               "min_data_in_leaf": 20, "lambda_l2": 0.0, "max_bin": 255, "verbosity": -1, "num_threads": int(threads)}
    took = boosted_trees(lambda: lightgbm.Dataset(path, params=options).construct(),
                         lambda data: lightgbm.Booster(options, data),
                         lambda model, data, tree: model.update(), rounds, model_path)
    return {"version": lightgbm.__version__, **took}


def lightgbm_scores(path, model_path, scores_path):
    import lightgbm
    import numpy
    numpy.savetxt(scores_path, lightgbm.Booster(model_file=model_path).predict(path, raw_score=True))
    return {}


def xgboost_trees(path, threads, rounds, model_path):
    """Level by level, at most 32 leaves: that is faster than XGBoost's growth leaf by leaf (31 leaves take 1.5 x the time on S).

    It has no minimum of rows in a leaf; its minimum of curvature is that of the others.
    """
    import xgboost
    xgboost.set_config(verbosity=0)  # it warns of reading text
    options = {"objective": "rank:ndcg", "tree_method": "hist", "lambdarank_pair_method": "topk",
               "lambdarank_num_pair_per_sample": 30, "max_depth": 5, "eta": 0.1, "min_child_weight": 1e-3, "reg_lambda": 0.0,
               "max_bin": 256, "nthread": int(threads)}
    took = boosted_trees(lambda: xgboost.DMatrix(f"{path}?format=libsvm", nthread=int(threads)),
                         lambda data: xgboost.Booster(options, [data]),
                         lambda model, data, tree: model.update(data, tree), rounds, model_path)
    return {"version": xgboost.__version__, **took}


def xgboost_scores(path, model_path, scores_path):
    import numpy
    import xgboost
    xgboost.set_config(verbosity=0)
    model = xgboost.Booster(model_file=model_path)
    numpy.savetxt(scores_path, model.predict(xgboost.DMatrix(f"{path}?format=libsvm"), output_margin=True))
    return {}


def rows_of(path, columns):
    """Returns the features of a LETOR file. Column 0 is empty: LightGBM counts from 0, and the file from 1."""
    import numpy
    with open(path) as lines:
        texts = [line.partition("#")[0].split()[2:] for line in lines]
    rows = numpy.zeros((len(texts), columns), numpy.float32)
    for row, words in zip(rows, texts):
        for word in words:
            feature, value = word.split(":")
            row[int(feature)] = float(value)
    return rows


class LightgbmRows:
    """Scores one row after the other through the fastest call of LightGBM's C interface, which Python's does not have."""

    def __init__(self, model, columns):
        import ctypes
        from lightgbm.basic import _LIB
        self.call = _LIB.LGBM_BoosterPredictForMatSingleRowFast
        self.plan, self.length, self.score = ctypes.c_void_p(), ctypes.c_int64(), ctypes.c_double()
        raw_score, all_trees, float32 = 1, -1, 0
        status = _LIB.LGBM_BoosterPredictForMatSingleRowFastInit(
            model._handle, raw_score, 0, all_trees, float32, columns, b"num_threads=1", ctypes.byref(self.plan))
        assert status == 0, "LightGBM refuses to predict single rows"
        self.arguments = ctypes.byref(self.length), ctypes.byref(self.score)
        self.pointer = ctypes.c_void_p

    def scores(self, rows):
        first, step, scores = rows.ctypes.data, rows.strides[0], []
        for row in range(len(rows)):
            self.call(self.plan, self.pointer(first + row * step), *self.arguments)
            scores.append(self.score.value)
        return scores


def lightgbm_scoring(model_path, rows_path):
    import lightgbm
    import numpy
    model = lightgbm.Booster(model_file=model_path)
    rows = rows_of(rows_path, model.num_feature())
    one_by_one = LightgbmRows(model, rows.shape[1])

    def predict():
        return model.predict(rows, raw_score=True, num_threads=1)

    assert numpy.allclose(predict(), one_by_one.scores(rows), atol=1e-12)
    leaves = sum(int(line.partition("=")[2]) for line in model.model_to_string().splitlines() if line.startswith("num_leaves="))
    return {"version": lightgbm.__version__, "documents": len(rows), "splits": leaves - model.num_trees(),
            "seconds": fastest(predict, rounds=15), "seconds_single": fastest(lambda: one_by_one.scores(rows), rounds=5)}


def onnx_model(model_path, onnx_path):
    """Converts a model of LightGBM."""
    import lightgbm
    import onnxmltools
    from onnxmltools.convert.common.data_types import FloatTensorType
    model = lightgbm.Booster(model_file=model_path)
    onnxmltools.utils.save_model(onnxmltools.convert_lightgbm(
        model, initial_types=[("rows", FloatTensorType([None, model.num_feature()]))]), onnx_path)
    return {}


def onnx_scoring(model_path, onnx_path, rows_path):
    import lightgbm
    import numpy
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(onnx_path, options, providers=["CPUExecutionProvider"])
    model = lightgbm.Booster(model_file=model_path)
    rows = rows_of(rows_path, model.num_feature())

    def predict():
        return session.run(None, {"rows": rows})[0]

    def one_by_one():
        for row in range(len(rows)):
            session.run(None, {"rows": rows[row:row + 1]})

    error = numpy.abs(predict().ravel() - model.predict(rows, raw_score=True)).max()
    assert error < 1e-3, f"the converted model differs by {error}"
    return {"version": onnxruntime.__version__, "documents": len(rows), "error": float(error),
            "seconds": fastest(predict, rounds=25), "seconds_single": fastest(one_by_one, rounds=5)}


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
    WORK = {work.__name__: work for work in (
        lightgbm, lightgbm_train, lightgbm_trees, lightgbm_scores, lightgbm_scoring, xgboost_train, xgboost_trees,
        xgboost_scores, onnx_model, onnx_scoring, sklearn, pytrec_eval, ranx)}
    RESULT = WORK[sys.argv[1]](*sys.argv[2:])
    RESULT.setdefault("peak_bytes", peak_bytes())
    print(json.dumps(RESULT))
