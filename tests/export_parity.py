#!/usr/bin/env python3
"""Exports models of every kind, and compares Podium's scores with those of the engines that read the formats.

    export_parity.py PODIUM                   a C compiler, and onnxruntime, lightgbm and xgboost of the interpreter PODIUM_PEERS
    export_parity.py PODIUM --jvm FOLDER      also Solr, RankLib, Elasticsearch, Vespa and JPMML, by tests/engines
    export_parity.py PODIUM --matrix FILE     write what was found into the table of this document

Models are made up, the documents meet every threshold and its float neighbours (podium export --check-file). The exit code is 77 when
an engine was not there."""
import argparse
import csv
import ctypes
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
NORMALISERS = ["none", "minmax", "zscore", "robust", "log1p", "auto", "query-minmax", "query-zscore", "query-rank"]
NAMES = ["bm25", "title", "pagerank", "length", "clicks"]
WHOLE_QUERY = "onnx, whole query"
TABLE = [[word, 4.0, value] for word, value in zip(sorted(
    ['a, "b"', "acm", "acme", "acme\t??/x\n", "bolt\\", "Zoë, Ltd", "東京", "É", "7"], key=str.encode), [0.25, -0.5, 0.1, 0.7, -0.2, 0.4, -0.9, 0.3, 0.05])]
FORMATS = ["c", "onnx", WHOLE_QUERY, "lightgbm", "xgboost", "solr", "solr8", "es-ltr", "opensearch", "elasticsearch", "vespa", "ranklib", "pmml"]
JVM = {"solr8": "solr", "elasticsearch": "elastic", "vespa": "vespa", "ranklib": "ranklib", "pmml": "pmml"}


LINEAR = {"c", "onnx", "solr", "solr8", "es-ltr", "opensearch", "vespa", "ranklib", "pmml"}
NETWORK = {"c", "onnx", "solr", "solr8", "vespa"}
MIXED = {"c", "onnx", "vespa"}
AS_ZERO = {"solr8", "ranklib"}  # of missing values
STAGE = [{"grade": 1, "platt": [0.75, -0.25]}, {"grade": 2, "isotonic": {"at": [-2.0, -0.5, 0.5, 3.0], "image": [0.05, 0.2, 0.2, 0.9]}}]


def takers(kind, scaling, more):
    """The formats that must take a model: what the program refuses besides is a failure, and so is what it takes besides."""
    everything = set(FORMATS) - {WHOLE_QUERY}
    trees = kind.startswith(("trees", "500", "missing", "thresholds")) and kind not in ("thresholds and features", "trees on a linear model")
    if kind == "re-ranking":
        return set()
    if kind.startswith(("words", "sets", "baseline with words")):
        return {WHOLE_QUERY} if scaling.startswith("query") else {"c", "onnx", WHOLE_QUERY}
    if kind.startswith("baseline"):
        return {"c", "onnx", WHOLE_QUERY} if kind == "baseline of a linear model" or "5" in more else {"c"}  # trees in double
    if scaling.startswith("query") or "of the query" in kind:
        return {WHOLE_QUERY}
    if "missing by side" in kind or kind == "trees, filled with 0.3":
        return everything - AS_ZERO | {WHOLE_QUERY}
    if kind == "linear, with probabilities":
        return LINEAR | {WHOLE_QUERY}  # of which c and onnx have the probabilities
    if kind == "linear, filled with 0.3":
        return {"c", "onnx", "vespa", "pmml", WHOLE_QUERY}
    if trees:
        return everything | {WHOLE_QUERY}
    if scaling == "auto":
        return {"c", "onnx", WHOLE_QUERY}
    if kind in ("linear", "network") and scaling != "log1p":
        return (LINEAR if kind == "linear" else NETWORK) | {WHOLE_QUERY}
    return MIXED | {WHOLE_QUERY}


def floats(draw, count):
    return [draw() for _ in range(count)]


