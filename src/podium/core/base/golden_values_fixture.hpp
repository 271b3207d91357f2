#pragma once

#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "podium/core/base/test_paths.hpp"

namespace podium {

/// For tests: a part of tests/golden/significance.json, made by tests/golden/significance.py with
/// scipy 1.17.1, statsmodels 0.15.0 and mpmath 1.4.1.
inline nlohmann::json golden_significance(const std::string& part) {
  std::ifstream file(golden_path("significance.json"));
  return nlohmann::json::parse(file).at(part);
}

inline std::vector<double> numbers(const nlohmann::json& list) {
  return list.get<std::vector<double>>();
}

}  // namespace podium
