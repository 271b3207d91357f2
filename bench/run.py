#!/usr/bin/env python3
"""Runs the benchmarks and prints one table; the raw numbers go to BUILD/results.json.

Figures are ratios measured in one run: to the memory bandwidth, to a naive implementation, or to
another tool (--peers installs the other tools into a virtual environment).
"""
import argparse
import json
import os
import pathlib
import random

from corpora import add_collections
from harness import Bench
from labelling import add_labelling
from training import add_boosting, add_gradients, add_hinge, add_long_queries, add_one_query, add_training
from trees import add_trees


PARTS = ["base", "training", "trees", "labelling", "collections"]


def make_run_and_qrels(run_path, qrels_path, queries=1000, documents=1000):
    """Writes a TREC run and its judgements; a tenth of the scores are tied."""
    source = random.Random(1)
    with open(run_path, "w") as run, open(qrels_path, "w") as qrels:
        for query in range(queries):
            names = source.sample(range(10**7), documents)
            for rank, name in enumerate(names):
                score = round(source.gauss(0, 1), 1 if rank % 10 == 0 else 6)
                run.write(f"{query} Q0 D{name:08d} {rank + 1} {score} bench\n")
                if rank % 5 == 0:
                    qrels.write(f"{query} 0 D{name:08d} {source.choice([0, 0, 0, 1, 2])}\n")


def add_kernels(bench, rows, results, threads):
    names = {"cached_multiply": "multiply_rows from cache", "cached_add": "add_weighted_rows from cache",
             "multiply": "multiply_rows, 380 MB of features", "both": "both, the next block fetched meanwhile",
             "both_unfetched": "both, nothing fetched", "plain": "both as plain loops"}
    for count in sorted({1, threads}):
        ours = bench.measure(count, "kernels")
        results[f"kernels {count}"] = ours
        rows.append((f"read 380 MB, {count} threads", f"{ours['read'] / 1e9:.1f} GB/s", ""))
        for name, text in names.items():
            rows.append((f"  {text}", f"{ours[name] / 1e9:.1f} GB/s",
                         f"{ours[name] / ours['read']:.2f} x reading"))
    for name in ("argsort", "exp", "hinge", "logistic"):
        rows.append((f"{name} of 120 values", f"{ours['seconds_' + name] * 1e6:.2f} us", ""))


def add_loading(bench, rows, results, preset, threads):
    text = bench.text(preset)
    size = text.stat().st_size
    read = bench.measure(1, "file", text)["bytes_per_second"]
    for count in sorted({1, threads}):
        ours = bench.measure(count, "parse", text)
        speed = ours["bytes"] / ours["seconds"]
        results[f"parse {preset} {count}"] = ours
        rows.append((f"parse {preset} ({size / 1e6:.0f} MB), {count} threads",
                     f"{speed / 1e6:.0f} MB/s", f"{speed / read:.2f} x read() of the same file"))
        rows.append(("  memory peak", f"{ours['peak_bytes'] / 1e6:.0f} MB",
                     f"{ours['peak_bytes'] / ours['matrix_bytes']:.2f} x the feature matrix"))
    if bench.python:
        svm = bench.svm(preset)
        for count in sorted({1, threads}):
            ours = bench.measure(count, "parse", svm)
            theirs = bench.peer("lightgbm", svm, count)
            results[f"lightgbm {preset} {count}"] = theirs
            rows.append((f"  LightGBM {theirs['version']}, {count} threads",
                         f"{svm.stat().st_size / theirs['seconds'] / 1e6:.0f} MB/s, peak "
                         f"{theirs['peak_bytes'] / 1e6:.0f} MB",
                         f"podium is {theirs['seconds'] / ours['seconds']:.1f} x as fast"))


def add_sklearn(bench, rows, results):
    """Measures scikit-learn's loader on the small data set; the large one would take minutes."""
    text = bench.text("S")
    size = text.stat().st_size
    ours = bench.measure(1, "parse", text)
    theirs = bench.peer("sklearn", text)
    results["sklearn S"] = theirs
    rows.append((f"parse S ({size / 1e6:.0f} MB), 1 thread",
                 f"{size / ours['seconds'] / 1e6:.0f} MB/s", ""))
    rows.append((f"  scikit-learn {theirs['version']} load_svmlight_file",
                 f"{size / theirs['seconds'] / 1e6:.1f} MB/s, peak "
                 f"{theirs['peak_bytes'] / 1e6:.0f} MB",
                 f"podium is {theirs['seconds'] / ours['seconds']:.0f} x as fast"))


