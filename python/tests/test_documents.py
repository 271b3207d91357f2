"""Judgements and runs come in as dictionaries of any objects and as frames of any layout, and never go wrong silently."""
import fractions

import numpy as np
import pytest

import podium


def table(given):
    return podium._core.documents_of_dict(given).to_dict()


PLAIN = {"q1": {"d1": 1.0, "d2": 0.5, "dé": 2.0}, "2": {"7": 3.0}, "empty": {}}


@pytest.mark.parametrize("number", [float, np.float64, np.float32, fractions.Fraction, lambda x: np.array(x)])
@pytest.mark.parametrize("name", [str, np.str_])
def test_dictionaries_of_any_objects_are_those_of_texts_and_numbers(number, name):
    given = {name(q): {name(d): number(v) for d, v in documents.items()} for q, documents in PLAIN.items()}
    assert table(given) == PLAIN
    assert [list(documents) for documents in table(given).values()] == [list(d) for d in PLAIN.values()]


def test_one_other_object_in_a_query_is_read_like_all_others():
    many = {f"d{i}": float(i) for i in range(100)}
    assert table({"q": {**many, 7: 1, "last": True}}) == {"q": {**many, "7": 1.0, "last": 1.0}}
    assert table({7: {8: 10**30, 9: -(2**62)}}) == {"7": {"8": 1e30, "9": -(2.0**62)}}


def test_long_and_many_ids_stay_whole():
    assert table({"": {"": 1.0, "d": 2.0}}) == {"": {"": 1.0, "d": 2.0}}
    given = {"q" * 300_000: {"d" * n: float(n) for n in (1, 262_144, 262_145, 500_000)}}
    assert table(given) == given
    given = {f"q{q}": {f"document-{q}-{d}": q + d / 8 for d in range(200)} for q in range(300)}
    assert table(given) == given


@pytest.mark.parametrize("given, words", [
    ({"q": {1: 1.0, "1": 2.0}}, "found document '1' twice"), ({1: {}, "1": {}}, "found query '1' twice"),
    ({"q": [("d", 1.0)]}, "found no dictionary"), ({"q": 3}, "found no dictionary"), ({"q": {"d": "much"}}, "found 'much'"),
    ({"q": {"d": None}}, "found None"), ({"q": {"d": 1.0, "e": object()}}, "expected a number"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(given, words):
    with pytest.raises(podium.UsageError, match=words):
        table(given)


def test_texts_that_are_no_unicode_are_refused():
    with pytest.raises(UnicodeEncodeError):
        table({"q": {"\ud800": 1.0}})


def test_objects_that_change_the_dictionary_while_it_is_read_do_no_harm():
    given = {f"q{q}": {f"d{d}": 1.0 for d in range(50)} for q in range(3)}

    class Clearing:
        def __float__(self):
            documents.clear()
            given.clear()
            return 2.0

        def __str__(self):
            given.clear()
            return "clearing"

    documents = given["q0"]
    documents["d7"] = Clearing()
    documents[Clearing()] = 3.0
    found = table(given)
    assert list(found) == ["q0", "q1", "q2"] and len(found["q0"]) == 51 and found["q0"]["d7"] == 2.0


ROWS = [("b", "d1", 1.0), ("a", "d2", 2.0), ("b", "d3", 3.0), ("b", "d4", 0.0), ("a", "d1", 5.0), ("c", "long name of a document", 1.0)]
GROUPED = {"b": {"d1": 1.0, "d3": 3.0, "d4": 0.0}, "a": {"d2": 2.0, "d1": 5.0}, "c": {"long name of a document": 1.0}}


def frame_table(frame):
    from podium._evaluate import documents_of

    return documents_of(frame, "run").to_dict()


def columns(rows):
    query, document, score = zip(*rows)
    return {"qid": list(query), "docno": list(document), "score": list(score)}


def test_rows_of_a_query_may_lie_apart_in_every_layout_of_texts():
    pyarrow = pytest.importorskip("pyarrow")
    for text in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())):
        whole = pyarrow.table({"qid": pyarrow.array(columns(ROWS)["qid"]).cast(text) if "view" not in str(text)
                               else pyarrow.array(columns(ROWS)["qid"], text),
                               "docno": pyarrow.array(columns(ROWS)["docno"]), "score": columns(ROWS)["score"]})  # fmt: skip
        cut = pyarrow.concat_tables([whole.slice(0, 2), whole.slice(2, 1), whole.slice(3)])
        for table_of_rows in (whole, cut):
            found = frame_table(table_of_rows)
            assert found == GROUPED and list(found) == list(GROUPED)
    together = sorted(ROWS, key=lambda row: "bac".index(row[0]))
    assert frame_table(pyarrow.table(columns(together))) == GROUPED


def test_whole_numbers_are_ids_and_nulls_are_not():
    polars = pytest.importorskip("polars")
    numbers = polars.DataFrame({"qid": [3, 3, -1, 3], "docno": [1, 2, 1, 2**40], "score": [1.0, 2.0, 3.0, 4.0]})
    assert frame_table(numbers) == {"3": {"1": 1.0, "2": 2.0, str(2**40): 4.0}, "-1": {"1": 3.0}}
    with pytest.raises(podium.UsageError, match="row 1 has no value"):
        frame_table(polars.DataFrame({"qid": ["a", None], "docno": ["d", "e"], "score": [1.0, 2.0]}))
    with pytest.raises(podium.UsageError, match="found neither texts nor whole numbers"):
        frame_table(polars.DataFrame({"qid": [0.5], "docno": ["d"], "score": [1.0]}))
    with pytest.raises(podium.UsageError, match="found document 'd' twice"):
        frame_table(polars.DataFrame({"qid": ["a", "b", "a"], "docno": ["d", "d", "d"], "score": [1.0, 2.0, 3.0]}))


def test_many_rows_are_read_by_several_threads_as_by_one():
    polars = pytest.importorskip("polars")
    rng = np.random.default_rng(1)
    rows = {"qid": np.repeat(np.arange(500), 100).astype(str), "docno": [f"document-{d}" for d in rng.permutation(50_000)],
            "score": rng.random(50_000)}  # fmt: skip
    found = frame_table(polars.DataFrame(rows))
    podium.set_threads(1)
    try:
        assert frame_table(polars.DataFrame(rows)) == found
    finally:
        podium.set_threads(None)
    expected = {}
    for query, document, score in zip(*rows.values()):
        expected.setdefault(str(query), {})[document] = score
    assert found == expected
