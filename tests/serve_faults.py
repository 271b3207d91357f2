#!/usr/bin/env python3
"""Mistreats podium serve, which it starts itself: kills it under load, damages its models, uploads damaged ones, sends it rubbish, attacks it.

    serve_faults.py PODIUM [--requests 3000] [--seconds 1] [--kills 3] [--reloads 14] [--uploads 8] [--faults 60]

Throughout, honest clients go on scoring: none of their requests fails but while the service is dead, every answer has the
scores of the version that it names, and memory does not grow.
"""
import argparse
import gzip
import http.client
import json
import lzma
import multiprocessing
import os
import pathlib
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import attack
from attack import CLOSED_IN, PIECE, Target, attacker, endless, held, megabytes, quantile, repeated
from label_project import Server

FEATURES = 8
DOCUMENTS = 8
CLIENTS = 4
GROWTH_MEGABYTES = 30
ATTACKED_MEGABYTES = 200
PATH = "/v1/models/shop/score"


class ScoreServer(Server):
    def __init__(self, podium, folder, tokens):
        super().__init__(podium, folder)
        self.command = [podium, "serve", "--models", str(folder), "--tokens", str(tokens), "--poll", "0.05"]


def model_text(weight):
    """A linear model in the form of docs/formats/model.md, made by the program and then changed."""
    return json.dumps(TEMPLATE).replace('"WEIGHT"', str(weight))


def wide_model(features):
    """A small file that says it has many features, none of which has a name or a range, as those of imported models."""
    model = json.loads(model_text(1))
    model.update(kind="weak-rankers", parameters={"terms": [{"feature": 0, "weight": 1.0}]}, features={"count": features, "first": 1},
                 fill={"otherwise": "zero"})
    for member in ("normaliser", "serving"):
        model.pop(member, None)
    model["training"].pop("ranges", None)
    return json.dumps(model)


