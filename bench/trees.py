"""Measures boosted trees beside LightGBM, XGBoost and onnxruntime: training, the way from text file to model, and scoring."""
import shutil
import sys
from functools import partial

from harness import run_limited

# Trees, and runs of each tool in turns, of which the fastest counts, by data and threads.
PLANS = {"S": {2: (100, 3), 1: (100, 3)}, "M": {2: (100, 3), 1: (30, 1)}}
# Those of the other tools are in peers.py.
SETTINGS = ["cutoff=30", "leaves=31", "rate=0.1", "min-rows=20", "l2=0", "thresholds=255"]
SCORED_TREES = 500
SCORED_DOCUMENTS = 1000
SCORING_RUNS = 3
# What 2 threads are to reach: ratios to LightGBM after loading and from text, and bytes.
TARGETS = {"S": {"LightGBM": 1.5, "XGBoost": 1.0}, "M": {"LightGBM": 2.4, "XGBoost": 1.0, "text": 2.6, "peak_bytes": 0.75e9}}
SCORING_TARGETS = {"LightGBM": 25, "onnxruntime": 15}


def split_queries(text, train, test):
    """Writes the first four fifths of the queries to one file and the others to another."""
    def query_of(line):
        return line.split(b" ", 2)[1]

    count, last = 0, None
    with open(text, "rb") as lines:
        for line in lines:
            count += query_of(line) != last
            last = query_of(line)
    query, last = 0, None
    with open(text, "rb") as lines, open(train, "wb") as first, open(test, "wb") as rest:
        for line in lines:
            query += query_of(line) != last
            last = query_of(line)
            (first if query <= count * 4 // 5 else rest).write(line)


def make_fifths(bench, preset, folder):
    """Makes the files of all tools, which have the same rows: LETOR text, a cache, and what LightGBM reads."""
    unfinished = folder.with_suffix(".part")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    train, test, some = (unfinished / f"{name}.txt" for name in ("train", "test", "some"))
    split_queries(bench.text(preset), train, test)
    for text in (train, test):
        bench.podium("data", "convert", text, text.with_suffix(".podium"))
        bench.podium("data", "convert", text, text.with_suffix(".svm"), "--to", "svmlight")
    with open(test) as lines, open(some, "w") as out:
        for line, _ in zip(lines, range(SCORED_DOCUMENTS)):
            grade, _, features = line.split(" ", 2)
            out.write(f"{grade} qid:1 {features}")  # one query: one batch
    unfinished.rename(folder)


class Podium:
    """Trains from a cache, so that only trees are timed, and from text by the command of its users."""
    name = "Podium"

    def __init__(self, bench, folder):
        self.bench, self.folder, self.model = bench, folder, bench.build / "trees.model"

    def run(self, threads, trees):
        options = [f"rounds={trees}", *SETTINGS]
        run = self.bench.measure(threads, "trees", self.folder / "train.podium", self.model, *options)
        assert run["rounds"] == trees, run
        text = run_limited([self.bench.build / "podium", "train", "lambdamart", "--train", self.folder / "train.txt", "--model",
                            self.model, "--tune", "none", *(word for option in options for word in ("--set", option)),
                            "--threads", threads, "--quiet"])
        return run | {"text_seconds": text["seconds"], "text_cpu_seconds": text["cpu_seconds"], "peak_bytes": text["peak_bytes"]}

    def ndcg(self):
        return self.bench.ndcg(self.folder / "test.podium", "--model", self.model)


class Peer:
    """Trains from text; the tool times its trees itself."""

    def __init__(self, bench, folder, name, data, model):
        self.bench, self.folder, self.name, self.data, self.model = bench, folder, name, data, bench.build / model

    def run(self, threads, trees):
        return self.bench.peer(f"{self.name.lower()}_trees", self.folder / f"train.{self.data}", threads, trees, self.model)

    def ndcg(self):
        """Of the model that was trained last."""
        scores = self.bench.build / "bench.scores"
        self.bench.peer(f"{self.name.lower()}_scores", self.folder / f"test.{self.data}", self.model, scores)
        return self.bench.ndcg(self.folder / "test.podium", "--scores", scores)


def trainers(bench, folder):
    yield Podium(bench, folder)
    if bench.python:
        yield Peer(bench, folder, "LightGBM", "svm", "lightgbm.txt")
        yield Peer(bench, folder, "XGBoost", "txt", "xgboost.ubj")


def scorers(bench, folder):
    """Trains larger models on the test fifth, which is enough for their shape, and returns by name what scores by them."""
    documents = folder / "some.txt"
    model = bench.build / "trees-large.model"
    bench.measure(2, "trees", folder / "test.podium", model, f"rounds={SCORED_TREES}", *SETTINGS)
    own = {"Podium": lambda: bench.measure(1, "score-trees", model, documents)}
    if not bench.python:
        return own
    lightgbm, onnx = folder / "lightgbm.txt", folder / "lightgbm.onnx"
    if not onnx.exists():
        bench.peer("lightgbm_trees", folder / "test.svm", 2, SCORED_TREES, lightgbm)
        bench.peer("onnx_model", lightgbm, onnx)
    return own | {"LightGBM": lambda: bench.peer("lightgbm_scoring", lightgbm, documents),
                  "onnxruntime": lambda: bench.peer("onnx_scoring", lightgbm, onnx, documents)}


def in_turns(what, tools, runs):
    """Runs A B C A B C; returns all results of each tool."""
    results = {name: [] for name in tools}
    for _ in range(runs):
        for name, work in tools.items():
            results[name].append(work())
            print(f"{what}, {name}: {results[name][-1]}", file=sys.stderr)
    return results


def least(runs):
    """Returns the least of each number, which other processes disturbed least."""
    return {key: min(run[key] for run in runs) for key in runs[0]}


def ratio(theirs, ours, key):
    return f"{theirs[key] / ours[key]:.2f} x"


def against(text, target):
    return text if target is None else f"{text}, target {target:g}"


def training_rows(rows, preset, threads, trees, runs):
    targets = TARGETS[preset] if threads == 2 else {}
    ours = runs["Podium"]
    peers = {name: run for name, run in runs.items() if name != "Podium"}
    rows.append((f"trees 2 to {trees} on {preset}, {threads} threads, data in bins", "", ""))

    def add(name, run, comparison):
        rows.append((f"  {name}", f"{run['seconds']:.2f} s, CPU {run['cpu_seconds']:.2f} s, NDCG@10 {run['ndcg']:.4f}", comparison))

    add("Podium lambdamart", ours, "")
    for name, run in peers.items():
        add(f"{name} {run['version']}", run,
            against(f"podium is {ratio(run, ours, 'seconds')} as fast", targets.get(name))
            + f"; {ratio(run, ours, 'cpu_seconds')} by CPU time; NDCG@10 {ours['ndcg'] - run['ndcg']:+.4f}")
    rows.append((f"text file to model, {trees} trees on {preset}, {threads} threads", "", ""))

    def add_text(name, run, comparison):
        rows.append((f"  {name}", f"{run['text_seconds']:.2f} s, CPU {run['text_cpu_seconds']:.2f} s, peak "
                     f"{run['peak_bytes'] / 1e6:.0f} MB", comparison))

    peak = targets.get("peak_bytes")
    add_text("podium train lambdamart", ours, f"peak: target {peak / 1e6:.0f} MB" if peak else "")
    for name, run in peers.items():
        add_text(f"{name} {run['version']}", run, against(
            f"podium is {ratio(run, ours, 'text_seconds')} as fast", targets.get("text") if name == "LightGBM" else None))


def scoring_rows(rows, preset, runs):
    ours = runs["Podium"]
    single = min(ours["seconds_single"], ours["seconds_walk"])
    rows.append((f"score {ours['documents']:,} documents by {ours['trees']} trees of {preset}, 1 thread", "", ""))
    rows.append((f"  Podium, {ours['splits']:,} splits", f"{ours['seconds'] * 1e3:.2f} ms",
                 f"document by document {ours['seconds_single'] * 1e3:.1f} ms by the kernel, {ours['seconds_walk'] * 1e3:.1f} ms by a walk, "
                 "with the same bits"))
    for name in [name for name in runs if name != "Podium"]:
        theirs = runs[name]
        rows.append((f"  {name} {theirs['version']}, {runs['LightGBM']['splits']:,} splits", f"{theirs['seconds'] * 1e3:.2f} ms",
                     against(f"podium is {theirs['seconds'] / ours['seconds']:.1f} x as fast", SCORING_TARGETS[name])
                     + f"; document by document {theirs['seconds_single'] * 1e3:.1f} ms, {theirs['seconds_single'] / single:.2f} x podium's"))


def add_trees(bench, rows, results, presets):
    for preset in presets:
        folder = bench.file(f"{preset}-fifths", lambda path, preset=preset: make_fifths(bench, preset, path))
        tools = list(trainers(bench, folder))
        for threads, (trees, count) in PLANS[preset].items():
            name = f"trees {preset}, {threads} threads"
            results[name] = in_turns(name, {tool.name: partial(tool.run, threads, trees) for tool in tools}, count)
            training_rows(rows, preset, threads, trees, {
                tool.name: least(results[name][tool.name]) | {"ndcg": tool.ndcg()} for tool in tools})
    name = f"tree scoring {preset}"
    results[name] = in_turns(name, scorers(bench, folder), SCORING_RUNS)
    scoring_rows(rows, preset, {tool: least(runs) for tool, runs in results[name].items()})
