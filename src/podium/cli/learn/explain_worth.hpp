#pragma once

#include <optional>
#include <string>

#include "podium/cli/learn/explain_answer.hpp"
#include "podium/experiment/feature_worth.hpp"

namespace podium {

/// What the features of a model are worth, and by which measure.
struct WorthFindings {
  std::string measure;
  bool smaller_is_better = false;
  WorthOptions options;
  WorthReport shuffled;                ///< features by descending worth
  std::optional<WorthReport> dropped;  ///< of the features that are shown
  std::size_t shown = 0;
};

ExplainAnswer explain_worth(const RankingModel& model, const WorthFindings& found,
                            TableFormat format);

}  // namespace podium
