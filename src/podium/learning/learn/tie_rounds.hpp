#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/learn/training.hpp"

namespace podium {

/// What a loss sees of a label; documents of equal gain are tied for it.
using GainOf = std::function<double(double label)>;

/// The same labels with strict levels: documents of equal gain stand in the order of their scores,
/// those of equal score in input order.
Dataset ties_broken_by(const Dataset& data, const GainOf& gain, std::span<const double> scores);

/// Trains once, and then `rounds` times on data whose ties stand as the model so far scores them,
/// each time from that model; stops when they do not move any more. For losses that compare with
/// one ideal order of many: the fairest is the one that the scores like best, but with it the loss
/// would be a difference of convex functions. Held fixed for a round it is convex, and each round
/// lowers that difference.      [Yuille03]
///
/// run(task, round) trains a linear model; round 0 is on the data as it is.
TrainingResult train_in_tie_rounds(
    const TrainingTask& task, std::size_t rounds, const GainOf& gain,
    const std::function<TrainingResult(const TrainingTask&, std::size_t round)>& run);

}  // namespace podium
