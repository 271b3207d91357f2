#!/usr/bin/env python3
"""Measures the Python package beside pytrec_eval, ranx and the program, and prints one table.

Run it with the interpreter of an environment that has the package and those tools, as ./dev python makes one:

    build/python-env/bin/python bench/python_speed.py --podium build/release/podium

Times are the smallest of several rounds; ratios are of times taken in this run. A number of Podium and of the tool beside it must agree."""
import argparse
import gc
import importlib.metadata
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import numpy as np

import podium

MEASURES = "map,ndcg,ndcg@10,p@10,rr"
TREC_MEASURES = {"map", "ndcg", "ndcg_cut.10", "P.10", "recip_rank"}
RANX_MEASURES = ["map", "ndcg", "ndcg@10", "precision@10", "mrr"]
TIMED = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
# Trains from an array of a file of NumPy's; prints seconds, model and how much larger than the array the process grew.
TRAINING = """
import json, resource, sys, time
import numpy as np
import podium
from podium.sklearn import Ranker
X, y, qid = (np.load(sys.argv[1] + name) for name in ("/X.npy", "/y.npy", "/qid.npy"))
used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before, start = used(), time.perf_counter()
ranker = Ranker(sys.argv[2], options=json.loads(sys.argv[3])).fit(X, y, qid=qid)
print(json.dumps({"seconds": time.perf_counter() - start, "growth": (used() - before) / X.nbytes, "model": ranker.model_.to_json()}))
"""


def fastest(work, rounds):
    best, result = float("inf"), None
    for _ in range(rounds):
        result = None
        gc.collect()
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
    return best, result


def made_up_run(queries=1000, documents=1000):
    """The run and judgements that bench/run.py writes: a tenth of the scores are tied, a fifth of the documents are judged."""
    source = random.Random(1)
    run, qrels = {}, {}
    for query in range(queries):
        scores, labels = run.setdefault(str(query), {}), qrels.setdefault(str(query), {})
        for rank, name in enumerate(source.sample(range(10**7), documents)):
            scores[f"D{name:08d}"] = round(source.gauss(0, 1), 1 if rank % 10 == 0 else 6)
            if rank % 5 == 0:
                labels[f"D{name:08d}"] = source.choice([0, 0, 0, 1, 2])
    return qrels, run


def columns_of(table, value):
    rows = [(query, document, number) for query, documents in table.items() for document, number in documents.items()]
    query, document, number = zip(*rows)
    return {"qid": query, "docno": document, value: number}


class Table:
    def __init__(self):
        self.rows = []

    def add(self, what, value, ratio=""):
        self.rows.append((what, value, ratio))
        print(f"{what}: {value} {ratio}", file=sys.stderr)

    def show(self):
        widths = [max(len(row[column]) for row in self.rows) for column in range(2)]
        for what, value, ratio in self.rows:
            print(f"{what:<{widths[0]}}  {value:>{widths[1]}}  {ratio}".rstrip())


def add_import(table, rounds):
    # The first use of a name of the package loads NumPy and the rest of the package.
    best = {"import numpy": float("inf"), "import podium": float("inf"), "import podium; podium.train": float("inf")}
    for _ in range(rounds):  # in turns: the machine may be busier at one time than at another
        for line, seconds in best.items():
            done = subprocess.run([sys.executable, "-c", TIMED.format(line)], capture_output=True, text=True, check=True)
            best[line] = min(seconds, float(done.stdout))
    for line, seconds in best.items():
        table.add(line, f"{seconds * 1e3:.0f} ms")


def ours(qrels, run):
    return podium.evaluate(qrels, run, measures=MEASURES, profile="trec", ties="docid")


