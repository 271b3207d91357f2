#!/usr/bin/env python3
"""How wrong the probabilities of `podium train --calibrate 1` are on test data, for real data in the folder PODIUM_DATA: the expected
calibration error of P(label >= 1) in ten bins, computed here, over the test queries of five folds together.

    calibration.py PODIUM [--algorithm auto] [--method isotonic]

The exit code is 77 when the data is not there."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

LIMITS = {"MQ2008": 0.02, "LightGBM-lambdarank": 0.03}
SKIPPED = 77


def error_of(probabilities, labels, bins=10):
    """Documents in the order of their probabilities, cut into bins of equal size."""
    pairs = sorted(zip(probabilities, labels), key=lambda pair: pair[0])
    found, at = 0.0, 0
    for number in range(bins):
        size = len(pairs) // bins + (number < len(pairs) % bins)
        own = pairs[at:at + size]
        found += abs(sum(p for p, _ in own) - sum(label for _, label in own)) / len(pairs)
        at += size
    return found


def brier(probabilities, labels):
    return sum((p - label) ** 2 for p, label in zip(probabilities, labels)) / len(labels)


def run(podium, *words):
    return subprocess.run([podium, *map(str, words)], capture_output=True, check=True, text=True).stdout


def folds_of(podium, name, data, work):
    """Files to train on, four parts of the data, and to test on, five times."""
    folds = data / name if (data / name / "Fold1").exists() else split(podium, data / name, work)
    for fold in range(1, 6):
        train, parts = work / "train.txt", [folds / f"Fold{fold}/{part}.txt" for part in ("train", "vali", "test")]
        train.write_text("".join(part.read_text() for part in parts[:2]))
        yield train, parts[2]


def split(podium, example, work):
    """Five folds of both files of an example of LightGBM."""
    whole = work / "whole.txt"
    parts = []
    for part in ("train", "test"):
        run(podium, "data", "convert", example / f"rank.{part}", work / f"{part}.txt", "--groups", example / f"rank.{part}.query",
            "--feature-count", 300)
        parts += [(part, line) for line in (work / f"{part}.txt").read_text().splitlines()]
    whole.write_text("".join(line.replace("qid:", "qid:1000" if part == "test" else "qid:") + "\n" for part, line in parts))
    run(podium, "data", "split", whole, "--folds", 5, "--out", work / "folds")
    return work / "folds"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("podium", type=pathlib.Path)
    parser.add_argument("--algorithm", default="listnet")
    parser.add_argument("--method", default="platt")
    args = parser.parse_args()
    podium, data = args.podium.resolve(), pathlib.Path(os.environ.get("PODIUM_DATA", "/nowhere"))
    names = [name for name in LIMITS if (data / name).exists()]
    failed = False
    for name in names:
        probabilities, labels, said = [], [], []
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            for train, test in folds_of(podium, name, data, work):
                model, scores = work / "m.json", work / "p.txt"
                run(podium, "train", args.algorithm, "--train", train, "--model", model)
                out = json.loads(run(podium, "calibrate", model, "--train", train, "--grade", 1, "--method", args.method, "--format", "json"))
                run(podium, "score", "--model", model, "--data", test, "--out", scores, "--probability")
                said.append(out["quality"][0])
                probabilities += map(float, scores.read_text().split())
                labels += [float(line.split()[0]) >= 1 for line in test.read_text().splitlines()]
        found, share = error_of(probabilities, labels), sum(labels) / len(labels)
        printed = ", ".join(f"{own['error']:.4f} ({own['95 % from']:.4f} to {own['to']:.4f}; perfect {own['perfect forecast']:.4f})" for own in said)
        print(f"{name}, {args.algorithm}, {args.method}: error {found:.4f}, at most {LIMITS[name]}; Brier score {brier(probabilities, labels):.4f}, "
              f"of the share alone {share * (1 - share):.4f}\n  out of fold: {printed}", flush=True)
        failed = failed or found > LIMITS[name]
    if failed:
        sys.exit("larger than expected")
    sys.exit(0 if names else SKIPPED)


if __name__ == "__main__":
    main()
