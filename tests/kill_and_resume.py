#!/usr/bin/env python3
"""Ends training, searches, cross-validation and experiments by SIGKILL and SIGINT, lets them go on, and compares
what they leave with that of runs that nobody disturbed: it must be the same bytes."""
import argparse
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

# Data four times as large as the memory it may take.
ON_DISK = " --memory-limit-gb 0.00003 --scratch ."
TRAIN = [("train " + words + " --train train.txt --vali vali.txt --normalise query-minmax "
          "--checkpoint-seconds 0 --quiet").split()
         for words in ("lambdarank --set iterations=40 --tune none", "rankboost --set rounds=60",
                       "adarank-ndcg --set rounds=60 --set window=60",
                       "lambdamart --set rounds=40 --set leaves=5 --set query-share=0.5 --tune none",
                       "toprank --set tune=true --set listnet.tolerance=0",
                       "listnet --set iterations=40 --set tolerance=0 --tune none" + ON_DISK,
                       "trees --set rounds=40 --set leaves=5 --tune none" + ON_DISK)]
CROSSVAL = ("crossval ranksvm --data train.txt --grid c=0.1,1,10 --grid c-scale=light,rank,mean "
            "--set optimiser=lbfgs --set tolerance=1e-9 --format json --threads 1 --quiet").split()
TUNE = ("tune lambdarank --train train.txt --vali vali.txt --budget 20 --set iterations=20 --set model=linear "
        "--format json --quiet").split()

STUDY = """
name = "killed"
measures = ["map", "ndcg@10"]
seeds = [1, 2]

[[data]]
name = "generated"
synth = { queries = 60, documents = 20, features = 8 }

[[row]]
algorithm = "listnet"
grid = { l2 = [0.01, 1] }

[[row]]
algorithm = "rankboost"
set = { rounds = 40 }

[sweep]
over = "train-share"
values = [0.25, 0.5, 1]
"""
STUDY_CELLS = 5 * 2 * 2 * 3


