#include "podium/learning/learn/risk_minimisers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "podium/core/base/error.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/learning/learn/gradient_training.hpp"
#include "podium/learning/learn/penalty_unit.hpp"
#include "podium/learning/learn/tie_rounds.hpp"
#include "podium/learning/loss/pairs/squared_hinge.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

namespace {

/// Penalty of the algorithms that minimise the mean loss of a query.
struct MeanRiskOptions {
  double l2 = 1e-3;
  std::optional<double> strength;

  static auto fields() {
    using Self = MeanRiskOptions;
    return std::array{
        field("l2", &Self::l2, 0.0, 1e9,
              "regularisation: minimise the mean loss per query plus l2/2 |w|^2"),
        field("strength", &Self::strength, -20.0, 20.0,
              "regularisation in units of the data, instead of l2: l2 = unit * 10^strength, where "
              "the unit makes strengths mean the same for features of any scale"),
    };
  }
};

enum class CScale { light, rank, mean };
constexpr std::array<std::string_view, 3> c_scale_names = {"light", "rank", "mean"};

/// Penalty of the support vector machines: 1/2 |w|^2 + C * loss.
struct MarginOptions {
  double c = 1.0;
  std::optional<double> strength;
  CScale scale = CScale::light;

  static auto fields() {
    using Self = MarginOptions;
    return std::array{
        field("c", &Self::c, 1e-12, 1e12, "trade-off: minimise 1/2 |w|^2 + C * loss"),
        field("strength", &Self::strength, -20.0, 20.0,
              "regularisation in units of the data, instead of c: C = 1 / (unit * 10^strength), "
              "where the unit makes strengths mean the same for features of any scale"),
        field("c-scale", &Self::scale, c_scale_names,
              "loss that C multiplies: light: the sum over queries and pairs (as in SVMlight); "
              "rank: that sum divided by the number of queries (as in SVMrank); mean: the mean "
              "over queries of the mean over pairs"),
    };
  }
};

/// For losses that compare with one of many ideal orders.
struct TieRoundOptions {
  std::size_t rounds = 3;

