#!/usr/bin/env python3
"""Runs the tests of the Python package with the module of the program's own build.

    PODIUM_PEERS=PYTHON tests/python_package.py build/release/podium

Tests that need a package which that Python lacks are skipped; ./dev python has them all."""
import os
import pathlib
import subprocess
import sys

SKIPPED = 77  # as tests/CMakeLists.txt says
ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    program, python = pathlib.Path(sys.argv[1]).resolve(), os.environ.get("PODIUM_PEERS")
    package = program.parent / "python"
    if not python or not (package / "podium" / "_core.pyi").exists():
        print("no PODIUM_PEERS, or no module beside the program: ./dev test makes both")
        return SKIPPED
    return subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "python/tests"], cwd=ROOT, check=False,
                          env=dict(os.environ, PYTHONPATH=str(package), PODIUM=str(program))).returncode


if __name__ == "__main__":
    sys.exit(main())
