#pragma once

#include <cstddef>
#include <string_view>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/study/sweep.hpp"

namespace podium {

/// Purposes of the streams that choose queries.
inline constexpr std::string_view training_draws = "train share";
inline constexpr std::string_view validation_draws = "validation queries";

/// Keeps `count` queries, all if there are fewer: the first ones after a shuffle by the stream
/// (seed, draw, purpose), in their original order. A larger number keeps all queries of a smaller
/// one.
Dataset with_queries(const Dataset& data, std::size_t count, SweepDraw draw,
                     std::string_view purpose);

/// Keeps round(share * n) queries, at least one, chosen as with_queries() chooses them for
/// training.
Dataset with_train_share(const Dataset& data, double share, SweepDraw draw);

/// Replaces every label, with probability `noise`, by another label of the data, all equally
/// likely, drawn from the stream (seed, query id, "label noise" with the draw). A label replaced at
/// some noise level is replaced by the same label at every higher level. Throws UsageError for a
/// truth that is not graded.
Dataset with_label_noise(const Dataset& data, double noise, SweepDraw draw);

}  // namespace podium
