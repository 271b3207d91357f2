#pragma once

#include <span>

#include "podium/core/report/document.hpp"
#include "podium/learning/experiment/compare_report.hpp"

namespace podium::cli {

/// The page of a comparison of these rankers: conclusions, tables, the differences of each pair
/// query by query, and the values of each query.
ReportDocument compare_page(const CompareReport& report, std::span<const RankerValues> rankers);

}  // namespace podium::cli