def tree(draw, features, leaves):
    """Columns of a tree as docs/formats/model.md describes them; children come after their parents."""
    splits = leaves - 1
    open_places, left, right = [], [0] * splits, [0] * splits
    for split in range(splits):
        if split:
            side, parent = open_places.pop(draw.randrange(len(open_places)))
            side[parent] = split
        open_places += [(left, split), (right, split)]
    for leaf, (side, parent) in enumerate(open_places):
        side[parent] = -1 - leaf
    nodes = 2 * splits + 1
    return {"feature": [draw.randrange(features) for _ in range(splits)],
            # numbers that no float holds, small ones, and those that data has
            "threshold": [draw.choice([draw.gauss(0, 1), round(draw.gauss(0, 1), 1), draw.gauss(0, 1e-4), 0.0]) for _ in range(splits)],
            "missing_left": [draw.random() < 0.5 for _ in range(splits)], "left": left, "right": right,
            "gain": [1.0] * splits, "value": [draw.gauss(0, 1) for _ in range(leaves)],
            "rows": [10] * nodes, "curvature": [1.0] * nodes}


def kinds(draw, features):
    linear = {"weights": [draw.gauss(0, 1) for _ in range(features)], "bias": 0.625}
    term = lambda: {"feature": draw.randrange(features), "threshold": draw.gauss(0, 1), "weight": draw.gauss(0, 1), "missing": draw.random() < 0.5}
    plain = {"feature": 1, "weight": 0.5}
    trees = {"base": 0.25, "rate": 0.1, "trees": [tree(draw, features, 8) for _ in range(30)]}
    return {
        "linear": ("linear", linear),
        "network": ("network", {"U": [[draw.gauss(0, 1) for _ in range(features)] for _ in range(4)],
                                "b": [draw.gauss(0, 1) for _ in range(4)], "v": [draw.gauss(0, 1) for _ in range(4)]}),
        "thresholds": ("weak-rankers", {"terms": [term() for _ in range(40)]}),
        "thresholds and features": ("weak-rankers", {"terms": [term() for _ in range(9)] + [plain]}),
        "trees": ("trees", trees),
        "trees on a linear model": ("trees", {**trees, "start": {"name": "ranksvm", "kind": "linear", "parameters": linear}}),
    }


def normaliser(kind, names):
    made = {"podium_normaliser": 1, "kind": kind, "servable": not kind.startswith("query"), "features": names}
    if kind in ("minmax", "zscore", "robust", "auto"):
        made["shift"] = [0.3 * f - 0.5 for f in range(len(names))]
        made["scale"] = [0.7 + 0.1 * f for f in range(len(names))]
        made["scale"][-1] = 0.0  # a feature that was constant
    if kind == "auto":
        made["shift"][:2], made["scale"][:2] = [0, 0], [1, 1]
        made["curves"] = {names[0]: {"at": [-1.5, -0.2, 0.1, 3.0], "image": [-2.0, -0.1, 0.3, 1.5]},
                          names[1]: {"at": [0.0, 2.5], "image": [0.0, 1.0]}}
    return made


def model(kind, parameters, names, scaling="none", fill="zero"):
    made = {"podium_model": 1, "kind": kind, "features": {"count": len(names), "first": 1, "names": names},
            "training": {"algorithm": "made-up", "options": {}, "truth": "graded", "seed": 1, "data": "0" * 16, "podium": "0", "iterations": 1, "stop": "converged"},
            "fill": {"otherwise": fill, "exceptions": {}}, "parameters": parameters}
    if scaling != "none":
        made["normaliser"] = normaliser(scaling, names)
    return made


