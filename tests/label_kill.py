#!/usr/bin/env python3
"""Kills the labelling server at random moments while assessors answer: every answer that was confirmed is there
afterwards, and none twice. A backup that is made meanwhile has all that were confirmed before.
label_kill.py PODIUM [--kills 200] [--database postgresql://...]"""
import argparse
import csv
import http.client
import io
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

from label_project import Refused, Server, make_project, verdict


class Assessor(threading.Thread):
    """Answers one question after the other, and sends an answer again until it is confirmed."""

    def __init__(self, user, number, gate):
        super().__init__(daemon=True)
        self.user, self.gate = user, gate
        self.random = random.Random(number)
        self.confirmed = {}  # task -> [(left id, right id, verdict)]
        self.sent_again = 0
        self.problem = None
        self.stop = False

    def run(self):
        try:
            for task in self.patiently("GET", "/api/tasks")["tasks"]:
                self.work(task["id"])
                if self.stop:
                    return
        except Exception as problem:  # noqa: BLE001: shown by the main thread
            self.problem = problem

    def work(self, task):
        said = self.confirmed.setdefault(task, [])
        state = self.patiently("GET", f"/api/tasks/{task}")
        while state["question"] and not self.stop:
            question = state["question"]
            answer = {"key": f"{task}-{self.random.getrandbits(64):x}", "expected": state["entries"],
                      "left": question["left"]["index"], "right": question["right"]["index"],
                      "verdict": verdict(question), "comment": "", "seconds": 0.1, "paused": 0}
            state = self.patiently("POST", f"/api/tasks/{task}/answers", answer)
            said.append((question["left"]["id"], question["right"]["id"], answer["verdict"]))

    def patiently(self, method, path, body=None):
        while True:
            self.gate.wait()
            try:
                return self.user.request(method, path, body)
            except (OSError, http.client.HTTPException):
                self.sent_again += body is not None
                time.sleep(0.005)
            except Refused as no:
                if no.status != 503:
                    raise
                time.sleep(0.005)


def wait_for_answers(assessors, count, max_seconds=3):
    """Until so many more are confirmed: a kill finds the server at work however slow the machine is."""
    def confirmed():
        return sum(len(answers) for assessor in assessors for answers in list(assessor.confirmed.values()))

    enough, end = confirmed() + count, time.monotonic() + max_seconds
    while confirmed() < enough and time.monotonic() < end:
        time.sleep(0.002)


def check_backup(podium, folder, assessors, number):
    """Backs the projects up while they are worked on, restores them elsewhere and looks for the confirmed answers."""
    def label(*words):
        subprocess.run([podium, "label", *words], check=True, capture_output=True, text=True)

    confirmed = sum(len(answers) for assessor in assessors for answers in list(assessor.confirmed.values()))
    backup, restored = f"{folder}/backup", f"{folder}/restored-{number}"
    label("backup", "--project", folder, "--out", backup)
    label("restore", "--backup", backup, "--project", restored)
    label("export", "--project", restored, "--what", "pairs", "--out", f"{restored}/pairs.csv")
    with open(f"{restored}/pairs.csv", encoding="utf-8") as file:
        found = sum(1 for _ in csv.DictReader(file))
    if found < confirmed:
        sys.exit(f"the backup has {found} answers, {confirmed} were confirmed before it was made")


def compare(export, assessors, names):
    """What was exported against what was confirmed, row by row."""
    found = {}
    for row in csv.DictReader(io.StringIO(export)):
        found.setdefault((row["assessor"], row["qid"]), []).append((row["left"], row["right"], row["verdict"]))
    expected = {}
    for assessor, name in zip(assessors, names):
        for answers in assessor.confirmed.values():
            if answers:
                expected[name, "q" + answers[0][0][1:].split("-")[0]] = answers
    for key in sorted(found.keys() | expected.keys()):
        if found.get(key, []) != expected.get(key, []):
            sys.exit(f"{key}: confirmed {len(expected.get(key, []))} answers, found {len(found.get(key, []))}")
    return sum(map(len, found.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", default=os.environ.get("PODIUM_POSTGRESQL"))
    args = parser.parse_args()
    moments = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(args.podium, folder, args.database).start()
        boss, project, users = make_project(server, queries=120, document_count=100, assessors=6, overlap=3)
        gate = threading.Event()
        gate.set()
        assessors = [Assessor(user, number, gate) for number, user in enumerate(users)]
        for assessor in assessors:
            assessor.start()
        for kill in range(args.kills):
            wait_for_answers(assessors, moments.randrange(80))
            time.sleep(moments.uniform(0, 0.01))
            if not args.database and kill % 50 == 10:
                check_backup(args.podium, folder, assessors, kill)
            server.kill()
            gate.clear()
            server.start()
            gate.set()
            for assessor in assessors:
                if assessor.problem:
                    raise assessor.problem
        for assessor in assessors:
            assessor.stop = True
        for assessor in assessors:
            assessor.join(60)
            if assessor.problem or assessor.is_alive():
                sys.exit(f"an assessor did not come to an end: {assessor.problem}")
        export = boss.request("GET", f"/api/projects/{project}/export?what=pairs")
        answers = compare(export, assessors, [f"assessor{number}" for number in range(len(users))])
        again = sum(assessor.sent_again for assessor in assessors)
        if server.stop() != 0:
            sys.exit("the server did not end cleanly")
    if again == 0 or answers < 10 * args.kills:
        sys.exit(f"too little happened to prove anything: {answers} answers, {again} sent again")
    print(f"{args.kills} kills, {answers} answers confirmed and all there once; {again} had to be sent again")


if __name__ == "__main__":
    main()
