#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/learn/algorithm_kinds.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/pairwise_training.hpp"
#include "podium/learning/learn/parts_run.hpp"
#include "podium/learning/loss/number_or_word.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

namespace {

/// top=min: the same number for all queries, 100 or the size of the smallest training query.
struct SmallestQuery {
  static constexpr std::string_view name = "min";
  static constexpr std::size_t value = 0;
};

/// The weight of a voter: how well it ranks, or the same for all.
enum class VoterWeights { validation, equal };
constexpr std::array<std::string_view, 2> voter_weights_names = {"validation", "equal"};

/// The ranking function of two documents that votes, too.
enum class PairwiseVotes { none, difference, products };
constexpr std::array<std::string_view, 3> pairwise_names = {"none", "difference", "products"};

struct TopRankOptions {
  std::string first = "topslack";
  std::string rankers = "topslack,regression,ranksvm,listnet";
  TopMeasure measure = TopMeasure::ndcg;
  std::size_t top = 100;
  std::size_t depth = 0;
  std::string aggregation = "skr";
  VoterWeights weights = VoterWeights::validation;
  bool tune = false;
  PairwiseVotes pairwise = PairwiseVotes::none;
  std::size_t pairwise_features = 10;
  double pairwise_l2 = 0.001;

  static auto fields() {
    using Self = TopRankOptions;
    return std::array{
        field("first", &Self::first, "algorithm whose top documents are re-ranked"),
        field("rankers", &Self::rankers,
              "algorithms that vote, separated by commas; none: only the pairwise function votes"),
        field("measure", &Self::measure, top_measure_names,
              "measure that topslack and topmargin optimise; without validation data, its value at "
              "10 on the training data also determines the weights of the voters"),
        field_or_word<SmallestQuery>(
            "top", &Self::top, 1, 1'000'000'000,
            "number of documents per query that are re-ranked; min: 100, or the size of the "
            "smallest training query if that is less"),
        field("depth", &Self::depth, 0, 1'000'000'000,
              "number of top places of each voter that count; 0: half of the re-ranked documents"),
        field(
            "aggregation", &Self::aggregation,
            "rank aggregation method: skr, kemeny, rrf(k=10), ...; see docs/algorithms/toprank.md"),
        field("weights", &Self::weights, voter_weights_names,
              "weights of the voters: their values on validation data (on the training data if "
              "there is "
              "none), or equal"),
        field("tune", &Self::tune,
              "select l2 or c of each algorithm from powers of ten on validation data; values that "
              "are set explicitly are kept"),
        field("pairwise", &Self::pairwise, pairwise_names,
              "ranking function of two documents that votes on every two: none, of the differences "
              "of features, or also of products of two features"),
        field("pairwise-features", &Self::pairwise_features, 2, 1000,
              "number of features whose products are used"),
        field("pairwise-l2", &Self::pairwise_l2, 0.0, 1e10,
              "regularisation of the function of two documents"),
    };
  }
};
static_assert(has_all_fields<TopRankOptions>(), "every member is an option");

/// The values that [Cheng15] tries, ascending.
constexpr std::array<std::string_view, 11> tried_values = {
    "1e-5", "1e-4", "1e-3", "0.01", "0.1", "1", "10", "100", "1000", "1e4", "1e5"};

/// The algorithms that are trained, the first ranker first, and which of them vote.
struct TopRankPlan {
  TopRankOptions options;
  AggregationChoice aggregation;
  std::vector<LearnerPart> parts;
  std::vector<std::size_t> voters;  ///< places in `parts`
};

/// Whether its measure is chosen from the same names.
bool shares_measure(const AlgorithmEntry& algorithm) {
  const std::vector<OptionInfo> options = algorithm.options();
  return std::ranges::any_of(options, [](const OptionInfo& info) {
    return info.name == "measure" && info.range == joined(top_measure_names);
  });
}

void add_part(TopRankPlan& plan, std::string_view name) {
  const AlgorithmEntry& algorithm = find_algorithm(name);
  if (algorithm.is_composed) {
    throw UsageError("found " + in_quotes(name) +
                     "; expected an algorithm that does not combine others");
  }
  plan.parts.push_back({.algorithm = &algorithm, .options = {}, .path = {}});
  if (shares_measure(algorithm)) {
    plan.parts.back().options["measure"] =
        top_measure_names[static_cast<std::size_t>(plan.options.measure)];
  }
}

std::size_t find_part(const TopRankPlan& plan, std::string_view name) {
  const auto found =
      std::ranges::find(plan.parts, name, [](const LearnerPart& p) { return p.algorithm->name; });
  return static_cast<std::size_t>(found - plan.parts.begin());
}

void add_voters(TopRankPlan& plan) {
  const bool has_pairwise = plan.options.pairwise != PairwiseVotes::none;
  if (has_pairwise && plan.options.rankers == "none") return;
  for (const std::string_view text : split_outside_brackets(plan.options.rankers, ',')) {
    const std::string_view name = trimmed(text);
    const std::size_t place = find_part(plan, name);
    if (std::ranges::count(plan.voters, place) > 0) {
      throw UsageError("option 'rankers': found " + in_quotes(name) + " twice, expected it once");
    }
    if (place == plan.parts.size()) add_part(plan, name);
    plan.voters.push_back(place);
  }
  if (plan.voters.empty())
    throw UsageError("option 'rankers': found no algorithm, expected at least one");
}

/// Gives "part.option" to the part.
void set_part_option(TopRankPlan& plan, std::string_view name, const std::string& value) {
  const std::size_t dot = name.find('.');
  const std::string_view part = name.substr(0, dot);
  const std::size_t place = find_part(plan, part);
  if (place == plan.parts.size()) {
    std::vector<std::string_view> known;
    for (const LearnerPart& one : plan.parts) known.push_back(one.algorithm->name);
    throw UsageError("option " + in_quotes(name) + ": found " + in_quotes(part) +
                     ", expected one of: " + joined(known));
  }
  plan.parts[place].options[std::string(name.substr(dot + 1))] = value;
}

void check_part(const LearnerPart& part) {
  try {
    part.algorithm->check(part.options);
  } catch (const UsageError& error) {
    throw UsageError(std::string(part.algorithm->name) + ": " + error.what());
  }
}

TopRankPlan plan_of(const OptionText& text) {
  OptionText own;
  OptionText of_parts;
  for (const auto& [name, value] : text) {
    (name.find('.') == std::string::npos ? own : of_parts).emplace(name, value);
  }
  TopRankPlan plan{
      .options = parse_options<TopRankOptions>(own), .aggregation = {}, .parts = {}, .voters = {}};
  plan.aggregation = parse_aggregation(plan.options.aggregation);
  if (plan.options.pairwise != PairwiseVotes::none &&
      find_aggregator(plan.aggregation.method).needs_scores) {
    throw UsageError("option 'aggregation': found " + in_quotes(plan.aggregation.method) +
                     ", which needs scores; expected another one, since a pairwise function has "
                     "none");
  }
  add_part(plan, plan.options.first);
  add_voters(plan);
  for (const auto& [name, value] : of_parts) set_part_option(plan, name, value);
  for (LearnerPart& part : plan.parts) {
    // The structural SVMs of the top places look as far down as the vote does. Precision at a
    // place beyond the list is the same for every order.
    if (shares_measure(*part.algorithm) && plan.options.measure == TopMeasure::ndcg &&
        plan.options.top != SmallestQuery::value) {
      part.options.emplace("cutoff", std::to_string(plan.options.top));
    }
    check_part(part);
    const std::string_view path = part.algorithm->path_option;
    if (path.empty() || part.options.contains(path) || part.options.contains("strength")) continue;
    if (!plan.options.tune) {
      // Suits features of any scale, as l2 and c do not.
      const bool has_unit =
          std::ranges::count(part.algorithm->tuned, "strength", &TunedOption::name) > 0;
      if (has_unit) part.options["strength"] = "-1";
      continue;
    }
    part.path.assign(tried_values.begin(), tried_values.end());
    if (!part.algorithm->path_ascends) std::ranges::reverse(part.path);  // strongest first
  }
  return plan;
}

/// What voters are weighed by: the metric on validation data; if there is none, or if less of it is
/// better, the plan's measure.
HeldOut judge_of(const TrainingTask& task, const TopRankOptions& options) {
  if (task.validation && !task.validation->metric.entry().smaller_is_better) {
    return *task.validation;
  }
  const Profile& profile = find_profile("standard");
  const Measure measure =
      parse_measure(options.measure == TopMeasure::ndcg ? "ndcg@10" : "p@10", profile);
  return {task.validation ? task.validation->data : task.train, measure, &profile, profile.ties};
}

/// The number of documents that are ranked again: `top`, or for top=min what the data say.
std::size_t top_for(const TopRankOptions& options, const Dataset& train) {
  constexpr std::size_t most = 100;
  if (options.top != SmallestQuery::value) return options.top;
  std::size_t smallest = most;
  for (std::size_t query = 0; query < train.query_count(); ++query) {
    smallest = std::min(smallest, train[query].size());
  }
  return std::max(smallest, std::size_t{1});
}

/// A function of two documents, weighed like the other voters by the order that it makes alone.
PairwiseFunction trained_pairwise(const TopRankPlan& plan, const TrainingTask& task,
                                  const ReRanking& model, TrainingSummary& summary) {
  const TopRankOptions& options = plan.options;
  const bool crosses = options.pairwise == PairwiseVotes::products;
  PairwiseFunction function = train_pairwise(
      task.train, {.crossed = crosses ? options.pairwise_features : 0, .l2 = options.pairwise_l2},
      [&](double objective) {
        ++summary.iterations;
        const bool goes_on = !task.progress || task.progress({.iteration = summary.iterations,
                                                              .limit = summary.iterations,
                                                              .objective = objective});
        summary.interrupted = summary.interrupted || !goes_on;
        return goes_on;
      });
  if (options.weights == VoterWeights::equal) return function;
  ReRanking alone{.first = model.first,
                  .voters = {},
                  .top = model.top,
                  .depth = 0,
                  .aggregation = {"borda", {}},
                  .pairwise = function};
  const HeldOut judge = judge_of(task, options);
  function.vote = std::max(0.0, judge.value_of(score(ModelKind(alone), judge.data)));
  if (function.vote == 0.0 && model.voters.empty()) function.vote = 1.0;
  return function;
}

ReRanking assembled(const TopRankPlan& plan, const TrainingTask& task,
                    const std::vector<TrainingResult>& results) {
  const auto ranker = [&](std::size_t part) {
    return NamedRanker{std::string(plan.parts[part].algorithm->name), results[part].kind};
  };
  ReRanking model{.first = ranker(0),
                  .voters = {},
                  .top = top_for(plan.options, task.train),
                  .depth = plan.options.depth,
                  .aggregation = plan.aggregation};
  const HeldOut judge = judge_of(task, plan.options);
  bool all_zero = true;
  for (const std::size_t part : plan.voters) {
    if (part >= results.size() || results[part].summary.interrupted) continue;
    const double weight = plan.options.weights == VoterWeights::equal
                              ? 1.0
                              : judge.value_of(score(results[part].kind, judge.data));
    model.voters.push_back({ranker(part), std::max(0.0, weight)});
    all_zero = all_zero && model.voters.back().weight == 0.0;
  }
  if (all_zero) {
    for (Voter& voter : model.voters) voter.weight = 1.0;
  }
  return model;
}

class TopRank final : public Algorithm {
 public:
  std::vector<OptionInfo> options() const override { return describe_options<TopRankOptions>(); }
  void check(const OptionText& text) const override { (void)plan_of(text); }
  bool accepts_missing(const OptionText& text) const override {
    return all_parts(text, &AlgorithmEntry::accepts_missing);
  }
  bool needs_scaling() const override { return true; }
  bool weighs_documents(const OptionText& text) const override {
    return all_parts(text, &AlgorithmEntry::weighs_documents);
  }
  TrainingResult train(const TrainingTask& task, const OptionText& text) const override;

