#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/base/text.hpp"
#include "podium/experiment/compare.hpp"
#include "podium/papers/paper.hpp"

namespace podium {

namespace {

constexpr std::string_view orders = "lan2013-orders";
constexpr std::string_view grades = "lan2013-grades";
constexpr std::array<std::string_view, 2> measures = {"ndcg@5", "ndcg@10"};
constexpr std::array<std::string_view, 4> rows = {"Ranking SVM", "RankBoost", "RankNet", "ListMLE"};

/// A curve over k of one row on one data set.
struct KCurve {
  std::string name;
  std::string_view row;
  std::vector<const StudySystem*> points;

  const StudySystem* at(std::string_view k) const {
    const auto found = std::ranges::find(points, k, &StudySystem::sweep);
    return found == points.end() ? nullptr : *found;
  }
  /// The points from this k on, the full order among them.
  std::vector<const StudySystem*> from(double k) const {
    std::vector<const StudySystem*> tail;
    for (const StudySystem* point : points) {
      if (parse_number<double>(point->sweep).value_or(INFINITY) >= k) tail.push_back(point);
    }
    return tail;
  }
};

std::vector<KCurve> curves_of(const Findings& findings, std::string_view study) {
  std::vector<KCurve> curves;
  for (const std::string& data : findings.data_of(study)) {
    for (const std::string_view row : rows) {
      KCurve curve{fmt::format("{} {}", data, row), row, findings.curve(study, data, row)};
      if (curve.at("1") != nullptr && curve.at("10") != nullptr && curve.at("full") != nullptr) {
        curves.push_back(std::move(curve));
      }
    }
  }
  return curves;
}

/// The number of curves, over all measures, that satisfy a condition, and the names of the others.
struct CurveCount {
  std::size_t of = 0;
  std::size_t satisfied = 0;
  std::vector<std::string> others;

  std::string text() const { return fmt::format("{} of {}", satisfied, of); }
};

CurveCount count_curves(const Findings& findings, std::string_view study, auto&& condition) {
  CurveCount count;
  for (const KCurve& curve : curves_of(findings, study)) {
    for (const std::string_view measure : measures) {
      ++count.of;
      if (condition(curve, measure)) {
        ++count.satisfied;
      } else {
        count.others.push_back(fmt::format("{} {}", curve.name, measure));
      }
    }
  }
  return count;
}

/// Full orders decide the verdict; the results on grades are added as evidence.
ClaimFinding decided_by_orders(const Findings& findings, std::string_view what, auto&& condition) {
  const CurveCount by_orders = count_curves(findings, orders, condition);
  if (by_orders.of == 0) return needs_data(findings, std::array{orders});
  std::string evidence = fmt::format("{} on {} curves (full orders)", what, by_orders.text());
  const CurveCount by_grades = count_curves(findings, grades, condition);
  if (by_grades.of > 0) {
    evidence += fmt::format(", {} (orders made from grades)", by_grades.text());
  }
  std::vector<std::string> others = by_orders.others;
  others.insert(others.end(), by_grades.others.begin(), by_grades.others.end());
  return verdict(by_orders.satisfied == by_orders.of, std::move(evidence),
                 others.empty() ? "" : fmt::format("not on: {}", listed(others)));
}

ClaimFinding rises(const Findings& findings) {
  return decided_by_orders(
      findings, "k = 10 is above k = 1", [](const KCurve& curve, std::string_view measure) {
        return curve.at("10")->mean_of(measure) > curve.at("1")->mean_of(measure);
      });
}

ClaimFinding stays(const Findings& findings) {
  return decided_by_orders(
      findings, "values from k = 10 (RankBoost: 20) to the full order differ by at most 2 %",
      [](const KCurve& curve, std::string_view measure) {
        const double from = curve.row == "RankBoost" ? 20.0 : 10.0;
        return shape_of(curve.from(from), measure).spread <= 0.02;
      });
}

/// Whether a paired t test finds A below B.
bool is_significantly_below(const StudySystem& a, const StudySystem& b, std::string_view measure) {
  std::array<RankerValues, 2> values = {a.values_of(measure), b.values_of(measure)};
  values[0].name = "A";
  values[1].name = "B";
  const PairComparison pair = compare(values, {.correction = Correction::none}).pairs.front();
  return pair.tests.front().significant && !pair.tests.front().favours_a;
}

ClaimFinding suffices(const Findings& findings) {
  return decided_by_orders(findings, "k = 10 is not significantly below the full order",
                           [](const KCurve& curve, std::string_view measure) {
                             return !is_significantly_below(*curve.at("10"), *curve.at("full"),
                                                            measure);
                           });
}

ClaimFinding tail_hurts(const Findings& findings) {
  constexpr std::string_view wanted = "MQ2007-list";
  std::size_t curves = 0;
  std::size_t worse = 0;
  for (const KCurve& curve : curves_of(findings, orders)) {
    if (curve.points.front()->data != wanted || curve.row == "RankBoost") continue;
    for (const std::string_view measure : measures) {
      ++curves;
      if (curve.at("full")->mean_of(measure) < curve.at("1")->mean_of(measure)) ++worse;
    }
  }
  if (curves == 0) return needs_data(findings, std::array{orders});
  return verdict(worse == curves,
                 fmt::format("the full order is below k = 1 on {} of {} curves", worse, curves));
}

ClaimFinding theorem(const Findings&) {
  return untested("a theorem, not an experiment; podium verify theory checks it numerically");
}

constexpr std::array<PaperClaim, 5> claims = {{
    {"Lan13, Figures 1 and 2", "Test performance increases quickly with k", rises},
    {"Lan13, section 4.2",
     "Test performance is stable when k exceeds 10 (Ranking SVM, RankNet, ListMLE) or 20 "
     "(RankBoost)",
     stays},
    {"Lan13, abstract",
     "Top-k truths are sufficient: training on them is as good as on full orders", suffices},
    {"Lan13, Figure 1",
     "On MQ2007-list Ranking SVM, RankNet and ListMLE are worse when trained on full "
     "orders than when trained on top-1 truths",
     tail_hurts},
    {"Lan13, Theorems 1 and 2",
     "The top-k losses are tighter upper bounds on 1 - NDCG@k than the losses of full orders",
     theorem},
}};

}  // namespace

std::span<const PaperClaim> lan2013_claims() {
  return claims;
}

}  // namespace podium
