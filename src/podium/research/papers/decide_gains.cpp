#include <algorithm>

#include <fmt/format.h>

#include "podium/research/joint/gain_interval.hpp"
#include "podium/research/joint/joint_points.hpp"
#include "podium/research/papers/claim_values.hpp"
#include "podium/research/papers/decide.hpp"

namespace podium::research {

namespace {

/// The published gains and ours, with their intervals.
struct GainsTest {
  bool all_inside = true;
  std::string text;
};

GainsTest gains_of(const GainsRule& rule, const ClaimValues& values, std::uint64_t seed) {
  constexpr std::size_t draws = 9'999;
  GainsTest result;
  std::vector<std::string> texts;
  const std::size_t measures = values.measure.size();
  for (std::size_t i = 0; i < rule.gains.size(); ++i) {
    const std::size_t pair = i / measures;
    const std::size_t m = i % measures;
    const double level = 1.0 - 0.05 / static_cast<double>(rule.gains.size());
    const Interval interval = gain_interval(values.value[2 * pair][m],
                                            values.value[2 * pair + 1][m], level, draws, seed + i);
    if (!interval.holds(rule.gains[i])) result.all_inside = false;
    texts.push_back(fmt::format("{} over {} {}: {:+.1f} to {:+.1f} % (published {:+.1f} %)",
                                rule.pairs[pair].a.row, rule.pairs[pair].b.row, values.measure[m],
                                interval.low, interval.high, rule.gains[i]));
  }
  result.text = listed(texts, "; ");
  return result;
}

}  // namespace

ClaimFinding decide(const GainsRule& rule, const Findings& findings, std::uint64_t seed) {
  const std::size_t points = rule.pairs.size() * rule.scope.measure_count();
  const PointsRule direction{rule.scope, rule.pairs, points * rule.scope.data.size()};
  ClaimFinding finding = decide(direction, findings, seed);
  finding.rule = fmt::format("{}, and {} published gains", finding.rule, rule.gains.size());
  const ClaimData data = claim_data(findings, rule.scope, systems_of_pairs(rule.pairs));
  for (const ClaimValues& values : data.at_hand) {
    const GainsTest gains = gains_of(rule, values, seed);
    add_clause(finding.evidence, gains.text);
    // The data are the paper's: a gain outside of our interval is another gain.
    if (!gains.all_inside) finding.verdict = ClaimVerdict::refuted;
  }
  for (const ClaimValues& values : data.elsewhere) {
    add_clause(finding.details,
               fmt::format("gains on {}: {}", values.label, gains_of(rule, values, seed).text));
  }
  return finding;
}

}  // namespace podium::research
