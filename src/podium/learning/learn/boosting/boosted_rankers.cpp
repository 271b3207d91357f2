#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/feature_columns.hpp"
#include "podium/core/measure/profile.hpp"
#include "podium/learning/learn/algorithm_kinds.hpp"
#include "podium/learning/learn/boosting/boosting.hpp"
#include "podium/learning/learn/boosting/frank.hpp"
#include "podium/learning/learn/top_documents.hpp"
#include "podium/learning/trees/binned_features.hpp"

namespace podium {

namespace {

enum class WeakKind { threshold, feature };
constexpr std::array<std::string_view, 2> weak_kind_names = {"threshold", "feature"};
constexpr std::string_view weak_help =
    "weak rankers: whether a feature exceeds a threshold, or the feature itself, which should then "
    "be within [0, 1]";
constexpr std::string_view directions_help =
    "up: larger values are better; both: weak rankers may also be used with the opposite sign";
constexpr std::string_view window_help =
    "stop after this many rounds without a better value on the training data";

struct RankBoostOptions {
  WeakKind weak = WeakKind::threshold;
  Directions directions = Directions::both;
  AlphaRule alpha = AlphaRule::bound;
  double tolerance = 1e-6;

  static auto fields() {
    using Self = RankBoostOptions;
    return std::array{
        field("weak", &Self::weak, weak_kind_names, weak_help),
        field("directions", &Self::directions, directions_names, directions_help),
        field("alpha", &Self::alpha, alpha_rule_names,
              "weight of a weak ranker: ln((1 + r) / (1 - r)) / 2, which minimises a bound, or the "
              "exact minimum (thresholds only)"),
        field("tolerance", &Self::tolerance, 0.0, 1.0,
              "stop when a round lowers the loss by less than this fraction"),
    };
  }
};

struct AdaRankOptions {
  std::string measure = "map";
  Directions directions = Directions::up;
  RepeatRule repeats = RepeatRule::set_aside;
  std::size_t window = 50;

  static auto fields() {
    using Self = AdaRankOptions;
    return std::array{
        field("measure", &Self::measure,
              "measure to optimise: any of `podium list measures` with values within [-1, 1]"),
        field("directions", &Self::directions, directions_names, directions_help),
        field("repeats", &Self::repeats, repeat_rule_names,
              "a feature chosen twice in a row is set aside until the other features have been "
              "used, is dropped after five times, or is allowed"),
        field("window", &Self::window, 1, 1'000'000, window_help),
    };
  }
};

struct FocusedBoostOptions {
  double lambda = 0.5;
  std::string measure = "ndcg";
  WeakKind weak = WeakKind::feature;
  Directions directions = Directions::both;
  std::size_t window = 50;

  static auto fields() {
    using Self = FocusedBoostOptions;
    return std::array{
        field("lambda", &Self::lambda, 0.0, 1.0,
              "weight of the order among the top documents; the pairs between them and the rest "
              "have weight 1 - lambda"),
        field("measure", &Self::measure, "measure of the order among the top documents"),
        field("weak", &Self::weak, weak_kind_names, weak_help),
        field("directions", &Self::directions, directions_names, directions_help),
        field("window", &Self::window, 1, 1'000'000, window_help),
    };
  }
};

Measure training_measure(const std::string& text) {
  return parse_measure(text, find_profile("standard"));
}

/// The bound that alpha minimises holds for weak rankers that differ by 1 at most.
void check_unit_range(const Dataset& data) {
  parallel_for(data.query_count(), [&](std::size_t q) {
    const QueryView view = data[q];
    for_each_column(view.features, [&](std::size_t f, std::span<const float> values) {
      const auto [low, high] = std::ranges::minmax(values);
      const double least = low;
      const double most = high;
      if (most - least <= 1.0) return;
      throw UsageError(fmt::format(
          "query {}, feature {}: found values from {:g} to {:g}; features as weak rankers must "
          "differ by at most 1; normalise them (query-minmax) or use thresholds",
          in_quotes(view.id), in_quotes(data.feature_name(f)), least, most));
    });
  });
}

/// None for features as they are.
std::optional<Thresholds> thresholds_if(WeakKind weak, const Dataset& data,
                                        const BinOptions& bins) {
  if (weak == WeakKind::feature) return std::nullopt;
  return choose_thresholds(data, bins);
}

class RankBoost final : public Algorithm {
 public:
  bool needs_scaling() const override { return true; }
  bool weighs_documents(const OptionText& /*text*/) const override { return true; }
  bool takes_pairs() const override { return true; }
  bool keeps_start() const override { return true; }
  bool accepts_missing(const OptionText& text) const override {
    return std::get<RankBoostOptions>(parsed(text)).weak == WeakKind::threshold;
  }

