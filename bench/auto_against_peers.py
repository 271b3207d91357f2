#!/usr/bin/env python3
"""Compares `podium train auto` with its candidates and with the trees of LightGBM, XGBoost and CatBoost: NDCG@10 of test queries, five folds.

All sides have the same data. The other tools are tuned as Podium is told to (--tune): on the validation fold, or on five parts of training
and validation data together. There are 4 settings of each, and every tenth number of trees up to 150; the best pair is then trained on
both. No choice sees test data. Needs lightgbm, xgboost, catboost and numpy. A file in --out that exists is not made again.
"""
import argparse
import itertools
import pathlib
import subprocess
import tempfile

import numpy as np

PODIUM = ["auto", "listnet", "svmmap", "lambdarank", "lambdamart"]
STEP, MOST_TREES, RATE, SEED = 10, 150, 0.1, 1
SHARES = (0.5, 1)  # of the features, for each tree


def sizes_of(queries):
    return np.diff(np.flatnonzero(np.r_[True, queries[1:] != queries[:-1], True]))


class LightGbm:
    complexities = (5, 15)

    def __init__(self, rows, labels, queries, leaves, share, trees):
        import lightgbm
        options = {"objective": "lambdarank", "num_leaves": leaves, "feature_fraction": share, "learning_rate": RATE, "seed": SEED,
                   "num_threads": 1, "verbosity": -1, "deterministic": True}
        self.model = lightgbm.train(options, lightgbm.Dataset(rows, labels, group=sizes_of(queries), params=options), trees)

    def scores_of_step(self, rows, first):
        if first >= self.model.current_iteration():
            return np.zeros(len(rows))
        return self.model.predict(rows, raw_score=True, start_iteration=first, num_iteration=STEP)


class XgBoost:
    complexities = (3, 5)

    def __init__(self, rows, labels, queries, depth, share, trees):
        import xgboost
        self.matrix = lambda values: xgboost.DMatrix(values, nthread=1)
        data = self.matrix(rows)
        data.set_label(labels)
        data.set_group(sizes_of(queries))
        self.model = xgboost.train({"objective": "rank:ndcg", "tree_method": "hist", "max_depth": depth, "colsample_bytree": share, "eta": RATE,
                                    "seed": SEED, "nthread": 1}, data, trees)

    def scores_of_step(self, rows, first):
        return self.model.predict(self.matrix(rows), output_margin=True, iteration_range=(first, first + STEP)).astype(float)


class CatBoost:
    complexities = (3, 5)

    def __init__(self, rows, labels, queries, depth, share, trees):
        import catboost
        self.model = catboost.CatBoost({"loss_function": "YetiRank", "depth": depth, "rsm": share, "learning_rate": RATE, "iterations": trees,
                                        "random_seed": SEED, "thread_count": 1, "verbose": False, "allow_writing_files": False})
        self.model.fit(catboost.Pool(rows, labels, group_id=queries))

    def scores_of_step(self, rows, first):
        return self.model.predict(rows, ntree_start=first, ntree_end=first + STEP, thread_count=1)


TOOLS = {"LightGBM": LightGbm, "XGBoost": XgBoost, "CatBoost": CatBoost}


def read(path):
    """Features, labels and numbers of queries of a LETOR file."""
    lines = [words for words in (line.partition("#")[0].split() for line in path.read_text().splitlines()) if words]
    rows = np.array([[float(word.partition(":")[2]) for word in words[2:]] for words in lines])
    names = [words[1] for words in lines]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return rows, np.array([float(words[0]) for words in lines]), np.array([numbers[name] for name in names])


def joined(first, second):
    return (np.r_[first[0], second[0]], np.r_[first[1], second[1]], np.r_[first[2], second[2] + first[2][-1] + 1])


def only(data, chosen):
    return tuple(part[chosen] for part in data)


