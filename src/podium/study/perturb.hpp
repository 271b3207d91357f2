#pragma once

#include <cstdint>

#include "podium/data/dataset.hpp"

namespace podium {

/// Keeps round(share * n) queries, at least one: the first ones after a shuffle by the stream
/// (seed,
/// "", "train share"), in their original order. A larger share keeps all queries of a smaller one.
Dataset with_train_share(const Dataset& data, double share, std::uint64_t seed);

/// Replaces every label, with probability `noise`, by another label of the data, all equally
/// likely, drawn from the stream (seed, query id, "label noise"). A label replaced at some noise
/// level is replaced by the same label at every higher level. Throws UsageError for a truth that is
/// not graded.
Dataset with_label_noise(const Dataset& data, double noise, std::uint64_t seed);

}  // namespace podium