class Runner:
    """Commands of one program in one folder."""

    def __init__(self, podium, folder):
        self.podium = podium
        self.folder = pathlib.Path(folder)

    def start(self, *arguments):
        return subprocess.Popen([self.podium, *arguments], cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate()
        assert process.returncode == 0, f"{arguments}: exit {process.returncode}\n{err.decode()}"
        return out

    def end(self, how, when, *arguments):
        """Starts, sends the signal as soon as when() says so, and gives exit code and stderr; the
        code is None when the program was done before."""
        process = self.start(*arguments)
        while process.poll() is None and not when():
            time.sleep(0.001)
        was_running = process.poll() is None
        process.send_signal(how)
        _, err = process.communicate()
        return (process.returncode if was_running and process.returncode != 0 else None), err

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def is_there(self, name):
        return (self.folder / name).exists()


def iteration_of(runner, name):
    """Of a checkpoint; it is written whole or not at all, so it can be read at any time."""
    return json.loads(runner.bytes_of(name))["iteration"] if runner.is_there(name) else 0


def check_training(runner, train):
    algorithm = train[1]
    whole = f"{algorithm}-whole.json"
    runner.run(*train, "--model", whole)
    assert not runner.is_there(whole + ".checkpoint"), "a finished training leaves a checkpoint"
    for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
        name = f"{algorithm}-{how.name}.json"
        arguments = (*train, "--model", name)
        ends = 0
        for goal in (3, 12, 25):  # ended again and again
            found, err = runner.end(
                how, lambda goal=goal: iteration_of(runner, name + ".checkpoint") >= goal,
                *arguments, "--resume")
            if found is None:
                break
            assert found == code, f"{how.name}: exit {found}, expected {code}\n{err.decode()}"
            ends += 1
            assert runner.is_there(name) == (how == signal.SIGINT), f"{how.name}: a model?"
            if how == signal.SIGINT:
                assert b"--resume continues" in err, err
                runner.run("score", "--model", name, "--data", "vali.txt", "--out", "scores.txt")
        assert ends > 0, f"{how.name}: the training was done before it could be ended"
        runner.run(*arguments, "--resume")
        assert runner.bytes_of(name) == runner.bytes_of(whole), f"{how.name}: another model"
        assert not runner.is_there(name + ".checkpoint")
        print(f"{algorithm}: {ends} times {how.name}, the same model")


def results_of(text):
    """What a cross-validation found, without the time it took."""
    document = json.loads(text)
    for fold in document["folds"]:
        del fold["seconds"]
    return document


def lines_of(runner, name):
    return runner.bytes_of(name).count(b"\n") if runner.is_there(name) else 0


def check_crossval(runner):
    whole = results_of(runner.run(*CROSSVAL))
    for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
        name = f"{how.name}.state"
        arguments = (*CROSSVAL, "--state", name)
        ends = 0
        for goal in (3, 8):
            found, err = runner.end(how, lambda goal=goal: lines_of(runner, name) >= goal,
                                    *arguments)
            if found is None:
                break
            assert found == code, f"{how.name}: exit {found}, expected {code}\n{err.decode()}"
            ends += 1
        assert ends > 0, f"{how.name}: the cross-validation was done before it could be ended"
        done = lines_of(runner, name) - 1
        with open(runner.folder / name, "ab") as state:
            state.write(b'{"fold":4,"cha')  # as a kill in the middle of a line leaves it
        assert results_of(runner.run(*arguments)) == whole, f"{how.name}: other results"
        print(f"crossval: {ends} times {how.name}, {done} parts kept, the same results")


def check_search(runner):
    runner.run(*TUNE, "--model", "search-whole.json")
    for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
        name = f"search-{how.name}.json"
        arguments = (*TUNE, "--model", name)
        ends = 0
        for goal in (3, 9, 15):
            found, err = runner.end(
                how, lambda goal=goal: lines_of(runner, name + ".checkpoint") > goal, *arguments)
            if found is None:
                break
            assert found == code, f"{how.name}: exit {found}, expected {code}\n{err.decode()}"
            ends += 1
        assert ends > 0, f"{how.name}: the search was done before it could be ended"
        runner.run(*arguments)
        assert runner.bytes_of(name) == runner.bytes_of("search-whole.json"), f"{how.name}: another model"
        assert not runner.is_there(name + ".checkpoint")
        print(f"tune: {ends} times {how.name}, the same model")


def cells_of(runner, name):
    """Keys of the whole lines that hold a result."""
    lines = runner.bytes_of(name).split(b"\n")[:-1] if runner.is_there(name) else []
    return [json.loads(line)["cell"] for line in lines if b'"cell"' in line]


def check_experiment(runner):
    (runner.folder / "study.toml").write_text(STUDY)
    experiment = ("experiment", "run", "study.toml", "--format", "json")
    whole = runner.run(*experiment, "--results", "whole.jsonl")
    for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
        name = f"{how.name}.jsonl"
        arguments = (*experiment, "--results", name)
        kept = []
        for goal in (5, 20, 40):
            found, err = runner.end(how, lambda goal=goal: len(cells_of(runner, name)) >= goal,
                                    *arguments)
            if found is None:
                break
            assert found == code, f"{how.name}: exit {found}, expected {code}\n{err.decode()}"
            now = cells_of(runner, name)
            assert now[:len(kept)] == kept, f"{how.name}: a cell was lost"
            kept = now
        assert kept, f"{how.name}: the experiment was done before it could be ended"
        assert runner.run(*arguments) == whole, f"{how.name}: other results"
        done = cells_of(runner, name)
        assert len(done) == len(set(done)) == STUDY_CELLS, f"{how.name}: {len(done)} cells"
        print(f"experiment: {how.name}, {len(kept)} cells kept, none computed twice, the same output")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    podium = parser.parse_args().podium.resolve()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(podium, folder)
        for name, seed in (("train.txt", "1"), ("vali.txt", "2")):
            runner.run("synth", "letor", "--queries", "60", "--documents", "40", "--features", "10",
                       "--seed", seed, "--out", name)
        for train in TRAIN:
            check_training(runner, train)
        assert not list(pathlib.Path(folder).glob("podium-scratch*")), "a file was left behind"
        check_crossval(runner)
        check_search(runner)
        check_experiment(runner)
    return 0


if __name__ == "__main__":
    sys.exit(main())