def cases():
    """Names and models: the grid of the table, then special ones."""
    draw = random.Random(1)
    all_kinds = kinds(draw, len(NAMES))
    for name, (kind, parameters) in all_kinds.items():
        for scaling in NORMALISERS:
            yield name, scaling, model(kind, parameters, NAMES, scaling)
    trees, linear = all_kinds["trees"], all_kinds["linear"]
    yield "missing by side", "none", model(*trees, NAMES, fill="keep")
    yield "missing by side", "zscore", model(*trees, NAMES, "zscore", fill="keep")
    yield "missing by side", "log1p", model(*trees, NAMES, "log1p", fill="keep")
    yield "thresholds, missing by side", "none", model(*all_kinds["thresholds"], NAMES, fill="keep")
    yield "linear, filled with 0.3", "zscore", model(*linear, NAMES, "zscore", fill="constant:0.3")
    probable = model(*linear, NAMES)
    probable["stage"] = STAGE
    yield "linear, with probabilities", "none", probable
    yield "trees, filled with 0.3", "zscore", model(*trees, NAMES, "zscore", fill="constant:0.3")
    categories = model(*all_kinds["trees on a linear model"], NAMES, "zscore")
    categories["categories"] = [{"feature": "title", "values": [1, 2, 7], "means": [0.25, -0.5, 0.1]}]
    yield "categories", "zscore", categories
    words = model(*all_kinds["trees on a linear model"], NAMES, "zscore", fill="constant:0.3")
    words["words"] = {"title": TABLE, "clicks": [["7", 3.0, 0.5]]}
    yield "words", "zscore", words
    yield "words", "query-rank", {**model(*linear, NAMES, "query-rank"), "words": {"title": TABLE}}
    yield "words alone", "none", {**model("linear", {"weights": [1.5]}, ["title"]), "words": {"title": TABLE}}
    sets = ["title (set)", "clicks (set)"]
    splits = {"base": 0.25, "rate": 0.1, "trees": [tree(draw, len(NAMES) + 2, 8) for _ in range(30)]}
    for one in splits["trees"]:
        one["by_set"] = [feature >= len(NAMES) for feature in one["feature"]]
        one["threshold"] = [float(draw.getrandbits(53)) if by_set else threshold for by_set, threshold in zip(one["by_set"], one["threshold"])]
    codes = {"title": TABLE, sets[0]: [[word, count, float(place)] for place, (word, count, _) in enumerate(TABLE[:-1], 1)]}
    site = [{"feature": "clicks", "values": [1, 2, 7], "means": [0.25, -0.5, 0.1]}, {"feature": sets[1], "values": [2, 7], "means": [1, 2]}]
    yield "sets of categories", "none", {**model("trees", splits, NAMES + sets, fill="keep"), "words": codes, "categories": site}
    wide = [f"f_{i}" for i in range(20)]
    large = {"base": 0.0, "rate": 0.1, "trees": [tree(draw, len(wide), 31) for _ in range(500)]}
    yield "500 trees of 31 leaves", "none", model("trees", large, wide)
    yield "linear, filled with the mean of the query", "zscore", model(*linear, NAMES, "zscore", fill="mean")
    yield "trees, filled with the maximum of the query", "query-rank", model(*trees, NAMES, "query-rank", fill="max")
    yield "trees, missing by side", "query-zscore", model(*trees, NAMES, "query-zscore", fill="keep")
    for name, inner in (("baseline of a linear model", linear), ("baseline of trees", trees)):
        outer = model(*kinds(draw, len(NAMES) + 1)["trees on a linear model"], [*NAMES, "baseline"])
        outer["baseline"] = {"kind": "model", "model": model(*inner, NAMES, "zscore")}
        yield name, "none", outer
    outer = model("linear", {"weights": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}, [*NAMES, "baseline"])
    outer["words"], inner = {"title": TABLE[1:]}, model(*linear, [NAMES[3], NAMES[1]], "zscore")
    inner["parameters"], inner["words"] = {"weights": [0.5, -2.0]}, {"title": TABLE[:-1]}
    yield "baseline with words", "none", {**outer, "baseline": {"kind": "model", "model": inner}}
    first = {"name": "a", "kind": linear[0], "parameters": linear[1]}
    yield "re-ranking", "none", model("re-ranking", {"top": 10, "depth": 0, "aggregation": {"method": "skr", "options": {}}, "first": first, "voters": []}, NAMES)


