#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/report/document.hpp"
#include "podium/study/findings.hpp"

namespace podium {

/// What came of checking a claim.
struct ClaimFinding {
  ClaimVerdict verdict = ClaimVerdict::cannot_be_tested;
  std::string evidence;
};

/// Something that a paper says, and how to find out whether it is so.
struct PaperClaim {
  std::string_view source;  ///< key of docs/references.bib and the place
  std::string_view text;
  ClaimFinding (*evaluate)(const Findings&);
};

ClaimsBlock::Claim checked(const PaperClaim& claim, const Findings& findings);

/// The items one after the other, with something between them.
std::string listed(std::span<const std::string> items, std::string_view between = ", ");

/// holds or does_not_hold.
ClaimFinding verdict(bool holds, std::string evidence);

/// cannot_be_tested, and why.
ClaimFinding untested(std::string reason);

/// cannot_be_tested: names the data sets that the studies would need, and the folders they would
/// be found in.
ClaimFinding needs_data(const Findings& findings, std::span<const std::string_view> studies);

/// Rows A and B to be held against each other.
using RowPair = std::pair<std::string_view, std::string_view>;

/// How rows A stand against rows B, counted over data sets, pairs and measures.
struct PointTally {
  std::size_t points = 0;
  std::size_t ahead = 0;                 ///< A has the larger mean
  std::size_t significantly_ahead = 0;   ///< and a paired t test says so, p <= .05
  std::size_t significantly_behind = 0;  ///< B has, and it says so
  std::vector<std::string> data;         ///< that counted
  std::vector<std::string> behind;       ///< points at which A is not ahead: "MQ2008 err"

  /// "ahead at 3 of 4 points (MQ2008, OHSUMED), significantly at 1, significantly behind at 0"
  std::string text() const;
};

/// Counts the points of one study at which all rows and measures are there. An empty `only` stands
/// for all data sets.
PointTally tally(const Findings& findings, std::string_view study, std::span<const RowPair> pairs,
                 std::span<const std::string_view> measures,
                 std::span<const std::string_view> only = {});

/// Counts of several studies together.
PointTally together(const PointTally& a, const PointTally& b);

/// Which row has the largest mean; empty when a row is missing.
std::string best_row(const Findings& findings, std::string_view study, std::string_view data,
                     std::span<const std::string_view> rows, std::string_view measure);

/// What a curve does by one measure.
struct CurveShape {
  double first = 0.0;
  double last = 0.0;
  double largest = 0.0;
  std::string largest_at;  ///< value of the sweep
  double spread = 0.0;     ///< (largest - smallest) / mean
};
CurveShape shape_of(std::span<const StudySystem* const> curve, std::string_view measure);

}  // namespace podium
