#pragma once

#include "podium/learning/learn/gradient_training.hpp"
#include "podium/learning/learn/training.hpp"

namespace podium {

/// The scale of the data and the loss that penalties are multiples of, so that one grid of them
/// serves all data. With g the gradient of the unpenalised risk of a linear model at w = 0:
///
///   t_i  = g . (x_i - mean of x in the query of i)
///   unit = sqrt(mean over queries of (mean over i of t_i^2))
///
/// With l2 = unit the first step w = -g / l2 gives scores whose standard deviation within a query
/// is 1. If all features grow by a factor k, the unit grows by k^2, as l2 must for the same
/// ranking. Only queries that contribute count, and neither the bias nor the features without a
/// penalty. `shape.l2` is ignored. The gradient of a loss that grows with its targets (squared
/// error) is divided by their deviation within queries, because the best l2 does not grow with
/// them.
///
/// 0 or not finite when there is no such scale: the gradient vanishes.
double penalty_unit(const TrainingTask& task, const RiskShape& shape);

}  // namespace podium
