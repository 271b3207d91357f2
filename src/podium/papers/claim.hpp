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

/// The result of checking a claim.
struct ClaimFinding {
  ClaimVerdict verdict = ClaimVerdict::cannot_be_tested;
  std::string evidence;  ///< as short as it can be: a summary shows nothing else
  std::string details;   ///< what a full report adds to it; may be empty
};

/// A statement of a paper, and the function that checks it.
struct PaperClaim {
  std::string_view source;  ///< key of docs/references.bib and the place
  std::string_view text;
  ClaimFinding (*evaluate)(const Findings&);
};

/// The claim with its verdict and all evidence.
ClaimsBlock::Claim checked(const PaperClaim& claim, const Findings& findings);

/// The claim with its verdict and the evidence without its details.
ClaimsBlock::Claim checked_briefly(const PaperClaim& claim, const Findings& findings);

/// The items, separated by `between`.
std::string listed(std::span<const std::string> items, std::string_view between = ", ");

/// holds or does_not_hold.
ClaimFinding verdict(bool holds, std::string evidence, std::string details = "");

/// cannot_be_tested, with the reason.
ClaimFinding untested(std::string reason);

/// cannot_be_tested: names the missing data sets of the studies, and the folders in which they are
/// expected.
ClaimFinding needs_data(const Findings& findings, std::span<const std::string_view> studies);

/// Rows A and B that are compared.
using RowPair = std::pair<std::string_view, std::string_view>;

/// Rows A compared with rows B, counted over data sets, pairs and measures.
struct PointTally {
  std::size_t points = 0;
  std::size_t ahead = 0;                 ///< A has the larger mean
  std::size_t significantly_ahead = 0;   ///< A has, and a paired t test confirms it, p <= .05
  std::size_t significantly_behind = 0;  ///< B has, and the test confirms it
  std::vector<std::string> data;         ///< the data sets counted
  std::vector<std::string> behind;       ///< points at which A is not ahead: "MQ2008 err"

  /// "ahead at 3 of 4 points (MQ2008, OHSUMED), significantly at 1; significantly behind at 0"
  std::string text() const;
};

/// Counts the points of one study for which all rows and measures have results. An empty `only`
/// means all data sets.
PointTally tally(const Findings& findings, std::string_view study, std::span<const RowPair> pairs,
                 std::span<const std::string_view> measures,
                 std::span<const std::string_view> only = {});

/// The counts of two studies added up.
PointTally together(const PointTally& a, const PointTally& b);

/// The row with the largest mean; empty when a row is missing.
std::string best_row(const Findings& findings, std::string_view study, std::string_view data,
                     std::span<const std::string_view> rows, std::string_view measure);

/// The shape of a curve by one measure.
struct CurveShape {
  double first = 0.0;
  double last = 0.0;
  double largest = 0.0;
  std::string largest_at;  ///< value of the sweep
  double spread = 0.0;     ///< (largest - smallest) / mean
};
CurveShape shape_of(std::span<const StudySystem* const> curve, std::string_view measure);

}  // namespace podium
