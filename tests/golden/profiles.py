#!/usr/bin/env python3
"""Writes profiles.json: values of trec_eval and scikit-learn on generated queries, for the profiles
`trec` and `sklearn`. Needs pytrec_eval-terrier 0.5.11 and scikit-learn 1.9.1:

    python3 profiles.py > profiles.json
"""
import importlib.metadata
import json
import random

import numpy
import pytrec_eval
import sklearn.metrics

TREC_NAMES = {
    "map": "map", "recip_rank": "rr", "ndcg": "ndcg", "ndcg_cut_5": "ndcg@5",
    "ndcg_cut_10": "ndcg@10", "P_5": "p@5", "P_10": "p@10", "recall_5": "recall@5",
    "map_cut_5": "map@5", "recall_10": "recall@10",
}


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
    qrels = {q["id"]: {d["id"]: d["label"] for d in q["documents"] if d["label"] is not None}
             for q in queries}
    run = {q["id"]: {d["id"]: d["score"] for d in q["documents"] if d["score"] is not None}
           for q in queries}
    measures = {"map", "recip_rank", "ndcg", "ndcg_cut.5,10", "P.5,10", "recall.5,10", "map_cut.5"}
    values = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
    for q in queries:
        q["values"] = {ours: values[q["id"]][theirs] for theirs, ours in TREC_NAMES.items()}
    return queries


def scikit():
    generator = random.Random(2)
    queries = []
    for number in range(30):
        count = generator.randint(2, 20)
        labels = [generator.choice([0, 0, 1, 2, 3]) if number else 0 for _ in range(count)]
        scores = [generator.randint(0, 5) / 4 for _ in range(count)]
        truth, predicted = numpy.array([labels], float), numpy.array([scores])
        values = {"ndcg": sklearn.metrics.ndcg_score(truth, predicted),
                  "dcg": sklearn.metrics.dcg_score(truth, predicted)}
        for k in (1, 5, 10):
            values[f"ndcg@{k}"] = sklearn.metrics.ndcg_score(truth, predicted, k=k)
            values[f"dcg@{k}"] = sklearn.metrics.dcg_score(truth, predicted, k=k)
        queries.append({"labels": labels, "scores": scores,
                        "values": {name: float(value) for name, value in values.items()}})
    return queries


print(json.dumps({
    "versions": {name: importlib.metadata.version(name)
                 for name in ("pytrec_eval-terrier", "scikit-learn")},
    "trec": trec(),
    "sklearn": scikit(),
}, indent=0))
