#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "podium/labelling/label/analysis/agreement_report.hpp"
#include "podium/labelling/label/analysis/query_bootstrap.hpp"
#include "podium/labelling/label/simulation/labelling_study.hpp"
#include "podium/labelling/label/simulation/strategy_comparison.hpp"
#include "podium/labelling/label/simulation/study_check.hpp"

namespace podium::labelling {

/// A labelling study to simulate, and strategies to compare.
struct SimulationPlan {
  LabellingStudyOptions study;
  StrategyComparisonOptions comparison;  ///< on as many queries and documents as the study
  StudyRepeatOptions repeat;
  BootstrapOptions bootstrap;
};

/// The results of a simulation as sentences and tables.
struct SimulationReport {
  std::vector<std::string> summary;
  std::vector<TableBlock> study;  ///< the simulated study beside the published one
  TableBlock strategies;
  StrategyComparison comparison;  ///< what `strategies` was made from, for figures
};

/// Simulates the published study with the plan's options, and compares the strategies. The same
/// bits for any number of threads.
SimulationReport simulate_labelling(const SimulationPlan& plan, std::uint64_t seed);

}  // namespace podium::labelling
