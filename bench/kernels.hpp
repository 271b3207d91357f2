#pragma once

#include <nlohmann/json.hpp>

namespace podium {

/// Measures the linear kernels in bytes of features per second, from cache and streamed from a
/// matrix of 380 MB in blocks of 120 x 136, next to the speed of memory and of plain loops; also
/// the time of the kernels that losses call. Uses all threads that the library may use.
nlohmann::ordered_json measure_kernels();

}  // namespace podium
