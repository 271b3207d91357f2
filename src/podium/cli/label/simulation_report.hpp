#pragma once

#include <cstdint>

#include "podium/label/analysis/query_bootstrap.hpp"
#include "podium/label/simulation/labelling_study.hpp"
#include "podium/label/simulation/strategy_comparison.hpp"
#include "podium/label/simulation/study_check.hpp"
#include "podium/report/document.hpp"

namespace podium {

/// What is simulated.
struct SimulationPlan {
  LabellingStudyOptions study;
  StrategyComparisonOptions comparison;  ///< on as many queries and documents as the study
  StudyRepeatOptions repeat;
  BootstrapOptions bootstrap;
};

/// The published study with simulated assessors, beside the published values, and the strategies
/// compared, as a table and figures.
ReportDocument simulation_report(const SimulationPlan& plan, std::uint64_t seed);

}  // namespace podium
