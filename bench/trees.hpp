#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

namespace podium {

/// Trains lambdamart with options NAME=VALUE and writes the model. Measures wall and CPU seconds of
/// the rounds after the first one, without reading, binning and the first tree; `seconds_before` is
/// the time of binning and the first tree.
nlohmann::ordered_json measure_tree_training(const std::string& data, const std::string& model,
                                             std::span<const std::string> options);

/// Passes over the bins of each tree of lambdamart, when a pass may copy `share` of them into
/// memory.
nlohmann::ordered_json measure_tree_passes(const std::string& data, double share,
                                           std::span<const std::string> options);

/// Measures the seconds in which one thread scores the documents of a file with one query: all at
/// once, one at a time as they are prepared for a kernel, and one at a time by walking the trees.
/// Throws if these differ in a bit.
nlohmann::ordered_json measure_tree_scoring(const std::string& model, const std::string& data);

}  // namespace podium