def add_cache(bench, rows, results, preset, threads):
    cache = bench.cache(preset)
    ours = bench.measure(threads, "cache", cache)
    results[f"cache {preset}"] = ours
    size = cache.stat().st_size / 1e6
    rows.append((f"cache {preset} ({size:.0f} MB) to first score",
                 f"{ours['seconds_structure'] * 1e3:.1f} ms", "target: 50 ms for 1 GB"))
    rows.append(("  with every checksum", f"{ours['seconds_everything'] * 1e3:.1f} ms", ""))


def add_evaluation(bench, rows, results, threads):
    run, qrels = bench.data / "run.txt", bench.data / "qrels.txt"
    if not (run.exists() and qrels.exists()):
        make_run_and_qrels(run, qrels)
    for count in sorted({1, threads}):
        ours = bench.measure(count, "evaluate", qrels, run)
        results[f"evaluate {count}"] = ours
        rows.append((f"evaluate, {count} threads, from files",
                     f"{ours['rows'] / ours['seconds_from_files'] / 1e6:.1f} M rows/s",
                     f"peak {ours['peak_bytes'] / 1e6:.0f} MB"))
        rows.append(("  from memory", f"{ours['rows'] / ours['seconds_compute'] / 1e6:.1f} M rows/s",
                     f"{ours['seconds_compute'] / ours['seconds_sort']:.2f} x the sort alone"))
    if not bench.python:
        return
    one = bench.measure(1, "evaluate", qrels, run)
    for tool in ("pytrec_eval", "ranx"):
        theirs = bench.peer(tool, qrels, run)
        results[tool] = theirs
        assert abs(theirs["map"] - one["map"]) < 1e-9 or tool == "ranx", (theirs["map"], one["map"])
        for count in sorted({1, threads}):
            ours = bench.measure(count, "evaluate", qrels, run)
            rows.append((f"  {tool} {theirs['version']}, against {count} threads",
                         f"{one['rows'] / theirs['seconds_from_files'] / 1e6:.2f} from files, "
                         f"{one['rows'] / theirs['seconds_compute'] / 1e6:.2f} M rows/s from memory",
                         f"podium is {theirs['seconds_from_files'] / ours['seconds_from_files']:.1f} x "
                         f"and {theirs['seconds_compute'] / ours['seconds_compute']:.1f} x as fast"))


def add_base(bench, rows, results, preset, threads):
    """Measures the parts that every command uses: kernels, readers and measures."""
    for count in sorted({1, threads}):
        memory = bench.measure(count, "memory")["bytes_per_second"]
        results[f"memory {count}"] = memory
        rows.append((f"memory read, {count} threads", f"{memory / 1e9:.1f} GB/s", ""))
    add_kernels(bench, rows, results, threads)
    add_loading(bench, rows, results, preset, threads)
    if bench.python:
        add_sklearn(bench, rows, results)
    add_cache(bench, rows, results, preset, threads)
    add_evaluation(bench, rows, results, threads)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--peers", action="store_true", help="measure other tools too")
    parser.add_argument("--preset", default="M", choices=["S", "M", "G"], help="size of the data")
    parser.add_argument("--only", nargs="+", default=PARTS, choices=PARTS, help="what to measure")
    arguments = parser.parse_args()
    bench = Bench(arguments.build.resolve(), arguments.peers)
    threads = os.cpu_count()
    presets = ["S"] if arguments.preset == "S" else ["S", "M"]
    rows, results = [], {}
    if "base" in arguments.only:
        add_base(bench, rows, results, arguments.preset, threads)
    if "training" in arguments.only:
        add_gradients(bench, rows, results, arguments.preset, threads)
        add_long_queries(bench, rows, results)
        add_one_query(bench, rows, results, threads)
        add_boosting(bench, rows, results, threads)
        for preset in presets:
            add_training(bench, rows, results, preset, threads)
            add_hinge(bench, rows, results, preset, threads)
    if "trees" in arguments.only:
        add_trees(bench, rows, results, presets)
    if "labelling" in arguments.only:
        add_labelling(bench, rows, results)
    if "collections" in arguments.only:
        add_collections(bench, rows, results)
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for what, value, ratio in rows:
        print(f"{what:<{widths[0]}}  {value:>{widths[1]}}  {ratio}".rstrip())
    (bench.build / "results.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
