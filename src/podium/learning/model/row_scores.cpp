#include "podium/learning/model/row_scores.hpp"

#include "podium/core/base/error.hpp"

namespace podium {

std::vector<double> model_row_scores(const RankingModel& model, const std::string& path,
                                     const Dataset& data) {
  try {
    return score(model, data);
  } catch (const UsageError& error) {
    throw UsageError(path + ": " + error.what());
  }
}

}  // namespace podium
