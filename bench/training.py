"""Measures training: gradients, long queries, and the way from text file to model, compared with other tools."""
import json
import math
import sys

from harness import HERE, LIMIT, run_limited

LOSSES = ["list-mle", "list-net", "squared-hinge"]  # should run at the speed of memory

# Podium: the C with the best NDCG@10 on the training data, from a grid of powers of ten. dlib: its default and larger values, which are
# more exact and slower. Podium's C multiplies the sum over all pairs, dlib's the mean.
OUR_C = {"S": {"graded": 0.1, "topk:10": 1}, "M": {"graded": 1e-5, "topk:10": 1e-4}}
BOOSTED = ["rankboost", "adarank-ndcg", "frank"]
RANKLIB = {"rankboost, 300 rounds": 46, "adarank-ndcg, window=10": 10.5}  # seconds on S, see docs/benchmarks.md
DLIB_C = {"S": [1, 100, 10000], "M": [1, 100, 1000]}


def ours_of(preset):
    for truth, c in OUR_C[preset].items():
        yield f"ranksvm, {truth}", ["ranksvm", "--truth", truth, "--set", f"c={c}"]
    for name in ("listmle", "listnet", "lambdarank"):
        yield name, [name]
    yield "lambdarank, 1 thread", ["lambdarank", "--threads", "1"]
    yield "rankboost, 300 rounds", ["rankboost", "--set", "rounds=300", "--set", "tolerance=0"]
    yield "adarank-ndcg, window=10", ["adarank-ndcg", "--set", "window=10"]


def add_gradients(bench, rows, results, preset, threads):
    """Measures one value and gradient of a linear model on top-10 truth, relative to reading memory."""
    cache = bench.cache(preset)
    for count in sorted({1, threads}):
        before = bench.measure(count, "memory")["bytes_per_second"]
        ours = bench.measure(count, "gradient", cache)
        read = max(before, bench.measure(count, "memory")["bytes_per_second"])
        results[f"gradient {count}"] = {**ours, "read": read}
        rows.append((f"read memory, {count} threads", f"{read / 1e9:.1f} GB/s", ""))
        for name in [key for key in ours if key not in ("rows", "bytes")]:
            speed = ours["bytes"] / ours[name]
            rows.append((f"  gradient of {name}", f"{speed / 1e9:.1f} GB/s",
                         f"{speed / read:.2f} x reading"
                         + (", target 0.6" if name in LOSSES else "")))


def add_long_queries(bench, rows, results):
    """Measures the cost per document as queries grow; a ratio of 1 means n log n."""
    ours = bench.measure(1, "long-queries")
    results["long-queries"] = ours
    for name in LOSSES + ["hinge", "logistic", "svm-map", "lambda-rank", "top-margin", "top-slack"]:
        seconds = {int(n): value[name] / value["rows"] for n, value in ours.items()}
        for n, value in seconds.items():
            ratio = value / math.log2(n) / (seconds[1000] / math.log2(1000))
            rows.append((f"gradient of {name}, queries of {n:,}", f"{value * 1e9:.0f} ns/document",
                         f"{ratio:.2f} x n log n"))


def add_one_query(bench, rows, results, threads):
    """Measures one value and gradient when one query is all the data."""
    ours = {count: bench.measure(count, "one-query") for count in sorted({1, threads})}
    results["one-query"] = ours
    for documents, losses in ours[1].items():
        for name in [key for key in losses if key not in ("rows", "bytes")]:
            for count, measured in ours.items():
                rows.append((f"gradient of {name}, one query of {losses['rows']:,}, {count} threads",
                             f"{measured[documents][name] * 1e3:.1f} ms",
                             f"{losses[name] / measured[documents][name]:.2f} x one thread"))


def add_boosting(bench, rows, results, threads):
    """Measures the cost of a round of boosting; a ratio of 1 means linear in rows and features."""
    ours = bench.measure(threads, "boosting")
    results["boosting"] = ours
    for name in BOOSTED:
        for axis in ("rows", "features"):
            first = ours[axis][0]
            for run in ours[axis]:
                cells = run["rows"] * run["features"]
                ratio = run[name] / cells / (first[name] / (first["rows"] * first["features"]))
                rows.append((f"{name}, {run['rows']:,} x {run['features']}",
                             f"{1 / run[name]:.0f} rounds/s, {run[name] / cells * 1e9:.2f} ns/cell",
                             f"{ratio:.2f} x linear in {axis}"))


