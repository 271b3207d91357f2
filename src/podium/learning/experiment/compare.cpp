#include "podium/learning/experiment/compare.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/conclusion.hpp"
#include "podium/learning/experiment/statistics/paired_t.hpp"

namespace podium {

namespace {

/// The values of a ranker, sorted by query id.
using ByQuery = std::map<std::string_view, double>;

ByQuery by_query(const RankerValues& ranker) {
  expects(ranker.query.size() == ranker.value.size(), "a value for every query");
  ByQuery result;
  for (std::size_t i = 0; i < ranker.query.size(); ++i) {
    if (std::isinf(ranker.value[i])) {
      throw NumericError(
          fmt::format("ranker {}, query {}: found an infinite value, expected a finite one",
                      in_quotes(ranker.name), in_quotes(ranker.query[i])));
    }
    if (!result.emplace(ranker.query[i], ranker.value[i]).second) {
      throw UsageError(fmt::format("ranker {}: found query {} twice, expected it once",
                                   in_quotes(ranker.name), in_quotes(ranker.query[i])));
    }
  }
  return result;
}

void check_names(std::span<const RankerValues> rankers) {
  if (rankers.size() < 2) {
    throw UsageError(
        fmt::format("found {}, expected at least two", counted(rankers.size(), "ranker")));
  }
  std::set<std::string_view> names;
  for (const RankerValues& ranker : rankers) {
    if (!names.insert(ranker.name).second) {
      throw UsageError("found two rankers named " + in_quotes(ranker.name) +
                       ", expected different names");
    }
  }
}

std::vector<RankerPair> chosen_pairs(std::span<const RankerValues> rankers,
                                     const std::string& baseline) {
  std::vector<RankerPair> pairs;
  if (baseline.empty()) {
    for (std::size_t a = 0; a < rankers.size(); ++a) {
      for (std::size_t b = a + 1; b < rankers.size(); ++b) pairs.push_back({a, b});
    }
    return pairs;
  }
  const auto found = std::ranges::find(rankers, baseline, &RankerValues::name);
  if (found == rankers.end()) {
    std::vector<std::string_view> names;
    for (const RankerValues& ranker : rankers) names.push_back(ranker.name);
    throw UsageError("baseline: found " + in_quotes(baseline) +
                     ", expected one of: " + joined(names));
  }
  const auto b = static_cast<std::size_t>(found - rankers.begin());
  for (std::size_t a = 0; a < rankers.size(); ++a) {
    if (a != b) pairs.push_back({a, b});
  }
  return pairs;
}

/// a - b, and 0 when they differ by rounding only.
double difference_of(double a, double b) {
  const double difference = a - b;
  return std::abs(difference) <= rounding * std::max(std::abs(a), std::abs(b)) ? 0.0 : difference;
}

struct MatchedPair {
  std::vector<double> difference;
  std::size_t unmatched = 0;
  std::size_t skipped = 0;
  double sum_a = 0.0;
  double sum_b = 0.0;
};

MatchedPair matched(const ByQuery& a, const ByQuery& b) {
  MatchedPair pair;
  std::size_t shared = 0;
  for (const auto& [query, value_a] : a) {
    const auto found = b.find(query);
    if (found == b.end()) continue;
    ++shared;
    if (std::isnan(value_a) || std::isnan(found->second)) {
      ++pair.skipped;
      continue;
    }
    pair.difference.push_back(difference_of(value_a, found->second));
    pair.sum_a += value_a;
    pair.sum_b += found->second;
  }
  pair.unmatched = a.size() + b.size() - 2 * shared;
  return pair;
}

/// The level at which a pair by itself must be significant for any correction to accept it.
double level_of_pair(const CompareOptions& options, std::size_t pairs) {
  if (options.correction == Correction::none) return options.test.alpha;
  return options.test.alpha / static_cast<double>(pairs);
}

PairComparison described(const RankerPair& rankers, const MatchedPair& pair, double level,
                         const CompareOptions& options) {
  PairComparison result{.rankers = rankers,
                        .queries = pair.difference.size(),
                        .unmatched = pair.unmatched,
                        .skipped = pair.skipped};
  const auto count = static_cast<double>(result.queries);
  result.mean_a = pair.sum_a / count;
  result.mean_b = pair.sum_b / count;
  result.difference = std::accumulate(pair.difference.begin(), pair.difference.end(), 0.0) / count;
  const TestOutcome t = paired_t_test(pair.difference, options.test.alpha);
  result.interval = clipped(t.interval, range_of_differences(options.range));
  result.p_of_t = t.p_two_sided;
  result.effect = effect_size(pair.difference);
  result.forecast = queries_to_settle(pair.difference, level, options.test.power);
  for (const double d : pair.difference) {
    const double gain = options.smaller_is_better ? -d : d;
    ++(gain > 0.0 ? result.wins : gain < 0.0 ? result.losses : result.ties);
  }
  return result;
}

/// value[ranker][query] of the queries that have a value for every ranker.
std::vector<std::vector<double>> complete_values(std::span<const ByQuery> rankers) {
  std::vector<std::vector<double>> value(rankers.size());
  for (const auto& [query, ignored] : rankers[0]) {
    std::vector<double> row;
    for (const ByQuery& ranker : rankers) {
      const auto found = ranker.find(query);
      if (found != ranker.end() && !std::isnan(found->second)) row.push_back(found->second);
    }
    if (row.size() != rankers.size()) continue;
    for (std::size_t i = 0; i < row.size(); ++i) value[i].push_back(row[i]);
  }
  if (value[0].size() < 2) {
    throw UsageError(fmt::format("all rankers together: found {}, expected at least 2",
                                 counted(value[0].size(), "shared query", "shared queries")));
  }
  return value;
}

/// The direction of a test: that of the smaller one-sided p, or of the mean where it has none.
bool favours_a(const TestOutcome& outcome, double difference, bool smaller_is_better) {
  const double lead = std::isnan(outcome.p_greater) || outcome.p_greater == outcome.p_less
                          ? difference
                          : outcome.p_less - outcome.p_greater;
  return smaller_is_better ? lead < 0.0 : lead > 0.0;
}

/// The outcomes of one test for all pairs, with p corrected over them.
class TestRun {
 public:
  TestRun(const SignificanceTest& test, const CompareOptions& options)
      : test_(test), options_(options) {}

