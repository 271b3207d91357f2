#!/usr/bin/env python3
"""Compares `lambdamart --categorical` and `auto` with the trees of LightGBM and CatBoost on a generated code: 300 queries to train on and 300 others, 20
documents each, 40 codes. In "main effect", the code adds to the usefulness; in "sign", it turns the sign of another feature, which no mean
of a code shows. NDCG@10 of the other queries, 150 trees of 31 leaves. Needs lightgbm, catboost and numpy."""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np

QUERIES, DOCUMENTS, CODES, TREES, LEAVES = 300, 20, 40, 150, 31


def generated(kind, seed):
    """Labels and features of all rows; feature 1 is the code."""
    draw = np.random.default_rng(seed)
    effect = draw.normal(size=CODES) if kind == "main effect" else draw.permutation(np.repeat([-1, 1], CODES // 2))
    code = draw.integers(CODES, size=(2 * QUERIES, DOCUMENTS))
    features = draw.normal(size=(2 * QUERIES, DOCUMENTS, 3))
    useful = effect[code] + features[..., 0] if kind == "main effect" else effect[code] * features[..., 0]
    useful = useful + 0.5 * features[..., 1] + 0.5 * draw.normal(size=code.shape)
    labels = (useful.argsort().argsort()[..., None] >= DOCUMENTS * np.array([0.5, 0.75, 0.9])).sum(axis=2)
    return labels.ravel(), np.c_[code.ravel() + 1, features.reshape(-1, 3)]


def write(path, labels, rows):
    path.write_text("".join(f"{label} qid:{row // DOCUMENTS + 1} " + " ".join(f"{f + 1}:{v!r}" for f, v in enumerate(values.tolist())) + "\n"
                            for row, (label, values) in enumerate(zip(labels, rows))))


def lightgbm_scores(labels, rows, test):
    import lightgbm
    data = lightgbm.Dataset(rows, labels, group=[DOCUMENTS] * QUERIES, categorical_feature=[0])
    options = {"objective": "lambdarank", "num_leaves": LEAVES, "seed": 1, "num_threads": 1, "verbosity": -1}
    return lightgbm.train(options, data, TREES).predict(test, raw_score=True)


def catboost_scores(labels, rows, test):
    import catboost
    typed = [[[int(row[0]), *row[1:]] for row in part.tolist()] for part in (rows, test)]
    model = catboost.CatBoost({"loss_function": "YetiRank", "grow_policy": "Lossguide", "max_leaves": LEAVES, "learning_rate": 0.1,
                               "iterations": TREES, "random_seed": 1, "thread_count": 1, "verbose": False, "allow_writing_files": False})
    model.fit(catboost.Pool(typed[0], labels, group_id=np.arange(len(labels)) // DOCUMENTS, cat_features=[0]))
    return model.predict(catboost.Pool(typed[1], cat_features=[0]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=3)
    args = parser.parse_args()
    for kind in ("main effect", "sign"):
        for seed in range(1, args.seeds + 1):
            labels, rows = generated(kind, seed)
            half = QUERIES * DOCUMENTS
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                write(folder / "train.txt", labels[:half], rows[:half])
                write(folder / "test.txt", labels[half:], rows[half:])

                def run(*words):
                    return json.loads(subprocess.run([args.podium.resolve(), *map(str, words), "--format", "json", "--quiet", "--threads", "1"],
                                                     capture_output=True, check=True, text=True, cwd=folder).stdout)

                def podium(*words, algorithm="lambdamart"):
                    return run("train", algorithm, "--train", "train.txt", "--test", "test.txt", "--model", "m.json", "--measures", "ndcg@10",
                               *words)["test"]["ndcg@10"]

                def peer(scores):
                    np.savetxt(folder / "scores", scores(labels[:half], rows[:half], rows[half:]))
                    return run("evaluate", "--data", "test.txt", "--scores", "scores", "--measures", "ndcg@10")["measures"]["ndcg@10"]

                fixed = ["--tune", "none", "--set", f"rounds={TREES}", "--set", f"leaves={LEAVES}"]
                values = {"code as number": podium(*fixed), "--categorical": podium(*fixed, "--categorical", 1),
                          "without sets": podium(*fixed, "--categorical", 1, "--set", "category-sets=false"),
                          "--categorical, tuned": podium("--categorical", 1),
                          "auto": podium("--categorical", 1, algorithm="auto"), "LightGBM": peer(lightgbm_scores), "CatBoost": peer(catboost_scores)}
            print(f"{kind}, seed {seed}:", ", ".join(f"{name} {value:.4f}" for name, value in values.items()), flush=True)


if __name__ == "__main__":
    main()
