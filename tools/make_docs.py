#!/usr/bin/env python3
"""Updates the generated parts of the documents; with --check, fails if they are out of date.

A part is enclosed in two comments and contains the output of a command:

    <!-- generated: podium list measures --format markdown -->     the output as is
    <!-- output: podium data info a.txt -->                        command and output as a code block
    <!-- end -->

The commands of a document run in order in one folder, which is empty at first, so that later commands
can use the files of earlier ones. An output part also shows stderr.
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PART = re.compile(r"(<!-- (generated|output): (.*?) -->\n)(.*?)(<!-- end -->)", re.S)


def run(command, folder, podium, with_talk):
    environment = dict(os.environ, PATH=f"{podium.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8",
                       PODIUM_SOURCE=str(ROOT))
    environment.pop("COLUMNS", None)  # would wrap tables
    result = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, check=False,
                            stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT if with_talk else subprocess.PIPE)
    if result.returncode != 0 and not with_talk:
        sys.exit(f"make_docs: {command}\n{result.stderr}")
    return result.stdout


def rewritten(text, podium):
    with tempfile.TemporaryDirectory() as folder:
        def part(match):
            head, kind, command, _, end = match.groups()
            printed = run(command, folder, podium, kind == "output").rstrip("\n")
            if kind == "output":
                printed = f"```console\n$ {command}\n{printed}".rstrip("\n") + "\n```"
            return f"{head}{printed}\n{end}"
        return PART.sub(part, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--podium", type=pathlib.Path, required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    stale = False
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        old = path.read_text()
        if not PART.search(old):
            continue
        new = rewritten(old, arguments.podium.resolve())
        if new == old:
            continue
        if not arguments.check:
            path.write_text(new)
            continue
        stale = True
        sys.stdout.writelines(difflib.unified_diff(
            old.splitlines(True), new.splitlines(True), str(path.relative_to(ROOT)), "generated"))
    if stale:
        print("make_docs: the documents are out of date; run ./dev docs")
    return stale


if __name__ == "__main__":
    sys.exit(main())
