#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/conclusion.hpp"
#include "podium/research/joint/equivalence.hpp"
#include "podium/research/joint/joint_points.hpp"
#include "podium/research/papers/baselines.hpp"
#include "podium/research/papers/decide.hpp"
#include "podium/research/papers/margins.hpp"
#include "podium/research/papers/points_table.hpp"

namespace podium::research {

namespace {

/// The points of one data set with their margins.
struct AlikeBlock {
  DifferenceBlock differences;
  std::vector<double> margin;
};

ClaimVerdict verdict_of(const JointEquivalence& outcome) {
  if (outcome.holds()) return ClaimVerdict::holds;
  return outcome.is_refuted() ? ClaimVerdict::refuted : ClaimVerdict::not_shown;
}

std::string outcome_text(const JointEquivalence& outcome, std::string_view data) {
  const auto beyond = outcome.is_refuted() ? fmt::format("beyond it by {:.4f}", outcome.beyond)
                                           : std::string("not beyond it at any");
  return fmt::format("{}: within the margin at {} of {} points (largest {}), {}", data,
                     outcome.within, outcome.point.size(), p_text(outcome.p_holds), beyond);
}

std::vector<double> smallest_margins(const JointEquivalence& outcome) {
  std::vector<double> margins;
  for (const Equivalence& point : outcome.point) margins.push_back(point.smallest_margin());
  return margins;
}

std::string alike_power(std::span<const double> margin, std::span<const double> could_show) {
  return fmt::format("margins {}; margins that could have been shown {}", range_text(margin),
                     range_text(could_show));
}

/// Equivalence on every data set of a claim: each is a part of it.
class AlikeDecision {
 public:
  AlikeDecision(bool is_one_sided, std::uint64_t seed) : is_one_sided_(is_one_sided), seed_(seed) {}

  void add(const ClaimValues& data, const AlikeBlock& block) {
    const JointEquivalence outcome = tested(block);
    parts_.push_back(verdict_of(outcome));
    add_clause(evidence_, outcome_text(outcome, data.label));
    add_clause(power_, alike_power(block.margin, smallest_margins(outcome)));
  }

  void add_elsewhere(const ClaimValues& data, const AlikeBlock& block) {
    const JointEquivalence outcome = tested(block);
    add_clause(elsewhere_, fmt::format("{}, {}", outcome_text(outcome, data.label),
                                       words_of(verdict_of(outcome))));
  }

  /// The finding, with what is missing.
  ClaimFinding finding(const ClaimData& data, std::string rule, std::string folders) {
    if (!data.missing.empty()) parts_.push_back(ClaimVerdict::needs_data);
    ClaimFinding finding{.verdict = joined_verdict(parts_),
                         .rule = std::move(rule),
                         .evidence = needed(data),
                         .power = power_,
                         .details = std::move(folders)};
    add_clause(finding.evidence, evidence_);
    if (!elsewhere_.empty()) {
      add_clause(finding.details, "on other data, which decide nothing: " + elsewhere_);
    }
    return finding;
  }

 private:
  JointEquivalence tested(const AlikeBlock& block) const {
    return joint_equivalence(block.differences, block.margin, is_one_sided_,
                             {.draws = other_draws, .seed = seed_});
  }

