#pragma once

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The queries of `first`, then those of `second`, which has the same features in the same order.
/// What only one of them has: missing weights are 1; document ids, `inc`, `prob` and second labels
/// are kept only if both have them. Features before rounding are not kept. Throws ContractError for
/// another number of features.
Dataset joined_data(const Dataset& first, const Dataset& second);

}  // namespace podium
