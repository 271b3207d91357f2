#include "podium/learning/learn/objective.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/learn/algorithm_kinds.hpp"
#include "podium/learning/learn/training_set.hpp"
#include "podium/learning/loss/pairs/swap_measure.hpp"

namespace podium {

namespace {

/// How many of the queries that contribute have no pair with a weight when they are ranked in the
/// order of the data.
std::size_t count_flat(const TrainingSet& set, const Loss& loss) {
  return set.sum_over_queries([&](std::size_t q, Workspace& workspace) {
    const LossQuery query = set.query(q);
    const std::span<double> scores = workspace.take<double>(query.order.size());
    for (std::size_t doc = 0; doc < scores.size(); ++doc) {
      scores[doc] = -static_cast<double>(doc) / static_cast<double>(scores.size());
    }
    const std::span<double> gradient = workspace.zeros<double>(scores.size());
    (void)loss.accumulate(query, scores, 1.0, gradient, workspace);
    const bool is_flat = std::ranges::all_of(gradient, [](double g) { return g == 0.0; });
    return is_flat ? std::size_t{1} : std::size_t{0};
  });
}

}  // namespace

std::vector<std::string> resolve_objective(OptionText& options, const Dataset& train,
                                           double highest_label) {
  std::string& objective = options.at("objective");
  const SwapMeasure measure = parse_swap_measure(objective);
  const Measure named =
      parse_measure(objective, find_profile("standard")).with_top_grade(highest_label);
  objective = named.name();
  bool is_graded = false;
  bool has_rest = false;  // irrelevant documents, of an order more than the last one
  std::set<double> relevant;
  for (std::size_t q = 0; q < train.query_count(); ++q) {
    const TruthView truth = train[q].truth;
    std::size_t rest = 0;
    for (const double label : truth.label) {
      if (label < measure.from) ++rest;
      if (label >= measure.from) relevant.insert(label);
    }
    is_graded = is_graded || (truth.size() > 0 && truth.is_graded());
    has_rest = has_rest || rest > (truth.is_graded() ? 0U : 1U);
  }
  if (named.entry().needs_order && is_graded) {
    throw UsageError(fmt::format(
        "option 'objective': {} needs an order of the documents, but the truth is graded; use "
        "--truth topk:K or --truth full",
        objective));
  }
  if (measure.is_binary() && !has_rest) {
    throw UsageError(fmt::format(
        "option 'objective': {} tells relevant documents from others, but all documents are "
        "relevant; use --truth topk:K, or an objective with gains such as ndcg",
        objective));
  }
  std::vector<std::string> remarks;
  if (measure.is_binary() && relevant.size() > 1) {
    remarks.push_back(
        fmt::format("objective {} trains for relevant or not; grades above {:g} are not told apart",
                    objective, measure.from));
  }
  const std::unique_ptr<const Loss> loss = make_known(find_loss("lambda-rank"), options);
  const TrainingSet set(train, *loss, {}, 1);
  const double flat =
      static_cast<double>(count_flat(set, *loss)) / static_cast<double>(set.contributing().size());
  if (flat > 0.5) {
    remarks.push_back(fmt::format(
        "objective {0} is flat for {1:.0f} % of the queries; train for ndcg@10 and report {0}",
        objective, 100.0 * flat));
  }
  return remarks;
}

}  // namespace podium