def read_check(path):
    """Features, scores and bounds of the documents, query by query where the first column is the query; words are texts."""
    with open(path, newline="") as file:
        head = file.readline().split("\t")
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONNUMERIC))
    if head[0] != "qid":
        return [[row[:-2] for row in rows]], [row[-2] for row in rows], [row[-1] for row in rows]
    queries = {}
    for row in rows:
        queries.setdefault(row[0], []).append(row[1:-2])
    return list(queries.values()), [row[-2] for row in rows], [row[-1] for row in rows]


def probabilities(score):
    """Those of STAGE: a higher grade is not more probable."""
    slope, constant = STAGE[0]["platt"]
    at, image = STAGE[1]["isotonic"]["at"], STAGE[1]["isotonic"]["image"]
    first = 1 / (1 + math.exp(-(slope * score + constant)))
    place = sum(knot < score for knot in at)
    if place in (0, len(at)):
        second = image[min(place, len(at) - 1)]
    else:
        second = image[place - 1] + (score - at[place - 1]) / (at[place] - at[place - 1]) * (image[place] - image[place - 1])
    return [first, min(first, second)]


def worst(scores, expected, bounds):
    """The largest difference, in parts of what rounding allows."""
    assert len(scores) == len(expected)
    return max((abs(s - e) / b if not math.isnan(s) else math.inf) for s, e, b in zip(scores, expected, bounds))


def numbers_and_words(rows):
    return [[[value for value in row if isinstance(value, kind)] for row in rows] for kind in (float, str)]


def by_c(path, rows, of="podium(x)"):
    numbers, words = numbers_and_words(rows)
    call = of.replace("podium(x)", "podium(x, w)" if words[0] else "podium(x)")
    library = path.with_suffix("." + re.sub(r"\W", "", of) + ".so")
    source = path.with_suffix(".c")
    declaration = "double score(const float* x, const char* const* w)"
    source.write_text(f'#include "{path.name}"\n{declaration};\n{declaration} {{ (void)w; return {call}; }}\n')
    subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-ffp-contract=off", "-shared", "-fPIC", str(source), "-o", str(library), "-lm"],
                   check=True)
    score = ctypes.CDLL(str(library)).score
    score.restype, score.argtypes = ctypes.c_double, [ctypes.POINTER(ctypes.c_float), ctypes.POINTER(ctypes.c_char_p)]
    return [score((ctypes.c_float * len(x))(*x), (ctypes.c_char_p * len(w))(*(word.encode() or None for word in w))) for x, w in zip(numbers, words)]


def by_onnx(path, rows, output="score"):
    import numpy
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    numbers, words = numbers_and_words(rows)
    inputs = {"f": numpy.asarray(numbers, numpy.float32), "w": numpy.asarray(words, object)}
    return session.run([output], {name: value for name, value in inputs.items() if value.shape[1]})[0].ravel().tolist()


def by_lightgbm(path, rows):
    import lightgbm
    import numpy
    return lightgbm.Booster(model_file=str(path)).predict(numpy.asarray(rows, numpy.float32), num_threads=1).tolist()


def by_xgboost(path, rows):
    import numpy
    import xgboost
    return xgboost.Booster(model_file=str(path)).inplace_predict(numpy.asarray(rows, numpy.float32)).tolist()


ENGINES = {"c": by_c, "onnx": by_onnx, WHOLE_QUERY: by_onnx, "lightgbm": by_lightgbm, "xgboost": by_xgboost}
ENDINGS = {"c": ".h", "onnx": ".onnx", WHOLE_QUERY: ".onnx", "xgboost": ".json", "lightgbm": ".txt"}


def has_module(name):
    return subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True, check=False).returncode == 0


