#include "podium/learn/algorithms.hpp"

#include <algorithm>
#include <array>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/learn/boosted_rankers.hpp"
#include "podium/learn/gradient_training.hpp"
#include "podium/learn/tie_rounds.hpp"
#include "podium/loss/approx_ndcg.hpp"
#include "podium/loss/focused_net.hpp"
#include "podium/loss/focused_svm.hpp"
#include "podium/loss/hinge.hpp"
#include "podium/loss/lambda_rank.hpp"
#include "podium/loss/list_mle.hpp"
#include "podium/loss/list_net.hpp"
#include "podium/loss/logistic.hpp"
#include "podium/loss/rank_cosine.hpp"
#include "podium/loss/squared_error.hpp"
#include "podium/loss/squared_hinge.hpp"
#include "podium/loss/svm_map.hpp"
#include "podium/loss/top_margin.hpp"
#include "podium/loss/top_slack.hpp"

namespace podium {

namespace {

/// Penalty of the algorithms that minimise the mean loss of a query.
struct MeanRiskOptions {
  double l2 = 1e-3;

  static constexpr auto fields() {
    return std::tuple{field("l2", &MeanRiskOptions::l2, 0.0, 1e9,
                            "the mean loss of a query is minimised plus l2/2 |w|^2")};
  }
};

enum class CScale { light, rank, mean };

/// Penalty of the support vector machines: 1/2 |w|^2 + C * loss.
struct MarginOptions {
  double c = 1.0;
  CScale scale = CScale::light;

  static constexpr auto fields() {
    using Self = MarginOptions;
    return std::tuple{
        field("c", &Self::c, 1e-12, 1e12, "1/2 |w|^2 + C * loss is minimised"),
        field(
            "c-scale", &Self::scale, std::array<std::string_view, 3>{"light", "rank", "mean"},
            "what C multiplies: the sum over all queries, of pairs over all pairs (SVMlight); that "
            "sum divided by the number of queries (SVMrank); or the mean over queries, of pairs "
            "of the mean over pairs"),
    };
  }
};

/// A ranking does not need a bias, but a loss that sees where scores lie does.
template <Loss L>
constexpr bool needs_bias = std::same_as<L, SquaredError> || std::same_as<L, RankCosine>;

template <Loss L>
TrainingResult train_mean_risk(const TrainingTask& task, const OptionText& text) {
  const auto [loss, penalty, options] =
      parse_option_groups<L, MeanRiskOptions, GradientOptions>(text);
  return train_by_gradient(
      task, {.loss = AnyLoss(loss), .l2 = penalty.l2, .has_bias = needs_bias<L>}, options);
}

TrainingResult train_with_c(const TrainingTask& task, AnyLoss loss, const MarginOptions& margin,
                            const GradientOptions& options) {
  return train_by_gradient(
      task,
      {.loss = std::move(loss),
       .weighting = {.mean = margin.scale != CScale::light, .factor = margin.c},
       .l2 = 1.0},
      options);
}

/// For losses over pairs, which can take their mean.
template <Loss L>
TrainingResult train_margin(const TrainingTask& task, const OptionText& text) {
  const auto [margin, options] = parse_option_groups<MarginOptions, GradientOptions>(text);
  const L loss{.pairs = margin.scale == CScale::mean ? PairScale::mean : PairScale::sum};
  return train_with_c(task, AnyLoss(loss), margin, options);
}

/// For losses of whole rankings, which have no pairs to take the mean of.
template <Loss L>
TrainingResult train_structural(const TrainingTask& task, const OptionText& text) {
  const auto [loss, margin, options] = parse_option_groups<L, MarginOptions, GradientOptions>(text);
  return train_with_c(task, AnyLoss(loss), margin, options);
}

/// For losses that compare with one of many ideal orders.
struct TieRoundOptions {
  std::size_t rounds = 3;

