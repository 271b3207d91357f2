#include "podium/learning/experiment/retraining.hpp"

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

PreparationPlan retraining_plan(const RankingModel& model) {
  if (const auto also = model.training.options.find("also"); also != model.training.options.end()) {
    throw UsageError(fmt::format(
        "found a model that was trained on two labels, the second one {}, expected a single label: "
        "such a model cannot be trained again without the other",
        in_quotes(also->second)));
  }
  PreparationPlan plan{.truth = parse_truth_setting(model.training.truth),
                       .fill = model.preparation.fill,
                       .seed = model.training.seed};
  if (model.preparation.normaliser) plan.normaliser = model.preparation.normaliser->kind();
  for (const CategoryMeans& category : model.preparation.categories) {
    if (is_set_feature(category.feature)) {
      plan.splits_sets = true;
    } else {
      plan.categorical.push_back(category.feature);
    }
  }
  return plan;
}

}  // namespace podium