class Findings:
    def __init__(self):
        self.cell = {}
        self.refusals = {}
        self.failures = []

    def note(self, format_name, case, result):
        self.cell[case, format_name] = result
        if result == "FAIL":
            self.failures.append(f"{format_name}: {case}")

    def refuse(self, format_name, case, sentence):
        self.note(format_name, case, "refused")
        self.refusals.setdefault(sentence, []).append((format_name, case))


def export(podium, source, format_name, out, more=()):
    if format_name.startswith("solr"):
        more = (*more, "--name", "m" + source.stem, "--features", str(out) + ".features")
    if format_name == WHOLE_QUERY:
        more, format_name = (*more, "--whole-query"), "onnx"
    return subprocess.run([podium, "export", str(source), "--to", format_name, "--out", str(out), "--check-file", str(out) + ".check", *more],
                          capture_output=True, text=True, check=False)


def variants(format_name):
    yield ".v", ()
    if format_name in ("onnx", WHOLE_QUERY):
        yield ".v5", ("--opset-ml", "5")


def run_python(findings, format_name, case, out):
    queries, expected, bounds = read_check(pathlib.Path(str(out) + ".check"))
    scores = [score for rows in queries for score in ENGINES[format_name](out, rows)]
    part = worst(scores, expected, bounds)
    if case[0] == "linear, with probabilities" and format_name in ("c", "onnx"):
        rows = queries[0]
        found = by_onnx(out, rows, "probability") if format_name == "onnx" else [
            p for pair in zip(*(by_c(out, rows, f"podium_probability_{grade}(podium(x))") for grade in (1, 2))) for p in pair]
        wanted = [p for score in expected for p in probabilities(score)]
        part = max(part, worst(found, wanted, [bound + 1e-12 for bound in bounds for _ in STAGE]))
    findings.note(format_name, case, "yes" if part <= 1 else "FAIL")
    if part > 1:
        print(f"FAIL {format_name}: {case}: {part:.3g} times what rounding allows")


def run_jvm(folder, work, engine, findings, listed):
    """One program for all files of an engine; it prints a line for each."""
    cases_file = work / f"{engine}.cases"
    cases_file.write_text("".join(f"{out}\n" for out in listed))
    result = subprocess.run([str(ROOT / "tests/engines/run"), engine, str(folder), str(cases_file)], capture_output=True, text=True, check=False)
    (folder / f"{engine}.log").write_text(result.stdout + result.stderr)
    seen = dict(line.split("\t")[:2] for line in result.stdout.splitlines() if line.count("\t") >= 1)
    for out, (format_name, case) in listed.items():
        part = float(seen.get(out, "inf"))
        findings.note(format_name, case, "yes" if part <= 1 else "FAIL")
        if not part <= 1:
            print(f"FAIL {format_name}: {case}: {part:.3g} times what rounding allows; see {folder}/{engine}.log")