  std::vector<OptionInfo> options() const override {
    return describe_option_groups<PairOptions, RankBoostOptions, BinOptions, RoundOptions>();
  }
  void check(const OptionText& text) const override { (void)parsed(text); }

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    const auto [loss, own, bins, rounds] = parsed(text);
    if (own.weak == WeakKind::feature) check_unit_range(task.train);
    const BoostPlan plan{.pairs = PairGoal{task.train, loss, task.pairs},
                         .thresholds = thresholds_if(own.weak, task.train, bins),
                         .directions = own.directions,
                         .alpha = own.alpha,
                         .tolerance = own.tolerance};
    return boost(task, plan, rounds);
  }

 private:
  static auto parsed(const OptionText& text)
      -> std::tuple<PairOptions, RankBoostOptions, BinOptions, RoundOptions> {
    auto all = parse_option_groups<PairOptions, RankBoostOptions, BinOptions, RoundOptions>(text);
    const auto& own = std::get<RankBoostOptions>(all);
    if (own.alpha == AlphaRule::exact && own.weak == WeakKind::feature) {
      throw UsageError("option 'alpha' = exact works with thresholds only");
    }
    return all;
  }
};

class AdaRank final : public Algorithm {
 public:
  bool needs_scaling() const override { return true; }
  bool keeps_start() const override { return true; }

  std::vector<OptionInfo> options() const override {
    return describe_option_groups<AdaRankOptions, RoundOptions>();
  }
  void check(const OptionText& text) const override {
    (void)training_measure(
        std::get<AdaRankOptions>(parse_option_groups<AdaRankOptions, RoundOptions>(text)).measure);
  }

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    const auto [own, rounds] = parse_option_groups<AdaRankOptions, RoundOptions>(text);
    const BoostPlan plan{.list = ListGoal{task.train, training_measure(own.measure)},
                         .directions = own.directions,
                         .repeats = own.repeats,
                         .window = own.window};
    return boost(task, plan, rounds);
  }
};

class Frank final : public Algorithm {
 public:
  bool needs_scaling() const override { return true; }
  bool accepts_missing(const OptionText& /*text*/) const override { return true; }
  bool weighs_documents(const OptionText& /*text*/) const override { return true; }
  bool takes_pairs() const override { return true; }
  bool keeps_start() const override { return true; }

  std::vector<OptionInfo> options() const override {
    return describe_option_groups<FrankOptions, BinOptions, RoundOptions>();
  }
  void check(const OptionText& text) const override {
    (void)parse_option_groups<FrankOptions, BinOptions, RoundOptions>(text);
  }

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    const auto [own, bins, rounds] =
        parse_option_groups<FrankOptions, BinOptions, RoundOptions>(text);
    return train_frank(task, choose_thresholds(task.train, bins), own, rounds);
  }
};

class FocusedBoost final : public Algorithm {
 public:
  bool keeps_start() const override { return true; }
  /// The measure among the top documents has no use for them.
  bool weighs_documents(const OptionText& text) const override {
    return std::get<FocusedBoostOptions>(parsed(text)).lambda == 0.0;
  }

  std::vector<OptionInfo> options() const override {
    return describe_option_groups<FocusedBoostOptions, BinOptions, RoundOptions>();
  }
  void check(const OptionText& text) const override { (void)parsed(text); }

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    const auto [own, bins, rounds] = parsed(text);
    BoostPlan plan{.lambda = own.lambda,
                   .thresholds = thresholds_if(own.weak, task.train, bins),
                   .directions = own.directions,
                   .window = own.window};
    // A part that has nothing to say in any query is left out, unless it is the only one.
    if (own.lambda < 1.0) {
      plan.pairs = PairGoal{top_against_rest(task.train), PairOptions{}};
      if (own.lambda > 0.0 && !has_preferences(plan.pairs->data)) plan.pairs.reset();
    }
    if (own.lambda > 0.0) {
      plan.list = ListGoal{top_documents(task.train), training_measure(own.measure)};
      if (plan.pairs && !has_preferences(plan.list->data)) plan.list.reset();
    }
    if (plan.pairs && own.weak == WeakKind::feature) check_unit_range(task.train);
    return boost(task, plan, rounds);
  }

 private:
  static auto parsed(const OptionText& text)
      -> std::tuple<FocusedBoostOptions, BinOptions, RoundOptions> {
    auto all = parse_option_groups<FocusedBoostOptions, BinOptions, RoundOptions>(text);
    (void)training_measure(std::get<FocusedBoostOptions>(all).measure);
    return all;
  }
};

}  // namespace

std::shared_ptr<const Algorithm> make_rank_boost() {
  return std::make_shared<RankBoost>();
}

std::shared_ptr<const Algorithm> make_ada_rank() {
  return std::make_shared<AdaRank>();
}

std::shared_ptr<const Algorithm> make_frank() {
  return std::make_shared<Frank>();
}

std::shared_ptr<const Algorithm> make_focused_boost() {
  return std::make_shared<FocusedBoost>();
}

}  // namespace podium
