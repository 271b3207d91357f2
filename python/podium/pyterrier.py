"""Rankers in the pipelines of PyTerrier. Needs the package `pyterrier`, and no Java."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyterrier as pt

from ._errors import UsageError
from ._model import Model


class Ranker(pt.Estimator):  # type: ignore[misc,unused-ignore]
    """Re-ranks the results of a pipeline by their column `features`.

    Unlike `pt.ltr.apply_learned_model` it hands whole queries to the model, which models need that look at the other
    documents of a query or scale features within it.

    Parameters
    ----------
    ranker : Model or estimator
        A `podium.Model`, which is applied as it is; or an estimator of `podium.sklearn`, which `fit` trains.

    Examples
    --------
    >>> pipeline = candidates >> features >> podium.pyterrier.Ranker(RankSVM())  # doctest: +SKIP
    >>> pipeline.fit(train_topics, qrels, validation_topics, qrels)  # doctest: +SKIP
    >>> pt.Experiment([candidates, pipeline], test_topics, qrels, ["ndcg_cut_10"])  # doctest: +SKIP
    """

    def __init__(self, ranker: Any) -> None:
        super().__init__()
        if not isinstance(ranker, Model) and not (hasattr(ranker, "fit") and hasattr(ranker, "predict")):
            raise UsageError(f"Ranker: found {type(ranker).__name__}, expected a podium.Model or an estimator")
        self.ranker = ranker

    @property
    def model(self) -> Model:
        """The model that ranks."""
        model: Model | None = self.ranker if isinstance(self.ranker, Model) else getattr(self.ranker, "model_", None)
        if model is None:
            raise UsageError("Ranker: the estimator is not fitted; call fit with training topics and qrels")
        return model

    def fit(
        self, topics_or_res_tr: Any, qrels_tr: Any, topics_or_res_va: Any = None, qrels_va: Any = None
    ) -> Ranker:
        """Trains the estimator; results without a judgement have label 0.

        Parameters
        ----------
        topics_or_res_tr, topics_or_res_va : frames
            Results with the columns qid, docno and features: for training and, optionally, for validation.
        qrels_tr, qrels_va : frames
            Their judgements: qid, docno and label.
        """
        if isinstance(self.ranker, Model):
            raise UsageError("Ranker: a podium.Model is trained already; give an estimator of podium.sklearn to fit")
        X, y, qid = self._labelled(topics_or_res_tr, qrels_tr)
        if topics_or_res_va is None or len(topics_or_res_va) == 0:
            self.ranker.fit(X, y, qid=qid)
        else:
            other_X, other_y, other_qid = self._labelled(topics_or_res_va, qrels_va)
            self.ranker.fit(X, y, qid=qid, eval_set=[(other_X, other_y)], eval_qid=[other_qid])
        return self

    def transform(self, inp: Any) -> Any:
        """The results with the columns `score` and `rank` of the model."""
        pt.validate.result_frame(inp, extra_columns=["features"], context=self)
        ranked = inp.copy()
        if len(inp):
            ranked["score"] = self.model.score(_features(inp), qid=inp["qid"].to_numpy())
        else:
            ranked["score"] = np.empty(0)
        return pt.model.add_ranks(ranked)

    def transform_outputs(self, inp_cols: list[str]) -> list[str]:
        """The columns of the output, for PyTerrier's inspection of pipelines."""
        pt.validate.result_frame(inp_cols, extra_columns=["features"], context=self)
        return [*inp_cols, *(name for name in ("score", "rank") if name not in inp_cols)]

    def __repr__(self) -> str:
        return f"podium.pyterrier.Ranker({self.ranker!r})"

    def _labelled(self, results: Any, qrels: Any) -> tuple[Any, Any, Any]:
        if results is None or len(results) == 0:
            raise UsageError("fit: found no results, expected those of the training topics")
        pt.validate.result_frame(results, extra_columns=["features"], context=self)
        judged = qrels[["qid", "docno", "label"]].drop_duplicates(["qid", "docno"])
        labels = results[["qid", "docno"]].merge(judged, on=["qid", "docno"], how="left")["label"]
        return _features(results), labels.fillna(0).to_numpy(float), results["qid"].to_numpy()


def _features(results: Any) -> Any:
    """The arrays of the column as one table."""
    try:
        return np.stack(results["features"].to_numpy()).astype(np.float32, copy=False)
    except ValueError as error:
        raise UsageError(f"features: expected an array of the same length in every row: {error}") from None
