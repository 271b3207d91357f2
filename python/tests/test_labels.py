"""Labels that are orders, and every input kind."""
import warnings

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


def answers_of(rows, seed=5):
    """Three answers about each of some pairs, some of them wrong: (query, document, document, winner, weight)."""
    X, places, qid = ordered(rows)
    rng = np.random.default_rng(seed)
    answers = []
    for query in dict.fromkeys(qid.tolist()):
        here = np.flatnonzero(qid == query)
        for a, b in rng.choice(here, (30, 2)):
            for weight in (1.0, 1.0, 0.5):
                right = a if (places[a] < places[b]) == (rng.random() < 0.8) else b
                if a != b:
                    answers.append((query, f"d{a}", f"d{b}", "tie" if rng.random() < 0.1 else f"d{right}", weight))
    return answers


def copeland(answers, query):
    """Majorities won less majorities lost, by document; written out from its definition."""
    margin, seen = {}, {}
    for q, a, b, winner, weight in answers:
        if q == query:
            seen |= {a: 0, b: 0}
            sign = 0 if winner == "tie" else 1 if winner == a else -1
            margin[a, b] = margin.get((a, b), 0.0) + sign * weight
            margin[b, a] = margin.get((b, a), 0.0) - sign * weight
    for (a, _), value in margin.items():
        seen[a] += (value > 0) - (value < 0)
    return seen


def test_preferences_become_rankings(rows):
    X, _, qid = rows
    answers = answers_of(rows)
    ranking = podium.aggregate(podium.Preferences(answers), method="copeland")
    assert list(ranking) == [str(query) for query in dict.fromkeys(qid.tolist())]
    for query in dict.fromkeys(qid.tolist()):
        points = copeland(answers, query)
        found = [points[document] for document in ranking[str(query)]]
        assert sorted(points) == sorted(ranking[str(query)]) and found == sorted(found, reverse=True)
    documents = [f"d{i}" for i in range(len(X))]
    best = {query: order[:3] for query, order in ranking.items()}
    data = podium.Dataset(X, podium.TopK(best), qid=qid, documents=documents)
    assert podium.train("listmle", data, truth="topk:3").weights()["1"] > 0
    exact = podium.aggregate(podium.Preferences(answers), method="kemeny")
    assert set(exact.brackets) == set(ranking)
    for given, more in ((answers, {"method": "borda"}), (answers, {"weights": [1.0]}), ([], {})):
        with pytest.raises(podium.UsageError):
            podium.aggregate(podium.Preferences(given), **more)


def test_preferences_stay_with_their_queries(rows):
    X, _, qid = rows
    answers = [answer for answer in answers_of(rows) if answer[3] != "tie"]
    documents = [f"d{i}" for i in range(len(X))]
    data = podium.Dataset(X, podium.Preferences(answers), qid=qid, documents=documents)
    chosen = [8, 3, 5]
    rows_of = np.concatenate([np.flatnonzero(qid == q) for q in chosen])
    same = podium.Dataset(X[rows_of], podium.Preferences([a for q in chosen for a in answers if int(a[0]) == q]),
                          qid=qid[rows_of], documents=[documents[row] for row in rows_of])  # fmt: skip
    assert podium.train("ranksvm", data.subset(chosen)).weights() == podium.train("ranksvm", same).weights()
    for call in (lambda: podium.evaluate(data=data, scores=X[:, 0]), lambda: podium.tune("ranksvm", data),
                 lambda: podium.crossval("ranksvm", data), lambda: data.with_truth("full")):  # fmt: skip
        with pytest.raises(podium.UsageError, match="found preferences, expected labels"):
            call()


@pytest.mark.parametrize("answer, words", [
    (("1", "d0", "d0", "d0"), "found 'd0' twice"), (("1", "d0", "d1", "d2"), "found the winner 'd2'"),
    (("1", "d0", "d1", "d0", -1), "found the weight -1"), (("1", "d0", "d1", "d0", np.nan), "found the weight nan"),
    (("1", "d0", "d1"), "expected \\(query"), (("1", "d0", "e", "e"), "has no document 'e'"),
])
def test_wrong_preferences_are_refused(answer, words, rows):
    X, _, qid = rows
    with pytest.raises(podium.UsageError, match=words):
        podium.Dataset(X, podium.Preferences([answer]), qid=qid, documents=[f"d{i}" for i in range(len(X))])


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_a_frame_can_have_everything(package, data):
    pytest.importorskip(package)
    frame = data.to_polars() if package == "polars" else data.to_pandas()
    if package == "pyarrow":
        import pyarrow

        frame = pyarrow.Table.from_pandas(frame).to_reader(max_chunksize=7)
    made = podium.Dataset(frame)
    assert made.fingerprint == data.fingerprint and made.queries == data.queries and made.documents == data.documents
    assert made.feature_names == data.feature_names


def test_what_is_masked_is_missing(rows):
    X, y, qid = rows
    for kind in (np.float32, np.float64):
        masked = podium.Dataset(np.ma.masked_greater(X.astype(kind), 0.5), y, qid=qid)
        expected = podium.Dataset(np.where(X > 0.5, np.nan, X), y, qid=qid)
        assert masked.info()["missing"] > 0 and masked.fingerprint == expected.fingerprint


@pytest.mark.parametrize("kind", ["complex64", "datetime64[s]", "timedelta64[s]"])
def test_values_that_are_no_real_numbers_are_refused(kind, rows):
    with pytest.raises(podium.UsageError, match=f"X: found values of the type {kind[:8]}"):
        podium.Dataset(rows[0].astype(kind), rows[1], qid=rows[2])


def test_labels_that_are_given_come_before_those_of_a_frame(data):
    pytest.importorskip("pandas")
    made = podium.Dataset(data.to_pandas(), data.labels + 1)
    assert made.feature_count == data.feature_count and np.array_equal(made.labels, data.labels + 1)


def test_rows_without_queries_are_one_query_with_a_warning(rows):
    X, y, _ = rows
    with pytest.warns(UserWarning, match="found neither qid nor group: all 108 rows are one query"):
        assert podium.Dataset(X, y).query_count == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        podium.Dataset(X), podium.Dataset(X, y, group=[len(X)])


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


def test_a_frame_of_pandas_without_pyarrow_is_taken_column_by_column(monkeypatch):
    pandas = pytest.importorskip("pandas")

    def fail(*_):
        raise ImportError("`Import pyarrow` failed.")

    monkeypatch.setattr(pandas.DataFrame, "__arrow_c_stream__", fail)
    data = podium.Dataset(pandas.DataFrame({"a": [1.0, 2.0], "qid": [7, 7]}), [0, 1])
    assert data.features().tolist() == [[1.0], [2.0]] and data.queries == [7] and data.feature_names == ["a"]


def test_preferences_are_those_of_rows_in_any_order(rows):
    X, y, qid = rows
    answers = podium.Preferences(answers_of(rows))
    documents = [f"d{i}" for i in range(len(y))]
    models = set()
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(len(y))
        data = podium.Dataset(X[order], answers, qid=qid[order], documents=[documents[i] for i in order], order="hash")
        models.add(podium.train("ranksvm", data).to_json())
    assert len(models) == 1
