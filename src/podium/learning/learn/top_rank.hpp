#pragma once

#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/training.hpp"

namespace podium {

/// TopRank: a first ranker, and several that vote on the order of its top documents, each weighted
/// by how well it ranks. [Cheng15]
///
/// A ranking function of two documents (see train_pairwise()) may vote, too, or alone.
///
/// Beside its own options it takes those of its parts: "ranksvm.c" is option c of ranksvm.
class TopRank final : public Algorithm {
 public:
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  bool accepts_missing(const OptionText& text) const override;
  bool depends_on_scales() const override { return true; }
  bool weighs_documents(const OptionText& text) const override;
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

}  // namespace podium
