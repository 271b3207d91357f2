#pragma once

#include <cstdint>

#include "podium/data/dataset.hpp"

namespace podium {

/// The first round(share * n), at least one, of the queries as the stream (seed, "", "train share")
/// shuffles them, in their own order: what a smaller share keeps, a larger one keeps, too.
Dataset with_train_share(const Dataset& data, double share, std::uint64_t seed);

/// Every label is replaced, with probability `noise`, by another one of the labels in the data, all
/// equally likely; the stream (seed, query id, "label noise") decides. A label that is noisy for
/// some probability is the same for any higher one. Throws UsageError for a truth that is not
/// graded.
Dataset with_label_noise(const Dataset& data, double noise, std::uint64_t seed);

}  // namespace podium