def make_template(podium, folder):
    data = folder / "data.txt"
    subprocess.run([podium, "synth", "letor", "--queries", "20", "--features", str(FEATURES), "--out", data], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run([podium, "train", "ranksvm", "--set", "c=1", "--normalise", "none", "--train", data, "--model", folder / "model.json"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    model = json.loads((folder / "model.json").read_text())
    model["parameters"]["weights"] = ["WEIGHT"] + [0.0] * (FEATURES - 1)
    return model


def replace(path, text):
    """As a deployment does: the file is whole or not there."""
    temporary = path.with_suffix(".new")
    temporary.write_text(text)
    os.replace(temporary, path)


class Honest(threading.Thread):
    """Scores again and again, and checks what comes back."""

    def __init__(self, server, token, known):
        super().__init__(daemon=True)
        self.server, self.token, self.known = server, token, known
        self.stopping = threading.Event()
        self.times, self.problems, self.versions = [], [], set()
        self.may_fail = False

    def run(self):
        body = json.dumps({"documents": [{"values": [d / 4] + [0.0] * (FEATURES - 1)} for d in range(DOCUMENTS)]})
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        connection = None
        while not self.stopping.is_set():
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
                begin = time.perf_counter()
                connection.request("POST", PATH, body, headers)
                answer = connection.getresponse()
                said = json.loads(answer.read())
                self.times.append(time.perf_counter() - begin)
                if answer.status != 200:
                    self.problems.append(f"status {answer.status}: {said}")
                    continue
                scores = said["scores"]
                step = scores[1] - scores[0]
                if self.known.setdefault(said["version"], step) != step or any(
                        b - a != step for a, b in zip(scores, scores[1:])):
                    self.problems.append(f"{said} are not the scores of one version")
                self.versions.add(said["version"])
            except (OSError, http.client.HTTPException, ValueError) as problem:
                if not self.may_fail:
                    self.problems.append(repr(problem))
                connection = None
                time.sleep(0.01)
            time.sleep(0.002)


class Crowd:
    def __init__(self, server, token, known):
        self.clients = [Honest(server, token, known) for _ in range(CLIENTS)]
        for client in self.clients:
            client.start()

    def allow_failures(self, may_fail):
        for client in self.clients:
            client.may_fail = may_fail

    def end(self):
        for client in self.clients:
            client.stopping.set()
        for client in self.clients:
            client.join()
        times = [t for client in self.clients for t in client.times]
        problems = sorted({p for client in self.clients for p in client.problems})
        return times, problems, set().union(*(client.versions for client in self.clients))


def kill_under_load(server, crowd):
    time.sleep(0.3)
    crowd.allow_failures(True)
    server.kill()
    server.start()
    time.sleep(0.2)
    crowd.allow_failures(False)


def check_kills(server, token, known, kills):
    crowd = Crowd(server, token, known)
    versions = set()
    for _ in range(kills):
        kill_under_load(server, crowd)
    times, problems, versions = crowd.end()
    if len(versions) != 1:
        problems.append(f"after a restart another version was served: {versions}")
    return times, problems


def check_hangup(podium, folder, tokens, token):
    """SIGHUP reads files at once, where looking for them would take an hour, and does not end the service, also if the log cannot be
    opened again."""
    folder.mkdir()
    replace(folder / "shop.json", model_text(1))
    logs = folder.parent / "logs"
    logs.mkdir()
    server = ScoreServer(podium, folder, tokens)
    server.command[-1:] = ["3600", "--log", str(logs / "requests.jsonl")]
    server.start()
    known = {}
    crowd = Crowd(server, token, known)
    logs.rename(folder.parent / "logs.gone")
    replace(folder / "shop.json", model_text(0.5))
    server.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + 20
    while len(known) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    times, problems, versions = crowd.end()
    if len(versions) != 2:
        problems.append("SIGHUP did not make the service read the new model")
    if server.stop() != 0:
        problems.append("the service did not end cleanly")
    return times, problems


def check_record(podium, folder, tokens, token, kills):
    """Recorded queries outlive kills and rotation: podium score reads the files, and gives the scores that were answered."""
    folder.mkdir()
    replace(folder / "shop.json", model_text(0.5))
    record, rotated = folder.parent / "record.txt", folder.parent / "rotated.txt"
    server = ScoreServer(podium, folder, tokens)
    server.command += ["--record", f"shop={record}", "--record-share", "1"]
    server.start()
    known = {}
    crowd = Crowd(server, token, known)
    for _ in range(kills):
        kill_under_load(server, crowd)
    record.rename(rotated)
    server.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + 20
    while not (record.exists() and record.stat().st_size > 0) and time.monotonic() < end:
        time.sleep(0.05)
    times, problems, _ = crowd.end()
    if server.stop() != 0:
        problems.append("the service did not end cleanly")
    for path in (rotated, record):
        out = path.with_suffix(".scores")
        scored = subprocess.run([podium, "score", "--model", folder / "shop.json", "--data", path, "--out", out],
                                capture_output=True, text=True, check=False)
        scores = [float(line) for line in out.read_text().split()] if scored.returncode == 0 else []
        queries = [scores[begin:begin + DOCUMENTS] for begin in range(0, len(scores), DOCUMENTS)]
        steps = {b - a for query in queries for a, b in zip(query, query[1:])}
        if not queries or len(queries[-1]) != DOCUMENTS or steps != set(known.values()):
            problems.append(f"{path.name}: {scored.stderr.strip()}; {len(scores)} scores with the steps {steps}, not {known}")
    return times, problems


def check_reloads(server, token, known, folder, reloads):
    """Whole models take over, damaged ones do not."""
    crowd = Crowd(server, token, known)
    path = folder / "shop.json"
    for number in range(reloads):
        text = model_text(number + 2)
        if number % 3 == 1:
            path.write_text(text[: len(text) // 2])  # half-written, and not renamed into place
            time.sleep(0.12)
        if number % 3 == 2:
            replace(path, text.replace("podium", "rubbish", 1))
            time.sleep(0.12)
        replace(path, text)
        time.sleep(0.12)
    times, problems, versions = crowd.end()
    if len(versions) < reloads // 2:
        problems.append(f"{reloads} models were put into place and {len(versions)} versions served")
    if set(known.values()) - {n / 4 for n in range(1, reloads + 2)}:
        problems.append(f"found scores of no model: {known}")
    return times, problems


# --- files that change under the service ---

def clear(path):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def mistreat(source, path, whole):
    """What people and programs do to a file that a service has opened or is about to open."""
    kind = source.choice(["truncate", "rewrite", "remove", "folder", "pipe", "replace"])
    if kind == "truncate" and path.is_file():
        os.truncate(path, source.randrange(path.stat().st_size + 1))
        return
    clear(path)
    if kind in ("rewrite", "truncate"):
        with open(path, "wb", buffering=0) as file:
            cut = source.randrange(len(whole) + 1)
            file.write(whole[:cut])
            time.sleep(source.random() * 0.01)
            file.write(whole[cut:])
    elif kind in ("folder", "pipe"):
        while True:
            try:
                path.mkdir() if kind == "folder" else os.mkfifo(path)
                break
            except FileExistsError:  # the service was quicker to make its log anew
                clear(path)
    elif kind == "replace":
        temporary = path.with_name(f".{path.name}.new")
        temporary.write_bytes(whole)
        os.replace(temporary, path)


def certificate(folder, name):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost", "-keyout",
                    folder / f"{name}.key", "-out", folder / f"{name}.pem"], check=True, capture_output=True)
    return (folder / f"{name}.pem").read_bytes(), (folder / f"{name}.key").read_bytes()


def is_healthy(server, is_tls):
    try:
        if is_tls:
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=20, context=context)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False


def check_files(podium, folder, tokens, token, faults):
    """Every file that a service opens is cut, rewritten, removed or replaced by something else, at any moment."""
    models, logs = folder / "models", folder / "logs"
    for path in (models / "versions", models / "empty", logs):
        path.mkdir(parents=True)
    padding = " " * 2_000_000  # reading it takes a while
    numbers = iter(range(1, 10 * faults + 10))

    def model():
        return (model_text(next(numbers)) + padding).encode()

    own = tokens.read_bytes()
    pairs = [certificate(folder, "a"), certificate(folder, "b")]
    named, listed = folder / "shop.json", folder / "tokens"
    cert, key = folder / "used.pem", folder / "used.key"
    for path, whole in ((named, model()), (models / "other.json", model()), (models / "versions" / "v1.json", model()), (listed, own),
                        (cert, pairs[0][0]), (key, pairs[0][1])):
        path.write_bytes(whole)
    (models / "evil.json").write_text(wide_model(1 << 63))
    os.symlink("loop.json", models / "loop.json")
    os.mkfifo(models / "pipe.json")
    (models / "empty").chmod(0)
    plain = ScoreServer(podium, models, tokens)
    plain.command[2:2] = [f"shop={named}", "--log", str(logs / "log"), "--record", f"shop={logs / 'record'}", "--record-share", "1"]
    secret = ScoreServer(podium, models, listed)
    secret.command += ["--certificate", str(cert), "--key", str(key), "--log", str(logs / "secret")]
    plain.start()
    secret.start()
    for server in (plain, secret):  # what they say must not fill a pipe
        threading.Thread(target=server.process.stdout.read, daemon=True).start()
    source, known, problems = random.Random(5), {}, []
    crowd = Crowd(plain, token, known)
    wholes = {named: model, models / "other.json": model, models / "versions" / "v1.json": model, listed: lambda: own,
              cert: lambda: source.choice(pairs)[0], key: lambda: source.choice(pairs)[1], logs / "log": lambda: b"", logs / "secret": lambda: b"",
              logs / "record": lambda: b""}
    for number in range(faults):
        path = source.choice(list(wholes))
        mistreat(source, path, wholes[path]())
        if number % 3 == 0:
            plain.process.send_signal(signal.SIGHUP)
            secret.process.send_signal(signal.SIGHUP)
        time.sleep(source.random() * 0.03)
        ended = [server.process.returncode for server in (plain, secret) if server.process.poll() is not None]
        if ended or (number % 20 == 19 and not (is_healthy(plain, False) and is_healthy(secret, True))):
            crowd.end()
            return [], [f"after {number + 1} faults a service has ended or does not answer: {ended}"]
    for path, whole in wholes.items():  # and all is well again
        clear(path)
        path.write_bytes(pairs[1][0] if path == cert else pairs[1][1] if path == key else whole())
    before = set(known)
    plain.process.send_signal(signal.SIGHUP)
    secret.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + 30
    while (set(known) == before or not (logs / "record").stat().st_size) and time.monotonic() < end:
        time.sleep(0.05)
    if set(known) == before:
        problems.append("the last model was not loaded")
    if not (logs / "log").stat().st_size or not (logs / "record").stat().st_size:
        problems.append("the log or the record is not written any more")
    for path in (logs / "log", logs / "record"):
        clear(path)
    plain.process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in (logs / "log", logs / "record") if path.exists()}
    if set(modes.values()) - {"0o600"}:
        problems.append(f"others may read {modes}")
    times, complaints, _ = crowd.end()
    end = time.monotonic() + 30  # models are read one by one, behind all other work
    status, said = change(plain, token, "GET", "other")
    while status != 200 and time.monotonic() < end:
        time.sleep(0.1)
        status, said = change(plain, token, "GET", "other")
    if status != 200:
        problems.append(f"the folder was hidden: {status} {said}")
    if plain.stop() != 0 or secret.stop() != 0:
        problems.append("a service did not end cleanly")
    (models / "empty").chmod(0o755)
    return times, problems + complaints


# --- memory and time of a request ---

def posted(port, path, body, token, timeout=30):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    connection.request("POST", path, body, {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    return answer.status, said


def check_unread(podium, folder, tokens, token):
    """Clients that do not read their answers, one crowd after the other: what one leaves, the next uses again."""
    folder.mkdir()
    replace(folder / "shop.json", model_text(1))
    server = ScoreServer(podium, folder, tokens)
    server.command += ["--memory", "100", "--max-model-megabytes", "100"]
    server.start()
    body = json.dumps({"documents": [{"id": f"{'d' * 200}{d}", "values": [0] * FEATURES} for d in range(10000)]}).encode()
    request = PATH.replace("/score", "/rank").join(("POST ", " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"))
    request = (request + f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body
    base = megabytes(server.process)
    for _ in range(5):
        connections = []
        for _ in range(60):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            try:
                connection.sendall(request)
            except OSError:
                pass
            connections.append(connection)
        time.sleep(0.5)
        most = megabytes(server.process)
        for connection in connections:
            connection.close()
    problems = [f"{most - base:.0f} MB more memory for answers that may take 100"] if most - base > 300 else []
    if server.stop() != 0:
        problems.append("the service did not end cleanly")
    return [], problems


def check_costs(podium, folder, tokens, token, known):
    """Small bodies that ask for much memory, large ones at once, and explanations that take long."""
    folder.mkdir()
    (folder / "wide.json").write_text(wide_model(1_000_000))
    replace(folder / "shop.json", model_text(1))
    data = folder.parent / "data.txt"
    subprocess.run([podium, "train", "lambdamart", "--set", "rounds=10", "--train", data, "--model", folder.parent / "trees.json"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    slow = json.loads((folder.parent / "trees.json").read_text())
    slow["parameters"]["trees"] *= 300
    (folder / "slow.json").write_text(json.dumps(slow))
    server = ScoreServer(podium, folder, tokens)
    server.command += ["--memory", "300", "--max-model-megabytes", "300", "--explain-seconds", "2"]
    server.start()
    threading.Thread(target=server.process.stdout.read, daemon=True).start()
    problems, base = [], megabytes(server.process)
    status, said = posted(server.port, "/v1/models/wide/score", json.dumps({"documents": [{"values": {}}] * 10000}), token)
    if status not in (400, 413):
        problems.append(f"10,000 documents of 1,000,000 features: {status} {said[:100]}")
    head = HEAD + f"Authorization: Bearer {token}\r\nContent-Length: 62000000\r\n\r\n".encode()
    held_back = []
    for _ in range(10):
        connection = socket.create_connection(("127.0.0.1", server.port))
        try:
            connection.sendall(head + b" " * 60_000_000)
        except OSError:
            pass
        held_back.append(connection)
    most = megabytes(server.process)
    for connection in held_back:
        connection.close()
    if most - base > 700:
        problems.append(f"{most - base:.0f} MB more memory for bodies that may take 300")
    crowd = Crowd(server, token, known)
    body = json.dumps({"top": 1000, "documents": [{"values": [(d * f) % 7 / 7 for f in range(FEATURES)]} for d in range(1000)]})
    explained = []
    askers = [threading.Thread(target=lambda: explained.append(posted(server.port, "/v1/models/slow/explain", body, token)[0]))
              for _ in range(3)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    times, complaints, _ = crowd.end()
    if set(explained) - {200, 429, 503}:
        problems.append(f"explanations were answered by {explained}")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("POST", "/v1/models/slow/explain", body, {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
    time.sleep(0.2)
    begin = time.monotonic()
    if server.stop() != 0 or time.monotonic() - begin > 5:
        problems.append(f"the end took {time.monotonic() - begin:.1f} s during an explanation")
    return times, problems + complaints


def wide_table(columns):
    return b"qid," + b",".join(b"c%d" % c for c in range(columns)) + b"\n1" + b",1" * columns + b"\n"


def check_reading(server, token, known):
    """Data files that cost more than their bytes, and more of them than the service reads at once."""
    problems, base = [], megabytes(server.process)

    def read(body, parameters="", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        begin = time.perf_counter()
        connection.request("POST", "/v1/read" + parameters, body, {"Authorization": f"Bearer {token}", **headers})
        answer = connection.getresponse()
        said = json.loads(answer.read().decode())  # UTF-8, whatever was sent
        connection.close()
        return answer.status, said, time.perf_counter() - begin

    crowd = Crowd(server, token, known)
    row, bomb = b"0 qid:1 1:1\n", gzip.compress(bytes(30_000_000), 1)
    for body, parameters, headers, status in (
            (row, "", {}, 200), (row, "", {"Sec_Fetch_Site": "same-origin"}, 200), (row, "", {"Sec_Fetch_Site": "cross-site"}, 403),
            (row, "", {"Origin": "http://evil.example"}, 403), (row, "", {"Origin": "null"}, 403), (row, "?rows=none&foo=1", {}, 400),
            (row, "?%ff=1", {}, 400), (row, "?query=%ff", {}, 400), (row, "?features=99999999999", {}, 400),
            (b"0 qid:\xff 1:1\n0 qid:\xfe 1:1\n", "", {}, 400), (b"0 qid:\xff 1:1\n", "?rows=none", {}, 400),
            (b"qid,\xff\n1,2\n", "", {}, 400), (b"qid,a,docid\n1,2,\xff\n", "", {}, 400), (gzip.compress(row), "", {}, 200),
            (bomb, "", {}, 400), (gzip.compress(bomb), "", {}, 400), (lzma.compress(gzip.compress(row)), "", {}, 400),
            (gzip.compress(b"0 qid:1 1000000:1\n" * 100_000), "", {}, 400)):
        found, said, _ = read(body, parameters, **headers)
        if found != status:
            problems.append(f"{parameters} {headers} {body[:40]}: found status {found}, expected {status}: {str(said)[:200]}")
    # Sixteen times as many columns: 256 times the time if it were quadratic.
    few = min(read(wide_table(62_500), "?rows=none")[2] for _ in range(2))
    status, said, many = read(wide_table(1_000_000), "?rows=none")
    if status != 200 or many > 80 * few:
        problems.append(f"1,000,000 columns: status {status} after {many:.2f} s, 62,500 after {few:.2f} s")
    times, complaints, _ = crowd.end()
    crowd, reads = Crowd(server, token, known), []
    table = wide_table(125_000)
    readers = [threading.Thread(target=lambda: reads.append(read(table, "?rows=none"))) for _ in range(20)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    filled, more, _ = crowd.end()
    if not {200, 429} <= {status for status, _, _ in reads} <= {200, 429, 503}:
        problems.append(f"20 files at once were answered by {sorted(status for status, _, _ in reads)}")
    read_for = quantile([seconds for status, _, seconds in reads if status == 200], .5)
    if quantile(filled, .9) > read_for / 2:
        problems.append(f"scores took {quantile(filled, .9):.2f} s at p90 while files were read for {read_for:.2f} s")
    grown = megabytes(server.process) - base
    if grown > 2 * ATTACKED_MEGABYTES:  # a table of a million columns takes 140
        problems.append(f"{grown:.0f} MB more memory than before")
    return times + filled, problems + complaints + more


def check_loading(podium, folder, tokens, token, admin, known):
    """A large model is read while many ask for a reload: answers go on, and so does the end of the service."""
    folder.mkdir()
    replace(folder / "shop.json", model_text(1))
    trees = folder.parent / "small_trees.json"
    subprocess.run([podium, "train", "lambdamart", "--set", "rounds=10", "--train", folder.parent / "data.txt", "--model", trees],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    large = json.loads(trees.read_text())
    large["parameters"]["trees"] *= 2000
    server = ScoreServer(podium, folder, tokens)
    server.command[-1] = "3600"
    server.start()
    threading.Thread(target=server.process.stdout.read, daemon=True).start()
    crowd, problems = Crowd(server, token, known), []
    (folder / "bad.json").write_text("{")
    replace(folder / "large.json", json.dumps(large))
    statuses = []
    askers = [threading.Thread(target=lambda: statuses.append(posted(server.port, "/v1/reload", "", admin, 120)[0])) for _ in range(40)]
    begin = time.monotonic()
    for asker in askers:
        asker.start()
    slowest = 0.0
    while any(asker.is_alive() for asker in askers):
        asked = time.monotonic()
        if not is_healthy(server, False):
            problems.append("the service was not healthy during a reload")
        slowest = max(slowest, time.monotonic() - asked)
        time.sleep(0.02)
    took = time.monotonic() - begin
    if slowest > max(1.0, took / 2):
        problems.append(f"/healthz took {slowest:.1f} s while models were loaded for {took:.1f} s")
    if set(statuses) != {200, 503}:
        problems.append(f"40 reloads at once were answered by {sorted(set(statuses))}, not by 200 and 503")
    for _ in range(2):  # what could not be loaded is tried again whenever that is asked for
        status, said = posted(server.port, "/v1/reload", "", admin, 120)
        if status != 200 or [one["model"] for one in json.loads(said)["failed"]] != ["bad"]:
            problems.append(f"a damaged model was not tried again: {status} {said[:200]}")
    times, complaints, _ = crowd.end()
    replace(folder / "large.json", json.dumps(large) + " ")
    server.process.send_signal(signal.SIGHUP)
    time.sleep(0.3)
    begin = time.monotonic()
    if server.stop() != 0 or time.monotonic() - begin > max(2.0, took / 2):
        problems.append(f"the end took {time.monotonic() - begin:.1f} s while a model was read for {took:.1f} s")
    return times, problems + complaints


def check_log(podium, folder, tokens, token):
    """Standard output, a pipe as in containers, is the log; nothing else goes there, and nobody needs to read it."""
    folder.mkdir()
    replace(folder / "shop.json", model_text(1))
    command = [podium, "serve", "--models", folder, "--tokens", tokens, "--port", "0", "--log", "/dev/stdout"]
    problems, count = [], 2000
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        port = next(int(line.split(":")[-1]) for line in process.stderr if line.startswith("serving "))
        threading.Thread(target=process.stderr.read, daemon=True).start()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        for _ in range(count):
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {token}"})
        metrics = connection.getresponse().read().decode()
        lost = int(next(line.split()[1] for line in metrics.splitlines() if line.startswith("podium_log_dropped_total ")))
        process.send_signal(signal.SIGTERM)
        lines = [json.loads(line) for line in process.stdout]
        if process.wait() != 0:
            problems.append("the service did not end cleanly")
    found = sum(line["event"] == "request" and line["path"] == "/healthz" for line in lines)
    if found + lost != count or found < 10 or lost < 10:
        problems.append(f"of {count} lines {found} were written and {lost} counted as lost")
    return [], problems


def change(server, token, method, name, body=None):
    """Stores or removes a model; the status and the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request(method, f"/v1/models/{name}", body, {"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    said = json.loads(answer.read())
    connection.close()
    return answer.status, said


def upload_all(server, token, number, uploads, problems):
    """What one deployment does while others do the same."""
    source = random.Random(number)
    for upload in range(uploads):
        text = model_text(1 + number * uploads + upload)
        wanted = [("PUT", "shop", text, 200), ("PUT", "shop", text[:source.randrange(len(text) - 1)], 400),
                  ("PUT", f"own?label=v{number}", text, 200), ("DELETE", f"own?label=v{number}", None, 200),
                  ("DELETE", f"own?label=v{number}", None, 404),
                  ("PUT", source.choice(["%2e%2e", ".x", "%2e%2e?label=a", "a%00b", "shop?label=%2e%2e%2fx", "shop?label="]), text, 400),
                  ("PUT", "", text, 404), ("PUT", source.choice(["a%2fb", "%2e%2e%2f%2e%2e%2fx"]), text, 400)]
        for method, name, body, status in wanted:
            found, said = change(server, token, method, name, body)
            if found != status:
                problems.append(f"{method} {name}: found status {found}, expected {status}: {said}")


def check_uploads(server, token, admin, known, folder, uploads):
    """Deployments upload whole and damaged models at the same time."""
    change(server, admin, "PUT", "shop", model_text(1))
    crowd = Crowd(server, token, known)
    problems = []
    threads = [threading.Thread(target=upload_all, args=(server, admin, number, uploads, problems)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times, complaints, versions = crowd.end()
    if len(versions) < 3:
        problems.append(f"{3 * uploads} models were uploaded and {len(versions)} versions served")
    if set(known.values()) - {n / 4 for n in range(1, 3 * uploads + 1)}:
        problems.append(f"found scores of no model: {known}")
    if sorted(path.name for path in folder.iterdir()) != ["shop.json"]:
        problems.append(f"the folder has {sorted(folder.iterdir())}")
    status, said = change(server, token, "PUT", "shop", model_text(1))
    if status != 403:
        problems.append(f"a token of the role score uploaded a model: {status} {said}")
    served = change(server, token, "GET", "shop")[1]["version"]
    server.kill()
    server.start()
    if change(server, token, "GET", "shop")[1]["version"] != served:
        problems.append("after a restart another version was served than the last that was uploaded")
    return times, problems + complaints


def mutated(source, text):
    text = bytearray(text)
    for _ in range(source.randint(1, 4)):
        place = source.randrange(len(text) + 1)
        kind = source.randrange(4)
        if kind == 0:
            text[place:place] = bytes([source.choice(b'\0{}[]",:-0eE.nul\\\xff')])
        elif kind == 1:
            del text[place:place + source.randrange(8)]
        elif kind == 2:
            text[place:place] = text[source.randrange(len(text) + 1):][:16]
        elif text:
            text[min(place, len(text) - 1)] = source.randrange(256)
    return bytes(text)


def check_rubbish(server, token, count):
    """Bodies that are nearly right, on connections that are kept."""
    source = random.Random(1)
    named = b'{"query":"q","features":["1","2"],"extra":"ignore","top":3,"documents":[{"id":"a","values":[1,null]}]}'
    rows = b"PDM1" + bytes([FEATURES, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]) + b"\0\0\x80?" * (2 * FEATURES)
    forms = [("application/json", named), ("application/x-podium-rows", rows),
             ("application/json", b'{"model":"shop","query":"a","documents":[{"id":"a","text":"b","columns":{"x":1}}]}')]
    forms.append(("text/plain", b"2 qid:7 1:0.5 3:0.1 #docid = a\n0 qid:8 2:NULL\n"))
    forms.append(("text/csv", b'qid,label,x,docid\n7,2,0.5,"a"\n8,0,,b\n'))
    forms.append(("application/json", b'{"requests":[{"model":"shop",' + named[1:] + b',{"documents":[],"model":"shop:x"}]}'))
    paths = [PATH, "/v1/score", "/v1/read?first=0", "/v1/read?rows=none",
             "/v1/models/shop/rank", "/v1/models/shop/explain", "/v1/models/shop:x/score", "/v1/collections/c/rank"]
    problems, connection, base = [], None, None
    for number in range(count):
        kind, body = source.choice(forms)
        connection = connection or http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        try:
            connection.request("POST", source.choice(paths), mutated(source, body),
                               {"Content-Type": kind, "Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            text = answer.read()
        except CLOSED_IN:  # it was idle for too long
            connection = None
            continue
        if answer.status not in (200, 400, 404, 415, 422, 429):
            problems.append(f"status {answer.status}: {text[:200]!r}")
        if answer.will_close:
            connection = None
        if number == count // 3:
            base = megabytes(server.process)
    grown = megabytes(server.process) - base
    if grown > GROWTH_MEGABYTES:
        problems.append(f"{grown:.0f} MB more memory than after a third of the requests")
    print(f"{count} requests of rubbish: {grown:+.1f} MB", flush=True)
    return [], problems


HEAD = b"POST " + PATH.encode() + b" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
REFUSED = {401, 413}
ATTACKS = {
    "endless headers": (2, endless(b"GET / HTTP/1.1\r\nHost: localhost\r\n", (b"X-" + b"a" * 4000 + b": b\r\n") * 16, {431})),
    "an endless chunked body": (2, endless(CHUNKED, b"10000\r\n" + PIECE + b"\r\n", REFUSED)),
    "endless small chunks": (2, endless(CHUNKED, b"1;aaaaaaaaaaaaaaaaaaaaa\r\nx\r\n" * 1000, REFUSED | {400})),
    "silent connections": (1, held(b"", b"")),
    "dripped bodies": (1, held(HEAD + b"Content-Length: 65000\r\n\r\n" + b" " * 60000, b" ")),
    "smuggled requests": (1, repeated(attack.smuggled)),
    "malformed requests": (1, repeated(attack.malformed)),
    "pipelined requests": (2, attack.answered_flood),
    "clients that hang up": (2, attack.hung_up),
}


def check_attack(server, token, known, count, what, seconds):
    crowd = Crowd(server, token, known)
    target = Target(server.port, time.monotonic() + seconds, "", "")
    results = multiprocessing.SimpleQueue()
    attackers = [multiprocessing.Process(target=attacker, args=(what, target, results), daemon=True) for _ in range(count)]
    base = most = megabytes(server.process)
    for process in attackers:
        process.start()
    while any(process.is_alive() for process in attackers) and time.monotonic() < target.end + 20:
        most = max(most, megabytes(server.process))
        time.sleep(0.02)
    problems = set()
    for process in attackers:
        if process.is_alive():
            problems.add("an attacker did not come to an end")
            process.kill()
        elif not results.empty():
            problems |= results.get()
    times, complaints, _ = crowd.end()
    if most - base > ATTACKED_MEGABYTES:
        problems.add(f"{most - base:.0f} MB more memory than before")
    # A connection that was idle may be closed to make room; the client comes again, as browsers do.
    closed = tuple(kind.__name__ for kind in (*CLOSED_IN, http.client.RemoteDisconnected))
    return times, sorted(problems) + [c for c in complaints if not c.startswith(closed)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("podium")
    parser.add_argument("--requests", type=int, default=3000, help="of rubbish")
    parser.add_argument("--seconds", type=float, default=1, help="of each attack")
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--reloads", type=int, default=14)
    parser.add_argument("--faults", type=int, default=60, help="of files that a service opens; 1000 take a minute")
    parser.add_argument("--only", help="one check")
    parser.add_argument("--uploads", type=int, default=8, help="by each of three clients")
    args = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        global TEMPLATE
        TEMPLATE = make_template(args.podium, scratch)
        folder, tokens = scratch / "models", scratch / "tokens"
        folder.mkdir()
        replace(folder / "shop.json", model_text(1))
        token = subprocess.run([args.podium, "serve", "--tokens", tokens, "--new-token", "test"], check=True,
                               capture_output=True, text=True).stdout.strip()
        admin = subprocess.run([args.podium, "serve", "--tokens", tokens, "--new-token", "deployment", "--role", "admin"], check=True,
                               capture_output=True, text=True).stdout.strip()
        server = ScoreServer(args.podium, folder, tokens).start()
        known = {}
        checks = {"hangup": lambda: check_hangup(args.podium, scratch / "hangup", tokens, token),
                  "record": lambda: check_record(args.podium, scratch / "recorded", tokens, token, args.kills),
                  "kills": lambda: check_kills(server, token, known, args.kills),
                  "reloads": lambda: check_reloads(server, token, known, folder, args.reloads),
                  "uploads": lambda: check_uploads(server, token, admin, {}, folder, args.uploads),
                  "rubbish": lambda: check_rubbish(server, token, args.requests),
                  "files": lambda: check_files(args.podium, scratch / "files", tokens, token, args.faults),
                  "loading": lambda: check_loading(args.podium, scratch / "loading", tokens, token, admin, {}),
                  "reading": lambda: check_reading(server, token, known),
                  "log": lambda: check_log(args.podium, scratch / "logged", tokens, token),
                  "unread": lambda: check_unread(args.podium, scratch / "unread", tokens, token),
                  "costs": lambda: check_costs(args.podium, scratch / "costs", tokens, token, {})}
        for name, (count, what) in ATTACKS.items():
            checks[name] = lambda count=count, what=what: check_attack(server, token, known, count, what, args.seconds)
        for name, check in checks.items():
            if args.only not in (None, name):
                continue
            times, problems = check()
            if server.process.poll() is not None:
                sys.exit(f"{name}: the service has ended with status {server.process.returncode}")
            answers = (f"{len(times):6} answers, p50 {quantile(times, .5) * 1e3:6.2f} ms, p99 {quantile(times, .99) * 1e3:6.2f} ms"
                       if times else "")
            print(f"{name:26} {answers}{'  ' if problems else ''}{'; '.join(problems[:3])}", flush=True)
            failed += [f"{name}: {problem}" for problem in problems]
        if server.stop() != 0:
            failed.append("the service did not end cleanly")
    if failed:
        sys.exit("\n".join(failed[:20]))


if __name__ == "__main__":
    main()
