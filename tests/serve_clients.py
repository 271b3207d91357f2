#!/usr/bin/env python3
"""Runs the clients of docs/clients against the real service, and compares their scores with those of `podium score`.

    serve_clients.py PODIUM

curl and Java are left out, with a message, where they are not installed."""
import argparse
import csv
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

from served_program import ServedProgram

CLIENTS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "clients"
FEATURES = ["bm25", "title match", "pagerank"]
MODELS = {"linear": ["listmle", "--normalise", "zscore"], "trees": ["lambdamart", "--set", "rounds=5"]}


def write_table(path, rows, *first):
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([[*first, *FEATURES], *rows])


def made_up(draw, queries, documents):
    """Rows of labelled documents; the label follows the features, and some values are missing."""
    for query in range(queries):
        for document in range(documents):
            values = [round(draw.uniform(0, 20), 3), round(draw.random(), 3), round(draw.gauss(0, 1), 4)]
            label = int(values[0] > 8) + int(values[1] > 0.5)
            cells = ["" if draw.random() < 0.1 else value for value in values]
            yield [f"q{query}", label, f"d{document}", *cells]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def train(podium, folder):
    write_table(folder / "train.csv", made_up(random.Random(1), 20, 15), "qid", "label", "docid")
    for name, options in MODELS.items():
        run(podium, "train", *options, "--fill", "zero", "--tune", "none", "--train", folder / "train.csv", "--model", folder / f"{name}.json")


class Query:
    """The documents of one query in the forms that the clients read."""

    def __init__(self, folder):
        rows = list(made_up(random.Random(2), 1, 40))
        self.ids = [row[2] for row in rows]
        self.values = [[None if cell == "" else float(cell) for cell in row[3:]] for row in rows]
        self.data, self.table, self.json, self.rows = (folder / name for name in ("query.csv", "documents.csv", "query.json", "query.rows"))
        write_table(self.data, rows, "qid", "label", "docid")
        write_table(self.table, [row[2:] for row in rows], "docid")
        documents = [{"id": name, "values": values} for name, values in zip(self.ids, self.values)]
        self.json.write_text(json.dumps({"query": "q0", "features": FEATURES, "documents": documents}))
        floats = [float("nan") if value is None else value for values in self.values for value in values]
        self.rows.write_bytes(struct.pack("<4sIII", b"PDM1", len(FEATURES), len(rows), 0) + struct.pack(f"<{len(floats)}f", *floats))

    def expected(self, podium, model):
        out = self.data.with_suffix(".scores")
        run(podium, "score", "--model", model, "--data", self.data, "--out", out)
        return [float(line) for line in out.read_text().split()]

    def ranked(self, scores):
        return [self.ids[place] for place in sorted(range(len(scores)), key=lambda place: -scores[place])]


class Clients:
    """Runs a client; remembers what was compared."""

    def __init__(self, address, token):
        self.address = address
        self.environment = {**os.environ, "PODIUM_TOKEN": token}
        self.compared = 0

    def run(self, *command):
        return run(*map(str, command), env=self.environment)

    def same(self, what, found, expected):
        if found != expected:
            pairs = [f"  {one!r} instead of {other!r}" for one, other in zip(found, expected) if one != other][:3]
            sys.exit("\n".join([f"{what}: found {len(found)} results, expected {len(expected)}", *pairs]))
        self.compared += 1

    def refused(self, what, *command):
        """Without the token the client must fail and say why."""
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=120, env={**self.environment, "PODIUM_TOKEN": "wrong"})
        if done.returncode != 1 or "401" not in done.stderr or done.stdout:
            sys.exit(f"{what} with a wrong token: exit {done.returncode}\n{done.stdout}{done.stderr}")
        self.compared += 1


def numbers(text):
    return [float(line) for line in text.split()]


def check_curl(clients, query, model, expected):
    command = [CLIENTS / "podium.sh", clients.address, model]
    clients.same("curl, score", json.loads(clients.run(*command, "score", query.json))["scores"], expected)
    ranking = json.loads(clients.run(*command, "rank", query.json))["ranking"]
    clients.same("curl, rank", [document["id"] for document in ranking], query.ranked(expected))
    explained = json.loads(clients.run(*command, "explain", query.json))["ranking"]
    clients.same("curl, explain", [document["id"] for document in explained], query.ranked(expected)[:10])
    # od prints 17 digits, which is every bit.
    clients.same("curl, rows", numbers(clients.run(*command, "rows", query.rows)), expected)
    clients.refused("curl", *command, "score", query.json)


def check_python(clients, query, model, expected):
    command = [sys.executable, CLIENTS / "podium_client.py", clients.address, model, query.table]
    clients.same("Python, score", numbers(clients.run(*command)), expected)
    clients.same("Python, rows", numbers(clients.run(*command, "--rows")), expected)
    clients.same("Python, rank", clients.run(*command, "--rank").split(), query.ranked(expected))
    clients.same("Python, rank in order", clients.run(*command, "--in-order", "--rank").split(), query.ranked(expected))
    whole = [*command[:-1], query.data, "--query"]
    clients.same("Python, one query of a data set", numbers(clients.run(*whole, "q0")), expected)
    clients.same("Python, a query without documents", numbers(clients.run(*whole, "q1")), [])
    clients.refused("Python", *command)


def check_many(clients, query, expected):
    """All models in one body; `expected` has the scores of each."""
    sys.path.insert(0, str(CLIENTS))
    from podium_client import PodiumClient
    client = PodiumClient(clients.address, clients.environment["PODIUM_TOKEN"])
    message = json.loads(query.json.read_text())
    answers = client.score_many([{"model": "none", "documents": []}, *({"model": model, **message} for model in expected)])
    clients.same("Python, several queries", [answer["scores"] for answer in answers[1:]], list(expected.values()))
    clients.same("Python, a query that fails", [answers[0]["status"]], [404])


def check_java(clients, query, model, expected):
    command = ["java", CLIENTS / "PodiumClient.java", clients.address, model, query.table]
    clients.same("Java, rows", numbers(clients.run(*command)), expected)
    clients.same("Java, score", numbers(clients.run(*command, "--json")), expected)
    clients.refused("Java", *command)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("podium")
    args = parser.parse_args()
    checks = [check_python]
    for program, check in (("curl", check_curl), ("java", check_java)):
        if shutil.which(program):
            checks.append(check)
        else:
            print(f"left out: there is no {program} on the PATH")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        train(args.podium, folder)
        query = Query(folder)
        tokens = folder / "tokens"
        token = run(args.podium, "serve", "--tokens", tokens, "--new-token", "clients").strip()
        models = [f"{model}={folder / model}.json" for model in MODELS]
        server = ServedProgram(args.podium, "serve", *models, "--tokens", str(tokens)).start()
        try:
            clients = Clients(f"http://127.0.0.1:{server.port}", token)
            expected = {model: query.expected(args.podium, folder / f"{model}.json") for model in MODELS}
            for model in MODELS:
                for check in checks:
                    check(clients, query, model, expected[model])
            check_many(clients, query, expected)
        finally:
            status = server.stop()
        if status != 0:
            sys.exit(f"the service ended with {status}")
    print(f"{clients.compared} comparisons, all equal")


if __name__ == "__main__":
    main()
