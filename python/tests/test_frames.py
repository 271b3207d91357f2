"""Frames come in by the names of their columns, whatever their package and version."""
import numpy as np
import pytest
from conftest import made_up

import podium

pandas = pytest.importorskip("pandas")


class OldFrame(pandas.DataFrame):
    """A frame as pandas had them before 2.2: without a stream of Arrow."""

    @property
    def _constructor(self):
        return OldFrame

    @property
    def __arrow_c_stream__(self):
        raise AttributeError("__arrow_c_stream__")


def frames(rows):
    X, y, qid = rows
    columns = {"qid": qid, "a": X[:, 0], "b": X[:, 1], "docno": [f"d{i}" for i in range(len(y))], "label": y}
    yield "pandas", pandas.DataFrame(columns)
    yield "old pandas", OldFrame(columns)
    try:
        import polars

        yield "polars", polars.DataFrame(columns)
    except ImportError:
        pass
    try:
        import pyarrow

        yield "pyarrow", pyarrow.table(columns)
    except ImportError:
        pass


def reordered(frame, names):
    return frame.select(names) if hasattr(frame, "select") and not hasattr(frame, "loc") else frame[names]


def test_every_frame_is_the_same_data(rows):
    X, y, qid = rows
    same = podium.Dataset(X[:, :2], y, qid=qid, documents=[f"d{i}" for i in range(len(y))], feature_names=["a", "b"])
    for name, frame in frames(rows):
        data = podium.Dataset(frame)
        assert data.fingerprint == same.fingerprint and data.feature_names == ["a", "b"], name
        assert data.qid.tolist() == qid.tolist() and data.documents == same.documents, name
        run = podium.evaluate(frame, pandas.DataFrame({"qid": qid, "docno": data.documents, "score": X[:, 0]}), measures="map")
        assert run["map"] == podium.evaluate(data=data, scores=X[:, 0].astype(float), measures="map", ties="input")["map"], name


def test_an_old_frame_may_have_any_kind_of_column():
    frame = OldFrame({"qid": pandas.Categorical(["x", "x", "y"]), "a": [1, 2, 3], "b": pandas.array([1, None, 3], "Int64"),
                      "c": [True, False, True], "d": [1e39, 1.0, np.nan]})  # fmt: skip
    with pytest.warns(UserWarning, match="1 values of X are too large"):
        data = podium.Dataset(frame)
    assert data.queries == ["x", "y"] and data.feature_names == ["a", "b", "c", "d"]
    assert np.isnan(data.features()[1, 1]) and np.isinf(data.features()[0, 3])
    for wrong in (["x", "y", "z"], pandas.Categorical([1, 2, 3]), pandas.to_datetime(["2020-01-01"] * 3)):
        with pytest.raises(podium.UsageError, match="column 'a': found"):
            podium.Dataset(OldFrame({"qid": [1, 1, 2], "a": wrong}))
    with pytest.raises(podium.UsageError, match="column 'qid': found a missing value"):
        podium.Dataset(OldFrame({"qid": ["x", None, "y"], "a": [1, 2, 3]}))


def test_values_beyond_32_bits_are_said_for_every_input():
    sparse = pytest.importorskip("scipy.sparse")
    X = np.array([[1e39, 1.0], [0.0, 2.0]])
    for given in (X, pandas.DataFrame(X, columns=["a", "b"]), sparse.csr_matrix(X)):
        with pytest.warns(UserWarning, match="1 values of X are too large for 32 bits"):
            podium.Dataset(given)


def test_estimators_take_frames_by_name(rows):
    sklearn = pytest.importorskip("podium.sklearn")
    X, y, qid = rows
    for name, frame in frames(rows):
        ranker = sklearn.RankSVM().fit(frame, y)
        assert ranker.n_features_in_ == 2 and ranker.feature_names_in_.tolist() == ["a", "b"], name
        assert ranker.model_ == podium.train("ranksvm", podium.Dataset(frame)), name
        turned = reordered(frame, ["b", "a", "qid"])
        with pytest.raises(ValueError, match="[Ff]eature names"):
            ranker.predict(turned)
        restored = sklearn.RankSVM.from_model(ranker.model_)
        assert np.array_equal(restored.predict(frame), ranker.predict(frame)), name
        with pytest.raises(ValueError, match="[Ff]eature names"):
            restored.predict(turned)
        with pytest.raises(ValueError, match="[Ff]eature names"):
            sklearn.ListMLE().fit(frame, y, eval_set=[(turned, y)])
        by_name = sklearn.ListMLE(iterations=5).fit(frame, y, eval_set=[(frame, y)])
        assert by_name.best_score_ == pytest.approx(by_name.score(frame, y)), name


