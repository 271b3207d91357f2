#!/usr/bin/env python3
"""Cross-validates the learners on the official folds and writes docs/reproduction.md's tables.

Options are chosen on one validation measure alone, profile letor4, seed 1, test folds play no part in any choice. The
tables stand between `<!-- reproduced: NAME -->` and `<!-- end -->`.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import time
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEASURES = ["map", "ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10", "p@1", "p@3", "p@10"]
L2 = "l2=1e-4,1e-3,1e-2,1e-1,1,10,100,1000"
FINE_L2 = "l2=1e-2,1e-1,1,3,10,30,100,300"
FEW_L2 = "l2=1e-5,1e-3,1e-1"
SHUFFLED = ["--set", "ties=shuffled"]


def grid(*axes):
    return [word for axis in axes for word in ("--grid", axis)]


DROPPED = ["--set", "repeats=drop", "--set", "window=100"]
BOOSTED = [
    ("rankboost", "rankboost", []),
    ("rankboost, queries alike, larger is better", "rankboost", ["--set", "pairs=mean", "--set", "directions=up"]),
    ("rankboost, both chosen", "rankboost", grid("directions=up,both", "pairs=sum,mean")),
    ("adarank-map", "adarank-map", []),
    ("adarank-map, repeats dropped", "adarank-map", DROPPED),
    ("adarank-map, rule chosen", "adarank-map", grid("repeats=set-aside,drop,allow")),
    ("adarank-ndcg", "adarank-ndcg", []),
    ("adarank-ndcg, repeats dropped", "adarank-ndcg", DROPPED),
    ("frank", "frank", []),
]

C = "c=1e-4,1e-3,1e-2,1e-1,1,10"
STRUCTURAL = [
    ("ranksvm-l1", "ranksvm-l1", grid("c=1e-5,1e-4,1e-3,1e-2,1e-1")),
    ("svmmap", "svmmap", grid(C)),
    ("topmargin", "topmargin", grid(C)),
    ("topslack", "topslack", grid(C)),
]

# What is run: a name for the table, the algorithm, and what else is on the command line.
LEARNERS = [
    ("regression", "regression", grid(FINE_L2)),
    ("regression, label map chosen", "regression", grid(L2, "label-power=0.5,1,2", "label-map=linear,gain")),
    ("ranksvm", "ranksvm", grid("c=1e-5,1e-4,1e-3,1e-2,1e-1,1")),
    ("ranksvm, mean over pairs", "ranksvm", grid("c=1e-2,1e-1,1,10,100,1000") + ["--set", "c-scale=mean"]),
    ("ranknet", "ranknet", grid(L2)),
    ("ranknet, mean over pairs", "ranknet", grid(L2) + ["--set", "pairs=mean"]),
    ("listnet", "listnet", grid(L2)),
    ("listnet, label map chosen", "listnet", grid(L2, "label-scale=0.5,1,2,5", "label-map=linear,gain")),
    ("listmle", "listmle", grid(L2)),
    ("listmle, k = 10", "listmle", grid(L2) + ["--set", "k=10"]),
    ("listmle, k = 3", "listmle", grid(L2) + ["--set", "k=3"]),
    ("listmle, k = 1", "listmle", grid(L2) + ["--set", "k=1"]),
    ("listmle, ties shuffled", "listmle", grid(L2) + SHUFFLED),
    ("listmle, top-10 truth, ties shuffled", "listmle", grid(L2) + ["--truth", "topk:10"]),
    ("listmle, top-1 truth, ties shuffled", "listmle", grid(L2) + ["--truth", "topk:1"]),
    ("listmle, network of 10 units", "listmle", grid("l2=1e-4,1e-3,1e-2") + [
        "--set", "model=network", "--set", "optimiser=adam", "--set", "iterations=60"]),
    ("rankcosine", "rankcosine", grid("l2=1e-6,1e-5,1e-4,1e-3,1e-2,1e-1")),
    ("focusednet, top-10 truth", "focusednet", grid(L2, "lambda=0.25,0.5,0.75") + ["--truth", "topk:10"]),
    ("lambdarank", "lambdarank", grid(FEW_L2)),
    ("lambdarank, ndcg-loss2", "lambdarank", grid(FEW_L2) + ["--set", "weights=ndcg-loss2"]),
    ("lambdarank, ndcg-loss2-at-k, K = 10", "lambdarank", grid(FEW_L2) + [
        "--set", "weights=ndcg-loss2-at-k", "--set", "cutoff=10"]),
    ("approxndcg", "approxndcg", grid("l2=1e-6,1e-4,1e-2")),
    *BOOSTED,
    *STRUCTURAL,
]

# The four learners of [Xia09], Table 1, as the paper trained them: order of tied documents made up.
XIA09 = [
    ("listmle, ties shuffled", "listmle", grid(L2) + SHUFFLED),
    ("listmle, top-1 truth", "listmle", grid(L2) + ["--truth", "topk:1"]),
    ("listmle, top-3 truth", "listmle", grid(L2) + ["--truth", "topk:3"]),
    ("listmle, top-10 truth", "listmle", grid(L2) + ["--truth", "topk:10"]),
    ("listmle", "listmle", grid(L2)),
    ("listmle, k = 1", "listmle", grid(L2) + ["--set", "k=1"]),
    ("listmle, k = 3", "listmle", grid(L2) + ["--set", "k=3"]),
    ("listmle, k = 10", "listmle", grid(L2) + ["--set", "k=10"]),
    ("ranksvm", "ranksvm", grid("c=1e-5,1e-4,1e-3,1e-2,1e-1,1")),
    ("listnet", "listnet", grid(L2)),
    ("rankcosine", "rankcosine", grid("l2=1e-6,1e-5,1e-4,1e-3,1e-2,1e-1")),
]

# Top-10 truths, which a seed makes of grades: the learners that were made for them and their parents.
TOP_10 = [
    ("rankboost", "rankboost", grid("directions=up,both")),
    ("adarank-ndcg", "adarank-ndcg", []),
    ("frank", "frank", []),
    ("focusedboost", "focusedboost", grid("lambda=0,0.05,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1")),
    ("focusedboost, thresholds", "focusedboost", grid("lambda=0,0.1,0.25,0.5,0.75,1") + ["--set", "weak=threshold"]),
    ("ranknet", "ranknet", grid(L2)),
    ("listnet", "listnet", grid(L2)),
    ("focusednet", "focusednet", grid(L2, "lambda=0.1,0.25,0.5,0.75,0.9")),
    ("ranksvm-l1", "ranksvm-l1", grid("c=1e-5,1e-4,1e-3,1e-2,1e-1")),
    ("svmmap", "svmmap", grid(C)),
    ("focusedsvm", "focusedsvm", grid(C, "lambda=0,0.1,0.25,0.5,0.75,0.9,1")),
]
TOP_10_MEASURES = ["kappa-ndcg@10", "kappa-err", *(f"ndcg@{k}" for k in range(1, 11))]


# What margin and slack scaling have in common and what not, for each of the two measures they are made of.
SLACKS = {measure: [(f"{name}, {measure}", name, grid(C) + ["--set", f"measure={measure}"])
                    for name in ("topmargin", "topslack")] for measure in ("precision", "ndcg")}
SLACK_MEASURES = ["p@1", "p@3", "p@10", "ndcg@1", "ndcg@3", "ndcg@10"]


class Table(typing.NamedTuple):
    folder: str
    rows: list
    common: list = []
    metric: str = "map"
    measures: list = MEASURES


TABLES = {
    "mq2008": Table("MQ2008", LEARNERS),
    "ohsumed3": Table("OHSUMED-LETOR3/QueryLevelNorm", LEARNERS),
    "ohsumed2": Table("OHSUMED-LETOR2/Data", XIA09 + BOOSTED, ["--normalise", "query-minmax"]),
    "mq2008-top10": Table("MQ2008", TOP_10, ["--truth", "topk:10"], "kappa-ndcg@10", TOP_10_MEASURES),
    "ohsumed3-top10": Table("OHSUMED-LETOR3/QueryLevelNorm", TOP_10, ["--truth", "topk:10"], "kappa-ndcg@10",
                            TOP_10_MEASURES),
    "ohsumed3-precision": Table("OHSUMED-LETOR3/QueryLevelNorm", SLACKS["precision"], [], "p@10", SLACK_MEASURES),
    "ohsumed3-ndcg": Table("OHSUMED-LETOR3/QueryLevelNorm", SLACKS["ndcg"], [], "ndcg@10", SLACK_MEASURES),
}


def crossval(podium, data, table, algorithm, words):
    command = [podium, "crossval", algorithm, "--folds", data / table.folder, "--metric", table.metric,
               "--profile", "letor4", "--measures", ",".join(table.measures), "--format", "json", "--quiet",
               *table.common, *words]
    began = time.monotonic()
    result = subprocess.run([str(word) for word in command], check=True, text=True,
                            stdout=subprocess.PIPE)
    mean = json.loads(result.stdout)["mean"]
    return mean["vali"][table.metric], mean["test"], time.monotonic() - began


def number(value):
    return f"{value:.4f}".replace("0.", ".", 1)


def short(measure):
    return measure.upper().replace("KAPPA-", "k-").replace("NDCG", "N")


def written(podium, data, name):
    table = TABLES[name]
    metric = short(table.metric)
    lines = [f"| learner | vali {metric} | " + " | ".join(map(short, table.measures)) +
             f" | {metric}, last iteration | seconds |", "|---" * (len(table.measures) + 4) + "|"]
    for title, algorithm, words in table.rows:
        vali, test, seconds = crossval(podium, data, table, algorithm, words)
        _, last, _ = crossval(podium, data, table, algorithm, words + ["--set", "keep=last"])
        cells = [title, number(vali), *(number(test[m]) for m in table.measures),
                 number(last[table.metric]), f"{seconds:.1f}"]
        lines.append("| " + " | ".join(cells) + " |")
        print(f"{name}: {lines[-1]}", file=sys.stderr, flush=True)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--podium", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("tables", nargs="*", default=list(TABLES), help=", ".join(TABLES))
    arguments = parser.parse_args()
    page = ROOT / "docs" / "reproduction.md"
    places = {name: re.compile(rf"(<!-- reproduced: {name} -->\n).*?(<!-- end -->)", re.S)
              for name in arguments.tables}
    for name, pattern in places.items():
        if not pattern.search(page.read_text()):
            raise SystemExit(f"{page} has no place for {name}")
    for name, pattern in places.items():
        body = written(arguments.podium, arguments.data, name)
        text = page.read_text()
        page.write_text(pattern.sub(lambda match: match[1] + body + "\n" + match[2], text))


if __name__ == "__main__":
    main()
