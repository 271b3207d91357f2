#!/usr/bin/env python3
"""Trains, saves, loads and measures with the installed package podium, and runs the lines of Python of the README.

--install first installs the clone that this file is in, with scikit-learn, into a fresh virtual environment and goes on there: what
`./dev time python` times."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def made_up():
    """Arrays, judgements and a run: the names that the lines of the README use."""
    import numpy as np

    rng = np.random.default_rng(1)
    X = rng.random((600, 5), dtype=np.float32)
    y = np.round(3 * X[:, 0] + rng.random(600) / 2)
    qid = np.repeat(np.arange(30), 20)
    qrels = {f"q{q}": {f"d{d}": int(y[20 * q + d]) for d in range(20)} for q in range(30)}
    run = {f"q{q}": {f"d{d}": float(X[20 * q + d, 0]) for d in range(20)} for q in range(30)}
    return {"X": X, "y": y, "qid": qid, "qrels": qrels, "run": run}


def train_and_measure(names):
    import podium

    data = podium.Dataset(names["X"], names["y"], qid=names["qid"])
    found = []
    for algorithm in ("listmle", "lambdamart"):
        model = podium.train(algorithm, data)
        with tempfile.TemporaryDirectory() as folder:
            model.save(pathlib.Path(folder) / "model.json")
            model = podium.load(pathlib.Path(folder) / "model.json")
        found.append(podium.evaluate(data=data, model=model, measures="ndcg@10")["ndcg@10"])
    assert data.is_borrowed and min(found) > 0.9, found
    assert podium.evaluate(names["qrels"], names["run"], measures="ndcg@10")["ndcg@10"] > 0.9
    return f"podium {podium.__version__}, ndcg@10 of " + " and ".join(f"{value:.4f}" for value in found)


def lines_of_readme():
    block = re.search(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    assert block, "README.md has no lines of Python"
    return block[1]


def install():
    """Runs this file in a fresh environment into which the clone was installed."""
    with tempfile.TemporaryDirectory(prefix="podium-install-") as folder:
        python = pathlib.Path(folder) / "env" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", python.parent.parent], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", f"{ROOT}[sklearn]"], check=True)
        subprocess.run([python, __file__, "--readme"], cwd=folder, check=True)


def main():
    if sys.argv[1:] == ["--install"]:
        install()
        return
    names = made_up()
    print(train_and_measure(names))
    if sys.argv[1:] == ["--readme"]:
        exec(compile(lines_of_readme(), "README.md", "exec"), names)  # needs scikit-learn


if __name__ == "__main__":
    main()
