#pragma once

#include <nlohmann/json.hpp>

namespace podium {

/// Measures the seconds of a round of boosting as rows and features grow, and the bytes that a
/// round reads.
nlohmann::ordered_json measure_boosting();

}  // namespace podium
