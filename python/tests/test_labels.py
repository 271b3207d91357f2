"""Labels that are orders, and every input kind."""
import numpy as np
import pytest
from conftest import ALGORITHMS, made_up

import podium


def ordered(rows):
    X, _, qid = rows
    places = np.empty(len(X))
    for query in set(qid):
        here = np.flatnonzero(qid == query)
        places[here[np.argsort(-X[here, 0])]] = np.arange(len(here)) + 1
    return X, places, qid


def test_an_order_is_the_same_from_places_lists_and_labels(rows):
    X, places, qid = ordered(rows)
    documents = [f"d{i}" for i in range(len(X))]
    lists = {q: [documents[i] for i in np.flatnonzero(qid == q)[np.argsort(places[qid == q])]] for q in set(qid)}
    by_place = podium.Dataset(X, podium.Order(places), qid=qid, documents=documents)
    by_list = podium.Dataset(X, podium.Order(lists), qid=qid, documents=documents)
    by_label = podium.Dataset(X, 9 - places, qid=qid, documents=documents).with_truth("full")
    assert np.array_equal(by_place.labels, 9 - places) and by_place.info()["is_ordered"]
    assert by_place.fingerprint == by_list.fingerprint == by_label.fingerprint
    models = [podium.train("listmle", data) for data in (by_place, by_list, by_label)]
    assert models[0] == models[1] == models[2] and models[0].weights()["1"] > 0
    found = podium.evaluate(data=by_place, model=models[0], measures="kappa-ndcg@5,wkt")
    assert 0.5 < found["kappa-ndcg@5"] <= 1
    shuffled = np.random.default_rng(2).permutation(len(X))
    apart = podium.Dataset(X[shuffled], podium.Order(places[shuffled] - 20), qid=qid[shuffled])
    assert np.array_equal(apart.labels, by_place.labels[shuffled])


def test_what_is_no_full_order_is_refused(rows):
    X, places, qid = ordered(rows)
    documents = [f"d{i}" for i in range(len(X))]
    for wrong in (np.where(places == 2, 1, places), places[:-1], np.where(places == 2, np.nan, places), ["a"] * len(X),
                  places.reshape(-1, 1) * [1, 2], {1: documents[:8]}, {1: documents[:9]},
                  {q: [documents[0]] for q in set(qid)}):  # fmt: skip
        with pytest.raises(ValueError):
            podium.Dataset(X, podium.Order(wrong), qid=qid, documents=documents)


def test_preferences_come_from_frames(rows):
    X, places, qid = ordered(rows)
    documents = np.array([f"d{i}" for i in range(len(X))])
    answers = [(int(q), documents[qid == q][0], documents[qid == q][1],
                documents[qid == q][np.argmin(places[qid == q][:2])], 2.0) for q in sorted(set(qid))]
    expected = podium.train("ranksvm", podium.Dataset(X, podium.Preferences(answers), qid=qid, documents=documents))
    columns = dict(zip(("qid", "a", "b", "winner", "weight"), zip(*answers)))
    for package in ("pandas", "polars"):
        frame = pytest.importorskip(package).DataFrame(columns)
        data = podium.Dataset(X, podium.Preferences(frame), qid=qid, documents=documents)
        assert podium.train("ranksvm", data) == expected
    table = pytest.importorskip("pyarrow").table({key: list(values) for key, values in columns.items()})
    assert podium.train("ranksvm", podium.Dataset(X, podium.Preferences(table), qid=qid, documents=documents)) == expected