def test_a_restored_estimator_has_the_options_of_its_model(rows):
    sklearn = pytest.importorskip("podium.sklearn")
    X, y, qid = rows
    trained = sklearn.LambdaMART(rounds=7, leaves=4, seed=5).fit(X, y, qid=qid)
    prepared = sklearn.RankSVM(truth="topk:3", normalise="minmax", fill="zero").fit(X, y, qid=qid)
    for made in (trained, prepared):
        for again in (type(made).from_model(made.model_), sklearn.Ranker.from_model(made.model_)):
            assert again.fit(X, y, qid=qid).model_ == made.model_


def test_a_stream_that_fails_leaks_nothing():
    pyarrow = pytest.importorskip("pyarrow")
    resource = pytest.importorskip("resource")
    schema = pyarrow.schema([("a", pyarrow.float64()), ("qid", pyarrow.int64())])

    def batches():
        yield pyarrow.record_batch([pyarrow.array(np.ones(400_000)), pyarrow.array(np.ones(400_000, np.int64))], schema=schema)
        raise RuntimeError("the disk")

    def attempt():
        with pytest.raises(podium.UsageError, match="the disk"):
            podium.Dataset(pyarrow.RecordBatchReader.from_batches(schema, batches()))
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    attempt()
    before = [attempt() for _ in range(3)][-1]
    assert [attempt() for _ in range(20)][-1] - before < 40_000  # 20 batches are 128 MB


def test_a_null_inside_a_dictionary_is_no_query():
    pyarrow = pytest.importorskip("pyarrow")
    words = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1]), pyarrow.array(["x", None]))
    with pytest.raises(podium.UsageError, match="column .qid.: (row 1 has no value|found a missing value)"):
        podium.Dataset(pyarrow.table({"qid": words, "a": [1.0, 2.0]}))


@pytest.mark.parametrize("qid", [np.array(["2020-01-01", "NaT"], "datetime64[D]"), [1, None], [1.0, np.nan], np.array([pandas.NA, "a"], object),
                                 pandas.Series([pandas.NaT, pandas.NaT])])  # fmt: skip
def test_missing_queries_are_refused(qid):
    with pytest.raises(podium.UsageError, match="qid: found a missing value"):
        podium.Dataset(np.zeros((2, 1)), [0, 1], qid=qid)


def test_ids_of_queries_keep_their_type(rows):
    X, y, qid = rows
    for given, first in ((qid, 1), (qid.astype(float), 1), (qid.astype(str), "1"), (qid.reshape(-1, 1), 1), (qid.astype(object), 1)):
        data = podium.Dataset(X, y, qid=given)
        assert data.queries[0] == first and type(data.queries[0]) is type(first) and data.qid.tolist().count(first) == 9
        found = podium.evaluate(data=data, scores=y, measures="ndcg@5")
        assert list(found.query_values("ndcg@5"))[0] == first == found.queries[0] and found.explain(first)
        assert podium.compare({"a": found, "b": found}, measure="ndcg@5").values["a"][first] == 1.0
    assert podium.evaluate({7: {"a": 1}}, {"7": {"a": 1.0}}, measures="rr").query_values("rr") == {7: 1.0}
    assert podium.aggregate([{7: ["a", "b"]}], method="borda")[7] == ["a", "b"]
    assert np.isin(podium.Dataset(X, y, qid=qid).qid, [1]).sum() == 9


def test_subsets_by_id_place_and_truth_value(rows):
    X, y, qid = rows
    data = podium.Dataset(X, y, qid=qid)
    texts = podium.Dataset(X, y, qid=qid.astype(str))
    assert data.subset([1, 2]).queries == [1, 2] and data.subset(np.array([3])).queries == [3]
    assert texts.subset([1, 2]).queries == ["2", "3"] and texts.subset(["2"]).queries == ["2"]
    mask = np.arange(12) >= 10
    assert data.subset(mask).queries == [11, 12] and texts.subset(mask.tolist()).queries == ["11", "12"]
    for wrong, words in (([True], "found 1 truth values, expected 12"), ([1.7], "no query with the id 1.7"), ([0], "the id 0"), (["x"], "the id 'x'")):
        with pytest.raises(podium.UsageError, match=words):
            data.subset(wrong)
    with pytest.raises(podium.UsageError, match="place 12, expected 0 to 11"):
        texts.subset([12])


