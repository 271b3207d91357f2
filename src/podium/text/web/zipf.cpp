#include "podium/text/web/zipf.hpp"

#include "podium/core/base/error.hpp"

namespace podium::text {

Zipf::Zipf(std::size_t count) : keep_(count, UINT32_MAX), other_(count) {
  expects(count > 0 && count < UINT32_MAX, "some ranks");
  std::vector<double> share(count);
  double sum = 0.0;
  for (std::size_t rank = 0; rank < count; ++rank) {
    share[rank] = 1.0 / static_cast<double>(rank + 2);
    sum += share[rank];
  }
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    other_[rank] = rank;
    share[rank] *= static_cast<double>(count) / sum;
    (share[rank] < 1.0 ? small : large).push_back(rank);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t less = small.back();
    const std::uint32_t more = large.back();
    small.pop_back();
    keep_[less] = static_cast<std::uint32_t>(share[less] * 4294967295.0);
    other_[less] = more;
    share[more] -= 1.0 - share[less];
    if (share[more] < 1.0) {
      large.pop_back();
      small.push_back(more);
    }
  }
}

}  // namespace podium::text
