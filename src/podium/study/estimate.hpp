#pragma once

#include <vector>

#include "podium/study/run.hpp"

namespace podium {

/// What a cell will cost.
struct CellEstimate {
  bool is_done = false;
  double seconds = 0.0;  ///< of one core; 0 when it is done
};

/// A rough estimate for every cell of a study: by the mean of cells that are done of the same row
/// on the same data, else by the number of models to train and feature values to train on.
std::vector<CellEstimate> estimated(const Study& study, const StudyResults& known);

}  // namespace podium
