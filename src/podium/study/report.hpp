#pragma once

#include <span>
#include <string>

#include "podium/report/document.hpp"
#include "podium/study/result.hpp"

namespace podium {

/// The full report on a study: tables with significance, differences from the baseline, winning
/// numbers, curves over the sweep and over ranks, forecasts of learning curves, values per query,
/// feature weights. It depends on the results alone, so the same results give the same bytes.
ReportSection study_section(const StudySpec& spec, const StudyResults& results);

/// One or more studies as a document, with descriptions of their data and the commands used.
ReportDocument study_report(std::span<const StudyResults> studies,
                            std::span<const std::string> commands);

}  // namespace podium
