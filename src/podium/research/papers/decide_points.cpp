#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/learning/experiment/conclusion.hpp"
#include "podium/research/joint/detectable.hpp"
#include "podium/research/joint/joint_points.hpp"
#include "podium/research/papers/baselines.hpp"
#include "podium/research/papers/decide.hpp"
#include "podium/research/papers/points_table.hpp"

namespace podium::research {

namespace {

std::vector<DifferenceBlock> blocks_of(std::span<const ClaimValues> data, std::size_t pairs) {
  std::vector<DifferenceBlock> blocks;
  for (const ClaimValues& values : data) blocks.push_back(differences(values, pairs));
  return blocks;
}

JointTest joint_test(const PointsRule& rule, const FlippedPoints& points, std::size_t c) {
  return rule.is_each ? partial_conjunction(points, c) : count_test(points, c);
}

std::string_view words_of_outcome(const JointTest& test) {
  return test.holds() ? "holds" : test.is_refuted() ? "refuted" : "not shown";
}

/// The number wanted of the points at hand: what the missing ones leave, or the same share.
std::size_t wanted_at_hand(const PointsRule& rule, std::size_t at_hand) {
  const std::size_t missing = rule.points() - at_hand;
  if (rule.wanted > missing) return rule.wanted - missing;
  return std::max<std::size_t>(1, (rule.wanted * at_hand + rule.points() - 1) / rule.points());
}

std::string count_text(const JointTest& test, std::size_t points, std::string_view data) {
  return fmt::format(
      "ahead at {} of {} points ({}); by chance alone at least as many: {}, at most "
      "as many: {}",
      test.ahead, points, data, p_text(test.p_more), p_text(test.p_fewer));
}

std::string test_text(const JointTest& test, std::size_t c, std::size_t points) {
  return fmt::format("t = {:.2f} for {} of {}, ahead {}, behind {}", test.statistic, c, points,
                     p_text(test.p_holds), p_text(test.p_refuted));
}

std::string power_text(const DetectableDifferences& detectable, const JointTest& test,
                       std::size_t c) {
  const double factor = detectable.joint_factor(c, test.critical);
  std::string text = fmt::format("detectable at one point {}", range_text(detectable.of_points()));
  if (detectable.of_points().size() == 1) return text;
  if (std::isinf(factor)) return text + "; by this rule no difference is";
  std::vector<double> joint = detectable.of_points();
  for (double& value : joint) value *= factor;
  return text + fmt::format("; by this rule {} at all points", range_text(joint));
}

/// The same rule on other data, in the same share of points.
std::string elsewhere_text(const PointsRule& rule, std::span<const ClaimValues> data,
                           std::uint64_t seed) {
  if (data.empty()) return "";
  const std::vector<DifferenceBlock> blocks = blocks_of(data, rule.pairs.size());
  const FlippedPoints points = flip_signs(blocks, {.draws = other_draws, .seed = seed});
  const std::size_t c = (rule.wanted * points.points + rule.points() - 1) / rule.points();
  const JointTest test = joint_test(rule, points, c);
  return fmt::format("on other data ({}), which decide nothing: ahead at {} of {} points, {}, {}",
                     names_of(data), test.ahead, points.points, test_text(test, c, points.points),
                     words_of_outcome(test));
}

PointNumbers numbers_of(std::span<const DifferenceBlock> blocks, const FlippedPoints& points,
                        const DetectableDifferences& detectable, std::uint64_t seed) {
  std::vector<DifferenceBlock> centred_blocks;
  for (const DifferenceBlock& block : blocks) centred_blocks.push_back(centred(block));
  const FlippedPoints null = flip_signs(centred_blocks, {.draws = other_draws, .seed = seed});
  const double width = simultaneous_width(null, 0.95);
  PointNumbers numbers{.mean = points.mean, .detectable = detectable.of_points()};
  for (const double error : points.error) numbers.half_width.push_back(width * error);
  AdjustedP adjusted = max_t(points);
  numbers.p_ahead = std::move(adjusted.greater);
  numbers.p_behind = std::move(adjusted.less);
  return numbers;
}

std::string rule_text(const PointsRule& rule) {
  if (rule.is_each) {
    return rule.wanted == rule.points()
               ? fmt::format("each of {} points", rule.points())
               : fmt::format("each of {} of {} points", rule.wanted, rule.points());
  }
  return fmt::format("{} of {} points together", rule.wanted, rule.points());
}

}  // namespace

ClaimFinding decide(const PointsRule& rule, const Findings& findings, std::uint64_t seed) {
  const ClaimData data = claim_data(findings, rule.scope, systems_of_pairs(rule.pairs));
  ClaimFinding finding{.rule = rule_text(rule),
                       .evidence = needed(data),
                       .details = expected_folders(findings, rule.scope, data)};
  const std::string other = elsewhere_text(rule, data.elsewhere, seed);
  if (!data.at_hand.empty()) {
    const std::vector<DifferenceBlock> blocks = blocks_of(data.at_hand, rule.pairs.size());
    const FlippedPoints points = flip_signs(blocks, {.draws = deciding_draws, .seed = seed});
    finding.verdict = verdict_with_missing(rule.wanted, points.points,
                                           rule.points() - points.points, [&](std::size_t c) {
                                             const JointTest test = joint_test(rule, points, c);
                                             return RuleOutcome{test.holds(), test.is_refuted()};
                                           });
    const std::size_t c = wanted_at_hand(rule, points.points);
    const JointTest test = joint_test(rule, points, c);
    const std::string names = names_of(data.at_hand);
    add_clause(finding.evidence, count_text(test, points.points, names));
    add_clause(finding.evidence, test_text(test, c, points.points));
    if (!data.missing.empty()) {
      finding.evidence += fmt::format("; on {} alone: {}", names, words_of_outcome(test));
    }
    if (!rule.is_each) {
      add_clause(finding.evidence, fmt::format("for {} single points {}", c,
                                               p_text(partial_conjunction(points, c).p_holds)));
    }
    add_clause(finding.evidence,
               stronger_baselines(findings, rule.scope, data, baselines_of(rule.pairs)));
    const DetectableDifferences detectable(blocks, 2'000, seed);
    finding.power = power_text(detectable, test, c);
    finding.points = points_table(data.at_hand, rule.pairs, blocks,
                                  numbers_of(blocks, points, detectable, seed));
  }
  add_clause(finding.details, other);
  return finding;
}

}  // namespace podium::research
