#!/usr/bin/env python3
"""What the scales of features do to learners without options: a shop with prices and views as they come, and the same shop with
every column multiplied. With --data DIR, also real sets in which one column is a count: NDCG@10 of each is printed. With --all, every
learner whose features are normalised by default, and what is missed: at most .001 by other units, at most .01 by one count."""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

SETS = ["MQ2008", "OHSUMED-LETOR3/QueryLevelNorm"]
ALL = ["regression", "ranksvm", "ranksvm-l1", "ranknet", "listnet", "listmle", "rankcosine", "focusednet", "lambdarank", "approxndcg", "svmmap",
       "focusedsvm", "topmargin", "topslack", "adarank-map", "adarank-ndcg", "toprank", "ranknet --set model=network"]
COLUMNS = ["text", "clicks", "price", "views", "age", "noise"]


def shop(queries=240, products=15, seed=5):
    """Rows of query, label and features; the usefulness of a product depends on the logarithms of its price and views."""
    draw = random.Random(seed)
    for query in range(queries):
        rows = []
        for _ in range(products):
            text, clicks = draw.gammavariate(4, 2), draw.betavariate(2, 30)
            price, views = draw.lognormvariate(3, 1.2), math.floor(draw.lognormvariate(7, 2.5))
            age = draw.expovariate(1 / 400)
            use = (0.5 * (text - 8) / 4 + 20 * (clicks - 0.06) + 0.35 * math.log1p(views) / 2.5 - 0.3 * math.log(price)
                   - 0.0008 * age + 0.8 * draw.gauss(0, 1))
            rows.append((use, [text, clicks, price, views, age, draw.gauss(0, 1) * 1e6]))
        order = sorted(use for use, _ in rows)
        limits = [order[math.floor(share * (products - 1))] for share in (0.5, 0.8, 0.95)]
        for use, features in rows:
            yield query, sum(use > limit for limit in limits), features


def write_shop(path, factors):
    with open(path, "w") as file:
        print(",".join(["qid", "label", *COLUMNS]), file=file)
        for query, label, features in shop():
            print(query, label, *(repr(value * factor) for value, factor in zip(features, factors)), sep=",", file=file)


def with_count(source, target):
    """A copy of LETOR folds in which the column at a third is exp(9 + 3 z), z its standardised value."""
    files = sorted(source.glob("Fold*/*.txt"))
    rows = [line.split() for line in files[0].read_text().splitlines()]
    column = 2 + sum(":" in word for word in rows[0][2:rows[0].index("#") if "#" in rows[0] else None]) // 3
    values = [float(row[column].split(":")[1]) for row in rows]
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    for file in files:
        lines = []
        for line in file.read_text().splitlines():
            words = line.split()
            name, value = words[column].split(":")
            words[column] = f"{name}:{math.exp(9 + 3 * (float(value) - mean) / deviation)!r}"
            lines.append(" ".join(words))
        out = target / file.parent.name
        out.mkdir(parents=True, exist_ok=True)
        (out / file.name).write_text("\n".join(lines) + "\n")


def ndcg(podium, algorithm, *where):
    done = subprocess.run([podium, "crossval", *algorithm.split(), *map(str, where), "--measures", "ndcg@10", "--format", "json"],
                          capture_output=True, check=True, text=True)
    return json.loads(done.stdout)["mean"]["test"]["ndcg@10"]


def check_shop(podium, folder):
    raw, scaled = folder / "shop.csv", folder / "scaled.csv"
    write_shop(raw, [1] * len(COLUMNS))
    write_shop(scaled, [1e-4, 1e4, 1e3, 1e-3, 1e2, 1e-4])
    for algorithm in ("listnet", "ranksvm"):
        value, other = ndcg(podium, algorithm, "--data", raw), ndcg(podium, algorithm, "--data", scaled)
        none = ndcg(podium, algorithm, "--data", raw, "--normalise", "none")
        zscore = ndcg(podium, algorithm, "--data", raw, "--normalise", "zscore")
        print(f"shop {algorithm}: none {none:.4f}, zscore {zscore:.4f}, auto {value:.4f}, other units {other:.4f}", flush=True)
        if value < 0.82 or value < none + 0.2 or abs(value - other) > 0.001:
            sys.exit(f"{algorithm}: expected at least .82 with prices and views as they come, in any unit")


def check_all(podium, folder, algorithms, data):
    """NDCG@10 without options, as the data is and after the change that must not matter."""
    pairs = [("shop", "other units", 0.001, ["--data", folder / "shop.csv"], ["--data", folder / "scaled.csv"])]
    for name in SETS if data else ():
        with_count(data / name, folder / name)
        pairs.append((name, "one count", 0.01, ["--folds", data / name], ["--folds", folder / name]))
    missed = []
    for algorithm in algorithms:
        for name, change, limit, before, after in pairs:
            value, other = ndcg(podium, algorithm, *before), ndcg(podium, algorithm, *after)
            print(f"{name}, {algorithm}: {value:.4f}, {change} {other:.4f}", flush=True)
            if (abs(value - other) if name == "shop" else value - other) > limit:
                missed.append(f"{algorithm} ({name}: {other - value:+.4f})")
    print("missed:", ", ".join(missed) or "none")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, help="folder of MQ2008 and OHSUMED-LETOR3")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--algorithms", help="for --data and --all")
    args = parser.parse_args()
    podium = args.podium.resolve()
    with tempfile.TemporaryDirectory() as folder:
        check_shop(podium, pathlib.Path(folder))
        if args.all:
            check_all(podium, pathlib.Path(folder), args.algorithms.split(",") if args.algorithms else ALL, args.data)
            return
        for name in SETS if args.data else ():
            counted = pathlib.Path(folder, name)
            with_count(args.data / name, counted)
            for algorithm in (args.algorithms or "listnet,ranksvm").split(","):
                for kind, where in (("as it is", args.data / name), ("one count", counted)):
                    values = [f"{rule} {ndcg(podium, algorithm, '--folds', where, '--normalise', rule):.4f}"
                              for rule in ("none", "zscore", "auto")]
                    print(f"{name}, {kind}, {algorithm}: {', '.join(values)}", flush=True)


if __name__ == "__main__":
    main()
