#include "podium/core/aggregate/cycle_packing.hpp"

#include <algorithm>

#include "podium/core/base/stop.hpp"

namespace podium {

std::vector<PackedCycle> packed_cycles(std::vector<double> margin, std::size_t count) {
  std::vector<PackedCycle> cycles;
  const auto pack = [&](std::size_t a, std::size_t b, std::size_t c) {
    double& first = margin[a * count + b];
    double& second = margin[b * count + c];
    double& third = margin[c * count + a];
    const double value = std::min({first, second, third});
    if (value <= 0.0) return;
    for (double* const side : {&first, &second, &third}) *side -= value;
    cycles.push_back({.items = {a, b, c}, .value = value});
  };
  for (std::size_t a = 0; a < count; ++a) {
    stop_if_told();
    for (std::size_t b = a + 1; b < count; ++b) {
      for (std::size_t c = b + 1; c < count; ++c) {
        pack(a, b, c);
        pack(a, c, b);
      }
    }
  }
  return cycles;
}

}  // namespace podium
