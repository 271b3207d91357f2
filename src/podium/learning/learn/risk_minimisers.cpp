#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/learning/learn/algorithm_kinds.hpp"
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

/// The unit of the penalty, times the power of ten.
double penalty_of(double strength, const TrainingTask& task, const RiskShape& shape) {
  const double unit = penalty_unit(task, shape);
  if (!(unit > 0.0) && !some_feature_differs(task.train)) {
    throw NumericError(
        "no feature differs between the documents of any training query, so there is nothing to "
        "learn");
  }
  // Only features without a penalty differ: whatever it is, it changes nothing.
  if (unit == 0.0 && !task.unpenalised.empty()) return std::pow(10.0, strength);
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

/// A row of losses(), whose options come first, with a penalty and an optimiser: the options of the
/// groups.
template <Options... Groups>
class RiskMinimiser : public Algorithm {
 public:
  explicit RiskMinimiser(std::string_view loss) : loss_(&find_loss(loss)) {}

  bool needs_scaling() const override { return true; }
  bool weighs_documents(const OptionText& /*text*/) const override {
    return loss_->weighs_documents;
  }
  bool takes_pairs() const override { return loss_->takes_pairs; }
  bool takes_second_objective() const override { return true; }

  std::vector<OptionInfo> options() const override {
    std::vector<OptionInfo> infos = loss_->options();
    const std::vector<OptionInfo> own = describe_option_groups<Groups...>();
    infos.insert(infos.end(), own.begin(), own.end());
    return infos;
  }

  void check(const OptionText& text) const override {
    check_option_names(options(), text);
    ((void)parse_known_options<Groups>(text), ...);
    for (const char* penalty : {"l2", "c"}) {
      if (!text.contains(penalty) || !text.contains("strength")) continue;
      throw UsageError(std::string("options '") + penalty +
                       "' and 'strength' both set the regularisation; give one of them");
    }
    (void)make_known(*loss_, text);
  }

 protected:
  const LossEntry& loss() const noexcept { return *loss_; }

 private:
  const LossEntry* loss_;
};

class MeanRisk final : public RiskMinimiser<MeanRiskOptions, GradientOptions> {
 public:
  using RiskMinimiser::RiskMinimiser;

  bool takes_loss() const override { return true; }
  std::vector<OptionInfo> loss_options(const OptionText& /*text*/) const override {
    return loss().options();
  }

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    check(text);
    const std::unique_ptr<const Loss> own = make_known(loss(), text);
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
};

class PairMargin final : public RiskMinimiser<MarginOptions, GradientOptions> {
 public:
  using RiskMinimiser::RiskMinimiser;

  /// The option of the loss, sum or mean, follows from c-scale.
  std::vector<OptionInfo> options() const override {
    return describe_option_groups<MarginOptions, GradientOptions>();
  }

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    check(text);
    const auto margin = parse_known_options<MarginOptions>(text);
    const auto own = loss().make({{"pairs", margin.scale == CScale::mean ? "mean" : "sum"}});
    return train_margin(task, *own, resolved(margin, task, *own),
                        parse_known_options<GradientOptions>(text));
  }
};

class RankingMargin final : public RiskMinimiser<MarginOptions, GradientOptions> {
 public:
  using RiskMinimiser::RiskMinimiser;

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    check(text);
    const std::unique_ptr<const Loss> own = make_known(loss(), text);
    return train_margin(task, *own, resolved(parse_known_options<MarginOptions>(text), task, *own),
                        parse_known_options<GradientOptions>(text));
  }
};

class TopPlacesMargin final
    : public RiskMinimiser<TieRoundOptions, MarginOptions, GradientOptions> {
 public:
  using RiskMinimiser::RiskMinimiser;

  /// Ties are put in order round by round, in one truth.
  bool takes_second_objective() const override { return false; }

  void check(const OptionText& text) const override {
    RiskMinimiser::check(text);
    if (has_rounds(text) && text.contains("ties")) {
      throw UsageError("option 'ties' has an effect only with 'tie-rounds' = 0");
    }
  }

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    check(text);
    const MarginOptions margin =
        resolved(parse_known_options<MarginOptions>(text), task, *make_known(loss(), text));
    const auto options = parse_known_options<GradientOptions>(text);
    if (!has_rounds(text)) {
      TrainingResult result = train_margin(task, *make_known(loss(), text), margin, options);
      result.summary.gap_of = "the loss with one order of tied documents, given by 'ties'";
      return result;
    }
    const TopMeasure measure = parse_known_options<TopSettings>(text).measure;
    const GainOf gain = [&](double label) {
      if (measure == TopMeasure::ndcg) return std::max(0.0, label);
      return label > 0.0 ? 1.0 : 0.0;
    };
    // From round 1 on the data has no ties left: there is nothing to shuffle.
    const std::unique_ptr<const Loss> own =
        make_known(loss(), merged(text, {{"ties", "shuffled"}}));
    TieRounds rounds(task, parse_known_options<TieRoundOptions>(text).rounds, gain);
    while (rounds.next()) {
      rounds.add(rounds.round() == 0 ? train_first_orders(rounds.task(), margin)
                                     : train_margin(rounds.task(), *own, margin, options));
    }
    return std::move(rounds).result();
  }
};

}  // namespace

std::shared_ptr<const Algorithm> make_mean_risk(std::string_view loss) {
  return std::make_shared<MeanRisk>(loss);
}

std::shared_ptr<const Algorithm> make_pair_margin(std::string_view loss) {
  return std::make_shared<PairMargin>(loss);
}

std::shared_ptr<const Algorithm> make_ranking_margin(std::string_view loss) {
  return std::make_shared<RankingMargin>(loss);
}

std::shared_ptr<const Algorithm> make_top_places_margin(std::string_view loss) {
  return std::make_shared<TopPlacesMargin>(loss);
}

}  // namespace podium
