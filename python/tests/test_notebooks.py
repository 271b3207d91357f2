"""What notebooks show: tables and charts without scripts, drawings, exports and the report page."""
import html
import html.parser
import json
import re

import numpy as np
import pytest
from conftest import made_up

import podium


@pytest.fixture(scope="module")
def things():
    """One of everything that shows itself."""
    data, vali = podium.synth(queries=30, documents=8, features=5), podium.synth(queries=15, documents=8, features=5, seed=2)
    model = podium.train("listmle", data, vali=vali, options={"iterations": 6})
    evaluation = podium.evaluate(data=vali, model=model, measures="ndcg@5,map")
    other = podium.evaluate(data=vali, model=podium.train("regression", data), measures="ndcg@5,map")
    return {
        "data": data, "model": model, "trees": podium.train("lambdamart", data, options={"rounds": 3, "min-rows": 2}),
        "history": model.history, "evaluation": evaluation,
        "comparison": podium.compare({"a": evaluation, "b": other}, measure="ndcg@5", tests="t,wilcoxon"),
        "crossval": podium.crossval("regression", data, folds=3, measures="ndcg@5,map"),
        "tuning": podium.tune("ranksvm", data, grid={"c": [0.01, 1]}), "explanation": podium.explain(model, vali, measure="ndcg@5"),
        "weights": podium.explain(model), "ranking": podium.aggregate([{"q<": ["a&", "b"]}, {"q<": ["b", "a&"]}], method="borda"),
        "list": podium.list("measures"),
    }  # fmt: skip


class Checker(html.parser.HTMLParser):
    """Collects the names of elements, and complains about those that are not closed."""

    VOID = {"circle", "polyline", "line", "rect", "path"}

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        assert not any(name.startswith("on") for name, _ in attributes)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_everything_shows_itself_without_scripts(things):
    for name, thing in things.items():
        checker = Checker()
        checker.feed(thing._repr_html_())
        assert not checker.open and not checker.seen & {"script", "style", "iframe", "img"}, name
        assert checker.seen & {"table", "svg", "pre"}, name


def test_names_cannot_inject_markup():
    X, y, qid = made_up(queries=4)
    names = ["<script>alert(1)</script>", "a&b", "c", "d", "e"]
    model = podium.train("ranksvm", podium.Dataset(X, y, qid=qid, feature_names=names))
    for shown in (model._repr_html_(), podium.explain(model)._repr_html_(), model.report().to_html(), model.report().frame()):
        assert "<script>alert" not in shown


def test_colours_follow_the_ground_that_they_stand_on(things):
    for name in ("history", "comparison", "model"):
        shown = things[name]._repr_html_()
        assert "currentColor" in shown and not re.search(r"(?:fill|stroke|color)[=:]\"?(?:#000|black|white|#fff)", shown)


def test_progress_shows_itself(things):
    seen = []
    podium.train("listmle", things["data"], vali=things["data"], options={"iterations": 2}, callbacks=[seen.append], every=0)
    assert "<progress" in seen[0]._repr_html_() and "iteration 1 of at most 2" in repr(seen[0]) and "best" in repr(seen[0])


def test_a_bar_counts_every_training(things, capsys):
    tqdm = pytest.importorskip("tqdm")
    bar = podium.progress_bar(desc="mine")
    for _ in range(2):
        podium.train("listmle", things["data"], options={"iterations": 4}, callbacks=[bar], every=0)
    assert capsys.readouterr().err.count("4/4") >= 2 and tqdm


def test_lines_where_tqdm_is_missing(things, capsys, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    podium.train("listmle", things["data"], options={"iterations": 2}, callbacks=[podium.progress_bar()], every=0)
    assert capsys.readouterr().out.startswith("iteration 1 of at most 2, objective ")


@pytest.mark.parametrize("name", ["history", "comparison", "crossval", "tuning", "explanation", "weights", "ranking", "list"])
def test_tables_leave_as_frames_and_text(things, name):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    thing = things[name]
    frame = thing.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) > 0
    other = thing.to_polars()
    assert isinstance(other, polars.DataFrame) and other.shape == frame.shape and other.columns == list(frame.columns)
    assert thing.to_markdown().count("|---") >= 1 and "\\begin{tabular}" in thing.to_latex()


def test_frames_have_the_numbers(things):
    pytest.importorskip("pandas")
    history, evaluation, crossval = things["history"], things["evaluation"], things["crossval"]
    assert history.to_pandas()["ndcg@10"].max() == history.validation[history.best_iteration - 1]
    assert evaluation.to_pandas()["map"].mean() == pytest.approx(evaluation["map"])
    assert f"{evaluation['map']:.4f}" in evaluation.to_markdown() and f"{evaluation['map']:.4f}" in evaluation.to_latex()
    frame = crossval.to_pandas()
    assert frame["map"][:3].mean() == pytest.approx(frame["map"][3]) == pytest.approx(crossval.mean["map"])
    comparison = things["comparison"].to_pandas()
    assert comparison["difference"][0] == pytest.approx(np.mean(list(things["comparison"].differences().values())))
    assert 0 <= comparison["t p"][0] <= 1 and 0 <= comparison["wilcoxon p"][0] <= 1
    data = things["data"]
    again = data.to_pandas()
    made = podium.Dataset(again.drop(columns="label"), again["label"])
    assert np.array_equal(made.features(), data.features()) and made.queries == data.queries


