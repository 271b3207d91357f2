"""Measures the time of an answer, from the request until it is on disk and confirmed, while many assessors label at once."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
from label_project import Server, make_project  # noqa: E402

ASSESSORS = 50
SECONDS = 60
# Each assessor's pause before an answer: none, or short enough to be twenty times as fast as people (5.51 s [Niu12]).
PAUSES = {"no pause": 0.0, "a pause of 0.27 s": 0.27}


def fsync_seconds(folder, count=500):
    """Returns the seconds of one small write with fsync, a lower bound for every answer."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        start = time.perf_counter()
        for _ in range(count):
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
        return (time.perf_counter() - start) / count


def add_labelling(bench, rows, results):
    for name, pause in PAUSES.items():
        with tempfile.TemporaryDirectory(dir=bench.data) as folder:
            floor = fsync_seconds(folder)
            server = Server(str(bench.build / "podium"), folder).start()
            _, _, people = make_project(server, queries=500, document_count=100, assessors=ASSESSORS, overlap=10)
            plan = {"port": server.port, "seconds": SECONDS, "think": pause, "people": [
                {"cookie": user.headers["Cookie"], "csrf": user.headers["X-Podium-CSRF"],
                 "tasks": [task["id"] for task in user.request("GET", "/api/tasks")["tasks"]]} for user in people]}
            run = subprocess.run([bench.build / "label_load"], input=json.dumps(plan), text=True, check=True,
                                 stdout=subprocess.PIPE)
            server.stop()
        ours = json.loads(run.stdout) | {"fsync_seconds": floor}
        results[f"labelling, {name}"] = ours
        rows.append((f"labelling, {ASSESSORS} assessors at once, {name}", f"{ours['answers_per_second']:.0f} answers/s",
                     f"{ours['errors']} errors of {ours['answers']} {ours['first_error']}".rstrip()))
        for share in ("p50", "p99", "most"):
            seconds = ours[f"seconds_{share}"]
            rows.append((f"  {share}", f"{seconds * 1e3:.1f} ms", f"{seconds / floor:.0f} x one fsync; target for p99: 20 ms"
                         if share == "p99" else f"{seconds / floor:.0f} x one fsync"))
