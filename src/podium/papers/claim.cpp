#include "podium/papers/claim.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "podium/experiment/compare.hpp"

namespace podium {

namespace {

bool has(const StudySystem* system, std::string_view measure) {
  return system != nullptr && std::ranges::count(system->measure, measure) > 0;
}

/// Compares A with B on the queries of all test folds.
PairTest paired_t(const StudySystem& a, const StudySystem& b, std::string_view measure) {
  std::array<RankerValues, 2> values = {a.values_of(measure), b.values_of(measure)};
  values[0].name = "A";  // two points of a sweep have the same name
  values[1].name = "B";
  return compare(values, {.correction = Correction::none}).pairs.front().tests.front();
}

void add_point(const StudySystem& a, const StudySystem& b, std::string_view measure,
               PointTally& tally) {
  ++tally.points;
  const bool is_ahead = a.mean_of(measure) > b.mean_of(measure);
  if (is_ahead) ++tally.ahead;
  if (!is_ahead) tally.behind.push_back(fmt::format("{} {}", a.data, measure));
  if (std::ranges::count(tally.data, a.data) == 0) tally.data.push_back(a.data);
  const PairTest test = paired_t(a, b, measure);
  if (!test.significant) return;
  ++(test.favours_a ? tally.significantly_ahead : tally.significantly_behind);
}

ClaimsBlock::Claim with_finding(const PaperClaim& claim, const ClaimFinding& finding) {
  return {.claim = std::string(claim.text),
          .source = std::string(claim.source),
          .verdict = finding.verdict,
          .evidence = finding.evidence};
}

}  // namespace

ClaimsBlock::Claim checked(const PaperClaim& claim, const Findings& findings) {
  ClaimFinding finding = claim.evaluate(findings);
  if (!finding.details.empty()) finding.evidence += "; " + finding.details;
  return with_finding(claim, finding);
}

ClaimsBlock::Claim checked_briefly(const PaperClaim& claim, const Findings& findings) {
  return with_finding(claim, claim.evaluate(findings));
}

std::string listed(std::span<const std::string> items, std::string_view between) {
  std::string text;
  for (const std::string& item : items) {
    if (!text.empty()) text += between;
    text += item;
  }
  return text;
}

ClaimFinding verdict(bool holds, std::string evidence, std::string details) {
  return {holds ? ClaimVerdict::holds : ClaimVerdict::does_not_hold, std::move(evidence),
          std::move(details)};
}

ClaimFinding untested(std::string reason) {
  return {ClaimVerdict::cannot_be_tested, std::move(reason), ""};
}

ClaimFinding needs_data(const Findings& findings, std::span<const std::string_view> studies) {
  std::vector<std::string> needed;
  std::vector<std::string> folders;
  for (const std::string_view name : studies) {
    const StudyFinding* finding = findings.study(name);
    if (finding == nullptr) {
      needed.push_back(fmt::format("the study {}, which was not run", name));
      continue;
    }
    for (const StudyData& data : finding->missing) {
      if (std::ranges::count(folders, data.folds) > 0) continue;
      needed.push_back(data.name);
      folders.push_back(data.folds);
    }
  }
  if (needed.empty()) return untested("a row or a measure is missing from the results");
  ClaimFinding finding = untested(fmt::format("needs {}", listed(needed)));
  if (!folders.empty()) finding.details = fmt::format("expected in {}", listed(folders));
  return finding;
}

std::string PointTally::text() const {
  return fmt::format(
      "ahead at {} of {} points ({}), significantly at {}; significantly behind at {}", ahead,
      points, listed(data), significantly_ahead, significantly_behind);
}

PointTally tally(const Findings& findings, std::string_view study, std::span<const RowPair> pairs,
                 std::span<const std::string_view> measures,
                 std::span<const std::string_view> only) {
  PointTally tally;
  for (const std::string& data : findings.data_of(study)) {
    if (!only.empty() && std::ranges::count(only, data) == 0) continue;
    for (const RowPair& pair : pairs) {
      const StudySystem* a = findings.system(study, data, pair.first);
      const StudySystem* b = findings.system(study, data, pair.second);
      for (const std::string_view measure : measures) {
        if (has(a, measure) && has(b, measure)) add_point(*a, *b, measure, tally);
      }
    }
  }
  return tally;
}

PointTally together(const PointTally& a, const PointTally& b) {
  PointTally both = a;
  both.points += b.points;
  both.ahead += b.ahead;
  both.significantly_ahead += b.significantly_ahead;
  both.significantly_behind += b.significantly_behind;
  for (const std::string& data : b.data) {
    if (std::ranges::count(both.data, data) == 0) both.data.push_back(data);
  }
  both.behind.insert(both.behind.end(), b.behind.begin(), b.behind.end());
  return both;
}

std::string best_row(const Findings& findings, std::string_view study, std::string_view data,
                     std::span<const std::string_view> rows, std::string_view measure) {
  const StudySystem* best = nullptr;
  for (const std::string_view row : rows) {
    const StudySystem* system = findings.system(study, data, row);
    if (!has(system, measure)) return "";
    if (best == nullptr || system->mean_of(measure) > best->mean_of(measure)) best = system;
  }
  return best == nullptr ? "" : best->row;
}

CurveShape shape_of(std::span<const StudySystem* const> curve, std::string_view measure) {
  CurveShape shape;
  if (curve.empty()) return shape;
  double smallest = curve.front()->mean_of(measure);
  double sum = 0.0;
  shape.first = smallest;
  shape.last = curve.back()->mean_of(measure);
  for (const StudySystem* point : curve) {
    const double value = point->mean_of(measure);
    if (shape.largest_at.empty() || value > shape.largest) {
      shape.largest = value;
      shape.largest_at = point->sweep;
    }
    smallest = std::min(smallest, value);
    sum += value;
  }
  if (sum > 0.0) {
    shape.spread = (shape.largest - smallest) / (sum / static_cast<double>(curve.size()));
  }
  return shape;
}

}  // namespace podium
