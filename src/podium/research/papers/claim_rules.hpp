#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <variant>

#include "podium/research/papers/findings.hpp"

namespace podium::research {

struct ClaimFinding;

/// Measures of one study.
struct MeasureSet {
  std::string_view study;
  std::span<const std::string_view> measures;
};

/// A row of a study, with the value of its sweep.
struct SystemName {
  std::string_view row;
  std::string_view sweep = {};
};

/// Systems A and B; a difference is always A - B.
struct SystemPair {
  SystemName a;
  SystemName b;
};

/// The experiment behind a claim. Only the data sets that the paper used decide; others are shown
/// beside the verdict and never change it.
struct ClaimScope {
  std::span<const std::string_view> data;       ///< of the paper, as the studies name them
  std::span<const MeasureSet> measures;         ///< a point is a measure on a data set
  std::span<const std::string_view> elsewhere;  ///< studies with the same rows on other data

  std::size_t measure_count() const {
    std::size_t count = 0;
    for (const MeasureSet& set : measures) count += set.measures.size();
    return count;
  }
};

/// A is better than B at `wanted` points; the number of points is data sets x pairs x measures.
struct PointsRule {
  ClaimScope scope;
  std::span<const SystemPair> pairs;
  std::size_t wanted = 0;
  bool is_each = false;  ///< "significantly": each of the points on its own

  std::size_t points() const { return scope.data.size() * scope.measure_count() * pairs.size(); }
};

/// One of the group is the best of all rows at `wanted` points (data sets x measures).
struct BestRule {
  ClaimScope scope;
  std::span<const std::string_view> rows;
  std::span<const std::string_view> group;
  std::size_t wanted = 0;
  std::size_t place = 1;  ///< 2: the second best or better

  std::size_t points() const { return scope.data.size() * scope.measure_count(); }
};

/// A and B are equally good within a margin (papers/margins.hpp) at all points of every data set.
struct AlikeRule {
  ClaimScope scope;
  std::span<const SystemPair> pairs;
  bool is_one_sided = false;  ///< A is not worse
};

/// The curve of a row over the sweep, from a value on; empty: all of it.
struct CurveOf {
  std::string_view row;
  std::string_view from = {};
};

/// All curves first rise and then fall.
struct HillRule {
  ClaimScope scope;
  std::span<const CurveOf> curves;
};

/// The places of every curve are equal within a margin: a share of the curve's mean.
struct FlatRule {
  ClaimScope scope;
  std::span<const CurveOf> curves;
  std::span<const double> share;  ///< for each data set; the last one also elsewhere. Empty: half
                                  ///< the standard error of the curve's last place
};

/// The winning numbers of the group exceed those of the rest by `wanted` measures.
struct WinsRule {
  ClaimScope scope;
  std::span<const std::string_view> group;
  std::span<const std::string_view> rest;
  std::size_t wanted = 0;
  bool is_smallest = false;  ///< the group has the smallest winning numbers
};

/// A is above B at all points, by the published gains in percent.
struct GainsRule {
  ClaimScope scope;
  std::span<const SystemPair> pairs;
  std::span<const double> gains;  ///< pair by pair, measure by measure
};

/// Checks of research/theory that stand for a theorem.
struct TheoryRule {
  std::string_view part;  ///< of the claim; empty: all of it
  std::span<const std::string_view> checks;
  bool claims_failure = false;         ///< the claim is that the statements of the checks are false
  bool is_proved = false;              ///< docs/theory.md has a proof
  bool leaves_constants_open = false;  ///< corrected constants do not change the claim
};

/// A statement about people, for which simulations are no evidence.
struct PeopleRule {
  ClaimFinding (*describe)(const Findings&);
};

using ClaimRule = std::variant<PointsRule, BestRule, AlikeRule, HillRule, FlatRule, WinsRule,
                               GainsRule, TheoryRule, PeopleRule>;

}  // namespace podium::research
