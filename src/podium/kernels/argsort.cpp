#include "podium/kernels/argsort.hpp"

#include <algorithm>
#include <numeric>

namespace podium {

void argsort_falling(std::span<const double> x, std::span<std::uint32_t> order,
                     Workspace& /*workspace*/) {
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return x[a] != x[b] ? x[a] > x[b] : a < b; });
}

}  // namespace podium
