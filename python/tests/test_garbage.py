"""Whatever is given, there is a result or one of Python's ordinary errors, and never a crash."""
import json

import numpy as np
import pytest
from conftest import made_up

import podium

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.extra import numpy as arrays  # noqa: E402

ORDINARY = (ValueError, TypeError, OverflowError, KeyError)  # podium.Error is a ValueError where it speaks of arguments
settings.register_profile("podium", deadline=None, max_examples=150)
settings.load_profile("podium")

numbers = st.one_of(st.floats(allow_nan=True, allow_infinity=True), st.integers(-(2**70), 2**70))
anything = st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=4), st.binary(max_size=4))
tables = st.one_of(
    arrays.arrays(st.sampled_from([np.float32, np.float64, np.int8, np.uint64, np.bool_, np.float16, np.complex64]),
                  arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6)),
    st.lists(st.lists(anything, max_size=3), max_size=4),
    anything,
)  # fmt: skip
columns = st.one_of(st.none(), st.lists(anything, max_size=7), arrays.arrays(np.float64, st.integers(0, 7)), anything)


@given(tables, columns, columns, columns, columns, columns, columns)
@pytest.mark.filterwarnings("ignore")
def test_data_sets_of_anything(X, y, qid, group, sample_weight, query_weight, documents):
    more = dict(sample_weight=sample_weight, query_weight=query_weight, documents=documents)
    try:
        data = podium.Dataset(X, None if isinstance(y, str) else y, qid=qid, group=group, **more)
    except ORDINARY:
        return
    assert data.labels.shape == (data.row_count,) and data.features().shape == (data.row_count, data.feature_count)
    assert len(data.queries) == data.query_count and len(data.documents) == data.row_count
    try:
        model = podium.train("regression", data)
    except ORDINARY:
        return
    assert model.score(data).shape == (data.row_count,)


@given(
    arrays.arrays(np.float32, st.tuples(st.integers(1, 12), st.integers(1, 3)), elements=st.floats(-1e6, 1e6, width=32) | st.just(np.nan)),
    st.sampled_from([row["name"] for row in podium.list("algorithms")]), st.data(),
)  # fmt: skip
@settings(max_examples=60)
@pytest.mark.filterwarnings("ignore")
def test_algorithms_on_any_numbers(X, algorithm, draw):
    y = draw.draw(st.lists(st.integers(-1, 4), min_size=len(X), max_size=len(X)))
    qid = draw.draw(st.lists(st.integers(0, 2), min_size=len(X), max_size=len(X)))
    rounds = {"rounds": 3} if any(o["name"] == "rounds" for o in podium.list("options", algorithm)) else {"iterations": 3}
    try:
        data = podium.Dataset(X, y, qid=qid)
        model = podium.train(algorithm, data, options=rounds if algorithm != "ranksvm" else None)
    except ORDINARY:
        return
    scores = model.score(data)
    assert np.isfinite(scores).all()
    assert podium.Model.from_json(model.to_json()) == model


MODEL = podium.train("lambdamart", podium.Dataset(*made_up()[:2], qid=made_up()[2]), options={"rounds": 2}).to_json()


@given(st.integers(0, len(MODEL) - 1), st.integers(0, 60), st.text(max_size=6))
def test_damaged_models(place, length, text):
    damaged = MODEL[:place] + text + MODEL[place + length :]
    try:
        model = podium.Model.from_json(damaged)
    except podium.DataError:
        return
    assert model.score(np.zeros((2, 5), np.float32)).shape == (2,)


values = st.one_of(st.none(), st.booleans(), st.integers(-3, 10**6), st.floats(), st.text(max_size=3), st.just([]), st.just({}))
KEYS = [key for key in json.loads(MODEL)]


@given(st.sampled_from(KEYS), values)
def test_models_with_another_value(key, value):
    try:
        model = podium.Model.from_json(json.dumps({**json.loads(MODEL), key: value}))
    except podium.DataError:
        return
    model.score(np.zeros((2, 5), np.float32))


ids = st.one_of(st.text(max_size=3), st.integers(-5, 5), st.none())
runs = st.one_of(
    st.dictionaries(ids, st.one_of(st.dictionaries(ids, numbers | anything, max_size=4), anything), max_size=4),
    st.lists(st.tuples(ids, ids, numbers), max_size=6),
    st.none() | st.integers(),
)


@given(runs, runs, st.sampled_from(["ndcg@3", "map", "kappa-ndcg@2", "rbo", "", "x", "p@0", "ndcg@3,,", "rbp(p=2)"]),
       st.sampled_from(["graded", "full", "topk:2", "topk:0", "none"]), st.sampled_from([None, "docid", "expected", "worst", "x"]))
@pytest.mark.filterwarnings("ignore")
def test_evaluations_of_anything(qrels, run, measures, truth, ties):
    try:
        found = podium.evaluate(qrels, run, measures=measures, truth=truth, ties=ties)
    except (*ORDINARY, podium.NumericError):
        return
    for name in found:
        assert len(found.query_values(name)) == len(found.queries)


@given(st.one_of(columns, st.dictionaries(ids, st.lists(ids, max_size=4), max_size=3)))
def test_orders_lists_and_preferences_of_anything(given_labels):
    X = np.eye(4, dtype=np.float32)
    for kind in (podium.Order, podium.TopK, podium.Preferences):
        try:
            data = podium.Dataset(X, kind(given_labels), qid=["a", "a", "b", "b"], documents=list("wxyz"))
        except (*ORDINARY, AttributeError):
            continue
        assert data.row_count <= 4
