#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/core/measure/own/own_measure.hpp"
#include "podium/core/prepare/preparation.hpp"

namespace podium::python {

/// How data is prepared for learning, and what models are chosen by: the flags of `podium train`.
struct LearningFlags {
  std::string truth = "graded";
  std::string unjudged = "drop";
  std::string metric = "ndcg@10";
  std::string profile = "standard";
  std::string ties;
  std::string fill = "auto";
  std::string normalise = "auto";
  std::string categorical;
  bool condensed = false;
  bool skip_blank = false;
  std::size_t seed = 1;

  static std::array<OptionField, 11> fields();

  PreparationPlan preparation(std::string_view algorithm, const OptionText& options) const;
  /// With a function as the metric, if one is given.
  MetricPlan metric_plan(const MeasureDefinitions& own, const OwnMeasure* function = nullptr) const;

  /// The data with the rule for documents that are not judged.
  Dataset judged(const Dataset& data) const;
};

/// The rule of that name, or the profile's if there is none.
TieRule tie_rule(const std::string& ties, const Profile& profile);

}  // namespace podium::python