def ndcg(labels, queries, scores):
    """NDCG@10 of each query; 0 without a relevant document."""
    values = []
    for end, size in zip(np.cumsum(sizes_of(queries)), sizes_of(queries)):
        gains, discounts = 2.0**labels[end - size:end] - 1, 1 / np.log2(np.arange(2, 2 + min(10, size)))
        ideal = np.sort(gains)[::-1][:10] @ discounts
        values.append(gains[np.argsort(-scores[end - size:end], kind="stable")][:10] @ discounts / ideal if ideal else 0)
    return values


def values_over_trees(tool, setting, train, held_out):
    """A row for each held-out query: NDCG@10 after every STEP trees."""
    model = tool(*train, *setting, MOST_TREES)
    scores, columns = np.zeros(len(held_out[0])), []
    for first in range(0, MOST_TREES, STEP):
        scores = scores + model.scores_of_step(held_out[0], first)
        columns.append(ndcg(*held_out[1:], scores))
    return np.array(columns).T


def tuned_scores(tool, fold, tune):
    """Scores of the test data, the chosen setting and number of trees."""
    train, vali, test = (read(fold / f"{part}.txt") for part in ("train", "vali", "test"))
    both = joined(train, vali)
    parts = [(train, vali)] if tune == "split" else [(only(both, both[2] % 5 != part), only(both, both[2] % 5 == part)) for part in range(5)]
    best = (-1, None, None)
    for setting in itertools.product(tool.complexities, SHARES):
        values = np.concatenate([values_over_trees(tool, setting, *part) for part in parts]).mean(axis=0)
        best = max(best, (values.max(), setting, STEP * (1 + int(values.argmax()))), key=lambda found: found[0])
    model = tool(*both, *best[1], best[2])
    return sum(model.scores_of_step(test[0], first) for first in range(0, best[2], STEP)), best


class Comparison:
    def __init__(self, podium, out, tune):
        self.podium, self.out, self.tune = podium, out, tune

    def run(self, *words):
        return subprocess.run([self.podium, *map(str, words), "--quiet"], capture_output=True, check=True, text=True).stdout

    def per_query(self, name, folds, ranker):
        path = self.out / f"{self.tune}.{name}.{ranker}.csv"
        if not path.exists():
            if ranker in TOOLS:
                self.peer(folds, TOOLS[ranker], path)
            else:
                self.run("crossval", ranker, "--folds", folds, "--tune", self.tune, "--refit-with-vali", "--measures", "ndcg@10",
                         "--threads", 1, "--per-query", path)
        return path

    def peer(self, folds, tool, path):
        lines = []
        for fold in sorted(folds.glob("Fold*")):
            scores, best = tuned_scores(tool, fold, self.tune)
            print(f"{fold}: {tool.__name__} {best[1]}, {best[2]} trees, held out {best[0]:.4f}", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                np.savetxt(f"{folder}/scores", scores)
                self.run("evaluate", "--data", fold / "test.txt", "--scores", f"{folder}/scores", "--measures", "ndcg@10", "--per-query",
                         f"{folder}/values")
                lines += pathlib.Path(folder, "values").read_text().splitlines()[bool(lines):]
        path.write_text("\n".join(lines) + "\n")

    def table(self, files):
        return self.run("compare", *(word for name, path in files.items() for word in ("--per-query", f"{name}={path}")), "--baseline", "auto",
                        "--correct", "none")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("podium", type=pathlib.Path)
    parser.add_argument("--folds", action="append", required=True, metavar="NAME=DIR", help="folder with Fold1 to Fold5")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for values of each query")
    parser.add_argument("--tune", choices=["split", "inner"], default="split")
    parser.add_argument("--rankers", default=",".join([*PODIUM, *TOOLS]))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    comparison = Comparison(args.podium.resolve(), args.out, args.tune)
    for name, folds in (words.split("=", 1) for words in args.folds):
        files = {ranker: comparison.per_query(name, pathlib.Path(folds), ranker) for ranker in args.rankers.split(",")}
        print(f"{name}\n{comparison.table(files)}", flush=True)


if __name__ == "__main__":
    main()
