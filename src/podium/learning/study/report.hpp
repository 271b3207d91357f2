#pragma once

#include <span>
#include <string>

#include "podium/core/report/document.hpp"
#include "podium/learning/study/result.hpp"

namespace podium {

/// The full report on a study: tables with significance, differences from the baseline, winning
/// numbers, curves over the sweep and over ranks, forecasts of learning curves, values per query,
/// feature weights. It depends on the results alone, so the same results give the same bytes.
ReportSection study_section(const StudySpec& spec, const StudyResults& results);

/// How rows are compared; what is empty is as the study says.
struct ComparedBy {
  std::string baseline;    ///< name of a row
  std::string correction;  ///< none, holm or bh
};

/// One or more studies as a document, with descriptions of their data and the commands used. Throws
/// UsageError for a baseline that a study does not have, and for an unknown correction.
ReportDocument study_report(std::span<const StudyResults> studies,
                            std::span<const std::string> commands, const ComparedBy& by = {});

}  // namespace podium