  bool is_one_sided_;
  std::uint64_t seed_;
  std::vector<ClaimVerdict> parts_;
  std::string evidence_;
  std::string power_;
  std::string elsewhere_;
};

AlikeBlock block_of(const AlikeRule& rule, const Findings& findings, const ClaimValues& values) {
  AlikeBlock block{differences(values, rule.pairs.size()), {}};
  for (std::size_t pair = 0; pair < rule.pairs.size(); ++pair) {
    for (std::size_t m = 0; m < values.measure.size(); ++m) {
      block.margin.push_back(margin(findings, values.study, values.data, values.measure[m],
                                    values.value[2 * pair + 1][m]));
    }
  }
  return block;
}

/// The points of all data sets at hand, for the full report.
Table alike_points(const AlikeRule& rule, const ClaimData& data, std::span<const AlikeBlock> blocks,
                   std::uint64_t seed) {
  std::vector<DifferenceBlock> differences;
  std::vector<DifferenceBlock> centred_blocks;
  PointNumbers numbers;
  for (const AlikeBlock& block : blocks) {
    differences.push_back(block.differences);
    centred_blocks.push_back(centred(block.differences));
    numbers.margin.insert(numbers.margin.end(), block.margin.begin(), block.margin.end());
  }
  const FlipOptions options{.draws = other_draws, .seed = seed};
  const FlippedPoints points = flip_signs(differences, options);
  const double width = simultaneous_width(flip_signs(centred_blocks, options), 0.95);
  numbers.mean = points.mean;
  for (const double error : points.error) {
    numbers.half_width.push_back(width * error);
    numbers.detectable.push_back(Equivalence{.error = error}.smallest_margin());
  }
  AdjustedP adjusted = max_t(points);
  numbers.p_ahead = std::move(adjusted.greater);
  numbers.p_behind = std::move(adjusted.less);
  return points_table(data.at_hand, rule.pairs, differences, numbers);
}

/// The places of some curves, one curve after the other.
struct CurvePlaces {
  std::vector<SystemName> systems;
  std::vector<std::size_t> count;  ///< of each curve
};

/// The values of the study's sweep from where each curve begins, in order: all of them, or, of a
/// data set, those that it is swept to.
CurvePlaces places_of(const Findings& findings, std::string_view study,
                      std::span<const CurveOf> curves, std::optional<std::string_view> data) {
  CurvePlaces places;
  const StudyFinding* finding = findings.study(study);
  if (finding == nullptr || !finding->spec.sweep) return places;
  for (const CurveOf& curve : curves) {
    const double from = parse_number<double>(curve.from).value_or(-HUGE_VAL);
    const std::size_t before = places.systems.size();
    for (const std::string& value : finding->spec.sweep->values) {
      if (parse_number<double>(value).value_or(HUGE_VAL) < from) continue;
      if (data && findings.system(study, *data, curve.row, value) == nullptr) continue;
      places.systems.push_back({curve.row, value});
    }
    places.count.push_back(places.systems.size() - before);
  }
  return places;
}

/// All pairs of places of every curve by every measure.
AlikeBlock flat_block(const ClaimValues& values, std::span<const std::size_t> places,
                      std::optional<double> share) {
  AlikeBlock block;
  std::size_t first = 0;
  for (const std::size_t count : places) {
    if (count < 2) {
      first += count;
      continue;
    }
    for (std::size_t m = 0; m < values.measure.size(); ++m) {
      double mean = 0.0;
      for (std::size_t i = 0; i < count; ++i) {
        for (const double v : values.value[first + i][m]) {
          mean += v / static_cast<double>(count * values.value[first][m].size());
        }
      }
      const double allowed =
          std::max(share ? *share * mean : half_standard_error(values.value[first + count - 1][m]),
                   smallest_margin);
      for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          block.differences.difference.push_back(values.difference(first + a, first + b, m));
          block.margin.push_back(allowed);
        }
      }
    }
    first += count;
  }
  return block;
}

}  // namespace

ClaimFinding decide(const AlikeRule& rule, const Findings& findings, std::uint64_t seed) {
  const ClaimData data = claim_data(findings, rule.scope, systems_of_pairs(rule.pairs));
  AlikeDecision decision(rule.is_one_sided, seed);
  std::vector<AlikeBlock> blocks;
  for (const ClaimValues& values : data.at_hand) {
    blocks.push_back(block_of(rule, findings, values));
    decision.add(values, blocks.back());
  }
  for (const ClaimValues& values : data.elsewhere) {
    decision.add_elsewhere(values, block_of(rule, findings, values));
  }
  ClaimFinding finding =
      decision.finding(data,
                       fmt::format("{} at {} points of each data set",
                                   rule.is_one_sided ? "not worse" : "equivalent",
                                   rule.pairs.size() * rule.scope.measure_count()),
                       expected_folders(findings, rule.scope, data));
  if (!blocks.empty()) finding.points = alike_points(rule, data, blocks, seed);
  add_clause(finding.evidence,
             stronger_baselines(findings, rule.scope, data, baselines_of(rule.pairs)));
  return finding;
}

ClaimFinding decide(const FlatRule& rule, const Findings& findings, std::uint64_t seed) {
  const CurvePlaces places =
      places_of(findings, rule.scope.measures.front().study, rule.curves, std::nullopt);
  const ClaimData data = claim_data(findings, rule.scope, places.systems);
  AlikeDecision decision(false, seed);
  const auto share_on = [&](std::string_view name) -> std::optional<double> {
    if (rule.share.empty()) return std::nullopt;
    const auto place = std::ranges::find(rule.scope.data, name) - rule.scope.data.begin();
    return rule.share[std::min(static_cast<std::size_t>(place), rule.share.size() - 1)];
  };
  for (const ClaimValues& values : data.at_hand) {
    decision.add(values, flat_block(values, places.count, share_on(values.data)));
  }
  const auto places_on = [&](std::string_view study, std::string_view name) {
    return places_of(findings, study, rule.curves, name);
  };
  const auto systems_on = [&](std::string_view study, std::string_view name) {
    return places_on(study, name).systems;
  };
  for (const ClaimValues& values : values_elsewhere(findings, rule.scope, systems_on)) {
    const CurvePlaces own = places_on(values.study, values.data);
    decision.add_elsewhere(values, flat_block(values, own.count, share_on(values.data)));
  }
  return decision.finding(data,
                          fmt::format("equivalent places of {} curves on each data set",
                                      rule.curves.size() * rule.scope.measure_count()),
                          expected_folders(findings, rule.scope, data));
}

}  // namespace podium::research
