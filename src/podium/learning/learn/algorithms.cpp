#include "podium/learning/learn/algorithms.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/learn/algorithm_kinds.hpp"
#include "podium/learning/learn/search_axes.hpp"

namespace podium {

namespace {

using Axes = std::span<const SearchAxis>;
using Texts = std::span<const std::string_view>;
using Defaults = std::array<std::string_view, 1>;
constexpr Defaults newton = {"optimiser=newton"};
constexpr Defaults random_start = {"start=random"};
// On the way to a minimum with kinks points jump about: no path of models to choose from.
constexpr std::array<std::string_view, 4> bundle = {"optimiser=bundle", "tolerance=1e-3",
                                                    "iterations=1000", "keep=last"};
constexpr std::array<std::string_view, 2> adam = {"optimiser=adam", "batch=0"};

// More and finer values raise what they are chosen by, but not the value on unseen data; those of
// the strength contain nearly all optima of six data sets.
constexpr std::array<std::string_view, 5> strengths = {"0", "-1", "-2", "-3", "-4"};
constexpr std::array<std::string_view, 5> penalties = {"1", "0.1", "0.01", "0.001", "0.0001"};
constexpr std::array<std::string_view, 4> round_counts = {"10", "30", "100", "300"};
// The optimum of a support vector machine can lie one power of ten higher.
constexpr std::array<std::string_view, 6> margin_strengths = {"1", "0", "-1", "-2", "-3", "-4"};
// The loss of the first places sees nothing below them; a measure may.
constexpr std::array<std::string_view, 4> few_strengths = {"1", "0", "-1", "-2"};
constexpr std::array<std::string_view, 2> cutoffs = {"10", "100"};
constexpr std::array by_strength = {TunedOption{"strength", strengths, "-1"}};
constexpr std::array by_margin_strength = {TunedOption{"strength", margin_strengths, "-1"}};
constexpr std::array by_strength_and_cutoff = {TunedOption{"strength", few_strengths, "-1"},
                                               TunedOption{"cutoff", cutoffs, "10"}};
constexpr std::array by_l2 = {TunedOption{"l2", penalties, "0.001"}};
constexpr std::array<std::string_view, 3> leaf_counts = {"5", "15", "31"};
constexpr std::array by_rounds = {TunedOption{"rounds", round_counts, "30"}};
constexpr std::array by_few_rounds = {  // a round of FRank looks at every pair several times
    TunedOption{"rounds", std::span(round_counts).first<3>(), "30"}};

// Trees are not mixed, and are trained no further than they become better: from 30 rounds on, a
// step doubles what was spent. Between 10 and 20, chance decides whether they do.
constexpr std::array<std::string_view, 5> tree_counts = {"10", "30", "60", "120", "240"};
constexpr std::array by_rounds_and_leaves = {TunedOption{"rounds", tree_counts, "100"},
                                             TunedOption{"leaves", leaf_counts, "5"}};

constexpr Defaults tree_patience = {"patience=50"};
constexpr std::array<std::string_view, 3> lambda_mart_defaults = {"patience=50", "cutoff=30",
                                                                  "norm=true"};
constexpr Defaults map_measure = {"measure=map"};
constexpr Defaults ndcg_measure = {"measure=ndcg@10"};

/// A mean loss with the penalty l2.
AlgorithmEntry mean_risk(std::string_view name, std::string_view summary,
                         std::string_view reference, std::string_view loss, Axes search,
                         Texts defaults = {}, std::span<const TunedOption> tuned = by_strength) {
  return {.name = name,
          .summary = summary,
          .reference = reference,
          .loss = loss,
          .algorithm = make_mean_risk(loss),
          .defaults = defaults,
          .path_option = "l2",
          .tuned = tuned,
          .search = search};
}

/// A support vector machine with the trade-off c.
AlgorithmEntry margin(std::shared_ptr<const Algorithm> (*make)(std::string_view loss),
                      std::string_view name, std::string_view summary, std::string_view reference,
                      std::string_view loss, Axes search, Texts defaults,
                      std::span<const TunedOption> tuned = by_margin_strength) {
  return {.name = name,
          .summary = summary,
          .reference = reference,
          .loss = loss,
          .algorithm = make(loss),
          .defaults = defaults,
          .path_option = "c",
          .path_ascends = true,
          .tuned = tuned,
          .search = search};
}

std::vector<AlgorithmEntry> make_table() {
  return {
      mean_risk("regression", "fit scores to the labels by least squares", "Qin10", "squared-error",
                axes::of_regression, newton),
      margin(make_pair_margin, "ranksvm",
             "Ranking SVM: order pairs with a margin, squared hinge loss", "Chapelle10",
             "squared-hinge", axes::of_rank_svm, newton),
      margin(make_pair_margin, "ranksvm-l1", "Ranking SVM: order pairs with a margin, hinge loss",
             "Joachims06", "hinge", axes::of_rank_svm_l1, bundle),
      mean_risk("ranknet", "order pairs by the logistic loss", "Burges05", "logistic",
                axes::of_rank_net),
      mean_risk("listnet", "cross entropy of top-one probabilities", "Cao07", "list-net",
                axes::of_list_net),
      mean_risk("listmle", "likelihood of the true order, or of its first k places", "Xia08",
                "list-mle", axes::of_list_mle),
      mean_risk("rankcosine", "angle between the vectors of scores and labels", "Qin08",
                "rank-cosine", axes::of_rank_cosine, random_start, by_l2),
      mean_risk("focusednet", "ListNet within the top documents, RankNet between top and rest",
                "Niu12", "focused-net", axes::of_focused_net),
      mean_risk("lambdarank", "order pairs, weighted by the change of NDCG when they are swapped",
                "Burges06", "lambda-rank", axes::of_lambda_rank, adam),
      mean_risk("approxndcg", "NDCG with smooth ranks", "Qin10a", "approx-ndcg",
                axes::of_approx_ndcg, adam),
      margin(make_ranking_margin, "svmmap", "structural SVM for average precision", "Yue07",
             "svm-map", axes::of_svm_map, bundle),
      margin(make_ranking_margin, "focusedsvm",
             "SVM-MAP within the top documents, Ranking SVM between top and rest", "Niu12",
             "focused-svm", axes::of_focused_svm, bundle),
      margin(make_top_places_margin, "topmargin",
             "structural SVM for the first K places, margin scaling", "Cheng15", "top-margin",
             axes::of_top_places, bundle, by_strength_and_cutoff),
      margin(make_top_places_margin, "topslack",
             "structural SVM for the first K places, slack scaling", "Cheng15", "top-slack",
             axes::of_top_places, bundle, by_strength_and_cutoff),
      {.name = "rankboost",
       .summary = "order pairs by boosting feature thresholds",
       .reference = "Freund03",
       .loss = "exponential",
       .algorithm = make_rank_boost(),
       .tuned = by_rounds,
       .search = axes::of_rank_boost},
      {.name = "adarank-map",
       .summary = "optimise average precision by boosting single features",
       .reference = "Xu07",
       .algorithm = make_ada_rank(),
       .defaults = map_measure,
       .tuned = by_rounds,
       .search = axes::of_ada_rank},
      {.name = "adarank-ndcg",
       .summary = "optimise NDCG by boosting single features",
       .reference = "Xu07",
       .algorithm = make_ada_rank(),
       .defaults = ndcg_measure,
       .tuned = by_rounds,
       .search = axes::of_ada_rank},
      {.name = "frank",
       .summary =
           "order pairs by boosting thresholds, with a bounded loss that tolerates outlier pairs",
       .reference = "Tsai07",
       .loss = "fidelity",
       .algorithm = make_frank(),
       .tuned = by_few_rounds,
       .search = axes::of_frank},
      {.name = "focusedboost",
       .summary = "AdaRank within the top documents, RankBoost between top and rest",
       .reference = "Niu12",
       .loss = "exponential",
       .algorithm = make_focused_boost(),
       .tuned = by_rounds,
       .search = axes::of_focused_boost},
      {.name = "trees",
       .summary = "boost regression trees for any loss and truth setting",
       .reference = "Friedman01",
       .loss = "list-mle",
       .algorithm = make_boosted_trees(),
       .defaults = tree_patience,
       .tuned = by_rounds_and_leaves,
       .search = axes::of_trees},
      {.name = "lambdamart",
       .summary = "order pairs by boosting regression trees, weighted by the change of NDCG",
       .reference = "Burges10",
       .loss = "lambda-rank",
       .algorithm = make_boosted_trees("lambda-rank"),
       .defaults = lambda_mart_defaults,
       .tuned = by_rounds_and_leaves,
       .search = axes::of_lambda_mart},
      {.name = "mart",
       .summary = "fit scores to the labels by boosting regression trees",
       .reference = "Friedman01",
       .loss = "squared-error",
       .algorithm = make_boosted_trees("squared-error"),
       .defaults = tree_patience,
       .tuned = by_rounds_and_leaves,
       .search = axes::of_mart},
      {.name = "toprank",
       .summary = "re-rank the top documents of a first ranker by a vote of several others",
       .reference = "Cheng15",
       .algorithm = make_top_rank(),
       .is_composed = true,
       .search = axes::of_top_rank},
  };
}

const std::vector<AlgorithmEntry>& table() {
  static const std::vector<AlgorithmEntry> rows = make_table();
  return rows;
}

/// The names of the algorithms that can do it.
std::vector<std::string_view> names_of_those(bool (Algorithm::*can)() const) {
  std::vector<std::string_view> names;
  for (const AlgorithmEntry& entry : table()) {
    if ((*entry.algorithm.*can)()) names.push_back(entry.name);
  }
  return names;
}

}  // namespace

std::unique_ptr<const Loss> make_known(const LossEntry& loss, const OptionText& options) {
  OptionText own;
  for (const OptionInfo& info : loss.options()) {
    if (const auto found = options.find(info.name); found != options.end()) own.insert(*found);
  }
  return loss.make(own);
}

OptionText setting_options(std::string_view setting) {
  OptionText options;
  for (const std::string_view text : split_outside_brackets(setting, ' ')) {
    const std::size_t equals = text.find('=');
    options.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return options;
}

OptionText AlgorithmEntry::with_defaults(const OptionText& given) const {
  OptionText all = given;
  for (const std::string_view text : defaults) all.merge(setting_options(text));
  // An objective has its own cutoff.
  if (given.contains("objective") && !given.contains("cutoff")) all.erase("cutoff");
  return all;
}

std::vector<OptionInfo> AlgorithmEntry::options() const {
  std::vector<OptionInfo> infos = algorithm->options();
  const OptionText own = with_defaults({});
  for (OptionInfo& info : infos) {
    if (const auto found = own.find(info.name); found != own.end()) {
      info.default_value = found->second;
    }
  }
  return infos;
}

std::span<const AlgorithmEntry> algorithms() {
  return table();
}

const AlgorithmEntry& find_algorithm(std::string_view name) {
  return find_named(algorithms(), lower_case(name), "algorithm");
}

void AlgorithmEntry::check(const OptionText& options, const MeasureDefinitions& own) const {
  try {
    check(options);
  } catch (const UsageError& error) {
    for (const auto& [option, value] : options) {
      if (own.find(value) == nullptr) continue;
      throw UsageError(fmt::format(
          "{}; option {} of {} takes the measures of 'podium list measures', not those that you "
          "define",
          error.what(), in_quotes(option), name));
    }
    throw;
  }
}

std::optional<NormaliserKind> normaliser_for(std::string_view algorithm, std::string_view name) {
  if (name == "none") return std::nullopt;
  const NormaliserKind kind = parse_normaliser_kind(name);
  const auto own = std::ranges::find(table(), lower_case(algorithm), &AlgorithmEntry::name);
  const bool is_needed = own == table().end() || own->algorithm->needs_scaling();
  if (kind == NormaliserKind::automatic && !is_needed) return std::nullopt;
  return kind;
}

bool splits_sets(std::string_view algorithm, const OptionText& options) {
  const auto own = std::ranges::find(table(), lower_case(algorithm), &AlgorithmEntry::name);
  return own == table().end() || own->algorithm->splits_sets(options);
}

void check_takes_pairs(std::string_view name) {
  if (find_algorithm(name).algorithm->takes_pairs()) return;
  throw UsageError(
      fmt::format("{} cannot be trained on pairs of documents; these algorithms can: {}", name,
                  fmt::join(names_of_those(&Algorithm::takes_pairs), ", ")));
}

void check_takes_second_objective(std::string_view name) {
  if (find_algorithm(name).algorithm->takes_second_objective()) return;
  throw UsageError(
      fmt::format("{} cannot be trained on a second label; these algorithms can: {}", name,
                  fmt::join(names_of_those(&Algorithm::takes_second_objective), ", ")));
}

void check_takes_loss(std::string_view name, const OptionText& options) {
  const AlgorithmEntry& entry = find_algorithm(name);
  if (!entry.algorithm->takes_loss()) {
    throw UsageError(fmt::format("{} cannot minimise an own loss; these algorithms can: {}", name,
                                 fmt::join(names_of_those(&Algorithm::takes_loss), ", ")));
  }
  for (const OptionInfo& info : entry.algorithm->loss_options(entry.with_defaults(options))) {
    if (!options.contains(info.name)) continue;
    throw UsageError(fmt::format("option {} belongs to the loss of {}, which an own loss replaces",
                                 in_quotes(info.name), name));
  }
}

}  // namespace podium
