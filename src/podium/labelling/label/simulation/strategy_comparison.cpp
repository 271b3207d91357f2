#include "podium/labelling/label/simulation/strategy_comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/ranking.hpp"
#include "podium/labelling/label/analysis/bradley_terry.hpp"
#include "podium/labelling/label/analysis/left_win.hpp"
#include "podium/labelling/label/session/knowledge.hpp"

namespace podium::labelling {

namespace {

constexpr std::array<NoiseKind, 4> kinds = {{
    {"none", "makes no errors", {.tau = 0.0, .sigma = 0.0}},
    {"small", "half as noisy as people", {.tau = 0.20, .sigma = 0.15}},
    {"people", "agrees with others as much as people do", {}},
    {"coin",
     "knows the truth, but one answer in five is random: one in ten is wrong",
     {.model = AssessorModel::random_error, .tau = 0.0, .epsilon = 0.20}},
}};

/// One row of the comparison.
struct Setting {
  const StrategyInfo* strategy;
  const NoiseKind* noise;
  std::size_t votes;
};

/// The settings to compare, read from the options.
struct Grid {
  std::vector<Setting> settings;
  std::vector<std::size_t> budgets;
};

std::vector<std::size_t> numbers_of(std::string_view name, std::string_view text,
                                    std::size_t largest) {
  std::vector<std::size_t> numbers;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    const auto number = parse_number<std::size_t>(trimmed(part));
    if (!number || *number == 0 || *number > largest) {
      throw UsageError("option '" + std::string(name) + "': found " + in_quotes(part) +
                       ", expected a whole number from 1 to " + to_text(largest));
    }
    numbers.push_back(*number);
  }
  if (numbers.empty()) {
    throw UsageError("option '" + std::string(name) + "': expected at least one number");
  }
  return numbers;
}

Grid grid_of(const StrategyComparisonOptions& options) {
  Grid grid{.budgets = numbers_of("budgets", options.budgets, 1'000'000)};
  const std::vector<std::size_t> votes = numbers_of("votes", options.votes, 99);
  std::vector<std::string_view> names = split_outside_brackets(options.noise, ',');
  if (names.empty()) names.emplace_back();  // refused like any other unknown name
  for (const std::string_view name : names) {
    const NoiseKind& noise = find_named(kinds, trimmed(name), "noise");
    for (const std::size_t count : votes) {
      for (const StrategyInfo& strategy : strategies()) {
        grid.settings.push_back({&strategy, &noise, count});
      }
    }
  }
  if (!std::ranges::is_sorted(grid.budgets)) {
    throw UsageError("option 'budgets': found " + in_quotes(options.budgets) +
                     ", expected ascending numbers");
  }
  return grid;
}

/// One query with its truth and the initial order of its documents.
struct SimulatedQuery {
  std::string id;
  std::vector<double> utility;
  std::vector<DocIndex> order;
  std::vector<bool> is_best;
};

SimulatedQuery query_of(const ComparisonSize& size, double first_stage_correlation,
                        std::uint64_t seed, std::size_t number) {
  SimulatedQuery query{.id = to_text(number + 1)};
  RandomStream random(seed, query.id, "utility");
  std::vector<double> first_stage;
  const double rest = std::sqrt(1.0 - first_stage_correlation * first_stage_correlation);
  for (std::size_t d = 0; d < size.documents; ++d) {
    query.utility.push_back(random.normal());
    first_stage.push_back(first_stage_correlation * query.utility[d] + rest * random.normal());
  }
  query.order = rank_by_score(first_stage).order;
  query.is_best.resize(size.documents, false);
  for (const DocIndex doc : top_k_by_score(query.utility, size.k)) {
    query.is_best[doc] = true;
  }
  return query;
}

double recall_of(std::span<const DocIndex> top, const SimulatedQuery& query) {
  double found = 0.0;
  for (const DocIndex doc : top) found += query.is_best[doc] ? 1.0 : 0.0;
  return found / static_cast<double>(std::ranges::count(query.is_best, true));
}

/// Recall of the k best by the scores of the first answers.
double scored_recall(std::span<const Answer> answers, const SimulatedQuery& query, std::size_t k) {
  std::vector<PairWins> wins;
  for (const Answer& answer : answers) {
    const double left = *left_win(answer.verdict);
    wins.push_back({answer.question.left, answer.question.right, left, 1.0 - left});
  }
  const BradleyTerryFit fit = fit_bradley_terry(query.utility.size(), wins);
  return recall_of(top_k_by_score(fit.score, k), query);
}

/// The assessors of one kind who vote on the pairs of one query.
class Panel {
 public:
  Panel(const NoiseKind& kind, std::size_t votes, const SimulatedQuery& query, std::uint64_t seed,
        bool infer)
      : known_(query.utility.size(), {.votes = votes, .infer = infer}) {
    for (std::size_t i = 0; i < votes; ++i) {
      const std::string purpose = "assessor " + to_text(i + 1);
      assessor_.emplace_back(kind.behaviour, query.utility, RandomStream(seed, query.id, purpose));
    }
  }

