#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/base/options.hpp"
#include "podium/learn/gradient_training.hpp"
#include "podium/learn/tie_rounds.hpp"
#include "podium/learn/training.hpp"
#include "podium/loss/lists/rank_cosine.hpp"
#include "podium/loss/lists/squared_error.hpp"
#include "podium/loss/loss.hpp"
#include "podium/loss/pairs/pair_scale.hpp"
#include "podium/loss/pairs/squared_hinge.hpp"
#include "podium/loss/structural/top_query.hpp"

namespace podium {

// The algorithms that minimise a risk, as the table of algorithms wants them: each a loss, a
// penalty, and what else it is made of.

/// Penalty of the algorithms that minimise the mean loss of a query.
struct MeanRiskOptions {
  double l2 = 1e-3;

  static auto fields() {
    return std::array{field("l2", &MeanRiskOptions::l2, 0.0, 1e9,
                            "the mean loss of a query is minimised plus l2/2 |w|^2")};
  }
};

enum class CScale { light, rank, mean };
inline constexpr std::array<std::string_view, 3> c_scale_names = {"light", "rank", "mean"};

/// Penalty of the support vector machines: 1/2 |w|^2 + C * loss.
struct MarginOptions {
  double c = 1.0;
  CScale scale = CScale::light;

  static auto fields() {
    using Self = MarginOptions;
    return std::array{
        field("c", &Self::c, 1e-12, 1e12, "1/2 |w|^2 + C * loss is minimised"),
        field("c-scale", &Self::scale, c_scale_names,
              "what C multiplies: the sum over all queries, of pairs over all pairs (SVMlight); "
              "that sum divided by the number of queries (SVMrank); or the mean over queries, of "
              "pairs of the mean over pairs"),
    };
  }
};

/// For losses that compare with one of many ideal orders.
struct TieRoundOptions {
  std::size_t rounds = 3;

  static auto fields() {
    return std::array{
        field("tie-rounds", &TieRoundOptions::rounds, 0, 1000,
              "train so often with the documents of equal gain in the order of the model so far, "
              "at first of a Ranking SVM; 0, and networks: once, as ties says")};
  }
};

/// What they share: options in groups, of which those of the optimiser come last.
template <Options... Group>
struct RiskMinimiser {
  static auto parse(const OptionText& text) {
    return parse_option_groups<Group..., GradientOptions>(text);
  }
  static std::vector<OptionInfo> options() {
    return describe_option_groups<Group..., GradientOptions>();
  }
  static void check(const OptionText& text) { (void)parse(text); }
  static bool forgets_start(const OptionText& text) {
    const auto options = std::get<GradientOptions>(parse(text));
    return options.scorer == ScorerKind::linear && options.optimiser != OptimiserKind::sgd &&
           options.optimiser != OptimiserKind::adam;
  }
  static bool takes_missing(const OptionText& /*text*/) { return false; }
};

/// The mean loss of a query plus l2/2 |w|^2.
template <Loss L>
struct MeanRisk : RiskMinimiser<L, MeanRiskOptions> {
  static constexpr std::string_view path_option = "l2";
  static constexpr bool path_rises = false;

  static TrainingResult train(const TrainingTask& task, const OptionText& text) {
    // A ranking does not need a bias, but a loss that sees where scores lie does.
    constexpr bool needs_bias = std::same_as<L, SquaredError> || std::same_as<L, RankCosine>;
    const auto [loss, penalty, options] = MeanRisk::parse(text);
    return train_by_gradient(
        task, {.loss = AnyLoss(loss), .l2 = penalty.l2, .has_bias = needs_bias}, options);
  }
};

/// What the support vector machines share.
template <Options... Group>
struct MarginMinimiser : RiskMinimiser<Group..., MarginOptions> {
  static constexpr std::string_view path_option = "c";
  static constexpr bool path_rises = true;

  static TrainingResult train_with(const TrainingTask& task, AnyLoss loss,
                                   const MarginOptions& margin, const GradientOptions& options) {
    return train_by_gradient(
        task,
        {.loss = std::move(loss),
         .weighting = {.mean = margin.scale != CScale::light, .factor = margin.c},
         .l2 = 1.0},
        options);
  }
};

/// Of a loss over pairs, which can take their mean.
template <Loss L>
struct PairMargin : MarginMinimiser<> {
  static TrainingResult train(const TrainingTask& task, const OptionText& text) {
    const auto [margin, options] = parse(text);
    const L loss{.pairs = margin.scale == CScale::mean ? PairScale::mean : PairScale::sum};
    return train_with(task, AnyLoss(loss), margin, options);
  }
};

/// Of a loss of whole rankings, which has options of its own.
template <Loss L>
struct RankingMargin : MarginMinimiser<L> {
  static TrainingResult train(const TrainingTask& task, const OptionText& text) {
    const auto [loss, margin, options] = RankingMargin::parse(text);
    return RankingMargin::train_with(task, AnyLoss(loss), margin, options);
  }
};

/// Of a loss of the first places, whose ideal orders are those of the model so far.
template <Loss L>
struct TopPlacesMargin : MarginMinimiser<L, TieRoundOptions> {
  static bool forgets_start(const OptionText& /*text*/) { return false; }  // nor its first orders

  static void check(const OptionText& text) {
    if (has_rounds(TopPlacesMargin::parse(text)) && text.contains("ties")) {
      throw UsageError("option 'ties' is for 'tie-rounds' = 0");
    }
  }

  static TrainingResult train(const TrainingTask& task, const OptionText& text) {
    check(text);
    const auto groups = TopPlacesMargin::parse(text);
    const L& loss = std::get<L>(groups);
    const auto& margin = std::get<MarginOptions>(groups);
    const auto run = [&](const TrainingTask& own, const L& ideal) {
      return TopPlacesMargin::train_with(own, AnyLoss(ideal), margin,
                                         std::get<GradientOptions>(groups));
    };
    if (!has_rounds(groups)) return run(task, loss);
    const GainOf gain = [&](double label) {
      if (loss.measure == TopMeasure::ndcg) return std::max(0.0, label);
      return label >= 1.0 ? 1.0 : 0.0;
    };
    return train_in_tie_rounds(task, std::get<TieRoundOptions>(groups).rounds, gain,
                               [&](const TrainingTask& own, std::size_t round) {
                                 if (round == 0) return train_first_orders(own, margin);
                                 L fixed = loss;
                                 fixed.ties = TopTies::shuffled;  // with nothing left to shuffle
                                 return run(own, fixed);
                               });
  }

 private:
  template <class Groups>
  static bool has_rounds(const Groups& groups) {
    return std::get<TieRoundOptions>(groups).rounds > 0 &&
           std::get<GradientOptions>(groups).scorer == ScorerKind::linear;
  }

  /// A linear model that knows what is better than what, whatever the ideal order.
  static TrainingResult train_first_orders(const TrainingTask& task, const MarginOptions& margin) {
    return TopPlacesMargin::train_with(
        task, AnyLoss(SquaredHingeLoss{.pairs = PairScale::mean}),
        {.c = margin.c, .scale = CScale::mean},
        {.optimiser = OptimiserKind::newton, .keep = KeptIteration::last});
  }
};

}  // namespace podium