  void add_to(std::vector<PairComparison>& pairs, std::span<const MatchedPair> matched_pairs,
              std::span<const ByQuery> rankers) const {
    std::vector<PairTest> results =
        test_.is_joint() ? joint(pairs, rankers) : paired(matched_pairs);
    std::vector<double> p;
    for (const PairTest& result : results) p.push_back(result.outcome.p_two_sided);
    const std::vector<double> corrected =
        adjusted(p, test_.is_joint() ? Correction::none : options_.correction);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      results[i].name = test_.name;
      results[i].outcome.interval =
          clipped(results[i].outcome.interval, range_of_differences(options_.range));
      results[i].p_corrected = corrected[i];
      results[i].significant = corrected[i] <= options_.test.alpha;
      results[i].favours_a =
          favours_a(results[i].outcome, pairs[i].difference, options_.smaller_is_better);
      pairs[i].tests.push_back(std::move(results[i]));
    }
  }

 private:
  std::vector<PairTest> paired(std::span<const MatchedPair> matched_pairs) const {
    std::vector<PairTest> results;
    for (const MatchedPair& pair : matched_pairs) {
      results.push_back({.queries = pair.difference.size(),
                         .outcome = test_.of_pair(pair.difference, options_.test, options_.seed)});
    }
    return results;
  }

  std::vector<PairTest> joint(std::span<const PairComparison> pairs,
                              std::span<const ByQuery> rankers) const {
    const std::vector<std::vector<double>> value = complete_values(rankers);
    std::vector<RankerPair> places;
    for (const PairComparison& pair : pairs) places.push_back(pair.rankers);
    std::vector<PairTest> results;
    for (const TestOutcome& outcome : test_.of_all(value, places, options_.test, options_.seed)) {
      results.push_back({.queries = value[0].size(), .outcome = outcome});
    }
    return results;
  }

  const SignificanceTest& test_;
  const CompareOptions& options_;
};

void test_equivalence(std::vector<PairComparison>& pairs,
                      std::span<const MatchedPair> matched_pairs, const CompareOptions& options) {
  std::vector<double> p;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].equivalence = PairEquivalence{
        equivalence_test(matched_pairs[i].difference, *options.margin, 0.0, options.test.alpha)};
    p.push_back(pairs[i].equivalence->test.p);
  }
  const std::vector<double> corrected = adjusted(p, options.correction);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].equivalence->p_corrected = corrected[i];
    pairs[i].equivalence->is_shown = corrected[i] <= options.test.alpha;
  }
}

}  // namespace

Comparison compare(std::span<const RankerValues> rankers, const CompareOptions& options) {
  check_names(rankers);
  Comparison comparison;
  std::vector<ByQuery> sorted;
  for (const RankerValues& ranker : rankers) {
    sorted.push_back(by_query(ranker));
    double sum = 0.0;
    std::size_t count = 0;
    for (const auto& [query, value] : sorted.back()) {
      if (std::isnan(value)) continue;
      sum += value;
      ++count;
    }
    comparison.ranker.push_back(ranker.name);
    comparison.mean.push_back(sum / static_cast<double>(count));
    comparison.queries.push_back(count);
  }
  std::vector<MatchedPair> matched_pairs;
  const std::vector<RankerPair> chosen = chosen_pairs(rankers, options.baseline);
  const double level = level_of_pair(options, chosen.size());
  for (const RankerPair& pair : chosen) {
    matched_pairs.push_back(matched(sorted[pair.a], sorted[pair.b]));
    if (matched_pairs.back().difference.size() < 2) {
      throw UsageError(fmt::format(
          "rankers {} and {}: found {}, expected at least 2", in_quotes(rankers[pair.a].name),
          in_quotes(rankers[pair.b].name),
          counted(matched_pairs.back().difference.size(), "shared query", "shared queries")));
    }
    comparison.pairs.push_back(described(pair, matched_pairs.back(), level, options));
  }
  for (const SignificanceTest& test : options.tests) {
    TestRun(test, options).add_to(comparison.pairs, matched_pairs, sorted);
  }
  if (options.margin) test_equivalence(comparison.pairs, matched_pairs, options);
  for (PairComparison& pair : comparison.pairs) {
    pair.conclusion = conclusion(comparison, pair, options);
  }
  return comparison;
}

}  // namespace podium