def test_drawings_show_the_numbers(things):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    ax = pyplot.subplots()[1]
    history = things["history"]
    assert history.plot(ax) is ax and ax.get_xlabel() == "iteration"
    assert np.array_equal(ax.lines[0].get_ydata(), history.validation)
    heights = [bar.get_height() for bar in things["comparison"].plot().patches]
    assert heights == sorted(things["comparison"].differences().values(), reverse=True)
    widths = [bar.get_width() for bar in things["model"].plot(top=3).patches]
    assert len(widths) == 3 and abs(widths[-1]) == max(map(abs, things["model"].weights().values()))
    assert things["evaluation"].plot().get_yticklabels()[-1].get_text() == "ndcg@5"
    for name in ("crossval", "tuning", "explanation", "weights"):
        assert things[name].plot().has_data()
    assert len(things["evaluation"].plot(measure="map").patches) == len(things["evaluation"].queries)
    pyplot.close("all")


def page_document(page):
    """The contents of a page, as it carries them."""
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S)
    return json.loads(found[1])


def test_a_page_is_not_about_a_number(tmp_path):
    with pytest.raises(podium.UsageError, match="found int"):
        podium.report(3, tmp_path / "page.html")


def test_the_page_is_about_what_it_was_given(things, tmp_path):
    try:
        made = podium.report({name: things[name] for name in ("data", "model", "trees", "evaluation", "comparison", "crossval", "tuning")},
                             tmp_path / "page.html", title="All <of> it")
    except podium.UsageError as error:
        assert "not built in" in str(error)
        pytest.skip("built without Node.js")
    document = page_document((tmp_path / "page.html").read_text())
    assert document["title"] == "All <of> it" and document["summary"] == things["comparison"].conclusions
    assert [section["title"] for section in document["sections"]][:3] == ["data", "model", "trees"]
    kinds = {block["kind"] for section in document["sections"] for block in section["blocks"]}
    assert {"table", "curves", "per_query", "bars", "cards"} <= {kind.replace("-", "_") for kind in kinds}
    frame = made.frame(300)
    assert 'sandbox="allow-scripts allow-downloads"' in frame and html.unescape(frame.split('srcdoc="')[1].split('"></iframe>')[0]) == made.to_html()


def test_reports_without_a_page(things, tmp_path):
    made = things["comparison"].report(tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text() == made.to_markdown() and things["comparison"].conclusions[0] in made.to_markdown()
    assert json.loads(made.to_json())["title"] == "Comparison" and "\\begin{tabular}" in made.to_latex()
    with pytest.raises(podium.UsageError, match="notebook"):
        made.show()
    with pytest.raises(podium.UsageError, match="int"):
        podium.report([3])
    with pytest.raises(podium.UsageError, match="page.pdf: expected a name that ends with .html, .md"):
        made.save(tmp_path / "page.pdf")
    assert not (tmp_path / "page.pdf").exists()


def test_explanations_are_those_of_the_program(program, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")  # wraps no table
    data = podium.synth(queries=20, documents=8, features=5)
    data.save(tmp_path / "d.txt")
    model = podium.train("lambdamart", data, options={"rounds": 5, "min-rows": 2})
    model.save(tmp_path / "m.json")
    query, documents = data.queries[0], data.documents
    for flags, given in (
        ([], {}),
        (["--data", tmp_path / "d.txt"], {"data": data}),
        (["--data", tmp_path / "d.txt", "--train", tmp_path / "d.txt", "--measure", "map"],
         {"data": data, "train": data, "measure": "map"}),
        (["--data", tmp_path / "d.txt", "--query", query], {"data": data, "query": query}),
        (["--data", tmp_path / "d.txt", "--query", query, "--document", documents[0], "--above", documents[1]],
         {"data": data, "query": query, "document": documents[0], "above": documents[1]}),
        (["--tree", 2], {"tree": 2}),
    ):  # fmt: skip
        told = program("explain", tmp_path / "m.json", *flags)
        assert podium.explain(model, **given)._text == told, flags
        assert podium.explain(model, **given).details == json.loads(program("explain", tmp_path / "m.json", *flags, "--format", "json"))


def test_explanations_refuse_and_end(things):
    model, data = things["model"], things["data"]
    for given in ({"query": "1"}, {"data": data, "document": "x"}, {"data": data, "query": "none"}, {"tree": 1}, {"train": data},
                  {"data": data, "query": data.queries[0], "document": "a", "above": "a"}):  # fmt: skip
        with pytest.raises(podium.UsageError):
            podium.explain(model, **given)
    with pytest.raises(podium.Interrupted):
        podium.explain(model, data, callbacks=[lambda steps: False])
    with pytest.raises(RuntimeError, match="mine"):
        podium.explain(model, data, callbacks=[lambda steps: (_ for _ in ()).throw(RuntimeError("mine"))])


def test_generated_data_is_that_of_the_program(program, tmp_path):
    program("synth", "letor", "--queries", 10, "--features", 6, "--missing", 0.1, "--seed", 3, "--out", tmp_path / "theirs.txt")
    podium.synth(queries=10, features=6, missing=0.1, seed=3).save(tmp_path / "ours.txt")
    assert (tmp_path / "ours.txt").read_bytes() == (tmp_path / "theirs.txt").read_bytes()
    with pytest.raises(podium.UsageError):
        podium.synth(queries=10, colours=3)
