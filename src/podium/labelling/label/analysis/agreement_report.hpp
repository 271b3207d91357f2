#pragma once

#include <vector>

#include "podium/core/report/document.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/label/analysis/judging_time.hpp"
#include "podium/labelling/label/analysis/query_bootstrap.hpp"

namespace podium::labelling {

/// The analysis of a project's judgements: work, agreement by tool with intervals, a comparison of
/// the tools, a summary of each assessor, and scores from all votes for each query. Empty tables
/// are left out. Agreement is between people; when only programs judged it is between programs, and
/// a note says so.
ReportSection agreement_report(const Judgements& judgements, const TimeOptions& time = {},
                               const BootstrapOptions& bootstrap = {});

}  // namespace podium::labelling
