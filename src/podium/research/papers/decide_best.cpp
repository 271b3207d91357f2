#include <algorithm>

#include <fmt/format.h>

#include "podium/learning/experiment/conclusion.hpp"
#include "podium/research/joint/system_deals.hpp"
#include "podium/research/papers/baselines.hpp"
#include "podium/research/papers/claim_values.hpp"
#include "podium/research/papers/decide.hpp"
#include "podium/research/papers/letor_wins.hpp"

namespace podium::research {

namespace {

std::vector<SystemName> named(std::span<const std::string_view> rows) {
  std::vector<SystemName> systems;
  for (const std::string_view row : rows) systems.push_back({row});
  return systems;
}

std::vector<std::size_t> places_in(std::span<const std::string_view> rows,
                                   std::span<const std::string_view> group) {
  std::vector<std::size_t> places;
  for (const std::string_view row : group) {
    places.push_back(static_cast<std::size_t>(std::ranges::find(rows, row) - rows.begin()));
  }
  return places;
}

std::vector<SystemBlock> system_blocks(std::span<const ClaimValues> data) {
  std::vector<SystemBlock> blocks;
  for (const ClaimValues& values : data) blocks.push_back({values.value});
  return blocks;
}

/// The differences of two systems that a test at level .025 shows with a power of 80 %.
std::string deals_power(std::span<const SystemBlock> blocks) {
  constexpr double errors = 2.8;
  std::vector<double> detectable;
  for (const SystemBlock& block : blocks) {
    for (std::size_t m = 0; m < block.measures(); ++m) {
      detectable.push_back(errors * difference_error(block, m));
    }
  }
  return fmt::format("detectable between two systems at one point {}", range_text(detectable));
}

std::string_view outcome_words(const DealTest& test) {
  return test.holds() ? "holds" : test.is_refuted() ? "refuted" : "not shown";
}

std::string deals_text(const DealTest& test) {
  return fmt::format("statistic {:.2f}, {} for, {} against", test.statistic, p_text(test.p_holds),
                     p_text(test.p_refuted));
}

std::string best_text(const BestRule& rule, const DealTest& test, std::size_t points,
                      std::string_view data) {
  return fmt::format("{} of {} at {} of {} points ({}); {}",
                     rule.place == 1 ? "best" : "second best or better", rule.rows.size(),
                     test.count, points, data, deals_text(test));
}

std::size_t scaled(std::size_t wanted, std::size_t at_hand, std::size_t of) {
  return std::max<std::size_t>(1, (wanted * at_hand + of - 1) / of);
}

std::string wins_text(const WinsRule& rule, const DealTest& test, std::string_view data) {
  return fmt::format("ahead in winning numbers by {} of {} measures ({}); smoothed ones: {}",
                     test.count, rule.scope.measure_count(), data, deals_text(test));
}

}  // namespace

ClaimFinding decide(const BestRule& rule, const Findings& findings, std::uint64_t seed) {
  const ClaimData data = claim_data(findings, rule.scope, named(rule.rows));
  const std::vector<std::size_t> group = places_in(rule.rows, rule.group);
  std::vector<std::string_view> others;
  std::ranges::copy_if(rule.rows, std::back_inserter(others), [&](std::string_view row) {
    return std::ranges::count(rule.group, row) == 0;
  });
  ClaimFinding finding{.rule = fmt::format("{} of {} at {} of {} points",
                                           rule.place == 1 ? "best" : "second best or better",
                                           rule.rows.size(), rule.wanted, rule.points()),
                       .evidence = needed(data),
                       .details = expected_folders(findings, rule.scope, data)};
  const auto tested = [&](std::span<const SystemBlock> blocks, std::size_t c) {
    return best_system_test(blocks, {.group = group, .wanted = c, .place = rule.place},
                            {.seed = seed});
  };
  if (!data.at_hand.empty()) {
    const std::vector<SystemBlock> blocks = system_blocks(data.at_hand);
    const std::size_t at_hand = blocks.size() * rule.scope.measure_count();
    const std::size_t missing = rule.points() - at_hand;
    finding.verdict = verdict_with_missing(rule.wanted, at_hand, missing, [&](std::size_t c) {
      const DealTest test = tested(blocks, c);
      return RuleOutcome{test.holds(), test.is_refuted()};
    });
    const std::size_t c =
        rule.wanted > missing ? rule.wanted - missing : scaled(rule.wanted, at_hand, rule.points());
    const DealTest test = tested(blocks, c);
    add_clause(finding.evidence, best_text(rule, test, at_hand, names_of(data.at_hand)));
    if (missing > 0) {
      finding.evidence +=
          fmt::format("; on {} alone: {}", names_of(data.at_hand), outcome_words(test));
    }
    finding.power = deals_power(blocks);
    add_clause(finding.evidence, stronger_baselines(findings, rule.scope, data, others));
  }
  if (!data.elsewhere.empty()) {
    const std::vector<SystemBlock> blocks = system_blocks(data.elsewhere);
    const std::size_t points = blocks.size() * rule.scope.measure_count();
    const DealTest test = tested(blocks, scaled(rule.wanted, points, rule.points()));
    add_clause(finding.details, fmt::format("on other data, which decide nothing: {}, {}",
                                            best_text(rule, test, points, names_of(data.elsewhere)),
                                            outcome_words(test)));
  }
  return finding;
}

ClaimFinding decide(const WinsRule& rule, const Findings& findings, std::uint64_t seed) {
  const std::span<const std::string_view> rows = letor_algorithms();
  const ClaimData data = claim_data(findings, rule.scope, named(rows));
  const WinsQuestion question{.group = places_in(rows, rule.group),
                              .rest = places_in(rows, rule.rest),
                              .wanted = rule.wanted,
                              .is_smallest = rule.is_smallest};
  ClaimFinding finding{.rule = fmt::format("winning numbers by {} of {} measures", rule.wanted,
                                           rule.scope.measure_count()),
                       .evidence = needed(data),
                       .details = expected_folders(findings, rule.scope, data)};
  if (!data.at_hand.empty()) {
    const std::vector<SystemBlock> blocks = system_blocks(data.at_hand);
    const DealTest test = winning_number_test(blocks, question, {.seed = seed});
    add_clause(finding.evidence, wins_text(rule, test, names_of(data.at_hand)));
    finding.power = deals_power(blocks);
    if (data.missing.empty()) {
      finding.verdict = test.holds()        ? ClaimVerdict::holds
                        : test.is_refuted() ? ClaimVerdict::refuted
                                            : ClaimVerdict::not_shown;
    } else {
      finding.evidence +=
          fmt::format("; on {} alone: {}", names_of(data.at_hand), outcome_words(test));
    }
    add_clause(finding.evidence, stronger_baselines(findings, rule.scope, data, rows));
  }
  if (!data.elsewhere.empty()) {
    const DealTest test =
        winning_number_test(system_blocks(data.elsewhere), question, {.seed = seed});
    add_clause(finding.details,
               fmt::format("on other data, which decide nothing: {}, {}",
                           wins_text(rule, test, names_of(data.elsewhere)), outcome_words(test)));
  }
  return finding;
}

}  // namespace podium::research
