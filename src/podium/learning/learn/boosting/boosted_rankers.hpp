#pragma once

#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/training.hpp"

namespace podium {

// The algorithms that boost. Rounds take the place of regularisation; a larger number of rounds
// continues the same model, so that there is no path of models to train. The weak rankers of a
// model to start from come first.

/// Pairs by the exponential loss. [Freund03]
class RankBoost final : public Algorithm {
 public:
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  bool accepts_missing(const OptionText& text) const override;
  bool weighs_documents(const OptionText& /*text*/) const override { return true; }
  bool takes_pairs() const override { return true; }
  bool keeps_start() const override { return true; }
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

/// A measure of whole rankings. [Xu07]
class AdaRank final : public Algorithm {
 public:
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  bool keeps_start() const override { return true; }
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

/// Pairs by the fidelity loss. [Tsai07]
class Frank final : public Algorithm {
 public:
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  bool accepts_missing(const OptionText& /*text*/) const override { return true; }
  bool weighs_documents(const OptionText& /*text*/) const override { return true; }
  bool takes_pairs() const override { return true; }
  bool keeps_start() const override { return true; }
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

/// A measure among the top documents, pairs between them and the rest. [Niu12]
class FocusedBoost final : public Algorithm {
 public:
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  /// The measure among the top documents has no use for them.
  bool weighs_documents(const OptionText& text) const override;
  bool keeps_start() const override { return true; }
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

}  // namespace podium