def add_evaluation(table, rounds):
    import pandas
    import polars
    import pytrec_eval
    import ranx

    qrels, run = made_up_run()
    rows = sum(map(len, run.values()))
    forms = {"dictionaries": (qrels, run)}
    for name, frame in (("pandas", pandas.DataFrame), ("polars", polars.DataFrame)):
        forms[f"frames of {name}"] = frame(columns_of(qrels, "label")), frame(columns_of(run, "score"))

    def trec():
        values = pytrec_eval.RelevanceEvaluator(qrels, TREC_MEASURES).evaluate(run)
        return sum(value["map"] for value in values.values()) / len(values)

    trec_seconds, trec_map = fastest(trec, rounds)
    table.add(f"pytrec_eval-terrier {importlib.metadata.version('pytrec_eval-terrier')}, dictionaries",
              f"{rows / trec_seconds / 1e6:.2f} M rows/s")
    ranx_qrels, ranx_run = ranx.Qrels(qrels), ranx.Run(run)
    ranx.evaluate(ranx_qrels, ranx_run, RANX_MEASURES)  # compiles
    ranx_seconds, _ = fastest(lambda: ranx.evaluate(ranx_qrels, ranx_run, RANX_MEASURES), rounds)
    made_seconds, _ = fastest(lambda: (ranx.Qrels(qrels), ranx.Run(run)), 1)
    table.add(f"ranx {importlib.metadata.version('ranx')}, compiled, its own objects", f"{rows / ranx_seconds / 1e6:.2f} M rows/s",
              f"making these of dictionaries takes {made_seconds / ranx_seconds:.1f} x as long as measuring")
    for threads in sorted({1, os.cpu_count()}):
        podium.set_threads(threads)
        for name, (judged, retrieved) in forms.items():
            seconds, found = fastest(lambda: ours(judged, retrieved), rounds)
            assert abs(found["map"] - trec_map) < 1e-9, (found["map"], trec_map)
            table.add(f"podium, {name}, {threads} threads", f"{rows / seconds / 1e6:.2f} M rows/s",
                      f"{trec_seconds / seconds:.1f} x pytrec_eval, {ranx_seconds / seconds:.1f} x ranx")
    podium.set_threads(None)


def add_training(table, program, preset, rounds, folder):
    text, cache, model = folder / f"{preset}.txt", folder / f"{preset}.podium", folder / "model.json"
    subprocess.run([program, "synth", "letor", "--preset", preset, "--out", text, "--quiet"], check=True)
    subprocess.run([program, "data", "convert", text, cache, "--quiet"], check=True)
    text.unlink()
    data = podium.read(cache)
    X = data.features()
    np.save(folder / "X.npy", X)
    np.save(folder / "y.npy", data.labels)
    np.save(folder / "qid.npy", data.qid.astype(np.int64))
    for algorithm, options in (("listmle", {}), ("ranksvm", {}), ("lambdamart", {"rounds": 30})):
        flags = [word for name, value in options.items() for word in ("--set", f"{name}={value}")]

        def by_program():
            subprocess.run([program, "train", algorithm, "--tune", "none", "--train", cache, "--model", model, "--quiet", *flags],
                           check=True)

        def by_package():
            words = [sys.executable, "-c", TRAINING, folder, algorithm, json.dumps(options)]
            return json.loads(subprocess.run(list(map(str, words)), check=True, text=True, stdout=subprocess.PIPE).stdout)

        theirs, seconds, growth = float("inf"), float("inf"), 0.0
        for _ in range(rounds):  # in turns: the machine may be busier at one time than at another
            theirs = min(theirs, fastest(by_program, 1)[0])
            found = by_package()
            seconds, growth = min(seconds, found["seconds"]), found["growth"]
        scores = podium.Model.from_json(found["model"]).score(data)
        assert np.array_equal(scores, podium.load(model).score(data)), algorithm
        table.add(f"fit of {algorithm} on {preset} ({X.nbytes / 1e6:.0f} MB), float32", f"{seconds:.2f} s",
                  f"{seconds / theirs:.2f} x the program from a mapped cache ({theirs:.2f} s); memory grew by {growth:.2f} x the array")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--podium", type=pathlib.Path, required=True, help="the program")
    parser.add_argument("--preset", default="M", choices=["S", "M"], help="size of the training data")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", default=["import", "evaluation", "training"])
    arguments = parser.parse_args()
    table = Table()
    if "import" in arguments.only:
        add_import(table, 2 * arguments.rounds)
    if "evaluation" in arguments.only:
        add_evaluation(table, arguments.rounds)
    if "training" in arguments.only:
        with tempfile.TemporaryDirectory(prefix="podium-bench-") as folder:
            add_training(table, arguments.podium.resolve(), arguments.preset, arguments.rounds, pathlib.Path(folder))
    table.show()


if __name__ == "__main__":
    main()