  static auto fields() {
    return std::array{field(
        "tie-rounds", &TieRoundOptions::rounds, 0, 1000,
        "number of rounds that re-order tied documents by the current model (in the first round, "
        "by a Ranking SVM); with 0 or for networks, train once with the order given by 'ties'")};
  }
};

static_assert(has_all_fields<MeanRiskOptions>() && has_all_fields<MarginOptions>() &&
              has_all_fields<TieRoundOptions>());

std::vector<OptionInfo> joined_infos(std::vector<OptionInfo> first,
                                     const std::vector<OptionInfo>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Throws UsageError unless every option is one of `algorithm`, with a legal value.
template <Options... Own>
void check_all(const Algorithm& algorithm, const OptionText& text) {
  check_option_names(algorithm.options(), text);
  ((void)parse_known_options<Own>(text), ...);
  for (const char* penalty : {"l2", "c"}) {
    if (!text.contains(penalty) || !text.contains("strength")) continue;
    throw UsageError(std::string("options '") + penalty +
                     "' and 'strength' both set the regularisation; give one of them");
  }
}

/// The unit of the penalty, times the power of ten.
double penalty_of(double strength, const TrainingTask& task, const RiskShape& shape) {
  const double unit = penalty_unit(task, shape);
  if (!(unit > 0.0) && !some_feature_differs(task.train)) {
    throw NumericError(
        "no feature differs between the documents of any training query, so there is nothing to "
        "learn");
  }
  if (!(unit > 0.0) || !std::isfinite(unit)) {
    throw NumericError(
        "option 'strength' has no unit here: the gradient of the loss vanishes or is not finite "
        "where all scores are equal; give the regularisation itself");
  }
  return unit * std::pow(10.0, strength);
}

QueryWeighting weighting_of(const MarginOptions& margin) {
  return {.mean = margin.scale != CScale::light, .factor = margin.c};
}

/// The options with the c that their strength stands for.
MarginOptions resolved(MarginOptions margin, const TrainingTask& task, const Loss& loss) {
  if (!margin.strength) return margin;
  margin.c = 1.0;
  margin.c =
      1.0 / penalty_of(*margin.strength, task, {.loss = loss, .weighting = weighting_of(margin)});
  return margin;
}

/// Trains with a c that is known.
TrainingResult train_margin(const TrainingTask& task, const Loss& loss, const MarginOptions& margin,
                            const GradientOptions& options) {
  TrainingResult result = train_by_gradient(
      task, {.loss = loss, .weighting = weighting_of(margin), .l2 = 1.0}, options);
  if (margin.strength) result.summary.penalty = margin.c;
  return result;
}

bool has_rounds(const OptionText& text) {
  return parse_known_options<TieRoundOptions>(text).rounds > 0 &&
         parse_known_options<GradientOptions>(text).scorer == ScorerKind::linear;
}

/// A linear model that knows what is better than what, whatever the ideal order. A strength is one
/// in units of its own loss.
TrainingResult train_first_orders(const TrainingTask& task, const MarginOptions& margin) {
  const SquaredHingeLoss loss({.pairs = PairScale::mean});
  const MarginOptions own{.c = margin.c, .strength = margin.strength, .scale = CScale::mean};
  return train_margin(task, loss, resolved(own, task, loss),
                      {.optimiser = OptimiserKind::newton, .keep = KeptIteration::last});
}

}  // namespace

std::unique_ptr<const Loss> RiskMinimiser::make_loss(const OptionText& text) const {
  OptionText own;
  for (const OptionInfo& info : loss().options()) {
    if (const auto found = text.find(info.name); found != text.end()) own.insert(*found);
  }
  return loss().make(own);
}

// --- mean risk ---

std::vector<OptionInfo> MeanRisk::options() const {
  return joined_infos(loss().options(), describe_option_groups<MeanRiskOptions, GradientOptions>());
}

void MeanRisk::check(const OptionText& text) const {
  check_all<MeanRiskOptions, GradientOptions>(*this, text);
  (void)make_loss(text);
}

TrainingResult MeanRisk::train(const TrainingTask& task, const OptionText& text) const {
  check(text);
  const std::unique_ptr<const Loss> own = make_loss(text);
  // A ranking needs no bias, but a loss that changes with the level of the scores does.
  RiskShape shape{.loss = task.loss != nullptr ? *task.loss : *own,
                  .has_bias = !loss().is_shift_invariant,
                  .grows_with_targets = loss().grows_with_targets};
  const auto penalty = parse_known_options<MeanRiskOptions>(text);
  shape.l2 = penalty.strength ? penalty_of(*penalty.strength, task, shape) : penalty.l2;
  TrainingResult result =
      train_by_gradient(task, shape, parse_known_options<GradientOptions>(text));
  if (penalty.strength) result.summary.penalty = shape.l2;
  return result;
}

// --- margins over pairs ---

std::vector<OptionInfo> PairMargin::options() const {
  return describe_option_groups<MarginOptions, GradientOptions>();
}

void PairMargin::check(const OptionText& text) const {
  check_all<MarginOptions, GradientOptions>(*this, text);
}

TrainingResult PairMargin::train(const TrainingTask& task, const OptionText& text) const {
  check(text);
  const auto margin = parse_known_options<MarginOptions>(text);
  const auto own = loss().make({{"pairs", margin.scale == CScale::mean ? "mean" : "sum"}});
  return train_margin(task, *own, resolved(margin, task, *own),
                      parse_known_options<GradientOptions>(text));
}

// --- margins over rankings ---

std::vector<OptionInfo> RankingMargin::options() const {
  return joined_infos(loss().options(), describe_option_groups<MarginOptions, GradientOptions>());
}

void RankingMargin::check(const OptionText& text) const {
  check_all<MarginOptions, GradientOptions>(*this, text);
  (void)make_loss(text);
}

TrainingResult RankingMargin::train(const TrainingTask& task, const OptionText& text) const {
  check(text);
  const std::unique_ptr<const Loss> own = make_loss(text);
  return train_margin(task, *own, resolved(parse_known_options<MarginOptions>(text), task, *own),
                      parse_known_options<GradientOptions>(text));
}

// --- margins over the first places ---

std::vector<OptionInfo> TopPlacesMargin::options() const {
  return joined_infos(loss().options(),
                      describe_option_groups<TieRoundOptions, MarginOptions, GradientOptions>());
}

void TopPlacesMargin::check(const OptionText& text) const {
  check_all<TieRoundOptions, MarginOptions, GradientOptions>(*this, text);
  (void)make_loss(text);
  if (has_rounds(text) && text.contains("ties")) {
    throw UsageError("option 'ties' has an effect only with 'tie-rounds' = 0");
  }
}

TrainingResult TopPlacesMargin::train(const TrainingTask& task, const OptionText& text) const {
  check(text);
  const MarginOptions margin =
      resolved(parse_known_options<MarginOptions>(text), task, *make_loss(text));
  const auto run = [&](const TrainingTask& own, const OptionText& options) {
    return train_margin(own, *make_loss(options), margin,
                        parse_known_options<GradientOptions>(options));
  };
  if (!has_rounds(text)) {
    TrainingResult result = run(task, text);
    result.summary.gap_of = "the loss with one order of tied documents, given by 'ties'";
    return result;
  }
  const TopMeasure measure = parse_known_options<TopSettings>(text).measure;
  const GainOf gain = [&](double label) {
    if (measure == TopMeasure::ndcg) return std::max(0.0, label);
    return label > 0.0 ? 1.0 : 0.0;
  };
  return train_in_tie_rounds(task, parse_known_options<TieRoundOptions>(text).rounds, gain,
                             [&](const TrainingTask& own, std::size_t round) {
                               if (round == 0) return train_first_orders(own, margin);
                               // The data has no ties left: there is nothing to shuffle.
                               return run(own, merged(text, {{"ties", "shuffled"}}));
                             });
}

}  // namespace podium