def test_labels_below_0_are_said(rows):
    sklearn = pytest.importorskip("podium.sklearn")
    X, y, qid = rows
    data = podium.Dataset(X, y - 1, qid=qid)
    below = f"{int((y < 1).sum())} of {len(y)} rows have a label below 0"
    ranker = sklearn.RankSVM()
    for call in (lambda: ranker.fit(X, y - 1, qid=qid), lambda: podium.train("ranksvm", data), lambda: podium.crossval("ranksvm", data, folds=3),
                 lambda: podium.evaluate(data=data, scores=y), lambda: podium.tune("ranksvm", data, grid={"c": [1]})):  # fmt: skip
        with pytest.warns(UserWarning, match=below):
            call()
    kept = sklearn.RankSVM(unjudged="lowest").fit(X, y - 1, qid=qid)
    assert kept.model_ == podium.train("ranksvm", data, unjudged="lowest") != ranker.model_
    codes = np.column_stack([X, np.arange(len(X)) % 3])
    assert sklearn.LambdaMART(rounds=3, categorical=["6"]).fit(codes, y, qid=qid).model_ == podium.train(
        "lambdamart", podium.Dataset(codes, y, qid=qid), options={"rounds": 3}, categorical=["6"])  # fmt: skip


@pytest.mark.parametrize("y", [np.array(["2020-01-01"] * 3, "datetime64[D]"), np.array([1j, 0, 2])])
def test_labels_are_numbers(y):
    with pytest.raises(podium.UsageError, match="y: found values of type"):
        podium.Dataset(np.zeros((3, 1)), y, group=[3])


def test_scores_and_explanations_need_the_queries_of_their_model(rows):
    sklearn = pytest.importorskip("podium.sklearn")
    X, y, qid = rows
    data = podium.Dataset(X, y, qid=qid)
    model = podium.train("regression", data, normalise="query-minmax")
    for call in (model.score, model.explain):
        with pytest.raises(podium.UsageError, match="there are no queries here; give qid="):
            call(X)
        call(X, qid=qid)
        call(data)
    plain = podium.train("regression", data)
    plain.score(X)
    with pytest.warns(UserWarning, match="all 108 rows are one query"):
        plain.explain(X)
    with pytest.raises(podium.UsageError, match="fitted with queries"):
        sklearn.RankSVM().fit(X, y, qid=qid).explain(X)


@pytest.mark.parametrize("with_ids", [True, False])
def test_by_hash_the_order_of_rows_does_not_matter(rows, with_ids, tmp_path):
    X, y, qid = rows
    X = np.round(X[:, :2]).astype(np.float32)  # many rows are alike

    def made(order, how="hash"):
        documents = [f"d{i}" for i in order] if with_ids else None
        data = podium.Dataset(X[order], y[order], qid=qid[order], documents=documents, order=how)
        assert data.labels.tolist() == y[order].tolist() and data.qid.tolist() == qid[order].tolist()
        assert data.features().tolist() == X[order].tolist()
        model = podium.train("listmle", data, options={"iterations": 5})
        if how != "input":
            data.save(tmp_path / "rows.csv")
            assert podium.read(tmp_path / "rows.csv", order=how).fingerprint == data.fingerprint
        return data.fingerprint, model.to_json()

    given = np.arange(len(y))
    same, other = made(given), np.random.default_rng(1).permutation(given)
    assert made(other) == same and made(other[::-1]) == same
    assert made(other, "input") != same and made(other, "hash:2") != same
    for name, frame in frames((X[other], y[other], qid[other])):
        in_place = podium.Dataset(frame, documents=[f"d{i}" for i in other], order="hash")
        assert (in_place.fingerprint == same[0]) == with_ids, name


def test_the_order_of_rows_is_checked(rows):
    X, y, qid = rows
    with pytest.raises(podium.UsageError, match="found 'hashed', expected input, hash or hash:K"):
        podium.Dataset(X, y, qid=qid, order="hashed")
    with pytest.raises(podium.UsageError, match="order='hash' needs qid"):
        podium.Dataset(X, y, group=[len(y)], order="hash")
    two = np.array(["8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"])
    with pytest.raises(podium.UsageError, match="have the same hash.*order=hash:2"):
        podium.Dataset(X[:2], y[:2], qid=two, order="hash")
    assert podium.Dataset(X[:2], y[:2], qid=two, order="hash:2").query_count == 2


def test_what_is_in_order_is_not_copied(rows):
    X, y, qid = rows
    X = np.ascontiguousarray(X, np.float32)
    shuffled = podium.Dataset(X, y, qid=qid, order="hash")
    assert not shuffled.is_borrowed
    held = shuffled.subset(shuffled.queries)
    again = held.features()
    assert podium.Dataset(again, held.labels, qid=held.qid, order="hash").is_borrowed
