#!/usr/bin/env python3
"""What `podium train auto` gains or loses against its candidates, test NDCG@10: generated data in which trees are better, and with
--folds DIR each of five folds of real data. Without --full, only the row that is checked: 200 queries, nonlinearity 0.6."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ALGORITHMS = ["auto", "auto --single", "listnet", "svmmap", "lambdarank", "lambdamart"]


def run(podium, *words):
    return subprocess.run([podium, *map(str, words)], capture_output=True, check=True, text=True).stdout


def generated(podium, folder, queries, nonlinearity):
    """The first queries of 400 to train on, and 400 others."""
    whole = folder / "whole.txt"
    run(podium, "synth", "letor", "--queries", 800, "--documents", 20, "--features", 46, "--nonlinearity", nonlinearity, "--seed", 11,
        "--out", whole)
    parts = {"train": lambda q: q <= queries, "test": lambda q: q > 400}
    lines = [(int(line.split()[1][4:]), line) for line in whole.read_text().splitlines(True)]
    for name, is_in in parts.items():
        (folder / f"{name}.txt").write_text("".join(line for query, line in lines if is_in(query)))
    values = {}
    for words in ALGORITHMS:
        found = json.loads(run(podium, "train", *words.split(), "--train", folder / "train.txt", "--test", folder / "test.txt", "--model",
                               folder / "m.json", "--measures", "ndcg@10", "--format", "json"))
        values[words] = found["test"]["ndcg@10"]
    return values


def crossed(podium, folds):
    return {words: json.loads(run(podium, "crossval", *words.split(), "--folds", folds, "--measures", "ndcg@10", "--format", "json"))
            ["mean"]["test"]["ndcg@10"] for words in ALGORITHMS}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--folds", type=pathlib.Path, action="append", default=[], help="folder with Fold1 to Fold5")
    args = parser.parse_args()
    podium = args.podium.resolve()
    rows = [(200, 0.3), (200, 0.6), (400, 0.3), (400, 0.6)] if args.full else [(200, 0.6)]
    for row in args.folds or rows:
        with tempfile.TemporaryDirectory() as folder:
            values = crossed(podium, row) if args.folds else generated(podium, pathlib.Path(folder), *row)
        best = max(value for name, value in values.items() if not name.startswith("auto"))
        print(row, ", ".join(f"{name} {value:.4f}" for name, value in values.items()), f"auto - best {values['auto'] - best:+.4f}", flush=True)
        if not args.folds and values["auto"] < best - 0.01:
            sys.exit("auto: expected at most .01 below the best candidate")


if __name__ == "__main__":
    main()
