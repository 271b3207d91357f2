#!/usr/bin/env python3
"""Writes profiles.json: values of trec_eval, scikit-learn, LightGBM, XGBoost and RankLib on generated queries, for the profiles named
after them. Needs the packages of VERSIONS, Java 11 or later and the jar of RankyMcRankFace 0.2.0 (RankLib) from Maven Central:

    python3 profiles.py RankyMcRankFace-0.2.0.jar > profiles.json
"""
import importlib.metadata
import json
import pathlib
import random
import subprocess
import sys

import lightgbm
import numpy
import pytrec_eval
import sklearn.metrics
import xgboost

VERSIONS = ("pytrec_eval-terrier", "scikit-learn", "lightgbm", "xgboost")
CUTOFFS = (1, 3, 5, 10)
TREC_NAMES = {
    "map": "map", "recip_rank": "rr", "ndcg": "ndcg", "ndcg_cut_5": "ndcg@5",
    "ndcg_cut_10": "ndcg@10", "P_5": "p@5", "P_10": "p@10", "recall_5": "recall@5",
    "map_cut_5": "map@5", "recall_10": "recall@10", "bpref": "bpref", "Rprec": "rprec",
    "success_1": "success@1", "success_5": "success@5",
    # not iprec_at_recall: pytrec_eval has trec_eval 9, which rounds the number of documents otherwise than trec_eval 10
}


def trec_values(queries):
    qrels = {q["id"]: {d["id"]: d["label"] for d in q["documents"] if d["label"] is not None}
             for q in queries}
    run = {q["id"]: {d["id"]: d["score"] for d in q["documents"] if d["score"] is not None}
           for q in queries}
    measures = {"map", "recip_rank", "ndcg", "ndcg_cut.5,10", "P.5,10", "recall.5,10", "map_cut.5", "bpref", "Rprec",
                "success.1,5"}
    values = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
    # rr@5 is recip_rank of the first five documents, "trec_eval -M 5"; its order is that of 32-bit floats, then of ids
    first = {q: dict(sorted(docs.items(), key=lambda d: (numpy.float32(d[1]), d[0]), reverse=True)[:5]) for q, docs in run.items()}
    cut = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(first)
    for q in queries:
        q["values"] = {ours: values[q["id"]][theirs] for theirs, ours in TREC_NAMES.items()}
        q["values"]["rr@5"] = cut[q["id"]]["recip_rank"]


def trec():
    """Documents without a label are not judged, those without a score not retrieved."""
    generator = random.Random(1)
    queries = []
    for number in range(30):
        documents = []
        for doc in generator.sample(range(100), generator.randint(2, 25)):
            judged = generator.random() < 0.8
            label = generator.choice([0, 0, 0, 1, 2, 3]) if judged else None
            score = generator.randint(0, 7) / 4 if not judged or generator.random() < 0.85 else None
            documents.append({"id": f"d{doc}", "label": label, "score": score})
        if number == 0:
            for document in documents:  # nothing relevant
                document["label"] = None if document["label"] is None else 0
        documents[0]["label"] = documents[0]["label"] or 0
        documents[1]["score"] = 1.0
        queries.append({"id": f"q{number}", "documents": documents})
    for number in range(30, 40):  # scores that differ, but not as 32-bit floats
        documents = [{"id": f"d{doc}", "label": generator.choice([0, 0, 1, 2]), "score": 100 + generator.random() * 1e-4}
                     for doc in range(20)]
        queries.append({"id": f"q{number}", "documents": documents})
    trec_values(queries)
    return queries


def lists(seed, labels, score):
    """Queries with labels and scores; the first has nothing relevant."""
    generator = random.Random(seed)
    queries = []
    for number in range(30):
        count = generator.randint(2, 20)
        queries.append({"labels": [generator.choice(labels) if number else 0 for _ in range(count)],
                        "scores": [score(generator) for _ in range(count)]})
    return queries


