#pragma once

#include <cstdint>
#include <vector>

#include "podium/research/papers/labelling/measured_number.hpp"

namespace podium::research {

/// [Niu12, Tables 1 to 3] beside the labelling study with simulated assessors that `podium label
/// simulate` does with its default options. The same bits for any number of threads.
std::vector<MeasuredNumber> labelling_numbers(std::uint64_t seed);

}  // namespace podium::research
