#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

// The algorithms that minimise a risk: each is a row of losses(), a penalty, and an optimiser that
// GradientOptions choose.

/// What they share: the loss and its options.
class RiskMinimiser : public Algorithm {
 public:
  explicit RiskMinimiser(std::string_view loss) : loss_(&find_loss(loss)) {}

  bool depends_on_scales() const override { return true; }
  bool weighs_documents(const OptionText& /*text*/) const override {
    return loss_->weighs_documents;
  }
  bool takes_pairs() const override { return loss_->takes_pairs; }

 protected:
  const LossEntry& loss() const noexcept { return *loss_; }

  /// The loss with those of the options that are its own.
  std::unique_ptr<const Loss> make_loss(const OptionText& text) const;

 private:
  const LossEntry* loss_;
};

/// The mean loss of a query plus l2/2 |w|^2.
class MeanRisk final : public RiskMinimiser {
 public:
  using RiskMinimiser::RiskMinimiser;
  bool takes_loss() const override { return true; }
  std::vector<OptionInfo> loss_options(const OptionText& /*text*/) const override {
    return loss().options();
  }
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

/// 1/2 |w|^2 + C * a loss over pairs, which can take their sum or their mean.
class PairMargin final : public RiskMinimiser {
 public:
  using RiskMinimiser::RiskMinimiser;
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

/// 1/2 |w|^2 + C * a loss of whole rankings, which has options of its own.
class RankingMargin final : public RiskMinimiser {
 public:
  using RiskMinimiser::RiskMinimiser;
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

/// 1/2 |w|^2 + C * a loss of the first places, trained in rounds: between them, tied documents are
/// put into the order of the current model.
class TopPlacesMargin final : public RiskMinimiser {
 public:
  using RiskMinimiser::RiskMinimiser;
  std::vector<OptionInfo> options() const override;
  void check(const OptionText& text) const override;
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;
};

}  // namespace podium
