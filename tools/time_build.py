#!/usr/bin/env python3
"""Times ./dev demo, .ci/run or pip install . as a newcomer or a new machine sees them: a fresh clone of HEAD, an empty compiler cache.

The packages must be installed before; run it on an otherwise idle machine. Prints the seconds of each step of .ci/run."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMANDS = {"demo": ["./dev", "demo"], "ci": ["bash", ".ci/run"],
            "python": [sys.executable, "tools/try_package.py", "--install"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=COMMANDS)
    parser.add_argument("--log", type=pathlib.Path, help="keep what the command prints")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="podium-time-") as folder:
        folder = pathlib.Path(folder)
        subprocess.run(["git", "clone", "-q", ROOT, folder / "podium"], check=True)
        if (ROOT.parent / "shared").exists():
            (folder / "shared").symlink_to(ROOT.parent / "shared")
        log = args.log or folder / "log"
        start = time.monotonic()
        with open(log, "w") as out:
            code = subprocess.run(COMMANDS[args.what], cwd=folder / "podium", stdout=out, stderr=subprocess.STDOUT,
                                  env=dict(os.environ, CCACHE_DIR=str(folder / "ccache")), check=False).returncode
        seconds = time.monotonic() - start
        text = log.read_text(errors="replace")
        for step in re.findall(r"^=== .*$", text, re.M):
            print(step)
        if code:
            print(text[-4000:])
    print(f"{args.what}: {seconds:.0f} s, {seconds / 60:.1f} minutes, exit code {code}")
    return code


if __name__ == "__main__":
    sys.exit(main())
