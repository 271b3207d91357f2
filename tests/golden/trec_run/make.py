#!/usr/bin/env python3
"""Makes qrels.txt, run.txt and values.json: the values of trec_eval on a made-up run with many ties.

The values are those of pytrec_eval-terrier 0.5.11 (trec_eval 9 as a library), Python 3.11:
    pip install pytrec_eval-terrier==0.5.11 && ./make.py
Query 3 is judged but not in the run, query 99 is in the run but not judged.
"""
import json
import pathlib
import random

import pytrec_eval

MEASURES = {"map", "ndcg", "ndcg_cut.5,10", "P.5,10", "recall.5,10", "recip_rank"}

here = pathlib.Path(__file__).parent
draw = random.Random(20)
qrels, run = {}, {}
for query in [str(q) for q in range(1, 13)] + ["99"]:
    documents = [f"doc-{number}" for number in draw.sample(range(1000), 30)]
    if query != "99":
        qrels[query] = {d: draw.choice([0, 0, 0, 1, 1, 2, 3]) for d in draw.sample(documents, 15)}
    if query != "3":
        run[query] = {d: draw.randrange(8) / 4 for d in draw.sample(documents, 20)}

values = pytrec_eval.RelevanceEvaluator(qrels, MEASURES).evaluate(run)
with open(here / "qrels.txt", "w") as file:
    for query, labels in qrels.items():
        file.writelines(f"{query} 0 {document} {label}\n" for document, label in labels.items())
with open(here / "run.txt", "w") as file:
    for query, scores in run.items():
        file.writelines(f"{query} Q0 {document} 1 {score} made-up\n"
                        for document, score in scores.items())
with open(here / "values.json", "w") as file:
    json.dump(values, file, indent=1, sort_keys=True)
    file.write("\n")
