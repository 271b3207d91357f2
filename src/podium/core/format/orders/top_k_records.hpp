#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/format/orders/top_k_file.hpp"

namespace podium {

/// The top-k truth of each query, by document ids: the first min(k, n) places of total_order() and
/// the rest in input order. Documents that are not judged are in neither.
std::vector<TopKRecord> top_k_records(const Dataset& data, std::size_t k, std::uint64_t seed);

}  // namespace podium
