"""Shared by all measurements: the programs, the data and the virtual environment of the other tools."""
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
PEERS = ["lightgbm", "xgboost", "scikit-learn", "pytrec_eval-terrier", "ranx", "onnx", "onnxmltools", "onnxruntime"]
LIMIT = 300  # seconds for one run of one trainer


def output_of(command):
    return subprocess.run([str(word) for word in command], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def run_limited(command):
    """Returns output, seconds, CPU seconds and peak memory of a process; no output if it took longer than LIMIT."""
    start = time.perf_counter()
    with subprocess.Popen(["timeout", str(LIMIT), *map(str, command)], text=True,
                          stdout=subprocess.PIPE) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == 124:
        return {"output": None, "seconds": LIMIT}
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return {"output": output, "seconds": time.perf_counter() - start,
            "cpu_seconds": usage.ru_utime + usage.ru_stime, "peak_bytes": usage.ru_maxrss * 1024}


def peer_python(build):
    python = build / "peers" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", build / "peers"], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", *PEERS], check=True)
    return python


class Bench:
    def __init__(self, build, with_peers):
        self.build = build
        self.python = peer_python(build) if with_peers else None
        self.data = build / "bench-data"
        self.data.mkdir(parents=True, exist_ok=True)

    def podium(self, *words):
        return output_of([self.build / "podium", *words, "--quiet"])

    def measure(self, threads, *words):
        return json.loads(output_of([self.build / "podium_bench", threads, *words]))

    def peer(self, *words):
        return json.loads(output_of([self.python, HERE / "peers.py", *words]).splitlines()[-1])

    def ndcg(self, data, *how):
        report = json.loads(self.podium("evaluate", "--data", data, *how, "--measures", "ndcg@10", "--format", "json"))
        return report["measures"]["ndcg@10"]

    def file(self, name, make):
        """Returns the path of a file in the data folder; make(path) creates the file if it does not exist."""
        path = self.data / name
        if not path.exists():
            print(f"making {name}", file=sys.stderr)
            make(path)
        return path

    def text(self, preset):
        return self.file(f"{preset}.txt", lambda path: self.podium(
            "synth", "letor", "--preset", preset, "--out", path))

    def cache(self, preset):
        text = self.text(preset)
        return self.file(f"{preset}.podium", lambda path: self.podium("data", "convert", text, path))

    def svm(self, preset):
        text = self.text(preset)
        return self.file(f"{preset}.svm", lambda path: self.podium(
            "data", "convert", text, path, "--to", "svmlight"))
