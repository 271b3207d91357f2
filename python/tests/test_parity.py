"""The package and the program write the same bytes."""
import numpy as np
import pytest
from conftest import ALGORITHMS, made_up

import podium


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_models_have_the_bytes_of_the_program(algorithm, program, data, rows, tmp_path):
    data.save(tmp_path / "train.txt")
    X, y, qid = made_up(seed=4)
    vali = podium.Dataset(X, y, qid=qid)
    vali.save(tmp_path / "vali.txt")
    normalise = ["--normalise", "query-minmax"] if algorithm == "focusedboost" else []
    program("train", algorithm, "--tune", "none", "--train", tmp_path / "train.txt", "--vali", tmp_path / "vali.txt",
            "--model", tmp_path / "theirs.json", *normalise)
    model = podium.train(algorithm, data, vali=vali, normalise="query-minmax" if normalise else "auto")
    model.save(tmp_path / "ours.json")
    assert (tmp_path / "ours.json").read_bytes() == (tmp_path / "theirs.json").read_bytes()
    program("score", "--model", tmp_path / "theirs.json", "--data", tmp_path / "vali.txt", "--out", tmp_path / "scores.txt")
    assert np.array_equal(model.score(vali), np.loadtxt(tmp_path / "scores.txt"))


def test_every_input_gives_the_same_model(rows):
    pandas, polars, pyarrow, sparse = map(pytest.importorskip, ("pandas", "polars", "pyarrow", "scipy.sparse"))
    X, y, qid = rows
    expected = podium.train("listmle", podium.Dataset(X, y, qid=qid)).to_json()
    names = [str(i + 1) for i in range(X.shape[1])]
    columns = {name: X[:, i] for i, name in enumerate(names)}
    order = np.random.default_rng(1).permutation(len(y))
    order = order[np.argsort(qid[order], kind="stable")]  # the order within a query matters to nobody here
    inputs = [
        podium.Dataset(X.astype(np.float64), y, qid=qid),
        podium.Dataset(np.asfortranarray(X), y, qid=[str(q) for q in qid]),
        podium.Dataset(X, y, group=np.bincount(qid)[1:]),
        podium.Dataset(sparse.csr_matrix(X), y, qid=qid),
    ]
    assert podium.Dataset(X, y, qid=qid).is_borrowed and not inputs[0].is_borrowed
    for given in (inputs[0], inputs[1], inputs[3]):
        assert podium.train("listmle", given).to_json() == expected
    plain = podium.train("listmle", inputs[2])
    assert plain.weights() == podium.Model.from_json(expected).weights()
    frames = [pandas.DataFrame(columns), polars.DataFrame(columns), pyarrow.table(columns)]
    for frame in frames:
        assert podium.train("listmle", podium.Dataset(frame, y, qid=qid)).weights() == plain.weights()
    with_ids = pandas.DataFrame({**columns, "qid": pandas.Categorical([f"q{q}" for q in qid])})
    assert podium.Dataset(with_ids, y).queries == [f"q{q}" for q in range(1, 13)]


def test_rows_that_lie_apart_are_scored_in_the_order_of_the_input(rows):
    X, y, qid = rows
    order = np.random.default_rng(5).permutation(len(y))
    apart = podium.Dataset(X[order], y[order], qid=qid[order])
    assert np.array_equal(apart.labels, y[order]) and np.array_equal(apart.features(), X[order])
    model = podium.train("regression", podium.Dataset(X, y, qid=qid))
    assert np.array_equal(model.score(apart), model.score(X, qid=qid)[order])
