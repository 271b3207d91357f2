#pragma once

#include <cstddef>

#include <nlohmann/json.hpp>

namespace podium {

/// Measures so many ranks, processes on this machine: the median and least seconds of an all-gather
/// of 1,096 bytes (a gradient of 136 features and its value), and the bytes per second that leave a
/// rank when each has 64 MiB for the others.
nlohmann::ordered_json measure_ranks(std::size_t ranks);

}  // namespace podium
