#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

namespace podium {

/// Trains an algorithm with options NAME=VALUE on one thread and predicts from the times of its
/// parallel regions what an iteration (a tree, say) would take with 4, 16 and 64 threads: the steps
/// of a region go, in their order, to the first thread that is free, and a region costs 5 us more.
/// What is outside of regions is serial. Reading, preparation and the first iteration do not count.
nlohmann::ordered_json measure_span(const std::string& algorithm, const std::string& data,
                                    std::span<const std::string> options);

}  // namespace podium