def every_input(X, y, qid):
    """(name, package, what is given to Dataset besides y) for all kinds of input."""
    names = [str(i + 1) for i in range(X.shape[1])]
    columns = {name: X[:, i] for i, name in enumerate(names)}
    wide = np.empty((len(X), X.shape[1] + 3), np.float32)
    wide[:, 2:-1] = X
    off = np.empty(X.nbytes + 4, np.uint8)[4:].view(np.float32).reshape(X.shape)
    off[:] = X
    mixed = {**columns, "1": columns["1"].astype(np.float64)}

    def sparse(kind):
        return lambda package: {"X": getattr(package, kind)(X), "qid": qid}

    def frame(columns, **more):
        return lambda package: {"X": package.DataFrame(columns), **({"qid": qid} | more)}

    yield "float64", None, lambda _: {"X": X.astype(np.float64), "qid": qid}
    yield "fortran", None, lambda _: {"X": np.asfortranarray(X), "qid": qid}
    yield "strided", None, lambda _: {"X": wide[:, 2:-1], "qid": qid}
    yield "backwards", None, lambda _: {"X": X[::-1][::-1], "qid": qid[::-1][::-1]}
    yield "unaligned", None, lambda _: {"X": off, "qid": qid}
    yield "big-endian", None, lambda _: {"X": X.astype(">f4"), "qid": qid}
    yield "read-only", None, lambda _: {"X": np.frombuffer(X.tobytes(), np.float32).reshape(X.shape), "qid": qid}
    yield "lists", None, lambda _: {"X": X.tolist(), "qid": qid.tolist()}
    yield "memoryview", None, lambda _: {"X": memoryview(X), "qid": qid}
    yield "text ids", None, lambda _: {"X": X, "qid": [str(q) for q in qid]}
    yield "float ids", None, lambda _: {"X": X, "qid": qid.astype(float)}
    for kind in ("csr_matrix", "csc_matrix", "coo_matrix", "csr_array", "csc_array"):
        yield kind, "scipy.sparse", sparse(kind)
    for package in ("pandas", "polars"):
        yield package, package, frame(columns)
        yield f"{package}, mixed types", package, frame(mixed)
        yield f"{package}, column of ids", package, frame({**columns, "qid": [str(q) for q in qid]}, qid=None)
    yield "pandas, categories", "pandas", lambda package: {
        "X": package.DataFrame({**columns, "qid": package.Categorical([str(q) for q in qid])})}
    yield "pandas, an index", "pandas", lambda package: {
        "X": package.DataFrame(columns, index=[f"r{i}" for i in range(len(X))]), "qid": qid}
    yield "polars, categories", "polars", lambda package: {
        "X": package.DataFrame({**columns, "query_id": [str(q) for q in qid]}).with_columns(
            package.col("query_id").cast(package.Categorical))}
    yield "pyarrow", "pyarrow", lambda package: {"X": package.table(columns), "qid": qid}
    yield "pyarrow, chunks", "pyarrow", lambda package: {
        "X": package.concat_tables([package.table({n: v[:50] for n, v in columns.items()}),
                                    package.table({n: v[50:] for n, v in columns.items()})]), "qid": qid}


@pytest.mark.parametrize("name", [name for name, *_ in every_input(*made_up())])
def test_every_input_has_the_bits_of_numpy(name, rows):
    X, y, qid = rows
    package, make = next(found[1:] for found in every_input(X, y, qid) if found[0] == name)
    arguments = make(pytest.importorskip(package) if package else None)
    data = podium.Dataset(arguments.pop("X"), y, **arguments)
    has_names = package in ("pandas", "polars", "pyarrow")
    expected = podium.Dataset(X, y, qid=qid, feature_names=[str(i + 1) for i in range(X.shape[1])] if has_names else None)
    assert data.is_borrowed == (name in ("backwards", "unaligned", "read-only", "memoryview", "text ids", "float ids"))
    assert data.fingerprint == expected.fingerprint and np.array_equal(data.features(), X)
    for algorithm in ("listmle", "lambdamart", "ranksvm"):
        assert podium.train(algorithm, data).to_json() == podium.train(algorithm, expected).to_json()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_has_one_model_for_copied_and_borrowed_rows(algorithm, rows):
    X, y, qid = rows
    normalise = "query-minmax" if algorithm == "focusedboost" else None
    models = [podium.train(algorithm, podium.Dataset(given, y, qid=qid), normalise=normalise).to_json()
              for given in (X, np.asfortranarray(X))]
    assert models[0] == models[1]
