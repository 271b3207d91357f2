#!/usr/bin/env python3
"""Compares LambdaMART that draws half of the features for each tree, the sum of the scores of five seeds, with one seed and with all features:
NDCG@10 of the validation folds, and the 95 % interval of the difference by query."""
import argparse
import csv
import math
import pathlib
import subprocess
import tempfile

SEEDS = range(1, 6)
SETTINGS = ((5, 60), (15, 40))  # leaves, rounds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    parser.add_argument("folds", type=pathlib.Path, nargs="+", help="folders with Fold1, Fold2, ..., whose queries are taken together")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)

        def run(*words):
            subprocess.run([args.podium.resolve(), *map(str, words), "--threads", "1", "--quiet"], check=True, cwd=work, capture_output=True)

        def scores(fold, leaves, rounds, *more):
            train, vali = (next(file for file in fold.iterdir() if file.name.lower().startswith(part)).resolve() for part in ("train", "vali"))
            run("train", "lambdamart", "--train", train, "--model", "m.json", "--tune", "none", "--set", f"leaves={leaves}", "--set",
                f"rounds={rounds}", *more)
            run("score", "--model", "m.json", "--data", vali, "--out", "s.txt")
            return [float(line) for line in (work / "s.txt").open()], vali

        def values(vali, row_scores):
            (work / "s.txt").write_text("".join(f"{score!r}\n" for score in row_scores))
            run("evaluate", "--data", vali, "--scores", "s.txt", "--measures", "ndcg@10", "--per-query", "q.csv")
            return [float(row["ndcg@10"]) for row in csv.DictReader((work / "q.csv").open())]

        folds = [fold for folder in args.folds for fold in sorted(folder.glob("Fold*"))]
        for leaves, rounds in SETTINGS:
            summed, single, whole = [], [], []
            for fold in folds:
                drawn = [scores(fold, leaves, rounds, "--set", "feature-share=0.5", "--seed", seed)[0] for seed in SEEDS]
                of_all, vali = scores(fold, leaves, rounds)
                summed += values(vali, [math.fsum(of_row) for of_row in zip(*drawn)])
                single += [sum(of_query) / len(SEEDS) for of_query in zip(*(values(vali, own) for own in drawn))]
                whole += values(vali, of_all)
            n = len(summed)
            for of_other, words in ((single, "one seed"), (whole, "all features")):
                difference = [a - b for a, b in zip(summed, of_other)]
                mean = sum(difference) / n
                error = math.sqrt(sum((d - mean) ** 2 for d in difference) / (n - 1) / n)
                print(f"{leaves} leaves, {rounds} rounds, {n} queries: five seeds {sum(summed) / n:.4f}, {words} {sum(of_other) / n:.4f}, "
                      f"difference {mean:+.4f} +- {1.96 * error:.4f}", flush=True)


if __name__ == "__main__":
    main()
