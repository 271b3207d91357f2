#include "podium/learning/study/verdicts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/learning/experiment/conclusion.hpp"

namespace podium {

namespace {

std::string verdict(const PairComparison& pair, const std::string& row,
                    const std::string& baseline) {
  const PairTest& test = pair.tests.front();
  if (!test.significant) return row + " is not shown to differ from " + baseline;
  return fmt::format("{} is {} than {} by {:.4f}", row, test.favours_a ? "better" : "worse",
                     baseline, std::abs(pair.difference));
}

std::string sentence_of(const StudySpec& spec, const std::string& metric,
                        const PairComparison& pair, const std::string& row) {
  const std::string future = outlook(pair);
  return fmt::format(
      "{} in {} (difference {:.4f}, 95 % from {:.4f} to {:.4f}; {} {}){}.",
      verdict(pair, row, baseline_of(spec).name), metric, pair.difference, pair.interval.low,
      pair.interval.high, spec.test,
      p_text(pair.tests.front().p_corrected, pair.tests.front().outcome.is_at_floor()),
      future.empty() ? "" : "; " + future);
}

}  // namespace

std::vector<std::string> verdict_sentences(const StudySpec& spec, const StudyGroup& group) {
  const std::string metric = metric_plan_of(spec).metric.name();
  std::vector<std::string> sentences;
  if (std::ranges::count(group.systems.front().measure, metric) == 0) return sentences;
  const std::optional<Comparison> comparison = compared(spec, group, metric);
  if (!comparison) return sentences;
  for (const PairComparison& pair : comparison->pairs) {
    sentences.push_back(group.name(spec) + ": " +
                        sentence_of(spec, metric, pair, comparison->ranker[pair.rankers.a]));
  }
  return sentences;
}

}  // namespace podium
