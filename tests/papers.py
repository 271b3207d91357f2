#!/usr/bin/env python3
"""Runs the commands of docs/papers.md in order, in one folder, looks up the tests that it names, and counts its
items by state."""
import argparse
import collections
import pathlib
import re
import sys

from pains import EVIDENCE, ROOT, faults_of, rows

STATE = re.compile(r"^\| ([a-z ]+) \| .* \| (\d+) \|$", re.M)


def fault_of_state(state, shown_by, states):
    """A rule of the page that the state of an item and what shows it break."""
    shown = [evidence for evidence, _ in EVIDENCE.findall(shown_by)]
    if state not in states:
        return f"state {state}"
    if state == "not yet" and shown:
        return "not yet, but shown"
    if state not in ("not yet", "left out") and not shown:
        return "nothing shows it"
    if state == "differs" and not any(evidence.startswith(("podium ", "podium-papers ")) for evidence in shown):
        return "no command follows the paper to the letter"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium", type=pathlib.Path)
    podium = parser.parse_args().podium
    page = (ROOT / "docs/papers.md").read_text()
    states = {state: int(count) for state, count in STATE.findall(page)}
    items = [(number, state, shown_by.replace("\\|", "|")) for number, state, shown_by in rows(page)]
    found = collections.Counter(state for _, state, _ in items)
    numbers = [number for number, _, _ in items]
    bad = [] if numbers == list(range(1, len(items) + 1)) else ["the items are not numbered 1, 2, ..."]
    bad += [] if f"papers that Podium is built on: {len(items)} items" in page else [f"there are {len(items)} items"]
    bad += [f"{found[state]} items are {state}, not {count}" for state, count in states.items()
            if found[state] != count]
    bad += [f"{number}: {text}" for number, state, shown_by in items
            if (text := fault_of_state(state, shown_by, states))]
    bad += faults_of(page, items, podium)
    print("\n".join(bad) or ", ".join(f"{found[state]} {state}" for state in states))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
