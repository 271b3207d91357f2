#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/core/data/truth.hpp"

namespace podium {

/// SVM-MAP's loss of one list of documents, for one or many choices of who is relevant. With R
/// relevant documents i and N others j, y_ij = +1 where a ranking y has i above j and -1 elsewhere,
///
///   l(s) = max over rankings y of  1 - AP(y) + (1 / RN) * sum over i, j of  (y_ij - 1) (s_i - s_j)
///
/// [Yue07]. It is 0 if one class is empty. A ranking that attains the maximum has a_i others above
/// the i-th relevant document and b_j relevant ones below the j-th other, which gives
///
///   l = (1 / R) * sum over i of  a_i / (i + a_i)  +  sum over documents d of  s_d dl/ds_d
///   dl/ds_i = -2 a_i / (RN),   dl/ds_j = 2 b_j / (RN)
///
/// O(n log n) for the first choice and O(n + R log N) for each, with O(n) memory for all of them.
class AveragePrecisionHinge {
 public:
  /// `labels` and `scores` have one number for each document of the query, `docs` names the list.
  AveragePrecisionHinge(std::span<const DocIndex> docs, std::span<const double> labels,
                        std::span<const double> scores, Workspace& workspace);

  /// Returns weight * l, where documents with a label of at least `relevant` are relevant.
  double add(double relevant, double weight);

  /// Adds weight * dl/ds of everything that was added.
  void finish(std::span<double> gradient) const;

 private:
  struct Violated {
    std::size_t relevant_count = 0;
    std::span<const std::uint32_t> relevant_above;  ///< one for each of the others
  };
  Violated violated(double relevant);

  // one for each document of the list, by descending score
  std::span<DocIndex> docs_;
  std::span<const double> label_;
  std::span<const double> score_;
  std::span<double> gradient_;
  // of one choice
  std::span<double> relevant_scores_;
  std::span<double> other_scores_;
  std::span<std::uint32_t> relevant_above_;
};

}  // namespace podium
