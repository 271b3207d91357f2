#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

/// Regression trees for any loss.
class BoostedTrees final : public Algorithm {
 public:
  /// With one loss, whose options are its own.
  explicit BoostedTrees(std::string_view loss) : fixed_(&find_loss(loss)) {}

  /// With a loss that the option `loss` names; the loss's options are taken, too.
  BoostedTrees() = default;

  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  bool accepts_missing(const OptionText& /*text*/) const override { return true; }
  bool weighs_documents(const OptionText& text) const override {
    return loss_of(text).weighs_documents;
  }
  bool takes_pairs() const override { return fixed_ != nullptr && fixed_->takes_pairs; }
  bool takes_loss() const override { return true; }
  std::vector<OptionInfo> loss_options(const OptionText& text) const override;
  bool keeps_start() const override { return true; }
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;

 private:
  const LossEntry& loss_of(const OptionText& text) const;

  const LossEntry* fixed_ = nullptr;
};

}  // namespace podium