def text_case(podium, work):
    """A model of a collection with all that Solr needs to compute its features from text, and their values in Podium."""
    draw = random.Random(1)
    words = [f"w{number}" for number in range(1500)]
    corpus, documents = work / "corpus.jsonl", {}
    for number in range(400):  # short texts: Lucene rounds the lengths of long ones
        headline, body = " ".join(draw.choices(words, k=draw.randint(2, 6))), " ".join(draw.choices(words, k=draw.randint(8, 25)))
        documents[f"d{number}"] = {"headline": headline, "body": body, "headline_body": f"{headline} {body}"}
    corpus.write_text("".join(json.dumps({"docid": doc, "headline": text["headline"], "body": text["body"]}) + "\n"
                              for doc, text in documents.items()))
    # With a character of Solr's query syntax: the words of a user are no program.
    queries = [" ".join(draw.sample(body["body"].split(), 3)) for body in draw.sample(list(documents.values()), 8)] + ["w7 w9' (w8"]
    (work / "topics.tsv").write_text("".join(f"{number}\t{query}\n" for number, query in enumerate(queries, 1)))
    run = lambda *command: subprocess.run([podium, *command], check=True, capture_output=True, text=True)
    run("collect", "build", "--corpus", corpus, "--topics", work / "topics.tsv", "--recipe", "letor4", "--stemmer", "none", "--stop-words", "none",
        "--streams", "headline=headline,body=body,headline+body=headline+body", "--out", work / "collection")
    rows = (work / "collection/Feature_NULL/all.txt").read_text().splitlines()
    names = json.loads(rows[0].split(":", 1)[1])
    computed = [name for name in names if name.endswith((".bm25", ".length"))]
    weights = [float(name in computed) for name in names]
    source, out = work / "texts.json", work / "texts.solr"
    source.write_text(json.dumps(model("linear", {"weights": weights}, names)))
    run("export", source, "--to", "solr8", "--name", "texts", "--collection", work / "collection", "--features", f"{out}.features", "--out", out)
    pathlib.Path(f"{out}.documents").write_text("".join(
        "\t".join([doc, *(f"{field}={text}" for field, text in texts.items())]) + "\n" for doc, texts in documents.items()))
    with open(f"{out}.values", "w") as file:
        for row in rows[1:]:
            cells, doc = row.split("#")[0].split(), row.split("#")[1].split("docid =")[-1].split()[0]
            query = queries[int(cells[1].split(":")[1]) - 1]
            for name in computed:
                value = float(dict(cell.split(":") for cell in cells[2:])[str(names.index(name) + 1)])
                # Lucene's idf is ln(1 + x), Podium's ln(x).
                file.write(f"{query}\t{doc}\t{name}\t{value}\t{0.01 * abs(value) + 1e-6}\n")
    return out


def trained_by_peers(rows, labels, group, work):
    """Models that the libraries trained themselves, each with its scores of the rows."""
    import lightgbm
    import xgboost
    for boosting in ("gbdt", "dart"):
        data = lightgbm.Dataset(rows, labels, group=group, free_raw_data=False)
        booster = lightgbm.train({"objective": "lambdarank", "boosting": boosting, "num_leaves": 15, "verbose": -1, "seed": 1}, data, 30)
        booster.save_model(work / f"lightgbm-{boosting}.txt")
        yield "lightgbm", work / f"lightgbm-{boosting}.txt", booster.predict(rows)
    logs = [("gbtree", name) for name in ("count:poisson", "reg:gamma", "reg:tweedie", "survival:cox")]
    for booster, objective in [("gbtree", "rank:ndcg"), ("dart", "rank:pairwise"), ("gbtree", "binary:logistic"), *logs]:
        data = xgboost.DMatrix(rows, labels > 0 if objective.startswith("binary") else labels + (objective == "reg:gamma"))
        if objective.startswith("rank"):
            data.set_group(group)
        settings = {"objective": objective, "booster": booster, "max_depth": 4, "rate_drop": 0.1, "seed": 1, "verbosity": 0, "base_score": 0.3}
        trained = xgboost.train(settings, data, 30)
        file = work / f"xgboost-{booster}-{objective.split(':')[1]}.json"
        trained.save_model(file)
        yield "xgboost", file, trained.predict(data, output_margin=True, iteration_range=(0, 30))
    early = xgboost.XGBRanker(objective="rank:ndcg", n_estimators=200, max_depth=4, early_stopping_rounds=3, random_state=1)
    noise = labels[::-1].copy()  # so that training stops
    early.fit(rows, labels, group=group, eval_set=[(rows, noise)], eval_group=[group], verbose=False)
    assert early.best_iteration + 1 < early.get_booster().num_boosted_rounds()
    early.save_model(work / "xgboost-early.json")
    yield "xgboost", work / "xgboost-early.json", early.predict(rows)


