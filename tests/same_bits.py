#!/usr/bin/env python3
"""Runs the same commands with 1 and 2 threads, and with the programs of two compilers when the
environment variable PODIUM_OTHER names a second one: everything they write must be the same bytes."""
import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SCORES = "--scores truth.scores --scores tied.scores"
COMMANDS = [
    "synth letor --queries 60 --documents 30 --features 12 --missing 0.05 --out data.txt "
    "--truth-scores truth.scores",
    "synth preferences --queries 5 --out pairs.txt",
    "data info data.txt --format json",
    "data check data.txt --format json",
    "data convert data.txt data.podium",
    "data convert data.txt data.csv",
    "data fill data.txt --out filled.txt",
    "data normalise filled.txt --kind query-minmax --out query.txt",
    "data normalise filled.txt --kind zscore --out set.txt --save scale.json",
    "data normalise filled.txt --kind auto --out auto.txt --save auto.json",
    "data truth data.txt --truth topk:5 --out top.jsonl",
    "data split data.txt --out folds",
    f"evaluate --data data.txt {SCORES} --format json "
    "--measures map,rr,ndcg@1-10,meanndcg,err,rbp,kendall,recall@5,p@5,compatibility",
    f"evaluate --data data.txt {SCORES} --format json --ties expected --measures map,ndcg@10,err,rr",
    f"evaluate --data data.txt {SCORES} --format json --truth topk:10 "
    "--measures kappa-ndcg@10,kappa-err,wkt(normalised=true),rbo,topk-loss@3",
    f"compare --data data.txt {SCORES} --measure ndcg@10 --test all --iterations 2000 --format json",
]


def training_commands(podium):
    """Every algorithm on the data that COMMANDS leave; those that follow a gradient with a linear
    model and a network."""
    def listed(*what):
        return json.loads(subprocess.run([podium, "list", *what, "--format", "json"],
                                         capture_output=True, check=True).stdout)

    for name in [row["algorithm"] for row in listed("algorithms")]:
        options = [row["option"] for row in listed("options", name)]
        if "rankers" in options:  # trains others
            for truth in ("graded", "topk:5"):
                yield (f"train {name} --train folds/Fold1/train.txt --vali folds/Fold1/vali.txt "
                       "--normalise query-minmax --set topslack.iterations=6 "
                       f"--set listnet.iterations=6 --truth {truth} --model {name}-{truth}.json")
            continue
        if "leaves" in options:  # the loss is all in which such algorithms differ
            if name == "lambdamart":
                yield (f"train {name} --train folds/Fold1/train.txt --vali folds/Fold1/vali.txt "
                       "--fill keep --set rounds=8 --set leaves=6 --set precision=fast "
                       f"--set query-share=0.5 --truth topk:5 --tune none --model {name}.json")
            continue
        if "rounds" in options:
            for truth in ("graded", "topk:5"):
                yield (f"train {name} --train folds/Fold1/train.txt --vali folds/Fold1/vali.txt "
                       f"--normalise query-minmax --set rounds=12 --truth {truth} "
                       f"--model {name}-{truth}.json")
            continue
        # Newton's method is for linear models; Adam works for every algorithm.
        for model, more in (("linear", "--truth topk:5"), ("network", "--set optimiser=adam")):
            yield (f"train {name} --train folds/Fold1/train.txt --vali folds/Fold1/vali.txt "
                   f"--normalise zscore --set iterations=6 --set model={model} {more} --tune none "
                   f"--model {name}-{model}.json")
    yield ("train listnet --train codes-train.txt --categorical 1,3 --set iterations=6 "
           "--tune none --model categorical.json")
    trees = ("--train folds/Fold1/train.txt --vali folds/Fold1/vali.txt --set rounds=8 --set leaves=6 "
             "--set min-rows=5 --tune none")
    yield f"train lambdamart {trees} --set dropout=0.3 --fill keep --model trees-dropout.json"
    yield (f"train mart {trees} --categorical 1,3 --model trees-categorical.json"
           .replace("folds/Fold1/", "codes-"))
    yield f"train trees {trees} --start listnet-linear.json --model trees-start.json"
    yield f"train lambdamart {trees} --start trees-start.json --model trees-more.json"
    yield ("train rankboost --train folds/Fold1/train.txt --set rounds=5 --tune none "
           "--start rankboost-graded.json --model weak-rankers-more.json")
    yield "train auto --train folds/Fold1/train.txt --vali folds/Fold1/vali.txt --model auto.json"
    yield "train adarank-map --train folds/Fold1/train.txt --baseline 1 --model tuned.json"


def outcome(podium, threads):
    """Digests of what every command prints and of every file it leaves; of training, which prints
    the time it took, the files alone."""
    digests = {}
    with tempfile.TemporaryDirectory() as folder:
        for command in [*COMMANDS, *training_commands(podium)]:
            result = subprocess.run([podium, *command.split(), "--threads", str(threads), "--quiet"],
                                    cwd=folder, capture_output=True, check=False)
            if result.returncode != 0:
                sys.exit(f"{command}: exit {result.returncode}\n{result.stderr.decode()}")
            if not command.startswith("train "):
                digests[command] = hashlib.sha256(result.stdout).hexdigest()
            if command.startswith("synth letor"):  # a second ranker, with many equal scores
                scores = pathlib.Path(folder, "truth.scores").read_text().split()
                pathlib.Path(folder, "tied.scores").write_text(
                    "".join(f"{round(float(score))}\n" for score in scores))
            if command.startswith("data split"):  # the same with codes as features 1 and 3
                for part in ("train", "vali"):
                    text = pathlib.Path(folder, f"folds/Fold1/{part}.txt").read_text()
                    pathlib.Path(folder, f"codes-{part}.txt").write_text(
                        re.sub(r" ([13]):([-\d.e]+)", lambda m: f" {m[1]}:{round(10 * float(m[2]))}", text))
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.is_file():
                digests[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return digests


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    podium = parser.parse_args().podium
    programs = [podium] + [pathlib.Path(path) for path in [os.environ.get("PODIUM_OTHER")] if path]
    results = {(program, threads): outcome(program, threads)
               for program in programs for threads in (1, 2)}
    first = results[podium, 1]
    assert len(first) > len(COMMANDS) + 30, "the commands left fewer files than expected"
    bad = [f"{program}, {threads} threads: {name}" for (program, threads), digests in results.items()
           for name in sorted(set(first) | set(digests)) if first.get(name) != digests.get(name)]
    print("\n".join(bad) or f"{len(first)} outputs, {len(results)} ways to make them, the same bytes")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
