#pragma once

#include <nlohmann/json.hpp>

namespace podium {

/// Bytes of features a second of the linear kernels, from cache and streamed from a matrix of
/// 380 MB in blocks of 120 x 136, beside the memory's own speed and plain loops; and the time of
/// the kernels that losses call. With all threads that the library may use.
nlohmann::ordered_json measure_kernels();

}  // namespace podium
