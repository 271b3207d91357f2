#!/usr/bin/env python3
"""Runs the commands of docs/pains.md in order, in one folder, and compares their exit codes with those
of the page; looks up the tests that it names."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATE = re.compile(r"solved|partly: MPI")
EVIDENCE = re.compile(r"`([^`]+)`(?: \((\d+)\))?")
TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\((\w+),\s*(\w+)", re.M)


def rows(page):
    """Number, state and the text of the last cell, for each pain."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and cells[0].isdigit():
            yield int(cells[0]), cells[-2], cells[-1]


def known_tests():
    return {".".join(names) for path in (ROOT / "src").rglob("*_test.cpp")
            for names in TEST.findall(path.read_text())}


def fault_of_command(command, code, folder, environment):
    result = subprocess.run(["sh", "-e", "-c", command], cwd=folder, env=environment, text=True,
                            stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if result.returncode == code:
        return None
    return f"exit code {result.returncode}, expected {code}: {command}\n{result.stderr[-2000:]}"


def fault(evidence, code, tests, folder, environment):
    if " " in evidence:
        return fault_of_command(evidence, int(code or 0), folder, environment)
    found = (ROOT / evidence).exists() if "/" in evidence else evidence in tests
    return None if found else f"no such test: {evidence}"


def faults_of(page, items, podium):
    """What is wrong with the commands before the tables of a page and with what shows its items."""
    environment = dict(os.environ, PATH=f"{podium.resolve().parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
    tests = known_tests()
    with tempfile.TemporaryDirectory() as folder:
        bad = [fault_of_command(re.search(r"```sh\n(.*?)```", page, re.S)[1], 0, folder, environment)]
        for number, _, shown_by in items:
            found = [fault(*evidence, tests, folder, environment) for evidence in EVIDENCE.findall(shown_by)]
            bad += [f"{number}: {text}" for text in found if text]
    return [text for text in bad if text]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    page = (ROOT / "docs/pains.md").read_text()
    pains = list(rows(page))
    assert [number for number, _, _ in pains] == list(range(1, 61)), "the page does not have sixty pains"
    bad = [f"{number}: state {state}" for number, state, _ in pains if not STATE.fullmatch(state)]
    bad += [f"{number}: nothing shows it" for number, _, shown_by in pains if not EVIDENCE.search(shown_by)]
    bad += faults_of(page, pains, parser.parse_args().podium)
    print("\n".join(bad) or f"{len(pains)} pains, each as the page says")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