  static constexpr auto fields() {
    return std::tuple{
        field("tie-rounds", &TieRoundOptions::rounds, 0, 1000,
              "train so often with the documents of equal gain in the order of the "
              "model so far, at first of a Ranking SVM; 0, and networks: once, as ties "
              "says")};
  }
};

/// A linear model that knows what is better than what, whatever the ideal order.
TrainingResult train_first_order(const TrainingTask& task, const MarginOptions& margin) {
  return train_with_c(task, AnyLoss(SquaredHingeLoss{.pairs = PairScale::mean}),
                      {.c = margin.c, .scale = CScale::mean},
                      {.optimiser = OptimiserKind::newton, .keep = KeptIteration::last});
}

/// Whether ideal orders are those of the model so far.
template <Loss L>
bool has_tie_rounds(const OptionText& text) {
  const auto [loss, ties, margin, options] =
      parse_option_groups<L, TieRoundOptions, MarginOptions, GradientOptions>(text);
  if (ties.rounds == 0 || options.scorer != ScorerKind::linear) return false;
  if (text.contains("ties")) throw UsageError("option 'ties' is for 'tie-rounds' = 0");
  return true;
}

template <Loss L>
TrainingResult train_top(const TrainingTask& task, const OptionText& text) {
  const auto groups = parse_option_groups<L, TieRoundOptions, MarginOptions, GradientOptions>(text);
  const L& loss = std::get<L>(groups);
  const auto& margin = std::get<MarginOptions>(groups);
  const auto& options = std::get<GradientOptions>(groups);
  if (!has_tie_rounds<L>(text)) return train_with_c(task, AnyLoss(loss), margin, options);
  const GainOf gain = [&](double label) {
    if (loss.measure == TopMeasure::ndcg) return std::max(0.0, label);
    return label >= 1.0 ? 1.0 : 0.0;
  };
  const auto run = [&](const TrainingTask& own, std::size_t round) {
    if (round == 0) return train_first_order(own, margin);
    L fixed = loss;
    fixed.ties = TopTies::shuffled;  // which has nothing left to shuffle
    return train_with_c(own, AnyLoss(fixed), margin, options);
  };
  return train_in_tie_rounds(task, std::get<TieRoundOptions>(groups).rounds, gain, run);
}

template <Loss L>
void check_top(const OptionText& text) {
  (void)has_tie_rounds<L>(text);
}

template <Options... Group>
void check_groups(const OptionText& text) {
  (void)parse_option_groups<Group...>(text);
}

template <Options... Group>
bool forgets_start(const OptionText& text) {
  const auto options = std::get<GradientOptions>(parse_option_groups<Group...>(text));
  return options.scorer == ScorerKind::linear && options.optimiser != OptimiserKind::sgd &&
         options.optimiser != OptimiserKind::adam;
}

template <Loss L>
std::vector<OptionInfo> mean_risk_options() {
  return describe_option_groups<L, MeanRiskOptions, GradientOptions>();
}

using Defaults = std::array<std::string_view, 1>;
constexpr Defaults newton = {"optimiser=newton"};
constexpr Defaults random_start = {"start=random"};
// On the way to a minimum with kinks points jump about: no path of models to choose from.
constexpr std::array<std::string_view, 4> bundle = {"optimiser=bundle", "tolerance=1e-3",
                                                    "iterations=1000", "keep=last"};
constexpr std::array<std::string_view, 2> adam = {"optimiser=adam", "batch=8"};

template <Loss L>
constexpr AlgorithmEntry mean_risk(std::string_view name, std::string_view summary,
                                   std::string_view reference, std::string_view loss,
                                   std::span<const std::string_view> defaults = {}) {
  return {.name = name,
          .summary = summary,
          .reference = reference,
          .loss = loss,
          .path_option = "l2",
          .defaults = defaults,
          .parts = mean_risk_options<L>,
          .train = train_mean_risk<L>,
          .check_options = check_groups<L, MeanRiskOptions, GradientOptions>,
          .forgets_start = forgets_start<L, MeanRiskOptions, GradientOptions>};
}

/// A support vector machine, of a loss over pairs.
template <Loss L>
constexpr AlgorithmEntry margin_risk(std::string_view name, std::string_view summary,
                                     std::string_view reference, std::string_view loss,
                                     std::span<const std::string_view> defaults) {
  return {.name = name,
          .summary = summary,
          .reference = reference,
          .loss = loss,
          .path_option = "c",
          .path_rises = true,
          .defaults = defaults,
          .parts = describe_option_groups<MarginOptions, GradientOptions>,
          .train = train_margin<L>,
          .check_options = check_groups<MarginOptions, GradientOptions>,
          .forgets_start = forgets_start<MarginOptions, GradientOptions>};
}

/// A support vector machine of whole rankings, whose loss has options of its own.
template <Loss L>
constexpr AlgorithmEntry structural_risk(std::string_view name, std::string_view summary,
                                         std::string_view reference, std::string_view loss) {
  return {.name = name,
          .summary = summary,
          .reference = reference,
          .loss = loss,
          .path_option = "c",
          .path_rises = true,
          .defaults = bundle,
          .parts = describe_option_groups<L, MarginOptions, GradientOptions>,
          .train = train_structural<L>,
          .check_options = check_groups<L, MarginOptions, GradientOptions>,
          .forgets_start = forgets_start<L, MarginOptions, GradientOptions>};
}

/// The same, of the first places. Where it ends depends on the orders it begins with.
template <Loss L>
constexpr AlgorithmEntry top_risk(std::string_view name, std::string_view summary,
                                  std::string_view loss) {
  AlgorithmEntry entry = structural_risk<L>(name, summary, "Cheng15", loss);
  entry.parts = describe_option_groups<L, TieRoundOptions, MarginOptions, GradientOptions>;
  entry.train = train_top<L>;
  entry.check_options = check_top<L>;
  entry.forgets_start = nullptr;
  return entry;
}

constexpr Defaults map_measure = {"measure=map"};
constexpr Defaults ndcg_measure = {"measure=ndcg@10"};

/// A row of an algorithm of boosted_rankers.hpp.
template <class Algorithm>
constexpr AlgorithmEntry boosted(std::string_view name, std::string_view summary,
                                 std::string_view reference, std::string_view loss,
                                 std::span<const std::string_view> defaults = {}) {
  return {.name = name,
          .summary = summary,
          .reference = reference,
          .loss = loss,
          .defaults = defaults,
          .parts = Algorithm::options,
          .train = Algorithm::train,
          .check_options = Algorithm::check,
          .takes_missing = Algorithm::takes_missing};
}

constexpr std::array table = {
    mean_risk<SquaredError>("regression", "scores that come near the labels", "Qin10",
                            "squared-error", newton),
    margin_risk<SquaredHingeLoss>("ranksvm",
                                  "every pair in order with a margin, by squared hinge loss",
                                  "Chapelle10", "squared-hinge", newton),
    margin_risk<HingeLoss>("ranksvm-l1", "every pair in order with a margin, by hinge loss",
                           "Joachims06", "hinge", bundle),
    mean_risk<LogisticLoss>("ranknet", "every pair in order, by logistic loss", "Burges05",
                            "logistic"),
    mean_risk<ListNet>("listnet", "probabilities to be best, by cross entropy", "Cao07",
                       "list-net"),
    mean_risk<ListMle>("listmle", "likelihood of the whole order, or of its k best places", "Xia08",
                       "list-mle"),
    mean_risk<RankCosine>("rankcosine", "the angle between scores and labels", "Qin08",
                          "rank-cosine", random_start),
    mean_risk<FocusedNet>("focusednet", "ListNet among the best, RankNet between them and the rest",
                          "Niu12", "focused-net"),
    mean_risk<LambdaRankLoss>("lambdarank", "pairs weighted by what swapping them does to NDCG",
                              "Burges06", "lambda-rank", adam),
    mean_risk<ApproxNdcg>("approxndcg", "NDCG with smooth ranks", "Qin10a", "approx-ndcg", adam),
    structural_risk<SvmMap>("svmmap", "average precision, by the worst ranking of each query",
                            "Yue07", "svm-map"),
    structural_risk<FocusedSvm>("focusedsvm",
                                "SVM-MAP among the best, Ranking SVM between them and the rest",
                                "Niu12", "focused-svm"),
    top_risk<TopMargin>("topmargin", "the first K places, by margins as large as the loss",
                        "top-margin"),
    top_risk<TopSlack>("topslack", "the first K places, by slacks that weigh the loss",
                       "top-slack"),
    boosted<RankBoost>("rankboost", "every pair in order, by one threshold after the other",
                       "Freund03", "exponential"),
    boosted<AdaRank>("adarank-map", "average precision, by one feature after the other", "Xu07", "",
                     map_measure),
    boosted<AdaRank>("adarank-ndcg", "NDCG, by one feature after the other", "Xu07", "",
                     ndcg_measure),
    boosted<Frank>("frank", "every pair in order, hopeless ones given up, by thresholds", "Tsai07",
                   "fidelity"),
    boosted<FocusedBoost>("focusedboost",
                          "AdaRank among the best, RankBoost between them and the rest", "Niu12",
                          "exponential"),
};

}  // namespace

bool AlgorithmEntry::takes_warm_start(const OptionText& options) const {
  return forgets_start != nullptr && find_loss(loss).is_convex &&
         forgets_start(with_defaults(options));
}

OptionText AlgorithmEntry::with_defaults(const OptionText& given) const {
  OptionText all = given;
  for (const std::string_view text : defaults) {
    const std::size_t equals = text.find('=');
    all.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return all;
}

std::vector<OptionInfo> AlgorithmEntry::options() const {
  std::vector<OptionInfo> infos = parts();
  const OptionText own = with_defaults({});
  for (OptionInfo& info : infos) {
    if (const auto found = own.find(info.name); found != own.end()) {
      info.default_value = found->second;
    }
  }
  return infos;
}

std::span<const AlgorithmEntry> algorithms() {
  return table;
}

const AlgorithmEntry& find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(table, name, &AlgorithmEntry::name);
  if (found != table.end()) return *found;
  std::vector<std::string_view> names;
  for (const AlgorithmEntry& entry : table) names.push_back(entry.name);
  throw UsageError("unknown algorithm " + in_quotes(name) + "; known are: " + joined(names));
}

}  // namespace podium
