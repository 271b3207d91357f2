#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/research/joint/curve_shape.hpp"
#include "podium/research/joint/detectable.hpp"
#include "podium/research/papers/claim_values.hpp"
#include "podium/research/papers/decide.hpp"

namespace podium::research {

namespace {

/// The tests of all curves.
struct HillTests {
  std::vector<double> p_holds;    ///< ascending
  std::vector<double> p_refuted;  ///< ascending
  std::size_t inside = 0;  ///< curves whose largest mean is neither at the first nor the last place
  std::size_t places = 0;

  std::size_t curves() const { return p_holds.size(); }

  /// "At c or more curves", by the partial conjunction of Bonferroni.
  RuleOutcome at(std::size_t c) const {
    const auto others = static_cast<double>(curves() - c + 1);
    return {others * p_holds[c - 1] <= verdict_level,
            static_cast<double>(c) * p_refuted[curves() - c] <= verdict_level};
  }
};

bool is_largest_inside(std::span<const std::vector<double>> value) {
  std::vector<double> sums;
  for (const std::vector<double>& place : value) {
    double sum = 0.0;
    for (const double v : place) sum += v;
    sums.push_back(sum);
  }
  const double largest = std::ranges::max(sums);
  return sums.front() < largest && sums.back() < largest;
}

/// values: the places of one curve after the other.
HillTests tests_of(std::span<const ClaimValues> data, std::size_t curves, std::size_t draws,
                   std::uint64_t seed) {
  HillTests tests;
  for (const ClaimValues& values : data) {
    tests.places = values.value.size() / curves;
    for (std::size_t curve = 0; curve < curves; ++curve) {
      for (std::size_t m = 0; m < values.measure.size(); ++m) {
        std::vector<std::vector<double>> value;
        for (std::size_t i = 0; i < tests.places; ++i) {
          value.push_back(values.value[curve * tests.places + i][m]);
        }
        const HillTest test = hill_test(value, {.draws = draws, .seed = seed});
        tests.p_holds.push_back(test.p_holds);
        tests.p_refuted.push_back(test.p_refuted);
        if (is_largest_inside(value)) ++tests.inside;
      }
    }
  }
  std::ranges::sort(tests.p_holds);
  std::ranges::sort(tests.p_refuted);
  return tests;
}

std::string hill_text(const HillTests& tests, std::string_view data) {
  const auto shown = [](std::span<const double> p) {
    return std::ranges::count_if(p, [](double one) { return one <= verdict_level; });
  };
  return fmt::format(
      "a rise and a fall are shown on {} of {} curves ({}), an end above all inner places on {}; "
      "the largest value is inside on {} (expected of flat curves: {:.0f} %); p from {:.3f} to "
      "{:.3f}",
      shown(tests.p_holds), tests.curves(), data, shown(tests.p_refuted), tests.inside,
      100.0 * static_cast<double>(tests.places - 2) / static_cast<double>(tests.places),
      tests.p_holds.front(), tests.p_holds.back());
}

/// What the middle place of each curve would have to be above its first place.
std::string hill_power(std::span<const ClaimValues> data, std::size_t curves, std::uint64_t seed) {
  std::vector<DifferenceBlock> blocks;
  for (const ClaimValues& values : data) {
    const std::size_t places = values.value.size() / curves;
    DifferenceBlock& block = blocks.emplace_back();
    for (std::size_t curve = 0; curve < curves; ++curve) {
      for (std::size_t m = 0; m < values.measure.size(); ++m) {
        block.difference.push_back(
            values.difference(curve * places + places / 2, curve * places, m));
      }
    }
  }
  const DetectableDifferences detectable(blocks, 500, seed);
  return fmt::format("detectable between the middle and an end {}",
                     range_text(detectable.of_points()));
}

}  // namespace

ClaimFinding decide(const HillRule& rule, const Findings& findings, std::uint64_t seed) {
  std::vector<SystemName> systems;
  const StudyFinding* study = findings.study(rule.scope.measures.front().study);
  for (const CurveOf& curve : rule.curves) {
    if (study == nullptr || !study->spec.sweep) continue;
    for (const std::string& value : study->spec.sweep->values)
      systems.push_back({curve.row, value});
  }
  const std::size_t per_set = rule.curves.size() * rule.scope.measure_count();
  const std::size_t all = per_set * rule.scope.data.size();
  ClaimData data = claim_data(findings, rule.scope, systems);
  ClaimFinding finding{.rule = fmt::format("rise and fall of {} curves", all),
                       .evidence = needed(data),
                       .details = expected_folders(findings, rule.scope, data)};
  if (study == nullptr || !study->spec.sweep || study->spec.sweep->values.size() < 3)
    return finding;
  if (!data.at_hand.empty()) {
    const HillTests tests = tests_of(data.at_hand, rule.curves.size(), deciding_draws, seed);
    finding.verdict = verdict_with_missing(all, tests.curves(), all - tests.curves(),
                                           [&](std::size_t c) { return tests.at(c); });
    add_clause(finding.evidence, hill_text(tests, names_of(data.at_hand)));
    finding.power = hill_power(data.at_hand, rule.curves.size(), seed);
  }
  if (!data.elsewhere.empty()) {
    const HillTests tests = tests_of(data.elsewhere, rule.curves.size(), other_draws, seed);
    add_clause(finding.details, "on other data, which decide nothing: " +
                                    hill_text(tests, names_of(data.elsewhere)));
  }
  return finding;
}

}  // namespace podium::research