def train_ours(bench, preset, words, threads):
    model = bench.build / "bench.model"
    own_threads = [] if "--threads" in words else ["--threads", threads]
    run = run_limited([bench.build / "podium", "train", *words, "--train", bench.text(preset),
                       "--model", model, "--tune", "none", *own_threads, "--format", "json", "--quiet"])
    if run["output"] is None:
        return None
    return {**{key: run[key] for key in ("seconds", "cpu_seconds", "peak_bytes")},
            "objective": json.loads(run["output"])["objective"],
            "ndcg": bench.ndcg(bench.cache(preset), "--model", model)}


def train_peer(bench, preset, command):
    """Runs another tool, which prints its own seconds and peak memory, without start-up and scoring, and writes scores."""
    scores = bench.build / "bench.scores"
    run = run_limited([*command, scores])
    if run["output"] is None:
        return None
    return {**json.loads(run["output"].splitlines()[-1]),
            "ndcg": bench.ndcg(bench.cache(preset), "--scores", scores)}


def peers_of(bench, preset, threads):
    if bench.python:
        script = [bench.python, HERE / "peers.py"]
        yield "LightGBM lambdarank, 100 trees", [*script, "lightgbm_train", bench.svm(preset), threads]
        yield "XGBoost rank:ndcg, 100 trees", [*script, "xgboost_train", bench.text(preset), threads]
    program = bench.build / "dlib_rank"
    if bench.python and program.exists():
        info = json.loads(bench.podium("data", "info", bench.cache(preset), "--format", "json"))
        for c in DLIB_C[preset]:
            yield f"dlib svm_rank_trainer, C = {c}", [program, bench.text(preset),
                                                      info["features"], c]


def add_hinge(bench, rows, results, preset, threads):
    """Compares the hinge loss with dlib at the same objective: dlib's C multiplies the mean over all pairs, Podium's their sum."""
    program = bench.build / "dlib_rank"
    if not (bench.python and program.exists()):
        return
    info = json.loads(bench.podium("data", "info", bench.cache(preset), "--format", "json"))
    for c in DLIB_C[preset]:
        theirs = train_peer(bench, preset, [program, bench.text(preset), info["features"], c])
        if theirs is None:
            rows.append((f"dlib svm_rank_trainer on {preset}, C = {c}", f"over {LIMIT} s", ""))
            continue
        ours = train_ours(bench, preset, ["ranksvm-l1", "--set", f"c={c / theirs['pairs']}"], threads)
        results[f"hinge {preset} {c}"] = {"dlib": theirs, "podium": ours}
        if ours is None:
            rows.append((f"ranksvm-l1 on {preset}, C = {c}", f"over {LIMIT} s", ""))
            continue
        rows.append((f"dlib svm_rank_trainer on {preset}, C = {c}", f"{theirs['seconds']:.2f} s, objective {theirs['objective']:.6g}", ""))
        rows.append(("  ranksvm-l1, the same C", f"{ours['seconds']:.2f} s, objective {ours['objective']:.6g}",
                     f"{theirs['seconds'] / ours['seconds']:.1f} x as fast, objective "
                     f"{ours['objective'] / theirs['objective']:.4f} x"))


def add_training(bench, rows, results, preset, threads):
    """Measures training from text file to model; NDCG@10 on the training data shows the quality reached in that time."""
    rows.append((f"train on {preset} from text, {threads} threads", "", ""))
    runs = {}

    def keep(name, run):
        print(f"{preset}, {name}: {run}", file=sys.stderr)
        runs[name] = run

    for name, words in ours_of(preset):
        keep(name, train_ours(bench, preset, words, threads))
    for name, command in peers_of(bench, preset, threads):
        keep(name, train_peer(bench, preset, command))
    results[f"train {preset}"] = runs
    base = next(iter(runs.values()))
    for name, run in runs.items():
        if run is None:
            rows.append((f"  {name}", f"over {LIMIT} s", ""))
            continue
        against = ""
        if base:
            against = (f"{run['seconds'] / base['seconds']:.1f} x ranksvm's time, "
                       f"{run['cpu_seconds'] / base['cpu_seconds']:.1f} x its CPU time")
        if preset == "S" and name in RANKLIB:
            against += f"; RankLib's {RANKLIB[name]} s are {RANKLIB[name] / run['seconds']:.0f} x"
        rows.append((f"  {name}", f"{run['seconds']:.2f} s, CPU {run['cpu_seconds']:.2f} s, peak {run['peak_bytes'] / 1e6:.0f} MB, "
                     f"NDCG@10 {run['ndcg']:.4f}", against))
