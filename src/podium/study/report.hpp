#pragma once

#include <span>
#include <string>

#include "podium/report/document.hpp"
#include "podium/study/result.hpp"

namespace podium {

/// All that a study's results say: tables with significance, differences from the baseline, winning
/// numbers, curves of the sweep and over ranks, values query by query, feature weights. Made of the
/// results alone, so it has the same bytes whenever and wherever they came about.
ReportSection study_section(const StudySpec& spec, const StudyResults& results);

/// One or more studies as a document, with cards of their data and the commands that made them.
ReportDocument study_report(std::span<const StudyResults> studies,
                            std::span<const std::string> commands);

}  // namespace podium
