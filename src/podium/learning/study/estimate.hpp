#pragma once

#include <vector>

#include "podium/learning/study/run.hpp"

namespace podium {

/// The estimated cost of a cell.
struct CellEstimate {
  bool is_done = false;
  double seconds = 0.0;  ///< of one core; 0 when it is done
};

/// A rough estimate for every cell of a study: the mean time of finished cells of the same row on
/// the same data; without any, computed from the number of models and of feature values.
std::vector<CellEstimate> estimated(const Study& study, const StudyResults& known);

}  // namespace podium