  bool prefers(DocIndex a, DocIndex b) {
    for (std::size_t next = 0; known_.relation(a, b) == Relation::unknown; ++next) {
      const auto choice = assessor_[next].answer(a, b);
      const Verdict verdict = choice == SimulatedAssessor::Choice::a   ? Verdict::left
                              : choice == SimulatedAssessor::Choice::b ? Verdict::right
                                                                       : Verdict::tie;
      answers_.push_back({{a, b}, verdict});
      known_.learn(answers_.back());
    }
    return known_.relation(a, b) == Relation::better;
  }

  std::span<const Answer> answers() const noexcept { return answers_; }

 private:
  Knowledge known_;
  std::vector<SimulatedAssessor> assessor_;
  std::vector<Answer> answers_;
};

StrategyResult result_of(const Setting& setting, const SimulatedQuery& query,
                         const ComparisonSize& size, bool infer,
                         std::span<const std::size_t> budgets, std::uint64_t seed) {
  Panel panel(*setting.noise, setting.votes, query, seed, infer);
  const std::vector<DocIndex> top = setting.strategy->select(
      query.order, size.k, [&](DocIndex a, DocIndex b) { return panel.prefers(a, b); });
  const std::span<const Answer> answers = panel.answers();
  StrategyResult result{.strategy = setting.strategy->strategy,
                        .noise = setting.noise->name,
                        .votes = setting.votes,
                        .questions = static_cast<double>(answers.size()),
                        .recall = recall_of(top, query),
                        .cleaned_recall = scored_recall(answers, query, size.k)};
  for (const std::size_t budget : budgets) {
    result.recall_after.push_back(budget >= answers.size()
                                      ? result.cleaned_recall
                                      : scored_recall(answers.first(budget), query, size.k));
  }
  return result;
}

void add(StrategyResult& sum, const StrategyResult& one) {
  sum.questions += one.questions;
  sum.recall += one.recall;
  sum.cleaned_recall += one.cleaned_recall;
  for (std::size_t i = 0; i < one.recall_after.size(); ++i) {
    sum.recall_after[i] += one.recall_after[i];
  }
}

void divide(StrategyResult& sum, double count) {
  sum.questions /= count;
  sum.recall /= count;
  sum.cleaned_recall /= count;
  for (double& recall : sum.recall_after) recall /= count;
}

}  // namespace

std::span<const NoiseKind> noise_kinds() {
  return kinds;
}

StrategyComparison compare_strategies(const ComparisonSize& size,
                                      const StrategyComparisonOptions& options,
                                      std::uint64_t seed) {
  const Grid grid = grid_of(options);
  std::vector<std::vector<StrategyResult>> by_query(size.queries);
  parallel_for(size.queries, [&](std::size_t number) {
    const SimulatedQuery query = query_of(size, options.first_stage, seed, number);
    for (const Setting& setting : grid.settings) {
      by_query[number].push_back(
          result_of(setting, query, size, options.infer, grid.budgets, seed));
    }
  });
  StrategyComparison comparison{.budgets = grid.budgets, .results = by_query.front()};
  for (std::size_t number = 1; number < size.queries; ++number) {
    for (std::size_t i = 0; i < comparison.results.size(); ++i) {
      add(comparison.results[i], by_query[number][i]);
    }
  }
  for (StrategyResult& result : comparison.results) {
    divide(result, static_cast<double>(size.queries));
  }
  return comparison;
}

}  // namespace podium::labelling