 private:
  /// A function of two documents cannot.
  static bool all_parts(const OptionText& text,
                        bool (AlgorithmEntry::*can)(const OptionText&) const) {
    const TopRankPlan plan = plan_of(text);
    return plan.options.pairwise == PairwiseVotes::none &&
           std::ranges::all_of(plan.parts, [can](const LearnerPart& part) {
             return (part.algorithm->*can)(part.options);
           });
  }
};

TrainingResult TopRank::train(const TrainingTask& task, const OptionText& text) const {
  const TopRankPlan plan = plan_of(text);
  if (task.start) throw UsageError("toprank cannot start from a model");
  const std::vector<TrainingResult> results = train_parts(task, plan.parts);

  TrainingSummary summary{.queries = task.train.query_count(),
                          .skipped = results.front().summary.skipped,
                          .stop = "all parts are trained",
                          .objective = results.front().summary.objective};
  for (const TrainingResult& result : results) {
    summary.iterations += result.summary.best_iteration;
    summary.interrupted = summary.interrupted || result.summary.interrupted;
  }
  summary.best_iteration = summary.iterations;
  if (summary.interrupted) summary.stop = "interrupted";
  ReRanking model = assembled(plan, task, results);
  if (plan.options.pairwise != PairwiseVotes::none && !summary.interrupted) {
    model.pairwise = trained_pairwise(plan, task, model, summary);
    summary.best_iteration = summary.iterations;
    if (summary.interrupted) summary.stop = "interrupted";
  }
  if (task.validation) {
    summary.validation = task.validation->value_of(score(model, task.validation->data));
  }
  return {std::move(model), std::move(summary)};
}

}  // namespace

std::shared_ptr<const Algorithm> make_top_rank() {
  return std::make_shared<TopRank>();
}

}  // namespace podium
