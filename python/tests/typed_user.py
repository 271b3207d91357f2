"""A program of a user who checks types strictly: test_package.py hands it to mypy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import podium
from podium.sklearn import CLASSES, LambdaMART, Ranker, RankSVM


def made_up() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    rng = np.random.default_rng(1)
    X = rng.random((60, 3), dtype=np.float32)
    return X, np.round(2.0 * X[:, 0].astype(np.float64)), np.repeat(np.arange(6), 10)


def watch(progress: podium.Progress) -> bool:
    validation: float | None = progress.validation
    return progress.iteration < 20 and (validation is None or validation < 1.0)


def run_program() -> list[float]:
    X, y, qid = made_up()
    data = podium.Dataset(X, y, qid=qid)
    model: podium.Model = podium.train("listmle", data, vali=data, options={"l2": 0.1}, callbacks=[watch])
    scores: npt.NDArray[np.float64] = model.score(data)
    found: podium.Evaluation = podium.evaluate(data=data, scores=scores, measures=["ndcg@10", "map"])
    means: list[float] = [found["ndcg@10"], *found.values()]
    values: dict[str, npt.NDArray[np.float64]] = found.per_query
    other = podium.evaluate({"q": {"a": 1}}, {"q": {"a": 0.5}}, measures="rr")
    ranker = RankSVM(c=0.1, normalise="query-minmax").fit(X, y, qid=qid)
    rankers: list[Ranker] = [ranker, LambdaMART(rounds=5), Ranker("listnet", options={"l2": 1}), CLASSES["frank"]()]
    try:
        podium.load("no such file")
    except podium.DataError as error:
        print(error.path, error.line + 1)
    names: list[str] = [str(row["name"]) for row in podium.list("algorithms")]
    assert len(rankers) == 4 and len(values["map"]) == 6 and "listmle" in names
    return [*means, other["rr"], ranker.score(X, y, qid=qid)]


if __name__ == "__main__":
    print(run_program())