def check_imports(podium, work, findings):
    """Podium gives the scores of the library with a model that the library trained, for missing values too."""
    import numpy
    draw = numpy.random.default_rng(1)
    rows = draw.normal(size=(600, 6)).astype(numpy.float32)
    labels = (rows[:, 0] + 0.3 * draw.normal(size=600) > 0.3).astype(int) + (rows[:, 1] > 1)
    rows[:, :5][draw.random((600, 5)) < 0.1] = math.nan  # one column is always there
    table = work / "imported.csv"
    lines = [[str(row // 20), str(labels[row]), *("" if math.isnan(value) else repr(float(value)) for value in rows[row])] for row in range(600)]
    for library, file, expected in trained_by_peers(rows, labels, [20] * 30, work):
        made, scores = work / "imported.json", work / "imported.scores"
        subprocess.run([podium, "import", file, "--from", library, "--model", made, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        names = json.loads(made.read_text())["features"].get("names") or [f"f{f + 1}" for f in range(6)]
        table.write_text("\n".join(",".join(line) for line in [["qid", "label", *names], *lines]) + "\n")
        subprocess.run([podium, "score", "--data", table, "--model", made, "--out", scores, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        found = [float(line) for line in scores.read_text().split()]
        part = worst(found, expected, [1e-12 if library == "lightgbm" else 1e-5] * len(found))  # XGBoost adds up floats
        if part > 1:
            print(f"FAIL import of {file.name}: {part:.3g} times what rounding allows")
            findings.failures.append(f"import: {file.name}")


def check_words(podium, work, findings, formats):
    """Models that were trained on words take the texts of new products, and give them the scores of podium score."""
    run = lambda *command: subprocess.run([podium, *command], check=True, capture_output=True, text=True)
    columns = ["--qid-column", "query", "--docid-column", "product_id"]
    table, source, scores = work / "new.csv", work / "words.json", work / "words.scores"
    with open(ROOT / "docs/data/new-products.csv", newline="", encoding="utf-8") as file:
        head, *rows = list(csv.reader(file))
    rows += [[*row[:2], brand, kind, *row[4:]] for row, brand, kind in zip(rows, ["", "no such, \"brand\"", "Élan", "élan", ""], ["lamp", "", "tents", "tent", ""])]
    with open(table, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([head, *rows])
    values = [[float(cell) if cell else math.nan for cell in row[4:]] + row[2:4] for row in rows]
    for training in (["auto"], ["lambdamart", "--tune", "none", "--set", "rounds=20"], ["listnet", "--fill", "zero", "--normalise", "minmax"]):
        run("train", *training, "--train", ROOT / "docs/data/products.csv", *columns, "--label-column", "grade", "--categorical", "brand,category", "--model", source)
        run("score", "--model", source, "--data", table, *columns, "--out", scores)
        expected = [float(line) for line in scores.read_text().split()]
        for format_name in formats:
            out = work / f"words-{training[0]}{ENDINGS[format_name]}"
            run("export", source, "--to", format_name, "--out", out)
            part = worst(ENGINES[format_name](out, values), expected, [1e-6] * len(expected))
            if part > 1:
                print(f"FAIL {format_name}: words of {' '.join(training)}: {part:.3g} times 1e-6")
                findings.failures.append(f"{format_name}: words")


def matrix(findings):
    marks = {"yes": "yes", "refused": "–", "checked": "(yes)", "": "", "FAIL": "FAIL"}
    lines = ["| model | " + " | ".join(FORMATS) + " |", "|---" * (len(FORMATS) + 1) + "|"]
    rows = {}  # kinds with the same results, then normalisers with the same results
    for kind, scaling in dict.fromkeys(case for case, _ in findings.cell):
        results = tuple(findings.cell.get(((kind, scaling), f), "") for f in FORMATS)
        rows.setdefault((kind, results), []).append(scaling)
    merged = {}
    for (kind, results), scalings in rows.items():
        merged.setdefault((results, tuple(scalings)), []).append(kind)
    for (results, scalings), members in merged.items():
        lines.append(f"| {', '.join(members)}; {', '.join(scalings)} | " + " | ".join(marks[r] for r in results) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("podium", type=pathlib.Path)
    parser.add_argument("--jvm", type=pathlib.Path)
    parser.add_argument("--matrix", type=pathlib.Path)
    arguments = parser.parse_args()
    peers = os.environ.get("PODIUM_PEERS", "")
    if peers and not has_module("lightgbm") and pathlib.Path(sys.executable).absolute() != pathlib.Path(peers).absolute():
        os.execv(peers, [peers, *sys.argv])
    modules = {"onnx": "onnxruntime", WHOLE_QUERY: "onnxruntime", "lightgbm": "lightgbm", "xgboost": "xgboost"}
    missing = [f for f, module in modules.items() if not has_module(module)]
    known = subprocess.run([arguments.podium, "complete", "export", "--to", ""], capture_output=True, check=True, text=True).stdout.split()
    if set(known) != set(FORMATS) - {WHOLE_QUERY}:
        sys.exit(f"the program has the formats {', '.join(known)}; FORMATS has others")
    findings, jvm = Findings(), {}
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for number, (kind, scaling, made) in enumerate(cases()):
            source, case = work / f"{number}.json", (kind, scaling)
            source.write_text(json.dumps(made))
            for format_name in FORMATS:
                for ending, more in variants(format_name):
                    out = work / f"{number}-{FORMATS.index(format_name)}{ending}{ENDINGS.get(format_name, '')}"
                    result = export(arguments.podium, source, format_name, out, more)
                    if result.returncode == 3 and result.stderr.count(":") >= 2 and len(result.stderr.splitlines()) == 1:
                        sentence = result.stderr.split(": ", 2)[2].strip()
                        findings.refuse(format_name, case, sentence)
                        if format_name in takers(kind, scaling, more):
                            print(f"FAIL {format_name}: {case}: refused: {sentence}")
                            findings.note(format_name, case, "FAIL")
                    elif result.returncode != 0:
                        print(f"FAIL {format_name}: {case}: exit {result.returncode}: {result.stderr}")
                        findings.note(format_name, case, "FAIL")
                    elif format_name not in takers(kind, scaling, more):
                        print(f"FAIL {format_name}: {case}: exported, expected a refusal")
                        findings.note(format_name, case, "FAIL")
                    elif format_name in ENGINES and format_name not in missing:
                        run_python(findings, format_name, case, out)
                    elif arguments.jvm and format_name in JVM:
                        jvm.setdefault(JVM[format_name], {})[str(out)] = (format_name, case)
                    else:
                        findings.note(format_name, case, "checked")
        if not {"lightgbm", "xgboost"} & set(missing):
            check_imports(arguments.podium, work, findings)
        check_words(arguments.podium, work, findings, [name for name in ("c", "onnx") if name not in missing])
        texts = ("features computed from text", "as podium collect does")
        if arguments.jvm:
            jvm["solr"][str(text_case(arguments.podium, work))] = ("solr8", texts)
        for engine, listed in jvm.items():
            run_jvm(arguments.jvm, work, engine, findings, listed)
    findings.cell.pop((texts, "solr8"), None)  # no row of the table
    if arguments.matrix:
        text = arguments.matrix.read_text()
        begin, end = "<!-- made by tests/export_parity.py -->\n", "<!-- made until here -->"
        arguments.matrix.write_text(re.sub(f"({begin}).*?({end})", lambda m: m[1] + matrix(findings) + "\n" + m[2], text, flags=re.S))
    counts = {result: list(findings.cell.values()).count(result) for result in ("yes", "checked", "refused", "FAIL")}
    print(", ".join(f"{count} {result}" for result, count in counts.items()))
    if missing:
        print("not compared: " + ", ".join(missing))
    if findings.failures:
        return 1
    return SKIPPED if missing else 0


if __name__ == "__main__":
    sys.exit(main())
