#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

namespace podium {

// One thread does the work of 4, 16 or 64, divided as they would divide it, and what they would
// take is predicted from the times of its parallel regions: the steps of a region go, in their
// order, to the first thread that is free, and a region costs 5 us more. What is outside of regions
// is serial.

/// Trains an algorithm with options NAME=VALUE; predicts an iteration (a tree, say) with 4, 16 and
/// 64 threads. Reading, preparation and the first iteration do not count.
nlohmann::ordered_json measure_span(const std::string& algorithm, const std::string& data,
                                    std::span<const std::string> options);

/// Runs a command line of podium and predicts its time with so many threads. What it waits for, a
/// disk mostly, does not count.
nlohmann::ordered_json measure_command(std::size_t threads, std::span<const std::string> words);

}  // namespace podium
