#pragma once

#include <nlohmann/json.hpp>

namespace podium {

/// Seconds of a round of boosting as data grows, in rows and in features, and the bytes that rounds
/// read.
nlohmann::ordered_json measure_boosting();

}  // namespace podium
