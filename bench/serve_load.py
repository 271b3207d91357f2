#!/usr/bin/env python3
"""Measures podium serve over loopback: 1,000 documents of 136 features in each request.

    python3 bench/serve_load.py --podium build/release/podium --folder build/serve [--peers PYTHON]

Prints p50 and p99 of one connection, of connections that together use half of the capacity, and of the same during 100
reloads; with --peers beside onnxruntime behind Python's own HTTP server and LightGBM's predict, alternating.
"""
import argparse
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import signal
import statistics
import struct
import subprocess
import threading
import time

DOCUMENTS, FEATURES = 1000, 136


def make_models(podium, folder):
    """Trains a linear model and one of 500 trees of 31 leaves on generated data."""
    models, data = folder / "models", folder / "data.txt"
    learners = {"linear": ["ranksvm", "--set", "c=0.01", "--normalise", "zscore"],
                "trees": ["lambdamart", "--set", "rounds=500", "--set", "leaves=31"]}
    if not all((models / f"{name}.json").exists() for name in learners):
        models.mkdir(parents=True, exist_ok=True)
        commands = [["synth", "letor", "--queries", "120", "--documents", "100", "--features", str(FEATURES), "--out", data]]
        commands += [["train", *words, "--train", data, "--model", models / f"{name}.json"] for name, words in learners.items()]
        for command in commands:
            subprocess.run([podium, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return models


def requests():
    source = random.Random(2)
    rows = [[struct.unpack("f", struct.pack("f", source.gauss(0, 1)))[0] for _ in range(FEATURES)] for _ in range(DOCUMENTS)]
    flat = [value for row in rows for value in row]
    binary = b"PDM1" + struct.pack("<III", FEATURES, DOCUMENTS, 0) + struct.pack(f"<{len(flat)}f", *flat)
    text = json.dumps({"documents": [{"values": [round(v, 6) for v in row]} for row in rows]}, separators=(",", ":")).encode()
    return {"binary": (binary, "application/x-podium-rows"), "JSON": (text, "application/json")}, rows


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


class Client:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(self, path, body, kind):
        begin = time.perf_counter()
        self.connection.request("POST", path, body, {"Content-Type": kind})
        answer = self.connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"status {answer.status}")
        return time.perf_counter() - begin


def one_connection(port, path, body, kind, count):
    client = Client(port)
    for _ in range(20):
        client.ask(path, body, kind)
    return [client.ask(path, body, kind) for _ in range(count)]


def at_rate(port, path, body, kind, rate, seconds, connections=4):
    """Requests at fixed times, so that a slow answer delays no other one's clock."""
    times, failures, lock = [], [], threading.Lock()

    def work(number):
        client = Client(port)
        begin = time.perf_counter() + 0.1
        step = connections / rate
        due = begin + number * step / connections
        while due < begin + seconds:
            time.sleep(max(0.0, due - time.perf_counter()))
            try:
                client.ask(path, body, kind)
                with lock:
                    times.append(time.perf_counter() - due)
            except (RuntimeError, OSError) as problem:
                failures.append(problem)
                client = Client(port)
            due += step

    threads = [threading.Thread(target=work, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times, failures


def show(name, times, note=""):
    print(f"{name:55s} p50 {percentile(times, .5) * 1e3:7.3f} ms  p99 {percentile(times, .99) * 1e3:7.3f} ms  "
          f"min {min(times) * 1e3:7.3f} ms  {note}", flush=True)


class Deployment:
    """Replaces the model 100 times by one with other bytes. The files are written before, so that the clock sees the service alone."""

    def __init__(self, models, folder):
        self.path = models / "trees.json"
        text = self.path.read_bytes()
        folder.mkdir(exist_ok=True)
        self.files = [folder / str(number) for number in range(101)]
        for number, file in enumerate(self.files):
            file.write_bytes(text + b" " * (number + 1 if number < 100 else 0))

    def run(self):
        for file in self.files:
            os.replace(file, self.path)
            time.sleep(0.1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--podium", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="for models and data")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--peers", help="a Python with lightgbm and onnxruntime")
    args = parser.parse_args()
    models = make_models(args.podium.resolve(), args.folder)
    server = subprocess.Popen([args.podium.resolve(), "serve", "--models", str(models), "--port", "0", "--poll", "0.05",
                               "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        # The address is the only thing that the program prints.
        text = ""
        while "}" not in text:
            text += server.stdout.readline()
        port = int(json.loads(text)["address"].rsplit(":", 1)[1])
        bodies, rows = requests()
        for model in ("linear", "trees"):
            for form, (body, kind) in bodies.items():
                show(f"{model}, {form}, one connection", one_connection(port, f"/v1/models/{model}/score", body, kind, args.count))
        body, kind = bodies["binary"]
        path = "/v1/models/trees/score"
        one = statistics.median(one_connection(port, path, body, kind, 100))
        rate = 0.5 * 2 / one / 2  # half of what one connection after the other reaches
        times, failures = at_rate(port, path, body, kind, rate, args.seconds)
        show(f"trees, binary, half load ({rate:.0f} a second)", times, f"{len(failures)} failed")
        # A process, so that the clock of the clients does not wait for it.
        deployment = multiprocessing.Process(target=Deployment(models, args.folder / "next").run)
        deployment.start()
        times, failures = at_rate(port, path, body, kind, rate, args.seconds)
        deployment.join()
        show("the same during 100 reloads", times, f"{len(failures)} failed")
        if args.peers:
            here = pathlib.Path(__file__).resolve().parent
            subprocess.run([args.podium.resolve(), "export", str(models / "trees.json"), "--to", "onnx", "--out",
                            str(args.folder / "trees.onnx")], check=True, stdout=subprocess.DEVNULL)
            subprocess.run([args.podium.resolve(), "export", str(models / "trees.json"), "--to", "lightgbm", "--out",
                            str(args.folder / "trees.txt")], check=True, stdout=subprocess.DEVNULL)
            with open(args.folder / "rows.bin", "wb") as out:
                out.write(bodies["binary"][0])
            subprocess.run([args.peers, str(here / "peers" / "serve_peers.py"), str(args.folder), str(port)], check=True)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


if __name__ == "__main__":
    main()