def scikit():
    queries = lists(2, [0, 0, 1, 2, 3], lambda generator: generator.randint(0, 5) / 4)
    for q in queries:
        truth, predicted = numpy.array([q["labels"]], float), numpy.array([q["scores"]])
        values = {"ndcg": sklearn.metrics.ndcg_score(truth, predicted),
                  "dcg": sklearn.metrics.dcg_score(truth, predicted)}
        for k in (1, 5, 10):
            values[f"ndcg@{k}"] = sklearn.metrics.ndcg_score(truth, predicted, k=k)
            values[f"dcg@{k}"] = sklearn.metrics.dcg_score(truth, predicted, k=k)
        q["values"] = {name: float(value) for name, value in values.items()}
    return queries


def light():
    """LightGBM reports its metrics in training: of the initial scores, because no tree has a split."""
    queries = lists(3, [0, 0, 1, 2, 3], lambda generator: generator.randint(0, 5) / 4)
    for q in queries:
        data = lightgbm.Dataset(numpy.zeros((len(q["labels"]), 1)), q["labels"], group=[len(q["labels"])],
                                init_score=q["scores"], params={"feature_pre_filter": False})
        found = {}
        lightgbm.train({"objective": "lambdarank", "metric": ["map", "ndcg"], "eval_at": CUTOFFS, "verbosity": -1}, data, 1,
                       valid_sets=[data], valid_names=["data"], callbacks=[lightgbm.record_evaluation(found)])
        q["values"] = {name: value[0] for name, value in found["data"].items()}
    return queries


def extreme():
    """XGBoost reports metrics of margins; map and pre take the labels 0 and 1 only."""
    names = [f"{name}{cutoff}" for cutoff in ("", *(f"@{k}" for k in CUTOFFS)) for name in ("map", "pre", "ndcg")]
    queries = []
    for seed, labels, wanted in ((4, [0, 0, 1], names), (5, [0, 0, 1, 2, 3], [n for n in names if n.startswith("ndcg")])):
        for q in lists(seed, labels, lambda generator: generator.choice([0.25, 0.5, 1e8, 1e8 + 1, 1e8 + 16])):
            data = xgboost.DMatrix(numpy.zeros((len(q["labels"]), 1)), q["labels"], base_margin=q["scores"])
            data.set_group([len(q["labels"])])
            model = xgboost.Booster({"objective": "rank:ndcg", "eval_metric": wanted, "base_score": 0.0}, [data])
            values = dict(part[len("eval-"):].rsplit(":", 1) for part in model.eval(data).split()[1:])
            q["values"] = {name.replace("pre@", "p@"): float(value) for name, value in values.items() if name != "pre"}
            queries.append(q)
    return queries


def rank_lib(jar):
    """Labels are in ranked order: RankLib's measures take a ranked list."""
    metrics = {"map": "MAP", **{name: name.upper() + "@0" for name in ("ndcg", "dcg", "err")},
               **{f"{name}@{k}": f"{name.upper()}@{k}" for name in ("ndcg", "dcg", "err", "p", "rr") for k in CUTOFFS}}
    queries = lists(6, [0, 0, 1, 2, 4], lambda generator: 0)
    for q in queries:
        q["scores"] = [-place for place in range(len(q["labels"]))]
    found = subprocess.run(
        ["java", "-cp", jar, pathlib.Path(__file__).with_name("RankLibValues.java"), *metrics.values()], check=True, text=True,
        stdout=subprocess.PIPE, input="".join(" ".join(map(str, q["labels"])) + "\n" for q in queries)).stdout
    for q, line in zip(queries, found.splitlines()):
        q["values"] = dict(zip(metrics, map(float, line.split())))
    return queries


def main():
    parts = {
        "versions": {**{name: importlib.metadata.version(name) for name in VERSIONS}, "RankyMcRankFace": "0.2.0"},
        "trec": trec(),
        "sklearn": scikit(),
        "lightgbm": light(),
        "xgboost": extreme(),
        "ranklib": rank_lib(sys.argv[1]),
    }
    # A query on each line.
    print("{" + ",\n".join(f'"{name}": ' + (json.dumps(part) if isinstance(part, dict) else
                                            "[\n" + ",\n".join(map(json.dumps, part)) + "]") for name, part in parts.items()) + "}")


main()
