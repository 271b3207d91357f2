"""What the tests share: made-up data, the program, and a folder outside the checkout."""
import os
import pathlib
import subprocess

import numpy as np
import pytest

import podium

ALGORITHMS = [row["name"] for row in podium.list("algorithms")]


@pytest.fixture(scope="session")
def program():
    path = os.environ.get("PODIUM", "")
    if not pathlib.Path(path).is_file():
        pytest.skip("PODIUM names no program")

    def run(*arguments):
        done = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def run_script(text, **given):
    """The names that a script leaves."""
    space = dict(given)
    exec(compile(text, "script", "exec"), space)  # noqa: S102
    return space


def made_up(queries=12, rows=9, features=5, seed=3):
    rng = np.random.default_rng(seed)
    X = rng.random((queries * rows, features), dtype=np.float32)
    y = np.clip(np.round(2.4 * X[:, 0] + X[:, 1] - 0.6 + 0.3 * rng.standard_normal(len(X))), 0, 3)
    return X, y, np.repeat(np.arange(queries) + 1, rows)


@pytest.fixture(scope="session")
def rows():
    return made_up()


@pytest.fixture(scope="session")
def data(rows):
    X, y, qid = rows
    return podium.Dataset(X, y, qid=qid)
