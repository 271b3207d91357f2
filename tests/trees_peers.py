#!/usr/bin/env python3
"""Grows the trees of LightGBM and XGBoost: where their settings mean the same as Podium's, scores and
gains must be the same up to the 32-bit gradients of these tools. Needs both packages and NumPy, in this
interpreter or in the one that the environment variable PODIUM_PEERS names; skipped without them."""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
try:
    import lightgbm
    import numpy as np
    import xgboost
except ImportError as error:
    python = os.environ.get("PODIUM_PEERS", "")
    if not python or pathlib.Path(python).absolute() == pathlib.Path(sys.executable).absolute():
        print(f"skipped: {error}")
        sys.exit(SKIPPED)
    os.execv(python, [python, *sys.argv])

QUERIES, DOCUMENTS, FEATURES = 20, 20, 4
ROWS = QUERIES * DOCUMENTS


class Podium:
    """The program with a folder for its files."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def run(self, *words):
        subprocess.run([self.program, *map(str, words), "--quiet"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL)

    def write(self, name, x, y):
        with open(self.folder / name, "w", encoding="ascii") as file:
            for row in range(ROWS):
                values = " ".join(f"{f + 1}:{'NULL' if np.isnan(v) else repr(float(v))}"
                                  for f, v in enumerate(x[row]))
                file.write(f"{float(y[row])!r} qid:{row // DOCUMENTS} {values}\n")

    def start(self, x):
        """Scores of a linear model, start.json, which are about the last feature."""
        self.write("start.txt", x, x[:, -1])
        self.run("train", "regression", "--train", "start.txt", "--fill", "keep", "--normalise", "none",
                 "--tune", "none", "--model", "start.json")
        self.run("score", "--model", "start.json", "--data", "start.txt", "--out", "scores")
        return np.loadtxt(self.folder / "scores")

    def trees(self, algorithm, x, y, weight, options, words=("--fill", "keep")):
        """Scores of the training data, and the gains of each tree, largest first."""
        self.write("data.txt", x, y)
        words = list(words)
        if weight is not None:
            (self.folder / "weights").write_text("".join(f"{float(w)!r}\n" for w in weight))
            words += ["--row-weights", "weights"]
        for name, value in options.items():
            words += ["--set", f"{name}={value}"]
        self.run("train", algorithm, "--train", "data.txt", "--tune", "none", "--model", "model.json", *words)
        self.run("score", "--model", "model.json", "--data", "data.txt", "--out", "scores")
        scores = np.loadtxt(self.folder / "scores")
        model = json.loads((self.folder / "model.json").read_text())
        return scores, [sorted(tree["gain"], reverse=True) for tree in model["parameters"]["trees"]]


def lightgbm_trees(x, y, weight=None, group=None, start=None, **more):
    parameters = {"verbose": -1, "num_threads": 1, "min_data_in_bin": 1, "max_bin": 255,
                  "min_data_in_leaf": 0, "feature_pre_filter": False, **more}
    rounds = parameters.pop("rounds")
    data = lightgbm.Dataset(x, y, weight=weight, group=group, init_score=start, params=parameters)
    booster = lightgbm.train(parameters, data, rounds)

    def gains(node):
        if "split_gain" not in node:
            return []
        return [node["split_gain"], *gains(node["left_child"]), *gains(node["right_child"])]
    trees = booster.dump_model()["tree_info"]
    return (booster.predict(x, raw_score=True) + (0 if start is None else start),
            [sorted(gains(tree["tree_structure"]), reverse=True) for tree in trees])


def xgboost_trees(x, y, weight=None, group=None, start=None, **more):
    parameters = {"nthread": 1, "max_depth": 0, "grow_policy": "lossguide", "tree_method": "hist",
                  "max_bin": 256, "verbosity": 0, **more}
    rounds = parameters.pop("rounds")
    data = xgboost.DMatrix(x, y, weight=weight, base_margin=start)
    if group:
        data.set_group(group)
    booster = xgboost.train(parameters, data, rounds)

    def gains(node):
        if "gain" not in node:
            return []
        return [node["gain"], *(gain for child in node["children"] for gain in gains(child))]
    trees = [json.loads(tree) for tree in booster.get_dump(with_stats=True, dump_format="json")]
    return booster.predict(data, output_margin=True), [sorted(gains(tree), reverse=True) for tree in trees]


def largest_difference(ours, theirs, factor=1.0):
    """Of scores, and of gains relative to their size, of which ours are `factor` times theirs."""
    scores = np.abs(ours[0] - theirs[0]).max()
    if [len(tree) for tree in ours[1]] != [len(tree) for tree in theirs[1]]:
        return math.inf  # trees of other sizes
    gains = max(abs(a - factor * b) / (1.0 + a)
                for mine, other in zip(ours[1], theirs[1]) for a, b in zip(mine, other))
    return max(scores, gains)


def regression_data(random, missing):
    """Few values a feature, so that all tools have the same thresholds; numbers that 32 bits hold."""
    x = random.integers(0, 12, (ROWS, FEATURES)) / 4
    if missing:
        x[random.random((ROWS, FEATURES)) < 0.15] = np.nan
    y = 16 + np.round(random.normal(size=ROWS) * 64 - 40 * np.nan_to_num(x[:, 0] * x[:, 1], nan=2.0)) / 64
    weight = np.round(random.random(ROWS) * 64 + 8) / 64
    return x, y, weight


# What an option is called: Podium, LightGBM, XGBoost.
NAMES = {"rounds": ("rounds", "rounds", "rounds"),
         "rate": ("rate", "learning_rate", "eta"),
         "leaves": ("leaves", "num_leaves", "max_leaves"),
         "depth": ("depth", "max_depth", "max_depth"),
         "l1": ("l1", "lambda_l1", "reg_alpha"),
         "l2": ("l2", "lambda_l2", "reg_lambda"),
         "curvature": ("min-curvature", "min_sum_hessian_in_leaf", "min_child_weight"),
         "step": ("max-step", "max_delta_step", "max_delta_step"),
         "monotone": ("monotone", "monotone_constraints", "monotone_constraints")}
COMMON = {"rounds": 3, "rate": 0.5, "leaves": 8, "l2": 1.0, "curvature": 0.001}
# Settings beside the common ones, and the tools that mean the same by them. LightGBM never tries a feature
# again below a node where no split of it counted, and guesses the rows of a leaf by its curvature, which shows
# in larger trees of LambdaRank; its monotone constraints are not ours. XGBoost's are also about missing values.
BOTH, XGBOOST, COMPLETE = "LightGBM and XGBoost", "XGBoost", "XGBoost without missing values"
REGRESSION = [({}, BOTH), ({}, BOTH), ({"depth": 2}, BOTH), ({"curvature": 12.0}, BOTH), ({"l1": 3.0}, XGBOOST),
              ({"monotone": [1, -1, 0, 0]}, COMPLETE)]
LAMBDARANK = [({"leaves": 4}, BOTH), ({"leaves": 4}, BOTH), ({"depth": 2}, BOTH), ({}, XGBOOST),
              ({"curvature": 4.0}, XGBOOST), ({"l1": 3.0}, XGBOOST), ({"step": 0.3}, XGBOOST),
              ({"monotone": [1, -1, 0, 0]}, XGBOOST)]
ACCURACY = 1e-4  # LightGBM looks its sigmoids up in a table


def options(tool, setting, scale=1.0):
    """The options of a tool; those that are added to sums of derivatives are `scale` times as large."""
    chosen = {}
    for name, value in {**COMMON, **setting}.items():
        if name in ("l1", "l2", "curvature"):
            value *= scale
        elif name == "monotone" and tool == 0:
            value = ",".join(f"{f + 1}:{sign:+d}" for f, sign in enumerate(value) if sign)
        elif name == "monotone" and tool == 2:
            value = tuple(value)
        chosen[NAMES[name][tool]] = value
    return chosen


def compare_regression(podium, random, missing, setting, tools):
    """The squared error: our gradient and curvature are twice those of both tools, and so are gains."""
    x, y, weight = regression_data(random, missing)
    ours = podium.trees("mart", x, y, weight, {"min-rows": 1, **options(0, setting, 2.0)})
    mean = float(np.average(y, weights=weight))
    found = {"XGBoost": largest_difference(ours, xgboost_trees(
        x, y, weight, objective="reg:squarederror", base_score=mean, **options(2, setting)), 2.0)}
    if tools == BOTH:
        found["LightGBM"] = largest_difference(ours, lightgbm_trees(
            x, y, weight, objective="regression", **options(1, setting)), 2.0)
    return found


def compare_lambdarank(podium, random, setting, tools):
    """LambdaRank of the whole list; a cutoff means something else in each tool. XGBoost takes twice the
    curvature of a pair, which is our bound, and its normalisation is its own. Both rank equal scores in the
    order of the rows, Podium takes means over their orders: all start with different scores."""
    x = random.integers(0, 12, (ROWS, FEATURES)) / 4
    x[:, -1] = np.concatenate([random.permutation(DOCUMENTS) for _ in range(QUERIES)]) / 16
    y = np.clip(np.round(x[:, 0] * x[:, 1] / 2 + random.normal(size=ROWS) * 0.5), 0, 3)
    group = [DOCUMENTS] * QUERIES
    start = podium.start(x)
    words = ("--start", "start.json")
    pairs = {"min-rows": 1, "cutoff": 0, "max-step": 0, **options(0, setting)}
    ours = podium.trees("lambdamart", x, y, None, {"norm": "false", "curvature": "bound", **pairs}, words)
    found = {"XGBoost": largest_difference(ours, xgboost_trees(
        x, y, group=group, start=start, objective="rank:ndcg", lambdarank_pair_method="topk",
        lambdarank_num_pair_per_sample=ROWS, lambdarank_normalization=False,
        lambdarank_score_normalization=False, base_score=0.0, **options(2, setting)))}
    for norm in (False, True) if tools == BOTH else ():
        ours = podium.trees("lambdamart", x, y, None, {"norm": str(norm).lower(), **pairs}, words)
        found[f"LightGBM, norm={norm}"] = largest_difference(ours, lightgbm_trees(
            x, y, group=group, start=start, objective="lambdarank", lambdarank_norm=norm, sigmoid=1.0,
            lambdarank_truncation_level=ROWS, **options(1, setting)))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    program = parser.parse_args().podium.resolve()
    print(f"LightGBM {lightgbm.__version__}, XGBoost {xgboost.__version__}")
    random = np.random.default_rng(7)
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        podium = Podium(program, folder)

        def report(name, setting, found):
            nonlocal worst
            worst = max(worst, *found.values())
            print(name, setting or "", {tool: f"{difference:.1e}" for tool, difference in found.items()})
        for setting, tools in REGRESSION:
            report("regression", setting, compare_regression(podium, random, False, setting, tools))
            if tools != COMPLETE:
                report("with missing values", setting, compare_regression(podium, random, True, setting, tools))
        for setting, tools in LAMBDARANK:
            report("LambdaRank", setting, compare_lambdarank(podium, random, setting, tools))
    print(f"largest difference of a score, or of a gain by its size: {worst:.1e}")
    return worst > ACCURACY


if __name__ == "__main__":
    sys.exit(main())
